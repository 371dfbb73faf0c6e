"""Whether two expressions have the same value in every state.

Most equal ones differ only in the order in which a loop joined them, and have the same normal form. z3 decides about
the others. Kept apart because it knows nothing of what is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tidemark.checker.engines.solver.walker import compute_bottom_up
from tidemark.checker.runs.results import Clock, Limits, State
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.types.leaves import Leaf

MOST_VALUES = 256
"""A choice by the value of an expression that has at most as many is written out value by value."""


class NormalForms:
    """The normal forms of the expressions of one graph, as numbers: equal numbers mean equal values.

    `and`, `or`, `+`, `*`, union, minimum and maximum forget the order of their operands, and a choice by the value of
    an expression (`where(x == 0, a, where(x == 1, b, …))`) the order of its cases.
    """

    def __init__(self) -> None:
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._forms: list[tuple[Any, ...]] = []
        self._number_of: dict[int, int] = {}

    def of(self, expression: Expr) -> int:
        """The number of an expression's normal form."""
        return compute_bottom_up(self._number_of, expression, lambda node: self._number(*self._form(node)))

    def _number(self, *form: Any) -> int:
        number = self._numbers.setdefault(form, len(self._forms))
        if number == len(self._forms):
            self._forms.append(form)
        return number

    def _form(self, node: Expr) -> tuple[Any, ...]:
        match node.op:
            case "const":
                return ("const", node.kind.family, node.kind.name, node.args[0])
            case "and" | "or" | "union":
                return (node.op, *sorted(set(self._operands(node.op, node.args))))
            case "add" | "mul":
                return (node.op, *sorted(self._operands(node.op, node.args)))
            case "eq":
                return (node.op, *sorted(self._number_of[a.number] for a in node.args))
            case "insert" | "remove":
                return self._set_update(node)
            case "ite":
                return self._choice(node)
            case _:
                return (
                    node.op,
                    *[self._number_of[a.number] if isinstance(a, Expr) else (a,) for a in node.args],
                )

    def _operands(self, op: str, args: Sequence[Expr]) -> list[int]:
        """The operands of an operation whose order does not matter, those of the same operation in it included."""
        return [x for a in args for x in self._flatten(op, self._number_of[a.number])]

    def _flatten(self, op: str, number: int) -> Sequence[int]:
        form = self._forms[number]
        return form[1:] if form[0] == op else (number,)

    def _set_update(self, node: Expr) -> tuple[Any, ...]:
        """A set with several ids more, or less: in whatever order."""
        ids, group = list[int](), node
        while group.op == node.op:
            ids.append(self._number_of[group.args[1].number])
            group = group.args[0]
        return (node.op, self._number_of[group.number], *sorted(set(ids)))

    def _choice(self, node: Expr) -> tuple[Any, ...]:
        condition, then, otherwise = node.args
        a, b = self._number_of[then.number], self._number_of[otherwise.number]
        if condition.op == "lt":
            x, y = (self._number_of[operand.number] for operand in condition.args)
            if {x, y} == {a, b}:
                op = "minimum" if a == x else "maximum"
                return (op, *sorted({*self._flatten(op, a), *self._flatten(op, b)}))
        if condition.op == "eq" and condition.args[1].op == "const":
            chosen_by = condition.args[0]
            if chosen_by.hi - chosen_by.lo < MOST_VALUES:
                return ("case", self._number_of[chosen_by.number], *self._cases(node, chosen_by))
        return (node.op, self._number_of[condition.number], a, b)

    def _cases(self, node: Expr, chosen_by: Expr) -> list[int]:
        """What a chain of choices gives for each value of the expression that it compares."""
        outcomes: dict[int, int] = {}
        while node.op == "ite" and node.args[0].op == "eq" and node.args[0].args[0] is chosen_by:
            value, then, otherwise = node.args[0].args[1], node.args[1], node.args[2]
            if value.op != "const":
                break
            outcomes.setdefault(value.args[0], self._number_of[then.number])
            node = otherwise
        rest = self._number_of[node.number]
        return [outcomes.get(value, rest) for value in range(chosen_by.lo, chosen_by.hi + 1)]


@dataclass(frozen=True)
class Equation:
    """Two expressions that should be equal wherever a condition holds."""

    left: Expr
    right: Expr
    where: Expr


class EqualityProver:
    """Asks z3 about expressions of one graph, in the states of a machine in which a condition holds.

    Make it when all expressions are made: the widths of its terms follow from them. All its questions together may take
    `seconds`.

    witness: a state in which the pairs of the last question differ, if z3 has found one.
    """

    witness: State | None = None

    def __init__(
        self, graph: ExpressionGraph, leaves: Sequence[Leaf], possible: Expr, seconds: float
    ) -> None:
        from tidemark.checker.engines.solver.lowering import Z3Lowering

        self._lowering = Z3Lowering(graph, leaves)
        self._possible = [self._lowering.domains(), self._lowering.term(possible)]
        self._limits, self._clock = Limits(seconds=seconds), Clock()

    def are_equal(self, pairs: Iterable[Equation]) -> bool:
        """Whether the two of each pair are equal. False too where z3 does not know in time."""
        import z3

        from tidemark.checker.engines.solver import asking

        term, solver = self._lowering.term, asking.solver()
        differ = [z3.And(term(pair.where), term(pair.left) != term(pair.right)) for pair in pairs]
        solver.add(*self._possible, z3.Or(differ))
        answer = asking.check(solver, self._limits.remaining_seconds(self._clock))
        read = self._lowering.read
        self.witness = read(solver.model(), self._lowering.variables) if answer == z3.sat else None
        return bool(answer == z3.unsat)
