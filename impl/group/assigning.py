"""How the leader assigns: any balanced plan, or the result of an assignor for the members and their subscriptions.

Source: `ConsumerCoordinator.onLeaderElected` of Kafka 3.9, and `CooperativeStickyAssignor` for which partitions are
held back. The answer to the leader's JoinGroup has the subscription of each member as the coordinator knows it. The
assignors are those of `impl/functions/clients/assignors`: pure functions of the members, their subscriptions and the
partitions. There are few such situations, so a table has the result for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product, takewhile

from tidemark.impl.functions.clients.assignors import groups
from tidemark.impl.functions.clients.assignors.ranges import range_assignment
from tidemark.impl.functions.clients.assignors.round_robin import round_robin
from tidemark.impl.functions.clients.assignors.sticky import cooperative_sticky
from tidemark.impl.functions.clients.java import TopicPartition
from tidemark.impl.group.domains import ClientId, Plan, owners
from tidemark.impl.group.state import ConsumerGroup, Ghost, GroupState
from tidemark.impl.group.topics import has_partition, is_added, subscribes, topic_of
from tidemark.spec import (
    Action,
    Array,
    Identity,
    Number,
    Rule,
    Truth,
    action,
    all_of,
    any_of,
    none,
    not_,
    position,
    require,
    where,
)

Assignor = Callable[[groups.AssignorGroup], groups.Assignment]


def _require_to_assign(g: ConsumerGroup, leader: Identity) -> None:
    now = g.coordinator
    require(now.group_state == GroupState.CompletingRebalance, "the group waits for the assignment")
    require(now.leader == leader, "the client leads")
    require(g.is_current(leader), "it knows the group's generation")


@action
def assign(g: ConsumerGroup, leader: ClientId, plan: Plan) -> ConsumerGroup:
    """The leader sends its assignment (SyncGroup): the coordinator stores it, and the group is Stable.

    The plan may be any in which the members' numbers of partitions differ by one at most. A cooperative leader holds
    back the partitions that another member still owns. A ghost's partitions have no owner.
    """
    _require_to_assign(g, leader)
    coordinator = g.coordinator
    partitions, clients = g.partitions.indices(), g.clients.indices()
    members = [coordinator.members.has(me) for me in clients]
    if g.budget.type.fields["resends"].hi > 0:
        members.append(coordinator.ghost == Ghost.member)
    plan_owners = owners(plan, len(members), len(partitions))
    require(all_of(members[owner] for owner in plan_owners), "it assigns to members alone")
    require(_has_even_shares(members, plan_owners), "the numbers of partitions differ by at most one")
    assignment = coordinator.assignment
    for partition, owner in zip(partitions, plan_owners, strict=True):
        new_owner = _new_owner(g, partition, [*clients, None][owner])
        assignment = assignment.but(partition, where(has_partition(g, partition), new_owner, none))
    return g.with_coordinator(group_state=GroupState.Stable, assignment=assignment).store()


def _has_even_shares(members: list[Truth], plan_owners: list[int]) -> Truth:
    shares = [plan_owners.count(member) for member in range(len(members))]
    return all_of(
        not_(is_member & is_other_member)
        for k, is_member in enumerate(members)
        for n, is_other_member in enumerate(members)
        if shares[k] - shares[n] > 1
    )


def _new_owner(g: ConsumerGroup, partition: Identity, owner: Identity | None) -> Identity:
    """The owner that the leader assigns; `none` for a ghost, and while another member still owns the partition.

    Nobody is assigned by, or to, a static member whose member id has changed since the generation began.
    """
    if owner is None:
        return none
    is_held_back = g.settings.holds_back & any_of(
        g.is_member(client) & g.clients[client].owned.has(partition)
        for client in g.clients.indices()
        if client != owner
    )
    new_ids, leader = g.coordinator.new_member_ids, g.coordinator.leader
    has_new_id = any_of(new_ids[me] & ((leader == me) | (owner == me)) for me in g.clients.indices())
    return where(is_held_back | has_new_id, none, owner)


@action("assign")
def assign_by_range(g: ConsumerGroup, leader: ClientId) -> ConsumerGroup:
    """The leader assigns by RangeAssignor, from the subscriptions that came with the answer to its JoinGroup."""
    return _assign_by(range_assignment, g, leader, g.coordinator.unsubscribed)


@action("assign")
def assign_round_robin(g: ConsumerGroup, leader: ClientId) -> ConsumerGroup:
    """The leader assigns by RoundRobinAssignor, from the subscriptions that came with the answer to its JoinGroup."""
    return _assign_by(round_robin, g, leader, g.coordinator.unsubscribed)


@action("assign")
def assign_as_leader_subscribes(g: ConsumerGroup, leader: ClientId) -> ConsumerGroup:
    """The leader assigns by RangeAssignor, as if all members had the leader's own subscription."""
    subscriptions = g.coordinator.unsubscribed
    for me in g.clients.indices():
        subscriptions = subscriptions.but(me, g.coordinator.unsubscribed[leader])
    return _assign_by(range_assignment, g, leader, subscriptions)


@action("assign")
def assign_cooperative_sticky(g: ConsumerGroup, leader: ClientId) -> ConsumerGroup:
    """The leader assigns by CooperativeStickyAssignor, from what each member subscribes to, and says that it has."""
    return _assign_by(cooperative_sticky, g, leader, g.coordinator.unsubscribed, sticks=True)


