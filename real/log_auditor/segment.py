"""Scans one segment once from its first byte to its last: finds what is wrong, and keeps a short account of it.

Of the batches only a hash for every `BLOCK` offsets is kept: copies are compared by these, and read again only where
they differ. So a segment's account is some kilobytes, whatever its size.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from tidemark.base.regular_files import open_regular
from tidemark.real.log_auditor.index_checks import (
    OffsetIndexCheck,
    TimeIndexCheck,
    read_index,
    report_short_indexes,
)
from tidemark.real.log_auditor.kinds import MOVING_BATCHES
from tidemark.real.log_auditor.problems import Problems
from tidemark.real.log_auditor.producers import ProducerCheck, Producers
from tidemark.real.log_auditor.tasks import SegmentTask
from tidemark.real.log_auditor.transactions import TransactionCheck, Transactions
from tidemark.real.storage import files, inside
from tidemark.real.storage.batches import NO_EPOCH, End, Rows, walk
from tidemark.real.storage.indexes import OFFSET_ENTRY, TIME_ENTRY
from tidemark.real.storage.names import SWAP, file_name
from tidemark.real.storage.records import read_batch
from tidemark.spec.families.audits import AuditFinding

BLOCK = 4096
"""Offsets that one hash stands for."""
BLOCKS = np.dtype(
    [("block", "i8"), ("hash", "u8"), ("position", "i8"), ("end", "i8"), ("first", "i8"), ("last", "i8")]
)
ATTEMPTS = 3
JUST_NOW = 60
"""Seconds before the audit in which compaction may have replaced a segment, and not yet said so in its checkpoint."""


@dataclass
class SegmentFact:
    """What a segment holds. `last` is -1 and `first` is its base where it has no batch.

    `epochs`: each leader epoch where it begins, as (epoch, offset), also where it goes on behind batches without one.
    `without_epoch`: the offset behind the last of those, 0 if all have one. `ended`: why the walk ended. `gone`: it was
    deleted meanwhile. `unread`: (path, reason), if it could not be read. `is_new`: a closed segment of a running broker
    that was written just now, as compaction does. `changed_at`: when the file was last replaced or written to.
    """

    replica: int
    base: int
    path: Path
    size: int = 0
    first: int = -1
    last: int = -1
    batches: int = 0
    records: int = 0
    formats: tuple[int, ...] = ()
    codecs: tuple[int, ...] = ()
    latest: int = -1
    epochs: tuple[tuple[int, int], ...] = ()
    without_epoch: int = 0
    blocks: Rows = field(default_factory=lambda: np.empty(0, BLOCKS))
    ended: str = "end"
    findings: tuple[AuditFinding, ...] = ()
    gone: bool = False
    unread: tuple[str, str] | None = None
    is_new: bool = False
    changed_at: float = 0.0
    producers: Producers = field(default_factory=Producers)
    transactions: Transactions = field(default_factory=Transactions)

    @property
    def end(self) -> int:
        """The offset after its last record."""
        return self.last + 1 if self.batches else self.base


def scan(task: SegmentTask) -> SegmentFact:
    """The segment's account. If it changes while it is read, and something is wrong with it, it is read again."""
    path = task.replica.directory / file_name(task.base, ".log")
    fact = SegmentFact(task.replica.number, task.base, path)
    try:
        for _ in range(ATTEMPTS):
            before = _stamp(path)
            fact = _Scan(task, path).run()
            if not fact.findings or before == _stamp(path):
                return fact
    except FileNotFoundError:
        if path.is_symlink():
            return replace(fact, unread=(str(path), "it is a link that leads nowhere"))
        return replace(fact, gone=True, findings=_report_change(task, path, "was deleted"))
    except OSError as error:
        return replace(fact, unread=(str(error.filename or path), error.strerror or str(error)))
    return replace(fact, findings=_report_change(task, path, "was written to"))


def _stamp(path: Path) -> tuple[int, int, int]:
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns


def _report_change(task: SegmentTask, path: Path, how: str) -> tuple[AuditFinding]:
    replica, message = task.replica, f"it {how} while it was read"
    return (AuditFinding("changed", replica.group, replica.data_directory, path.name, None, message),)


