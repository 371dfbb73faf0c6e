"""Walks of expressions: an engine computes something for each node, once it has done so for the node's operands.

A walk does not call itself: a long sum is nested more deeply than Python's calls may be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tidemark.spec.expressions.expression import Expr

T = TypeVar("T")


def worked_out(known: dict[int, T], expression: Expr, make: Callable[[Expr], T]) -> T:
    """The result of `make` for an expression, once `known` has those for its operands: each is made once, by number."""
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
