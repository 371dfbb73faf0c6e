"""All states of a small machine, and the fate of each: how near the nearest violation is, and whether it is certain.

A state is *doomed* where every run from it breaks the promise, whatever happens. A run goes on as long as an action is
enabled; one that ends, or goes round for ever, without a violation keeps the promise. Every state is looked at, none
is sampled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from tidemark.checker.explorer.state_description import StateDescriber
from tidemark.checker.runs.results import State


@dataclass(frozen=True)
class Fate:
    """The fate of each state under one promise, by the state's number.

    distance: the steps to the nearest violation; None where none can be reached.
    doomed: whether every run from it comes to a violation.
    """

    distance: list[int | None]
    doomed: list[bool]


@dataclass
class StateSpace:
    """The states in the order of a breadth-first search, and for each the numbers of those that follow.

    complete: whether these are all.
    """

    states: list[State] = field(default_factory=list)
    numbers: dict[State, int] = field(default_factory=dict)
    after: list[list[int]] = field(default_factory=list)
    broken: dict[str, list[int]] = field(default_factory=dict)
    complete: bool = False

    def fate_of(self, promise: str) -> Fate:
        """The fate of every state under a promise. The space must be complete."""
        before: list[list[int]] = [[] for _ in self.states]
        for number, following in enumerate(self.after):
            for successor in set(following):
                before[successor].append(number)
        broken = self.broken.get(promise, [])
        return Fate(self._distances(broken, before), self._find_doomed_states(broken, before))

    def _distances(self, broken: list[int], before: list[list[int]]) -> list[int | None]:
        distance: list[int | None] = [None] * len(self.states)
        queue = deque(broken)
        for number in broken:
            distance[number] = 0
        while queue:
            number = queue.popleft()
            for predecessor in before[number]:
                if distance[predecessor] is None:
                    distance[predecessor] = (distance[number] or 0) + 1
                    queue.append(predecessor)
        return distance

    def _find_doomed_states(self, broken: list[int], before: list[list[int]]) -> list[bool]:
        """The least set that has the violations, and each state with a successor whose successors are all in it."""
        doomed = [False] * len(self.states)
        open_ways = [len(set(following)) for following in self.after]
        queue = deque(broken)
        for number in broken:
            doomed[number] = True
        while queue:
            for predecessor in before[queue.popleft()]:
                open_ways[predecessor] -= 1
                if not open_ways[predecessor] and not doomed[predecessor]:
                    doomed[predecessor] = True
                    queue.append(predecessor)
        return doomed


def all_states(describer: StateDescriber, limit: int, waits: Callable[[], None] = lambda: None) -> StateSpace:
    """Every reachable state, or the first ones up to the limit. `waits` is called before each, and may raise.

    Raises:
        OutOfRange: an action writes outside a field's domain.
    """
    machine = describer.machine
    first_states = machine.initial_states.states
    space = StateSpace(list(first_states), {state: number for number, state in enumerate(first_states)})
    if len(first_states) > limit:
        return space
    for state in space.states:
        waits()
        for name in describer.broken(state):
            space.broken.setdefault(name, []).append(space.numbers[state])
        following = []
        for _, _, after in describer.enabled(state):
            if after not in space.numbers:
                if len(space.states) >= limit:
                    return space
                space.numbers[after] = len(space.states)
                space.states.append(after)
            following.append(space.numbers[after])
        space.after.append(following)
    space.complete = True
    return space
