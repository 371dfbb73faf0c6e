"""What of a model no log has exercised: actions, guards and branches, over the runs that explain them.

An action is exercised if a run takes it. A guard is exercised if, in a state of a run, it alone refuses an action: then
the log would have been explained otherwise without it. A branch is one side of a `where` of an action that a run takes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tidemark.checker.runs.results import Run, State
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import symbolic_state

Branch = tuple[str, bool]
"""The place of a `where`, and whether its condition holds."""


@dataclass
class NewCoverage:
    """What one run has exercised that no run before had."""

    actions: list[str] = field(default_factory=list)
    guards: list[str] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)


class LogCoverage:
    """What the runs so far have exercised. actions, guards, branches: all that the machine has, in its order."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.logs = self.steps = 0
        self.actions = [action.name for action in machine.actions]
        self._guards_of: list[tuple[int, list[tuple[Expr, str]]]] = []
        self._branches_of: dict[tuple[object, ...], list[tuple[Expr, str]]] = {}
        self._numbers = {symbolic.instance.key: symbolic.instance for symbolic in machine.symbolic.actions}
        self._lift()
        self.guards = list(dict.fromkeys(name for _, labelled in self._guards_of for _, name in labelled))
        self.branches = list(
            dict.fromkeys(
                (branch, side)
                for labelled in self._branches_of.values()
                for _, branch in labelled
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
        for number, symbolic in enumerate(self.machine.symbolic.actions):
            with Context(lifts=True, branches=[]) as context:
                try:
                    self.machine.run(state, symbolic.instance)
                except Disabled:
                    continue
            name = symbolic.instance.action.name
            self._guards_of.append((number, [(c, f"{name}: {why}") for c, why in context.guards]))
            assert context.branches is not None
            self._branches_of[symbolic.instance.key] = [
                (c, f"{branch} in {name}") for c, branch in context.branches
            ]

    def note(self, run: Run) -> NewCoverage:
        """Note a run that explains a log; gives what it is the first to exercise."""
        new = NewCoverage()
        for before, step in pairwise(run.steps):
            assert step.instance
            new.actions.append(step.instance.action.name)
            for condition, branch in self._branches_of.get(step.instance.key, ()):
                new.branches.append((branch, bool(value_of(condition, before.state))))
        for step in run.steps:
            if step.state not in self._seen:
                self._seen.add(step.state)
                new.guards += self._guards_alone(step.state)
        return self.add(new, 1, run.length - 1)

    def add(self, exercised: NewCoverage, logs: int, steps: int) -> NewCoverage:
        """Add what was exercised by a number of logs; gives what nothing before had."""
        self.logs, self.steps = self.logs + logs, self.steps + steps
        new = NewCoverage(
            [name for name in dict.fromkeys(exercised.actions) if name not in self._taken],
            [name for name in dict.fromkeys(exercised.guards) if name not in self._refused],
            [branch for branch in dict.fromkeys(exercised.branches) if branch not in self._sides],
        )
        self._taken.update(new.actions)
        self._refused.update(new.guards)
        self._sides.update(new.branches)
        return new

    def _guards_alone(self, state: State) -> list[str]:
        """The guards that alone refuse an action in a state, but for those of which that is known."""
        lone_guards = set[str]()
        for _, guards in self._guards_of:
            if all(name in self._refused or name in lone_guards for _, name in guards):
                continue
            failing = [name for condition, name in guards if not value_of(condition, state)]
            if len(failing) == 1:
                lone_guards.add(failing[0])
        return [name for name in self.guards if name in lone_guards]

    def as_json(self) -> dict[str, Any]:
        """What is left, as JSON data."""
        return {
            "bounds": dict(self.machine.bounds),
            "logs": self.logs,
            "actions": self.unexercised_actions,
            "guards": self.unexercised_guards,
            "branches": self.unexercised_branches,
        }

    @property
    def unexercised_actions(self) -> list[str]:
        """The actions that no run has taken."""
        return [name for name in self.actions if name not in self._taken]

    @property
    def unexercised_guards(self) -> list[str]:
        """The guards that have never been the only one to refuse."""
        return [name for name in self.guards if name not in self._refused]

    @property
    def unexercised_branches(self) -> list[str]:
        """The sides of branches that no run has taken."""
        return [
            f"{branch}, where the condition {'holds' if side else 'does not hold'}"
            for branch, side in self.branches
            if (branch, side) not in self._sides
        ]
