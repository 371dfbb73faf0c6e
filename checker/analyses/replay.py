"""Replay: a run again, step by step, through the protocol's own functions, without a search."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.engines.liveness.lasso_check import find_broken_fairness, find_broken_question
from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs.results import Run, RunStep
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.differences import changes


def replay(run: Run, source: str = "the trace") -> None:
    """Check that each step follows from the one before, and that the last state breaks the promise, if there is one.

    An endless run is gone round twice; it must come to the same state, be fair, and break the promise for ever.

    Raises:
        UsageError: it does not; the message names the step, and the guard or the field.
    """
    machine = run.machine
    _require_initial(machine, run.steps[0], f"{source}: step 1")
    _require_steps(machine, run.steps, source)
    if run.loop is not None:
        _require_lasso(run, run.loop, source)
    if run.promise and not breaks(run):
        if machine.is_about_runs(run.promise):
            raise UsageError(f"{source}: this run keeps the promise {run.promise}, and should break it")
        line = f"{source}: step {run.length}"
        raise UsageError(f"{line}: the promise {run.promise} holds in this last state, and should fail")


def _require_steps(machine: Machine, steps: Sequence[RunStep], source: str, first: int = 1) -> None:
    """Check that each of these steps follows from the one before."""
    for number, (before, step) in enumerate(pairwise(steps), first + 1):
        position, instance = f"{source}: step {number}", step.instance
        if instance is None:
            raise UsageError(f"{position}: it has no action")
        reached = take(machine, machine.decode(before.state), instance, position)
        _require_same(machine, reached, step, position, f"{instance} leads to")


def _require_lasso(run: Run, loop: int, source: str) -> None:
    """Check that a run can go on for ever as it says."""
    machine, position = run.machine, f"{source}: step {run.length}"
    begin, last = run.steps[loop - 1], run.steps[-1]
    _require_same(
        machine, machine.decode(begin.state), last, position, f"step {loop}, to which it returns, has"
    )
    _require_steps(machine, [last, *run.steps[loop:]], f"{source}: the second time round", loop)
    states = [step.state for step in run.steps[loop - 1 :]]
    if broken := find_broken_fairness(machine, states[:-1] or states):
        raise UsageError(f"{source}: going on so for ever, from step {loop} on, breaks the {broken[0]}")


def breaks(run: Run) -> bool:
    """Whether the last state breaks the run's promise; whether the whole run does, where that is about runs."""
    if run.machine.is_about_runs(run.promise):
        return find_broken_question(run) is not None
    return run.promise in broken_promises(run.machine, run.steps[-1].state)[0]


def take(machine: Machine, state: Any, instance: Instance, position: str) -> Any:
    """The state that an action instance leads to.

    Raises:
        UsageError: a guard forbids it, or it writes outside a field's domain.
    """
    try:
        following = machine.run(state, instance)
        machine.encode(following, instance)
    except Disabled as guard:
        raise UsageError(f"{position}: {instance} is not enabled: it needs that {guard}") from None
    except ModelError as error:
        raise UsageError(f"{position}: {error}") from None
    return following


def _require_initial(machine: Machine, claimed: RunStep, position: str) -> None:
    states = machine.initial_states
    if claimed.state in states:
        return
    if len(states) > 1:
        shown = machine.type.text(machine.decode(claimed.state))
        raise UsageError(f"{position}: {shown} is not one of the {len(states):,} initial states")
    _require_same(machine, machine.decode(states.first), claimed, position, "the initial state has")


def _require_same(machine: Machine, expected: Any, claimed: RunStep, position: str, origin: str) -> None:
    actual = next(changes(machine.type, expected, machine.decode(claimed.state)), None)
    if actual:
        raise UsageError(f"{position}: {actual.path} is {actual.new}, and {origin} {actual.old}")
