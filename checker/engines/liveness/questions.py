"""The questions about a machine: each promise about runs, for each choice of its parameters.

Three kinds are promises about single states in disguise: *every step* (no step from here breaks it), *no deadlock*
(some step leads from here), and *sometimes* (the opposite never holds, which is to be violated). The others ask for the
graph of states: an engine is given their predicates, and answers by its own algorithm. What changes nothing is no step.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tidemark.base.authors import is_shipped
from tidemark.checker.engines.outcomes import outcomes
from tidemark.checker.engines.reference import successors
from tidemark.checker.runs.results import Run, RunStep
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import TRUTH
from tidemark.spec.expressions.model_errors import ModelError, show_value
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import symbolic_state
from tidemark.spec.machines.temporal import TemporalPromise, every_step, no_deadlock, sometimes
from tidemark.spec.machines.tracing import trace
from tidemark.spec.types.members import argument_text
from tidemark.spec.types.operators import not_


@dataclass(frozen=True)
class Question:
    """A promise about runs of a machine, with one choice of its parameters."""

    machine: Machine
    promise: TemporalPromise
    arguments: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The promise's name, with the arguments."""
        arguments = ", ".join(f"{name}={argument_text(value)}" for name, value in self.arguments.items())
        return f"{self.promise.name}({arguments})" if arguments else self.promise.name

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return self.promise.kind.name

    def values(self, *states: Any) -> tuple[Any, ...]:
        """What its predicates are in a state, or in the two states of a step.

        Raises:
            ModelError: the function returns something else than its kind needs.
        """
        returned, kind = self.promise.function(*states, **self.arguments), self.promise.kind
        truths = returned if kind.values > 1 and isinstance(returned, tuple) else (returned,)
        if len(truths) != kind.values or not all(map(_is_truth, truths)):
            pair = "two truth values, what is followed and by what"
            raise ModelError(
                f"the promise {self.promise.name} returns {show_value(returned)}, and must return "
                f"{pair if kind.values > 1 else 'a truth value'}",
                self.promise.place,
            )
        return truths

    def require_traceable(self) -> None:
        """Refuse a user's promise that can't be traced, or means something else when it is.

        Raises:
            ModelError: it can't.
        """
        if not is_shipped(self.promise.function):
            _, _, state = symbolic_state(self.machine.type)
            trace(self.promise, lambda: self.values(*[state] * self.promise.kind.states), Context(lifts=True))

    def predicates(self) -> list[Promise]:
        """Its predicates, as promises about single states."""
        count = self.promise.kind.values
        return [self._promise(f"{self.name} #{k}", _value(self, k)) for k in range(count)]

    def about_states(self) -> Promise | None:
        """The same question about single states; None where there is none."""
        if self.kind == every_step.name:
            return self._promise(self.name, lambda state: self._keeps(state))
        if self.kind == no_deadlock.name:
            return self._promise(self.name, lambda state: self._goes_on(state))
        if self.kind == sometimes.name:
            return self._promise(self.name, lambda state: not_(self.values(state)[0]))
        return None

    def _promise(self, name: str, function: Callable[[Any], Any]) -> Promise:
        function.__wrapped__ = self.promise.function  # type: ignore[attr-defined]  # its place is the author's line
        return Promise(name, function)

    def _keeps(self, state: Any) -> Any:
        """Whether every step from a state keeps the promise."""
        keeps: Any = True
        for following, happens in _steps(self.machine, state):
            keeps = (not_(happens) | self.values(state, following)[0]) & keeps
        return keeps

    def _goes_on(self, state: Any) -> Any:
        """Whether a step leads from a state, or it may be the end."""
        goes_on = self.values(state)[0]
        for _, happens in _steps(self.machine, state):
            goes_on = happens | goes_on
        return goes_on

    def restate(self, run: Run) -> Run:
        """The run to a state that breaks the question about states, as one that breaks the promise: with the step."""
        steps = list(run.steps)
        if self.kind == every_step.name:
            last = steps[-1].state
            before = self.machine.decode(last)
            breaking = [
                RunStep(instance, after)
                for instance, after in successors(self.machine, last)
                if after != last and not self.values(before, self.machine.decode(after))[0]
            ]
            steps.append(min(breaking, key=lambda step: step.state))
        return Run(self.machine, self.promise.name, steps)


def _value(question: Question, k: int) -> Callable[[Any], Any]:
    return lambda state: question.values(state)[k]


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool) or (isinstance(value, Expr) and value.kind == TRUTH)


def _steps(machine: Machine, state: Any) -> Iterator[tuple[Any, Any]]:
    """The state after each action instance, and whether it happens: it is enabled, and changes something."""
    for following, enabled in outcomes(machine, state):
        yield following, enabled & not_(following == state)


def questions(machine: Machine) -> list[Question]:
    """Every promise about runs, with every choice of its parameters, in order.

    Raises:
        ModelError: one of a user's can't be traced.
    """
    all_questions = [
        Question(machine, promise, dict(zip(promise.parameters, values, strict=True)))
        for promise in machine.temporal
        for values in itertools.product(*(machine.domains[d].values() for d in promise.parameters.values()))
    ]
    for question in all_questions:
        question.require_traceable()
    return all_questions
