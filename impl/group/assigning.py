"""How the leader assigns: any balanced plan, or the result of an assignor for the members and their subscriptions.

Source: `ConsumerCoordinator.onLeaderElected` of Kafka 3.9, and `CooperativeStickyAssignor` for which partitions are
held back. The answer to the leader's JoinGroup has the subscription of each member as the coordinator knows it. The
assignors are those of `impl/functions/clients/assignors`: pure functions of the members, their subscriptions and the
partitions. These are few, so a table has the result for each.
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
from tidemark.impl.group.topics import is_added, is_there, subscribes, topic_of
from tidemark.spec import (
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

Assignor = Callable[[groups.Group], groups.Assignment]


def _require_to_assign(g: ConsumerGroup, leader: Identity) -> None:
    now = g.coordinator
    require(now.group_state == GroupState.CompletingRebalance, "the group waits for the assignment")
    require(now.leader == leader, "the client leads")
    require(g.is_current(leader), "it knows the group's generation")


@action
def assign(g: ConsumerGroup, leader: ClientId, plan: Plan) -> ConsumerGroup:
    """The leader sends its assignment (SyncGroup): the coordinator stores it, and the group is Stable.

    The plan is any that gives no two members numbers of partitions that differ by more than one. A cooperative leader
    holds back those partitions that another member still owns. What is given to a ghost has no owner.
    """
    _require_to_assign(g, leader)
    now = g.coordinator
    partitions, clients = g.partitions.indices(), g.clients.indices()
    members = [now.members.has(me) for me in clients]
    if g.budget.type.fields["resends"].hi > 0:
        members.append(now.ghost == Ghost.member)
    chosen = owners(plan, len(members), len(partitions))
    require(all_of(members[owner] for owner in chosen), "it assigns to members alone")
    require(_is_balanced(members, chosen), "the numbers of partitions differ by at most one")
    assignment = now.assignment
    for one, owner in zip(partitions, chosen, strict=True):
        given = none if owner == len(clients) else where(_moves(g, one, clients[owner]), none, clients[owner])
        assignment = assignment.but(one, where(is_there(g, one), given, none))
    return g.with_coordinator(group_state=GroupState.Stable, assignment=assignment).stored()


def _is_balanced(members: list[Truth], chosen: list[int]) -> Truth:
    many = [chosen.count(place) for place in range(len(members))]
    return all_of(
        not_(one & other)
        for k, one in enumerate(members)
        for n, other in enumerate(members)
        if many[k] - many[n] > 1
    )


def _moves(g: ConsumerGroup, one: Identity, owner: Identity) -> Truth:
    """Whether the leader holds a partition back, since a member owns it that is to lose it."""
    return g.settings.holds_back & any_of(
        g.is_member(other) & g.clients[other].owned.has(one)
        for other in g.clients.indices()
        if other != owner
    )


@action("assign")
def assign_by_range(g: ConsumerGroup, leader: ClientId) -> ConsumerGroup:
    """The leader assigns by RangeAssignor, from the subscriptions that came with the answer to its JoinGroup."""
    return _by(range_assignment, g, leader, g.coordinator.unsubscribed)


@action("assign")
def assign_round_robin(g: ConsumerGroup, leader: ClientId) -> ConsumerGroup:
    """The leader assigns by RoundRobinAssignor, from the subscriptions that came with the answer to its JoinGroup."""
    return _by(round_robin, g, leader, g.coordinator.unsubscribed)


@action("assign")
def assign_as_leader_subscribes(g: ConsumerGroup, leader: ClientId) -> ConsumerGroup:
    """The leader assigns by RangeAssignor, as if all subscribed to what it subscribes to itself."""
    told = g.coordinator.unsubscribed
    for me in g.clients.indices():
        told = told.but(me, g.coordinator.unsubscribed[leader])
    return _by(range_assignment, g, leader, told)


@action("assign")
def assign_cooperative_sticky(g: ConsumerGroup, leader: ClientId) -> ConsumerGroup:
    """The leader assigns by CooperativeStickyAssignor, from what each member subscribes to, and says that it has."""
    return _by(cooperative_sticky, g, leader, g.coordinator.unsubscribed, sticks=True)


def _by(
    assignor: Assignor, g: ConsumerGroup, leader: Identity, told: Array[Number], sticks: bool = False
) -> ConsumerGroup:
    _require_to_assign(g, leader)
    assignment, lost = g.coordinator.assignment.type.default, g.lost_share
    for holds, chosen, share in _table(assignor, g, told, sticks):
        for one, owner in zip(g.partitions.indices(), chosen, strict=True):
            given = none if owner is None else where(_moves(g, one, owner), none, owner)
            assignment = assignment.but(one, where(holds, given, assignment[one]))
        if g.type.fields["lost_share"].hi:
            lost = lost | (holds & _loses_share(g, chosen, share))
    stable = g.with_coordinator(group_state=GroupState.Stable, assignment=assignment)
    return stable.but(lost_share=lost).stored()


def _loses_share(g: ConsumerGroup, chosen: Sequence[Identity | None], share: int) -> Truth:
    """Whether a member that has no more than its share loses a partition."""
    partitions = g.partitions.indices()
    return any_of(
        g.is_member(me)
        & (g.clients[me].owned.size() <= share)
        & any_of(
            g.clients[me].owned.has(one) for one, owner in zip(partitions, chosen, strict=True) if owner != me
        )
        for me in g.clients.indices()
    )


def _table(
    assignor: Assignor, g: ConsumerGroup, told: Array[Number], sticks: bool
) -> Iterator[tuple[Truth, list[Identity | None], int]]:
    """For each situation that there may be, whether it is this one, the owner of each partition, and a fair share.

    A situation is the members, what each subscribes to (`told`), whether the new partition is there, and, for a sticky
    assignor, who has which partition. Members are named by their numbers, so that their order is that of the ids.
    """
    members, clients, partitions = g.coordinator.members, g.clients.indices(), g.partitions.indices()
    choices = range(told.type.element.hi + 1)
    may_be_added = is_added(g, partitions[-1])
    for said in product((None, *choices), repeat=len(clients)):
        subscriptions = {
            me: left_out for me, left_out in zip(clients, said, strict=True) if left_out is not None
        }
        if not subscriptions:
            continue
        same = [members.has(me) if me in subscriptions else not_(members.has(me)) for me in clients]
        equal = [told[me] == left_out for me, left_out in subscriptions.items()]
        for added in (False, True) if may_be_added else (True,):
            there = partitions if added else partitions[:-1]
            known = [g.added == added] if may_be_added else []
            for had in product((None, *subscriptions), repeat=len(there) if sticks else 0):
                owned = [_has(g, subscriptions, one, me) for one, me in zip(there, had, strict=False)]
                group = _group(g, there, subscriptions, had)
                share = len(there) // len(subscriptions)
                yield all_of([*same, *equal, *known, *owned]), _owners(g, assignor(group)), share


def _has(g: ConsumerGroup, members: Iterable[Identity], one: Identity, me: Identity | None) -> Truth:
    """Whether a member is the first that has a partition; for None, whether no member has it."""
    before = list(takewhile(lambda other: other != me, members))
    free = all_of(not_(g.clients[other].owned.has(one)) for other in before)
    return free if me is None else free & g.clients[me].owned.has(one)


def _group(
    g: ConsumerGroup,
    there: Sequence[Identity],
    subscriptions: Mapping[Identity, int],
    had: Sequence[Identity | None],
) -> groups.Group:
    """The group of the function: these partitions and members, and who had which partition."""
    topics: int = g.settings.type.fields["topics"].hi
    counts = {f"t{n}": sum(topic_of(g, one) == n for one in there) for n in range(topics)}
    names = _names(g)
    members = {}
    for me, left_out in subscriptions.items():
        owned = tuple(names[one] for one, owner in zip(there, had, strict=False) if owner == me)
        wanted = frozenset(f"t{n}" for n in range(topics) if subscribes(left_out, n))
        members[f"C{position(me)}"] = groups.Member(wanted, owned, 1 if owned else -1)
    return groups.Group(counts, members)


def _names(g: ConsumerGroup) -> dict[Identity, TopicPartition]:
    """The name of each partition: its topic, and its number there."""
    found: dict[Identity, TopicPartition] = {}
    for one in g.partitions.indices():
        topic = f"t{topic_of(g, one)}"
        found[one] = TopicPartition(topic, sum(other.topic == topic for other in found.values()))
    return found


def _owners(g: ConsumerGroup, assignment: groups.Assignment) -> list[Identity | None]:
    """The owner of each partition of the model by an assignment of the function."""
    clients = {f"C{position(me)}": me for me in g.clients.indices()}
    given = {one: clients[name] for one, name in groups.owners(assignment)}
    return [given.get(name) for name in _names(g).values()]


ANY_PLAN = Rule(
    (assign,),
    "any plan whose numbers differ by at most one; all subscribe to all",
    {"by_subscription": False},
)
RANGE = Rule(
    (assign_by_range,), "RangeAssignor: of each topic a run to each subscriber", {"by_subscription": True}
)
ROUND_ROBIN = Rule(
    (assign_round_robin,),
    "RoundRobinAssignor: all partitions in turn to the subscribers",
    {"by_subscription": True},
)
BY_LEADERS = Rule(
    (assign_as_leader_subscribes,),
    "RangeAssignor, as if all subscribed to what the leader subscribes to",
    {"by_subscription": True},
)
COOPERATIVE_STICKY = Rule(
    (assign_cooperative_sticky,),
    "CooperativeStickyAssignor: balanced, and then as few moves as may be",
    {"by_subscription": True},
)
