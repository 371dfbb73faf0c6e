"""Clients of the brokers, without brokers."""

from __future__ import annotations

from typing import Any, cast

from kafka import KafkaProducer
from kafka.errors import KafkaTimeoutError

from tidemark.real.brokers import clients
from tidemark.real.brokers.clients import ProducerDelivery


class Stuck:
    """A producer with a record that it can't send any more."""

    closed_after: float | None = None

    def send(self, *_: Any, **__: Any) -> None:
        return None

    def close(self, timeout: float) -> None:
        self.closed_after = timeout
        raise KafkaTimeoutError("Timeout waiting for future")


def test_a_producer_that_can_send_no_more_ends_all_the_same() -> None:
    one = Stuck()
    clients.end(cast("KafkaProducer", one))
    assert one.closed_after == 0
    other = Stuck()
    ProducerDelivery("m0", "topic", cast("KafkaProducer", other)).close()
    assert other.closed_after == 0
