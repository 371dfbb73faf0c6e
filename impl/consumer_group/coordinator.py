"""What the coordinator does with a heartbeat: take or refuse it, assign, and move its member towards the target.

Source: `GroupMetadataManager.consumerGroupHeartbeat`, `throwIfConsumerGroupMemberEpochIsInvalid` and `maybeReconcile`,
`CurrentAssignmentBuilder` and `ConsumerGroup.maybeUpdatePartitionEpoch` of Kafka 4.0.1, 4.1.2, 4.2.1 and 4.3.1. Left
out: subscriptions, assignors and static members.
"""

from tidemark.impl.consumer_group.bounds import has_refusals
from tidemark.impl.consumer_group.domains import ClientId, Plan, owners
from tidemark.impl.consumer_group.state import (
    JOIN_EPOCH,
    Content,
    EpochGroup,
    EpochMember,
    GroupHeartbeat,
    MemberState,
    Stage,
)
from tidemark.spec import Identity, IdSet, Number, Truth, action, any_of, none, not_, require, where


def _is_subset(heartbeat: GroupHeartbeat, partitions: IdSet) -> Truth:
    """Whether a heartbeat says what its client owns, and that is among some partitions (`isSubset`)."""
    beyond = heartbeat.partitions - partitions
    return (heartbeat.content != Content.epoch_alone) & beyond.is_empty()


def _is_unknown(g: EpochGroup, me: Identity, heartbeat: GroupHeartbeat) -> Truth:
    """Whether the heartbeat of a client names no member (UNKNOWN_MEMBER_ID)."""
    return not_(g.is_member(me)) & (heartbeat.epoch > JOIN_EPOCH)


def _has_wrong_epoch(g: EpochGroup, me: Identity, heartbeat: GroupHeartbeat) -> Truth:
    """Whether a member's heartbeat has a wrong epoch (FENCED_MEMBER_EPOCH).

    The epoch before is right if the client owns nothing beyond its assignment: the last answer may be lost.
    """
    member = g.members[me]
    repeats = (heartbeat.epoch == member.previous) & _is_subset(heartbeat, member.assigned)
    joins = (heartbeat.epoch == JOIN_EPOCH) & g.settings.rejoins_at_once
    is_older = heartbeat.epoch < member.epoch
    fenced_older = is_older & not_(repeats | joins | g.settings.takes_any_older)
    return g.is_member(me) & ((heartbeat.epoch > member.epoch) | fenced_older)


def has_handled_commit(g: EpochGroup, me: Identity) -> Truth:
    """Whether no commit of a client is under way that it sent before its heartbeat."""
    commit = g.clients[me].commit
    return (commit.topic_partition == none) | not_(commit.precedes)


def _require_request(g: EpochGroup, me: Identity) -> None:
    client = g.clients[me]
    require(not_(client.classic), "the client uses the consumer protocol")
    require(client.heartbeat.stage == Stage.request, "a heartbeat of the client is on its way")
    require(has_handled_commit(g, me), "the coordinator has handled the commit before it")


def answer(g: EpochGroup, me: Identity, heartbeat: GroupHeartbeat) -> EpochGroup:
    """The group with the answer to a client's heartbeat on its way."""
    return g.with_client(me, g.clients[me].but(heartbeat=heartbeat))


@action(when=has_refusals)
def refuse_heartbeat(g: EpochGroup, me: ClientId) -> EpochGroup:
    """The coordinator refuses a heartbeat of no member, or in a wrong epoch.

    It does not remove the member, whose session goes on to run out (`throwIfConsumerGroupMemberEpochIsInvalid`).
    """
    _require_request(g, me)
    heartbeat = g.clients[me].heartbeat
    fenced = _has_wrong_epoch(g, me, heartbeat)
    require(_is_unknown(g, me, heartbeat) | fenced, "its sender is no member, or its epoch is wrong")
    refusal = heartbeat.type.default.but(stage=Stage.error_response)
    return answer(g.but(fenced=g.fenced | fenced), me, refusal)


