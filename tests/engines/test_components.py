"""Strongly connected components, found and judged by several threads at once: networkx finds the same."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from ctypes import c_uint8, c_uint16, c_uint32, c_uint64
from typing import Any

import networkx as nx
import numpy as np
import pytest

from tidemark.checker.engines.native.buffer import Buffer
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.liveness import components
from tidemark.checker.engines.native.liveness.components import FAIR, Descent, GraphStruct

STATES = 3_000
CONDITIONS = [0b01, 0b10, 0b00]
"""Of each action instance its conditions: the first is weak, the second strong."""


def random_edges(draw: random.Random, each: float, near: int) -> list[tuple[int, int]]:
    """Some edges from each state to others that are mostly near, so that there are components of every size."""
    found = {
        (state, (state + draw.randint(-near, 4 * near)) % STATES)
        for state in range(STATES)
        for _ in range(int(each) + (draw.random() < each % 1))
    }
    return sorted((begin, end) for begin, end in found if begin != end)


def graph_of(edges: list[tuple[int, int]], labels: list[int], marked: set[int]) -> GraphStruct:
    """A graph with these edges, as the native engine has it."""

    def array(kind: Any, values: Any) -> Any:
        return (kind * (len(values) + 1))(*values)

    enabled = [0] * STATES
    for (begin, _), label in zip(edges, labels, strict=True):
        enabled[begin] |= CONDITIONS[label]
    firsts = np.searchsorted([begin for begin, _ in edges], range(STATES + 1)).tolist()
    return GraphStruct(
        count=STATES,
        block=16,
        first_edges=array(c_uint64, firsts),
        targets=array(c_uint32, [end for _, end in edges]),
        actions=array(c_uint16, labels),
        conditions=array(c_uint64, CONDITIONS),
        enabled=array(c_uint64, enabled),
        weak=0b01,
        strong=0b10,
        inside=array(c_uint8, [1] * STATES),
        marked=array(c_uint8, [state in marked for state in range(STATES)]),
        component=Buffer(c_uint32, STATES).items,
        found_fair=Buffer(c_uint8, STATES).items,
    )


def by_native(graph: GraphStruct, threads: int) -> tuple[set[frozenset[int]], set[int]]:
    """The components, and the states of those in which a fair run can go round."""
    for name in ("component", "found_fair"):
        np.ctypeslib.as_array(getattr(graph, name), (STATES,))[:] = 0
    find = Functions.of(components.__package__, "state_graph.ll").function("components")
    rows = ("order", "low", "open", "path")
    own = [
        Descent(**{row: Buffer(c_uint32, STATES).items for row in rows}, next=Buffer(c_uint64, STATES).items)
        for _ in range(threads)
    ]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda k: find(graph, own[k], k, threads), range(threads)))
    parts: dict[int, set[int]] = {}
    for state in range(STATES):
        parts.setdefault(graph.component[state], set()).add(state)
    assert 0 not in parts
    return set(map(frozenset, parts.values())), {s for s in range(STATES) if graph.found_fair[s] == FAIR}


def by_networkx(
    edges: list[tuple[int, int]], labels: list[int], marked: set[int]
) -> tuple[set[frozenset[int]], set[int]]:
    """The same, by definition."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(STATES))
    graph.add_edges_from(edges)
    parts = set(map(frozenset, nx.strongly_connected_components(graph)))
    part_of = {state: part for part in parts for state in part}
    enabled: dict[int, int] = dict.fromkeys(range(STATES), 0)
    taken: dict[frozenset[int], int] = dict.fromkeys(parts, 0)
    for (begin, end), label in zip(edges, labels, strict=True):
        enabled[begin] |= CONDITIONS[label]
        if part_of[begin] is part_of[end]:
            taken[part_of[begin]] |= CONDITIONS[label]
    fair = {
        part
        for part in parts
        if part & marked
        and (taken[part] & 0b01 or not all(enabled[state] & 0b01 for state in part))
        and (taken[part] & 0b10 or not any(enabled[state] & 0b10 for state in part))
    }
    return parts, {state for part in fair for state in part}


@pytest.mark.parametrize(("each", "near"), [(0.9, 3), (1.2, 1), (1.5, 40), (2.5, 700)])
def test_threads_find_the_components_that_networkx_finds(each: float, near: int) -> None:
    draw = random.Random(near)
    edges = random_edges(draw, each, near)
    labels = draw.choices(range(len(CONDITIONS)), weights=(1, 1, 4), k=len(edges))
    marked = {state for state in range(STATES) if draw.random() < 0.5}
    truth = by_networkx(edges, labels, marked)
    graph = graph_of(edges, labels, marked)
    for threads in (1, 2, 4, 4, 4):
        assert by_native(graph, threads) == truth
