"""What KRaft's controller does that ZooKeeper's does not: who may join the ISR, and controlled shutdowns."""

from __future__ import annotations

from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.engines.native.search import search
from tidemark.spec import Disabled, Machine, none

KRAFT = "kafka-kraft/3.7"
SURVIVES = "acknowledged-survives"
SMALL = {"log-size": 1, "records": 1, "crashes": 0, "consumers": "no"}
POWER = {
    **SMALL,
    "min-isr": 2,
    "max-epoch": 1,
    "power-losses": 1,
    "flush": "free",
    "election-order": "any",
    "metadata": "in-order",
}


def machine(protocol: str, bounds: dict[str, Any]) -> Machine:
    return impl.protocol(protocol).machine(bounds)


def lost_after(protocol: str, bounds: dict[str, Any]) -> int | None:
    return search(machine(protocol, bounds).only(SURVIVES)).promises[SURVIVES].length


def after(one: Machine, *steps: str) -> Any:
    """The state after these steps, each as a counterexample names it.

    Raises:
        Disabled: one is not possible.
    """
    instances = {str(instance): instance for instance in one.instances}
    state = one.initial
    for step in steps:
        state = one.run(state, instances[step])
    return state


def refused(one: Machine, *steps: str) -> str:
    """Why the last of these steps is not possible, where all before it are."""
    instances = {str(instance): instance for instance in one.instances}
    before = after(one, *steps[:-1])
    with pytest.raises(Disabled) as why:
        one.run(before, instances[steps[-1]])
    return str(why.value)


# Who may join the ISR.


def test_a_fenced_follower_joins_the_isr_only_before_kip_841() -> None:
    assert lost_after(KRAFT, {**POWER, "zombies": 1}) is None
    assert lost_after("kafka-kraft/before-kip-903", {**POWER, "zombies": 1}) is None
    assert lost_after("kafka-kraft/before-kip-841", {**POWER, "zombies": 1}) == 14


def test_a_fetch_of_before_a_restart_counts_after_it_only_before_kip_903() -> None:
    assert lost_after(KRAFT, {**POWER, "old-fetches": 1}) is None
    assert lost_after("kafka-kraft/before-kip-903", {**POWER, "old-fetches": 1}) == 15
    assert lost_after("kafka-kraft/before-kip-841", {**POWER, "old-fetches": 1}) == 15


FENCED_IN_TIME = (
    "broker_loses_power(broker=1, offset=0)",
    "controller_notices_failed_follower(broker=1)",
    "leader_learns_isr(leader=0)",
    "broker_restarts(broker=1)",
)
GIVEN_UP = (
    "produce(leader=0)",
    "follower_sends_fetch(follower=1, leader=0)",
    "leader_handles_fetch(leader=0, follower=1)",
    "follower_appends(follower=1)",
    "follower_sends_fetch(follower=1, leader=0)",
    "follower_gives_up_fetch(follower=1)",
)
COUNT = "leader_handles_old_fetch(leader=0, follower=1)"


def test_a_leader_that_has_heard_of_the_restart_refuses_the_fetch_of_before() -> None:
    one = machine(KRAFT, {**POWER, "old-fetches": 1})
    assert refused(one, *GIVEN_UP, *FENCED_IN_TIME, COUNT)
    older = machine("kafka-kraft/before-kip-903", {**POWER, "old-fetches": 1})
    assert after(older, *GIVEN_UP, *FENCED_IN_TIME, COUNT).quorum.isr.has(1)


def test_a_leader_that_has_heard_of_nothing_counts_it_as_a_member_s_until_it_hears() -> None:
    """Its cached broker epoch is the one that the fetch carries (`Replica.updateFetchStateOrThrow`, 3.7)."""
    one = machine(KRAFT, {**POWER, "old-fetches": 1})
    lose, fence, learn, restart = FENCED_IN_TIME
    counted = after(one, *GIVEN_UP, lose, fence, restart, COUNT)
    assert counted.replicas[0].high_watermark == 1
    assert not counted.quorum.isr.has(1)
    assert refused(one, *GIVEN_UP, lose, fence, restart, learn, COUNT)


# A controlled shutdown.

LEAVES = "controller_moves_leadership_away(broker=0, successor=none)"
ALONE = ("produce(leader=0)", "leader_shrinks_isr(leader=0, follower=1)")


@pytest.mark.parametrize("order", ["assigned", "any"])
def test_the_last_member_of_the_isr_that_stops_is_followed_by_an_unclean_leader_at_once(order: str) -> None:
    bounds = {**SMALL, "shutdowns": 1, "election-order": order}
    assert lost_after(KRAFT, {**bounds, "unclean": "yes"}) == 5
    assert lost_after(KRAFT, bounds) is None


def test_without_unclean_election_the_last_member_leaves_no_leader_and_the_isr_stays() -> None:
    one = machine(KRAFT, {**SMALL, "shutdowns": 1})
    left = after(one, *ALONE, LEAVES)
    assert left.quorum.leader is none
    assert left.quorum.isr.is_only(0)
    unclean = machine(KRAFT, {**SMALL, "shutdowns": 1, "unclean": "yes"})
    assert "nobody may succeed it" in refused(unclean, *ALONE, LEAVES)
    led = after(unclean, *ALONE, "controller_moves_leadership_away(broker=0, successor=1)")
    assert led.quorum.isr.is_only(1)


def test_a_broker_that_stops_is_fenced_by_then_and_leads_again_when_it_is_back() -> None:
    one = machine(KRAFT, {**SMALL, "shutdowns": 1})
    stopped = after(one, *ALONE, LEAVES, "broker_stops(broker=0)")
    assert not stopped.quorum.live.has(0)
    back = after(
        one,
        *ALONE,
        LEAVES,
        "broker_stops(broker=0)",
        "broker_restarts(broker=0)",
        "controller_elects_leader(successor=0)",
    )
    assert (back.quorum.leader, back.quorum.leader_epoch) == (0, 2)
