"""What one broker's failure asks of the controller, over the number of partitions, for `tidemark compute control`."""

from __future__ import annotations

from tidemark.impl.functions.placement.batches import on_controller_failure, on_failure
from tidemark.impl.functions.placement.replicas import spread_out
from tidemark.spec.families.functions import ComputedTable, Function, Parameter, choice_of, number

FAILED = 0
TIMES = (1, 2, 4, 8)
"""How many times the partitions, a row each: how the costs grow."""


def compute(brokers: int, partitions: int, replicas: int, was: str) -> ComputedTable:
    """For each number of partitions what the controller reads, writes and sends when broker 0 fails."""
    failure = on_controller_failure if was == "controller" else on_failure
    rows = []
    for count in (times * partitions for times in TIMES):
        placement = spread_out(range(brokers), count, replicas, 0, 0)
        batches = failure(placement, range(brokers), FAILED)
        rows.append(
            (
                count,
                batches.elections,
                batches.reads,
                batches.writes,
                *batches.leader_and_isr,
                *batches.update_metadata,
            )
        )
    return ComputedTable(
        (
            "partitions",
            "elections",
            "reads",
            "writes",
            "states",
            "state entries",
            "metadata",
            "metadata entries",
        ),
        rows,
        (
            "reads, writes: of ZooKeeper; states: LeaderAndIsr requests; metadata: UpdateMetadata requests",
            "the number of requests does not grow with the partitions; all else grows as they do",
        ),
    )


FUNCTION = Function(
    "what the failure of one broker asks of the controller with ZooKeeper: elections, reads, writes, requests",
    (
        Parameter("brokers", "brokers; the first one fails", number(2, 1000)),
        Parameter(
            "partitions",
            "partitions of the topic; the rows have 1, 2, 4 and 8 times as many",
            number(1, 10_000),
        ),
        Parameter("replicas", "replicas of each", number(1, 64), "3"),
        Parameter(
            "was",
            "what the failed broker was: broker or controller",
            choice_of(("broker", "controller")),
            "broker",
        ),
    ),
    "brokers=10 partitions=90",
    compute,
)
