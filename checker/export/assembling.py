"""Values of the terms of their flattened fields: what `fields_of_term` undoes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tidemark.checker.export.lowering import TermLowering, fields_of_term, function_of, value_term
from tidemark.checker.export.patterns import HOLE, bind, fill, has_hole, unify
from tidemark.checker.export.terms import (
    FALSE,
    TRUE,
    Term,
    either,
    junction,
    literal,
    number,
    record,
    rewrite,
    term,
)
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.sequences import SequenceType
from tidemark.spec.types.value_sets import ValueSetType


def parts_of_fields(type: Any, fields: Sequence[Any]) -> Iterator[tuple[Any, Sequence[Any]]]:
    """The types of the parts of a value, each with its flattened fields."""
    begin = 0
    for part in type.parts:
        end = begin + len(part.domains)
        yield part, fields[begin:end]
        begin = end


def assemble(type: Type, fields: Sequence[Term]) -> Term:
    """The value of these fields. Words stand for those of a message."""
    if isinstance(type, LeafType):
        return fields[0]
    if whole := whole_of(type, fields):
        return whole
    condition = next((f.args[0] for f in fields if f.head == "if"), None)
    if condition is not None and len(fields) > 1:
        ways = [_branch(fields, condition, k) for k in (1, 2)]
        if all(f.head != "if" or f.args[0] is condition for f in fields):
            return either(condition, *[assemble(type, way) for way in ways])
    parts = list(parts_of_fields(type, fields)) if not isinstance(type, NetworkType) else []
    match type:
        case RecordType():
            return record(tuple(type.fields), [assemble(part, values) for part, values in parts])
        case ArrayType():
            return function_of(type, [assemble(part, values) for part, values in parts])
        case SequenceType():
            return sequence_of(fields[0], [assemble(part, values) for part, values in parts[1:]])
        case ValueSetType():
            return value_set_of(type, fields[:-1])
    assert isinstance(type, NetworkType)
    return network_of(type, fields)


def _branch(fields: Sequence[Term], condition: Term, number: int) -> list[Term]:
    return [f.args[number] if f.head == "if" and f.args[0] is condition else f for f in fields]


def whole_of(type: Type, fields: Sequence[Term]) -> Term | None:
    """The value whose fields these are, where it has a term already."""
    first = fields[0]
    if isinstance(type, (RecordType, ArrayType)):
        part, values = next(parts_of_fields(type, fields))
        inner = assemble(part, values)
        if inner.head not in ("get", "at"):
            return None
        whole = inner.args[0]
    elif isinstance(type, ValueSetType):
        if first.head != "in":
            return None
        whole = first.args[1]
    elif first.head in ("length", "message count"):
        whole = first.args[0]
    else:
        return None
    return whole if list(fields) == list(fields_of_term(type, whole)) else None


def sequence_of(length: Term, elements: Sequence[Term]) -> Term:
    """The sequence of the first elements."""
    if length.head == "number":
        return term("tuple", *elements[: length.args[0]])
    pattern = unify([number(k) for k in range(len(elements))], elements) if len(elements) > 1 else None
    if pattern is not None:
        shown = _within(fill(pattern, term("hole", -1)), length)
        return bind("function", term("range", number(1), length), shown)
    return term("first of", length, term("tuple", *elements))


def _within(pattern: Term, length: Term) -> Term:
    """A pattern over the places of a sequence; where it reads another one of this length, the element is there."""

    def change(here: Term) -> Term | None:
        is_there = (
            here.head == "item"
            and here.args[1] is term("hole", -1)
            and length is term("length", here.args[0])
        )
        return term("element", here.args[0], HOLE) if is_there else None

    return rewrite(pattern, change)


def members_of(type: ValueSetType) -> tuple[list[Term], list[tuple[list[Term], Term]]]:
    """The values that may be members; and of records each field of them, with what stands for it in a pattern."""
    values = [value_term(type.element, member) for member in type.default.values()]
    parts = []
    if isinstance(type.element, RecordType):
        names = tuple(type.element.fields)
        for name, field in type.element.fields.items():
            held = [value_term(field, getattr(member, name)) for member in type.default.values()]
            parts.append((held, term("get", HOLE, name, names)))
    return values, parts


def value_set_of(type: ValueSetType, flags: Sequence[Term]) -> Term:
    """The set of the values whose flags hold."""
    values, parts = members_of(type)
    if all(flag in (TRUE, FALSE) for flag in flags):
        return term("set", *[v for v, flag in zip(values, flags, strict=True) if flag is TRUE])
    pattern = unify(values, flags, parts) if len(values) > 1 else None
    if pattern is None:
        return _union(
            "union",
            [either(f, term("set", v), term("set")) for v, f in zip(values, flags, strict=True)],
            term("set"),
        )
    return simple_filter(type, pattern)


def simple_filter(type: ValueSetType, pattern: Term) -> Term:
    """The values for which a pattern holds; those of a set with or without one value are written so."""
    if pattern.head in ("or", "and"):
        reads = [p for p in pattern.args if p.head == "in" and p.args[0] is HOLE and not has_hole(p.args[1])]
        rest = [p for p in pattern.args if p not in reads]
        change = (
            equal_value(type.element, rest[0] if pattern.head == "or" else None) if len(rest) == 1 else None
        )
        if len(reads) == 1 and change is not None:
            return term("union", reads[0].args[1], term("set", change))
        if len(reads) == 1 and len(rest) == 1 and pattern.head == "and" and rest[0].head == "differ":
            a, b = rest[0].args
            other = b if a is HOLE else a
            if HOLE in (a, b) and not has_hole(other):
                return term("without", reads[0].args[1], term("set", other))
    return bind("filter", term("values", type.element), pattern)


def equal_value(type: Type, condition: Term | None) -> Term | None:
    """The value that a pattern says the hole is equal to."""
    if condition is None:
        return None
    equations = condition.args if condition.head == "and" else (condition,)
    found = dict[Term, Term]()
    for equation in equations:
        if equation.head != "equal":
            return None
        a, b = equation.args
        hole, value = (a, b) if has_hole(a) else (b, a)
        if has_hole(value) or hole in found:
            return None
        found[hole] = value
    if list(found) == [HOLE]:
        return found[HOLE]
    if isinstance(type, RecordType):
        names = tuple(type.fields)
        reads = [term("get", HOLE, name, names) for name in names]
        if set(reads) == set(found):
            return record(names, [found[read] for read in reads])
    return None


def network_of(type: NetworkType, fields: Sequence[Term]) -> Term:
    """The network of the messages in the first places."""
    length, words = fields[0], len(type.unused)
    chosen = []
    for k in range(type.places):
        is_there = junction("and", [term("less", number(k), length)]) if length.head != "number" else None
        if is_there is None and k >= length.args[0]:
            break
        message = message_of(type, fields[1 + k * words : 1 + (k + 1) * words])
        single = term("bag" if type.repeats else "set", message)
        chosen.append(single if is_there is None else either(is_there, single, term(single.head)))
    return _union("sum" if type.repeats else "union", chosen, term("bag" if type.repeats else "set"))


def _union(head: str, sets: Sequence[Term], empty: Term) -> Term:
    result = empty
    for added in sets:
        result = added if result is empty else term(head, result, added)
    return result


def message_of(type: NetworkType, words: Sequence[Term]) -> Term:
    """The message of these words. One that does not fit is an error of the machine, and no case here."""
    fields = []
    for word_type, word in zip(type.word_types, words, strict=True):
        while word.head == "if" and number(-1) in word.args:
            word = word.args[2] if word.args[1] is number(-1) else word.args[1]
        for part in word_type.parts:
            leaf = part.leaf
            fields.append(
                TermLowering.part_of(word, part.shift, part.bits, leaf.lo, leaf.hi, leaf.kind)
                if part.bits
                else literal(leaf.lo, leaf.kind)
            )
    return assemble(type.element, fields)
