"""Why a promise breaks: what every run to a violation has in common, tried on the whole state graph.

Three questions, each with an exhaustive answer at the given bounds. Which actions and events does a
violation need: take them out, and see whether one is still reachable. Which situations does every such run
pass: take all states of the situation out, and see. Which single states does it pass: the dominators of the
violation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import networkx as nx

from tidemark.checker.analyses.graph import BEGIN, LOSS, RunGraph
from tidemark.spec.families.family import family_of


@dataclass(frozen=True)
class Cause:
    """What a violation needs: actions by name, events and situations in words, dominators in order."""

    graph: RunGraph
    needed_actions: list[str]
    other_actions: list[str]
    needed_events: list[str]
    other_events: list[str]
    situations: list[str]
    dominators: list[int]


def cause_of(state_graph: RunGraph, keep_time: Callable[[], None] = lambda: None) -> Cause:
    """What every run to a violation needs and passes. The graph must have a violation, and the events of its steps.

    `keep_time` is called between the questions, and raises an exception to end them.
    """

    def lost(kept: Callable[[Any, Any], bool]) -> bool:
        """Whether a violation is still reachable over the edges that are kept."""
        keep_time()
        return bool(nx.has_path(nx.subgraph_view(graph, filter_edge=kept), begin, LOSS))

    def needs_action(name: str) -> bool:
        return not lost(lambda a, b: {w.instance.action.name for w in graph.edges[a, b]["ways"]} != {name})

    def needs_event(event: str) -> bool:
        return not lost(
            lambda a, b: (
                b == LOSS or a == BEGIN or any(event not in w.events for w in graph.edges[a, b]["ways"])
            )
        )

    def is_passed_by_every_run(test: Callable[[Any], bool]) -> bool:
        keep_time()
        return _is_past(graph, begin, views, test)

    graph = _towards_loss(state_graph)
    begin = 0 if state_graph.starts == 1 else BEGIN
    views = [state_graph.view(node) for node in range(len(state_graph.states))]
    telling = family_of(state_graph.machine).telling
    names = [a.name for a in state_graph.machine.actions]
    steps = [step for _, _, data in graph.edges(data=True) for step in data["ways"]]
    used, happening = (
        {step.instance.action.name for step in steps},
        {e for step in steps for e in step.events},
    )
    needed = [name for name in names if name in used and needs_action(name)]
    needed_events = [e for e in telling.events if e in happening and needs_event(e)]
    return Cause(
        state_graph,
        needed,
        [name for name in names if name not in needed],
        needed_events,
        [event for event in telling.events if event not in needed_events],
        [words for words, test in telling.situations.items() if is_passed_by_every_run(test)],
        _dominators(graph, begin),
    )


def _towards_loss(state_graph: RunGraph) -> Any:
    """The part of the graph from which a violation is reachable, with one node for the loss."""
    whole = state_graph.graph.copy()
    whole.add_edges_from((node, LOSS, {"ways": []}) for node in state_graph.broken)
    if state_graph.starts > 1:
        whole.add_edges_from((BEGIN, node, {"ways": []}) for node in range(state_graph.starts))
    return whole.subgraph(nx.ancestors(whole, LOSS) | {LOSS})


def _is_past(graph: Any, begin: Any, views: list[Any], test: Callable[[Any], bool]) -> bool:
    """Whether every run to a violation passes a state in which this holds; not if it holds in an initial state."""
    firsts = graph[BEGIN] if begin == BEGIN else [begin]
    if any(test(views[node]) for node in firsts):
        return False
    remaining = [node for node in graph if node in (LOSS, BEGIN) or not test(views[node])]
    return not nx.has_path(graph.subgraph(remaining), begin, LOSS)


def _dominators(graph: Any, begin: Any) -> list[int]:
    """The states that every run to a violation passes, in order, without the only initial one."""
    immediate = nx.immediate_dominators(graph, begin)
    chain, node = [], immediate[LOSS]
    while node != begin:
        chain.append(node)
        node = immediate[node]
    return chain[::-1]
