"""How a lasso goes on, in sentences: what happens again and again, and what never does, though it could."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tidemark.checker.runs.results import Run
from tidemark.spec.machines.temporal import (
    TemporalPromise,
    always_eventually_step,
    can_always_reach,
    eventually_every_step,
    no_deadlock,
    until,
    weak_until,
)

if TYPE_CHECKING:  # most runs break a promise about states, and end
    from tidemark.checker.engines.liveness.lasso_check import IdleAction


def loop_beginning(run: Run) -> list[str]:
    """The sentence of the step in which the loop begins; none where the run stays there."""
    return [] if run.loop is None or run.is_still else ["From here on it goes round."]


def ending(run: Run) -> list[str]:
    """The sentences after the last step of a run that breaks a promise about runs."""
    return [*_goes_on(run), *describe_idle_actions(run)]


def describe_idle_actions(run: Run) -> list[str]:
    """The sentences below the steps of a run that is shown by its fields: what never happens, and what is stuck."""
    promise = next((p for p in run.machine.temporal if p.name == run.promise), None)
    sentences = _is_stuck(promise, run) if promise else []
    if run.loop is None:
        return sentences
    from tidemark.checker.engines.liveness.lasso_check import find_idle_actions

    return [*map(_describe_idle, find_idle_actions(run)), *sentences, *_describe_premises(promise)]


def _describe_premises(promise: TemporalPromise | None) -> list[str]:
    if promise is None or not promise.given:
        return []
    names = ", ".join(premise.name for premise in promise.given)
    return [f"This run keeps what {promise.name} is given: {names}."]


def _describe_steps(run: Run, promise: TemporalPromise) -> list[str]:
    """The sentence of a lasso that breaks a promise about steps that come again and again."""
    from tidemark.checker.engines.liveness.lasso_check import find_broken_question

    question = find_broken_question(run)
    if question is None or run.loop is None:
        return []
    if promise.kind is always_eventually_step:
        return [f"From step {run.loop} on it takes no step that {question.name} asks for."]
    states = [run.machine.decode(step.state) for step in run.steps]
    breaking = [
        str(k + 1) for k in range(run.loop, run.length) if not question.values(states[k - 1], states[k])[0]
    ]
    return [
        f"What {question.name} asks of every step is broken again and again: by step {' and '.join(breaking)}."
    ]


def _goes_on(run: Run) -> list[str]:
    if run.loop is None:
        return []
    if run.is_still:
        return ["And so for ever: nothing happens any more."]
    first, last = run.loop + 1, run.length
    steps = f"steps {first} {'and' if first + 1 == last else 'to'} {last} come"
    return [f"And so on for ever: this is the state of step {run.loop} again, and {steps} again and again."]


def _describe_idle(action: IdleAction) -> str:
    enabled = "always enabled" if action.always else "enabled again and again"
    reason = f"{action.fairness} fairness allows that" if action.fairness else "no fairness says that it must"
    return f"{action.name} never happens, though it is {enabled}: {reason}."


def _is_stuck(promise: TemporalPromise, run: Run) -> list[str]:
    if promise.kind is can_always_reach:
        return ["From here no run leads to where the promise wants to be able to come."]
    if promise.kind in (always_eventually_step, eventually_every_step):
        return _describe_steps(run, promise)
    if promise.kind in (until, weak_until) and run.loop is None:
        return ["Here what must hold until then does not hold, and what it leads to has not come."]
    if promise.kind is not no_deadlock:
        return []
    from tidemark.checker.engines.liveness.lasso_check import find_closest

    sentences = ["No action leads to another state here."]
    if closest := find_closest(run.machine, run.steps[-1].state):
        instance, unmet = closest
        sentences.append(f"The closest to it is {instance}: it needs that {' and that '.join(unmet)}.")
    return sentences
