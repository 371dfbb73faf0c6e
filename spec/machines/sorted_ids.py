"""Ids of a sort in an order that a state gives them: one of their many renamings, without a look at the others.

    nodes: [(busy, 2), (idle, 0), (busy, 1)]     owner: node 2     waiting: {0}

Each id has a key, all that the state says about it: of node 0 `(busy, 2, is no owner, waits)`. If no key says anything
about another id of the sort, two states are renamed ones of each other where they have the same keys. So the state
whose keys are in order stands for its class. An id that is an element of an array over its own sort, or part of a
message, has no such key: then renamings are tried one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from tidemark.spec.expressions.kinds import Constant, Kind
from tidemark.spec.types.composites import ArrayType, ItemsType, RecordType
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.sequences import SequenceType
from tidemark.spec.types.sets import IdSetType
from tidemark.spec.types.value_sets import ValueSetType


def has_keys(type: Type, kind: str, others: Collection[str]) -> bool:
    """Whether each id of a sort has a key in the values of a type, and it says nothing about ids of these others."""
    if isinstance(type, (NetworkType, ValueSetType)):
        return not _is_about(type.element, (kind,))
    if isinstance(type, ArrayType) and _is_index(type, kind):
        return not _is_about(type.element, (kind, *others))
    return all(has_keys(part, kind, others) for part in _list_parts(type))


def key_of(type: Type, value: Any, kind: Kind, number: int) -> list[Any]:
    """The key of the id of this number, as plain or symbolic fields. A renamed id has it in the renamed state."""
    return list(_tell(type, value, Constant(number, kind), True))


def _tell(type: Type, value: Any, identity: Constant, is_used: Any) -> Iterator[Any]:
    match type:
        case RecordType():
            for name, part in type.fields.items():
                yield from _tell(part, getattr(value, name), identity, is_used)
        case ArrayType() if _is_index(type, identity.kind.name):
            fields: list[Any] = []
            type.element.flatten(value.items[int(identity)], fields)
            yield from fields
        case ArrayType():
            for element in value.items:
                yield from _tell(type.element, element, identity, is_used)
        case SequenceType():
            for k, element in enumerate(value.items):
                yield from _tell(type.element, element, identity, (value.length > k) & is_used)
        case IdSetType() if type.kind.name == identity.kind.name:
            yield value.has(identity)
        case LeafType() if type.kind is identity.kind:
            yield (value == identity) & is_used


def _list_parts(type: Type) -> list[Type]:
    """The types of the parts of its values, each once."""
    match type:
        case RecordType():
            return list(type.fields.values())
        case ItemsType() | NetworkType() | ValueSetType():
            return [type.element]
    return []


def _is_index(type: ArrayType, kind: str) -> bool:
    return type.index.kind.family == "id" and type.index.kind.name == kind


def _is_about(type: Type, kinds: Collection[str]) -> bool:
    """Whether values of a type have ids of these sorts, or arrays over them."""
    if isinstance(type, LeafType):
        return type.kind.family in ("id", "set") and type.kind.name in kinds
    if isinstance(type, ArrayType) and any(_is_index(type, kind) for kind in kinds):
        return True
    return any(_is_about(part, kinds) for part in _list_parts(type))
