"""The steps that a map gives for an event, with numbers of action instances, and how they are taken from a state."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.runs.results import State
from tidemark.checker.validation.transitions import Transitions
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.logs.steps import Condition, LogStep, Value
from tidemark.spec.types.members import NetworkMember

Messages = tuple[tuple[str, Callable[[Any], Any]], ...]
"""For each parameter that is a message, whether one fits."""


@dataclass(frozen=True)
class Stage:
    """One step of a way. numbers: of the instances that it may be; None for an observation alone.

    messages: for each parameter that is a message, whether one fits. problem: why no instance fits, where that is so.
    """

    step: LogStep
    numbers: tuple[int, ...] | None
    messages: Messages = ()
    problem: str = ""

    @property
    def before(self) -> tuple[Condition, ...]:
        return self.step.before

    @property
    def after(self) -> tuple[Condition, ...]:
        return self.step.after


Way = tuple[Stage, ...]
Taken = tuple[tuple[int, State], ...]
"""Instances by their numbers, each with the state after it."""


def key_of(ways: list[Way]) -> Hashable:
    """A key that ways share where they are the same, also with the same functions in them."""
    return tuple(tuple(_key_of_stage(stage) for stage in way) for way in ways)


def _key_of_stage(stage: Stage) -> Hashable:
    step = stage.step
    return (
        step.action,
        stage.numbers,
        stage.messages,
        stage.problem,
        step.before,
        step.after,
        step.keeps,
    )


def take_stages(transitions: Transitions, state: State, stages: Way) -> list[tuple[State, Taken]]:
    """The states that a way leads to from a state, each with the instances and states on it."""
    if len(stages) == 1:
        return take_stage(transitions, state, stages[0])
    paths: list[tuple[State, Taken]] = [(state, ())]
    for stage in stages:
        paths = list(
            itertools.chain.from_iterable(
                [(after, (*path, *steps)) for after, steps in take_stage(transitions, last, stage)]
                for last, path in paths
            )
        )
    return paths


def take_stage(transitions: Transitions, state: State, stage: Stage) -> list[tuple[State, Taken]]:
    """The states that one stage leads to from a state, each with the instance taken and the state after it."""
    if stage.before and not holds(transitions, state, stage.before):
        return []
    if stage.numbers is None:
        return [(state, ())] if holds(transitions, state, stage.after) else []
    enabled = transitions.after(state)
    successors: list[tuple[State, Taken]] = []
    for number in stage.numbers:
        if stage.messages and not fits(transitions, state, number, stage.messages):
            continue
        after = enabled[number]
        if after is None:
            continue
        if stage.after and not holds(transitions, after, stage.after):
            continue
        if keeps(transitions, state, after, stage.step.keeps):
            successors.append((after, ((number, after),)))
    return successors


def fits(transitions: Transitions, state: State, number: int, messages: Messages) -> bool:
    """Whether the messages among an instance's arguments are there, and are those that a map asks for."""
    value, arguments = transitions.value(state), transitions.instances[number].arguments
    for name, condition in messages:
        member = arguments[name]
        assert isinstance(member, NetworkMember)
        try:
            message = member.of(value)
        except Disabled:
            return False
        if not condition(message):
            return False
    return True


def keeps(transitions: Transitions, state: State, after: State, values: tuple[Value, ...]) -> bool:
    """Whether these values are the same in the state after a step as in the one before it."""
    for value in values:
        pairs = zip(
            *(_values(value(transitions.value(compared))) for compared in (state, after)), strict=True
        )
        if not all(same(a, b) for a, b in pairs):
            return False
    return True


def _values(values: Any) -> tuple[Any, ...]:
    return values if isinstance(values, tuple) else (values,)


def same(a: Any, b: Any) -> bool:
    """Whether two values of states are equal.

    Raises:
        UsageError: they have no truth value that says so.
    """
    answer = a == b
    if not isinstance(answer, bool):
        raise UsageError(f"keeps gives {a!r}, which is no value of the state: give one, or a tuple of some")
    return answer


def holds(transitions: Transitions, state: State, conditions: tuple[Condition, ...]) -> bool:
    """Whether a state agrees with what was observed."""
    value = transitions.value(state)
    for condition in conditions:
        answer = condition(value)
        if not isinstance(answer, bool):
            raise UsageError(f"an observation gives {answer!r}, and must give a truth value")
        if not answer:
            return False
    return True
