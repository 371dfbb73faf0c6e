"""A step that changes nothing is no step: in every engine, in random runs, in what is told and in what is replayed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.support.temporal import Place, agree_on_runs, graph
from tidemark.checker import engines
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.hypothesis.stateful import SuccessorCache
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.walk import Walks
from tidemark.checker.explorer.state_description import StateDescriber
from tidemark.checker.runs.results import Run, RunStep, Verdict
from tidemark.spec import (
    Machine,
    Number,
    Promise,
    Truth,
    UsageError,
    action,
    every_step,
    never_decreases,
    no_deadlock,
    require,
)

EXHAUSTIVE = ["native", "reference", "spark", "smt"]


@every_step
def moves(before: Place, after: Place) -> Truth:
    """Each step leads elsewhere."""
    return before.at != after.at


@every_step
def is_late(before: Place, after: Place) -> Truth:
    """No step begins at 0."""
    return before.at != 0


@no_deadlock
def goes_on(place: Place) -> Truth:
    """It may end at 9 alone."""
    return place.at == 9


@never_decreases
def height(place: Place) -> Number:
    """How high it is."""
    return place.at


def verdicts(machine: Machine, engine: str) -> dict[str, Verdict]:
    more = {"seconds": 20} if engine == "hypothesis" else {"max_length": 6} if engine == "smt" else {}
    return engines.search(engine, machine, SearchRequest(**more)).promises


@pytest.mark.parametrize("engine", EXHAUSTIVE)
def test_what_changes_nothing_is_not_asked_about(engine: str) -> None:
    machine = graph({"stay": (1, 1), "go": (0, 1)}, [moves, height])
    found = verdicts(machine, engine)
    assert {name: one.text for name, one in found.items()} == {"moves": "holds", "height": "holds"}


@pytest.mark.parametrize("engine", [*EXHAUSTIVE, "hypothesis"])
def test_a_state_in_which_only_that_is_possible_is_a_deadlock(engine: str) -> None:
    machine = graph({"stay": (1, 1), "go": (0, 1)}, [goes_on])
    found = verdicts(machine, engine)["goes-on"]
    assert found.text == "violated after 2 states"
    assert found.run
    replay(found.run)


@pytest.mark.parametrize("engine", [*EXHAUSTIVE, "hypothesis"])
def test_of_two_steps_that_break_a_promise_the_one_that_changes_something_is_shown(engine: str) -> None:
    machine = graph({"stay": (0, 0), "go": (0, 2), "on": (2, 2)}, [is_late])
    found = verdicts(machine, engine)["is-late"]
    assert found.run
    assert [step.state for step in found.run.steps] == [(0,), (2,)]


def test_both_engines_that_show_the_canonical_run_agree_on_it() -> None:
    edges = {"stay": (0, 0), "a": (0, 2), "b": (2, 1), "again": (1, 1)}
    agree_on_runs(graph(edges, [moves, is_late, goes_on, height]))


def test_what_is_written_again_as_it_was_changes_nothing() -> None:
    """Also a field that is computed: the values are compared, and not whether an action writes."""

    def again(place: Place) -> Place:
        require(place.at == 2, "it is at 2")
        return place.but(at=place.at + place.at - 2)

    machine = graph({"a": (0, 2)}, [goes_on, moves])
    machine = replace(machine, actions=[*machine.actions, action("again")(again)])
    found = agree_on_runs(machine)
    assert (found["goes-on"].length, found["moves"].verdict) == (2, "holds")


def test_a_run_whose_last_step_changes_nothing_breaks_no_promise_about_steps() -> None:
    machine = graph({"stay": (0, 0), "go": (0, 2)}, [is_late])
    stay, go = machine.instances
    for instance, after, breaks in ((go, (2,), True), (stay, (0,), False)):
        run = Run(machine, "is-late", [RunStep(None, (0,)), RunStep(instance, after)])
        if breaks:
            replay(run)
        else:
            with pytest.raises(UsageError, match="keeps the promise"):
                replay(run)


def test_the_explorer_says_the_same() -> None:
    describer = StateDescriber(graph({"stay": (1, 1), "go": (0, 1)}, [moves, goes_on]))
    told = {one["name"]: one["standing"] for one in describer.state((1,))["promises"]}
    assert told == {
        "moves": "every step from here keeps it",
        "goes-on": "no action leads to another state: broken",
    }


def test_random_runs_take_no_such_step() -> None:
    edges: dict[str, tuple[int, int]] = {f"stay_{k}": (k, k) for k in range(6)}
    far = Promise("far", lambda place: place.at < 5)
    machine = graph(edges | {f"on_{k}": (k, k + 1) for k in range(5)}, [far])
    run = Walks(machine, Kernel(machine, symmetry=False), 40, seed=1, threads=1).runs({"far"}, lambda: False)[
        "far"
    ]
    assert [step.state for step in run.steps] == [(k,) for k in range(6)]
    following: dict[str, list[Any]] = SuccessorCache(machine).following((3,))
    assert {name for name, choices in following.items() if choices} == {"on_3"}
    assert not any(SuccessorCache(machine).following((5,)).values())


def test_z3_knows_that_a_run_has_ended_where_nothing_changes_any_more() -> None:
    machine = graph({"stay": (1, 1), "go": (0, 1)}, [Promise("low", lambda place: (place.at + place.at) < 3)])
    assert verdicts(machine, "smt")["low"].verdict == "holds"
    assert verdicts(graph({"stay": (1, 1), "go": (0, 1)}, [goes_on]), "smt")["goes-on"].verdict == "violated"
