"""What differs between two states, field by field.

Everything follows from the state type, so this serves any protocol: the steps that a command prints, the first
difference that a replay reports, and the facts about a step where a family gives none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tidemark.spec.expressions.kinds import REAL_NAMES
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.leaves import Type
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.sets import SetType

Keys = tuple[str | int, ...]
"""The names and places that lead to a field, in a value and in its JSON data."""


@dataclass(frozen=True)
class FieldChange:
    """A field that two states hold differently: its path (`seats[0].free`) and both values as text.

    came, went: the members of a network or of a set that only the second, and only the first, has.
    """

    path: str
    old: str
    new: str
    came: tuple[str, ...] = ()
    went: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.path}: {self.old} → {self.new}"

    @property
    def sentence(self) -> str:
        """The change in a sentence: of a network or a set, what has come and what has gone."""
        news = [*(f"+ {message}" for message in self.came), *(f"− {message}" for message in self.went)]
        return f"{self.path}: {', '.join(news)}" if news else str(self)


@dataclass(frozen=True)
class Field:
    """A field of a type: its path (`seats[0].free`), its keys, and its type."""

    path: str
    keys: Keys
    type: Type

    def of(self, value: Any) -> Any:
        """The field of a value."""
        for key in self.keys:
            value = getattr(value, key) if isinstance(key, str) else value.items[key]
        return value


def changes(type: Type, old: Any, new: Any) -> Iterator[FieldChange]:
    """The fields in which two values of one type differ, in order."""
    for field, was, now in _differing(type, old, new):
        before, after = members(field.type, was) or (), members(field.type, now) or ()
        came, went = Counter(after) - Counter(before), Counter(before) - Counter(after)
        texts = field.type.text(was), field.type.text(now)
        yield FieldChange(field.path, *texts, tuple(came.elements()), tuple(went.elements()))


def members(type: Type, value: Any) -> tuple[str, ...] | None:
    """The messages of a network or the members of a set as texts; None of any other value."""
    if isinstance(type, SetType):
        return tuple(map(type.element.text, value))
    if not isinstance(type, NetworkType):
        return None
    return tuple(map(type.element.text, value.members))


def shown_changes(type: Type, old: Any, new: Any) -> dict[str, Any]:
    """The fields in which two values of one type differ, by their paths: their new values as JSON data."""
    return {field.path: field.type.show(now) for field, _, now in _differing(type, old, new)}


def texts(type: Type, value: Any) -> dict[str, str]:
    """Every field of a value as text, by its path."""
    return {field.path: field.type.text(field.of(value)) for field in fields(type)}


def _differing(type: Type, old: Any, new: Any) -> Iterator[tuple[Field, Any, Any]]:
    for field in fields(type) if REAL_NAMES.get() else _all_fields(type):
        was, now = field.of(old), field.of(new)
        if was is not now and _flat(field.type, was) != _flat(field.type, now):
            yield field, was, now


def _flat(type: Type, value: Any) -> list[Any]:
    flat: list[Any] = []
    type.flatten(value, flat)
    return flat


@lru_cache(maxsize=64)
def _all_fields(type: Type) -> tuple[Field, ...]:
    return tuple(fields(type))


def fields(type: Type, path: str = "", keys: Keys = ()) -> Iterator[Field]:
    """The fields of a type, in order. A sequence or a record with text is one field."""
    match type:
        case RecordType() if not type.has_own_text:
            for name, field in type.fields.items():
                yield from fields(field, f"{path}.{name}" if path else name, (*keys, name))
        case ArrayType():
            for number, index in enumerate(type.index.values()):
                yield from fields(type.element, f"{path}[{type.index.text(index)}]", (*keys, number))
        case _:
            yield Field(path, keys, type)
