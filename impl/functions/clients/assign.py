"""Which member of a consumer group gets which partition, for `tidemark compute assign`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tidemark.impl.functions.clients.assignors.costs import least, moves, spread
from tidemark.impl.functions.clients.assignors.groups import Assignment, AssignorGroup, AssignorMember
from tidemark.impl.functions.clients.assignors.ranges import range_assignment
from tidemark.impl.functions.clients.assignors.round_robin import round_robin
from tidemark.impl.functions.clients.assignors.sticky import cooperative_sticky, sticky
from tidemark.impl.functions.clients.assignors.uniform import uniform
from tidemark.impl.functions.clients.java import TopicPartition
from tidemark.spec.families.functions import ComputedTable, Function, Parameter, choice_of, number, pairs

ASSIGNORS: dict[str, Callable[[AssignorGroup], Assignment]] = {
    "range": range_assignment,
    "round-robin": round_robin,
    "sticky": sticky,
    "cooperative-sticky": cooperative_sticky,
    "uniform": uniform,
}
MOST = 10_000
"""Partitions in all: more than a group has, and soon computed."""


def _parse_topics(argument: str) -> dict[str, int]:
    return {name: number(1, MOST)(count) for name, count in pairs(argument)}


def _parse_members(argument: str) -> dict[str, list[str]]:
    return {name: topics.split("+") if topics else [] for name, topics in pairs(argument)}


def _parse_ownership(argument: str) -> dict[str, tuple[TopicPartition, ...]]:
    owned = {}
    for name, names in pairs(argument):
        split = [partition.rpartition("-") for partition in names.split("+")]
        owned[name] = tuple(TopicPartition(topic, number()(k)) for topic, _, k in split)
    return owned


def compute(
    assignor: str,
    topics: dict[str, int],
    members: dict[str, list[str]],
    owned: dict[str, tuple[TopicPartition, ...]],
) -> ComputedTable:
    """The partitions of each member; with `owned` also what moves."""
    if not topics or not members or sum(topics.values()) > MOST:
        raise ValueError(f"a group has a topic and a member at least, and at most {MOST:,} partitions")
    if unknown := sorted({t for subscriptions in members.values() for t in subscriptions} - topics.keys()):
        raise ValueError(f"topics has no {unknown[0]}, to which a member subscribes")
    if unknown := sorted(owned.keys() - members.keys()):
        raise ValueError(f"members has no {unknown[0]}, which owned names")
    counts = Counter(partition for partitions in owned.values() for partition in dict.fromkeys(partitions))
    if twice := [partition for partition, count in counts.items() if count > 1]:
        raise ValueError(f"two members own {twice[0]}")
    group = AssignorGroup(
        topics,
        {
            name: AssignorMember(
                frozenset(subscriptions or topics), owned.get(name, ()), 1 if name in owned else -1
            )
            for name, subscriptions in members.items()
        },
    )
    assignment = ASSIGNORS[assignor](group)
    rows = [
        (name, len(partitions), " ".join(map(str, sorted(partitions))))
        for name, partitions in assignment.items()
    ]
    notes = [f"the largest share is {spread(assignment)} larger than the smallest"]
    if owned:
        notes.append(
            f"{moves(group, assignment)} moved, and {least(group).moves} at least for the best balance"
        )
    return ComputedTable(("member", "count", "partitions"), rows, tuple(notes))


FUNCTION = Function(
    "how a consumer group shares partitions",
    (
        Parameter("assignor", f"one of {', '.join(ASSIGNORS)}", choice_of([*ASSIGNORS]), "range"),
        Parameter("topics", "topics with their partitions, t0:3,t1:2", _parse_topics),
        Parameter("members", "members, C0,C1; with their topics, C0:t0+t1,C1:t0", _parse_members),
        Parameter("owned", "what members had before, C0:t0-0+t0-1,C1:t0-2", _parse_ownership, ""),
    ),
    "assignor=sticky topics=P:10 members=C1,C2 owned=C1:P-0+P-1+P-2,C2:P-3+P-4+P-5",
    compute,
)
