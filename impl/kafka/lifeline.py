"""What became of records, from the states alone: the facts of each step, and the life of the lost record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from checker.analyses.necessity import is_kept
from impl.kafka.scene import Scene, names, reader


@dataclass(frozen=True)
class Event:
    """Something that happened to the lost record.

    The kinds: written, copied, committed, acknowledged, shown (to a consumer), cut, joined (a broker without
    the record became a member of the ISR), elected (or the leader), behind (it led already), end.
    """

    step: int
    kind: str
    text: str


def facts_of(before: Scene, after: Scene, committed: dict[int, int], number: int) -> Iterator[str]:
    """What a step meant for records; `committed` remembers when each was first committed or acknowledged."""
    for record in _records(after):
        acknowledged = record in after.acknowledged and record not in before.acknowledged
        if acknowledged or (is_kept(after, record) and record not in committed):
            committed.setdefault(record, number)
            yield f"m{record} is {'acknowledged' if acknowledged else 'committed'}."
    for old, new in zip(before.brokers, after.brokers, strict=True):
        for cell in old.log:
            if cell not in new.log:
                yield f"{cell.name}{_since(before, cell.record, committed)} is gone from broker {new.number}."


def isr_fact(before: Scene, after: Scene, sentence: str) -> list[str]:
    """That a leader changed the ISR, where the step's sentence does not say so."""
    silent = before.leader_epoch == after.leader_epoch and names(after.isr) not in sentence
    return [f"The ISR is now {names(after.isr)}."] if silent and before.isr != after.isr else []


def _since(scene: Scene, record: int, committed: dict[int, int]) -> str:
    if record not in committed:
        return ", never committed,"
    verb = "acknowledged" if record in scene.acknowledged else "committed"
    return f", {verb} in step {committed[record]},"


def _records(scene: Scene) -> list[int]:
    return sorted({cell.record for b in scene.brokers for cell in b.log} | set(scene.acknowledged))


def lifeline_of(scenes: list[Scene | None], record: int) -> list[Event]:
    """What happened to a record, in order."""
    drawn = [scene for scene in scenes if scene]
    events: list[Event] = []
    for number, (before, after) in enumerate(pairwise(drawn), 2):
        events += _moved(before, after, record, number, bool(events))
        kept = any(event.kind in ("committed", "acknowledged") for event in events)
        if kept:
            events += _passed_over(before, after, record, number)
        if record in after.acknowledged and record not in before.acknowledged:
            events.append(Event(number, "acknowledged", "acknowledged to its producer"))
            if after.leader is not None and after.leader not in after.holders(record):
                events.append(Event(number, "behind", f"broker {after.leader} leads already, without it"))
        elif is_kept(after, record) and not kept:
            events.append(Event(number, "committed", "committed: below its leader's high watermark"))
        if (shown := reader(before, after)) and shown[0] == record:
            events.append(Event(number, "shown", f"shown to a consumer at offset {shown[1]}"))
    holders = drawn[-1].holders(record)
    if len(holders) < len(drawn[-1].brokers):
        events.append(Event(len(drawn), "end", f"at the end {only(holders)}"))
    return events


def only(holders: list[int]) -> str:
    """Who alone has a record, in words."""
    if not holders:
        return "no broker has it"
    if len(holders) == 1:
        return f"only broker {holders[0]} has it"
    return f"only brokers {' and '.join(map(str, holders))} have it"


def _moved(before: Scene, after: Scene, record: int, number: int, written: bool) -> Iterator[Event]:
    """Where a record came to a log, or left it."""
    for old, new in zip(before.brokers, after.brokers, strict=True):
        had, has = (any(cell.record == record for cell in b.log) for b in (old, new))
        offset = next((k for k, cell in enumerate(new.log) if cell.record == record), 0)
        if has and not had:
            kind = "copied" if written else "written"
            written = True
            yield Event(number, kind, f"{kind} to broker {new.number} at offset {offset}")
        if had and not has:
            yield Event(number, "cut", f"cut from broker {new.number}")


def _passed_over(before: Scene, after: Scene, record: int, number: int) -> Iterator[Event]:
    """Where a broker without a record that is to be kept got into a place that asks for it."""
    holders = after.holders(record)
    for member in after.isr:
        if member not in before.isr and member not in holders:
            yield Event(number, "joined", f"broker {member} joins the ISR without it")
    if after.leader not in (None, before.leader) and after.leader not in holders:
        yield Event(number, "elected", f"broker {after.leader} is made the leader without it")
