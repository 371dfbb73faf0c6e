"""In which order a reader gets what a producer sent."""

from tidemark.impl.topic_order.topic import KeyedTopic
from tidemark.spec import Truth, all_of, promise


@promise(broken="A partition has records in another order than that in which they were sent")
def order_in_a_partition(t: KeyedTopic) -> Truth:
    """Every partition has its records in the order in which they were sent to it."""
    return all_of(t.is_in_order(partition.log) for partition in t.partitions)


@promise(broken="Two records of one key were read in another order than that in which they were sent")
def order_of_a_key(t: KeyedTopic) -> Truth:
    """Records of one key are read in the order in which they were sent."""
    return t.is_in_order(t.records_read, one_key=True)


@promise(broken="Two records were read in another order than that in which they were sent")
def order_across_partitions(t: KeyedTopic) -> Truth:
    """All records are read in the order in which they were sent, whatever their partitions."""
    return t.is_in_order(t.records_read)


PROMISES = (order_in_a_partition, order_of_a_key, order_across_partitions)
