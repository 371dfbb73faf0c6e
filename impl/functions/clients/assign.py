"""Which member of a consumer group gets which partition, for `tidemark compute assign`."""

from __future__ import annotations

from collections.abc import Callable

from tidemark.impl.functions.clients.assignors.costs import least, moves, spread
from tidemark.impl.functions.clients.assignors.groups import Assignment, Group, Member, owners
from tidemark.impl.functions.clients.assignors.ranges import range_assignment
from tidemark.impl.functions.clients.assignors.round_robin import round_robin
from tidemark.impl.functions.clients.assignors.sticky import cooperative_sticky, sticky
from tidemark.impl.functions.clients.assignors.uniform import uniform
from tidemark.impl.functions.clients.java import TopicPartition
from tidemark.spec.families.functions import Computed, Function, Parameter, choice_of, number, pairs

ASSIGNORS: dict[str, Callable[[Group], Assignment]] = {
    "range": range_assignment,
    "round-robin": round_robin,
    "sticky": sticky,
    "cooperative-sticky": cooperative_sticky,
    "uniform": uniform,
}
MOST = 10_000
"""Partitions in all: more than a group has, and soon computed."""


def _topics(text: str) -> dict[str, int]:
    return {name: number(1, MOST)(count) for name, count in pairs(text)}


def _members(text: str) -> dict[str, list[str]]:
    return {name: topics.split("+") if topics else [] for name, topics in pairs(text)}


def _owned(text: str) -> dict[str, tuple[TopicPartition, ...]]:
    found = {}
    for name, some in pairs(text):
        split = [one.rpartition("-") for one in some.split("+")]
        found[name] = tuple(TopicPartition(topic, number()(k)) for topic, _, k in split)
    return found


def compute(
    assignor: str,
    topics: dict[str, int],
    members: dict[str, list[str]],
    owned: dict[str, tuple[TopicPartition, ...]],
) -> Computed:
    """The partitions of each member; with `owned` also what moves."""
    if not topics or not members or sum(topics.values()) > MOST:
        raise ValueError(f"a group has a topic and a member at least, and at most {MOST:,} partitions")
    if unknown := sorted({t for wanted in members.values() for t in wanted} - topics.keys()):
        raise ValueError(f"topics has no {unknown[0]}, to which a member subscribes")
    if unknown := sorted(owned.keys() - members.keys()):
        raise ValueError(f"members has no {unknown[0]}, which owned names")
    if twice := [one for one, name in owners(owned) if any(one in owned[o] for o in owned if o != name)]:
        raise ValueError(f"two members own {twice[0].topic}-{twice[0].partition}")
    group = Group(
        topics,
        {
            name: Member(frozenset(wanted or topics), owned.get(name, ()), 1 if name in owned else -1)
            for name, wanted in members.items()
        },
    )
    found = ASSIGNORS[assignor](group)
    rows = [
        (name, len(some), " ".join(f"{one.topic}-{one.partition}" for one in sorted(some)))
        for name, some in found.items()
    ]
    notes = [f"the largest share is {spread(found)} larger than the smallest"]
    if owned:
        notes.append(f"{moves(group, found)} moved, and {least(group).moves} at least for the best balance")
    return Computed(("member", "count", "partitions"), rows, tuple(notes))


FUNCTION = Function(
    "how a consumer group shares partitions",
    (
        Parameter("assignor", f"one of {', '.join(ASSIGNORS)}", choice_of([*ASSIGNORS]), "range"),
        Parameter("topics", "topics with their partitions, t0:3,t1:2", _topics),
        Parameter("members", "members, C0,C1; with their topics, C0:t0+t1,C1:t0", _members),
        Parameter("owned", "what members had before, C0:t0-0+t0-1,C1:t0-2", _owned, ""),
    ),
    "assignor=sticky topics=P:10 members=C1,C2 owned=C1:P-0+P-1+P-2,C2:P-3+P-4+P-5",
    compute,
)
