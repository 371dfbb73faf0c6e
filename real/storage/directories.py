"""A broker's data directory: its partitions, their segments, and the files that say how it was left.

It is read without a lock. Whether a broker has it open follows from the lock that the broker holds on `.lock`.
"""

from __future__ import annotations

import fcntl
import os
import struct
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from tidemark.base.regular_files import open_regular
from tidemark.real.storage import checkpoints, files
from tidemark.real.storage.names import DELETED, HALF_DONE, LEFT, OF_A_LOG, PARTITION, SEGMENT

CLEAN = ".kafka_cleanshutdown"
HIGH_WATERMARKS = "replication-offset-checkpoint"
RECOVERY_POINTS = "recovery-point-offset-checkpoint"
LOG_STARTS = "log-start-offset-checkpoint"
CLEANED = "cleaner-offset-checkpoint"
PROPERTIES = "meta.properties"
METADATA_LOG = "__cluster_metadata-0"
CHECKPOINTS = (HIGH_WATERMARKS, RECOVERY_POINTS, LOG_STARTS, CLEANED)


@dataclass(frozen=True)
class SegmentFiles:
    """A segment's first offset, the size of its `.log`, and the names of all its files."""

    base: int
    size: int
    names: frozenset[str]


@dataclass
class DataDirectory:
    """What a directory has.

    `offsets`: the offset of each partition by checkpoint; a checkpoint that is not there is missing here.
    `partitions`: the partitions' directories by name. `problems`: (file, what is wrong with it).
    `leftovers`: directories of partitions that are being deleted or moved. `unread`: (path, reason).
    """

    path: Path
    properties: dict[str, str] = field(default_factory=dict)
    offsets: dict[str, dict[str, int]] = field(default_factory=dict)
    partitions: dict[str, Path] = field(default_factory=dict)
    leftovers: list[str] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)
    unread: list[tuple[str, str]] = field(default_factory=list)
    is_clean: bool = False
    is_open: bool = False

    @property
    def broker(self) -> str | None:
        """The id of the broker whose directory it is, where `meta.properties` has one."""
        return self.properties.get("node.id", self.properties.get("broker.id"))

    def offset_of(self, checkpoint: str, partition: str) -> int | None:
        """The offset of a partition in a checkpoint, if it has one."""
        return self.offsets.get(checkpoint, {}).get(partition)

    @property
    def is_settled(self) -> bool:
        """Whether its broker shut down cleanly: only then is every file beside a log written to its end."""
        return self.is_clean and not self.is_open

    @property
    def keeps_mark(self) -> bool:
        """Whether its node marks a clean shutdown: a controller alone leaves no mark."""
        return bool(self.offsets or set(self.partitions) - {METADATA_LOG})

    @property
    def is_data(self) -> bool:
        """Whether it looks like a broker's data directory at all."""
        has_files = self.properties or self.offsets or self.problems or self.unread
        return bool(has_files or any(map(_is_log, self.partitions.values())))


def read(path: Path) -> DataDirectory:
    """The directory as it is now.

    Raises:
        OSError: it can't be listed.
    """
    directory = DataDirectory(path)
    is_open = _holds_lock(path / ".lock")  # also before: a broker that stops marks it, and then lets it go
    for entry in sorted(os.scandir(path), key=lambda file: file.name):
        if entry.name == PROPERTIES or entry.name in CHECKPOINTS:
            _read_file(directory, Path(entry.path))
        elif _is_directory(entry):
            if LEFT.fullmatch(entry.name):
                directory.leftovers.append(entry.name)
            elif PARTITION.fullmatch(entry.name):
                directory.partitions[entry.name] = Path(entry.path)
        elif entry.name == CLEAN:
            directory.is_clean = True
            _read_file(directory, Path(entry.path))
    directory.is_open = is_open or _holds_lock(path / ".lock")
    return directory


def _is_log(path: Path) -> bool:
    """Whether a directory that is named as a partition's has a file that Kafka writes there."""
    try:
        names = [entry.name for entry in os.scandir(path)]
    except OSError:
        return True  # it is reported when it is read
    return any(OF_A_LOG.match(name) for name in names)


def _is_directory(entry: os.DirEntry[str]) -> bool:
    """Whether it is a directory; a link that leads back to itself is read as one, so that it is reported."""
    try:
        return entry.is_dir()
    except OSError:
        return True


def _read_file(directory: DataDirectory, path: Path) -> None:
    try:
        if path.name == CLEAN:
            checkpoints.require_mark(files.read_text(path, files.PROPERTIES))
        elif path.name == PROPERTIES:
            directory.properties = checkpoints.properties(files.read_text(path, files.PROPERTIES))
        else:
            directory.offsets[path.name] = checkpoints.offsets(files.read_text(path, files.TEXT))
    except ValueError as error:
        directory.problems.append((path.name, str(error)))
    except FileNotFoundError:
        pass  # replaced just now
    except OSError as error:
        directory.unread.append((str(path), error.strerror or str(error)))


def _holds_lock(path: Path) -> bool:
    """Whether another process holds a lock on the file. This takes no lock."""
    lock_request = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
    try:
        with open_regular(path) as file:
            held_lock = fcntl.fcntl(file, fcntl.F_GETLK, lock_request)
    except OSError:
        return False
    return bool(struct.unpack("hhqqi4x", held_lock)[0] != fcntl.F_UNLCK)


def segments(path: Path) -> tuple[list[SegmentFiles], list[str]]:
    """The segments of a partition's directory, and the files that an interrupted compaction or deletion left.

    Raises:
        OSError: it can't be listed.
    """
    sizes = {}
    for entry in os.scandir(path):
        try:
            sizes[entry.name] = entry.stat().st_size
        except FileNotFoundError:
            if entry.is_symlink():
                sizes[entry.name] = 0  # it leads nowhere, which is reported when it is read
        except OSError:
            sizes[entry.name] = 0
    half_done = sorted(name for name in sizes if name.endswith(HALF_DONE))
    names_by_stem = defaultdict[str, list[str]](list)
    for name in sizes:
        if not name.endswith((*HALF_DONE, DELETED)):
            names_by_stem[name[:20]].append(name)
    stems = [segment[1] for name in sorted(sizes) if (segment := SEGMENT.fullmatch(name))]
    return [
        SegmentFiles(int(stem), sizes[f"{stem}.log"], frozenset(names_by_stem[stem])) for stem in stems
    ], half_done
