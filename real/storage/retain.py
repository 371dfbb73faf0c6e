"""Which segments of a log retention deletes, and where a reader goes on, for `tidemark compute retain`."""

from __future__ import annotations

from tidemark.real.storage.names import file_name
from tidemark.real.storage.retention import UNLIMITED, Reset, Retention, read_from, retain
from tidemark.real.storage.segments import Batch, Log, Segment, Settings, rebuilt
from tidemark.spec.families.functions import Computed, Function, Parameter, choice_of, number

RESETS: tuple[Reset, ...] = ("earliest", "latest", "none")
OFFSET = number(0, 2**63 - 1)
WHY = {
    "size": "deleted by retention.bytes",
    "time": "deleted by retention.ms",
    "start": "deleted: below the log start",
}


def _segments(text: str) -> list[tuple[int, int, int]]:
    found = []
    for part in text.split(","):
        base, size, latest = part.split(":") if part.count(":") == 2 else ("", "", "")
        found.append((OFFSET(base), number()(size), OFFSET(latest)))
    if [base for base, _, _ in found] != sorted({base for base, _, _ in found}):
        raise ValueError("the first offsets of segments rise")
    return found


def _limit(text: str) -> int:
    return UNLIMITED if text == "-1" else OFFSET(text)


def _offset(text: str) -> int | None:
    return OFFSET(text) if text else None


def _log(segments: list[tuple[int, int, int]], end: int) -> Log:
    """A log whose segments have one batch each; one without bytes is empty."""
    ends = [*(base for base, _, _ in segments[1:]), end]
    some = []
    for (base, size, latest), after in zip(segments, ends, strict=True):
        batch = Batch(tuple((offset, latest) for offset in sorted({base, after - 1})), size)
        some.append(rebuilt(base, [batch], Settings(), latest) if size else Segment(base, latest))
    return Log(tuple(some))


def compute(
    segments: list[tuple[int, int, int]],
    end: int,
    high_watermark: int | None,
    log_start: int,
    now: int,
    retention_ms: int,
    retention_bytes: int,
    read: int | None,
    reset: Reset,
) -> Computed:
    """A row for each segment; and with `read` where a consumer goes on that asks for that offset."""
    last, size, _ = segments[-1]
    if end < last or (end == last) != (size == 0):
        raise ValueError(
            "the log ends behind its last segment's first offset, and there if that one is empty"
        )
    mark = end if high_watermark is None else high_watermark
    if not log_start <= mark <= end:
        raise ValueError("the high watermark is from the log start to the log end")
    log = _log(segments, end)
    found = retain(log, Retention(retention_ms, retention_bytes), now, mark, log_start)
    gone = {segment.base: WHY[why] for segment, why in found.deleted}
    rows = [(file_name(one.base, ".log"), one.size, gone.get(one.base, "stays")) for one in log.segments]
    if found.log.segments[0].base not in {one.base for one in log.segments}:
        rows.append((file_name(end, ".log"), 0, "begins in their place"))
    notes = [f"the log start offset is {found.start}"]
    if read is not None:
        on, answer = read_from(read, found.start, end, mark, reset)
        where = "it fails" if on is None else f"it goes on at {on}"
        notes.append(f"a consumer asks for offset {read} and gets {answer}; {where}")
    return Computed(("segment", "bytes", ""), rows, tuple(notes))


FUNCTION = Function(
    "the segments that retention deletes, and a reader below the log start",
    (
        Parameter(
            "segments",
            "segments as first offset:bytes:latest timestamp, 0:100:5,50:100:9; the last one is active",
            _segments,
        ),
        Parameter("end", "the log end offset", OFFSET),
        Parameter("high-watermark", "the high watermark; without, the log end", _offset, ""),
        Parameter("log-start", "the log start offset so far", OFFSET, "0"),
        Parameter("now", "the time, as the timestamps", OFFSET, "0"),
        Parameter("retention-ms", "retention.ms; -1 for no limit", _limit, str(Retention().ms)),
        Parameter("retention-bytes", "retention.bytes; -1 for no limit", _limit, "-1"),
        Parameter("read", "an offset that a consumer asks for then", _offset, ""),
        Parameter("reset", f"auto.offset.reset: {', '.join(RESETS)}", choice_of(RESETS), "latest"),
    ),
    "segments=0:100:10,40:100:20,90:100:30 end=120 now=60 retention-ms=35 read=7 reset=earliest",
    compute,
)
