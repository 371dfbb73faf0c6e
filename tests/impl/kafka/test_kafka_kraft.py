"""What KRaft's controller does that ZooKeeper's does not: the ISR, eligible leaders, and controlled shutdowns."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.steps import after
from tidemark import impl
from tidemark.checker.engines.native.search import search
from tidemark.impl.kafka import family, faults, kraft_family
from tidemark.spec import Action, Disabled, Machine, none

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


def refused(model: Machine, *steps: str) -> str:
    """Why the last of these steps is not possible, where all before it are."""
    instances = {str(instance): instance for instance in model.instances}
    before = after(model, *steps[:-1])
    with pytest.raises(Disabled) as why:
        model.run(before, instances[steps[-1]])
    return str(why.value)


def test_a_fault_is_in_both_families_unless_kraft_is_named_as_without_it() -> None:
    declared = [
        member
        for member in vars(faults).values()
        if isinstance(member, Action) and member.function.__module__ == faults.__name__
    ]
    assert [fault for fault in declared if fault not in faults.FAULTS] == []
    assert [fault for fault in faults.FAULTS if fault not in family.FAMILY.actions] == []
    missing = [fault for fault in faults.FAULTS if fault not in kraft_family.FAMILY.actions]
    assert {fault.name for fault in missing} == {fault.name for fault in kraft_family.ZOOKEEPER_FAULTS}


# Who may join the ISR.


def test_a_fenced_follower_joins_the_isr_only_before_kip_841() -> None:
    assert lost_after(KRAFT, {**POWER, "zombies": 1}) is None
    assert lost_after("kafka-kraft/before-kip-841", {**POWER, "zombies": 1}) == 17


def test_a_fetch_of_before_a_restart_counts_after_it_only_before_kip_903() -> None:
    assert lost_after(KRAFT, {**POWER, "old-fetches": 1}) is None
    assert lost_after("kafka-kraft/before-kip-903", {**POWER, "old-fetches": 1}) == 18
    assert lost_after("kafka-kraft/before-kip-841", {**POWER, "old-fetches": 1}) == 18


GIVEN_UP = (
    "produce(leader=0)",
    "follower_sends_fetch(follower=1, leader=0)",
    "leader_handles_fetch(leader=0, follower=1)",
    "follower_appends(follower=1)",
    "follower_sends_fetch(follower=1, leader=0)",
    "follower_gives_up_fetch(follower=1)",
    "broker_loses_power(broker=1, offset=0)",
    "controller_notices_failure(broker=1, successor=0)",
)
BACK = ("broker_restarts(broker=1, successor=0)", "controller_unfences_broker(broker=1, successor=0)")
LEARN = "leader_learns_isr(leader=0)"
COUNT = "leader_handles_old_fetch(leader=0, follower=1)"


def test_the_controller_adds_nobody_by_a_fetch_of_before_its_registration() -> None:
    bounds = {**POWER, "old-fetches": 1}
    older = after(
        machine("kafka-kraft/before-kip-903", bounds),
        *(*GIVEN_UP, LEARN, *BACK, COUNT, "controller_alters_isr(leader=0)"),
    )
    assert older.quorum.isr.has(1)
    model = machine(KRAFT, bounds)
    assert "may join the ISR" in refused(
        model, *GIVEN_UP, LEARN, *BACK, COUNT, "controller_alters_isr(leader=0)"
    )
    state = after(model, *GIVEN_UP, LEARN, *BACK, COUNT, "controller_refuses_member(leader=0)")
    assert state.replicas[0].isr_change.member is none


def test_a_leader_that_took_a_fetch_of_after_the_registration_refuses_the_one_of_before() -> None:
    """Its cached broker epoch is then newer than the one that the old fetch carries (`updateFetchStateOrThrow`)."""
    model = machine(KRAFT, {**POWER, "old-fetches": 1})
    fetched = (
        *("become_follower(follower=1, epoch=0)", "follower_sends_fetch(follower=1, leader=0)"),
        "leader_handles_fetch(leader=0, follower=1)",
    )
    assert after(model, *GIVEN_UP, LEARN, *BACK, *fetched).replicas[0].isr_change.member == 1
    assert refused(model, *GIVEN_UP, LEARN, *BACK, *fetched, COUNT)


def test_a_leader_that_has_heard_of_nothing_counts_it_as_a_member_s() -> None:
    counted = after(machine(KRAFT, {**POWER, "old-fetches": 1}), *GIVEN_UP, BACK[0], COUNT)
    assert counted.replicas[0].high_watermark == 1
    assert not counted.quorum.isr.has(1)


# AlterPartition.

SHRINK = "leader_shrinks_isr(leader=0, follower=1)"
ALTER = "controller_alters_isr(leader=0)"
ALTERED = "leader_learns_altered_isr(leader=0)"


def test_a_leader_counts_a_member_until_it_knows_that_it_has_left() -> None:
    model = machine(KRAFT, {**SMALL, "min-isr": 2})
    shrunk = after(model, "produce(leader=0)", SHRINK, ALTER)
    assert shrunk.quorum.isr.is_only(0)
    assert shrunk.replicas[0].isr.has(1)
    assert not after(model, "produce(leader=0)", SHRINK, ALTER, ALTERED).replicas[0].isr.has(1)


def test_a_leader_asks_for_one_change_at_a_time() -> None:
    model = machine(KRAFT, {**SMALL, "replicas": 3})
    assert "no other change" in refused(
        model, "produce(leader=0)", SHRINK, "leader_shrinks_isr(leader=0, follower=2)"
    )


def test_a_request_of_an_older_partition_epoch_is_refused_until_the_leader_has_heard() -> None:
    """INVALID_UPDATE_VERSION; the leader has the controller's ISR then, and nothing is asked for any longer."""
    model = machine(KRAFT, {**SMALL, "replicas": 3, "crashes": 1})
    failed = ("broker_crashes(broker=2)", "controller_notices_failure(broker=2, successor=0)")
    assert "the ISR that it knows" in refused(model, "produce(leader=0)", SHRINK, *failed, ALTER)
    heard = after(model, "produce(leader=0)", SHRINK, *failed, LEARN)
    assert heard.replicas[0].isr_change.member is none
    assert [member for member in range(3) if heard.replicas[0].isr.has(member)] == [0, 1]


