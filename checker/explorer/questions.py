"""Questions about all states from one on: the nearest where something holds, and the whole space in groups.

The native engine finds the states; they are kept until those from another state are asked for. A search ends when it
is told to.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tidemark.checker.explorer.conditions import condition
from tidemark.checker.runs.results import Limits, Progress, State, Step
from tidemark.checker.views.breaking import lifted
from tidemark.spec.errors import UsageError
from tidemark.spec.expression import Expr
from tidemark.spec.machine import Machine, symbolic_state

if TYPE_CHECKING:  # they import LLVM, which takes longer than all else
    from tidemark.checker.engines.native.kernel import Kernel
    from tidemark.checker.explorer.doomed import Fates
    from tidemark.checker.explorer.reached import Reached

MOST_STATES = 100_000_000
SECONDS = 120.0


class _Stopped(Exception):
    """The person does not want to know any more."""


class Questions:
    """Answers one question at a time about one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._busy, self._stop = threading.Lock(), threading.Event()
        self._kept: tuple[State, Reached] | None = None
        self._measured: tuple[Reached, dict[str, Fates]] | None = None
        self._known: dict[State, dict[str, tuple[int | None, bool]]] = {}

    def stop(self) -> None:
        """End the search that goes on, if one does."""
        self._stop.set()

    @cached_property
    def _kernel(self) -> Kernel:
        from tidemark.checker.engines.native.kernel import Kernel
        from tidemark.checker.explorer.reached import without_promises

        return Kernel(without_promises(self.machine), False, effort="less")

    def _waits(self, _: Progress | None = None) -> None:
        if self._stop.is_set():
            raise _Stopped

    def _reached(self, state: State) -> Reached:
        """All states from one on."""
        from tidemark.checker.explorer.reached import Reached

        if self._kept is None or self._kept[0] != state:
            self._kept = None  # its memory is needed
            limits = Limits(max_states=MOST_STATES, seconds=SECONDS)
            self._kept = state, Reached(self.machine, state, self._kernel, limits, self._waits)
        return self._kept[1]

    def _answered(self, answer: Any) -> Any:
        """An answer, unless another question is being answered, or it is stopped.

        Raises:
            UsageError: it is.
        """
        if not self._busy.acquire(blocking=False):
            raise UsageError("another question is being answered: stop it first")
        try:
            self._stop.clear()
            return answer()
        except _Stopped:
            raise UsageError("stopped") from None
        finally:
            self._busy.release()

    def nearest(self, state: State, sought: Expr) -> tuple[list[Step] | None, dict[str, Any]]:
        """The shortest way from a state to one where a condition holds; and how many there are.

        Raises:
            UsageError: another question is being answered, or it is stopped, or there is no memory.
        """

        def answer() -> tuple[list[Step] | None, dict[str, Any]]:
            reached = self._reached(state)
            number, count = reached.first(sought)
            told = {"found": count, "states": reached.count, "stopped": reached.stopped}
            return (None if number is None else reached.way_to(number)), told

        found: tuple[list[Step] | None, dict[str, Any]] = self._answered(answer)
        return found

    def measure(self) -> None:
        """Work out the fate of every state.

        Raises:
            UsageError: the space is too large; or as for `nearest`.
        """

        def answer() -> None:
            reached = self._reached(self.machine.encode(self.machine.initial))
            promises = {one.name: lifted(self.machine, one.name) for one in self.machine.promises}
            self._measured = reached, reached.fates_of(promises, self._waits)
            self._known.clear()

        self._answered(answer)

    @property
    def is_measured(self) -> bool:
        """Whether the fates are known."""
        return self._measured is not None

    def fate_of(self, state: State) -> dict[str, tuple[int | None, bool]]:
        """How near the nearest violation of each promise is, and whether it is certain; empty before `measure`."""
        from tidemark.checker.explorer.doomed import NEVER

        if self._measured is None:
            return {}
        reached, found = self._measured
        if state not in self._known:
            number = reached.number_of(state)
            self._known[state] = {
                name: (
                    None if one.distance[number] == NEVER else int(one.distance[number]),
                    bool(one.doomed[number]),
                )
                for name, one in found.items()
            }
        return self._known[state]

    def sought(self, asked: str, what: str) -> Expr:
        """The condition that is sought: that a promise is broken or kept, or one that is typed.

        Raises:
            UsageError: there is no such promise, or it is no condition.
        """
        if asked == "where":
            return condition(self.machine, what)
        if what not in (one.name for one in self.machine.promises):
            raise UsageError(f"{self.machine.name} has no promise {what} about states")
        holds = lifted(self.machine, what)
        return holds if asked == "keeps" else holds.graph.negate(holds)

    def fields(self) -> list[str]:
        """The paths of the fields by which states can be put into groups: those with more than one value."""
        return [leaf.path for leaf in self.machine.leaves if 0 < leaf.bits < 16]

    def groups(self, paths: Sequence[str]) -> dict[str, Any]:
        """The whole space, in groups by these fields.

        Raises:
            UsageError: there is no such field, or there are too many groups; or as for `nearest`.
        """
        known = {leaf.path: number for number, leaf in enumerate(self.machine.leaves)}
        if wrong := [path for path in paths if path not in self.fields()]:
            raise UsageError(f"there is no field {wrong[0]} to make groups by")
        leaves = [known[path] for path in paths]

        def answer() -> dict[str, Any]:
            reached = self._reached(self.machine.encode(self.machine.initial))
            groups, arrows, whose = reached.groups(leaves, self._waits)
            doomed = self._doomed_of(reached, whose, len(groups))
            broken = {
                one.name: reached.of_groups(lifted(self.machine, one.name), whose, len(groups))
                for one in self.machine.promises
            }
            return {
                "groups": [
                    {
                        "values": [
                            self.machine.leaves[leaf].type.text(self.machine.leaves[leaf].type.of_int(value))
                            for leaf, value in zip(leaves, one.values, strict=True)
                        ],
                        "key": list(one.values),
                        "states": one.states,
                        "level": one.level,
                        "broken": {name: each[k] for name, each in broken.items() if each[k]},
                        "doomed": {name: each[k] for name, each in doomed.items() if each[k]},
                    }
                    for k, one in enumerate(groups)
                ],
                "arrows": [[a, b, steps] for (a, b), steps in sorted(arrows.items())],
                "levels": reached.sizes,
                "states": reached.count,
                "stopped": reached.stopped,
            }

        found: dict[str, Any] = self._answered(answer)
        return found

    def _doomed_of(self, reached: Reached, whose: Any, count: int) -> dict[str, list[int]]:
        """In how many states of each group a promise is doomed, if that was measured."""
        if self._measured is None:
            return {}
        _, found = self._measured
        return {name: reached.counted(one.doomed, whose, count) for name, one in found.items()}

    def group(self, paths: Sequence[str], values: Sequence[int]) -> Expr:
        """The condition that a state is in a group.

        Raises:
            UsageError: there is no such field.
        """
        graph, fields, _ = symbolic_state(self.machine.type)
        known = {leaf.path: number for number, leaf in enumerate(self.machine.leaves)}
        holds = graph.true
        for path, value in zip(paths, values, strict=True):
            if path not in known:
                raise UsageError(f"there is no field {path} to make groups by")
            one = fields[known[path]]
            holds = graph.conjunction(holds, graph.eq(one, graph.const(value, one.kind)))
        return holds
