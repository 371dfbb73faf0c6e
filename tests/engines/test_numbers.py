"""Numbers at the edges of 31, 32 and 64 bits: every engine calculates as Python does, or the expression is refused.

tests/spec/test_number_limits.py has the refusals. test_wrong_widths.py shows that a wrong width is noticed.
"""

from __future__ import annotations

from typing import Any

import pytest

from bench.simulation import simulate
from tests.support.agreement import GO_ON, agree, agree_on_random_runs, only
from tests.support.compiled import assert_alike_at
from tests.support.large_numbers import CASES, CLIMB, LIMIT, SUM, cases
from tests.support.random_numbers import MOST, calculating_machines, edge_states
from tidemark import check
from tidemark.checker.engines import reference
from tidemark.checker.engines.hypothesis import stateful
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.native.state_query import Key, StateQuery
from tidemark.checker.runs.results import Limits
from tidemark.spec import Machine, TemporalPromise, every_step, leads_to
from tidemark.spec.machines.machine import OutOfRange

ENGINES: dict[str, dict[str, Any]] = {
    "native": {},
    "reference": {},
    "smt": {"max_length": 4},
    "hypothesis": {"seconds": 300},
}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_sum_of_two_numbers_of_31_bits_may_need_more_than_32(engine: str) -> None:
    found = check(only(SUM, ["promise-0"]), engine=engine, **ENGINES[engine]).promises["promise-0"]
    assert (found.verdict, found.length) == ("violated", 3)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_number_that_grows_beyond_its_domain_leaves_it(engine: str) -> None:
    with pytest.raises(OutOfRange, match=f"climb.* writes {MOST + 2} to a") as caught:
        check(CLIMB, engine=engine, **ENGINES[engine])
    assert caught.value.run.length == 3


def test_random_walks_of_compiled_code_find_the_sum_and_the_way_out() -> None:
    machine = only(SUM, ["promise-0"])
    agree_on_random_runs(reference.search(machine), simulate(machine, 300, threads=1))
    with pytest.raises(OutOfRange):
        simulate(CLIMB, 300, threads=1)


@pytest.mark.parametrize("case", CASES)
def test_engines_agree_on_large_numbers(case: str) -> None:
    agree(cases()[case], length=3)


def test_promises_about_runs_read_sums_too() -> None:
    promises = [
        TemporalPromise("grows", lambda before, after: before.a + before.b <= after.a + after.b, kind=every_step),
        TemporalPromise("fills", lambda s: (s.a + s.b >= 0, s.a + s.b > LIMIT), kind=leads_to),
        TemporalPromise("falls", lambda before, after: after.a - before.b < 2**31, kind=every_step),
    ]  # fmt: skip
    machine = Machine("runs", {}, SUM.type, SUM.initial, SUM.actions, [], temporal=promises)
    told = [
        [(one.verdict, one.length) for one in check(machine, engine=engine).promises.values()]
        for engine in ("native", "reference")
    ]
    assert told[0] == told[1] == [("holds", None), ("violated", 1), ("holds", None)]


def test_states_are_grouped_and_counted_by_large_sums() -> None:
    search = native.prepare_search(SUM, GO_ON)
    search.run(None)
    total = SUM.symbolic.fields[0] + SUM.symbolic.fields[1]
    for key in (total, total - LIMIT - LIMIT, total + 2**40):
        groups = StateQuery(search, lambda: None, Key(((key,),)), [total > LIMIT]).group(10).groups
        assert [(one.values[0] - key.lo, one.states, *one.meeting) for one in groups] == [
            (0, 1, 0),
            (2_000_000_000, 2, 0),
            (4_000_000_000, 1, 1),
        ]
    assert StateQuery(search, lambda: None, conditions=[total > LIMIT]).mark()[1] == [1]


@pytest.mark.parametrize("begin", range(0, 120, 20))
def test_engines_agree_on_random_arithmetic(begin: int) -> None:
    for seed, machine in calculating_machines(range(begin, begin + 20)):
        agree(machine, engines=["native"])
        assert_alike_at(machine, edge_states(machine, seed, 20))
        if seed % 40 == 0:
            agree(machine, length=3, engines=["smt"])


@pytest.mark.slow
@pytest.mark.parametrize("begin", range(1000, 6000, 500))
def test_engines_agree_on_much_random_arithmetic(begin: int) -> None:
    for seed, machine in calculating_machines(range(begin, begin + 500)):
        agree(machine, engines=["native"])
        assert_alike_at(machine, edge_states(machine, seed, 40))
        if seed % 5 == 0:
            agree(machine, length=3, engines=["smt"])
        if seed % 20 == 0:
            agree_on_walks(machine)


def agree_on_walks(machine: Machine) -> None:
    """Hypothesis and random walks find what the reference engine does, and nothing else."""
    try:
        truth = reference.search(machine, GO_ON)
    except OutOfRange:
        return
    violated = [name for name, verdict in truth.promises.items() if verdict.verdict == "violated"]
    others = [name for name in truth.promises if name not in violated]
    agree_on_random_runs(truth, stateful.search(only(machine, violated), seconds=600, seed=1))
    agree_on_random_runs(truth, simulate(only(machine, violated), seconds=600, seed=1, threads=1))
    assert (
        stateful.search(only(machine, others), Limits(max_states=200), seconds=600, seed=1).undecided
        == others
    )
    assert simulate(only(machine, others), seconds=0.1, seed=1, threads=1).undecided == others
