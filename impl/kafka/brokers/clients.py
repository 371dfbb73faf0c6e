"""A real producer and a real consumer: what they are told is what a user of Kafka is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kafka import KafkaConsumer, KafkaProducer, TopicPartition

from impl.kafka.brokers.life import NoAnswer, wait_for

_HOST = "127.0.0.1"


class Delivery:
    """One record on its way: delivered, failed, or neither yet. It is sent once, and never again."""

    def __init__(self, record: str, topic: str, port: int, acks: str) -> None:
        self.record = record
        self._producer = KafkaProducer(
            bootstrap_servers=f"{_HOST}:{port}",
            acks="all" if acks == "all" else int(acks),
            retries=0,
            enable_idempotence=False,
            request_timeout_ms=300_000,
            delivery_timeout_ms=300_000,
            max_block_ms=60_000,
        )
        self._future: Any = self._producer.send(topic, record.encode(), partition=0)

    @property
    def is_delivered(self) -> bool:
        """Whether the producer was told that the record is delivered."""
        return bool(self._future.is_done and not self._future.exception)

    @property
    def error(self) -> str:
        """What the producer was told instead; empty if nothing."""
        found = self._future.exception if self._future.is_done else None
        return "" if found is None else type(found).__name__

    def close(self) -> None:
        """End the producer, whatever it waits for."""
        self._producer.close(timeout=0)


def read(topic: str, ports: Sequence[int]) -> list[str]:
    """All records that a consumer reads from the beginning to the end of the partition.

    Raises:
        NoAnswer: it could not read to the end.
    """
    one = TopicPartition(topic, 0)
    consumer = KafkaConsumer(
        bootstrap_servers=[f"{_HOST}:{port}" for port in ports], enable_auto_commit=False, group_id=None
    )
    found: list[str] = []
    try:
        consumer.assign([one])
        consumer.seek_to_beginning(one)
        end = consumer.end_offsets([one])[one]

        def is_at_end() -> bool:
            for records in consumer.poll(200).values():
                found.extend(record.value.decode() for record in records)
            return bool(consumer.position(one) >= end)

        wait_for("the end of the partition for a consumer", is_at_end)
    except NoAnswer:
        raise
    except Exception as error:  # whatever the library raises: nothing can be told from it
        raise NoAnswer(f"a consumer could not read: {error}") from error
    finally:
        consumer.close()
    return found
