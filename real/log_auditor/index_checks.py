"""Checks the entries of a segment's indexes against its batches as they are read.

A broker makes the index of its active segment as large as it may become, and a truncation sets back only how many
entries it counts, in memory: behind the last entry, old ones remain on the disk until the broker closes the file
(`AbstractIndex.truncateToEntries0`). So in the active segment of a broker that runs, or was killed, the first entry
that can't be true counts as the first old one, and the rest of that index is not checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tidemark.real.log_auditor.problems import Problems
from tidemark.real.log_auditor.tasks import SegmentTask
from tidemark.real.storage import files
from tidemark.real.storage.batches import Rows
from tidemark.real.storage.indexes import Entries, decode
from tidemark.real.storage.names import file_name

SMALLEST = 26
"""Bytes of the smallest message of format 0."""
SPARE = 1024
"""Entries that are read whatever the segment's size."""
MANY = 4
"""Times as much of a segment without entries as between any two, before an offset index counts as short."""
LARGE = 16 << 20
"""Bytes that no fetch of a follower brings, unless it is configured to."""
_KIND = {".index": "index", ".timeindex": "time-index"}


def read_index(
    task: SegmentTask, suffix: str, entry: np.dtype[Any], size: int, problems: Problems
) -> Entries:
    """The entries of an index of a segment of `size` bytes: at most one for each batch that it has room for."""
    name = file_name(task.base, suffix)
    try:
        most = (size // SMALLEST + SPARE) * entry.itemsize
        data, length, has_more = files.read_start(task.replica.directory / name, most)
    except FileNotFoundError:
        return decode(b"", entry, task.base)
    entries = decode(data[: len(data) // entry.itemsize * entry.itemsize], entry, task.base)
    empty = length // entry.itemsize - len(entries)
    if has_more:
        message = f"{length:,} bytes are more than the segment's {size:,} bytes can have entries"
        problems.add("oversized", name, None, message)
    elif length % entry.itemsize:
        message = f"{length:,} bytes are no whole number of entries of {entry.itemsize}"
        problems.add(f"{_KIND[suffix]}-torn", name, None, message)
    elif empty and not task.is_last:  # a broker cuts them off before it begins the next segment
        problems.add(f"{_KIND[suffix]}-unsorted", name, None, f"it ends in {empty:,} empty entries")
    return entries


class _Check:
    """The entries in order, and how many of them belong to batches that were read."""

    suffix, order = "", ""

    def __init__(self, entries: Entries, problems: Problems, task: SegmentTask) -> None:
        self.has_rest = task.is_last and not task.replica.is_settled
        self.file = file_name(task.base, self.suffix)
        self.problems, self.base, self.kind = problems, task.base, _KIND[self.suffix]
        rises = np.ones(len(entries), bool)
        for name in entries.dtype.names or ():
            rises[1:] &= entries[name][1:] > entries[name][:-1]
        rises &= entries["offset"] >= task.base
        wrong = np.flatnonzero(~rises)
        if self.has_rest and len(wrong):
            entries, rises, wrong = entries[: wrong[0]], rises[: wrong[0]], wrong[:0]

        def describe(k: int) -> tuple[int, str]:
            before = _format(entries[k - 1]) if k else "nothing"
            return entries["offset"][k], f"entry {k}: {_format(entries[k])} after {before}"

        problems.add_each(f"{self.kind}-unsorted", self.file, wrong, describe)
        self.entries, self.done = entries[rises] if len(wrong) else entries, 0
        if len(wrong):  # what is left in order can still be compared
            keep = np.maximum.accumulate(self.entries[self.order]) == self.entries[self.order]
            self.entries = self.entries[keep]

    def take(self, batches: Rows) -> None:
        """Check the entries that belong to the next batches of the segment."""

    def finish(self, last: int, end: int) -> None:
        """Check what is left after all batches. last: the segment's last offset. end: where its batches end."""
        if self.has_rest:
            return
        entries = self.entries
        past = entries["offset"] > last
        if "position" in (entries.dtype.names or ()):
            past |= entries["position"] >= end

        def describe(entry: Any) -> tuple[int, str]:
            return entry["offset"], f"{_format(entry)}: the log ends after offset {last}, byte {end:,}"

        self.problems.add_each(f"{self.kind}-past-end", self.file, entries[past], describe)

    def _report(self, entries: Entries, is_wrong: Rows, explain: Callable[[int], str]) -> None:
        """Report the entries that are wrong, unless they are old ones behind the last."""
        wrong = np.flatnonzero(is_wrong)
        if self.has_rest and len(wrong):
            self.entries = self.entries[:0]
            self.done = 0
            return

        def describe(k: int) -> tuple[int, str]:
            return entries["offset"][k], f"{_format(entries[k])}: {explain(k)}"

        self.problems.add_each(f"{self.kind}-wrong", self.file, wrong, describe)


class OffsetIndexCheck(_Check):
    """Each position is that of a batch, and no record from the entry's offset on lies before it."""

    suffix, order = ".index", "position"

    def take(self, batches: Rows) -> None:
        """Check the entries whose positions lie within these batches."""
        until = int(batches["position"][-1] + batches["size"][-1])
        stop = int(np.searchsorted(self.entries["position"], until, "left"))
        entries, self.done = self.entries[self.done : stop], stop
        if not len(entries):
            return
        rows = np.searchsorted(batches["position"], entries["position"], "right") - 1
        rows = np.maximum(rows, 0)
        begins = batches["position"][rows] == entries["position"]
        behind = batches["first"][rows] > entries["offset"]

        def explain(k: int) -> str:
            if begins[k]:
                return f"the batch there begins with offset {batches['first'][rows[k]]}"
            return "no batch begins there"

        self._report(entries, ~begins | behind, explain)


class TimeIndexCheck(_Check):
    """Each timestamp is that of the batch with the entry's offset, and none before is later."""

    suffix, order = ".timeindex", "offset"

    def __init__(self, entries: Entries, problems: Problems, task: SegmentTask) -> None:
        super().__init__(entries, problems, task)
        self.latest = -1

    def take(self, batches: Rows) -> None:
        """Check the entries whose offsets lie within these batches."""
        stop = int(np.searchsorted(self.entries["offset"], int(batches["last"][-1]), "right"))
        entries, self.done = self.entries[self.done : max(stop, self.done)], max(stop, self.done)
        latest = np.maximum.accumulate(np.maximum(batches["max_time"], self.latest))
        self.latest = int(latest[-1])
        if not len(entries):
            return
        rows = np.minimum(np.searchsorted(batches["last"], entries["offset"], "left"), len(batches) - 1)
        has_times = batches["magic"][rows] > 0  # format 0 has none, and may have been given an index of them
        differs = (latest[rows] != entries["time"]) | (batches["max_time"][rows] != entries["time"])
        self._report(entries, has_times & differs, lambda k: f"the latest up to there is {latest[rows[k]]}")


def report_short_indexes(
    problems: Problems, task: SegmentTask, offsets: Entries, times: Entries, end: int, latest: int
) -> None:
    """Indexes of a closed segment that end too early: a broker adds the latest timestamp when it closes one.

    An offset index may end early without any damage: a follower adds one entry for all that one fetch brought. But
    entries of the time index are added with one of the offset index, when a broker stops, or when it closes the
    segment; not then if it cut the segment since it started, so that no entry was left (`LogSegment.truncateTo`).
    """
    name = file_name(task.base, ".timeindex")
    if name in task.names and latest >= 0 and (not len(times) or times["time"].max() < latest):
        message = f"it ends at {times['time'].max()}" if len(times) else "it is empty"
        kind = "time-index-short" if len(times) or len(offsets) else "time-index-empty"
        problems.add(kind, name, None, f"{message}: the latest timestamp is {latest}")
    name = file_name(task.base, ".index")
    if name in task.names and len(offsets):
        uncovered = end - int(offsets["position"][-1])
        apart = int(np.diff(offsets["position"], prepend=0).max())
        beyond = int(np.count_nonzero(times["offset"] > offsets["offset"][-1]))
        if uncovered > MANY * apart and (beyond >= MANY or uncovered > LARGE):
            message = (
                f"{uncovered:,} bytes follow the last entry; the others are at most {apart:,} bytes apart"
            )
            problems.add("index-short", name, int(offsets["offset"][-1]), message)


def _format(entry: Any) -> str:
    return "(" + ", ".join(str(value) for value in entry.tolist()) + ")"
