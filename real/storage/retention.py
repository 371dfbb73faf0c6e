"""Retention: which segments a log deletes by time and by size, and where a reader below the log start goes on.

Read in `UnifiedLog.deleteOldSegments` and `deletableSegments`, `LocalLog.read` at 3.8.0, and in `Log.scala` and
`LogManager.scala` at 0.8.2 and 0.10.0. Whole segments are deleted, from the oldest on, up to the first that stays; so
`retention.bytes` is the least that is kept, and a record is kept until the last one of its segment is too old. The
active segment is not spared: if it is too old a new one begins in its place. Tiered storage is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tidemark.real.storage.segments import Log, Segment

UNLIMITED = -1


@dataclass(frozen=True)
class Retention:
    """The topic's configuration: `retention.ms` and `retention.bytes`, -1 for no limit."""

    ms: int = 7 * 24 * 3_600_000
    bytes: int = UNLIMITED


@dataclass(frozen=True)
class RetentionOutcome:
    """A log after its old segments were deleted: those, each with why, and the log start offset."""

    log: Log
    deleted: tuple[tuple[Segment, Literal["start", "size", "time"]], ...]
    start: int


def latest_time(segment: Segment) -> int:
    """The time by which a segment's age counts: its latest timestamp (KIP-33, 0.10.1), or when it was made without one.

    Up to 0.10.0 it was the time at which the file was last written, and a replica that was copied was new again.
    """
    return segment.latest[0] if segment.latest[0] >= 0 else segment.created


def retain(log: Log, retention: Retention, now: int, high_watermark: int, start: int = 0) -> RetentionOutcome:
    """The log without its old segments: those below the log start, then by size, then by time.

    start: the log start offset so far, which `DeleteRecords` may have raised. Nothing at the high watermark or above it
    goes, so that the log start never passes it.
    """
    outcome = RetentionOutcome(log, (), max(start, log.segments[0].base))
    outcome = _without(outcome, "start", lambda segment: segment is not log.segments[-1], outcome.start)
    size = sum(segment.size for segment in outcome.log.segments)
    if 0 <= retention.bytes <= size:
        spare = size - retention.bytes

        def exceeds(segment: Segment) -> bool:
            nonlocal spare
            spare -= segment.size
            return spare >= 0

        outcome = _without(outcome, "size", exceeds, high_watermark)
    if retention.ms >= 0:
        outcome = _without(
            outcome, "time", lambda segment: now - latest_time(segment) > retention.ms, high_watermark
        )
    return outcome


def _without(
    outcome: RetentionOutcome,
    why: Literal["start", "size", "time"],
    is_old: Callable[[Segment], bool],
    below: int,
) -> RetentionOutcome:
    """Delete the oldest segments as long as a condition holds for them and they end at or below an offset."""
    segments = outcome.log.segments
    ends = [*(segment.base for segment in segments[1:]), outcome.log.end]
    count = 0
    while count < len(segments) and _goes(segments, count, is_old, ends[count] <= below):
        count += 1
    kept = segments[count:] or (Segment(outcome.log.end, segments[-1].created),)
    deleted = tuple((segment, why) for segment in segments[:count])
    return RetentionOutcome(Log(kept), (*outcome.deleted, *deleted), max(outcome.start, kept[0].base))


def _goes(
    segments: tuple[Segment, ...], number: int, is_old: Callable[[Segment], bool], is_below: bool
) -> bool:
    """Whether a segment is deleted: an empty active one is not."""
    is_empty_end = number == len(segments) - 1 and not segments[number].size
    return is_below and is_old(segments[number]) and not is_empty_end


Reset = Literal["earliest", "latest", "none"]
"""`auto.offset.reset`."""


def read_from(offset: int, start: int, end: int, high_watermark: int, reset: Reset) -> tuple[int | None, str]:
    """Where a consumer that asks for an offset goes on, and the answer that it gets.

    None where it fails: OFFSET_OUT_OF_RANGE with `none`. An offset from the high watermark to the log end is in range,
    and gives nothing yet.
    """
    if start <= offset <= end:
        return offset, "a record" if offset < high_watermark else "nothing yet"
    refused = "OFFSET_OUT_OF_RANGE"
    where: dict[Reset, int | None] = {"earliest": start, "latest": high_watermark, "none": None}
    return where[reset], refused
