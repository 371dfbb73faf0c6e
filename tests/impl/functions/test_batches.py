"""What one broker's failure asks of the controller: how many requests and entries, and how both grow."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidemark.impl.functions.placement.batches import Batches, on_controller_failure, on_failure
from tidemark.impl.functions.placement.control import FUNCTION
from tidemark.impl.functions.placement.elections import by_replicas
from tidemark.impl.functions.placement.failure import cost
from tidemark.impl.functions.placement.replicas import spread_out

SIZES = st.integers(2, 9).flatmap(
    lambda n: st.tuples(st.just(n), st.integers(1, 40), st.integers(1, n), *[st.integers(0, n - 1)] * 3)
)
"""Brokers, partitions, replicas, start, shift, and the broker that fails."""


@settings(deadline=None)
@given(SIZES)
def test_the_requests_are_a_few_for_each_broker_however_many_partitions(sizes: tuple[int, ...]) -> None:
    n, partitions, replicas, start, shift, failed = sizes
    placed = spread_out(range(n), partitions, replicas, start, shift)
    for batches, work in (
        (2, on_failure(placed, range(n), failed)),
        (4, on_controller_failure(placed, range(n), failed)),
    ):
        assert work.leader_and_isr[0] <= batches * (n - 1)
        assert work.update_metadata[0] <= batches * (n - 1)
        assert work.update_metadata[1] % (n - 1) == 0


@settings(deadline=None)
@given(SIZES)
def test_the_elections_are_those_that_placement_counts(sizes: tuple[int, ...]) -> None:
    n, partitions, replicas, start, shift, failed = sizes
    placed = spread_out(range(n), partitions, replicas, start, shift)
    for work in (on_failure(placed, range(n), failed), on_controller_failure(placed, range(n), failed)):
        assert work.elections == cost(placed, range(n), failed).elections


@settings(deadline=None)
@given(SIZES)
def test_requests_for_each_partition_alone_would_be_as_many_as_the_entries(sizes: tuple[int, ...]) -> None:
    """Each partition is sent to the replicas that live: of those that get a leader, and of all that lose a replica."""
    n, partitions, replicas, start, shift, failed = sizes
    placed = spread_out(range(n), partitions, replicas, start, shift)
    live = [broker for broker in range(n) if broker != failed]
    hit = [some for some in placed if failed in some]
    elected = [some for some in hit if some[0] == failed and by_replicas(some, some, live) is not None]
    alone = sum(len(set(some) & set(live)) for some in [*elected, *hit])
    work = on_failure(placed, range(n), failed)
    assert work.leader_and_isr[1] == alone
    assert work.update_metadata[1] == (n - 1) * (len(elected) + len(hit))


def figures(work: Batches) -> tuple[int, ...]:
    """What grows with the partitions."""
    return work.reads, work.writes, work.elections, work.leader_and_isr[1], work.update_metadata[1]


@pytest.mark.parametrize("n", [3, 4, 6])
def test_twice_the_partitions_take_twice_the_work_and_as_many_requests(n: int) -> None:
    once, twice = (
        on_failure(spread_out(range(n), times * n * (n - 1), 3, 0, 0), range(n), 0) for times in (1, 2)
    )
    assert [2 * number for number in figures(once)] == list(figures(twice))
    assert once.leader_and_isr[0] == twice.leader_and_isr[0] == 2 * (n - 1)
    assert once.update_metadata[0] == twice.update_metadata[0] == 2 * (n - 1)


def test_a_controller_that_fails_costs_more_than_another_broker() -> None:
    placed = spread_out(range(5), 40, 3, 0, 0)
    broker, controller = on_failure(placed, range(5), 0), on_controller_failure(placed, range(5), 0)
    assert all(
        of_controller > of_broker
        for of_broker, of_controller in zip(figures(broker), figures(controller), strict=True)
        if of_controller != of_broker
    )
    assert controller.reads >= broker.reads + len(placed)


def test_ten_thousand_partitions_on_ten_brokers_take_a_thousand_elections() -> None:
    computed = FUNCTION.compute(brokers=10, partitions=1250, replicas=3, was="broker")
    rows: list[tuple[Any, ...]] = list(computed.rows)
    assert rows[-1] == (10_000, 1000, 4000, 3000, 18, 8000, 18, 36_000)
    assert rows[0][1:4] == (125, 500, 375)


def test_a_broker_without_replicas_costs_one_request_to_each_other() -> None:
    work = on_failure([(0, 1)], range(3), 2)
    assert (work.reads, work.writes, work.leader_and_isr, work.update_metadata) == (0, 0, [0, 0], [2, 0])
