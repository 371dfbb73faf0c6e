"""A producer with old metadata: it is refused, asks who leads, and what it may and may not lose by that.

The verdicts and lengths are pinned (`impl/metadata/pins.toml`); here are the runs.
"""

from __future__ import annotations

from typing import Any

import pytest

from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import explain
from tidemark.impl import protocol
from tidemark.spec import Machine, UsageError

SURVIVES, REPEAT = "acknowledged-survives", "no-repeat"
FINDS, OLDER = "finds-the-leader", "metadata-never-older"


def machine(name: str, bounds: dict[str, Any]) -> Machine:
    return protocol(f"metadata/{name}").machine(bounds)


def lengths(name: str, bounds: dict[str, Any]) -> dict[str, int | None]:
    """For each promise the length of the shortest run that breaks it."""
    return {promise: verdict.length for promise, verdict in search(machine(name, bounds)).promises.items()}


def run_of(name: str, bounds: dict[str, Any], promise: str) -> Run:
    """The shortest run that breaks the promise."""
    run = search(machine(name, bounds).only(promise)).promises[promise].run
    assert run is not None
    return run


def sentences(run: Run) -> list[str]:
    return [step.sentence for step in explain(run).steps]


def test_by_an_idempotent_producer_nothing_is_lost_or_repeated_from_2_2() -> None:
    assert set(lengths("2.2", {"records": 2, "moves": 2}).values()) == {None}


def test_without_idempotence_a_refusal_may_follow_an_append() -> None:
    """The same error is the answer to what was not appended, and to what was and waits for the followers."""
    run = run_of("2.2", {"idempotence": "no"}, REPEAT)
    assert any(
        sentence.endswith("NOT_LEADER_FOR_PARTITION to m0, which it had appended.")
        for sentence in sentences(run)
    )


@pytest.mark.parametrize("idempotence", ["no", "yes"])
def test_with_acks_1_nothing_is_repeated_and_a_leader_that_moves_loses(idempotence: str) -> None:
    shortest = lengths("2.2", {"acks": "1", "idempotence": idempotence})
    assert (shortest[REPEAT], shortest[SURVIVES]) == (None, 4)


def test_what_a_broker_takes_that_does_not_lead_is_lost() -> None:
    run = run_of("anyone-answers", {}, SURVIVES)
    assert sentences(run)[-1] == "Broker 0, although it does not lead, appends m0, and acknowledges it."


@pytest.mark.parametrize("name", ["never-again", "to-replicas"])
def test_a_client_that_is_not_told_asks_the_wrong_broker_again(name: str) -> None:
    run_sentences = sentences(run_of(name, {}, FINDS))
    refusals = [
        sentence for sentence in run_sentences if sentence.endswith("refuses m0: NOT_LEADER_FOR_PARTITION.")
    ]
    assert len(refusals) == 2
    assert len(set(refusals)) == 1


def test_where_every_broker_has_a_replica_metadata_to_replicas_are_enough() -> None:
    assert lengths("to-replicas", {"brokers": 2})[FINDS] is None


def test_up_to_2_1_a_client_goes_back_to_older_metadata() -> None:
    assert sentences(run_of("2.1", {}, OLDER))[-1].endswith("It had known epoch 2, and goes back.")


def test_more_replicas_than_brokers_are_refused() -> None:
    with pytest.raises(UsageError, match="3 replicas need as many brokers"):
        machine("2.2", {"brokers": 2, "replicas": 3})


def test_a_run_is_drawn_with_what_the_producer_sends_and_hears() -> None:
    explanation = explain(run_of("2.2", {"idempotence": "no"}, REPEAT))
    arrows = [(arrow.source, arrow.target, arrow.text) for step in explanation.steps for arrow in step.arrows]
    assert arrows[:3] == [
        ("producer", "broker 0", "m0"),
        ("controller", "broker 0", "LeaderAndIsr of epoch 2"),
        ("broker 0", "producer", "NOT_LEADER_FOR_PARTITION"),
    ]
    assert [cell.name for cell in explanation.steps[-1].picture.rows[1].cells or ()] == ["m0", "m0"]
