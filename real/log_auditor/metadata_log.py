"""The metadata log of a KRaft cluster: which brokers have a partition and may lead it, its settings, and the voters.

Its records are `ApiMessageAndVersion`: a frame version, the record's key and version as varints, and the fields. Only
what an audit asks is read: `TopicRecord`, `PartitionRecord`, `PartitionChangeRecord`, `ConfigRecord`,
`RemoveTopicRecord`, `RegisterBrokerRecord`, `BrokerRegistrationChangeRecord`
(metadata/src/main/resources/common/metadata), and of the quorum's own control records those that name the voters:
`LeaderChangeMessage`, and `VotersRecord` (KIP-853), which needs no static configuration.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from uuid import UUID

from tidemark.real.log_auditor.metadata_files import MetadataFiles, MetadataRecord
from tidemark.real.storage.directories import DataDirectory
from tidemark.real.storage.message_fields import Fields
from tidemark.real.storage.names import partition_name

REGISTRATION, TOPIC, PARTITION, CONFIG, CHANGE, REMOVE_TOPIC, REGISTRATION_CHANGE = 0, 2, 3, 4, 5, 9, 17
LEADER_CHANGE, VOTERS = -2, -6
"""Control records of the quorum, by their type and a minus."""
NO_LEADER = -1
TOPIC_RESOURCE, BROKER_RESOURCE = 2, 4
UNCLEAN = "unclean.leader.election.enable"
RESERVED = 100
"""Ids below it are those of no directory (`DirectoryId`): one that is lost, or not known yet."""
REMOTE_LOG = "__remote_log_metadata-"
"""Partitions that a cluster with tiered storage has."""


def id_text(number: UUID) -> str:
    """An id as files have it: in base 64, without padding (`Uuid`)."""
    return base64.urlsafe_b64encode(number.bytes).decode().rstrip("=")


@dataclass(frozen=True)
class Assignment:
    """What the metadata log says of a partition at its end.

    elr: the eligible leader replicas (KIP-966). last_known: the last leader, while nobody leads. since: when it got
    these replicas, in ms. joined: each replica that may be elected, and when it came to the ISR. If a snapshot says so,
    these times are those of the snapshot, and later. directories: the id of the data directory of each replica
    (KIP-858), in the order of the replicas.
    """

    topic_id: UUID
    replicas: tuple[int, ...]
    isr: tuple[int, ...]
    leader_epoch: int
    leader: int = NO_LEADER
    elr: tuple[int, ...] = ()
    since: int = 0
    joined: tuple[tuple[int, int], ...] = ()
    last_known: tuple[int, ...] = ()
    directories: tuple[UUID, ...] = ()

    @property
    def topic_text(self) -> str:
        """The topic's id as files have it."""
        return id_text(self.topic_id)

    def directory_on(self, broker: str | None) -> UUID | None:
        """The id of the data directory in which a broker should have it; None if the metadata log names none."""
        ids = zip(map(str, self.replicas), self.directories, strict=False)
        return next((number for replica, number in ids if replica == broker and number.int >= RESERVED), None)

    @property
    def eligible(self) -> tuple[int, ...]:
        """The replicas that may be elected, and must have every committed record."""
        return self.isr + self.elr

    def eligible_since(self, broker: str | None) -> int | None:
        """When a broker came to the ISR, in ms; None if it may not be elected."""
        return next((time for replica, time in self.joined if str(replica) == broker), None)

    def with_eligible(self, time: int) -> Assignment:
        """The same, with the replicas that came to the ISR at a time."""
        before = dict(self.joined)
        return replace(self, joined=tuple((replica, before.get(replica, time)) for replica in self.eligible))

    def is_on(self, broker: str | None) -> bool:
        """Whether a broker has a replica."""
        return broker in list(map(str, self.replicas))

    def is_in_sync(self, broker: str | None) -> bool:
        """Whether a broker is in the ISR."""
        return broker in list(map(str, self.isr))

    def is_eligible(self, broker: str | None) -> bool:
        """Whether a broker may be elected."""
        return broker in list(map(str, self.eligible))


