"""Bounded search: is there a violation within *n* steps? z3 is asked, each time with one step more.

A run is unrolled: one copy of the state's variables for each of its states, and for each step one choice of
an action instance: of an action with thousands of them, a choice of its parameters, which are variables too. An action
that does not write a field keeps it. The shortest violation is found first,
since a step is only added once there is none without it.

Interchangeable ids appear in a run in order: id 2 is an argument of an action only after, or together with,
ids 0 and 1. Every run can be renamed to such a run, so none is missed. On a ring the first id that appears is 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import z3

from tidemark.base import signals
from tidemark.base.counts import count_of
from tidemark.checker.engines import reference
from tidemark.checker.engines.bookkeeping import find_reached_limit, report_progress, sooner
from tidemark.checker.engines.defaults import BOUNDED_LENGTH
from tidemark.checker.engines.disagreement import Disagreement, action_error, outcome
from tidemark.checker.engines.smt.action_terms import all_terms
from tidemark.checker.engines.solver import asking
from tidemark.checker.engines.solver.lowering import Z3Lowering
from tidemark.checker.engines.symmetry.canonical import build_canonical_condition, find_non_canonical
from tidemark.checker.engines.symmetry.interchangeable import ids_of, interchangeable, needed_before
from tidemark.checker.runs.results import Clock, Limits, Report, Result, Run, RunStep, State
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance, SymbolicAction


class Unrolling:
    """The runs of a machine, as constraints of a solver that grow by one step at a time.

    They begin in an initial state, and each step leads to another state. Or, if `anywhere`, they begin in any state
    within the domains; in a canonical one, where every state of a run is shown to be canonical.
    Interchangeable ids are used in any order where they begin anywhere, or if not `ordered`.
    """

    def __init__(
        self, machine: Machine, solver: z3.Solver, anywhere: bool = False, ordered: bool = True
    ) -> None:
        self.machine, self.solver = machine, solver
        self.symbolic = machine.symbolic
        if anywhere and not find_non_canonical(machine):
            possible = build_canonical_condition(machine, self.symbolic)
        else:
            possible = self.symbolic.graph.true
        self.lowering = Z3Lowering(self.symbolic.graph, machine.leaves)
        self.following = [self.lowering.variable(i, "'") for i in range(len(machine.leaves))]
        self.alternatives = all_terms(machine, self.lowering)
        self.fires = [z3.Bool(f"{k}: {terms.name}") for k, terms in enumerate(self.alternatives)]
        self._stays = [z3.Bool(f"{leaf.path} stays") for leaf in machine.leaves]
        self._kinds = {} if anywhere or not ordered else interchangeable(machine)
        self._anywhere = anywhere
        self.states: list[list[z3.ExprRef]] = []
        self.choices: list[list[z3.BoolRef]] = []
        self.chosen: list[list[list[z3.ExprRef]]] = []
        """For each step, and each of the terms in it, the variables of the parameters."""
        self._used: dict[tuple[str, int], z3.BoolRef] = {}
        self._add_state()
        if anywhere:
            solver.add(self.at(self.lowering.term(possible)))
        else:
            initial_states = machine.initial_states.states
            lower = self.lowering
            first = (
                lower.state(initial_states[0]) if len(initial_states) == 1 else lower.one_of(initial_states)
            )
            solver.add(self.at(first))

    def _add_state(self) -> None:
        suffix = f"@{len(self.states)}"
        self.states.append([self.lowering.variable(i, suffix) for i in range(len(self.machine.leaves))])
        self.solver.add(self.at(self.lowering.domains()))

    def at(self, term: z3.ExprRef, number: int = -1) -> z3.ExprRef:
        """A term over the variables of a state, applied to the run's state number `number`."""
        return z3.substitute(term, *zip(self.lowering.variables, self.states[number], strict=True))

    @cached_property
    def _step(self) -> z3.BoolRef:
        """One step: some action instance is enabled and fires, and what it does not write stays."""
        lower, fields = self.lowering, self.symbolic.fields
        clauses: list[z3.BoolRef] = [z3.Or(self.fires)]
        stays = self._stays
        if not self._anywhere:
            clauses.append(z3.Not(z3.And(stays)))
        for kept, now, after in zip(stays, lower.variables, self.following, strict=True):
            clauses.append(kept == (after == now))
        for fires, terms in zip(self.fires, self.alternatives, strict=True):
            signals.raise_noted_signal()
            clauses.append(z3.Implies(fires, terms.condition))
            for i, field in enumerate(terms.part.fields):
                same = (
                    stays[i]
                    if field is fields[i]
                    else self.following[i] == lower.narrow(lower.term(field), i)
                )
                clauses.append(z3.Implies(fires, same))
        return z3.And(clauses)

    def extend(self) -> None:
        """Add one step and one state to the runs."""
        number = len(self.choices)
        self._add_state()
        fires = [z3.Bool(f"{f}@{number}") for f in self.fires]
        unchanged = [z3.Bool(f"{a}@{number}") for a in self._stays]
        chosen = [terms.copies(f"@{number}") for terms in self.alternatives]
        parameters = zip(self.alternatives, chosen, strict=True)
        pairs = [
            *zip(self.lowering.variables, self.states[-2], strict=True),
            *zip(self.following, self.states[-1], strict=True),
            *zip(self.fires, fires, strict=True),
            *zip(self._stays, unchanged, strict=True),
            *(pair for terms, copies in parameters for pair in zip(terms.variables, copies, strict=True)),
        ]
        self.solver.add(z3.substitute(self._step, *pairs))
        self.choices.append(fires)
        self.chosen.append(chosen)
        for kind, size in self._kinds.items():
            self._order_ids(kind, size, fires, number)

    def _order_ids(self, kind: str, size: int, choices: list[z3.BoolRef], number: int) -> None:
        """Interchangeable ids are used in order: an id is an argument only once the one before it was."""
        before = [self._used.get((kind, i), z3.BoolVal(False)) for i in range(size)]
        users: list[list[z3.BoolRef]] = [[] for _ in range(size)]
        is_ring = self.machine.id_groups[kind].is_ring
        for fires, terms, variables in zip(choices, self.alternatives, self.chosen[number], strict=True):
            if isinstance(terms.part, SymbolicAction):
                ids = ids_of(self.machine, terms.part.instance, kind)
                for i in ids:
                    users[i].append(fires)
                needed = needed_before(ids, is_ring)
                if needed:
                    self.solver.add(z3.Implies(fires, before[needed - 1]))
                continue
            arguments = [variables[k] for k in terms.ids(kind)]
            for i in range(size):
                uses = [z3.And(fires, self._is_id(argument, i)) for argument in arguments]
                users[i] += uses
                if is_ring:
                    self.solver.add(*(z3.Implies(use, before[0]) for use in uses[:1] if i))
                    continue
                for k, use in enumerate(uses if i else []):
                    earlier = [self._is_id(argument, i - 1) for argument in arguments[:k]]
                    self.solver.add(z3.Implies(use, z3.Or(before[i - 1], *earlier)))
        for i in range(size):
            used = z3.Bool(f"{kind} {i} used@{number}")
            self.solver.add(used == z3.Or(before[i], *users[i]))
            self._used[kind, i] = used

    def _is_id(self, argument: z3.ExprRef, i: int) -> z3.BoolRef:
        return argument == self.lowering.value_term(i, argument)

    def run(self, model: z3.ModelRef, promise: str) -> Run:
        """The run of a model, run again by the reference engine.

        Raises:
            Disagreement: the reference engine does something else.
        """
        state = self.lowering.read(model, self.states[0])
        if state not in self.machine.initial_states:
            raise Disagreement(f"z3 begins a run of {self.machine.name} in a state that is not initial")
        steps = [RunStep(None, state)]
        for number, chosen in enumerate(self.read_choices(model)):
            instance = self.symbolic.actions[chosen].instance
            state = self._replay(state, instance, self.lowering.read(model, self.states[number + 1]))
            steps.append(RunStep(instance, state))
        return Run(self.machine, promise, steps)

    def read_choices(self, model: z3.ModelRef) -> list[int]:
        """For each step, the place of an action in the machine's symbolic form that a model fires."""
        numbers = list[int]()
        for choices, chosen in zip(self.choices, self.chosen, strict=True):
            firing = (k for k, f in enumerate(choices) if z3.is_true(model.eval(f, model_completion=True)))
            k = next(firing)
            numbers.append(self.alternatives[k].number(model, chosen[k]))
        return numbers

    def _replay(self, state: State, instance: Instance, claimed: State) -> State:
        reached = outcome(self.machine, state, instance)
        if reached != claimed:
            raise action_error(self.machine, state, instance, reached, claimed)
        return claimed


