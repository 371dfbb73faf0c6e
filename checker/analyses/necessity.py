"""Which steps of a counterexample the loss needs: found by leaving each one out and trying the others again.

A step is *needed* if, without it, the other steps of the run, taken in any order and as far as they are enabled, still
promise that the lost value stays, but never break the promise. Without a step that is not needed there is no value to
lose, or it is lost anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs.results import Run, State
from tidemark.spec.errors import Disabled
from tidemark.spec.family import family_of
from tidemark.spec.machine import OutOfRange

LIMIT = 5_000
"""How many situations are tried without one step; more than that and the step counts as not needed."""


def needed_steps(run: Run, value: int | None) -> set[int]:
    """The numbers of the steps without which the lost value would have survived; none where no value was lost."""
    if value is None:
        return set()
    tries = _Reorderings(run, value)
    return {number for number in range(2, run.length + 1) if _is_needed(run, number, tries)}


def _is_needed(run: Run, number: int, tries: _Reorderings) -> bool:
    kept = any(tries.kept(step.state) for step in run.steps[: number - 1])
    for tried, state in enumerate(tries.without(number)):
        if tried == LIMIT or tries.broken(state):
            return False
        kept = kept or tries.kept(state)
    return kept


class _Reorderings:
    """The steps of a run taken in other orders. What is to know of a state is worked out once."""

    def __init__(self, run: Run, value: int) -> None:
        self.run, self.value, self._machine = run, value, run.machine.only(run.promise)
        self._known: dict[State, dict[int, State | None]] = {}
        self.broken, self.kept = cache(self._broken), cache(self._kept)

    def _broken(self, state: State) -> bool:
        """Whether the promise of the run is broken in a state."""
        return self.run.promise in broken_promises(self._machine, state)[0]

    def _kept(self, state: State) -> bool:
        """Whether a state promises that the lost value stays."""
        telling = family_of(self._machine).telling
        return telling.must_stay(telling.see(self._machine.decode(state)), self.value)

    def without(self, number: int) -> Iterator[State]:
        """Every state that the later steps reach from before a step, each taken at most once, in any order.

        A state comes once for each situation, which is the state and the steps that are left. The order of the run
        itself comes first: without a step that is not needed it mostly leads to the loss.
        """
        steps = self.run.steps
        later = [place for place in range(number, len(steps)) if steps[place].instance]
        start = (steps[number - 2].state, frozenset(later))
        seen, frontier = {start}, [start]
        while frontier:
            state, left = frontier.pop()
            yield state
            for place, following in reversed(self._after(state, sorted(left))):
                reached = (following, left - {place})
                if reached not in seen:
                    seen.add(reached)
                    frontier.append(reached)

    def _after(self, state: State, places: list[int]) -> list[tuple[int, State]]:
        """What the steps at these places make of a state, where they are possible."""
        machine, known = self._machine, self._known.setdefault(state, {})
        missing = [place for place in places if place not in known]
        plain = machine.decode(state) if missing else None
        for place in missing:
            instance = self.run.steps[place].instance
            assert instance
            try:
                known[place] = machine.encode(machine.run(plain, instance), instance)
            except (Disabled, OutOfRange):
                known[place] = None
        return [(place, found) for place in places if (found := known[place]) is not None]
