"""What differs between two states, field by field.

Everything follows from the state type, so this serves any protocol: the steps that a command prints, the first
difference that a replay reports, and the facts about a step where a family gives none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from spec.composites import ArrayType, RecordType
from spec.types import Type


@dataclass(frozen=True)
class Change:
    """A field that two states hold differently: its path (`seats[0].free`) and both values as text."""

    path: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path}: {self.old} → {self.new}"


def changes(type: Type, old: Any, new: Any, path: str = "") -> Iterator[Change]:
    """The fields in which two values of one type differ, in order. A sequence or a record with text is one field."""
    match type:
        case RecordType() if not type.has_own_text:
            for name, field in type.fields.items():
                below = f"{path}.{name}" if path else name
                yield from changes(field, getattr(old, name), getattr(new, name), below)
        case ArrayType():
            for place, index in enumerate(type.index.values()):
                below = f"{path}[{type.index.show(index)}]"
                yield from changes(type.element, old.items[place], new.items[place], below)
        case _:
            if type.show(old) != type.show(new):
                yield Change(path, type.text(old), type.text(new))
