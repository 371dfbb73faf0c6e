"""Which brokers get the replicas of a new topic: the rule of most accounts, and Kafka's own.

Kafka has two. With ZooKeeper, and in `kafka-reassign-partitions --generate`, it is `AdminUtils`, rack-aware since
KIP-36. A KRaft controller has `StripedReplicaPlacer`. All give each partition its replicas, the preferred leader first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

Placement = list[tuple[int, ...]]
"""For each partition the brokers of its replicas; the first is the preferred leader."""


class Random(Protocol):
    """What `random.Random` and `java.util.Random` both have."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop - 1."""

    def shuffle(self, x: list[int], /) -> None:
        """Bring a list into a random order."""


def refuse(brokers: int, partitions: int, replicas: int) -> None:
    """Refuse what no rule can place.

    Raises:
        ValueError: there are no partitions, no replicas, or fewer brokers than replicas.
    """
    if partitions < 1 or replicas < 1:
        raise ValueError("a topic has at least one partition and one replica")
    if replicas > brokers:
        raise ValueError(f"{replicas} replicas need as many brokers, and there are {brokers}")


def by_accounts(brokers: int, partitions: int, replicas: int) -> Placement:
    """The rule that accounts give: replica j of partition i is on broker (i + j) mod n."""
    refuse(brokers, partitions, replicas)
    return [tuple((i + j) % brokers for j in range(replicas)) for i in range(partitions)]


def spread_out(
    brokers: Sequence[int], partitions: int, replicas: int, start: int, shift: int, first: int = 0
) -> Placement:
    """Without racks: leaders in turn from `start`, the others at a distance that grows each round (`AdminUtils`).

    start, shift: what Kafka draws at random below the number of brokers. first: the number of the first new partition.
    """
    count, placement = len(brokers), []
    refuse(count, partitions, replicas)
    for leader, steps in _leaders(count, range(first, first + partitions), start, shift):
        others = [(leader + _distance(steps + j, count)) % count for j in range(replicas - 1)]
        placement.append(tuple(brokers[k] for k in (leader, *others)))
    return placement


def _leaders(count: int, partitions: range, start: int, shift: int) -> Iterator[tuple[int, int]]:
    """For each partition the place of its leader, in turn from `start`, and the shift, which grows each round."""
    for number in partitions:
        shift += number > 0 and number % count == 0
        yield (number + start) % count, shift


def _distance(steps: int, count: int) -> int:
    """The distance from the leader, around all brokers but itself (`AdminUtils.replicaIndex`)."""
    return 1 + steps % (count - 1)


def alternate_racks(racks: Mapping[int, str]) -> list[int]:
    """Brokers so that neighbours are in different racks: the first of each rack, then the second of each."""
    by_rack = {
        rack: sorted(b for b, own_rack in racks.items() if own_rack == rack)
        for rack in sorted(set(racks.values()))
    }
    longest = max(map(len, by_rack.values()))
    return [members[k] for k in range(longest) for members in by_rack.values() if k < len(members)]


def spread_over_racks(
    racks: Mapping[int, str], partitions: int, replicas: int, start: int, shift: int, first: int = 0
) -> Placement:
    """The rule with racks (KIP-36): the same, over brokers of alternating racks; a rack without a replica is first."""
    brokers, all_racks = alternate_racks(racks), len(set(racks.values()))
    count, placement = len(brokers), []
    refuse(count, partitions, replicas)
    for leader, rounds in _leaders(count, range(first, first + partitions), start, shift):
        chosen, steps = [brokers[leader]], rounds * all_racks
        while len(chosen) < replicas:
            broker = brokers[(leader + _distance(steps, count)) % count]
            used = {racks[member] for member in chosen}
            if broker not in chosen and (racks[broker] not in used or len(used) == all_racks):
                chosen.append(broker)
            steps += 1
        placement.append(tuple(chosen))
    return placement


@dataclass(frozen=True)
class PlacementBroker:
    """A registered broker. A fenced one gets replicas only where no other is left, and never the first."""

    number: int
    rack: str = ""
    fenced: bool = False