@dataclass
class Assignments:
    """Every partition by name, as the longest of the metadata logs has it; empty without one.

    settings: of each topic by name; under no name those that all brokers have by default. voters: the nodes of the
    quorum; others only read the metadata log. stopping: brokers that are fenced or in a controlled shutdown.
    moved_away: the partitions that were moved away from each of them meanwhile; a broker that stops reads the metadata
    log for longer than it does what that says (`BrokerServer.shutdown`). online: the ids of the data directories that
    each broker had when it was heard of last. logs: the metadata logs of all directories. source: the one
    that was read.
    """

    partitions: dict[str, Assignment] = field(default_factory=dict)
    settings: dict[str, dict[str, str]] = field(default_factory=dict)
    voters: tuple[int, ...] = ()
    read_of: Sequence[DataDirectory] = ()
    topics: dict[UUID, str] = field(default_factory=dict)
    stopping: set[str] = field(default_factory=set)
    moved_away: dict[str, set[str]] = field(default_factory=dict)
    online: dict[str, tuple[UUID, ...]] = field(default_factory=dict)
    logs: list[MetadataFiles] = field(default_factory=list)
    source: MetadataFiles | None = None

    @classmethod
    def read(cls, directories: Sequence[DataDirectory]) -> Assignments:
        """Read the longest metadata log that goes back to a snapshot or to the beginning."""
        logs = [log for log in map(MetadataFiles.of, directories) if log]
        assignments = cls(read_of=directories, logs=logs)
        assignments.source = max(logs, key=lambda log: (log.is_complete, log.end), default=None)
        assignments.voters = next((log.voters for log in logs if log.voters), ())
        for record in assignments.source.records() if assignments.source else ():
            assignments.take(record)
        return assignments

    @property
    def unread(self) -> list[tuple[str, str]]:
        """The metadata logs, or parts of them, that could not be read: path and reason."""
        unread = [path_and_reason for log in self.logs for path_and_reason in log.unread]
        if self.source and not self.source.is_complete:
            reason = "no snapshot of it is whole, and its first records are gone"
            unread.append((str(self.source.path), reason))
        return unread

    def get(self, group: str) -> Assignment | None:
        """What is known of a partition."""
        return self.partitions.get(group)

    def _settings_of(self, group: str) -> dict[str, str]:
        return self.settings.get(group.rpartition("-")[0], {})

    def is_kept_whole(self, group: str) -> bool | None:
        """Whether no retention takes a topic's oldest records away; None where the brokers' own settings say that."""
        settings = self._settings_of(group)
        limits = [settings.get(name) for name in ("retention.ms", "retention.bytes")]
        if settings.get("cleanup.policy") == "compact" or limits == ["-1", "-1"]:
            return True
        return None if all(limit in (None, "-1") for limit in limits) else False

    def is_tiered(self, group: str) -> bool:
        """Whether older records may be in a remote storage."""
        if self.partitions:
            return self._settings_of(group).get("remote.storage.enable", "").lower() == "true"
        return any(name.startswith(REMOTE_LOG) for directory in self.read_of for name in directory.partitions)

    def is_unclean_allowed(self, group: str) -> bool:
        """Whether a replica may be elected that is in neither ISR nor ELR; the brokers' own settings may say so too."""
        value = self._settings_of(group).get(UNCLEAN) or self.settings.get("", {}).get(UNCLEAN, "")
        return value.lower() == "true"

    def partitions_of(self, broker: int) -> list[str]:
        """The partitions of a broker."""
        return sorted(name for name, assigned in self.partitions.items() if broker in assigned.replicas)

    def partitions_elsewhere(self, directory: DataDirectory) -> set[str]:
        """The partitions in other directories of the same broker."""
        return {
            name
            for sibling in self.read_of
            if sibling.broker == directory.broker and sibling is not directory
            for name in sibling.partitions
        }

    def is_compacted(self, group: str) -> bool:
        """Whether the partition's topic is configured to be compacted."""
        return "compact" in self._settings_of(group).get("cleanup.policy", "")

    def take(self, record: MetadataRecord) -> None:
        """Go on with the next record. The audit of the metadata log as a log reports those that can't be read."""
        with suppress(IndexError, struct.error, UnicodeDecodeError, KeyError, ValueError):
            self._take(record)

    def _take(self, record: MetadataRecord) -> None:
        key, fields = record.key, record.fields
        if key in (LEADER_CHANGE, VOTERS):
            self.voters = _voters(key, fields)
        elif key == TOPIC:
            name = fields.string()
            self.topics[fields.topic_id()] = name or ""
        elif key == PARTITION:
            number, topic = fields.int32(), fields.topic_id()
            replicas, isr = fields.ints() or (), fields.ints() or ()
            fields.ints(), fields.ints()
            leader, leader_epoch, _ = fields.int32(), fields.int32(), fields.int32()
            places = (fields.topic_ids() or ()) if record.version >= 1 else ()
            tagged = dict(fields.tagged_fields())
            elr, last_known = ((tagged[tag].ints() or ()) if tag in tagged else () for tag in (1, 2))
            assigned = Assignment(
                topic, replicas, isr, leader_epoch, leader, elr, record.time, (), last_known, places
            )
            self.partitions[partition_name(self.topics[topic], number)] = assigned.with_eligible(record.time)
        elif key == CHANGE:
            self._change(fields.int32(), fields.topic_id(), record)
        elif key == REGISTRATION:
            self._registration(fields, record.version)
        elif key == REGISTRATION_CHANGE:
            self._registration_change(fields)
        elif key == CONFIG:
            sort, topic_name, name, value = fields.int8(), fields.string(), fields.string(), fields.string()
            is_default = sort == BROKER_RESOURCE and topic_name == ""
            if name and ((sort == TOPIC_RESOURCE and topic_name) or is_default):
                settings = self.settings.setdefault(topic_name or "", {})
                settings[name] = value or ""
                if value is None:
                    del settings[name]
        elif key == REMOVE_TOPIC:
            gone = fields.topic_id()
            self.settings.pop(self.topics.pop(gone, ""), None)
            remaining = ((name, each) for name, each in self.partitions.items() if each.topic_id != gone)
            self.partitions = dict(remaining)

    def _registration(self, fields: Fields, version: int) -> None:
        """A broker starts, and names its data directories."""
        broker = str(fields.int32())
        fields.take((version >= 2) + 16 + 8)
        for _ in range(fields.count()):
            fields.string(), fields.string(), fields.take(4), dict(fields.tagged_fields())
        for _ in range(fields.count()):
            fields.string(), fields.take(4), dict(fields.tagged_fields())
        fields.string(), fields.take(1 + (version >= 1))
        tagged = dict(fields.tagged_fields())
        self.online[broker] = (tagged[0].topic_ids() or ()) if 0 in tagged else ()

    def _registration_change(self, fields: Fields) -> None:
        """A broker is fenced (1) or no longer (-1), or begins a controlled shutdown (1)."""
        broker, _ = str(fields.int32()), fields.take(8)
        fenced, stops = 0, 0
        for tag, inside in fields.tagged_fields():
            if tag == 0:
                fenced = inside.int8()
            elif tag == 1:
                stops = inside.int8()
            elif tag == 2:
                self.online[broker] = inside.topic_ids() or ()
        if 1 in (fenced, stops):
            self.stopping.add(broker)
        elif fenced == -1:
            self.stopping.discard(broker)
            self.moved_away.pop(broker, None)

    def _change(self, number: int, topic: UUID, record: MetadataRecord) -> None:
        """Every field of a change is tagged; a new leader other than "no change" is a new epoch."""
        name = partition_name(self.topics[topic], number)
        assigned = self.partitions[name]
        for tag, inside in record.fields.tagged_fields():
            if tag == 0:
                assigned = replace(assigned, isr=inside.ints() or ())
            elif tag == 1:
                leader_epoch = assigned.leader_epoch + 1
                assigned = replace(assigned, leader_epoch=leader_epoch, leader=inside.int32())
            elif tag == 2:
                replicas = inside.ints() or ()
                for broker in self.stopping & set(map(str, assigned.replicas)) - set(map(str, replicas)):
                    self.moved_away.setdefault(broker, set()).add(name)
                assigned = replace(assigned, replicas=replicas, since=record.time)
            elif tag == 6:
                assigned = replace(assigned, elr=inside.ints() or ())
            elif tag == 7:
                assigned = replace(assigned, last_known=inside.ints() or ())
            elif tag == 8:
                assigned = replace(assigned, directories=inside.topic_ids() or ())
        self.partitions[name] = assigned.with_eligible(record.time)


def _voters(key: int, fields: Fields) -> tuple[int, ...]:
    """The voters that a control record names."""
    version = fields.int16()
    if key == LEADER_CHANGE:
        fields.int32()
    voters = []
    for _ in range(fields.varint() - 1):
        voters.append(fields.int32())
        if key == VOTERS:
            fields.topic_id()
            for _ in range(fields.varint() - 1):
                fields.string(), fields.string(), fields.int16(), dict(fields.tagged_fields())
            fields.int16(), fields.int16(), dict(fields.tagged_fields())
        elif version >= 1:
            fields.topic_id()
        dict(fields.tagged_fields())
    return tuple(voters)
