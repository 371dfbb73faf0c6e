"""Which steps of a counterexample the loss needs: found by leaving each one out and trying the others again.

A step is *needed* if, without it, the other steps of the run, taken in any order and as far as they are enabled, still
promise that the lost value stays, but never break the promise. Without a step that is not needed there is no value to
lose, or it is lost anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from tidemark.checker.engines.native.stepping import Stepper
from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs.results import Run, State
from tidemark.spec.errors import Disabled
from tidemark.spec.family import family_of
from tidemark.spec.machine import Instance, Machine, OutOfRange

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


class _Steps:
    """Where the steps of one machine lead from its states, worked out once for all of its runs, in its own Python.

    latest: those of the machine whose run was told last: a search finds several, which share most of their states.
    """

    latest: ClassVar[_Steps | None] = None

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._known: dict[State, dict[str, State | None]] = {}

    @classmethod
    def of(cls, machine: Machine) -> _Steps:
        """The steps of a machine."""
        if cls.latest is None or cls.latest.machine is not machine:
            stepper = Stepper.of(machine)
            # A message is an argument by its place in the network: another one in another order of the steps.
            cls.latest = _CompiledSteps(stepper) if stepper and not machine.has_networks else cls(machine)
        return cls.latest

    def outcomes(self, state: State, steps: list[tuple[str, Instance]]) -> list[State | None]:
        """The states that steps, given with their names, lead to from a state; None where one is not possible."""
        known = self._known.setdefault(state, {})
        if missing := [step for step in steps if step[0] not in known]:
            known.update(self._taken(state, missing))
        return [known[name] for name, _ in steps]

    def _taken(self, state: State, steps: list[tuple[str, Instance]]) -> dict[str, State | None]:
        """The states that steps lead to, by their names."""
        plain, found = self.machine.decode(state), dict[str, State | None]()
        for name, instance in steps:
            try:
                found[name] = self.machine.encode(self.machine.run(plain, instance), instance)
            except (Disabled, OutOfRange):
                found[name] = None
        return found


class _CompiledSteps(_Steps):
    """The same by machine code, where the search has left it."""

    def __init__(self, stepper: Stepper) -> None:
        super().__init__(stepper.machine)
        self._stepper, self._names = stepper, [str(instance) for instance in stepper.instances]

    def _taken(self, state: State, steps: list[tuple[str, Instance]]) -> dict[str, State | None]:
        reached = {self._names[k]: after for k, after in self._stepper.packed(state)}
        return {name: self._stepper.unpack(reached[name]) if name in reached else None for name, _ in steps}


class _Reorderings:
    """The steps of a run taken in other orders. Each state is evaluated once."""

    def __init__(self, run: Run, value: int) -> None:
        self.run, self.value, self._machine = run, value, run.machine.only(run.promise)
        self._steps = _Steps.of(run.machine)
        self._named = {
            place: (str(step.instance), step.instance)
            for place, step in enumerate(run.steps)
            if step.instance
        }
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
        later = [place for place in range(number, len(steps)) if place in self._named]
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
        """The states that the steps at these places lead to, where they are possible."""
        reached = self._steps.outcomes(state, [self._named[place] for place in places])
        return [(place, found) for place, found in zip(places, reached, strict=True) if found is not None]
