"""How a run is told: a sentence for each step, and the controller's record and the brokers' disks as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tidemark.impl.elections.recovery import Recovery
from tidemark.impl.elections.registration import ElectionPartition
from tidemark.impl.shared.broker_lanes import acknowledged_cell, broker_lane, controller_lane
from tidemark.spec import Lane, Picture, Titles, none
from tidemark.spec.families.telling import Story

TITLES = Titles("broker", "record", "acknowledged", "acknowledged", "role")


def picture_of(p: ElectionPartition) -> Picture:
    """The picture of a state."""
    record = [f"leader {p.leader}", f"ISR {p.isr}", f"min.insync.replicas {p.min_isr}"]
    if p.settings.elr:
        record.insert(2, f"ELR {p.elr}")
    if p.goes_by() != p.min_isr:
        record.append(f"the leader goes by {p.goes_by()}")
    if p.last_known != none:
        record.append(f"last known leader {p.last_known}")
    if p.settings.recovery != Recovery.manual:
        record.append(f"last known ELR {p.last_elr}")
    return Picture((controller_lane(record), *(_lane(p, broker) for broker in p.brokers.indices())), TITLES)


def _lane(p: ElectionPartition, broker: Any) -> Lane:
    broker_state = p.brokers[broker]
    role = "leads" if p.leader == broker else "in the ISR" if p.isr.has(broker) else "in no set"
    role = "in the ELR" if p.elr.has(broker) else role
    conditions = {
        "fenced": broker_state.is_fenced,
        "stopping": broker_state.is_stopping,
        "ended cleanly": broker_state.ended_cleanly,
    }
    lines = tuple(words for words, holds in conditions.items() if holds)
    role = role if broker_state.is_up else f"down, {role}"
    cells = tuple(
        acknowledged_cell(int(record), bool(p.acknowledged.has(record)))
        for record in broker_state.log.ids()
        if broker_state.log.has(record)
    )
    lead: Literal["", "true"] = "true" if p.leader == broker else ""
    return broker_lane(broker, role, cells, lines, lead, is_up=bool(broker_state.is_up))


def _registration(state: Any) -> str:
    """The controller's record after a step that changed it; empty if the step did not."""
    was, now = state.was, state.now
    if was.leader == now.leader and was.isr == now.isr and was.elr == now.elr:
        return ""
    recovers = now.settings.recovery != Recovery.manual
    elr = f", ELR {now.elr}" if now.settings.elr else ""
    elr += f", last known ELR {now.last_elr}" if recovers else ""
    sentences = f" Leader {now.leader}, ISR {now.isr}{elr}."
    if now.leader not in (none, was.leader):
        if recovers and not was.isr.has(now.leader) and not was.elr.has(now.leader):
            sentences += " Of the logs that were compared, its log is the best."
        elif was.last_known == now.leader and was.isr.is_empty() and not was.elr.has(now.leader):
            sentences += " It is the last known leader."
        elif not was.isr.has(now.leader) and not was.elr.has(now.leader):
            sentences += " It was neither in the ISR nor in the ELR: the election is unclean."
    return sentences


def _records(log: Any) -> str:
    names = [f"m{record}" for record in log.ids() if log.has(record)]
    return ", ".join(names) or "no record"


def _progress(state: Any) -> str:
    """Which records a step committed."""
    was, now = state.was, state.now
    acknowledged, read = now.acknowledged - was.acknowledged, now.consumed - was.consumed
    sentences = ""
    if not acknowledged.is_empty():
        sentences += f" {_records(acknowledged)} is acknowledged."
    refused = read - now.acknowledged
    if not refused.is_empty():
        sentences += f" Consumers read {_records(refused)}; its producer is told that it failed."
    return sentences


def _appends(record: Any, state: Any, **_: Any) -> str:
    return f"Leader {state.was.leader} appends m{record}.{_progress(state)}"


def _fetches(follower: Any, state: Any, **_: Any) -> str:
    was, now = state.was.brokers[follower].log, state.now.brokers[follower].log
    cut = f", and cuts {_records(was - now)}" if not (was - now).is_empty() else ""
    return f"Broker {follower} fetches, and has {_records(now)}{cut}.{_progress(state)}"


def _powerless(broker: Any, state: Any, **_: Any) -> str:
    was, now = state.was.brokers[broker].log, state.now.brokers[broker].log
    return f"Broker {broker} loses power, and with it {_records(was - now)}."


def _diskless(broker: Any, state: Any, **_: Any) -> str:
    log = state.was.brokers[broker].log
    lost = "" if log.is_empty() else f" {_records(log)} is gone from it."
    return f"Broker {broker} loses its disk: its log is empty when it comes back.{lost}"


def _registers(broker: Any, state: Any, **_: Any) -> str:
    clean = state.was.brokers[broker].ended_cleanly
    how = "after a clean shutdown" if clean else "without a clean shutdown"
    return f"Broker {broker} restarts {how}, and registers.{_registration(state)}"


def _with_changes(sentence: str) -> Story:
    """A sentence, and what it changed."""
    return lambda state, **arguments: sentence.format(**arguments) + _registration(state) + _progress(state)


STORIES: Mapping[str, Story] = {
    "leader_appends": _appends,
    "follower_fetches": _fetches,
    "leader_shrinks_isr": _with_changes("The leader takes broker {follower} out of the ISR."),
    "leader_expands_isr": _with_changes("The leader takes broker {follower} into the ISR."),
    "broker_crashes": "Broker {broker} crashes; its disk keeps everything.",
    "broker_loses_power": _powerless,
    "broker_loses_disk": _diskless,
    "controller_notices_failure": _with_changes(
        "The session of broker {broker} ends, and the controller fences it."
    ),
    "broker_is_gone": _with_changes("Broker {broker} is gone for good, with its disk."),
    "broker_is_cut_off": _with_changes("Broker {broker} is cut off from the controller, which fences it."),
    "broker_registers": _registers,
    "broker_is_unfenced": _with_changes("Broker {broker} has its session again."),
    "broker_begins_shutdown": _with_changes("Broker {broker} begins a controlled shutdown."),
    "broker_stops": _with_changes("Broker {broker} stops; its shutdown is clean."),
    "operator_changes_min_isr": _with_changes("An operator sets min.insync.replicas to {min_isr}."),
    "leader_hears_min_isr": lambda state: (
        f"The leader hears that min.insync.replicas is {state.now.min_isr}.{_progress(state)}"
    ),
}
