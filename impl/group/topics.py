"""The topics of the partitions: which partitions exist, and which of them the members subscribe to.

The topics share the partitions in turn, as evenly as possible. A subscription is a number that has a bit for each
topic that it leaves out, so that 0 is a subscription to all; it leaves out one topic of two at most.
"""

from __future__ import annotations

from tidemark.impl.group.state import ConsumerGroup
from tidemark.spec import Identity, Number, Truth, any_of, none, position


def topic_of(g: ConsumerGroup, partition: Identity) -> int:
    """The topic of a partition, as a number."""
    topics: int = g.settings.type.fields["topics"].hi
    return 0 if topics == 1 else position(partition) * topics // len(g.partitions.indices())


def is_added(g: ConsumerGroup, partition: Identity) -> bool:
    """Whether a partition is the one that is added during the run."""
    added: int = g.settings.type.fields["added_partitions"].hi
    return added > 0 and position(partition) == len(g.partitions.indices()) - 1


def has_partition(g: ConsumerGroup, partition: Identity) -> Truth:
    """Whether a partition exists."""
    return g.added if is_added(g, partition) else True


def subscribes(unsubscribed: Number, topic: int) -> Truth:
    """Whether a subscription has a topic."""
    return unsubscribed != 1 << topic


def is_wanted(g: ConsumerGroup, partition: Identity) -> Truth:
    """Whether a partition exists, and some member has announced a subscription to its topic."""
    subscriptions, topic = g.coordinator.unsubscribed, topic_of(g, partition)
    if g.settings.type.fields["topics"].hi == 1:
        return has_partition(g, partition)
    subscribed = any_of(g.is_member(me) & subscribes(subscriptions[me], topic) for me in g.clients.indices())
    return has_partition(g, partition) & subscribed


def is_unnoticed(g: ConsumerGroup) -> Truth:
    """Whether a partition was added that the stored assignment does not have."""
    return any_of(
        has_partition(g, partition) & (g.coordinator.assignment[partition] == none)
        for partition in g.partitions.indices()
        if is_added(g, partition)
    )
