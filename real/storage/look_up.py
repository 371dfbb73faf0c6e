"""Where in a log a look-up of an offset begins to scan, for `tidemark compute look-up`."""

from __future__ import annotations

from tidemark.real.storage import indexes
from tidemark.real.storage.segments import MOST, floor
from tidemark.spec.families.functions import Computed, Function, Parameter, items, number, pairs

OFFSET = number(0, 2**63 - 1)


def _segments(text: str) -> list[int]:
    return [OFFSET(part) for part in items(text)]


def _entries(text: str) -> list[tuple[int, int]]:
    found = [(number(0, MOST)(offset), number()(place)) for offset, place in pairs(text)]
    if found != sorted(found):
        raise ValueError("the entries of an index rise")
    return found


def _times(text: str) -> list[tuple[int, int]]:
    found = [(OFFSET(time), number(0, MOST)(offset)) for time, offset in pairs(text)]
    if found != sorted(found):
        raise ValueError("the entries of an index rise")
    return found


def _given(text: str) -> int | None:
    return OFFSET(text) if text else None


def compute(
    segments: list[int],
    index: list[tuple[int, int]],
    offset: int | None,
    time_index: list[tuple[int, int]],
    time: int | None,
) -> Computed:
    """The segment that may have the offset, or the timestamp, and the position at which the scan begins."""
    if not segments or segments != sorted(segments):
        raise ValueError("a log has a segment at least, and the first offsets of its segments rise")
    if (offset is None) == (time is None):
        raise ValueError("either an offset or a time is looked up")
    if time is not None and len(segments) > 1:
        raise ValueError(
            "a time is looked up in one segment: the first one with a timestamp that is not earlier"
        )
    base = segments[max(floor(segments, offset), 0)] if offset is not None else segments[0]
    if offset is None:
        times = [(at, base + relative) for at, relative in time_index]
        entries = indexes.encode(times, indexes.TIME_ENTRY, base)
        offset = indexes.offset_before(indexes.decode(entries, indexes.TIME_ENTRY, base), time or 0, base)
    absolute = [(base + relative, position) for relative, position in index]
    read = indexes.decode(indexes.encode(absolute, indexes.OFFSET_ENTRY, base), indexes.OFFSET_ENTRY, base)
    row = (f"{base:020}.log", max(offset - base, 0), indexes.position(read, offset))
    return Computed(("segment", "relative offset", "scan begins at byte"), [row])


FUNCTION = Function(
    "the segment and the index entry by which an offset or a timestamp is found",
    (
        Parameter("segments", "the first offsets of the segments: 0,1018,2042", _segments),
        Parameter("index", "entries of that segment's offset index, relative offset:position", _entries, ""),
        Parameter("offset", "what is looked up", _given, ""),
        Parameter("time-index", "entries of its time index, timestamp:relative offset", _times, ""),
        Parameter("time", "a timestamp, in place of an offset", _given, ""),
    ),
    "segments=0,1018,2042 index=23:730,46:1467,68:2109 offset=1066",
    compute,
)
