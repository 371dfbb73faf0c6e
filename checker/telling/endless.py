"""How an endless run goes on, in sentences: what happens again and again, and what never does, though it could."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidemark.checker.runs.results import Run
from tidemark.spec.machines.temporal import TemporalPromise, can_always_reach, no_deadlock

if TYPE_CHECKING:  # most runs break a promise about states, and end
    from tidemark.checker.engines.liveness.lasso import Rest


def beginning(run: Run) -> list[str]:
    """What is said of the step in which the endless part begins; nothing where the run stays there."""
    return [] if run.loop is None or run.is_still else ["From here on it goes round."]


def ending(run: Run) -> list[str]:
    """What is said after the last step of a run that breaks a promise about runs."""
    return [*_goes_on(run), *rests(run)]


def rests(run: Run) -> list[str]:
    """What is said below the steps of a run that is told by its fields: what never happens, and what is stuck."""
    promise = next((one for one in run.machine.temporal if one.name == run.promise), None)
    return [*_never_happens(run), *(_is_stuck(promise, run) if promise else [])]


def _goes_on(run: Run) -> list[str]:
    if run.loop is None:
        return []
    if run.is_still:
        return ["And so for ever: nothing happens any more."]
    first, last = run.loop + 1, run.length
    steps = f"steps {first} {'and' if first + 1 == last else 'to'} {last} come"
    return [f"And so on for ever: this is the state of step {run.loop} again, and {steps} again and again."]


def _never_happens(run: Run) -> list[str]:
    if run.loop is None:
        return []
    from tidemark.checker.engines.liveness.lasso import never_taken

    return [_rests(one) for one in never_taken(run)]


def _rests(rest: Rest) -> str:
    enabled = "always enabled" if rest.always else "enabled again and again"
    if rest.fairness:
        return f"{rest.action} never happens, though it is {enabled}: {rest.fairness} fairness allows that."
    return f"{rest.action} never happens, though it is {enabled}: no fairness says that it must."


def _is_stuck(promise: TemporalPromise, run: Run) -> list[str]:
    if promise.kind is can_always_reach:
        return ["From here no run leads to where the promise wants to be able to come."]
    if promise.kind is not no_deadlock:
        return []
    from tidemark.checker.engines.liveness.lasso import closest

    told, near = ["No action leads to another state here."], closest(run.machine, run.steps[-1].state)
    if near:
        instance, unmet = near
        told.append(f"The closest to it is {instance}: it needs that {' and that '.join(unmet)}.")
    return told
