"""What the coordinators' own topics claim about each partition: committed offsets, transactions, what was copied away.

A record in `__consumer_offsets` is one claim: *group g has read plain-0 up to offset 40*. If every copy of plain-0 ends
at 30, ten records that a consumer has seen are gone, and no copy of plain-0 alone can show it. Four topics make such
claims:

| topic | a key's latest record says |
|---|---|
| `__consumer_offsets` | the next offset that a group reads of a partition (`OffsetCommitValue`) |
| `__share_group_state` | what a share group has done with a partition (`ShareSnapshotValue`, `ShareUpdateValue`) |
| `__transaction_state` | the state of a transactional id, and its partitions (`TransactionLogValue`) |
| `__remote_log_metadata` | the segments that were copied to remote storage (`RemoteLogSegmentMetadataRecord`) |

They are read once, before any partition is settled; `claim_checks` compares them with the copies of each partition.
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar
from uuid import UUID

from tidemark.real.log_auditor.coordinator_logs import CoordinatorLogs, CoordinatorRecord
from tidemark.real.log_auditor.metadata_log import id_text
from tidemark.real.log_auditor.share_state import ShareState, share_states
from tidemark.real.storage.message_fields import Fields
from tidemark.real.storage.names import partition_name

OFFSETS, SHARES = "__consumer_offsets", "__share_group_state"
TRANSACTIONS, REMOTE = "__transaction_state", "__remote_log_metadata"
TOPICS = (OFFSETS, SHARES, TRANSACTIONS, REMOTE)
LATEST_OFFSET_KEY = 1
"""The version of an `OffsetCommitKey` is 0 or 1; other records of groups have greater ones."""
ONGOING, PREPARES = 1, (2, 3)
"""The states of a transaction that is open, and of one whose markers are being written (`TransactionState`)."""
COPIED, DELETED = 1, 3
"""The states of a segment that is in remote storage, and of one that was deleted there (`RemoteLogSegmentState`)."""
NO_ID = id_text(UUID(int=0))
T = TypeVar("T")


@dataclass(frozen=True)
class OffsetClaim:
    """An offset that a consumer group has committed. topic_id: from 4.1 on. time: of the commit, in ms."""

    group: str
    offset: int
    time: int
    topic_id: str = NO_ID


@dataclass(frozen=True)
class OwnedTransaction:
    """A transaction that its coordinator has open."""

    identity: str
    producer: int
    status: int
    time: int


@dataclass(frozen=True)
class RemoteSegment:
    """A segment in remote storage: its topic, and its first and last offset."""

    topic_id: str
    first: int
    last: int


@dataclass(frozen=True)
class PartitionClaims:
    """What is claimed about a partition.

    knows_owners, knows_remote: whether all of `__transaction_state`, and of `__remote_log_metadata`, was read.
    is_moving: whether a broker may have run while these topics were copied.
    """

    offsets: tuple[OffsetClaim, ...] = ()
    shares: tuple[ShareState, ...] = ()
    transactions: tuple[OwnedTransaction, ...] = ()
    remote: tuple[RemoteSegment, ...] = ()
    knows_owners: bool = False
    knows_remote: bool = False
    is_moving: bool = False


@dataclass
class CoordinatorClaims:
    """The claims of all coordinators, by partition."""

    general: PartitionClaims
    offsets: dict[str, list[OffsetClaim]] = field(default_factory=lambda: defaultdict(list))
    shares: dict[str, list[ShareState]] = field(default_factory=lambda: defaultdict(list))
    transactions: dict[str, list[OwnedTransaction]] = field(default_factory=lambda: defaultdict(list))
    remote: dict[str, list[RemoteSegment]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def read(cls, logs: CoordinatorLogs, topics: dict[UUID, str], is_moving: bool) -> CoordinatorClaims:
        """Read the four topics. topics: the name of each topic by its id."""
        general = PartitionClaims(
            knows_owners=logs.is_whole(TRANSACTIONS), knows_remote=logs.is_whole(REMOTE), is_moving=is_moving
        )
        claims = cls(general)
        for group, offset in _latest(logs.records(OFFSETS), _offset):
            claims.offsets[group].append(offset)
        for state in share_states(logs.records(SHARES)):
            if state.topic in topics:
                claims.shares[partition_name(topics[state.topic], state.partition)].append(state)
        for groups, transaction in _latest(logs.records(TRANSACTIONS), _transaction):
            for group in groups:
                claims.transactions[group].append(transaction)
        for group, segment in _remote_segments(logs.records(REMOTE)):
            claims.remote[group].append(segment)
        return claims

    def of(self, group: str) -> PartitionClaims:
        """What is claimed about a partition."""
        return replace(
            self.general,
            offsets=tuple(self.offsets.get(group, ())),
            shares=tuple(self.shares.get(group, ())),
            transactions=tuple(self.transactions.get(group, ())),
            remote=tuple(self.remote.get(group, ())),
        )


def _latest(
    records: Iterator[CoordinatorRecord], parse: Callable[[CoordinatorRecord], T | None]
) -> Iterator[T]:
    """What the latest record of each key says; nothing of keys that were deleted, or of other kinds of records."""
    latest = dict[bytes, T]()
    for record in records:
        latest.pop(record.key, None)
        with suppress(IndexError, struct.error, UnicodeDecodeError):
            if record.value is not None and (parsed := parse(record)) is not None:
                latest[record.key] = parsed
    yield from latest.values()


def _offset(record: CoordinatorRecord) -> tuple[str, OffsetClaim] | None:
    if record.type > LATEST_OFFSET_KEY:
        return None
    name, fields, version = record.name, record.fields(flexible_from=4), record.version
    group, topic, partition = name.string() or "", name.string() or "", name.int32()
    offset = fields.int64()
    if version >= 3:
        fields.int32()  # the leader epoch
    fields.string()
    time = fields.int64()
    if version == 1:
        fields.int64()
    ids = [id_text(inside.topic_id()) for tag, inside in fields.tagged_fields() if tag == 0 and version >= 4]
    return partition_name(topic, partition), OffsetClaim(group, offset, time, *ids)


def _transaction(record: CoordinatorRecord) -> tuple[list[str], OwnedTransaction] | None:
    fields = record.fields(flexible_from=1)
    producer, _, _, status = fields.int64(), fields.int16(), fields.int32(), fields.int8()
    if status != ONGOING and status not in PREPARES:
        return None
    groups = list[str]()
    for _ in range(fields.count()):
        topic = fields.string() or ""
        groups += [partition_name(topic, number) for number in fields.ints() or ()]
        dict(fields.tagged_fields())
    return groups, OwnedTransaction(record.name.string() or "", producer, status, fields.int64())


def _remote_segments(records: Iterator[CoordinatorRecord]) -> Iterator[tuple[str, RemoteSegment]]:
    """The segments that are in remote storage, and readable there, each with its partition."""
    segments, states = dict[UUID, tuple[str, RemoteSegment]](), dict[UUID, int]()
    for record in records:
        with suppress(IndexError, struct.error, UnicodeDecodeError):
            fields = Fields(record.value or b"")
            fields.varint()  # the version of the frame
            kind, _ = fields.varint(), fields.varint()
            if kind > 1:
                continue
            topic, topic_id, partition = fields.string() or "", fields.topic_id(), fields.int32()
            dict(fields.tagged_fields())
            number = fields.topic_id()
            dict(fields.tagged_fields())
            if kind == 0:
                segment = RemoteSegment(id_text(topic_id), fields.int64(), fields.int64())
                segments[number] = partition_name(topic, partition), segment
                fields.take(4 + 8 + 8)
                for _ in range(fields.count()):
                    fields.take(4 + 8), dict(fields.tagged_fields())
                fields.take(4)
            else:
                fields.take(4 + 8)
            fields.take(max(fields.count(), 0))  # the metadata of the storage
            states[number] = fields.int8()
    yield from (segment for number, segment in segments.items() if COPIED <= states.get(number, 0) < DELETED)
