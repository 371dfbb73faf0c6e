"""One segment, read once from its first byte to its last: what is wrong in it, and a short account of what it holds.

Of the batches only a hash for every `BLOCK` offsets is kept: copies are compared by these, and read again only where
they differ. So a segment's account is some kilobytes, whatever its size.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from tidemark.base.regular_files import open_regular
from tidemark.real.audit.index_checks import OffsetIndexCheck, TimeIndexCheck, read_index, tell_short
from tidemark.real.audit.kinds import MOVING_BATCHES
from tidemark.real.audit.problems import Problems
from tidemark.real.audit.producers import ProducerCheck, Producers
from tidemark.real.audit.tasks import SegmentTask
from tidemark.real.audit.transactions import TransactionCheck, Transactions
from tidemark.real.storage import files, inside
from tidemark.real.storage.batches import NO_EPOCH, End, walk
from tidemark.real.storage.indexes import OFFSET_ENTRY, TIME_ENTRY
from tidemark.real.storage.names import SWAP, file_name
from tidemark.real.storage.records import read_batch
from tidemark.spec.families.audits import Finding

BLOCK = 4096
"""Offsets that one hash stands for."""
BLOCKS = np.dtype(
    [("block", "i8"), ("hash", "u8"), ("position", "i8"), ("end", "i8"), ("first", "i8"), ("last", "i8")]
)
ATTEMPTS = 3
JUST_NOW = 60
"""Seconds before the audit in which compaction may have replaced a segment, and not yet said so in its checkpoint."""
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
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
    blocks: Array = field(default_factory=lambda: np.empty(0, BLOCKS))
    ended: str = "end"
    findings: tuple[Finding, ...] = ()
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
        return replace(fact, gone=True, findings=(_changed(task, path, "was deleted"),))
    except OSError as error:
        return replace(fact, unread=(str(error.filename or path), error.strerror or str(error)))
    return replace(fact, findings=(_changed(task, path, "was written to"),))


def _stamp(path: Path) -> tuple[int, int, int]:
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns


def _changed(task: SegmentTask, path: Path, how: str) -> Finding:
    return Finding(
        "changed", task.replica.group, task.replica.place, path.name, None, f"it {how} while it was read"
    )


class _Scan:
    """One walk along a segment."""

    def __init__(self, task: SegmentTask, path: Path) -> None:
        self.task, self.path = task, path
        moving = task.replica.moving | (
            MOVING_BATCHES if task.is_last and task.replica.moving else frozenset()
        )
        self.problems = Problems(task.replica.group, task.replica.place, moving)
        self.file = path.name
        self.end_offset, self.epoch = -1, NO_EPOCH  # of what was read so far
        self.first, self.batches, self.records, self.latest = -1, 0, 0, -1
        self.formats, self.codecs = set[int](), set[int]()
        self.epochs: list[tuple[int, int]] = []
        self.without_epoch = 0
        self.blocks: list[Array] = []

    def run(self) -> SegmentFact:
        """Read it. The indexes come first, for a running broker writes them last."""
        task = self.task
        room = self.path.stat().st_size
        offsets = read_index(task, ".index", OFFSET_ENTRY, room, self.problems)
        times = read_index(task, ".timeindex", TIME_ENTRY, room, self.problems)
        producers = ProducerCheck(self.problems, task.base, task.whole_from)
        transactions = TransactionCheck(task, room, self.problems)
        by_offset, by_time = (
            OffsetIndexCheck(offsets, self.problems, task),
            TimeIndexCheck(times, self.problems, task),
        )
        with open_regular(self.path) as file:
            status = os.fstat(file.fileno())
            size = self._readable(status.st_size)
            end = End(0, "end")
            for batches in walk(file, size):
                if isinstance(batches, End):
                    end = batches
                    break
                self._take(batches)
                by_offset.take(batches)
                by_time.take(batches)
                producers.take(batches)
                transactions.take(batches)
                if task.is_opened:
                    self._open(batches)
        last = self.end_offset - 1 if self.batches else -1
        by_offset.finish(last, end.position)
        by_time.finish(last, end.position)
        is_new = task.replica.is_open and not task.is_last and status.st_ctime > task.since - JUST_NOW
        if not task.is_last and not is_new:
            tell_short(self.problems, task, offsets, times, end.position, self.latest)
        given = transactions.finish()
        self._tell_end(end, size)
        self._missing_indexes()
        return SegmentFact(
            task.replica.number,
            task.base,
            self.path,
            size,
            self.first if self.batches else task.base,
            last,
            self.batches,
            self.records,
            tuple(sorted(self.formats)),
            tuple(sorted(self.codecs)),
            self.latest,
            tuple(self.epochs),
            self.without_epoch,
            _merged(self.blocks),
            end.reason,
            tuple(self.problems.findings),
            is_new=is_new,
            changed_at=status.st_ctime,
            producers=producers.found,
            transactions=given,
        )

    def _readable(self, size: int) -> int:
        """The bytes that a broker can read of a file of that size."""
        if size > files.LARGEST:
            message = f"{size:,} bytes: the first {files.LARGEST:,} were read"
            self.problems.add("oversized", self.file, None, message)
        return min(size, files.LARGEST)

    def _take(self, batches: Array) -> None:
        """The checks of some batches, with what came before them."""
        first, last = batches["first"], batches["last"]
        before = np.concatenate(([self.end_offset if self.batches else self.task.base], last[:-1] + 1))
        self._checksums(batches)
        self._headers(batches)
        self._order(batches, before)
        self._epochs(batches)
        if not self.batches:
            self.first = int(first[0])
        self.batches += len(batches)
        self.records += int(batches["count"].sum())
        self.formats |= set(np.unique(batches["magic"]).tolist())
        self.codecs |= set(np.unique(batches["attributes"] & 7).tolist())
        self.latest = max(self.latest, int(batches["max_time"].max()))
        self.end_offset = int(last[-1]) + 1
        self.blocks.append(_blocks(batches))

    def _checksums(self, batches: Array) -> None:
        wrong = np.flatnonzero(batches["crc"] != batches["computed"])
        self.problems.add_all(
            "checksum",
            self.file,
            (
                (
                    b["first"],
                    f"offset {b['first']}, byte {b['position']:,}: {b['computed']:08x}, not {b['crc']:08x}",
                )
                for b in batches[wrong]
            ),
            len(wrong),
        )

    def _headers(self, batches: Array) -> None:
        span = batches["last"] - batches["first"] + 1
        wrong = np.flatnonzero(
            (span < 1) | (batches["count"] < 0) | (batches["count"] > span) | (batches["first"] < 0)
        )
        self.problems.add_all(
            "header",
            self.file,
            (
                (b["first"], f"offsets {b['first']} to {b['last']}, and {b['count']} records")
                for b in batches[wrong]
            ),
            len(wrong),
        )

    def _order(self, batches: Array, before: Array) -> None:
        first = batches["first"]
        low = np.flatnonzero(first < self.task.base)
        self.problems.add_all(
            "below-name", self.file, ((first[k], f"offset {first[k]} in {self.file}") for k in low), len(low)
        )
        falls = np.flatnonzero((first < before) & (first >= self.task.base))
        self.problems.add_all(
            "offsets-fall",
            self.file,
            ((first[k], f"{first[k]} follows {before[k] - 1}") for k in falls),
            len(falls),
        )
        if not self.task.replica.is_compacted:
            gaps = np.flatnonzero(first > before)
            self.problems.add_all(
                "gap",
                self.file,
                ((before[k], f"{before[k]} to {first[k] - 1} are missing") for k in gaps),
                len(gaps),
            )

    def _epochs(self, batches: Array) -> None:
        """The leader epochs of some batches. Behind batches without one an epoch begins again, as in a cache."""
        lacks = batches["epoch"] == NO_EPOCH
        is_behind = np.concatenate(([self.without_epoch == self.end_offset > 0], lacks[:-1]))[~lacks]
        if lacks.any():
            self.without_epoch = int(batches["last"][lacks].max()) + 1
        first, epoch = batches["first"][~lacks], batches["epoch"][~lacks]
        if not len(epoch):
            return
        previous = np.concatenate(([self.epoch], epoch[:-1]))
        falls = np.flatnonzero(epoch < previous)
        self.problems.add_all(
            "epochs-fall",
            self.file,
            ((first[k], f"epoch {epoch[k]} follows {previous[k]}") for k in falls),
            len(falls),
        )
        self.epochs += [
            (int(epoch[k]), int(first[k])) for k in np.flatnonzero((epoch != previous) | is_behind)
        ]
        self.epoch = int(epoch[-1])

    def _tell_end(self, end: End, size: int) -> None:
        remaining = size - end.position
        after = self.end_offset if self.batches else self.task.base
        message = f"{remaining:,} bytes from byte {end.position:,} on"
        if self.task.is_last and not self.task.replica.is_settled and end.reason in ("torn", "zeros"):
            if not self.task.replica.is_open:
                self.problems.add("half-written", self.file, after, message)
        elif end.reason == "torn":
            self.problems.add("torn-tail" if self.task.is_last else "cut-segment", self.file, after, message)
        elif end.reason == "zeros":
            self.problems.add("zeros", self.file, after, message)
        elif end.reason == "unreadable":
            self.problems.add("unreadable", self.file, after, message)

    def _open(self, batches: Array) -> None:
        """Read the records of each batch whose checksum is right."""
        with open_regular(self.path) as file:
            for row in batches[batches["crc"] == batches["computed"]]:
                try:
                    for _ in inside.keys(read_batch(file, int(row["position"]))):
                        pass
                except ValueError as error:
                    self.problems.add("records", self.file, int(row["first"]), str(error))

    def _missing_indexes(self) -> None:
        for suffix, kind in ((".index", "index-missing"), (".timeindex", "time-index-missing")):
            name = file_name(self.task.base, suffix)
            paths = [self.task.replica.directory / name]
            if not self.task.replica.is_settled:
                paths.append(
                    self.task.replica.directory / f"{name}{SWAP}"
                )  # the log gets its name before its indexes
            if self.batches and name not in self.task.names and not any(path.exists() for path in paths):
                self.problems.add(kind, name, self.task.base, f"{self.file} has {self.batches:,} batches")


def _blocks(batches: Array) -> Array:
    """For each block of offsets the sum of its batches' hashes, and where they are."""
    number = batches["first"] // BLOCK
    starts = np.flatnonzero(np.concatenate(([True], number[1:] != number[:-1])))
    blocks = np.zeros(len(starts), BLOCKS)
    ends = np.concatenate((starts[1:], [len(batches)])) - 1
    blocks["block"], blocks["position"], blocks["first"] = (
        number[starts],
        batches["position"][starts],
        batches["first"][starts],
    )
    blocks["last"], blocks["end"] = batches["last"][ends], batches["position"][ends] + batches["size"][ends]
    blocks["hash"] = np.add.reduceat(hashes(batches), starts)
    return blocks


def hashes(batches: Array) -> Array:
    """A hash of what must be the same on every copy of each batch: offsets, epoch, checksum, format."""
    value = np.zeros(len(batches), "u8")
    for name in ("first", "last", "epoch", "crc", "magic"):
        value ^= batches[name].astype("u8")
        value *= np.uint64(0x9E3779B97F4A7C15)
        value ^= value >> np.uint64(29)
    return value


def _merged(blocks: list[Array]) -> Array:
    """One row for each block, where it was read in two pieces."""
    if not blocks:
        return np.empty(0, BLOCKS)
    rows = np.concatenate(blocks)
    starts = np.flatnonzero(np.concatenate(([True], rows["block"][1:] != rows["block"][:-1])))
    ends = np.concatenate((starts[1:], [len(rows)])) - 1
    merged = rows[starts].copy()
    merged["hash"] = np.add.reduceat(rows["hash"], starts)
    merged["end"], merged["last"] = rows["end"][ends], rows["last"][ends]
    return merged
