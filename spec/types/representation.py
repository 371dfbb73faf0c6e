"""What is true of the fields of every value, whatever a machine does: the invariant of each representation.

A sequence has a field for every place, used or not, and a network a word for every slot. An unused place holds the
default of its element, and the messages of a network stand in order, so that equal values have equal fields. Every
operation keeps that. A proof about all states may assume it, once it is shown that
every action keeps it (`tidemark.checker.engines.symmetry.canonical`). Without it a proof meets states that no run
reaches, such as a list of length 0 whose first place holds client 2.

| representation | its fields in a canonical value |
|---|---|
| a number, a truth value, a label, an id, `none`, a set of ids | one field, within its domain |
| a record, an array | those of its parts |
| a set of other values | a truth value for each value that could be a member, and 0 |
| a sequence | its length, and for each place an element: the default one from `length` on |
| a network, a bag | its size, and for each slot the words of a message: valid, in order, zero from `size` on |
| a message | words; what they stand for is canonical too |
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tidemark.spec.expressions.kinds import Truth
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.leaves import Type
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.operators import all_of
from tidemark.spec.types.sequences import SequenceType


def is_canonical(type: Type, value: Any) -> Truth:
    """Whether a value has the fields that the operations of its type give it.

    This does not ask whether a field is within its domain: that is checked before a state is written or assumed.
    """
    match type:
        case RecordType():
            return all_of(is_canonical(part, getattr(value, name)) for name, part in type.fields.items())
        case ArrayType():
            return all_of(is_canonical(type.element, element) for element in value.items)
        case SequenceType():
            default = type.element.default
            unused = ((value.length > k) | (element == default) for k, element in enumerate(value.items))
            return all_of([*unused, *(is_canonical(type.element, element) for element in value.items)])
        case NetworkType():
            messages = map(type.unpack, value.slots)
            return type.is_canonical(value) & all_of(is_canonical(type.element, m) for m in messages)
        case _:
            return True


def find_sequences_and_networks(
    type: Type, first: int = 0
) -> Iterator[tuple[SequenceType | NetworkType, int]]:
    """Every sequence and network in the values of a type, with the number of its first field; the outer ones first.

    first: the number of the first field of the value itself.
    """
    if isinstance(type, (SequenceType, NetworkType)):
        yield type, first
    for part in getattr(type, "parts", ()):
        yield from find_sequences_and_networks(part, first)
        first += len(part.domains)
