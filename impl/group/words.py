"""Ids in words, and who reads a partition: helpers of everything that describes a group."""

from __future__ import annotations

from collections.abc import Sequence

from tidemark.impl.group.state import ConsumerGroup
from tidemark.spec import Identity, IdSet, Number


def in_words(noun: str, ids: Sequence[Identity]) -> str:
    """Some ids with their noun: `clients 0 and 1`. Without ids: `nobody`, or `no partition`."""
    if not ids:
        return "nobody" if noun.lower() == "client" else f"no {noun}"
    return f"{noun}{'s' if len(ids) > 1 else ''} {list_numbers(ids)}"


def list_numbers(numbers: Sequence[Number | Identity]) -> str:
    """Numbers in words: `0, 1 and 2`."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last


def members_of(ids: IdSet) -> list[Identity]:
    """The ids in a plain set."""
    return [identity for identity in ids.ids() if ids.has(identity)]


def owners(g: ConsumerGroup, partition: Identity) -> list[Identity]:
    """The clients that read a partition, with or without the right to."""
    return [me for me in g.clients.indices() if g.clients[me].owned.has(partition)]


def subscription(unsubscribed: int) -> str:
    """A subscription in words, of two topics."""
    return "all topics" if unsubscribed == 0 else f"topic {2 - unsubscribed} alone"


def state_of(g: ConsumerGroup) -> str:
    """The name of the group's state."""
    return str(g.coordinator.group_state)
