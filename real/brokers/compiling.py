"""From a run of the model to a schedule: what is done to brokers whose own controller decides, so that they take it.

Every fetch between brokers is held from the beginning, and passes where the run has it: a request where its leader
takes it, an answer where its follower has it. What the controller tells a broker is held as long as the run keeps it
from that broker. The rest, brokers and controller do by themselves. After each step it must be seen that they did.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tidemark.real.brokers.holding import (
    ANSWERED,
    STARTS,
    Event,
    action_name,
    asking,
    with_changes_held,
    with_news_held,
)
from tidemark.real.brokers.observer import NOTHING, members, visible
from tidemark.real.brokers.passing import Requests, passes
from tidemark.spec import none
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.families.system import DecodedRun, NoSchedule
from tidemark.spec.machines.symbolic import Instance

DONE: Mapping[str, str] = {
    "broker_crashes": "kill {broker}",
    "broker_loses_power": "cut_power {broker}",
    "broker_is_cut_off": "sever {broker}->controller",
    "broker_restarts": "start {broker}",
    "controller_lets_broker_leave": "begin_stop {broker}",
    "controller_moves_leadership": "elect preferred",
}
"""What is done for an action of the model."""
BY_THEMSELVES = frozenset(
    {
        "become_follower",
        "become_leader",
        "broker_stops",
        "controller_alters_isr",
        "controller_notices_failure",
        "controller_refuses_member",
        "controller_reorders_replicas",
        "controller_unfences_broker",
        "follower_raises_high_watermark_before_cut",
        "follower_sends_fetch",
        ANSWERED,
        "leader_learns_isr",
        "leader_shrinks_isr",
    }
)
"""What brokers and controller do by themselves, besides what passes between them."""
HEARD_LATER = frozenset({"kill", "cut_power", "sever", "mend", "begin_stop"})
"""What the controller comes to know only after a while: a broker's session ends or is back, or it wants to stop."""
FENCED = 9
"""Seconds after which the controller knows it."""
LAG = 8_000
NEVER = 600_000
"""Milliseconds after which a follower lags, where a run needs that one does, and where none may."""


def compiled(course: DecodedRun) -> str:
    """The schedule of a run, as the text of its file.

    Raises:
        NoSchedule: no schedule makes brokers take the run.
    """
    record = _record(course)
    ends = _ends(course, record)
    order, first = _order(course)
    moved = int(order[0] != first)
    events = sorted(_events(course), key=lambda event: event.at)
    askers = asking(course, events)
    events = _with_syncs(course, with_news_held(course, with_changes_held(course, events)))
    head = {
        "title": f"A run of {course.machine.name}",
        "text": f"{len(course.states)} states"
        + (f", of which the last one breaks {course.promise}." if course.promise else "."),
        "brokers": len(order),
        "replicas": order,
        **({} if ends == "any" else {"record": f"m{record}"}),
        "ends": ends,
        "features": [f"eligible.leader.replicas.version={int(bool(course.states[0].settings.elr))}"],
    }
    tables = {"topic": _topic(course), "properties": _properties(course)}
    lines = [f"{name} = {json.dumps(value)}" for name, value in head.items()]
    lines += [f"{name} = {_table(values)}" for name, values in tables.items()]
    steps = [
        *(("", do, see) for do, see in _prelude(course, order, first, moved)),
        *(("", f"keep alter {broker}->controller", {}) for broker in askers),
        *_steps(course, events, moved),
        *(("", do, {}) for do in _closing(course, events)),
        *(("", f"release alter {broker}->controller", {}) for broker in askers),
    ]
    for say, do, see in steps:
        lines += ["", "[[step]]", f"do = {json.dumps(do)}"]
        lines += [f"see = {_table(see)}"] if see else []
        lines += [f"say = {json.dumps(say)}"] if say else []
    return "\n".join(lines) + "\n"


def _table(values: Mapping[str, str]) -> str:
    return (
        "{ " + ", ".join(f"{json.dumps(name)} = {json.dumps(value)}" for name, value in values.items()) + " }"
    )


def _topic(course: DecodedRun) -> dict[str, str]:
    bounds = course.machine.bounds
    unclean = "true" if bounds["unclean"] == "yes" else "false"
    return {"min.insync.replicas": str(bounds["min-isr"]), "unclean.leader.election.enable": unclean}


def _properties(course: DecodedRun) -> dict[str, str]:
    lags = any(action_name(i) == "leader_shrinks_isr" for i in course.instances)
    found = {
        "replica.lag.time.max.ms": str(LAG if lags else NEVER),
        "replica.socket.timeout.ms": str(NEVER),
    }
    if course.machine.bounds["fetch-size"] == 1:
        found["replica.fetch.max.bytes"] = "1"
    return found


def _record(course: DecodedRun) -> int | None:
    """The record that the schedule is about: one that was acknowledged, and is lost if any is; None where none was."""
    last = course.states[-1]
    known = [record for record, one in enumerate(last.produced) if one.acknowledged]
    lost = [record for record in known if not _leader_has(last, record)]
    return next(iter(lost + known), None)


