"""Expressions as z3 terms.

Every value is a bit vector just wide enough for its kind: numbers get one width for the whole machine, in
which no sum, difference or product that the machine forms can overflow (the intervals of the expressions say so), so
arithmetic is exact. Truth values are z3's own. A field is a variable as wide as its domain needs.

All of it is finite, so that z3 can hand the whole question to its SAT solver.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence

import z3

from tidemark.base import signals
from tidemark.checker.engines.solver.walker import compute_bottom_up
from tidemark.checker.runs.results import State
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import WORD, Kind
from tidemark.spec.expressions.operator_table import lowering_of
from tidemark.spec.types.leaves import Leaf

_BINARY: dict[str, Callable[[z3.ExprRef, z3.ExprRef], z3.ExprRef]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "eq": lambda a, b: a == b,
    "lt": lambda a, b: a < b,
    "and": lambda a, b: z3.And(a, b),
    "or": lambda a, b: z3.Or(a, b),
    "union": lambda a, b: a | b,
    "minus": lambda a, b: a & ~b,
}
"""The operators whose term follows from those of two operands alone."""


def signed_bits(lo: int, hi: int) -> int:
    """How many bits of two's complement hold every number from `lo` to `hi`."""
    return 1 + max((~lo if lo < 0 else lo).bit_length(), (~hi if hi < 0 else hi).bit_length())


