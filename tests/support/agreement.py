"""Comparing engines: everything that must not depend on the engine, as the reference engine has it."""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest

from tests.support import named, orbits
from tests.support.host_device import searched_by_threads
from tidemark import impl
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import capacity
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.shrinking import Attempts
from tidemark.checker.engines.random.shrinking import number_steps, on_values
from tidemark.checker.engines.smt import bounded
from tidemark.checker.engines.spark import search as spark
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric
from tidemark.checker.runs.results import Limits, Result, Run, RunStep, State, Verdict
from tidemark.spec import Machine
from tidemark.spec.machines.machine import OutOfRange

SMT_LENGTH = 6
"""How many states bounded search looks ahead in random machines; the published violations are looked for in full."""
GO_ON = Limits(keep_going=True)
BOUNDS = ("replicas", "log-size", "records", "max-epoch")


def at(protocol: str, bounds: str) -> Machine:
    """A protocol at bounds such as 3/2/2/2: replicas, log size, records and max epoch."""
    return impl.protocol(protocol).machine(dict(zip(BOUNDS, map(int, bounds.split("/")), strict=True)))


def outcome(search: Callable[[], Result]) -> Result | OutOfRange:
    """A result, or the error of a write outside a domain."""
    try:
        return search()
    except OutOfRange as error:
        return error


