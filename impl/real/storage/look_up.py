"""Where in a log a look-up of an offset begins to scan, for `tidemark compute look-up`."""

from __future__ import annotations

from tidemark.impl.real.storage import indexes
from tidemark.impl.real.storage.segments import MOST, floor
from tidemark.spec.functions import Computed, Function, Parameter, items, number, pairs

OFFSET = number(0, 2**63 - 1)


def _segments(text: str) -> list[int]:
    return [OFFSET(part) for part in items(text)]


def _entries(text: str) -> list[tuple[int, int]]:
    found = [(number(0, MOST)(offset), number()(place)) for offset, place in pairs(text)]
    if found != sorted(found):
        raise ValueError("the entries of an index rise")
    return found


def compute(segments: list[int], index: list[tuple[int, int]], offset: int) -> Computed:
    """The segment that may have the offset, and the position at which the scan begins."""
    if not segments or segments != sorted(segments):
        raise ValueError("a log has a segment at least, and the first offsets of its segments rise")
    base = segments[max(floor(segments, offset), 0)]
    absolute = [(base + relative, place) for relative, place in index]
    read = indexes.decode(indexes.encode(absolute, indexes.OFFSET_ENTRY, base), indexes.OFFSET_ENTRY, base)
    row = (f"{base:020}.log", max(offset - base, 0), indexes.position(read, offset))
    return Computed(("segment", "relative offset", "scan begins at byte"), [row])


FUNCTION = Function(
    "the segment and the index entry by which an offset is found",
    (
        Parameter("segments", "the first offsets of the segments: 0,1018,2042", _segments),
        Parameter("index", "entries of that segment's offset index, relative offset:position", _entries, ""),
        Parameter("offset", "what is looked up", OFFSET),
    ),
    "segments=0,1018,2042 index=23:730,46:1467,68:2109 offset=1066",
    compute,
)
