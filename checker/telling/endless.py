"""How an endless run goes on, in sentences: what happens again and again, and what never does, though it could."""

from __future__ import annotations

from tidemark.checker.engines.temporal.lasso import Rest, never_taken
from tidemark.checker.runs.results import Run
from tidemark.spec.temporal import TemporalPromise, can_always_reach, no_deadlock


def beginning(run: Run) -> list[str]:
    """What is said of the step in which the endless part begins; nothing where the run stays there."""
    return [] if run.loop is None or run.is_still else ["From here on it goes round."]


def ending(run: Run) -> list[str]:
    """What is said after the last step of a run that breaks a promise about runs."""
    promise = next((one for one in run.machine.temporal if one.name == run.promise), None)
    if promise is None:
        return []
    return [*_goes_on(run), *map(_rests, never_taken(run)), *_is_stuck(promise)]


def rests(run: Run) -> list[str]:
    """The actions that could happen in the endless part of a run, and never do, in a sentence each."""
    return [_rests(rest) for rest in never_taken(run)]


def _goes_on(run: Run) -> list[str]:
    if run.loop is None:
        return []
    if run.is_still:
        return ["And so for ever: nothing happens any more."]
    first = run.loop + 1
    steps = f"steps {first} to {run.length}" if first < run.length else f"step {first}"
    return [
        f"And so on for ever: this is the state of step {run.loop} again, and {steps} come again and again."
    ]


def _rests(rest: Rest) -> str:
    enabled = "always enabled" if rest.always else "enabled again and again"
    if rest.fairness:
        return f"{rest.action} never happens, though it is {enabled}: {rest.fairness} fairness allows that."
    return f"{rest.action} never happens, though it is {enabled}: no fairness says that it must."


def _is_stuck(promise: TemporalPromise) -> list[str]:
    if promise.kind is can_always_reach:
        return ["From here no run leads to where the promise wants to be able to come."]
    return ["From here no action leads on."] if promise.kind is no_deadlock else []
