"""Promises about runs: the native engine finds what the reference engine does, on graphs and on random machines."""

from __future__ import annotations

import os

import pytest
from hypothesis import Phase, given, settings

from tests.support.random_machines import QUICK
from tests.support.temporal import agree_on_runs, graphs, temporal_machines
from tidemark.spec import Machine


@settings(QUICK, max_examples=12)
@given(temporal_machines())
def test_engines_agree_on_runs_of_random_machines(machine: Machine) -> None:
    agree_on_runs(machine, max_states=150)


@settings(QUICK, max_examples=30)
@given(graphs())
def test_engines_agree_on_walks_on_random_graphs(machine: Machine) -> None:
    agree_on_runs(machine)


@pytest.mark.slow
@settings(
    QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "500")), derandomize=False, phases=list(Phase)
)
@given(temporal_machines())
def test_engines_agree_on_runs_of_many_random_machines(machine: Machine) -> None:
    agree_on_runs(machine, max_states=400)


@pytest.mark.slow
@settings(
    QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "500")), derandomize=False, phases=list(Phase)
)
@given(graphs())
def test_engines_agree_on_walks_on_many_random_graphs(machine: Machine) -> None:
    agree_on_runs(machine)
