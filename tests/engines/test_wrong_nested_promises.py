"""Nested promises checked wrongly on purpose: each fault must be caught by the comparison with the oracle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.engines.test_nested_promises import agree_on_drawn
from tests.support.nested_promises import nested_walks
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.liveness import lasso_check, patterns, questions, reference_lassos
from tidemark.checker.engines.native.liveness import state_graph
from tidemark.spec import not_
from tidemark.spec.machines import actions_in_promises

Patch = tuple[Any, str, Callable[..., Any]]
"""Where a function is, its name, and what is called in its place: it gets the right one, and the arguments."""


def other_pattern(change: Callable[[Any, Any], Any]) -> Patch:
    """Another pattern of a question: both engines look for it."""
    return patterns.LassoPattern, "of", lambda right, question: change(right(question), question)


def of_native(name: str, change: Callable[..., Any]) -> Patch:
    return state_graph.NativeStateGraph, name, change


def turn(term: Any) -> Any:
    return term and replace(term, holds=not term.holds)


def none_again(right: Any, whole: Any, kept: Any, _again: Any) -> Any:
    return right(whole, kept, [])


def nothing_left_out(right: Any, whole: Any, _kept: Any, again: Any) -> Any:
    return right(whole, [], again)


def enabled_of_kept(right: Any, whole: Any, kept: Any, again: Any) -> Any:
    """What is enabled is what the loop may take."""
    rows = right(whole, kept, again)
    enabled = np.zeros_like(rows.enabled)
    sources = np.repeat(np.arange(len(enabled)), np.diff(rows.first_edges.astype(np.int64)))
    np.bitwise_or.at(enabled, sources, rows.conditions[rows.actions])
    return replace(rows, enabled=enabled | rows.enabled & ~np.uint64((1 << len(whole.fairness)) - 1))


FAULTS: dict[str, Patch] = {
    "what is given is ignored": other_pattern(
        lambda right, question: right if not question.premises else patterns.LassoPattern.of(bare(question))
    ),
    "what must come again need not": other_pattern(lambda right, _: replace(right, again=())),
    "what the loop is may be otherwise": other_pattern(lambda right, _: replace(right, loop=())),
    "what the loop is, it is not": other_pattern(
        lambda right, _: replace(right, loop=tuple(map(turn, right.loop)))
    ),
    "until need not come": other_pattern(
        lambda right, _: replace(right, goes_round=right.goes_round and not right.stop)
    ),
    "weak until must come": other_pattern(lambda right, _: replace(right, goes_round=True)),
    "until ends where it holds": other_pattern(lambda right, _: replace(right, stop=turn(right.stop))),
    "until is asked everywhere": other_pattern(
        lambda right, _: replace(right, start=None if right.stop else right.start)
    ),
    "native: a loop passes nothing more": (state_graph, "with_more", none_again),
    "native: no step is left out": (state_graph, "with_more", nothing_left_out),
    "native: what is left out is not enabled": (state_graph, "with_more", enabled_of_kept),
    "native: the next instance's step": of_native(
        "_steps_of", lambda right, graph, term: np.roll(right(graph, term), 1)
    ),
    "native: a run does not end": of_native(
        "_run_through",
        lambda right, graph, question, numbers, loop=None: right(
            graph, question, numbers, loop or len(numbers)
        ),
    ),
    "reference: a step is any step": (
        reference_lassos.ReachableGraph,
        "_rows",
        lambda _right, graph, _pattern, states: graph.graph.subgraph(states),
    ),
    "an action can always happen": (
        actions_in_promises,
        "_outcome",
        lambda right, *given: (True, right(*given)[1]) if right(*given)[1] is not None else (False, None),
    ),
    "what is given is the opposite": (
        questions.Question,
        "values",
        lambda right, question, *states: tuple(
            not_(value) if question.of else value for value in right(question, *states)
        ),
    ),
    "the check of a lasso forgets what is given": (
        lasso_check,
        "_keeps",
        lambda right, question, states, begin: not question.of and right(question, states, begin),
    ),
}


def bare(question: Any) -> Any:
    return replace(question, promise=replace(question.promise, given=()))


def plant(monkeypatch: pytest.MonkeyPatch, fault: Patch) -> None:
    owner, name, change = fault
    right = getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *given, **named: change(right, *given, **named))


QUICK = {
    "native: a loop passes nothing more",
    "native: the next instance's step",
    "until is asked everywhere",
}
"""Faults that the ordinary tests plant."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in FAULTS]
)
def test_a_fault_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, FAULTS[name])
    with pytest.raises((AssertionError, Disagreement)):
        agree_on_drawn(nested_walks(), 60)
