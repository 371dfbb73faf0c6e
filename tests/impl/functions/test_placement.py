"""Placement: no two replicas of a partition on a broker, how even each rule is, racks, and what a failure costs."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.java_random import JavaRandom
from tidemark.checker import cli
from tidemark.impl.functions.placement.failure import (
    FailureCost,
    cost,
    costs,
    leaders_of,
    picture,
    replicas_of,
    with_zookeeper,
    worst,
)
from tidemark.impl.functions.placement.replicas import (
    Placement,
    PlacementBroker,
    alternate_racks,
    by_accounts,
    place_in_stripes,
    spread_out,
    spread_over_racks,
)

SIZES = st.integers(1, 9).flatmap(
    lambda n: st.tuples(st.just(n), st.integers(1, 30), st.integers(1, n), *[st.integers(0, n - 1)] * 2)
)
"""Brokers, partitions, replicas, start, shift."""
RACKS = st.lists(st.sampled_from("abc"), min_size=1, max_size=9).map(lambda some: dict(enumerate(some)))


def uneven(counts: dict[int, int]) -> int:
    """By how many the largest number is larger than the smallest."""
    return max(counts.values()) - min(counts.values())


def all_rules(n: int, partitions: int, replicas: int, start: int, shift: int) -> list[Placement]:
    brokers = [PlacementBroker(b) for b in range(n)]
    return [
        by_accounts(n, partitions, replicas),
        spread_out(range(n), partitions, replicas, start, shift),
        place_in_stripes(brokers, partitions, replicas, JavaRandom(start)),
    ]


@settings(deadline=None)
@given(SIZES)
def test_a_partition_has_its_replicas_on_different_brokers(sizes: tuple[int, int, int, int, int]) -> None:
    for placed in all_rules(*sizes):
        assert len(placed) == sizes[1]
        assert all(len(replicas) == len(set(replicas)) == sizes[2] for replicas in placed)


@settings(deadline=None)
@given(SIZES)
def test_leaders_are_spread_within_one(sizes: tuple[int, int, int, int, int]) -> None:
    for placed in all_rules(*sizes):
        assert uneven(leaders_of(placed, range(sizes[0]))) <= 1


@settings(deadline=None)
@given(SIZES, st.integers(1, 4))
def test_replicas_are_even_after_whole_rounds(sizes: tuple[int, int, int, int, int], rounds: int) -> None:
    """By the accounts' rule and Kafka's without racks: so they are where n divides the number of partitions."""
    n, _, replicas, start, shift = sizes
    for placed in all_rules(n, n * rounds, replicas, start, shift)[:2]:
        assert set(replicas_of(placed, range(n)).values()) == {rounds * replicas}


@settings(deadline=None)
@given(RACKS, st.integers(1, 25), st.integers(1, 4), st.integers(0, 8), st.booleans())
def test_each_rack_has_a_replica_or_at_most_one(
    racks: dict[int, str], partitions: int, replicas: int, seed: int, stripes: bool
) -> None:
    """KIP-36; and the stripes of KRaft, except where a rack is used up early because it is small."""
    replicas = min(replicas, len(racks))
    if stripes:
        placed = place_in_stripes(
            [PlacementBroker(b, rack) for b, rack in racks.items()], partitions, replicas, JavaRandom(seed)
        )
    else:
        placed = spread_over_racks(racks, partitions, replicas, seed % len(racks), seed % len(racks))
    for replicas_of_partition in placed:
        assert len(set(replicas_of_partition)) == replicas
        assert len({racks[b] for b in replicas_of_partition}) == min(replicas, len(set(racks.values())))


@settings(deadline=None)
@given(RACKS, st.integers(0, 8))
def test_leaders_are_spread_within_one_over_racks_of_any_size(racks: dict[int, str], start: int) -> None:
    """By KIP-36. The stripes of KRaft do not promise it: see the two tests below."""
    placed = spread_over_racks(racks, 20, 1, start % len(racks), 0)
    assert uneven(leaders_of(placed, racks)) <= 1


def in_racks(racks: str) -> list[PlacementBroker]:
    return [PlacementBroker(b, rack) for b, rack in enumerate(racks)]


@pytest.mark.parametrize("seed", range(20))
def test_nine_partitions_on_nine_brokers_of_three_racks_are_led_by_three_of_them_under_kraft(
    seed: int,
) -> None:
    """The cluster that the source of the stripes has as its example, whatever is drawn (KAFKA-15354).

    A rack leads every third partition, and by then its stripe has come round: three sets of replicas, three times each.
    With ZooKeeper each broker leads one.
    """
    placed = place_in_stripes(in_racks("abcabcabc"), 9, 3, JavaRandom(seed))
    assert sorted(leaders_of(placed, range(9)).values()) == [0] * 6 + [3] * 3
    assert len({frozenset(replicas) for replicas in placed}) == 3
    before = spread_over_racks(dict(enumerate("abcabcabc")), 9, 3, seed % 9, seed % 7)
    assert set(leaders_of(before, range(9)).values()) == {1}
    assert len({frozenset(replicas) for replicas in before}) > 3


def test_the_smallest_racks_whose_brokers_the_stripes_let_lead_unevenly() -> None:
    """One replica, a broker in each of two racks, four partitions: 3 and 1.

    Partitions are numbered again after a round, and a stripe that gave its broker for number 0 counts as used up.
    """

    def worst_of(brokers: int, partitions: int) -> int:
        drawn = [
            place_in_stripes(in_racks("abc"[:brokers]), partitions, 1, JavaRandom(seed)) for seed in range(30)
        ]
        return max(uneven(leaders_of(placed, range(brokers))) for placed in drawn)

    found = [sizes for sizes in product(range(1, 4), range(1, 7)) if worst_of(*sizes) > 1]
    assert first(found) == (2, 4)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.booleans()), min_size=1, max_size=7), st.integers(0, 9))
def test_a_fenced_broker_is_the_last_choice_and_never_leads(some: list[tuple[str, bool]], seed: int) -> None:
    brokers = [PlacementBroker(b, *placement) for b, placement in enumerate(some)]
    fenced = {broker.number for broker in brokers if broker.fenced}
    if len(fenced) == len(brokers):
        with pytest.raises(ValueError, match="all brokers are fenced"):
            place_in_stripes(brokers, 3, 1, JavaRandom(seed))
        return
    for placement in place_in_stripes(brokers, 12, len(brokers), JavaRandom(seed)):
        assert placement[0] not in fenced
        assert sorted(placement) == list(range(len(brokers)))


def test_what_cannot_be_placed_is_refused() -> None:
    with pytest.raises(ValueError, match="4 replicas need as many brokers, and there are 3"):
        by_accounts(3, 1, 4)
    with pytest.raises(ValueError, match="a topic has at least one partition"):
        spread_out(range(3), 0, 1, 0, 0)


def test_the_examples_in_the_source() -> None:
    placed = spread_out(range(5), 10, 3, 0, 0)
    assert [replicas[0] for replicas in placed] == [*range(5), *range(5)]
    assert [replicas[1] for replicas in placed] == [1, 2, 3, 4, 0, 2, 3, 4, 0, 1]
    assert [replicas[2] for replicas in placed] == [2, 3, 4, 0, 1, 3, 4, 0, 1, 2]
    racks = {0: "rack1", 1: "rack3", 2: "rack3", 3: "rack2", 4: "rack2", 5: "rack1"}
    assert alternate_racks(racks) == [0, 3, 1, 5, 4, 2]
    assert spread_over_racks(racks, 7, 3, 0, 0) == [
        (0, 3, 1), (3, 1, 5), (1, 5, 4), (5, 4, 2), (4, 2, 0), (2, 0, 3), (0, 4, 2)
    ]  # fmt: skip


def first(sizes: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The smallest sizes: by brokers, then partitions, then replicas; all smaller ones were tried."""
    return min(sizes)


