"""What a rebalance costs, against the exact minimum, which is a flow of least cost: moves, and balance."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings

from tests.support.groups import drawn, smallest
from tidemark.impl.functions.clients.assignors.costs import Least, least, moves, owned_before, sizes, spread
from tidemark.impl.functions.clients.assignors.groups import (
    Assignment,
    AssignorGroup,
    AssignorMember,
    format_assignment,
    new_group,
    rejoin,
    with_member,
    without_members,
)
from tidemark.impl.functions.clients.assignors.ranges import range_assignment
from tidemark.impl.functions.clients.assignors.round_robin import round_robin
from tidemark.impl.functions.clients.assignors.sticky import sticky
from tidemark.impl.functions.clients.assignors.uniform import quotas_by_order, uniform, uniform_equal
from tidemark.impl.functions.clients.java import TopicPartition


def brute_force(group: AssignorGroup) -> Least:
    """The same by trying every assignment."""
    partitions = group.partitions()
    tried = []
    for names in product(*(group.subscribers(partition.topic) for partition in partitions)):
        assignment: Assignment = {
            name: tuple(
                partition for partition, owner in zip(partitions, names, strict=True) if owner == name
            )
            for name in group.members
        }
        shares = sizes(assignment)
        tried.append((sum(share**2 for share in shares), moves(group, assignment), shares))
    _, fewest, shares = min(tried)
    return Least(shares, fewest)


def preview(group: AssignorGroup) -> Assignment:
    """KIP-848's uniform assignor as it was in Kafka 3.9."""
    return uniform_equal(group, quotas_by_order)


def more_moves(group: AssignorGroup, assignment: Assignment) -> tuple[str, int, int] | None:
    """An assignment that is as balanced as may be, with more moves than the least: both numbers."""
    moved = moves(group, assignment)
    if not moved:
        return None
    exact = least(group)
    is_dearer = sizes(assignment) == exact.sizes and moved > exact.moves
    return (format_assignment(assignment), moved, exact.moves) if is_dearer else None


def less_even(group: AssignorGroup, assignment: Assignment) -> tuple[str, tuple[int, ...]] | None:
    """An assignment that is not as balanced as may be: the sizes that are possible."""
    if spread(assignment) <= 1:
        return None
    exact = least(group)
    return (format_assignment(assignment), exact.sizes) if sizes(assignment) != exact.sizes else None


@settings(deadline=None, max_examples=25)
@given(drawn())
def test_the_exact_minimum_is_that_of_trying_all_assignments(group: AssignorGroup) -> None:
    few = AssignorGroup(dict(list({topic: min(count, 3) for topic, count in group.topics.items()}.items())[:2]), {
        name: AssignorMember(member.topics, tuple(p for p in member.owned if p.partition < 3), member.generation)
        for name, member in list(group.members.items())[:3]
    })  # fmt: skip
    subscribed = {topic: few.topics[topic] for topic in few.subscribed_topics()}
    few = AssignorGroup(subscribed, few.members)
    members = {
        name: AssignorMember(
            member.topics, tuple(partition for partition in member.owned if partition.topic in subscribed), 1
        )
        for name, member in few.members.items()
    }
    few = AssignorGroup(subscribed, members)
    assert least(few) == brute_force(few)


@pytest.mark.parametrize("assign", [sticky, uniform])
@settings(deadline=None, max_examples=30)
@given(group=drawn(equal=True))
def test_the_moves_are_the_least_where_all_subscribe_to_the_same(
    assign: object, group: AssignorGroup
) -> None:
    assert callable(assign)
    assignment = assign(group)
    assert least(group) == Least(sizes(assignment), moves(group, assignment))


@pytest.mark.slow
@pytest.mark.parametrize("assign", [sticky, uniform])
def test_they_are_in_each_of_8271_small_groups(assign: object) -> None:
    assert callable(assign)
    tried = 0

    def dearer(group: AssignorGroup) -> object:
        nonlocal tried
        tried += 1
        return more_moves(group, assign(group)) or less_even(group, assign(group))

    assert smallest(dearer, partitions=5, members=3, topics=2, owned=True) is None
    assert tried == 8271


