"""Constraints: states outside are counted and judged, and no step leaves them, in every engine alike.

The oracle is a search of its own, of the machine without constraints, which asks the predicate before it goes on.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given, settings

from tests.support.agreement import (
    GO_ON,
    agree,
    agree_on_random_runs,
    agree_with_orbits,
    outcome,
)
from tests.support.id_machines import id_machines
from tests.support.random_machines import QUICK, machines
from tests.support.spark import one_session
from tidemark import check
from tidemark.base.errors import UsageError
from tidemark.checker import cli, engines
from tidemark.checker.engines import reference
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.hypothesis import stateful
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric
from tidemark.checker.runs.results import Result
from tidemark.spec import (
    Array,
    Domain,
    Id,
    Identity,
    Int,
    Machine,
    Promise,
    Record,
    action,
    all_of,
    eventually,
    every_step,
    require,
)
from tidemark.spec.machines.machine import OutOfRange

MOST = 400
"""States of a random machine that the oracle looks at."""


def bounded(machine: Machine) -> Machine:
    """A random machine, the second of its two promises as a constraint."""
    first, second = machine.promises[:2]
    return replace(machine, promises=[first], constraints=[second])


def by_hand(machine: Machine, breaks: Any = None) -> tuple[int, int, int, int | None] | OutOfRange | None:
    """States, generated states, depth, and the states to the first violation; None where there are too many.

    breaks: whether a step breaks a promise; without it the promise of the machine is asked of each state.
    """
    whole, [constraint] = replace(machine, constraints=()), machine.constraints
    level, depth, broken = list(dict.fromkeys(machine.initial_states)), 0, None
    found, generated = set(level), len(level)
    while level:
        depth += 1
        values = [whole.decode(state) for state in level]
        if broken is None and not breaks and not all(machine.promises[0].function(v) for v in values):
            broken = depth
        following: list[Any] = []
        for state, value in zip(level, values, strict=True):
            if not constraint.function(value):
                continue
            try:
                steps = list(reference.successors(whole, state))
            except OutOfRange as error:
                return error
            generated += len(steps)
            for _, after in steps:
                if breaks and broken is None and after != state and breaks(value, whole.decode(after)):
                    broken = depth + 1
                if after not in found:
                    found.add(after)
                    following.append(after)
        level = following
        if len(found) > MOST:
            return None
    return len(found), generated, depth, broken


def figures(result: Result) -> tuple[int, int, int, int | None]:
    [verdict] = result.promises.values()
    return result.distinct_states, result.generated_states, result.depth, verdict.length


@settings(QUICK, max_examples=10)
@given(machines())
def test_engines_search_random_machines_within_a_constraint_as_an_oracle_does(machine: Machine) -> None:
    within = bounded(machine)
    truth = by_hand(within)
    if truth is None:
        return
    found = outcome(lambda: reference.search(within, GO_ON))
    assert isinstance(found, OutOfRange) == isinstance(truth, OutOfRange)
    if isinstance(found, Result):
        assert figures(found) == truth
    agree(within, engines=["native", "smt"], threads=[2])


@pytest.mark.slow
@settings(QUICK, max_examples=300)
@given(machines())
def test_engines_search_many_machines_within_a_constraint_as_an_oracle_does(machine: Machine) -> None:
    within = bounded(machine)
    truth = by_hand(within)
    found = outcome(lambda: reference.search(within, GO_ON)) if truth else None
    if isinstance(found, Result):
        assert figures(found) == truth
    if truth:
        agree(within, engines=["native", "gpu"], threads=[1])


class Counters(Record):
    n: Any


@action
def count_up(c: Counters, me: Annotated[Identity, Domain("me")]) -> Counters:
    require(c.n[me] < 5, "it is below the end")
    return c.but(n=c.n.but(me, c.n[me] + 1))


def counting() -> Machine:
    """Three counters that go up by one."""
    me = Id("me", 3)
    state = Counters.of(n=Array.of(me, Int(0, 5)))
    few = Promise("few", lambda c: all_of(x < 2 for x in c.n))
    small = Promise("small", lambda c: all_of(x < 3 for x in c.n))
    return Machine("counting", {}, state, state.default, [count_up], [small, few], {"me": me})


def test_the_gpu_engine_and_random_runs_stay_within_a_constraint() -> None:
    machine = counting()
    within = replace(machine.with_promises("small"), constraints=[machine.promise("few")])
    agree(within, engines=["gpu", "native"])
    assert reference.search(within).promises["small"].verdict == "holds"
    assert stateful.search(within, seconds=0.3, seed=1).undecided == ["small"]
    whole = machine.with_promises("small")
    agree_on_random_runs(reference.search(whole), stateful.search(whole, seconds=60, seed=1))


@pytest.mark.spark
def test_spark_stays_within_a_constraint(tmp_path: Any) -> None:
    machine = counting()
    with one_session("local[2]", tmp_path):
        agree(replace(machine, constraints=[machine.promise("few")]), engines=["spark"])


@settings(QUICK, max_examples=10)
@given(id_machines())
def test_with_symmetry_a_constraint_is_proved_to_treat_ids_alike_or_refused(machine: Machine) -> None:
    first, *others = machine.promises
    within = replace(machine, promises=[first], constraints=others[:1])
    if is_symmetric(within):
        agree_with_orbits(within, reference.search, native.search, most=100)


def test_a_constraint_that_names_an_id_is_refused_with_symmetry() -> None:
    machine = counting()
    alike = replace(machine, constraints=[machine.promise("few")])
    assert engines.search("native", alike, SearchRequest(symmetry=True)).complete
    first = replace(machine, constraints=[Promise("first-few", lambda c: c.n[0] < 2)])
    with pytest.raises(UsageError, match="one me id in particular"):
        engines.search("native", first, SearchRequest(symmetry=True))


@settings(QUICK, max_examples=5)
@given(machines())
def test_promises_about_steps_are_those_of_the_steps_from_states_within(machine: Machine) -> None:
    def grows(before: Any, after: Any) -> Any:
        return before.other <= after.other

    if "other" not in machine.type.fields:
        return
    within = replace(bounded(machine), promises=[every_step(grows)])
    truth = by_hand(within, lambda before, after: not grows(before, after))
    if isinstance(truth, tuple):
        for name in ("native", "reference"):
            [verdict] = engines.search(name, within, SearchRequest(keep_going=True)).promises.values()
            assert verdict.length == truth[3]
            assert verdict.text == (
                f"holds within {within.constraints[0].name}" if truth[3] is None else verdict.text
            )


def test_other_promises_about_runs_are_refused_within_a_constraint() -> None:
    @eventually
    def full(c: Any) -> Any:
        return c.n[0] == 5

    machine = counting()
    within = replace(machine, promises=[*machine.promises, full], constraints=[machine.promise("few")])
    for name in ("native", "reference", "spark", "hypothesis"):
        with pytest.raises(UsageError, match=r"promises about runs \(full\) are not checked"):
            engines.search(name, within)


LOW = """from tidemark import promise

