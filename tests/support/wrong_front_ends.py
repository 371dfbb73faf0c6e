"""Front ends that trace one construct wrongly each: what tests/engines/test_wrong_front_ends.py plants.

A file of their own, since these functions stand for Tidemark's own: a traced function that calls one reaches no user's.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest

from tidemark.spec import Array, IdSet, Network, Record, Sequence
from tidemark.spec.expressions.context import current
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import NUMBER
from tidemark.spec.types import composites, merging, networks, operators, sequences
from tidemark.spec.types.parts import Composite

Patch = Callable[[pytest.MonkeyPatch], None]


def lifted(name: str, function: Callable[..., Any], owner: Any = ExpressionGraph) -> Patch:
    """A front end with another method or function: it gets the right one, and the arguments of a call."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        right = getattr(owner, name)
        monkeypatch.setattr(owner, name, lambda *args, **fields: function(right, *args, **fields))

    return patch


def when_traced(name: str, function: Callable[..., Any], owner: Any) -> Patch:
    """The same, wrong in traced calls alone: the method serves plain values too."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        right = getattr(owner, name)

        def either(*args: Any, **fields: Any) -> Any:
            context = current()
            is_traced = context is not None and context.lifts
            return function(right, *args, **fields) if is_traced else right(*args, **fields)

        monkeypatch.setattr(owner, name, either)

    return patch


def keeps_first_guard(right: Any, condition: Any, why: str) -> None:
    context = current()
    if context is None or not context.guards:
        right(condition, why)


def touching_is_less(right: Any, graph: ExpressionGraph, a: Expr, b: Expr) -> Any:
    return graph.true if a.hi == b.lo and a is not b else right(graph, a, b)


def touching_is_unequal(right: Any, graph: ExpressionGraph, a: Any, b: Any) -> Any:
    x, y = graph.lift(a), graph.lift(b)
    return graph.false if x.kind is NUMBER and x.hi == y.lo and x is not y else right(graph, a, b)


def drops_a_change(right: Any, record: Any, **changes: Any) -> Any:
    changes.pop("flag", None)
    return right(record, **changes)


def last_for_none(right: Any, items: Any, index: Any, first: int, element: Any) -> Any:
    inside = right(items, index, first, element)
    return inside if index.lo >= 0 else merging.merge(merging.is_value(index, -1), items[-1], inside)


def keeps_all_at_symbolic(right: Any, array: Any, index: Any, element: Any) -> Any:
    return array if isinstance(index, Expr) else right(array, index, element)


def forgets_not_of_field(right: Any, graph: ExpressionGraph, a: Any) -> Any:
    return a if isinstance(a, Expr) and a.op == "field" else right(graph, a)


def next_to_it(right: Any, sequence: Any, element: Any) -> Any:
    items = tuple([merging.merge(sequence.length == k + 1, element, x) for k, x in enumerate(sequence.items)])
    return type(sequence)(sequence.type, sequence.length + 1, items)


def towards_zero(right: Any, graph: ExpressionGraph, a: Any, b: Any) -> Any:
    quotient = right(graph, a, b)
    return graph.ite(graph.lt(a, 0), graph.add(quotient, 1), quotient)


def counts_unused_places(right: Any, items: Any, is_used: Any) -> Any:
    return iter(items) if isinstance(is_used(0), Expr) else right(items, is_used)


FAULTS: dict[str, Patch] = {
    "a sum without its constant": lifted(
        "add", lambda right, g, a, b: g.lift(a) if not isinstance(b, Expr) and isinstance(a, Expr) else right(g, a, b)
    ),
    "a difference turned round": lifted(
        "sub", lambda right, g, a, b: right(g, b, a) if isinstance(a, Expr) and isinstance(b, Expr) else right(g, a, b)
    ),
    "a product with one factor": lifted("mul", lambda right, g, a, b: g.lift(a)),
    "a quotient towards zero": lifted("floordiv", towards_zero),
    "a remainder of nothing": lifted("mod", lambda right, g, a, b: g.lift(0)),
    "a magnitude with its sign": lifted("__abs__", lambda right, a: a, Expr),
    "touching intervals never equal": lifted("eq", touching_is_unequal),
    "touching intervals always less": lifted("less", touching_is_less),
    "less or equal for less": lifted("less", lambda right, g, a, b: g.negate(right(g, b, a))),
    "greater for greater or equal": lifted("__ge__", lambda right, a, b: a > b, Expr),
    "less for less or equal": lifted("__le__", lambda right, a, b: a < b, Expr),
    "greater or equal for greater": lifted("__gt__", lambda right, a, b: a.graph.negate(a.graph.lt(a, b)), Expr),
    "equal for unequal": lifted("__ne__", lambda right, a, b: a == b, Expr),
    "a negation forgotten": lifted("negate", forgets_not_of_field),
    "or for and": lifted("conjunction", lambda right, g, a, b: g.disjunction(a, b)),
    "and for or": lifted("disjunction", lambda right, g, a, b: g.conjunction(a, b)),
    "arms exchanged": lifted("ite", lambda right, g, c, a, b: right(g, c, b, a)),
    "always the first arm": lifted("ite", lambda right, g, c, a, b: g.lift(a, None)),
    "nobody a member": lifted("has", lambda right, g, group, x: g.false),
    "everybody a member": lifted("has", lambda right, g, group, x: g.true),
    "nobody included": lifted("insert", lambda right, g, group, x: group),
    "nobody excluded": lifted("remove", lambda right, g, group, x: group),
    "a union of the first alone": lifted(
        "combine", lambda right, g, op, a, b: a if op == "union" else right(g, op, a, b)
    ),
    "a difference of sets turned round": lifted(
        "combine", lambda right, g, op, a, b: right(g, op, b, a) if op == "minus" else right(g, op, a, b)
    ),
    "a set one larger": lifted("size", lambda right, g, group: g.add(right(g, group), 1)),
    "a count of the others": when_traced(
        "count", lambda right, conditions: right(operators.not_(c) for c in conditions), operators
    ),
    "the first guard alone": when_traced("require", keeps_first_guard, operators),
    "a conclusion without its condition": when_traced("implies", lambda right, c, d: right(True, d), operators),
    "the first element for any": lifted("select", lambda right, items, index, *rest: items[0], composites),
    "the last element for none": lifted("select", last_for_none, composites),
    "an array that keeps what it has": when_traced("but", keeps_all_at_symbolic, Array),
    "an element appended one too far": when_traced("append", next_to_it, Sequence),
    "a truncation that keeps the length": when_traced(
        "truncate", lambda right, log, length: type(log)(log.type, log.length, right(log, length).items), Sequence
    ),
    "a truncation that keeps the elements": when_traced(
        "truncate", lambda right, log, length: type(log)(log.type, right(log, length).length, log.items), Sequence
    ),
    "an element of a sequence changed everywhere": when_traced(
        "but",
        lambda right, log, index, x: type(log)(
            log.type, log.length, tuple([right(log, k, x).items[k] for k in range(log.capacity)])
        ),
        Sequence,
    ),
    "a slice from the beginning": when_traced(
        "_between", lambda right, log, start, stop: type(log)(log.type, right(log, start, stop).length, log.items),
        Sequence,
    ),
    "a slice of what is not there": when_traced(
        "_between", lambda right, log, start, stop: type(log)(log.type, log.length, right(log, start, stop).items),
        Sequence,
    ),
    "sequences joined at the wrong place": when_traced(
        "__add__", lambda right, log, added: type(log)(log.type, right(log, added).length, added.items), Sequence
    ),
    "the first element for the last": when_traced("last", lambda right, log: log.head(), Sequence),
    "the length for an index": when_traced("index_of", lambda right, log, element: log.length, Sequence),
    "an element that is nowhere": when_traced("has", lambda right, log, element: False, Sequence),
    "a fold of all places": when_traced(
        "fold", lambda right, log, function, start: functools.reduce(function, [*log.items, 1], start), Sequence
    ),
    "places that are not used, in a loop": lifted("used_places", counts_unused_places, sequences),
    "a default for the largest": when_traced(
        "_first_of", lambda right, numbers, default, *rest: default or right(numbers, default, *rest), operators
    ),
    "a field that is not changed": when_traced("but", drops_a_change, Record),
    "a message that is not sent": when_traced("send", lambda right, net, *m, **f: net, Network),
    "a message that stays": when_traced("discard", lambda right, net, *m, **f: net, Network),
    "a message that is nowhere": when_traced("any", lambda right, net, holds: False, Network),
    "messages in another order": lifted(
        "precedes", lambda right, a, b: right(b, a) if networks.graph_of(*a, *b) else right(a, b), networks
    ),
    "records always equal": when_traced("__eq__", lambda right, a, b: True, Composite),
    "an empty set for any": lifted("as_expression", lambda right, group, graph: graph.const(0, group.type.kind), IdSet),
}  # fmt: skip