def test_the_smallest_group_in_which_the_preview_of_uniform_moves_for_nothing() -> None:
    """One partition, two members: C1 had it, and the first member gets the one more."""
    counterexample = smallest(
        lambda group: more_moves(group, preview(group)), partitions=3, members=3, topics=1, owned=True
    )
    assert counterexample
    assert counterexample[0].members["C1"].owned == (TopicPartition("T1", 0),)
    assert counterexample[1] == ("C0: T1p0, C1: -", 1, 0)
    assert moves(counterexample[0], uniform(counterexample[0])) == 0


ACCOUNT = {"C1": (0, 1, 2), "C2": (3, 4, 5), "C3": (6, 7, 8, 9)}
"""The account's group: who has which of ten partitions."""


def account() -> AssignorGroup:
    members = {
        name: AssignorMember(frozenset(["P"]), tuple(TopicPartition("P", k) for k in some), 1)
        for name, some in ACCOUNT.items()
    }
    return AssignorGroup({"P": 10}, members)


def test_a_member_that_dies_as_accounts_show_it_but_for_which_partitions_go_where() -> None:
    """The account gives C1 6, 7 and C2 8, 9; Kafka deals them out in turn: 6, 8 and 7, 9. The costs are the same."""
    remaining = without_members(account(), "C3")
    after = sticky(remaining)
    assert format_assignment(after) == "C1: Pp0 Pp1 Pp2 Pp6 Pp8, C2: Pp3 Pp4 Pp5 Pp7 Pp9"
    assert moves(remaining, after) == 0
    assert least(remaining) == Least((5, 5), 0)


def test_a_member_that_returns_takes_three_partitions_where_the_identical_assignment_takes_four() -> None:
    remaining = without_members(account(), "C3")
    back = with_member(rejoin(remaining, sticky(remaining)), "C3", ["P"])
    identical = {name: tuple(TopicPartition("P", k) for k in some) for name, some in ACCOUNT.items()}
    assert moves(back, identical) == 4
    assert moves(back, sticky(back)) == 3
    assert least(back) == Least((3, 3, 4), 3)
    assert least(back, {"C1": 3, "C2": 3, "C3": 4}).moves == 4, "nor is there a cheaper way to these sizes"
    assert format_assignment(sticky(back)) == "C1: Pp0 Pp1 Pp2 Pp6, C2: Pp3 Pp4 Pp5, C3: Pp7 Pp8 Pp9"


