"""Plain values: what an adapter gets and gives, compared with what a state of the model says."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from tidemark.spec.expressions.kinds import Constant
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.differences import Field, Keys
from tidemark.spec.types.leaves import Type
from tidemark.spec.types.members import NetworkMember
from tidemark.spec.types.sets import SetType


class NotPlain(ValueError):
    """A value that is not plain; the message says what it is."""


def plain(value: Any) -> Any:
    """A value of Python or of the model as JSON data: what is equal is then equal data.

    Raises:
        NotPlain: it is an object of another kind.
    """
    if value is None or value.__class__ in (bool, int, float, str):
        return value
    if isinstance(value, NetworkMember):
        return value.domain.network.element.show(value.message)
    if isinstance(value, Constant):
        return None if int(value) < 0 else value.kind.labels[value] if value.kind.labels else int(value)
    if isinstance(type_ := getattr(value, "type", None), SetType):
        return _in_order(type_.show(value))
    if isinstance(type_, Type):
        return type_.show(value)
    if isinstance(value, enum.Enum):
        return value.name
    if isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, (set, frozenset)):
        return _in_order([plain(part) for part in value])
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    raise NotPlain(
        f"{type(value).__name__} {value!r} is no plain value: give a number, a truth value, a text, None, a list, a "
        "set or a dictionary"
    )


def _in_order(members: list[Any]) -> list[Any]:
    """The members of a set of the model or of Python's in one order, so that equal sets are equal lists."""
    is_plain = all(isinstance(member, (int, float, str)) for member in members)
    return sorted(members, key=lambda member: (str(type(member)), member if is_plain else repr(member)))


def text(data: Any) -> str:
    """Plain data in few characters, as the model's own values are written."""
    if data is None:
        return "none"
    if isinstance(data, bool):
        return "yes" if data else "no"
    if isinstance(data, list):
        return f"[{', '.join(map(text, data))}]"
    if isinstance(data, dict):
        return f"({', '.join(f'{name} {text(part)}' for name, part in data.items())})"
    return str(data)


def texts(model: Any, real: Any) -> tuple[str, str]:
    """Two different data as texts that differ: `1` and `'1'`."""
    pair = text(model), text(real)
    return pair if pair[0] != pair[1] else (repr(model), repr(real))


def differing(name: str, model: Any, real: Any) -> Iterator[tuple[str, Any, Any]]:
    """The parts in which two data of one name differ: elements of lists of one length, entries of like dictionaries."""
    if isinstance(model, list) and isinstance(real, list) and len(model) == len(real):
        for index, pair in enumerate(zip(model, real, strict=True)):
            yield from differing(f"{name}[{index}]", *pair)
    elif isinstance(model, dict) and isinstance(real, dict) and model.keys() == real.keys():
        for key in model:
            yield from differing(f"{name}.{key}", model[key], real[key])
    elif model != real:
        yield name, model, real


@cache
def parts(state: RecordType) -> dict[str, Field]:
    """Every field of a state and every part of it, by the name that an adapter may observe it by."""
    return {field.path: field for field in _parts(state, "", ())}


def _parts(type_: Type, path: str, keys: Keys) -> Iterator[Field]:
    if path:
        yield Field(path, keys, type_)
    match type_:
        case RecordType():
            for name, field in type_.fields.items():
                yield from _parts(field, f"{path}.{name}" if path else name, (*keys, name))
        case ArrayType():
            for number, index in enumerate(type_.index.values()):
                yield from _parts(type_.element, f"{path}[{type_.index.show(index)}]", (*keys, number))
        case _:
            pass