class Z3Lowering:
    """The z3 terms of one machine's expressions, over the variables of one state.

    Make it once the machine is in symbolic form: the widths follow from every expression of its graph.
    """

    def __init__(self, graph: ExpressionGraph, leaves: Sequence[Leaf]) -> None:
        self._leaves = leaves
        self._widths = _widths(graph, leaves)
        self._terms: dict[int, z3.ExprRef] = {}
        self.variables = [self.variable(i, "") for i in range(len(leaves))]
        self._fields = [self._widen(v, leaf) for v, leaf in zip(self.variables, leaves, strict=True)]

    def variable(self, index: int, suffix: str) -> z3.ExprRef:
        """A variable for field number `index`: of the state, or of another state by a suffix of its own."""
        leaf = self._leaves[index]
        return self._variable(f"{leaf.path}{suffix}", leaf)

    def parameter(self, parameter: Expr, suffix: str = "") -> z3.ExprRef:
        """A variable for a parameter: the one that terms have, or another by a suffix of its own."""
        return self._variable(f"parameter {parameter.number}{suffix}", parameter)

    def _variable(self, name: str, leaf: Leaf | Expr) -> z3.ExprRef:
        return z3.Bool(name) if leaf.kind.family == "truth" else z3.BitVec(name, self._bits(leaf))

    def _bits(self, leaf: Leaf | Expr) -> int:
        if leaf.kind.family == "set":
            return leaf.kind.size
        return signed_bits(leaf.lo, leaf.hi) - (leaf.lo >= 0) or 1

    def _widen(self, variable: z3.ExprRef, leaf: Leaf | Expr) -> z3.ExprRef:
        if leaf.kind.family in ("truth", "set"):
            return variable
        extend = z3.ZeroExt if leaf.lo >= 0 else z3.SignExt
        return extend(self._widths[leaf.kind] - self._bits(leaf), variable)

    def narrow(self, term: z3.ExprRef, index: int) -> z3.ExprRef:
        """A term as wide as the variable of a field; exact where the term is in the field's domain."""
        leaf = self._leaves[index]
        if leaf.kind.family in ("truth", "set"):
            return term
        return z3.simplify(z3.Extract(self._bits(leaf) - 1, 0, term))

    def domains(self) -> z3.BoolRef:
        """Constraint: every field of the state is in its domain."""
        inside = [
            self.in_domain(field, i)
            for i, (field, leaf) in enumerate(zip(self._fields, self._leaves, strict=True))
            if leaf.kind.family not in ("truth", "set")
        ]
        return z3.simplify(z3.And(inside))

    def in_domain(self, term: z3.ExprRef, index: int) -> z3.BoolRef:
        """Constraint: a term has a value of the field's domain."""
        return self._is_within(term, self._leaves[index])

    def domain_of(self, parameter: Expr) -> z3.BoolRef:
        """Constraint: a parameter has a value of its domain."""
        if parameter.kind.family == "set":
            return z3.BoolVal(True)
        return z3.simplify(self._is_within(self.term(parameter), parameter))

    def _is_within(self, term: z3.ExprRef, leaf: Leaf | Expr) -> z3.BoolRef:
        if leaf.kind.family == "truth":
            return z3.Or(*([term] if leaf.hi else []), *([] if leaf.lo else [z3.Not(term)]))
        return z3.And(term >= leaf.lo, term <= leaf.hi)

    def state(self, values: State) -> z3.BoolRef:
        """Constraint: the state equals this one."""
        return z3.And([variable == value for variable, value in self.substitution(values)])

    def one_of(self, states: Sequence[State]) -> z3.BoolRef:
        """Constraint: the state is one of these.

        It is a decision diagram over the fields that differ: where the same choices remain, they are one term. So all
        46,656 values of six fields with six values each are 36 equations.
        """
        first, *others = states
        differing = [i for i, value in enumerate(first) if any(state[i] != value for state in others)]
        common = [pair for i, pair in enumerate(self.substitution(first)) if i not in differing]
        terms: list[z3.BoolRef] = [z3.BoolVal(True)]
        remaining = {tuple(state[i] for i in differing): 0 for state in states}
        for i in reversed(differing):
            choices: dict[State, dict[int, list[int]]] = {}
            for values, rest in remaining.items():
                choices.setdefault(values[:-1], {}).setdefault(rest, []).append(values[-1])
            known: dict[tuple[tuple[int, tuple[int, ...]], ...], int] = {}
            remaining = {}
            for values, by_rest in choices.items():
                node = tuple(sorted((rest, tuple(sorted(chosen))) for rest, chosen in by_rest.items()))
                if node not in known:
                    known[node] = len(terms)
                    terms.append(
                        z3.Or([z3.And(self._is_one(i, chosen), terms[rest]) for rest, chosen in node])
                    )
                remaining[values] = known[node]
        return z3.And([*(variable == value for variable, value in common), terms[remaining[()]]])

    def _is_one(self, index: int, values: Sequence[int]) -> z3.BoolRef:
        """Constraint: a field has one of these values."""
        variable = self.variables[index]
        return z3.Or([variable == self.value_term(value, variable) for value in values])

    def substitution(self, values: State) -> list[tuple[z3.ExprRef, z3.ExprRef]]:
        """Each variable of the state, with its value in this one."""
        return [(v, self.value_term(x, v)) for v, x in zip(self.variables, values, strict=True)]

    def value_term(self, value: int, like: z3.ExprRef) -> z3.ExprRef:
        """The term of a value of a variable."""
        return z3.BoolVal(bool(value)) if z3.is_bool(like) else z3.BitVecVal(value, like.size())

    def read(self, model: z3.ModelRef, variables: Iterable[z3.ExprRef]) -> State:
        """The state that a model gives to the variables of one."""
        pairs = zip(variables, self._leaves, strict=True)
        return tuple([self.read_value(model, variable, leaf) for variable, leaf in pairs])

    def read_value(self, model: z3.ModelRef, variable: z3.ExprRef, leaf: Leaf | Expr) -> int:
        """The value that a model gives to the variable of a field or a parameter."""
        value = model.eval(variable, model_completion=True)
        if z3.is_bool(value):
            return int(z3.is_true(value))
        return int(value.as_signed_long() if leaf.lo < 0 else value.as_long())

    def term(self, expression: Expr) -> z3.ExprRef:
        """The term of an expression; equal expressions share one."""
        return compute_bottom_up(self._terms, expression, self._lower)

    def _lower(self, node: Expr) -> z3.ExprRef:
        signals.raise_noted_signal()
        if node.op == "const":
            return z3.BoolVal(bool(node.args[0])) if node.kind.family == "truth" else self._constant(node)
        if node.op == "field":
            return self._fields[node.args[0]]
        if node.op == "parameter":
            return self._widen(self.parameter(node), node)
        args = [self._terms[a.number] for a in node.args if isinstance(a, Expr)]
        if node.op in _OF_NODES:
            return _OF_NODES[node.op](self, node, *args)
        return lowering_of(node.op, _BINARY, "z3")(*args)

    def _size(self, node: Expr, group: z3.ExprRef) -> z3.ExprRef:
        width = self._widths[node.kind]
        bits = [z3.ZeroExt(width - 1, z3.Extract(i, i, group)) for i in range(node.args[0].kind.size)]
        return functools.reduce(lambda a, b: a + b, bits)

    def _quotient(self, node: Expr, a: z3.ExprRef, b: z3.ExprRef) -> z3.ExprRef:
        if _are_natural(node):
            return z3.UDiv(a, b)
        below = z3.And(z3.SRem(a, b) != 0, (a < 0) != (b < 0))
        return a / b - z3.If(
            below, z3.BitVecVal(1, a.size()), z3.BitVecVal(0, a.size())
        )  # `/` is towards zero

    def _remainder(self, node: Expr, a: z3.ExprRef, b: z3.ExprRef) -> z3.ExprRef:
        return z3.URem(a, b) if _are_natural(node) else a % b  # `%` has the sign of the divisor, as Python's

    def _shift(self, node: Expr, start: z3.ExprRef, steps: z3.ExprRef) -> z3.ExprRef:
        size = node.args[2]
        bits = 1 + max(start.size(), steps.size(), signed_bits(0, size))
        ahead = (
            _resize_with_sign(start, bits) + _resize_with_sign(steps, bits)
        ) % size  # never negative, as Python's
        return z3.If(start < 0, start, _resize_with_sign(ahead, start.size()))

    def _distance(self, node: Expr, a: z3.ExprRef, b: z3.ExprRef) -> z3.ExprRef:
        ahead = z3.If(a <= b, b - a, b - a + node.args[2])
        bits = self._widths[node.kind]
        return z3.If(z3.Or(a < 0, b < 0), z3.BitVecVal(-1, bits), _resize_with_sign(ahead, bits))

    def _join(self, node: Expr, word: z3.ExprRef, value: z3.ExprRef) -> z3.ExprRef:
        lo, bits = node.args[2:]
        if not bits:
            return word  # a field with one value takes no room
        if z3.is_bool(value):
            value = z3.If(value, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))
        low_bits = _resize(value - lo, bits)
        return (word << bits) | _resize(low_bits, self._widths[WORD])

    def _part(self, node: Expr, word: z3.ExprRef) -> z3.ExprRef:
        _, shift, bits, lo, _ = node.args
        if not bits:
            return z3.BoolVal(bool(lo)) if node.kind.family == "truth" else self._lone(node.kind, lo)
        bits_of_part = z3.Extract(shift + bits - 1, shift, word)
        if node.kind.family == "truth":
            return bits_of_part == 1
        return (
            _resize(bits_of_part, node.kind.size if node.kind.family == "set" else self._widths[node.kind])
            + lo
        )

    def _lone(self, kind: Kind, value: int) -> z3.ExprRef:
        return z3.BitVecVal(value, kind.size if kind.family == "set" else self._widths[kind])

    def _constant(self, node: Expr) -> z3.ExprRef:
        return self._lone(node.kind, node.args[0])

    def _singleton(self, member: Expr) -> z3.ExprRef:
        """The set of one id, or the empty set of `none`."""
        term, size = self._terms[member.number], member.kind.size
        chosen = z3.BitVecVal(0, size)
        for i in range(size):
            chosen = z3.If(term == i, z3.BitVecVal(1 << i, size), chosen)
        return z3.simplify(chosen) if member.op == "const" else chosen


