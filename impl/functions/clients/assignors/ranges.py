"""Range: each topic on its own, cut into runs; the first members have one partition more (`RangeAssignor`)."""

from __future__ import annotations

from tidemark.impl.functions.clients.assignors.groups import Assignment, AssignorGroup
from tidemark.impl.functions.clients.java import TopicPartition


def range_assignment(group: AssignorGroup) -> Assignment:
    """The assignment: each of a topic's C subscribers has P div C of its P partitions, the first P mod C one more.

    Subscribers are in the order of their instances, then of their ids. The coordinator's range assignor since KIP-848
    is the same function of a group (`org.apache.kafka.coordinator.group.assignor.RangeAssignor`).
    """
    assignment: Assignment = dict.fromkeys(group.members, ())
    for topic in group.subscribed_topics():
        names, start = group.by_instance(group.subscribers(topic)), 0
        share, extra = divmod(group.topics[topic], len(names))
        for k, name in enumerate(names):
            end = start + share + (k < extra)
            assignment[name] += tuple(TopicPartition(topic, number) for number in range(start, end))
            start = end
    return assignment
