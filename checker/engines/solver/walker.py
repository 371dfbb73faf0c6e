"""Walks of expressions: an engine computes something for each node, once it has done so for the node's operands.

A walk does not call itself: a long sum is nested more deeply than Python's calls may be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tidemark.spec.expressions.expression import Expr

T = TypeVar("T")


def compute_bottom_up(results: dict[int, T], expression: Expr, make: Callable[[Expr], T]) -> T:
    """The result of `make` for an expression. `results` holds those already made, by the number of the node."""
    pending = [expression]
    while pending:
        node = pending[-1]
        missing = [a for a in node.args if isinstance(a, Expr) and a.number not in results]
        if missing and node.number not in results:
            pending += missing
            continue
        pending.pop()
        if node.number not in results:
            results[node.number] = make(node)
    return results[expression.number]
