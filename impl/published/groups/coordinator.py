"""What the coordinator of the published model of KIP-848 does: answer heartbeats, assign, reconcile, fence."""

from tidemark.impl.published.groups.domains import ClientId, MemberId, Plan, SomeMessage, owners
from tidemark.impl.published.groups.state import (
    LEAVE_EPOCH,
    ClientStatus,
    Error,
    GroupStatus,
    Kind,
    Kip848Group,
    Kip848Member,
    Kip848Message,
    Kip848Target,
    MemberStatus,
)
from tidemark.spec import (
    Identity,
    IdSet,
    Label,
    Number,
    Truth,
    action,
    all_of,
    not_,
    position,
    require,
    where,
)


def _is_unknown(g: Kip848Group, message: Kip848Message) -> Truth:
    return not_(g.is_member(message.member)) & (message.member != 0)


def _should_fence(g: Kip848Group, message: Kip848Message) -> Truth:
    """Whether a heartbeat of a member has another epoch than the coordinator expects (`ShouldFence`)."""
    differs = g.members[message.member].epoch != message.epoch
    is_member = g.is_member(message.member)
    return g.settings.checks_epoch & is_member & (message.epoch != LEAVE_EPOCH) & differs


def _is_leaving(g: Kip848Group, message: Kip848Message) -> Truth:
    return g.is_member(message.member) & (message.epoch == LEAVE_EPOCH)


def _require_request(message: Kip848Message) -> None:
    require(message.message_kind == Kind.request, "it is a heartbeat")


def _with_status(g: Kip848Group) -> Kip848Group:
    """The group with the status that follows from its members (`MaybeUpdateGroupState`).

    Its epoch is that of the target assignment, or a later one.
    """
    ids = g.members.indices()
    empty = all_of(not_(g.is_member(member)) for member in ids)
    reconciled = all_of(
        not_(g.is_member(member))
        | (
            (g.members[member].status == MemberStatus.stable)
            & (g.members[member].target_epoch == g.target_assignment.epoch)
        )
        for member in ids
    )
    late = where(g.epoch > g.target_assignment.epoch, GroupStatus.ASSIGNING, GroupStatus.RECONCILING)
    done = (g.epoch <= g.target_assignment.epoch) & reconciled
    return g.but(status=where(empty, GroupStatus.EMPTY, where(done, GroupStatus.STABLE, late)))


def _with_partition_epochs(g: Kip848Group, before: Kip848Member, after: Kip848Member) -> Kip848Group:
    """The group with the epochs of a member's partitions, 0 for those that it has given up.

    Up to 3.7.1 those that the member was to revoke were removed last, also if it keeps them
    (`ConsumerGroup.maybeUpdatePartitionEpoch`, KAFKA-16147).
    """
    epochs = g.partition_epoch
    for partition in epochs.indices():
        returned = before.revoking.has(partition) & after.assigned.has(partition)
        forgotten = g.settings.forgets_returned & returned
        has = (after.assigned.has(partition) & not_(forgotten)) | after.revoking.has(partition)
        had = before.assigned.has(partition) | before.revoking.has(partition)
        epochs = epochs.but(partition, where(has, after.epoch, where(had, 0, epochs[partition])))
    return g.but(partition_epoch=epochs)


def _require_epoch(g: Kip848Group, grows: Truth = True) -> None:
    """Let no epoch begin beyond the bound `max-epoch`, if one begins."""
    require(not_(grows) | (g.epoch < g.type.fields["epoch"].hi), "another group epoch may begin")


def _without(g: Kip848Group, member: Number) -> Kip848Group:
    """The group without a member, in the next epoch (`FenceMember`)."""
    fresh: Kip848Member = g.members[member].type.default
    less = _with_partition_epochs(g, g.members[member], fresh)
    return _with_status(less.but(members=g.members.but(member, fresh), epoch=g.epoch + 1))


def _reply(message: Kip848Message, **fields: object) -> Kip848Message:
    answer: Kip848Message = message.type.default.but(
        message_kind=Kind.response, client=message.client, connection=message.connection, **fields
    )
    return answer


