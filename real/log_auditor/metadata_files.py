"""The files of one node's metadata log: its segments, and the snapshots that stand for what lies before them.

A snapshot is a file of batches, as a segment is: a control record that begins it, records, a control record that ends
it. Kafka freezes it when it is whole, so that a snapshot that lacks something is damaged, whatever the moment. Offsets
and leader epochs lie outside the checksums of batches (KIP-98): offsets count from 0, and the epoch of every batch is
that of the file's name. `bootstrap.checkpoint`, which `kafka-storage format` writes, is of the same form.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tidemark.base.regular_files import open_regular
from tidemark.real.storage import checkpoints, files
from tidemark.real.storage.batches import CONTROL, End, Rows, batches_in, walk
from tidemark.real.storage.directories import METADATA_LOG, DataDirectory
from tidemark.real.storage.message_fields import Fields
from tidemark.real.storage.names import METADATA_SNAPSHOT, SEGMENT
from tidemark.real.storage.records import read_batch, records

BOOTSTRAP = "bootstrap.checkpoint"
QUORUM_STATE = "quorum-state"
HEADER, FOOTER = 3, 4
"""The control records that begin and end a snapshot (`ControlRecordType`)."""


@dataclass(frozen=True)
class MetadataRecord:
    """A record of the metadata log. time: of its batch, in ms. key: its type, negated if it is a control record."""

    time: int
    key: int
    version: int
    fields: Fields


@dataclass
class MetadataFiles:
    """The metadata log in one data directory.

    end: the offset up to which it goes. newest: the newest time that it shows, in ms, or None. snapshot: the newest
    snapshot that is whole. is_complete: whether its records go back to that snapshot, or to the beginning. voters: as
    `quorum-state` names them. problems: kind of finding, file and reason. unread: path and reason.
    """

    directory: DataDirectory
    path: Path
    end: int = 0
    newest: int | None = None
    snapshot: Path | None = None
    is_complete: bool = True
    voters: tuple[int, ...] = ()
    problems: list[tuple[str, str, str]] = field(default_factory=list)
    unread: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def of(cls, directory: DataDirectory) -> MetadataFiles | None:
        """What a data directory has of the metadata log; None without one."""
        if METADATA_LOG not in directory.partitions:
            return None
        log = cls(directory, directory.partitions[METADATA_LOG])
        log._read_snapshots()
        log._read_end()
        log._read_quorum_state()
        return log

    def records(self) -> Iterator[MetadataRecord]:
        """The records from the newest whole snapshot on, as far as they can be read."""
        start = _end_of(self.snapshot) if self.snapshot else 0
        if self.snapshot:
            yield from _records_in(self.snapshot, 0)
        for path in _segments(self.path):
            yield from _records_in(path, start)

    def _read_snapshots(self) -> None:
        """Check every snapshot, and choose the newest one that is whole."""
        for path in sorted(_snapshots(self.path)):
            if self._check(path, f"{METADATA_LOG}/{path.name}"):
                self.snapshot = path
        bootstrap = self.directory.path / BOOTSTRAP
        if bootstrap.exists() or bootstrap.is_symlink():
            self._check(bootstrap, BOOTSTRAP)

    def _check(self, path: Path, name: str) -> bool:
        """Whether a snapshot is whole; what is wrong with it is noted."""
        try:
            reason = damage_of_snapshot(path)
        except FileNotFoundError:
            return False  # deleted just now
        except OSError as error:
            self.unread.append((str(path), error.strerror or str(error)))
            return False
        if reason:
            self.problems.append(("metadata-snapshot", name, reason))
        return not reason

    def _read_end(self) -> None:
        """Nodes roll segments apart, so names and sizes say nothing of how far a log goes."""
        segments = _segments(self.path)
        start = _end_of(self.snapshot) if self.snapshot else 0
        self.is_complete = not segments or int(segments[0].stem) <= start
        self.end = max([start, *(int(path.stem) for path in segments[-1:])])
        for path in segments[-1:]:
            for rows in whole_batches(path):
                self.end = max(self.end, int(rows["last"][-1]) + 1)
                self.newest = max(self.newest or 0, int(rows["max_time"].max()))

    def _read_quorum_state(self) -> None:
        try:
            self.voters = checkpoints.voters(files.read_text(self.path / QUORUM_STATE, files.PROPERTIES))
        except FileNotFoundError:
            return
        except OSError as error:
            self.unread.append((str(self.path / QUORUM_STATE), error.strerror or str(error)))
        except ValueError as error:
            self.problems.append(("quorum-state", f"{METADATA_LOG}/{QUORUM_STATE}", str(error)))


def damage_of_snapshot(path: Path) -> str:
    """What is wrong with a snapshot, in words; empty where it is whole.

    Raises:
        OSError: it can't be opened, or is no regular file.
    """
    name = METADATA_SNAPSHOT.fullmatch(path.name)
    epoch, offset, positions = int(name[2]) if name else None, 0, list[int]()
    with open_regular(path) as file, open_regular(path) as again:
        size = file.seek(0, 2)
        if size > files.LARGEST:
            return f"{size:,} bytes are more than Kafka can read"
        for rows in walk(file, size):
            if isinstance(rows, End):
                if rows.reason != "end":
                    return f"no whole batch begins at byte {rows.position:,} of {size:,}"
                break
            if wrong := _damage_of_batches(rows, offset, epoch):
                return wrong
            positions += map(int, rows["position"][[0, -1]])
            epoch, offset = int(rows["epoch"][-1]), int(rows["last"][-1]) + 1
        if not positions:
            return "it is empty"
        types = [_control_type(read_batch(again, position)) for position in (positions[0], positions[-1])]
    return (
        "" if types == [HEADER, FOOTER] else "the record that begins it, or the one that ends it, is missing"
    )


def _damage_of_batches(rows: Rows, offset: int, epoch: int | None) -> str:
    """What is wrong with batches of a snapshot that should go on at an offset, in an epoch."""
    for row in rows:
        at = f"byte {row['position']:,}"
        if row["crc"] != row["computed"]:
            return f"{at}: checksum {row['computed']:08x}, not {row['crc']:08x}"
        if row["first"] != offset:
            return f"{at}: offset {row['first']}, not {offset}"
        if epoch is not None and row["epoch"] != epoch:
            return f"{at}: epoch {row['epoch']}, not {epoch}"
        offset, epoch = int(row["last"]) + 1, int(row["epoch"])
    return ""


def _control_type(batch: bytes) -> int:
    """The type of the control record that a batch begins with; -1 for any other batch."""
    (attributes,) = struct.unpack_from(">h", batch, 21)
    if not attributes & CONTROL:
        return -1
    try:
        return int.from_bytes((next(records(batch)).key or b"")[2:4])
    except (ValueError, StopIteration):
        return -1


def _snapshots(log: Path) -> list[Path]:
    return [path for path in log.glob("*.checkpoint") if METADATA_SNAPSHOT.fullmatch(path.name)]


def _segments(log: Path) -> list[Path]:
    return sorted(path for path in log.glob("*.log") if SEGMENT.fullmatch(path.name))


def _end_of(snapshot: Path) -> int:
    """The offset up to which a snapshot goes."""
    return int(snapshot.name.partition("-")[0])


def whole_batches(path: Path) -> Iterator[Rows]:
    """The batches of a file whose checksums are right; none where it can't be read."""
    try:
        with open_regular(path) as file:
            for rows in batches_in(file, min(path.stat().st_size, files.LARGEST), checked=True):
                rows = rows[rows["crc"] == rows["computed"]]
                if len(rows):
                    yield rows
    except OSError:
        return


def _records_in(path: Path, start: int) -> Iterator[MetadataRecord]:
    """The records of a file from an offset on. What can't be read there is reported where the log is audited."""
    try:
        with open_regular(path) as again:
            for rows in whole_batches(path):
                for row in rows[rows["last"] >= start]:
                    try:
                        inside = list(records(read_batch(again, int(row["position"]))))
                    except ValueError:
                        continue
                    for record in inside:
                        if metadata_record := _record(row, record.key, record.value):
                            yield metadata_record
    except OSError:
        return


def _record(row: Any, key: bytes | None, value: bytes | None) -> MetadataRecord | None:
    """A record of a batch; None where its frame can't be read."""
    fields, time = Fields(value or b"\0\0\0"), int(row["max_time"])
    if row["attributes"] & CONTROL:
        return MetadataRecord(time, -int.from_bytes((key or b"")[2:4]), 0, fields)
    try:
        fields.varint()  # the version of the frame
        return MetadataRecord(time, fields.varint(), fields.varint(), fields)
    except IndexError:
        return None
