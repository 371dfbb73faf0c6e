"""Expressions as terms: each field of a state as TLA+ reads it, and each operator.

A field of the flattened state is a part of a variable: `clients[0].visits`, `At(log, 1)` (the default beyond the end),
whether a value is in a set. A symbolic index is a chain of choices in the graph, and one index again here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.engines.solver.walker import compute_bottom_up
from tidemark.checker.export.patterns import bind, fill, unify
from tidemark.checker.export.terms import (
    FALSE,
    NONE,
    TRUE,
    Term,
    assume,
    either,
    equal,
    get,
    junction,
    literal,
    negate,
    number,
    plus,
    record,
    term,
)
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import NUMBER, WORD, Kind
from tidemark.spec.expressions.operator_table import OPERATORS, lowering_of
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.sequences import SequenceType
from tidemark.spec.types.value_sets import ValueSetType

LARGEST = (1 << 31) - 1
"""The largest number that TLC has."""


class NotInTLA(UsageError):
    """Something of a machine that has no form in TLA+ here."""


def fields_of_term(type: Type, value: Term) -> Iterator[Term]:
    """The flattened fields of a value, as TLA+ reads them. A word is told by the message that it is of."""
    match type:
        case RecordType():
            names = tuple(type.fields)
            for name, field in type.fields.items():
                yield from fields_of_term(field, get(value, name, names))
        case ArrayType():
            for index in range(type.index.lo, type.index.hi + 1):
                place = term("at", value, literal(index, type.index.kind), type.index)
                yield from fields_of_term(type.element, place)
        case SequenceType():
            yield term("length", value)
            default = default_of(type.element)
            for k in range(type.places):
                yield from fields_of_term(type.element, term("item", value, number(k), default, type.places))
        case NetworkType():
            yield term("message count", value, type)
            for k in range(type.places):
                yield from words_of_term(type, term("slot", value, number(k), type))
        case ValueSetType():
            yield from (
                term("in", value_term(type.element, member), value, type) for member in type.default.values()
            )
            yield number(0)
        case LeafType():
            yield literal(type.lo, type.kind) if type.lo == type.hi else value
        case _:
            raise NotInTLA(f"{type} has no form in TLA+")


def words_of_term(type: NetworkType, message: Term) -> list[Term]:
    """The words of a message."""
    return [term("word", message, k, type) for k in range(len(type.unused))]


def value_term(type: Type, value: Any) -> Term:
    """A plain value of a type."""
    flat: list[Any] = []
    if isinstance(type, NetworkType):
        return term("bag" if type.repeats else "set", *[value_term(type.element, m) for m in value])
    if isinstance(type, RecordType):
        return record(tuple(type.fields), [value_term(t, getattr(value, n)) for n, t in type.fields.items()])
    if isinstance(type, ArrayType):
        return function_of(type, [value_term(type.element, element) for element in value.items])
    if isinstance(type, SequenceType):
        return term("tuple", *[value_term(type.element, e) for e in value.items[: value.length]])
    if isinstance(type, ValueSetType):
        return term("set", *[value_term(type.element, member) for member in value])
    type.flatten(value, flat)
    return literal(int(flat[0]), type.kind)  # type: ignore[attr-defined]


def default_of(type: Type) -> Term:
    """The default of a type."""
    return value_term(type, type.default)


def function_of(type: ArrayType, elements: Sequence[Term]) -> Term:
    """The function of these elements."""
    values = [literal(k, type.index.kind) for k in range(type.index.lo, type.index.hi + 1)]
    pattern = unify(values, elements)
    if pattern is not None:
        return bind("function", term("domain", type.index), pattern)
    return term("function of", type.index, *elements)


class TermLowering:
    """The terms of expressions.

    readers: the flattened fields of a state; of a promise about steps those of the next state follow.
    parameters: what stands for each parameter, by the number of its node.
    """

    def __init__(self, readers: Sequence[Term], parameters: Mapping[int, Term]) -> None:
        self._readers, self._terms = readers, dict(parameters)

    def term(self, expression: Expr) -> Term:
        """The term of an expression."""
        return compute_bottom_up(self._terms, expression, self._lower)

    def _lower(self, node: Expr) -> Term:
        if node.op == "const":
            return literal(int(node.args[0]), node.kind)
        if node.op == "field":
            index: int = node.args[0]
            return self._readers[index]
        if node.op == "parameter":
            raise NotInTLA("a parameter has no name")  # pragma: no cover
        operands = [self._terms[a.number] for a in node.args if isinstance(a, Expr)]
        return lowering_of(node.op, LOWERINGS, "TLA+")(self, node, *operands)

    def of_operand(self, node: Expr, place: int) -> Term:
        """The term of an operand."""
        return self._terms[node.args[place].number]

    def choice(self, node: Expr, condition: Term, then: Term, otherwise: Term) -> Term:
        """One of two values; a chain of choices by the value of an index is one read."""
        return self._read_at(node) or either(condition, then, otherwise)

    def _read_at(self, node: Expr) -> Term | None:
        index, chosen, rest = self._chain(node)
        if index is None:
            return None
        left = (
            [v for v in range(index.lo, index.hi + 1) if v not in chosen]
            if index.hi - index.lo < 1 << 12
            else None
        )
        if left is None:
            return None
        if len(left) == 1 and left[0] >= 0 and (whole := self._pattern(index, {**chosen, left[0]: rest})):
            return whole
        pattern = self._pattern(index, chosen) if len(chosen) > 1 else None
        if pattern is None or not left:
            return pattern
        return self._with_default(index, pattern, sorted(chosen), left, rest)

    def _pattern(self, index: Expr, chosen: Mapping[int, Term]) -> Term | None:
        read = self._terms[index.number]
        values = [literal(v, index.kind) for v in chosen]
        pattern = unify(values, [assume(t, read, v) for t, v in zip(chosen.values(), values, strict=True)])
        return None if pattern is None else fill(pattern, read)

    def _with_default(
        self, index: Expr, chosen: Term, covered: list[int], left: list[int], rest: Term
    ) -> Term | None:
        """What is read at an index that may be outside. A sequence gives the default there already."""
        value = self._terms[index.number]
        if left == [-1] and index.kind.family == "id":
            return either(equal(value, NONE), rest, chosen)
        item = chosen
        while item.head == "get":
            item = item.args[0]
        if item.head == "item" and len(covered) == item.args[3] and rest is self._outside(chosen):
            return chosen
        if covered != list(range(covered[0], covered[-1] + 1)) or index.kind is not NUMBER:
            return None
        return either(term("in", value, term("range", number(covered[0]), number(covered[-1]))), chosen, rest)

    def _outside(self, read: Term) -> Term:
        """What a read of a sequence gives beyond its end."""
        if read.head == "item":
            return read.args[2]  # type: ignore[no-any-return]
        return get(self._outside(read.args[0]), read.args[1], read.args[2])

    def _chain(self, node: Expr) -> tuple[Expr | None, dict[int, Term], Term]:
        """The index by whose value one of several terms is chosen; the terms; and what is chosen otherwise."""
        index, chosen = None, dict[int, Term]()
        while node.op == "ite":
            condition = node.args[0]
            if condition.op != "eq" or condition.args[1].op != "const":
                break
            if index is not None and index is not condition.args[0]:
                break
            if condition.args[1].args[0] in chosen:  # what follows is another read at the same index
                break
            index = condition.args[0]
            chosen[condition.args[1].args[0]] = self.of_operand(node, 1)
            node = node.args[2]
        if index is None:
            return None, chosen, FALSE
        if node.op in ("and", "or"):
            for place, operand in enumerate(node.args):
                test = operand.args[0] if node.op == "or" and operand.op == "not" else operand
                is_test = test.op == "eq" and test.args[0] is index and test.args[1].op == "const"
                if is_test and (test is operand) is (node.op == "and"):
                    chosen.setdefault(test.args[1].args[0], self.of_operand(node, 1 - place))
                    return index, chosen, FALSE if node.op == "and" else TRUE
        return index, chosen, self._terms[node.number]

    # Words: messages, packed.

    def part(self, node: Expr, word: Term) -> Term:
        """A field in a word."""
        _, shift, bits, lo, hi = node.args
        return self.part_of(word, shift, bits, lo, hi, node.kind)

    @staticmethod
    def part_of(word: Term, shift: int, bits: int, lo: int, hi: int, kind: Kind) -> Term:
        """The field of a word from a bit on."""
        match word.head:
            case "word":
                for part, value in _parts(word):
                    if (part.shift, part.bits, part.leaf.kind) == (shift, bits, kind):
                        return value
                raise NotInTLA("a message is read as one of another type")
            case "join":
                before, value, least, width = word.args[:4]
                if width == bits and shift == 0:
                    return value if least == lo else plus(value, lo - least)
                return TermLowering.part_of(before, shift - width, bits, lo, hi, kind)
            case "if":
                ways = [TermLowering.part_of(w, shift, bits, lo, hi, kind) for w in word.args[1:]]
                return either(word.args[0], *ways)
        return literal(min(OPERATORS["part"].meaning(word.args[0], shift, bits, lo, hi), hi), kind)

    def compare(self, node: Expr, a: Term, b: Term) -> Term:
        """Whether two values are equal; of words, whether all fields are."""
        if node.args[0].kind is WORD:
            return self._are_equal_words(a, b)
        return equal(a, b)

    def _are_equal_words(self, a: Term, b: Term) -> Term:
        """Whether all fields of two words are equal. One that a value did not fit is no word, and equal to none."""
        absent = number(-1)
        if a is absent or b is absent:
            return TRUE if a is b else FALSE
        for word, other in ((a, b), (b, a)):
            if word.head == "if" and absent in word.args:
                ways = [self._are_equal_words(way, other) for way in word.args[1:]]
                return either(word.args[0], *ways)
        return junction("and", [equal(x, y) for x, y, _ in self._pairs(a, b)])

    def order(self, node: Expr, a: Term, b: Term) -> Term:
        """Whether one value stands before another; of words, the first fields that differ decide."""
        kind = node.args[0].kind
        if kind is NUMBER:
            return term("less", a, b)
        if kind is not WORD:
            return term("less", rank(a, kind), rank(b, kind))
        result = FALSE
        for x, y, field_kind in reversed(self._pairs(a, b)):
            first = term("less", rank(x, field_kind), rank(y, field_kind))
            result = junction("or", [first, junction("and", [equal(x, y), result])])
        return result

    def _pairs(self, a: Term, b: Term) -> list[tuple[Term, Term, Kind]]:
        """The fields of two words side by side, with their kinds."""
        layout = _layout(a) or _layout(b)
        if layout is None:
            raise NotInTLA("messages are compared whose fields are not known")
        return [(self.part_of(a, *at), self.part_of(b, *at), at[4]) for at in layout]


def _parts(word: Term) -> Iterator[tuple[Any, Term]]:
    """The parts of a word, each with the term of its field."""
    message, k, type = word.args
    fields = iter(list(fields_of_term(type.element, message)))
    for j, word_type in enumerate(type.word_types):
        for part in word_type.parts:
            value = next(fields)
            if j == k and part.bits:
                yield part, value


def _layout(word: Term) -> list[tuple[int, int, int, int, Kind]] | None:
    """The fields of a word: where each begins, its width, its least and greatest value, and its kind."""
    match word.head:
        case "word":
            return [(p.shift, p.bits, p.leaf.lo, p.leaf.hi, p.leaf.kind) for p, _ in _parts(word)]
        case "if":
            return _layout(word.args[1]) or _layout(word.args[2])
        case "join":
            before, _, lo, bits, kind = word.args
            earlier = _layout(before) or []
            above = [(shift + bits, *rest) for shift, *rest in earlier]
            most = lo + (1 << bits) - 1
            return [
                *above,
                (0, bits, lo, min(most, kind.size - 1) if kind.family in ("id", "label") else most, kind),
            ]
    return None


def rank(value: Term, kind: Kind) -> Term:
    """The number of a value in the order of its kind."""
    match kind.family:
        case "number":
            return value
        case "truth":
            return either(value, number(1), number(0))
        case "id":
            return number(-1) if value is NONE else either(equal(value, NONE), number(-1), value)
        case "label":
            result = number(kind.size - 1)
            for k, text in reversed(list(enumerate(kind.labels[:-1]))):
                result = either(equal(value, term("label", text)), number(k), result)
            return result
    identity = Kind("id", kind.name, kind.size)
    bits = [
        either(term("in", term("id", identity, k), value), number(1 << k), number(0))
        for k in range(kind.size)
    ]
    total = bits[0]
    for bit in bits[1:]:
        total = term("plus", total, bit)
    return total


def position(node: Expr, value: Term) -> Term:
    """The place of an id, from 0."""
    return value if node.args[0].lo >= 0 else either(equal(value, NONE), number(-1), value)


def _id_at(node: Expr, value: Term) -> Term:
    last = number(node.kind.size - 1)
    if node.args[0].lo >= 0 and node.args[0].hi < node.kind.size:
        return value
    return either(term("in", value, term("range", number(0), last)), value, NONE)


def _shift(node: Expr, value: Term, steps: Term) -> Term:
    ahead = term("modulo", plus(value, steps.args[0]) if steps.head == "number" else term("plus", value, steps),
                 number(node.args[2]))  # fmt: skip
    return ahead if node.args[0].lo >= 0 else either(equal(value, NONE), NONE, ahead)


def _distance(node: Expr, a: Term, b: Term) -> Term:
    ahead = term("modulo", term("minus", b, a), number(node.args[2]))
    absent = junction("or", [equal(x, NONE) for x, n in zip((a, b), node.args, strict=False) if n.lo < 0])
    return either(absent, number(-1), ahead)


def _divide(head: str, node: Expr, a: Term, b: Term) -> Term:
    """A quotient or remainder: TLA+ has them for positive divisors."""
    divisor = node.args[1]
    plain = term(head, a, b)
    if divisor.lo > 0:
        return plain
    opposite = term(head, _minus(a), _minus(b))
    turned = opposite if head == "quotient" else _minus(opposite)
    return turned if divisor.hi < 0 else either(term("less", number(0), b), plain, turned)


def _minus(value: Term) -> Term:
    return number(-value.args[0]) if value.head == "number" else term("minus", number(0), value)


def _add(_lowering: TermLowering, _node: Expr, a: Term, b: Term) -> Term:
    return plus(a, b.args[0]) if b.head == "number" else term("plus", a, b)


def _insert(_lowering: TermLowering, node: Expr, group: Term, member: Term) -> Term:
    added = term("set", member)
    if node.args[1].lo < 0:
        added = term("without", added, term("set", NONE))
    return term("union", group, added)


LOWERINGS: dict[str, Callable[..., Term]] = {
    "add": _add,
    "sub": lambda _to, _node, a, b: term("minus", a, b),
    "mul": lambda _to, _node, a, b: term("times", a, b),
    "floordiv": lambda _to, node, a, b: _divide("quotient", node, a, b),
    "mod": lambda _to, node, a, b: _divide("modulo", node, a, b),
    "eq": lambda to, node, a, b: to.compare(node, a, b),
    "lt": lambda to, node, a, b: to.order(node, a, b),
    "and": lambda _to, _node, a, b: junction("and", [a, b]),
    "or": lambda _to, _node, a, b: junction("or", [a, b]),
    "not": lambda _to, _node, a: negate(a),
    "ite": lambda to, node, *operands: to.choice(node, *operands),
    "has": lambda _to, _node, group, member: term("in", member, group),
    "insert": _insert,
    "remove": lambda _to, _node, group, member: term("without", group, term("set", member)),
    "union": lambda _to, _node, a, b: term("union", a, b),
    "minus": lambda _to, _node, a, b: term("set") if a is b else term("without", a, b),
    "size": lambda _to, _node, group: term("size", group),
    "position": lambda _to, node, value: position(node, value),
    "id_at": lambda _to, node, value: _id_at(node, value),
    "shift": lambda _to, node, value, steps: _shift(node, value, steps),
    "distance": lambda _to, node, a, b: _distance(node, a, b),
    "join": lambda _to, node, word, value: term("join", word, value, *node.args[2:], node.args[1].kind),
    "part": lambda to, node, word: to.part(node, word),
}
"""For each operator what makes its term, of the lowering, the node and the terms of its operands."""
