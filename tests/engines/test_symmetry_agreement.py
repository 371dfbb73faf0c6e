"""Random machines with ids everywhere: with symmetry each engine finds all orbits and verdicts, or refuses them."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from tests.support import orbits
from tests.support.agreement import GO_ON, agree_with_orbits, agree_within, outcome
from tests.support.id_machines import id_machines
from tests.support.random_machines import QUICK
from tests.support.renaming import states
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.smt import bounded
from tidemark.checker.engines.spark import search as spark
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric
from tidemark.spec import Machine


@settings(QUICK, max_examples=20)
@given(id_machines())
def test_random_machines_have_as_many_states_as_orbits_or_are_refused(machine: Machine) -> None:
    if is_symmetric(machine):
        agree_with_orbits(machine, reference.search, most=100)


@settings(QUICK, max_examples=6)
@given(id_machines(names_ids=False))
def test_engines_find_as_many_states_of_random_machines_as_there_are_orbits(machine: Machine) -> None:
    if is_symmetric(machine) and agree_with_orbits(machine, reference.search, native.search, most=100):
        agree_on_short_runs(machine, length=3)


def agree_on_short_runs(machine: Machine, length: int) -> None:
    """z3, which takes ids in an order, finds what is violated in runs of up to `length` states."""
    truth = outcome(partial(reference.search, machine, GO_ON))
    agree_within(truth, outcome(partial(bounded.search, machine, GO_ON, max_length=length)), length)


def campaign(count: int, **how: Any) -> tuple[int, int, int]:
    """Compare the engines on `count` random machines: Spark and z3 on every twentieth.

    Gives how many of the machines are accepted, how many are refused, and how many of these treat ids alike in all of
    several hundred states, so that they seem to be refused in error.
    """
    accepted = refused = in_error = 0

    @settings(QUICK, max_examples=count, derandomize=False, phases=list(Phase))
    @given(id_machines(**how))
    def compare(machine: Machine) -> None:
        nonlocal accepted, refused, in_error
        if is_symmetric(machine):
            accepted += 1
            rare = accepted % 20 == 0
            searches = (reference.search, native.search, *((spark.search,) if rare else ()))
            if agree_with_orbits(machine, *searches, most=300) and rare:
                agree_on_short_runs(machine, length=5)
            return
        if not machine.symmetric_kinds():
            return  # it orders its ids
        refused += 1
        in_error += orbits.treats_alike(machine, list(states(machine, 300)), machine.symmetric_kinds())

    compare()
    return accepted, refused, in_error


@pytest.mark.slow
@pytest.mark.spark
@pytest.mark.parametrize("how", [{}, {"names_ids": False}], ids=str)
def test_engines_agree_on_many_random_machines_and_refuse_few_in_error(how: dict[str, Any]) -> None:
    accepted, refused, in_error = campaign(int(os.environ.get("TIDEMARK_EXAMPLES", "1000")), **how)
    assert accepted > refused / 10
    assert in_error <= refused / 50
