"""The state graph of a small machine, up to the first violation on each run, and its files: DOT and GraphML.

States that differ by a renaming of interchangeable ids are one, so that the graph is small and says what all runs have
in common. A state that breaks the promise has no successors: the violation has happened there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import networkx as nx

from tidemark.base import signals
from tidemark.base.errors import UsageError
from tidemark.checker.engines.bookkeeping import find_reached_limit, report_progress
from tidemark.checker.engines.reference import broken_promises, successors
from tidemark.checker.engines.symmetry.interchangeable import interchangeable
from tidemark.checker.runs.results import Clock, Limits, Report, Run, State
from tidemark.spec.families.family import family_of, telling_of
from tidemark.spec.families.picture import Picture
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.machines.symmetry import MOST_RENAMINGS, CanonicalForm, make_representative

Event = Callable[[Any, Any], bool]
"""A kind of step, as a test of the states before and after, as the family sees them."""

LOSS, BEGIN = "loss", "begin"
"""The node that every violating state leads to; and, where there are several initial states, one that leads to them."""


@dataclass(frozen=True)
class Way:
    """One action instance that leads along an edge, and the kinds of events that this step is."""

    instance: Instance
    events: frozenset[str]


@dataclass
class RunGraph:
    """Nodes are numbers in the order of the search, the initial states first. An edge has its `ways`.

    starts: how many initial states there are.
    renamed: the sorts of ids by whose renaming states are one.
    stopped: why it is not the whole graph.
    """

    machine: Machine
    promise: str
    graph: Any
    states: list[State]
    broken: list[int] = field(default_factory=list)
    renamed: list[str] = field(default_factory=list)
    stopped: str | None = None
    starts: int = 1

    def view(self, node: int) -> Any:
        """A state as the family sees it."""
        return _view(self.machine, self.states[node])

    def picture(self, node: int) -> Picture:
        """A state as drawn."""
        return telling_of(self.machine).picture(self.view(node))


def state_graph(
    machine: Machine,
    promise: str,
    max_states: int,
    symmetric: bool = True,
    events: Mapping[str, Event] | None = None,
    report: Report | None = None,
    limits: Limits | None = None,
    clock: Clock | None = None,
) -> RunGraph:
    """Every reachable state up to the first violation on each run, with the events that each step is.

    Where the seconds of the limits have passed since the clock began, or a signal comes, it is a part of the graph.

    Raises:
        UsageError: there are more states than that.
    """
    kinds = sorted(interchangeable(machine, initially=False)) if symmetric else []
    if kinds and CanonicalForm.of(machine, kinds).count_renamings(machine) > MOST_RENAMINGS:
        kinds = []
    shrink = _representative(machine, kinds)
    first_states = list(dict.fromkeys(map(shrink, machine.initial_states)))
    numbers, queue = {state: number for number, state in enumerate(first_states)}, deque(first_states)
    view = cache(lambda state: _view(machine, state))
    result = RunGraph(machine, promise, nx.DiGraph(), first_states, renamed=kinds, starts=len(first_states))
    result.graph.add_nodes_from(numbers.values())
    clock, limits, depth = clock or Clock(), limits or Limits(), dict.fromkeys(first_states, 1)
    with signals.note_signals() as interrupted:
        while queue and not result.stopped:
            state = queue.popleft()
            report_progress(report, clock, depth[state], len(numbers), len(queue))
            result.stopped = "interrupted" if interrupted.is_set() else find_reached_limit(limits, clock)
            if promise in broken_promises(machine, state)[0]:
                result.broken.append(numbers[state])
                continue
            for instance, reached in successors(machine, state):
                after = shrink(reached)
                if after not in numbers:
                    if len(numbers) >= max_states:
                        refusal = f"{machine.name} has more than {max_states:,} states at these bounds"
                        raise UsageError(f"{refusal}: give smaller ones, or a larger --max-states")
                    numbers[after], depth[after] = len(numbers), depth[state] + 1
                    result.states.append(after)
                    queue.append(after)
                # The state reached, and not `after`, whose ids may be renamed.
                happens = {name for name, test in (events or {}).items() if test(view(state), view(reached))}
                result.graph.add_edge(numbers[state], numbers[after])
                edge = result.graph.edges[numbers[state], numbers[after]]
                edge.setdefault("ways", []).append(Way(instance, frozenset(happens)))
    return result


def _representative(machine: Machine, kinds: list[str]) -> Callable[[State], State]:
    return make_representative(machine, kinds) if kinds else lambda state: state


def _view(machine: Machine, state: State) -> Any:
    """A state as the family sees it."""
    return family_of(machine).telling.see(machine.decode(state))


def around(state_graph: RunGraph, run: Run, distance: int) -> set[int]:
    """The nodes at most `distance` steps away from a run of the machine, in either direction."""
    shrink = _representative(state_graph.machine, state_graph.renamed)
    numbers = {state: number for number, state in enumerate(state_graph.states)}
    near = {numbers[s] for step in run.steps for s in (step.state, shrink(step.state)) if s in numbers}
    both = state_graph.graph.to_undirected(as_view=True)
    for _ in range(distance):
        near |= {neighbour for node in near for neighbour in both[node]}
    return near


def label_graph(state_graph: RunGraph, nodes: Iterable[int] | None = None) -> Any:
    """The graph, or a part of it, with plain text at nodes and edges, for writing to a file."""
    chosen = sorted(state_graph.graph.nodes if nodes is None else nodes)
    broken = set(state_graph.broken)
    plain = nx.DiGraph(name=f"{state_graph.machine.name} {state_graph.promise}")
    for node in chosen:
        kind = "broken" if node in broken else "initial" if node < state_graph.starts else "state"
        plain.add_node(node, label="\n".join(state_graph.picture(node).lines()), kind=kind)
    for source in chosen:
        for target, data in sorted(state_graph.graph[source].items()):
            if target in plain:
                plain.add_edge(source, target, label="\n".join(str(step.instance) for step in data["ways"]))
    return plain


def dot(graph: Any) -> str:
    """A labelled graph in DOT, the language of Graphviz."""
    fill = {"initial": ' style=filled fillcolor="#bcd7f7"', "broken": ' style=filled fillcolor="#f6c3c3"'}
    nodes = [
        f"  {n} [label={_quote(d['label'])}{fill.get(d['kind'], '')}]" for n, d in graph.nodes(data=True)
    ]
    edges = [f"  {a} -> {b} [label={_quote(d['label'])}]" for a, b, d in graph.edges(data=True)]
    style = ["  node [shape=box fontname=sans fontsize=10]", "  edge [fontname=sans fontsize=9]"]
    return "\n".join(["digraph {", *style, *nodes, *edges, "}"]) + "\n"


def _quote(label: str) -> str:
    escaped = label.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def graphml(graph: Any) -> str:
    """A labelled graph in GraphML."""
    return "\n".join(nx.generate_graphml(graph)) + "\n"
