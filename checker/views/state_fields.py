"""The fields of a protocol's state: where each is, which values it holds, and what it means.

The types say which values there are. What a field means is read from the docstrings of the record classes, which
describe some of their fields as `name: meaning.`, or in a sentence that has the name between backticks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tidemark.base.counts import count_of
from tidemark.checker.views.screen import Screen
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.sequences import SequenceType
from tidemark.spec.types.value_sets import ValueSetType


@dataclass(frozen=True)
class StateField:
    """A field as the author of a promise reads it.

    path: as in `seats[guest].taken`. kind: number, truth, label, id, set, record, list or network; an array has
    the kind of its elements. values: in words. meaning: empty where no docstring says it.
    """

    path: str
    kind: str
    values: str
    meaning: str


def state_fields(state: RecordType) -> list[StateField]:
    """The fields of a state, each before the fields within it."""
    return list(_fields_of(state, ""))


def _fields_of(record: RecordType, path: str) -> Iterator[StateField]:
    meanings = field_meanings(record)
    for name, type in record.fields.items():
        yield from _describe(type, f"{path}.{name}" if path else name, meanings.get(name, ""))


def _describe(type: Type, path: str, meaning: str) -> Iterator[StateField]:
    match type:
        case RecordType():
            yield StateField(path, "record", type.cls.__name__, meaning or record_summary(type))
            yield from _fields_of(type, path)
        case ArrayType():
            index = type.index
            position = f"{index.lo}..{index.hi}" if index.kind.family == "number" else index.kind.name
            yield from _describe(type.element, f"{path}[{position}]", meaning)
        case SequenceType() | NetworkType():
            kind, position = ("list", "k") if isinstance(type, SequenceType) else ("network", "message")
            yield StateField(path, kind, f"at most {count_of(type.places, 'element')}", meaning)
            yield from _describe(type.element, f"{path}[{position}]", "")
        case ValueSetType():
            yield StateField(path, "set", str(type), meaning)
            if isinstance(type.element, RecordType):
                yield from _describe(type.element, f"{path}[element]", "")
        case LeafType():
            yield StateField(path, type.kind.family, _describe_values(type), meaning)


def _describe_values(type: LeafType) -> str:
    """The values as a promise compares them: `none` and `False` as Python writes them."""
    family = type.kind.family
    if type.lo == type.hi:
        return f"always {type.default!r}"
    if family == "label":
        return ", ".join(type.kind.labels)
    return "False or True" if family == "truth" else str(type).replace("or null", "or none")


def _paragraphs(record: RecordType) -> list[str]:
    """The paragraphs of the docstring of a record's class, each on one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", record.cls.__doc__ or "")]


def _entries(record: RecordType) -> re.Pattern[str]:
    """Where a docstring begins to say what one field means, or several: `light, guest: …`."""
    name = "|".join(map(re.escape, record.fields))
    return re.compile(rf"(?:^|(?<=[.;] ))((?:{name})(?:, (?:{name}))*): ")


def field_meanings(record: RecordType) -> dict[str, str]:
    """What the docstring of a record's class says of its fields; nothing of a field that it does not describe."""
    meanings: dict[str, str] = {}
    for paragraph in _paragraphs(record):
        _, *entries = _entries(record).split(paragraph)
        for names, meaning in zip(entries[::2], entries[1::2], strict=True):
            meanings |= dict.fromkeys(names.split(", "), meaning.strip(" ;"))
        for sentence in re.split(r"(?<=\.) ", paragraph):
            for name in record.fields:
                if f"`{name}`" in sentence:
                    meanings.setdefault(name, sentence.replace("`", ""))
    return meanings


def record_summary(record: RecordType) -> str:
    """What the docstring of a record's class says of the whole record."""
    prose = (_entries(record).split(paragraph)[0].strip() for paragraph in _paragraphs(record))
    return " ".join(filter(None, prose)).replace("`", "")


def as_text(fields: list[StateField], on: Screen) -> str:
    """The fields for a terminal: each with its values, and its meaning below."""
    lines = []
    for field in fields:
        lines += on.wrap(f"{field.path}: {field.values}", indent="    ")
        lines += on.wrap(field.meaning, "    ") if field.meaning else []
    return "\n".join(lines)
