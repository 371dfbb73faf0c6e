"""The questions about a machine: each promise about runs, for each choice of its parameters.

Three kinds are promises about single states in disguise: *every step* (no step from here breaks it), *no deadlock*
(some step leads from here), and *sometimes* (the opposite never holds, which is to be violated). The others ask for the
graph of states: an engine is given their predicates, and answers by its own algorithm. What changes nothing is no step.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tidemark.base.authors import is_shipped
from tidemark.checker.engines.outcomes import outcome_of, outcomes
from tidemark.checker.engines.reference import successors
from tidemark.checker.runs.results import Run, RunStep
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import TRUTH
from tidemark.spec.expressions.model_errors import Disabled, ModelError, show_value
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance, symbolic_state
from tidemark.spec.machines.temporal import TemporalPromise, every_step, no_deadlock, sometimes
from tidemark.spec.machines.tracing import trace
from tidemark.spec.types.members import argument_text
from tidemark.spec.types.operators import not_


@dataclass(frozen=True)
class Question:
    """A promise about runs of a machine, with one choice of its parameters. of: the question that is given this one."""

    machine: Machine
    promise: TemporalPromise
    arguments: Mapping[str, Any]
    of: str = field(default="", kw_only=True)

    @property
    def name(self) -> str:
        """The promise's name, with the arguments."""
        arguments = ", ".join(f"{name}={argument_text(value)}" for name, value in self.arguments.items())
        name = f"{self.of} given {self.promise.name}" if self.of else self.promise.name
        return f"{name}({arguments})" if arguments else name

    @cached_property
    def premises(self) -> list[Question]:
        """The questions that a run keeps if it is one that this one is about."""
        return [
            each for promise in self.promise.given for each in questions_of(self.machine, promise, self.name)
        ]

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
            raise ModelError(
                f"the promise {self.promise.name} returns {show_value(returned)}, and must return "
                f"{_RETURNS[kind.values]}",
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
        """Its predicates, as promises about single states: of one about steps, those of each action instance."""
        if self.promise.kind.states > 1:
            instances = self.machine.instances
            return [
                self._promise(f"{self.name} #{k}", _keeps(self, each)) for k, each in enumerate(instances)
            ]
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


def _keeps(question: Question, instance: Instance) -> Callable[[Any], Any]:
    """Whether the step from a state by an instance keeps what a question asks of steps; also where there is none."""

    def keeps(state: Any) -> Any:
        try:
            following, enabled = outcome_of(question.machine, state, instance)
        except Disabled:
            return True
        return not_(enabled) | question.values(state, following)[0]

    return keeps


_RETURNS = {
    1: "a truth value",
    2: "two truth values, what is followed and by what",
    3: "three truth values: where it begins, what holds until, and until what",
}


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
    all_questions = [each for promise in machine.temporal for each in questions_of(machine, promise)]
    for question in all_questions:
        for each in (question, *question.premises):
            each.require_traceable()
    return all_questions


def questions_of(machine: Machine, promise: TemporalPromise, of: str = "") -> list[Question]:
    """A promise about runs of a machine, with every choice of its parameters, in order; or one that `of` is given."""
    domains = (machine.domains[domain].values() for domain in promise.parameters.values())
    return [
        Question(machine, promise, dict(zip(promise.parameters, values, strict=True)), of=of)
        for values in itertools.product(*domains)
    ]
