"""Products, quotients and remainders: Python's meaning, within the interval that is declared, in every engine."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.agreement import agree
from tests.support.compiled import assert_alike_at
from tests.support.ledger import ledger
from tidemark.checker.engines.gpu.ptx import ptx
from tidemark.checker.engines.gpu.texts import KernelText, divide_instances
from tidemark.checker.engines.native.layout import Layout
from tidemark.spec import (
    Id,
    ModelError,
    maximum,
    minimum,
    where,
)
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.evaluation import value_of
from tidemark.spec.expressions.expression import ExpressionGraph
from tidemark.spec.expressions.kinds import NUMBER, TRUTH

OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "product": operator.mul,
    "quotient": operator.floordiv,
    "remainder": operator.mod,
}
DIVIDENDS = [(-7, 7), (0, 7), (-7, 0), (-9, -3), (2, 5), (4, 4)]
DIVISORS = [(1, 4), (-4, -1), (3, 3), (-3, -3), (1, 1), (-1, -1), (2, 9), (8, 9)]


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_has_pythons_value_and_the_narrowest_interval_of_its_corners(name: str) -> None:
    operation = OPERATIONS[name]
    for (low, high), (least, most) in itertools.product(DIVIDENDS, DIVISORS):
        graph = ExpressionGraph()
        made = operation(graph.field(0, NUMBER, low, high), graph.field(1, NUMBER, least, most))
        values = []
        for state in itertools.product(range(low, high + 1), range(least, most + 1)):
            values.append(operation(*state))
            assert value_of(made, state) == values[-1], state
        assert made.lo <= min(values)
        assert max(values) <= made.hi
        assert name == "remainder" or (made.lo, made.hi) == (min(values), max(values))


@pytest.mark.parametrize(
    ("chosen", "interval"),
    [
        (lambda x, y: abs(x), (0, 6)),
        (lambda x, y: -x, (-4, 6)),
        (lambda x, y: maximum(x, 1), (1, 4)),
        (lambda x, y: minimum(x, -1), (-6, -1)),
        (lambda x, y: maximum(x + 2, 1), (1, 6)),
        (lambda x, y: minimum(x, y), (-6, 3)),
        (lambda x, y: maximum(minimum(x, 2), 0), (0, 2)),
        (lambda x, y: where(y == 0, 1, y), (1, 3)),
        (lambda x, y: where(y < 2, y, 9), (0, 9)),
        (lambda x, y: where(x < 0, 3 - x, x), (0, 9)),
        (lambda x, y: x * x, (0, 36)),
        (lambda x, y: y * y, (0, 9)),
        (lambda x, y: y % 2 + x % -3, (-2, 1)),
        (lambda x, y: y // 4, (0, 0)),
    ],
)
def test_a_condition_narrows_the_interval_of_what_it_chooses(
    chosen: Callable[[Any, Any], Any], interval: tuple[int, int]
) -> None:
    graph = ExpressionGraph()
    made = chosen(graph.field(0, NUMBER, -6, 4), graph.field(1, NUMBER, 0, 3))
    assert (made.lo, made.hi) == interval
    for state in itertools.product(range(-6, 5), range(4)):
        assert value_of(made, state) == chosen(*state)


def test_what_is_plain_is_no_node() -> None:
    graph = ExpressionGraph()
    x, y = graph.field(0, NUMBER, 0, 3), graph.field(1, NUMBER, -2, 2)
    assert x * 1 is x
    assert x * 0 is graph.const(0, NUMBER)
    assert x * y is y * x
    assert y // 1 is y
    assert x % 4 is x
    assert (y % 1).constant == (x // 4).constant == 0
    assert (y % 4).op == (x % 3).op == "mod"


REFUSED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a divisor that may be 0": (lambda x: 3 // x, "may be any number from 0 to 3, so also 0"),
    "a remainder by what may be 0": (lambda x: x % x, "the divisor of % may be any"),
    "a divisor that is 0": (lambda x: x // 0, "the divisor of // is 0"),
    "a truth value": (lambda x: x * (x == 0), r"write where\(condition, 1, 0\)"),
    "an id": (lambda x: x * Id("node", 2).values()[1], r"\* takes numbers, not a node id"),
    "a large product": (lambda x: x * 2**40 * 2**40, "this product may be any number from 0 to .* more than 64 bits"),
    "the least quotient": (lambda x: (0 - 2**62 - 2**62 + x) // -1, "this quotient may be"),
    "a fraction": (lambda x: x / 2, "write x // y for x / y"),
    "a power": (lambda x: x**2, r"x \* x for x \*\* 2"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_has_no_value_is_refused_with_its_line_and_a_remedy(name: str) -> None:
    operation, remedy = REFUSED[name]
    with pytest.raises(ModelError, match=rf"test_arithmetic\.py:\d+: .*{remedy}"):
        operation(ExpressionGraph().field(0, NUMBER, 0, 3))


def test_truth_values_are_not_divided() -> None:
    with pytest.raises(ModelError, match="not a truth value"):
        ExpressionGraph().field(0, TRUTH, 0, 1) % 2


@pytest.mark.parametrize("operation", [lambda i: i * 2, lambda i: -i, abs, lambda i: i % 2, lambda i: 3 // i])
def test_an_id_is_no_number_though_it_is_plain(operation: Callable[[Any], Any]) -> None:
    with Context(lifts=True), pytest.raises(ModelError, match="compared for equality only"):
        operation(Id("node", 3).values()[2])


def test_every_engine_calculates_as_python_does() -> None:
    machine = ledger()
    agree(machine, engines=("native", "smt", "gpu"))
    states = itertools.product(range(-9, 10), range(-18, 19, 9), range(1, 4))
    assert_alike_at(machine, list(states))


@pytest.mark.spark
def test_spark_calculates_as_python_does() -> None:
    agree(ledger(), engines=("spark",))


def test_a_gpu_divides_without_a_call() -> None:
    machine = ledger()
    text = KernelText(machine, Layout(machine.leaves), False, "nvptx")
    modules = [ptx(text.kernels(part)).decode() for part in divide_instances(machine)]
    assert any("div.s64" in module or "rem.s64" in module for module in modules)
    assert not any("__div" in module for module in modules)
