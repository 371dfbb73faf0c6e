"""Questions about all states from one on: the nearest where something holds, runs, and the whole space in groups.

The native engine finds the states; they are kept until those from another state are asked for. A search ends when it
is told to.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

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
    from tidemark.checker.explorer.doomed import Fates
    from tidemark.checker.explorer.grouping import Grouping, GroupingChoice
    from tidemark.checker.explorer.reached import ReachableStates

MOST_STATES = 1_000_000_000
SECONDS = 120.0
SHOWN = 12
"""States of a group that are listed."""


Result = TypeVar("Result")


class _StopRequest(Exception):
    """The person does not want to know any more."""


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
        self._latest: tuple[State, ReachableStates] | None = None
        self._measured: tuple[ReachableStates, dict[str, Fates]] | None = None
        self._fates: dict[State, dict[str, tuple[int | None, bool]]] = {}

    def stop(self) -> None:
        """End the search that goes on, if one does."""
        self._stop.set()

    @cached_property
    def _kernel(self) -> Kernel:
        from tidemark.checker.engines.native.kernel import Kernel
        from tidemark.checker.explorer.reached import without_promises

        return Kernel(without_promises(self.machine), False, effort="less")

    def _waits(self, progress: Progress | None = None) -> None:
        if progress:
            self.progress = f"{progress.distinct_states:,} states so far"
        if self._stop.is_set():
            raise _StopRequest

    def _find_reachable_states(self, state: State) -> ReachableStates:
        """All states from one on."""
        from tidemark.checker.explorer.reached import ReachableStates

        if self._measured and state == self._first:
            return self._measured[0]
        if self._latest is None or self._latest[0] != state:
            self._latest = None  # its memory is needed
            limits = Limits(max_states=MOST_STATES, seconds=SECONDS)
            self._latest = (
                state,
                ReachableStates(self.machine, state, self._kernel, limits, self._waits, self._waits),
            )
        self.progress = f"{self._latest[1].count:,} states are looked at"
        return self._latest[1]

    @cached_property
    def _first(self) -> State:
        return self.machine.encode(self.machine.initial)

    def _answer_alone(self, answer: Callable[[], Result]) -> Result:
        """An answer, unless another question is being answered, or it is stopped.

        Raises:
            UsageError: it is.
        """
        if not self._busy.acquire(blocking=False):
            raise UsageError("another question is being answered: stop it first")
        try:
            self._stop.clear()
            self.progress = ""
            return answer()
        except _StopRequest:
            raise UsageError("stopped") from None
        finally:
            self._busy.release()

    def nearest(self, state: State, sought: Expr) -> tuple[list[RunStep] | None, dict[str, Any]]:
        """The shortest way from a state to one where a condition holds; and how many there are.

        Raises:
            UsageError: another question is being answered, or it is stopped, or there is no memory.
        """

        def answer() -> tuple[list[RunStep] | None, dict[str, Any]]:
            reached = self._find_reachable_states(state)
            number, count = reached.first(sought)
            totals = {"found": count, "states": reached.count, "stopped": reached.stopped}
            return (None if number is None else reached.way_to(number)), totals

        return self._answer_alone(answer)

    def run(self, state: State, order: Order) -> tuple[list[RunStep] | None, dict[str, Any]]:
        """The shortest run from a state on, on which things come in this order.

        Raises:
            UsageError: one of them is no condition and no action; or as for `nearest`.
        """
        graph, _, _ = symbolic_state(self.machine.type)
        conditions, events = [], dict[int, list[int]]()
        for bit, typed in enumerate((order.then, order.first, order.never)):
            events[1 << bit] = self._instances(typed.strip())
            named = events[1 << bit] or not typed.strip()
            conditions.append(graph.lift(False) if named else condition(self.machine, typed))

        def answer() -> tuple[list[RunStep] | None, dict[str, Any]]:
            reached = self._find_reachable_states(state)
            steps = reached.run(conditions, events, not order.first.strip())
            return steps, {"states": reached.count, "stopped": reached.stopped}

        return self._answer_alone(answer)

    def _instances(self, typed: str) -> list[int]:
        """The numbers of the compiled instances of an action, or of the one instance that is named; none otherwise."""
        instances = [instance.instance for instance in self.machine.symbolic.actions]
        return [k for k, instance in enumerate(instances) if typed in (instance.action.name, str(instance))]

    def way_to(self, number: int) -> list[RunStep]:
        """The shortest run from the initial state to the one of a number.

        Raises:
            UsageError: there is no such state; or as for `nearest`.
        """

        def answer() -> list[RunStep]:
            reached = self._find_reachable_states(self._first)
            if not 0 <= number < reached.count:
                raise UsageError(f"there is no state {number}")
            return reached.way_to(number)

        return self._answer_alone(answer)

    def measure(self) -> None:
        """Work out the fate of every state.

        Raises:
            UsageError: the space is too large; or as for `nearest`.
        """

        def answer() -> None:
            reached = self._find_reachable_states(self._first)
            promises = {
                promise.name: promise_expression(self.machine, promise.name)
                for promise in self.machine.promises
            }
            self._measured = reached, reached.fates_of(promises)
            self._fates.clear()

        self._answer_alone(answer)

    @property
    def is_measured(self) -> bool:
        """Whether the fates are known."""
        return self._measured is not None

    def fate_of(self, state: State) -> dict[str, tuple[int | None, bool]]:
        """How near the nearest violation of each promise is, and whether it is certain; empty before `measure`."""
        from tidemark.checker.explorer.doomed import NEVER

        if self._measured is None:
            return {}
        reached, fates = self._measured
        if state not in self._fates:
            number = reached.number_of(state)
            self._fates[state] = {
                name: (
                    None if fate.distance[number] == NEVER else int(fate.distance[number]),
                    bool(fate.doomed[number]),
                )
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

    def groups(self, choice: GroupingChoice) -> dict[str, Any]:
        """The whole space, in groups.

        Raises:
            UsageError: there are too many groups; or as for `Grouping` and `nearest`.
        """
        from tidemark.checker.explorer.grouping import Grouping

        grouping = Grouping(self.machine, choice)
        promises = [promise.name for promise in self.machine.promises]
        holds = [promise_expression(self.machine, name) for name in promises]

        def answer() -> dict[str, Any]:
            reached = self._find_reachable_states(self._first)
            fates = self._measured[1] if self._measured else {}
            groups = reached.groups(
                grouping.key, [hold.graph.negate(hold) for hold in holds], list(fates.values())
            )
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

        return self._answer_alone(answer)

    def _levels(self, reached: ReachableStates, groups: Groups) -> list[dict[str, Any]]:
        """Of each level the states that are new in it, and the steps from them, by action."""
        names, levels = [action.instance.action.name for action in self.machine.symbolic.actions], []
        for states, steps in zip(reached.sizes, groups.levels, strict=True):
            actions: dict[str, int] = {}
            for name, count in zip(names, steps, strict=False):
                actions[name] = actions.get(name, 0) + count
            levels.append({"states": states, "actions": {name: n for name, n in actions.items() if n}})
        return levels

    def inside(
        self, choice: GroupingChoice, key: Sequence[int]
    ) -> tuple[list[RunStep], list[RunStep] | None, dict[str, Any]]:
        """A way to the nearest state of a group, one into it and out of it again, and some of its states.

        Raises:
            UsageError: there is no such group; or as for `groups`.
        """
        from tidemark.checker.explorer.grouping import Grouping

        grouping = Grouping(self.machine, choice)
        if len(key) != len(grouping.key.ranges) or not _within(key, grouping):
            raise UsageError("there is no such group")

        def answer() -> tuple[list[RunStep], list[RunStep] | None, dict[str, Any]]:
            reached = self._find_reachable_states(self._first)
            numbers = reached.states_of(grouping.key, key, SHOWN)
            if not numbers:
                raise UsageError("there is no such group")
            out = reached.way_through(grouping.key, key)
            first, decode = reached.state(numbers[0]), self.machine.decode
            nearest = [
                {
                    "number": number,
                    "level": reached.level_of(number),
                    "changes": [
                        change.sentence
                        for change in changes(self.machine.type, decode(first), decode(reached.state(number)))
                    ],
                }
                for number in numbers
            ]
            return reached.way_to(numbers[0]), out, {"nearest": nearest}

        return self._answer_alone(answer)


def _within(key: Sequence[int], grouping: Grouping) -> bool:
    return all(lo <= value <= hi for value, (lo, hi) in zip(key, grouping.key.ranges, strict=True))


def _count_by_name(names: Sequence[str], counts: Sequence[int]) -> Mapping[str, int]:
    return {name: count for name, count in zip(names, counts, strict=True) if count}
