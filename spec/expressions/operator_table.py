"""The operators of expressions: each is declared once, and everything that needs one asks here.

    "sub": Operator(
        ("number", "number"),                                   # what it takes
        lambda a, b: a - b,                                     # its value
        NUMBER,                                                 # what it gives,
        lambda a, b: (a.lo - b.hi, a.hi - b.lo),                # and between which numbers
        lambda graph, a, b: graph.sub(a, b),                    # how a graph makes it, with what it can simplify
    ),

From a declaration follow the evaluation, the folding of constants, the kind and the interval of a node, the rewriting
of an expression with other operands, and, for a new operator, the function that a protocol calls.

Each back end has a table by the same names: LLVM and z3 in `lowering.py` of `checker/engines/native` and
`checker/engines/solver`, `validate` in `checker/validation/product.py`, TLA+ in `checker/export`. It refuses what it
lacks (`lowering_of`). An operator with a `derivation` is made of others wherever it is used, so that no back end hears
of it. docs/architecture.md shows both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from tidemark.base.errors import UsageError
from tidemark.spec.expressions.kinds import NUMBER, TRUTH, Kind

Expr: TypeAlias = Any
Graph: TypeAlias = Any
"""This and the one above are the classes of `expression`, which imports this module."""
Lowering = TypeVar("Lowering")
Interval = tuple[int, int]
ORDER = "an order comparison"
"""What messages call <, <=, > and >=."""
_PARENTHESES = ": Python reads a & b > 0 as (a & b) > 0, so write a & (b > 0)"
MEANT = {
    ("&", NUMBER): _PARENTHESES,
    ("|", NUMBER): _PARENTHESES.replace("&", "|"),
    (ORDER, TRUTH): _PARENTHESES,
    ("+", TRUTH): ": to count the conditions that hold, write count(…)",
    **{(sign, TRUTH): ": for a number, write where(condition, 1, 0)" for sign in ("-", "*", "//", "%")},
}
"""For an operator and the kind of a wrong operand, what its author may have meant."""


@dataclass(frozen=True, eq=False)
class Operator:
    """An operator of expressions. Plain values may follow its operands, as the width does in `join`.

    operands: the family of each operand's kind ("number", "truth", "id", "label", "set", "word"), "divisor" for a
        number that is never 0, or "any". All operands that are ids or labels are of one kind.
    meaning: its value for ints, which every other form of it must agree with.
    kind: what it gives: a kind, or the place of the operand that has the same kind. None: the graph's method says that,
        and the interval, as of words.
    interval: the least and the greatest value, from the operands, which have `lo` and `hi`. None for a truth value, and
        for what is derived.
    build: how a graph makes it of expressions, simplified where it can be. By default the graph simplifies nothing.
    derivation: the same made of other operators, in the language of protocols.
    orders_ids: whether it tells one id from another otherwise than by `==`. A machine that applies it to ids has no
        symmetry in them, since it does not commute with a renaming.
    on_ring: whether it commutes with the rotations of ids alone, which are then the symmetry that remains.
    noun: what a message calls its result.
    """

    operands: tuple[str, ...]
    meaning: Callable[..., int]
    kind: Kind | int | None
    interval: Callable[..., Interval] | None = None
    build: Callable[..., Expr] | None = None
    derivation: Callable[..., Any] | None = None
    orders_ids: bool = False
    on_ring: bool = False
    noun: str = "result"

    def __post_init__(self) -> None:
        if not (self.interval or self.derivation or self.kind is TRUTH or self.kind is None):
            raise ValueError("an operator that gives no truth value declares its interval, or a derivation")


def _has(members: int, member: int) -> int:
    return members >> member & 1 if member >= 0 else 0


def _bit(member: int) -> int:
    """The set of one member; the empty set for `none`."""
    return 1 << member if member >= 0 else 0


def _join(word: int, value: int, lo: int, bits: int) -> int:
    return word << bits | value - lo & (1 << bits) - 1


def _part(word: int, shift: int, bits: int, lo: int, _hi: int) -> int:
    return (word >> shift & (1 << bits) - 1) + lo


def _rejoin(graph: Graph, word: Expr, value: Expr, lo: int, bits: int) -> Expr:
    return graph.join(word, value, lo, lo + (1 << bits) - 1)


def _corners(operation: Callable[[int, int], int], a: Expr, b: Expr) -> Interval:
    """The interval of what is monotonic in each operand, whatever the other one is: its ends are at ends of theirs."""
    values = [operation(x, y) for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
    return min(values), max(values)


def _product(a: Expr, b: Expr) -> Interval:
    lo, hi = _corners(lambda x, y: x * y, a, b)
    return (max(lo, 0) if a.lo <= 0 <= a.hi else min(a.lo**2, a.hi**2), hi) if a is b else (lo, hi)


def _remainder(a: Expr, b: Expr) -> Interval:
    """The sign of a remainder is that of the divisor."""
    if b.lo == b.hi and a.lo // b.lo == a.hi // b.lo:
        return a.lo % b.lo, a.hi % b.lo
    if b.lo > 0:
        return 0, min(b.hi - 1, a.hi) if a.lo >= 0 else b.hi - 1
    return b.lo + 1, 0


def _choice(condition: Expr, a: Expr, b: Expr) -> Interval:
    """The interval of a choice: the condition may bound what is chosen, as in `where(x < 0, 0 - x, x)`."""
    (least, most), (lo, hi) = _bounds_where(condition, True, a), _bounds_where(condition, False, b)
    return min(least, lo), max(most, hi)


def _bounds_where(condition: Expr, holds: bool, node: Expr) -> Interval:
    """The interval of an expression where a condition holds, or where it does not."""
    lo, hi = node.lo, node.hi
    if condition.op not in ("lt", "eq") or condition.args[0].kind is not node.kind:
        return lo, hi
    a, b = condition.args
    if node is not a and node is not b:
        return _bounds_of_sum(condition, holds, node)
    if condition.op == "lt":
        if holds:
            return (lo, min(hi, b.hi - 1)) if node is a else (max(lo, a.lo + 1), hi)
        return (max(lo, b.lo), hi) if node is a else (lo, min(hi, a.hi))
    if node is a and b.op == "const":
        value = b.args[0]
        return (value, value) if holds else (lo + (lo == value), hi - (hi == value))
    return lo, hi


def _bounds_of_sum(condition: Expr, holds: bool, node: Expr) -> Interval:
    """The same of a number to which a constant is added, or which is taken from one."""
    if node.op == "add" and node.args[1].op == "const":
        lo, hi = _bounds_where(condition, holds, node.args[0])
        return lo + node.args[1].args[0], hi + node.args[1].args[0]
    if node.op == "sub" and node.args[0].op == "const":
        lo, hi = _bounds_where(condition, holds, node.args[1])
        return node.args[0].args[0] - hi, node.args[0].args[0] - lo
    return node.lo, node.hi


def _any_set(members: Expr, *_: Expr) -> Interval:
    return 0, (1 << members.kind.size) - 1


OPERATORS: dict[str, Operator] = {
    # Numbers.
    "add": Operator(
        ("number", "number"), lambda a, b: a + b, NUMBER, lambda a, b: (a.lo + b.lo, a.hi + b.hi),
        lambda graph, a, b: graph.add(a, b), noun="sum",
    ),
    "sub": Operator(
        ("number", "number"), lambda a, b: a - b, NUMBER, lambda a, b: (a.lo - b.hi, a.hi - b.lo),
        lambda graph, a, b: graph.sub(a, b), noun="difference",
    ),
    "mul": Operator(
        ("number", "number"), lambda a, b: a * b, NUMBER, _product, lambda graph, a, b: graph.mul(a, b), noun="product"
    ),
    # Python's meaning: towards the lesser number, so that the remainder has the sign of the divisor.
    "floordiv": Operator(
        ("number", "divisor"), lambda a, b: a // b, NUMBER, lambda a, b: _corners(lambda x, y: x // y, a, b),
        lambda graph, a, b: graph.floordiv(a, b), noun="quotient",
    ),
    "mod": Operator(
        ("number", "divisor"), lambda a, b: a % b, NUMBER, _remainder, lambda graph, a, b: graph.mod(a, b),
        noun="remainder",
    ),
    "abs": Operator(
        ("number",), lambda a: abs(a), NUMBER, derivation=lambda a: a.graph.ite(a < 0, 0 - a, a), noun="magnitude"
    ),
    # Truth values. `lt` is asked of numbers; of other kinds only where messages and domains are put in order.
    "eq": Operator(("any", "any"), lambda a, b: int(a == b), TRUTH, None, lambda graph, a, b: graph.eq(a, b)),
    "lt": Operator(("any", "any"), lambda a, b: int(a < b), TRUTH, None, lambda graph, a, b: graph.less(a, b)),
    "and": Operator(
        ("truth", "truth"), lambda a, b: a & b, TRUTH, None, lambda graph, a, b: graph.conjunction(a, b)
    ),
    "or": Operator(
        ("truth", "truth"), lambda a, b: a | b, TRUTH, None, lambda graph, a, b: graph.disjunction(a, b)
    ),
    "not": Operator(("truth",), lambda a: 1 - a, TRUTH, None, lambda graph, a: graph.negate(a)),
    # One of two values: `where`.
    "ite": Operator(
        ("truth", "any", "any"), lambda c, a, b: a if c else b, 1, _choice, lambda graph, c, a, b: graph.ite(c, a, b),
    ),
    # Sets of ids. `none` is a member of no set, and inserting or removing it changes nothing.
    "has": Operator(("set", "id"), _has, TRUTH, None, lambda graph, group, x: graph.has(group, x)),
    "insert": Operator(
        ("set", "id"), lambda group, x: group | _bit(x), 0, _any_set, lambda graph, group, x: graph.insert(group, x)
    ),
    "remove": Operator(
        ("set", "id"), lambda group, x: group & ~_bit(x), 0, _any_set, lambda graph, group, x: graph.remove(group, x)
    ),
    "union": Operator(
        ("set", "set"), lambda a, b: a | b, 0, _any_set, lambda graph, a, b: graph.combine("union", a, b)
    ),
    "minus": Operator(
        ("set", "set"), lambda a, b: a & ~b, 0, _any_set, lambda graph, a, b: graph.combine("minus", a, b)
    ),
    "size": Operator(
        ("set",), lambda group: group.bit_count(), NUMBER, lambda group: (0, group.kind.size),
        lambda graph, group: graph.size(group),
    ),
    # Ids in an order, and on a ring: `order_operations` says what each means.
    "position": Operator(
        ("id",), lambda x: x, NUMBER, lambda x: (x.lo, x.hi), lambda graph, x: graph.position(x), orders_ids=True
    ),
    "id_at": Operator(
        ("number",), lambda n, kind: n if 0 <= n < kind.size else -1, None, None,
        lambda graph, n, kind: graph.id_at(n, kind), orders_ids=True,
    ),
    "shift": Operator(
        ("id", "number"), lambda x, n, size: (x + n) % size if x >= 0 else -1, None, None,
        lambda graph, x, n, _: graph.shift(x, n), on_ring=True,
    ),
    "distance": Operator(
        ("id", "id"), lambda a, b, size: (b - a) % size if min(a, b) >= 0 else -1, None, None,
        lambda graph, a, b, _: graph.distance(a, b), on_ring=True,
    ),
    # Words: values of any kind side by side in one int, the first in the highest bits. `join` is undefined where the
    # value is outside its domain.
    "join": Operator(("word", "any"), _join, None, None, _rejoin),
    "part": Operator(("word",), _part, None),
}  # fmt: skip
"""Every operator by its name. A node has this name, or is a "const" or a "field", which have no operands."""


class LackingOperator(UsageError):
    """A back end was asked for an operator that it has no lowering of."""


def lowering_of(name: str, lowerings: Mapping[str, Lowering], back_end: str) -> Lowering:
    """What a back end's table has for an operator.

    Raises:
        LackingOperator: nothing; the message says whose table that is.
    """
    lowering = lowerings.get(name)
    if lowering is None:
        raise LackingOperator(
            f"{back_end} has no operator {name}: add it to the table in its lowering, or give the operator a derivation"
        )
    return lowering
