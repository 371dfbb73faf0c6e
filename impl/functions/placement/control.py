"""What one broker's failure asks of the controller, over the number of partitions, for `tidemark compute control`."""

from __future__ import annotations

from tidemark.impl.functions.placement.batches import on_controller_failure, on_failure
from tidemark.impl.functions.placement.replicas import spread_out
from tidemark.spec.families.functions import ComputedTable, Function, Parameter, choice_of, number

FAILED = 0
TIMES = (1, 2, 4, 8)
"""How many times the partitions, a row each: how the costs grow."""
FAILURES = {"broker": on_failure, "controller": on_controller_failure}
"""The work of a failure, by what the failed broker was."""
HEADERS = (
    "partitions", "elections", "reads", "writes", "states", "state entries", "metadata", "metadata entries",
)  # fmt: skip
NOTES = (
    "reads, writes: of ZooKeeper; states: LeaderAndIsr requests; metadata: UpdateMetadata requests",
    "the number of requests does not grow with the partitions; all else grows as they do",
)


def compute(brokers: int, partitions: int, replicas: int, was: str) -> ComputedTable:
    """For each number of partitions what the controller reads, writes and sends when broker 0 fails."""
    rows = []
    for count in (times * partitions for times in TIMES):
        placement = spread_out(range(brokers), count, replicas, 0, 0)
        batches = FAILURES[was](placement, range(brokers), FAILED)
        counts = (count, batches.elections, batches.reads, batches.writes)
        rows.append((*counts, *batches.leader_and_isr, *batches.update_metadata))
    return ComputedTable(HEADERS, rows, NOTES)


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
            "was", f"what the failed broker was: {' or '.join(FAILURES)}", choice_of([*FAILURES]), "broker"
        ),
    ),
    "brokers=10 partitions=90",
    compute,
)
