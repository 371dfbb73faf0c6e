"""`tidemark minimize`: no bound can be lowered, no run is shorter, and none of that length is plainer."""

import itertools
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.analyses import minimal
from tidemark.checker.analyses.minimal import Finder, Smallest, smallest
from tidemark.checker.analyses.plainest import plainest
from tidemark.checker.analyses.plainest_by_z3 import plainest as plainest_by_z3
from tidemark.checker.analyses.replay import replay
from tidemark.checker.cli import main
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.runs import files
from tidemark.checker.runs.results import Run, State
from tidemark.spec import Action, At, Int, Network, Number, Promise, Record, maximum, where
from tidemark.spec.families.family import Cost, Family
from tidemark.spec.machines.machine import Machine

BY_REFERENCE = Finder(lambda machine, _within: reference.search(machine), plainest)
GIVEN = {"replicas": 2, "log-size": 2, "records": 2, "max-epoch": 2}
KAFKA = {
    "log-size": 1,
    "records": 1,
    "max-epoch": 1,
    "consumers": "no",
    "checkpoint": "at-once",
    "election-order": "any",
}


@pytest.fixture(scope="module")
def found() -> Smallest:
    protocol = impl.protocol("published/high-watermark")
    return smallest(protocol, "strong-isr", GIVEN, {}, BY_REFERENCE)


def length_at(bounds: dict[str, Any]) -> int | None:
    machine = impl.protocol("published/high-watermark").machine(bounds).only("strong-isr")
    return reference.search(machine).promises["strong-isr"].length


def test_no_bound_can_be_lowered(found: Smallest) -> None:
    bounds = found.run.machine.bounds
    lows = {"replicas": 1, "log-size": 1, "records": 1, "max-epoch": 0}
    assert bounds != GIVEN
    for name in lows:
        for value in range(lows[name], bounds[name]):
            assert length_at({**bounds, name: value}) is None, name


def test_the_run_is_a_shortest_one_and_replays(found: Smallest) -> None:
    assert found.run.length == length_at(found.run.machine.bounds)
    replay(found.run)


def test_what_was_tried_is_what_the_engine_says(found: Smallest) -> None:
    assert found.tried[0] == (GIVEN, length_at(GIVEN))
    for bounds, length in found.tried:
        assert length == length_at(bounds)


def shortest_runs(machine: Machine, promise: str, length: int) -> Iterator[list[State]]:
    """Every shortest run to a violation, by following every way."""
    first = machine.encode(machine.initial)
    depth, level = {first: 1}, [first]
    for number in range(2, length + 1):
        level = [after for state in level for _, after in reference.successors(machine, state)]
        level = [state for state in dict.fromkeys(level) if depth.setdefault(state, number) == number]

    def extend(run: list[State]) -> Iterator[list[State]]:
        if len(run) == length:
            if promise in reference.broken_promises(machine, run[-1])[0]:
                yield run
            return
        following = dict.fromkeys(after for _, after in reference.successors(machine, run[-1]))
        for after in following:
            if depth.get(after) == len(run) + 1:
                yield from extend([*run, after])

    yield from extend([first])


def surprise(machine: Machine, run: list[State]) -> tuple[int, int]:
    """Faults and changes of leader, counted on decoded states."""
    states = [machine.decode(state) for state in run]
    faults = changes = 0
    for before, after in itertools.pairwise(states):
        faults += any(
            before.quorum.isr.has(b) and not after.quorum.isr.has(b) for b in before.replicas.indices()
        )
        if hasattr(before, "budget"):
            faults += sum(
                getattr(before.budget, name) - getattr(after.budget, name)
                for name in before.budget.type.fields
            )
        changes += int(before.quorum.leader) >= 0 and int(before.quorum.leader) != int(after.quorum.leader)
    return faults, changes


def replicas(machine: Machine, run: list[State]) -> list[list[int]]:
    """The arguments of each step, the least ones where several actions lead on."""
    return [
        min([*map(int, i.arguments.values())] for i, s in reference.successors(machine, before) if s == after)
        for before, after in itertools.pairwise(run)
    ]


@pytest.mark.parametrize(
    ("name", "promise", "bounds"),
    [
        pytest.param(
            "published/high-watermark",
            "strong-isr",
            {"replicas": 2, "max-epoch": 2, "log-size": 1, "records": 1},
            marks=pytest.mark.slow,
        ),
        pytest.param("kafka/0.10.2", "acknowledged-survives", KAFKA, marks=pytest.mark.slow),
        ("claimed/commit-on-leader", "acknowledged-survives", KAFKA),  # has faults, too
    ],
    ids=str,
)
def test_no_shortest_run_is_plainer(name: str, promise: str, bounds: dict[str, Any]) -> None:
    machine = impl.protocol(name).machine(bounds).only(promise)
    run = reference.search(machine).promises[promise].run
    assert run is not None
    chosen = plainest(run)
    replay(chosen)
    assert chosen.length == run.length
    keys = [
        (surprise(machine, other), replicas(machine, other))
        for other in shortest_runs(machine, promise, run.length)
    ]
    states = [step.state for step in chosen.steps]
    assert (surprise(machine, states), replicas(machine, states)) == min(keys)
    assert len(keys) > 1


