"""The shortest fair loop in a component, from one of its states: breadth first, over states and what was met so far.

liveness.c looks for it. What was met is a few bits a condition of fairness, and how many steps a walk still needs at
least is known beforehand. Where there are too many ways to meet what is asked for, a loop goes to what is nearest of
what it still lacks, and may be longer than it had to be.
"""

from __future__ import annotations

from collections.abc import Iterable
from ctypes import c_uint16, c_uint32, c_uint64
from dataclasses import dataclass
from typing import Any

import numpy as np

from tidemark.checker.engines.native.buffer import Buffer
from tidemark.checker.engines.native.components import Numbers, functions
from tidemark.checker.engines.native.structures import Loop
from tidemark.spec.fairness import Condition

MOST_NODES = 1 << 23
"""How many states, each with what was met, are looked at for the shortest loop: some 250 MB."""
MARK = 1 << 63
"""What a loop must pass, as a bit beside those of the conditions."""
FAR = np.iinfo(np.uint16).max


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
        count, (sources, targets, taken) = len(rank), edges
        keys = rank[sources].astype(np.int64) * count + rank[targets]
        order = np.argsort(keys)
        begins = np.flatnonzero(np.diff(keys[order], prepend=-1))
        together = np.bitwise_or.reduceat(taken[order], begins) if len(begins) else taken[:0]
        sources, targets = np.divmod(keys[order][begins], count)
        first_edges = np.zeros(count + 1, dtype=np.uint64)
        np.cumsum(np.bincount(sources, minlength=count), out=first_edges[1:])
        own = np.argsort(rank)
        return cls(first_edges, targets.astype(np.uint32), together, enabled[own], passed[own])

    def onward(self, state: int) -> list[tuple[int, int]]:
        """The states after a state, the least first, each with the conditions that the step takes."""
        edges = slice(int(self.first_edges[state]), int(self.first_edges[state + 1]))
        return list(zip(self.targets[edges].tolist(), self.taken[edges].tolist(), strict=True))


@dataclass(frozen=True)
class Met:
    """What a walk has met, and the strong conditions that were enabled on the way and not taken."""

    met: int
    raised: int


class LoopSearch:
    """The search for a fair loop in a component, from one of its states."""

    def __init__(self, part: Component, first: int, fairness: Iterable[Condition]) -> None:
        self.part, self.first, found = part, first, list(fairness)
        self.weak = sum(1 << k for k, one in enumerate(found) if not one.strong)
        self.strong = sum(1 << k for k, one in enumerate(found) if one.strong)

    def _arrived(self, met: Met, state: int, taken: int = 0) -> Met:
        enabled = int(self.part.enabled[state])
        passed = MARK if self.part.passed[state] else 0
        now = met.met | taken | self.weak & ~enabled | passed
        return Met(now, (met.raised | self.strong & enabled) & ~now)

    def at_first(self) -> Met:
        """What is met in the first state."""
        return self._arrived(Met(0, 0), self.first)

    def lacking(self, met: Met) -> int:
        """What a loop that met this lacks."""
        return (self.weak | MARK) & ~met.met | met.raised

    def shortest(self, most: int) -> list[int] | None:
        """The states after the first on the shortest fair loop, the least of them; None where that takes too long."""
        part, count = self.part, len(self.part.enabled)
        enabled = part.enabled.astype(np.uint64)
        raises = enabled & np.uint64(self.strong)
        meets = ~enabled & np.uint64(self.weak) | np.where(part.passed, np.uint64(MARK), np.uint64(0))
        ever = int(np.bitwise_or.reduce(raises)) if count else 0
        kinds = [1 << k for k in range(64) if (self.weak | MARK | ever) >> k & 1]
        distance = Buffer(c_uint16, count * (len(kinds) + 1)).items
        np.ctypeslib.as_array(distance)[:] = FAR
        loop = Loop(
            count=count,
            first=self.first,
            first_edges=_items(part.first_edges, c_uint64),
            targets=_items(part.targets, c_uint32),
            taken=_items(part.taken, c_uint64),
            meets=_items(meets, c_uint64),
            raises=_items(raises, c_uint64),
            conditions=(c_uint64 * len(kinds))(*kinds),
            kinds=len(kinds),
            weak=self.weak | MARK,
            distance=distance,
            most=most,
            **{name: Buffer(c_uint32, most).items for name in ("state", "before", "same")},
            steps=Buffer(c_uint16, most).items,
            met=Buffer(c_uint64, most).items,
            raised=Buffer(c_uint64, most).items,
            latest=Buffer(c_uint32, count).items,
            found=Buffer(c_uint32, FAR + 1).items,
        )
        length: int = functions().function("shortest")(loop)
        return list(loop.found[:length]) if length else None

    def greedy(self) -> list[int]:
        """A fair loop: it goes to what is nearest of what it lacks, and back."""
        state, met, loop = self.first, self.at_first(), list[int]()
        while self.lacking(met) or state != self.first:
            for after, taken in self._way_on(state, met):
                state, met = after, self._arrived(met, after, taken)
                loop.append(after)
        return loop

    def _way_on(self, begin: int, met: Met) -> list[tuple[int, int]]:
        """The shortest way to something that is lacking, or to the first state if nothing is."""
        lacking = self.lacking(met)

        def helps(after: int, taken: int) -> bool:
            if not lacking:
                return after == self.first
            return bool(self._arrived(Met(0, 0), after, taken).met & lacking)

        nodes: list[tuple[tuple[int, int], int]] = [((begin, 0), -1)]
        known = {begin}
        for place, ((state, _), _) in enumerate(nodes):
            for move in self.part.onward(state):
                if helps(*move):
                    way = [move]
                    while place > 0:
                        way.append(nodes[place][0])
                        place = nodes[place][1]
                    return way[::-1]
                if move[0] not in known:
                    known.add(move[0])
                    nodes.append((move, place))
        raise AssertionError(f"nothing that a fair loop lacks can be reached from state {begin}")


def _items(array: Numbers, kind: type[Any]) -> Any:
    """The numbers of an array, as C takes them; one number where there are none."""
    return np.ctypeslib.as_ctypes(np.ascontiguousarray(array, dtype=kind)) if len(array) else (kind * 1)()


def shortest_loop(
    part: Component, first: int, fairness: Iterable[Condition], most: int = MOST_NODES
) -> tuple[list[int], bool]:
    """The states after the first on a fair loop, and whether none is shorter. None where it may stay there for ever."""
    search = LoopSearch(part, first, fairness)
    if not search.lacking(search.at_first()):
        return [], True
    found = search.shortest(most)
    return (found, True) if found is not None else (search.greedy(), False)
