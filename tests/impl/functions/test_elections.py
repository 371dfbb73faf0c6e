"""Election order: that of the assigned replicas, as Kafka has it, and that of the ISR, as accounts have it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tidemark.impl.functions.placement.elections import (
    ReplicaSet,
    by_isr,
    by_replicas,
    happenings,
    on_shutdown,
    preferred_leader,
    shortest_difference,
)

BROKERS = range(6)


@st.composite
def partitions(draw: st.DrawFn) -> tuple[list[int], list[int], set[int]]:
    """Assigned replicas, an ISR of some of them in any order, and live brokers."""
    replicas = draw(st.permutations(list(BROKERS)))[: draw(st.integers(1, 5))]
    isr = draw(st.permutations(replicas))[: draw(st.integers(1, len(replicas)))]
    return replicas, isr, draw(st.sets(st.sampled_from(BROKERS)))


@settings(deadline=None)
@given(partitions())
def test_who_is_elected_lives_and_is_in_sync_and_no_one_before_it_could_be(
    some: tuple[list[int], list[int], set[int]],
) -> None:
    replicas, isr, live = some
    able = [broker for broker in replicas if broker in isr and broker in live]
    for elected in (by_replicas(replicas, isr, live), by_isr(replicas, isr, live)):
        assert elected in able if able else elected is None
    assert by_replicas(replicas, isr, live) == (able[0] if able else None)
    assert by_isr(replicas, isr, live) == next((broker for broker in isr if broker in live), None)


@settings(deadline=None)
@given(partitions())
def test_both_rules_agree_while_the_isr_has_the_order_of_the_replicas(
    some: tuple[list[int], list[int], set[int]],
) -> None:
    replicas, isr, live = some
    in_order = [broker for broker in replicas if broker in isr]
    assert by_replicas(replicas, in_order, live) == by_isr(replicas, in_order, live)


@settings(deadline=None)
@given(partitions())
def test_unclean_election_takes_the_first_live_replica_where_no_member_of_the_isr_lives(
    some: tuple[list[int], list[int], set[int]],
) -> None:
    replicas, isr, live = some
    clean, unclean = by_replicas(replicas, isr, live), by_replicas(replicas, isr, live, unclean=True)
    assert unclean == (
        next((broker for broker in replicas if broker in live), None) if clean is None else clean
    )


@settings(deadline=None)
@given(partitions(), st.sets(st.sampled_from(BROKERS)))
def test_a_broker_that_stops_is_passed_over_and_the_preferred_leader_is_the_first(
    some: tuple[list[int], list[int], set[int]], stopping: set[int]
) -> None:
    replicas, isr, live = some
    assert on_shutdown(replicas, isr, live, stopping) == by_replicas(replicas, isr, live - stopping)
    assert preferred_leader(replicas, isr, live) in (replicas[0], None)


def test_the_shortest_history_after_which_the_two_orders_elect_another_leader() -> None:
    """Three replicas, three events: a follower leaves the ISR and comes back as its last, and the leader fails."""
    events = ["broker 1 falls behind", "broker 1 catches up", "broker 0 fails"]
    assert shortest_difference(3, 3) == (events, 1, 2)
    assert shortest_difference(3, 2) is None
    assert shortest_difference(4, 2) is None
    assert shortest_difference(2, 10) is None, "with two replicas there is no one else"


def test_it_is_shorter_where_the_order_of_the_replicas_may_change() -> None:
    """The ISR keeps its order when an operator gives the replicas another one."""
    assert shortest_difference(3, 2, reassign=True) == (
        ["the replicas are now 0, 2, 1", "broker 0 fails"],
        2,
        1,
    )
    assert shortest_difference(3, 1, reassign=True) is None


def test_a_history_keeps_what_the_controller_keeps() -> None:
    """Over all histories of five events: a leader lives and is in sync, and the ISR is never empty."""
    level = {ReplicaSet.new(3)}
    for _ in range(5):
        level = {after for p in level for _, after in happenings(p, by_replicas, reassign=False)}
        for p in level:
            assert p.isr
            assert set(p.isr) <= set(p.replicas)
            assert p.leader is None or (p.leader in p.live and p.leader in p.isr)
            assert p.leader is not None or not set(p.isr) & p.live
