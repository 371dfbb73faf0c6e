"""Assignors: one owner for each partition, the balance that each promises, and the examples of popular accounts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings

from tests.support.groups import drawn, smallest
from tidemark.impl.functions.clients.assignors.costs import moves, sizes, spread
from tidemark.impl.functions.clients.assignors.groups import (
    Assignment,
    AssignorGroup,
    AssignorMember,
    format_assignment,
    new_group,
    owners,
    rejoin,
    with_member,
    without_members,
)
from tidemark.impl.functions.clients.assignors.ranges import range_assignment
from tidemark.impl.functions.clients.assignors.round_robin import round_robin
from tidemark.impl.functions.clients.assignors.sticky import cooperative_sticky, same_topics, sticky
from tidemark.impl.functions.clients.assignors.uniform import quotas_by_order, uniform, uniform_equal
from tidemark.impl.functions.clients.java import TopicPartition

ASSIGNORS: dict[str, Callable[[AssignorGroup], Assignment]] = {
    "range": range_assignment,
    "round robin": round_robin,
    "sticky": sticky,
    "uniform": uniform,
}
EVERY = pytest.mark.parametrize("assign", ASSIGNORS.values(), ids=ASSIGNORS)
EVEN = pytest.mark.parametrize("assign", [round_robin, sticky, uniform])
ALL_OF_T = ("T1", "T2", "T3")


@EVERY
@settings(deadline=None, max_examples=40)
@given(group=drawn())
def test_each_partition_has_one_owner_who_subscribes_to_it(
    assign: Callable[[AssignorGroup], Assignment], group: AssignorGroup
) -> None:
    assignment = assign(group)
    assert list(assignment) == list(group.members)
    assert Counter(partition for partition, _ in owners(assignment)) == Counter(group.partitions())
    assert all(partition.topic in group.members[name].topics for partition, name in owners(assignment))


@EVEN
@settings(deadline=None, max_examples=40)
@given(group=drawn(equal=True))
def test_shares_differ_by_at_most_one_where_all_subscribe_to_the_same(
    assign: Callable[[AssignorGroup], Assignment], group: AssignorGroup
) -> None:
    assert spread(assign(group)) <= 1


@settings(deadline=None, max_examples=40)
@given(group=drawn())
def test_sticky_leaves_nobody_two_fewer_than_who_has_a_partition_that_it_could_have(
    group: AssignorGroup,
) -> None:
    """The balance that `StickyAssignor` promises."""
    assignment = sticky(group)
    for partition, owner in owners(assignment):
        for name in group.subscribers(partition.topic):
            assert len(assignment[name]) + 1 >= len(assignment[owner])


@settings(deadline=None, max_examples=40)
@given(group=drawn())
def test_range_gives_each_member_a_run_of_each_topic_and_the_first_one_more(group: AssignorGroup) -> None:
    assignment = range_assignment(group)
    for topic, count in group.topics.items():
        names = sorted(group.subscribers(topic))
        shares = [
            [partition.partition for partition in assignment[name] if partition.topic == topic]
            for name in names
        ]
        assert [number for share in shares for number in share] == list(range(count))
        quota, first = divmod(count, len(names))
        assert [len(share) for share in shares] == [quota + (k < first) for k in range(len(names))]


@settings(deadline=None, max_examples=40)
@given(group=drawn(equal=True))
def test_range_gives_equal_numbers_of_topics_of_one_size_to_one_member(group: AssignorGroup) -> None:
    """Co-partitioning: why range is the default all the same."""
    evened = AssignorGroup(dict.fromkeys(group.topics, 4), group.members)
    for some in range_assignment(evened).values():
        assert (
            len(
                {
                    tuple(partition.partition for partition in some if partition.topic == topic)
                    for topic in evened.topics
                }
            )
            == 1
        )


def test_the_smallest_group_in_which_range_is_skewed_over_many_topics() -> None:
    counterexample = smallest(
        lambda group: (
            format_assignment(range_assignment(group)) if spread(range_assignment(group)) > 1 else None
        ),
        partitions=4,
        members=3,
        topics=3,
    )
    assert counterexample
    assert counterexample[0].topics == {"T1": 1, "T2": 1}
    assert counterexample[1] == "C0: T1p0 T2p0, C1: -"


def test_the_skew_of_range_grows_with_every_topic() -> None:
    for count in range(1, 12):
        topics = {f"T{k:02}": 3 for k in range(count)}
        group = new_group(topics, {"C0": topics, "C1": topics})
        assert spread(range_assignment(group)) == count
        assert spread(round_robin(group)) == count % 2


def test_round_robin_as_accounts_show_it() -> None:
    group = new_group({"T1": 3, "T2": 3}, {"C0": ("T1", "T2"), "C1": ("T1", "T2")})
    assert format_assignment(round_robin(group)) == "C0: T1p0 T1p2 T2p1, C1: T1p1 T2p0 T2p2"
    assert format_assignment(range_assignment(group)) == "C0: T1p0 T1p1 T2p0 T2p1, C1: T1p2 T2p2"


DIFFERENT = new_group({"T1": 1, "T2": 2, "T3": 3}, {"C0": ("T1",), "C1": ("T1", "T2"), "C2": ALL_OF_T})
"""Three topics of one, two and three partitions: the example of `RoundRobinAssignor` and of accounts."""


def test_subscriptions_that_differ_give_1_1_4_by_round_robin_and_1_2_3_by_sticky() -> None:
    dealt = round_robin(DIFFERENT)
    assert [len(dealt[name]) for name in dealt] == [1, 1, 4]
    assert format_assignment(dealt) == "C0: T1p0, C1: T2p0, C2: T2p1 T3p0 T3p1 T3p2"
    kept = sticky(DIFFERENT)
    assert format_assignment(kept) == "C0: T1p0, C1: T2p0 T2p1, C2: T3p0 T3p1 T3p2"
    assert sizes(uniform(DIFFERENT)) == (1, 2, 3)
    remaining = without_members(rejoin(DIFFERENT, kept), "C0")
    assert format_assignment(sticky(remaining)) == "C1: T1p0 T2p0 T2p1, C2: T3p0 T3p1 T3p2"
    assert moves(remaining, sticky(remaining)) == 0
    remaining = without_members(rejoin(DIFFERENT, dealt), "C0")
    assert format_assignment(round_robin(remaining)) == "C1: T1p0 T2p1, C2: T2p0 T3p0 T3p1 T3p2"
    assert moves(remaining, round_robin(remaining)) == 2, "three of the five that C1 and C2 had stay"


def test_the_first_example_of_the_sticky_assignors_javadoc_but_for_what_its_last_line_says() -> None:
    """That line is of the rule before 2.4: since then the rest is dealt out in turn. It costs no moves either way."""
    topics = {f"t{k}": 2 for k in range(4)}
    group = new_group(topics, dict.fromkeys(("C0", "C1", "C2"), topics))
    before = sticky(group)
    assert before == round_robin(group)
    assert format_assignment(before) == "C0: t0p0 t1p1 t3p0, C1: t0p1 t2p0 t3p1, C2: t1p0 t2p1"
    remaining = without_members(rejoin(group, before), "C1")
    assert format_assignment(round_robin(remaining)) == "C0: t0p0 t1p0 t2p0 t3p0, C2: t0p1 t1p1 t2p1 t3p1"
    assert format_assignment(sticky(remaining)) == "C0: t0p0 t0p1 t1p1 t3p0, C2: t1p0 t2p0 t2p1 t3p1", (
        "t2p0 and t0p1 the other way"
    )
    assert moves(remaining, sticky(remaining)) == 0


@settings(deadline=None, max_examples=40)
@given(group=drawn())
def test_cooperative_gives_nobody_what_another_must_revoke_first(group: AssignorGroup) -> None:
    had = {partition: name for name, member in group.members.items() for partition in member.owned}
    for partition, name in owners(cooperative_sticky(group)):
        assert had.get(partition, name) == name


def rebalances(group: AssignorGroup) -> list[Assignment]:
    """What cooperative sticky gives in one rebalance after the other, until every partition has an owner."""
    assignments = [cooperative_sticky(group)]
    while Counter(partition for partition, _ in owners(assignments[-1])) != Counter(group.partitions()):
        assert len(assignments) < 8
        group = rejoin(group, assignments[-1])
        assignments.append(cooperative_sticky(group))
    return assignments


@settings(deadline=None, max_examples=40)
@given(group=drawn(equal=True))
def test_cooperative_takes_two_rebalances_at_most_to_come_to_what_sticky_does_in_one(
    group: AssignorGroup,
) -> None:
    assignments = rebalances(group)
    assert len(assignments) == (1 if moves(group, sticky(group)) == 0 else 2)
    assert sizes(assignments[-1]) == sizes(sticky(group))


def test_where_members_subscribe_to_different_topics_it_may_take_three() -> None:
    """What was revoked in the first is shared out in the second by another balance, which revokes again."""
    all_topics = {"T1", "T2", "T3"}
    group = new_group(
        {"T1": 5, "T2": 3, "T3": 1}, {"C0": all_topics, **dict.fromkeys(("C1", "C2", "C3", "C4"), ("T1",))}
    )
    owned = tuple(TopicPartition(*name) for name in (("T1", 3), ("T1", 4), ("T2", 2), ("T3", 0)))
    members = {
        **{name: replace(member, generation=3) for name, member in group.members.items()},
        "C0": AssignorMember(frozenset(all_topics), owned, 3),
        "C5": AssignorMember(frozenset(["T2"]), (), 3),
    }
    assignments = rebalances(AssignorGroup(group.topics, members))
    assert len(assignments) == 3


@pytest.mark.parametrize("assign", [range_assignment, round_robin])
def test_static_members_keep_their_share_under_new_ids(assign: Callable[[AssignorGroup], Assignment]) -> None:
    """KIP-345: a restarted member has another id, and the same instance."""

    def by_instance(**instances: str) -> dict[str, tuple[TopicPartition, ...]]:
        members = {
            name: AssignorMember(frozenset(["T1"]), instance=instance) for name, instance in instances.items()
        }
        assignment = assign(AssignorGroup({"T1": 5}, members))
        return {instance: assignment[name] for name, instance in instances.items()}

    shares = by_instance(a="i1", b="i2")
    assert len(shares["i1"]) == 3
    assert shares == by_instance(z="i1", b="i2") == by_instance(a="i2", b="i1")
    assert list(by_instance(a="i3", b="i1", c="i2").values()) != list(
        by_instance(a="i1", b="i2", c="i3").values()
    )


def test_a_member_without_topics_that_joins_first_is_overlooked() -> None:
    """It is given a partition of a topic to which it does not subscribe: `allSubscriptionsEqual` forgets it."""
    group = new_group({"T1": 2}, {"C0": (), "C1": ("T1",)})
    assert same_topics(group)
    assert format_assignment(sticky(group)) == "C0: T1p0, C1: T1p1"
    other_order = new_group({"T1": 2}, {"C1": ("T1",), "C0": ()})
    assert format_assignment(sticky(other_order)) == "C1: T1p0 T1p1, C0: -"


def test_the_smallest_group_in_which_sticky_gives_a_partition_to_one_who_does_not_subscribe() -> None:
    """C0 missed a generation, and gave up the topic meanwhile; what it says that it had is still believed."""

    def foreign(group: AssignorGroup) -> str | None:
        try:
            assignment = sticky(group)
        except KeyError:
            return None
        wrong = any(
            partition.topic not in group.members[name].topics for partition, name in owners(assignment)
        )
        return format_assignment(assignment) if wrong else None

    counterexample = smallest(
        foreign, partitions=3, members=3, topics=2, equal=False, owned=True, generations=(1, 2), anything=True
    )
    assert counterexample
    group, assignment = counterexample
    assert assignment == "C0: T2p1, C1: T1p0, C2: T2p0"
    assert group.members["C0"].topics == {"T1"}
    assert [member.generation for member in group.members.values()] == [1, 1, 2]


def test_the_preview_of_uniform_and_uniform_differ_only_in_who_has_one_more() -> None:
    group = new_group({"T1": 3}, {"C0": ("T1",), "C1": ("T1",)})
    assert format_assignment(uniform_equal(group, quotas_by_order)) == "C0: T1p0 T1p1, C1: T1p2"
    assert format_assignment(uniform(group)) == "C0: T1p0, C1: T1p1 T1p2"
    assert (
        format_assignment(uniform(with_member(rejoin(group, uniform(group)), "C2", ["T1"])))
        == "C0: T1p0, C1: T1p1, C2: T1p2"
    )
