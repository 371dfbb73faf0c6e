"""Kafka's wire protocol: requests to a broker over one connection, and frames as the proxies see them.

kafka-python has the messages of clients and followers, and none of those between a controller and its brokers. The few
that are sent here are written below, each in one old version that every release with ZooKeeper understands
(LeaderAndIsr 0, UpdateMetadata 3, StopReplica 0, AlterPartition 0).
"""

from __future__ import annotations

import importlib
import itertools
import re
import socket
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import starmap
from typing import Any

from tidemark.real.storage.message_fields import Fields

PRODUCE, FETCH, LIST_OFFSETS, LEADER_AND_ISR, STOP_REPLICA, UPDATE_METADATA = 0, 1, 2, 4, 5, 6
OFFSET_FOR_LEADER_EPOCH, API_VERSIONS, ALTER_PARTITION = 23, 18, 56
INIT_PRODUCER_ID, ADD_PARTITIONS_TO_TXN, END_TXN, TXN_OFFSET_COMMIT = 22, 24, 26, 28
_FIRST_SESSION, _FLEXIBLE_FETCH = 7, 12
_FETCHER = re.compile(rb"(?:broker-(?=\d+-fetcher-)|raft-client-|(?=\d+$))(\d+)")
"""The client id of a follower, from 0.11 on; of a broker that fetches the metadata from its controller (KRaft); or of
one that asks its controller anything else: its id alone."""


class BrokerConnection:
    """A connection to a broker; one request at a time."""

    def __init__(self, port: int, patience: float) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=patience)
        self._numbers = itertools.count(1)

    def close(self) -> None:
        """End the connection; a request on its way gets no answer."""
        self._socket.close()

    def send(self, api: int, version: int, body: bytes) -> None:
        """Send a request."""
        head = struct.pack(">hhih", api, version, next(self._numbers), 8) + b"tidemark"
        self._socket.sendall(with_length(head + body))

    def receive(self) -> bytes:
        """The next answer, after its number.

        Raises:
            OSError: the connection ended, or the answer did not come.
        """
        frame = next(frames(self._socket), None)
        if frame is None:
            raise ConnectionError("the broker closed the connection")
        return frame[4:]

    def ask(self, api: int, version: int, body: bytes) -> bytes:
        """Send a request and wait for its answer."""
        self.send(api, version, body)
        return self.receive()

    def call(self, request: Any) -> Any:
        """Send a message of kafka-python's, and decode the answer. For versions without tagged fields alone."""
        version = request.API_VERSION
        answer = self.ask(request.API_KEY, version, request.encode())
        name = type(request).__name__.partition("_v")[0].replace("Request", "Response")
        return getattr(importlib.import_module(type(request).__module__), name)[version].decode(answer)


def connect(port: int, patience: float = 30) -> closing[BrokerConnection]:
    """A connection that is closed in the end."""
    return closing(BrokerConnection(port, patience))


def frames(connection: socket.socket) -> Iterator[bytes]:
    """The frames that arrive, without their lengths, until the connection ends."""
    while True:
        head = _exactly(connection, 4)
        frame = None if head is None else _exactly(connection, struct.unpack(">i", head)[0])
        if frame is None:
            return
        yield frame


def with_length(frame: bytes) -> bytes:
    """A frame with its length before it, as it goes over the wire."""
    return struct.pack(">i", len(frame)) + frame


def _exactly(connection: socket.socket, count: int) -> bytes | None:
    content = bytearray()
    while len(content) < count:
        try:
            part = connection.recv(count - len(content))
        except OSError:  # it was closed, at this end or the other
            return None
        if not part:
            return None
        content += part
    return bytes(content)


@dataclass(frozen=True)
class Head:
    """What a request says of itself. follower: who fetches, or asks for the end of an epoch; None where unknown."""

    api: int
    version: int
    number: int
    follower: int | None


def head_of(frame: bytes) -> Head:
    """The head of a request.

    A follower says who it is in the body of its fetches, up to version 11, and from 0.11 on in its client id.
    """
    api, version, number, length = struct.unpack_from(">hhih", frame)
    client = frame[10 : 10 + max(length, 0)]
    follower: int | None = None
    if api == FETCH and version < _FLEXIBLE_FETCH:
        follower = struct.unpack_from(">i", frame, 10 + max(length, 0))[0]
    elif match := _FETCHER.match(client):
        follower = int(match[1])
    return Head(api, version, number, follower if follower is None or follower >= 0 else None)


