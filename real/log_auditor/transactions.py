"""Checks each index of aborted transactions (`.txnindex`) against the marks that end them.

An entry is written when a mark aborts a transaction that has records in the partition (`UnifiedLog.append`): its
producer, its first offset, the mark's offset. A consumer that reads what is committed leaves out what the index names,
and never looks at the mark itself. Compaction takes the records of aborted transactions first, and keeps mark and entry
for a while.

An entry is written after its mark, and a truncation cuts the index before the log. So the index of the active segment
may differ from the log if the broker runs or was killed: it is not checked. The broker builds it again when it starts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from tidemark.base.regular_files import open_regular
from tidemark.real.log_auditor.problems import Problems
from tidemark.real.log_auditor.tasks import SegmentTask
from tidemark.real.storage.batches import ABORT, COMMIT, CONTROL, NO_MARK, TRANSACTIONAL, Rows
from tidemark.real.storage.names import file_name

ENTRY = np.dtype(
    [("version", ">i2"), ("producer", ">i8"), ("first", ">i8"), ("last", ">i8"), ("stable", ">i8")]
)
"""An entry of `.txnindex`: 34 bytes. `last` is the mark's offset, `stable` the last stable offset then."""
EVENT = np.dtype([("producer", "i8"), ("first", "i8"), ("mark", "i2"), ("is_old", "?"), ("is_sure", "?")])
"""A batch of a transaction, or its end.

The last one of a producer is remembered, as `is_old`; then `first` is where its transaction began, as far as the
segment shows: `is_sure` if it did not begin before the segment.
"""
SMALLEST = 78
"""Bytes of a mark."""
READ = 1 << 16
"""Entries that are in memory."""


@dataclass(frozen=True)
class TransactionEnd:
    """A mark whose transaction may have begun before the segment.

    `begin`: its first offset here, or -1; `indexed`: its first offset by the index, or -1 if that has no entry.
    """

    producer: int
    offset: int
    mark: int
    begin: int
    indexed: int


@dataclass
class Transactions:
    """What a segment has of transactions that began before it, or go on behind it: `last` events of producers."""

    ends: list[TransactionEnd] = field(default_factory=list)
    last: Rows = field(default_factory=lambda: np.empty(0, EVENT))
    has_index: bool = False
    is_checked: bool = True


@dataclass(frozen=True)
class _Marks:
    """Marks in the order of their offsets; `begin`: where each transaction began here, -1 if it has no records here."""

    producer: Rows
    offset: Rows
    mark: Rows
    begin: Rows
    is_sure: Rows


