"""Linear temporal logic over a finite machine, decided by a textbook tableau: an oracle that shares no engine's code.

A formula is an atom or a tuple: ("not", f), ("and", f, …), ("U", f, g). The others are made of these. An atom is the
name of a column of a `Graph`. A node of the product is an edge of the machine, or a state that stays as it is, with the
truth of each `U` from there on; it is accepted if it is fair and no `U` waits for ever.

    graph = Graph.of(machine)
    is_kept(graph, always(implies("asked", eventually("answered"))))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import networkx as nx

from tidemark.spec import Disabled, Fairness, Machine
from tidemark.spec.machines.machine import OutOfRange

Formula = Any
Edge = tuple[int, int]


def not_(f: Formula) -> Formula:
    return f[1] if isinstance(f, tuple) and f[0] == "not" else ("not", f)


def both(*formulas: Formula) -> Formula:
    return ("and", *formulas)


def implies(f: Formula, g: Formula) -> Formula:
    return not_(both(f, not_(g)))


def until(f: Formula, g: Formula) -> Formula:
    return ("U", f, g)


def weak_until(f: Formula, g: Formula) -> Formula:
    return not_(until(not_(g), both(not_(f), not_(g))))


def eventually(f: Formula) -> Formula:
    return until(TRUE, f)


def always(f: Formula) -> Formula:
    return not_(eventually(not_(f)))


TRUE = ("and",)


@dataclass
class Graph:
    """The reachable states of a machine, by number, and its steps: edges to another state, with their instances.

    columns: what holds of each edge; a state that stays as it is has the edge to itself.
    """

    machine: Machine
    states: list[Any]
    first: list[int]
    steps: dict[Edge, set[int]]
    columns: dict[str, dict[Edge, bool]] = field(default_factory=dict)

    @classmethod
    def of(cls, machine: Machine, most: int) -> Graph | None:
        """The graph of a machine; None if it has more states, or writes outside a domain."""
        numbers: dict[Any, int] = {}
        for state in machine.initial_states:
            numbers.setdefault(state, len(numbers))
        graph = cls(machine, [], list(numbers.values()), {})
        for key in (waiting := list(numbers)):
            if len(waiting) > most:
                return None
            plain = machine.decode(key)
            graph.states.append(plain)
            for number, instance in enumerate(machine.instances):
                try:
                    after = machine.encode(machine.run(plain, instance), instance)
                except Disabled:
                    continue
                except OutOfRange:
                    return None
                if after == key:
                    continue
                if after not in numbers:
                    numbers[after] = len(numbers)
                    waiting.append(after)
                graph.steps.setdefault((numbers[key], numbers[after]), set()).add(number)
        return graph

    @property
    def edges(self) -> list[Edge]:
        return [*self.steps, *((k, k) for k in range(len(self.states)))]

    def of_states(self, name: str, holds: Callable[[Any], bool]) -> str:
        """A new column of what holds in a state."""
        values = [bool(holds(state)) for state in self.states]
        self.columns[name] = {edge: values[edge[0]] for edge in self.edges}
        return name

    def of_steps(self, name: str, holds: Callable[[Any, Any], bool]) -> str:
        """A new column of which edges are steps that something holds of."""
        self.columns[name] = {
            (a, b): a != b and bool(holds(self.states[a], self.states[b])) for a, b in self.edges
        }
        return name

    def of_action(self, name: str, action: str) -> str:
        """A new column of the states in which an action can happen."""
        instances = {k for k, one in enumerate(self.machine.instances) if one.action.name == action}
        values = [bool(self.enabled(state) & instances) for state in range(len(self.states))]
        self.columns[name] = {edge: values[edge[0]] for edge in self.edges}
        return name

    def still(self) -> str:
        """A new column of the edges that are no steps."""
        self.columns["still"] = {(a, b): a == b for a, b in self.edges}
        return "still"

    def enabled(self, state: int) -> set[int]:
        """The instances that lead from a state to another one."""
        return set().union(*(numbers for (a, _), numbers in self.steps.items() if a == state))


def fair_sets(machine: Machine, fairness: Iterable[Fairness]) -> Iterator[tuple[bool, set[int]]]:
    """What each part of fairness is about: whether it is strong, and the instances of which some one happens."""
    for part in fairness:
        groups: dict[Any, set[int]] = {}
        for number, instance in enumerate(machine.instances):
            if instance.action.name not in part.actions:
                continue
            chosen = [number] if part.each is None else [str(instance.arguments[name]) for name in part.each]
            groups.setdefault(tuple(chosen), set()).add(number)
        yield from ((part.strong, numbers) for numbers in groups.values())


def is_kept(graph: Graph, promise: Formula) -> bool:
    """Whether every fair run of the machine satisfies the formula."""
    return not _can_be_satisfied(graph, not_(promise))


def _can_be_satisfied(graph: Graph, formula: Formula) -> bool:
    waits = list(dict.fromkeys(_untils(formula)))
    nodes = {edge: list(_truths(graph, edge, waits, {})) for edge in graph.edges}
    onward = {a: [edge for edge in graph.edges if edge[0] == a] for a in range(len(graph.states))}
    waiting = [
        (edge, node)
        for edge in graph.edges
        if edge[0] in graph.first
        for node in range(len(nodes[edge]))
        if _holds(graph, edge, formula, nodes[edge][node])
    ]
    product = nx.DiGraph()
    product.add_nodes_from(waiting)
    for edge, node in waiting:
        truth = nodes[edge][node]
        left = [(wait, truth[wait]) for wait in waits if _is_left(graph, edge, wait, truth)]
        for following in onward[edge[1]]:
            for after, later in enumerate(nodes[following]):
                if all(later[wait] is value for wait, value in left):
                    if (following, after) not in product:
                        waiting.append((following, after))
                    product.add_edge((edge, node), (following, after))
    return _has_fair_part(product, list(_demands(graph, waits, nodes)))


def _truths(
    graph: Graph, edge: Edge, waits: list[Formula], truth: dict[Formula, bool]
) -> Iterator[dict[Formula, bool]]:
    """Every way in which each `U` may hold from an edge on, with what the edge says: the inner ones come first."""
    if len(truth) == len(waits):
        yield truth
        return
    wait = waits[len(truth)]
    f, g = (_holds(graph, edge, part, truth) for part in wait[1:])
    for value in (True,) if g else (False, True) if f else (False,):
        yield from _truths(graph, edge, waits, {**truth, wait: value})


def _untils(formula: Formula) -> Iterator[Formula]:
    if isinstance(formula, tuple):
        for part in formula[1:]:
            yield from _untils(part)
        if formula[0] == "U":
            yield formula


def _holds(graph: Graph, edge: Edge, formula: Formula, truth: dict[Formula, bool]) -> bool:
    if not isinstance(formula, tuple):
        return graph.columns[formula][edge]
    if formula[0] == "U":
        return truth[formula]
    values = [_holds(graph, edge, part, truth) for part in formula[1:]]
    return not values[0] if formula[0] == "not" else all(values)


def _is_left(graph: Graph, edge: Edge, wait: Formula, truth: dict[Formula, bool]) -> bool:
    """Whether `f U g` holds here if it does from the next edge on: f holds, and g does not."""
    f, g = (_holds(graph, edge, part, truth) for part in wait[1:])
    return f and not g


Node = Any
Demand = tuple[Callable[[Node], bool], Callable[[Node], bool]]
"""If the first is true of nodes again and again, the second must be."""


def _demands(
    graph: Graph, waits: list[Formula], nodes: dict[Edge, list[dict[Formula, bool]]]
) -> Iterator[Demand]:
    def comes(node: Node, wait: Formula) -> bool:
        truth = nodes[node[0]][node[1]]
        return not truth[wait] or _holds(graph, node[0], wait[2], truth)

    for wait in waits:
        yield lambda node: True, lambda node, wait=wait: comes(node, wait)
    enabled = [graph.enabled(state) for state in range(len(graph.states))]
    for strong, numbers in fair_sets(graph.machine, graph.machine.fairness):

        def can(node: Node, numbers: set[int] = numbers) -> bool:
            return bool(enabled[node[0][0]] & numbers)

        def happens(node: Node, numbers: set[int] = numbers) -> bool:
            return bool(graph.steps.get(node[0], set()) & numbers)

        if strong:
            yield can, happens
        else:
            yield (
                lambda node: True,
                lambda node, can=can, happens=happens: not can(node) or happens(node),
            )


def _has_fair_part(product: Any, demands: list[Demand]) -> bool:
    """Whether some run stays in the product and meets every demand: Streett's condition, by removing what can't."""
    for component in nx.strongly_connected_components(product):
        part = product.subgraph(component)
        if not part.number_of_edges():
            continue
        refused = {
            node for asks, meets in demands if not any(map(meets, part)) for node in part if asks(node)
        }
        if not refused:
            return True
        if len(refused) < len(component) and _has_fair_part(product.subgraph(component - refused), demands):
            return True
    return False
