"""Members with the classic protocol in a consumer group, as while a group is upgraded (KIP-848).

Source: `GroupMetadataManager.classicGroupJoinToConsumerGroup`, `classicGroupSyncToConsumerGroup`,
`classicGroupHeartbeatToConsumerGroup`, `convertToConsumerGroup` and `resetAndPropagateAssignmentWithError` of Kafka
4.3.1. A JoinGroup is handled as a heartbeat that lists the owned partitions; its epoch is not checked. SyncGroup and
Heartbeat are one step each, with their answers. Left out: the downgrade, static members, eager assignors, which revoke
all partitions before they join.
"""

from tidemark.impl.consumer_group.clients import keep_requests, may_revoke
from tidemark.impl.consumer_group.coordinator import advance_member, answer, has_handled_commit
from tidemark.impl.consumer_group.domains import ClientId, Plan
from tidemark.impl.consumer_group.state import (
    ClientPhase,
    Content,
    EpochGroup,
    MemberState,
    Stage,
    joining_client,
)
from tidemark.spec import Identity, Truth, action, any_of, none, not_, require, where


@action(when=lambda at: at.classic_clients > 0)
def send_join(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A classic client sends a JoinGroup with the partitions that it owns, and keeps them (KIP-429)."""
    client = g.clients[me]
    require(client.classic, "the client uses the classic protocol")
    require(client.phase == ClientPhase.joining, "it is to join")
    require(client.heartbeat.stage == Stage.idle, "no JoinGroup of the client is under way")
    request = client.heartbeat.but(
        stage=Stage.request, content=Content.partitions, partitions=client.owned, epoch=client.epoch
    )
    has_commit = client.commit.topic_partition != none
    return g.with_client(me, client.but(heartbeat=request, commit=client.commit.but(precedes=has_commit)))


@action(when=lambda at: at.classic_clients > 0)
def accept_join(g: EpochGroup, me: ClientId, plan: Plan) -> EpochGroup:
    """The coordinator takes a JoinGroup, adds a new member, and moves it towards its target."""
    heartbeat = g.clients[me].heartbeat
    require(g.clients[me].classic, "the client uses the classic protocol")
    require(heartbeat.stage == Stage.request, "a JoinGroup of the client is on its way")
    require(has_handled_commit(g, me), "the coordinator has handled the commit before it")
    nothing = heartbeat.partitions - heartbeat.partitions
    reads = where(g.settings.reads_owned, heartbeat.partitions, nothing)
    handled = advance_member(g, me, heartbeat.but(partitions=reads), plan)
    fresh = heartbeat.type.default
    response = fresh.but(stage=Stage.response, epoch=handled.members[me].epoch)
    return answer(handled, me, response)


@action(when=lambda at: at.classic_clients > 0)
def receive_join_answer(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A classic client receives its generation, which is its member epoch, and is to sync."""
    client = g.clients[me]
    require(client.classic, "the client uses the classic protocol")
    require(client.heartbeat.stage == Stage.response, "the answer is on its way")
    synced = client.but(
        phase=ClientPhase.syncing, epoch=client.heartbeat.epoch, heartbeat=client.heartbeat.type.default
    )
    return g.with_client(me, synced)


def is_unknown_to_group(g: EpochGroup, me: Identity) -> Truth:
    """Whether a classic client gets UNKNOWN_MEMBER_ID or ILLEGAL_GENERATION."""
    return not_(g.is_member(me)) | (g.clients[me].epoch != g.members[me].epoch)


@action(when=lambda at: at.classic_clients > 0 and at.pauses > 0)
def lose_generation(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A classic client learns from SyncGroup or Heartbeat that it is no member, or of another generation.

    It loses its partitions, and joins again.
    """
    client = g.clients[me]
    require(client.classic, "the client uses the classic protocol")
    takes_part = (client.phase == ClientPhase.syncing) | (client.phase == ClientPhase.joined)
    require(takes_part, "it has a generation")
    require(is_unknown_to_group(g, me), "the coordinator has no member of that generation")
    return g.with_client(me, keep_requests(joining_client(g), client))


@action(when=lambda at: at.classic_clients > 0)
def sync_group(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A classic client receives its assignment by SyncGroup; where it has revoked partitions, it joins again.

    Where another assignment is due it gets REBALANCE_IN_PROGRESS, and joins again (`throwIfRebalanceInProgress`).
    """
    client, member = g.clients[me], g.members[me]
    require(client.classic, "the client uses the classic protocol")
    require(client.phase == ClientPhase.syncing, "it is to sync")
    require(not_(is_unknown_to_group(g, me)), "it is a member of that generation")
    revokes = member.member_state == MemberState.UNREVOKED_PARTITIONS
    late = (g.assignment_epoch > member.epoch) & not_(revokes)
    revoked = client.owned - member.assigned
    require(late | may_revoke(g, me, revoked), "its offsets are committed")
    positions = client.read_positions
    for partition in positions.indices():
        positions = positions.but(partition, where(member.assigned.has(partition), positions[partition], 0))
    assigned = client.but(
        phase=where(revoked.is_empty(), ClientPhase.joined, ClientPhase.joining),
        owned=member.assigned,
        target_assignment=member.assigned,
        readable_partitions=client.readable_partitions - revoked,
        read_positions=positions,
    )
    return g.with_client(me, where(late, client.but(phase=ClientPhase.joining), assigned))


@action(when=lambda at: at.classic_clients > 0)
def learn_of_rebalance(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A classic client learns by a Heartbeat that it is to join again (REBALANCE_IN_PROGRESS)."""
    client, member = g.clients[me], g.members[me]
    require(client.classic, "the client uses the classic protocol")
    require(client.phase == ClientPhase.joined, "it has its assignment")
    require(not_(is_unknown_to_group(g, me)), "it is a member of that generation")
    target = g.target_of(me)
    waits = any_of(
        target.has(partition) & not_(member.assigned.has(partition)) & (g.partition_epoch[partition] != 0)
        for partition in g.partition_epoch.indices()
    )
    unreleased = (member.member_state == MemberState.UNRELEASED_PARTITIONS) & not_(waits)
    revokes = member.member_state == MemberState.UNREVOKED_PARTITIONS
    require((member.epoch < g.assignment_epoch) | revokes | unreleased, "a rebalance is in progress")
    return g.with_client(me, client.but(phase=ClientPhase.joining))


def upgraded_group(g: EpochGroup, rebalances: bool) -> EpochGroup:
    """The group as a ConsumerGroupHeartbeat finds it: the first client has all partitions by the classic protocol.

    If the group was to rebalance once more while it completed a rebalance, the coordinator has forgotten the
    assignments (`resetAndPropagateAssignmentWithError`), and its members are to join again.
    """
    first = g.clients.indices()[0]
    everything = g.clients[first].owned.everyone()
    nothing = everything - everything
    forgets = rebalances & g.settings.forgets_in_rebalance
    client = g.clients[first].but(
        phase=ClientPhase.joining if rebalances else ClientPhase.joined,
        epoch=1,
        owned=everything,
        target_assignment=everything,
        readable_partitions=everything,
    )
    member = g.members[first].but(
        member_state=MemberState.STABLE, epoch=1, assigned=where(forgets, nothing, everything)
    )
    target = g.assigned_to
    for partition in target.indices():
        target = target.but(partition, where(forgets, none, first))
    begun = g.but(epoch=1, assignment_epoch=1, assigned_to=target)
    return begun.with_client(first, client).with_member(first, member)
