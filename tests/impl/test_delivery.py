"""Delivery to a sink: which order loses, which repeats, and what a sink must know for neither to happen."""

from __future__ import annotations

from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits
from tidemark.checker.telling.explanation import explain
from tidemark.impl.delivery.telling import TELLING
from tidemark.spec import Machine

TWICE, LOST = "nothing-twice", "nothing-lost"


def machine(name: str, bounds: dict[str, Any] | None = None, **exchanged: str) -> Machine:
    replacements = {rule: impl.protocol(f"delivery/{origin}") for rule, origin in exchanged.items()}
    return impl.protocol(f"delivery/{name}").machine(bounds or {}, replacements)


def broken(model: Machine) -> set[str]:
    result = search(model, Limits(keep_going=True))
    assert result.complete
    return {name for name, verdict in result.promises.items() if verdict.length is not None}


def actions(model: Machine, promise: str) -> list[str]:
    run = search(model.only(promise)).promises[promise].run
    assert run is not None
    return [str(step.instance).partition("(")[0] for step in run.steps[1:]]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("at-least-once", {TWICE}),
        ("at-most-once", {LOST}),
        ("exactly-once", set()),
        ("exactly-once-elsewhere", {TWICE}),
        ("idempotent-sink", set()),
        ("offsets-in-sink", set()),
    ],
)
def test_exactly_once_needs_a_sink_that_is_kafka_or_idempotent_or_keeps_the_offset(
    name: str, expected: set[str]
) -> None:
    assert broken(machine(name)) == expected


def test_a_crash_between_the_write_and_the_commit_repeats_and_one_the_other_way_round_loses() -> None:
    begins = ["consumer_starts", "consumer_fetches"]
    assert actions(machine("at-least-once", {"takeovers": 0}), TWICE) == [
        *begins,
        "consumer_writes",
        "consumer_crashes",
        *begins,
        "consumer_writes",
    ]
    assert actions(machine("at-most-once"), LOST) == [*begins, "consumer_commits", "consumer_crashes"]


def test_keeping_a_record_until_the_commit_repeats_it_or_loses_it() -> None:
    """A store that is not written in one transaction with the sink says neither that a record was written nor not."""
    bounds = {"takeovers": 0}
    assert broken(machine("kept", bounds)) == {TWICE}
    assert broken(machine("kept-and-skipped", bounds)) == {LOST}


def test_who_was_replaced_must_be_refused_also_by_a_sink_that_keeps_the_offset() -> None:
    assert broken(machine("offsets-in-sink-unchecked", {"crashes": 0})) == {TWICE}
    assert broken(machine("offsets-in-sink-unchecked", {"takeovers": 0})) == set()


def test_zookeeper_refuses_nobody_so_at_most_once_repeats_and_offsets_go_back() -> None:
    at_most_once = {"crashes": 0}
    assert broken(machine("at-most-once", at_most_once)) == set()
    assert broken(machine("zookeeper", at_most_once, commit="at-most-once")) == {TWICE}


def test_an_idempotent_sink_needs_no_refusal() -> None:
    assert broken(machine("zookeeper", sink="idempotent-sink")) == set()


def test_a_run_is_drawn_with_what_the_sink_has() -> None:
    run = search(machine("at-least-once", {"takeovers": 0}).only(TWICE)).promises[TWICE].run
    assert run is not None
    last = TELLING.picture(run.machine.decode(run.steps[-1].state))
    assert [cell.name for cell in last.lanes[-1].cells or ()] == ["m0", "m0"]
    assert explain(run).loss.sentence == "m0 is in the sink twice."
