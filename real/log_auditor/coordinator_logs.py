"""Reads the topics in which coordinators keep their state, from the best copy of each of their partitions.

A record counts as its coordinator counts it: one that was written in a transaction only after the mark that commits it
(a consumer's offsets, `sendOffsetsToTransaction`). Batches that are damaged are left out; the audit of that log reports
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from tidemark.base.regular_files import open_regular
from tidemark.real.log_auditor.metadata_files import whole_batches
from tidemark.real.log_auditor.metadata_log import Assignments
from tidemark.real.storage import directories
from tidemark.real.storage.batches import COMMIT, CONTROL, TRANSACTIONAL, batches_in
from tidemark.real.storage.directories import DataDirectory
from tidemark.real.storage.message_fields import Fields
from tidemark.real.storage.names import file_name
from tidemark.real.storage.records import read_batch, records

VERSION = 2
"""Bytes of the version that is before a coordinator's key, and before its value."""


@dataclass(frozen=True)
class CoordinatorRecord:
    """A record of a coordinator. time: of its batch, in ms. A value that is None deletes its key."""

    time: int
    key: bytes
    value: bytes | None

    @property
    def type(self) -> int:
        """What it is about: each kind of record has its own version of the key."""
        return int.from_bytes(self.key[:VERSION])

    @property
    def name(self) -> Fields:
        """The fields of the key, which are never flexible."""
        return Fields(self.key, VERSION, is_flexible=False)

    @property
    def version(self) -> int:
        """The version of the value."""
        return int.from_bytes((self.value or b"")[:VERSION])

    def fields(self, flexible_from: int) -> Fields:
        """The fields of the value. flexible_from: the first version that is flexible."""
        return Fields(self.value or b"", VERSION, self.version >= flexible_from)


@dataclass(frozen=True)
class CoordinatorLogs:
    """The coordinators' topics in some data directories."""

    directories: Sequence[DataDirectory]
    assignments: Assignments
    topics: Sequence[str]

    @cached_property
    def copies(self) -> dict[str, Path]:
        """The best copy of each partition of these topics: the longest of those that may lead."""
        copies = dict[str, tuple[bool, int, Path]]()
        for directory in self.directories:
            for group, path in directory.partitions.items():
                if group.rpartition("-")[0] in self.topics:
                    assigned = self.assignments.get(group)
                    may_lead = assigned is not None and assigned.is_eligible(directory.broker)
                    copies[group] = max(copies.get(group, (False, -1, path)), (may_lead, _end(path), path))
        return {group: path for group, (_, _, path) in sorted(copies.items())}

    @cached_property
    def size(self) -> int:
        """The bytes that are read."""
        return sum(segment.size for path in self.copies.values() for segment in _segments(path))

    def is_whole(self, topic: str) -> bool:
        """Whether a copy of each of its partitions is here. Without a metadata log, no number is left out."""
        numbers = {int(group.rpartition("-")[2]) for group in self.copies if _is_of(topic, group)}
        assigned = {group for group in self.assignments.partitions if _is_of(topic, group)}
        return bool(numbers) and len(numbers) == max(numbers) + 1 and len(numbers) >= len(assigned)

    def records(self, topic: str) -> Iterator[CoordinatorRecord]:
        """The records of all partitions of a topic."""
        for group, path in self.copies.items():
            if _is_of(topic, group):
                yield from _records(path)


def _is_of(topic: str, group: str) -> bool:
    return group.rpartition("-")[0] == topic


def _segments(path: Path) -> list[directories.SegmentFiles]:
    """The segments of a log; none where it can't be listed, which is reported when it is audited."""
    try:
        return directories.segments(path)[0]
    except OSError:
        return []


def end_of(path: Path) -> tuple[int, int]:
    """The log end offset of a log, and its last leader epoch; -1 if it shows none."""
    listed = _segments(path)
    for segment in listed[::-1]:
        last = None
        with suppress(OSError), open_regular(path / file_name(segment.base, ".log")) as file:
            for rows in batches_in(file, segment.size):
                last = rows[-1]
        if last is not None:
            return max(int(last["last"]) + 1, listed[-1].base), int(last["epoch"])
    return (listed[-1].base if listed else 0), -1


def _end(path: Path) -> int:
    return end_of(path)[0]


def _records(path: Path) -> Iterator[CoordinatorRecord]:
    """The records of a log that count."""
    pending = dict[int, list[CoordinatorRecord]]()
    for segment in _segments(path):
        for row, inside in _batches(path / file_name(segment.base, ".log")):
            producer = int(row["producer"])
            if row["attributes"] & CONTROL:
                written = pending.pop(producer, [])
                yield from written if row["mark"] == COMMIT else ()
            elif row["attributes"] & TRANSACTIONAL:
                pending.setdefault(producer, []).extend(inside)
            else:
                yield from inside


def _batches(path: Path) -> Iterator[tuple[Any, list[CoordinatorRecord]]]:
    """The batches of a segment, with their records, as far as they can be read."""
    try:
        with open_regular(path) as file:
            for row in chain.from_iterable(whole_batches(path)):
                with suppress(ValueError):
                    inside = records(read_batch(file, int(row["position"])))
                    yield (
                        row,
                        [CoordinatorRecord(int(row["max_time"]), r.key or b"", r.value) for r in inside],
                    )
    except OSError:
        return
