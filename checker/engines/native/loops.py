"""The shortest fair loop in a component, from one of its states: breadth first, over states and what was met so far.

What was met is a few bits a condition of fairness. Where there are too many ways to meet them, the loop goes to what is
nearest of what it still lacks, and may be longer than it had to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from tidemark.spec.fairness import Condition

MOST_MET = 200_000
"""How many states, each with what was met, are looked at for the shortest loop."""
Move = tuple[int, int]
"""The state after a step, and the conditions that some instance between the two is in, as a bit mask."""


@dataclass(frozen=True)
class Part:
    """A component of a graph of states: where a loop begins, and what leads where within it, the least states first.

    enabled: the conditions that are enabled in a state. is_passed: whether it is one that a loop must pass.
    """

    first: int
    onward: Callable[[int], list[Move]]
    enabled: Callable[[int], int]
    is_passed: Callable[[int], bool]


@dataclass(frozen=True)
class Met:
    """What a walk has met: conditions taken, weak ones not enabled, strong ones enabled, a state that it must pass."""

    taken: int
    rested: int
    seen: int
    passed: bool


class LoopSearch:
    """The search for a fair loop in a part."""

    def __init__(self, part: Part, fairness: Iterable[Condition]) -> None:
        self.part, found = part, list(fairness)
        self.weak = sum(1 << k for k, one in enumerate(found) if not one.strong)
        self.strong = sum(1 << k for k, one in enumerate(found) if one.strong)

    def _arrived(self, met: Met, state: int, taken: int = 0) -> Met:
        enabled = self.part.enabled(state)
        return Met(
            met.taken | taken,
            met.rested | self.weak & ~enabled,
            met.seen | self.strong & enabled,
            met.passed or self.part.is_passed(state),
        )

    @cached_property
    def _begun(self) -> Met:
        return self._arrived(Met(0, 0, 0, False), self.part.first)

    def _lacking(self, met: Met) -> int:
        """The conditions that a loop which met this does not satisfy."""
        return self.weak & ~met.taken & ~met.rested | self.strong & met.seen & ~met.taken

    def _is_fair(self, met: Met) -> bool:
        return met.passed and not self._lacking(met)

    def shortest(self, most: int) -> list[int] | None:
        """The states after the first on the shortest fair loop, the least of them; None where that takes too long."""
        first, begun = self.part.first, self._begun
        if self._is_fair(begun):
            return []
        nodes: list[tuple[int, Met, int]] = [(first, begun, -1)]
        known = set[tuple[int, Met]]()
        for place, (state, met, _) in enumerate(nodes):
            if place and state == first and self._is_fair(met):
                return _chain(nodes, place)
            if len(nodes) > most:
                return None
            for after, taken in self.part.onward(state):
                node = after, self._arrived(met, after, taken)
                if node not in known:
                    known.add(node)
                    nodes.append((*node, place))
        raise AssertionError(f"no fair loop passes state {first}")

    def greedy(self) -> list[int]:
        """A fair loop: it goes to what is nearest of what it lacks, and back."""
        state, met, loop = self.part.first, self._begun, list[int]()
        while not self._is_fair(met) or state != self.part.first:
            for after, taken in self._way_on(state, met):
                state, met = after, self._arrived(met, after, taken)
                loop.append(after)
        return loop

    def _way_on(self, begin: int, met: Met) -> list[Move]:
        """The shortest way to something that is lacking, or to the first state if nothing is."""
        lacking, fair = self._lacking(met), self._is_fair(met)

        def helps(after: int, taken: int) -> bool:
            if fair:
                return after == self.part.first
            rests = self.weak & lacking & ~self.part.enabled(after)
            return bool(taken & lacking or rests) or (not met.passed and self.part.is_passed(after))

        nodes: list[tuple[Move, int]] = [((begin, 0), -1)]
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


def _chain(nodes: list[tuple[int, Met, int]], place: int) -> list[int]:
    """The states of a way, without the first."""
    chain = []
    while place > 0:
        chain.append(nodes[place][0])
        place = nodes[place][2]
    return chain[::-1]


def shortest_loop(part: Part, fairness: Iterable[Condition], most: int = MOST_MET) -> tuple[list[int], bool]:
    """The states after the first on a fair loop, and whether none is shorter. None where it may stay there for ever."""
    search = LoopSearch(part, fairness)
    found = search.shortest(most)
    return (found, True) if found is not None else (search.greedy(), False)
