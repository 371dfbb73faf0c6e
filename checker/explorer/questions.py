"""Questions about all states from one on: the nearest where something holds, runs, and the whole space in groups.

The native engine finds the states; they are kept until those from another state are asked for. A search ends when it
is stopped.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError
from tidemark.checker.explorer.conditions import condition
from tidemark.checker.runs.results import Limits, Progress, RunStep, State
from tidemark.checker.views.breaking import promise_expression
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import symbolic_state
from tidemark.spec.types.differences import changes

if TYPE_CHECKING:  # they import LLVM, which takes longer than all else
    from tidemark.checker.engines.native.kernel import Kernel
    from tidemark.checker.engines.native.state_query import Groups
    from tidemark.checker.explorer.fates import Fates
    from tidemark.checker.explorer.grouping import GroupingChoice
    from tidemark.checker.explorer.reachable_states import ReachableStates

MOST_STATES = 1_000_000_000
SECONDS = 120.0
SHOWN = 12
"""States of a group that are listed."""


Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")


class _StopRequest(Exception):
    """The person does not want to know any more."""


def _alone(
    answer: Callable[Concatenate[Questions, Parameters], Answer],
) -> Callable[Concatenate[Questions, Parameters], Answer]:
    """A question that is answered unless another one is being answered, until it is stopped.

    Raises:
        UsageError: another question is being answered, or this one is stopped.
    """

    @wraps(answer)
    def answer_alone(
        questions: Questions, /, *arguments: Parameters.args, **named: Parameters.kwargs
    ) -> Answer:
        with questions.answering():
            return answer(questions, *arguments, **named)

    return answer_alone


@dataclass(frozen=True)
class Order:
    """What must come on a run: `then` after `first`, and `never` not at all; `first` and `never` may be empty.

    Each is a condition about states, an action, or an action instance, as it is typed.
    """

    then: str
    first: str = ""
    never: str = ""


class Questions:
    """Answers one question at a time about one machine. `progress` says how far the answer is."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.progress = machine, ""
        self._busy, self._stop = threading.Lock(), threading.Event()
        self._latest: tuple[State | None, ReachableStates] | None = None
        self._measured: tuple[ReachableStates, dict[str, Fates]] | None = None
        self._fates: dict[State, dict[str, tuple[int | None, bool]]] = {}

    def stop(self) -> None:
        """End the search that goes on, if one does."""
        self._stop.set()

    @cached_property
    def _kernel(self) -> Kernel:
        from tidemark.checker.engines.native.kernel import Kernel
        from tidemark.checker.explorer.reachable_states import without_promises

        return Kernel(without_promises(self.machine), False, effort="less")

    def _waits(self, progress: Progress | None = None) -> None:
        if progress:
            self.progress = f"{count_of(progress.distinct_states, 'state')} so far"
        if self._stop.is_set():
            raise _StopRequest

    def _find_reachable_states(self, state: State | None) -> ReachableStates:
        """All states from one on; None: from all initial states on."""
        from tidemark.checker.explorer.reachable_states import ReachableStates

        if len(self.machine.initial_states) == 1 and state == self.machine.initial_states.first:
            state = None
        if self._measured and state is None:
            return self._measured[0]
        if self._latest is None or self._latest[0] != state:
            self._latest = None  # its memory is needed
            limits = Limits(max_states=MOST_STATES, seconds=SECONDS)
            reached = ReachableStates(self.machine, state, self._kernel, limits, self._waits, self._waits)
            self._latest = state, reached
        self.progress = f"{self._latest[1].count:,} states are looked at"
        return self._latest[1]

    @contextmanager
    def answering(self) -> Iterator[None]:
        """One question is answered while this lasts.

        Raises:
            UsageError: another one is being answered already, or this one is stopped.
        """
        if not self._busy.acquire(blocking=False):
            raise UsageError("another question is being answered: stop it first")
        try:
            self._stop.clear()
            self.progress = ""
            yield
        except _StopRequest:
            raise UsageError("stopped") from None
        finally:
            self._busy.release()

    @_alone
    def nearest(self, state: State | None, sought: Expr) -> tuple[list[RunStep] | None, dict[str, Any]]:
        """The shortest way from a state to one where a condition holds; and how many there are. None: from any initial
        state.

        Raises:
            UsageError: another question is being answered, or it is stopped, or there is no memory.
        """
        reached = self._find_reachable_states(state)
        number, count = reached.first(sought)
        totals = {"found": count, "states": reached.count, "stopped": reached.stopped}
        return (None if number is None else reached.way_to(number)), totals

    @_alone
    def run(self, state: State | None, order: Order) -> tuple[list[RunStep] | None, dict[str, Any]]:
        """The shortest run from a state on, on which things come in this order. None: from any initial state on.

        Raises:
            UsageError: one of them is no condition and no action; or as for `nearest`.
        """
        graph, _, _ = symbolic_state(self.machine.type)
        conditions, events = [], dict[int, list[int]]()
        for bit, typed in enumerate((order.then, order.first, order.never)):
            events[1 << bit] = self._instances(typed.strip())
            named = events[1 << bit] or not typed.strip()
            conditions.append(graph.lift(False) if named else condition(self.machine, typed))
        reached = self._find_reachable_states(state)
        steps = reached.run(conditions, events, not order.first.strip())
        return steps, {"states": reached.count, "stopped": reached.stopped}

    def _instances(self, typed: str) -> list[int]:
        """The numbers of the compiled instances of an action, or of the one instance that is named; none otherwise."""
        instances = [instance.instance for instance in self.machine.symbolic.actions]
        return [k for k, instance in enumerate(instances) if typed in (instance.action.name, str(instance))]

    @_alone
    def way_to(self, number: int) -> list[RunStep]:
        """The shortest run from the initial state to the one of a number.

        Raises:
            UsageError: there is no such state; or as for `nearest`.
        """
        reached = self._find_reachable_states(None)
        if not 0 <= number < reached.count:
            raise UsageError(f"there is no state {number}")
        return reached.way_to(number)

    @_alone
    def measure(self) -> None:
        """Work out the fate of every state.

        Raises:
            UsageError: the space is too large; or as for `nearest`.
        """
        reached = self._find_reachable_states(None)
        names = [promise.name for promise in self.machine.promises]
        holds = {name: promise_expression(self.machine, name) for name in names}
        self._measured = reached, reached.fates_of(holds)
        self._fates.clear()

    @property
    def is_measured(self) -> bool:
        """Whether the fates are known."""
        return self._measured is not None

    def fate_of(self, state: State) -> dict[str, tuple[int | None, bool]]:
        """How near the nearest violation of each promise is, and whether it is certain; empty before `measure`."""
        from tidemark.checker.explorer.fates import NEVER

        if self._measured is None:
            return {}
        reached, fates = self._measured
        if state not in self._fates:
            number = reached.number_of(state)
            distances = {name: int(fate.distance[number]) for name, fate in fates.items()}
            self._fates[state] = {
                name: (None if distances[name] == NEVER else distances[name], bool(fate.doomed[number]))
                for name, fate in fates.items()
            }
        return self._fates[state]

    def sought(self, kind: str, subject: str) -> Expr:
        """The condition that is sought: that a promise is broken or kept, or one that is typed.

        Raises:
            UsageError: there is no such promise, or it is no condition.
        """
        if kind == "where":
            return condition(self.machine, subject)
        if subject not in (promise.name for promise in self.machine.promises):
            raise UsageError(f"{self.machine.name} has no promise {subject} about states")
        holds = promise_expression(self.machine, subject)
        return holds if kind == "keeps" else holds.graph.negate(holds)

    @_alone
    def groups(self, choice: GroupingChoice) -> dict[str, Any]:
        """The whole space, in groups.

        Raises:
            UsageError: there are too many groups; or as for `Grouping` and `nearest`.
        """
        from tidemark.checker.explorer.grouping import Grouping

        grouping = Grouping(self.machine, choice)
        promises = [promise.name for promise in self.machine.promises]
        holds = [promise_expression(self.machine, name) for name in promises]
        reached = self._find_reachable_states(None)
        fates = self._measured[1] if self._measured else {}
        broken = [hold.graph.negate(hold) for hold in holds]
        groups = reached.groups(grouping.key, broken, list(fates.values()))
        return {
            "names": grouping.names,
            "groups": [
                {
                    "values": grouping.texts(group.values),
                    "key": list(group.values),
                    "states": group.states,
                    "level": reached.level_of(group.first),
                    "broken": _count_by_name(promises, group.meeting),
                    "doomed": _count_by_name(list(fates), group.chosen),
                }
                for group in groups.groups
            ],
            "arrows": [[a, b, steps] for (a, b), steps in sorted(groups.arrows.items())],
            "levels": self._levels(reached, groups),
            "states": reached.count,
            "stopped": reached.stopped,
        }

    def _levels(self, reached: ReachableStates, groups: Groups) -> list[dict[str, Any]]:
        """Of each level the states that are new in it, and the steps from them, by action."""
        names, levels = [action.instance.action.name for action in self.machine.symbolic.actions], []
        for states, steps in zip(reached.sizes, groups.levels, strict=True):
            actions = Counter[str]()
            for name, count in zip(names, steps, strict=False):
                actions[name] += count
            levels.append({"states": states, "actions": {name: n for name, n in actions.items() if n}})
        return levels

    @_alone
    def inside(
        self, choice: GroupingChoice, key: Sequence[int]
    ) -> tuple[list[RunStep], list[RunStep] | None, dict[str, Any]]:
        """A way to the nearest state of a group, one into it and out of it again, and some of its states.

        Raises:
            UsageError: there is no such group; or as for `groups`.
        """
        from tidemark.checker.explorer.grouping import Grouping

        grouping = Grouping(self.machine, choice)
        ranges = grouping.key.ranges
        if len(key) != len(ranges) or any(not lo <= k <= hi for k, (lo, hi) in zip(key, ranges, strict=True)):
            raise UsageError("there is no such group")
        reached = self._find_reachable_states(None)
        numbers = reached.states_of(grouping.key, key, SHOWN)
        if not numbers:
            raise UsageError("there is no such group")
        out = reached.way_through(grouping.key, key)
        first = self.machine.decode(reached.state(numbers[0]))

        def describe(number: int) -> dict[str, Any]:
            differing = changes(self.machine.type, first, self.machine.decode(reached.state(number)))
            sentences = [change.sentence for change in differing]
            return {"number": number, "level": reached.level_of(number), "changes": sentences}

        return reached.way_to(numbers[0]), out, {"nearest": list(map(describe, numbers))}


def _count_by_name(names: Sequence[str], counts: Sequence[int]) -> Mapping[str, int]:
    return {name: count for name, count in zip(names, counts, strict=True) if count}