def test_plainest_does_not_depend_on_which_shortest_run_it_is_given(found: Smallest) -> None:
    machine = found.run.machine
    other = reference.search(machine).promises["strong-isr"].run
    assert other is not None
    assert plainest(Run(machine, "strong-isr", other.steps)).steps == found.run.steps


@pytest.mark.parametrize(
    ("name", "promise", "bounds"),
    [
        pytest.param("published/kip-101", "weak-isr", {"replicas": 2}, marks=pytest.mark.slow),
        ("published/high-watermark", "strong-isr", {"replicas": 3, "max-epoch": 1}),
        pytest.param("kafka/0.10.2", "acknowledged-survives", KAFKA, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_z3_chooses_the_same_run(name: str, promise: str, bounds: dict[str, Any]) -> None:
    machine = impl.protocol(name).machine(bounds).only(promise)
    run = native.search(machine).promises[promise].run
    assert run is not None
    assert plainest_by_z3(run).steps == plainest(run).steps


@pytest.mark.parametrize(
    "cost",
    [
        lambda _, after: after.a,
        lambda _, after: 0 - after.a,
        lambda before, after: after.a + after.a - before.a,
        lambda before, after: maximum(after.a + after.a, before.a + 2**40),
        lambda _, after: after.a > 0,
        lambda before, after: where(before.sent.has(-70_000), after.a, 3),
        lambda _before, _after: 2**40,
    ],
)
def test_z3_adds_large_costs_and_negative_ones(cost: Callable[[Any, Any], Any]) -> None:
    def to(value: int) -> Action:
        def act(s: Costly) -> Costly:
            return s.but(a=value, steps=where(s.steps < 2, s.steps + 1, 2), sent=s.sent.send(-70_000))

        return Action(f"to {value}", act, {})

    type = Costly.of(a=Int(-(2**31) + 1, 2**31 - 1), steps=Int(0, 2), sent=Network.of(Int(-70_000, 9), 1))
    family = Family(name="costs", at=At, rules={}, promises=(), costs=(Cost("costs", cost),))
    actions = [to(70_000), to(40_000), to(-40_000), to(2_000_000_000)]
    machine = Machine(
        "costly", {}, type, type(a=0), actions, [Promise("few", lambda s: s.steps < 2)], family=family
    )
    run = reference.search(machine).promises["few"].run
    assert run is not None
    assert plainest_by_z3(run).steps == plainest(run).steps


class Costly(Record):
    a: Number
    steps: Number
    sent: Network[Number]


def test_z3_lowers_the_bounds_as_far_as_the_promise_breaks_within_as_many_states(found: Smallest) -> None:
    protocol = impl.protocol("published/high-watermark")
    by_z3 = smallest(protocol, "strong-isr", GIVEN, {}, minimal.smt(12))
    assert by_z3.within == length_at(GIVEN)
    assert by_z3.run.steps == found.run.steps
    short = smallest(protocol, "strong-isr", GIVEN, {}, minimal.smt(9))
    assert short.run is None
    assert "not decided: no run of more than 9 states" in (short.stopped or "")


@pytest.mark.slow
def test_z3_minimizes_where_no_enumeration_ends(capsys: pytest.CaptureFixture[str]) -> None:
    bounds = ["--replicas", "5", "--log-size", "8", "--records", "8", "--max-epoch", "8"]
    command = ["minimize", "published/high-watermark", "--promise", "strong-isr", "--engine", "smt"]
    assert main([*command, *bounds]) == 1
    printed = capsys.readouterr().out
    assert re.search(r"^ +5 +8 +8 +8  11$", printed, re.MULTILINE)
    assert re.search(r"^ +2 +1 +1 +1  10$", printed, re.MULTILINE)


SMALL = ["--replicas", "2", "--log-size", "1", "--records", "1", "--max-epoch", "1"]


def test_a_promise_that_holds_has_nothing_to_minimize(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["minimize", "published/kip-320", "--promise", "weak-isr", *SMALL]) == 0
    assert "weak-isr holds at these bounds: there is nothing to" in capsys.readouterr().out


def test_a_limit_keeps_what_was_found_and_is_no_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["minimize", "published/kip-320", "--promise", "weak-isr", *SMALL, "--max-states", "5"]
    assert main([*words, "--json", str(tmp_path / "found.json")]) == 3
    assert "incomplete" in capsys.readouterr().out
    found = json.loads((tmp_path / "found.json").read_text())
    assert "--max-states 5 was reached" in found["stopped"]
    assert main([*words[:-2], "--engine", "smt", "--max-length", "3"]) == 3


def test_the_command_says_in_which_sense_and_writes_the_trace(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "least.json"
    command = ["minimize", "kafka/0.10.2", "--promise", "acknowledged-survives", "--election-order", "any"]
    assert main([*command, "--output", str(path)]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "Minimal in this sense: in the order replicas, log-size, records, max-epoch, crashes," in printed
    run = files.load(path)
    replay(run)
    sizes = [run.machine.bounds[name] for name in ("replicas", "log-size", "records", "max-epoch", "crashes")]
    assert sizes == [2, 1, 1, 1, 1]
