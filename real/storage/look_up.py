"""`tidemark compute look-up`: where in a log a look-up of an offset begins to scan."""

from __future__ import annotations

from collections.abc import Callable

from tidemark.real.storage import indexes
from tidemark.real.storage.segments import MOST, floor
from tidemark.spec.families.functions import ComputedTable, Function, Parameter, items, number, pairs

OFFSET, RELATIVE = number(0, 2**63 - 1), number(0, MOST)


def _read_bases(spelled: str) -> list[int]:
    return [OFFSET(part) for part in items(spelled)]


def _read_index(
    first: Callable[[str], int], second: Callable[[str], int]
) -> Callable[[str], list[tuple[int, int]]]:
    """Reads the entries of an index, which must rise."""

    def read(spelled: str) -> list[tuple[int, int]]:
        entries = [(first(key), second(target)) for key, target in pairs(spelled)]
        if entries != sorted(entries):
            raise ValueError("the entries of an index rise")
        return entries

    return read


def read_optional(spelled: str) -> int | None:
    """An offset or a time, None if the word is empty."""
    return OFFSET(spelled) if spelled else None


def compute(
    segments: list[int],
    index: list[tuple[int, int]],
    offset: int | None,
    time_index: list[tuple[int, int]],
    time: int | None,
) -> ComputedTable:
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
    return ComputedTable(("segment", "relative offset", "scan begins at byte"), [row])


FUNCTION = Function(
    "the segment and the index entry by which an offset or a timestamp is found",
    (
        Parameter("segments", "the first offsets of the segments: 0,1018,2042", _read_bases),
        Parameter(
            "index",
            "entries of that segment's offset index, relative offset:position",
            _read_index(RELATIVE, number()),
            "",
        ),
        Parameter("offset", "what is looked up", read_optional, ""),
        Parameter(
            "time-index",
            "entries of its time index, timestamp:relative offset",
            _read_index(OFFSET, RELATIVE),
            "",
        ),
        Parameter("time", "a timestamp, in place of an offset", read_optional, ""),
    ),
    "segments=0,1018,2042 index=23:730,46:1467,68:2109 offset=1066",
    compute,
)
