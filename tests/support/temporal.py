"""Machines with promises about runs and fairness, and what must be the same of them in both engines that check such."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from tests.support.random_machines import machines
from tidemark.base.errors import UsageError
from tidemark.checker.analyses.replay import replay
from tidemark.checker.engines.liveness import by_reference
from tidemark.checker.engines.liveness.questions import questions
from tidemark.checker.engines.native import liveness
from tidemark.checker.engines.native.liveness import components
from tidemark.checker.engines.reference import moves
from tidemark.checker.runs.results import Limits, Result, Verdict
from tidemark.spec import (
    Action,
    Fairness,
    Int,
    Machine,
    Number,
    Promise,
    Record,
    TemporalPromise,
    any_of,
    fair,
    not_,
    require,
    strongly_fair,
)
from tidemark.spec.machines.fairness import conditions
from tidemark.spec.machines.machine import OutOfRange
from tidemark.spec.machines.temporal import (
    TemporalKind,
    always_eventually,
    can_always_reach,
    eventually,
    eventually_always,
    every_step,
    leads_to,
    no_deadlock,
    sometimes,
)
from tidemark.spec.types.members import MemberType

PLAIN_KINDS = (
    eventually,
    leads_to,
    always_eventually,
    eventually_always,
    can_always_reach,
    sometimes,
    every_step,
    no_deadlock,
)
"""The kinds that z3 and Spark check too: tests/support/nested_promises.py has the others."""
MOST_CONDITIONS = 6
"""How many conditions of fairness a random machine has at most: the shortest loop is sought among all ways to them."""


FEW_STATES = 200
"""In so few states all steps are taken once more, to compare verdicts with what they mean."""


class Place(Record):
    """Where a walk on a small graph is."""

    at: Number


def graph(
    edges: dict[str, tuple[int, int]],
    promises: list[Any],
    fairness: tuple[Fairness, ...] = (),
    first: int = 0,
) -> Machine:
    """A machine that walks on a graph: an action for each edge."""
    places = Place.of(at=Int(0, max(first, *map(max, edges.values()))))
    actions = [Action(name, _walk(*edge), {}) for name, edge in edges.items()]
    return Machine("graph", {}, places, places(at=first), actions, promises, fairness=fairness)


def _walk(begin: int, end: int) -> Any:
    def walk(place: Place) -> Place:
        require(place.at == begin, f"it is at {begin}")
        return place.but(at=end)

    return walk


def about_runs(kind: TemporalKind, first: Promise, second: Promise) -> TemporalPromise:
    """A promise of a kind, with the predicates of two promises about states."""
    p, q = first.function, second.function
    name = f"{first.name}-{kind.name}"
    if kind.values == 3:
        return TemporalPromise(name, lambda s: (p(s) != q(s), p(s), q(s)), kind=kind)
    if kind.values == 2:
        return TemporalPromise(name, lambda s: (p(s), q(s)), kind=kind)
    if kind.states == 2:
        return TemporalPromise(name, lambda before, after: not_(p(before)) | q(after), kind=kind)
    return TemporalPromise(name, p, kind=kind)


@st.composite
def temporal_machines(draw: st.DrawFn) -> Machine:
    """A random machine with a promise of each kind, and random fairness."""
    machine = draw(machines())
    pairs = [tuple(machine.promises), tuple(machine.promises)[::-1]]
    promises = [about_runs(kind, *draw(st.sampled_from(pairs))) for kind in PLAIN_KINDS]
    fairness = [fair(*machine.actions, each=False)] if draw(st.booleans()) else list[Fairness]()
    for _ in range(draw(st.integers(0, 3))):
        chosen = draw(st.lists(st.sampled_from(list(machine.actions)), min_size=1, max_size=3, unique_by=id))
        shared = [
            name
            for name, domain in chosen[0].parameters.items()
            if all(name in a.parameters for a in chosen)
            and not isinstance(machine.domains[domain], MemberType)
        ]
        by: list[bool | str] = [False, False, *shared]
        if not any(isinstance(machine.domains[d], MemberType) for a in chosen for d in a.parameters.values()):
            by.append(True)
        one = draw(st.sampled_from([fair, strongly_fair]))(*chosen, each=draw(st.sampled_from(by)))
        if len(conditions([*fairness, one], machine.instances)) <= MOST_CONDITIONS:
            fairness.append(one)
    return replace(machine, promises=[*machine.promises, *promises], fairness=fairness)


@st.composite
def graphs(draw: st.DrawFn) -> Machine:
    """A walk on a small random graph, mostly one that goes on for ever, with a promise of each kind."""
    places = st.integers(0, draw(st.integers(2, 6)))
    edges = draw(st.lists(st.tuples(places, places), min_size=3, max_size=12, unique=True))
    named = {f"edge_{number}": edge for number, edge in enumerate(edges)}
    sets = [draw(st.sets(places, max_size=4)) for _ in range(2)]
    pair = [Promise(f"p{k}", lambda s, k=k: any_of(s.at == n for n in sets[k])) for k in range(2)]
    promises = [about_runs(kind, *draw(st.permutations(pair))) for kind in PLAIN_KINDS]
    fairness = [fair(*named, each=False)] if draw(st.integers(0, 3)) else []
    for _ in range(draw(st.integers(0, 3))):
        chosen = draw(st.lists(st.sampled_from(sorted(named)), min_size=1, max_size=3, unique=True))
        fairness.append(draw(st.sampled_from([fair, strongly_fair]))(*chosen, each=draw(st.booleans())))
    return graph(named, promises, tuple(fairness), first=edges[0][0])


@contextmanager
def smallest_blocks() -> Iterator[None]:
    """Lets several threads look for components and ways in the smallest graph, each in one state after another."""
    kept = components.BLOCK, components.FEW
    components.BLOCK, components.FEW = 1, 0
    try:
        yield
    finally:
        components.BLOCK, components.FEW = kept


def agree_on_runs(machine: Machine, max_states: int = 10_000) -> dict[str, Verdict]:
    """The native engine, with one thread and with three, finds what the reference engine does; every run replays.

    Gives the verdicts; none where the machine is too large, or writes outside a domain.
    """
    try:
        truth = by_reference.check(machine, Limits(max_states=max_states))
    except OutOfRange:
        return {}
    if not truth.complete:
        return {}
    for threads in (1, 3):
        with smallest_blocks() if threads > 1 else nullcontext():
            found = liveness.check(machine, threads=threads)
        assert (truth.distinct_states, truth.generated_states) == (
            found.distinct_states,
            found.generated_states,
        )
        assert list(truth.promises) == list(found.promises)
        if truth.endings is not None:
            assert endings_of(truth) == endings_of(found)
        for name, verdict in truth.promises.items():
            agree_on_verdict(name, verdict, found.promises[name])
    _require_replayed(truth)
    if truth.distinct_states <= FEW_STATES:
        _require_meaning(machine, truth)
    return truth.promises


def agree_on_verdict(name: str, truth: Verdict, found: Verdict) -> None:
    """Everything of two verdicts is the same."""
    assert (truth.verdict, truth.length) == (found.verdict, found.length), name
    others = [(one.vacuous, one.minimality, one.note) for one in (truth, found)]
    assert others[0] == others[1], name
    assert run_of(truth) == run_of(found), name


def endings_of(result: Result) -> Any:
    """Where the runs of a machine end up."""
    return result.endings and [
        (one.actions, one.states, [[(str(s.instance), s.state) for s in run.steps] for run in one.runs])
        for one in result.endings
    ]


def run_of(verdict: Verdict) -> Any:
    """The steps of the run of a verdict, and where it returns."""
    run = verdict.run
    return run and ([(str(step.instance), step.state) for step in run.steps], run.loop)


def _require_meaning(machine: Machine, truth: Result) -> None:
    """What is said of steps, of deadlocks and of single states follows from the states and the steps between them.

    A step leads to another state: all engines ask the same predicates, and would be wrong together.
    """
    after = {first: moves(machine, first) for first in machine.initial_states}
    waiting = list(after)
    for state in waiting:
        for other in after[state]:
            if other not in after:
                after[other] = moves(machine, other)
                waiting.append(other)
    plain = {state: machine.decode(state) for state in after}
    for promise in machine.temporal:
        asked = [one for one in questions(machine) if one.promise is promise]
        if promise.kind is every_step:
            holds = all(
                one.values(plain[state], plain[other])[0]
                for one in asked
                for state, others in after.items()
                for other in others
            )
        elif promise.kind is no_deadlock:
            holds = all(one.values(plain[state])[0] or after[state] for one in asked for state in after)
        elif promise.kind is sometimes:
            holds = all(any(one.values(state)[0] for state in plain.values()) for one in asked)
        else:
            continue
        assert (truth.promises[promise.name].verdict == "holds") is bool(holds), promise.name


def _require_replayed(result: Result) -> None:
    for name, verdict in result.promises.items():
        if verdict.run:
            try:
                replay(verdict.run)
            except UsageError as error:
                raise AssertionError(f"{name}: {error}") from None