SMALL = [sizes for sizes in product(range(1, 7), range(1, 13), range(1, 5)) if sizes[2] <= sizes[0]]


def test_the_smallest_topic_whose_replicas_the_accounts_rule_spreads_unevenly() -> None:
    """Two partitions of two replicas on four brokers: 1, 2, 1, 0. Kafka's rule has the same with start and shift 0."""
    assert first(s for s in SMALL if uneven(replicas_of(by_accounts(*s), range(s[0]))) > 1) == (4, 2, 2)
    assert replicas_of(by_accounts(4, 2, 2), range(4)) == {0: 1, 1: 2, 2: 1, 3: 0}
    assert spread_out(range(4), 2, 2, 0, 0) == by_accounts(4, 2, 2)
    even = [placed for placed in with_zookeeper(4, 2, 2) if uneven(replicas_of(placed, range(4))) <= 1]
    assert len(even) == 4, (
        "of the 16 that Kafka may draw: the shift of 1, where the replicas are (0, 2), (1, 3)"
    )


def test_the_smallest_cluster_whose_topics_the_accounts_rule_puts_on_one_broker() -> None:
    """Without the random start every topic begins at broker 0: two topics of one partition on two brokers."""
    uneven_topics = [
        (n, topics)
        for n, topics in product(range(1, 5), range(1, 5))
        if uneven(leaders_of(by_accounts(n, 1, 1) * topics, range(n))) > 1
    ]
    assert first(uneven_topics) == (2, 2)


