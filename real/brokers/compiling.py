"""Turns a run of the model into a schedule by which brokers take that run, although their own controller decides.

Every fetch between brokers is held from the beginning, and passes where the run has it: a request where its leader
handles it, an answer where its follower has it. What the controller tells a broker is held as long as the run keeps it
from that broker. Brokers and controller do the rest unasked. After each step it must be seen that they did.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tidemark.real.brokers.compiled_steps import CompiledStep, StepCompiler, as_table
from tidemark.real.brokers.schedule_events import (
    LEARNS_ISR,
    STARTS,
    Link,
    Requests,
    ScheduleEvent,
    action_name,
    find_askers,
    hold_isr_changes,
    hold_news,
    passes,
)
from tidemark.spec import none
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.families.system import DecodedRun, NoSchedule
from tidemark.spec.machines.symbolic import Instance

WORDS = {
    "broker_crashes": "kill",
    "broker_loses_power": "cut_power",
    "broker_is_cut_off": "sever",
    "broker_restarts": "start",
    "controller_lets_broker_leave": "begin_stop",
    "controller_moves_leadership": "elect",
}
"""What is done for an action of the model."""
UNASKED = frozenset(
    {
        "become_follower", "become_leader", "broker_stops", "controller_alters_isr", "controller_notices_failure",
        "controller_refuses_member", "controller_reorders_replicas", "controller_unfences_broker",
        "follower_raises_high_watermark_before_cut", "follower_sends_fetch", LEARNS_ISR, "leader_learns_isr",
        "leader_shrinks_isr",
    }
)  # fmt: skip
"""What brokers and controller do unasked, in addition to what passes between them."""
LAG = 8_000
NEVER = 600_000
"""Milliseconds after which a follower lags, where a run needs that one does, and where none may."""


def compile_schedule(course: DecodedRun) -> str:
    """The schedule of a run, as the text of its file.

    Raises:
        NoSchedule: no schedule makes brokers take the run.
    """
    record = _record(course)
    ends = _ends(course, record)
    order, first_leader = _replica_order(course)
    moved = int(order[0] != first_leader)
    events = sorted(_events(course), key=lambda event: event.at)
    askers = [Link(broker) for broker in find_askers(course, events)]
    events = _add_syncs(course, hold_news(course, hold_isr_changes(course, events)))
    breaks = f", of which the last one breaks {course.promise}" if course.promise else ""
    fields = {
        "title": f"A run of {course.machine.name}",
        "text": f"{len(course.states)} states{breaks}.",
        "brokers": len(order),
        "replicas": order,
        **({} if ends == "any" else {"record": f"m{record}"}),
        "ends": ends,
        "features": [f"eligible.leader.replicas.version={int(bool(course.states[0].settings.elr))}"],
    }
    steps = [
        *_prelude(course, order, first_leader, moved),
        *(CompiledStep(f"keep alter {link}") for link in askers),
        *StepCompiler(course, moved).compile(events),
        *map(CompiledStep, _closing(course, events)),
        *(CompiledStep(f"release alter {link}") for link in askers),
    ]
    lines = [f"{name} = {json.dumps(value)}" for name, value in fields.items()]
    lines += [f"topic = {as_table(_topic(course))}", f"properties = {as_table(_properties(course))}"]
    lines += [line for step in steps for line in step.lines]
    return "\n".join(lines) + "\n"


def _topic(course: DecodedRun) -> dict[str, str]:
    bounds = course.machine.bounds
    unclean = "true" if bounds["unclean"] == "yes" else "false"
    return {"min.insync.replicas": str(bounds["min-isr"]), "unclean.leader.election.enable": unclean}


def _properties(course: DecodedRun) -> dict[str, str]:
    lags = any(action_name(instance) == "leader_shrinks_isr" for instance in course.instances)
    one_record = {"replica.fetch.max.bytes": "1"} if course.machine.bounds["fetch-size"] == 1 else {}
    return {
        "replica.lag.time.max.ms": str(LAG if lags else NEVER),
        "replica.socket.timeout.ms": str(NEVER),
        **one_record,
    }


def _record(course: DecodedRun) -> int | None:
    """The record that the schedule is about: an acknowledged one, a lost one if there is any."""
    last = course.states[-1]
    acknowledged = [record for record, produced in enumerate(last.produced) if produced.acknowledged]
    lost = [record for record in acknowledged if not _leader_has(last, record)]
    return next(iter(lost + acknowledged), None)


def _leader_has(state: Any, record: int) -> bool:
    if state.quorum.leader == none:
        return False
    log = state.replicas[int(state.quorum.leader)].log
    return any(int(log[k].id) == record for k in range(int(log.length)))


def _ends(course: DecodedRun, record: int | None) -> str:
    """The outcome of the record; any if there is none, or no consumer could read it."""
    last = course.states[-1]
    if record is None:
        return "any"
    if last.quorum.leader == none:
        stays = all(r.up and last.quorum.live.has(broker) for broker, r in enumerate(last.replicas))
        return "leaderless" if stays else "any"
    if not last.replicas[int(last.quorum.leader)].up:
        return "any"
    return "kept" if _leader_has(last, record) else "lost"


# What is done.


def done_for(instance: Instance) -> str | None:
    """What is done for a step: a word of a schedule, or what passes; None if brokers or controller do it unasked."""
    name = action_name(instance)
    if name in UNASKED:
        return None
    return _event(0, instance).do if name in WORDS else str(instance)


def _event(number: int, instance: Instance) -> ScheduleEvent:
    """What is done for one of the actions in `WORDS`."""
    word = WORDS[instance.action.name]
    if word == "elect":
        return ScheduleEvent(number, word, "preferred")
    broker = int(instance.arguments["broker"])
    if word == "sever":
        return ScheduleEvent(number, word, link=Link(broker))
    return ScheduleEvent(number, word, broker=broker)


def _events(course: DecodedRun) -> Iterator[ScheduleEvent]:
    acks = "" if course.machine.bounds["acks"] == "all" else f" acks={course.machine.bounds['acks']}"
    requests = Requests(len(course.states[0].replicas.indices()))
    for number, instance in enumerate(course.instances, 1):
        if instance is None:
            continue
        before, after = course.states[number - 2], course.states[number - 1]
        name, arguments = instance.action.name, instance.arguments
        requests.update(before)
        passing = list(passes(number, before, instance, requests))
        yield from passing
        if name in ("produce", "consumer_reads"):
            broker = int(arguments["leader" if name == "produce" else "broker"])
            client_broker = None if after.quorum.leader == broker else broker
            log = after.replicas[broker].log
            if name == "produce":
                record = f"m{int(log[int(log.length) - 1].id)}{acks}"
                yield ScheduleEvent(number, "produce", record, broker=client_broker)
            else:
                yield ScheduleEvent(number, "consume", broker=client_broker)
            continue
        if name in STARTS and _was_cut_off(course, number, int(arguments["broker"])):
            yield ScheduleEvent(number, "mend", link=Link(int(arguments["broker"])))
        if name in WORDS:
            yield _event(number, instance)
        elif name not in UNASKED and not passing:
            raise NoSchedule(f"step {number}: nothing makes brokers do it: {instance}")


def _was_cut_off(course: DecodedRun, number: int, broker: int) -> bool:
    for instance in reversed(course.instances[: number - 1]):
        if instance and instance.arguments.get("broker", none) == broker:
            if action_name(instance) == "broker_is_cut_off":
                return True
            if action_name(instance) in STARTS:
                return False
    return False


def _add_syncs(course: DecodedRun, events: Sequence[ScheduleEvent]) -> list[ScheduleEvent]:
    """Adds that a disk is synced before it has more than what a loss of power leaves on it."""
    complete = list(events)
    for number, instance in enumerate(course.instances, 1):
        if instance is None or instance.action.name != "broker_loses_power":
            continue
        broker, offset = int(instance.arguments["broker"]), int(instance.arguments["offset"])
        ends = [int(state.replicas[broker].log.end_offset) for state in course.states[: number - 1]]
        last = max(k for k, end in enumerate(ends, 1) if end == offset)
        if offset or last == number - 1:
            index = next(k for k, event in enumerate(complete) if event.at > last)
            complete.insert(index, ScheduleEvent(last, "sync", broker=broker))
    return complete


# Before and after.


def _replica_order(course: DecodedRun) -> tuple[list[int], int]:
    """An order of replicas by which Kafka's controller elects as the run has it, and the run's first leader."""
    start = course.states[0]
    brokers = list(map(int, start.replicas.indices()))
    first = int(start.quorum.leader)
    elections = list(_elections(course))
    for order in sorted(itertools.permutations(brokers), key=lambda order: order[0] != first):
        begins = order[0] == first or order[1] == first
        if begins and all(min(among, key=order.index) == elected for _, elected, among in elections):
            return list(order), first
    needs = "; ".join(f"step {at}: {elected} of {sorted(among)}" for at, elected, among in elections)
    raise NoSchedule(f"in no order of the replicas does the controller elect as the run has it: {needs}")


def _elections(course: DecodedRun) -> Iterator[tuple[int, int, set[int]]]:
    """For each election its step, who is elected, and among whom; all brokers, if it is the preferred replica."""
    for number, instance in enumerate(course.instances, 1):
        successor = instance.arguments.get("successor", none) if instance else none
        if instance is None or successor == none:
            continue
        before, after = course.states[number - 2], course.states[number - 1]
        if after.quorum.leader == before.quorum.leader:
            continue
        brokers = {int(broker) for broker in before.replicas.indices()}
        if action_name(instance) == "controller_moves_leadership":
            yield number, int(successor), brokers
        else:
            candidates = {b for b in brokers if _could_lead(course, before, instance, b)}
            yield number, int(successor), candidates | {int(successor)}


def _could_lead(course: DecodedRun, before: Any, instance: Instance, broker: int) -> bool:
    election = Instance(instance.action, {**instance.arguments, "successor": broker})
    try:
        course.machine.run(before, election)
    except Disabled:
        return False
    return True


def _prelude(course: DecodedRun, order: Sequence[int], first: int, moved: int) -> Iterator[CompiledStep]:
    """The first leader leads, all are in the ISR, and the fetches are held."""
    everyone = " ".join(map(str, sorted(order)))
    if moved:
        yield CompiledStep(f"stop {order[0]}", {"leader": str(first)})
        yield CompiledStep(f"start {order[0]}", {"leader": str(first), "epoch": "1", "ISR": everyone})
    if any(action_name(instance) == "broker_loses_power" for instance in course.instances):
        yield CompiledStep(f"sync {everyone}")
    for follower, leader in itertools.permutations(sorted(order), 2):
        yield CompiledStep(f"{'hold' if leader == first else 'keep'} fetch {Link(follower, leader)}")


def _closing(course: DecodedRun, events: Sequence[ScheduleEvent]) -> Iterator[str]:
    """What is still held passes, and what is cut is mended."""
    ends = {"hold": "release", "keep": "release", "sever": "mend"}
    pending: dict[tuple[str, Link | None], str] = {}
    for event in events:
        if event.word in ends:
            pending[event.subject, event.link] = replace(event, word=ends[event.word]).do
        elif event.word in ends.values():
            pending.pop((event.subject, event.link), None)
    yield from pending.values()
    brokers = map(int, course.states[0].replicas.indices())
    yield from (f"release fetch {Link(*pair)}" for pair in itertools.permutations(brokers, 2))
