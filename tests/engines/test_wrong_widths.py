"""Widths made wrong on purpose: each fault has too few bits, or no sign, in one place, and must be caught.

`campaign` compares the engines as tests/engines/test_numbers.py does, always on the same machines.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tests.support.agreement import agree
from tests.support.compiled import assert_alike_at
from tests.support.large_numbers import cases
from tests.support.random_numbers import calculating_machine, edge_states
from tidemark.checker.engines.native import lowering as native
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.solver import lowering as smt
from tidemark.checker.validation import product
from tidemark.spec import Machine, ModelError, TidemarkError
from tidemark.spec.expressions import expression
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import NUMBER, TRUTH, WORD, Kind
from tidemark.spec.expressions.operator_table import OPERATORS
from tidemark.spec.types import leaves

Fault = Callable[[pytest.MonkeyPatch], None]


def in_32_bits(value: int) -> int:
    """What is left of a number in 32 bits, with its sign."""
    return (value + 2**31) % 2**32 - 2**31


def exchanged(place: Any, name: str, function: Callable[..., Any]) -> Fault:
    """A function gone wrong: it is given the right one, and the arguments of a call."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        right = getattr(place, name)
        monkeypatch.setattr(place, name, lambda *arguments: function(right, *arguments))

    return patch


def compared_in_32_bits(right: Any, own: native.LlvmLowering, node: Expr) -> str:
    if node.kind is not TRUTH:
        return str(right(own, node))
    a, b = (own.operand(operand, 32) for operand in node.args)
    return own._emit(f"icmp {'eq' if node.op == 'eq' else 'slt'} i32 {a}, {b}")


def widened_too_late(right: Any, own: native.LlvmLowering, node: Expr) -> str:
    if node.op not in ("add", "sub") or native.bits_of(node) == 32:
        return str(right(own, node))
    a, b = (own.operand(operand, 32) for operand in node.args)
    return own._emit(f"sext i32 {own._emit(f'{node.op} i32 {a}, {b}')} to i64")


def checked_in_32_bits(right: Any, own: native.LlvmLowering, node: Expr, place: Any) -> str:
    if native.bits_of(node) < 64 or node.op == "const":
        return str(right(own, node, place))
    offset = own._emit(f"sub i32 {own.operand(node, 32)}, {place.lo}")
    return own._emit(f"icmp ule i32 {offset}, {place.hi - place.lo}")


def constant_cut_off(right: Any, own: native.LlvmLowering, node: Expr, place: Any) -> str:
    fits = node.op == "const" and place.lo <= in_32_bits(node.args[0]) <= place.hi
    return "true" if fits else str(right(own, node, place))


def truth_taken_as_it_is(right: Any, own: native.LlvmLowering, node: Expr, place: Any) -> str:
    return "true" if node.kind is TRUTH else str(right(own, node, place))


def interval_of_32_bits(right: Any, _op: str, x: Expr, y: Expr) -> tuple[int, int]:
    lo, hi = right(x, y)
    lo, hi = max(lo, -(2**31)), min(hi, 2**31 - 1)
    return min(lo, hi), max(lo, hi)


def interval_of_a_sum(right: Any, op: str, x: Expr, y: Expr) -> tuple[int, ...]:
    return right(x, y) if op == "add" else (*sorted((x.lo - y.lo, x.hi - y.hi)),)


def wrong_interval(function: Callable[..., Any]) -> Fault:
    """Sums and differences with another interval: the function gets the right one, the operator and the operands."""

    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        for op in ("add", "sub"):
            operator = OPERATORS[op]
            wrong = replace(operator, interval=partial(function, operator.interval, op))
            monkeypatch.setitem(OPERATORS, op, wrong)

    return patch


def moved_in_32_bits(right: Any, graph: ExpressionGraph, x: Expr, y: Expr) -> Expr:
    made: Expr
    if y.op == "const" and x.op == "add" and x.args[1].op == "const":
        made = right(graph, x.args[0], graph.const(in_32_bits(y.args[0] - x.args[1].args[0]), NUMBER))
    else:
        made = right(graph, x, y)
    return made


def room_for_one_value(right: Any, graph: ExpressionGraph, word: Expr, value: Expr, lo: int, hi: int) -> Expr:
    made: Expr = (
        graph._node("join", (word, value), WORD, word.lo, word.hi, (lo, 0))
        if lo == hi and value.kind is TRUTH
        else right(graph, word, value, lo, hi)
    )
    return made


