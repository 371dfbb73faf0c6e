"""A real producer and a real consumer, which get the answers that a user of Kafka gets."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from typing import Any

from kafka import KafkaConsumer, KafkaProducer, TopicPartition
from kafka.errors import KafkaTimeoutError
from kafka.protocol.producer.produce import ProduceRequest

from tidemark.real.brokers import wire
from tidemark.real.brokers.processes import NoAnswer, wait_for
from tidemark.real.brokers.wire import BrokerConnection

_HOST = "127.0.0.1"


def producer(topic: str, port: int, acks: int = -1) -> KafkaProducer:
    """A producer that knows the leader, and sends a record only once.

    It asks any broker who leads, even one that is paused: create it before one is.
    """
    producer = KafkaProducer(
        bootstrap_servers=f"{_HOST}:{port}",
        acks=acks,
        retries=0,
        enable_idempotence=False,
        request_timeout_ms=300_000,
        delivery_timeout_ms=300_000,
        max_block_ms=60_000,
    )
    producer.partitions_for(topic)
    return producer


def end(producer: KafkaProducer) -> None:
    """End a producer, even while it waits. What it can't send any more does not matter."""
    with contextlib.suppress(KafkaTimeoutError):
        producer.close(timeout=0)


class ProducerDelivery:
    """One record on its way: delivered, failed, or neither yet."""

    def __init__(self, record: str, topic: str, sender: KafkaProducer) -> None:
        self.record = record
        self._producer = sender
        self._future: Any = sender.send(topic, record.encode(), partition=0)

    @property
    def is_delivered(self) -> bool:
        """Whether an acknowledgement reached the producer."""
        return bool(self._future.is_done and not self._future.exception)

    @property
    def error(self) -> str:
        """The error that the producer got instead; empty if it got none."""
        error = self._future.exception if self._future.is_done else None
        return "" if error is None else type(error).__name__

    def close(self) -> None:
        """End the producer, even while it waits."""
        end(self._producer)


class PendingProduce:
    """One record on its way to a broker that a producer takes for the leader, even if other brokers deny that.

    A producer's library asks any broker who leads; what it does with an answer that is out of date is this request.
    code: the error code of the answer, 0 for an acknowledgement; None without an answer.
    """

    def __init__(self, record: str, topic: str, port: int, acks: int, version: int, patience: int) -> None:
        self.record, self.is_delivered, self.error = record, False, ""
        self.code: int | None = None
        self._connection = BrokerConnection(port, patience)
        topic_data = ProduceRequest.TopicProduceData
        records = wire.record(record, magic=1 if version < 3 else 2)
        partition = topic_data.PartitionProduceData(index=0, records=records)
        self._request = ProduceRequest[version](
            acks=acks,
            timeout_ms=1000 * patience,
            topic_data=[topic_data(name=topic, partition_data=[partition])],
        )
        threading.Thread(target=self._send, daemon=True).start()

    def close(self) -> None:
        """Stop waiting."""
        self._connection.close()

    def _send(self) -> None:
        try:
            with contextlib.closing(self._connection):
                answer = self._connection.call(self._request)
        except (OSError, ValueError):
            self.error = "the end of the connection"
            return
        self.code = answer.responses[0].partition_responses[0].error_code
        self.error = f"error {self.code}" if self.code else ""
        self.is_delivered = not self.code


def read(topic: str, ports: Sequence[int], isolation: str = "read_uncommitted") -> list[str]:
    """All records that a consumer reads from the beginning to the end of the partition: see `read_with_offsets`."""
    return [value for _, value in read_with_offsets(topic, ports, isolation)]


def read_with_offsets(topic: str, ports: Sequence[int], isolation: str) -> list[tuple[int, str]]:
    """All records that a consumer reads from the beginning to the end of the partition, each with its offset.

    isolation: with "read_committed", the end is the last stable offset.

    Raises:
        NoAnswer: it could not read to the end.
    """
    partition = TopicPartition(topic, 0)
    consumer: KafkaConsumer | None = None
    pairs: list[tuple[int, str]] = []
    try:
        consumer = KafkaConsumer(
            bootstrap_servers=[f"{_HOST}:{port}" for port in ports],
            enable_auto_commit=False,
            group_id=None,
            isolation_level=isolation,
        )
        consumer.assign([partition])
        consumer.seek_to_beginning(partition)
        end = consumer.end_offsets([partition])[partition]

        def is_at_end() -> bool:
            for records in consumer.poll(200).values():
                pairs.extend((record.offset, record.value.decode()) for record in records)
            return bool(consumer.position(partition) >= end)

        wait_for("the end of the partition for a consumer", is_at_end)
    except NoAnswer:
        raise
    except Exception as error:  # the library raises all kinds of errors, which say nothing about the record
        raise NoAnswer(f"a consumer could not read: {error}") from error
    finally:
        if consumer:
            consumer.close()
    return pairs
