"""Why a record was lost, in one sentence, read from the scenes: who cut it or passed it over, and what followed.

`life` lists all that happened to a record. This module picks out what went wrong, once the record had to stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tidemark.impl.shared.record_history import must_stay
from tidemark.impl.shared.scene import Scene, SceneBroker
from tidemark.spec import HowLost


@dataclass(frozen=True)
class _Mishap:
    """What a broker did, as a predicate without its subject; `alone`: the same, where the subject is new."""

    step: int
    broker: int
    text: str
    alone: str = ""
    is_cut: bool = False


def find(scenes: Sequence[Scene], record: int) -> HowLost | None:
    """How a record that had to stay was lost; None where nothing is known of it."""
    mishaps = [*_mishaps(scenes, record)]
    if not mishaps:
        return None
    mishaps += _at_the_end(scenes, mishaps, record)
    sentence, last = "", None
    for mishap in mishaps:
        if mishap.broker == last:
            sentence += f", then {mishap.text}"
        else:
            sentence += f"{'; ' if sentence else ''}broker {mishap.broker} {mishap.alone or mishap.text}"
        last = mishap.broker
    cuts = [mishap for mishap in mishaps if mishap.is_cut]
    return HowLost((cuts or mishaps)[-1].step, f"{sentence}.")


def _mishaps(scenes: Sequence[Scene], record: int) -> Iterator[_Mishap]:
    kept = False
    for step, (before, after) in enumerate(pairwise(scenes), 2):
        had_to_stay, kept = kept, kept or must_stay(after, record)
        if had_to_stay or must_stay(before, record):
            yield from _cuts(before, after, record, step)
            yield from _passed_over(before, after, record, step)
            yield from _began_too_late(before, after, record, step)
        if record in after.acknowledged and record not in before.acknowledged:
            yield from _too_late(after, record, step)


def _cuts(before: Scene, after: Scene, record: int, step: int) -> Iterator[_Mishap]:
    for old, new in zip(before.brokers, after.brokers, strict=True):
        if old.has(record) and not new.has(record):
            yield _Mishap(step, new.number, _how_cut(before, after, old, new, record), is_cut=True)


def _how_cut(before: Scene, after: Scene, old: SceneBroker, new: SceneBroker, record: int) -> str:
    if after.has_lost_disk_since(before):
        return f"lost its disk, and m{record} with it"
    if old.up and not new.up:
        return f"lost power before m{record} was flushed"
    leader = before.brokers[new.leader] if new.leader is not None else old
    if leader is old:
        return f"cut m{record} from its log"
    to_high_watermark = new.end_offset == old.high_watermark
    if not leader.has(record) and to_high_watermark and old.asks and not old.answered:
        return f"cut its log to a high watermark below m{record}"
    if not leader.has(record):
        is_over = new.leader_epoch < before.leader_epoch
        past = f", leader of the past epoch {new.leader_epoch}" if is_over else ""
        return f"cut its log to that of broker {leader.number}{past}, which lacks m{record}"
    if old.answered and old.answered[1] == new.end_offset:
        return f"cut its log where broker {leader.number} says that epoch {old.answered[0]} ends"
    if to_high_watermark:
        behind = leader.high_watermark - old.high_watermark
        return "cut its log to a high watermark " + (
            "one fetch behind" if behind == 1 else f"below m{record}, which broker {leader.number} has"
        )
    return f"cut m{record} from its log, although broker {leader.number} has it"


def _passed_over(before: Scene, after: Scene, record: int, step: int) -> Iterator[_Mishap]:
    holders = after.holders(record)
    elected = after.leader not in (None, before.leader, *holders)
    for member in after.isr:
        if member not in (*before.isr, *holders) and not (elected and member == after.leader):
            yield _Mishap(step, member, "joined the ISR", f"joined the ISR without m{record}")
    if elected and after.leader is not None:
        outside = "" if after.leader in before.isr else " from outside the ISR"
        yield _Mishap(step, after.leader, f"was elected{outside}", f"was elected{outside} without m{record}")


def _began_too_late(before: Scene, after: Scene, record: int, step: int) -> Iterator[_Mishap]:
    """A broker that begins to lead an epoch that is over, while a member of its ISR lacks the record."""
    for old, new in zip(before.brokers, after.brokers, strict=True):
        begins = new.leads and old.leader_epoch < new.leader_epoch < after.leader_epoch
        if begins and not set(new.isr) <= set(after.holders(record)):
            yield _Mishap(step, new.number, f"began to lead the past epoch {new.leader_epoch}")


def _too_late(after: Scene, record: int, step: int) -> Iterator[_Mishap]:
    """A leader of the past that acknowledged a record which the current leader lacks."""
    holders = after.holders(record)
    if holders and after.leader not in (None, *holders):
        yield _Mishap(step, holders[0], f"acknowledged it when broker {after.leader} led already")


def _at_the_end(scenes: Sequence[Scene], mishaps: list[_Mishap], record: int) -> Iterator[_Mishap]:
    """The last broker that went wrong, if it leads at the end although it was elected earlier."""
    last, end = mishaps[-1], scenes[-1]
    broker = end.brokers[last.broker]
    if last.is_cut and broker.leads and broker.number == end.leader and not broker.has(record):
        yield _Mishap(len(scenes), broker.number, "led")
