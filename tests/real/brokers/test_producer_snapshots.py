"""What a broker knows of an idempotent producer after a clean restart: its snapshot has the last number alone."""

from __future__ import annotations

import struct
import time
from pathlib import Path

import pytest

from tidemark.real.brokers import wire
from tidemark.real.brokers.kraft import CONTROLLER, TOPIC, KRaftCluster
from tidemark.real.brokers.processes import Workplace, wait_for

PRODUCE, VERSION = 0, 7
PRODUCER_ID = 4711
WRITTEN, OUT_OF_ORDER_SEQUENCE_NUMBER = 0, 45
NOT_READY = (3, 5, 6)
"""UNKNOWN_TOPIC_OR_PARTITION, LEADER_NOT_AVAILABLE, NOT_LEADER_OR_FOLLOWER."""


def numbered_batch(epoch: int, sequence: int) -> bytes:
    """A batch of one record. A broker that starts forgets a producer whose last record is a day old."""
    from kafka.record.default_records import DefaultRecordBatchBuilder

    builder = DefaultRecordBatchBuilder(2, 0, False, PRODUCER_ID, epoch, sequence, 1 << 20)
    builder.append(0, int(time.time() * 1000), None, b"m%d" % sequence, [])
    return bytes(builder.build())


def produce(cluster: KRaftCluster, epoch: int, sequence: int) -> tuple[int, int]:
    """Send a batch with acks=all: the error code, and the offset."""
    batch, name = numbered_batch(epoch, sequence), struct.pack(">h", len(TOPIC)) + TOPIC.encode()
    head = struct.pack(">hhii", -1, -1, 10_000, 1) + name
    body = head + struct.pack(">iii", 1, 0, len(batch)) + batch

    def answer() -> tuple[int, int] | None:
        with wire.connect(cluster.client_ports[0]) as connection:
            frame = connection.ask(PRODUCE, VERSION, body)
        error_code, offset = struct.unpack_from(">hq", frame, 4 + len(name) + 8)
        return None if error_code in NOT_READY else (error_code, offset)

    return wait_for("an answer to a produce request", answer)


@pytest.mark.brokers
@pytest.mark.parametrize("version", ["3.9.2", "4.3.1"])
def test_a_broker_that_restarted_refuses_all_but_the_last_number(version: str, tmp_path: Path) -> None:
    """As in `leader_loads_snapshot` of impl/idempotence: what the producer does then writes the record twice."""
    with Workplace(tmp_path / "kept") as workplace:
        cluster = KRaftCluster(workplace, version, 1, {})
        try:
            cluster.start(CONTROLLER, 0)
            cluster.create_topic([0], {})
            assert [produce(cluster, 0, number) for number in (0, 1, 2)] == [(WRITTEN, k) for k in range(3)]
            assert produce(cluster, 0, 0) == (WRITTEN, 0)
            cluster.stop(0)
            cluster.start(0)
            assert produce(cluster, 0, 2) == (WRITTEN, 2)
            assert produce(cluster, 0, 1)[0] == OUT_OF_ORDER_SEQUENCE_NUMBER
            assert produce(cluster, 0, 0)[0] == OUT_OF_ORDER_SEQUENCE_NUMBER
            assert produce(cluster, 1, 0) == (WRITTEN, 3)
        finally:
            cluster.close()