_OF_NODES: dict[str, Callable[..., z3.ExprRef]] = {
    "floordiv": lambda lowering, node, a, b: lowering._quotient(node, a, b),
    "mod": lambda lowering, node, a, b: lowering._remainder(node, a, b),
    "not": lambda _lowering, _node, a: z3.Not(a),
    "ite": lambda _lowering, _node, condition, a, b: z3.If(condition, a, b),
    "position": lambda lowering, node, a: _resize_with_sign(a, lowering._widths[node.kind]),
    "id_at": lambda lowering, node, a: _resize_with_sign(a, lowering._widths[node.kind]),
    "shift": lambda lowering, node, start, steps: lowering._shift(node, start, steps),
    "distance": lambda lowering, node, a, b: lowering._distance(node, a, b),
    "join": lambda lowering, node, word, value: lowering._join(node, word, value),
    "part": lambda lowering, node, word: lowering._part(node, word),
    "has": lambda lowering, node, group, _: (group & lowering._singleton(node.args[1])) != 0,
    "insert": lambda lowering, node, group, _: group | lowering._singleton(node.args[1]),
    "remove": lambda lowering, node, group, _: group & ~lowering._singleton(node.args[1]),
    "size": lambda lowering, node, group: lowering._size(node, group),
}
"""The other operators, of the node and the terms of its operands."""


def _are_natural(node: Expr) -> bool:
    """Whether no operand is ever negative: z3 then has less to think about."""
    return all(operand.lo >= 0 for operand in node.args)


def _resize(term: z3.ExprRef, bits: int) -> z3.ExprRef:
    """The lowest bits of a term, with zeros above them where it has fewer."""
    missing = bits - term.size()
    return z3.ZeroExt(missing, term) if missing > 0 else z3.Extract(bits - 1, 0, term) if missing else term


def _resize_with_sign(term: z3.ExprRef, bits: int) -> z3.ExprRef:
    """The lowest bits of a term, with its sign above them where it has fewer."""
    missing = bits - term.size()
    return z3.SignExt(missing, term) if missing > 0 else z3.Extract(bits - 1, 0, term) if missing else term


def _widths(graph: ExpressionGraph, leaves: Sequence[Leaf]) -> dict[Kind, int]:
    """For each kind of number, id or label, the width that holds every value that the graph can form."""
    spans = [(node.kind, node.lo, node.hi) for node in graph.nodes] + [(x.kind, x.lo, x.hi) for x in leaves]
    for _, value, lo, bits in (node.args for node in graph.nodes if node.op == "join"):
        spans.append((value.kind, lo, lo + (1 << bits) - 1))
    widths: dict[Kind, int] = {}
    for kind, lo, hi in spans:
        if kind.family in ("id", "label"):
            lo, hi = -1, kind.size
        if kind.family not in ("truth", "set"):
            widths[kind] = max(widths.get(kind, 1), signed_bits(lo, hi))
    return widths
