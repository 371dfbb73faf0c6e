"""What a step may take, as z3's terms: an action instance, or an action with thousands of them, whose parameters are
variables.

    begin(a, b), each from 0 to 9       one term, with two variables of four bits, in place of 100 terms

Apart from `bounded` because induction and the search for lassos ask about the same terms.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property, reduce

import z3

from tidemark.checker.engines.solver.lowering import Z3Lowering
from tidemark.spec.expressions.evaluation import nodes_below, substitute
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import ActionForm, Symbolic, SymbolicAction


class ActionTerms:
    """The terms of an instance, or of all instances of a form.

    first: the number of the instance, or of the first one.
    parameters, variables: those that are chosen with a step, and a variable for each.
    """

    def __init__(
        self, machine: Machine, lowering: Z3Lowering, first: int, part: SymbolicAction | ActionForm
    ) -> None:
        self._machine, self._lowering, self.part, self.first = machine, lowering, part, first
        form = part if isinstance(part, ActionForm) else None
        self._form = form
        self._strides = (
            dict(zip((p.number for p in form.parameters), form.strides, strict=True)) if form else {}
        )
        self.parameters = [p for p in form.parameters if p.constant is None] if form else []
        self.variables = [lowering.parameter(p) for p in self.parameters]
        self.name = part.action.name if isinstance(part, ActionForm) else str(part.instance)

    @property
    def numbers(self) -> range:
        """The numbers of its instances."""
        return range(self.first, self.first + (len(self._form.instances) if self._form else 1))

    @cached_property
    def condition(self) -> z3.BoolRef:
        """Constraint: it is enabled, with the parameters that its variables say."""
        domains = [self._lowering.domain_of(p) for p in self.parameters]
        guard = self._lowering.term(self.part.guard)
        return z3.And(guard, *domains) if domains else guard

    @cached_property
    def escapes(self) -> z3.BoolRef:
        """Constraint: it is enabled, and writes outside a field's domain."""
        lower = self._lowering
        outside = [
            z3.Not(lower.in_domain(lower.term(field), i))
            for i, (field, leaf) in enumerate(zip(self.part.fields, self._machine.leaves, strict=True))
            if field.lo < leaf.lo or field.hi > leaf.hi
        ]
        return z3.And(self.condition, z3.Or(outside))

    def copies(self, suffix: str) -> list[z3.ExprRef]:
        """Variables of the same kinds, for one step."""
        return [self._lowering.parameter(p, suffix) for p in self.parameters]

    def number(self, model: z3.ModelRef, variables: Sequence[z3.ExprRef]) -> int:
        """The number of the instance that a model chooses by these variables."""
        number = self.first
        for parameter, variable in zip(self.parameters, variables, strict=True):
            value = self._lowering.read_value(model, variable, parameter)
            number += (value - parameter.lo) * self._strides[parameter.number]
        return number

    def choice(
        self, number: int, variables: Sequence[z3.ExprRef] = ()
    ) -> list[tuple[z3.ExprRef, z3.ExprRef]]:
        """Each variable with its value for the instance of that number. variables: others than those of this object."""
        pairs = []
        for parameter, variable in zip(self.parameters, variables or self.variables, strict=True):
            size = parameter.hi - parameter.lo + 1
            value = parameter.lo + (number - self.first) // self._strides[parameter.number] % size
            pairs.append((variable, self._lowering.value_term(value, variable)))
        return pairs

    def ids(self, kind: str) -> list[int]:
        """The places among the parameters of those that are ids of a sort, in order."""
        return [k for k, p in enumerate(self.parameters) if p.kind.family == "id" and p.kind.name == kind]


def all_terms(machine: Machine, lowering: Z3Lowering) -> list[ActionTerms]:
    """The terms of everything that a step of a machine may take, in order."""
    return [ActionTerms(machine, lowering, first, part) for first, part in machine.symbolic.parts.items()]


def parts_of(symbolic: Symbolic, instances: Collection[int]) -> dict[int, SymbolicAction | ActionForm]:
    """Some instances by their numbers. A form stands for its instances, by the number of the first, if all are here."""
    parts = dict[int, SymbolicAction | ActionForm]()
    for first, part in symbolic.parts.items():
        count = len(part.instances) if isinstance(part, ActionForm) else 1
        chosen = [number for number in range(first, first + count) if number in instances]
        if len(chosen) == count:
            parts[first] = part
        else:
            parts |= {number: symbolic.actions[number] for number in chosen}
    return parts


def without_parameters(form: ActionForm, also: Sequence[Expr] = ()) -> Expr:
    """Whether for any choice of its parameters a form is enabled, and something else holds too.

    Parameters go one by one: what reads one is written for each of its values. So guards that read few parameters each
    make a small expression, however many instances there are.
    """
    graph = form.graph
    factors = [*(guard for guard, _ in form.guards), *also]
    for parameter in reversed(form.parameters):
        reading = [factor for factor in factors if _reads(factor, parameter)]
        if reading:
            together = reduce(graph.conjunction, reading)
            values = range(parameter.lo, parameter.hi + 1)
            possible = reduce(graph.disjunction, [_with(together, parameter, value) for value in values])
            factors = [*(factor for factor in factors if not _reads(factor, parameter)), possible]
    return reduce(graph.conjunction, factors, graph.true)


def _reads(expression: Expr, parameter: Expr) -> bool:
    is_chosen = parameter.constant is None
    return is_chosen and any(node is parameter for node in nodes_below([expression]))


def _with(expression: Expr, parameter: Expr, value: int) -> Expr:
    """An expression in which a parameter has a value."""
    constant = expression.graph.const(value, parameter.kind)
    return substitute([expression], {parameter.number: constant})[expression.number]
