"""What an event may be: actions with their parameters, and what it says of the state before or after them.

A map returns such a `Choice` for each event. All of them are values: `take(…).after(…)` makes another one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tidemark.spec.expressions.kinds import Truth
from tidemark.spec.logs.mistakes import mistake

Condition = Callable[[Any], Truth]
"""What an observation says: a function of the state, as a promise is one."""
Value = Callable[[Any], Any]
"""A function of the state that gives a value of it, or a tuple of values."""


@dataclass(frozen=True)
class LogStep:
    """An action, or an observation alone (then `action` is empty), with conditions on the states around it.

    keeps: values of the state that are the same after it.
    """

    action: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    before: tuple[Condition, ...] = ()
    after: tuple[Condition, ...] = ()
    keeps: tuple[Value, ...] = ()


@dataclass(frozen=True)
class StepChoice:
    """The ways in which the model may take an event: each is a chain of steps, one after the other."""

    ways: tuple[tuple[LogStep, ...], ...]

    def before(self, condition: Condition) -> StepChoice:
        """The same, with a condition on the state before its first step."""
        _require_condition(condition, "before")
        return self._change_step(0, lambda one: replace(one, before=(*one.before, condition)))

    def after(self, condition: Condition) -> StepChoice:
        """The same, with a condition on the state after its last step."""
        _require_condition(condition, "after")
        return self._change_step(-1, lambda one: replace(one, after=(*one.after, condition)))

    def keeps(self, value: Value) -> StepChoice:
        """The same, but each step leaves a value of the state as it was: for what other events tell of."""
        if not callable(value):
            raise mistake(f"keeps() takes a function of the state, as lambda s: s.term, not {value!r}")
        return StepChoice(
            tuple(tuple(replace(step, keeps=(*step.keeps, value)) for step in steps) for steps in self.ways)
        )

    def then(self, following: StepChoice) -> StepChoice:
        """These steps, and those of the other at once behind them: an event that is several actions of the model."""
        if not isinstance(following, StepChoice):
            raise mistake(f"then() takes another step, as take(…), not {following!r}")
        return StepChoice(tuple((*first, *second) for first in self.ways for second in following.ways))

    def __or__(self, alternative: object) -> StepChoice:
        """One or the other: the search finds out which."""
        if not isinstance(alternative, StepChoice):
            raise mistake(
                f"a step is joined by | with another one, as take(…) | skip, not with {alternative!r}"
            )
        return StepChoice((*self.ways, *alternative.ways))

    def _change_step(self, index: int, change: Callable[[LogStep], LogStep]) -> StepChoice:
        if any(not chain for chain in self.ways):
            raise mistake("skip is no step, and says nothing of a state: write observe(…)")
        chains = []
        for chain in self.ways:
            steps = list(chain)
            steps[index] = change(steps[index])
            chains.append(tuple(steps))
        return StepChoice(tuple(chains))


def _require_condition(condition: object, where: str) -> None:
    if not callable(condition):
        raise mistake(f"{where}() takes a function of the state, as lambda s: s.term == 1, not {condition!r}")


def take(action: Any, /, **parameters: Any) -> StepChoice:
    """The event is this action of the model.

    parameters: those that the event tells, by name; the others may have any value. A value is one of the model's (of
    `EventMap.names`, for an id), the word of a label, or a function that says whether a value fits, as for a message:
    `take("receive", message=lambda m: m.term == 3)`.
    """
    if not isinstance(action, str) or not action:
        raise mistake(f"take() names an action of the machine, not {action!r}")
    return StepChoice(((LogStep(action, parameters),),))


def observe(condition: Condition, /) -> StepChoice:
    """The event is no action, but says something of the state: a condition that holds when it happens."""
    _require_condition(condition, "observe")
    return StepChoice(((LogStep("", after=(condition,)),),))


skip = StepChoice(((),))
"""The event is no step of the model, this time; `take(…) | skip` is an action that may have failed."""
