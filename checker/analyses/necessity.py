"""Which steps of a counterexample the loss needs: found by leaving each one out and trying the others again.

A step is *needed* if, without it, the other steps of the run, taken in any order and as far as they are enabled, still
promise that the lost value stays, but never break the promise. Without a step that is not needed there is no value to
lose, or it is lost anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs.results import Run, State
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.machine import Machine, OutOfRange
from tidemark.spec.machines.symbolic import Instance

LIMIT = 5_000
"""How many situations are tried without one step; more than that and the step counts as not needed."""


def needed_steps(run: Run, value: int | None) -> set[int]:
    """The numbers of the steps without which the lost value would have survived; none where no value was lost."""
    if value is None:
        return set()
    tries = _Reorderings(run, value)
    return {number for number in range(2, run.length + 1) if _is_necessary(number, tries)}


def _is_necessary(number: int, tries: _Reorderings) -> bool:
    must_stay = any(tries.must_stay(state) for state in tries.run_states[: number - 1])
    for tried, state in enumerate(tries.without(number)):
        if tried == LIMIT or tries.broken(state):
            return False
        must_stay = must_stay or tries.must_stay(state)
    return must_stay


class _Steps:
    """Where the steps of one machine lead from its states, worked out once for all of its runs.

    A state that was met is called by its number here, since states are compared again and again.

    latest: those of the machine whose run was told last: a search finds several, which share most of their states.
    """

    latest: ClassVar[_Steps | None] = None

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._known: list[dict[str, int | None]] = []

    @classmethod
    def of(cls, machine: Machine) -> _Steps:
        """The steps of a machine."""
        if cls.latest is None or cls.latest.machine is not machine:
            cls.latest = cls(machine)
        return cls.latest

    def number(self, state: State) -> int:
        """The number of a state: the next one, if it was not met yet."""
        number = self._numbers.setdefault(state, len(self.states))
        if number == len(self.states):
            self.states.append(state)
            self._known.append({})
        return number

    def after(self, number: int, steps: dict[str, Instance]) -> dict[str, int | None]:
        """The number of the state that each step, given by its name, leads to; None where it is not possible."""
        successors = self._known[number]
        if missing := {name: instance for name, instance in steps.items() if name not in successors}:
            for name, reached in self._reach(self.states[number], missing).items():
                successors[name] = None if reached is None else self.number(reached)
        return successors

    def _reach(self, state: State, steps: dict[str, Instance]) -> dict[str, State | None]:
        """The states that steps lead to, by their names."""
        plain, reached = self.machine.decode(state), dict[str, State | None]()
        for name, instance in steps.items():
            try:
                reached[name] = self.machine.encode(self.machine.run(plain, instance), instance)
            except (Disabled, OutOfRange):
                reached[name] = None
        return reached


class _Reorderings:
    """The steps of a run taken in other orders. Each state, called by its number, is evaluated once."""

    def __init__(self, run: Run, value: int) -> None:
        self.run, self.value, self._machine = run, value, run.machine.only(run.promise)
        self._steps = _Steps.of(run.machine)
        self.run_states = [self._steps.number(step.state) for step in run.steps]
        self._named = {
            1 << position: (str(step.instance), step.instance)
            for position, step in enumerate(run.steps)
            if step.instance
        }
        self._steps_by_name = dict(self._named.values())
        self.broken, self.must_stay, self._after = (
            cache(self._breaks),
            cache(self._must_stay),
            cache(self._possible),
        )

    def _breaks(self, state: int) -> bool:
        """Whether the promise of the run is broken in a state."""
        return self.run.promise in broken_promises(self._machine, self._steps.states[state])[0]

    def _must_stay(self, state: int) -> bool:
        """Whether a state promises that the lost value stays."""
        telling = family_of(self._machine).telling
        return telling.must_stay(telling.see(self._machine.decode(self._steps.states[state])), self.value)

    def without(self, number: int) -> Iterator[int]:
        """Every state that the later steps reach from before a step, each taken at most once, in any order.

        A state comes once for each situation, which is the state and the steps that are left. The order of the run
        itself comes first: without a step that is not needed it mostly leads to the loss.
        """
        start = (self.run_states[number - 2], sum(step for step in self._named if step >= 1 << number))
        seen, frontier = {start}, [start]
        while frontier:
            state, remaining = frontier.pop()
            yield state
            for step, following in self._after(state):
                if remaining & step and (reached := (following, remaining ^ step)) not in seen:
                    seen.add(reached)
                    frontier.append(reached)

    def _possible(self, state: int) -> list[tuple[int, int]]:
        """The steps of the run that are possible in a state, each as a bit, the last one first; where they lead."""
        after = self._steps.after(state, self._steps_by_name)
        states = [(step, after[name]) for step, (name, _) in reversed(self._named.items())]
        return [(step, reached) for step, reached in states if reached is not None]
