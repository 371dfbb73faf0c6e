"""Nested promises about runs: every engine that checks them agrees with a tableau of linear temporal logic."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import ltl
from tests.support.nested_promises import Nested, nested_machines, nested_walks
from tests.support.random_machines import QUICK
from tests.support.temporal import agree_on_runs
from tidemark.spec import Machine

MOST_STATES = 12
"""States of a machine that the oracle decides about: it has a node for each edge and each truth of what waits."""


def agree_with_oracle(drawn: tuple[Machine, list[Nested]]) -> int:
    """The native engine, by one thread and by three, and the reference engine say what the oracle says.

    Gives how many promises were compared; none where the machine is too large, or writes outside a domain.
    """
    machine, promises = drawn
    graph = ltl.Graph.of(machine, MOST_STATES)
    if graph is None:
        return 0
    verdicts = agree_on_runs(machine)
    for nested in promises:
        is_kept, verdict = ltl.is_kept(graph, nested.formula(graph)), verdicts[nested.promise.name]
        assert verdict.verdict == ("holds" if is_kept else "violated"), nested.promise.name
        if is_kept and nested.promise.given and "leads-to" not in nested.promise.name:
            assert verdict.vacuous is ltl.is_kept(graph, ltl.not_(nested.premises(graph))), (
                nested.promise.name
            )
    return len(promises)


def agree_on_drawn(
    drawn: st.SearchStrategy[tuple[Machine, list[Nested]]], wanted: int, draws: int = 4
) -> None:
    """Every engine agrees with the oracle on that number of drawn machines that it decides about.

    draws: how many are drawn for each that is wanted.
    """
    compared = 0

    @settings(QUICK, max_examples=draws * wanted)
    @given(drawn)
    def agree(drawn: tuple[Machine, list[Nested]]) -> None:
        nonlocal compared
        if compared < wanted:
            compared += agree_with_oracle(drawn) > 0

    agree()
    assert compared == wanted


def test_engines_agree_with_the_oracle_on_walks() -> None:
    agree_on_drawn(nested_walks(), 36)


@pytest.mark.slow
def test_engines_agree_with_the_oracle_on_many_walks() -> None:
    agree_on_drawn(nested_walks(), 440)


@pytest.mark.slow
def test_engines_agree_with_the_oracle_on_many_machines_with_fields_of_all_types() -> None:
    agree_on_drawn(nested_machines(), 60, draws=8)