def agree(
    machine: Machine,
    length: int = SMT_LENGTH,
    max_states: int | None = None,
    engines: Collection[str] = ("native", "smt"),
    threads: Collection[int] = (1, 2),
) -> None:
    """Compare engines with the reference engine, the native one with each of these numbers of threads.

    Raises:
        AssertionError: one differs.
    """
    truth = outcome(lambda: reference.search(machine, Limits(max_states=max_states, keep_going=True)))
    if isinstance(truth, Result) and not truth.complete:
        return  # too large to be enumerated by the reference engine
    symmetric = is_symmetric(machine) and isinstance(truth, Result)
    enough = 10 * truth.distinct_states if isinstance(truth, Result) else 0
    limits = replace(GO_ON, max_states=enough + 100_000)  # a wrong engine may take a finite space for another
    compiled = list[Callable[..., Result]]()
    if "native" in engines:
        compiled += (partial(native.search, machine, limits, threads=number) for number in threads)
    if "gpu" in engines:
        compiled.append(partial(searched_by_threads, machine, limits))
    for search in compiled:
        with patch.object(capacity, "FEW", 0):  # however few states a level has, all threads work on it
            agree_exhaustively(truth, outcome(search))
            if symmetric:
                agree_on_verdicts(truth, outcome(partial(search, symmetry=True)))
    if "spark" in engines:
        usual = truth.distinct_states // truth.depth if isinstance(truth, Result) else 0  # in a level
        search = partial(spark.search, machine, GO_ON, master="local[2]", handover=usual * 3 // 2)
        found = outcome(search)
        assert isinstance(found, OutOfRange) or found.phases["starting Spark"] > 0
        agree_exhaustively(truth, found)
        if symmetric:
            agree_on_verdicts(truth, outcome(partial(search, symmetry=True)))
    if "smt" in engines:
        agree_within(truth, outcome(lambda: bounded.search(machine, GO_ON, max_length=length)), length)


def agree_on_classes(machine: Machine) -> None:
    """Under symmetry the compiled engines keep one state of as many classes as the reference engine."""
    truth = reference.search(machine, GO_ON, symmetry=True)
    for search in (native.search, searched_by_threads):
        found = search(machine, GO_ON, symmetry=True)
        assert (truth.distinct_states, truth.depth) == (found.distinct_states, found.depth)


def agree_with_orbits(machine: Machine, *searches: Callable[..., Result], most: int = 1_000) -> bool:
    """With symmetry each engine finds a state of each orbit, and every verdict. False if there are too many states."""
    truth = orbits.space(machine, most, machine.symmetric_kinds())
    if truth.too_large:
        return False
    for search in searches:
        found = outcome(partial(search, machine, GO_ON, symmetry=True))
        if isinstance(found, OutOfRange):
            assert found.run.length == truth.outside
            last = machine.decode(found.run.steps[-1].state)
            with pytest.raises(OutOfRange):  # in the state that is shown, not in one that stands for it
                machine.encode(machine.run(last, found.instance), found.instance)
            continue
        assert truth.outside is None
        assert (found.distinct_states, found.depth) == (truth.orbits, truth.depth)
        assert violated(found) == truth.lengths
        for verdict in found.promises.values():
            if verdict.run:
                replay(verdict.run)
        assert {name for name, one in found.promises.items() if not one.vacuous} == truth.met
    return True


def violated(result: Result) -> dict[str, int | None]:
    """The length of the counterexample of each promise that is violated."""
    return {name: one.length for name, one in result.promises.items() if one.verdict == "violated"}


def agree_on_names(machine: Machine) -> None:
    """A machine with hard names has the figures and verdicts of the same one with easy names, in their order."""
    assert figures(machine) == figures(named.machine(named.EASY))


def figures(machine: Machine) -> list[Any]:
    found = reference.search(machine, GO_ON)
    verdicts = [(v.verdict, v.length, v.vacuous) for v in found.promises.values()]
    coverage = [(c.enabled, c.changing) for c in found.actions.values()]
    return [found.distinct_states, found.generated_states, found.depth, verdicts, coverage]


def agree_on_attempts(machine: Machine, seeds: int = 3, tries: int = 20, length: int = 25) -> int:
    """Steps of random runs are taken alike by machine code and on plain values. Gives how often they broke a promise.

    Some of the steps are left out and some exchanged, so that others can no longer be taken.
    """
    kernel, broken = Kernel(machine, symmetry=False), 0
    for seed in range(seeds):
        draw = random.Random(seed)
        steps = random_steps(machine, draw, length)
        for promise in machine.promises:
            run = Run(machine, promise.name, steps)
            known, begun = number_steps(run)
            by_machine_code, on_plain_values = Attempts(kernel, run, known), on_values(run, known)
            for _ in range(tries):
                changed = [n if draw.random() < 0.8 else draw.randrange(len(known)) for n in begun]
                tried = [n for n in changed if draw.random() < 0.9]
                truth = on_plain_values(tried)
                assert by_machine_code(tried) == truth, (promise.name, [str(known[n]) for n in tried])
                broken += truth is not None
    return broken


def random_steps(machine: Machine, draw: random.Random, length: int) -> list[RunStep]:
    """The steps of a run, up to a write outside a domain."""
    steps = [RunStep(None, draw.choice(machine.initial_states.states))]
    while len(steps) < length:
        try:
            following = list(reference.successors(machine, steps[-1].state))
        except OutOfRange:
            break
        if not following:
            break
        steps.append(RunStep(*draw.choice(following)))
    return steps


def agree_exhaustively(truth: Result | OutOfRange, found: Result | OutOfRange) -> None:
    """Everything is the same: counts, coverage, verdicts, runs; or the run to a write outside a domain is as long."""
    if isinstance(truth, OutOfRange) or isinstance(found, OutOfRange):
        assert isinstance(truth, OutOfRange)
        assert isinstance(found, OutOfRange)
        assert truth.run.length == found.run.length
        return
    counts = operator.attrgetter("distinct_states", "generated_states", "depth")
    assert counts(truth) == counts(found)
    assert truth.actions == found.actions
    agree_on_verdicts(truth, found)
    for name, verdict in truth.promises.items():
        assert steps_of(verdict) == steps_of(found.promises[name]), name


def steps_of(verdict: Verdict) -> list[tuple[str, State]]:
    return [(str(step.instance), step.state) for step in verdict.run.steps] if verdict.run else []


def agree_on_verdicts(truth: Result, found: Result | OutOfRange) -> None:
    assert isinstance(found, Result)
    for name, verdict in truth.promises.items():
        other = found.promises[name]
        assert (verdict.verdict, verdict.length) == (other.verdict, other.length), name


def agree_within(truth: Result | OutOfRange, found: Result | OutOfRange, length: int) -> None:
    """What there is within that many states was found, as short; and nothing else."""
    if isinstance(truth, OutOfRange):
        if truth.run.length < length:
            assert isinstance(found, OutOfRange)
            assert found.run.length == truth.run.length
        return
    assert isinstance(found, Result)
    for name, verdict in truth.promises.items():
        other = found.promises[name]
        if verdict.length is not None and verdict.length <= length:
            assert (other.verdict, other.length) == ("violated", verdict.length), name
        else:
            assert other.verdict in ("unknown", verdict.verdict), name


def only(machine: Machine, names: list[str]) -> Machine:
    """The machine with these of its promises."""
    return replace(machine, promises=[p for p in machine.promises if p.name in names])


def agree_on_random_runs(truth: Result, found: Result) -> None:
    """Everything was found, none of it shorter than the shortest, and by runs that the machine can take."""
    for name, verdict in found.promises.items():
        assert verdict.run, name
        assert verdict.length >= truth.promises[name].length
        steps = [step.instance for step in verdict.run.steps[1:]]
        assert reference.run_of(verdict.run.machine, name, steps, verdict.run.steps[0].state) == verdict.run
        assert name in reference.broken_promises(verdict.run.machine, verdict.run.steps[-1].state)[0]
