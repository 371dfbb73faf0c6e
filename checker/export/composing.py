"""What a step writes, as a TLA+ user writes it: `[clients EXCEPT ![me].visits = 1]`, `Append(log, entry)`.

The graph has each field of the next state by itself. Here they become values again, from the outside inwards:

    clients[0].visits' = where(me == 0, 1, clients[0].visits)        clients' = [clients EXCEPT ![me].visits = 1]
    clients[1].visits' = where(me == 1, 1, clients[1].visits)

A composite value is compared with the one before the step, its *base*. Where no way of writing is found, the value is
written with all its parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tidemark.checker.export.assembling import (
    assemble,
    parts_of_fields,
    sequence_of,
    value_set_of,
)
from tidemark.checker.export.lowering import default_of, fields_of_term, value_term
from tidemark.checker.export.networks import NetworkLowering
from tidemark.checker.export.patterns import bind, unify
from tidemark.checker.export.terms import (
    Term,
    either,
    get,
    junction,
    literal,
    name,
    number,
    record,
    rewrite,
    term,
)
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import NUMBER, TRUTH
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.sequences import SequenceType
from tidemark.spec.types.value_sets import ValueSetType

Fields = Sequence[Expr | None]
"""Flattened fields; None for what is as in the base."""
SMALL = 16
"""The most terms of a value in which @ stands for the one before; in a larger one, what occurs twice gets a name."""
MOST_NESTED = 3
"""How many choices within each other are told apart for a whole value; there are two of it for each."""

MOST_LEVELS = 32
"""How many choices within each other an index may be."""


class Composer:
    """Writes values. lowering: makes the terms of fields."""

    def __init__(self, lowering: NetworkLowering, graph: ExpressionGraph) -> None:
        self._lowering, self._graph = lowering, graph
        self._reads: dict[tuple[int, Term], list[Term]] = {}
        self._nested = 0
        self._values: dict[tuple[int, tuple[int | None, ...], Term], Term] = {}

    def compose(self, type: Type, fields: Fields, base: Term) -> Term:
        """The value of these fields, told by what differs from the base."""
        key = (id(type), tuple([None if f is None else f.number for f in fields]), base)
        if key not in self._values:
            self._values[key] = self._compose(type, fields, base)
        return self._values[key]

    def _compose(self, type: Type, given: Fields, base: Term) -> Term:
        reads = self._fields_of(type, base)
        terms = [read if f is None else self._lowering.term(f) for f, read in zip(given, reads, strict=True)]
        if terms == reads:
            return base
        fields = [None if t is r else f for f, t, r in zip(given, terms, reads, strict=True)]
        match type:
            case LeafType():
                return terms[0]
            case ArrayType():
                return (
                    self._update_at(type, fields, base)
                    or self._by_case(type, fields, base)
                    or self._elements(type, fields, base)
                )
            case RecordType():
                return self._by_case(type, fields, base) or self._record(type, fields, base)
            case SequenceType():
                return (
                    self._append(type, fields, base)
                    or self._cut(type, terms, base)
                    or self._by_case(type, fields, base)
                    or self._sequence(type, fields, terms, base)
                )
            case NetworkType():
                return self._network(type, given, terms, base)
            case ValueSetType():
                return self._by_case(type, fields, base) or value_set_of(type, terms[:-1])
        raise AssertionError(type)

    def _fields_of(self, type: Type, base: Term) -> list[Term]:
        key = (id(type), base)
        if key not in self._reads:
            self._reads[key] = list(fields_of_term(type, base))
        return self._reads[key]

    # Choices.

    def _split(self, field: Expr | None, condition: Expr) -> tuple[Expr | None, Expr | None] | None:
        """A field where a condition holds, and where it does not; None if it does not say."""
        if field is None:
            return None, None
        graph = self._graph
        if field.op == "ite" and field.args[0] is condition:
            return field.args[1], field.args[2]
        if field.op in ("and", "or"):
            opposite = graph.negate(condition)
            for test, other in (field.args, field.args[::-1]):
                if test is condition:
                    return (other, graph.false) if field.op == "and" else (graph.true, other)
                if test is opposite:
                    return (graph.false, other) if field.op == "and" else (other, graph.true)
        if field is condition:
            return graph.true, graph.false
        if field.op == "not" and field.args[0] is condition:
            return graph.false, graph.true
        return None

    def _conditions(self, field: Expr) -> list[Expr]:
        """What a field may be chosen by."""
        if field.op == "ite":
            return [field.args[0]]
        if field.kind is not TRUTH:
            return []
        tests = field.args if field.op in ("and", "or") else (field,)
        return [test.args[0] if test.op == "not" else test for test in tests]

    def _by_case(self, type: Type, fields: Fields, base: Term) -> Term | None:
        """A value that is one where a condition holds, and another one where it does not, in all fields that change."""
        changed = [f for f in fields if f is not None]
        if len(changed) < 2 and isinstance(type, RecordType):
            return None
        if self._nested >= MOST_NESTED:
            return None
        for condition in self._conditions(changed[0]):
            ways = [self._split(f, condition) for f in fields]
            if condition.op == "const" or condition is changed[0] or any(way is None for way in ways):
                continue
            then, otherwise = ([way[k] for way in ways if way] for k in (0, 1))
            self._nested += 1
            chosen = [self.compose(type, way, base) for way in (then, otherwise)]
            self._nested -= 1
            return either(self._lowering.term(condition), *chosen)
        return None

    # Records and arrays.

    def _record(self, type: RecordType, fields: Fields, base: Term) -> Term:
        names = tuple(type.fields)
        values = [
            self.compose(part, values, get(base, name, names))
            for name, (part, values) in zip(names, parts_of_fields(type, fields), strict=True)
        ]
        changed = [
            (name, value)
            for name, value in zip(names, values, strict=True)
            if value is not get(base, name, names)
        ]
        if len(changed) == len(names) or base.head == "record":
            return record(names, values)
        updates = [
            update
            for name, value in changed
            for update in _updates(term("field", name), get(base, name, names), value)
        ]
        return term("except", base, *updates)

    def _update_at(self, type: ArrayType, fields: Fields, base: Term) -> Term | None:
        """An array with the element at an index changed."""
        chunks = [values for _, values in parts_of_fields(type, fields)]
        first = next(f for chunk in chunks for f in chunk if f is not None)
        for condition in self._conditions(first):
            if condition.op != "eq" or condition.args[1].op != "const":
                continue
            index = condition.args[0]
            if index.kind is not type.index.kind or not _is_shallow(index):
                continue
            if parted := self._part_by_index(type, chunks, index):
                return self._except(type, index, *parted, base)
        return None

    def _part_by_index(
        self, type: ArrayType, chunks: list[Fields], index: Expr
    ) -> tuple[list[Expr | None], list[Expr | None]] | None:
        """The element that is written at an index, and the fields of the array otherwise."""
        width, graph = len(type.element.domains), self._graph
        element: list[Expr | None] = [None] * width
        rest, doubtful = list[list[Expr | None]](), list[tuple[int, Expr]]()
        for k, chunk in enumerate(chunks):
            test, otherwise = graph.eq(index, graph.const(type.first + k, index.kind)), list[Expr | None]()
            for j, field in enumerate(chunk):
                way = self._split(field, test) if test.op != "const" else None
                if way is None or field is None or way[0] is None:
                    otherwise.append(field)
                    if test is not graph.false:
                        doubtful.append((j, field))  # type: ignore[arg-type]
                    continue
                if element[j] is not None and element[j] is not way[0]:
                    return None
                element[j] = way[0]
                otherwise.append(way[1])
            rest.append(otherwise)
        if all(value is None for value in element):
            return None
        if any(element[j] is not None and field is not element[j] for j, field in doubtful):
            return None
        return element, [f for chunk in rest for f in chunk]

    def _except(self, type: ArrayType, index: Expr, element: Fields, rest: Fields, base: Term) -> Term:
        before = self.compose(type, rest, base)
        at = self._lowering.term(index)
        place = term("at", before, at, type.index)
        value = self.compose(type.element, element, place)
        if value is place:
            return before
        changed = _except(before, _updates(term("index", at), place, value))
        if index.lo >= type.index.lo and index.hi <= type.index.hi:
            return changed
        return either(term("in", at, term("domain", type.index)), changed, before)

    def _elements(self, type: ArrayType, fields: Fields, base: Term) -> Term:
        """An array by its elements: as a function, or as updates."""
        literals = [literal(k, type.index.kind) for k in range(type.index.lo, type.index.hi + 1)]
        places = [term("at", base, k, type.index) for k in literals]
        elements = [
            self.compose(part, values, place)
            for place, (part, values) in zip(places, parts_of_fields(type, fields), strict=True)
        ]
        pattern = unify(literals, elements) if len(elements) > 1 else None
        if pattern is not None:
            return bind("function", term("domain", type.index), pattern)
        updates = [
            update
            for k, place, value in zip(literals, places, elements, strict=True)
            if value is not place
            for update in _updates(term("index", k), place, value)
        ]
        return _except(base, updates)

    # Sequences.

    def _append(self, type: SequenceType, fields: Fields, base: Term) -> Term | None:
        """A sequence with one more element at its end."""
        length, graph = fields[0], self._graph
        if (
            length is None
            or length.op != "add"
            or length.args[1].constant != 1
            or not _is_shallow(length.args[0])
        ):
            return None
        before, width = length.args[0], len(type.element.domains)
        element, rest = dict[int, Expr | None](), list[Expr | None]()
        for k in range(type.places):
            test = graph.eq(before, graph.const(k, NUMBER))
            for j in range(width):
                field = fields[1 + k * width + j]
                way = self._split(field, test) if test.op != "const" else None
                if way is None or field is None:
                    rest.append(field)
                    continue
                if element.setdefault(j, way[0]) is not way[0]:
                    return None
                rest.append(way[1])
        new = list[Term]()
        for j, domain in enumerate(type.element.domains):
            value = element.get(j)
            if value is None and domain.lo < domain.hi:
                return None
            new.append(literal(domain.lo, domain.kind) if value is None else self._lowering.term(value))
        if not self._is_sound_append(type, fields, before, element):
            return None
        source = self.compose(type, [before, *rest], base)
        return term("append", source, assemble(type.element, new))

    def _is_sound_append(
        self, type: SequenceType, fields: Fields, before: Expr, element: Mapping[int, Expr | None]
    ) -> bool:
        """Whether each place is written where it is the next one."""
        graph, width = self._graph, len(type.element.domains)
        for k in range(type.places):
            test = graph.eq(before, graph.const(k, NUMBER))
            if test is graph.false:
                continue
            for j, value in element.items():
                field = fields[1 + k * width + j]
                way = self._split(field, test) if field is not None and test.op != "const" else None
                if value is not None and way is None and field is not value:
                    return False
        return True

    def _cut(self, type: SequenceType, terms: list[Term], base: Term) -> Term | None:
        """A sequence without its first elements, or without its last ones."""
        reads, width = self._fields_of(type, base), len(type.element.domains)
        length = term("length", base)
        places = [tuple(terms[1 + k * width : 1 + (k + 1) * width]) for k in range(type.places)]
        olds = [tuple(reads[1 + k * width : 1 + (k + 1) * width]) for k in range(type.places)]
        default = tuple(literal(d.lo, d.kind) for d in type.element.domains)
        for gone in range(1, type.places):
            shorter = term("minus", length, number(gone))
            limits = (either(term("less", number(gone), length), shorter, number(0)),)
            if terms[0] in limits and places == [*olds[gone:], *[default] * gone]:
                return term("later", base, number(gone + 1))
        new = terms[0]
        is_least = new.head == "if" and new.args[0].head == "less" and new.args[1:] == new.args[0].args
        if not (is_least and length in new.args[1:]):
            return None
        for k, (place, old) in enumerate(zip(places, olds, strict=True)):
            used = term("less", number(k), new)
            wanted = tuple(either(used, o, d) for o, d in zip(old, default, strict=True))
            bare = tuple(junction("and", [o, used]) if d.head == "false" else w
                         for o, d, w in zip(old, default, wanted, strict=True))  # fmt: skip
            if place not in (wanted, bare):
                return None
        return term("earlier", base, new)

    def _sequence(self, type: SequenceType, fields: Fields, terms: list[Term], base: Term) -> Term:
        default = default_of(type.element)
        elements = [
            self.compose(part, values, term("item", base, number(k), default, type.places))
            for k, (part, values) in enumerate(list(parts_of_fields(type, fields))[1:])
        ]
        return sequence_of(terms[0], elements)

    # Networks.

    def _network(self, type: NetworkType, fields: Fields, terms: list[Term], base: Term) -> Term:
        """A network by how it was derived from another one."""
        if not any(f is None for f in fields):
            nodes = [f for f in fields if f is not None]
            if all(f.op == "const" for f in nodes):
                return value_term(type, type.decode(tuple([f.args[0] for f in nodes])))
            key = tuple([f.number for f in nodes])
            derivation = self._graph.derived.get(key)
            if derivation and tuple([f.number for f in derivation.source]) != key:
                source = self.compose(type, derivation.source, base)
                if made := self._lowering.derive(derivation, source):
                    return made
        conditions = {f.args[0].number: f.args[0] for f in fields if f is not None and f.op == "ite"}
        for condition in conditions.values():
            ways = [self._split(f, condition) or (f, f) for f in fields]
            then, otherwise = ([way[k] for way in ways] for k in (0, 1))
            if self._is_written(type, then, base) and self._is_written(type, otherwise, base):
                return either(
                    self._lowering.term(condition),
                    self.compose(type, then, base),
                    self.compose(type, otherwise, base),
                )
        return assemble(type, terms)

    def _is_written(self, type: NetworkType, fields: Fields, base: Term) -> bool:
        """Whether a network is the base, or told by operations."""
        nodes = [f for f in fields if f is not None]
        reads = self._fields_of(type, base)
        if all(f is None or self._lowering.term(f) is r for f, r in zip(fields, reads, strict=True)):
            return True
        if len(nodes) < len(fields):
            return False
        key = tuple([f.number for f in nodes])
        return (
            key in self._graph.derived
            or all(f.op == "const" for f in nodes)
            or any(f.op == "ite" for f in nodes)
        )


def _is_shallow(index: Expr) -> bool:
    """Whether an index may be compared with constants: the graph looks into what it is chosen from, at each level."""
    for _ in range(MOST_LEVELS):
        if index.op != "ite":
            return True
        index = index.args[2]
    return False


def _updates(step: Term, place: Term, value: Term) -> Iterator[Term]:
    """What EXCEPT says of a value at a place, whose last step leads to it from the value that is changed."""
    if value.head != "except" and value.size <= SMALL:
        value = rewrite(value, lambda t: name("@") if t is place else None)
    if value.head == "except" and value.args[0] is place:
        for update in value.args[1:]:
            yield term("update", update.args[0], step, *update.args[1:])
    else:
        yield term("update", value, step)


def _except(base: Term, updates: Iterator[Term] | Sequence[Term]) -> Term:
    if base.head == "except":
        return term("except", *base.args, *updates)
    return term("except", base, *updates)