@promise
def one_epoch(cluster):
    return cluster.quorum.leader_epoch <= 0
"""


def test_a_verdict_within_a_constraint_says_so_wherever_it_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, said, cases = (tmp_path / name for name in ("low.py", "said.json", "cases.xml"))
    file.write_text(LOW)
    words = [
        "check",
        "published/kip-320",
        "--replicas",
        "2",
        "--promises",
        str(file),
        "--constraint",
        "one-epoch",
    ]
    assert cli.main([*words, "--json", str(said), "--junit", str(cases)]) == 0
    within = "holds within one-epoch"
    assert capsys.readouterr().out.count(within) == 2
    found = json.loads(said.read_text())
    assert found["within"] == ["one-epoch"]
    assert {verdict["verdict"] for verdict in found["promises"].values()} == {within}
    assert cases.read_text().count(within) == 2
    assert cli.main(words[:-2]) == 1
    assert cli.main([*words[:-1], "no-such"]) == 2
    assert "no promise no-such" in capsys.readouterr().err


def test_in_python_a_constraint_may_be_a_promise_that_the_protocol_lacks() -> None:
    few = Promise("low", lambda cluster: cluster.quorum.leader_epoch <= 0)
    found = check("published/kip-320", "weak-isr", constraints=[few], replicas=2)
    assert [verdict.text for verdict in found.promises.values()] == ["holds within low"]


def test_a_machine_in_a_file_has_no_constraints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[2] / "docs/examples/lease/mutex.py").read_text(encoding="utf-8")
    bounded_text = text.replace('{"client": client})', '{"client": client}, constraints=[mutual_exclusion])')
    assert bounded_text != text
    (tmp_path / "mine.py").write_text(bounded_text)
    assert cli.main(["check", str(tmp_path / "mine.py")]) == 2
    assert "name them with `tidemark check --constraint`" in capsys.readouterr().err
