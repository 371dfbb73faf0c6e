"""A group before a rebalance, and an assignment, which is the result of an assignor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from tidemark.impl.functions.clients.java import TopicPartition

Assignment = dict[str, tuple[TopicPartition, ...]]
"""For each member its partitions."""


@dataclass(frozen=True)
class AssignorMember:
    """A member of a group.

    topics: what it subscribes to. owned: what it had before, by its own account. generation: when it had that; -1 if
    it never had. instance: its `group.instance.id`, if it is a static member (KIP-345).
    """

    topics: frozenset[str]
    owned: tuple[TopicPartition, ...] = ()
    generation: int = -1
    instance: str | None = None


@dataclass(frozen=True)
class AssignorGroup:
    """The partitions of each topic, and the members by their id, in the order in which the coordinator names them."""

    topics: Mapping[str, int]
    members: Mapping[str, AssignorMember]

    def subscribed_topics(self) -> list[str]:
        """The topics that exist and to which somebody subscribes, sorted."""
        subscriptions = {topic for member in self.members.values() for topic in member.topics}
        return sorted(topic for topic in subscriptions if self.topics.get(topic))

    def partitions(self, topics: Iterable[str] | None = None) -> list[TopicPartition]:
        """All partitions of these topics, in their order; without topics, those of all subscribed ones."""
        listed = self.subscribed_topics() if topics is None else topics
        return [TopicPartition(topic, k) for topic in listed for k in range(self.topics[topic])]

    def subscribers(self, topic: str) -> list[str]:
        """The members that subscribe to a topic, in the group's order."""
        return [name for name, member in self.members.items() if topic in member.topics]

    def by_instance(self, names: Iterable[str]) -> list[str]:
        """Static members by their instance, then the others by their id (`MemberInfo.compareTo`)."""
        return sorted(names, key=lambda name: (self.members[name].instance is None, self._sorted_as(name)))

    def _sorted_as(self, name: str) -> str:
        instance = self.members[name].instance
        return name if instance is None else instance


def new_group(topics: Mapping[str, int], subscriptions: Mapping[str, Iterable[str]]) -> AssignorGroup:
    """A group whose members never had a partition."""
    return AssignorGroup(
        dict(topics),
        {name: AssignorMember(frozenset(subscription)) for name, subscription in subscriptions.items()},
    )


def rejoin(group: AssignorGroup, assignment: Assignment, generation: int = 1) -> AssignorGroup:
    """The group as it is at the next rebalance: each member has what was assigned to it."""
    members = {
        name: replace(member, owned=assignment[name], generation=generation)
        for name, member in group.members.items()
    }
    return replace(group, members=members)


def without_members(group: AssignorGroup, *names: str) -> AssignorGroup:
    """The group after these members left."""
    return replace(group, members={k: v for k, v in group.members.items() if k not in names})


def with_member(group: AssignorGroup, name: str, topics: Iterable[str]) -> AssignorGroup:
    """The group after a member came that never had a partition."""
    return replace(group, members={**group.members, name: AssignorMember(frozenset(topics))})


def owners(assignment: Mapping[str, Iterable[TopicPartition]]) -> Iterator[tuple[TopicPartition, str]]:
    """Each partition with the member that has it: twice, if two have it."""
    return ((partition, name) for name, partitions in assignment.items() for partition in partitions)


def format_assignment(assignment: Assignment) -> str:
    """An assignment in one line: `C0: T1p0 T1p2, C1: T1p1`."""
    return ", ".join(
        f"{name}: {' '.join(f'{topic}p{k}' for topic, k in sorted(partitions)) or '-'}"
        for name, partitions in assignment.items()
    )
