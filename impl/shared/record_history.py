"""What happened to records, from the scenes alone: the facts of each step, and the life of one record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tidemark.impl.shared.scene import Scene, names
from tidemark.spec import Event


def must_stay(scene: Scene, record: int) -> bool:
    """Whether the record is acknowledged, or below the high watermark of a broker that presumes to lead."""
    if record in scene.acknowledged:
        return True
    return any(entry.record == record for b in scene.brokers if b.leads for entry in b.committed_entries)


def facts(scenes: Sequence[Scene], numbers: Sequence[int], sentence: str) -> list[str]:
    """What the last step did to records, and a change of the ISR that the sentence does not mention.

    `numbers` has the step of each scene.
    """
    before, after = scenes[-2:]
    sentences = []
    for record in _records(after):
        acknowledged = record in after.acknowledged and record not in before.acknowledged
        if acknowledged or (must_stay(after, record) and _since(record, scenes[:-1], numbers) is None):
            sentences.append(f"m{record} is {'acknowledged' if acknowledged else 'committed'}.")
    for old, new in zip(before.brokers, after.brokers, strict=True):
        gone = [entry for entry in old.log if entry not in new.log]
        sentences += [
            f"{entry.name}{_history(entry.record, scenes, numbers)} is gone from broker {new.number}."
            for entry in gone
        ]
    silent = before.leader_epoch == after.leader_epoch and names(after.isr) not in sentence
    if silent and before.isr != after.isr:
        sentences.append(f"The ISR is now {names(after.isr)}.")
    return sentences


def _since(record: int, scenes: Sequence[Scene], numbers: Sequence[int]) -> int | None:
    """The step in which a record was first committed or acknowledged."""
    later = zip(numbers[1:], scenes[1:], strict=False)
    return next((number for number, scene in later if must_stay(scene, record)), None)


def _history(record: int, scenes: Sequence[Scene], numbers: Sequence[int]) -> str:
    since = _since(record, scenes, numbers)
    if since is None:
        return ", never committed,"
    verb = "acknowledged" if record in scenes[-2].acknowledged else "committed"
    return f", {verb} in step {since},"


def _records(scene: Scene) -> list[int]:
    return sorted({entry.record for b in scene.brokers for entry in b.log} | set(scene.acknowledged))


def life(scenes: Sequence[Scene], record: int) -> list[Event]:
    """What happened to a record, in order.

    The kinds: written, copied, committed, acknowledged, shown (to a consumer), cut; joined, elected, behind (a broker
    without the record became a member of the ISR, became the leader, or led already); end.
    """
    events: list[Event] = []
    for number, (before, after) in enumerate(pairwise(scenes), 2):
        events += _moves(before, after, record, number, bool(events))
        kept = any(event.kind in ("committed", "acknowledged") for event in events)
        if kept:
            events += _passed_over(before, after, record, number)
        if record in after.acknowledged and record not in before.acknowledged:
            events.append(Event(number, "acknowledged", "acknowledged to its producer"))
            if after.leader is not None and after.leader not in after.holders(record):
                events.append(Event(number, "behind", f"broker {after.leader} leads already, without it"))
        elif must_stay(after, record) and not kept:
            events.append(Event(number, "committed", "committed: below its leader's high watermark"))
        if after.shown and after.shown != before.shown and after.shown[0] == record:
            events.append(Event(number, "shown", f"shown to a consumer at offset {after.shown[1]}"))
    holders = scenes[-1].holders(record)
    if len(holders) < len(scenes[-1].brokers):
        events.append(Event(len(scenes), "end", f"at the end {only(holders)}"))
    return events


def only(holders: list[int]) -> str:
    """The brokers that have a record, in words."""
    if not holders:
        return "no broker has it"
    if len(holders) == 1:
        return f"only broker {holders[0]} has it"
    return f"only brokers {' and '.join(map(str, holders))} have it"


def _moves(before: Scene, after: Scene, record: int, number: int, written: bool) -> Iterator[Event]:
    """Where a record came to a log, or left it."""
    for old, new in zip(before.brokers, after.brokers, strict=True):
        offset = next((k for k, entry in new.by_offset if entry.record == record), 0)
        if new.has(record) and not old.has(record):
            kind = "copied" if written else "written"
            written = True
            yield Event(number, kind, f"{kind} to broker {new.number} at offset {offset}")
        if old.has(record) and not new.has(record):
            how = "lost with the disk of" if after.has_lost_disk_since(before) else "cut from"
            yield Event(number, "cut", f"{how} broker {new.number}")


def _passed_over(before: Scene, after: Scene, record: int, number: int) -> Iterator[Event]:
    """Where a broker without a record that must stay joined the ISR or became the leader."""
    holders = after.holders(record)
    for member in after.isr:
        if member not in before.isr and member not in holders:
            yield Event(number, "joined", f"broker {member} joins the ISR without it")
    if after.leader not in (None, before.leader) and after.leader not in holders:
        yield Event(number, "elected", f"broker {after.leader} is made the leader without it")