def forgets(head: Head, frame: bytes) -> bool:
    """Whether a fetch asks for nothing, and only ends that a partition is part of its session (KIP-227).

    A follower sends one after an error, while the partition waits for its back-off.
    """
    from kafka.protocol.consumer.fetch import FetchRequest

    if head.api != FETCH or not _FIRST_SESSION <= head.version <= FetchRequest.max_version:
        return False
    request = FetchRequest.decode(frame, version=head.version, header=True)
    return bool(request.forgotten_topics_data and not request.topics)


def error_of(head: Head, answer: bytes) -> str | None:
    """The name of the error in a leader's answer to a follower; None where it has none.

    Raises:
        ValueError: the answer is of a version that is not known.
    """
    from kafka import errors
    from kafka.protocol.consumer.fetch import FetchResponse
    from kafka.protocol.consumer.offsets import OffsetForLeaderEpochResponse

    response = FetchResponse if head.api == FETCH else OffsetForLeaderEpochResponse
    message = response.decode(answer, version=head.version, header=True)
    topics = message.responses if head.api == FETCH else message.topics
    codes = [getattr(message, "error_code", 0), *(p.error_code for t in topics for p in t.partitions)]
    code = next(filter(None, codes), 0)
    return str(errors.for_code(code).__name__).removesuffix("Error") if code else None


# What a controller sends. A partition is a topic's number 0, always.

CONTROLLER_ID = 1000
"""The controller's broker id, which no broker has."""
CONTROLLER_EPOCH = 1
_CONTROLLER = struct.pack(">ii", CONTROLLER_ID, CONTROLLER_EPOCH)


@dataclass(frozen=True)
class PartitionState:
    """The leadership of the partition as a controller sends it. zk_version: that of the node with the same content."""

    leader: int
    leader_epoch: int
    isr: tuple[int, ...]
    zk_version: int


def leader_and_isr(topic: str, state: PartitionState, replicas: Sequence[int], leader_port: int) -> bytes:
    """LeaderAndIsr 0: what makes a broker lead or follow."""
    partitions = _array([_partition(topic, state, replicas)])
    leader = struct.pack(">i", state.leader) + _text("127.0.0.1") + struct.pack(">i", leader_port)
    return _CONTROLLER + partitions + _array([leader])


def update_metadata(
    topic: str,
    state: PartitionState,
    replicas: Sequence[int],
    brokers: Iterable[tuple[int, Sequence[tuple[str, int]]]],
) -> bytes:
    """UpdateMetadata 3: who is alive, and where. brokers: each one's id, and its listeners with their ports."""

    def listener(name: str, port: int) -> bytes:
        return struct.pack(">i", port) + _text("127.0.0.1") + _text(name) + struct.pack(">h", 0)

    no_rack = struct.pack(">h", -1)
    alive = [
        struct.pack(">i", broker) + _array(list(starmap(listener, listeners))) + no_rack
        for broker, listeners in brokers
    ]
    return _CONTROLLER + _array([_partition(topic, state, replicas)]) + _array(alive)


def stop_replica(topic: str, deletes: bool) -> bytes:
    """StopReplica 0: a broker stops fetching, and deletes its replica if `deletes`."""
    partition = _text(topic) + struct.pack(">i", 0)
    return _CONTROLLER + struct.pack(">?", deletes) + _array([partition])


def _partition(topic: str, state: PartitionState, replicas: Sequence[int]) -> bytes:
    leadership = struct.pack(">iiii", 0, CONTROLLER_EPOCH, state.leader, state.leader_epoch)
    version = struct.pack(">i", state.zk_version)
    return _text(topic) + leadership + _numbers(state.isr) + version + _numbers(replicas)


def _text(string: str) -> bytes:
    return struct.pack(">h", len(string.encode())) + string.encode()


def _array(rows: Sequence[bytes]) -> bytes:
    return struct.pack(">i", len(rows)) + b"".join(rows)


