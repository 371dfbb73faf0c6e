"""The assignors of the group coordinator since KIP-848: `uniform`; its range is the clients' function of the same name.

It too has two rules: one for members that all subscribe to the same (`UniformHomogeneousAssignmentBuilder`), one for
the others (`UniformHeterogeneousAssignmentBuilder`, rewritten for 4.0). Topics are taken in the order of their ids,
which is here that of `Group.topics`; members in the order of `Group.members`.
"""

from __future__ import annotations

from collections.abc import Callable

from tidemark.impl.functions.clients.assignors.groups import Assignment, AssignorGroup
from tidemark.impl.functions.clients.java import TopicPartition

ROUNDS = 16
"""`MAX_ITERATION_COUNT`: how often all topics are balanced at most."""


def uniform(group: AssignorGroup) -> Assignment:
    """The target assignment of the group coordinator's `UniformAssignor`, as it is in Kafka 4.1 to 4.3."""
    subscriptions = {member.topics for member in group.members.values()}
    return uniform_equal(group, quotas) if len(subscriptions) <= 1 else uniform_unequal(group)


def quotas(group: AssignorGroup, had: dict[str, int]) -> dict[str, int]:
    """How many partitions each member gets: one more goes to those that have more already, else to the last members.

    had: how many each has of the topics.
    """
    share, extra = _shares(group)
    quotas_by_name = {}
    for k, name in enumerate(group.members):
        gets_extra = extra > 0 and (had[name] > share or len(group.members) - k <= extra)
        quotas_by_name[name] = share + gets_extra
        extra -= gets_extra
    return quotas_by_name


def quotas_by_order(group: AssignorGroup, had: dict[str, int]) -> dict[str, int]:
    """The rule of Kafka 3.9, a preview: the first P mod C members get one more, no matter who had one more before."""
    share, extra = _shares(group)
    return {name: share + (k < extra) for k, name in enumerate(had)}


def _shares(group: AssignorGroup) -> tuple[int, int]:
    return divmod(len(group.partitions()), len(group.members))


def uniform_equal(
    group: AssignorGroup, rule: Callable[[AssignorGroup, dict[str, int]], dict[str, int]]
) -> Assignment:
    """All subscribe to the same: a member keeps what it had, topic by topic, up to its quota.

    What is left goes to the members below their quota, in the group's order: first what nobody had.
    """
    subscribed_topics = group.subscribed_topics()
    topics = [topic for topic in group.topics if topic in subscribed_topics]
    keeps = {
        name: [partition for partition in member.owned if partition.topic in topics]
        for name, member in group.members.items()
    }
    owned = {partition for partitions in keeps.values() for partition in partitions}
    free = [partition for partition in group.partitions(topics) if partition not in owned]
    allowed = rule(group, {name: len(partitions) for name, partitions in keeps.items()}) if keeps else {}
    for name, partitions in keeps.items():
        free += partitions[allowed[name] :]
        del partitions[allowed[name] :]
    for name, partitions in keeps.items():
        room = allowed[name] - len(partitions)
        partitions += free[:room]
        del free[:room]
    return {name: tuple(partitions) for name, partitions in keeps.items()}


def uniform_unequal(group: AssignorGroup) -> Assignment:
    """Members subscribe to different topics: each topic is given out on its own, then topics are balanced in rounds.

    Topics with the most partitions per subscriber come first, then those with fewer subscribers. A round that changes
    nothing since the last topic that was changed is the last.
    """
    subscribed_topics = set(group.subscribed_topics())
    topics = sorted(
        (topic for topic in group.topics if topic in subscribed_topics),
        key=lambda topic: (
            -group.topics[topic] / len(group.subscribers(topic)),
            len(group.subscribers(topic)),
        ),
    )
    owner: dict[TopicPartition, str] = {}
    for name, member in group.members.items():
        owner |= {
            partition: name
            for partition in member.owned
            if partition.topic in member.topics & subscribed_topics
        }
    sizes = {name: list(owner.values()).count(name) for name in group.members}
    for topic in topics:
        order = by_load(group.subscribers(topic), sizes)
        for partition in group.partitions([topic]):
            if partition not in owner:
                owner[partition] = min(order, key=sizes.__getitem__)
                sizes[owner[partition]] += 1
    shared, last = [topic for topic in topics if len(group.subscribers(topic)) > 1], ""
    for topic in shared * ROUNDS:
        if topic == last:
            break
        if even_out(group, topic, owner, sizes) or not last:
            last = topic
    return {
        name: tuple(partition for partition in group.partitions(topics) if owner[partition] == name)
        for name in group.members
    }


def by_load(names: list[str], sizes: dict[str, int]) -> list[str]:
    """Members with the fewest partitions first, then in the group's order."""
    return sorted(names, key=sizes.__getitem__)


def even_out(
    group: AssignorGroup, topic: str, owner: dict[TopicPartition, str], sizes: dict[str, int]
) -> int:
    """Move partitions of a topic from its most to its least loaded subscribers, as long as they differ by two.

    Both ends are levels of members that have the same: the lower fills up from the left, the upper is cleared from the
    right, one partition each. A member gives its partitions of the topic from the last on. Returns how many moved.
    """
    order = by_load(group.subscribers(topic), sizes)
    if sizes[order[-1]] - sizes[order[0]] <= 1:
        return 0
    partitions_of = {
        name: [partition for partition in group.partitions([topic]) if owner[partition] == name]
        for name in order
    }
    levels = Levels(order, sizes)
    moved = 0
    while True:
        source = levels.next_giver(lambda name: bool(partitions_of[name]))
        if source is None:
            return moved
        partition, target = partitions_of[source].pop(), levels.next_taker()
        if levels.high - levels.low <= 1:
            return moved
        owner[partition] = target
        sizes[source] -= 1
        sizes[target] += 1
        moved += 1


class Levels:
    """The least and the most loaded subscribers of a topic, while partitions move between (`MemberAssignmentBalancer`).

    order: the members, the least loaded first. low, high: how many partitions the members of both levels have.
    """

    def __init__(self, order: list[str], sizes: dict[str, int]) -> None:
        self.order, self.sizes = order, sizes
        self.low, self.low_end, self.next_low = sizes[order[0]] - 1, 0, 0
        self.high, self.high_start, self.high_end = sizes[order[-1]] + 1, len(order), len(order)
        self.next_high = len(order) - 1

    def next_taker(self) -> str:
        """The next member to get a partition: once all of the level have one, the level is one higher."""
        if self.next_low >= self.low_end:
            self.low += 1
            while self.low_end < len(self.order) and self.sizes[self.order[self.low_end]] == self.low:
                self.low_end += 1
            self.next_low = 0
        self.next_low += 1
        return self.order[self.next_low - 1]

    def next_giver(self, gives: Callable[[str], bool]) -> str | None:
        """The next member to give a partition; those that have none to give leave the level. None without one."""
        while True:
            if self.next_high < self.high_start:
                self._lower()
            if self.next_high < 0:
                return None
            name, position = self.order[self.next_high], self.next_high
            self.next_high -= 1
            if gives(name):
                return name
            self.high_end -= 1
            self.order[position], self.order[self.high_end] = self.order[self.high_end], name

    def _lower(self) -> None:
        """All of the upper level gave a partition: it is one lower now, or where the next members are."""
        if self.high_end <= self.high_start and self.high_start > 0:
            self.high = self.sizes[self.order[self.high_start - 1]]
        else:
            self.high -= 1
        while self.high_start > 0 and self.sizes[self.order[self.high_start - 1]] == self.high:
            self.high_start -= 1
        self.next_high = self.high_end - 1
