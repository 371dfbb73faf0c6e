"""What one broker's failure costs: elections, who leads afterwards, and what is copied if it comes back empty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass
from random import Random

from tidemark.impl.functions.placement.elections import by_replicas
from tidemark.impl.functions.placement.replicas import (
    Placement,
    PlacementBroker,
    by_accounts,
    place_in_stripes,
    spread_out,
)


@dataclass(frozen=True)
class FailureCost:
    """The cost of one broker's failure, in partitions.

    elections: those that it led. most_led: how many of these one other broker takes over, at most.
    copies: replicas that it had. most_read: how many of these are copied from one other broker, at most.
    """

    elections: int
    most_led: int
    copies: int
    most_read: int


def replicas_of(placement: Placement, brokers: Iterable[int]) -> dict[int, int]:
    """How many replicas each broker has."""
    counts = Counter(broker for replicas in placement for broker in replicas)
    return {broker: counts[broker] for broker in brokers}


def leaders_of(placement: Placement, brokers: Iterable[int], failed: int | None = None) -> dict[int, int]:
    """How many partitions each broker leads, the failed one none."""
    live = [broker for broker in brokers if broker != failed]
    counts = Counter(by_replicas(replicas, replicas, live) for replicas in placement)
    return {broker: counts[broker] for broker in live}


def cost(placement: Placement, brokers: Iterable[int], failed: int) -> FailureCost:
    """The cost of this broker's failure."""
    live = [broker for broker in brokers if broker != failed]
    hit = [(replicas, by_replicas(replicas, replicas, live)) for replicas in placement if failed in replicas]
    takeovers = Counter(leader for replicas, leader in hit if replicas[0] == failed and leader is not None)
    copies = Counter(leader for _, leader in hit if leader is not None)
    return FailureCost(
        takeovers.total(), max(takeovers.values(), default=0), len(hit), max(copies.values(), default=0)
    )


def worst(placements: Iterable[Placement], brokers: int) -> FailureCost:
    """The worst of each, over all brokers and over all these placements."""
    costs = [cost(placement, range(brokers), b) for placement in placements for b in range(brokers)]
    parts = zip(*map(astuple, costs), strict=True)
    return FailureCost(*map(max, parts))


def with_zookeeper(brokers: int, partitions: int, replicas: int) -> list[Placement]:
    """All that Kafka may draw with ZooKeeper and without racks: every start and every shift (`AdminUtils`)."""
    draws = range(brokers)
    return [spread_out(list(draws), partitions, replicas, start, shift) for start in draws for shift in draws]


def with_kraft(brokers: int, partitions: int, replicas: int, drawn: int = 20) -> list[Placement]:
    """Some placements that a KRaft controller may draw without racks (`StripedReplicaPlacer`); always the same ones."""
    cluster = [PlacementBroker(number) for number in range(brokers)]
    return [place_in_stripes(cluster, partitions, replicas, Random(seed)) for seed in range(drawn)]


RULES: dict[str, Callable[[int, int, int], list[Placement]]] = {
    "accounts": lambda *sizes: [by_accounts(*sizes)],
    "ZooKeeper": with_zookeeper,
    "KRaft": with_kraft,
}
"""The rule that accounts give, and Kafka's with either controller."""


def costs(most: int, partitions: int, replicas: int) -> list[tuple[int, str, FailureCost]]:
    """What the failure of one broker costs at worst, for each number of brokers up to `most`, under each rule."""
    return [
        (brokers, name, worst(place(brokers, partitions, replicas), brokers))
        for brokers in range(replicas, most + 1)
        for name, place in RULES.items()
    ]


def picture(costs_by_rule: list[tuple[int, str, FailureCost]], partitions: int, gigabytes: float) -> str:
    """These costs as a table over the number of brokers, with bars."""
    rows = [
        (
            str(brokers) if name == "accounts" else "",
            name,
            bar(cost.elections, cost.most_led, partitions),
            f"{cost.elections:4} {cost.most_led:4}",
            bar(cost.copies, cost.most_read, partitions),
            f"{cost.copies * gigabytes:7g} {cost.most_read * gigabytes:7g}",
        )
        for brokers, name, cost in costs_by_rule
    ]
    head = ("n", "rule", "leaders to elect", " all most", "data to copy, GB", "    all    most")
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = ("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)) for row in (head, *rows))
    return "\n".join(line.rstrip() for line in lines)


def bar(whole: int, part: int, full: int, width: int = 24) -> str:
    """A bar for a number of partitions. A part of it is dark; `full` partitions take the whole width."""
    dark, length = (max(round(number * width / full), number > 0) for number in (part, whole))
    return "█" * dark + "░" * (length - dark)
