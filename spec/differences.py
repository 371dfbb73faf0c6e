"""What differs between two states, field by field.

Everything follows from the state type, so this serves any protocol: the steps that a command prints, the first
difference that a replay reports, and the facts about a step where a family gives none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tidemark.spec.composites import ArrayType, RecordType
from tidemark.spec.types import Type


@dataclass(frozen=True)
class Change:
    """A field that two states hold differently: its path (`seats[0].free`) and both values as text."""

    path: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path}: {self.old} → {self.new}"


def changes(type: Type, old: Any, new: Any, path: str = "") -> Iterator[Change]:
    """The fields in which two values of one type differ, in order."""
    for (where, field, was), (_, _, now) in zip(
        _fields(type, old, path), _fields(type, new, path), strict=True
    ):
        if field.show(was) != field.show(now):
            yield Change(where, field.text(was), field.text(now))


def texts(type: Type, value: Any) -> dict[str, str]:
    """Every field of a value as text, by its path."""
    return {path: field.text(part) for path, field, part in _fields(type, value, "")}


def _fields(type: Type, value: Any, path: str) -> Iterator[tuple[str, Type, Any]]:
    """The fields of a value, in order: path, type and value. A sequence or a record with text is one field."""
    match type:
        case RecordType() if not type.has_own_text:
            for name, field in type.fields.items():
                yield from _fields(field, getattr(value, name), f"{path}.{name}" if path else name)
        case ArrayType():
            for place, index in enumerate(type.index.values()):
                yield from _fields(type.element, value.items[place], f"{path}[{type.index.show(index)}]")
        case _:
            yield path, type, value
