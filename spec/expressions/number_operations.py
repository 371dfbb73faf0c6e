"""The operations of an expression graph on numbers: sums, products and quotients, as simple as their operands allow.

Apart from `expression`, which has all others. The nodes are `Expr`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from tidemark.spec.expressions.kinds import NUMBER
from tidemark.spec.expressions.model_errors import ModelError

E = TypeVar("E", bound=Any)
"""The nodes of the graph."""


class NumberOperations(Generic[E]):
    """The operations on numbers of an `ExpressionGraph`."""

    _pair: Callable[..., tuple[E, E]]
    _operation: Callable[..., E]
    const: Callable[..., E]

    def add(self, a: Any, b: Any) -> E:
        """`a + b` of numbers."""
        x, y = self._pair(a, b, "+", NUMBER)
        if x.op == "const":
            x, y = y, x
        if y.op == "const":
            if y.args[0] == 0:
                return x
            if x.op == "add" and x.args[1].op == "const":
                return self.add(x.args[0], x.args[1].args[0] + y.args[0])
        elif x.number > y.number:
            x, y = y, x
        return self._operation("add", x, y)

    def sub(self, a: Any, b: Any) -> E:
        """`a - b` of numbers."""
        x, y = self._pair(a, b, "-", NUMBER)
        if y.op == "const":
            return self.add(x, -y.args[0])
        if x is y:
            return self.const(0, NUMBER)
        return self._operation("sub", x, y)

    def mul(self, a: Any, b: Any) -> E:
        """`a * b` of numbers."""
        x, y = self._pair(a, b, "*", NUMBER)
        if x.op == "const" or (y.op != "const" and x.number > y.number):
            x, y = y, x
        if y.constant in (0, 1):
            return x if y.constant else y
        return self._operation("mul", x, y)

    def floordiv(self, a: Any, b: Any) -> E:
        """`a // b` of numbers. A divisor that may be 0 is a ModelError."""
        x, y = self._dividend_and_divisor(a, b, "//")
        return x if y.constant == 1 else self.reduce_to_constant(self._operation("floordiv", x, y))

    def mod(self, a: Any, b: Any) -> E:
        """`a % b` of numbers. A divisor that may be 0 is a ModelError."""
        x, y = self._dividend_and_divisor(a, b, "%")
        if x.lo >= 0 and x.hi < y.lo:
            return x
        return self.reduce_to_constant(self._operation("mod", x, y))

    def _dividend_and_divisor(self, a: Any, b: Any, verb: str) -> tuple[E, E]:
        x, y = self._pair(a, b, verb, NUMBER)
        if y.lo <= 0 <= y.hi:
            written = "is 0" if y.lo == y.hi else f"may be any number from {y.lo} to {y.hi}, so also 0"
            raise ModelError(
                f"the divisor of {verb} {written}: give it a domain without 0, or divide by maximum(x, 1), or by "
                "where(x == 0, 1, x)"
            )
        return x, y

    def reduce_to_constant(self, node: E) -> E:
        """A number, as a constant where there is one value alone that it may have."""
        return self.const(node.lo, node.kind) if node.lo == node.hi else node