def _leader_has(state: Any, record: int) -> bool:
    if state.quorum.leader == none:
        return False
    log = state.replicas[int(state.quorum.leader)].log
    return any(int(log[k].id) == record for k in range(int(log.length)))


def _ends(course: DecodedRun, record: int | None) -> str:
    """The outcome of the record; any where there is none, or nobody could read it."""
    last = course.states[-1]
    if record is None:
        return "any"
    if last.quorum.leader == none:
        stays = all(one.up and last.quorum.live.has(broker) for broker, one in enumerate(last.replicas))
        return "leaderless" if stays else "any"
    if not last.replicas[int(last.quorum.leader)].up:
        return "any"
    return "kept" if _leader_has(last, record) else "lost"


# What is done.


def done_for(instance: Instance) -> str | None:
    """What is done for a step: a word of a schedule, or what passes; None where brokers and controller do it."""
    name = action_name(instance)
    if name in BY_THEMSELVES:
        return None
    return _word(instance) if name in DONE else str(instance)


def _word(instance: Instance) -> str:
    return DONE[action_name(instance)].format(
        **{key: int(value) for key, value in instance.arguments.items()}
    )


def _events(course: DecodedRun) -> Iterator[Event]:
    acks = "" if course.machine.bounds["acks"] == "all" else f" acks={course.machine.bounds['acks']}"
    requests = Requests(len(course.states[0].replicas.indices()))
    for number, instance in enumerate(course.instances, 1):
        if instance is None:
            continue
        before, after = course.states[number - 2], course.states[number - 1]
        name, given = action_name(instance), instance.arguments
        requests.become(before)
        passed = list(passes(before, name, given, requests))
        yield from (Event(number, do) for do in passed)
        if name == "produce":
            log = after.replicas[int(given["leader"])].log
            stale = "" if after.quorum.leader == given["leader"] else f" at={int(given['leader'])}"
            yield Event(number, f"produce m{int(log[int(log.length) - 1].id)}{acks}{stale}")
        elif name == "consumer_reads":
            stale = "" if after.quorum.leader == given["broker"] else f" at={int(given['broker'])}"
            yield Event(number, f"consume{stale}")
        elif name == "controller_unfences_broker" and _was_cut_off(course, number, int(given["broker"])):
            yield Event(number, f"mend {int(given['broker'])}->controller")
        elif name in DONE:
            if name == "broker_restarts" and _was_cut_off(course, number, int(given["broker"])):
                yield Event(number, f"mend {int(given['broker'])}->controller")
            yield Event(number, _word(instance))
        elif name not in BY_THEMSELVES and not passed:
            raise NoSchedule(f"step {number}: nothing makes brokers do it: {instance}")


def _was_cut_off(course: DecodedRun, number: int, broker: int) -> bool:
    for instance in reversed(course.instances[: number - 1]):
        if instance and instance.arguments.get("broker", none) == broker:
            if action_name(instance) == "broker_is_cut_off":
                return True
            if action_name(instance) in STARTS:
                return False
    return False


def _with_syncs(course: DecodedRun, events: Sequence[Event]) -> list[Event]:
    """With what a loss of power leaves written to disk, before there is more."""
    found = list(events)
    for number, instance in enumerate(course.instances, 1):
        if action_name(instance) != "broker_loses_power":
            continue
        assert instance
        broker, kept = int(instance.arguments["broker"]), int(instance.arguments["offset"])
        ends = [int(state.replicas[broker].log.end_offset) for state in course.states[: number - 1]]
        last = max(k for k, end in enumerate(ends, 1) if end == kept)
        if kept or last == number - 1:
            place = next(k for k, event in enumerate(found) if event.at > last)
            found.insert(place, Event(last, f"sync {broker}"))
    return found


# What is seen.


def _steps(
    course: DecodedRun, events: Sequence[Event], moved: int
) -> Iterator[tuple[str, str, dict[str, str]]]:
    """For each event which states of the run it covers, what is done, and what is seen that is new."""
    seen = facts(course.states[0], moved)
    held, severed = set[int](), set[int]()

    def hears(state: Any) -> bool:
        """Whether a broker is up, and stays, that hears of changes."""
        return any(
            replica.up and broker not in held | severed and not state.quorum.stopping[broker]
            for broker, replica in enumerate(state.replicas)
        )

    for k, event in enumerate(events):
        word, *rest = event.do.split()
        link = rest[-1] if rest else ""
        if link.endswith("->controller") and "alter" not in event.do:
            deaf = severed if word in ("sever", "mend") else held
            (deaf.add if word in ("hold", "keep", "sever") else deaf.discard)(int(link[0]))
        do = event.do
        if word == "produce" and "at=" not in do and not hears(course.states[event.at - 2]):
            do += f" at={int(course.states[event.at - 2].quorum.leader)}"  # nobody is there to be asked who leads
        following = events[k + 1].at if k + 1 < len(events) else len(course.states) + 1
        told = _begun(course, event.at, int(link[0]), moved) if do.startswith("release fetch") else {}
        told |= {"shown": _read(course, event.at)} if word == "consume" else {}
        # What an answer does must be seen before its leader hears the news.
        if following == event.at and not do.startswith("pass alter answer"):
            yield "", do, told
            continue
        is_unseen = word in HEARD_LATER and not hears(course.states[event.at - 1])
        last = max(event.at, following - 1)
        state = course.states[last - 1]
        now = facts(state, moved)
        changed = {name: text for name, text in now.items() if text != seen.get(name)}
        if not hears(state):
            changed = {n: text for n, text in changed.items() if n not in ("leader", "epoch", "ISR", "ELR")}
        seen |= changed
        begin = max(event.at, 1)
        yield f"State {begin}." if begin == last else f"States {begin} to {last}.", do, changed | told
        if is_unseen:  # by anybody that could be asked whether the controller knows it
            yield "", f"wait {FENCED}", {}