class TransactionCheck:
    """The entries of a segment's index of aborted transactions, beside the batches as they are read."""

    suffix = ".txnindex"

    def __init__(self, task: SegmentTask, room: int, problems: Problems) -> None:
        """`room`: the bytes of the segment, which bound the marks that it can have."""
        self.task, self.problems, self.file = task, problems, file_name(task.base, self.suffix)
        self.transactions = Transactions(is_checked=not task.is_last or task.replica.is_settled)
        self.entries, self.position, self.size = np.empty(0, ENTRY), 0, 0
        self.index: BinaryIO | None = None
        if self.transactions.is_checked and self.file in task.names:
            self._open(task.replica.directory / self.file, (room // SMALLEST + 1) * ENTRY.itemsize)

    def _open(self, path: Path, most: int) -> None:
        try:
            self.index = open_regular(path)
        except FileNotFoundError:
            return
        self.transactions.has_index = True
        self.size = self.index.seek(0, 2)
        self.index.seek(0)
        if self.size > most:
            message = f"{self.size:,} bytes are more than the segment can have marks"
            self.problems.add("oversized", self.file, None, message)
            self.size = most
        elif self.size % ENTRY.itemsize:
            message = f"{self.size:,} bytes are no whole number of entries of {ENTRY.itemsize}"
            self.problems.add("txn-index-torn", self.file, None, message)

    def take(self, batches: Rows) -> None:
        """Check the index against the next batches."""
        ends = batches["mark"] >= 0
        inside = ((batches["attributes"] & TRANSACTIONAL) != 0) & ((batches["attributes"] & CONTROL) == 0)
        transactional = batches[(inside | (ends & (batches["mark"] <= COMMIT))) & (batches["producer"] >= 0)]
        if not len(transactional) and not len(self.entries) and self.position >= self.size:
            return
        events = np.zeros(len(transactional), EVENT)
        for name in ("producer", "first", "mark"):
            events[name] = transactional[name]
        self._compare(_pair_with_begins(self.transactions, events), int(batches["last"][-1]))

    def _compare(self, marks: _Marks, last: int) -> None:
        entries = self._entries(last)
        rows = np.minimum(np.searchsorted(marks.offset, entries["last"]), max(len(marks.offset) - 1, 0))
        for entry, k in zip(entries, rows, strict=True):
            self._entry(entry, marks, int(k))
        has = np.isin(marks.offset, entries["last"])
        for k in np.flatnonzero(~marks.is_sure):
            indexed = entries["first"][entries["last"] == marks.offset[k]]
            row = (marks.producer[k], marks.offset[k], marks.mark[k], marks.begin[k], *indexed[:1], -1)
            self.transactions.ends.append(TransactionEnd(*map(int, row[:5])))
        missing = (marks.mark == ABORT) & marks.is_sure & (marks.begin >= 0) & ~has
        for k in np.flatnonzero(missing) if self.transactions.is_checked else ():
            producer, offset = int(marks.producer[k]), int(marks.offset[k])
            report_missing(self.problems, self.file, self.transactions.has_index, producer, offset)

    def _entry(self, entry: Any, marks: _Marks, k: int) -> None:
        offset, producer = int(entry["last"]), int(entry["producer"])
        is_there = k < len(marks.offset) and marks.offset[k] == offset and marks.producer[k] == producer
        message = ""
        if entry["version"] != 0:
            message = f"the entry has version {entry['version']}, and should have 0"
        elif is_there and marks.mark[k] == COMMIT:
            message = "the mark there commits it"
        elif entry["stable"] > offset + 1:
            message = f"the last stable offset was {entry['stable']}, behind the mark"
        elif self.task.replica.is_compacted:
            return  # the cleaner took away what it speaks of
        elif not is_there or marks.mark[k] != ABORT:
            message = "no mark there aborts it"
        elif marks.is_sure[k] and marks.begin[k] != entry["first"]:
            message = describe_begin(int(marks.begin[k]), int(entry["first"]))
        if message:
            message = f"producer {producer}, offset {offset}: {message}"
            self.problems.add("txn-index-wrong", self.file, offset, message)

    def _entries(self, last: int) -> Rows:
        """The next entries, up to an offset."""
        while self.index and self.position < self.size:
            if len(self.entries) and self.entries["last"][-1] > last:
                break
            data = self.index.read(READ * ENTRY.itemsize)
            self.position = self.size if len(data) < ENTRY.itemsize else self.position + len(data)
            piece = np.frombuffer(data[: len(data) // ENTRY.itemsize * ENTRY.itemsize], ENTRY)
            self.entries = np.concatenate((self.entries, piece))
            if len(self.entries) > READ:
                break
        is_due = np.maximum.accumulate(self.entries["last"]) <= last
        count = int(np.count_nonzero(is_due))
        entries, self.entries = self.entries[:count], self.entries[count:]
        return entries

    def finish(self) -> Transactions:
        """Report the entries that are left after all batches: the segment does not have their offsets."""
        if len(self.entries):
            first = int(self.entries["last"][0])
            message = f"{len(self.entries):,} entries, from offset {first} on, are past the end"
            self.problems.add("txn-index-wrong", self.file, first, message)
        if self.index:
            self.index.close()
        return self.transactions


def report_missing(problems: Problems, file: str, has_index: bool, producer: int, offset: int) -> None:
    """Report an aborted transaction that has no entry."""
    kind = "txn-index-wrong" if has_index else "txn-index-missing"
    problems.add(kind, file, offset, f"producer {producer} aborts at offset {offset}, and no entry says so")


def describe_begin(begin: int, indexed: int) -> str:
    """The message for an entry whose first offset is not that of its transaction."""
    return f"it begins at {begin}, not at {indexed}" if begin >= 0 else "the transaction has no records"


def _pair_with_begins(transactions: Transactions, events: Rows) -> _Marks:
    """The marks among these events, each with where its transaction began; what goes on is remembered."""
    all_ = np.concatenate((transactions.last, events))
    all_ = all_[np.argsort(all_["producer"], kind="stable")]
    is_mark = all_["mark"] != NO_MARK
    is_head = np.ones(len(all_), bool)
    is_head[1:] = all_["producer"][1:] != all_["producer"][:-1]
    is_first = is_head.copy()  # of a transaction
    is_first[1:] |= is_mark[:-1]
    all_["is_sure"] = np.where(is_head, all_["is_old"] & all_["is_sure"], True)
    start = np.maximum.accumulate(np.where(is_first, np.arange(len(all_)), 0))
    begin = np.where(is_mark[start], -1, all_["first"][start])
    sure = all_["is_sure"][start]
    rows = np.flatnonzero(is_mark & ~all_["is_old"])
    rows = rows[np.argsort(all_["first"][rows], kind="stable")]
    lasts = np.flatnonzero(np.append(is_head[1:], True))[: len(all_)]
    transactions.last = all_[lasts].copy()
    transactions.last["first"] = np.where(is_mark[lasts], all_["first"][lasts], begin[lasts])
    transactions.last["is_sure"] = is_mark[lasts] | sure[lasts]
    transactions.last["is_old"] = True
    return _Marks(all_["producer"][rows], all_["first"][rows], all_["mark"][rows], begin[rows], sure[rows])