@action
def refuse_heartbeat(g: Kip848Group, sender: ClientId, message: SomeMessage) -> Kip848Group:
    """The coordinator refuses a heartbeat of no member, or in another epoch (`ReceiveBadHeartbeatRequest`).

    A member in another epoch is removed, too.
    """
    _require_request(message)
    require(message.client == sender, "it is of this client")
    unknown, fenced = _is_unknown(g, message), _should_fence(g, message)
    require(unknown | fenced, "the sender is unknown, or is fenced")
    _require_epoch(g, not_(unknown))
    error = where(unknown, Error.UNKNOWN_MEMBER_ID, Error.FENCED_MEMBER_EPOCH)
    return where(unknown, g, _without(g, message.member)).reply(
        message, _reply(message, error_code=error, epoch=0)
    )


@action
def accept_leaving(g: Kip848Group, message: SomeMessage) -> Kip848Group:
    """The coordinator removes a member that leaves (`ReceiveLeaveHeartbeatRequest`)."""
    _require_request(message)
    require(_is_leaving(g, message), "a member leaves")
    _require_epoch(g)
    reply = _reply(message, member=message.member, epoch=LEAVE_EPOCH)
    return _without(g, message.member).reply(message, reply)


@action
def accept_heartbeat(g: Kip848Group, sender: ClientId, message: SomeMessage, plan: Plan) -> Kip848Group:
    """The coordinator takes a heartbeat, and moves the member nearer to its target (`ReceiveRegularHeartbeatRequest`).

    It adds a new member. Where a member is new or subscribes to something else, the group's epoch grows; where it has
    grown, any assignment to those who subscribe becomes the target.
    """
    _require_request(message)
    require(message.client == sender, "it is of this client")
    bad = _is_unknown(g, message) | _should_fence(g, message) | _is_leaving(g, message)
    require(not_(bad), "it is of a member in its epoch, or of a new one")
    is_new = message.member == 0
    me = where(is_new, g.next_member + 1, message.member)
    require(me < len(g.members.indices()), "a member id is left")
    before = g.members[me]
    reported = _note_report(before, message, is_new)
    bumps = is_new | (before.subscribed != reported.subscribed)
    _require_epoch(g, bumps)
    epoch = where(bumps, g.epoch + 1, g.epoch)
    assigns = epoch > g.target_assignment.epoch
    require(assigns | (plan == 0), "it assigns nothing, or a plan")
    with_member = g.but(members=g.members.but(me, reported))
    target = where(assigns, _make_target(with_member, plan, epoch, assigns), g.target_assignment)
    moves = (reported.status != MemberStatus.stable) | (reported.target_epoch != epoch)
    after = where(moves, _reconcile_member(g, reported, epoch, target.partitions[me]), reported)
    lists = message.lists | (message.epoch == 0) | (after != reported)
    nothing = reported.assigned - reported.assigned
    done = _with_partition_epochs(
        g.but(target_assignment=target, epoch=epoch, members=g.members.but(me, after)), before, after
    )
    reply = _reply(
        message, epoch=after.epoch, member=me, lists=lists, partitions=where(lists, after.assigned, nothing)
    )
    return _with_status(done.but(next_member=where(is_new, me, g.next_member))).reply(message, reply)


def _note_report(before: Kip848Member, message: Kip848Message, is_new: Truth) -> Kip848Member:
    """A member with what its heartbeat says of it; a new one is as yet in no epoch."""
    new = before.but(host=message.client, subscribed=message.subscribed)
    reporting = before.but(
        subscribed=message.subscribed,
        has_reported=before.has_reported | message.lists,
        reported=where(message.lists, message.partitions, before.reported),
    )
    return where(is_new, new, reporting)


