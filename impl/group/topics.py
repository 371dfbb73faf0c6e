"""The topics of the partitions: which partition is there, and which one somebody subscribes to.

The partitions are those of the topics in turn, as even as may be. A subscription is a number that has a bit for each
topic that it leaves out, so that 0 is a subscription to all; it leaves out one topic of two at most.
"""

from __future__ import annotations

from tidemark.impl.group.state import ConsumerGroup
from tidemark.spec import Identity, Number, Truth, any_of, none, position


def topic_of(g: ConsumerGroup, one: Identity) -> int:
    """The topic of a partition, as a number."""
    many: int = g.settings.type.fields["topics"].hi
    return 0 if many == 1 else position(one) * many // len(g.partitions.indices())


def is_added(g: ConsumerGroup, one: Identity) -> bool:
    """Whether a partition is the one that is added on the way."""
    added: int = g.settings.type.fields["added_partitions"].hi
    return added > 0 and position(one) == len(g.partitions.indices()) - 1


def is_there(g: ConsumerGroup, one: Identity) -> Truth:
    """Whether a partition is there."""
    return g.added if is_added(g, one) else True


def subscribes(unsubscribed: Number, topic: int) -> Truth:
    """Whether a subscription has a topic."""
    return unsubscribed != 1 << topic


def is_wanted(g: ConsumerGroup, one: Identity) -> Truth:
    """Whether a partition is there, and a member has told the coordinator that it subscribes to its topic."""
    told, topic = g.coordinator.unsubscribed, topic_of(g, one)
    if g.settings.type.fields["topics"].hi == 1:
        return is_there(g, one)
    subscribed = any_of(g.is_member(me) & subscribes(told[me], topic) for me in g.clients.indices())
    return is_there(g, one) & subscribed


def is_unnoticed(g: ConsumerGroup) -> Truth:
    """Whether a partition was added that the stored assignment does not have."""
    return any_of(
        is_there(g, one) & (g.coordinator.assignment[one] == none)
        for one in g.partitions.indices()
        if is_added(g, one)
    )
