"""The protocols: how Kafka keeps what `spec` asks for, or breaks it."""

from impl import published, replication
from spec.protocol import Protocol, look_up


def protocols() -> dict[str, Protocol]:
    """Every protocol by its name."""
    return {protocol.name: protocol for protocol in (*published.PROTOCOLS, *replication.PROTOCOLS)}


def protocol(name: str) -> Protocol:
    """The protocol of that name.

    Raises:
        UsageError: there is none; the message has the nearest name.
    """
    found: Protocol = look_up(protocols(), name, "there is no protocol")
    return found
