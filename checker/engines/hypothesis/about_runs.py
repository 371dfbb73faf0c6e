"""Promises about runs by random runs: what a single state or step breaks, and whether something can always be reached.

For the latter a random run goes somewhere, and from there a way is looked for, breadth first, through a limited number
of states. Where all states from there are seen and none is wanted, the promise is violated; else it is *not refuted*.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, partial

from tidemark.base import signals
from tidemark.base.counts import count_of
from tidemark.checker.engines.bookkeeping import find_reached_limit
from tidemark.checker.engines.hypothesis.stateful import STEPS, SuccessorCache, search
from tidemark.checker.engines.liveness.plan import Answer, Plan
from tidemark.checker.engines.liveness.questions import Question
from tidemark.checker.runs.results import Clock, Limits, Report, Result, Run, RunStep, State
from tidemark.spec.machines.machine import Machine, OutOfRange

SEEN = 2_000
"""How many states are looked at for a way from one state."""
AGAIN = 300
"""How many random runs, one after the other, come to no new state before no more are tried."""


@dataclass
class _Trials:
    """What was tried of a possibility: from how many states there was a way, and from how many none was found."""

    reached: int = 0
    lost: int = 0

    @property
    def note(self) -> str:
        """In a sentence."""
        states = count_of(self.reached + self.lost, "state")
        summary = f"not refuted: random runs came to {states}, and each has a way there"
        lost = (
            f", but for {self.lost:,}, of which {SEEN:,} states that follow were looked at"
            if self.lost
            else ""
        )
        return f"{summary}{lost}."


def check(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    seconds: float = 10.0,
    seed: int = 0,
) -> Result:
    """What random runs say of all promises of a machine in `seconds`, or in half of them where some are possibilities.

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
    """
    plan, limits, answers = Plan(machine), limits or Limits(), dict[str, Answer]()
    clock = Clock()
    share, steps = seconds, limits.max_states
    if plan.of_graph:
        share, steps = seconds / 2, steps and max(1, steps // 2)
    result = Result.start(plan.bare, "hypothesis")
    if plan.bare.promises:
        result = search(plan.bare, replace(limits, max_states=steps), report, share, seed)
    with signals.note_signals() as interrupted:

        def is_over(until: float) -> bool:
            if interrupted.is_set():
                result.interrupt()
            reached = find_reached_limit(limits, clock, result.generated_states)
            return interrupted.is_set() or clock.seconds > until or reached is not None

        questions = [] if result.interrupted else plan.of_graph
        for number, question in enumerate(questions):
            until = clock.seconds + (seconds - clock.seconds) / (len(questions) - number)
            answers[question.name] = _try_to_refute(
                plan, question, random.Random(seed), result, partial(is_over, until)
            )
    plan.finish(result, answers)
    result.seconds = clock.seconds
    result.complete = not result.undecided
    if result.complete:
        result.stopped = None
    elif result.stopped is None:
        result.stopped = (
            find_reached_limit(limits, clock, result.generated_states) or "the random runs are over"
        )
    return result


def _try_to_refute(
    plan: Plan, question: Question, draw: random.Random, result: Result, is_over: Callable[[], bool]
) -> Answer:
    """What random runs say of a possibility."""
    explored, trials, tried = SuccessorCache(plan.bare), _Trials(), dict[State, bool]()
    is_goal = cache(lambda state: bool(question.values(plan.machine.decode(state))[0]))
    again = 0
    while again < AGAIN and not is_over():
        steps = _walk(plan.machine, explored, draw, result)
        state = steps[-1].state
        again = again + 1 if state in tried else 0
        if again:
            continue
        has_way = _can_reach(state, explored, is_goal)
        tried[state] = bool(has_way)
        if has_way is False:
            end = next(
                k for k, step in enumerate(steps, 1) if _can_reach(step.state, explored, is_goal) is False
            )
            run = Run(plan.machine, question.promise.name, steps[:end])
            return Answer(run, minimality="not minimized")
        trials.reached += bool(has_way)
        trials.lost += not has_way
    return Answer(is_open=True, note=trials.note)


def _walk(machine: Machine, explored: SuccessorCache, draw: random.Random, result: Result) -> list[RunStep]:
    """A random run of a random length.

    Raises:
        OutOfRange: an action writes outside a field's domain.
    """
    first = machine.initial_states.states
    steps = [RunStep(None, first[0] if len(first) == 1 else draw.choice(first))]
    for _ in range(draw.randrange(STEPS)):
        try:
            following = explored.following(steps[-1].state)
        except OutOfRange as error:
            error.run = Run(machine, "", steps)
            raise
        choices = [choice for action in following.values() for choice in action]
        if not choices:
            break
        chosen = draw.choice(choices)
        result.generated_states += 1
        result.actions[chosen[0].action.name].enabled += 1
        steps.append(RunStep(*chosen))
    result.depth = max(result.depth, len(steps))
    return steps


def _can_reach(state: State, explored: SuccessorCache, is_goal: Callable[[State], bool]) -> bool | None:
    """Whether some run leads from a state to one that is wanted; None if too many states follow to say so."""
    seen, waiting = {state}, [state]
    for visited in waiting:
        if is_goal(visited):
            return True
        if len(seen) > SEEN:
            return None
        for choices in explored.following(visited).values():
            for _, after in choices:
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return False
