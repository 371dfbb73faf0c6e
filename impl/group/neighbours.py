"""Another group that reads the same partitions, at its own pace: what its commits do to this one.

Source: `OffsetCommitKey` of Kafka 3.9, and `GroupMetadataManager.offsetCommitKey`: a committed offset is kept by group,
topic and partition. The other group is only a position: it processes a record and commits its offset in one step.
"""

from __future__ import annotations

from tidemark.impl.group.delivery import end_offset
from tidemark.impl.group.domains import PartitionId
from tidemark.impl.group.state import ConsumerGroup
from tidemark.impl.group.topics import has_partition
from tidemark.spec import Rule, action, require, where


@action(when=lambda at: at.other_groups > 0)
def other_group_reads(g: ConsumerGroup, partition: PartitionId) -> ConsumerGroup:
    """The other group processes its next record of a partition, and commits its offset."""
    partition_state = g.partitions[partition]
    require(
        has_partition(g, partition) & (partition_state.other_position < end_offset(g)), "a record is there"
    )
    offset = partition_state.other_position + 1
    moves = g.settings.shares_offsets & (partition_state.committed != offset)
    read = partition_state.but(
        other_position=offset, committed=where(moves, offset, partition_state.committed)
    )
    return g.with_partition(partition, read).but(moved_by_other=g.moved_by_other | moves)


BY_GROUP = Rule.sets("the group, the topic and the partition", shares_offsets=False)
BY_PARTITION = Rule.sets("the topic and the partition alone", shares_offsets=True)
