"""Retention: which segments a log deletes by time and by size, and where a reader below the log start goes on.

`tidemark compute retain` shows it (`FUNCTION`).

Read in `UnifiedLog.deleteOldSegments` and `deletableSegments`, `LocalLog.read` at 3.8.0, and in `Log.scala` and
`LogManager.scala` at 0.8.2 and 0.10.0. Whole segments are deleted, from the oldest on, up to the first that stays; so
`retention.bytes` is the least that is kept, and a record is kept until the last one of its segment is too old. The
active segment is not spared: if it is too old a new one begins in its place. Tiered storage is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tidemark.real.storage.look_up import OFFSET, read_optional
from tidemark.real.storage.names import file_name
from tidemark.real.storage.segments import Log, Segment, Settings, StoredBatch, rebuild
from tidemark.spec.families.functions import ComputedTable, Function, Parameter, choice_of, number

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


# As a function of the command line.

RESETS: tuple[Reset, ...] = ("earliest", "latest", "none")
WHY = {
    "size": "deleted by retention.bytes",
    "time": "deleted by retention.ms",
    "start": "deleted: below the log start",
}


def _read_segments(spelled: str) -> list[tuple[int, int, int]]:
    segments = []
    for part in spelled.split(","):
        base, size, latest = part.split(":") if part.count(":") == 2 else ("", "", "")
        segments.append((OFFSET(base), number()(size), OFFSET(latest)))
    bases = [base for base, _, _ in segments]
    if bases != sorted(set(bases)):
        raise ValueError("the first offsets of segments rise")
    return segments


def _read_limit(spelled: str) -> int:
    return UNLIMITED if spelled == "-1" else OFFSET(spelled)


@dataclass(frozen=True, kw_only=True)
class RetentionRun:
    """A log whose old segments are deleted, and a consumer that reads it then.

    segments: first offset, bytes and latest timestamp of each. read: the offset that the consumer asks for, if there is
    one. reset: what the consumer does if the log does not have that offset.
    """

    segments: list[tuple[int, int, int]]
    end: int
    high_watermark: int | None
    log_start: int
    now: int
    retention_ms: int
    retention_bytes: int
    read: int | None
    reset: Reset

    @property
    def mark(self) -> int:
        """The high watermark: the log end unless it was named."""
        return self.end if self.high_watermark is None else self.high_watermark

    @property
    def log(self) -> Log:
        """A log whose segments have one batch each; one without bytes is empty."""
        ends = [*(base for base, _, _ in self.segments[1:]), self.end]
        segments = []
        for (base, size, latest), after in zip(self.segments, ends, strict=True):
            batch = StoredBatch(tuple((offset, latest) for offset in sorted({base, after - 1})), size)
            segments.append(rebuild(base, [batch], Settings(), latest) if size else Segment(base, latest))
        return Log(tuple(segments))

    def check(self) -> None:
        """Refuse what no log can be.

        Raises:
            ValueError: the log end or the high watermark does not fit the segments.
        """
        last_base, size, _ = self.segments[-1]
        if self.end < last_base or (self.end == last_base) != (size == 0):
            raise ValueError(
                "the log ends behind its last segment's first offset, and there if that one is empty"
            )
        if not self.log_start <= self.mark <= self.end:
            raise ValueError("the high watermark is from the log start to the log end")

    def compute(self) -> ComputedTable:
        """A row for each segment; and where the consumer goes on, if there is one."""
        self.check()
        log, limits = self.log, Retention(self.retention_ms, self.retention_bytes)
        outcome = retain(log, limits, self.now, self.mark, self.log_start)
        reasons = {segment.base: WHY[why] for segment, why in outcome.deleted}
        rows = [
            (file_name(segment.base, ".log"), segment.size, reasons.get(segment.base, "stays"))
            for segment in log.segments
        ]
        if outcome.log.segments[0].base not in {segment.base for segment in log.segments}:
            rows.append((file_name(self.end, ".log"), 0, "begins in their place"))
        notes = [f"the log start offset is {outcome.start}"]
        if self.read is not None:
            resumed, answer = read_from(self.read, outcome.start, self.end, self.mark, self.reset)
            then = "it fails" if resumed is None else f"it goes on at {resumed}"
            notes.append(f"a consumer asks for offset {self.read} and gets {answer}; {then}")
        return ComputedTable(("segment", "bytes", ""), rows, tuple(notes))


FUNCTION = Function(
    "the segments that retention deletes, and a reader below the log start",
    (
        Parameter(
            "segments",
            "segments as first offset:bytes:latest timestamp, 0:100:5,50:100:9; the last one is active",
            _read_segments,
        ),
        Parameter("end", "the log end offset", OFFSET),
        Parameter("high-watermark", "the high watermark; without, the log end", read_optional, ""),
        Parameter("log-start", "the log start offset so far", OFFSET, "0"),
        Parameter("now", "the time, as the timestamps", OFFSET, "0"),
        Parameter("retention-ms", "retention.ms; -1 for no limit", _read_limit, str(Retention().ms)),
        Parameter("retention-bytes", "retention.bytes; -1 for no limit", _read_limit, "-1"),
        Parameter("read", "an offset that a consumer asks for then", read_optional, ""),
        Parameter("reset", f"auto.offset.reset: {', '.join(RESETS)}", choice_of(RESETS), "latest"),
    ),
    "segments=0:100:10,40:100:20,90:100:30 end=120 now=60 retention-ms=35 read=7 reset=earliest",
    lambda **parameters: RetentionRun(**parameters).compute(),
)
