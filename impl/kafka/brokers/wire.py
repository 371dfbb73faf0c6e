"""The wire: requests to a broker over one connection, and frames as the proxies see them.

The messages of clients, and of followers, are those of kafka-python. It has none of the messages between a controller
and its brokers: the few that are sent here, each in one old version that every release with ZooKeeper takes, are
written below (LeaderAndIsr 0, UpdateMetadata 3, StopReplica 0, AlterPartition 0).
"""

from __future__ import annotations

import itertools
import re
import socket
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

PRODUCE, FETCH, LIST_OFFSETS, LEADER_AND_ISR, STOP_REPLICA, UPDATE_METADATA = 0, 1, 2, 4, 5, 6
OFFSET_FOR_LEADER_EPOCH, API_VERSIONS, ALTER_PARTITION = 23, 18, 56
_FLEXIBLE_FETCH, _FETCH_WITHOUT_REPLICA_ID = 12, 15
_FETCHER = re.compile(rb"(?:broker-(?=\d+-fetcher-)|raft-client-|(?=\d+$))(\d+)")
"""The client id of a follower, from 0.11 on; of a broker that fetches the metadata from its controller (KRaft); or of
one that asks its controller anything else: its id alone."""


class Connection:
    """A connection to a broker; one request at a time."""

    def __init__(self, port: int, patience: float) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=patience)
        self._numbers = itertools.count(1)

    def close(self) -> None:
        """End the connection; a request on its way gets no answer."""
        self._socket.close()

    def send(self, api: int, version: int, body: bytes) -> int:
        """Send a request; gives its number."""
        number = next(self._numbers)
        head = struct.pack(">hhih", api, version, number, 8) + b"tidemark"
        self._socket.sendall(struct.pack(">i", len(head) + len(body)) + head + body)
        return number

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
        return response_class(request)[version].decode(answer)


@contextmanager
def connected(port: int, patience: float = 30) -> Iterator[Connection]:
    """A connection that is closed in the end."""
    connection = Connection(port, patience)
    try:
        yield connection
    finally:
        connection.close()


def response_class(request: Any) -> Any:
    """The class of the answers to a message of kafka-python's."""
    import importlib

    name = type(request).__name__.partition("_v")[0].replace("Request", "Response")
    return getattr(importlib.import_module(type(request).__module__), name)


def frames(connection: socket.socket) -> Iterator[bytes]:
    """The frames that arrive, without their lengths, until the connection ends."""
    while True:
        head = _exactly(connection, 4)
        frame = None if head is None else _exactly(connection, struct.unpack(">i", head)[0])
        if frame is None:
            return
        yield frame


def framed(frame: bytes) -> bytes:
    """A frame as it goes over the wire."""
    return struct.pack(">i", len(frame)) + frame


def _exactly(connection: socket.socket, count: int) -> bytes | None:
    found = bytearray()
    while len(found) < count:
        try:
            part = connection.recv(count - len(found))
        except OSError:  # it was closed, here or there
            return None
        if not part:
            return None
        found += part
    return bytes(found)


@dataclass(frozen=True)
class Head:
    """What a request says of itself. follower: who fetches, or asks for the end of an epoch; None where unknown."""

    api: int
    version: int
    number: int
    follower: int | None


def head_of(frame: bytes) -> Head:
    """The head of a request.

    A follower says who it is in its client id, from 0.11 on; in 0.10.2 only in the body of a fetch.
    """
    api, version, number, length = struct.unpack_from(">hhih", frame)
    client = frame[10 : 10 + max(length, 0)]
    follower: int | None = None
    if named := _FETCHER.match(client):
        follower = int(named[1])
    elif api == FETCH and version < _FLEXIBLE_FETCH:
        follower = struct.unpack_from(">i", frame, 10 + max(length, 0))[0]
    return Head(api, version, number, follower if follower is None or follower >= 0 else None)


# What a controller sends. A partition is a topic's number 0, always.


@dataclass(frozen=True)
class PartitionState:
    """The leadership of the partition as a controller tells it. zk_version: that of the node with the same content."""

    leader: int
    leader_epoch: int
    isr: tuple[int, ...]
    zk_version: int


def leader_and_isr(
    controller: tuple[int, int], topic: str, state: PartitionState, replicas: Sequence[int], leader_port: int
) -> bytes:
    """LeaderAndIsr 0: what makes a broker lead or follow. controller: its id and epoch."""
    return b"".join(
        [
            struct.pack(">ii", *controller),
            _array([_partition(controller, topic, state, replicas)]),
            _array([struct.pack(">i", state.leader) + _text("127.0.0.1") + struct.pack(">i", leader_port)]),
        ]
    )


def update_metadata(
    controller: tuple[int, int],
    topic: str,
    state: PartitionState,
    replicas: Sequence[int],
    brokers: Iterable[tuple[int, Sequence[tuple[str, int]]]],
) -> bytes:
    """UpdateMetadata 3: who is alive, and where. brokers: each one's id, and its listeners with their ports."""
    alive = [
        struct.pack(">i", broker)
        + _array(
            [
                struct.pack(">i", port) + _text("127.0.0.1") + _text(listener) + struct.pack(">h", 0)
                for listener, port in listeners
            ]
        )
        + struct.pack(">h", -1)  # no rack
        for broker, listeners in brokers
    ]
    return b"".join(
        [
            struct.pack(">ii", *controller),
            _array([_partition(controller, topic, state, replicas)]),
            _array(alive),
        ]
    )


def stop_replica(controller: tuple[int, int], topic: str, deletes: bool) -> bytes:
    """StopReplica 0: a broker fetches no more, and deletes its replica if told so."""
    one = _text(topic) + struct.pack(">i", 0)
    return struct.pack(">ii?", *controller, deletes) + _array([one])


def _partition(
    controller: tuple[int, int], topic: str, state: PartitionState, replicas: Sequence[int]
) -> bytes:
    return b"".join(
        [
            _text(topic),
            struct.pack(">iiii", 0, controller[1], state.leader, state.leader_epoch),
            _numbers(state.isr),
            struct.pack(">i", state.zk_version),
            _numbers(replicas),
        ]
    )


def _text(text: str) -> bytes:
    return struct.pack(">h", len(text.encode())) + text.encode()


def _array(items: Sequence[bytes]) -> bytes:
    return struct.pack(">i", len(items)) + b"".join(items)


def _numbers(numbers: Sequence[int]) -> bytes:
    return _array([struct.pack(">i", number) for number in numbers])
