"""How clients join a group and leave it: JoinGroup, LeaveGroup, and what a heartbeat tells a member.

Source: `GroupCoordinator.doNewMemberJoinGroup`, `doCurrentMemberJoinGroup`, `updateStaticMemberAndRebalance` and
`removeMemberAndUpdateGroup` of Kafka 3.9; of the client `AbstractCoordinator` and `ConsumerCoordinator.onJoinPrepare`.
A request and what the coordinator does with it are one step; the answer to a JoinGroup is parked, and comes when the
rebalance is prepared. A JoinGroup carries the client's subscription. A member rejoins because the coordinator asks it
to, because it has revoked a partition, or for a reason in `subscriptions`.
"""

from tidemark.impl.group.domains import ClientId
from tidemark.impl.group.state import ConsumerGroup, GroupState, Phase, Work
from tidemark.spec import Identity, Truth, action, none, not_, one_of, require, where


def park(g: ConsumerGroup, me: Identity) -> ConsumerGroup:
    """The group with a member's JoinGroup parked; the first member of all leads (`GroupMetadata.add`)."""
    now = g.coordinator
    return g.with_coordinator(
        leader=where(now.members.is_empty(), me, now.leader),
        members=now.members.including(me),
        awaiting=now.awaiting.including(me),
        unsubscribed=now.unsubscribed.but(me, g.clients[me].unsubscribed),
    )


def prepare_to_rebalance(g: ConsumerGroup) -> ConsumerGroup:
    """The group as it prepares to rebalance, if it does not do so already (`maybePrepareRebalance`)."""
    return where(g.coordinator.group_state == GroupState.PreparingRebalance, g, g.prepare_rebalance())


def without_member(g: ConsumerGroup, me: Identity) -> ConsumerGroup:
    """The group without one member, so that it must rebalance; the next leader is open until then."""
    now = g.coordinator
    fewer = g.with_coordinator(
        members=now.members.excluding(me),
        awaiting=now.awaiting.excluding(me),
        unsubscribed=now.unsubscribed.but(me, 0),
        leader=where(now.leader == me, none, now.leader),
    )
    return prepare_to_rebalance(fewer)