@action
def accept_heartbeat(g: EpochGroup, me: ClientId, plan: Plan) -> EpochGroup:
    """The coordinator takes a heartbeat, adds a new member, and moves the member towards its target.

    A new member begins another group epoch. Where the group's epoch is beyond that of the target assignment, any
    assignment of all partitions to members becomes the target.
    """
    _require_request(g, me)
    heartbeat = g.clients[me].heartbeat
    return _with_answer(g, _handle_heartbeat(g, me, heartbeat, plan), me)


@action(when=lambda at: at.assignment_waits > 0 and at.delays_assignment)
def accept_before_interval(g: EpochGroup, me: ClientId) -> EpochGroup:
    """The coordinator takes a heartbeat, and does not assign yet: the last assignment is not old enough.

    The member moves towards the last target, in which a new member has nothing (`canComputeNextTargetAssignment`).
    """
    _require_request(g, me)
    require(g.budget.assignment_waits > 0, "a wait is left")
    require(g.assignment_epoch > 0, "there is a last assignment")
    heartbeat = g.clients[me].heartbeat
    _require_right_epoch(g, me, heartbeat)
    entered = _with_sender(g, me)
    require(entered.epoch > g.assignment_epoch, "another assignment is due")
    handled = entered.with_member(me, _reconcile(entered, me, heartbeat))
    return _with_answer(g, handled, me).spend(assignment_waits=1)


def _with_answer(g: EpochGroup, handled: EpochGroup, me: Identity) -> EpochGroup:
    """The group with the answer to the heartbeat that it has handled."""
    heartbeat = g.clients[me].heartbeat
    before, after = g.members[me], handled.members[me]
    full = (heartbeat.epoch == JOIN_EPOCH) | (heartbeat.content == Content.everything)
    lists = full | (after.assigned != before.assigned)
    response = heartbeat.but(
        stage=Stage.response,
        epoch=after.epoch,
        content=where(lists, Content.partitions, Content.epoch_alone),
        partitions=where(lists, after.assigned, after.assigned - after.assigned),
    )
    return answer(handled, me, response)


def _require_right_epoch(g: EpochGroup, me: Identity, heartbeat: GroupHeartbeat) -> None:
    bad = _is_unknown(g, me, heartbeat) | _has_wrong_epoch(g, me, heartbeat)
    require(not_(bad), "it is of a member in its epoch, or of a new one")


def _with_sender(g: EpochGroup, me: Identity) -> EpochGroup:
    """The group with the sender of a heartbeat among its members, in another group epoch if it is new."""
    is_new = not_(g.is_member(me))
    require(not_(is_new) | g.has_epoch_left(), "another group epoch may begin")
    member = where(is_new, g.members[me].but(member_state=MemberState.STABLE), g.members[me])
    return g.but(epoch=where(is_new, g.epoch + 1, g.epoch), members=g.members.but(me, member))


def _handle_heartbeat(g: EpochGroup, me: Identity, heartbeat: GroupHeartbeat, plan: int) -> EpochGroup:
    """The group after the coordinator has taken a heartbeat."""
    _require_right_epoch(g, me, heartbeat)
    return advance_member(g, me, heartbeat, plan)


def advance_member(g: EpochGroup, me: Identity, heartbeat: GroupHeartbeat, plan: int) -> EpochGroup:
    """The group after a heartbeat has added its sender, or moved it towards its target, perhaps a new one."""
    joined = _with_sender(g, me)
    assigns = joined.epoch > g.assignment_epoch
    require(assigns == (plan > 0), "it makes a target assignment if one is due")
    with_target = _assign(joined, plan) if plan > 0 else joined
    return with_target.with_member(me, _reconcile(with_target, me, heartbeat))


@action(when=lambda at: at.late_heartbeats > 0)
def take_late_heartbeat(g: EpochGroup, me: ClientId, plan: Plan) -> EpochGroup:
    """A heartbeat that its client has given up arrives, and is taken; nobody awaits the answer."""
    heartbeat = g.clients[me].late_heartbeat
    require(heartbeat.stage == Stage.request, "a heartbeat of the client is late")
    handled = _handle_heartbeat(g, me, heartbeat, plan)
    return handled.with_client(me, handled.clients[me].but(late_heartbeat=heartbeat.type.default))