def nothing_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expression, "LEAST", -(2**200))
    monkeypatch.setattr(expression, "MOST", 2**200)


def a_bit_too_few(right: Any, graph: ExpressionGraph, leaves: Any) -> dict[Kind, int]:
    """Numbers have enough bits for those of a state, and else one less than they need."""
    widths: dict[Kind, int] = right(graph, leaves)
    least = max(smt.signed_bits(leaf.lo, leaf.hi) for leaf in leaves)
    return {**widths, NUMBER: max(widths[NUMBER] - 1, least)}


def constant_of_32_bits(right: Any, own: product.Nodes, node: Expr, below: list[int]) -> Any:
    op, *operands = right(own, node, below)
    return (op, in_32_bits(operands[0]), 0, 0) if node.op == "const" else (op, *operands)


def unsigned_in_product(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Functions.of
    text = right(product.__package__, "product.ll").text
    text, count = re.subn(r"\bicmp slt i64 (%\d+), (%\d+)", r"icmp ult i64 \1, \2", text)
    assert count
    wrong = Functions(text)
    monkeypatch.setattr(
        Functions,
        "of",
        lambda *file: wrong if file[:2] == (product.__package__, "product.ll") else right(*file),
    )


FAULTS: dict[str, Fault] = {
    "native: every number has 32 bits": exchanged(
        native, "bits_of", lambda right, node: min(right(node), 32)
    ),
    "native: a number is widened without its sign": exchanged(
        native.Emitter, "__call__", lambda right, own, text: right(own, re.sub(r"^sext", "zext", text))
    ),
    "native: numbers are compared in 32 bits": exchanged(
        native.LlvmLowering, "_calculate", compared_in_32_bits
    ),
    "native: a sum is widened when it is made": exchanged(
        native.LlvmLowering, "_calculate", widened_too_late
    ),
    "native: a write is checked in 32 bits": exchanged(native.LlvmLowering, "_fits", checked_in_32_bits),
    "native: a constant that is written is cut off": exchanged(
        native.LlvmLowering, "_fits", constant_cut_off
    ),
    "native: any truth value fits": exchanged(native.LlvmLowering, "_fits", truth_taken_as_it_is),
    "interval: sums have that of 32 bits": wrong_interval(interval_of_32_bits),
    "interval: a difference has that of a sum": wrong_interval(interval_of_a_sum),
    "fold: a constant moves across a comparison in 32 bits": exchanged(
        ExpressionGraph, "less", moved_in_32_bits
    ),
    "word: a field of one value takes room": exchanged(ExpressionGraph, "join", room_for_one_value),
    "type: what is written is cut off": exchanged(
        leaves.Leaf, "clamp", lambda _, leaf, value: leaf.lo + (value - leaf.lo) % (1 << leaf.bits)
    ),
    "limit: nothing is refused": nothing_refused,
    "z3: every number has 32 bits": exchanged(
        smt, "_widths", lambda right, *args: {kind: min(bits, 32) for kind, bits in right(*args).items()}
    ),
    "z3: numbers have a bit too few": exchanged(smt, "_widths", a_bit_too_few),
    "z3: any truth value fits": exchanged(
        smt.Z3Lowering,
        "in_domain",
        lambda right, own, term, k: (
            smt.z3.BoolVal(True) if own._leaves[k].kind is TRUTH else right(own, term, k)
        ),
    ),
    "product: a constant has 32 bits": exchanged(product.Nodes, "_code", constant_of_32_bits),
    "product: numbers are compared without their signs": unsigned_in_product,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_width_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[fault](monkeypatch)
    with pytest.raises((AssertionError, TidemarkError)) as caught:  # whatever stumbles first, by disagreeing
        campaign("smt" if fault.startswith("z3") else "native")
    print(fault, "->", type(caught.value).__name__, str(caught.value)[:100])


def campaign(engine: str) -> None:
    """The comparison, on the same machines every time."""
    for machine in cases().values():
        agree(machine, length=3, engines=[engine])
    for seed in range(80):
        machine = calculating_machine(seed)
        if is_refused(machine):
            continue
        agree(machine, length=3, engines=[engine])
        if engine == "native":
            assert_alike_at(machine, edge_states(machine, seed, 20))


def is_refused(machine: Machine) -> bool:
    try:
        return not machine.symbolic
    except ModelError:
        return True
