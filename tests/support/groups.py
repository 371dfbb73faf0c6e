"""Consumer groups for the tests of the assignors: drawn by Hypothesis or at random, and all small ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from tidemark.impl.functions.clients.assignors.groups import Assignment, AssignorGroup, AssignorMember
from tidemark.impl.functions.clients.java import TopicPartition

NAMES = [*(f"C{k}" for k in range(12)), "consumer-x", "consumer-y"]
TOPICS = ["T1", "T2", "T3", "orders"]
Found = TypeVar("Found")


def drawn(equal: bool | None = None, *, owned: bool = True) -> st.SearchStrategy[AssignorGroup]:
    """Groups, whose members may have had partitions: each partition one member, a subscriber, in one generation.

    equal: whether all subscribe to the same topics; both kinds without.
    """
    return st.randoms(use_true_random=False).map(lambda chance: at_random(chance, equal, owned=owned))


def at_random(
    chance: Random,
    equal: bool | None = None,
    *,
    owned: bool = True,
    stale: bool = False,
    static: float = 0.0,
) -> AssignorGroup:
    """A group. stale: members claim anything, of generations that differ. static: how many are static members."""
    topics = {topic: chance.randint(1, 6) for topic in chance.sample(TOPICS, chance.randint(1, 4))}
    names = chance.sample(NAMES, chance.randint(1, 6))
    same = chance.random() < 0.5 if equal is None else equal
    subscribed = {name: _topics(chance, list(topics), same=same) for name in names}
    topics = {
        topic: size for topic, size in topics.items() if any(topic in some for some in subscribed.values())
    }
    had: dict[str, list[TopicPartition]] = {name: [] for name in names}
    for one in sorted(TopicPartition(topic, k) for topic, size in topics.items() for k in range(size)):
        wanting = names if stale else [name for name in names if one.topic in subscribed[name]]
        for name in chance.sample(
            wanting, chance.choice([0, 1, 1, 1, 2 if stale else 1]) if len(wanting) > 1 else 1
        ):
            had[name] += [one] if owned else []
    members = {
        name: AssignorMember(
            subscribed[name],
            tuple(had[name]),
            chance.choice([1, 2, 3, 3]) if stale else 3,
            f"i{chance.randint(0, 9)}-{name}" if chance.random() < static else None,
        )
        for name in names
    }
    return AssignorGroup(topics, members)


def _topics(chance: Random, topics: list[str], *, same: bool) -> frozenset[str]:
    return frozenset(topics if same else chance.sample(topics, chance.randint(1, len(topics))))


def smallest(
    found: Callable[[AssignorGroup], Found | None],
    *,
    partitions: int,
    members: int,
    topics: int,
    equal: bool = True,
    owned: bool = False,
    generations: tuple[int, ...] = (1,),
    anything: bool = False,
) -> tuple[AssignorGroup, Found] | None:
    """The smallest group, of at most these sizes, for which something is found: all smaller ones are tried first.

    By partitions, then members, then topics. equal: all subscribe to all topics; else not all to the same. owned: each
    partition was nobody's, or a subscriber's; `anything`: or any member's. generations: those that members may claim.
    """
    for sizes in product(range(1, partitions + 1), range(1, members + 1), range(1, topics + 1)):
        for group in _all_groups(*sizes, equal=equal):
            for claimed in _all_claims(group, generations, anything=anything) if owned else [group]:
                if (result := found(claimed)) is not None:
                    return claimed, result
    return None


def _all_groups(partitions: int, members: int, topics: int, *, equal: bool) -> Iterator[AssignorGroup]:
    names = [f"T{k + 1}" for k in range(topics)]
    subsets = [frozenset(some) for size in range(1, topics + 1) for some in combinations(names, size)]
    for cuts in combinations(range(1, partitions), topics - 1):
        edges = [0, *cuts, partitions]
        sizes = {name: edges[k + 1] - edges[k] for k, name in enumerate(names)}
        for wanted in [(subsets[-1],) * members] if equal else product(subsets, repeat=members):
            if len(frozenset().union(*wanted)) == topics and (equal or len(set(wanted)) > 1):
                yield AssignorGroup(sizes, {f"C{k}": AssignorMember(some) for k, some in enumerate(wanted)})


def _all_claims(
    group: AssignorGroup, generations: tuple[int, ...], *, anything: bool
) -> Iterator[AssignorGroup]:
    partitions = group.partitions()
    choices = [[None, *(group.members if anything else group.subscribers(one.topic))] for one in partitions]
    for had in product(*choices):
        for of in product(generations, repeat=len(group.members)):
            members = {
                name: AssignorMember(
                    member.topics,
                    tuple(one for one, owner in zip(partitions, had, strict=True) if owner == name),
                    generation,
                )
                for (name, member), generation in zip(group.members.items(), of, strict=True)
            }
            yield AssignorGroup(group.topics, members)


def ordered(assignment: Assignment) -> Assignment:
    """The assignment with each member's partitions sorted."""
    return {name: tuple(sorted(some)) for name, some in assignment.items()}
