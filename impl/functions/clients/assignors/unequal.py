"""Sticky where members subscribe to different topics: give out, then move one by one (`GeneralAssignmentBuilder`)."""

from __future__ import annotations

from tidemark.impl.functions.clients.assignors.groups import Assignment, AssignorGroup
from tidemark.impl.functions.clients.java import TopicPartition, hash_order, partition_hash

Owned = dict[str, list[TopicPartition]]


def assign_unequal(group: AssignorGroup, owned: Owned) -> Assignment:
    """The assignment: what is kept stays, the rest goes to the smallest share, and then partitions move.

    owned: what each member had of the topics that still exist.
    """
    balancer = Balancer(group, owned)
    keeps = {partition for name in balancer.current for partition in balancer.keep(name)}
    unassigned = [partition for partition in balancer.partitions if partition not in keeps]
    return balancer.balance(unassigned)


class Movements:
    """Which partition moved from whom to whom, so that none moves back for another (`PartitionMovements`)."""

    def __init__(self) -> None:
        self.moved: dict[TopicPartition, tuple[str, str]] = {}

    def add(self, partition: TopicPartition, source: str, target: str) -> None:
        """Note a move; with an earlier one of that partition it becomes one move, or none."""
        first = self.moved.pop(partition, (source, target))[0]
        if first != target:
            self.moved[partition] = (first, target)

    def instead(self, partition: TopicPartition, source: str, target: str) -> TopicPartition:
        """The partition to move: preferably one of the topic that went the other way before."""
        source = self.moved.get(partition, (source, target))[0]
        back = [candidate for candidate, pair in self.moved.items() if pair == (target, source)]
        same_topic = [candidate for candidate in back if candidate.topic == partition.topic]
        return hash_order(same_topic, partition_hash)[0] if same_topic else partition


class Balancer:
    """The assignment while it is made. current: who has what, of the members that take part."""

    def __init__(self, group: AssignorGroup, owned: Owned) -> None:
        topics = group.subscribed_topics()
        self.group = group
        self.subscribers = {topic: group.subscribers(topic) for topic in topics}
        self.wants = {
            name: [t for t in topics if t in member.topics] for name, member in group.members.items()
        }
        self.partitions = group.partitions(sorted(topics, key=lambda topic: len(self.subscribers[topic])))
        self.current: Owned = {name: list(partitions) for name, partitions in owned.items()}
        self.owner = {partition: name for name, partitions in owned.items() for partition in partitions}
        self.movements = Movements()
        self.revokes = False
        self.stale = self._stale_claims()

    def _stale_claims(self) -> dict[TopicPartition, str]:
        """The last owner of each partition, by claims of older generations (`prepopulateCurrentAssignments`)."""
        latest = max((member.generation for member in self.group.members.values()), default=-1)
        claims: dict[TopicPartition, tuple[int, str]] = {}
        for name, member in self.group.members.items():
            for partition in member.owned if member.generation < latest else ():
                if partition not in claims or member.generation > claims[partition][0]:
                    claims[partition] = (member.generation, name)
        return {partition: name for partition, (_, name) in claims.items()}

    def keep(self, name: str) -> list[TopicPartition]:
        """Take from a member what it no longer subscribes to; gives what it keeps."""
        keeps = [partition for partition in self.current[name] if partition.topic in self.wants[name]]
        self.revokes |= len(keeps) < len(self.current[name])
        self.current[name] = keeps
        return keeps

    def by_size(self) -> list[str]:
        """The members that take part, the smallest share first, then by their id."""
        return sorted(self.current, key=lambda name: (len(self.current[name]), name))

    def balance(self, unassigned: list[TopicPartition]) -> Assignment:
        """Give out the rest, then move partitions until no move helps.

        Kafka then compares a score with that before, and takes the moves back where it is no better
        (`getBalanceScore`). This happened in none of 200,000 random groups, so it is left out.
        """
        for partition in unassigned:
            self._give(
                partition, next(name for name in self.by_size() if partition.topic in self.wants[name])
            )
        movable = [partition for partition in self.partitions if len(self.subscribers[partition.topic]) > 1]
        fixed = {
            name: partitions for name, partitions in self.current.items() if not self._may_take_part(name)
        }
        self.current = {name: partitions for name, partitions in self.current.items() if name not in fixed}
        if not self.revokes:
            self._move([partition for partition in unassigned if len(self.subscribers[partition.topic]) > 1])
        self._move(movable)
        return {name: tuple((fixed | self.current)[name]) for name in self.group.members}

    def _give(self, partition: TopicPartition, name: str) -> None:
        self.current[name].append(partition)
        self.owner[partition] = name

    def _may_take_part(self, name: str) -> bool:
        """Whether it lacks a partition that it could have, or has one that another could have."""
        return len(self.current[name]) < self._most(name) or any(
            len(self.subscribers[partition.topic]) > 1 for partition in self.current[name]
        )

    def _most(self, name: str) -> int:
        return sum(self.group.topics[topic] for topic in self.wants[name])

    def is_balanced(self) -> bool:
        """Whether no single partition can go to a member that has two fewer than its owner."""
        order = self.by_size()
        if not order or len(self.current[order[0]]) >= len(self.current[order[-1]]) - 1:
            return True
        return not any(
            len(self.current[self.owner[partition]]) > len(self.current[name]) + 1
            for name in order
            if len(self.current[name]) != self._most(name)
            for partition in self.group.partitions(self.wants[name])
        )

    def _move(self, movable: list[TopicPartition]) -> None:
        """Pass over these partitions until none moves (`performReassignments`)."""
        again = True
        while again:
            again = False
            for partition in movable:
                if self.is_balanced():
                    return
                again |= self._move_one(partition)

    def _move_one(self, partition: TopicPartition) -> bool:
        """Move a partition, or another in its place, to a member that has two fewer, if there is one; whether it moved.

        The member that had it in a missed generation comes first, whatever it subscribes to by now.
        """
        owner = self.owner[partition]
        limit = len(self.current[owner]) - 1
        target = self.stale.get(partition)
        if target is None or len(self.current[target]) >= limit:
            if all(len(self.current[name]) >= limit for name in self.subscribers[partition.topic]):
                return False
            target = next(name for name in self.by_size() if partition.topic in self.wants[name])
        partition = self.movements.instead(partition, owner, target)
        source = self.owner[partition]
        self.movements.add(partition, source, target)
        self.current[source].remove(partition)
        self._give(partition, target)
        return True
