"""Which steps of a counterexample the loss needs: found by leaving each one out and trying the others again.

A step is *needed* if, without it, the other steps of the run, taken in any order and as far as they are enabled, still
promise that the lost value stays, but never break the promise. Without a step that is not needed there is no value to
lose, or it is lost anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from checker.engines.reference import broken_promises
from checker.runs.results import Run, State
from spec.errors import Disabled
from spec.family import family_of
from spec.machine import Instance, Machine, OutOfRange

LIMIT = 5_000
"""How many situations are tried without one step; more than that and the step counts as not needed."""


def needed_steps(run: Run, value: int | None) -> set[int]:
    """The numbers of the steps without which the lost value would have survived; none where no value was lost."""
    if value is None:
        return set()
    machine = run.machine

    @cache  # many situations are one state with other steps left
    def after(state: State, place: int) -> State | None:
        instance = run.steps[place].instance
        assert instance
        return _after(machine, state, instance)

    return {number for number in range(2, run.length + 1) if _is_needed(run, number, value, after)}


After = Callable[[State, int], State | None]
"""The state after the step at a place of the run, from some state; None where the step is not enabled there."""


def _is_needed(run: Run, number: int, value: int, after: After) -> bool:
    machine = run.machine
    kept, tried = False, _without(run, number, after)
    if tried is None:
        return False
    for state in tried:
        if run.promise in broken_promises(machine, state)[0]:
            return False
        kept = kept or _must_stay(machine, state, value)
    return kept or any(_must_stay(machine, step.state, value) for step in run.steps[: number - 1])


def _must_stay(machine: Machine, state: State, value: int) -> bool:
    telling = family_of(machine).telling
    return telling.must_stay(telling.see(machine.decode(state)), value)


def _without(run: Run, number: int, after: After) -> set[State] | None:
    """Every state that the later steps reach from before a step, each taken at most once, in any order.

    None where that is more than `LIMIT` situations.
    """
    start = (run.steps[number - 2].state, frozenset(range(number, len(run.steps))))
    seen, frontier = {start}, [start]
    while frontier:
        state, left = frontier.pop()
        for place in sorted(left):
            following = after(state, place)
            if following is None:
                continue
            reached = (following, left - {place})
            if reached not in seen:
                if len(seen) >= LIMIT:
                    return None
                seen.add(reached)
                frontier.append(reached)
    return {state for state, _ in seen}


def _after(machine: Machine, state: State, instance: Instance) -> State | None:
    try:
        return machine.encode(machine.run(machine.decode(state), instance), instance)
    except (Disabled, OutOfRange):
        return None
