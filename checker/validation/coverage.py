"""What of a model no log has exercised: actions, guards and branches, over the runs that explain them.

An action is exercised if a run takes it. A guard is exercised if, in a state of a run, it alone refuses an action: then
the log would have been explained otherwise without it. A branch is one side of a `where` of an action that a run takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tidemark.checker.runs.results import Run, State
from tidemark.checker.validation.values import value_of
from tidemark.spec.context import Context
from tidemark.spec.errors import Disabled
from tidemark.spec.expression import Expr
from tidemark.spec.machine import Machine, symbolic_state

Branch = tuple[str, bool]


class Coverage:
    """What the runs so far have exercised. actions, guards, branches: all that the machine has, in its order."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.logs = self.steps = 0
        self.actions = [action.name for action in machine.actions]
        self._guards_of: list[tuple[int, list[tuple[Expr, str]]]] = []
        self._branches_of: dict[tuple[object, ...], list[tuple[Expr, str]]] = {}
        self._numbers = {one.instance.key: one.instance for one in machine.symbolic.actions}
        self._lift()
        self.guards = list(dict.fromkeys(name for _, found in self._guards_of for _, name in found))
        self.branches = list(
            dict.fromkeys(
                (place, side)
                for found in self._branches_of.values()
                for _, place in found
                for side in (True, False)
            )
        )
        self._taken: set[str] = set()
        self._refused: set[str] = set()
        self._sides: set[Branch] = set()
        self._seen: set[State] = set()

    def _lift(self) -> None:
        """The guards and branches of each instance, as expressions."""
        _, _, state = symbolic_state(self.machine.type)
        for number, one in enumerate(self.machine.symbolic.actions):
            with Context(lifts=True, branches=[]) as said:
                try:
                    self.machine.run(state, one.instance)
                except Disabled:
                    continue
            name = one.instance.action.name
            self._guards_of.append((number, [(c, f"{name}: {why}") for c, why in said.guards]))
            assert said.branches is not None
            self._branches_of[one.instance.key] = [(c, f"{place} in {name}") for c, place in said.branches]

    def note(self, run: Run) -> None:
        """Note a run that explains a log."""
        self.logs += 1
        self.steps += run.length - 1
        for before, step in pairwise(run.steps):
            assert step.instance
            self._taken.add(step.instance.action.name)
            for condition, place in self._branches_of.get(step.instance.key, ()):
                self._sides.add((place, bool(value_of(condition, before.state))))
        for one in run.steps:
            if one.state not in self._seen:
                self._seen.add(one.state)
                self._note_guards(one.state)

    def _note_guards(self, state: State) -> None:
        for _, guards in self._guards_of:
            if all(name in self._refused for _, name in guards):
                continue
            failing = [name for condition, name in guards if not value_of(condition, state)]
            if len(failing) == 1:
                self._refused.add(failing[0])

    @property
    def actions_left(self) -> list[str]:
        """The actions that no run has taken."""
        return [name for name in self.actions if name not in self._taken]

    @property
    def guards_left(self) -> list[str]:
        """The guards that have never been the only one to refuse."""
        return [name for name in self.guards if name not in self._refused]

    @property
    def branches_left(self) -> list[str]:
        """The sides of branches that no run has taken."""
        left: Sequence[Branch] = [one for one in self.branches if one not in self._sides]
        return [
            f"{place}, where the condition {'holds' if side else 'does not hold'}" for place, side in left
        ]
