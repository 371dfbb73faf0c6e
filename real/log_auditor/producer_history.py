"""Checks the producers of a replica across its segments: sequence numbers, transactions, and their snapshots.

A segment's own batches were compared when it was read. Here each segment goes on where the one before ended, and at its
first offset a snapshot must say the same. Where records were compacted, a snapshot may know more than the log.
"""

from __future__ import annotations

from pathlib import Path

from tidemark.real.log_auditor.producers import Producers, late_producers, report_epochs, report_sequences
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.log_auditor.segment import SegmentFact
from tidemark.real.log_auditor.transactions import describe_begin, report_missing
from tidemark.real.storage import files, snapshots
from tidemark.real.storage.batches import ABORT, NO_MARK, Rows
from tidemark.real.storage.names import SNAPSHOT, file_name


def check(replica: ReplicaOnDisk) -> None:
    """Add what is wrong with the producers of a replica to its problems, and note which transactions are open."""
    history = _History(replica)
    for segment in replica.segments:
        history.check_snapshot(segment.base)
        history.take(segment)
    history.check_snapshot(replica.end)
    history.finish()
    replica.open_transactions = history.open


class _History:
    def __init__(self, replica: ReplicaOnDisk) -> None:
        self.replica, self.problems = replica, replica.problems
        self.producers = Producers()
        self.open: dict[int, int] = {}  # where each producer's transaction began that goes on
        self.unchecked = _snapshots(replica.task.directory)
        self.newest = max(self.unchecked, default=None)

    def take(self, segment: SegmentFact) -> None:
        """Go on with the next segment."""
        file = file_name(segment.base, ".log")
        pairs = self.producers.batches.go_on(segment.producers.batches)
        numbered = self.producers.numbered.go_on(segment.producers.numbered)
        if not self.replica.is_being_compacted:
            report_epochs(self.problems, file, pairs)
            report_sequences(self.problems, file, numbered)
        if not self.replica.is_compacted:
            self._transactions(segment)
        for row in segment.transactions.last:
            producer = int(row["producer"])
            if row["mark"] != NO_MARK:
                self.open.pop(producer, None)
            elif row["is_sure"]:
                self.open[producer] = int(row["first"])
            else:
                self.open.setdefault(producer, int(row["first"]))

    def _transactions(self, segment: SegmentFact) -> None:
        """Check the marks of a segment whose transactions may have begun before it."""
        file = file_name(segment.base, ".txnindex")
        for end in segment.transactions.ends:
            begin = self.open.pop(end.producer, end.begin)
            if end.mark != ABORT or not segment.transactions.is_checked:
                continue
            if end.indexed < 0 and begin >= self.replica.start:
                report_missing(self.problems, file, segment.transactions.has_index, end.producer, end.offset)
            elif end.indexed >= self.replica.start and end.indexed != begin:
                problem = describe_begin(begin, end.indexed)
                message = f"producer {end.producer}, offset {end.offset}: {problem}"
                self.problems.add("txn-index-wrong", file, end.offset, message)

    def check_snapshot(self, offset: int) -> None:
        """Compare the snapshot at an offset, if there is one, with the log up to there."""
        path = self.unchecked.pop(offset, None)
        entries = self._read(path) if path else None
        if path is None or entries is None or self.replica.is_compacted:
            return

        def report(entry: Rows, message: str) -> None:
            message = f"producer {entry['producer']}: {message}"
            self.problems.add("snapshot-wrong", path.name, offset, message)

        numbered = {int(row["producer"]): row for row in self.producers.numbered.lasts}
        last_batches = {int(row["producer"]): row for row in self.producers.batches.lasts}
        for entry in entries[(entries["last"] >= self.replica.start) & (entries["sequence"] >= 0)]:
            producer = int(entry["producer"])
            if message := _compare(entry, numbered.get(producer), last_batches.get(producer)):
                report(entry, message)
        for entry in entries[(entries["begun"] >= self.replica.start) & (entries["begun"] < offset)]:
            begin = self.open.get(int(entry["producer"]), -1)
            if begin != entry["begun"]:
                in_log = f"one that began at {begin}" if begin >= 0 else "none"
                report(entry, f"a transaction that began at {entry['begun']}, and the log has {in_log}")

    def _read(self, path: Path) -> Rows | None:
        """The producers of a snapshot; None where it can't be read, which is reported."""
        try:
            return snapshots.decode(files.read_bytes(path, snapshots.LARGEST))
        except FileNotFoundError:
            return None  # deleted just now
        except OSError as error:
            self.replica.unread.append((str(path), error.strerror or str(error)))
        except ValueError as error:
            if self.replica.task.is_settled or int(path.stem) != self.newest:  # else it was being written
                self.problems.add("snapshot", path.name, int(path.stem), str(error))
        return None

    def finish(self) -> None:
        """Check the snapshots of other offsets, and the producers of the log as a whole."""
        for path in self.unchecked.values():
            self._read(path)
        numbered = self.producers.numbered
        task = self.replica.task
        if len(numbered.lasts) and self.newest is None and task.is_settled:
            message, end = f"the log has {len(numbered.lasts):,} producers, and no snapshot", self.replica.end
            self.problems.add("snapshot-missing", file_name(end, ".snapshot"), end, message)
        is_whole = self.replica.segments[0].base == 0 and not task.log_start and not self.replica.is_compacted
        for offset, message in late_producers(numbered.firsts) if is_whole else ():
            self.problems.add("sequence-start", file_name(0, ".log"), offset, message)


def _compare(entry: Rows, numbered: Rows | None, last_batch: Rows | None) -> str:
    """How a snapshot contradicts the log about a producer; empty if they agree.

    numbered: the producer's last batch that has a sequence number. last_batch: the last of all.
    """
    if last_batch is None or numbered is None:
        return f"offset {entry['last']}, and the log has no such batch"
    if entry["epoch"] != last_batch["epoch"]:
        return f"epoch {entry['epoch']}, and the log has {last_batch['epoch']}"
    is_same = entry["last"] == numbered["last"] and entry["sequence"] == numbered["upto"]
    if numbered["epoch"] != last_batch["epoch"] or is_same:
        return ""
    return (
        f"sequence {entry['sequence']} at offset {entry['last']}, "
        f"and the log has {numbered['upto']} at {numbered['last']}"
    )


def _snapshots(directory: Path) -> dict[int, Path]:
    try:
        paths = list(directory.iterdir())
    except OSError:
        return {}
    return {int(name[1]): path for path in paths if (name := SNAPSHOT.fullmatch(path.name))}
