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

from checker.analyses.graph import LOSS, Event, StateGraph
from checker.analyses.necessity import is_kept
from impl.kafka.scene import Broker, Scene

Situation = Callable[[Scene], bool]


@dataclass(frozen=True)
class Cause:
    """What a violation needs: actions by name, events and situations in words, dominators in order."""

    graph: StateGraph
    needed_actions: list[str]
    other_actions: list[str]
    needed_events: list[str]
    other_events: list[str]
    situations: list[str]
    dominators: list[int]


def _cut(old: Broker, new: Broker) -> bool:
    return any(cell not in new.log for cell in old.log)


def _some(test: Callable[[Broker, Broker], bool]) -> Event:
    return lambda a, b: any(test(x, y) for x, y in zip(a.brokers, b.brokers, strict=True))


EVENTS: dict[str, Event] = {
    "a leader change (a new leader epoch after the first)": lambda a, b: (
        a.leader_epoch >= 0 and b.leader_epoch > a.leader_epoch
    ),
    "a leader change to another broker": lambda a, b: a.leader is not None and a.leader != b.leader,
    "an ISR change": lambda a, b: a.isr != b.isr,
    "a log that is cut": _some(_cut),
    "a log that is cut to its high watermark": _some(
        lambda x, y: _cut(x, y) and len(y.log) == x.high_watermark
    ),
    "a broker that goes down": _some(lambda x, y: x.up and not y.up),
    "a broker that restarts": _some(lambda x, y: y.up and not x.up),
}
"""Kinds of steps that cut across actions. They are read from the states before and after."""


def _committed_above_own_high_watermark(scene: Scene) -> bool:
    return any(
        is_kept(scene, cell.record) for b in scene.brokers if b.up for cell in b.log[b.high_watermark :]
    )


def _two_leaders(scene: Scene) -> bool:
    return sum(b.leads for b in scene.brokers) > 1


def _diverge(scene: Scene) -> bool:
    logs = [b.log for b in scene.brokers]
    return any(x != y for one in logs for other in logs for x, y in zip(one, other, strict=False))


def _kept_but_gone(scene: Scene) -> bool:
    kept = {c.record for b in scene.brokers for c in b.log if is_kept(scene, c.record)} | set(
        scene.acknowledged
    )
    return any(record not in {c.record for c in b.log} for record in kept for b in scene.brokers if b.in_isr)


SITUATIONS: dict[str, Situation] = {
    "a broker is down": lambda s: any(not b.up for b in s.brokers),
    "a broker holds a committed record above its own high watermark": _committed_above_own_high_watermark,
    "two brokers believe that they lead": _two_leaders,
    "two logs hold different records at one offset": _diverge,
    "an ISR member lacks a committed record": _kept_but_gone,
    "the ISR has one member": lambda s: len(s.isr) == 1,
    "the partition has no leader, having had one": lambda s: s.leader is None and s.leader_epoch >= 0,
    "two records are written": lambda s: len({c.record for b in s.brokers for c in b.log}) > 1,
}


def cause_of(found: StateGraph) -> Cause:
    """What every run to a violation needs and passes. The graph has at least one violation."""
    graph, scenes = _towards_loss(found), [found.scene(node) for node in range(len(found.states))]
    names = [a.name for a in found.machine.actions]
    used = {name for _, _, data in graph.edges(data=True) for name in _names(data)}
    needed = [name for name in names if name in used and not _lost(graph, _without_action(graph, name))]
    happening = {
        event for _, _, data in graph.edges(data=True) for way in data["ways"] for event in way.events
    }
    needed_events = [e for e in EVENTS if e in happening and not _lost(graph, _without_event(graph, e))]
    return Cause(
        found,
        needed,
        [name for name in names if name not in needed],
        needed_events,
        [event for event in EVENTS if event not in needed_events],
        [words for words, test in SITUATIONS.items() if _is_passed(graph, scenes, test)],
        _dominators(graph),
    )


def _towards_loss(found: StateGraph) -> Any:
    """The part of the graph from which a violation is reachable, with one node for the loss."""
    whole = found.graph.copy()
    whole.add_edges_from((node, LOSS, {"ways": []}) for node in found.broken)
    return whole.subgraph(nx.ancestors(whole, LOSS) | {LOSS})


def _names(data: dict[str, Any]) -> set[str]:
    return {way.instance.action.name for way in data["ways"]}


def _without_action(graph: Any, name: str) -> Callable[[Any, Any], bool]:
    return lambda a, b: _names(graph.edges[a, b]) != {name}


def _without_event(graph: Any, event: str) -> Callable[[Any, Any], bool]:
    return lambda a, b: b == LOSS or any(event not in way.events for way in graph.edges[a, b]["ways"])


def _lost(graph: Any, kept: Callable[[Any, Any], bool]) -> bool:
    """Whether a violation is still reachable over the edges that are kept."""
    return bool(nx.has_path(nx.subgraph_view(graph, filter_edge=kept), 0, LOSS))


def _is_passed(graph: Any, scenes: list[Scene], test: Situation) -> bool:
    """Whether every run to a violation passes a state in which this holds, the initial one not being one."""
    if test(scenes[0]):
        return False
    left = [node for node in graph if node == LOSS or not test(scenes[node])]
    return not nx.has_path(graph.subgraph(left), 0, LOSS)


def _dominators(graph: Any) -> list[int]:
    """The states that every run to a violation passes, in order, without the initial one."""
    immediate = nx.immediate_dominators(graph, 0)
    chain, node = [], immediate[LOSS]
    while node != 0:
        chain.append(node)
        node = immediate[node]
    return chain[::-1]
