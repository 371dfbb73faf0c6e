"""A lasso: an endless run as a prefix and a loop. Whether it is fair, and breaks a promise.

A run whose last state is that of an earlier step goes round for ever; one that returns to its own last state stays
there. All follows from the states: two are a step of an action if any instance of it leads from one to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
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
    always_eventually_step,
    can_always_reach,
    eventually,
    eventually_always,
    every_step,
    leads_to_always,
    no_deadlock,
    sometimes,
    until,
    weak_until,
)
from tidemark.spec.types.members import MemberType


@dataclass(frozen=True)
class LoopSteps:
    """The steps of a loop, by the numbers of instances; a single state stays as it is.

    enabled: for each of the states the instances that are enabled, and change it.
    happening: the instances that lead from one of the states to the next.
    """

    enabled: list[set[int]]
    happening: set[int]

    @classmethod
    def of(cls, machine: Machine, loop: Sequence[State]) -> LoopSteps:
        """The steps between these states of a machine."""
        after = [moves(machine, state) for state in loop]
        onward = zip(after, [*loop[1:], loop[0]], strict=True)
        instances = {number for successors, target in onward for number in successors.get(target, ())}
        return cls([set().union(*successors.values()) for successors in after], instances)


def find_broken_fairness(machine: Machine, loop: Sequence[State]) -> list[Condition]:
    """The conditions of fairness that a loop of these states breaks. A single state stays as it is."""
    steps = LoopSteps.of(machine, loop)
    return [
        condition
        for condition in conditions(machine.fairness, machine.instances)
        if not condition.instances & steps.happening
        and (any if condition.strong else all)(
            bool(condition.instances & numbers) for numbers in steps.enabled
        )
    ]


def find_broken_question(run: Run) -> Question | None:
    """The question about a promise about runs that this run breaks, the first; None if it breaks none."""
    machine = run.machine
    states = [machine.decode(step.state) for step in run.steps]
    for question in questions(machine):
        if question.promise.name == run.promise and _breaks(question, run, states):
            return question
    return None


def can_break(run: Run) -> bool:
    """Whether a run breaks its promise about runs, as far as this is seen without a search.

    That nothing leads from its last state to another one is seen by a search alone.
    """
    of_promise = [question for question in questions(run.machine) if question.promise.name == run.promise]
    if of_promise and of_promise[0].kind == can_always_reach.name:
        last = run.machine.decode(run.steps[-1].state)
        return any(not question.values(last)[0] for question in of_promise)
    return find_broken_question(run) is not None


def _breaks(question: Question, run: Run, states: list[Any]) -> bool:
    if question.kind == every_step.name:
        is_step = len(states) > 1 and run.steps[-2].state != run.steps[-1].state
        return is_step and not question.values(*states[-2:])[0]
    if question.kind == no_deadlock.name:
        return not question.values(states[-1])[0] and not moves(run.machine, run.steps[-1].state)
    if question.kind == can_always_reach.name:
        return not _can_reach(question, run.steps[-1].state)
    if question.kind in (until.name, weak_until.name):
        return _breaks_until(question, states, run.loop)
    if question.kind == sometimes.name or run.loop is None:
        return False
    if not all(_keeps(premise, states, run.loop) for premise in question.premises):
        return False
    return not _keeps(question, states, run.loop)


def _keeps(question: Question, states: list[Any], begin: int) -> bool:
    """Whether an endless run keeps a promise. states: to its end, where it returns to that of the number `begin`."""
    kind, loop = question.kind, states[begin - 1 :]
    if question.promise.kind.states == 2:
        steps = [question.values(*step)[0] for step in pairwise(loop) if step[0] != step[1]]
        return any(steps) if kind == always_eventually_step.name else all(steps)
    values = [question.values(state) for state in states]
    recurring = [one[-1] for one in values[begin - 1 :]]
    if kind == eventually.name:
        return any(value for (value,) in values)
    if kind == always_eventually.name:
        return any(recurring)
    if kind == eventually_always.name:
        return all(recurring)
    causes = [k for k, (first, _) in enumerate(values) if first]
    if kind == leads_to_always.name:
        return not causes or all(recurring)
    return all(any(recurring) or any(second for _, second in values[k:]) for k in causes)


def _breaks_until(question: Question, states: list[Any], begin: int | None) -> bool:
    """Whether a run breaks a promise of what holds until something else does: what it has come to, or its loop."""
    values = [question.values(state) for state in states]
    for k, (asked, _, _) in enumerate(values):
        onward = [*values[k:], *(values[begin - 1 :] if begin else ())]
        came = next((j for j, (_, _, goal) in enumerate(onward) if goal), None)
        if asked and not all(holds for _, holds, _ in onward[:came]):
            return True
        if asked and came is None and begin and question.kind == until.name:
            return True
    return False


def _can_reach(question: Question, first: State) -> bool:
    """Whether some run leads from a state to one where the predicate holds."""
    machine, seen, waiting = question.machine, {first}, [first]
    while waiting:
        state = waiting.pop()
        if question.values(machine.decode(state))[0]:
            return True
        new = set(moves(machine, state)) - seen
        seen |= new
        waiting += new
    return False


def find_closest(machine: Machine, state: State) -> tuple[Instance, list[str]] | None:
    """The first of the disabled instances in a state with the fewest guards that fail, and those guards.

    None where no instance is disabled by guards alone.
    """
    disabled: list[tuple[Instance, list[str]]] = []
    for instance in machine.instances:
        with Context(unmet=[]) as context:
            try:
                machine.run(machine.decode(state), instance)
            except (Disabled, ModelError):  # behind a guard that fails an action may do what it must not
                continue
        if context.unmet:
            disabled.append((instance, context.unmet))
    return min(disabled, key=lambda pair: len(pair[1]), default=None)


@dataclass(frozen=True)
class IdleAction:
    """An action, or an instance of it, that never happens in the loop of a run, though it is enabled there.

    always: whether it is enabled in every state of the loop, and not only again and again.
    fairness: `weak` or `strong`, which is not enough to make it happen; empty where it has none.
    """

    name: str
    always: bool
    fairness: str


def find_idle_actions(run: Run) -> list[IdleAction]:
    """What could happen in the loop of a run, and never does: actions; or instances, where others of the action do.

    Instances that are about a message of a network are left out: another message may be in the slot.
    """
    if run.loop is None:
        return []
    machine, loop = run.machine, [step.state for step in run.steps[run.loop - 1 :]]
    steps = LoopSteps.of(machine, loop if run.is_still else loop[:-1])
    idle = []
    for action in machine.actions:
        instances = {number for number, instance in enumerate(machine.instances) if instance.action is action}
        if not instances & steps.happening:
            groups = [(action.name, instances)]
        elif any(isinstance(machine.domains[d], MemberType) for d in action.parameters.values()):
            groups = []
        else:
            numbers = sorted(instances - steps.happening)
            groups = [(str(machine.instances[number]), {number}) for number in numbers]
        fair = {fairness.strong for fairness in machine.fairness if action.name in fairness.actions}
        for name, group in groups:
            enabled = [bool(group & numbers) for numbers in steps.enabled]
            if any(enabled):
                strength = "strong" if True in fair else "weak" if fair else ""
                idle.append(IdleAction(name, all(enabled), strength))
    return idle