@dataclass
class Stripe:
    """Brokers in a circle, from which a partition takes each at most once (`StripedReplicaPlacer.BrokerList`)."""

    brokers: list[int]
    offset: int = 0
    taken: int = 0
    epoch: int = 0

    def take(self, epoch: int) -> int | None:
        """The next broker for the partition of this epoch; None once all were taken."""
        if not self.brokers:
            return None
        if self.epoch != epoch:
            self.epoch, self.taken, self.offset = epoch, 0, (self.offset + 1) % len(self.brokers)
        if self.taken >= len(self.brokers):
            return None
        self.taken += 1
        return self.brokers[(self.taken - 1 + self.offset) % len(self.brokers)]


@dataclass
class RackList:
    """The racks while partitions are placed (`StripedReplicaPlacer.RackList`).

    racks: of each the brokers that are not fenced, and those that are. order: in which the racks take turns.
    """

    racks: list[tuple[Stripe, Stripe]]
    random: Random
    order: list[int] = field(init=False)
    offset: int = field(init=False)
    epoch: int = 0

    def __post_init__(self) -> None:
        """Begin each stripe, then the row of racks, at a random place."""
        for stripe in self._stripes():
            stripe.offset = self.random.randrange(len(stripe.brokers)) if stripe.brokers else 0
        self.order = list(range(len(self.racks)))
        self.offset = self.random.randrange(len(self.racks))

    def _stripes(self) -> Iterator[Stripe]:
        return (stripe for free, fenced in self.racks for stripe in (fenced, free))

    def place(self, replicas: int) -> tuple[int, ...]:
        """The replicas of the next partition: the first rack gives the leader, and then the racks give one in turn."""
        self._avoid_repeating()
        count = len(self.racks)
        turn = self.offset = self.offset % count
        skipped, leader = self._leader()
        chosen = [leader]
        while len(chosen) < replicas:
            if turn == skipped:
                skipped = -1  # it gave the leader; from the next turn on it gives others too
            else:
                free, fenced = self.racks[self.order[turn]]
                broker = free.take(self.epoch)
                broker = fenced.take(self.epoch) if broker is None else broker
                chosen += [] if broker is None else [broker]
            turn = (turn + 1) % count
        self.epoch, self.offset = self.epoch + 1, self.offset + 1
        return tuple(chosen)

    def _leader(self) -> tuple[int, int]:
        """The turn of the first rack that has a broker that is not fenced, and that broker."""
        turns = (turn % len(self.racks) for turn in range(self.offset, self.offset + len(self.racks)))
        offers = ((turn, self.racks[self.order[turn]][0].take(self.epoch)) for turn in turns)
        return next((turn, broker) for turn, broker in offers if broker is not None)

    def _avoid_repeating(self) -> None:
        """After as many partitions as there are brokers that may lead, change the order of racks and brokers."""
        unfenced = sum(len(free.brokers) for free, _ in self.racks)
        if self.epoch == unfenced > 1:
            self.random.shuffle(self.order)
            for stripe in self._stripes():
                self.random.shuffle(stripe.brokers)
            self.epoch = 0


def place_in_stripes(
    brokers: Sequence[PlacementBroker], partitions: int, replicas: int, random: Random
) -> Placement:
    """The rule of a KRaft controller: stripes over the racks, and over the brokers of each (`StripedReplicaPlacer`).

    Raises:
        ValueError: too few brokers, or all of them are fenced.
    """
    refuse(len(brokers), partitions, replicas)
    if all(broker.fenced for broker in brokers):
        raise ValueError("all brokers are fenced, so none can lead")
    names = sorted({broker.rack for broker in brokers})

    def stripe(rack: str, *, fenced: bool) -> Stripe:
        return Stripe(sorted(one.number for one in brokers if (one.rack, one.fenced) == (rack, fenced)))

    stripes = RackList([(stripe(name, fenced=False), stripe(name, fenced=True)) for name in names], random)
    return [stripes.place(replicas) for _ in range(partitions)]
