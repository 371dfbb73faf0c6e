"""What an assignment costs and how balanced it is, and the exact least of both: a flow of least cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import networkx as nx

from tidemark.impl.functions.clients.assignors.groups import Assignment, AssignorGroup, owners
from tidemark.impl.functions.clients.java import TopicPartition


@dataclass(frozen=True)
class Least:
    """The exact least: the sizes that members have, the least first, in a most balanced assignment, and its moves."""

    sizes: tuple[int, ...]
    moves: int


def sizes(assignment: Assignment) -> tuple[int, ...]:
    """How many partitions the members have, the least first."""
    return tuple(sorted(len(partitions) for partitions in assignment.values()))


def spread(assignment: Assignment) -> int:
    """The difference between the largest and the smallest share, in partitions."""
    counts = sizes(assignment)
    return counts[-1] - counts[0] if counts else 0


def owned_before(group: AssignorGroup) -> dict[TopicPartition, str]:
    """The member that had each partition: of several claims that of the latest generation, none if two claim for it."""
    claims: dict[TopicPartition, list[tuple[int, str]]] = {}
    for name, member in group.members.items():
        for partition in member.owned:
            claims.setdefault(partition, []).append((member.generation, name))
    latest = {
        partition: [claim for claim in claimants if claim[0] == max(claimants)[0]]
        for partition, claimants in claims.items()
    }
    return {partition: claimants[0][1] for partition, claimants in latest.items() if len(claimants) == 1}


def moves(group: AssignorGroup, assignment: Assignment) -> int:
    """How many partitions go from a member that is still there to another."""
    before = owned_before(group)
    return sum(before.get(partition, name) != name for partition, name in owners(assignment))


def least(group: AssignorGroup, quota: Mapping[str, int] | None = None) -> Least:
    """The most balanced assignment, of those the one with the fewest moves; or that of given sizes.

    Most balanced is the least sum of squares: no chain of moves from one member to the next makes it more even. Each
    partition flows to one of the subscribers of its topic; a member's k-th partition costs 2k - 1, far above all moves.
    """
    before, partitions = owned_before(group), group.partitions()
    graph = nx.DiGraph()
    graph.add_node("sink", demand=len(partitions))
    far = len(partitions) + 1
    for partition in partitions:
        graph.add_node(partition, demand=-1)
        for name in group.subscribers(partition.topic):
            graph.add_edge(
                partition, ("member", name), capacity=1, weight=int(before.get(partition, name) != name)
            )
    for name in group.members:
        count = len(partitions) if quota is None else quota[name]
        for k in range(1, count + 1):
            graph.add_edge(("member", name), (name, k), capacity=1, weight=(2 * k - 1) * far)
            graph.add_edge((name, k), "sink", capacity=1, weight=0)
    flow = nx.min_cost_flow(graph)
    assignment: Assignment = {
        name: tuple(partition for partition in partitions if flow[partition].get(("member", name)))
        for name in group.members
    }
    return Least(sizes(assignment), moves(group, assignment))
