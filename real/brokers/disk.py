"""What a broker has on its disk: the records of the partition, its leader epoch cache, and its checkpoints.

The files may be read while the broker writes them: a record that is not complete yet does not count.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kafka.record import MemoryRecords

from tidemark.real.storage.batches import ABORT, COMMIT

HIGH_WATERMARKS = "replication-offset-checkpoint"
EPOCHS = "leader-epoch-checkpoint"
MARKERS = {ABORT: "abort", COMMIT: "commit"}
"""Markers by the type in the key of a control record."""


@dataclass(frozen=True)
class DiskRecord:
    """A record of the log. epoch: -1 where batches have none, before message format 2. start: byte of its batch.

    value: of the marker of a transaction, "commit" or "abort".
    """

    offset: int
    epoch: int
    value: str
    start: int


class Disk:
    """The data directory of one broker, and in it the one partition that is looked at."""

    def __init__(self, path: Path, topic: str) -> None:
        self.path, self.topic = path, topic

    @property
    def partition(self) -> Path:
        """The folder of the partition."""
        return self.path / f"{self.topic}-0"

    def records(self) -> list[DiskRecord]:
        """The records of the log, in order."""
        return [record for segment in self._segments() for record in _read(segment)]

    def high_watermark(self) -> int | None:
        """The high watermark in the checkpoint; None if it has no row for the topic."""
        for topic, _, offset in read_rows(self.path / HIGH_WATERMARKS, 3):
            if topic == self.topic:
                return int(offset)
        return None

    def epochs(self) -> dict[int, int]:
        """The leader epoch cache: where each epoch starts."""
        return {int(epoch): int(start) for epoch, start in read_rows(self.partition / EPOCHS, 2)}

    # What resembles a fault. The broker must be down.

    def cut_log(self, offset: int) -> None:
        """Let the log end at an offset, as after a loss of power."""
        for segment in self._segments():
            if cut := [record.start for record in _read(segment) if record.offset >= offset]:
                with segment.open("r+b") as file:
                    file.truncate(min(cut))

    def cut_epochs(self, newest: int) -> None:
        """Let the leader epoch cache end with an epoch, as if it had been written no further."""
        rows = [f"{epoch} {start}" for epoch, start in self.epochs().items() if epoch <= newest]
        write_rows(self.partition / EPOCHS, rows)

    def put_high_watermark(self, offset: int) -> None:
        """Let the checkpoint be an earlier one of this broker's."""
        path = self.path / HIGH_WATERMARKS
        rows = [" ".join(row) for row in read_rows(path, 3) if row[0] != self.topic]
        write_rows(path, [*rows, f"{self.topic} 0 {offset}"])

    def _segments(self) -> list[Path]:
        return sorted(self.partition.glob("*.log"))


def _read(segment: Path) -> Iterator[DiskRecord]:
    with contextlib.suppress(OSError):
        content = segment.read_bytes()
        start = 0
        for batch in iter(MemoryRecords(content).next_batch, None):
            epoch = getattr(batch, "leader_epoch", None) if batch.magic == 2 else None
            for record in batch:
                value = (record.value or b"").decode(errors="replace")
                if batch.magic == 2 and batch.is_control_batch:
                    value = MARKERS.get(int.from_bytes((record.key or b"")[2:4], "big"), value)
                yield DiskRecord(record.offset, -1 if epoch is None else epoch, value, start)
            start += 12 + int.from_bytes(content[start + 8 : start + 12], "big")


def read_rows(file: Path, columns: int) -> list[list[str]]:
    """The rows of a checkpoint file, without its version and its count of them."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()[2:]
    except OSError:
        return []
    return [row for row in map(str.split, lines) if len(row) == columns]


def write_rows(file: Path, rows: Sequence[str]) -> None:
    """Write a checkpoint file with these rows."""
    file.write_text("\n".join(["0", str(len(rows)), *rows]) + "\n", encoding="utf-8")
