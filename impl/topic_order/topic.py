"""The state: a topic of several partitions, one producer that numbers its records, and one reader of all partitions.

Read in `DefaultPartitioner` and `RecordAccumulator.reenqueue` of the clients, at 1.1.0 and 2.6.0. A record's number is
its place in the order of sending; records with equal remainders by `record-keys` have one key.
"""

from __future__ import annotations

from typing import Any

from tidemark.impl.topic_order.bounds import TopicOrderAt
from tidemark.spec import (
    Array,
    Enum,
    Id,
    Identity,
    Int,
    Label,
    Number,
    Record,
    Sequence,
    Truth,
    all_of,
    implies,
    settings_type,
    where,
)
from tidemark.spec.types.composites import RecordType

Spread = Enum("spread", "one", "by_key", "in_turn")
"""Where records go: all to one partition, those of a key to one, or to each partition in turn."""


class TopicOrderSettings(Record):
    """What the rules and the bounds say; each field has one value in a machine, so none takes room in a state.

    spread: where records go. late_again: a request that failed is sent again behind others that are under way.
    record_keys: how many keys the records have.
    """

    spread: Label
    late_again: Truth
    record_keys: Number


class KeyedPartition(Record):
    """A partition: the records on their way to it, its log, and how far the reader is."""

    in_flight: Sequence[Number]
    log: Sequence[Number]
    next_offset: Number


class KeyedTopic(Record):
    """The whole state. in_use: how many partitions there are. sent: how many records. records_read: those, in order."""

    partitions: Array[KeyedPartition]
    in_use: Number
    sent: Number
    records_read: Sequence[Number]
    failures_left: Number
    additions_left: Number
    settings: TopicOrderSettings

    def remainder(self, number: Number, divisor: Number) -> Number:
        """The remainder of a record's number; the language has no division, so each case is written out."""
        result: Number = 0
        for by in range(1, self.type.fields["sent"].hi + 1):
            for value in range(self.type.fields["sent"].hi):
                result = where((divisor == by) & (number == value), value % by, result)
        return result

    def place_of(self, record: Number) -> Number:
        """The number of the partition to which a record goes."""
        key = self.remainder(record, self.settings.record_keys)
        rule = self.settings.spread
        by_key = self.remainder(key, self.in_use)
        return where(
            rule == Spread.one, 0, where(rule == Spread.by_key, by_key, self.remainder(record, self.in_use))
        )

    def with_partition(self, partition: Identity, **changes: Any) -> KeyedTopic:
        """This topic with one partition changed."""
        changed = self.partitions[partition].but(**changes)
        return self.but(partitions=self.partitions.but(partition, changed))

    def is_in_order(self, records: Sequence[Number], *, one_key: bool = False) -> Truth:
        """Whether records are in the order in which they were sent; or those of each key are."""
        return all_of(
            implies(
                (later < records.length)
                & ((not one_key) | self._of_one_key(records[earlier], records[later])),
                records[earlier] < records[later],
            )
            for later in range(records.capacity)
            for earlier in range(later)
        )

    def _of_one_key(self, earlier: Number, later: Number) -> Truth:
        keys = self.settings.record_keys
        return self.remainder(earlier, keys) == self.remainder(later, keys)


def topic_type(at: TopicOrderAt) -> RecordType:
    """The states of a topic at these bounds, by the settings of its rules."""
    partition = Id("partition", at.partitions + at.added)
    record = Int(0, at.records - 1)
    records = Sequence.of(record, at.records)
    partition_states = KeyedPartition.of(
        in_flight=Sequence.of(record, at.in_flight), log=records, next_offset=Int(0, at.records)
    )
    return KeyedTopic.of(
        partitions=Array.of(partition, partition_states),
        in_use=Int(1, at.partitions + at.added),
        sent=Int(0, at.records),
        records_read=records,
        failures_left=Int(0, at.failures),
        additions_left=Int(0, at.added),
        settings=settings_type(TopicOrderSettings, at),
    )


def initial_topic(empty: KeyedTopic, at: TopicOrderAt) -> KeyedTopic:
    """Nothing was sent yet."""
    return empty.but(in_use=at.partitions, failures_left=at.failures, additions_left=at.added)
