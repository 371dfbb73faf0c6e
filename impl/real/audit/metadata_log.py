"""The metadata log of a KRaft cluster: who has which partition and may lead it, how topics are kept, and who votes.

Its records are `ApiMessageAndVersion`: a frame version, the record's key and version as varints, and the fields. Only
what an audit asks is read: `TopicRecord`, `PartitionRecord`, `PartitionChangeRecord`, `ConfigRecord`,
`RemoveTopicRecord`, `BrokerRegistrationChangeRecord` (metadata/src/main/resources/common/metadata), and of the quorum's
own control records those that name the voters: `LeaderChangeMessage`, and `VotersRecord` (KIP-853), which needs no
static configuration.
"""

from __future__ import annotations

import base64
import contextlib
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from uuid import UUID

from tidemark.impl.real.audit.message_fields import Fields
from tidemark.impl.real.storage import checkpoints, files
from tidemark.impl.real.storage.batches import CONTROL, End, walk
from tidemark.impl.real.storage.directories import METADATA_LOG, DataDirectory
from tidemark.impl.real.storage.names import METADATA_SNAPSHOT, SEGMENT, partition_name
from tidemark.impl.real.storage.records import read_batch, records
from tidemark.spec.regularfiles import open_regular

TOPIC, PARTITION, CONFIG, CHANGE, REMOVE_TOPIC, REGISTRATION_CHANGE = 2, 3, 4, 5, 9, 17
LEADER_CHANGE, VOTERS = -2, -6
"""Control records of the quorum, by their type and a minus."""
TOPIC_RESOURCE = 2
REMOTE_LOG = "__remote_log_metadata-"
"""Partitions that a cluster with tiered storage has."""


@dataclass(frozen=True)
class Assigned:
    """What the metadata log says of a partition at its end. `elr`: the eligible leader replicas (KIP-966)."""

    topic_id: UUID
    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    leader_epoch: int
    elr: tuple[int, ...] = ()

    @property
    def topic_text(self) -> str:
        """The topic's id as files have it: in base 64, without padding (`Uuid`)."""
        return base64.urlsafe_b64encode(self.topic_id.bytes).decode().rstrip("=")

    @property
    def eligible(self) -> tuple[int, ...]:
        """The replicas that may be elected, and must have every committed record."""
        return self.isr + self.elr

    def is_on(self, broker: str | None) -> bool:
        """Whether a broker has a replica."""
        return broker in [str(one) for one in self.replicas]


@dataclass
class Assignments:
    """Every partition by name, as the longest of the metadata logs has it; empty without one.

    `settings`: of each topic by name. `voters`: the nodes of the quorum; others only read the metadata log. `removed`:
    topics that were deleted. `source`: the directory that has that log. `stopping`: brokers that are fenced or in a
    controlled shutdown. `taken`: the partitions that were moved away from each of them meanwhile; a broker that stops
    reads the metadata log for longer than it does what that says (`BrokerServer.shutdown`).
    """

    partitions: dict[str, Assigned] = field(default_factory=dict)
    settings: dict[str, dict[str, str]] = field(default_factory=dict)
    voters: tuple[int, ...] = ()
    read_of: list[DataDirectory] = field(default_factory=list)
    topics: dict[UUID, str] = field(default_factory=dict)
    removed: set[UUID] = field(default_factory=set)
    stopping: set[str] = field(default_factory=set)
    taken: dict[str, set[str]] = field(default_factory=dict)
    source: str = ""
    unread: list[tuple[str, str]] = field(default_factory=list)

    @classmethod
    def read(cls, directories: list[DataDirectory]) -> Assignments:
        """What the longest of the metadata logs says, from its latest snapshot on."""
        found = cls(read_of=directories)
        logs = [one.partitions[METADATA_LOG] for one in directories if METADATA_LOG in one.partitions]
        longest = max(logs, key=_end, default=None)
        found.source = str(longest.parent) if longest else ""
        for log in logs:
            found.voters = found.voters or _static_voters(log)
        for key, version, fields in _messages(longest, found.unread) if longest else ():
            try:
                found._take(key, version, fields)
            except (IndexError, struct.error, UnicodeDecodeError, KeyError, ValueError):
                continue  # the metadata log is audited as a log too: what can't be read there is told there
        return found

    def get(self, group: str) -> Assigned | None:
        """What is known of a partition."""
        return self.partitions.get(group)

    def is_kept_whole(self, group: str) -> bool | None:
        """Whether no retention takes a topic's oldest records away; None where the brokers' own settings say that."""
        settings = self.settings.get(group.rpartition("-")[0], {})
        limits = [settings.get(name) for name in ("retention.ms", "retention.bytes")]
        if settings.get("cleanup.policy") == "compact" or limits == ["-1", "-1"]:
            return True
        return None if all(limit in (None, "-1") for limit in limits) else False

    def is_tiered(self, group: str) -> bool:
        """Whether older records may be in a remote storage."""
        if self.partitions:
            settings = self.settings.get(group.rpartition("-")[0], {})
            return settings.get("remote.storage.enable", "").lower() == "true"
        return any(name.startswith(REMOTE_LOG) for one in self.read_of for name in one.partitions)

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

    def is_compacted(self, group: str) -> bool:
        """Whether the partition's topic is configured to be compacted."""
        return "compact" in self.settings.get(group.rpartition("-")[0], {}).get("cleanup.policy", "")

    def _take(self, key: int, version: int, fields: Fields) -> None:
        if key in (LEADER_CHANGE, VOTERS):
            self.voters = _voters(key, fields)
        elif key == TOPIC:
            name = fields.string()
            self.topics[fields.topic_id()] = name or ""
        elif key == PARTITION:
            number, topic = fields.int32(), fields.topic_id()
            replicas, isr = fields.ints() or (), fields.ints() or ()
            fields.ints(), fields.ints(), fields.int32()
            leader_epoch, _ = fields.int32(), fields.int32()
            if version >= 1:
                fields.topic_ids()  # of the directories
            tagged = dict(fields.tagged())
            known = Assigned(
                topic, replicas, isr, leader_epoch, (tagged[1].ints() or ()) if 1 in tagged else ()
            )
            self.partitions[partition_name(self.topics[topic], number)] = known
        elif key == CHANGE:
            self._change(fields.int32(), fields.topic_id(), fields)
        elif key == REGISTRATION_CHANGE:
            self._registration(fields)
        elif key == CONFIG:
            sort, topic_name, name, value = fields.int8(), fields.string(), fields.string(), fields.string()
            if sort == TOPIC_RESOURCE and name and topic_name:
                settings = self.settings.setdefault(topic_name, {})
                settings[name] = value or ""
                if value is None:
                    del settings[name]
        elif key == REMOVE_TOPIC:
            gone = fields.topic_id()
            self.removed.add(gone)
            self.settings.pop(self.topics.pop(gone, ""), None)
            self.partitions = {name: one for name, one in self.partitions.items() if one.topic_id != gone}

    def _registration(self, fields: Fields) -> None:
        """A broker is fenced (1) or no longer (-1), or begins a controlled shutdown (1)."""
        broker, _ = str(fields.int32()), fields.take(8)
        fenced, stops = 0, 0
        for tag, inside in fields.tagged():
            if tag == 0:
                fenced = inside.int8()
            elif tag == 1:
                stops = inside.int8()
        if 1 in (fenced, stops):
            self.stopping.add(broker)
        elif fenced == -1:
            self.stopping.discard(broker)
            self.taken.pop(broker, None)

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
                replicas = inside.ints() or ()
                for broker in self.stopping & set(map(str, known.replicas)) - set(map(str, replicas)):
                    self.taken.setdefault(broker, set()).add(name)
                known = replace(known, replicas=replicas)
            elif tag == 6:
                known = replace(known, elr=inside.ints() or ())
        self.partitions[name] = known


