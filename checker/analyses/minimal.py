"""The smallest counterexample: the least bounds at which a promise breaks, then the plainest shortest run.

Bounds are lowered one after the other, in the order of `ORDER`, each as far as the promise still breaks
with the bounds after it as they were given. Among the runs of the least length at those bounds the plainest
has the fewest faults, then the fewest changes of leader, then the least replicas in the order of their
numbers.

An exhaustive engine decides whether a promise breaks at some bounds at all. Bounded search can't, so with it
the promise must break within as many states as at the bounds given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from checker.engines.reference import broken_promises, successors
from checker.runs.results import Limits, Report, Result, Run, State, Step
from spec.errors import UsageError
from spec.machine import Instance, Machine
from spec.protocol import Protocol, look_up

ORDER = (
    "replicas",
    "log-size",
    "records",
    "max-epoch",
    "crashes",
    "power-losses",
    "message-losses",
    "zombies",
)


@dataclass(frozen=True)
class Finder:
    """What looks for the smallest: `search` for the shortest violation, `plainest` among those as short.

    A `bounded` engine is given the number of states within which to look, None at first.
    """

    search: Callable[[Machine, int | None], Result]
    plainest: Callable[[Run], Run]
    bounded: bool = False


@dataclass(frozen=True)
class Smallest:
    """A promise's smallest bounds, the plainest shortest run there, and what was tried."""

    run: Run
    tried: list[tuple[dict[str, Any], int | None]]
    """Bounds, and the length of the shortest violation there (None: there is none, or none within `within`)."""
    within: int | None
    """How many states a bounded engine looked at; None: any number."""


def machine_for(
    protocol: Protocol, promise: str, bounds: Mapping[str, Any], exchanged: Mapping[str, Protocol]
) -> Machine:
    """The machine with this promise alone.

    Raises:
        UsageError: there is no such promise, or no such machine.
    """
    machine = protocol.machine(bounds, exchanged)
    known = {p.name: p for p in machine.promises}
    machine.promises = [look_up(known, promise, f"{protocol.name} has no promise")]
    return machine


def smallest(
    protocol: Protocol,
    promise: str,
    bounds: Mapping[str, Any],
    exchanged: Mapping[str, Protocol],
    engine: Finder,
) -> Smallest:
    """The smallest bounds, none above the given, at which the promise breaks, and the plainest run there.

    Raises:
        UsageError: it does not break at the given bounds, or the search did not come to an end.
    """
    whole = machine_for(protocol, promise, bounds, exchanged)
    least = dict(whole.bounds)
    found = _violation(whole, promise, engine, None)
    if found is None:
        raise UsageError(f"{whole.name} keeps {promise} at these bounds: there is nothing to minimize")
    tried: list[tuple[dict[str, Any], int | None]] = [(dict(least), found.length)]
    within = found.length if engine.bounded else None
    lows = {bound.name: bound.low for bound in protocol.family.bounds}
    for name in ORDER:
        for value in range(lows.get(name, 0), least.get(name, 0)):
            try:
                machine = machine_for(protocol, promise, {**least, name: value}, exchanged)
            except UsageError:
                continue
            run = _violation(machine, promise, engine, within)
            tried.append((dict(machine.bounds), run.length if run else None))
            if run is not None:
                least[name], found = value, run
                break
    return Smallest(engine.plainest(found), tried, within)


def _violation(machine: Machine, promise: str, engine: Finder, within: int | None) -> Run | None:
    """The shortest violation; None if there is none (within so many states)."""
    result = engine.search(machine, within)
    verdict = result.promises[promise]
    if result.interrupted:
        raise KeyboardInterrupt
    looked_far_enough = within is not None and result.depth >= within
    if verdict.verdict == "unknown" and not looked_far_enough:
        raise UsageError(f"{machine.name} with {machine.at} was not decided: {result.stopped}")
    return verdict.run


def plainest(run: Run) -> Run:
    """The plainest of the runs that break the promise in as many states as this one, a shortest one."""
    machine, cost = run.machine, Cost(run.machine)
    first = machine.encode(machine.initial)
    level: dict[State, tuple[Any, ...]] = {first: (0, 0, ())}
    seen = {first}
    parents: list[dict[State, tuple[State, Instance]]] = []
    numbers = {id(instance): number for number, instance in enumerate(machine.instances)}
    for _ in range(run.length - 1):
        following: dict[State, tuple[Any, ...]] = {}
        came: dict[State, tuple[State, Instance]] = {}
        for state, (faults, changes, path) in level.items():
            for instance, reached in successors(machine, state):
                if reached in seen:
                    continue
                choice = (tuple(int(v) for v in instance.arguments.values()), numbers[id(instance)])
                more = cost.of(state, reached)
                whole = (faults + more[0], changes + more[1], (*path, choice))
                if reached not in following or whole < following[reached]:
                    following[reached], came[reached] = whole, (state, instance)
        seen.update(following)
        parents.append(came)
        level = following
    ends = [state for state in level if run.promise in broken_promises(machine, state)[0]]
    last = min(ends, key=lambda state: level[state])
    return Run(machine, run.promise, list(_back(parents, last, first)))


def _back(parents: list[dict[State, tuple[State, Instance]]], last: State, first: State) -> Iterator[Step]:
    steps, state = [], last
    for came in reversed(parents):
        before, instance = came[state]
        steps.append(Step(instance, state))
        state = before
    yield Step(None, first)
    yield from reversed(steps)


class Cost:
    """What surprises in a step: a fault (paid from a budget, or a smaller ISR), and a change of leader.

    `budget`, `leader` and `isr` are the places of these fields in a state; None where a machine has no such field.
    """

    def __init__(self, machine: Machine) -> None:
        places = {leaf.path: place for place, leaf in enumerate(machine.leaves)}
        self.budget = [place for path, place in places.items() if path.startswith("budget.")]
        self.leader, self.isr = places.get("quorum.leader"), places.get("quorum.isr")

    def of(self, before: State, after: State) -> tuple[int, int]:
        faults = sum(before[place] - after[place] for place in self.budget)
        if self.isr is not None:
            faults += (before[self.isr] & ~after[self.isr]) != 0
        changed = self.leader is not None and before[self.leader] not in (-1, after[self.leader])
        return faults, int(changed)


def in_which_sense(found: Smallest) -> str:
    """In which sense the counterexample is minimal."""
    run = found.run
    named = ", ".join(name for name in ORDER if name in run.machine.bounds)
    breaks = "breaks" if found.within is None else f"breaks within {found.within} states"
    return (
        f"Minimal in this sense: in the order {named}, each bound is the least at which {run.promise} still "
        f"{breaks}, with those before it lowered already and those after it as given; at these bounds no run is "
        f"shorter; and among the runs of {run.length} states this one has the fewest faults, then the fewest "
        "changes of leader, then the first replicas."
    )


def native(limits: Limits, report: Report | None = None) -> Finder:
    """The native engine, within limits."""
    from checker.engines.native.search import search

    return Finder(lambda machine, _within: search(machine, limits, report), plainest)


def smt(max_length: int, seconds: float | None = None, report: Report | None = None) -> Finder:
    """z3, which at first looks at runs of up to `max_length` states, with so many seconds for each question."""
    from checker.analyses.plainest_by_z3 import plainest as plainest_by_z3
    from checker.engines.smt import bounded

    return Finder(
        lambda machine, within: bounded.search(machine, Limits(), report, within or max_length, seconds),
        plainest_by_z3,
        bounded=True,
    )
