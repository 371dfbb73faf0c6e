"""A JoinGroup that is sent again, and the ghost that it may leave: a member without a process (KIP-394).

Source: `GroupCoordinator.doJoinGroup` and `addMemberAndRebalance` of Kafka 2.1.1, `doUnknownJoinGroup` of 2.2.0. A
client that has no member id yet, and no answer, cannot say that it has asked before. Before 2.2 it is then a second
member. Since 2.2 the first answer is only a member id (MEMBER_ID_REQUIRED): one that is never used is pending, holds a
rebalance back until it expires, and is no member. There is one ghost at a time. The model leaves out that it may lead,
if it joined first, and that a failover may bring it back after its session has timed out.
"""

from __future__ import annotations

from tidemark.impl.group.domains import ClientId
from tidemark.impl.group.joining import prepare_to_rebalance
from tidemark.impl.group.state import ConsumerGroup, Ghost, Phase
from tidemark.spec import Rule, action, not_, one_of, require, where


@action(when=lambda at: at.resends > 0)
def join_again(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A client has no answer to its first JoinGroup, and sends it again, without a member id as before."""
    now, client = g.coordinator, g.clients[me]
    require(g.budget.resends > 0, "a JoinGroup may still be sent again")
    require((client.phase == Phase.joining) & (client.generation == 0), "the client joins as a new member")
    require(now.awaiting.has(me), "its JoinGroup is parked")
    require(not_(g.settings.static), "the client is no static member")
    require(now.leader != me, "it does not lead")
    require(now.ghost == Ghost.absent, "there is no ghost")
    ghost = where(g.settings.requires_member_id, Ghost.reserved, Ghost.parked)
    return g.spend(resends=1).with_coordinator(ghost=ghost)


@action(when=lambda at: at.resends > 0)
def ghost_times_out(g: ConsumerGroup) -> ConsumerGroup:
    """The session of a member without a process times out, or that of a member id that was never used.

    While its JoinGroup is parked, a member needs no heartbeat.
    """
    ghost = g.coordinator.ghost
    require(one_of(ghost, (Ghost.reserved, Ghost.member)), "a ghost is there that is to send heartbeats")
    gone = g.with_coordinator(ghost=Ghost.absent)
    return where(ghost == Ghost.member, prepare_to_rebalance(gone), gone)


AT_ONCE = Rule.sets("makes a member of it at once: before 2.2", requires_member_id=False)
REQUIRED = Rule.sets(
    "answers with a member id, with which the client comes back (KIP-394)", requires_member_id=True
)
