"""Hypothesis drives a machine: for a user's own tests, and as `--engine hypothesis`.

A rule is an action; its precondition is that some choice of its parameters is enabled, and it draws one of
those. The promises are invariants. Every run switches some rules off at random (swarm testing, which
Hypothesis does for rules by itself), and `target` steers the runs toward long logs and late epochs. A user
makes a test of them by `tidemark.fuzz_test`.
"""

from __future__ import annotations

import keyword
import random
import re
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, event, settings, target
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tidemark.base import signals
from tidemark.base.counts import count_of
from tidemark.checker.engines.bookkeeping import find_reached_limit, report_progress
from tidemark.checker.engines.random import shrinking
from tidemark.checker.engines.reference import broken_promises, successors
from tidemark.checker.runs.results import Clock, Limits, Report, Result, Run, RunStep, State
from tidemark.checker.runs.steps import numbered_steps
from tidemark.spec.machines.declarations import Action
from tidemark.spec.machines.machine import Machine, OutOfRange
from tidemark.spec.machines.symbolic import Instance

STEPS = 60
"""How many steps a run of `--engine hypothesis` takes at most."""
REMEMBERED = 1 << 15
"""For how many states the successors and the broken promises are cached."""

Choice = tuple[Instance, State]
"""An enabled action instance, with the state that it leads to."""


class BrokenPromise(AssertionError):
    """A run ended in a state that breaks a promise. Its text is the run, in numbered steps."""

    def __init__(self, run: Run) -> None:
        self.run = run
        super().__init__(
            f"{run.promise} is violated after {count_of(run.length, 'state')}:\n{numbered_steps(run)}"
        )


class SuccessorCache:
    """A cache of what a machine does in recent states: random runs visit the same states again and again."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.following = lru_cache(REMEMBERED)(self._following)
        self.broken = lru_cache(REMEMBERED)(self._broken)

    def _following(self, state: State) -> dict[str, list[Choice]]:
        """For each action its enabled instances, each with the other state that it leads to."""
        following: dict[str, list[Choice]] = {a.name: [] for a in self.machine.actions}
        for instance, after in successors(self.machine, state):
            if after != state:
                following[instance.action.name].append((instance, after))
        return following

    def _broken(self, state: State) -> set[str]:
        return broken_promises(self.machine, state)[0]


class MachineTest(RuleBasedStateMachine):
    """The base of the class that `state_machine` makes for each machine."""

    machine: Machine
    watched: tuple[str, ...]
    explored: SuccessorCache

    def __init__(self) -> None:
        super().__init__()
        self.steps = [RunStep(None, self.machine.initial_states.first)]

    def enabled_choices(self) -> dict[str, list[Choice]]:
        """For each action its enabled instances, each with the other state that it leads to.

        Raises:
            OutOfRange: an action writes outside a field's domain.
        """
        return self.explored.following(self.steps[-1].state)

    def begin(self, first: State) -> None:
        """Begin in another initial state."""
        self.steps = [RunStep(None, first)]

    def take(self, choice: Choice) -> None:
        """Take a step."""
        self.steps.append(RunStep(*choice))

    @precondition(lambda test: not any(test.enabled_choices().values()))
    @rule()
    def nothing_can_happen(self) -> None:
        """Where no action leads to another state, a run stays where it is: Hypothesis always wants a step."""

    @invariant()
    def promises_hold(self) -> None:
        """Every promise under check holds."""
        broken = self.explored.broken(self.steps[-1].state)
        for name in self.watched:
            if name in broken:
                raise BrokenPromise(Run(self.machine, name, list(self.steps)))

    def teardown(self) -> None:
        """Tell Hypothesis how far the run came: the longer the logs and the greater the numbers, the better."""
        records, numbers = reach(self.machine, self.steps[-1].state)
        target(float(records), label="records in all logs")
        target(float(numbers), label="sum of all numbers")
        event(f"{len(self.steps) // 10 * 10} states or more")


def reach(machine: Machine, state: State) -> tuple[int, int]:
    """How many elements all sequences of a state have, and how far its other numbers are above their least."""
    records = numbers = 0
    for value, leaf in zip(state, machine.leaves, strict=True):
        if leaf.path.endswith(".length"):
            records += value
        elif leaf.kind.family == "number":
            numbers += value - leaf.lo
    return records, numbers


def state_machine(
    machine: Machine, promises: list[str] | None = None, swarm: bool = True
) -> type[RuleBasedStateMachine]:
    """A Hypothesis state machine that takes a machine's actions and watches the promises of these names.

    Without names it watches those that are checked where none is named. Without `swarm` one rule takes any step, so
    that no action is ever switched off.
    """
    watched = tuple(promises if promises is not None else (p.name for p in machine.by_default.promises))
    rules = {f"action {a.name}": _rule_of(a) for a in machine.actions} if swarm else {"step": _any_step()}
    if len(machine.initial_states) > 1:
        rules["begin in"] = _beginning_of(machine)
    name = "".join(part.capitalize() for part in machine.name.replace("/", "-").split("-"))
    shared = {"machine": machine, "watched": watched, "explored": SuccessorCache(machine)}
    return type(name, (MachineTest,), {**rules, **shared})


def _rule_of(action: Action) -> Callable[..., Any]:
    def is_enabled(test: MachineTest) -> bool:
        return bool(test.enabled_choices()[action.name])

    def take(test: MachineTest, data: st.DataObject) -> None:
        choices = st.sampled_from(test.enabled_choices()[action.name])
        test.take(data.draw(choices.map(_PrintedChoice), label=action.name).choice)

    # Hypothesis prints the rules of a run as lines of Python.
    is_python = action.name.isidentifier() and not keyword.iskeyword(action.name)
    take.__name__ = action.name if is_python else re.sub(r"\W", "_", f"action_{action.name}")
    take.__doc__ = action.summary
    hypothesis_rule: Callable[..., Any] = precondition(is_enabled)(rule(data=st.data())(take))
    return hypothesis_rule


def _beginning_of(machine: Machine) -> Callable[..., Any]:
    """The rule that draws the initial state of a run, where there are several."""
    states = machine.initial_states
    declared = states.declared
    assert declared

    def begin_in(test: MachineTest, data: st.DataObject) -> None:
        calls = st.sampled_from(states.states).map(lambda state: _PrintedStart(state, states.call(state)))
        test.begin(data.draw(calls, label=declared.name).state)

    hypothesis_rule: Callable[..., Any] = initialize(data=st.data())(begin_in)
    return hypothesis_rule


def _any_step() -> Callable[..., Any]:
    def step(test: MachineTest, data: st.DataObject) -> None:
        choices = [choice for action in test.enabled_choices().values() for choice in action]
        test.take(data.draw(st.sampled_from(choices).map(_PrintedChoice)).choice)

    hypothesis_rule: Callable[..., Any] = precondition(lambda test: any(test.enabled_choices().values()))(
        rule(data=st.data())(step)
    )
    return hypothesis_rule


class _PrintedChoice:
    """A choice, printed as its action instance alone."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice

    def __repr__(self) -> str:
        return str(self.choice[0])


