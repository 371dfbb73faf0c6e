"""Transactions that wait for the decision of a database (KIP-939), and what each part of it protects from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.support.agreement import agree, agree_on_classes
from tidemark import impl
from tidemark.checker.engines.native import liveness
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits, Run
from tidemark.checker.telling.explanation import explain
from tidemark.impl.transactions.cluster import NO_EPOCH, Decision, Phase, Progress, Purpose, TxnState
from tidemark.impl.transactions.coordinator import coordinator_fails_over
from tidemark.impl.transactions.prepared import (
    ACTIONS,
    database_aborts,
    database_commits,
    producer_completes,
    producer_prepares,
)
from tidemark.impl.transactions.producers import producer_is_fenced, producer_sends_unannounced
from tidemark.impl.transactions.telling import LOSSES
from tidemark.impl.transactions.two_phase import is_kept
from tidemark.spec import Disabled, Machine, Promise, any_of, implies, not_, one_of

DONE, FENCED, COMMITTED = "decided-is-done", "fenced-is-invisible", "only-committed-is-visible"
CALM = {"max-epoch": 4, "failovers": 0}
LATE = {**CALM, "late-ends": 1}


def machine(name: str, **changes: Any) -> Machine:
    return impl.protocol(f"transactions/{name}").machine({**CALM, **changes})


def violated(model: Machine) -> dict[str, int | None]:
    result = search(model, Limits(keep_going=True))
    assert result.complete
    lengths = {name: v.length for name, v in result.promises.items() if v.length is not None}
    named = ("visible-at-once", "no-zombie-writes")  # KIP-939 lets the older instance write
    return {name: length for name, length in lengths.items() if name not in named}


def run_to(model: Machine, promise: str) -> Run:
    run = search(model.only(promise)).promises[promise].run
    assert run is not None
    return run


def reaches(model: Machine, condition: Any) -> bool:
    """Whether some state has a condition."""
    never = Promise("never", lambda c: not_(condition(c)))
    return "never" in violated(replace(model, promises=[never]))


def actions_of(run: Run) -> list[str]:
    return [step.instance.action.function.__name__ for step in run.steps[1:] if step.instance]


# What holds.


@pytest.mark.parametrize("bounds", [{}, {"failovers": 1}, {"late-ends": 1}, {"partitions": 2}])
def test_what_the_database_decides_is_done_whatever_fails(bounds: dict[str, int]) -> None:
    assert violated(machine("kip-939", **bounds)) == {FENCED: 15}
    assert violated(machine("database-first", **bounds)) == {}


def test_its_epoch_fences_the_requests_of_the_older_instance_and_not_its_records() -> None:
    """The partition hears of the newer epoch with the marker: the older instance may still write, and decide."""
    actions = actions_of(run_to(machine("kip-939"), FENCED))
    assert actions[6:] == [
        "producer_keeps_transaction",
        "log_commits",
        "broker_appends",
        "producer_prepares",
        "database_commits",
        "producer_completes",
        "log_commits",
        "broker_writes_marker",
    ]


@pytest.mark.parametrize("decision", [Decision.commit, Decision.abort])
def test_the_next_instance_ends_a_transaction_either_way(decision: Any) -> None:
    ends = TxnState.CompleteCommit if decision == Decision.commit else TxnState.CompleteAbort
    assert reaches(
        machine("kip-939"),
        lambda c: (
            (c.coordinator.metadata.txn_state == ends)
            & any_of(
                (transaction.decision == decision)
                & (transaction.owner != producer)
                & (c.producers[producer].phase == Phase.idle)
                & (c.producers[producer].producer_epoch > transaction.producer_epoch + 1)
                for transaction in c.transactions
                for producer in c.producers.indices()
            )
        ),
    )


def test_a_kept_transaction_has_the_epoch_that_it_had_and_its_client_a_newer_one() -> None:
    def is_ahead(c: Any) -> Any:
        metadata = c.coordinator.metadata
        return implies(is_kept(metadata), metadata.producer_epoch >= metadata.marker_epoch)

    def is_forgotten(c: Any) -> Any:
        over = one_of(
            c.coordinator.metadata.txn_state,
            (TxnState.Empty, TxnState.CompleteCommit, TxnState.CompleteAbort),
        )
        return implies(over, c.coordinator.metadata.marker_epoch == NO_EPOCH)

    model = machine("kip-939", producers=3, **{"max-epoch": 3, "transactions": 1})
    always = [Promise("ahead", is_ahead), Promise("forgotten", is_forgotten)]
    assert violated(replace(model, promises=always)) == {}
    kept_twice = Purpose.init_producer_id
    assert reaches(
        model,
        lambda c: is_kept(c.coordinator.metadata) & (c.coordinator.purpose == kept_twice),
    )
    assert reaches(
        model, lambda c: c.markers.any(lambda m: (m.producer_epoch == 1) & (c.coordinator.known_epoch == 3))
    )


def test_only_who_began_a_transaction_commits_it_in_the_database() -> None:
    model = machine("kip-939")
    run = run_to(model, FENCED)
    at = actions_of(run).index("producer_prepares") + 1
    c = model.decode(run.steps[at].state)
    older, newer = c.transactions[0].owner, 1 - int(c.transactions[0].owner)
    assert c.producers[newer].phase == c.producers[older].phase == Phase.prepared
    assert database_commits.function(c, older).transactions[0].decision == Decision.commit
    assert database_aborts.function(c, newer).transactions[0].decision == Decision.abort
    with pytest.raises(Disabled, match="it began the transaction"):
        database_commits.function(c, newer)
    with pytest.raises(Disabled, match="the database has not decided"):
        database_commits.function(database_aborts.function(c, newer), older)


def test_a_transaction_is_prepared_when_its_records_are_acknowledged_and_takes_no_more() -> None:
    model = machine("kip-939", partitions=2)
    run = run_to(model, FENCED)
    sends, prepares = (
        actions_of(run).index(name) for name in ("producer_sends_unannounced", "producer_prepares")
    )
    unacknowledged, acknowledged = (model.decode(run.steps[at].state) for at in (sends + 1, prepares))
    owner = acknowledged.transactions[0].owner
    with pytest.raises(Disabled, match="a record is acknowledged"):
        producer_prepares.function(unacknowledged, owner)
    prepared = producer_prepares.function(acknowledged, owner)
    for partition in (0, 1):
        with pytest.raises(Disabled):
            producer_sends_unannounced.function(prepared, owner, partition)
    more = [producer_sends_unannounced.function(acknowledged, owner, at) for at in _untouched(acknowledged)]
    assert more
    with pytest.raises(Disabled, match="all its records are acknowledged"):
        producer_prepares.function(more[0], owner)


def _untouched(c: Any) -> list[int]:
    """The partitions that nothing of the first transaction was sent to."""
    return [at for at in (0, 1) if c.transactions[0].writes[at].progress == Progress.unsent]


def test_it_asks_again_if_the_coordinator_fails_and_the_older_instance_is_fenced() -> None:
    model = machine("kip-939", failovers=1)
    run = run_to(model, FENCED)
    asks = actions_of(run).index("producer_completes") + 1
    unanswered = coordinator_fails_over.function(model.decode(run.steps[asks].state))
    older, newer = unanswered.transactions[0].owner, 1 - int(unanswered.transactions[0].owner)
    assert unanswered.producers[newer].phase == Phase.committing
    assert unanswered.coordinator.metadata.txn_state == TxnState.Ongoing
    again = producer_completes.function(unanswered, newer).coordinator
    assert again.appended.txn_state == TxnState.PrepareCommit
    with pytest.raises(Disabled, match="its epoch is the current one"):
        producer_completes.function(unanswered, older)
    assert producer_is_fenced.function(unanswered, older).producers[older].phase == Phase.fenced
    assert "producer_commits" not in {action.function.__name__ for action in model.actions}


# Rivals.


@pytest.mark.parametrize(
    ("name", "bounds", "broken"),
    [
        ("prepared-time-out", {}, {DONE: 13, FENCED: 15}),
        ("prepared-abort", {}, {DONE: 13}),
        ("prepared-commit", {}, {DONE: 15, FENCED: 13}),
        ("unfenced-database", {}, {DONE: 15, FENCED: 15}),
        ("same-client-epoch", {}, {FENCED: 15}),
        ("same-client-epoch", {"late-ends": 1}, {DONE: 26, COMMITTED: 26, FENCED: 15}),
    ],
)
def test_without_a_part_of_it_the_two_disagree(
    name: str, bounds: dict[str, int], broken: dict[str, int]
) -> None:
    assert violated(machine(name, **bounds)) == broken


def test_a_time_out_aborts_what_the_database_has_committed() -> None:
    assert "coordinator_times_out" in actions_of(run_to(machine("prepared-time-out"), DONE))
    assert "coordinator_times_out" not in {a.function.__name__ for a in machine("kip-939").actions}


def test_a_late_end_of_a_kept_transaction_ends_the_next_one_in_the_same_epoch() -> None:
    """As KAFKA-15370 says: the client's epoch must be raised twice, as it begins and as the transaction ends."""
    actions = actions_of(run_to(machine("same-client-epoch", **LATE), COMMITTED))
    late = actions.index("late_end_arrives")
    assert actions.index("producer_keeps_transaction") < actions.index("producer_repeats_end") < late
    assert actions[late + 1 :] == ["log_commits", "broker_writes_marker"]


