"""A run by the names of its steps, `ask(me=0)`, as pages and messages have them: what a test that keeps a run has."""

from __future__ import annotations

from collections.abc import Sequence

from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.checker.analyses.events import way_to
from tidemark.checker.engines.reference import broken_promises, successors
from tidemark.checker.runs.results import Run, RunStep
from tidemark.checker.runs.steps import numbered_steps
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance


def run_of(machine: Machine, names: Sequence[str]) -> tuple[Run, str]:
    """The run by these steps, up to the first one that is not possible; and why that is not, empty where all are.

    Of a machine with several initial states the first name is the one in which the run begins, as in `start(x=0)`.

    Raises:
        UsageError: the machine has no such action.
        ModelError: an action writes outside a field's domain.
    """
    first, names = _beginning(machine, names)
    steps = [RunStep(None, first)]
    for number, name in enumerate(names, 2):
        state = steps[-1].state
        matching = [RunStep(i, after) for i, after in successors(machine, state) if str(i) == name]
        if not matching:
            refusal = f"step {number}, {name}, is not possible: {_why(machine, state, name)}"
            return Run(machine, "", steps), refusal
        steps.append(matching[0])
    return Run(machine, "", steps), ""


def _beginning(machine: Machine, names: Sequence[str]) -> tuple[tuple[int, ...], Sequence[str]]:
    """The initial state that names begin with, and the names of the steps after it."""
    states = machine.initial_states
    if (first := states.find(names[0]) if names else None) is not None:
        return first, names[1:]
    if len(states) > 1:
        raise UsageError(
            f"{machine.name} has {len(states):,} initial states: before the steps of a run name the one in which it "
            f"begins, as in {states.call(states.first)}"
        )
    return states.first, names


def _why(machine: Machine, state: tuple[int, ...], name: str) -> str:
    actions = [action.name for action in machine.actions]
    look_up(actions, name.partition("(")[0], f"{machine.name} has no action")
    named = [instance for instance in machine.instances if str(instance) == name]
    why = way_to(machine, state, Instance(named[0].action, named[0].arguments)) if named else None
    return why if isinstance(why, str) else "there is no such step in that state"


def broken_by_steps(machine: Machine, names: Sequence[str], promises: Sequence[str], possible: bool) -> str:
    """Why a run by these steps does not keep the promises about states, as a message; empty where it does.

    possible: whether each step must be possible; where not, the run ends before one that is not.

    Raises:
        UsageError: the machine has no such action or promise.
    """
    machine = machine.with_promises(*promises) if promises else machine.by_default
    if promises and machine.temporal:
        name = machine.temporal[0].name
        raise UsageError(f"{name} is a promise about runs, and no number of steps breaks it")
    run, refusal = run_of(machine, names)
    for number, step in enumerate(run.steps, 1):
        if broken := sorted(broken_promises(machine, step.state)[0]):
            shown = Run(machine, broken[0], run.steps[:number])
            return f"state {number} breaks {', '.join(broken)}\n\n{numbered_steps(shown)}"
    if refusal and possible:
        return f"{refusal}\n\n{numbered_steps(run)}"
    return ""
