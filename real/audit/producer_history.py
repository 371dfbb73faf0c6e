"""What the segments of a replica say together of its producers: numbers, transactions, and the snapshots of both.

A segment's own batches were compared when it was read. Here each segment goes on where the one before ended, and at its
first offset a snapshot must say the same. Where records were compacted, a snapshot may know more than the log.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tidemark.real.audit.producers import Producers, late, report_epochs, report_sequences
from tidemark.real.audit.replica import Replica
from tidemark.real.audit.segment import SegmentFact
from tidemark.real.audit.transactions import begins, tell_missing
from tidemark.real.storage import files, snapshots
from tidemark.real.storage.batches import ABORT, NO_MARK
from tidemark.real.storage.names import SNAPSHOT, file_name


def check(replica: Replica) -> None:
    """Add what is wrong with the producers of a replica to its problems."""
    history = _History(replica)
    for segment in replica.segments:
        history.snapshot(segment.base)
        history.take(segment)
    history.snapshot(replica.end)
    history.finish()


class _History:
    def __init__(self, replica: Replica) -> None:
        self.replica, self.problems = replica, replica.problems
        self.producers = Producers()
        self.open: dict[int, int] = {}  # where each producer's transaction began that goes on
        self.left = _snapshots(replica.task.directory)
        self.newest = max(self.left, default=None)

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
        """The marks of a segment whose transactions may have begun before it."""
        file = file_name(segment.base, ".txnindex")
        for end in segment.transactions.ends:
            begun = self.open.pop(end.producer, end.begun)
            if end.mark != ABORT or not segment.transactions.is_checked:
                continue
            if end.indexed < 0 and begun >= self.replica.start:
                tell_missing(self.problems, file, segment.transactions.has_index, end.producer, end.offset)
            elif end.indexed >= self.replica.start and end.indexed != begun:
                message = f"producer {end.producer}, offset {end.offset}: {begins(begun, end.indexed)}"
                self.problems.add("txn-index-wrong", file, end.offset, message)

    def snapshot(self, offset: int) -> None:
        """Compare the snapshot at an offset, if there is one, with the log up to there."""
        if (path := self.left.pop(offset, None)) is None or (read := self._read(path)) is None:
            return
        if self.replica.is_compacted:
            return
        numbered, batches = self.producers.numbered.lasts, self.producers.batches.lasts
        numbered_rows = {int(row["producer"]): row for row in numbered}
        epochs = {int(row["producer"]): row for row in batches}
        for entry in read[read["last"] >= self.replica.start]:
            producer, last = int(entry["producer"]), epochs.get(int(entry["producer"]))
            row = numbered_rows.get(producer)
            message = ""
            if last is None or row is None:
                message = f"offset {entry['last']}, and the log has no such batch"
            elif entry["epoch"] != last["epoch"]:
                message = f"epoch {entry['epoch']}, and the log has {last['epoch']}"
            elif row["epoch"] == last["epoch"] and (entry["last"], entry["sequence"]) != (
                row["last"],
                row["upto"],
            ):
                message = (
                    f"sequence {entry['sequence']} at offset {entry['last']}, "
                    f"and the log has {row['upto']} at {row['last']}"
                )
            if message and entry["sequence"] >= 0:
                self.problems.add("snapshot-wrong", path.name, offset, f"producer {producer}: {message}")
        for entry in read[(read["begun"] >= self.replica.start) & (read["begun"] < offset)]:
            begun = self.open.get(int(entry["producer"]), -1)
            if begun != entry["begun"]:
                message = f"a transaction that began at {entry['begun']}, and the log has {_begun(begun)}"
                self.problems.add(
                    "snapshot-wrong", path.name, offset, f"producer {entry['producer']}: {message}"
                )

    def _read(self, path: Path) -> np.ndarray | None:
        """The producers of a snapshot; None where it can't be read, which is told."""
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
        """The snapshots of other offsets, and what the log as a whole has."""
        for path in self.left.values():
            self._read(path)
        numbered = self.producers.numbered
        task = self.replica.task
        if len(numbered.lasts) and self.newest is None and task.is_settled:
            message = f"the log has {len(numbered.lasts):,} producers, and no snapshot"
            self.problems.add(
                "snapshot-missing", file_name(self.replica.end, ".snapshot"), self.replica.end, message
            )
        is_whole = self.replica.segments[0].base == 0 and not task.log_start and not self.replica.is_compacted
        for offset, message in late(numbered.firsts) if is_whole else ():
            self.problems.add("sequence-start", file_name(0, ".log"), offset, message)


def _begun(offset: int) -> str:
    return f"one that began at {offset}" if offset >= 0 else "none"


def _snapshots(directory: Path) -> dict[int, Path]:
    try:
        paths = list(directory.iterdir())
    except OSError:
        return {}
    return {int(name[1]): path for path in paths if (name := SNAPSHOT.fullmatch(path.name))}
