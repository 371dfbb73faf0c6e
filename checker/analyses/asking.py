"""Which faults break a promise: all minimal sets of them, at sizes that grow, as far as the time goes.

    tidemark ask mine.py
      two machines fail: consistent breaks after 9 states

Each set of faults is searched at each size. What is likely to take the least time comes first, so that ordinary faults
at small sizes are known early. At each size a set is searched after all that have one fault less; one that has a set
that breaks every promise is not searched at all. So whatever is found is minimal at its size: without any of its faults
the promise holds there.

At one size the sets differ by the budget of the initial state alone, so they are searched with the same compiled code.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from tidemark.checker.analyses.fault_sets import NOTHING, FaultKind, FaultSet, kinds_of, minimal
from tidemark.checker.engines.confirmation import require_confirmed
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Clock, Limits, Result, Run
from tidemark.spec.errors import UsageError
from tidemark.spec.family import with_budget
from tidemark.spec.machine import Machine
from tidemark.spec.protocol import Protocol

MOST_FAULTS = 3
"""How many faults a set has at most, where a user says nothing else."""
FIRST, LARGER, MORE = 0.02, 5.0, 3.0
"""Seconds of the first search, and how many times longer one takes at the next size, and with a fault more: guesses."""
SELDOM = 2.0
"""How many times longer a search may take that comes no later, for each step by which its faults are less rare."""
MOST_STEPS = 30
"""Sizes that are looked at, at most."""


@dataclass(frozen=True)
class Question:
    """Which faults break the promises of a protocol.

    given: bounds that a user named, and that stay as they are. exchanged: rules from other protocols. most: how many
    faults a set has at most.
    """

    protocol: Protocol
    promises: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    exchanged: Mapping[str, Protocol] = field(default_factory=dict)
    most: int = MOST_FAULTS

    @cached_property
    def kinds(self) -> dict[str, FaultKind]:
        """The faults that may happen, by the names of their bounds: not every protocol of a family has all of them."""
        known = kinds_of(self.protocol.bounds, self.given)
        return {name: kind for name, kind in known.items() if self._is_possible(known, name)}

    def _is_possible(self, known: Mapping[str, FaultKind], name: str) -> bool:
        values = {other: kind.value(int(other == name)) for other, kind in known.items()}
        for step in self.steps():
            try:
                self.protocol.machine({**self.fixed, **step, **values}, self.exchanged, traced=False)
            except UsageError:
                continue
            return True
        return False

    @property
    def fixed(self) -> dict[str, Any]:
        """The bounds that stay as they are, faults apart."""
        return {**self.protocol.family.inquiry.bounds, **self.given}

    def steps(self) -> list[dict[str, Any]]:
        """The sizes, each with the one before in it: what its family says, or the least of all, raised one by one."""
        if planned := self.protocol.family.inquiry.steps:
            free = [{name: n for name, n in step.items() if name not in self.given} for step in planned]
            return [step for k, step in enumerate(free) if step not in free[:k]]
        sizes = [b for b in self.protocol.bounds if b.is_size and b.name not in self.fixed]
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

    def size(self, step: Mapping[str, Any]) -> str:
        """A size in words."""
        values = {**self.fixed, **step}
        sizes = [bound.name for bound in self.protocol.bounds if bound.is_size and bound.name in values]
        return " ".join(f"{name}={values[name]}" for name in sizes)

    def machine(self, bounds: Mapping[str, Any]) -> Machine:
        """The machine at some bounds, with what is asked about alone.

        Raises:
            UsageError: the bounds do not fit together, or there is no such promise.
        """
        machine = self.protocol.machine({**self.fixed, **bounds}, self.exchanged)
        names = self.promises or self.protocol.family.inquiry.promises
        return machine.only(*names) if names else machine.by_default.about_states()


@dataclass(frozen=True)
class Searched:
    """A set of faults at a size: how many states there are, the seconds of the search, and the promises that hold."""

    faults: FaultSet
    step: int
    states: int
    seconds: float
    holds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Loss:
    """A set of faults that breaks a promise, with the shortest run at its bounds."""

    searched: Searched
    promise: str
    run: Run

    @property
    def faults(self) -> FaultSet:
        """The set."""
        return self.searched.faults


@dataclass
class Answer:
    """What was found: losses, all minimal; what was searched to the end and keeps a promise; what was not.

    undecided: searches that ended early, each with the reason. left: pairs of a set and a size that were not begun.
    stopped: why it ended before all was searched; None where it was.
    """

    question: Question
    steps: Sequence[Mapping[str, Any]]
    losses: list[Loss] = field(default_factory=list)
    kept: list[Searched] = field(default_factory=list)
    undecided: list[tuple[Searched, str]] = field(default_factory=list)
    left: list[tuple[FaultSet, int]] = field(default_factory=list)
    stopped: str | None = None
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def exit_status(self) -> int:
        """130 where it was interrupted, 1 where a set breaks a promise, 3 where not all was searched, and 0."""
        if self.interrupted:
            return 130
        return 1 if self.losses else 3 if self.stopped or self.undecided else 0

    def size(self, step: int) -> str:
        """A size in words: `log-size=1 records=1 max-epoch=2`."""
        return self.question.size(self.steps[step])

    def bounds(self, searched: Searched) -> dict[str, Any]:
        """The bounds of a search that a command names."""
        question = self.question
        faults = searched.faults.values(question.kinds)
        return {**question.fixed, **self.steps[searched.step], **faults}


def ask(
    question: Question, limits: Limits, tell: Callable[[Loss], None], report: Callable[[str], None]
) -> Answer:
    """Look for all minimal sets of faults. `tell` is called with each that is found, `report` with what is searched.

    A set that was told may turn out to have another one that loses at a larger size: the answer is without it.

    Raises:
        UsageError: there is no such promise, or no bounds that fit together.
    """
    return _Asking(question, limits, tell, report).run()


class _Asking:
    def __init__(
        self, question: Question, limits: Limits, tell: Callable[[Loss], None], report: Callable[[str], None]
    ) -> None:
        self._question, self._limits, self._tell, self._report = question, limits, tell, report
        self._kinds, self._clock = question.kinds, Clock()
        self._answer = Answer(question, [])
        self._spaces = [space for step in question.steps() if (space := _Space.of(question, step))]
        self._answer.steps = [space.step for space in self._spaces]
        first = self._spaces[0].step if self._spaces else question.steps()[0]  # which says why no bounds fit
        self._promises = [promise.name for promise in question.machine(first).promises]
        self._done: list[set[FaultSet]] = [set() for _ in self._spaces]
        self._seconds: dict[tuple[FaultSet, int], float] = {}
        self._waiting: list[tuple[float, int, int, int, FaultSet]] = []
        self._order = itertools.count()

    def run(self) -> Answer:
        answer = self._answer
        self._push(NOTHING, 0)
        try:
            while self._waiting and not answer.stopped:
                _, _, step, _, faults = heapq.heappop(self._waiting)
                if not self._is_settled(faults):
                    self._search(faults, step)
        except KeyboardInterrupt:
            answer.interrupted, answer.stopped = True, "interrupted"
        answer.losses = [
            loss
            for loss in answer.losses
            if loss.faults in minimal([one.faults for one in answer.losses if one.promise == loss.promise])
        ]
        answer.left = [(f, step) for *_, step, _, f in sorted(self._waiting) if not self._is_settled(f)]
        answer.seconds = self._clock.seconds
        return answer

    def _broken_by(self, faults: FaultSet) -> set[str]:
        """The promises that a set breaks, as far as it is known by those that it has."""
        return {loss.promise for loss in self._answer.losses if faults.has(loss.faults)}

    def _is_settled(self, faults: FaultSet) -> bool:
        return len(self._broken_by(faults)) == len(self._promises)

    def _search(self, faults: FaultSet, step: int) -> None:
        answer, limits = self._answer, self._limits
        left = limits.left(self._clock)
        if left is not None and left <= 0:
            answer.stopped = f"{limits.seconds:g} seconds are over"
            heapq.heappush(self._waiting, (0, 0, step, next(self._order), faults))
            return
        self._report(f"{faults.told(self._kinds)}; {self._question.size(self._spaces[step].step)}")
        several = len(self._promises) > 1
        result = self._spaces[step].search(faults, replace(limits, seconds=left, keep_going=several))
        holds = tuple(name for name, verdict in result.promises.items() if verdict.verdict == "holds")
        searched = Searched(faults, step, result.distinct_states, result.seconds, holds)
        self._seconds[faults, step] = result.seconds
        known = self._broken_by(faults)
        for name, verdict in result.promises.items():
            if verdict.run and name not in known:
                answer.losses.append(Loss(searched, name, verdict.run))
                self._tell(answer.losses[-1])
        if result.complete:
            self._done[step].add(faults)
            if holds:
                answer.kept.append(searched)
            self._push_next(faults, step)
        else:
            result.require_uninterrupted()
            answer.undecided.append((searched, result.stopped or "it ended early"))

    def _push_next(self, faults: FaultSet, step: int) -> None:
        """What is searched after a set: the sets with one more fault, and a larger size."""
        if faults == NOTHING and step + 1 < len(self._spaces):
            self._push(NOTHING, step + 1)
        for more in faults.larger(self._kinds):
            is_next = more.size <= self._question.most and self._done[step].issuperset(more.smaller())
            if is_next and not self._is_settled(more):
                self._push(more, step)

    def _push(self, faults: FaultSet, step: int) -> None:
        times = [
            MORE * self._seconds[less, step] for less in faults.smaller() if (less, step) in self._seconds
        ]
        if (faults, step - 1) in self._seconds:
            times.append(LARGER * self._seconds[faults, step - 1])
        cost = faults.cost(self._kinds)
        worth = max(times, default=FIRST) * SELDOM**cost
        heapq.heappush(self._waiting, (worth, cost, step, next(self._order), faults))


class _Space:
    """The machines at one size."""

    def __init__(self, question: Question, step: Mapping[str, Any]) -> None:
        self._question, self.step = question, step
        self._kinds = question.kinds
        self._compiled: dict[tuple[Any, ...], tuple[Machine, Kernel] | None] = {}

    @classmethod
    def of(cls, question: Question, step: Mapping[str, Any]) -> _Space | None:
        """Those at a size, if its bounds fit together."""
        try:
            question.machine({**step, **NOTHING.values(question.kinds)})
        except UsageError:
            return None
        return cls(question, step)

    def search(self, faults: FaultSet, limits: Limits) -> Result:
        """Search with a set of faults. A violation is found again at exactly these bounds, and confirmed.

        Raises:
            Disagreement: the machine's own functions do not confirm a violation.
        """
        values = faults.values(self._kinds)
        compiled = self._shared(values)
        if compiled:
            machine, kernel = compiled
            left = {name: n for name, n in values.items() if not self._kinds[name].bound.choices}
            begun = replace(machine, initial=with_budget(machine.initial, left))
            result = search(begun, limits, kernel=kernel)
            if not any(verdict.run for verdict in result.promises.values()):
                return result
        result = search(self._question.machine({**self.step, **values}), limits, effort="least")
        require_confirmed(result)
        return result

    def _shared(self, values: Mapping[str, Any]) -> tuple[Machine, Kernel] | None:
        """The machine with every budget as large as it may be, and its code; None where its states have none."""
        settings = {name: v for name, v in values.items() if self._kinds[name].bound.choices}
        key = tuple(settings.values())
        if key not in self._compiled:
            budgets = {
                n: min(k.most, self._question.most) for n, k in self._kinds.items() if n not in settings
            }
            self._compiled[key] = None
            try:
                machine = self._question.machine({**self.step, **settings, **budgets})
            except UsageError:
                return None  # some faults exclude each other
            if with_budget(machine.initial, budgets) is not None:
                self._compiled[key] = machine, Kernel(machine, symmetry=False, effort="rising")
        return self._compiled[key]
