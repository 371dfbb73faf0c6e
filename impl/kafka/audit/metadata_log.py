"""The metadata log of a KRaft cluster: who has which partition, in which leader epoch, and what is compacted.

Its records are `ApiMessageAndVersion`: a frame version, the record's key and version as varints, and the fields. Only
what an audit asks is read: `TopicRecord`, `PartitionRecord`, `PartitionChangeRecord`, `ConfigRecord`,
`RemoveTopicRecord` (metadata/src/main/resources/common/metadata).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from uuid import UUID

from impl.storage import files
from impl.storage.batches import CONTROL, End, walk
from impl.storage.directories import METADATA_LOG, DataDirectory
from impl.storage.names import METADATA_SNAPSHOT, SEGMENT, partition_name
from impl.storage.records import read_batch, records

TOPIC, PARTITION, CONFIG, CHANGE, REMOVE_TOPIC = 2, 3, 4, 5, 9
TOPIC_RESOURCE = 2


@dataclass(frozen=True)
class Assigned:
    """What the metadata log says of a partition at its end."""

    topic_id: UUID
    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    leader_epoch: int


@dataclass
class Assignments:
    """Every partition by name, as the longest of the metadata logs has it; empty without one."""

    partitions: dict[str, Assigned] = field(default_factory=dict)
    compacted: set[str] = field(default_factory=set)
    tiered: set[str] = field(default_factory=set)
    read_of: list[DataDirectory] = field(default_factory=list)
    topics: dict[UUID, str] = field(default_factory=dict)
    unread: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def read(cls, directories: list[DataDirectory]) -> Assignments:
        """What the longest of the metadata logs says, from its latest snapshot on."""
        found = cls(read_of=directories)
        logs = [one.partitions[METADATA_LOG] for one in directories if METADATA_LOG in one.partitions]
        longest = max(logs, key=_end, default=None)
        for key, fields in _messages(longest, found.unread) if longest else ():
            try:
                found._take(key, fields)
            except (IndexError, struct.error, UnicodeDecodeError, KeyError, ValueError):
                continue  # the metadata log is audited as a log too: what can't be read there is told there
        return found

    def get(self, group: str) -> Assigned | None:
        """What is known of a partition."""
        return self.partitions.get(group)

    def of(self, broker: int) -> list[str]:
        """The partitions of a broker."""
        return sorted(name for name, one in self.partitions.items() if broker in one.replicas)

    def elsewhere(self, directory: DataDirectory) -> set[str]:
        """The partitions in other directories of the same broker."""
        return {
            name
            for one in self.read_of
            if one.broker == directory.broker and one is not directory
            for name in one.partitions
        }

    def is_tiered(self, group: str) -> bool:
        """Whether older records may be in remote storage."""
        return group.rpartition("-")[0] in self.tiered

    def is_compacted(self, group: str) -> bool:
        """Whether the partition's topic is configured to be compacted."""
        return group.rpartition("-")[0] in self.compacted

    def _take(self, key: int, fields: Fields) -> None:
        if key == TOPIC:
            name = fields.string()
            self.topics[fields.topic_id()] = name or ""
        elif key == PARTITION:
            number, topic = fields.int32(), fields.topic_id()
            replicas, isr = fields.ints() or (), fields.ints() or ()
            fields.ints(), fields.ints(), fields.int32()
            known = Assigned(topic, replicas, isr, fields.int32())
            self.partitions[partition_name(self.topics[topic], number)] = known
        elif key == CHANGE:
            self._change(fields.int32(), fields.topic_id(), fields)
        elif key == CONFIG:
            sort, topic_name, name, value = fields.int8(), fields.string(), fields.string(), fields.string()
            for setting, word, topics in (
                ("cleanup.policy", "compact", self.compacted),
                ("remote.storage.enable", "true", self.tiered),
            ):
                if sort == TOPIC_RESOURCE and name == setting and topic_name:
                    (topics.add if word in (value or "") else topics.discard)(topic_name)
        elif key == REMOVE_TOPIC:
            gone = fields.topic_id()
            self.topics.pop(gone, None)
            self.partitions = {name: one for name, one in self.partitions.items() if one.topic_id != gone}

    def _change(self, number: int, topic: UUID, fields: Fields) -> None:
        """Every field of a change is tagged; a new leader other than "no change" is a new epoch."""
        name = partition_name(self.topics[topic], number)
        known = self.partitions[name]
        for tag, inside in fields.tagged():
            if tag == 0:
                known = replace(known, isr=inside.ints() or ())
            elif tag == 1:
                known = replace(known, leader_epoch=known.leader_epoch + 1)
            elif tag == 2:
                known = replace(known, replicas=inside.ints() or ())
        self.partitions[name] = known


