"""What goes wrong, each paid from a budget: crashes, pauses, failovers of the coordinator, and offsets that expire.

A pause is a session or rebalance time-out that hits a live client: it is too slow, and goes on later as a zombie, until
it learns of it from the coordinator's answer to a request. A time-out of a client that is down costs nothing.
"""

from tidemark.impl.group.domains import ClientId
from tidemark.impl.group.joining import join_as_new_member, without_member
from tidemark.impl.group.rebalancing import begin_generation, ghost_is_late
from tidemark.impl.group.slow_work import is_silent, outlasts_rebalance
from tidemark.impl.group.state import ConsumerGroup, Ghost, GroupState, Phase, Work
from tidemark.spec import Identity, Truth, action, any_of, none, not_, require, where


@action
def crash(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A client's process crashes: all that it knew is gone; the coordinator has not noticed."""
    require(g.budget.crashes > 0, "a crash is left")
    require(g.clients[me].phase != Phase.down, "the client is up")
    require(g.clients[me].phase != Phase.unjoined, "it has joined")
    return g.spend(crashes=1).without_partitions(me, Phase.down, 0)


@action(when=lambda at: at.crashes > 0)
def restart(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A client's process is started again. Without a group.instance.id it is then another member.

    A client's id is its member id here, so such a process waits until its old session has timed out.
    """
    require(g.clients[me].phase == Phase.down, "the client is down")
    require(
        g.settings.static | not_(g.is_member(me)), "the coordinator has forgotten it, or knows it as static"
    )
    return g.without_partitions(me, Phase.unjoined, 0)


@action(when=lambda at: at.crashes + at.pauses + at.failovers + at.slow_work > 0)
def time_session_out(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """The coordinator has had no heartbeat of a member within `session.timeout.ms`, and removes it.

    A member whose JoinGroup is parked needs no heartbeat (`MemberMetadata.hasSatisfiedHeartbeat`).
    """
    require(g.is_member(me), "the client is a member")
    require(not_(g.coordinator.awaiting.has(me)), "its JoinGroup is not parked")
    silent = is_silent(g, me)
    slow = g.clients[me].is_live & not_(silent)
    require(not_(slow) | (g.budget.pauses > 0), "it is down or silent, or a pause is left")
    at_work = silent & (g.clients[me].working == Work.slow)
    return without_member(_spend_pause(g, slow).but(removed_at_work=g.removed_at_work | at_work), me)


@action(when=lambda at: at.crashes + at.pauses + at.failovers + at.slow_work + at.resends > 0)
def time_rebalance_out(g: ConsumerGroup, leader: ClientId) -> ConsumerGroup:
    """The rebalance time-out passes: the next generation begins without the members that have not rejoined.

    Static members among them stay in the group until their session times out (`onCompleteJoin`).
    """
    now = g.coordinator
    require(now.group_state == GroupState.PreparingRebalance, "the group prepares to rebalance")
    require((now.awaiting != now.members) | ghost_is_late(g), "a member has not rejoined")
    late = now.members - now.awaiting
    clients = g.clients.indices()
    slow = any_of(late.has(me) & g.clients[me].is_live & not_(outlasts_rebalance(g, me)) for me in clients)
    require(not_(slow) | (g.budget.pauses > 0), "those are down or at work, or a pause is left")
    at_work = any_of(late.has(me) & is_silent(g, me) & (g.clients[me].working == Work.slow) for me in clients)
    removed = g.removed_at_work | (at_work & not_(g.settings.static))
    members = where(g.settings.static, now.members, now.awaiting)
    return begin_generation(
        _spend_pause(g, slow).with_coordinator(members=members).but(removed_at_work=removed), leader
    )


def _spend_pause(g: ConsumerGroup, slow: Truth) -> ConsumerGroup:
    return where(slow, g.spend(pauses=1), g)


@action
def fail_over(g: ConsumerGroup) -> ConsumerGroup:
    """Another broker leads the partition of `__consumer_offsets` that has the group, and loads what was stored.

    That is the last generation that was Stable or Empty (`GroupMetadataManager.loadGroupsAndOffsets`): one whose
    leader had not sent its assignment is forgotten, and its number will be used again. Parked requests are lost.
    """
    now = g.coordinator
    require(g.budget.failovers > 0, "a failover is left")
    require(now.group_state != GroupState.Dead, "there is a group")
    for me in g.clients.indices():
        client = g.clients[me]
        rejoining = client.but(phase=Phase.joined, must_rejoin=True)
        unanswered = where(client.generation > 0, rejoining, client.type.default)
        g = g.with_client(me, where(client.phase == Phase.joining, unanswered, client))
        g = where(now.unstored_ids[me] & (client.generation > 0), _fence(g, me), g)
    members, nobody = now.stored_members, now.members - now.members
    loaded_ghost = (now.ghost == Ghost.member) & (now.stored_generation == now.generation)
    g = g.with_coordinator(
        group_state=where(members.is_empty(), GroupState.Empty, GroupState.Stable),
        generation=now.stored_generation,
        leader=where(members.has(now.leader), now.leader, none),
        members=members,
        awaiting=nobody,
        ghost=where(loaded_ghost, Ghost.member, Ghost.absent),
    )
    return g.spend(failovers=1).store()


def _fence(g: ConsumerGroup, me: Identity) -> ConsumerGroup:
    """The group after a static member's process was told FENCED_INSTANCE_ID, and has ended (KAFKA-10284).

    The coordinator has loaded the member id of the process before. Left out is what the process reads until it is told.
    """
    return g.without_partitions(me, Phase.down, 0).but(fenced_alone=True)


@action("expire_offsets")
def expire_offsets_of_empty_group(g: ConsumerGroup) -> ConsumerGroup:
    """The offsets of a group that has been Empty for `offsets.retention.minutes` expire, and the group is Dead."""
    require(g.budget.expiries > 0, "an expiry is left")
    require(g.coordinator.group_state == GroupState.Empty, "the group is empty")
    dead = g.coordinator.type.default.but(group_state=GroupState.Dead)
    return _without_offsets(g.spend(expiries=1)).but(coordinator=dead)


@action("expire_offsets")
def expire_old_offsets(g: ConsumerGroup) -> ConsumerGroup:
    """Offsets that were committed long ago expire, whether the group has members or not: Kafka before 2.1 (KIP-211).

    A group that is Empty is then Dead (`GroupMetadataManager.cleanupGroupMetadata`).
    """
    require(g.budget.expiries > 0, "an expiry is left")
    require(g.coordinator.group_state != GroupState.Dead, "there is a group")
    lost = any_of(partition.committed > 0 for partition in g.partitions)
    require(lost, "an offset was committed")
    members = not_(g.coordinator.members.is_empty())
    dead = g.coordinator.type.default.but(group_state=GroupState.Dead)
    coordinator = where(g.coordinator.group_state == GroupState.Empty, dead, g.coordinator)
    expired = _without_offsets(g.spend(expiries=1)).but(coordinator=coordinator)
    return expired.but(went_back=g.went_back | members)


@action
def expire_offsets_of_returning_group(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A client joins an Empty group, and its offsets expire before a generation begins: 2.4 to 3.1.0 (KAFKA-13636).

    Until then the coordinator takes no topic for subscribed (`GroupMetadata.subscribedTopics`), and counts the time
    from the last commit (`removeExpiredOffsets`). While the group was Empty it counted from when it became so.
    """
    require(g.budget.expiries > 0, "an expiry is left")
    require(g.coordinator.group_state == GroupState.Empty, "the group is empty")
    lost = any_of(partition.committed > 0 for partition in g.partitions)
    require(lost, "an offset was committed")
    return _without_offsets(join_as_new_member(g.spend(expiries=1), me)).but(went_back=True)


def _without_offsets(g: ConsumerGroup) -> ConsumerGroup:
    for partition in g.partitions.indices():
        g = g.with_partition(partition, g.partitions[partition].but(committed=0))
    return g
