"""Which faults break a promise: all minimal sets of them, at sizes that grow, as far as the time goes.

    tidemark ask mine.py
      two machines fail: consistent breaks after 9 states

One search decides many sets at once (`joint_search`): those of a *scope*, which are all sets of at most n faults, of
the faults that are at most so rare, at one size. `scopes` says in which order. A set that is found is minimal at its
size: without any of its faults the promise holds there.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Condition, Event, Thread
from typing import Any

from tidemark.base import signals
from tidemark.base.errors import UsageError
from tidemark.checker.analyses.fault_sets import NOTHING, FaultKind, FaultSet, kinds_of, minimal, sets_of
from tidemark.checker.analyses.joint_search import JointSearch
from tidemark.checker.analyses.scopes import Scope, ScopeSearch, SearchPlan
from tidemark.checker.runs.results import Clock, Limits, Run
from tidemark.spec.families.family import with_budget
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.machine import Machine

MOST_FAULTS = 3
"""How many faults a set has at most, where a user says nothing else."""
MOST_WORKERS = 4
"""Scopes that are searched at the same time, at most: each has its states in memory."""
MOST_STEPS = 30
"""Sizes that are looked at, at most."""

PART = 0.5
"""Which part of the time that is left one search may take."""
WORTH_OPTIMIZING = 5.0
"""Seconds of a search for which LLVM optimizes its code: that takes three seconds, and makes it twice as fast."""


@dataclass(frozen=True)
class FaultQuestion:
    """Which faults break the promises of a protocol.

    fixed: bounds that a user named, and that stay as they are. exchanged: rules from other protocols. most: how many
    faults a set has at most.
    """

    protocol: Protocol
    promises: tuple[str, ...] = ()
    fixed: Mapping[str, Any] = field(default_factory=dict)
    exchanged: Mapping[str, Protocol] = field(default_factory=dict)
    most: int = MOST_FAULTS

    @cached_property
    def kinds(self) -> dict[str, FaultKind]:
        """The faults that may happen, by the names of their bounds: not every protocol of a family has all of them."""
        kinds = kinds_of(self.protocol.bounds, self.fixed)
        return {name: kind for name, kind in kinds.items() if self._is_possible(kinds, name)}

    def _is_possible(self, kinds: Mapping[str, FaultKind], name: str) -> bool:
        values = {fault: kind.value(int(fault == name)) for fault, kind in kinds.items()}
        for step in self.steps():
            with suppress(UsageError):
                self.protocol.machine({**self.bounds, **step, **values}, self.exchanged, traced=False)
                return True
        return False

    @property
    def bounds(self) -> dict[str, Any]:
        """The bounds that stay as they are, faults apart."""
        return {**self.protocol.family.inquiry.bounds, **self.fixed}

    def steps(self) -> list[dict[str, Any]]:
        """The sizes, each with the one before in it: what its family says, or the least of all, raised one by one."""
        if planned := self.protocol.family.inquiry.steps:
            free = [{name: n for name, n in step.items() if name not in self.fixed} for step in planned]
            return [step for k, step in enumerate(free) if step not in free[:k]]
        sizes = [b for b in self.protocol.bounds if b.is_size and b.name not in self.bounds]
        step = {bound.name: bound.low for bound in sizes}
        steps = [dict(step)]
        while len(steps) < MOST_STEPS:
            raised = [bound for bound in sizes if step[bound.name] < bound.default]
            if not raised:
                break
            least = min(raised, key=lambda bound: step[bound.name] - bound.low)
            step[least.name] += 1
            steps.append(dict(step))
        return steps

    def describe_size(self, step: Mapping[str, Any]) -> str:
        """A size in words: `log-size=1 records=1 max-epoch=2`."""
        values = {**self.bounds, **step}
        sizes = [bound.name for bound in self.protocol.bounds if bound.is_size and bound.name in values]
        return " ".join(f"{name}={values[name]}" for name in sizes)

    def machine(self, bounds: Mapping[str, Any]) -> Machine:
        """The machine at some bounds, with the promises that are asked about alone.

        Raises:
            UsageError: the bounds do not fit together, or there is no such promise.
        """
        machine = self.protocol.machine({**self.bounds, **bounds}, self.exchanged)
        names = self.promises or self.protocol.family.inquiry.promises
        return machine.only(*names) if names else machine.by_default.about_states()


@dataclass(frozen=True)
class FaultSetLoss:
    """A set of faults that breaks a promise, with a shortest run at its bounds."""

    faults: FaultSet
    promise: str
    run: Run
    search: ScopeSearch


@dataclass
class FaultAnswer:
    """The losses, all minimal; and what was searched.

    stopped: why it ended before all was searched; None where it was.
    """

    question: FaultQuestion
    steps: Sequence[Mapping[str, Any]]
    promises: Sequence[str] = ()
    losses: list[FaultSetLoss] = field(default_factory=list)
    searches: list[ScopeSearch] = field(default_factory=list)
    stopped: str | None = None
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def exit_status(self) -> int:
        """130 where it was interrupted, 1 where a set breaks a promise, 3 where not all was searched, and 0."""
        if self.interrupted:
            return 130
        return 1 if self.losses else 3 if self.stopped else 0

    def describe_size(self, step: int) -> str:
        """A size in words."""
        return self.question.describe_size(self.steps[step])

    def describe(self, faults: FaultSet) -> str:
        """What happens in a set, in words: `two processes crash`."""
        return faults.describe(self.question.kinds)

    @property
    def losses_in_order(self) -> list[FaultSetLoss]:
        """The losses, of small and ordinary sets first."""
        kinds = self.question.kinds
        return sorted(self.losses, key=lambda loss: (loss.faults.size, loss.faults.cost(kinds)))

    @property
    def breaks_several_promises(self) -> bool:
        """Whether a reader needs to know which promise a set breaks."""
        return len({loss.promise for loss in self.losses}) > 1

    def bounds(self, faults: FaultSet, step: int) -> dict[str, Any]:
        """The bounds of a command for a set."""
        question = self.question
        return {**question.bounds, **self.steps[step], **faults.values(question.kinds)}

    def broken_by(self, faults: FaultSet) -> set[str]:
        """The promises that a set breaks, as far as they are known from the sets that it contains."""
        return {loss.promise for loss in self.losses if faults.has(loss.faults)}

    def is_settled(self, faults: FaultSet) -> bool:
        """Whether a set is known to break every promise."""
        return len(self.broken_by(faults)) == len(self.promises)

    def leave_minimal(self) -> None:
        """Leave the sets that contain no other one that breaks the same promise."""
        sets = defaultdict[str, list[FaultSet]](list)
        for loss in self.losses:
            sets[loss.promise].append(loss.faults)
        minimal_sets = {promise: minimal(faults) for promise, faults in sets.items()}
        self.losses = [loss for loss in self.losses if loss.faults in minimal_sets[loss.promise]]

    def is_searched(self, faults: FaultSet, step: int) -> bool:
        """Whether a set was searched to the end at a size."""
        return any(
            search.scope.step == step and not search.stopped and search.scope.covers(faults)
            for search in self.searches
        )

    def unfinished_sets(self, step: int) -> list[FaultSet]:
        """The sets that were not searched to the end at a size, ordinary ones first, without those that are settled."""
        sets = sets_of(self.question.kinds, self.question.most)
        return [f for f in sets if not self.is_settled(f) and not self.is_searched(f, step)]


def ask(
    questions: Sequence[FaultQuestion],
    limits: Limits,
    note_loss: Callable[[FaultQuestion, FaultSetLoss], None],
    report: Callable[[str], None],
) -> list[FaultAnswer]:
    """Look for all minimal sets of faults. `note_loss` is called with each loss, `report` with what is searched.

    All processors work: each takes the next scope of the question that has had the least time so far.
    A set that was reported may turn out to contain another one that loses at a larger size: the answer is without it.

    Raises:
        UsageError: there is no such promise, or no bounds that fit together.
    """
    return _Inquiry([_Inquirer(question, note_loss) for question in questions], limits, report).run()


def decide(question: FaultQuestion, scopes: Sequence[Scope], threads: int) -> FaultAnswer:
    """The answer for these scopes alone, at each size whatever their own is, searched to the end.

    scopes: they may name faults that the protocol lacks; no scope has a set whose subsets are in none.

    Raises:
        UsageError: there is no such promise, or not enough memory.
    """
    inquirer = _Inquirer(question, lambda *_: None)
    for step in range(len(inquirer.answer.steps)):
        for scope_of_all in scopes:
            scope = replace(scope_of_all, names=scope_of_all.names & inquirer.budgets, step=step)
            if (joint := inquirer.begin(scope)) is not None:
                joint.run(Limits(), threads, is_optimized=scope.most > 1)
                if joint.stopped:
                    raise UsageError(f"{question.protocol.name} can't be decided: {joint.stopped}")
            inquirer.end(scope, joint)
    inquirer.answer.leave_minimal()
    return inquirer.answer


class _Inquirer:
    """What is known of a question, and what is searched next."""

    def __init__(
        self, question: FaultQuestion, note_loss: Callable[[FaultQuestion, FaultSetLoss], None]
    ) -> None:
        self.question, self._note_loss = question, note_loss
        self._kinds = question.kinds
        steps = [step for step in question.steps() if self._fits(step)]
        machine = question.machine((steps or question.steps())[0])  # which says why no bounds fit
        self.answer = FaultAnswer(question, steps, [promise.name for promise in machine.promises])
        self.budgets = self._budgets_of(steps[0]) if steps else frozenset[str]()
        self.plan = SearchPlan(self._kinds, self.budgets, question.most, len(steps), self.answer.is_settled)
        self.seconds = 0.0

    def _fits(self, step: Mapping[str, Any]) -> bool:
        with suppress(UsageError):
            self.question.machine({**step, **NOTHING.values(self._kinds)})
            return True
        return False

    def _budgets_of(self, step: Mapping[str, Any]) -> frozenset[str]:
        """The faults that are spent from a budget in the state; none if some exclude each other.

        A budget that can't be 0 is not among them: a state does not say whether what was spent of it is a fault.
        """
        bounds = {name: kind.bound for name, kind in self._kinds.items()}
        budgets = {name: 1 for name, bound in bounds.items() if not bound.choices and not bound.low}
        try:
            machine = self.question.machine({**step, **NOTHING.values(self._kinds), **budgets})
        except UsageError:
            return frozenset()
        return frozenset(name for name in budgets if with_budget(machine.type.default, {name: 0}) is not None)

    def begin(self, scope: Scope) -> JointSearch | None:
        """A search of a scope that is ready to run; None if some of its faults exclude each other."""
        answer, most = self.answer, scope.most - scope.chosen.size
        budgets = {name: min(most, self._kinds[name].most) for name in scope.names}
        values = {**NOTHING.values(self._kinds), **scope.chosen.values(self._kinds), **budgets}
        try:
            machine = self.question.machine({**answer.steps[scope.step], **values})
        except UsageError:
            return None
        settled = [f for f in {loss.faults for loss in answer.losses} if answer.is_settled(f)]
        excluded = [f.only(scope.names) for f in settled if scope.chosen.has(f.without(scope.names))]
        return JointSearch(machine, scope.names, most, excluded)

    def end(self, scope: Scope, joint: JointSearch | None) -> ScopeSearch:
        """Note what a search has found: the sets that break a promise which none of their subsets breaks."""
        search = ScopeSearch(scope, 0, 0.0)
        if joint:
            search = ScopeSearch(scope, joint.states, joint.seconds, joint.stopped)
        self.answer.searches.append(search)
        if not joint or not joint.broken:
            return search
        sets = {f.only(scope.names): f for f in sets_of(self._kinds, scope.most) if scope.covers(f)}
        for violation in joint.violations(list(sets)):
            faults = sets[violation.faults]
            if violation.promise not in self.answer.broken_by(faults):
                step = self.answer.steps[scope.step]
                exact = self.question.machine({**step, **faults.values(self._kinds)})
                loss = FaultSetLoss(faults, violation.promise, joint.run_to(violation, exact), search)
                self.answer.losses.append(loss)
                self._note_loss(self.question, loss)
        return search


class _Inquiry:
    """The threads that search. One at a time works in Python, where nothing is gained by more."""

    def __init__(self, inquirers: Sequence[_Inquirer], limits: Limits, report: Callable[[str], None]) -> None:
        self._inquirers, self._limits, self._report = inquirers, limits, report
        self._clock, self._turn, self._running = Clock(), Condition(), 0
        self._stopped: str | None = None
        self._failure: BaseException | None = None
        self._interrupted = Event()

    def run(self) -> list[FaultAnswer]:
        cores = len(os.sched_getaffinity(0))
        workers = min(cores, MOST_WORKERS)
        threads = [Thread(target=self._work, args=(cores // workers,)) for _ in range(workers)]
        with signals.note_signals() as self._interrupted:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        if self._failure:
            raise self._failure
        answers = [inquirer.answer for inquirer in self._inquirers]
        for answer in answers:
            answer.leave_minimal()
            answer.interrupted = self._interrupted.is_set()
            answer.seconds = self._clock.seconds
            if any(answer.unfinished_sets(step) for step in range(len(answer.steps))):
                answer.stopped = self._stopped or "some sets could not be searched"
        return answers

    def _work(self, threads: int) -> None:
        try:
            with self._turn:
                while (chosen := self._next()) is not None:
                    self._search(*chosen, threads)
        except KeyboardInterrupt:  # a signal was noted while code was compiled
            self._stopped = "interrupted"
        except BaseException as failure:
            self._failure = self._failure or failure
        finally:
            with self._turn:
                self._turn.notify_all()

    def _next(self) -> tuple[_Inquirer, Scope, float] | None:
        """What to search next, once there is something; None at the end."""
        while not self._stopped and not self._failure:
            seconds_left = self._limits.remaining_seconds(self._clock)
            if self._interrupted.is_set():
                self._stopped = "interrupted"
            elif seconds_left is not None and seconds_left <= 0:
                self._stopped = f"{self._limits.seconds:g} seconds are over"
            if self._stopped:
                break
            for inquirer in sorted(self._inquirers, key=lambda inquirer: inquirer.seconds):
                if chosen := inquirer.plan.next():
                    return inquirer, *chosen
            if not self._running:
                break
            self._turn.wait()
        return None

    def _search(self, inquirer: _Inquirer, scope: Scope, expected: float, threads: int) -> None:
        clock, used = Clock(), inquirer.seconds
        answer = inquirer.answer
        faults = ", ".join(sorted(scope.names)) if scope.most else "nothing fails"
        self._report(f"{answer.question.protocol.name}: at most {scope.most} of {faults}")
        joint = inquirer.begin(scope)
        if joint:
            inquirer.seconds = float("inf")
            self._running += 1
            seconds = self._limits.remaining_seconds(self._clock)
            limits = replace(self._limits, seconds=seconds and seconds * PART)
            self._turn.release()
            try:
                joint.run(limits, threads, expected > WORTH_OPTIMIZING)
            finally:
                self._turn.acquire()
                self._running -= 1
                inquirer.seconds = used
        inquirer.plan.note(inquirer.end(scope, joint))
        inquirer.seconds = used + clock.seconds
        self._turn.notify_all()
