"""Sticky and cooperative sticky: balanced first, then few moves (KIP-54, KIP-429; `AbstractStickyAssignor`).

Here are the claims of the members, and the rule for a group in which all subscribe to the same topics. `unequal` has
the other. Ties are broken by the order of a Java hash table of the members' ids, as Kafka's are.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from tidemark.impl.functions.clients.assignors.groups import Assignment, AssignorGroup, owners
from tidemark.impl.functions.clients.assignors.unequal import assign_unequal
from tidemark.impl.functions.clients.java import TopicPartition, hash_order, string_hash


@dataclass(frozen=True)
class Claims:
    """What the members say that they had: each member's own partitions, and those that two claim for one generation."""

    owned: dict[str, list[TopicPartition]]
    disputed: frozenset[TopicPartition]


def sticky(group: AssignorGroup) -> Assignment:
    """The assignment of `StickyAssignor`: all give up what they had before, so what moves is assigned at once.

    Raises:
        KeyError: Kafka throws a NullPointerException here: a member that takes no part in moves claims, for a missed
        generation, a partition to which it no longer subscribes.
    """
    return _assign(group)[0]


def cooperative_sticky(group: AssignorGroup) -> Assignment:
    """The assignment of `CooperativeStickyAssignor`: what others must revoke first waits for the next rebalance."""
    assignment, changing = _assign(group)
    return {
        name: tuple(partition for partition in partitions if partition not in changing)
        for name, partitions in assignment.items()
    }


def _assign(group: AssignorGroup) -> tuple[Assignment, set[TopicPartition]]:
    """The assignment, and the partitions in it that go from one member to another."""
    accepted = claims(group)
    if same_topics(group):
        return assign_equal(group, accepted)
    assignment = assign_unequal(group, accepted.owned)
    before = set(owners({name: member.owned for name, member in group.members.items()}))
    after = set(owners(assignment))
    added, revoked = ({partition for partition, _ in pairs} for pairs in (after - before, before - after))
    return assignment, added & revoked


def same_topics(group: AssignorGroup) -> bool:
    """Whether all members subscribe to the same topics, as `allSubscriptionsEqual` finds out.

    It compares with the first subscription that is not empty: members without a topic before it are overlooked.
    """
    first: frozenset[str] = frozenset()
    for member in group.members.values():
        first = first or member.topics
        if member.topics != first:
            return False
    return True


def claims(group: AssignorGroup) -> Claims:
    """The accepted claims: the later generation is right; of two in one neither is (`allSubscriptionsEqual`)."""
    topics, disputed = set(group.subscribed_topics()), set()
    owned: dict[str, list[TopicPartition]] = {name: [] for name in group.members}
    claimed: dict[TopicPartition, str] = {}
    for name, member in group.members.items():
        for partition in member.owned:
            claimant = claimed.get(partition)
            generation = -2 if claimant is None else group.members[claimant].generation
            if partition.topic not in topics or member.generation < generation:
                continue
            if claimant is not None and partition in owned[claimant]:
                owned[claimant].remove(partition)
            if member.generation == generation:
                disputed.add(partition)
            else:
                owned[name].append(partition)
            claimed[partition] = name
    order = hash_order(owned, string_hash)
    return Claims({name: owned[name] for name in order}, frozenset(disputed))


def assign_equal(group: AssignorGroup, accepted: Claims) -> tuple[Assignment, set[TopicPartition]]:
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
    for name, owned in accepted.owned.items():
        claimed = sorted(
            (partition for partition in owned if partition not in accepted.disputed),
            key=lambda partition: partition[::-1],
        )
        gets_extra = extra > 0 and len(claimed) > quota
        extra -= gets_extra
        keeps = claimed[: quota + gets_extra]
        assignment[name] = keeps
        revoked |= dict.fromkeys(claimed[len(keeps) :], name)
        if len(keeps) < quota:
            below.append(name)
        elif not gets_extra:
            at_quota.append(name)
    changing = set()
    turns, last = deque(sorted(below)), deque(sorted(at_quota))
    kept_by_all = {partition for owned in assignment.values() for partition in owned}
    for partition in partitions:
        if partition in kept_by_all:
            continue
        name = (turns or last).popleft()
        assignment[name].append(partition)
        if len(assignment[name]) < quota:
            turns.append(name)
        elif len(assignment[name]) == quota:
            last.append(name)
        if revoked.get(partition, name) != name or partition in accepted.disputed:
            changing.add(partition)
    return {name: tuple(assignment[name]) for name in group.members}, changing
