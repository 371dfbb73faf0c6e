"""Where runs end up, of an exhausted search: the components of its graph that no step leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from tidemark.checker.engines.bookkeeping import keep_verdicts
from tidemark.checker.engines.liveness.final_components import choose_components
from tidemark.checker.engines.liveness.plan import Plan
from tidemark.checker.engines.native.liveness.state_graph import NativeStateGraph
from tidemark.checker.engines.native.search import ExhaustiveSearch
from tidemark.checker.runs.results import Run, RunsEnding


def note(search: ExhaustiveSearch, graph: NativeStateGraph | None = None) -> None:
    """Note in the result of a search where its runs end up, unless time or memory is used up: the verdicts stand.

    graph: that of the search, where there is one already.
    """
    bare = replace(search.machine, temporal=(), fairness=(), origin=None)
    with keep_verdicts(search.result):
        search.result.endings = _endings(graph or NativeStateGraph(Plan(bare), search), search)


def _endings(graph: NativeStateGraph, search: ExhaustiveSearch) -> list[RunsEnding]:
    component = graph.components()
    firsts: Any = graph.first_edges.astype(np.int64)
    degrees = firsts[1:] - firsts[:-1]
    sources = component[np.repeat(np.arange(search.count), degrees)]
    is_left = np.zeros(int(component.max()) + 1, dtype=bool)
    is_left[sources[sources != component[graph.targets]]] = True
    actions = [instance.action.name for instance in search.kernel.instances]
    names = sorted(set(actions))
    numbers = np.array([names.index(name) for name in actions] or [0], dtype=np.int64)
    inner = ~is_left[sources]
    actions_within: dict[int, list[str]] = {}
    pairs = sources[inner].astype(np.int64) * len(numbers) + numbers[graph.actions[inner]]
    for component_number, name in (divmod(pair, len(numbers)) for pair in sorted(set(pairs.tolist()))):
        actions_within.setdefault(component_number, []).append(names[name])
    last = np.flatnonzero(~is_left[component])
    groups: dict[frozenset[str], dict[int, list[int]]] = {}
    for state, component_number in zip(last.tolist(), component[last].tolist(), strict=True):
        groups.setdefault(frozenset(actions_within.get(component_number, ())), {}).setdefault(
            component_number, []
        ).append(state)
    endings = [
        RunsEnding(group, sum(map(len, parts.values())), _runs(graph, search, list(parts.values())))
        for group, parts in groups.items()
    ]
    return sorted(endings, key=lambda ending: sorted(ending.actions))


def _runs(graph: NativeStateGraph, search: ExhaustiveSearch, parts: list[list[int]]) -> tuple[Run, ...]:
    """The runs to a few of these components: each to the nearest of its states, the least of them."""

    def nearest(number: int) -> tuple[Any, ...]:
        return graph.level(number), graph.state_words(number)

    firsts = sorted((min(part, key=nearest) for part in parts), key=nearest)
    machine = search.result.machine
    return tuple(Run(machine, "", graph.steps(graph.plain_run(first))) for first in choose_components(firsts))
