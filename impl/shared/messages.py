"""The messages of brokers, the controller and clients in a step, and the changes without a message.

Derived from the scenes before and after the step, as far as they show them.
"""

from __future__ import annotations

from collections.abc import Iterator

from tidemark.impl.shared.scene import CONSUMER, CONTROLLER, PRODUCER, Scene, SceneBroker, names
from tidemark.spec import Arrow, Note


def from_producer(before: Scene, after: Scene) -> list[Arrow]:
    """A record that a broker took from a producer."""
    if after.records_written == before.records_written:
        return []
    record = before.records_written
    took = [
        b.number
        for old, b in zip(before.brokers, after.brokers, strict=True)
        if len(b.log) > len(old.log) and b.log[-1].record == record
    ]
    return [Arrow(PRODUCER, str(number), f"m{record}") for number in took]


def to_producer(before: Scene, after: Scene) -> list[Arrow]:
    """Acknowledgements: from the broker that owed one, else from a leader that has the record."""
    arrows = []
    for record in after.acknowledged:
        if record not in before.acknowledged:
            leaders = [b.number for b in after.brokers if b.leads and b.has(record)]
            source = before.owed_by.get(record, next(iter(leaders), None))
            if source is not None:
                arrows.append(Arrow(str(source), PRODUCER, f"m{record} is acknowledged", answer=True))
    return arrows


def leader_and_isr(old: SceneBroker, new: SceneBroker, name: str) -> list[Arrow]:
    """The news of a leader epoch that arrived; `name`: what brings it, a LeaderAndIsr request for instance."""
    if new.leader_epoch == old.leader_epoch or new.leader_epoch < 0:
        return []
    who = "you lead" if new.leads else "nobody leads" if new.leader is None else f"leader {new.leader}"
    return [Arrow(CONTROLLER, str(new.number), f"{name}, epoch {new.leader_epoch}: {who}")]


def alter_partition(old: SceneBroker, new: SceneBroker) -> list[Arrow]:
    """A leader's request for another ISR, its answer, and news of an ISR in the same leader epoch."""
    number = str(new.number)
    if old.asked is None and new.asked is not None:
        return [Arrow(number, CONTROLLER, f"AlterPartition: ISR {names(new.asked)}")]
    if old.leader_epoch != new.leader_epoch or not new.leads or (old.asked, old.isr) == (new.asked, new.isr):
        return []
    answers = old.asked is not None and new.isr == old.asked
    return [Arrow(CONTROLLER, number, f"ISR {names(new.isr)}", answer=answers)]


def copied_at_once(before: Scene, old: SceneBroker, new: SceneBroker) -> list[Arrow]:
    """A record that a follower copied in one step, where fetches are not modelled message by message."""
    copied = len(new.log) > len(old.log) and not new.leads and new.leader is not None
    if not copied or new.leader_epoch != old.leader_epoch:
        return []
    label = f"fetch: {new.log[-1].name}, HW {before.brokers[new.leader or 0].high_watermark}"
    return [Arrow(str(new.leader), str(new.number), label, answer=True)]


def isr_change(before: Scene, after: Scene) -> list[Arrow]:
    """A leader that tells the controller of another ISR."""
    if before.leader_epoch != after.leader_epoch or before.isr == after.isr:
        return []
    changed = [b for old, b in zip(before.brokers, after.brokers, strict=True) if b.isr != old.isr]
    return [Arrow(str(b.number), CONTROLLER, f"ISR {names(after.isr)}") for b in changed[:1]]


def notes(before: Scene, after: Scene) -> list[Note]:
    """What a step changed without a message."""
    noted = []
    if (before.leader_epoch, before.leader) != (after.leader_epoch, after.leader):
        noted.append(Note(CONTROLLER, ", ".join(after.controller)))
    for old, new in zip(before.brokers, after.brokers, strict=True):
        changes = list(_changes_of(old, new))
        if changes:
            noted.append(Note(str(new.number), ", ".join(changes)))
    if after.shown and before.shown != after.shown:
        noted.append(Note(CONSUMER, f"is shown m{after.shown[0]} at offset {after.shown[1]}"))
    return noted


def _changes_of(old: SceneBroker, new: SceneBroker) -> Iterator[str]:
    if old.up != new.up:
        yield "restarts" if new.up else "goes down"
    gone = [entry.name for entry in old.log if entry not in new.log]
    come = [entry.name for entry in new.log if entry not in old.log]
    if gone:
        yield f"log cut from {old.end_offset} to {new.end_offset}, {' '.join(gone)} gone"
    if come:
        yield f"log {' '.join(entry.name for entry in new.log)}"
    if old.high_watermark != new.high_watermark:
        yield f"HW {new.high_watermark}"
