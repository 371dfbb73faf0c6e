"""Ten ways to lose records in the copy of one replica: each must be found, whenever the others were copied.

What is lost was written long before the copy was made, so that no order in which directories are copied explains it.
"""

from __future__ import annotations

import random
import shutil
import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from crc32c import crc32c

from tidemark.real.brokers.disk import EPOCHS, read_rows, write_rows
from tidemark.real.log_auditor.listing import Listing
from tidemark.real.storage.batches import batches_in
from tidemark.real.storage.directories import HIGH_WATERMARKS, RECOVERY_POINTS

TOPIC = "safe"
"""The topic whose records are lost: nothing of it is ever deleted."""
GROUP = f"{TOPIC}-0"
RECENT = 30_000
"""Milliseconds before the copy within which nothing is lost, in addition to those that the copy may have lasted."""
FEW = 2
"""Batches of a segment that are too few to lose some of them."""
SEGMENTS = 6
"""Closed segments that must be older than that."""


@dataclass(frozen=True)
class RawBatch:
    """A batch in a file: its bytes, its first offset, and its latest time in ms."""

    raw: bytes
    first: int
    time: int


@dataclass(frozen=True)
class Victim:
    """A replica that may be elected, and is to lose records. logs: its closed segments that are old enough."""

    node: int
    directory: Path
    logs: Sequence[Path]
    chance: random.Random

    @property
    def partition(self) -> Path:
        """The directory of the partition."""
        return self.directory / GROUP

    def choose(self) -> Path:
        """An old segment that has one before it, and one behind it."""
        return self.chance.choice(self.logs[1:-1])


def find_victim(copies: Mapping[int, Path], chance: random.Random) -> Victim | None:
    """A replica whose loss an audit must find; None if no copy shows enough.

    It must have been in the ISR before. And a directory that was copied later must show that the broker still had the
    partition, so the last one is no victim.
    """
    listing = Listing.of(list(copies.values()))
    assigned, source = listing.assignments.get(GROUP), listing.assignments.source
    if assigned is None or source is None or len(assigned.isr) < 2:
        return None
    for directory, moment in zip(listing.directories, listing.moments, strict=True):
        broker_assignments = listing.assignments_of(directory)
        times = [
            assignment.eligible_since(directory.broker)
            for assignment in (assigned, broker_assignments and broker_assignments.get(GROUP))
            if assignment
        ]
        if len(times) < 2 or None in times or moment.until is None or not moment.is_before(source.newest):
            continue
        begin = moment.until - moment.duration - RECENT
        logs = sorted((directory.path / GROUP).glob("*.log"))[:-1]
        old = [log for log in logs if _is_old(batches(log), begin)]
        if len(old) >= SEGMENTS and max(time or 0 for time in times) < begin:
            return Victim(int(directory.broker or 0), directory.path, old, chance)
    return None


def _is_old(log_batches: Sequence[RawBatch], begin: int) -> bool:
    """Whether there are batches enough to lose some, and all were written before a time."""
    return len(log_batches) > FEW and max(batch.time for batch in log_batches) < begin


def batches(log: Path) -> list[RawBatch]:
    """The batches of a file."""
    data = log.read_bytes()
    with log.open("rb") as file:
        rows = [row for piece in batches_in(file, len(data)) for row in piece]
    return [
        RawBatch(data[row["position"] :][: row["size"]], int(row["first"]), int(row["max_time"]))
        for row in rows
    ]


def _write(log: Path, log_batches: Sequence[RawBatch]) -> None:
    """Write a segment again, without entries in its indexes: as a broker leaves it that cuts and closes it."""
    log.write_bytes(b"".join(batch.raw for batch in log_batches))
    for suffix in (".index", ".timeindex"):
        log.with_suffix(suffix).write_bytes(b"")


def _delete(log: Path) -> None:
    for path in log.parent.glob(f"{log.stem}.*"):
        path.unlink()


def _cut(victim: Victim, log: Path, count: int) -> int:
    """Let the log end within a segment, behind a number of its batches; returns the offset at which it ends then."""
    all_ = batches(log)
    for later in sorted(victim.partition.glob("*.log")):
        if later > log:
            _delete(later)
    _write(log, all_[:count])
    return all_[count - 1].first + _count(all_[count - 1])


def _lower(victim: Victim, end: int) -> None:
    """Remove every sign beside the log that it was longer."""
    for name in (HIGH_WATERMARKS, RECOVERY_POINTS):
        path = victim.directory / name
        if rows := read_rows(path, 3):
            lines = [f"{topic} {n} {min(int(o), end) if topic == TOPIC else o}" for topic, n, o in rows]
            write_rows(path, lines)
    path = victim.partition / EPOCHS
    if rows := read_rows(path, 2):
        write_rows(path, [f"{epoch} {start}" for epoch, start in rows if int(start) <= end])
    for snapshot in victim.partition.glob("*.snapshot"):
        if int(snapshot.stem) > end:
            snapshot.unlink()


def cut_end(victim: Victim) -> None:
    """Let the log end early, and leave its checkpoints as they were."""
    _cut(victim, victim.choose(), 1)


def cut_end_and_checkpoints(victim: Victim) -> None:
    """Let the log end early, and change its checkpoints accordingly."""
    _lower(victim, _cut(victim, victim.choose(), 1))


def delete_last_segments(victim: Victim) -> None:
    """Delete whole segments at the end, and change the checkpoints accordingly."""
    log = victim.choose()
    _cut(victim, log, 1)
    _delete(log)
    before = victim.logs[victim.logs.index(log) - 1]
    _lower(victim, batches(before)[-1].first + _count(batches(before)[-1]))


def delete_segment(victim: Victim) -> None:
    """Delete a segment in the middle."""
    _delete(victim.choose())


def flip_byte(victim: Victim) -> None:
    """Change a byte of a record."""
    log = victim.choose()
    raw = bytearray(log.read_bytes())
    raw[-3] ^= 1
    log.write_bytes(raw)


def cut_segment(victim: Victim) -> None:
    """Let a segment in the middle end within a batch."""
    log = victim.choose()
    log.write_bytes(log.read_bytes()[:-5])


def replace_records(victim: Victim) -> None:
    """Replace records by others, under a right checksum."""
    log = victim.choose()
    *others, last = batches(log)
    raw = last.raw[:-3] + bytes([last.raw[-3] ^ 1]) + last.raw[-2:]
    raw = raw[:17] + struct.pack(">I", crc32c(raw[21:])) + raw[21:]
    log.write_bytes(b"".join(batch.raw for batch in [*others, replace(last, raw=raw)]))


def take_out_batch(victim: Victim) -> None:
    """Take out the first batch of a segment."""
    log = victim.choose()
    _write(log, batches(log)[1:])


def fill_with_zeros(victim: Victim) -> None:
    """Overwrite every byte of a segment with zero."""
    log = victim.choose()
    log.write_bytes(bytes(log.stat().st_size))


def delete_directory(victim: Victim) -> None:
    """Delete the directory of the partition."""
    shutil.rmtree(victim.partition)


def _count(batch: RawBatch) -> int:
    """The offsets of a batch."""
    return int(struct.unpack_from(">i", batch.raw, 23)[0]) + 1


LOSSES: tuple[Callable[[Victim], None], ...] = (
    cut_end,
    cut_end_and_checkpoints,
    delete_last_segments,
    delete_segment,
    flip_byte,
    cut_segment,
    replace_records,
    take_out_batch,
    fill_with_zeros,
    delete_directory,
)
