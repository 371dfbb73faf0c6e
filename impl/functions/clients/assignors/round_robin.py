"""Round robin: all partitions of all topics in a row, dealt out to the members in turn (`RoundRobinAssignor`)."""

from __future__ import annotations

from tidemark.impl.functions.clients.assignors.groups import Assignment, AssignorGroup


def round_robin(group: AssignorGroup) -> Assignment:
    """The partitions by topic and number, each to the next member in turn that subscribes to its topic."""
    assignment: Assignment = dict.fromkeys(group.members, ())
    names, turn = group.by_instance(group.members), 0
    for partition in group.partitions():
        while partition.topic not in group.members[names[turn % len(names)]].topics:
            turn += 1
        assignment[names[turn % len(names)]] += (partition,)
        turn += 1
    return assignment
