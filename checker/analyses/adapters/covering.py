"""Covering: a shortest set of walks that takes every transition of a small machine, each in the code at least once.

It is the problem of the Chinese postman, on a directed graph in which every state also leads back to the initial one,
by ending a walk and beginning the next. What must be walked twice is a flow of least cost; with it the graph has an
Euler circuit, which the ends of walks cut in pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import networkx as nx

from tidemark.base.errors import UsageError
from tidemark.checker.analyses.adapters.drive import AdapterDrive, CodeDifference
from tidemark.checker.analyses.adapters.harness import AdapterMove, Harness
from tidemark.checker.analyses.adapters.outcome import ActionCoverage, Conformance
from tidemark.checker.analyses.adapters.shortening import differing, shorten
from tidemark.checker.runs.results import State

MOST = 20_000
"""The most transitions of a machine that is covered, those included that the code must refuse."""
RESTART = 1
"""What a new walk costs, in steps."""


@dataclass(frozen=True)
class Transition:
    """A move that the model allows in a state, and the state that it leads to; without one, a call to be refused."""

    source: State
    move: AdapterMove
    target: State | None


@dataclass
class CoveringPlan:
    """The walks that take every transition, and the shortest way to each state.

    ways: for each state but the initial one the transition by which a shortest run comes to it.
    """

    walks: list[list[Transition]]
    ways: dict[State, Transition]
    states: int
    transitions: int
    forbidden: int

    def way_to(self, state: State) -> list[AdapterMove]:
        """The moves of a shortest run to a state."""
        moves: list[AdapterMove] = []
        while state in self.ways:
            moves.append(self.ways[state].move)
            state = self.ways[state].source
        return moves[::-1]


def plan(harness: Harness) -> CoveringPlan:
    """The walks that cover the machine.

    Raises:
        UsageError: the code has choices, so that no plan is certain; or there are too many transitions.
    """
    free = [call.name for call in harness.calls.values() if not call.is_decided]
    if free or harness.by_itself:
        raise UsageError(
            f"--cover transitions is for code that has no choice: {harness.label} leaves it one in "
            f"{', '.join([*free, *sorted(harness.by_itself)])}; take random walks"
        )
    first = harness.machine.initial_states.require_one("--cover transitions")
    ways: dict[State, Transition] = {}
    order = [first]
    transitions: list[Transition] = []
    refused: dict[State, list[Transition]] = {}
    forbidden = 0
    for state in order:
        source: set[str] = set()
        for instance, target in harness.following(state):
            move = harness.move(instance)
            if move is None:
                continue
            if move.text in source:
                raise UsageError(
                    f"--cover transitions is for code that has no choice: {move.text} has several outcomes in the "
                    "model; take random walks"
                )
            source.add(move.text)
            transitions.append(Transition(state, move, target))
            if target != first and target not in ways:
                order.append(target)
                ways[target] = transitions[-1]
        tries = harness.tries.items()
        refused[state] = [Transition(state, move, None) for words, move in tries if words not in source]
        forbidden += len(refused[state])
        if len(transitions) + forbidden > MOST:
            raise UsageError(
                f"{harness.machine.name} has more than {MOST:,} transitions at these bounds: choose smaller ones, or "
                "take random walks"
            )
    walks = [_with_refusals(walk, refused) for walk in postman(order, transitions)] or [refused[first]]
    return CoveringPlan(walks, ways, len(order), len(transitions), forbidden)


def postman(states: list[State], transitions: list[Transition]) -> list[list[Transition]]:
    """Walks from the first of these states that take each transition, with the fewest steps and restarts."""
    number = {state: position for position, state in enumerate(states)}
    edges: list[Transition | None] = []
    graph, again = nx.MultiDiGraph(), nx.DiGraph()
    cheapest: dict[tuple[int, int], Transition | None] = {}
    balance = [0] * len(states)
    for step in transitions:
        assert step.target is not None
        source, target = number[step.source], number[step.target]
        graph.add_edge(source, target, key=len(edges))
        edges.append(step)
        balance[source] += 1
        balance[target] -= 1
        cheapest.setdefault((source, target), step)
    for state in range(1, len(states)):
        cheapest.setdefault((state, 0), None)
    again.add_nodes_from((state, {"demand": owed}) for state, owed in enumerate(balance))
    again.add_edges_from(
        (*pair, {"weight": 1 if step else RESTART}) for pair, step in cheapest.items() if pair[0] != pair[1]
    )
    for source, flows in nx.min_cost_flow(again).items():
        for target, times in flows.items():
            for _ in range(times):
                graph.add_edge(source, target, key=len(edges))
                edges.append(cheapest[source, target])
    walks: list[list[Transition]] = [[]]
    for _, _, key in nx.eulerian_circuit(graph, source=0, keys=True) if edges else ():
        moves = edges[key]
        if moves is None:
            walks.append([])
        else:
            walks[-1].append(moves)
    return [walk for walk in walks if walk]


def _with_refusals(walk: list[Transition], refused: dict[State, list[Transition]]) -> list[Transition]:
    """A walk that also tries, where it first comes to a state, all that the code must refuse there."""
    whole: list[Transition] = []
    for step in walk:
        whole += refused.pop(step.source, [])
        whole.append(step)
        if step.target is not None and step is walk[-1]:
            whole += refused.pop(step.target, [])
    return whole


def cover(result: Conformance) -> None:
    """Take every transition in the code, until one differs; the difference is made shorter.

    Raises:
        UsageError: as for `plan`.
        ModelError: the adapter fails.
    """
    harness = result.harness
    planned = plan(harness)
    moves: set[tuple[State, str]] = set()

    def take(walk: list[Transition], drive: AdapterDrive) -> None:
        for step in walk:
            drive.take(step.move)
            moves.add((step.source, step.move.text))

    for walk in planned.walks:
        if difference := result.walk(partial(take, walk)):
            result.refuse(_shorten(harness, planned, walk, difference))
            break
    result.coverage = ActionCoverage(planned.states, planned.transitions, planned.forbidden, len(moves))


def _shorten(
    harness: Harness, planned: CoveringPlan, walk: list[Transition], first: CodeDifference
) -> CodeDifference:
    """The difference after the shortest run to the step that differs, or after moves that can't be left out."""
    if not first.trail:
        return first
    step = walk[len(first.trail) - 1]
    shortest = None if first.is_endless else differing(harness, [*planned.way_to(step.source), step.move])
    return shorten(harness, shortest or first)
