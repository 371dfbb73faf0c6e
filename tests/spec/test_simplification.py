"""A graph makes the simplest node that an operator's operands allow, with the narrowest interval that is sure."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import NUMBER, TRUTH, WORD, Kind
from tidemark.spec.expressions.operator_table import OPERATORS

WORKER, GROUP = Kind("id", "worker", 3), Kind("set", "worker", 3)


class Operands:
    """A graph with a few fields of each kind."""

    def __init__(self) -> None:
        self.graph = g = ExpressionGraph()
        self.x, self.y = g.field(0, NUMBER, 1, 4), g.field(1, NUMBER, -2, 6)
        self.above, self.touching = g.field(2, NUMBER, 5, 9), g.field(3, NUMBER, 4, 9)
        self.p, self.q = g.field(4, TRUTH, 0, 1), g.field(5, TRUTH, 0, 1)
        self.group, self.others = g.field(6, GROUP, 0, 7), g.field(7, GROUP, 0, 7)
        self.worker = g.field(8, WORKER, -1, 2)
        self.word = g.field(9, WORD, 1, 5)
        self.first, self.second, self.nobody = (g.const(i, WORKER) for i in (0, 1, -1))


def number(o: Operands, value: int) -> Expr:
    return o.graph.const(value, NUMBER)


SIMPLER: list[tuple[Callable[[Operands], Any], Callable[[Operands], Any]]] = [
    (lambda o: o.x + 0, lambda o: o.x),
    (lambda o: 0 + o.x, lambda o: o.x),
    (lambda o: (o.x + 1) + 2, lambda o: o.x + 3),
    (lambda o: 2 + (1 + o.x), lambda o: o.x + 3),
    (lambda o: (o.x + 2) - 2, lambda o: o.x),
    (lambda o: o.x + o.y, lambda o: o.y + o.x),
    (lambda o: number(o, 2) + number(o, 3), lambda o: number(o, 5)),
    (lambda o: o.x - o.x, lambda o: number(o, 0)),
    (lambda o: o.x == o.x, lambda o: o.graph.true),
    (lambda o: o.x == o.above, lambda o: o.graph.false),
    (lambda o: o.above == o.x, lambda o: o.graph.false),
    (lambda o: o.x == 0, lambda o: o.graph.false),
    (lambda o: o.x == 5, lambda o: o.graph.false),
    (lambda o: o.x == o.y, lambda o: o.y == o.x),
    (lambda o: o.graph.eq(3, o.x), lambda o: o.x == 3),
    (lambda o: o.x + 1 == 3, lambda o: o.x == 2),
    (lambda o: o.graph.eq(o.p, True), lambda o: o.p),
    (lambda o: o.graph.eq(False, o.p), lambda o: o.graph.negate(o.p)),
    (lambda o: o.graph.ite(o.p, 1, 2) == 1, lambda o: o.p),
    (lambda o: o.graph.ite(o.p, 1, 2) == 2, lambda o: o.graph.negate(o.p)),
    (lambda o: o.graph.ite(o.p, o.above, o.y) == 3, lambda o: o.graph.negate(o.p) & (o.y == 3)),
    (lambda o: o.graph.ite(o.p, o.y, o.above) == 3, lambda o: o.p & (o.y == 3)),
    (lambda o: o.x < o.above, lambda o: o.graph.true),
    (lambda o: o.above < o.x, lambda o: o.graph.false),
    (lambda o: o.touching < o.x, lambda o: o.graph.false),
    (lambda o: o.x < o.x, lambda o: o.graph.false),
    (lambda o: o.x < 5, lambda o: o.graph.true),
    (lambda o: o.x < 1, lambda o: o.graph.false),
    (lambda o: o.x + 1 < 4, lambda o: o.x < 3),
    (lambda o: o.graph.lt(3, o.x + 1), lambda o: o.graph.lt(2, o.x)),
    (lambda o: o.graph.less(o.p, o.q), lambda o: o.graph.negate(o.p) & o.q),
    (lambda o: o.graph.negate(o.graph.negate(o.p)), lambda o: o.p),
    (lambda o: o.p & True, lambda o: o.p),
    (lambda o: o.graph.true & o.p, lambda o: o.p),
    (lambda o: o.p & False, lambda o: o.graph.false),
    (lambda o: o.graph.false & o.p, lambda o: o.graph.false),
    (lambda o: o.p & o.p, lambda o: o.p),
    (lambda o: o.p & o.graph.negate(o.p), lambda o: o.graph.false),
    (lambda o: o.graph.negate(o.p) & o.p, lambda o: o.graph.false),
    (lambda o: o.p & o.q, lambda o: o.q & o.p),
    (lambda o: o.p | False, lambda o: o.p),
    (lambda o: o.p | True, lambda o: o.graph.true),
    (lambda o: o.graph.true | o.p, lambda o: o.graph.true),
    (lambda o: o.p | o.p, lambda o: o.p),
    (lambda o: o.p | o.graph.negate(o.p), lambda o: o.graph.true),
    (lambda o: o.p | o.q, lambda o: o.q | o.p),
    (lambda o: o.graph.ite(True, o.x, o.y), lambda o: o.x),
    (lambda o: o.graph.ite(False, o.x, o.y), lambda o: o.y),
    (lambda o: o.graph.ite(o.p, o.x, o.x), lambda o: o.x),
    (lambda o: o.graph.ite(o.graph.negate(o.p), o.x, o.y), lambda o: o.graph.ite(o.p, o.y, o.x)),
    (lambda o: o.graph.ite(o.p, True, o.q), lambda o: o.p | o.q),
    (lambda o: o.graph.ite(o.p, o.p, o.q), lambda o: o.p | o.q),
    (lambda o: o.graph.ite(o.p, False, o.q), lambda o: o.graph.negate(o.p) & o.q),
    (lambda o: o.graph.ite(o.p, o.q, True), lambda o: o.graph.negate(o.p) | o.q),
    (lambda o: o.graph.ite(o.p, o.q, False), lambda o: o.p & o.q),
    (lambda o: o.graph.ite(o.p, o.q, o.p), lambda o: o.p & o.q),
    (lambda o: o.graph.has(o.group, o.nobody), lambda o: o.graph.false),
    (lambda o: o.graph.insert(o.group, o.nobody), lambda o: o.group),
    (lambda o: o.graph.remove(o.group, o.nobody), lambda o: o.group),
    (lambda o: o.graph.has(o.graph.insert(o.group, o.first), o.first), lambda o: o.graph.true),
    (lambda o: o.graph.has(o.graph.remove(o.group, o.first), o.first), lambda o: o.graph.false),
    (
        lambda o: o.graph.has(o.graph.insert(o.group, o.first), o.second),
        lambda o: o.graph.has(o.group, o.second),
    ),
    (
        lambda o: o.graph.has(o.graph.remove(o.group, o.first), o.second),
        lambda o: o.graph.has(o.group, o.second),
    ),
    (lambda o: o.graph.field(10, NUMBER, 3, 3), lambda o: number(o, 3)),
    (lambda o: o.graph.join(o.word, number(o, 3), 3, 3), lambda o: o.word),
    (lambda o: o.graph.part(o.word, 1, 2, NUMBER, 3, 3), lambda o: number(o, 3)),
    (
        lambda o: o.graph.join(o.graph.const(2, WORD), number(o, 4), 3, 4),
        lambda o: o.graph.const(5, WORD),
    ),
    (lambda o: o.graph.part(o.graph.const(5, WORD), 1, 2, NUMBER, 1, 4), lambda o: number(o, 3)),
]


@pytest.mark.parametrize(("operation", "simpler"), SIMPLER)
def test_a_node_is_the_simplest_of_its_meaning(
    operation: Callable[[Operands], Any], simpler: Callable[[Operands], Any]
) -> None:
    operands = Operands()
    assert operation(operands) is simpler(operands)


def test_no_node_is_simplified_where_the_operands_decide_nothing() -> None:
    o = Operands()
    assert (o.x == o.touching).op == "eq"
    assert (o.touching == o.x).op == "eq"
    assert (o.x < o.touching).op == "lt"
    assert (o.x < 4).op == (o.x < 2).op == "lt"
    assert (o.x == 1).op == (o.x == 4).op == "eq"
    assert o.graph.ite(o.p, o.x, o.y).op == "ite"
    assert (o.graph.ite(o.p, o.x, o.y) == 3).op == "eq"
    assert o.graph.has(o.graph.insert(o.group, o.worker), o.first).op == "has"
    assert (o.p & o.q).op == "and"
    assert (o.p | o.q).op == "or"


def test_the_same_operation_is_the_same_node() -> None:
    o, made = Operands(), len(Operands().graph.nodes)
    assert (o.x + o.y) is (o.x + o.y)
    assert o.graph.part(o.word, 0, 2, NUMBER, 0, 3) is o.graph.part(o.word, 0, 2, NUMBER, 0, 3)
    assert o.graph.part(o.word, 0, 2, NUMBER, 0, 3) is not o.graph.part(o.word, 1, 2, NUMBER, 0, 3)
    assert number(o, 7) is number(o, 7)
    assert [node.number for node in o.graph.nodes] == list(range(made + 4))


@pytest.mark.parametrize(
    ("operation", "interval"),
    [
        (lambda o: o.x + o.y, (-1, 10)),
        (lambda o: o.x - o.y, (-5, 6)),
        (lambda o: o.x - 3, (-2, 1)),
        (lambda o: o.graph.ite(o.p, o.x, o.y), (-2, 6)),
        (lambda o: o.graph.ite(o.p, o.x, o.above), (1, 9)),
        (lambda o: o.graph.size(o.group), (0, 3)),
        (lambda o: o.graph.combine("union", o.group, o.others), (0, 7)),
        (lambda o: o.x == o.y, (0, 1)),
    ],
)
def test_an_interval_is_as_narrow_as_the_operands_say(
    operation: Callable[[Operands], Expr], interval: tuple[int, int]
) -> None:
    made = operation(Operands())
    assert (made.lo, made.hi) == interval


@pytest.mark.parametrize(("lo", "hi"), [(1, 4), (-2, 6), (-3, 7), (0, 9), (3, 4), (2, 3)])
def test_a_joined_word_has_the_interval_of_the_values_that_fit(lo: int, hi: int) -> None:
    bits = (hi - lo).bit_length()
    for least, most in itertools.combinations(range(-3, 10), 2):
        fitting = range(max(least, lo), min(most, hi) + 1)
        if not fitting:
            continue
        graph = ExpressionGraph()
        made = graph.join(graph.field(0, WORD, 1, 5), graph.field(1, NUMBER, least, most), lo, hi)
        words = [OPERATORS["join"].meaning(word, value, lo, bits) for word in (1, 5) for value in fitting]
        assert (made.lo, made.hi) == (min(words), max(words))