def returns(partitions: int, members: int, had: int) -> tuple[int, int]:
    """The moves to give a member back all that it had before it died, and the fewest to a balanced assignment."""
    names = [f"C{k}" for k in range(members)]
    shares = dict.fromkeys(names[:-1], (partitions - had) // (members - 1))
    for name in names[: (partitions - had) % (members - 1)]:
        shares[name] += 1
    numbers = iter(range(partitions))
    owned = {name: tuple(TopicPartition("P", next(numbers)) for _ in range(k)) for name, k in shares.items()}
    owned[names[-1]] = tuple(TopicPartition("P", k) for k in numbers)
    group = AssignorGroup(
        {"P": partitions}, {name: AssignorMember(frozenset(["P"]), owned[name], 1) for name in names}
    )
    remaining = without_members(group, names[-1])
    back = with_member(rejoin(remaining, sticky(remaining)), names[-1], ["P"])
    assert moves(back, sticky(back)) == least(back).moves
    return moves(back, owned), least(back).moves


def test_the_smallest_group_in_which_the_identical_assignment_costs_more_than_balance() -> None:
    """Whoever had one more before takes one more than the least: three partitions and two members are enough."""
    costs_by_size = {
        (partitions, members): returns(partitions, members, -(-partitions // members))
        for partitions in range(2, 11)
        for members in range(2, 5)
        if partitions >= members
    }
    dearer = {size: costs for size, costs in costs_by_size.items() if costs[0] > costs[1]}
    assert min(dearer) == (3, 2)
    assert dearer[3, 2] == (2, 1)
    assert min(size for size, costs in dearer.items() if costs == (4, 3)) == (7, 2)
    assert dearer[10, 3] == (4, 3), "the account's"
    assert set(dearer) == {
        (partitions, members) for partitions, members in costs_by_size if partitions % members
    }


def test_the_smallest_group_that_sticky_leaves_less_even_than_may_be() -> None:
    """A chain: C0 could give to C1, and C1 to C2, but C0 not to C2; the promise looks one step ahead."""
    counterexample = smallest(
        lambda group: less_even(group, sticky(group)), partitions=3, members=3, topics=3, equal=False
    )
    assert counterexample
    assert counterexample[0].topics == {"T1": 1, "T2": 2}
    assert [sorted(member.topics) for member in counterexample[0].members.values()] == [
        ["T2"],
        ["T1", "T2"],
        ["T1"],
    ]
    assert counterexample[1] == ("C0: T2p0 T2p1, C1: T1p0, C2: -", (1, 1, 1))
    assert sizes(uniform(counterexample[0])) == (1, 1, 1), (
        "uniform begins with the topic of most partitions per member"
    )


def test_the_smallest_group_that_uniform_leaves_less_even_than_may_be() -> None:
    counterexample = smallest(
        lambda group: less_even(group, uniform(group)), partitions=3, members=3, topics=3, equal=False
    )
    assert counterexample
    assert counterexample[0].topics == {"T1": 1, "T2": 1, "T3": 1}
    assert counterexample[1] == ("C0: T1p0 T3p0, C1: T2p0, C2: -", (1, 1, 1))


def test_the_smallest_group_that_round_robin_leaves_less_even_than_may_be() -> None:
    counterexample = smallest(
        lambda group: less_even(group, round_robin(group)), partitions=3, members=3, topics=3, equal=False
    )
    assert counterexample
    assert counterexample[1] == ("C0: T1p0 T2p0, C1: -", (1, 1))


@pytest.mark.slow
def test_the_smallest_group_in_which_sticky_moves_more_than_it_must_for_that_balance() -> None:
    """C0 keeps T1p0 in the end only if C2 gets T2p0; sticky gives that to C1, and then T1p0 has to move."""
    counterexample = smallest(
        lambda group: more_moves(group, sticky(group)),
        partitions=3,
        members=3,
        topics=3,
        equal=False,
        owned=True,
    )
    assert counterexample
    group, told_and_moves = counterexample
    assert group.topics == {"T1": 1, "T2": 1, "T3": 1}
    subscriptions = [["T1", "T3"], ["T2", "T3"], ["T1", "T2"]]
    assert [sorted(member.topics) for member in group.members.values()] == subscriptions
    assert [len(member.owned) for member in group.members.values()] == [1, 0, 0]
    assert told_and_moves == ("C0: T3p0, C1: T2p0, C2: T1p0", 1, 0)


def test_the_smallest_group_in_which_uniform_moves_more_than_it_must_for_that_balance() -> None:
    counterexample = smallest(
        lambda group: more_moves(group, uniform(group)),
        partitions=3,
        members=3,
        topics=2,
        equal=False,
        owned=True,
    )
    assert counterexample
    assert counterexample[0].members["C0"].owned == (TopicPartition("T2", 1),)
    assert counterexample[1] == ("C0: T1p0, C1: T2p0, C2: T2p1", 1, 0)


def test_moves_of_each_assignor_when_a_member_of_four_leaves_and_when_it_returns() -> None:
    """Twelve partitions of three topics; the least is nothing, and the three that the newcomer must get.

    Range is as cheap, but while C1 is away C0 has six partitions and the others three.
    """
    topics = {"T1": 4, "T2": 4, "T3": 4}
    names = ("C0", "C1", "C2", "C3")
    moves_by_assignor = {}
    for assign in (range_assignment, round_robin, sticky, uniform):
        group = new_group(topics, dict.fromkeys(names, topics))
        group = rejoin(group, assign(group))
        remaining = without_members(group, "C1")
        back = with_member(rejoin(remaining, assign(remaining)), "C1", topics)
        moves_by_assignor[assign.__name__] = (moves(remaining, assign(remaining)), moves(back, assign(back)))
        assert least(remaining).moves == 0
        assert least(back).moves == 3
    assert moves_by_assignor == {
        "range_assignment": (0, 3),
        "round_robin": (6, 9),
        "sticky": (0, 3),
        "uniform": (0, 3),
    }


def test_a_partition_that_two_claim_belongs_to_the_later_generation_or_to_nobody() -> None:
    partition = TopicPartition("P", 0)

    def claimed(*generations: int) -> str | None:
        members = {
            f"C{k}": AssignorMember(frozenset(["P"]), (partition,), generation)
            for k, generation in enumerate(generations)
        }
        return owned_before(AssignorGroup({"P": 1}, members)).get(partition)

    assert (claimed(2, 1), claimed(1, 2), claimed(2, 2)) == ("C0", "C1", None)