# What nobody decides.


def test_what_nobody_decides_stays_open_and_can_always_be_ended() -> None:
    names = ("stable-offset-moves", "can-be-ended", "ending-completes")
    model = machine("kip-939", transactions=1, failovers=1).with_promises(*names)
    verdicts = liveness.check(model, Limits(keep_going=True)).promises
    assert {name: verdict.length for name, verdict in verdicts.items()} == {
        "stable-offset-moves": 9,
        "can-be-ended": None,
        "ending-completes": None,
    }


# The machines themselves.


def test_nothing_of_it_is_in_any_other_protocol() -> None:
    prepared = {action.function.__name__ for action in ACTIONS}
    with_it = {
        name
        for name in impl.protocols()
        if name.startswith("transactions/")
        and prepared & {a.function.__name__ for a in impl.protocol(name).machine({}, traced=False).actions}
    }
    assert {name.removeprefix("transactions/") for name in with_it} == {
        "kip-939", "database-first", "prepared-time-out", "prepared-abort", "prepared-commit",
        "unfenced-database", "same-client-epoch",
    }  # fmt: skip
    plain = machine("kip-1228")
    assert DONE not in {promise.name for promise in plain.promises}
    assert "producer_commits" in {action.function.__name__ for action in plain.actions}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("prepared-time-out", "t0 is aborted on partition 0; the database has committed it."),
        ("prepared-commit", "t0 is committed on partition 0; the database has aborted it."),
    ],
)
def test_what_is_undone_is_told(name: str, sentence: str) -> None:
    model = machine(name)
    [loss] = LOSSES[DONE](model.decode(run_to(model, DONE).steps[-1].state))
    assert loss.sentence == sentence


def test_the_answer_is_told_with_the_transaction_that_was_kept() -> None:
    sentences = [step.sentence for step in explain(run_to(machine("kip-939"), FENCED)).steps]
    [answer] = [sentence for sentence in sentences if "ongoing transaction of" in sentence]
    assert answer.startswith("Ongoing, of epoch 1, is committed in the coordinator's log: producer")
    assert answer.endswith("has epoch 1, and the ongoing transaction of epoch 0 to complete.")


@pytest.mark.parametrize("name", ["kip-939", "unfenced-database"])
def test_engines_agree_on_prepared_transactions(name: str) -> None:
    agree(machine(name, transactions=1, **{"max-epoch": 2}), length=3)


@pytest.mark.slow
def test_their_producers_are_interchangeable() -> None:
    agree_on_classes(machine("kip-939", transactions=1, **{"max-epoch": 2}))