class _Scan:
    """One walk along a segment, which fills in its account."""

    def __init__(self, task: SegmentTask, path: Path) -> None:
        self.task, self.path = task, path
        moving = task.replica.moving
        if task.is_last and moving:
            moving |= MOVING_BATCHES
        self.problems = Problems(task.replica.group, task.replica.data_directory, moving)
        self.file = path.name
        self.fact = SegmentFact(task.replica.number, task.base, path, first=task.base)
        self.epoch = NO_EPOCH  # of the last batch that has one
        self.blocks = [np.empty(0, BLOCKS)]

    def run(self) -> SegmentFact:
        """Read it. The indexes come first, for a running broker writes them last."""
        task, fact, problems = self.task, self.fact, self.problems
        room = self.path.stat().st_size
        offsets = read_index(task, ".index", OFFSET_ENTRY, room, problems)
        times = read_index(task, ".timeindex", TIME_ENTRY, room, problems)
        indexes = OffsetIndexCheck(offsets, problems, task), TimeIndexCheck(times, problems, task)
        producers = ProducerCheck(problems, task.base, task.whole_from)
        transactions = TransactionCheck(task, room, problems)
        with open_regular(self.path) as file:
            status = os.fstat(file.fileno())
            fact.size = self._readable(status.st_size)
            end = End(0, "end")
            for batches in walk(file, fact.size):
                if isinstance(batches, End):
                    end = batches
                    break
                self._take(batches)
                for check in (*indexes, producers, transactions):
                    check.take(batches)
                if task.is_opened:
                    self._open(batches)
        for check in indexes:
            check.finish(fact.last, end.position)
        fact.is_new = task.replica.is_open and not task.is_last and status.st_ctime > task.since - JUST_NOW
        if not task.is_last and not fact.is_new:
            report_short_indexes(problems, task, offsets, times, end.position, fact.latest)
        fact.transactions = transactions.finish()
        self._report_end(end)
        self._report_missing_indexes()
        fact.blocks = _merge_blocks(np.concatenate(self.blocks))  # a block may be in two pieces
        fact.ended, fact.changed_at = end.reason, status.st_ctime
        fact.producers, fact.findings = producers.producers, tuple(problems.findings)
        return fact

    def _readable(self, size: int) -> int:
        """The bytes that a broker can read of a file of that size."""
        if size > files.LARGEST:
            message = f"{size:,} bytes: the first {files.LARGEST:,} were read"
            self.problems.add("oversized", self.file, None, message)
        return min(size, files.LARGEST)

    def _take(self, batches: Rows) -> None:
        """Check some batches against what came before them, and count them."""
        fact = self.fact
        self._check_batches(batches)
        self._check_order(batches)
        self._take_epochs(batches)
        if not fact.batches:
            fact.first = int(batches["first"][0])
        fact.batches += len(batches)
        fact.records += int(batches["count"].sum())
        fact.formats = tuple(sorted({*fact.formats, *np.unique(batches["magic"]).tolist()}))
        fact.codecs = tuple(sorted({*fact.codecs, *np.unique(batches["attributes"] & 7).tolist()}))
        fact.latest = max(fact.latest, int(batches["max_time"].max()))
        fact.last = int(batches["last"][-1])
        self.blocks.append(_blocks(batches))

    def _check_batches(self, batches: Rows) -> None:
        """Check the checksum and the header of each batch."""

        def describe(b: Any) -> tuple[int, str]:
            at = f"offset {b['first']}, byte {b['position']:,}"
            return b["first"], f"{at}: {b['computed']:08x}, not {b['crc']:08x}"

        self.problems.add_each(
            "checksum", self.file, batches[batches["crc"] != batches["computed"]], describe
        )
        first, count, span = batches["first"], batches["count"], batches["last"] - batches["first"] + 1
        wrong = batches[(span < 1) | (count < 0) | (count > span) | (first < 0)]

        def describe_header(b: Any) -> tuple[int, str]:
            return b["first"], f"offsets {b['first']} to {b['last']}, and {b['count']} records"

        self.problems.add_each("header", self.file, wrong, describe_header)

    def _check_order(self, batches: Rows) -> None:
        """Check the first offset of each batch against the segment's name and the end of the batch before."""
        first, base = batches["first"], self.task.base
        before = np.concatenate(([self.fact.end], batches["last"][:-1] + 1))

        def add(kind: str, is_wrong: Rows, describe: Callable[[int], tuple[int, str]]) -> None:
            self.problems.add_each(kind, self.file, np.flatnonzero(is_wrong), describe)

        add("below-name", first < base, lambda k: (first[k], f"offset {first[k]} in {self.file}"))
        falls = (first < before) & (first >= base)
        add("offsets-fall", falls, lambda k: (first[k], f"{first[k]} follows {before[k] - 1}"))
        if not self.task.replica.is_compacted:
            add("gap", first > before, lambda k: (before[k], f"{before[k]} to {first[k] - 1} are missing"))

    def _take_epochs(self, batches: Rows) -> None:
        """Note the leader epochs of some batches. After batches without one an epoch begins again, as in a cache."""
        fact, lacks = self.fact, batches["epoch"] == NO_EPOCH
        goes_on_without = bool(fact.batches) and fact.without_epoch == fact.end > 0
        is_behind = np.concatenate(([goes_on_without], lacks[:-1]))[~lacks]
        if lacks.any():
            fact.without_epoch = int(batches["last"][lacks].max()) + 1
        first, epoch = batches["first"][~lacks], batches["epoch"][~lacks]
        if not len(epoch):
            return
        previous = np.concatenate(([self.epoch], epoch[:-1]))
        self.problems.add_each(
            "epochs-fall",
            self.file,
            np.flatnonzero(epoch < previous),
            lambda k: (first[k], f"epoch {epoch[k]} follows {previous[k]}"),
        )
        begins = np.flatnonzero((epoch != previous) | is_behind)
        fact.epochs += tuple((int(epoch[k]), int(first[k])) for k in begins)
        self.epoch = int(epoch[-1])

    def _report_end(self, end: End) -> None:
        """Report the bytes after the last batch."""
        is_last, replica = self.task.is_last, self.task.replica
        torn = "torn-tail" if is_last else "cut-segment"
        kind = {"torn": torn, "zeros": "zeros", "unreadable": "unreadable"}.get(end.reason)
        if is_last and not replica.is_settled and end.reason in ("torn", "zeros"):
            kind = None if replica.is_open else "half-written"
        if kind:
            message = f"{self.fact.size - end.position:,} bytes from byte {end.position:,} on"
            self.problems.add(kind, self.file, self.fact.end, message)

    def _open(self, batches: Rows) -> None:
        """Read the records of each batch whose checksum is right."""
        with open_regular(self.path) as file:
            for row in batches[batches["crc"] == batches["computed"]]:
                try:
                    for _ in inside.keys(read_batch(file, int(row["position"]))):
                        pass
                except ValueError as error:
                    self.problems.add("records", self.file, int(row["first"]), str(error))

    def _report_missing_indexes(self) -> None:
        replica = self.task.replica
        for suffix, kind in ((".index", "index-missing"), (".timeindex", "time-index-missing")):
            name = file_name(self.task.base, suffix)
            # The log of a compacted segment gets its name before its indexes do.
            candidates = [name] if replica.is_settled else [name, f"{name}{SWAP}"]
            is_there = any((replica.directory / candidate).exists() for candidate in candidates)
            if self.fact.batches and name not in self.task.names and not is_there:
                message = f"{self.file} has {self.fact.batches:,} batches"
                self.problems.add(kind, name, self.task.base, message)


