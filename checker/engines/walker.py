"""Walks of expressions: what an engine makes of each node, once it has made it of the node's operands.

It does not call itself: a long sum is nested more deeply than Python's calls may be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tidemark.spec.expression import Expr

T = TypeVar("T")


def worked_out(known: dict[int, T], expression: Expr, make: Callable[[Expr], T]) -> T:
    """What is made of an expression once it is made of its operands: of each node once, by its number in `known`."""
    pending = [expression]
    while pending:
        node = pending[-1]
        missing = [a for a in node.args if isinstance(a, Expr) and a.number not in known]
        if missing and node.number not in known:
            pending += missing
            continue
        pending.pop()
        if node.number not in known:
            known[node.number] = make(node)
    return known[expression.number]