def _numbers(numbers: Sequence[int]) -> bytes:
    return _array([struct.pack(">i", number) for number in numbers])


# What a client sends: one record, and one partition, at a time.


def record(value: str, magic: int = 1) -> bytes:
    """One record at offset 0, by default in message format 1, which every release takes."""
    from kafka.record import MemoryRecordsBuilder

    builder = MemoryRecordsBuilder(magic=magic, compression_type=0, batch_size=1 << 20)
    builder.append(timestamp=None, key=None, value=value.encode(), headers=[])
    builder.close()
    return bytes(builder.buffer())


def latest_offset(connection: BrokerConnection, topic: str) -> int | None:
    """What ListOffsets 1 says is the end for consumers: the leader's high watermark. None for an error."""
    partition = struct.pack(">iq", 0, -1)
    answer = connection.ask(
        LIST_OFFSETS, 1, struct.pack(">i", -1) + _array([_text(topic) + _array([partition])])
    )
    error, _, offset = struct.unpack_from(">hqq", answer, len(answer) - 18)
    return None if error else int(offset)


def consume(connection: BrokerConnection, topic: str, offset: int) -> list[str]:
    """The values that Fetch 2 gives a consumer from an offset on.

    Raises:
        ConnectionError: the broker answered with an error.
    """
    from kafka.record import MemoryRecords

    partition = struct.pack(">iqi", 0, offset, 1 << 20)
    body = struct.pack(">iii", -1, 100, 1) + _array([_text(topic) + _array([partition])])
    answer = connection.ask(FETCH, 2, body)
    at = 4 + 4 + 2 + len(topic) + 4 + 4
    error, _, size = struct.unpack_from(">hqi", answer, at)
    if error:
        raise ConnectionError(f"the broker answers a consumer with error {error}")
    records = MemoryRecords(answer[at + 14 : at + 14 + size])
    batches = iter(records.next_batch, None)
    return [(record.value or b"").decode() for batch in batches for record in batch]


# What a broker of 2.7 or later asks its controller. These messages are flexible (KIP-482): lengths are varints, each
# struct ends with its tagged fields, of which there are none.

INVALID_UPDATE_VERSION = 95


def api_versions_answer(version: int) -> bytes:
    """The answer to ApiVersions: AlterPartition 0, and what asks this. Version 0 also answers what is unknown."""
    rows = [struct.pack(">hhh", *row) for row in ((API_VERSIONS, 0, 3), (ALTER_PARTITION, 0, 0))]
    if version < 3:
        return struct.pack(">h", 0) + _array(rows) + (struct.pack(">i", 0) if version else b"")
    compact = _varint(len(rows) + 1) + b"".join(row + b"\0" for row in rows)
    return struct.pack(">h", 0) + compact + struct.pack(">i", 0) + b"\0"


def read_alter_partition(frame: bytes) -> PartitionState:
    """The new ISR that a leader asks for, and the epoch and version by which it knows the partition."""
    fields = Fields(frame, 10 + max(struct.unpack_from(">h", frame, 8)[0], 0) + 1)  # behind the head
    leader = fields.int32()
    fields.take(8)  # the broker's epoch
    fields.varint(), fields.string(), fields.varint(), fields.int32()  # one topic with one partition
    leader_epoch, isr = fields.int32(), fields.ints() or ()
    return PartitionState(leader, leader_epoch, isr, fields.int32())


def alter_partition_answer(topic: str, state: PartitionState | None) -> bytes:
    """The answer to AlterPartition 0; without a state, that the leader's version is not the node's."""
    error = 0 if state else INVALID_UPDATE_VERSION
    state = state or PartitionState(-1, -1, (), -1)
    name = topic.encode()
    leadership = struct.pack(">ihii", 0, error, state.leader, state.leader_epoch)
    isr = _varint(len(state.isr) + 1) + struct.pack(f">{len(state.isr)}i", *state.isr)
    partition = leadership + isr + struct.pack(">i", state.zk_version) + b"\0"
    topics = _varint(2) + _varint(len(name) + 1) + name + _varint(2) + partition + b"\0"
    return struct.pack(">ih", 0, 0) + topics + b"\0"


def _varint(number: int) -> bytes:
    content = bytearray()
    while number >= 0x80:
        content.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*content, number])
