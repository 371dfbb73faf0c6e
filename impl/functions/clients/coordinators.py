"""Which broker coordinates a consumer group: the leader of the group's partition of `__consumer_offsets`.

Source: `GroupMetadataManager.partitionFor` and `Utils.abs` of Kafka 3.8.
"""

from tidemark.impl.functions.clients.java import string_hash

PARTITIONS = 50
"""The partitions of `__consumer_offsets`, unless `offsets.topic.num.partitions` says otherwise."""
LEAST = -(2**31)
"""The least `int` of Java's, which has no absolute value there."""


def partition_of_group(group: str, count: int = PARTITIONS) -> int:
    """The partition of `__consumer_offsets` that has a group's state: the absolute value of its hash, modulo the count.

    The one hash without an absolute value counts as 0. Here it is not the sign bit that goes, as for a record's key.
    """
    number = string_hash(group)
    return 0 if number == LEAST else abs(number) % count
