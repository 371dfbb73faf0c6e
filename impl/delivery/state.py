"""The state: a partition's records, the consumers that read it one after another, the offset, and the sink.

A consumer has one record at a time. All records are committed in the partition before it begins, and none is lost
there. A field that is not in use has one value.
"""

from __future__ import annotations

from tidemark.impl.delivery.bounds import DeliveryAt
from tidemark.impl.shared.budgets import StateWithBudget
from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    Identity,
    Int,
    Label,
    Number,
    Only,
    Optional,
    Record,
    Truth,
    budget_type,
    settings_type,
)
from tidemark.spec.types.composites import RecordType

Phase = Enum("phase", "down", "idle", "fetched", "stored", "delivered", "committed")
"""What a consumer has done with the record at its position: it no longer runs, has none, has fetched it, keeps it in
its own store, has written it to the sink, has committed its offset."""

Commit = Enum("commit", "after", "before", "transaction")
"""When the offset of a record is committed: after it is written, before, or with it in a transaction of Kafka."""

Offsets = Enum("offsets", "kafka", "zookeeper", "sink")
"""Where the committed offset is kept."""

Sink = Enum("sink", "plain", "by_offset", "topic")
"""What records are written to: a system that takes each write, one that takes a record of an offset once, a topic."""

OwnStore = Enum("own_store", "no_store", "writes_again", "skips")
"""Whether consumers keep a record in their own store until its offset is committed, and what a consumer does with a
record there that was not committed: it writes it, or assumes that it was written.
"""


class DeliverySettings(Record):
    """What the rules say; each field has one value in a machine.

    fenced: a commit is refused if its consumer was replaced; in the sink, if it is not the next one.
    """

    commit: Label
    offsets: Label
    fenced: Truth
    sink: Label
    own_store: Label


class Consumer(Record):
    """A consumer: what it did with the record at its position, the offset that it reads next."""

    phase: Label
    next_offset: Number


class DeliveryBudget(Record):
    """How many faults of each sort are left."""

    crashes: Number
    takeovers: Number


class DeliveryState(StateWithBudget):
    """The whole state.

    owner: the consumer that has the partition, by the group or by a node of ZooKeeper. committed: the offset at which
    the next owner begins. in_sink: how often the sink has each record; 2 stands for more. in_store: which records are
    in the consumers' own store.
    """

    settings: DeliverySettings
    consumers: Array[Consumer]
    owner: Identity
    committed: Number
    in_sink: Array[Number]
    in_store: Array[Truth]
    budget: DeliveryBudget

    def with_consumer(self, me: Identity, phase: Label, position: Number) -> DeliveryState:
        """This state with one consumer changed."""
        changed = self.consumers[me].but(phase=phase, next_offset=position)
        return self.but(consumers=self.consumers.but(me, changed))


def delivery_type(at: DeliveryAt) -> RecordType:
    """The states at these bounds, by the settings of the rules."""
    consumer, record = Id("consumer", at.consumers), Int(0, at.records - 1)
    offset = Int(0, at.records)
    kept = Only(False) if at.own_store == OwnStore.no_store else Bool()
    return DeliveryState.of(
        settings=settings_type(DeliverySettings, at),
        consumers=Array.of(consumer, Consumer.of(phase=Phase, next_offset=offset)),
        owner=Optional(consumer),
        committed=offset,
        in_sink=Array.of(record, Int(0, 2)),
        in_store=Array.of(record, kept),
        budget=budget_type(DeliveryBudget, at),
    )
