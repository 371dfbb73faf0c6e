"""Expressions: what a protocol's values become when a machine is lifted to symbolic form.

An `ExpressionGraph` makes every node, and makes an equal node only once (hash-consing), so that equal is identical.
Each node knows its `Kind` and the interval `[lo, hi]` in which its value lies; comparisons and range checks whose
answer follows from the intervals fold to constants. `operator_table` declares what an operator means, and which
interval it has; here is what a graph can simplify. The back ends (LLVM, z3) walk the nodes; nothing here knows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeGuard

from tidemark.base.errors import digits
from tidemark.spec.expressions.context import is_traced
from tidemark.spec.expressions.kinds import NEIGHBOURS, NUMBER, TRUTH, WORD, Constant, Kind, none
from tidemark.spec.expressions.model_errors import ModelError, show_value
from tidemark.spec.expressions.no_plain_value import NoPlainValue
from tidemark.spec.expressions.operator_table import MEANT, OPERATORS, ORDER, Operator
from tidemark.spec.expressions.order_operations import OrderOperations

LEAST, MOST = -(1 << 63), (1 << 63) - 1
"""The least and the greatest number that compiled code has."""


class Expr(NoPlainValue):
    """One node of a graph. Its operators build more nodes. Python can take no truth value from it."""

    __slots__ = ("args", "graph", "hi", "kind", "lo", "number", "op")

    graph: ExpressionGraph
    op: str
    args: tuple[Any, ...]
    kind: Kind
    lo: int
    hi: int
    number: int

    @property
    def constant(self) -> int | None:
        """The value of a constant, or None."""
        return self.args[0] if self.op == "const" else None

    def __add__(self, right: Any) -> Expr:
        return self.graph.add(self, right)

    def __radd__(self, left_operand: Any) -> Expr:
        return self.graph.add(left_operand, self)

    def __sub__(self, right: Any) -> Expr:
        return self.graph.sub(self, right)

    def __rsub__(self, left_operand: Any) -> Expr:
        return self.graph.sub(left_operand, self)

    def __mul__(self, right: Any) -> Expr:
        return self.graph.mul(self, right)

    __rmul__ = __mul__

    def __floordiv__(self, right: Any) -> Expr:
        return self.graph.floordiv(self, right)

    def __rfloordiv__(self, left_operand: Any) -> Expr:
        return self.graph.floordiv(left_operand, self)

    def __mod__(self, right: Any) -> Expr:
        return self.graph.mod(self, right)

    def __rmod__(self, left_operand: Any) -> Expr:
        return self.graph.mod(left_operand, self)

    def __neg__(self) -> Expr:
        return self.graph.sub(0, self)

    def __pos__(self) -> Expr:
        return self.graph.add(self, 0)

    def __abs__(self) -> Expr:
        return self.graph.apply("abs", self)

    def __eq__(self, right: Any) -> Expr:  # type: ignore[override]
        return self.graph.eq(self, right)

    def __ne__(self, right: Any) -> Expr:  # type: ignore[override]
        return self.graph.negate(self.graph.eq(self, right))

    def __lt__(self, right: Any) -> Expr:
        return self.graph.lt(self, right)

    def __gt__(self, right: Any) -> Expr:
        return self.graph.lt(right, self)

    def __le__(self, right: Any) -> Expr:
        return self.graph.negate(self.graph.lt(right, self))

    def __ge__(self, right: Any) -> Expr:
        return self.graph.negate(self.graph.lt(self, right))

    def __and__(self, right: Any) -> Expr:
        return self.graph.conjunction(self, right)

    __rand__ = __and__

    def __or__(self, right: Any) -> Expr:
        return self.graph.disjunction(self, right)

    __ror__ = __or__

    __hash__ = NoPlainValue.__hash__  # Python takes it away where a class has an __eq__

    def __repr__(self) -> str:
        if is_traced():
            self.refuse_text()
        if self.op in ("const", "field"):
            return str(self.args[0])
        return f"{self.op}({', '.join(map(repr, self.args))})"


class ExpressionGraph(OrderOperations[Expr]):
    """Makes nodes: hash-consed, folded, with intervals. One graph serves one machine.

    packing: this graph, where the words of plain messages are its expressions too.
    derived: how each network was derived from another one, by the numbers of the fields of the result.
    """

    packing: ExpressionGraph | None = None

    def __init__(self) -> None:
        self.nodes: list[Expr] = []
        self._known: dict[tuple[Any, ...], Expr] = {}
        self._constants: dict[tuple[int, Kind], Expr] = {}
        self.derived: dict[tuple[int, ...], Any] = {}
        self.true = self.const(1, TRUTH)
        self.false = self.const(0, TRUTH)

    def _node(
        self, op: str, args: tuple[Expr, ...], kind: Kind, lo: int, hi: int, plain: tuple[Any, ...] = ()
    ) -> Expr:
        """The node of these operands, which `plain` values may follow."""
        key = (op, kind, plain, *[operand.number for operand in args])
        node = self._known.get(key)
        if node is None:
            node = self._known[key] = self._make(op, args + plain, kind, lo, hi)
        return node

    def _make(self, op: str, args: tuple[Any, ...], kind: Kind, lo: int, hi: int) -> Expr:
        node = Expr()
        node.graph, node.op, node.args, node.kind, node.lo, node.hi = self, op, args, kind, lo, hi
        node.number = len(self.nodes)
        self.nodes.append(node)
        return node

    def const(self, value: int, kind: Kind) -> Expr:
        """A constant. One that needs more than 64 bits is a ModelError."""
        value = int(value)
        node = self._constants.get((value, kind))
        if node is None:
            if not LEAST <= value <= MOST:
                raise ModelError(f"this constant needs more than 64 bits: {digits(value)}")
            node = self._constants[value, kind] = self._node("const", (), kind, value, value, (value,))
        return node

    def _operation(self, op: str, *operands: Expr) -> Expr:
        """An operator's node for these operands, as it is declared; a constant where they all are.

        Raises:
            ModelError: the result may need more than 64 bits.
        """
        if len(operands) == 2:  # as nearly always; written out, the key is made in a third of the time
            key: tuple[Any, ...] = (op, operands[0].number, operands[1].number)
        else:
            key = (op, *[operand.number for operand in operands])
        node = self._known.get(key)
        if node is None:
            node = self._known[key] = self._compute(OPERATORS[op], op, operands)
        return node

    def _compute(self, operator: Operator, op: str, operands: tuple[Expr, ...]) -> Expr:
        kind = operands[operator.kind].kind if isinstance(operator.kind, int) else operator.kind
        assert kind is not None  # words have their own methods
        if all(operand.op == "const" for operand in operands):
            return self.const(operator.meaning(*[operand.args[0] for operand in operands]), kind)
        lo, hi = operator.interval(*operands) if operator.interval else (0, 1)
        if lo < LEAST or hi > MOST:
            raise ModelError(
                f"this {operator.noun} may be any number from {lo} to {hi}, which needs more than 64 bits: use fewer "
                "numbers, or narrow their domains"
            )
        return self._make(op, operands, kind, lo, hi)

    def field(self, index: int, kind: Kind, lo: int, hi: int) -> Expr:
        """The value of field number `index` of the current state. A field of one possible value is a constant."""
        return self.const(lo, kind) if lo == hi else self._node("field", (), kind, lo, hi, (index,))

    def parameter(self, kind: Kind, lo: int, hi: int) -> Expr:
        """A new value that is chosen with a step. One of one possible value is a constant."""
        return self.const(lo, kind) if lo == hi else self._make("parameter", (len(self.nodes),), kind, lo, hi)

    def lift(self, value: Any, like: Kind | None = None) -> Expr:
        """A plain value as a constant; an expression as it is.

        Raises:
            ModelError: the value is not a number, a truth value, an id or a label.
        """
        if type(value) is Expr:
            if value.graph is not self:
                raise ModelError(
                    "a value of another machine's expressions is used here: build each machine by itself"
                )
            return value
        if value is none and like is not None and like.family == "id":
            return self.const(-1, like)
        if isinstance(value, Constant):
            return self.const(int(value), value.kind)
        if isinstance(value, bool):
            return self.const(int(value), TRUTH)
        if isinstance(value, int):
            return self.const(value, NUMBER)
        hints = {type(None): ": write none for an absent id", str: ": write a label, as in Role.leader"}
        raise ModelError(f"{show_value(value)} is not a value of the language{hints.get(type(value), '')}")

    def _pair(self, a: Any, b: Any, verb: str, kind: Kind | None = None) -> tuple[Expr, Expr]:
        lifted = type(a) is type(b) is Expr and a.graph is b.graph is self
        if lifted and a.kind is b.kind and (kind is None or a.kind is kind):  # as nearly always
            return a, b
        if a is none:
            y = self.lift(b)
            x = self.lift(a, y.kind)
        else:
            x = self.lift(a)
            y = self.lift(b, x.kind)
        if x.kind is y.kind and (kind is None or x.kind is kind):
            return x, y
        for operand in (x, y):
            if kind and operand.kind != kind:
                if operand.kind.family == "id" and kind == NUMBER:
                    neighbours = NEIGHBOURS if verb in ("+", "-") else ""
                    raise ModelError(
                        f"{verb} takes numbers, not {operand.kind}: ids are compared for equality only; {neighbours}"
                        "where the order of the ids is meant, write position(id); the machine then has no symmetry"
                    )
                raise ModelError(
                    f"{verb} takes {kind} on both sides, not {operand.kind}{MEANT.get((verb, operand.kind), '')}"
                )
        raise ModelError(f"{verb} mixes {x.kind} with {y.kind}")

    def eq(self, a: Any, b: Any) -> Expr:
        """`a == b` of two values of one kind."""
        x, y = self._pair(a, b, "==")
        if x is y:
            return self.true
        if x.hi < y.lo or y.hi < x.lo:
            return self.false
        if x.op == "const":
            x, y = y, x
        if y.op == "const":
            if x.kind == TRUTH:
                return x if y.args[0] else self.negate(x)
            if x.op == "add" and x.args[1].op == "const":
                return self.eq(x.args[0], y.args[0] - x.args[1].args[0])
            if x.op == "ite":
                then, otherwise = self.eq(x.args[1], y), self.eq(x.args[2], y)
                if then.op == "const" or otherwise.op == "const":
                    return self.ite(x.args[0], then, otherwise)
        elif x.number > y.number:
            x, y = y, x
        return self._operation("eq", x, y)

    def lt(self, a: Any, b: Any) -> Expr:
        """`a < b` of numbers."""
        return self.less(*self._pair(a, b, ORDER, NUMBER))

    def less(self, x: Expr, y: Expr) -> Expr:
        """`x < y` of two numbers, or of two values of another kind, of which messages and domains have an order."""
        if x.hi < y.lo:
            return self.true
        if x is y or x.lo >= y.hi:
            return self.false
        if x.kind is TRUTH:
            return self.conjunction(self.negate(x), y)
        if y.op == "const" and x.op == "add" and x.args[1].op == "const":
            return self.lt(x.args[0], y.args[0] - x.args[1].args[0])
        if x.op == "const" and y.op == "add" and y.args[1].op == "const":
            return self.lt(x.args[0] - y.args[1].args[0], y.args[0])
        return self._operation("lt", x, y)

    def negate(self, a: Any) -> Expr:
        """Not `a`."""
        x = self._truth(a, "not_()")
        return x.args[0] if x.op == "not" else self._operation("not", x)

    def _truth(self, a: Any, verb: str) -> Expr:
        if type(a) is Expr and a.kind is TRUTH and a.graph is self:  # as nearly always
            return a
        x = self.lift(a)
        if x.kind != TRUTH:
            raise ModelError(f"{verb} takes a truth value, not {x.kind}{MEANT.get((verb, x.kind), '')}")
        return x

    def conjunction(self, a: Any, b: Any) -> Expr:
        """`a & b` of truth values."""
        return self._junction("and", a, b, self.true, self.false)

    def disjunction(self, a: Any, b: Any) -> Expr:
        """`a | b` of truth values."""
        return self._junction("or", a, b, self.false, self.true)

    def _junction(self, op: str, a: Any, b: Any, neutral: Expr, absorbing: Expr) -> Expr:
        verb = "&" if op == "and" else "|"
        x, y = self._truth(a, verb), self._truth(b, verb)
        if x is neutral or x is y:
            return y
        if y is neutral:
            return x
        if x is absorbing or y is absorbing or self.negate(x) is y:
            return absorbing
        if x.number > y.number:
            x, y = y, x
        return self._operation(op, x, y)

    def ite(self, condition: Any, a: Any, b: Any) -> Expr:
        """`a` where the condition holds, else `b`; both of one kind."""
        c = self._truth(condition, "where()")
        x, y = self._pair(a, b, "where()")
        if c.op == "const":
            return x if c.args[0] else y
        if x is y:
            return x
        if x.kind == TRUTH and (x.op == "const" or y.op == "const" or x is c or y is c):
            if x is self.true or x is c:
                return self.disjunction(c, y)
            if x is self.false:
                return self.conjunction(self.negate(c), y)
            if y is self.true:
                return self.disjunction(self.negate(c), x)
            return self.conjunction(c, x)
        if c.op == "not":
            return self.ite(c.args[0], y, x)
        return self.reduce_to_constant(self._operation("ite", c, x, y))

    # Sets of ids. `none` is a member of no set, and inserting or removing it changes nothing.

    def _member(self, group: Expr, member: Any, verb: str) -> Expr:
        x = self.lift(member, Kind("id", group.kind.name, group.kind.size))
        if x.kind.family != "id" or x.kind.name != group.kind.name:
            raise ModelError(f"{verb} of {group.kind} takes a {group.kind.name} id, not {x.kind}")
        return x

    def has(self, group: Expr, member: Any) -> Expr:
        """Whether an id is in a set."""
        x = self._member(group, member, ".has()")
        if x.op == "const":
            if x.args[0] < 0:
                return self.false
            if group.op in ("insert", "remove") and group.args[1].op == "const":
                if group.args[1] is x:
                    return self.true if group.op == "insert" else self.false
                return self.has(group.args[0], x)
        return self._operation("has", group, x)

    def insert(self, group: Expr, member: Any) -> Expr:
        """The set with an id."""
        x = self._member(group, member, ".including()")
        return group if x.constant == -1 else self._operation("insert", group, x)

    def remove(self, group: Expr, member: Any) -> Expr:
        """The set without an id."""
        x = self._member(group, member, ".excluding()")
        return group if x.constant == -1 else self._operation("remove", group, x)

    def combine(self, op: str, a: Expr, b: Any) -> Expr:
        """The union of two sets, or the first without the members of the second (`minus`)."""
        return self._operation(op, *self._pair(a, b, op))

    def size(self, group: Expr) -> Expr:
        """How many members a set has."""
        return self._operation("size", group)

    # Words: values of any kind side by side in one int, the first in the highest bits.

    def join(self, word: Expr, value: Expr, lo: int, hi: int) -> Expr:
        """The word with a value from `lo` to `hi` at its end; undefined outside `lo..hi`."""
        bits = (hi - lo).bit_length()
        if not bits:
            return word
        if word.op == "const" and value.op == "const":
            return self.const(OPERATORS["join"].meaning(word.args[0], value.args[0], lo, bits), WORD)
        least, most = max(value.lo, lo) - lo, min(value.hi, hi) - lo
        return self._node(
            "join", (word, value), WORD, (word.lo << bits) + least, (word.hi << bits) + most, (lo, bits)
        )

    def part(self, word: Expr, shift: int, bits: int, kind: Kind, lo: int, hi: int) -> Expr:
        """The value from `lo` to `hi` in `bits` bits of a word, from bit `shift` on."""
        if lo == hi:
            return self.const(lo, kind)
        if word.op == "const":
            return self.const(OPERATORS["part"].meaning(word.args[0], shift, bits, lo, hi), kind)
        return self._node("part", (word,), kind, lo, hi, (shift, bits, lo, hi))

    # Operators by their names.

    def apply(self, op: str, *values: Any) -> Expr:
        """An operator of these values, which are checked as it is declared.

        Raises:
            ModelError: a value has another kind than the operator takes.
        """
        operator, operands = OPERATORS[op], self._operands(op, values)
        if operator.derivation:
            return self.lift(operator.derivation(*operands))
        return operator.build(self, *operands) if operator.build else self._operation(op, *operands)

    def _operands(self, op: str, values: Sequence[Any]) -> list[Expr]:
        like = next((value.kind for value in values if value is not none and hasattr(value, "kind")), None)
        operands = [self.lift(value, like) for value in values]
        for operand, family in zip(operands, OPERATORS[op].operands, strict=True):
            if family not in ("any", operand.kind.family) and (family, operand.kind) != ("divisor", NUMBER):
                raise ModelError(f"{op}() takes a {family} here, not {operand.kind}")
        ids = {operand.kind for operand in operands if operand.kind.family in ("id", "label")}
        if len(ids) > 1:
            raise ModelError(f"{op}() mixes {' with '.join(sorted(map(str, ids)))}")
        return operands

    def rebuild(self, node: Expr, operands: Sequence[Expr]) -> Expr:
        """The operation of a node, applied to these operands, and simplified: what a proof does with parts of it."""
        if node.op in ("const", "field"):
            return node
        operator, numbers = OPERATORS[node.op], node.args[len(operands) :]
        if node.op == "part":
            shift, bits, lo, hi = numbers
            return self.part(operands[0], shift, bits, node.kind, lo, hi)
        if operator.build is None:
            return self._operation(node.op, *operands)
        rebuilt: Expr = operator.build(self, *operands, *numbers)
        return rebuilt


def graph_of(*values: Any) -> ExpressionGraph | None:
    """The graph of the first symbolic value among `values`; None when all are plain."""
    for value in values:
        if isinstance(value, Expr):
            return value.graph
    return None


def is_symbolic(value: object) -> TypeGuard[Any]:
    """Whether a value depends on a state. To mypy it then has any type, in place of the one that its author sees."""
    return type(value) is Expr
