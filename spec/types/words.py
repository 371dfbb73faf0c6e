"""Values packed side by side into words, so that a message of several fields is compared and moved as one int.

The first field has the highest bits, so that words compare as their fields do, in order. The default is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tidemark.spec.expressions.expression import Expr, ExpressionGraph, graph_of
from tidemark.spec.expressions.kinds import NUMBER, WORD, Truth
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.types.leaves import Leaf, LeafType
from tidemark.spec.types.operators import all_of, is_before
from tidemark.spec.types.parts import lift_field

Words = tuple[Any, ...]
"""A message, packed: the words of its fields, plain or symbolic."""
MOST_BITS = 30
"""In a word, so that its int and the next one fit 32 bits with their sign."""


@dataclass(frozen=True)
class Part:
    """A field in a word: the bit where it begins, and how many bits hold its value less the least one."""

    leaf: Leaf
    shift: int
    bits: int


class OutOfRangeWord(int):
    """The int of a word for which a field had a value outside its domain: it is no word, and tells that value."""

    leaf: Leaf
    value: int

    def __new__(cls, leaf: Leaf, value: int) -> OutOfRangeWord:
        self = super().__new__(cls, -1)
        self.leaf, self.value = leaf, value
        return self


class WordType(LeafType):
    """Words of certain fields."""

    def __init__(self, leaves: Sequence[Leaf]) -> None:
        shift = 0
        parts = []
        for leaf in reversed(leaves):
            parts.append(Part(leaf, shift, leaf.bits))
            shift += leaf.bits
        parts.reverse()
        super().__init__(
            WORD, 0, sum(leaf.hi - leaf.lo << p.shift for leaf, p in zip(leaves, parts, strict=True))
        )
        object.__setattr__(self, "parts", tuple(parts))

    parts: tuple[Part, ...]

    @property
    def packed(self) -> list[LeafType]:
        return [part.leaf.type for part in self.parts]

    def refusal(self, path: str, value: int) -> str:
        network = path.rpartition("[")[0]
        if not isinstance(value, OutOfRangeWord):
            return f"sends a message to {network} that has a field out of range"
        return f"sends a message to {network} that {value.leaf.type.refusal(value.leaf.path or 'it', value.value)}"

    def pack(self, values: Sequence[Any], graph: ExpressionGraph | None) -> Any:
        """The word of these fields; -1 where one is outside its domain, so that the write is out of range."""
        if graph is None:
            return self._pack_plain(values)
        word, fits = graph.const(0, WORD), list[Any]()
        for value, part in zip(values, self.parts, strict=True):
            leaf = part.leaf
            node = lift_field(value, leaf.type, graph)
            if node.lo < leaf.lo or node.hi > leaf.hi:
                fits += [graph.negate(graph.less(node, graph.const(leaf.lo, node.kind)))]
                fits += [graph.negate(graph.less(graph.const(leaf.hi, node.kind), node))]
            word = graph.join(word, node, leaf.lo, leaf.hi)
        fitting = graph.lift(all_of(fits))
        return word if fitting is graph.true else graph.ite(fitting, word, graph.const(-1, WORD))

    def _pack_plain(self, values: Sequence[Any]) -> int:
        word = 0
        for value, part in zip(values, self.parts, strict=True):
            plain, leaf = int(value), part.leaf
            if not leaf.lo <= plain <= leaf.hi:
                return OutOfRangeWord(leaf, plain)
            word |= plain - leaf.lo << part.shift
        return word

    def unpack(self, word: Any) -> list[Any]:
        """The fields of a word. Bits that stand for no value are read as the greatest one."""
        if graph := graph_of(word):
            return [graph.part(word, p.shift, p.bits, p.leaf.kind, p.leaf.lo, p.leaf.hi) for p in self.parts]
        return [
            part.leaf.type.of_int(
                min((word >> part.shift & (1 << part.bits) - 1) + part.leaf.lo, part.leaf.hi)
            )
            for part in self.parts
        ]

    def is_valid(self, word: Any) -> Truth:
        """Whether the bits of every field stand for a value."""
        graph: Any = graph_of(word)
        valid: Truth = graph.true if graph else self._pack_plain(self.unpack(word)) == word
        if graph is None:
            return valid
        for part in self.parts:
            leaf, most = part.leaf, part.leaf.lo + (1 << part.bits) - 1
            if most > leaf.hi:
                number = graph.part(word, part.shift, part.bits, NUMBER, leaf.lo, most)
                valid = valid & (number <= leaf.hi)
        return valid


def words_of(leaves: Sequence[Leaf]) -> list[WordType]:
    """Words for these fields, as few as hold them without dividing one.

    Raises:
        ModelError: a field is too wide for a word.
    """
    groups: list[list[Leaf]] = [[]]
    for leaf in leaves:
        if leaf.bits > MOST_BITS:
            raise ModelError(
                f"the field {leaf.path} of a message needs {leaf.bits} bits, and has at most {MOST_BITS}: narrow it"
            )
        if sum(member.bits for member in groups[-1]) + leaf.bits > MOST_BITS:
            groups.append([])
        groups[-1].append(leaf)
    return [WordType(group) for group in groups]


def lift_words(words: Words, graph: ExpressionGraph) -> list[Expr]:
    """Words as expressions of a graph."""
    return [word if isinstance(word, Expr) else graph.const(word, WORD) for word in words]


def _pairs(a: Words, b: Words) -> list[tuple[Any, Any]]:
    """The words of two messages, side by side; all of them symbolic where one is."""
    graph = graph_of(*a, *b)
    if graph is None:
        return list(zip(a, b, strict=True))
    return list(zip(lift_words(a, graph), lift_words(b, graph), strict=True))


def same_words(a: Words, b: Words) -> Truth:
    """Whether two messages are equal."""
    return all_of(x == y for x, y in _pairs(a, b))


def precedes(a: Words, b: Words) -> Truth:
    """Whether a message stands before another one: the first field in which they differ decides."""
    return is_before(_pairs(a, b), _is_less)


def _is_less(x: Any, y: Any) -> Any:
    return x.graph.less(x, y) if isinstance(x, Expr) else x < y


def merge_words(condition: Truth | Expr, a: Words, b: Words) -> Words:
    """One message where the condition holds, else the other one."""
    if not isinstance(condition, Expr):
        return a if condition else b
    graph = condition.graph
    pairs = zip(lift_words(a, graph), lift_words(b, graph), strict=True)
    return tuple([graph.ite(condition, x, y) for x, y in pairs])


def exchanges(places: int) -> Iterator[tuple[int, int]]:
    """The places to compare and exchange that sort any list: Batcher's merge exchange (Knuth, volume 3, 5.2.2M)."""
    top = 1 << max(0, (places - 1).bit_length() - 1)
    step = top
    while step and places > 1:
        span, rest, distance = top, 0, step
        while True:
            yield from ((i, i + distance) for i in range(places - distance) if i & step == rest)
            if span == step:
                break
            distance, span, rest = span - step, span >> 1, step
        step >>= 1
