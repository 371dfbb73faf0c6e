"""What each step of Kafka's transactions protects from, and what it does not; and the machines themselves."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tests.support.agreement import agree, agree_on_classes
from tidemark import impl
from tidemark.checker.engines.native import search as native
from tidemark.checker.runs.results import Limits, Result, Run
from tidemark.impl.transactions.cluster import Progress
from tidemark.spec import Machine, Promise, all_of, implies, one_of

WHOLE, COMMITTED, TOLD = "whole-or-not-at-all", "only-committed-is-visible", "told-is-committed"
FENCED, ZOMBIE, MARKER, HANGING, AT_ONCE = (
    "fenced-is-invisible",
    "no-zombie-writes",
    "no-old-marker",
    "no-hanging-transaction",
    "visible-at-once",
)
CALM = {"failovers": 0, "timeouts": 0}
REPEATS = {**CALM, "marker-repeats": 1}
TWO = {**CALM, "partitions": 2}


def machine(name: str, bounds: dict[str, Any], **exchanged: str) -> Machine:
    others = {rule.replace("_", "-"): impl.protocol(f"transactions/{o}") for rule, o in exchanged.items()}
    return impl.protocol(f"transactions/{name}").machine(bounds, others)


@cache
def _explore(
    name: str, bounds: tuple[tuple[str, int], ...], exchanged: tuple[tuple[str, str], ...]
) -> Result:
    result = native.search(machine(name, dict(bounds), **dict(exchanged)), Limits(keep_going=True))
    assert result.complete
    return result


def explore(name: str, bounds: dict[str, int], **exchanged: str) -> Result:
    """What an exhaustive search finds; each is made once."""
    return _explore(name, tuple(bounds.items()), tuple(exchanged.items()))


def lengths(name: str, bounds: dict[str, int], **exchanged: str) -> dict[str, int]:
    """The promises that break, with the lengths of their counterexamples; `visible-at-once` is asked for by name."""
    verdicts = explore(name, bounds, **exchanged).promises
    return {p: v.length for p, v in verdicts.items() if v.length is not None and p != AT_ONCE}


def steps(run: Run | None) -> list[str]:
    assert run is not None
    return [step.instance.action.name for step in run.steps[1:] if step.instance]


# A late record.


def test_a_late_record_begins_a_transaction_that_nobody_ends() -> None:
    run = explore("kip-98", CALM).promises[HANGING].run
    assert steps(run)[4:] == [
        "producer_sends",
        "producer_aborts",
        "log_commits",
        "broker_writes_marker",
        "broker_appends",
    ]


def test_the_next_transaction_of_an_old_client_commits_the_late_record() -> None:
    assert lengths("kip-98", CALM) == {HANGING: 10, ZOMBIE: 14, COMMITTED: 19, FENCED: 21}


def test_a_record_that_expires_in_a_retry_ends_its_producer_and_leaves_no_late_record_behind() -> None:
    """From 1.0 to 2.4 that is a fatal error (`Sender` 211 at 1.1.1); in 0.11 the producer aborts and goes on."""
    assert lengths("kip-98-fatal", CALM) == {}
    names = {action.function.__name__ for action in machine("kip-98-fatal", CALM).actions}
    assert {"producer_ends", "producer_aborts_what_was_answered"} <= names
    assert "producer_aborts" not in names


def test_a_new_epoch_after_a_failure_does_not_help_since_the_partition_learns_of_it_too_late() -> None:
    assert lengths("kip-360", CALM) == {HANGING: 10, ZOMBIE: 14, COMMITTED: 21, FENCED: 21}


@pytest.mark.slow
def test_one_producer_is_enough() -> None:
    assert lengths("kip-360", {**CALM, "producers": 1}) == {HANGING: 10, COMMITTED: 21}


@pytest.mark.slow
def test_a_transaction_is_then_committed_on_one_partition_and_aborted_on_another() -> None:
    assert lengths("kip-98", TWO)[WHOLE] == 24
    assert lengths("kip-890-part-1", {**TWO, "producers": 1}) == {}


@pytest.mark.parametrize(
    "name",
    ["kip-890-part-1", "kip-890-part-2", pytest.param("kip-1228", marks=pytest.mark.slow)],
)
def test_a_broker_that_asks_the_coordinator_keeps_every_promise(name: str) -> None:
    assert lengths(name, {}) == {}


def test_an_old_client_with_new_brokers_still_commits_a_late_record() -> None:
    """Its next transaction has the same epoch, so the coordinator confirms the record of the one before."""
    assert lengths("kip-890-part-1", CALM, after_failure="kip-98") == {COMMITTED: 21}


@pytest.mark.slow
def test_but_not_where_every_transaction_has_its_own_epoch() -> None:
    assert lengths("kip-890-part-2", CALM, after_failure="kip-98") == {}


def test_an_answer_that_a_marker_does_not_void_begins_a_transaction_that_nobody_ends() -> None:
    assert lengths("no-guard", CALM) == {HANGING: 12, ZOMBIE: 16, COMMITTED: 23, FENCED: 23}


def test_with_an_epoch_for_each_transaction_a_broker_must_compare_the_epoch_of_the_open_one() -> None:
    """As at the commit 1eb76443: the next record comes before the marker, and joins the old transaction."""
    assert lengths("any-open-epoch", CALM) == {COMMITTED: 13}


@pytest.mark.slow
def test_on_two_partitions_it_is_committed_on_one_and_aborted_on_the_other() -> None:
    assert lengths("any-open-epoch", TWO) == {COMMITTED: 13, MARKER: 19, TOLD: 22, WHOLE: 23}


# Markers.


@pytest.mark.parametrize(
    ("name", "length"),
    [
        pytest.param("kip-98", 16, marks=pytest.mark.slow),
        pytest.param("kip-890-part-1", 18, marks=pytest.mark.slow),
        ("kip-890-part-2", 19),
    ],
)
def test_a_marker_that_is_sent_twice_ends_the_next_transaction(name: str, length: int) -> None:
    assert lengths(name, REPEATS)[MARKER] == length


def test_a_marker_that_must_have_a_newer_epoch_does_not() -> None:
    assert lengths("kip-1228", REPEATS) == {}


def test_a_deposed_coordinators_marker_ends_the_next_transaction_where_its_epoch_is_not_compared() -> None:
    assert lengths("no-coordinator-epoch", {"timeouts": 0}) == {MARKER: 18, TOLD: 20, COMMITTED: 22}


def test_markers_before_the_log_are_lost_with_their_coordinator() -> None:
    broken = lengths("markers-first", {"timeouts": 0})
    assert (broken[MARKER], broken[HANGING], broken[TOLD]) == (11, 12, 14)


# Fencing and isolation.


def test_without_producer_epochs_a_zombie_writes_what_becomes_visible() -> None:
    assert lengths("no-producer-epoch", CALM) == {ZOMBIE: 11, FENCED: 14, COMMITTED: 17, TOLD: 20}


def test_without_isolation_aborted_records_are_visible() -> None:
    assert lengths("read-uncommitted", CALM) == {COMMITTED: 9, WHOLE: 12}


@pytest.mark.slow
def test_read_committed_does_not_show_a_transaction_at_once() -> None:
    assert explore("kip-1228", TWO).promises[AT_ONCE].length == 16


# The machines themselves.


@pytest.mark.slow
def test_engines_agree_with_two_producers_and_a_marker_that_is_sent_twice() -> None:
    agree(machine("kip-1228", {**REPEATS, "transactions": 1, "max-epoch": 1}), length=3)


@pytest.mark.slow
def test_producers_and_partitions_are_interchangeable() -> None:
    small = machine("kip-98", {**TWO, "transactions": 1, "max-epoch": 1})
    assert small.symmetric_kinds() == ["partition", "producer"]
    agree_on_classes(small)


@pytest.mark.parametrize("name", ["kip-98", "kip-360", "kip-890-part-1", "kip-890-part-2"])
def test_no_number_above_0_reaches_a_partition_that_does_not_know_its_epoch(name: str) -> None:
    """So it does not matter here which first number of an unknown producer a leader takes (KIP-360, KAFKA-18202)."""
    on_its_way = (Progress.sent, Progress.asking, Progress.verified)
    known = Promise(
        "known",
        lambda c: all_of(
            implies(
                one_of(transaction.writes[at].progress, on_its_way) & (transaction.writes[at].sequence > 0),
                c.partitions[at].producer_epoch >= transaction.producer_epoch,
            )
            for transaction in c.transactions
            for at in c.partitions.indices()
        ),
    )
    above = Promise("above", lambda c: all_of(t.writes[0].sequence == 0 for t in c.transactions))
    result = native.search(
        replace(machine(name, {"failovers": 1}), promises=[known, above]), Limits(keep_going=True)
    )
    violated = {promise for promise, verdict in result.promises.items() if verdict.length is not None}
    assert violated == (set() if name == "kip-890-part-2" else {"above"})
