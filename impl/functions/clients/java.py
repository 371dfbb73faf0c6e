"""The order of Java's hash tables: Kafka's assignors iterate over them, so it decides who keeps a partition more.

Its own module, since an assignment equals that of the Java client only if ties are broken as its tables break them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

Key = TypeVar("Key")


class TopicPartition(NamedTuple):
    """A partition of a topic. They sort by topic, then by partition."""

    topic: str
    partition: int

    def __str__(self) -> str:
        """The name of its directory on a broker."""
        return f"{self.topic}-{self.partition}"


def to_int(number: int) -> int:
    """The low 32 bits as an `int` of Java's."""
    return (number + 2**31) % 2**32 - 2**31


def string_hash(string: str) -> int:
    """`String.hashCode`, over UTF-16 units."""
    units = string.encode("utf-16-be")
    total = 0
    for k in range(0, len(units), 2):
        total = total * 31 + int.from_bytes(units[k : k + 2])
    return to_int(total)


def partition_hash(partition: TopicPartition) -> int:
    """`TopicPartition.hashCode`."""
    return to_int(31 * (31 + partition.partition) + string_hash(partition.topic))


def hash_order(keys: Iterable[Key], hash_of: Callable[[Key], int]) -> list[Key]:
    """Keys, given in the order of their insertion, as a `HashMap` or `HashSet` that grew from 16 buckets gives them.

    A bucket keeps the order of insertion: so it is below eight keys in one bucket, from which on Java makes it a tree.
    """
    keys = list(keys)
    buckets = 16
    while len(keys) > buckets * 3 // 4:
        buckets *= 2

    def bucket(key: Key) -> int:
        number = hash_of(key) & 0xFFFFFFFF
        return (number ^ number >> 16) % buckets

    return sorted(keys, key=bucket)
