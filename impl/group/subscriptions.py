"""Changes that ask for another rebalance: a client subscribes to other topics, or a topic gets a partition.

Source: `ConsumerCoordinator.rejoinNeededOrPending` of Kafka 3.9. A client compares what it subscribes to with what it
said when it joined. The leader alone compares the partitions of all topics of the group, as it knew them when it
assigned, with its metadata (`assignmentSnapshot`). A leader that joins makes a stable group rebalance even if nothing
about it has changed (`GroupCoordinator.doCurrentMemberJoinGroup`).
"""

from __future__ import annotations

from tidemark.impl.group.domains import ClientId, Subscription
from tidemark.impl.group.joining import rejoin_member, require_to_poll
from tidemark.impl.group.state import ConsumerGroup, GroupState
from tidemark.impl.group.topics import is_unnoticed
from tidemark.spec import Rule, action, not_, require


@action(when=lambda at: at.resubscriptions > 0)
def subscribe(g: ConsumerGroup, me: ClientId, unsubscribed: Subscription) -> ConsumerGroup:
    """A client subscribes to other topics than before."""
    require(g.budget.resubscriptions > 0, "a client may still change its subscription")
    require(g.is_synced(me), "the client has its assignment")
    require(g.clients[me].unsubscribed != unsubscribed, "it does not subscribe to these alone")
    changed = g.clients[me].but(unsubscribed=unsubscribed)
    return g.spend(resubscriptions=1).with_client(me, changed)


@action(when=lambda at: at.resubscriptions > 0)
def rejoin_resubscribed(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A member rejoins a stable group, since it subscribes to other topics than it said when it joined."""
    require(g.is_current(me), "the client is a member of the group's generation")
    require(g.coordinator.group_state == GroupState.Stable, "the group is stable")
    unsubscribed = g.coordinator.unsubscribed[me]
    require(g.clients[me].unsubscribed != unsubscribed, "its subscription has changed since it joined")
    require_to_poll(g, me)
    return rejoin_member(g, me)


@action(when=lambda at: at.added_partitions > 0)
def add_partition(g: ConsumerGroup) -> ConsumerGroup:
    """A topic gets another partition, the last one."""
    require(not_(g.added), "it has not been added")
    return g.but(added=True)


@action("notice_partition", when=lambda at: at.added_partitions > 0)
def leader_notices(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """The leader finds the new partition in its metadata, and rejoins, so that somebody gets it."""
    require(g.is_synced(me), "the client has its assignment")
    require(g.coordinator.leader == me, "it leads")
    require(g.coordinator.group_state == GroupState.Stable, "the group is stable")
    require(is_unnoticed(g), "a partition was added that nobody was assigned")
    require_to_poll(g, me)
    return rejoin_member(g, me)


WATCHED = Rule((leader_notices,), "the leader, in its metadata", {"watches": True})
UNWATCHED = Rule.sets("nobody, before the next rebalance", watches=False)
