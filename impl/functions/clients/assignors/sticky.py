"""Sticky and cooperative sticky: balanced first, then few moves (KIP-54, KIP-429; `AbstractStickyAssignor`).

Here are the claims of the members, and the rule for a group in which all subscribe to the same topics. `unequal` has
the other. Ties are broken by the order of a Java hash table of the members' ids, as Kafka's are.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from tidemark.impl.functions.clients.assignors.groups import Assignment, Group
from tidemark.impl.functions.clients.assignors.unequal import assign_unequal
from tidemark.impl.functions.clients.java import TopicPartition, hash_order, string_hash


@dataclass(frozen=True)
class Claims:
    """What the members say that they had: each member's own partitions, and those that two claim for one generation."""

    owned: dict[str, list[TopicPartition]]
    disputed: frozenset[TopicPartition]


def sticky(group: Group) -> Assignment:
    """The assignment of `StickyAssignor`: all give up what they had before, so what moves is assigned at once.

    Raises:
        KeyError: Kafka throws a NullPointerException here: a member that takes no part in moves claims, for a missed
        generation, a partition to which it no longer subscribes.
    """
    return _assigned(group)[0]


def cooperative_sticky(group: Group) -> Assignment:
    """The assignment of `CooperativeStickyAssignor`: what others must revoke first waits for the next rebalance."""
    assignment, changing = _assigned(group)
    return {name: tuple(one for one in some if one not in changing) for name, some in assignment.items()}


def _assigned(group: Group) -> tuple[Assignment, set[TopicPartition]]:
    """The assignment, and the partitions in it that go from one member to another."""
    found = claims(group)
    if same_topics(group):
        return assign_equal(group, found)
    assignment = assign_unequal(group, found.owned)
    had = {name: set(member.owned) for name, member in group.members.items()}
    added = {one for name, some in assignment.items() for one in some if one not in had[name]}
    revoked = {one for name, some in assignment.items() for one in had[name] if one not in some}
    return assignment, added & revoked


def same_topics(group: Group) -> bool:
    """Whether all members subscribe to the same topics, as `allSubscriptionsEqual` finds out.

    It compares with the first subscription that is not empty: members without a topic before it are overlooked.
    """
    first: frozenset[str] = frozenset()
    for member in group.members.values():
        first = first or member.topics
        if member.topics != first:
            return False
    return True


def claims(group: Group) -> Claims:
    """The accepted claims: the later generation is right; of two in one neither is (`allSubscriptionsEqual`)."""
    known, disputed = set(group.subscribed()), set()
    owned: dict[str, list[TopicPartition]] = {name: [] for name in group.members}
    claimed: dict[TopicPartition, str] = {}
    for name, member in group.members.items():
        for one in member.owned:
            other = claimed.get(one)
            generation = -2 if other is None else group.members[other].generation
            if one.topic not in known or member.generation < generation:
                continue
            if other is not None and one in owned[other]:
                owned[other].remove(one)
            if member.generation == generation:
                disputed.add(one)
            else:
                owned[name].append(one)
            claimed[one] = name
    order = hash_order(owned, string_hash)
    return Claims({name: owned[name] for name in order}, frozenset(disputed))


def assign_equal(group: Group, found: Claims) -> tuple[Assignment, set[TopicPartition]]:
    """The assignment where all subscribe to the same, and what changes hands (`ConstrainedAssignmentBuilder`).

    Each keeps what it had, up to its quota; P mod C members may have one more, those first that had more. The rest is
    dealt out in turn, by topic and number, to the members by their id.
    """
    partitions = group.partitions()
    quota, extra = divmod(len(partitions), len(group.members))
    assignment: dict[str, list[TopicPartition]] = {}
    revoked: dict[TopicPartition, str] = {}
    below: list[str] = []
    at_quota: list[str] = []
    for name, some in found.owned.items():
        own = sorted((one for one in some if one not in found.disputed), key=lambda one: one[::-1])
        more = extra > 0 and len(own) > quota
        extra -= more
        kept = own[: quota + more]
        assignment[name] = kept
        revoked |= dict.fromkeys(own[len(kept) :], name)
        if len(kept) < quota:
            below.append(name)
        elif not more:
            at_quota.append(name)
    changing = set()
    turns, last = deque(sorted(below)), deque(sorted(at_quota))
    kept_by_all = {one for some in assignment.values() for one in some}
    for one in partitions:
        if one in kept_by_all:
            continue
        name = (turns or last).popleft()
        assignment[name].append(one)
        if len(assignment[name]) < quota:
            turns.append(name)
        elif len(assignment[name]) == quota:
            last.append(name)
        if revoked.get(one, name) != name or one in found.disputed:
            changing.add(one)
    return {name: tuple(assignment[name]) for name in group.members}, changing