def _end(log: Path) -> tuple[str, int]:
    """How far a metadata log goes: its last segment, and that one's size."""
    last = max((path for path in log.glob("*.log") if SEGMENT.fullmatch(path.name)), default=None)
    try:
        return (last.name, last.stat().st_size) if last else ("", 0)
    except OSError:
        return ("", 0)


def _messages(log: Path, unread: list[tuple[str, str]]) -> Iterator[tuple[int, Fields]]:
    """The records of the latest snapshot and of the log behind it; a snapshot that can't be read goes to `unread`."""
    snapshot = max((path for path in log.iterdir() if METADATA_SNAPSHOT.fullmatch(path.name)), default=None)
    start = int(snapshot.name.partition("-")[0]) if snapshot else 0
    if snapshot:
        try:
            with files.open_regular(snapshot) as file:
                if (size := file.seek(0, 2)) > files.LARGEST:
                    unread.append((str(snapshot), f"{size:,} bytes: the first {files.LARGEST:,} were read"))
        except OSError as error:
            unread.append((str(snapshot), error.strerror or str(error)))
        yield from _in_file(snapshot, 0)
    for path in sorted(path for path in log.iterdir() if SEGMENT.fullmatch(path.name)):
        yield from _in_file(path, start)


def _in_file(path: Path, start: int) -> Iterator[tuple[int, Fields]]:
    try:
        with files.open_regular(path) as file, files.open_regular(path) as again:
            for found in walk(file, min(path.stat().st_size, files.LARGEST)):
                if isinstance(found, End):
                    return
                for row in found[(found["last"] >= start) & ((found["attributes"] & CONTROL) == 0)]:
                    try:
                        values = [one.value for one in records(read_batch(again, int(row["position"])))]
                    except ValueError:
                        continue
                    for value in values:
                        fields = Fields(value or b"\0\0\0")
                        fields.varint()  # the version of the frame
                        key = fields.varint()
                        fields.varint()  # of the record: fields are only added, behind those that are read here
                        yield key, fields
    except (OSError, IndexError):
        return


@dataclass
class Fields:
    """The fields of a message in the flexible format (KIP-482), read one after another."""

    data: bytes
    place: int = 0

    def varint(self) -> int:
        value = shift = 0
        while True:
            byte = self.data[self.place]
            self.place += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def int8(self) -> int:
        return self._unpack(">b", 1)

    def int32(self) -> int:
        return self._unpack(">i", 4)

    def topic_id(self) -> UUID:
        return UUID(bytes=self.take(16))

    def ints(self) -> tuple[int, ...] | None:
        count = self.varint()
        return None if count == 0 else tuple(self.int32() for _ in range(count - 1))

    def string(self) -> str | None:
        size = self.varint()
        return None if size == 0 else self.take(size - 1).decode()

    def tagged(self) -> Iterator[tuple[int, Fields]]:
        for _ in range(self.varint()):
            tag, size = self.varint(), self.varint()
            yield tag, Fields(self.take(size))

    def take(self, size: int) -> bytes:
        if self.place + size > len(self.data):
            raise IndexError(size)
        self.place += size
        return self.data[self.place - size : self.place]

    def _unpack(self, form: str, size: int) -> int:
        value: int = struct.unpack(form, self.take(size))[0]
        return value
