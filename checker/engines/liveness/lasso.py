"""An endless run as a lasso: states, and the one to which the last returns. Whether it is fair, and breaks a promise.

A run whose last state is that of an earlier step goes round for ever; one that returns to its own last state stays
there. All follows from the states: two are a step of an action if any instance of it leads from one to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tidemark.checker.engines.liveness.questions import Question, questions
from tidemark.checker.engines.reference import moves
from tidemark.checker.runs.results import Run, State
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.machines.fairness import Condition, conditions
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.machines.temporal import (
    always_eventually,
    can_always_reach,
    eventually,
    eventually_always,
    every_step,
    leads_to,
    no_deadlock,
    sometimes,
)
from tidemark.spec.types.members import MemberType

ENDLESS = (eventually.name, leads_to.name, always_eventually.name, eventually_always.name)
"""The kinds that an endless run breaks."""


@dataclass(frozen=True)
class Round:
    """What happens while some states are gone round for ever; a single state stays as it is.

    possible: for each of the states the numbers of the instances that are enabled, and change it.
    taken: the numbers of the instances that lead from one of the states to the next.
    """

    possible: list[set[int]]
    taken: set[int]

    @classmethod
    def of(cls, machine: Machine, loop: Sequence[State]) -> Round:
        """What happens in these states of a machine."""
        after = [moves(machine, state) for state in loop]
        onward = zip(after, [*loop[1:], loop[0]], strict=True)
        taken = {number for each, target in onward for number in each.get(target, ())}
        return cls([set().union(*each.values()) for each in after], taken)


def unfair(machine: Machine, loop: Sequence[State]) -> list[Condition]:
    """The conditions of fairness that going round these states for ever breaks. A single state stays as it is."""
    found = Round.of(machine, loop)
    return [
        one
        for one in conditions(machine.fairness, machine.instances)
        if not one.instances & found.taken
        and (any if one.strong else all)(bool(one.instances & each) for each in found.possible)
    ]


def broken_by(run: Run) -> Question | None:
    """The question about a promise about runs that this run breaks, the first; None if it breaks none."""
    machine = run.machine
    states = [machine.decode(step.state) for step in run.steps]
    for one in questions(machine):
        if one.promise.name == run.promise and _breaks(one, run, states):
            return one
    return None


def can_break(run: Run) -> bool:
    """Whether a run breaks its promise about runs, as far as this is seen without a search.

    That nothing leads from its last state to another one is seen by a search alone.
    """
    asked = [one for one in questions(run.machine) if one.promise.name == run.promise]
    if asked and asked[0].kind == can_always_reach.name:
        last = run.machine.decode(run.steps[-1].state)
        return any(not one.values(last)[0] for one in asked)
    return broken_by(run) is not None


def _breaks(one: Question, run: Run, states: list[Any]) -> bool:
    if one.kind == every_step.name:
        is_step = len(states) > 1 and run.steps[-2].state != run.steps[-1].state
        return is_step and not one.values(*states[-2:])[0]
    if one.kind == no_deadlock.name:
        return not one.values(states[-1])[0] and not moves(run.machine, run.steps[-1].state)
    if one.kind == can_always_reach.name:
        return not _can_reach(one, run.steps[-1].state)
    if one.kind == sometimes.name or run.loop is None:
        return False
    values = [one.values(state) for state in states]
    loop = values[run.loop - 1 :]
    if one.kind == eventually.name:
        return not any(value for (value,) in values)
    if one.kind == always_eventually.name:
        return not any(value for (value,) in loop)
    if one.kind == eventually_always.name:
        return not all(value for (value,) in loop)
    asked = [k for k, (first, _) in enumerate(values) if first]
    return any(not any(second for _, second in [*values[k:], *loop]) for k in asked)


def _can_reach(one: Question, first: State) -> bool:
    """Whether some run leads from a state to one where the predicate holds."""
    machine, seen, waiting = one.machine, {first}, [first]
    while waiting:
        state = waiting.pop()
        if one.values(machine.decode(state))[0]:
            return True
        new = set(moves(machine, state)) - seen
        seen |= new
        waiting += new
    return False


def closest(machine: Machine, state: State) -> tuple[Instance, list[str]] | None:
    """Of the disabled instances in a state the one of which the fewest guards fail, the first of them; and those.

    None where no instance is disabled by guards alone.
    """
    found: list[tuple[Instance, list[str]]] = []
    for instance in machine.instances:
        with Context(unmet=[]) as said:
            try:
                machine.run(machine.decode(state), instance)
            except (Disabled, ModelError):  # behind a guard that fails an action may do what it must not
                continue
        if said.unmet:
            found.append((instance, said.unmet))
    return min(found, key=lambda one: len(one[1]), default=None)


@dataclass(frozen=True)
class Rest:
    """An action, or an instance, that never happens in the endless part of a run, though it is enabled there.

    always: whether it is enabled always, and not only again and again.
    fairness: how fair it is, all the same: not enough; empty where it is not.
    """

    action: str
    always: bool
    fairness: str


def never_taken(run: Run) -> list[Rest]:
    """What could happen in the endless part of a run, and never does: actions; or instances, where others of it do.

    Of an instance that is about a message of a network nothing is said: another message may be in its slot.
    """
    if run.loop is None:
        return []
    machine, loop = run.machine, [step.state for step in run.steps[run.loop - 1 :]]
    found = Round.of(machine, loop if run.is_still else loop[:-1])
    taken, told = found.taken, []
    for action in machine.actions:
        own = {number for number, instance in enumerate(machine.instances) if instance.action is action}
        about_messages = any(isinstance(machine.domains[d], MemberType) for d in action.parameters.values())
        apart = [{number} for number in sorted(own - taken)] if own & taken else [own]
        for group in [] if own & taken and about_messages else apart:
            when = [bool(group & each) for each in found.possible]
            if any(when):
                text = str(machine.instances[min(group)]) if own & taken else action.name
                fair = {one.strong for one in machine.fairness if action.name in one.actions}
                told.append(Rest(text, all(when), "strong" if True in fair else "weak" if fair else ""))
    return told
