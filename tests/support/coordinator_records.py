"""Records of the topics in which coordinators keep their state, as Kafka writes them, and partitions that hold them."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

from tests.support.logs import batch
from tidemark.real.storage import directories
from tidemark.real.storage.names import file_name

TIME = 1_700_000_400_000
Pair = tuple[bytes, bytes | None]


def short(text: str) -> bytes:
    """A string of a message that is not flexible."""
    return struct.pack(">h", len(text)) + text.encode()


def compact(text: str) -> bytes:
    """A short string of a flexible message."""
    return bytes([len(text) + 1]) + text.encode()


def committed(
    group: str, offset: int, topic: str = "plain", topic_id: bytes | None = None, time: int = TIME
) -> Pair:
    """An offset that a group commits: of version 3, or with a topic id of version 4."""
    key = struct.pack(">h", 1) + short(group) + short(topic) + struct.pack(">i", 0)
    if topic_id is None:
        return key, struct.pack(">hqi", 3, offset, -1) + short("") + struct.pack(">q", time)
    tags = b"\1\0\x10" + topic_id
    return key, struct.pack(">hqi", 4, offset, -1) + compact("") + struct.pack(">q", time) + tags


def transaction(identity: str, producer: int, status: int, topic: str = "plain", version: int = 0) -> Pair:
    """The state of a transactional id, with one partition."""
    head = struct.pack(">hqhib", version, producer, 0, 60_000, status)
    if version:
        partitions = b"\2" + compact(topic) + b"\2" + struct.pack(">i", 0) + b"\0"
    else:
        partitions = struct.pack(">i", 1) + short(topic) + struct.pack(">ii", 1, 0)
    times = struct.pack(">qq", TIME, TIME) + (b"\0" if version else b"")
    return struct.pack(">h", 0) + short(identity), head + partitions + times


def share(
    kind: int,
    topic_id: bytes,
    start: int,
    batches: Sequence[tuple[int, int, int, int]] = (),
    epochs: tuple[int, int, int] = (0, 0, 0),
) -> Pair:
    """A snapshot (0) or an update (1) of a share group. epochs: of the snapshot, of the state, of the leader."""
    key = struct.pack(">h", kind) + short("sharers") + topic_id + struct.pack(">i", 0)
    snapshot_epoch, state_epoch, leader_epoch = epochs
    value = struct.pack(">hi", 0, snapshot_epoch) + (b"" if kind else struct.pack(">i", state_epoch))
    value += struct.pack(">iq", leader_epoch, start) + (b"" if kind else struct.pack(">qq", TIME, TIME))
    value += bytes([len(batches) + 1]) + b"".join(struct.pack(">qqbh", *row) + b"\0" for row in batches)
    return key, value + b"\0"


def remote(topic_id: bytes, segment: int, first: int, last: int, state: int = 1) -> list[Pair]:
    """A segment that is copied to remote storage, and the state that it reaches."""
    number = segment.to_bytes(16)
    identity = compact("plain") + topic_id + struct.pack(">i", 0) + b"\0" + number + b"\0"
    copied = struct.pack(">qqiqq", first, last, 1, TIME, TIME) + b"\2" + struct.pack(">iq", 0, first) + b"\0"
    begun = b"\1\0\0" + identity + copied + struct.pack(">i", 999) + b"\0\0" + b"\0"
    ended = b"\1\1\0" + identity + struct.pack(">iq", 1, TIME) + b"\0" + bytes([state]) + b"\0"
    return [(b"", begun), (b"", ended)]


def add_partition(brokers: Sequence[Path], name: str, batches: Sequence[bytes]) -> None:
    """Give brokers a partition with these batches, in one segment."""
    last = batches[-1]
    end = struct.unpack_from(">q", last)[0] + struct.unpack_from(">i", last, 23)[0] + 1
    for broker in brokers:
        place = broker / name
        place.mkdir()
        (place / file_name(0, ".log")).write_bytes(b"".join(batches))
        for suffix in (".index", ".timeindex"):
            (place / file_name(0, suffix)).touch()
        (place / "leader-epoch-checkpoint").write_text("0\n1\n0 0\n")
        topic, _, number = name.rpartition("-")
        for checkpoint in (directories.HIGH_WATERMARKS, directories.RECOVERY_POINTS):
            lines = (broker / checkpoint).read_text().split("\n")
            rows = [*filter(None, lines[2:]), f"{topic} {number} {end}"]
            (broker / checkpoint).write_text("\n".join(["0", str(len(rows)), *rows]) + "\n")


def claim(brokers: Sequence[Path], name: str, *pairs: Pair) -> None:
    """Give brokers a partition with these records, a batch each."""
    add_partition(brokers, name, [batch(offset, 0, [pair], TIME) for offset, pair in enumerate(pairs)])
