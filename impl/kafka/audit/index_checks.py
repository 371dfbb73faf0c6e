"""The entries of a segment's indexes, checked against its batches as they are read.

A broker makes the index of its active segment as large as it may become, and a truncation sets back only how many
entries it counts, in memory: behind the last entry, old ones remain on the disk until the broker closes the file
(`AbstractIndex.truncateToEntries0`). So in the active segment of a broker that runs, or was killed, the first entry
that can't be true is taken for the first old one, and the rest of that index is not checked.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from impl.kafka.audit.problems import Problems
from impl.kafka.audit.tasks import SegmentTask
from impl.storage.indexes import Entries, decode
from impl.storage.names import file_name

_KIND = {".index": "index", ".timeindex": "time-index"}


def read_index(task: SegmentTask, suffix: str, entry: np.dtype[Any], problems: Problems) -> Entries:
    """The entries of an index of the segment; none where there is none, or where it can't be read."""
    name = file_name(task.base, suffix)
    try:
        data = (task.directory / name).read_bytes()
    except FileNotFoundError:
        data = b""
    try:
        found = decode(data, entry, task.base)
        empty = len(data) // entry.itemsize - len(found)
        if empty and not task.is_last:  # a broker cuts them off before it begins the next segment
            problems.add(f"{_KIND[suffix]}-unsorted", name, None, f"it ends in {empty:,} empty entries")
        return found
    except ValueError as error:
        problems.add(f"{_KIND[suffix]}-torn", name, None, str(error))
        return decode(data[: len(data) // entry.itemsize * entry.itemsize], entry, task.base)


class _Check:
    """The entries in order, and how many of them belong to batches that were read."""

    suffix, order = "", ""

    def __init__(self, entries: Entries, problems: Problems, task: SegmentTask) -> None:
        self.has_rest = task.is_last and not task.is_settled
        self.file = file_name(task.base, self.suffix)
        self.problems, self.base, self.kind = problems, task.base, _KIND[self.suffix]
        rises = np.ones(len(entries), bool)
        for name in entries.dtype.names or ():
            rises[1:] &= entries[name][1:] > entries[name][:-1]
        rises &= entries["offset"] >= task.base
        wrong = np.flatnonzero(~rises)
        if self.has_rest and len(wrong):
            entries, rises, wrong = entries[: wrong[0]], rises[: wrong[0]], wrong[:0]
        problems.add_all(
            f"{self.kind}-unsorted",
            self.file,
            (
                (entries["offset"][k], f"entry {k}: {_shown(entries[k])} after {_before(entries, int(k))}")
                for k in wrong
            ),
            len(wrong),
        )
        self.entries, self.done = entries[rises] if len(wrong) else entries, 0
        if len(wrong):  # what is left in order can still be compared
            keep = np.maximum.accumulate(self.entries[self.order]) == self.entries[self.order]
            self.entries = self.entries[keep]

    def take(self, found: Any) -> None:
        """The next batches of the segment."""

    def finish(self, last: int, end: int) -> None:
        """All were taken; the segment's last offset, and the byte where its batches end."""
        if self.has_rest:
            return
        entries = self.entries
        past = entries["offset"] > last
        if "position" in (entries.dtype.names or ()):
            past |= entries["position"] >= end
        wrong = np.flatnonzero(past)
        self.problems.add_all(
            f"{self.kind}-past-end",
            self.file,
            (
                (
                    entries["offset"][k],
                    f"{_shown(entries[k])}: the log ends after offset {last}, byte {end:,}",
                )
                for k in wrong
            ),
            len(wrong),
        )

    def _tell(self, entries: Entries, wrong: Any, texts: Any) -> None:
        if self.has_rest and len(wrong):
            self.entries = self.entries[:0]
            self.done = 0
            return
        self.problems.add_all(
            f"{self.kind}-wrong",
            self.file,
            (
                (entries["offset"][k], f"{_shown(entries[k])}: {text}")
                for k, text in zip(wrong, texts, strict=True)
            ),
            len(wrong),
        )


class OffsetIndexCheck(_Check):
    """Each position is that of a batch, and no record from the entry's offset on lies before it."""

    suffix, order = ".index", "position"

    def take(self, found: Any) -> None:
        """The entries whose positions lie within these batches."""
        until = int(found["position"][-1] + found["size"][-1])
        stop = int(np.searchsorted(self.entries["position"], until, "left"))
        entries, self.done = self.entries[self.done : stop], stop
        if not len(entries):
            return
        place = np.searchsorted(found["position"], entries["position"], "right") - 1
        place = np.maximum(place, 0)
        begins = found["position"][place] == entries["position"]
        behind = found["first"][place] > entries["offset"]
        wrong = np.flatnonzero(~begins | behind)
        self._tell(
            entries,
            wrong,
            (
                f"the batch there begins with offset {found['first'][place[k]]}"
                if begins[k]
                else "no batch begins there"
                for k in wrong
            ),
        )


class TimeIndexCheck(_Check):
    """Each timestamp is that of the batch with the entry's offset, and none before is later."""

    suffix, order = ".timeindex", "offset"

    def __init__(self, entries: Entries, problems: Problems, task: SegmentTask) -> None:
        super().__init__(entries, problems, task)
        self.latest = -1

    def take(self, found: Any) -> None:
        """The entries whose offsets lie within these batches."""
        stop = int(np.searchsorted(self.entries["offset"], int(found["last"][-1]), "right"))
        entries, self.done = self.entries[self.done : max(stop, self.done)], max(stop, self.done)
        latest = np.maximum.accumulate(np.maximum(found["max_time"], self.latest))
        self.latest = int(latest[-1])
        if not len(entries):
            return
        place = np.minimum(np.searchsorted(found["last"], entries["offset"], "left"), len(found) - 1)
        wrong = np.flatnonzero(
            (
                found["magic"][place] > 0
            )  # format 0 has no timestamps, and may have been given an index of them
            & ((latest[place] != entries["time"]) | (found["max_time"][place] != entries["time"]))
        )
        self._tell(
            entries,
            wrong,
            (f"the latest up to there is {latest[place[k]]}" for k in wrong),
        )


def _shown(entry: Any) -> str:
    return "(" + ", ".join(str(value) for value in entry.tolist()) + ")"


def _before(entries: Entries, number: int) -> str:
    return _shown(entries[number - 1]) if number else "nothing"