def test_the_smallest_topic_for_which_a_failure_costs_more_by_the_accounts_rule() -> None:
    """Its partitions of one leader all have the next broker second; Kafka's shift takes another each round."""

    def dearer(n: int, partitions: int, replicas: int) -> bool:
        mine = worst([by_accounts(n, partitions, replicas)], n).most_led
        return mine > worst(with_zookeeper(n, partitions, replicas), n).most_led

    assert first(s for s in SMALL if dearer(*s)) == (3, 4, 2)
    assert worst([by_accounts(3, 4, 2)], 3).most_led == 2
    assert worst(with_zookeeper(3, 4, 2), 3).most_led == 1
    assert leaders_of(by_accounts(3, 4, 2), range(3), failed=0) == {1: 3, 2: 1}
    assert leaders_of(spread_out(range(3), 4, 2, 0, 0), range(3), failed=0) == {1: 2, 2: 2}


def test_one_failure_costs_all_elections_to_one_broker_or_to_all_others() -> None:
    """With 60 partitions: the accounts' rule gives all to the next broker, Kafka's a share to each of the others."""
    for n in (4, 5, 6):
        rounds = 60 // n
        assert worst([by_accounts(n, 60, 3)], n) == FailureCost(
            rounds, rounds, 3 * rounds, max(rounds, 3 * rounds // 3)
        )
        worst_cost = worst(with_zookeeper(n, 60, 3), n)
        assert (worst_cost.elections, worst_cost.copies) == (rounds, 3 * rounds)
        assert worst_cost.most_led == -(-rounds // (n - 1))


@settings(deadline=None)
@given(SIZES, st.integers(0, 8))
def test_the_cost_of_a_failure_adds_up(sizes: tuple[int, int, int, int, int], failed: int) -> None:
    n = sizes[0]
    failed %= n
    for placed in all_rules(*sizes):
        cost_of_failure = cost(placed, range(n), failed)
        before, after = leaders_of(placed, range(n)), leaders_of(placed, range(n), failed)
        assert cost_of_failure.copies == replicas_of(placed, range(n))[failed]
        assert cost_of_failure.elections == (before[failed] if sizes[2] > 1 else 0)
        assert sum(after.values()) == sum(before.values()) - before[failed] + cost_of_failure.elections
        assert cost_of_failure.most_led == max((after[b] - before[b] for b in after), default=0)


def test_the_picture_has_a_row_for_each_rule_and_each_number_of_brokers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = picture(costs(4, 12, 2), 12, 0.5).splitlines()
    assert len(lines) == 1 + 3 * 3
    assert lines[7].split() == ["4", "accounts", "██████", "3", "3", "██████░░░░░░", "3", "1.5"]
    assert lines[8].split() == ["ZooKeeper", "██░░░░", "3", "1", "████░░░░░░░░", "3", "1"]
    assert lines[9].split()[0] == "KRaft"
    assert cli.main(["compute", "fail", "brokers=4", "partitions=12", "replicas=2", "gigabytes=0.5"]) == 0
    assert capsys.readouterr().out.splitlines()[-10:] == lines
