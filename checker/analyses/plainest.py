"""The plainest of the shortest counterexamples, found by following every run, where enumeration ends.

A family says what makes a run less plain (`Family.costs`): the sum of the first cost over the steps, then the second,
and so on. Among runs of equal costs the first arguments decide, then the order of the actions, then the initial states.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from tidemark.checker.engines.bookkeeping import require_time
from tidemark.checker.engines.reference import broken_promises, successors
from tidemark.checker.runs.results import Clock, Limits, Run, RunStep, State
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

Reached = dict[State, tuple[State, Instance]]
"""For each state of a level, the last state and step before it on the plainest run to it."""


def plainest(run: Run, limits: Limits | None = None, clock: Clock | None = None) -> Run:
    """The plainest of the runs that break the promise in as many states as this shortest one.

    Raises:
        OutOfTime: the seconds of the limits have passed since the clock began.
    """
    machine, keep_time = run.machine, functools.partial(require_time, limits or Limits(), clock or Clock())
    free = (0,) * len(family_of(machine).costs)
    level: dict[State, tuple[Any, ...]] = {state: (free, (), state) for state in machine.initial_states}
    seen, parents = set(level), list[Reached]()
    order = {instance.key: number for number, instance in enumerate(machine.instances)}
    for _ in range(run.length - 1):
        level, came = _next_level(machine, level, seen, order, keep_time)
        seen.update(level)
        parents.append(came)
    ends = [state for state in level if run.promise in broken_promises(machine, state)[0]]
    last = min(ends, key=lambda state: level[state])
    steps, state = list[RunStep](), last
    for came in reversed(parents):
        before, instance = came[state]
        steps.append(RunStep(instance, state))
        state = before
    return Run(machine, run.promise, [RunStep(None, state), *reversed(steps)])


def _next_level(
    machine: Machine,
    level: dict[State, tuple[Any, ...]],
    seen: set[State],
    order: dict[tuple[Any, ...], int],
    keep_time: Callable[[], None],
) -> tuple[dict[State, tuple[Any, ...]], Reached]:
    """The states of the next level, each with the costs, choices and initial state of the plainest run to it."""
    costs = [cost.function for cost in family_of(machine).costs]
    following: dict[State, tuple[Any, ...]] = {}
    came: Reached = {}
    for state, (paid, path, first) in level.items():
        keep_time()
        before = machine.decode(state)
        for instance, reached in successors(machine, state):
            if reached in seen:
                continue
            after = machine.decode(reached)
            sums = tuple(sum_ + cost(before, after) for sum_, cost in zip(paid, costs, strict=True))
            whole = sums, (*path, (instance.key[1:], order[instance.key])), first
            if reached not in following or whole < following[reached]:
                following[reached], came[reached] = whole, (state, instance)
    return following, came
