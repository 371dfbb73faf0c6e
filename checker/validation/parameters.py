"""Which values of an action's parameter fit what a map gives: a value, or a function that says whether one fits."""

from __future__ import annotations

from typing import Any

from tidemark.base.errors import UsageError
from tidemark.spec.expressions.kinds import Constant, none
from tidemark.spec.logs.steps import LogStep
from tidemark.spec.types.leaves import LeafType, WrongShape
from tidemark.spec.types.members import ChoiceType, number_of
from tidemark.spec.types.parts import Composite, OneField


def describe(value: Any) -> str:
    """What a map gives for a parameter, in words."""
    return "what it asks for" if callable(value) else repr(value)


def fitting_values(name: str, value: Any, type: LeafType, step: LogStep) -> frozenset[int]:
    """The values of a parameter that fit what the map gives, as ints.

    Raises:
        UsageError: it is of another type.
    """
    family = type.kind.family
    if callable(value) and not isinstance(value, Constant):
        return frozenset(number_of(candidate) for candidate in type.values() if value(candidate))
    if isinstance(value, (Composite, OneField)):
        try:
            type.flatten(value, [])
        except WrongShape as error:
            raise UsageError(f"{name} of {step.action} {error.complaint}") from None
        return frozenset([number_of(value)])
    if family == "set" or (isinstance(type, ChoiceType) and type.is_numbered):
        raise UsageError(
            f"{name} of {step.action} is {value!r}, and must be {type}, or a function that asks for one"
        )
    fits = {
        "number": isinstance(value, int) and not isinstance(value, (bool, Constant)),
        "truth": isinstance(value, bool),
        "label": isinstance(value, str) or getattr(value, "kind", None) is type.kind,
        "id": value is none or getattr(value, "kind", None) is type.kind,
    }
    if not fits.get(family, False):
        hint = {
            "number": f', as e.number("{name}") reads it',
            "truth": f', as e.truth("{name}") reads it',
            "label": ", as its word is text",
            "id": f', which log.names("{step.action and type.kind.name}") gives',
        }.get(family, "")
        raise UsageError(f"{name} of {step.action} is {value!r}, and must be {type.kind}{hint}")
    if family == "label" and isinstance(value, str):
        return frozenset([type.kind.labels.index(value)]) if value in type.kind.labels else frozenset()
    return frozenset([int(value)]) if type.lo <= int(value) <= type.hi else frozenset()