def _end(log: Path) -> int:
    """The offset up to which a metadata log goes. Nodes roll segments apart, so names and sizes say nothing."""
    ends = [int(path.name.partition("-")[0]) for path in _snapshots(log)]
    last = max(_segments(log), default=None)
    if last:
        ends.append(int(last.stem))
        with contextlib.suppress(OSError), open_regular(last) as file:
            batches = walk(file, min(last.stat().st_size, files.LARGEST), checked=False)
            ends += [int(found["last"][-1]) + 1 for found in batches if not isinstance(found, End)]
    return max(ends, default=0)


def _snapshots(log: Path) -> list[Path]:
    return [path for path in log.glob("*.checkpoint") if METADATA_SNAPSHOT.fullmatch(path.name)]


def _segments(log: Path) -> list[Path]:
    return [path for path in log.glob("*.log") if SEGMENT.fullmatch(path.name)]


def _static_voters(log: Path) -> tuple[int, ...]:
    try:
        return checkpoints.voters(files.read_text(log / "quorum-state", files.PROPERTIES))
    except (OSError, ValueError):
        return ()


def _voters(key: int, fields: Fields) -> tuple[int, ...]:
    """The voters that a control record names."""
    version = fields.int16()
    if key == LEADER_CHANGE:
        fields.int32()
    found = []
    for _ in range(fields.varint() - 1):
        found.append(fields.int32())
        if key == VOTERS:
            fields.topic_id()
            for _ in range(fields.varint() - 1):
                fields.string(), fields.string(), fields.int16(), dict(fields.tagged())
            fields.int16(), fields.int16(), dict(fields.tagged())
        elif version >= 1:
            fields.topic_id()
        dict(fields.tagged())
    return tuple(found)


def _messages(log: Path, unread: list[tuple[str, str]]) -> Iterator[tuple[int, int, Fields]]:
    """The records of the latest snapshot and of the log behind it: key, version, fields.

    A snapshot that can't be read goes to `unread`.
    """
    snapshot = max(_snapshots(log), default=None)
    start = int(snapshot.name.partition("-")[0]) if snapshot else 0
    if snapshot:
        try:
            with open_regular(snapshot) as file:
                if (size := file.seek(0, 2)) > files.LARGEST:
                    unread.append((str(snapshot), f"{size:,} bytes: the first {files.LARGEST:,} were read"))
        except OSError as error:
            unread.append((str(snapshot), error.strerror or str(error)))
        yield from _in_file(snapshot, 0)
    for path in sorted(_segments(log)):
        yield from _in_file(path, start)


def _in_file(path: Path, start: int) -> Iterator[tuple[int, int, Fields]]:
    try:
        with open_regular(path) as file, open_regular(path) as again:
            for found in walk(file, min(path.stat().st_size, files.LARGEST)):
                if isinstance(found, End):
                    return
                for row in found[found["last"] >= start]:
                    try:
                        inside = list(records(read_batch(again, int(row["position"]))))
                    except ValueError:
                        continue
                    for record in inside:
                        fields = Fields(record.value or b"\0\0\0")
                        if row["attributes"] & CONTROL:
                            yield -int.from_bytes((record.key or b"")[2:4]), 0, fields
                            continue
                        fields.varint()  # the version of the frame
                        yield fields.varint(), fields.varint(), fields
    except (OSError, IndexError):
        return
