"""Which brokers get the replicas of a new topic, for `tidemark compute place`."""

from __future__ import annotations

from random import Random

from tidemark.impl.functions.placement.failure import leaders_of, replicas_of
from tidemark.impl.functions.placement.replicas import (
    Placement,
    PlacementBroker,
    by_accounts,
    place_in_stripes,
    spread_out,
    spread_over_racks,
)
from tidemark.spec.families.functions import ComputedTable, Function, Parameter, choice_of, number

RULES = ("kraft", "zookeeper", "accounts")
MOST = 10_000


def _place(rule: str, racks: list[str], brokers: int, partitions: int, replicas: int, seed: int) -> Placement:
    random = Random(seed)
    if rule == "accounts":
        return by_accounts(brokers, partitions, replicas)
    if rule == "kraft":
        cluster = [PlacementBroker(b, racks[b]) if racks else PlacementBroker(b) for b in range(brokers)]
        return place_in_stripes(cluster, partitions, replicas, random)
    start, shift = random.randrange(brokers), random.randrange(brokers)
    if racks:
        return spread_over_racks(dict(enumerate(racks)), partitions, replicas, start, shift)
    return spread_out(range(brokers), partitions, replicas, start, shift)


def _racks(argument: str) -> list[str]:
    return argument.split(",") if argument else []


def compute(
    rule: str, brokers: int, racks: list[str], partitions: int, replicas: int, seed: int
) -> ComputedTable:
    """The replicas of each partition, the preferred leader first."""
    if racks and len(racks) != brokers:
        raise ValueError(f"racks has one for each broker: {brokers}, and there are {len(racks)}")
    if racks and rule == "accounts":
        raise ValueError("the accounts' rule knows no racks")
    placement = _place(rule, racks, brokers, partitions, replicas, seed)
    rows = [(k, " ".join(map(str, members))) for k, members in enumerate(placement)]
    counts = replicas_of(placement, range(brokers)), leaders_of(placement, range(brokers))
    lists = (" ".join(f"{broker}:{count}" for broker, count in by_broker.items()) for by_broker in counts)
    return ComputedTable(
        ("partition", "replicas"),
        rows,
        tuple(f"{title}: {numbers}" for title, numbers in zip(("replicas", "leaders"), lists, strict=True)),
    )


FUNCTION = Function(
    "which brokers get the replicas of a new topic",
    (
        Parameter("rule", f"one of {', '.join(RULES)}", choice_of(RULES), "kraft"),
        Parameter("brokers", "brokers, numbered from 0", number(1, MOST)),
        Parameter("racks", "the rack of each broker, in order: a,a,b", _racks, ""),
        Parameter("partitions", "partitions of the topic", number(1, MOST)),
        Parameter("replicas", "replicas of each", number(1, MOST), "3"),
        Parameter("seed", "what is drawn at random follows from it", number(), "0"),
    ),
    "brokers=4 partitions=8 replicas=2",
    compute,
)
