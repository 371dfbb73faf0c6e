"""Lassos of bounded length: does a fair one break a promise? z3 is asked, each time with one state more.

A run of *n* states goes round if its last state is that of an earlier step, or stays in its last state for ever. Ids
have no order here, as in `bounded`: fairness and a promise may be about one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from typing import Any

import z3

from tidemark.base import signals
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.liveness import lasso_check as lasso
from tidemark.checker.engines.liveness.plan import Answer, Plan
from tidemark.checker.engines.liveness.questions import Question
from tidemark.checker.engines.reference import steps_through
from tidemark.checker.engines.smt.action_terms import ActionTerms, parts_of, without_parameters
from tidemark.checker.engines.smt.bounded import BoundedSearch, Unrolling, start
from tidemark.checker.engines.solver import asking
from tidemark.checker.runs.results import Clock, Limits, Report, Run
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.machines.fairness import conditions
from tidemark.spec.machines.symbolic import ActionForm, Symbolic, SymbolicAction
from tidemark.spec.machines.temporal import always_eventually, eventually, eventually_always

Bools = list[z3.BoolRef]


class LassoSearch(BoundedSearch):
    """The search for lassos that break the questions of a plan.

    answers: what is known of them: a run, or that no run is longer than those that were looked at.
    """

    def __init__(self, plan: Plan, clock: Clock, limits: Limits, step_seconds: float | None) -> None:
        symbolic = plan.searched.symbolic
        self._plan, self.answers = plan, dict[str, Answer]()
        self._fairness = conditions(plan.machine.fairness, [action.instance for action in symbolic.actions])
        fair = [parts_of(symbolic, condition.instances) for condition in self._fairness]
        can_change = [[_can_change(symbolic, part) for part in parts.values()] for parts in fair]
        # All is made before anything is lowered: the widths of the terms follow from the whole graph.
        runs = Unrolling(plan.searched, asking.solver(), ordered=False)
        super().__init__(runs, start(plan.searched, ()), clock, limits, step_seconds)
        self._can = [z3.Or([runs.lowering.term(each) for each in some]) for some in can_change]
        self._takes = list[tuple[list[ActionTerms], z3.BoolRef]]()
        for parts in fair:
            terms = [ActionTerms(plan.searched, runs.lowering, *numbered) for numbered in parts.items()]
            self._takes.append((terms, z3.Or([self._leads(each) for each in terms])))
        self._holding = {p.promise.name: runs.lowering.term(p.holds) for p in runs.symbolic.promises}
        self._enabled: list[Bools] = []
        self._taken: list[Bools] = []
        self._values: list[dict[str, z3.BoolRef]] = []

    def _leads(self, terms: ActionTerms) -> z3.BoolRef:
        """Constraint: an action leads from a state to the following one, which is another."""
        signals.raise_noted_signal()
        runs, lower = self.runs, self.runs.lowering
        pairs = list(zip(lower.variables, runs.following, strict=True))
        same = [
            after == (now if field is before else lower.narrow(lower.term(field), i))
            for i, (field, before, (now, after)) in enumerate(
                zip(terms.part.fields, runs.symbolic.fields, pairs, strict=True)
            )
        ]
        return z3.And(terms.condition, z3.Or([now != after for now, after in pairs]), *same)

    def _note_state(self) -> None:
        """Name what holds in the state that was added, and in the step to it."""
        runs, number = self.runs, len(self.runs.states) - 1
        enabled = [z3.Bool(f"condition {k} enabled@{number}") for k in range(len(self._fairness))]
        values = {name: z3.Bool(f"{name} holds@{number}") for name in self._holding}
        for named, term in zip(enabled, self._can, strict=True):
            runs.solver.add(named == runs.at(term))
        for name, named in values.items():
            runs.solver.add(named == runs.at(self._holding[name]))
        self._enabled.append(enabled)
        self._values.append(values)
        if not number:
            return
        happening = [z3.Bool(f"condition {k} taken@{number}") for k in range(len(self._fairness))]
        pairs = [
            *zip(runs.lowering.variables, runs.states[-2], strict=True),
            *zip(runs.following, runs.states[-1], strict=True),
        ]
        for k, (named, (fair, leads)) in enumerate(zip(happening, self._takes, strict=True)):
            # Each has its parameters. Some choice of them is enough: no constraint says that a condition is not taken.
            own = [
                p for terms in fair for p in zip(terms.variables, terms.copies(f"~{k}@{number}"), strict=True)
            ]
            runs.solver.add(named == z3.substitute(leads, *pairs, *own))
        self._taken.append(happening)

    def run(self, report: Report | None, max_length: int) -> None:
        """Look at longer and longer runs, until all is answered or a limit is reached."""
        runs, result = self.runs, self.result
        self._note_state()
        while True:
            for is_still in (False, True):
                for question in self._plan.of_graph:
                    if question.name not in self.answers:
                        self._look_for(question, is_still)
                    if result.stopped:
                        return
            result.depth = len(runs.states)
            if len(self.answers) == len(self._plan.of_graph):
                return
            if not self._extend(report, max_length):
                self._hold()
                return

    def _hold(self) -> None:
        """No run is longer than those that were looked at, so what was not violated holds."""
        if not self.result.stopped:
            for question in self._plan.of_graph:
                self.answers.setdefault(question.name, Answer())

    def _look_for(self, question: Question, is_still: bool) -> None:
        """Note a lasso of the present length that breaks a question, if there is one: one that stays, or goes round."""
        last = len(self.runs.states) - 1
        begins = [last] if is_still else list(range(last))
        if not begins:
            return
        returns = [z3.Bool(f"returns to {begin_number} of {last}") for begin_number in begins]
        going = [
            z3.Or([r for r, begin in zip(returns, begins, strict=True) if begin <= k])
            for k in range(last + 1)
        ]
        closed = [
            z3.Implies(
                r, z3.And([a == b for a, b in zip(self.runs.states[p], self.runs.states[last], strict=True)])
            )
            for r, p in zip(returns, begins, strict=True)
        ]
        constraints = [z3.Or(returns), *closed, *self._fair(going), self._breaks(question, going)]
        model = self._model(z3.And(constraints), f"{question.name} in {last + 1} states")
        if model is not None:
            chosen = [z3.is_true(model.eval(r, model_completion=True)) for r in returns]
            self.answers[question.name] = Answer(self._confirm(question, model, begins[chosen.index(True)]))

    def _fair(self, going: Bools) -> Bools:
        """Constraint: what happens in the endless part satisfies each condition of fairness."""
        constraints = []
        for k, condition in enumerate(self._fairness):
            rests = [
                z3.And(in_loop, z3.Not(self._enabled[number][k])) for number, in_loop in enumerate(going)
            ]
            never = z3.And(
                [z3.Implies(in_loop, z3.Not(self._enabled[p][k])) for p, in_loop in enumerate(going)]
            )
            happening = [z3.And(going[number], self._taken[number][k]) for number in range(len(self._taken))]
            constraints.append(z3.Or(never if condition.strong else z3.Or(rests), *happening))
        return constraints

    def _breaks(self, question: Question, going: Bools) -> z3.BoolRef:
        """Constraint: the run breaks a question."""
        names = self._plan.predicates[question.name]
        values: Sequence[Bools] = [[in_loop[name] for in_loop in self._values] for name in names]
        last = [z3.Not(value) for value in values[-1]]
        for_ever = z3.And([z3.Implies(in_loop, no) for in_loop, no in zip(going, last, strict=True)])
        if question.kind == eventually.name:
            return z3.And(last)
        if question.kind == always_eventually.name:
            return for_ever
        if question.kind == eventually_always.name:
            return z3.Or([z3.And(in_loop, no) for in_loop, no in zip(going, last, strict=True)])
        from_there = [z3.And(first, *last[number:]) for number, first in enumerate(values[0])]
        return z3.And(for_ever, z3.Or(from_there))

    def _confirm(self, question: Question, model: Any, begin: int) -> Run:
        """The run of a model, which the reference engine takes, and judges.

        Raises:
            Disagreement: it is no run there, not fair, or breaks nothing.
        """
        machine = self._plan.machine
        states = [self.runs.lowering.read(model, variables) for variables in self.runs.states]
        self.runs.run(model, question.promise.name)
        chain = [states[0], *(after for before, after in pairwise(states) if before != after)]
        loop = chain.index(states[begin]) + 1 if begin < len(states) - 1 else len(chain)
        run = Run(machine, question.promise.name, steps_through(machine, chain, symmetric=False), loop=loop)
        if lasso.find_broken_fairness(machine, chain[loop - 1 :] if run.is_still else chain[loop - 1 : -1]):
            raise Disagreement(
                f"z3 finds a fair run that breaks {question.name}, and the reference engine finds it unfair"
            )
        if lasso.find_broken_question(run) is None:
            raise Disagreement(
                f"z3 finds a run that breaks {question.name} where the reference engine does not"
            )
        return run


def _can_change(symbolic: Symbolic, part: SymbolicAction | ActionForm) -> Expr:
    """Whether an action is enabled, by some choice of its parameters, and changes the state."""
    signals.raise_noted_signal()
    graph, can_change = symbolic.graph, list[Expr]()
    for before, after in zip(symbolic.fields, part.fields, strict=True):
        if after is not before:
            differs = graph.negate(graph.eq(before, after))
            if isinstance(part, ActionForm):
                can_change.append(without_parameters(part, [differs]))
            else:
                can_change.append(differs)
    changes = reduce(graph.disjunction, can_change, graph.false)
    return changes if isinstance(part, ActionForm) else graph.conjunction(part.guard, changes)
