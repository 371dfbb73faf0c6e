"""The operations of an expression graph on ids whose order is meant, or that stand on a ring.

    position(x)             0, 1, … in the order of the ids; -1 of `none`
    id_at(n)                the id of that position; `none` where there is no such id
    shift(x, n)             the id n steps further on the ring: after the last comes the first; `none` of `none`
    distance(a, b)          how many steps lead from a to b on the ring; -1 from `none`, and to it

A rotation of the ids changes the first two, and not the last two: the next id of a rotated id is the rotated next id.
Apart from `expression`, which has all others. The nodes are `Expr`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tidemark.spec.expressions.kinds import NUMBER, Kind
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.expressions.number_operations import E, NumberOperations


class OrderOperations(NumberOperations[E]):
    """The operations on numbers, and on ids in an order, of an `ExpressionGraph`."""

    lift: Callable[..., E]
    less: Callable[..., E]
    conjunction: Callable[..., E]
    ite: Callable[..., E]
    eq: Callable[..., E]
    _node: Callable[..., E]

    def position(self, a: Any) -> E:
        """The place of an id in the order of its sort, from 0; -1 of `none`."""
        x = self._identity(a, "position()")
        if x.op == "const":
            return self.const(x.args[0], NUMBER)
        if x.op == "id_at" and x.args[0].lo >= -1 and x.args[0].hi < x.kind.size:
            return x.args[0]  # type: ignore[no-any-return]
        return self._operation("position", x)

    def id_at(self, a: Any, kind: Kind) -> E:
        """The id of a position; `none` where no id of the kind has it."""
        n = self._number(a, "id_at()")
        absent = self.const(-1, kind)
        if n.hi < 0 or n.lo >= kind.size:
            return absent
        if n.op == "const":
            return self.const(n.args[0], kind)
        if n.op == "position" and n.args[0].kind is kind:
            return n.args[0]  # type: ignore[no-any-return]
        node = self._node("id_at", (n,), kind, max(n.lo, -1), min(n.hi, kind.size - 1), (kind,))
        if n.lo >= -1 and n.hi < kind.size:
            return node
        first, end = self.const(-1, NUMBER), self.const(kind.size, NUMBER)
        return self.ite(self.conjunction(self.less(first, n), self.less(n, end)), node, absent)

    def shift(self, a: Any, steps: Any) -> E:
        """The id *n* steps further on the ring of its sort; `none` of `none`."""
        x, n = self._identity(a, "next_id()"), self._number(steps, "next_id()")
        size = x.kind.size
        if n.op == "const":
            if x.op == "shift" and x.args[1].op == "const":
                return self.shift(x.args[0], x.args[1].args[0] + n.args[0])
            if x.op == "const":
                return self.const((x.args[0] + n.args[0]) % size if x.args[0] >= 0 else -1, x.kind)
            n = self.const(n.args[0] % size, NUMBER)
        if n.constant == 0 or size == 1 or x.constant == -1:
            return x
        return self._node("shift", (x, n), x.kind, min(x.lo, 0), size - 1, (size,))

    def distance(self, a: Any, b: Any) -> E:
        """How many steps lead from one id to another on the ring of their sort; -1 from `none`, and to it."""
        x, y = self._pair(a, b, "steps_between()")
        self._identity(x, "steps_between()")
        size, absent = x.kind.size, self.const(-1, NUMBER)
        if x.constant == -1 or y.constant == -1:
            return absent
        if x.op == y.op == "const":
            return self.const((y.args[0] - x.args[0]) % size, NUMBER)
        if x is y:
            return self.ite(self.eq(x, self.const(-1, x.kind)), absent, self.const(0, NUMBER))
        return self._node("distance", (x, y), NUMBER, min(x.lo, y.lo, 0), size - 1, (size,))

    def _identity(self, a: Any, verb: str) -> E:
        x = self.lift(a)
        if x.kind.family != "id":
            raise ModelError(f"{verb} takes an id here, not {x.kind}")
        return x

    def _number(self, a: Any, verb: str) -> E:
        n = self.lift(a)
        if n.kind is not NUMBER:
            raise ModelError(f"{verb} takes a number here, not {n.kind}")
        return n
