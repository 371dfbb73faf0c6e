"""Cycles of dependencies between transactions, the shortest of each class, as Adya names them and Elle finds them.

Three kinds of dependency say that one transaction is before another: *ww*, it wrote what the other overwrote; *wr*, it
wrote what the other read; *rw*, it read what the other overwrote. Where the dependencies have a cycle, no order of the
transactions explains them. The class of a cycle says which level of isolation it breaks:

    G0        ww alone                       T1 appends 1 to x and y, T2 appends 2; x is [1 2], and y is [2 1]
    G1c       ww and wr                      T1 reads what T2 wrote, and T2 reads what T1 wrote
    G-single  one rw, and ww or wr           T1 reads x before T2 wrote it, and y after T2 wrote it
    G2        two rw or more                 T1 reads x and writes y, T2 reads y and writes x; neither sees the other

Between two transactions the dependency counts that comes first in this list, so a cycle has the lowest class that it
can have. A cycle lies within a strongly connected component; each component gives the shortest cycle of each class.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from tidemark.spec.logs.client_histories import ClientCall

WW, WR, RW = "ww", "wr", "rw"
KINDS = (WW, WR, RW)
A, B = "\0a", "\0b"
"""What stands for the two transactions in the reason of a dependency."""
SHORTEST = 2
"""The transactions of the shortest cycle that there can be."""


@dataclass(frozen=True)
class Dependency:
    """Why a transaction is before another one: its kind, and the reason in words, with `A` and `B` for the two."""

    kind: str
    reason: str


Path = list[ClientCall]
"""Transactions, each before the next; in a cycle the last is before the first."""


class DependencyGraph:
    """The dependencies of a history. Nodes are calls."""

    def __init__(self) -> None:
        self._edges: dict[ClientCall, dict[ClientCall, Dependency]] = {}

    def add(self, before: ClientCall, after: ClientCall, dependency: Dependency) -> None:
        """Note a dependency; one of an earlier kind between the same two stays."""
        if before is after:
            return
        edges = self._edges.setdefault(before, {})
        present = edges.get(after)
        if present is None or KINDS.index(dependency.kind) < KINDS.index(present.kind):
            edges[after] = dependency

    def cycles(self) -> Iterator[tuple[str, Path]]:
        """The shortest cycle of each class in each component, with its class.

        A component that has a cycle with one rw is not searched for one with two.
        """
        for component in self._components((WW,)):
            yield from self._shortest("G0", WW, component, (WW,))
        for component in self._components((WW, WR)):
            yield from self._shortest("G1c", WR, component, (WW, WR))
        for component in self._components(KINDS):
            single = list(self._shortest("G-single", RW, component, (WW, WR)))
            yield from single or self._shortest("G2", RW, component, KINDS)

    def explain(self, cycle: Path) -> str:
        """The dependencies of a cycle in words."""
        names = {call: f"T{number}" for number, call in enumerate(cycle, 1)}
        legend = ", ".join(f"{name} in {call.place}" for call, name in names.items())
        reasons = [
            self._edges[a][b].reason.replace(A, names[a]).replace(B, names[b])
            for a, b in zip(cycle, [*cycle[1:], cycle[0]], strict=True)
        ]
        return f"with {legend}: {'; '.join(reasons)}; so T1 is before itself"

    def _components(self, kinds: Collection[str]) -> list[list[ClientCall]]:
        """Those of more than one transaction, in the order of the history."""
        graph = nx.DiGraph()
        graph.add_edges_from(
            (a, b) for a, edges in self._edges.items() for b, edge in edges.items() if edge.kind in kinds
        )
        components = [c for c in nx.strongly_connected_components(graph) if len(c) > 1]
        ordered = [sorted(component, key=lambda call: call.begin) for component in components]
        return sorted(ordered, key=lambda component: component[0].begin)

    def _shortest(
        self, name: str, closing: str, component: Sequence[ClientCall], kinds: Collection[str]
    ) -> Iterator[tuple[str, Path]]:
        """The shortest cycle of a dependency of one kind, and of a way back along others; none where there is none.

        A way leads only to components of these kinds that come later in their order.
        """
        members = set(component)
        links = {
            a: [b for b, edge in self._edges.get(a, {}).items() if b in members and edge.kind in kinds]
            for a in component
        }
        graph = nx.DiGraph(links)
        groups = nx.strongly_connected_components(graph)  # the last ones in their order come first
        rank = {call: -number for number, group in enumerate(groups) for call in group}
        best: Path | None = None
        for a in component:
            for b, edge in self._edges[a].items():
                if edge.kind != closing or b not in members or rank[b] > rank[a]:
                    continue
                way = _shortest_way(links, b, a, len(best) - 1 if best else len(component))
                if way:
                    best = way
                if best and len(best) == SHORTEST:
                    break
        if best:
            first = best.index(min(best, key=lambda call: call.begin))
            yield name, best[first:] + best[:first]


def _shortest_way(
    links: Mapping[ClientCall, Path], begin: ClientCall, end: ClientCall, most: int
) -> Path | None:
    """The shortest way between two transactions; None where none has at most `most`."""
    before: dict[ClientCall, ClientCall | None] = {begin: None}
    queue = deque([(begin, 1)])
    while queue:
        call, length = queue.popleft()
        if call is end:
            way: Path = []
            step: ClientCall | None = call
            while step is not None:
                way.append(step)
                step = before[step]
            return way[::-1]
        if length < most:
            for following in links[call]:
                if following not in before:
                    before[following] = call
                    queue.append((following, length + 1))
    return None
