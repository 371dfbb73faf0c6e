"""The native engine's way with promises about runs, made wrong on purpose: each fault must be caught.

The campaign compares the engines as tests/engines/test_temporal_agreement.py does, always on the same walks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from tests.support.random_machines import QUICK
from tests.support.temporal import agree_on_runs, graphs
from tidemark.checker.engines.native import loops, state_graph
from tidemark.spec import Machine

Patch = Callable[[pytest.MonkeyPatch], None]


def campaign() -> None:
    """Compare the engines.

    Raises:
        AssertionError: they differ.
    """

    @settings(QUICK, max_examples=150)
    @given(graphs())
    def agree(machine: Machine) -> None:
        agree_on_runs(machine)

    agree()


def wrong_conditions(change: Callable[[Any], Any]) -> Patch:
    """Other conditions of fairness."""
    right = state_graph.conditions
    return lambda monkeypatch: monkeypatch.setattr(
        state_graph, "conditions", lambda *given: change(right(*given))
    )


def wrong_after(function: str, spoil: Callable[[Any, int], None]) -> Patch:
    """A function of liveness.c whose result is spoiled: it gets the graph, and what the function gave."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        right = state_graph.StateGraph._call

        def call(self: Any, graph: Any, name: str) -> int:
            found = right(self, graph, name)
            if name == function:
                spoil(graph, found)
            return found

        monkeypatch.setattr(state_graph.StateGraph, "_call", call)

    return patch


def filled(field: str, value: int, count: Callable[[Any], int]) -> Callable[[Any, int], None]:
    """Spoils a field of the graph: all of its items are this value."""

    def spoil(graph: Any, _found: int) -> None:
        np.ctypeslib.as_array(getattr(graph, field), (count(graph),))[:] = value

    return spoil


def parts(graph: Any) -> int:
    """How many components a graph has."""
    return int(np.ctypeslib.as_array(graph.component, (graph.count,)).max())


def states(graph: Any) -> int:
    """How many states a graph has."""
    return int(graph.count)


def apart(graph: Any, _found: int) -> None:
    """Puts the state that was met last in the component of the first."""
    component = np.ctypeslib.as_array(graph.component, (graph.count,))
    inside = np.flatnonzero(component)
    component[inside[-1]] = component[inside[0]]


def wrong_method(owner: Any, name: str, change: Callable[..., Any]) -> Patch:
    """A method gone wrong: it is given the right one, and the arguments of a call."""
    right = getattr(owner, name)
    return lambda monkeypatch: monkeypatch.setattr(owner, name, lambda *given: change(right, *given))


def backwards(part: Any) -> Any:
    """A part in which the greatest states come first."""
    return replace(part, onward=lambda state: part.onward(state)[::-1])


ALL = 2**64 - 1
FAULTS: dict[str, Patch] = {
    "weak fairness is strong": wrong_conditions(lambda found: [replace(one, strong=True) for one in found]),
    "strong fairness is weak": wrong_conditions(lambda found: [replace(one, strong=False) for one in found]),
    "the last condition is forgotten": wrong_conditions(lambda found: found[:-1]),
    "every component takes everything": wrong_after("summarize", filled("taken", ALL, parts)),
    "no component takes anything": wrong_after("summarize", filled("taken", 0, parts)),
    "nothing is enabled anywhere": wrong_after("enable", filled("enabled", 0, states)),
    "everything is enabled everywhere": wrong_after("enable", filled("enabled", ALL, states)),
    "every component has what it must pass": wrong_after("summarize", filled("has_marked", 1, parts)),
    "two components are one": wrong_after("components", apart),
    "every state has a way": wrong_after("spread_back", filled("marked", 1, states)),
    "the greatest of some states": wrong_method(
        state_graph.StateGraph, "_least", lambda _right, graph, found: max(found.tolist(), key=graph.packed)
    ),
    "the other predicate": wrong_method(
        state_graph.StateGraph,
        "values",
        lambda right, graph, one, k: right(graph, one, one.promise.kind.values - 1 - k),
    ),
    "a loop may lack what is fair": wrong_method(loops.LoopSearch, "_lacking", lambda *_: 0),
    "a loop need pass nothing": wrong_method(
        loops.LoopSearch, "_is_fair", lambda _right, search, met: not search._lacking(met)
    ),
    "a loop takes the greatest state": wrong_method(
        state_graph.StateGraph, "_part", lambda right, *given: backwards(right(*given))
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[name](monkeypatch)
    with pytest.raises(AssertionError):
        campaign()
