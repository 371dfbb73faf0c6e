"""Spot checks of z3's terms, in the states of a random walk."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import replace

import z3

from tidemark.checker.engines import spot_checks
from tidemark.checker.engines.disagreement import outcome
from tidemark.checker.engines.smt.action_terms import all_terms
from tidemark.checker.engines.solver.lowering import Z3Lowering
from tidemark.checker.engines.spot_checks import Extent
from tidemark.checker.runs.results import Clock, Result, SpotChecks, State
from tidemark.spec.expressions.evaluation import values_below
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.families.family import family_of
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import ActionForm, Instance

MOST_STATES = 32
Pair = tuple[z3.ExprRef, z3.ExprRef]
PART_FOR_WALK = 0.4
"""Which part of the time the walk may take."""


def note(result: Result, extent: Extent) -> None:
    """Make spot checks of the terms of a machine and its lemmas, and note them in the result of a search.

    Raises:
        Disagreement: the terms differ from the machine's own functions.
    """
    if extent.most and not result.interrupted:
        try:
            machine = result.machine
            lemmas = family_of(machine).lemmas
            used = {p.name: p for q in machine.promises for p in (q, *lemmas.get(q.name, ()))}
            if len(used) > len(machine.promises):
                machine = replace(machine, promises=list(used.values()))
            result.spot_checks = check(machine, extent)
        except KeyboardInterrupt:
            result.interrupt()


def check(machine: Machine, extent: Extent) -> SpotChecks:
    """Compare the terms of a machine with its own functions.

    Raises:
        Disagreement: they differ.
    """
    clock = spot_checks.start_clock()
    states = _walk(machine, clock, None if extent.seconds is None else PART_FOR_WALK * extent.seconds)
    return spot_checks.check(machine, TermForm(machine), states, extent, clock)


def _walk(machine: Machine, clock: Clock, seconds: float | None) -> list[State]:
    """The states of a random walk by the machine's own functions; where it ends, it begins again."""
    draw = random.Random(0)
    initial_states = machine.initial_states.states
    several = len(initial_states) > 1
    first = draw.choice(initial_states) if several else initial_states[0]
    states, state = [first], first
    while len(states) < MOST_STATES and not clock.is_past(seconds):
        instances = draw.sample(machine.instances, len(machine.instances))
        following = (after for i in instances if isinstance(after := outcome(machine, state, i), tuple))
        state = next((after for after in following if after != state), first)
        if state == first and several:
            first = state = draw.choice(initial_states)
        elif state == first and len(states) > 1:
            break
        states.append(state)
    return list(dict.fromkeys(states))


class TermForm:
    """The terms of a machine, asked about one state at a time."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._symbolic = machine, machine.symbolic
        self._lowering = Z3Lowering(self._symbolic.graph, machine.leaves)
        self.instances: Sequence[Instance] = [action.instance for action in self._symbolic.actions]
        self._terms = all_terms(machine, self._lowering)
        self._guards = {terms.first: terms.part.guard for terms in self._terms if not terms.parameters}

    def enabled_instances(self, state: State) -> Collection[int]:
        """The numbers of the instances whose guards hold: by the expressions, which is quicker."""
        values = values_below([*self._guards.values()], state)
        enabled = list[int]()
        for terms in self._terms:
            if isinstance(terms.part, ActionForm):
                enabled += (terms.first + k for k in terms.part.enabled_places(state))
            elif values[self._guards[terms.first].number]:
                enabled.append(terms.first)
        return enabled

    def after(self, state: State, number: int) -> State | None:
        """The state that an instance leads to."""
        terms = next(terms for terms in self._terms if number in terms.numbers)
        chosen = terms.choice(number)
        if not self._value(terms.part.guard, state, chosen):
            return None
        after = tuple(self._value(field, state, chosen) for field in terms.part.fields)
        inside = all(x.lo <= value <= x.hi for x, value in zip(self._machine.leaves, after, strict=True))
        return after if inside else None

    def promises(self, state: State) -> tuple[int, int]:
        """The promises that a state breaks, and those whose condition arises in it."""
        broken = met = 0
        for bit, promise in enumerate(self._symbolic.promises):
            broken |= (not self._value(promise.holds, state)) << bit
            met |= (promise.condition is None or bool(self._value(promise.condition, state))) << bit
        return broken, met

    def _value(self, expression: Expr, state: State, chosen: Sequence[Pair] = ()) -> int:
        term = self._lowering.term(expression)
        value = z3.simplify(z3.substitute(term, *self._lowering.substitution(state), *chosen))
        if z3.is_bool(value):
            return int(z3.is_true(value))
        is_signed = expression.kind.family not in ("set", "word")
        return int(value.as_signed_long() if is_signed else value.as_long())
