"""The load of a campaign: topics of every kind, and producers that write to them until the campaign ends.

The producers ignore errors: after one they send the next record.
"""

from __future__ import annotations

import contextlib
import random

from kafka import KafkaAdminClient, KafkaProducer
from kafka.admin import NewTopic
from kafka.errors import KafkaError

from tidemark.real.soak.clients import ClientThread

ROLLING = {"segment.ms": "1500", "index.interval.bytes": "512"}
"""Segments that roll every second or two, with an index entry for every few batches."""
TOPICS: dict[str, dict[str, str]] = {
    "kept": {"retention.ms": "-1", "retention.bytes": "-1", "min.insync.replicas": "1"},
    "safe": {"retention.ms": "-1", "min.insync.replicas": "2"},
    "expiring": {"retention.ms": "4000"},
    "bounded": {"retention.bytes": "60000"},
    "compacted": {
        "cleanup.policy": "compact",
        "min.cleanable.dirty.ratio": "0.01",
        "delete.retention.ms": "100",
    },
    "both": {"cleanup.policy": "compact,delete", "min.cleanable.dirty.ratio": "0.01", "retention.ms": "8000"},
    "transactions": {"retention.ms": "10000"},
}
BROKER = {
    "log.retention.check.interval.ms": "700",
    "log.initial.task.delay.ms": "500",
    "log.segment.delete.delay.ms": "10000",
    "log.cleaner.backoff.ms": "500",
    "log.cleaner.dedupe.buffer.size": "4000000",
    "log.index.size.max.bytes": "102400",
    "log.flush.offset.checkpoint.interval.ms": "7000",
    "log.flush.start.offset.checkpoint.interval.ms": "7000",
    "offsets.topic.num.partitions": "2",
    "replica.lag.time.max.ms": "4000",
    "transaction.state.log.num.partitions": "2",
    "transaction.state.log.replication.factor": "3",
    "transaction.state.log.min.isr": "1",
}
"""Settings by which brokers do often what an audit should meet."""
KEYS = 20


def create(admin: KafkaAdminClient, name: str, settings: dict[str, str], replicas: list[int]) -> None:
    """Create a topic of one partition."""
    admin.create_topics([NewTopic(name, replica_assignments={0: replicas}, topic_configs=settings | ROLLING)])


def servers(ports: list[int]) -> list[str]:
    """Where clients find the brokers."""
    return [f"127.0.0.1:{port}" for port in ports]


class Writing(ClientThread):
    """A producer that writes to a topic until `end` is called. `acks` is 0, 1 or "all"."""

    def __init__(self, topic: str, ports: list[int], acks: int | str, seed: str) -> None:
        self._topic, self._ports, self._acks = topic, ports, acks
        self._chance = random.Random(seed)
        super().__init__()

    def _run(self) -> None:
        while not self._ends.is_set():
            with contextlib.suppress(KafkaError, OSError, AssertionError):
                producer = self._producer()
                try:
                    self._write(producer)
                finally:
                    producer.close(timeout=1)

    def _producer(self) -> KafkaProducer:
        return KafkaProducer(
            bootstrap_servers=servers(self._ports),
            acks=self._acks,
            enable_idempotence=False,
            retries=3,
            linger_ms=20,
            request_timeout_ms=5000,
            delivery_timeout_ms=6000,
            max_block_ms=3000,
        )

    def _write(self, producer: KafkaProducer) -> None:
        while not self._ends.wait(self._chance.uniform(0.005, 0.1)):
            self._burst(producer)

    def _burst(self, producer: KafkaProducer) -> None:
        for _ in range(self._chance.randint(1, 8)):
            key = b"k%d" % self._chance.randrange(KEYS)
            producer.send(self._topic, self._chance.randbytes(self._chance.randint(5, 300)), key, partition=0)


class Transacting(Writing):
    """A producer whose transactions are committed, aborted, or stay open for a while."""

    def _producer(self) -> KafkaProducer:
        producer = KafkaProducer(
            bootstrap_servers=servers(self._ports),
            transactional_id=f"writer-{self._topic}",
            request_timeout_ms=5000,
            delivery_timeout_ms=6000,
            max_block_ms=5000,
            transaction_timeout_ms=9000,
        )
        try:
            producer.init_transactions()
        except BaseException:
            producer.close(timeout=1)
            raise
        return producer

    def _write(self, producer: KafkaProducer) -> None:
        while not self._ends.is_set():
            producer.begin_transaction()
            self._burst(producer)
            producer.flush(5)
            self._ends.wait(self._chance.choice([0.01, 0.1, 2.0]))
            if self._chance.random() < 0.7:
                producer.commit_transaction()
            else:
                producer.abort_transaction()
