"""Delivery from a partition to a sink: when a consumer commits, where the offset is kept, and what the sink knows.

The family `group` has generations and assignments. Here a consumer has the partition or was replaced, and the question
is what reaches a system behind it.
"""

from pathlib import Path

from tidemark.impl.delivery.actions import ACTIONS
from tidemark.impl.delivery.bounds import DeliveryAt
from tidemark.impl.delivery.promises import PROMISES
from tidemark.impl.delivery.state import Commit, Offsets, OwnStore, Sink, delivery_type
from tidemark.impl.delivery.telling import TELLING
from tidemark.impl.shared.budgets import with_full_budget
from tidemark.spec import Cost, Family, Inquiry, Protocol, Rule, paid

RULES = {
    "commit": "when the offset of a record is committed, unless the sink keeps it",
    "offsets": "where the offset is kept, and whose commit is refused",
    "sink": "what the sink does with a record that it has",
    "own-store": "whether a consumer keeps a record until its offset is committed",
}

FAMILY = Family(
    name="delivery",
    at=DeliveryAt,
    rules=RULES,
    promises=PROMISES,
    state=delivery_type,
    initial=with_full_budget,
    actions=ACTIONS,
    telling=TELLING,
    costs=(Cost("faults", paid),),
    pins=Path(__file__).with_name("pins.toml"),
    inquiry=Inquiry(
        steps=({"records": 1, "consumers": 2}, {"records": 2, "consumers": 2}, {"records": 2, "consumers": 3})
    ),
)

_AT_LEAST_ONCE = {
    "commit": Rule.sets("after it is written", commit=Commit.after),
    "offsets": Rule.sets(
        "in __consumer_offsets, which refuses who was replaced", offsets=Offsets.kafka, fenced=True
    ),
    "sink": Rule.sets("it has it twice", sink=Sink.plain),
    "own-store": Rule.sets("no", own_store=OwnStore.no_store),
}
_TRANSACTION = Rule.sets(
    "with what is written, in a transaction of Kafka (KIP-98)", commit=Commit.transaction
)
_IN_SINK = "in the sink, in one transaction with the record"


def _protocol(name: str, summary: str, **changed: Rule) -> Protocol:
    rules = {name.replace("_", "-"): rule for name, rule in changed.items()}
    return Protocol(f"delivery/{name}", summary, FAMILY, {**_AT_LEAST_ONCE, **rules})


PROTOCOLS = (
    _protocol("at-least-once", "a record is written, then its offset is committed"),
    _protocol("at-most-once", "the offset is committed, then the record is written",
              commit=Rule.sets("before it is written", commit=Commit.before)),
    _protocol("zookeeper", "the offset is kept in ZooKeeper: up to 0.8.1, and by default in the old consumer",
              offsets=Rule.sets("in ZooKeeper, which takes every commit", offsets=Offsets.zookeeper, fenced=False)),
    _protocol("kept", "a consumer keeps each record, and deletes it after the commit; articles claim it",
              own_store=Rule.sets("yes; one that it finds there is written", own_store=OwnStore.writes_again)),
    _protocol("kept-and-skipped", "the same, and what a consumer finds in its own store it takes for written",
              own_store=Rule.sets("yes; one that it finds there counts as written", own_store=OwnStore.skips)),
    _protocol("exactly-once", "Kafka's transactions, and a sink that is a topic (KIP-98, KIP-447)",
              commit=_TRANSACTION,
              sink=Rule.sets("it is a topic: what no transaction commits is not read", sink=Sink.topic)),
    _protocol("exactly-once-elsewhere", "Kafka's transactions, and a sink that is not Kafka",
              commit=_TRANSACTION),
    _protocol("idempotent-sink", "a sink that knows each record by its offset",
              sink=Rule.sets("it has it once: the offset is its key", sink=Sink.by_offset)),
    _protocol("offsets-in-sink", "the sink keeps the offset with the records, and takes the next one alone",
              offsets=Rule.sets(f"{_IN_SINK}, if it is the next", offsets=Offsets.sink, fenced=True)),
    _protocol("offsets-in-sink-unchecked", "the sink keeps the offset with the records, and takes any",
              offsets=Rule.sets(f"{_IN_SINK}, whatever it is", offsets=Offsets.sink, fenced=False)),
)  # fmt: skip
