"""Which partition a producer sends a record to, as pure functions: a given one, one by the key, or one in turn.

A record without a key goes round robin before Kafka 2.4 (`DefaultPartitioner`); then to one partition until its batch
is full (KIP-480, `StickyPartitionCache`); since 3.3 until enough bytes were sent (KIP-794, `BuiltInPartitioner`). What
Java draws at random is an argument: a number from 0 to 2**31 - 1.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tidemark.impl.functions.clients.java import to_int

SEED, MULTIPLIER, SHIFT = 0x9747B28C, 0x5BD1E995, 24
WORD = 0xFFFFFFFF


def murmur2(data: bytes) -> int:
    """The hash of a key, as a signed `int` (`Utils.murmur2`): Austin Appleby's MurmurHash2 with Kafka's seed."""
    total, whole = SEED ^ len(data), len(data) // 4 * 4
    for offset in range(0, whole, 4):
        word = int.from_bytes(data[offset : offset + 4], "little") * MULTIPLIER & WORD
        word = (word ^ word >> SHIFT) * MULTIPLIER & WORD
        total = (total * MULTIPLIER & WORD) ^ word
    if data[whole:]:
        total = (total ^ int.from_bytes(data[whole:], "little")) * MULTIPLIER & WORD
    total = (total ^ total >> 13) * MULTIPLIER & WORD
    return to_int(total ^ total >> 15)


def to_positive(number: int) -> int:
    """A number of Java's without its sign bit (`Utils.toPositive`); this is not the absolute value."""
    return number & 0x7FFFFFFF


def by_key(key: bytes, count: int) -> int:
    """The partition of a key, of a topic with that many partitions (`BuiltInPartitioner.partitionForKey`)."""
    return to_positive(murmur2(key)) % count


def by_absolute_value(key: bytes, count: int) -> int:
    """The partition of a key as many accounts have it: by the absolute value of the hash. Kafka's is another."""
    return abs(murmur2(key)) % count


@dataclass(frozen=True)
class ProducerTopic:
    """The partitions of a topic, numbered from 0, and those that have a leader, as the client lists them."""

    count: int
    available: tuple[int, ...]

    def pick(self, number: int) -> int:
        """The partition for a number: one that has a leader, if any has."""
        return self.available[number % len(self.available)] if self.available else number % self.count


Own = Callable[[bytes | None, ProducerTopic], int]
"""A custom partitioner (`partitioner.class`): the partition of a record, by its key or without one."""


def partition_of(
    requested: int | None,
    key: bytes | None,
    topic: ProducerTopic,
    without_key: Callable[[], int],
    custom: Own | None = None,
) -> int:
    """The partition of a record: the given one; else that of a custom partitioner; else that of its key.

    Without a key the rule for no key decides (`KafkaProducer.partition`). A custom partitioner is asked for records
    with a key too: it replaces both rules, not only the last one.

    Raises:
        ValueError: the topic has no such partition, or a custom partitioner gives a negative one.
    """
    if requested is not None:
        if not 0 <= requested < topic.count:
            raise ValueError(f"there is no partition {requested}: the topic has {topic.count}")
        return requested
    if custom is not None:
        if (chosen := custom(key, topic)) < 0:
            raise ValueError(f"the partitioner said {chosen}: a partition is 0 at least")
        return chosen
    return without_key() if key is None else by_key(key, topic.count)


def round_robin(counter: int, topic: ProducerTopic) -> int:
    """The next partition in turn, for a counter that the caller increases with every call (`RoundRobinPartitioner`)."""
    return topic.pick(to_positive(counter))


def sent_round_robin(records: int, topic: ProducerTopic, batch: int, *, asks_again: bool) -> list[int]:
    """Where records go if `batch` records fill a batch, and a batch is sent when it is full.

    asks_again: since KIP-480 the producer asks a partitioner a second time when the record would begin a batch
    (`KafkaProducer.doSend`, `abortForNewBatch`). The counter of round robin then counts that record twice: KAFKA-9965,
    from 2.4 to 3.9.1. In 3.9.2 the partitioner answers the same again (KAFKA-17632); 4.x does not ask again.
    """
    counter, destinations, waiting = 0, [], dict.fromkeys(range(topic.count), 0)
    for _ in range(records):
        chosen, counter = round_robin(counter, topic), counter + 1
        if asks_again and not waiting[chosen]:
            chosen, counter = round_robin(counter, topic), counter + 1
        waiting[chosen] = (waiting[chosen] + 1) % batch
        destinations.append(chosen)
    return destinations


def sticky(current: int | None, previous: int, topic: ProducerTopic, draws: Iterator[int]) -> int:
    """The partition that records without a key go to after a batch begins (`StickyPartitionCache.nextPartition`).

    current: the one so far. previous: the one whose new batch is the reason; an old one changes nothing. With two
    partitions that have leaders or more it is never the same again.
    """
    if current is not None and current != previous:
        return current
    if len(topic.available) < 2:
        return topic.available[0] if topic.available else next(draws) % topic.count
    return next(chosen for draw in draws if (chosen := topic.pick(draw)) != current)


@dataclass(frozen=True)
class Load:
    """Partitions, and for each the sum of the weights up to it (`PartitionLoadStats`)."""

    partitions: tuple[int, ...]
    sums: tuple[int, ...]


def load(queues: Sequence[int], partitions: Sequence[int], length: int) -> Load | None:
    """The weights by load: the longest queue + 1 - the partition's own (`updatePartitionLoadStats`).

    queues: batches that wait for each partition that has a leader. length: how many of these, from the first, are not
    left out for their broker's latency. None where all are alike: of the same length and none left out, or one alone.
    """
    if length < 1 or len(queues) < 2 or (length == len(queues) and len(set(queues)) == 1):
        return None
    most = max(queues[:length]) + 1
    return Load(tuple(partitions[:length]), tuple(accumulate(most - waiting for waiting in queues[:length])))


def next_uniform(draw: int, topic: ProducerTopic, weights: Load | None) -> int:
    """The next partition of KIP-794: by weight, or any that has a leader (`BuiltInPartitioner.nextPartition`)."""
    if weights is None:
        return topic.pick(draw)
    return weights.partitions[bisect_right(weights.sums, draw % weights.sums[-1])]


def moves_on(sent: int, batch_size: int, *, batch_ready: bool) -> bool:
    """Whether a producer leaves a partition to which it sent `sent` bytes (`updatePartitionInfo`).

    After a batch's size, once the batch is ready to be sent; after twice that in any case.
    """
    return sent >= batch_size * 2 or (batch_ready and sent >= batch_size)
