"""The shortest fair loop in a component, from one of its states: breadth first, over states and what was met so far.

fair_loops.c looks for it. What was met is a few bits a condition of fairness, and how many steps a walk still needs at
least is known beforehand. To look for the shortest may take long. A loop that goes to what is nearest of what it still
lacks is found at once, and may be longer than it had to be.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from ctypes import Structure, c_uint16, c_uint32, c_uint64
from dataclasses import dataclass
from typing import Any

import numpy as np

from tidemark.checker.engines.native.buffer import Buffer
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.liveness.components import Numbers
from tidemark.checker.engines.native.structures import declared_in
from tidemark.spec.machines.fairness import Condition

MOST_NODES = 1 << 23
"""How many states, each with what was met, are looked at for the shortest loop: some 250 MB."""
MARK = 1 << 63
"""What a loop must pass, as a bit beside those of the conditions."""
FAR = np.iinfo(np.uint16).max
TOGETHER = 1 << 12
"""Nodes, or states, that are looked at before it is asked whether to go on: some milliseconds."""
FIRST_SLOTS = 1 << 10
"""Of the table of nodes, which grows."""
UNFINISHED, FOUND = 0, 1
"""What the search in C gives."""


@declared_in("engines/native/liveness/fair_loops.c", "struct loop")
class Loop(Structure):
    """A component of the graph, and room to look for its shortest fair loop."""

    __slots__ = ()


@dataclass(frozen=True)
class Component:
    """A component of a graph of states, in compressed rows; its states have numbers of their own, the least first.

    taken: of each edge the conditions that some instance between its states is in.
    enabled: of each state the conditions that are enabled in it.
    passed: of each state whether it is one that a loop must pass.
    """

    first_edges: Numbers
    targets: Numbers
    taken: Numbers
    enabled: Numbers
    passed: Numbers

    @classmethod
    def of(
        cls, edges: tuple[Numbers, Numbers, Numbers], rank: Numbers, enabled: Numbers, passed: Numbers
    ) -> Component:
        """A component by its edges: sources, targets and conditions. rank: of each of its states its number.

        Sources and targets are places in `rank`, as those of `enabled` and `passed` are.
        """
        count, (sources, targets, conditions) = len(rank), edges
        keys = rank[sources].astype(np.int64) * count + rank[targets]
        order = np.argsort(keys)
        begins = np.flatnonzero(np.diff(keys[order], prepend=-1))
        together = np.bitwise_or.reduceat(conditions[order], begins) if len(begins) else conditions[:0]
        sources, targets = np.divmod(keys[order][begins], count)
        first_edges = np.zeros(count + 1, dtype=np.uint64)
        np.cumsum(np.bincount(sources, minlength=count), out=first_edges[1:])
        by_rank = np.argsort(rank)
        return cls(first_edges, targets.astype(np.uint32), together, enabled[by_rank], passed[by_rank])


@dataclass(frozen=True)
class WalkHistory:
    """What a walk has met, and the strong conditions that were enabled on the way and not taken."""

    met: int
    raised: int


class LoopSearch:
    """The search for a fair loop in a component, from one of its states."""

    def __init__(self, part: Component, first: int, fairness: Iterable[Condition]) -> None:
        self.part, self.first, conditions = part, first, list(fairness)
        self.weak = sum(1 << k for k, condition in enumerate(conditions) if not condition.strong)
        self.strong = sum(1 << k for k, condition in enumerate(conditions) if condition.strong)
        self._loop = self._rows()

    def _rows(self) -> Loop:
        """The component, and room for nodes, as C takes them."""
        part, count, most = self.part, len(self.part.enabled), MOST_NODES
        enabled = part.enabled.astype(np.uint64)
        raises = enabled & np.uint64(self.strong)
        meets = ~enabled & np.uint64(self.weak) | np.where(part.passed, np.uint64(MARK), np.uint64(0))
        ever = int(np.bitwise_or.reduce(raises)) if count else 0
        kinds = [1 << k for k in range(64) if (self.weak | MARK | ever) >> k & 1]
        met_by_a_step = (part.taken.astype(np.uint64) | meets[part.targets]) & ~meets[self.first]
        distance = Buffer(c_uint16, count * (len(kinds) + 1)).items
        np.ctypeslib.as_array(distance)[:] = FAR
        distance[self.first * (len(kinds) + 1)] = 0
        rows = max(most, count)
        return Loop(
            count=count,
            first=self.first,
            first_edges=as_items(part.first_edges, c_uint64),
            targets=as_items(part.targets, c_uint32),
            taken=as_items(part.taken, c_uint64),
            meets=as_items(meets, c_uint64),
            raises=as_items(raises, c_uint64),
            conditions=(c_uint64 * len(kinds))(*kinds),
            kinds=len(kinds),
            weak=self.weak | MARK,
            distance=distance,
            per_step=_most_bits(met_by_a_step & np.uint64(sum(kinds))),
            most=most,
            **{name: Buffer(c_uint32, rows).items for name in ("state", "before", "same")},
            steps=Buffer(c_uint16, most).items,
            met=Buffer(c_uint64, most).items,
            raised=Buffer(c_uint64, most).items,
            latest=Buffer(c_uint32, count).items,
            table=Buffer(c_uint32, max(FIRST_SLOTS, 4 * most)).items,
            slots=FIRST_SLOTS,
            found=Buffer(c_uint32, max(FAR, count) + 1).items,
        )

    def _arrive(self, met: WalkHistory, state: int, conditions: int = 0) -> WalkHistory:
        enabled = int(self.part.enabled[state])
        passed = MARK if self.part.passed[state] else 0
        now = met.met | conditions | self.weak & ~enabled | passed
        return WalkHistory(now, (met.raised | self.strong & enabled) & ~now)

    def at_first(self) -> WalkHistory:
        """What is met in the first state."""
        return self._arrive(WalkHistory(0, 0), self.first)

    def lacking(self, met: WalkHistory) -> int:
        """What a loop that met this lacks."""
        return (self.weak | MARK) & ~met.met | met.raised

    def some(self) -> list[int]:
        """The states after the first one on a fair loop, which goes to what is nearest of what it lacks, and back."""
        state, met, loop = self.first, self.at_first(), list[int]()
        nearest = Functions.of(__package__, "fair_loops.ll").function("nearest")
        while self.lacking(met) or state != self.first:
            length = nearest(self._loop, state, self.lacking(met))
            if not length:
                raise AssertionError(f"nothing that a fair loop lacks can be reached from state {state}")
            for edge in self._loop.found[:length]:
                state = int(self.part.targets[edge])
                met = self._arrive(met, state, int(self.part.taken[edge]))
                loop.append(state)
        return loop

    def shortest(self, go_on: Callable[[], None]) -> list[int] | None:
        """The states after the first one on the shortest fair loop, the least of them; None where there are too many
        ways to look at. go_on: is called again and again, and may raise what ends the search.
        """
        search = Functions.of(__package__, "fair_loops.ll").function("search_loop")
        for back in itertools.cycle((True, False)):
            if not self._measure(back, go_on):
                break
        while (outcome := search(self._loop, TOGETHER)) == UNFINISHED:
            go_on()
        return list(self._loop.found[: self._loop.longest]) if outcome == FOUND else None

    def _measure(self, back: bool, go_on: Callable[[], None]) -> bool:
        """Look at every state once for shorter distances, in one direction or back. Gives whether there were any."""
        measure, changed = Functions.of(__package__, "fair_loops.ll").function("measure"), False
        for begin in range(0, self._loop.count, TOGETHER):
            go_on()
            changed |= bool(measure(self._loop, begin, min(begin + TOGETHER, self._loop.count), back))
        return changed


def as_items(array: Numbers, kind: type[Any]) -> Any:
    """The numbers of an array, as C takes them; one number where there are none."""
    return np.ctypeslib.as_ctypes(np.ascontiguousarray(array, dtype=kind)) if len(array) else (kind * 1)()


def _most_bits(masks: Numbers) -> int:
    """The most bits of one of these masks."""
    return max((mask.bit_count() for mask in np.unique(masks).tolist()), default=0)