def _blocks(batches: Rows) -> Rows:
    """For each block of offsets the sum of its batches' hashes, and where they are."""
    rows = np.empty(len(batches), BLOCKS)
    rows["block"], rows["hash"] = batches["first"] // BLOCK, hashes(batches)
    rows["end"] = batches["position"] + batches["size"]
    for name in ("position", "first", "last"):
        rows[name] = batches[name]
    return _merge_blocks(rows)


def hashes(batches: Rows) -> Rows:
    """A hash of what must be the same on every copy of each batch: offsets, epoch, checksum, format."""
    value = np.zeros(len(batches), "u8")
    for name in ("first", "last", "epoch", "crc", "magic"):
        value ^= batches[name].astype("u8")
        value *= np.uint64(0x9E3779B97F4A7C15)
        value ^= value >> np.uint64(29)
    return value


def _merge_blocks(rows: Rows) -> Rows:
    """One row for each run of rows of one block."""
    if not len(rows):
        return rows
    starts = np.flatnonzero(np.concatenate(([True], rows["block"][1:] != rows["block"][:-1])))
    ends = np.concatenate((starts[1:], [len(rows)])) - 1
    merged = rows[starts].copy()
    merged["hash"] = np.add.reduceat(rows["hash"], starts)
    merged["end"], merged["last"] = rows["end"][ends], rows["last"][ends]
    return merged