def test_up_to_3_5_a_smaller_isr_begins_a_leader_epoch() -> None:
    bumped = after(machine("kafka-kraft/3.5", SMALL), "produce(leader=0)", SHRINK, ALTER)
    assert (bumped.quorum.leader_epoch, bumped.quorum.leader) == (1, 0)
    assert (
        after(machine("kafka-kraft/3.6", SMALL), "produce(leader=0)", SHRINK, ALTER).quorum.leader_epoch == 0
    )


def test_news_of_an_older_leader_epoch_reaches_a_leader_that_gets_its_metadata_in_order() -> None:
    bounds = {**SMALL, "replicas": 3, "crashes": 1, "metadata": "in-order", "election-order": "any"}
    moved = after(
        machine(KRAFT, bounds),
        *("broker_crashes(broker=2)", "controller_notices_failure(broker=2, successor=0)"),
        *("controller_moves_leadership(successor=1)", LEARN, "become_follower(follower=0, epoch=1)"),
    )
    assert moved.replicas[0].leader == 1


# Eligible leader replicas (KIP-966).

LOST = ("broker_loses_power(broker=0, offset=0)", "controller_notices_failure(broker=0, successor=1)")
ELR = {**POWER, "max-epoch": 2, "metadata": "merged"}


def test_one_loss_of_power_loses_an_acknowledged_record_only_without_elr() -> None:
    assert lost_after(KRAFT, ELR) == 14
    assert lost_after("kafka-kraft/4.1", ELR) is None
    assert lost_after("kafka-kraft/cleared-early", ELR) == 14


def test_the_leader_is_elected_from_the_elr_and_a_broker_that_lost_power_leaves_it() -> None:
    steps = ("produce(leader=0)", SHRINK, ALTER, *LOST)
    led = after(machine("kafka-kraft/4.1", ELR), *steps).quorum
    assert (led.leader, led.isr.is_only(1), led.elr.is_only(0)) == (1, True, True)
    back = "broker_restarts(broker=0, successor=1)"
    assert after(machine("kafka-kraft/4.1", ELR), *steps, back).quorum.elr.is_empty()
    assert after(machine("kafka-kraft/unclean-stay", ELR), *steps, back).quorum.elr.has(0)


# A controlled shutdown.

LEAVES = "controller_lets_broker_leave(broker=0, successor=none)"
ALONE = ("produce(leader=0)", SHRINK, ALTER)


@pytest.mark.parametrize("order", ["assigned", "any"])
def test_the_last_member_of_the_isr_that_stops_is_followed_by_an_unclean_leader_at_once(order: str) -> None:
    bounds = {**SMALL, "shutdowns": 1, "election-order": order}
    assert lost_after(KRAFT, {**bounds, "unclean": "yes"}) == 7
    assert lost_after(KRAFT, bounds) is None


def test_without_unclean_election_the_last_member_leaves_no_leader_and_the_isr_stays() -> None:
    model = machine(KRAFT, {**SMALL, "shutdowns": 1})
    state = after(model, *ALONE, LEAVES)
    assert state.quorum.leader is none
    assert state.quorum.isr.is_only(0)
    unclean = machine(KRAFT, {**SMALL, "shutdowns": 1, "unclean": "yes"})
    assert "nobody may" in refused(unclean, *ALONE, LEAVES)
    led = after(unclean, *ALONE, "controller_lets_broker_leave(broker=0, successor=1)")
    assert led.quorum.isr.is_only(1)


def test_a_leader_that_hears_that_nobody_leads_takes_no_writes() -> None:
    state = after(
        machine(KRAFT, {**SMALL, "shutdowns": 1}), *ALONE, LEAVES, "become_follower(follower=0, epoch=1)"
    )
    assert state.replicas[0].leader is none


def test_a_broker_that_stops_is_fenced_by_then_and_leads_again_when_it_is_back() -> None:
    model = machine(KRAFT, {**SMALL, "shutdowns": 1})
    stopped = after(model, *ALONE, LEAVES, "broker_stops(broker=0)")
    assert not stopped.quorum.live.has(0)
    returns = (
        "broker_restarts(broker=0, successor=none)",
        "controller_unfences_broker(broker=0, successor=0)",
    )
    back = after(model, *ALONE, LEAVES, "broker_stops(broker=0)", *returns)
    assert (back.quorum.leader, back.quorum.leader_epoch) == (0, 2)