def _assign_by(
    assignor: Assignor, g: ConsumerGroup, leader: Identity, subscriptions: Array[Number], sticks: bool = False
) -> ConsumerGroup:
    _require_to_assign(g, leader)
    assignment, lost = g.coordinator.assignment.type.default, g.lost_share
    for holds, new_owners, share in _situations(assignor, g, subscriptions, sticks):
        for partition, owner in zip(g.partitions.indices(), new_owners, strict=True):
            new_owner = where(holds, _new_owner(g, partition, owner), assignment[partition])
            assignment = assignment.but(partition, new_owner)
        if g.type.fields["lost_share"].hi:
            lost = lost | (holds & _loses_share(g, new_owners, share))
    stable = g.with_coordinator(group_state=GroupState.Stable, assignment=assignment)
    return stable.but(lost_share=lost).store()


def _loses_share(g: ConsumerGroup, new_owners: Sequence[Identity | None], share: int) -> Truth:
    """Whether a member that has no more than its share loses a partition."""
    partitions = g.partitions.indices()
    return any_of(
        g.is_member(me)
        & (g.clients[me].owned.size() <= share)
        & any_of(
            g.clients[me].owned.has(partition)
            for partition, owner in zip(partitions, new_owners, strict=True)
            if owner != me
        )
        for me in g.clients.indices()
    )


def _situations(
    assignor: Assignor, g: ConsumerGroup, subscriptions: Array[Number], sticks: bool
) -> Iterator[tuple[Truth, list[Identity | None], int]]:
    """For each possible situation: whether it holds, the new owner of each partition, and a fair share.

    A situation is the members, what each subscribes to, whether the new partition is there, and, for a sticky assignor,
    who has which partition. Members are named by their numbers, so that their order is that of the ids.
    """
    members, clients, partitions = g.coordinator.members, g.clients.indices(), g.partitions.indices()
    choices = range(subscriptions.type.element.hi + 1)
    may_be_added = is_added(g, partitions[-1])
    for choice in product((None, *choices), repeat=len(clients)):
        if not any(left_out is not None for left_out in choice):
            continue
        left_out_topics = {me: n for me, n in zip(clients, choice, strict=True) if n is not None}
        same = [members.has(me) if me in left_out_topics else not_(members.has(me)) for me in clients]
        equal = [subscriptions[me] == left_out for me, left_out in left_out_topics.items()]
        for added in (False, True) if may_be_added else (True,):
            existing = partitions if added else partitions[:-1]
            existence = [g.added == added] if may_be_added else []
            for previous_owners in product((None, *left_out_topics), repeat=len(existing) if sticks else 0):
                owned = [
                    _has_first(g, left_out_topics, partition, me)
                    for partition, me in zip(existing, previous_owners, strict=False)
                ]
                group = _group(g, existing, left_out_topics, previous_owners)
                share = len(existing) // len(left_out_topics)
                yield all_of([*same, *equal, *existence, *owned]), _owners(g, assignor(group)), share


def _has_first(
    g: ConsumerGroup, members: Iterable[Identity], partition: Identity, me: Identity | None
) -> Truth:
    """Whether a member is the first that has a partition; for None, whether no member has it."""
    before = list(takewhile(lambda member: member != me, members))
    free = all_of(not_(g.clients[member].owned.has(partition)) for member in before)
    return free if me is None else free & g.clients[me].owned.has(partition)


def _group(
    g: ConsumerGroup,
    existing: Sequence[Identity],
    left_out_topics: Mapping[Identity, int],
    previous_owners: Sequence[Identity | None],
) -> groups.AssignorGroup:
    """The group as the assignor takes it: these partitions and members, and each partition's previous owner."""
    topics: int = g.settings.type.fields["topics"].hi
    counts = {f"t{n}": sum(topic_of(g, partition) == n for partition in existing) for n in range(topics)}
    names = _names(g)
    members = {}
    for me, left_out in left_out_topics.items():
        owned = tuple(
            names[partition]
            for partition, owner in zip(existing, previous_owners, strict=False)
            if owner == me
        )
        subscribed_topics = frozenset(f"t{n}" for n in range(topics) if subscribes(left_out, n))
        members[f"C{position(me)}"] = groups.AssignorMember(subscribed_topics, owned, 1 if owned else -1)
    return groups.AssignorGroup(counts, members)


def _names(g: ConsumerGroup) -> dict[Identity, TopicPartition]:
    """The name of each partition: its topic, and its number there."""
    names: dict[Identity, TopicPartition] = {}
    for partition in g.partitions.indices():
        topic = f"t{topic_of(g, partition)}"
        names[partition] = TopicPartition(topic, sum(name.topic == topic for name in names.values()))
    return names


def _owners(g: ConsumerGroup, assignment: groups.Assignment) -> list[Identity | None]:
    """The owner of each of the model's partitions in an assignment that an assignor returned."""
    clients = {f"C{position(me)}": me for me in g.clients.indices()}
    owner_of = {partition_name: clients[name] for partition_name, name in groups.owners(assignment)}
    return [owner_of.get(name) for name in _names(g).values()]


ANY_PLAN = Rule(
    (assign,),
    "any plan whose numbers differ by at most one; all subscribe to all",
    {"by_subscription": False},
)


def _by(assigns: Action, summary: str) -> Rule:
    return Rule((assigns,), summary, {"by_subscription": True})


RANGE = _by(assign_by_range, "RangeAssignor: of each topic a run to each subscriber")
ROUND_ROBIN = _by(assign_round_robin, "RoundRobinAssignor: all partitions in turn to the subscribers")
BY_LEADERS = _by(
    assign_as_leader_subscribes, "RangeAssignor, as if all subscribed to what the leader subscribes to"
)
COOPERATIVE_STICKY = _by(
    assign_cooperative_sticky, "CooperativeStickyAssignor: balanced, and then as few moves as may be"
)
