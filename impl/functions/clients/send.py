"""How many batches and requests a producer sends, by how it chooses partitions, for `tidemark compute send`."""

from __future__ import annotations

from random import Random

from tidemark.impl.functions.clients.accumulator import (
    ProducerSettings,
    costs,
    in_turn,
    requests,
    stuck,
    uniform,
)
from tidemark.impl.functions.clients.partitioners import ProducerTopic
from tidemark.spec.families.functions import ComputedTable, Function, Parameter, number

MOST = 100_000
"""Records: soon computed."""


def compute(
    records: int, rate: int, partitions: int, brokers: int, batch: int, linger: int, seed: int
) -> ComputedTable:
    """A row for each rule by which a record without a key gets its partition."""
    settings, topic = (
        ProducerSettings(batch, linger, brokers),
        ProducerTopic(partitions, tuple(range(partitions))),
    )
    rules = {
        "round robin": in_turn(topic),
        "sticky": stuck(topic, Random(seed)),
        "uniform sticky": uniform(topic, batch, Random(seed)),
    }
    rows = []
    for name, choose in rules.items():
        total = costs(requests(records, rate, settings, choose))
        full = f"{records / total.batches:.1f}"
        rows.append(
            (name, total.batches, full, total.requests, f"{total.waited / records:.1f}", total.longest)
        )
    return ComputedTable(
        ("rule", "batches", "records a batch", "requests", "mean wait, ms", "longest wait, ms"), rows
    )


FUNCTION = Function(
    "batches and requests of a producer, by its rule for records without a key",
    (
        Parameter("records", "records that are sent, none of them with a key", number(1, MOST), "1200"),
        Parameter("rate", "records in each millisecond", number(1, MOST), "4"),
        Parameter("partitions", "partitions of the topic", number(1, 1000), "12"),
        Parameter("brokers", "brokers, which lead the partitions in turn", number(1, 1000), "3"),
        Parameter("batch", "records that fill a batch: batch.size over a record's size", number(1), "16"),
        Parameter("linger", "linger.ms: how long a batch waits for more", number(0, 10_000), "5"),
        Parameter("seed", "what is drawn at random follows from it", number(), "0"),
    ),
    "rate=4 partitions=12 linger=5",
    compute,
)
