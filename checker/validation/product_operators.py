"""The operators that product.c has, and how those that it lacks are written with them."""

from __future__ import annotations

from tidemark.spec.expressions.expression import Expr

OPS = (
    "const", "field", "add", "sub", "eq", "lt", "and", "or", "not", "ite", "has", "insert", "remove", "union", "minus",
    "size", "join", "part", "message", "mul", "floordiv", "mod",
)  # fmt: skip
"""In the order of the `enum` of product.h."""
ALIKE = ("position", "id_at")
"""Operators that change what a value means, and not the number that it is."""
ON_RING = ("shift", "distance")
"""Operators that are written with others, five within each other."""


def write_on_ring(node: Expr, below: list[int], first: int) -> list[int]:
    """`(a + n) % size` or `(b - a) % size`, and -1 where an id is `none`; the last of the nodes is the result.

    below: the numbers of the operands' nodes. first: that of the first node.
    """
    a, b = below
    size, around, zero, a_is_none, b_is_none, is_none, absent = range(first + 1, first + 8)
    ahead = ("add", a, b, 0) if node.op == "shift" else ("sub", b, a, 0)
    second = a if node.op == "shift" else b
    nodes = [
        ahead, ("const", node.args[2], 0, 0), ("mod", first, size, 0), ("const", 0, 0, 0), ("lt", a, zero, 0),
        ("lt", second, zero, 0), ("or", a_is_none, b_is_none, 0), ("const", -1, 0, 0), ("ite", is_none, absent, around),
    ]  # fmt: skip
    return [number for op, *operands in nodes for number in (OPS.index(op), *operands)]
