"""Requests to the coordinator that are sent twice, answers that are lost, and what else forgets: in transactions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from tests.support.agreement import agree
from tidemark import impl
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits
from tidemark.checker.telling.explanation import explain
from tidemark.impl.transactions.cluster import NO_TRANSACTION, Phase, TransactionsState, TxnState
from tidemark.spec import Machine, Promise, Truth, all_of, any_of, implies, not_

CALM = {"failovers": 0, "timeouts": 0}
ONE = {**CALM, "producers": 1}
BEFORE_PART_2 = ("kip-98", "kip-98-fatal", "kip-360", "3.6", "kip-890-part-1")
PART_2 = ("kip-890-part-2", "before-kafka-20090", "kip-1228")
"""Protocols with an epoch for each transaction: from 4.0 on."""


def machine(name: str, bounds: dict[str, int]) -> Machine:
    return impl.protocol(f"transactions/{name}").machine(bounds)


@cache
def _violated(name: str, bounds: tuple[tuple[str, int], ...]) -> dict[str, int]:
    result = search(machine(name, dict(bounds)), Limits(keep_going=True))
    assert result.complete
    return {
        p: v.length for p, v in result.promises.items() if v.length is not None and p != "visible-at-once"
    }


def violated(name: str, bounds: dict[str, int]) -> dict[str, int]:
    return _violated(name, tuple(bounds.items()))


def is_reached(model: Machine, holds: object) -> bool:
    """Whether a state is reachable in which a condition holds."""
    never = Promise("never", lambda c: not_(holds(c)))  # type: ignore[operator]
    return search(replace(model, promises=[never])).promises["never"].length is not None


# EndTxn (KAFKA-17754).


@pytest.mark.parametrize("name", BEFORE_PART_2)
def test_a_late_end_aborts_a_part_of_the_next_transaction_whose_producer_is_told_that_it_is_committed(
    name: str,
) -> None:
    broken = violated(name, {**ONE, "partitions": 2, "max-epoch": 1, "late-ends": 1})
    assert {"told-is-committed", "whole-or-not-at-all", "no-old-marker"} <= broken.keys()


@pytest.mark.parametrize("name", PART_2)
def test_with_an_epoch_for_each_transaction_a_late_end_is_refused(name: str) -> None:
    assert violated(name, {**ONE, "partitions": 2, "max-epoch": 3, "late-ends": 1}) == {}


# TxnOffsetCommit.


@pytest.mark.parametrize("name", BEFORE_PART_2)
def test_late_offsets_replace_those_of_the_next_transaction(name: str) -> None:
    assert "offsets-never-go-back" in violated(name, {**CALM, "late-offsets": 1})


@pytest.mark.parametrize("name", PART_2)
def test_with_an_epoch_for_each_transaction_late_offsets_are_refused(name: str) -> None:
    assert violated(name, {**CALM, "late-offsets": 1}) == {}


@pytest.mark.parametrize("name", [*BEFORE_PART_2, *PART_2])
def test_no_release_refuses_late_offsets_in_a_transaction_that_commits_offsets_twice(name: str) -> None:
    """Brokers of 3.3.2 to 4.3.1 confirm it (`late-offsets-within`)."""
    assert violated(name, {**CALM, "offsets": 2, "late-offsets": 1})["offsets-never-go-back"] in (13, 14, 15)


def test_3_6_asks_the_coordinator_about_records_and_not_about_offsets() -> None:
    late = {**CALM, "offsets": 1}
    assert violated("3.6", CALM) == {}
    assert violated("3.6", late) == violated("kip-360", late)
    assert violated("3.6", late)["no-hanging-transaction"] == 10
    assert violated("kip-890-part-1", late) == {}


def test_late_offsets_of_an_aborted_transaction_become_visible_with_the_next_one() -> None:
    bounds = {**ONE, "late-offsets": 1}
    assert violated("kip-890-part-1", bounds)["whole-or-not-at-all"] == 25
    run = (
        search(machine("kip-890-part-1", bounds).only("offsets-never-go-back"))
        .promises["offsets-never-go-back"]
        .run
    )
    assert run is not None
    told = [step.sentence for step in explain(run).steps]
    assert "The TxnOffsetCommit of t0 was sent twice: its second copy reaches partition 0 now." in told


# AddPartitionsToTxn and InitProducerId.


def _nobody_is_in_it(c: TransactionsState) -> Truth:
    """A transaction is open at the coordinator, and no producer is in one, or begins one."""
    return (c.coordinator.metadata.txn_state == TxnState.Ongoing) & all_of(
        (me.transaction == NO_TRANSACTION) & (me.phase == Phase.idle) for me in c.producers
    )


@pytest.mark.parametrize("name", ["kip-98", "kip-360", "kip-890-part-1"])
def test_a_late_partition_begins_a_transaction_that_no_producer_is_in(name: str) -> None:
    assert is_reached(machine(name, {**ONE, "late-partitions": 1}), _nobody_is_in_it)
    assert not is_reached(machine(name, ONE), _nobody_is_in_it)


def test_by_time_its_idle_producer_is_fenced() -> None:
    bounds = {**ONE, "timeouts": 1, "late-partitions": 1, "transactions": 1}

    def is_fenced(c: TransactionsState) -> Truth:
        return any_of(
            (me.phase == Phase.idle) & (me.producer_epoch < c.coordinator.metadata.producer_epoch)
            for me in c.producers
        )

    assert is_reached(machine("kip-890-part-1", bounds), is_fenced)
    assert not is_reached(machine("kip-890-part-1", {**bounds, "late-partitions": 0}), is_fenced)


@pytest.mark.parametrize("name", ["kip-98", "kip-360", "kip-890-part-1", "kip-1228"])
def test_a_late_id_request_fences_its_own_producer_and_breaks_no_promise_more(name: str) -> None:
    bounds = {**ONE, "late-ids": 1}

    def is_fenced(c: TransactionsState) -> Truth:
        return any_of(me.phase == Phase.fenced for me in c.producers)

    fencing = machine(name, {**bounds, "producers": 2})
    assert is_reached(fencing, lambda c: is_fenced(c) & (c.producers[0].phase == Phase.without_id))
    assert violated(name, bounds).keys() == violated(name, ONE).keys()


@pytest.mark.parametrize("lost", [0, 1])
def test_a_producer_that_did_not_hear_of_its_new_epoch_is_given_the_same_one_again(lost: int) -> None:
    """`lastProducerEpoch`: without it, the producer would be fenced by its own request (KIP-360)."""
    model = machine("kip-360", {**ONE, "transactions": 1, "max-epoch": 3, "lost-answers": lost})
    assert not is_reached(model, lambda c: any_of(me.phase == Phase.fenced for me in c.producers))
    third = is_reached(
        model, lambda c: (c.coordinator.metadata.producer_epoch == 2) & (c.producers[0].producer_epoch == 2)
    )
    assert third == bool(lost)  # a first InitProducerId is not told from one of a new instance
    same = Promise(
        "same",
        lambda c: implies(
            c.coordinator.metadata.replaced_epoch >= 0,
            c.coordinator.metadata.producer_epoch == c.coordinator.metadata.replaced_epoch + 1,
        ),
    )
    assert search(replace(model, promises=[same])).promises["same"].length is None


# What is forgotten.


def test_a_partition_that_has_forgotten_the_epoch_takes_the_record_of_a_fenced_producer() -> None:
    bounds = {**CALM, "expirations": 1}
    assert violated("kip-98-fatal", CALM) == {}
    assert violated("kip-98-fatal", bounds)["no-hanging-transaction"] == 11
    assert violated("kip-890-part-1", bounds) == {}


def test_it_takes_an_old_marker_too() -> None:
    bounds = {"timeouts": 0, "expirations": 1}
    assert violated("kip-890-part-1", bounds).keys() == {
        "only-committed-is-visible",
        "told-is-committed",
        "no-old-marker",
    }
    assert violated("kip-1228", bounds) == {}


@pytest.mark.parametrize("name", ["kip-890-part-1", "kip-1228"])
def test_no_release_keeps_a_commit_that_the_coordinators_log_has_lost(name: str) -> None:
    broken = violated(name, {**ONE, "partitions": 2, "transactions": 1, "timeouts": 1, "log-losses": 1})
    assert {"told-is-committed", "whole-or-not-at-all"} <= broken.keys()


# The machines themselves.


@pytest.mark.parametrize(
    "bounds",
    [
        {"late-ids": 1, "lost-answers": 1},
        {"late-partitions": 1},
        {"late-offsets": 1},
        {"expirations": 1, "log-losses": 1},
    ],
    ids=lambda bounds: " ".join(bounds),
)
@pytest.mark.parametrize("name", ["kip-360", "kip-890-part-1", "kip-1228"])
def test_engines_agree(name: str, bounds: dict[str, int]) -> None:
    agree(machine(name, {**ONE, "transactions": 1, "max-epoch": 1, **bounds}), length=3)
