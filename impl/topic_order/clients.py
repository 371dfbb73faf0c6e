"""What happens to records: they are sent to a partition, appended, sent again, and read; and the topic grows."""

from typing import Annotated

from tidemark.impl.shared.queues import without_first
from tidemark.impl.topic_order.topic import KeyedTopic
from tidemark.spec import Domain, Id, Identity, action, position, require

PartitionId = Annotated[Identity, Domain("partition", lambda at: Id("partition", at.partitions + at.added))]


@action
def producer_sends(t: KeyedTopic, partition: PartitionId) -> KeyedTopic:
    """The producer sends its next record to the partition that its partitioner says."""
    in_flight = t.partitions[partition].in_flight
    require(t.sent < t.type.fields["sent"].hi, "a record is left")
    require(t.place_of(t.sent) == position(partition), "the partitioner says this partition")
    require(in_flight.length < in_flight.capacity, "another request may be in flight")
    return t.but(sent=t.sent + 1).with_partition(partition, in_flight=in_flight.append(t.sent))


@action
def leader_appends(t: KeyedTopic, partition: PartitionId) -> KeyedTopic:
    """The leader of a partition appends the first record on its way to it."""
    in_flight, log = t.partitions[partition].in_flight, t.partitions[partition].log
    require(in_flight.length > 0, "a record is on its way")
    return t.with_partition(partition, in_flight=without_first(in_flight), log=log.append(in_flight[0]))


@action(when=lambda at: at.late_again)
def request_fails(t: KeyedTopic, partition: PartitionId) -> KeyedTopic:
    """A request fails, and its record is sent again, behind what is in flight (`RecordAccumulator.reenqueue`)."""
    in_flight = t.partitions[partition].in_flight
    require(t.failures_left > 0, "a failure is left")
    require(in_flight.length > 1, "another request is in flight behind it")
    again = without_first(in_flight).append(in_flight[0])
    return t.but(failures_left=t.failures_left - 1).with_partition(partition, in_flight=again)


@action
def reader_reads(t: KeyedTopic, partition: PartitionId) -> KeyedTopic:
    """The reader reads the next record of some partition: each log in its order, the partitions in any order."""
    offset, log = t.partitions[partition].next_offset, t.partitions[partition].log
    require(offset < log.length, "the partition has a record that is not read")
    read = t.records_read.append(log[offset])
    return t.but(records_read=read).with_partition(partition, next_offset=offset + 1)


@action
def topic_grows(t: KeyedTopic) -> KeyedTopic:
    """An operator adds a partition. Records that are there stay where they are."""
    require(t.additions_left > 0, "an addition is left")
    return t.but(additions_left=t.additions_left - 1, in_use=t.in_use + 1)


ACTIONS = (producer_sends, leader_appends, request_fails, reader_reads, topic_grows)
