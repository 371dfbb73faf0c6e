"""All states that can be reached from one, found by the native engine and kept packed; questions about all of them.

A question is compiled, and asked of all states by as many threads as the search has. The states are in the order of a
breadth-first search, so the first one is the nearest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from tidemark.base.errors import UsageError
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.search import prepare_search
from tidemark.checker.engines.native.state_index import number_of
from tidemark.checker.engines.native.state_query import CONDITIONS, Groups, Key, StateQuery
from tidemark.checker.explorer.fates import Edges, Fates
from tidemark.checker.explorer.pursuit import pursue
from tidemark.checker.runs.results import Limits, Progress, RunStep, State
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.machines.machine import Machine

MOST_GROUPS = 150
"""Groups in a picture: a person sees no more."""
MARKED_TOGETHER = 8
"""Conditions whose states are marked at a time."""


def without_promises(machine: Machine) -> Machine:
    """The machine as it is searched and compiled here: what it promises is asked of its states."""
    return replace(machine, promises=[], temporal=(), fairness=())


class ReachableStates:
    """The states from a state on, or from all initial states on (None), as far as the limits allow. `stopped` says why
    they are not all.

    state, way_to: the state of a number, and the shortest run to it. waits: is called while something is searched for,
    and may raise.
    """

    def __init__(
        self,
        machine: Machine,
        state: State | None,
        kernel: Kernel,
        limits: Limits,
        report: Callable[[Progress], None],
        waits: Callable[[], None] = lambda: None,
    ) -> None:
        begin = without_promises(machine)
        if state is not None:
            begin = replace(begin, initial=machine.decode(state))
        self.machine, self._waits = machine, waits
        self._search = prepare_search(begin, limits, kernel=kernel)
        result = self._search.run(report)
        self.stopped, self._steps = result.stopped, result.generated_states
        self.count, self.state, self.way_to = self._search.count, self._search.state, self._search.way_to

    def level_of(self, number: int) -> int:
        """How many steps a state is away."""
        levels = self._search.levels
        return next(k for k in range(len(levels) - 1) if number < levels[k + 1])

    def first(self, holds: Expr) -> tuple[int | None, int]:
        """The number of the nearest state where a condition holds, None without one; and in how many it does."""
        _, (count,), (nearest,) = StateQuery(self._search, self._waits, conditions=[holds]).mark()
        return nearest, count

    def run(
        self, conditions: Sequence[Expr], events: Mapping[int, Collection[int]], has_come: bool
    ) -> list[RunStep] | None:
        """The shortest run on which one thing comes after another and a third never, as for `pursue`.

        conditions: for each of the three.
        """
        marks, _, _ = StateQuery(self._search, self._waits, conditions=conditions).mark()
        return pursue(self._search, marks, events, self._waits, has_come)

    def groups(self, key: Key, conditions: Sequence[Expr], fates: Sequence[Fates]) -> Groups:
        """The groups of a key, the nearest first: how many states of each meet the conditions, and are doomed.

        Raises:
            UsageError: there are too many.
        """
        query = StateQuery(self._search, self._waits, key, conditions[:CONDITIONS])
        nearest_groups = query.group(MOST_GROUPS, [fate.doomed for fate in fates])
        for begin in range(CONDITIONS, len(conditions), CONDITIONS):
            others = StateQuery(self._search, self._waits, key, conditions[begin : begin + CONDITIONS])
            for group, same in zip(nearest_groups.groups, others.group(MOST_GROUPS, []).groups, strict=True):
                group.meeting += same.meeting
        return nearest_groups

    def states_of(self, key: Key, values: Sequence[int], most: int) -> list[int]:
        """The numbers of the nearest states of a group."""
        return StateQuery(self._search, self._waits, key).states_of(values, most)

    def way_through(self, key: Key, values: Sequence[int]) -> list[RunStep] | None:
        """The shortest run that comes to a group and leaves it again; None without one."""
        marks = StateQuery(self._search, self._waits, key).mark_group(values)
        return pursue(self._search, marks, {}, self._waits)

    def fates_of(self, promises: Mapping[str, Expr]) -> dict[str, Fates]:
        """The fate of each state under some promises.

        Raises:
            UsageError: these are not all states, or there is no memory.
        """
        if self.stopped:
            raise UsageError(f"the space is not known as a whole: {self.stopped}")
        edges, fates = Edges(self._search, self._steps, self._waits), dict[str, Fates]()
        named = list(promises.items())
        for begin in range(0, len(named), MARKED_TOGETHER):
            together = named[begin : begin + MARKED_TOGETHER]
            broken = [holds.graph.negate(holds) for _, holds in together]
            marks = np.ctypeslib.as_array(StateQuery(self._search, self._waits, conditions=broken).mark()[0])
            for bit, (name, _) in enumerate(together):
                fates[name] = edges.fates_of(np.flatnonzero(marks >> bit & 1))
        return fates

    def number_of(self, state: State) -> int:
        """The number of a state that was reached."""
        number = number_of(self._search, state)
        assert number is not None, state
        return number

    @property
    def sizes(self) -> list[int]:
        """The number of states of each level: those that are equally many steps away."""
        return [after - before for before, after in pairwise(self._search.levels) if after > before]