@action(when=lambda at: at.late_heartbeats > 0)
def refuse_late_heartbeat(g: EpochGroup, me: ClientId) -> EpochGroup:
    """A heartbeat that its client has given up arrives, and is refused, which changes nothing."""
    heartbeat = g.clients[me].late_heartbeat
    require(heartbeat.stage == Stage.request, "a heartbeat of the client is late")
    bad = _is_unknown(g, me, heartbeat) | _has_wrong_epoch(g, me, heartbeat)
    require(bad, "its sender is no member, or its epoch is wrong")
    return g.with_client(me, g.clients[me].but(late_heartbeat=heartbeat.type.default))


def _assign(g: EpochGroup, plan: int) -> EpochGroup:
    """The group with the target assignment of a plan, in the group's epoch."""
    clients, target = g.clients.indices(), g.assigned_to
    partitions = target.indices()
    for partition, owner in zip(partitions, owners(plan, len(clients), len(partitions)), strict=True):
        require(g.is_member(clients[owner]), "it assigns to members")
        target = target.but(partition, clients[owner])
    return g.but(assigned_to=target, assignment_epoch=g.epoch)


def _reconcile(g: EpochGroup, me: Identity, heartbeat: GroupHeartbeat) -> EpochMember:
    """A member one step nearer to its target (`CurrentAssignmentBuilder.build`)."""
    member = g.members[me]
    revokes = (member.member_state == MemberState.UNREVOKED_PARTITIONS) & _owns(
        g, heartbeat, member.pending_revocation
    )
    is_reconciled = (member.member_state == MemberState.STABLE) & (member.epoch == g.assignment_epoch)
    steps = g.settings.steps_epoch & (member.member_state == MemberState.UNREVOKED_PARTITIONS)
    step = where(steps & not_(revokes), 1, 0)
    return where(revokes | is_reconciled, member, _next_assignment(g, me, heartbeat, member.epoch + step))


def _owns(g: EpochGroup, heartbeat: GroupHeartbeat, partitions: IdSet) -> Truth:
    """Whether a client may own some of these partitions, by its heartbeat (`ownsRevokedPartitions`)."""
    listed = any_of(
        heartbeat.partitions.has(partition) & partitions.has(partition)
        for partition in g.partition_epoch.indices()
    )
    return (heartbeat.content == Content.epoch_alone) | listed


def _next_assignment(g: EpochGroup, me: Identity, heartbeat: GroupHeartbeat, epoch: Number) -> EpochMember:
    """A member with what it is to revoke next, or with all that it can have of its target (`computeNextAssignment`)."""
    member, target = g.members[me], g.target_of(me)
    revoking = member.assigned - target
    kept = member.assigned - revoking
    missing = target - kept
    free = missing
    for partition in g.partition_epoch.indices():
        mine = g.settings.frees_pending & member.pending_revocation.has(partition)
        held = g.settings.waits_for_release & (g.partition_epoch[partition] != 0) & not_(mine)
        free = where(held, free.excluding(partition), free)
    nothing = target - target
    must_revoke = not_(revoking.is_empty()) & _owns(g, heartbeat, revoking)
    unrevoked = member.but(
        member_state=MemberState.UNREVOKED_PARTITIONS,
        epoch=epoch,
        previous=member.epoch,
        assigned=kept,
        pending_revocation=revoking,
    )
    is_complete = (missing - free).is_empty()
    moved = member.but(
        member_state=where(is_complete, MemberState.STABLE, MemberState.UNRELEASED_PARTITIONS),
        epoch=g.assignment_epoch,
        previous=member.epoch,
        assigned=kept | free,
        pending_revocation=nothing,
    )
    return _with_assignment_epochs(g, where(must_revoke, unrevoked, moved), free)


def _with_assignment_epochs(g: EpochGroup, member: EpochMember, free: IdSet) -> EpochMember:
    """A member with the epoch in which each of its partitions was assigned to it (KIP-1251)."""
    since, counts = member.assignment_epochs, g.settings.records > 0
    for partition in since.indices():
        is_new = member.assigned.has(partition) & free.has(partition)
        kept = where(member.has(partition), since[partition], 0)
        since = since.but(partition, where(is_new & counts, g.assignment_epoch, kept))
    return member.but(assignment_epochs=since)