@action
def join_group(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A client joins as a new member: JoinGroup without a member id. The group must rebalance.

    The coordinator first gives it a member id (MEMBER_ID_REQUIRED), which is part of this step. Left out:
    `group.max.size`.
    """
    return join_as_new_member(g, me)


def join_as_new_member(g: ConsumerGroup, me: Identity) -> ConsumerGroup:
    """The group after a client has joined as a new member."""
    require(g.clients[me].phase == Phase.unjoined, "the client has not joined")
    require(not_(g.is_member(me)), "the coordinator does not have it as a member")
    joining = g.clients[me].but(phase=Phase.joining)
    return prepare_to_rebalance(park(g, me)).with_client(me, joining)


@action
def rejoin(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A member learns by a heartbeat or a SyncGroup that the group rebalances, and rejoins (REBALANCE_IN_PROGRESS).

    Before that an eager member revokes all its partitions, having finished what it began there: the coordinator still
    takes commits of the old generation (`ConsumerCoordinator.onJoinPrepare`). A cooperative one keeps them.
    """
    require(g.is_current(me), "the client is a member of the group's generation")
    require(g.coordinator.group_state == GroupState.PreparingRebalance, "the group prepares to rebalance")
    require_to_poll(g, me)
    return rejoin_member(g, me)


@action(when=lambda at: at.cooperative or at.failovers > 0)
def rejoin_unasked(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A member rejoins a stable group unasked: the group must rebalance if the member's metadata has changed.

    It has revoked partitions that need an owner (KIP-429), or its JoinGroup was lost with the coordinator
    (`ConsumerCoordinator.metadata`, `MemberMetadata.matches`).
    """
    require(g.is_current(me), "the client is a member of the group's generation")
    require(g.coordinator.group_state == GroupState.Stable, "the group is stable")
    require(g.clients[me].must_rejoin, "the client asks for another rebalance")
    require_to_poll(g, me)
    answered = g.with_client(me, g.clients[me].but(must_rejoin=False))
    return where(_has_same_metadata(g, me), answered, rejoin_member(g, me))


def _has_same_metadata(g: ConsumerGroup, me: Identity) -> Truth:
    """Whether a member's JoinGroup is answered with the generation that the group has (`MemberMetadata.matches`).

    A follower's is, if the metadata is that of its last JoinGroup. Since 3.4 the metadata has the generation that the
    member was in, so it is never the same. The leader always makes the group rebalance.
    """
    subscribes_as_before = g.clients[me].unsubscribed == g.coordinator.unsubscribed[me]
    follows = (g.coordinator.leader != me) & not_(g.settings.cooperative)
    return not_(g.settings.announces_generation) & follows & subscribes_as_before


def rejoin_member(g: ConsumerGroup, me: Identity) -> ConsumerGroup:
    """The group after a member has rejoined: an eager one has revoked its partitions, a cooperative one keeps them."""
    cooperative = g.settings.cooperative
    eager = g.finish(me, lambda _: True)
    revoked = eager.without_partitions(me, Phase.joining, g.clients[me].generation)
    kept = g.with_client(me, g.clients[me].but(phase=Phase.joining, must_rejoin=False))
    return park(prepare_to_rebalance(where(cooperative, kept, revoked)), me)


@action(when=lambda at: at.crashes > 0)
def return_as_static_member(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A static member that was restarted joins: the coordinator knows its group.instance.id (KIP-345).

    A stable group does not rebalance. One that waits for its leader's assignment starts over, since that may be for the
    member id from before the restart (`updateStaticMemberAndRebalance`); before 2.5 it did not (KAFKA-9801).
    """
    require(g.clients[me].phase == Phase.unjoined, "the client has not joined")
    require(g.settings.static & g.is_member(me), "the coordinator knows the static member")
    return join_static_member(g, me)


def join_static_member(g: ConsumerGroup, me: Identity) -> ConsumerGroup:
    """The group after a new process has joined as a static member that the coordinator knows."""
    now = g.coordinator
    completing = (now.group_state == GroupState.CompletingRebalance) & not_(g.settings.starts_over)
    is_unstored = not_(g.settings.stores_ids) & (g.budget.failovers > 0)
    unstored_ids = now.unstored_ids.but(me, now.unstored_ids[me] | is_unstored)
    answered = g.without_partitions(me, Phase.joined, now.generation).with_coordinator(
        unstored_ids=unstored_ids
    )
    with_new_id = answered.with_coordinator(new_member_ids=now.new_member_ids.but(me, True))
    parked = park(prepare_to_rebalance(g), me).with_client(me, g.clients[me].but(phase=Phase.joining))
    return where(now.group_state == GroupState.Stable, answered, where(completing, with_new_id, parked))


@action(when=lambda at: at.pauses + at.failovers > 0)
def learn_removal(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A client that was removed from the group gets UNKNOWN_MEMBER_ID, and loses its partitions."""
    require(g.clients[me].is_live, "the client believes that it is a member")
    require(not_(g.is_member(me)), "the client is not a member")
    require_to_poll(g, me)
    return g.without_partitions(me, Phase.unjoined, 0)


@action
def leave_group(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A member leaves (LeaveGroup), having finished what it began. A static member does not: it only stops."""
    require(g.is_current(me), "the client is a member of the group's generation")
    require(not_(g.settings.static), "the client is no static member")
    require(may_commit_now(g), "the coordinator takes its last commits")
    require_to_poll(g, me)
    gone = g.finish(me, lambda _: True).without_partitions(me, Phase.unjoined, 0)
    return without_member(gone, me)


def require_to_poll(g: ConsumerGroup, me: Identity) -> None:
    """Requires that a client calls `poll()`, which does everything except heartbeats."""
    require(g.clients[me].working == Work.usual, "the client does not work on a record for long")


def may_commit_now(g: ConsumerGroup) -> Truth:
    """Whether the coordinator takes commits of members in the group's state (`doCommitOffsets`)."""
    now = g.coordinator.group_state
    return one_of(now, (GroupState.Stable, GroupState.PreparingRebalance))
