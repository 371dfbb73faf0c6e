"""What happens to records: they are sent to a partition, appended, sent again, and read; and the topic grows."""

from typing import Annotated

from tidemark.impl.topic_order.topic import KeyedTopic
from tidemark.spec import Domain, Id, Identity, Number, Sequence, action, position, require, where

PartitionId = Annotated[
    Identity, Domain("partition", lambda at: Id("partition", at["partitions"] + at["added"]))
]


def _without_first(queue: Sequence[Number]) -> Sequence[Number]:
    rest = queue.truncate(0)
    for place in range(1, queue.capacity):
        rest = where(place < queue.length, rest.append(queue[place]), rest)
    return rest


@action
def producer_sends(t: KeyedTopic, partition: PartitionId) -> KeyedTopic:
    """The producer sends its next record to the partition that its partitioner says."""
    one = t.partitions[partition]
    require(t.sent < t.type.fields["sent"].hi, "a record is left")
    require(t.place_of(t.sent) == position(partition), "the partitioner says this partition")
    require(one.in_flight.length < one.in_flight.capacity, "another request may be in flight")
    sent = one.but(in_flight=one.in_flight.append(t.sent))
    return t.but(sent=t.sent + 1).with_partition(partition, sent)


@action
def leader_appends(t: KeyedTopic, partition: PartitionId) -> KeyedTopic:
    """The leader of a partition appends the first record on its way to it."""
    one = t.partitions[partition]
    require(one.in_flight.length > 0, "a record is on its way")
    appended = one.but(in_flight=_without_first(one.in_flight), log=one.log.append(one.in_flight[0]))
    return t.with_partition(partition, appended)


@action(when=lambda at: at["late_again"])
def request_fails(t: KeyedTopic, partition: PartitionId) -> KeyedTopic:
    """A request fails, and its record is sent again, behind what is in flight (`RecordAccumulator.reenqueue`)."""
    one = t.partitions[partition]
    require(t.failures_left > 0, "a failure is left")
    require(one.in_flight.length > 1, "another request is in flight behind it")
    again = _without_first(one.in_flight).append(one.in_flight[0])
    return t.but(failures_left=t.failures_left - 1).with_partition(partition, one.but(in_flight=again))


@action
def reader_reads(t: KeyedTopic, partition: PartitionId) -> KeyedTopic:
    """The reader reads the next record of some partition: each log in its order, the partitions in any order."""
    one = t.partitions[partition]
    require(one.next_offset < one.log.length, "the partition has a record that is not read")
    read = t.records_read.append(one.log[one.next_offset])
    return t.but(records_read=read).with_partition(partition, one.but(next_offset=one.next_offset + 1))


@action
def topic_grows(t: KeyedTopic) -> KeyedTopic:
    """An operator adds a partition. Records that are there stay where they are."""
    require(t.additions_left > 0, "an addition is left")
    return t.but(additions_left=t.additions_left - 1, in_use=t.in_use + 1)


ACTIONS = (producer_sends, leader_appends, request_fails, reader_reads, topic_grows)
