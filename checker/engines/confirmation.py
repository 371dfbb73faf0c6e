"""A counterexample is shown once the machine's own functions have taken each of its steps, and broken its promise."""

from __future__ import annotations

from itertools import pairwise

from tidemark.checker.engines import disagreement
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs.results import Result, Run
from tidemark.spec.machines.machine import Machine


def confirm_counterexamples(result: Result) -> None:
    """Refuse counterexamples that the machine's own functions do not confirm.

    Raises:
        Disagreement: there is one.
    """
    for name, verdict in result.promises.items():
        if verdict.run:
            confirm(verdict.run, name)


def confirm(run: Run, promise: str) -> None:
    """Refuse a run that the machine's own functions do not take, or in which they break no promise of that name.

    Raises:
        Disagreement: they do something else.
    """
    machine = run.machine
    for before, step in pairwise(run.steps):
        assert step.instance is not None
        plain = disagreement.outcome(machine, before.state, step.instance)
        if plain != step.state:
            raise disagreement.action_error(machine, before.state, step.instance, plain, step.state)
    if machine.is_about_runs(promise):
        from tidemark.checker.engines.liveness.lasso_check import (
            can_break,  # loads more than most searches need
        )

        if not can_break(run):
            raise Disagreement(
                f"the promise {promise} is kept by the run that an engine found, when its function runs",
                machine.promise(promise).place,
            )
    else:
        _confirm_end(machine, run, promise)


def _confirm_end(machine: Machine, run: Run, promise: str) -> None:
    broken, met = broken_promises(machine, run.steps[-1].state)
    if promise not in broken:
        plain, claimed = (False, promise in met), (True, True)
        declared = machine.state_promise(promise)
        raise disagreement.promise_error(machine, run.steps[-1].state, declared, plain, claimed)
