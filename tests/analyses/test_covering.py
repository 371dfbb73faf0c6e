"""The walks that take every transition of a model in code: no others are shorter, and what is forbidden is tried."""

from __future__ import annotations

import heapq
import random

import pytest

from tests.support.locks import LOCK, Server, ask, driving, machine_of
from tidemark import conform
from tidemark.checker.analyses.adapters.covering import RESTART, Transition, postman
from tidemark.checker.analyses.adapters.harness import AdapterCall, AdapterMove


def random_graph(chance: random.Random) -> tuple[list[tuple[int, ...]], list[Transition]]:
    """States that can all be reached from the first, and up to eight transitions."""
    states = [(number,) for number in range(chance.randint(1, 4))]
    pairs = [(chance.choice(states[:place]), states[place]) for place in range(1, len(states))]
    pairs += [(chance.choice(states), chance.choice(states)) for _ in range(chance.randint(1, 5))]
    call = AdapterCall("go", ("go",), (), False, False)
    return states, [Transition(source, AdapterMove(call, {}), target) for source, target in pairs]


def least_cost(transitions: list[Transition]) -> int:
    """The fewest steps and restarts that take each transition and end in the first state: every way is tried."""
    whole, queue, seen = (1 << len(transitions)) - 1, [(0, (0,), 0)], set()
    while queue:
        cost, state, taken = heapq.heappop(queue)
        if taken == whole and state == (0,):
            return cost
        if (state, taken) in seen:
            continue
        seen.add((state, taken))
        if state != (0,):
            heapq.heappush(queue, (cost + RESTART, (0,), taken))
        for number, one in enumerate(transitions):
            if one.source == state and one.target is not None:
                heapq.heappush(queue, (cost + 1, one.target, taken | 1 << number))
    raise AssertionError("every state leads back")


@pytest.mark.parametrize("seed", range(40))
def test_no_other_walks_take_every_transition_in_fewer_steps(seed: int) -> None:
    states, transitions = random_graph(random.Random(seed))
    walks = postman(states, transitions)
    assert {id(step) for walk in walks for step in walk} == {id(step) for step in transitions}
    for walk in walks:
        sources = [step.source for step in walk]
        assert sources == [(0,), *[step.target for step in walk[:-1]]]
    ends = sum(walk[-1].target != (0,) for walk in walks)
    assert sum(map(len, walks)) + RESTART * ends == least_cost(transitions)


def test_covering_takes_every_transition_and_tries_what_is_forbidden() -> None:
    taken: set[tuple[str, str]] = set()

    class Watched(Server):
        def noted(self, what: str) -> None:
            taken.add((str((self.phases(), self.holder)), what))

        def ask(self, me: int) -> None:
            self.noted(f"ask {me}")
            super().ask(me)

        def grant(self, me: int) -> bool:
            self.noted(f"grant {me}")
            return super().grant(me)

        def release(self) -> None:
            self.noted("release")
            super().release()

    coverage = conform(LOCK, driving(Watched), cover="transitions").coverage
    assert coverage is not None
    assert (coverage.states, coverage.transitions, coverage.forbidden) == (20, 48, 48)
    assert coverage.taken == len(taken) == 96


def test_covering_ends_where_nothing_can_happen() -> None:
    found = conform(machine_of(ask), driving(Server, grant=None), cover="transitions")
    assert found.verdict == "confirmed"
    assert found.coverage is not None
    assert found.coverage.transitions == found.coverage.taken == 12
