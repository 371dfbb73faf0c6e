"""The plainest of the shortest counterexamples, found by z3, for bounds at which no enumeration ends.

It is the run that `tidemark.checker.analyses.plainest` finds. The family's costs, functions of two states, become terms
over the variables of both.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import z3

from tidemark.base import signals
from tidemark.checker.engines.bookkeeping import OutOfTime, find_reached_limit, require_time
from tidemark.checker.engines.reference import run_of
from tidemark.checker.engines.smt.bounded import Unrolling
from tidemark.checker.engines.solver import asking
from tidemark.checker.engines.solver.lowering import Z3Lowering, signed_bits
from tidemark.checker.runs.results import Clock, Limits, Run, State
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import TRUTH
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.declarations import Declaration
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.machines.tracing import trace


def plainest(run: Run, limits: Limits | None = None, clock: Clock | None = None) -> Run:
    """The plainest of the runs that break the promise in as many states as this shortest one.

    Raises:
        OutOfTime: the seconds of the limits have passed since the clock began.
    """
    with signals.unbroken():
        question = _Question(run, limits or Limits(), clock or Clock())
        for cost in question.costs():
            question.minimize(cost)
        steps = [question.first(step) for step in range(run.length - 1)]
        return run_of(run.machine, run.promise, steps, question.beginning())


class _Question:
    """All runs of a length that break the promise, as a solver's constraints; each answer narrows them."""

    def __init__(self, run: Run, limits: Limits, clock: Clock) -> None:
        self.machine, self.solver = run.machine, asking.solver()
        self._limits, self._clock = limits, clock
        self.runs = Unrolling(run.machine, self.solver)
        for _ in range(run.length - 1):
            self.runs.extend()
        (promise,) = [p for p in self.runs.symbolic.promises if p.promise.name == run.promise]
        self.solver.add(self.runs.at(z3.Not(self.runs.lowering.term(promise.holds))))
        self.instances = [a.instance for a in self.runs.symbolic.actions]
        alternatives = self.runs.alternatives
        self.forms = [k for k, terms in enumerate(alternatives) if terms.parameters]
        alone = [k for k, terms in enumerate(alternatives) if not terms.parameters]
        self.alone = sorted(alone, key=lambda k: self._rank(alternatives[k].first))
        model = self._model(z3.BoolVal(True))
        assert model is not None, "the run given is one of these"
        self.model = model

    def _model(self, constraint: z3.BoolRef) -> z3.ModelRef | None:
        """A model of the constraints and one more."""
        self.solver.push()
        self.solver.add(constraint)
        require_time(self._limits, self._clock)
        answer = asking.check(self.solver, self._limits.remaining_seconds(self._clock))
        if answer == z3.unknown:  # there is no other limit
            raise OutOfTime(find_reached_limit(self._limits, self._clock))
        model = self.solver.model() if answer == z3.sat else None
        self.solver.pop()
        return model

    def costs(self) -> list[z3.BitVecRef]:
        """For each cost of the family its sum over all steps."""
        steps = range(len(self.runs.choices))
        sums = []
        for cost, term in self._cost_terms():
            bits = max(term.size(), signed_bits(cost.lo * len(steps), cost.hi * len(steps)))
            wide = z3.SignExt(bits - term.size(), term)
            costs = (z3.substitute(wide, *self._pairs(k)) for k in steps)
            sums.append(functools.reduce(lambda a, b: a + b, costs, z3.BitVecVal(0, bits)))
        return sums

    def _cost_terms(self) -> list[tuple[Expr, z3.BitVecRef]]:
        """Each cost, with its term over the fields of two states in a row, `self._both.variables`."""
        machine, graph = self.machine, ExpressionGraph()
        leaves = [*machine.leaves, *(replace(leaf, path=f"{leaf.path} after") for leaf in machine.leaves)]
        fields = [graph.field(i, leaf.kind, leaf.lo, leaf.hi) for i, leaf in enumerate(leaves)]
        half = len(machine.leaves)
        before, after = (machine.type.build(iter(part)) for part in (fields[:half], fields[half:]))
        costs = []
        for cost in family_of(machine).costs:
            traced = functools.partial(cost.function, before, after)
            lifted = graph.lift(trace(Declaration(cost.name, cost.function), traced, Context(lifts=True)))
            costs.append(graph.ite(lifted, 1, 0) if lifted.kind is TRUTH else lifted)
        self._both = Z3Lowering(graph, leaves)
        return [(cost, self._both.term(cost)) for cost in costs]

    def _pairs(self, step: int) -> list[tuple[z3.ExprRef, z3.ExprRef]]:
        """The variables of two states in a row, each with that of the run's states around a step."""
        states = [*self.runs.states[step], *self.runs.states[step + 1]]
        return list(zip(self._both.variables, states, strict=True))

    def minimize(self, cost: z3.BitVecRef) -> None:
        """Keep the runs of the least cost."""
        while True:
            best = self.model.eval(cost, model_completion=True)
            less = self._model(cost < best)
            if less is None:
                self.solver.add(cost == best)
                return
            self.model = less

    def beginning(self) -> State:
        """The least initial state of the runs that are left."""
        remaining = sorted(self.machine.initial_states)
        while len(remaining) > 1:
            half = remaining[: len(remaining) // 2]
            is_in_half = self._model(self.runs.at(self.runs.lowering.one_of(half), 0)) is not None
            remaining = half if is_in_half else remaining[len(half) :]
        return remaining[0]

    def _rank(self, number: int) -> tuple[tuple[int, ...], int]:
        """By what instances are ordered: their arguments, then their numbers."""
        return self.instances[number].key[1:], number

    def first(self, step: int) -> Instance:
        """The first action instance that a run can take in this step; runs that take another are then excluded."""
        candidates = [self._first_alone(step), *(self._first_of_form(step, k) for k in self.forms)]
        first = min((c for c in candidates if c), key=lambda c: self._rank(c.number))
        self.model = first.model
        self.solver.add(first.fires)
        return self.instances[first.number]

    def _first_alone(self, step: int) -> _First | None:
        """The first instance without a form that a run can take, if any."""
        fires = [self.runs.choices[step][k] for k in self.alone]
        model = self._model_with(z3.Or(fires))
        if model is None:
            return None
        low, model = self._least(
            0, model, lambda m: _place_of_first(m, fires), lambda low, high: z3.Or(fires[low : high + 1])
        )
        return _First(self.runs.alternatives[self.alone[low]].first, fires[low], model)

    def _first_of_form(self, step: int, k: int) -> _First | None:
        """The first instance of a form that a run can take, if any: parameter by parameter the least value."""
        terms, variables = self.runs.alternatives[k], self.runs.chosen[step][k]
        fires, lower = self.runs.choices[step][k], self.runs.lowering
        model = self._model_with(fires)
        if model is None:
            return None
        for parameter, variable in zip(terms.parameters, variables, strict=True):
            read = functools.partial(lower.read_value, variable=variable, leaf=parameter)
            within = functools.partial(self._is_within, fires, variable)
            low, model = self._least(parameter.lo, model, read, within)
            fires = z3.And(fires, variable == lower.value_term(low, variable))
        return _First(terms.number(model, variables), fires, model)

    def _is_within(self, fires: z3.BoolRef, variable: z3.ExprRef, low: int, high: int) -> z3.BoolRef:
        """Constraint: an action is taken, and its parameter has one of these values."""
        lower = self.runs.lowering
        return z3.And(
            fires, z3.Or([variable == lower.value_term(value, variable) for value in range(low, high + 1)])
        )

    def _least(
        self,
        low: int,
        model: z3.ModelRef,
        read: Callable[[z3.ModelRef], int],
        within: Callable[[int, int], z3.BoolRef],
    ) -> tuple[int, z3.ModelRef]:
        """The least number from `low` on that a model can have, and such a model, by bisection.

        model: one to begin with. read: the number that a model has. within: that it is between two numbers.
        """
        high = read(model)
        while low < high:
            middle = (low + high) // 2
            earlier = self._model(within(low, middle))
            if earlier is None:
                low = middle + 1
            else:
                model, high = earlier, read(earlier)
        return low, model

    def _model_with(self, constraint: z3.BoolRef) -> z3.ModelRef | None:
        """The present model, or another one, that satisfies one more constraint."""
        if z3.is_true(self.model.eval(constraint, model_completion=True)):
            return self.model
        return self._model(constraint)


class _First(NamedTuple):
    """The number of an instance, the constraint that it fires, and a model in which it does."""

    number: int
    fires: z3.BoolRef
    model: z3.ModelRef


def _place_of_first(model: z3.ModelRef, fires: list[z3.BoolRef]) -> int:
    """The place of the first of these that a model has."""
    values = (model.eval(term, model_completion=True) for term in fires)
    return next(i for i, value in enumerate(values) if z3.is_true(value))
