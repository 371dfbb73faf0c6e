"""What differs between two states, field by field, and how a person reads a value.

Everything follows from the state type, so this serves any protocol: the text that `tidemark check` prints,
the first difference that `replay` reports, and the changes that the views highlight.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from checker.runs.results import Run
from spec.composites import ArrayType, RecordType, SequenceType
from spec.types import LeafType, Type


@dataclass(frozen=True)
class Change:
    """A field that two states hold differently: its path (`replicas[0].log`) and both values as text."""

    path: str
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path}: {self.old} → {self.new}"


def text(type: Type, value: Any) -> str:
    """A plain value in the fewest characters that a person reads without a legend."""
    match type:
        case SequenceType():
            return f"[{' '.join(text(type.element, value.items[k]) for k in range(value.length))}]"
        case RecordType() if list(type.fields) == ["id", "epoch"]:
            return f"m{int(value.id)}@{int(value.epoch)}"
        case RecordType():
            return "(" + ", ".join(f"{n} {text(d, getattr(value, n))}" for n, d in type.fields.items()) + ")"
        case ArrayType():
            return f"[{', '.join(text(type.element, item) for item in value.items)}]"
        case LeafType() if type.kind.family == "set":
            return "{" + ", ".join(map(str, type.show(value))) + "}"
        case LeafType() if type.kind.family == "truth":
            return "yes" if value else "no"
    shown = type.show(value)
    return "none" if shown is None else str(shown)


def changes(type: Type, old: Any, new: Any, path: str = "") -> Iterator[Change]:
    """The fields in which two values of one type differ, in order. A sequence is one field."""
    match type:
        case RecordType() if list(type.fields) != ["id", "epoch"]:
            for name, field in type.fields.items():
                below = f"{path}.{name}" if path else name
                yield from changes(field, getattr(old, name), getattr(new, name), below)
        case ArrayType():
            for place, index in enumerate(type.index.values()):
                below = f"{path}[{type.index.show(index)}]"
                yield from changes(type.element, old.items[place], new.items[place], below)
        case _:
            if type.show(old) != type.show(new):
                yield Change(path, text(type, old), text(type, new))


def numbered_steps(run: Run) -> str:
    """Each step with its number and action, and below it each field that it changed."""
    machine, lines = run.machine, []
    width = len(str(run.length))
    before = None
    for number, step in enumerate(run.steps, 1):
        state = machine.decode(step.state)
        lines.append(f"{number:>{width}}. {step.instance or 'the initial state'}")
        if before is not None:
            lines += [f"{'':{width}}    {change}" for change in changes(machine.type, before, state)]
        before = state
    return "\n".join(lines)
