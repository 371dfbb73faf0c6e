"""The fate of every state that a search has found, however many they are: on the edges, made again by machine code.

The same questions as `space` answers in Python: how near the nearest violation is, and whether every run comes to one.
Both are breadth-first searches back from the violations, a whole level at a time (NumPy).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tidemark.base.errors import UsageError
from tidemark.checker.engines import memory
from tidemark.checker.engines.native.search import ExhaustiveSearch
from tidemark.checker.engines.native.state_index import Steps, functions, steps_from

NEVER = np.iinfo(np.uint32).max
"""The distance of a state from which no violation can be reached."""
BYTES_AN_EDGE = 24
"""What an edge takes while the edges are put in order."""


@dataclass(frozen=True)
class Fates:
    """By the number of a state: the steps to the nearest violation, `NEVER` without one, and whether it is doomed."""

    distance: Any
    doomed: Any


class Edges:
    """The edges between the states of an exhausted search, by the state that each leads to.

    Raises:
        UsageError: there is no memory for them.
    """

    def __init__(self, search: ExhaustiveSearch, generated: int, waits: Callable[[], None]) -> None:
        if generated * BYTES_AN_EDGE > 0.8 * memory.available():
            raise UsageError(
                f"{generated:,} steps between the states do not fit the memory: give smaller bounds"
            )
        self._count, self._waits = search.count, waits
        parts = list(steps_from(search, 0, search.count, waits))
        sources = np.concatenate([part[0] for part in parts])
        targets = np.concatenate([part[1] for part in parts])
        self.ways = np.bincount(sources, minlength=self._count)
        self._turn(targets)

    def _turn(self, targets: Any) -> None:
        """Put the edges in the order of the states that they lead to."""
        first_from = np.zeros(self._count + 1, dtype=np.uint64)
        np.cumsum(self.ways, out=first_from[1:])
        first_to = np.zeros(self._count + 1, dtype=np.uint64)
        self._sources = np.zeros(max(1, len(targets)), dtype=np.uint32)
        steps = Steps(count=self._count)
        steps.first_from, steps.first_to = map(np.ctypeslib.as_ctypes, (first_from, first_to))
        steps.targets = np.ctypeslib.as_ctypes(targets if len(targets) else self._sources)
        steps.sources = np.ctypeslib.as_ctypes(self._sources)
        functions().function("turn")(steps)
        self._first = first_to.astype(np.int64)

    def _into(self, states: Any) -> Any:
        """The states before each step that leads to one of these."""
        first, last = self._first[states], self._first[states + 1]
        lengths = last - first
        starts = np.repeat(first - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths)
        return self._sources[starts + np.arange(int(lengths.sum()))]

    def fates_of(self, broken: Any) -> Fates:
        """The fate of each state, where those of these numbers break the promise."""
        return Fates(self._distances(broken), self._find_doomed_states(broken))

    def _distances(self, broken: Any) -> Any:
        distance = np.full(self._count, NEVER, dtype=np.uint32)
        level, states = 0, broken
        while len(states):
            self._waits()
            distance[states] = level
            before = self._into(states)
            level += 1
            distance[before[distance[before] == NEVER]] = level
            states = np.flatnonzero(distance == level)
        return distance

    def _find_doomed_states(self, broken: Any) -> Any:
        doomed, ways = np.zeros(self._count, dtype=bool), self.ways.copy()
        states = broken
        while len(states):
            self._waits()
            doomed[states] = True
            before = self._into(states)
            np.subtract.at(ways, before, 1)
            states = np.unique(before[(ways[before] == 0) & ~doomed[before]])
        return doomed
