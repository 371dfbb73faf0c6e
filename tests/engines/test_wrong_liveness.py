"""The native engine's way with promises about runs, made wrong on purpose: each fault must be caught.

The campaign compares the engines as tests/engines/test_temporal_agreement.py does, always on the same walks.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import c_uint64
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from tests.support.random_machines import QUICK
from tests.support.temporal import agree_on_runs, graphs
from tidemark.checker.engines.native.liveness import components, fair_loops, state_graph
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
    right = components.conditions
    return lambda monkeypatch: monkeypatch.setattr(
        components, "conditions", lambda *given: change(right(*given))
    )


def wrong_with(change: Callable[[Any], None]) -> Patch:
    """A graph in which something is changed once the conditions of fairness are known."""
    right = state_graph.NativeStateGraph.use

    def use(graph: Any, fairness: Any) -> None:
        right(graph, fairness)
        change(graph)

    return lambda monkeypatch: monkeypatch.setattr(state_graph.NativeStateGraph, "use", use)


def wrong_field(name: str, value: int) -> Patch:
    """A field of the graph that has this value, whatever is asked of it."""
    return wrong_rows(lambda graph, _rows: setattr(graph, name, value))


def wrong_rows(change: Callable[[Any, Any], None]) -> Patch:
    """A graph in which something is changed once the compiled functions look at its rows."""
    return wrong_method(
        state_graph, "show", lambda right, graph, rows: (right(graph, rows), change(graph, rows))[0]
    )


def filled(name: str, value: int) -> Patch:
    """An array of the graph all of whose items are this value."""
    return wrong_with(lambda graph: graph._arrays[name].fill(value))


def takes_nothing(graph: Any, rows: Any) -> None:
    """No action instance is in a condition; what is enabled is known."""
    graph.conditions = (c_uint64 * max(1, len(rows.conditions)))()


def goes_back(graph: Any) -> None:
    """The first edge of all leads to the first state."""
    graph.targets[:1] = 0


def wrong_method(owner: Any, name: str, change: Callable[..., Any]) -> Patch:
    """A method gone wrong: it is given the right one, and the arguments of a call."""
    right = getattr(owner, name)
    return lambda monkeypatch: monkeypatch.setattr(owner, name, lambda *given: change(right, *given))


def wrong_after(method: str, spoil: Callable[[Any], None]) -> Patch:
    """A method of the search for components after which something is spoiled."""
    return wrong_method(
        components.Components, method, lambda right, parts, *given: (right(parts, *given), spoil(parts))[0]
    )


def all_fair(parts: Any) -> None:
    """A fair run can go round in every component."""
    parts.arrays["found_fair"][parts.arrays["inside"] > 0] = components.FAIR


def none_again(parts: Any) -> None:
    """What is left of a component without some of its states is not looked at."""
    found = parts.arrays["found_fair"]
    found[found == components.AGAIN] = 0


def one_component(parts: Any) -> None:
    """All states are in one component."""
    parts.arrays["component"][:] = 1


def passes_all(right: Any, parts: Any, inside: Any) -> None:
    """Every component has a state that a run must pass."""
    parts.arrays["marked"][:] = 1
    right(parts, inside)


def wrong_part(**fields: Callable[[Any], Any]) -> Patch:
    """A component in which some fields are something else."""

    def changed(right: Any, *given: Any) -> Any:
        part = right(*given)
        return replace(part, **{name: change(getattr(part, name)) for name, change in fields.items()})

    return wrong_method(state_graph.NativeStateGraph, "_part", changed)


def greatest_first(right: Any, *given: Any) -> Any:
    """A component in which what leads to the greatest states comes first."""
    part = right(*given)
    rows = [np.arange(*map(int, part.first_edges[k : k + 2]))[::-1] for k in range(len(part.enabled))]
    order = np.concatenate([np.zeros(0, dtype=np.int64), *rows])
    return replace(part, targets=part.targets[order], taken=part.taken[order])


ALL = 2**64 - 1
FAULTS: dict[str, Patch] = {
    "weak fairness is strong": wrong_conditions(lambda found: [replace(one, strong=True) for one in found]),
    "strong fairness is weak": wrong_conditions(lambda found: [replace(one, strong=False) for one in found]),
    "the last condition is forgotten": wrong_conditions(lambda found: found[:-1]),
    "a component needs no weak fairness": wrong_field("weak", 0),
    "a component needs no strong fairness": wrong_field("strong", 0),
    "no component takes anything": wrong_rows(takes_nothing),
    "nothing is enabled anywhere": filled("enabled", 0),
    "everything is enabled everywhere": filled("enabled", ALL),
    "an edge leads elsewhere": wrong_with(goes_back),
    "every component is fair": wrong_after("decompose", all_fair),
    "no component is decomposed again": wrong_after("decompose", none_again),
    "every component has what it must pass": wrong_method(components.Components, "decompose", passes_all),
    "two components are one": wrong_after("decompose", one_component),
    "every state has a way": wrong_method(
        state_graph.NativeStateGraph,
        "_reach",
        lambda _right, graph, _wanted: graph.parts.arrays["marked"].fill(1),
    ),
    "the greatest of some states": wrong_method(
        state_graph.NativeStateGraph,
        "_least",
        lambda _right, graph, found: max(found.tolist(), key=graph.state_words),
    ),
    "the way inside forgets how long it is": wrong_method(
        state_graph.NativeStateGraph, "_before", lambda right, graph, *given: right(graph, *given[:3])
    ),
    "the other predicate": wrong_method(
        state_graph.NativeStateGraph,
        "_states_of",
        lambda right, graph, term: right(
            graph, term and replace(term, number=term.question.promise.kind.values - 1 - term.number)
        ),
    ),
    "a loop may lack what is fair": wrong_method(fair_loops.LoopSearch, "lacking", lambda *_: 0),
    "a loop need pass nothing": wrong_part(passed=np.ones_like),
    "a loop's steps take nothing": wrong_part(taken=np.zeros_like),
    "a loop takes the greatest state": wrong_method(state_graph.NativeStateGraph, "_part", greatest_first),
}


LATE = {"the way inside forgets how long it is", "a loop need pass nothing"}
"""Faults that the campaign comes to last."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in LATE else ()) for name in FAULTS]
)
def test_a_fault_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[name](monkeypatch)
    with pytest.raises(AssertionError):
        campaign()