class _PrintedStart:
    """An initial state, printed as the choice that gives it."""

    def __init__(self, state: State, call: str) -> None:
        self.state, self._call = state, call

    def __repr__(self) -> str:
        return self._call


class _TimeOver(BaseException):
    """The time is over; not an Exception, so that Hypothesis does not take it for a failure of the machine."""


def search(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    seconds: float = 10.0,
    seed: int = 0,
) -> Result:
    """Let Hypothesis look for violations for `seconds`, or until every promise is broken.

    One rule takes any step, and there is no phase for `target`: with a rule for each action, some switched off, and
    with the phase, the same losses were seen to take four times as long. A run that it finds is shrunk. A promise
    that it does not break stays "unknown". `distinct_states` is 0, since runs keep no states; `generated_states`
    counts the steps.

    Raises:
        OutOfRange: an action writes outside a field's domain; its `run` is the run to it.
    """
    result, clock = Result.start(machine, "hypothesis"), Clock()
    draw = random.Random(seed)
    limits = limits or Limits()
    with signals.note_signals() as interrupted:

        def is_over() -> bool:
            if interrupted.is_set():
                result.interrupt()
            elif clock.seconds > seconds:
                result.stopped = f"{seconds:g} s of random runs are over"
            else:
                result.stopped = find_reached_limit(limits, clock, result.generated_states)
            return result.stopped is not None

        with suppress(_TimeOver):
            while result.undecided and not is_over():
                _campaign(machine, result, clock, is_over, draw.randrange(1 << 32), report)
    result.finish_when_all_have_verdicts()
    result.seconds = clock.seconds
    return result


def _campaign(
    machine: Machine,
    result: Result,
    clock: Clock,
    is_over: Callable[[], bool],
    seed: int,
    report: Report | None,
) -> None:
    """One series of runs of Hypothesis, up to the first violation."""
    base = state_machine(machine, result.undecided, swarm=False)

    class WatchedTest(base):  # type: ignore[valid-type, misc]
        def take(self, choice: Choice) -> None:
            super().take(choice)
            result.generated_states += 1
            result.actions[choice[0].action.name].enabled += 1
            result.depth = max(result.depth, len(self.steps))
            report_progress(report, clock, result.depth, result.generated_states)

        def enabled_choices(self) -> dict[str, list[Choice]]:
            if is_over():
                raise _TimeOver
            try:
                choices: dict[str, list[Choice]] = super().enabled_choices()
            except OutOfRange as error:
                error.run = Run(machine, "", list(self.steps))
                raise
            return choices

    WatchedTest._hypothesis_internal_use_seed = seed
    quiet = settings(
        max_examples=1000,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    try:
        run_state_machine_as_test(WatchedTest, settings=quiet)
    except HypothesisException:
        # A run that is stopped in the middle looks flaky to Hypothesis; any other exception is a mistake.
        if not result.stopped:
            raise
        raise _TimeOver from None
    except BrokenPromise as broken:
        shrunk = shrinking.shrink(broken.run, is_over)
        result.violate(broken.run.promise, shrunk.run, shrunk.minimality)