def _make_target(g: Kip848Group, plan: int, epoch: Number, assigns: Truth) -> Kip848Target:
    """The target assignment of a plan, among the members that subscribe (`BuildAssignment`)."""
    ids, topics = g.members.indices(), g.members.type.element.default.subscribed.ids()
    count = len(g.partition_epoch.indices())
    partitions = g.target_assignment.partitions.type.default
    knows = g.target_assignment.knows
    for member_id in ids:
        knows = knows.but(member_id, g.is_member(member_id))
    for k, owner in enumerate(owners(plan, len(ids) - 1, count)):
        partition = g.partition_epoch.indices()[k]
        member, topic = g.members[owner], _topic_of(partition, topics, count)
        require(
            not_(assigns) | (g.is_member(owner) & member.subscribed.has(topic)),
            "it assigns to those who subscribe",
        )
        partitions = partitions.but(owner, partitions[owner].including(partition))
    return g.target_assignment.but(epoch=epoch, knows=knows, partitions=partitions)


def _topic_of(partition: Identity, topics: list[Identity], partitions: int) -> Identity:
    """The topic of a partition: partitions are numbered topic by topic, where there are several topics."""
    if len(topics) == 1:
        return topics[0]
    rank = position(partition) * len(topics) // partitions
    return next(topic for topic in topics if position(topic) == rank)


def _free(g: Kip848Group, partitions: IdSet) -> IdSet:
    """The wanted partitions that nobody has; all of them where the rule does not wait for a release."""
    for partition in g.partition_epoch.indices():
        is_owned = g.settings.waits_for_release & (g.partition_epoch[partition] != 0)
        partitions = where(is_owned, partitions.excluding(partition), partitions)
    return partitions


def _status(revoking: IdSet, missing: IdSet) -> Label:
    return where(
        not_(revoking.is_empty()),
        MemberStatus.revoking,
        where(not_(missing.is_empty()), MemberStatus.assigning, MemberStatus.stable),
    )


def _reconcile_member(g: Kip848Group, member: Kip848Member, epoch: Number, target: IdSet) -> Kip848Member:
    """A member one step nearer to its target (`ComputeCurrentAssignment`)."""
    revoked = member.revoking.is_empty() | (member.has_reported & (member.reported == member.assigned))
    free = _free(g, member.missing)
    advanced = _reach_epoch(member, epoch, member.assigned | free, member.missing - free)
    revoking = where(revoked, advanced, member)
    assigning = where(free.is_empty(), member, advanced)
    same_target = where(
        member.status == MemberStatus.revoking,
        revoking,
        where(member.status == MemberStatus.assigning, assigning, member),
    )
    return where(member.target_epoch != epoch, _take_target(g, member, epoch, target), same_target)


def _reach_epoch(member: Kip848Member, epoch: Number, assigned: IdSet, missing: IdSet) -> Kip848Member:
    """A member that has nothing to revoke: it reaches the epoch of its target."""
    nothing = assigned - assigned
    return member.but(
        status=_status(nothing, missing),
        epoch=epoch,
        target_epoch=epoch,
        assigned=assigned,
        revoking=nothing,
        missing=missing,
    )


def _take_target(g: Kip848Group, member: Kip848Member, epoch: Number, target: IdSet) -> Kip848Member:
    """A member with a new target, to revoke what it has beyond that (`TransitionToNewTargetAssignmentState`)."""
    had = member.assigned | member.revoking
    revoking = had - target
    kept = had - revoking
    missing = target - kept
    free = _free(g, missing)
    waiting = member.but(
        status=_status(revoking, missing - free),
        target_epoch=epoch,
        assigned=kept,
        revoking=revoking,
        missing=missing,
    )
    return where(revoking.is_empty(), _reach_epoch(member, epoch, kept | free, missing - free), waiting)


@action
def expire_dead_member(g: Kip848Group, member: MemberId) -> Kip848Group:
    """The session of a member id that its client no longer uses times out (`DeadMemberExpired`)."""
    require(g.is_member(member), "it is a member")
    client = g.clients[g.members[member].host]
    require((client.member != member) & (client.member != 0), "its client has another member id")
    require(client.status != ClientStatus.joining, "its client does not join")
    _require_epoch(g)
    return _without(g, member)


@action
def expire_live_member(g: Kip848Group, member: MemberId) -> Kip848Group:
    """The session of any member times out (`LiveMemberExpired`)."""
    require(g.perturbations > 0, "a perturbation is left")
    require(g.is_member(member), "it is a member")
    _require_epoch(g)
    return _without(g, member).but(perturbations=g.perturbations - 1)
