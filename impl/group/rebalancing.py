"""What the coordinator does in a rebalance: it ends the joining, and spreads what the leader has assigned.

Source: `GroupCoordinator.onCompleteJoin` and `doSyncGroup` of Kafka 3.9; `ConsumerCoordinator.onJoinComplete`.
"""

from tidemark.impl.group.domains import ClientId
from tidemark.impl.group.producers import take_over
from tidemark.impl.group.state import ConsumerGroup, Ghost, GroupClient, GroupState, Phase
from tidemark.spec import Identity, Number, Truth, action, all_of, any_of, none, not_, one_of, require, where


def has_generation(g: ConsumerGroup) -> Truth:
    """Whether a generation is left within the bounds."""
    most: int = g.coordinator.type.fields["generation"].hi
    return g.coordinator.generation < most


def ghost_is_late(g: ConsumerGroup) -> Truth:
    """Whether the rebalance waits for a member id that was never used, or for a member without a process."""
    return one_of(g.coordinator.ghost, (Ghost.reserved, Ghost.member))


@action
def complete_join(g: ConsumerGroup, leader: ClientId) -> ConsumerGroup:
    """All members have joined: the next generation begins, and each is told who leads it."""
    now = g.coordinator
    require(now.group_state == GroupState.PreparingRebalance, "the group prepares to rebalance")
    require((now.awaiting == now.members) & not_(ghost_is_late(g)), "all members have joined")
    return begin_generation(g, leader)


def begin_generation(g: ConsumerGroup, leader: Identity) -> ConsumerGroup:
    """The group after the answer to each parked JoinGroup: the members that remain are in the next generation.

    The leader goes on to lead if it has joined; otherwise any member that has (`maybeElectNewJoinedLeader`).
    """
    now = g.coordinator
    require(has_generation(g), "a generation is left")
    require(now.awaiting.has(leader), "the leader has joined")
    require((now.leader == leader) | not_(now.awaiting.has(now.leader)), "the leader before it has not")
    generation = now.generation + 1
    for me in g.clients.indices():
        client = g.clients[me]
        is_answered = now.awaiting.has(me) & (client.phase == Phase.joining)
        joined = client.but(phase=Phase.joined, generation=generation, must_rejoin=False)
        g = g.with_client(me, where(is_answered, joined, client))
    return g.with_coordinator(
        group_state=GroupState.CompletingRebalance,
        generation=generation,
        leader=leader,
        awaiting=now.awaiting - now.awaiting,
        ghost=where(now.ghost == Ghost.parked, Ghost.member, Ghost.absent),
    )


@action
def become_empty(g: ConsumerGroup) -> ConsumerGroup:
    """The last member has gone: the group is Empty, in a generation without members, and that is stored."""
    now = g.coordinator
    require(now.group_state == GroupState.PreparingRebalance, "the group prepares to rebalance")
    require(now.members.is_empty() & (now.ghost == Ghost.absent), "no member is left")
    require(has_generation(g), "a generation is left")
    empty = now.assignment.type.default
    return g.with_coordinator(
        group_state=GroupState.Empty, generation=now.generation + 1, leader=none, assignment=empty
    ).store()


@action
def sync_group(g: ConsumerGroup, me: ClientId) -> ConsumerGroup:
    """A member learns its assignment (the answer to SyncGroup), and fetches the committed offsets of new partitions.

    A cooperative member now revokes the partitions that it owned and was not assigned; it must rejoin.
    """
    require(g.clients[me].phase == Phase.joined, "the client waits for its assignment")
    require(g.is_current(me), "the client is a member of the group's generation")
    require(g.coordinator.group_state == GroupState.Stable, "the assignment is there")
    require(not_(g.clients[me].must_rejoin), "it does not ask for another rebalance")
    assignment = g.coordinator.assignment

    def leaves(partition: Identity) -> Truth:
        return g.clients[me].owned.has(partition) & (assignment[partition] != me)

    require(
        all_of(not_(_waits(g, me, partition)) for partition in g.partitions.indices()),
        "no offset that it fetches is pending",
    )
    revoked = g.finish(me, leaves)
    for partition in g.partitions.indices():
        revoked = take_over(revoked, me, partition, _is_new(revoked, me, partition))
        revoked = revoked.with_client(me, _with_assignment(revoked, me, partition))
    must_rejoin = any_of(leaves(partition) for partition in g.partitions.indices())
    return revoked.with_client(me, revoked.clients[me].but(phase=Phase.stable, must_rejoin=must_rejoin))


def _waits(g: ConsumerGroup, me: Identity, partition: Identity) -> Truth:
    """Whether a member's fetch of an offset waits for a transaction (UNSTABLE_OFFSET_COMMIT, KIP-447)."""
    pending = g.partitions[partition].pending_client != none
    return g.settings.waits_for_transactions & _is_new(g, me, partition) & pending


def _is_new(g: ConsumerGroup, me: Identity, partition: Identity) -> Truth:
    """Whether a member was assigned a partition that it does not own."""
    return (g.coordinator.assignment[partition] == me) & not_(g.clients[me].owned.has(partition))


def _with_assignment(g: ConsumerGroup, me: Identity, partition: Identity) -> GroupClient:
    """A client with one partition as it was assigned: new, kept, or revoked."""
    client, mine = g.clients[me], g.coordinator.assignment[partition] == me
    keeps = mine & client.owned.has(partition)
    position: Number = where(
        keeps, client.next_offset[partition], where(mine, g.partitions[partition].committed, 0)
    )
    owned = where(mine, client.owned.including(partition), client.owned.excluding(partition))
    return client.but(owned=owned, next_offset=client.next_offset.but(partition, position))
