"""Promises about runs by z3 and by Hypothesis: what they find is so, and what they can find they do."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from tests.support.random_machines import QUICK
from tests.support.temporal import Place, about_runs, graph, graphs, temporal_machines
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines import ENGINES
from tidemark.checker.engines.hypothesis import about_runs as by_hypothesis
from tidemark.checker.engines.liveness import by_reference
from tidemark.checker.engines.smt.search import check_runs
from tidemark.checker.runs.results import Limits, Result
from tidemark.spec import (
    Machine,
    Promise,
    UsageError,
    always_eventually_step,
    can_always_reach,
    eventually,
    eventually_every_step,
    every_step,
    fair,
    leads_to,
    no_deadlock,
    sometimes,
    strongly_fair,
    until,
    weak_until,
)
from tidemark.spec.machines.machine import OutOfRange
from tidemark.spec.machines.temporal import KINDS

LENGTH = 7
"""How many states z3 looks ahead: an endless run of one less that goes round has its first state twice."""


def without(machine: Machine, *kinds: str) -> Machine:
    """A machine without the promises of some kinds."""
    kept = [promise for promise in machine.temporal if promise.kind.name not in kinds]
    return replace(machine, promises=[*machine.promises, *kept], temporal=())


def truth_of(machine: Machine) -> Result | None:
    """What the reference engine finds; None where the machine is too large, or writes outside a domain."""
    try:
        truth = by_reference.check(machine, Limits(max_states=150))
    except OutOfRange:
        return None
    return truth if truth.complete else None


def agree_with_z3(machine: Machine) -> None:
    """z3 finds what is broken within LENGTH states, by a run that is no longer; it replays. And nothing else."""
    machine = without(machine, can_always_reach.name)
    truth = truth_of(machine)
    if truth is None:
        return
    found = check_runs(machine, max_length=LENGTH)
    for name, verdict in truth.promises.items():
        other = found.promises[name]
        if verdict.length is not None and verdict.length < LENGTH:
            assert other.verdict == "violated", name
            assert other.length is not None
            assert other.length <= verdict.length, name
        else:
            assert other.verdict in ("unknown", verdict.verdict), name
        if other.run:
            replay(other.run)


@settings(QUICK, max_examples=12)
@given(graphs())
def test_z3_agrees_on_walks_on_random_graphs(machine: Machine) -> None:
    agree_with_z3(machine)


@pytest.mark.slow
@settings(
    QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "200")), derandomize=False, phases=list(Phase)
)
@given(graphs())
def test_z3_agrees_on_walks_on_many_random_graphs(machine: Machine) -> None:
    agree_with_z3(machine)


@pytest.mark.slow
@settings(
    QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "60")), derandomize=False, phases=list(Phase)
)
@given(temporal_machines())
def test_z3_agrees_on_runs_of_many_random_machines(machine: Machine) -> None:
    agree_with_z3(machine)


@settings(QUICK, max_examples=12)
@given(graphs())
def test_hypothesis_agrees_on_what_can_be_reached_on_random_graphs(machine: Machine) -> None:
    machine = without(machine, *(kind.name for kind in KINDS if kind is not can_always_reach))
    truth = truth_of(machine)
    assert truth
    ((name, verdict),) = truth.promises.items()
    found = by_hypothesis.check(machine, seconds=600).promises[name]
    if verdict.verdict == "violated":
        assert found.run, name
        replay(found.run)
    else:
        assert (found.verdict, found.run) == ("unknown", None)
        assert found.note.startswith("not refuted: random runs came to "), found.note


EDGES = {"a": (0, 2), "b": (2, 4), "back": (2, 0), "stop": (4, 5)}
HERE = Promise("here", lambda place: place.at < 4)
THERE = Promise("there", lambda place: place.at == 4)


@pytest.mark.parametrize("kind", [every_step, no_deadlock, sometimes], ids=lambda kind: kind.name)
@pytest.mark.parametrize("engine", ["smt", "hypothesis"])
def test_what_a_step_or_a_state_breaks_is_as_by_the_reference_engine(engine: str, kind: object) -> None:
    machine = graph(EDGES, [about_runs(kind, THERE, HERE)])  # type: ignore[arg-type]
    (truth,) = by_reference.check(machine).promises.values()
    (found,) = ENGINES[engine].search(machine).promises.values()
    assert (truth.verdict, truth.length) == (found.verdict, found.length)


@pytest.mark.parametrize(
    ("fairness", "verdict"),
    [((), "violated"), ((fair("a"), fair("b")), "violated"), ((fair("a"), strongly_fair("b")), "holds")],
    ids=["none", "weak", "strong"],
)
def test_z3_tells_weak_fairness_from_strong(fairness: tuple[object, ...], verdict: str) -> None:
    def arrives(place: Place) -> tuple[object, object]:
        return place.at == 0, place.at == 4

    machine = graph(EDGES, [leads_to(arrives)], fairness)  # type: ignore[arg-type]
    assert by_reference.check(machine).promises["arrives"].verdict == verdict
    found = check_runs(machine, max_length=6)
    assert found.promises["arrives"].verdict == ("violated" if verdict == "violated" else "unknown")
    assert found.exit_status == (1 if verdict == "violated" else 3)


def test_z3_holds_what_it_has_seen_all_runs_of() -> None:
    machine = graph({"a": (0, 1), "b": (1, 2)}, [about_runs(leads_to, HERE, HERE)])
    assert check_runs(machine).exit_status == 0


@pytest.mark.parametrize(
    ("engine", "kind", "reason"),
    [("smt", can_always_reach, "it asks about single runs"), ("hypothesis", leads_to, "a random run ends")],
    ids=["smt", "hypothesis"],
)
def test_a_kind_that_an_engine_can_not_check_is_refused_with_the_reason(
    engine: str, kind: object, reason: str
) -> None:
    machine = graph(EDGES, [about_runs(kind, HERE, THERE)])  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=f"does not check @{kind.word}.*: {reason}; take --engine native"):  # type: ignore[attr-defined]
        ENGINES[engine].search(machine)


@pytest.mark.parametrize("kind", [until, weak_until, always_eventually_step, eventually_every_step])
@pytest.mark.parametrize("engine", ["smt", "spark", "hypothesis", "gpu"])
def test_a_nested_promise_is_refused_in_a_line_that_names_who_checks_it(engine: str, kind: Any) -> None:
    promise = about_runs(kind, HERE, THERE)
    plain = about_runs(eventually, HERE, THERE)
    promises = [promise, replace(plain, given=[promise])] if kind.is_given else [promise]
    for each in promises:
        with pytest.raises(
            UsageError, match=r"does not check .* take --engine native or reference"
        ) as caught:
            ENGINES[engine].search(graph(EDGES, [each]))
        assert "\n" not in str(caught.value)
