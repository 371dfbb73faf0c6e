"""Producers that send again, as a rule of any release: `--with producer=producer/retries`."""

from tidemark.impl.kafka import retries
from tidemark.impl.kafka.family import FAMILY
from tidemark.impl.kafka.releases import KAFKA_2_6_1
from tidemark.spec import Action, Protocol, Rule


def _producer(name: str, summary: str, actions: tuple[Action, ...], rule: str) -> Protocol:
    return Protocol(
        f"producer/{name}",
        summary,
        FAMILY,
        {**KAFKA_2_6_1, "producer": Rule(actions, rule, {"sends_again": True})},
    )


PROTOCOLS = (
    _producer("retries", "Kafka 2.6.1, and a producer that sends again without sequence numbers",
              retries.WITHOUT_NUMBERS, "it sends the record again, and a leader appends it again"),
    _producer("idempotent",
              "Kafka 2.6.1, and sequence numbers that begin at 0, as up to 2.4, and in a new log from 4.5 on",
              retries.FROM_ZERO,
              "it sends the record again with its number; a leader that knows none begins with 0"),
    _producer("idempotent-kip-360",
              "Kafka 2.6.1, and sequence numbers that begin anywhere, as from 2.5 on (KIP-360)",
              retries.FROM_ANY,
              "it sends the record again with its number; a leader that knows none begins with any"),
)  # fmt: skip