def search(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    max_length: int = BOUNDED_LENGTH,
    step_seconds: float | None = None,
    proved: Iterable[str] = (),
    clock: Clock | None = None,
) -> Result:
    """Look for the shortest violation of each promise in runs of up to `max_length` states.

    A promise without one stays "unknown", unless no run is longer than those searched, or `proved` says that
    it holds. `step_seconds` limits the time of each question to z3, and the limits that of all
    since the clock began.

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
    """
    limits, clock, result = limits or Limits(), clock or Clock(), start(machine, proved)
    beginning = clock.seconds
    try:
        _ = machine.symbolic  # this takes long, and a signal may interrupt it
        with signals.unbroken():
            runs = Unrolling(machine, asking.solver())
            result.phases["lowering"] = clock.seconds - beginning
            BoundedSearch(runs, result, clock, limits, step_seconds).run(report, max_length)
    except KeyboardInterrupt:
        result.interrupt()
    result.seconds = clock.seconds
    return result


def start(machine: Machine, proved: Iterable[str]) -> Result:
    """A result that knows nothing yet but what holds."""
    result = Result.start(machine, "smt")
    for name in proved:
        result.promises[name].verdict = "holds"
    return result


@dataclass
class BoundedSearch:
    """One search under way."""

    runs: Unrolling
    result: Result
    clock: Clock
    limits: Limits
    step_seconds: float | None

    def run(self, report: Report | None, max_length: int) -> None:
        """Look at longer and longer runs, until all is decided or a limit is reached."""
        runs, result = self.runs, self.result
        holding = {p.promise.name: runs.lowering.term(p.holds) for p in runs.symbolic.promises}
        while True:
            for name in result.undecided:
                self._look_at(name, runs.at(z3.Not(holding[name])))
                if result.stopped:
                    return
            result.depth = len(runs.states)
            if result.is_decided(self.limits):
                result.finish(exhausted=False)
                return
            if not self._extend(report, max_length):
                if not result.stopped:
                    _hold(result)
                return

    def _extend(self, report: Report | None, max_length: int) -> bool:
        """Add a step to the runs. False if a limit is reached, or if no run is longer.

        Raises:
            OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
        """
        runs, result = self.runs, self.result
        if result.depth >= max_length:
            longest = count_of(max_length, "state")
            result.stopped = f"no run of more than {longest} was looked at: --max-length looks further"
            return False
        escapes = z3.Or([terms.escapes for terms in runs.alternatives])
        escape = self._model(runs.at(escapes), "the domains")
        if escape is not None:
            reference.raise_out_of_range(runs.run(escape, ""))
        if result.stopped:
            return False
        runs.extend()
        self._note_state()
        if self._model(z3.BoolVal(True), "a longer run") is None:
            return False
        report_progress(report, self.clock, result.depth, states=0)
        return True

    def _note_state(self) -> None:
        """Nothing more has to be known of a state that was added."""

    def _look_at(self, name: str, broken: z3.BoolRef) -> None:
        """Note a run of the present length whose last state breaks a promise, if there is one."""
        model = self._model(broken, f"{name} after {len(self.runs.states)} states")
        if model is not None:
            run = self.runs.run(model, name)
            if name not in reference.broken_promises(self.runs.machine, run.steps[-1].state)[0]:
                raise Disagreement(f"z3 finds {name} broken where the reference engine does not")
            self.result.violate(name, run)
        elif not self.result.stopped:
            self.runs.solver.add(z3.Not(broken))

    def _model(self, question: Any, subject: str) -> z3.ModelRef | None:
        """A model of all runs and this question; None if no such model exists, or if z3 does not know.

        An answer that z3 does not know stops the search.
        """
        solver = self.runs.solver
        self.result.stopped = find_reached_limit(self.limits, self.clock)
        if self.result.stopped:
            return None
        solver.push()
        solver.add(question)
        answer = asking.check(solver, sooner(self.step_seconds, self.limits.remaining_seconds(self.clock)))
        if answer == z3.unknown:
            over = find_reached_limit(self.limits, self.clock)
            self.result.stopped = over or f"z3 does not know about {subject}: {solver.reason_unknown()}"
        model = solver.model() if answer == z3.sat else None
        solver.pop()
        return model


def _hold(result: Result) -> None:
    """Every run ends within those searched, so what was not violated holds."""
    for name in result.undecided:
        result.promises[name].verdict = "holds"
    result.finish(exhausted=False)
