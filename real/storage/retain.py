"""Which segments of a log retention deletes, and where a reader goes on, for `tidemark compute retain`."""

from __future__ import annotations

from dataclasses import dataclass

from tidemark.real.storage.look_up import OFFSET, read_optional
from tidemark.real.storage.names import file_name
from tidemark.real.storage.retention import UNLIMITED, Reset, Retention, read_from, retain
from tidemark.real.storage.segments import Log, Segment, Settings, StoredBatch, rebuild
from tidemark.spec.families.functions import ComputedTable, Function, Parameter, choice_of, number

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
