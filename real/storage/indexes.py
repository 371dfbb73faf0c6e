"""The files `.index` and `.timeindex` beside a segment: sparse, sorted, searched by bisection.

An entry of the offset index is an offset, relative to the segment's first, and the position of a batch in the `.log`
file (`OffsetIndex`): no record with that offset or a greater one lies before the position. An entry of the time index
is a timestamp and a relative offset (`TimeIndex`): no record up to that offset is later. While a segment is written,
its indexes are files of their full size, with zeros behind the last entry.
"""

from __future__ import annotations

from typing import Any

import numpy as np

OFFSET_ENTRY = np.dtype([("offset", ">i4"), ("position", ">i4")])
"""An entry of `.index`: 8 bytes."""
TIME_ENTRY = np.dtype([("time", ">i8"), ("offset", ">i4")])
"""An entry of `.timeindex`: 12 bytes."""

Entries = np.ndarray[Any, Any]


def decode(data: bytes, entry: np.dtype[Any], base: int) -> Entries:
    """The entries of an index file, with offsets as they are in the log; zeros behind the last entry are left out.

    base: the segment's first offset.

    Raises:
        ValueError: the file is not a whole number of entries long.
    """
    if len(data) % entry.itemsize:
        raise ValueError(f"{len(data):,} bytes are no whole number of entries of {entry.itemsize}")
    raw = np.frombuffer(data, entry)
    used = np.flatnonzero(np.frombuffer(data, f"V{entry.itemsize}") != np.void(bytes(entry.itemsize)))
    raw = raw[: used[-1] + 1 if len(used) else 0]
    fields = [(name, "i8") for name in entry.names or ()]
    entries = raw.astype(fields)
    entries["offset"] += base
    return entries


def encode(entries: list[tuple[int, int]], entry: np.dtype[Any], base: int) -> bytes:
    """The bytes of an index file: entries in the order of the file's fields, with offsets as they are in the log."""
    rows = np.array(entries, dtype=[(name, "i8") for name in entry.names or ()])
    rows["offset"] -= base
    return rows.astype(entry).tobytes()


def position(entries: Entries, offset: int) -> int:
    """Where a scan for an offset begins: the position of the greatest entry that is not above it, or 0."""
    row = int(np.searchsorted(entries["offset"], offset, "right"))
    return int(entries["position"][row - 1]) if row else 0


def offset_before(entries: Entries, time: int, base: int) -> int:
    """Where a scan for a timestamp begins: the offset of the greatest entry that is not later, or the first."""
    row = int(np.searchsorted(entries["time"], time, "right"))
    return int(entries["offset"][row - 1]) if row else base
