"""What one broker's failure costs, over the number of brokers, for `tidemark compute fail`."""

from __future__ import annotations

import math

from tidemark.impl.functions.placement.failure import costs, picture
from tidemark.spec.families.functions import ComputedTable, Function, Parameter, number

MOST = 64


def _size(argument: str) -> float:
    size = float(argument)
    if not 0 < size < math.inf:
        raise ValueError("it is a number above 0")
    return size


def compute(brokers: int, partitions: int, replicas: int, gigabytes: float) -> ComputedTable:
    """The worst cost for each number of brokers and each rule, in partitions; a picture with bars."""
    if replicas > brokers:
        raise ValueError(f"{replicas} replicas need as many brokers, and there are {brokers}")
    costs_by_rule = costs(brokers, partitions, replicas)
    head = (
        f"{partitions} partitions of {gigabytes:g} GB, {replicas} replicas; one of n brokers fails\n"
        "all: of the failed broker. most (dark): what falls to a single one of the others. Both at worst:\n"
        "with ZooKeeper of all that Kafka may draw, with KRaft of twenty draws\n\n"
    )
    rows = [(n, rule, c.elections, c.most_led, c.copies, c.most_read) for n, rule, c in costs_by_rule]
    headers = ("brokers", "rule", "elections", "to one", "copies", "from one")
    return ComputedTable(headers, rows, picture=head + picture(costs_by_rule, partitions, gigabytes))


FUNCTION = Function(
    "what the failure of one broker costs: elections, and replicas to copy",
    (
        Parameter("brokers", "the most brokers", number(1, MOST), "12"),
        Parameter("partitions", "partitions of the topic", number(1, 1000), "120"),
        Parameter("replicas", "replicas of each", number(1, MOST), "3"),
        Parameter("gigabytes", "the size of a partition", _size, "1"),
    ),
    "brokers=6",
    compute,
)
