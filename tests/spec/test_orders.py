"""Ids in an order, and on a ring: the same plain and symbolic; and which symmetry remains of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import pytest
import z3

from tests.support.agreement import agree
from tests.support.compiled import assert_alike_at
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.solver.lowering import Z3Lowering
from tidemark.spec import (
    Array,
    Bool,
    Domain,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Machine,
    ModelError,
    Number,
    Optional,
    Promise,
    Record,
    Truth,
    action,
    count,
    id_at,
    next_id,
    none,
    not_,
    position,
    previous_id,
    promise,
    require,
    steps_between,
    where,
)
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import NUMBER
from tidemark.spec.machines.id_groups import IdGroup
from tidemark.spec.machines.symbolic import symbolic_state

NODE = Id("node", 4)
NODES = [none, *NODE.values()]
COLOR = Enum("color", "red", "green")
FUNCTIONS: dict[str, tuple[Callable[..., Any], Sequence[Any], Sequence[Any]]] = {
    "position": (lambda a, _: position(a), NODES, [0]),
    "id-at": (lambda _, n: id_at(NODE, n), [none], range(-2, 7)),
    "next-id": (next_id, NODES, range(-6, 7)),
    "previous-id": (previous_id, NODES, range(-6, 7)),
    "steps-between": (steps_between, NODES, NODES),
}
"""What is called, with the values of both operands."""


def symbol(graph: ExpressionGraph, number: int, values: Sequence[Any]) -> Expr:
    """A field that may have these values."""
    kind = NODE.kind if values[0] is none else NUMBER
    return graph.field(number, kind, int(min(map(int, values))), int(max(map(int, values))))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_means_the_same_of_plain_and_of_symbolic_values(name: str) -> None:
    function, *operands = FUNCTIONS[name]
    for are_symbolic in itertools.product((False, True), repeat=2):
        for plain in itertools.product(*operands):
            graph = ExpressionGraph()
            symbols = [
                symbol(graph, k, operands[k]) if is_symbolic else plain[k]
                for k, is_symbolic in enumerate(are_symbolic)
            ]
            made, expected = function(*symbols), function(*plain)
            state = [int(value) for value in plain]
            assert value_of(graph.lift(made, NODE.kind), state) == int(expected), (plain, made)


class Pair(Record):
    first: Identity
    second: Identity
    number: Number


PAIR = Pair.of(first=Optional(NODE), second=Optional(NODE), number=Int(-6, 6))
EXPRESSIONS: list[Callable[[Pair], Any]] = [
    lambda p: position(p.first),
    lambda p: position(id_at(NODE, p.number)),
    lambda p: position(id_at(NODE, p.number * 1_000_000_000)),
    lambda p: position(next_id(p.first)),
    lambda p: position(next_id(p.first, p.number)),
    lambda p: position(previous_id(p.first, p.number * 1_000_000_000)),
    lambda p: position(next_id(NODE.value(2), p.number)),
    lambda p: steps_between(p.first, p.second),
    lambda p: steps_between(NODE.value(1), p.second),
    lambda p: steps_between(p.first, next_id(p.second, 3)),
]


def test_all_back_ends_have_the_same_values_in_every_state() -> None:
    promises = [
        Promise(f"value-{k}-is-{value}", lambda p, function=function, value=value: function(p) == value)
        for k, function in enumerate(EXPRESSIONS)
        for value in range(-1, 4)
    ]
    machine = Machine("pair", {}, PAIR, PAIR.default, [], promises)
    every = list(itertools.product(range(-1, 4), range(-1, 4), range(-6, 7)))
    assert_alike_at(machine, every)
    graph, _, pair = symbolic_state(PAIR)
    nodes = [graph.lift(function(pair)) for function in EXPRESSIONS]
    lowering = Z3Lowering(graph, machine.leaves)
    for state, node in itertools.product(every, nodes):
        term = z3.simplify(z3.substitute(lowering.term(node), *lowering.substitution(state)))
        assert term.as_signed_long() == value_of(node, state), (node, state)


def test_the_next_of_the_last_is_the_first() -> None:
    first, *_, last = NODE.values()
    assert (next_id(last), previous_id(first), next_id(first, 5)) == (first, last, NODE.value(1))
    assert (steps_between(last, first), steps_between(first, last), steps_between(first, first)) == (1, 3, 0)
    assert next_id(none) is none
    assert (position(none), steps_between(none, first)) == (-1, -1)
    assert [id_at(NODE, n) for n in (-1, 0, 3, 4)] == [none, first, last, none]


class Ring(Record):
    colors: Array[Any]
    token: Identity
    seen: Number


Me = Annotated[Identity, Domain("node")]


def ring(*functions: Callable[..., Any], size: int = 4, **initial: Any) -> Machine:
    """A machine of these functions, in which few are to be green."""
    node = Id("node", size)
    state = Ring.of(colors=Array.of(node, COLOR), token=Optional(node), seen=Int(-1, size))

    @promise
    def few(r: Ring) -> Truth:
        return count(color == COLOR.green for color in r.colors) < size - 1

    return Machine("ring", {}, state, state(**initial), list(map(action, functions)), [few], {"node": node})


def paint(r: Ring, me: Me) -> Ring:
    require(r.colors[me] == COLOR.red, "it is red")
    return r.but("colors", me, COLOR.green).but(token=me)


def paint_in_turn(r: Ring, me: Me) -> Ring:
    require((r.token == none) | (next_id(r.token) == me), "it is its turn")
    return r.but("colors", me, COLOR.green).but(token=me, seen=steps_between(r.token, me))


def paint_from_the_first(r: Ring, me: Me) -> Ring:
    require(position(me) <= r.seen + 1, "the ones before it came")
    return r.but("colors", me, COLOR.green).but(seen=position(r.token), token=id_at(r.colors, r.seen + 1))


@pytest.mark.parametrize(
    ("functions", "group"),
    [
        ((paint,), IdGroup(4)),
        ((paint, paint_in_turn), IdGroup(4, is_ring=True)),
        ((paint, paint_from_the_first), None),
        ((paint, paint_in_turn, paint_from_the_first), None),
    ],
)
def test_the_group_of_ids_follows_from_what_a_machine_asks(functions: Any, group: IdGroup | None) -> None:
    machine = ring(*functions)
    assert machine.id_groups == ({"node": group} if group else {})
    agree(machine)


def test_a_group_has_every_renaming_once_and_generators_make_them_all() -> None:
    for size, is_ring in itertools.product(range(1, 6), (False, True)):
        group = IdGroup(size, is_ring)
        every = list(group)
        assert len(set(every)) == len(every) == group.order
        assert every[0] == tuple(range(size))
        made = {every[0]}
        while more := {tuple(new[i] for i in old) for old in made for new in group.generators()} - made:
            made |= more
        assert made == set(every)


@pytest.mark.parametrize(
    ("function", "complaint"),
    [
        (
            lambda r: r.token + 1 == r.token,
            r"for a neighbour on a ring, write next_id\(id\) or previous_id\(id\)",
        ),
        (lambda r: r.colors.indices()[0] + 1 == 1, r"for a neighbour on a ring, write next_id\(id\)"),
        (lambda r: next_id(r.seen) == r.token, r"next_id\(\) takes an id, not a number"),
        (lambda r: position(COLOR.red) == 0, r"position\(\) takes an id, not a color"),
        (lambda r: next_id(r.token, r.token) == r.token, r"next_id\(\) takes a number here, not a node id"),
        (lambda r: next_id(r.token, True) == r.token, r"next_id\(\) takes a number here, not a truth value"),
        (lambda r: steps_between(r.token, Id("place", 2).value(0)) == 1, "mixes a node id with a place id"),
        (lambda r: id_at(r.seen, 0) == r.token, r'write id_at\(client, 0\), with client = Id\("client", 3\)'),
        (lambda r: id_at(r.colors, r.token) == r.token, r"id_at\(\) takes a number here, not a node id"),
        (lambda r: id_at(r.colors, True) == r.token, "the position that id_at.. takes is a whole number"),
    ],
)
def test_a_value_of_another_kind_is_refused_with_what_to_write(
    function: Callable[[Ring], Truth], complaint: str
) -> None:
    def act(r: Ring) -> Ring:
        require(function(r), "never")
        return r

    with pytest.raises(ModelError, match=complaint):
        _ = ring(act).symbolic


def test_what_is_asked_is_noted_of_plain_values_too() -> None:
    with Context() as context:
        next_id(NODE.value(1)), position(Id("place", 2).value(0)), next_id(none)
    assert context.orders == {("node", "ring"), ("place", "line")}


class Relay(Record):
    token: Identity
    last: Identity
    seen: Array[Truth]


def relay(size: int, seen: int) -> Machine:
    """A token goes around; which of the first ids have seen it is noted."""
    node = Id("node", size)
    state = Relay.of(token=node, last=Optional(node), seen=Array.of(Id("first", seen), Bool()))

    @action
    def hand_on(r: Relay, me: Me) -> Relay:
        require(r.token == me, "it has the token")
        return r.but("seen", id_at(r.seen, position(me)), True).but(token=next_id(me), last=me)

    @promise
    def ends_early(r: Relay) -> Truth:
        return position(r.token) < size - 1

    return Machine("relay", {}, state, state.default, [hand_on], [ends_early], {"node": node})


def test_there_may_be_a_thousand_ids() -> None:
    found = native.search(relay(1_024, seen=2))
    assert found.promises["ends-early"].length == 1_024
    agree(relay(300, seen=20), length=3)


class Crowd(Record):
    inside: IdSet
    last: Identity


def test_a_set_may_have_31_ids() -> None:
    node = Id("node", 31)
    state = Crowd.of(inside=IdSet.of(node), last=Optional(node))

    @action
    def come(c: Crowd, me: Me) -> Crowd:
        require(me == where(c.last == none, node.values()[30], previous_id(c.last)), "it is its turn")
        return c.but(inside=c.inside.including(me), last=me)

    @promise
    def not_all(c: Crowd) -> Truth:
        return not_(c.inside == c.inside.everyone()) & (c.inside.size() < 31)

    machine = Machine("crowd", {}, state, state.default, [come], [not_all], {"node": node})
    agree(machine, length=3)
    assert reference.search(machine).promises["not-all"].length == 32
    with pytest.raises(ModelError, match=r"a set has at most 31 ids.*there are 32.*write Array\.of"):
        IdSet.of(Id("node", 32))


def test_there_may_be_as_many_ids_as_an_array_has_places() -> None:
    assert Id("node", 65_536).hi == 65_535
    with pytest.raises(ModelError, match="there can be 1 to 65,536 node ids, not 65537"):
        Id("node", 65_537)