def _begun(course: DecodedRun, number: int, broker: int, moved: int) -> dict[str, str]:
    """What a broker writes that begins a leader epoch in the step to a state: others may know of it before."""
    if number > len(course.states):
        return {}
    before, after = (course.states[at].replicas[broker] for at in (number - 2, number - 1))
    stops = course.states[number - 1].quorum.stopping[broker]  # from SIGTERM on a broker writes nothing
    if not after.up or stops or int(after.leader_epoch) <= int(before.leader_epoch):
        return {}
    return {f"said {broker}": f"starts at leader epoch {int(after.leader_epoch) + moved} from"}


def _read(course: DecodedRun, number: int) -> str:
    """What a consumer reads in the step to a state: all records below the high watermark of the broker that it asks."""
    instance = course.instances[number - 1]
    assert instance
    asked = course.states[number - 1].replicas[int(instance.arguments["broker"])]
    return " ".join(f"m{int(asked.log[k].id)}" for k in range(int(asked.high_watermark)))


def facts(state: Any, moved: int = 0) -> dict[str, str]:
    """What can be seen of brokers in a state. moved: how many leader epochs began before the run."""
    told = visible(state, own=False, moved=moved)
    found = {
        name: "" if text == NOTHING else text for name, text in told.items() if not name.startswith("HW ")
    }
    found["leader"] = found["leader"] or "none"
    if state.settings.elr:
        found["ELR"] = " ".join(map(str, members(state.quorum.elr)))
    return found | {f"up {broker}": "yes" if one.up else "no" for broker, one in enumerate(state.replicas)}


# Before and after.


def _order(course: DecodedRun) -> tuple[list[int], int]:
    """An order of replicas by which Kafka's controller elects as the run has it, and the run's first leader."""
    start = course.states[0]
    brokers = list(map(int, start.replicas.indices()))
    first = int(start.quorum.leader)
    wanted = list(_elections(course))
    for order in sorted(itertools.permutations(brokers), key=lambda one: one[0] != first):
        begins = order[0] == first or order[1] == first
        if begins and all(min(among, key=order.index) == chosen for _, chosen, among in wanted):
            return list(order), first
    told = "; ".join(f"step {at}: {chosen} of {sorted(among)}" for at, chosen, among in wanted)
    raise NoSchedule(f"in no order of the replicas does the controller elect as the run has it: {told}")


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
            others = {b for b in brokers if _could_lead(course, before, instance, b)}
            yield number, int(successor), others | {int(successor)}


def _could_lead(course: DecodedRun, before: Any, instance: Instance, broker: int) -> bool:
    other = Instance(instance.action, {**instance.arguments, "successor": broker})
    try:
        course.machine.run(before, other)
    except Disabled:
        return False
    return True


def _prelude(
    course: DecodedRun, order: Sequence[int], first: int, moved: int
) -> Iterator[tuple[str, dict[str, str]]]:
    """The first leader leads, all are in the ISR, and the fetches are held."""
    whole = " ".join(map(str, sorted(order)))
    if moved:
        yield f"stop {order[0]}", {"leader": str(first)}
        yield f"start {order[0]}", {"leader": str(first), "epoch": "1", "ISR": whole}
    if any(action_name(instance) == "broker_loses_power" for instance in course.instances):
        yield f"sync {whole}", {}
    for follower, leader in itertools.permutations(sorted(order), 2):
        yield f"{'hold' if leader == first else 'keep'} fetch {follower}->{leader}", {}


def _closing(course: DecodedRun, events: Sequence[Event]) -> Iterator[str]:
    """What is still held passes, and what is cut is mended."""
    begun = {"hold": "release", "keep": "release", "sever": "mend"}
    left: dict[str, str] = {}
    for event in events:
        word, _, link = event.do.partition(" ")
        if word in begun:
            left[link] = f"{begun[word]} {link}"
        elif word in begun.values():
            left.pop(link, None)
    yield from left.values()
    brokers = map(int, course.states[0].replicas.indices())
    yield from (f"release fetch {one}->{other}" for one, other in itertools.permutations(brokers, 2))
