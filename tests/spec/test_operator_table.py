"""An operator is declared in one place: what it means there is what the graph, the engines and renamings make of it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
import z3

from tests.support.agreement import agree
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import lowering as native_lowering
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.smt import bounded
from tidemark.checker.engines.solver import lowering as z3_lowering
from tidemark.checker.export import lowering as tla_lowering
from tidemark.checker.validation import product
from tidemark.checker.validation.product_operators import ALIKE, ON_RING, OPS
from tidemark.checker.validation.search import TooLarge
from tidemark.spec import (
    Action,
    Array,
    Bool,
    Id,
    Identity,
    Int,
    Machine,
    ModelError,
    Number,
    Promise,
    Record,
    Truth,
    require,
    where,
)
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import NUMBER, TRUTH, WORD, Kind
from tidemark.spec.expressions.operator_table import OPERATORS, LackingOperator, Operator
from tidemark.spec.machines.id_groups import IdGroup
from tidemark.spec.types.operators import function_of

DOMAINS = {
    "number": (NUMBER, -2, 2),
    "truth": (TRUTH, 0, 1),
    "id": (Kind("id", "worker", 3), -1, 2),
    "set": (Kind("set", "worker", 3), 0, 7),
    "word": (WORD, 0, 7),
    "any": (NUMBER, 0, 3),
    "divisor": (NUMBER, 1, 3),
}
WORKER = Kind("id", "worker", 3)
NUMBERS: dict[str, tuple[Any, ...]] = {
    "join": (0, 2), "part": (1, 2, 1, 4), "id_at": (WORKER,), "shift": (3,), "distance": (3,),
}  # fmt: skip
"""The plain values that follow the operands."""


def operands(graph: ExpressionGraph, families: tuple[str, ...]) -> Iterator[list[Expr]]:
    """Fields as operands, then the same with some of them constant."""
    for constants in itertools.product((False, True), repeat=len(families)):
        choices = []
        for number, (family, is_constant) in enumerate(zip(families, constants, strict=True)):
            kind, lo, hi = DOMAINS[family]
            choices.append(
                [graph.const(value, kind) for value in range(lo, hi + 1)]
                if is_constant
                else [graph.field(number, kind, lo, hi)]
            )
        yield from map(list, itertools.product(*choices))


@pytest.mark.parametrize("name", OPERATORS)
def test_a_graph_simplifies_an_operator_to_what_it_means(name: str) -> None:
    operator, numbers, graph = OPERATORS[name], NUMBERS.get(name, ()), ExpressionGraph()
    ranges = [range(lo, hi + 1) for _, lo, hi in (DOMAINS[family] for family in operator.operands)]
    for nodes in operands(graph, operator.operands):
        if name == "part":
            made = graph.part(nodes[0], 1, 2, NUMBER, 1, 4)
        elif operator.derivation:
            made = graph.apply(name, *nodes)
        else:
            assert operator.build is not None
            made = operator.build(graph, *nodes, *numbers)
        for state in itertools.product(*ranges):
            value = operator.meaning(*[value_of(node, state) for node in nodes], *numbers)
            assert value_of(made, state) == value, (nodes, state)
            assert made.lo <= value <= made.hi
        assert value_of(graph.rebuild(made, [a for a in made.args if isinstance(a, Expr)]), state) == value


def test_every_back_end_has_every_operator() -> None:
    nodes = {name for name, operator in OPERATORS.items() if operator.derivation is None}
    assert native_lowering.LOWERINGS.keys() == nodes
    assert z3_lowering._BINARY.keys() | z3_lowering._OF_NODES.keys() == nodes
    assert {*OPS, *ALIKE, *ON_RING} - {"const", "field", "message"} == nodes
    assert tla_lowering.LOWERINGS.keys() == nodes


class Scales(Record):
    left: Number
    right: Number
    tilted: Truth
    swung: Truth


def scales(operator: str) -> Machine:
    """A machine of two numbers and two truth values that changes and promises something by an operator."""
    call = function_of(operator)
    of_numbers = OPERATORS[operator].operands[0] == "number"

    def result(s: Scales) -> Any:
        return call(s.left, s.right) if of_numbers else where(call(s.tilted, s.swung), 1, 0)

    def load(s: Scales) -> Scales:
        require(s.left < 4, "the pan has room")
        return s.but(left=s.left + 1, tilted=result(s) > 1)

    def move(s: Scales) -> Scales:
        return s.but(left=s.right, right=s.left, swung=result(s) == 0)

    state = Scales.of(left=Int(0, 4), right=Int(0, 4), tilted=Bool(), swung=Bool())
    return Machine(
        "scales", {}, state, state.default,
        [Action("load", load, {}), Action("move", move, {})],
        [Promise("close", lambda s: result(s) < 3), Promise("still", lambda s: result(s) != 1)],
    )  # fmt: skip


def test_all_engines_have_an_operator_that_is_derived_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    distance = Operator(
        ("number", "number"), lambda a, b: abs(a - b), NUMBER, derivation=lambda a, b: where(a < b, b - a, a - b)
    )  # fmt: skip
    monkeypatch.setitem(OPERATORS, "distance", distance)
    agree(scales("distance"), engines=("native", "smt"))


def exclusive_or(monkeypatch: pytest.MonkeyPatch) -> None:
    either = Operator(("truth", "truth"), lambda a, b: a ^ b, TRUTH)
    monkeypatch.setitem(OPERATORS, "either", either)


def test_engines_agree_on_an_operator_that_each_lowers(monkeypatch: pytest.MonkeyPatch) -> None:
    exclusive_or(monkeypatch)
    monkeypatch.setitem(
        native_lowering.LOWERINGS, "either", lambda to, _node, a, b: to._emit(f"xor i1 {a}, {b}")
    )
    monkeypatch.setitem(z3_lowering._BINARY, "either", lambda a, b: z3.Xor(a, b))
    agree(scales("either"), engines=("native", "smt"))


def test_a_back_end_refuses_an_operator_that_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    exclusive_or(monkeypatch)
    machine = scales("either")
    assert reference.search(machine).distinct_states > 1
    with pytest.raises(LackingOperator, match="the native engine has no operator either"):
        native.search(machine)
    with pytest.raises(LackingOperator, match="z3 has no operator either"):
        bounded.search(machine, 3)
    with pytest.raises(TooLarge):  # then a log is searched without product.c
        product.Product(machine)


def test_an_operator_takes_the_kinds_that_it_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    exclusive_or(monkeypatch)
    field = ExpressionGraph().field(0, NUMBER, 0, 3)
    with pytest.raises(ModelError, match="takes a truth here, not a number"):
        function_of("either")(field, True)


def test_a_number_without_an_interval_is_not_declared() -> None:
    with pytest.raises(ValueError, match="interval"):
        Operator(("number", "number"), lambda a, b: a**b, NUMBER)


class Queue(Record):
    first: Identity
    turns: Array[Number]


BEFORE = Operator(
    ("id", "id"), lambda a, b: int(a < b), TRUTH, build=lambda graph, a, b: graph.less(a, b), orders_ids=True
)
JUST_BEFORE = Operator(
    ("id", "id"), lambda a, b: int((a + 1) % 3 == b), TRUTH, build=lambda graph, a, b: graph.eq(graph.shift(a, 1), b),
    on_ring=True,
)  # fmt: skip


@pytest.mark.parametrize(
    ("operator", "groups"), [(BEFORE, {}), (JUST_BEFORE, {"worker": IdGroup(3, is_ring=True)})]
)
def test_an_operator_that_orders_ids_leaves_less_symmetry_or_none(
    monkeypatch: pytest.MonkeyPatch, operator: Operator, groups: dict[str, IdGroup]
) -> None:
    monkeypatch.setitem(OPERATORS, "before", operator)
    worker = Id("worker", 3)
    state = Queue.of(first=worker, turns=Array.of(worker, Int(0, 2)))

    def serve(q: Queue) -> Queue:
        ids = q.turns.indices()
        return q.but(first=where(function_of("before")(q.first, ids[2]), ids[2], ids[0]))

    machine = Machine("queue", {}, state, state.default, [Action("serve", serve, {})], [])
    assert machine.id_groups == groups
    agree(machine, engines=("native", "smt"))
