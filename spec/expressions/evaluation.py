"""The value of an expression in one state: that of each operator, on plain integers, as `operator_table` declares it.

Whatever evaluates expressions quickly (compiled code, z3, the byte code of a product) must agree with this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.operator_table import OPERATORS


def value_of(expression: Expr, state: Sequence[int]) -> int:
    """The value of an expression over the fields of a state.

    >>> graph = Graph()
    >>> value_of(graph.add(graph.field(0, NUMBER, 0, 3), 2), [1])
    3
    """
    return values_below([expression], state)[expression.number]


def values_below(
    expressions: Sequence[Expr], state: Sequence[int], chosen: Mapping[int, int] | None = None
) -> dict[int, int]:
    """The value of each of these expressions and of each node below them, by its number.

    chosen: the values of parameters, by their numbers.
    """
    values = dict(chosen or {})
    for node in nodes_below(expressions):  # operands have smaller numbers than what is made of them
        if node.op != "parameter":
            values[node.number] = _value(node, values, state)
    return values


def nodes_below(expressions: Sequence[Expr]) -> list[Expr]:
    """These nodes and all below them, each once, in the order of their numbers."""
    nodes: dict[int, Expr] = {}
    waiting = list(expressions)
    while waiting:
        node = waiting.pop()
        if node.number not in nodes:
            nodes[node.number] = node
            waiting += [operand for operand in node.args if isinstance(operand, Expr)]
    return [nodes[number] for number in sorted(nodes)]


def substitute(expressions: Sequence[Expr], values: Mapping[int, Expr]) -> dict[int, Expr]:
    """Each of these expressions and of the nodes below them, by its number, with other nodes in place of some.

    values: what stands in the place of a node, by the node's number.
    """
    results = dict(values)
    for node in nodes_below(expressions):
        if node.number not in results:
            before = [operand for operand in node.args if isinstance(operand, Expr)]
            after = [results[operand.number] for operand in before]
            is_changed = any(a is not b for a, b in zip(before, after, strict=True))
            results[node.number] = node.graph.rebuild(node, after) if is_changed else node
    return results


def _value(node: Expr, values: Mapping[int, int], state: Sequence[int]) -> int:
    if node.op == "const":
        return int(node.args[0])
    if node.op == "field":
        return int(state[node.args[0]])
    args = [values[operand.number] if isinstance(operand, Expr) else operand for operand in node.args]
    return OPERATORS[node.op].meaning(*args)
