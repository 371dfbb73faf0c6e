"""Replay: a run again, step by step, through the protocol's own functions, without a search."""

from __future__ import annotations

from typing import Any

from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs.results import Run, Step
from tidemark.spec.differences import changes
from tidemark.spec.errors import Disabled, ModelError, UsageError
from tidemark.spec.machine import Instance, Machine


def replay(run: Run, source: str = "the trace") -> None:
    """Check that each step follows from the one before, and that the last state breaks the promise, if there is one.

    Raises:
        UsageError: it does not; the message names the step, and the guard or the field.
    """
    machine = run.machine
    _require_same(machine, machine.initial, run.steps[0], f"{source}: step 1", "the initial state has")
    for number, (before, step) in enumerate(zip(run.steps, run.steps[1:], strict=False), 2):
        place, instance = f"{source}: step {number}", step.instance
        if instance is None:
            raise UsageError(f"{place}: it has no action")
        reached = take(machine, machine.decode(before.state), instance, place)
        _require_same(machine, reached, step, place, f"{instance} leads to")
    if run.promise and not breaks(run):
        place = f"{source}: step {run.length}"
        raise UsageError(f"{place}: the promise {run.promise} holds in this last state, and should fail")


def breaks(run: Run) -> bool:
    """Whether the last state breaks the run's promise."""
    return run.promise in broken_promises(run.machine, run.steps[-1].state)[0]


def take(machine: Machine, state: Any, instance: Instance, place: str) -> Any:
    """The state that an action instance leads to.

    Raises:
        UsageError: a guard forbids it, or it writes outside a field's domain.
    """
    try:
        following = machine.run(state, instance)
        machine.encode(following, instance)
    except Disabled as guard:
        raise UsageError(f"{place}: {instance} is not enabled: it needs that {guard}") from None
    except ModelError as error:
        raise UsageError(f"{place}: {error}") from None
    return following


def _require_same(machine: Machine, expected: Any, claimed: Step, place: str, origin: str) -> None:
    found = next(changes(machine.type, expected, machine.decode(claimed.state)), None)
    if found:
        raise UsageError(f"{place}: {found.path} is {found.new}, and {origin} {found.old}")
