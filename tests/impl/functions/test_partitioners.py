"""Partitioners: a key stays while the count does, what a new partition moves, the balance that each rule promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import count, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kafka.partitioner.default import murmur2 as kafka_python

from tests.support.java_random import JavaRandom
from tidemark.impl.functions.clients.partitioners import (
    ProducerTopic,
    by_absolute_value,
    by_key,
    load,
    moves_on,
    murmur2,
    next_uniform,
    partition_of,
    round_robin,
    sent_round_robin,
    sticky,
    to_positive,
)

VECTORS = {
    b"21": -973932308,
    b"foobar": -790332482,
    b"a-little-bit-long-string": -985981536,
    b"a-little-bit-longer-string": -1486304829,
    b"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8": -58897971,
    b"abc": 479470107,
}
"""Those of the Java client's own test, `UtilsTest.testMurmur2`."""
DRAW = st.integers(0, 2**31 - 1)


@st.composite
def topics(draw: st.DrawFn) -> ProducerTopic:
    """A topic some of whose partitions have no leader."""
    size = draw(st.integers(1, 8))
    return ProducerTopic(size, tuple(sorted(draw(st.sets(st.integers(0, size - 1))))))


def test_the_hash_is_that_of_the_java_clients_own_test() -> None:
    assert {key: murmur2(key) for key in VECTORS} == VECTORS


def test_the_hash_is_kafka_pythons_for_10_000_random_keys() -> None:
    chance = JavaRandom(12)
    for _ in range(10_000):
        key = bytes(chance.randrange(256) for _ in range(chance.randrange(24)))
        assert murmur2(key) & 0xFFFFFFFF == kafka_python(key), key.hex()


@settings(deadline=None)
@given(st.binary(), st.integers(1, 100), topics())
def test_a_key_stays_while_the_number_of_partitions_does(key: bytes, size: int, topic: ProducerTopic) -> None:
    assert 0 <= by_key(key, size) < size
    kept = {partition_of(None, key, ProducerTopic(size, some), lambda: -1) for some in ((), topic.available)}
    assert kept == {by_key(key, size)}, "whether a partition has a leader makes no difference to a key"


@settings(deadline=None)
@given(st.one_of(st.none(), st.binary()), topics(), st.integers(-2, 9))
def test_a_given_partition_is_taken_or_refused(key: bytes | None, topic: ProducerTopic, given: int) -> None:
    if 0 <= given < topic.count:
        assert partition_of(given, key, topic, lambda: -1) == given
    else:
        with pytest.raises(ValueError, match=f"there is no partition {given}: the topic has"):
            partition_of(given, key, topic, lambda: -1)


def test_a_record_without_a_key_goes_where_its_rule_says() -> None:
    assert partition_of(None, None, ProducerTopic(3, (0, 1, 2)), lambda: 2) == 2


@settings(deadline=None)
@given(st.one_of(st.none(), st.binary()), topics(), st.integers(0, 9))
def test_a_partitioner_of_ones_own_is_asked_for_records_with_a_key_too(
    key: bytes | None, topic: ProducerTopic, chosen: int
) -> None:
    """Except for those with a given partition."""
    keys: list[bytes | None] = []

    def custom(key: bytes | None, topic: ProducerTopic) -> int:
        keys.append(key)
        return chosen % topic.count

    assert partition_of(None, key, topic, lambda: -1, custom) == chosen % topic.count
    assert keys == [key]
    assert partition_of(0, key, topic, lambda: -1, custom) == 0
    assert keys == [key], "it is not asked where the partition is given"
    with pytest.raises(ValueError, match="the partitioner said -1"):
        partition_of(None, key, topic, lambda: -1, lambda *_: -1)


def test_a_new_partition_moves_n_of_n_plus_1_keys_where_1_of_n_plus_1_would_do() -> None:
    """Over all remainders that there are; least is what the new partition must get for all to have the same."""
    for size in range(1, 30):
        hashes = range(size * (size + 1))
        moved = sum(number % size != number % (size + 1) for number in hashes)
        assert Fraction(moved, len(hashes)) == Fraction(size, size + 1)
    keys = [str(k).encode() for k in range(10_000)]
    assert sum(by_key(key, 9) != by_key(key, 10) for key in keys) == pytest.approx(9_000, abs=100)


def test_twice_as_many_partitions_move_half_of_the_keys_which_is_the_least() -> None:
    for size in range(1, 30):
        moved = [number for number in range(2 * size) if number % size != number % (2 * size)]
        assert len(moved) == size
        assert {number % (2 * size) for number in moved} == set(range(size, 2 * size)), "only to new ones"


def test_the_absolute_value_of_the_hash_gives_another_partition() -> None:
    """As accounts have it. The shortest key of all where it differs, by enumeration, with three partitions."""
    keys = (bytes(some) for size in count() for some in product(range(256), repeat=size))
    first = next(key for key in keys if by_key(key, 3) != by_absolute_value(key, 3))
    assert (first, murmur2(first)) == (b"\t", -101706065)
    assert (by_key(first, 3), by_absolute_value(first, 3)) == (0, 2)
    assert all(by_key(key, 1) == by_absolute_value(key, 1) for key in VECTORS)
    assert to_positive(-(2**31)) == 0, "where Java's Math.abs is negative"


@settings(deadline=None)
@given(st.integers(-(2**31), 2**31 - 1), topics())
def test_round_robin_gives_each_partition_that_has_a_leader_its_turn(
    counter: int, topic: ProducerTopic
) -> None:
    served = topic.available or tuple(range(topic.count))
    turns = [round_robin(counter + k, topic) for k in range(3 * len(served))]
    if to_positive(counter) + len(turns) <= 2**31:  # it jumps once, where the counter starts over
        assert Counter(turns) == dict.fromkeys(served, 3)
    assert set(turns) <= set(served)


def test_round_robin_is_even_before_2_4() -> None:
    for size, batch in product(range(1, 7), range(1, 5)):
        sent = Counter(sent_round_robin(60, ProducerTopic(size, tuple(range(size))), batch, asks_again=False))
        assert set(sent.values()) == {60 // size}


def test_since_2_4_a_producer_that_asks_again_leaves_partitions_out() -> None:
    """KAFKA-9965, from 2.4 to 3.9.1. The smallest topic: two partitions, a batch for each record."""
    unused_by_sizes = {
        (size, batch): set(range(size))
        - set(sent_round_robin(500, ProducerTopic(size, tuple(range(size))), batch, asks_again=True))
        for size, batch in product(range(1, 7), range(1, 5))
    }
    assert min(sizes for sizes, unused in unused_by_sizes.items() if unused) == (2, 1)
    assert unused_by_sizes[2, 1] == {0}
    assert [unused_by_sizes[4, batch] for batch in (1, 2, 3, 4)] == [{0, 2}] * 4
    assert not any(unused_by_sizes[size, 1] for size in (1, 3, 5)), (
        "an odd number of partitions is served in another order"
    )


@settings(deadline=None)
@given(topics(), st.lists(DRAW, min_size=1, max_size=5), st.data())
def test_sticky_changes_only_for_the_batch_of_its_own_partition(
    topic: ProducerTopic, draws: list[int], data: st.DataObject
) -> None:
    current = data.draw(st.one_of(st.none(), st.integers(0, topic.count - 1)))
    previous = data.draw(st.integers(-1, topic.count - 1))
    chosen = sticky(current, previous, topic, iter([*draws, *range(2 * topic.count)]))
    if current is not None and current != previous:
        assert chosen == current
    else:
        assert chosen in (topic.available or range(topic.count))
        assert chosen != current or len(topic.available) < 2, "the same again only where there is no other"


def test_sticky_goes_to_every_other_partition_alike() -> None:
    topic = ProducerTopic(5, (0, 1, 3, 4))
    chosen = Counter(sticky(1, 1, topic, iter([draw, draw + 1])) for draw in range(4))
    assert set(chosen) == {0, 3, 4}


def sent_sticky(
    records: int, topic: ProducerTopic, batch: int, slow: Collection[int], draws: Iterator[int]
) -> list[int]:
    """Where records without a key go by KIP-480; `batch` records fill a batch.

    slow: partitions whose broker takes a batch only when it is full; that of another partition is sent at once. A
    partition is left when a batch begins, so a slow one keeps the producer for longer.
    """
    current, destinations, waiting = sticky(None, -1, topic, draws), [], dict.fromkeys(range(topic.count), 0)
    for _ in range(records):
        if not waiting[current]:
            current = sticky(current, current, topic, draws)
        waiting[current] = (waiting[current] + 1) % (batch if current in slow else 1)
        destinations.append(current)
    return destinations


def sent_uniform(records: int, topic: ProducerTopic, batch: int, draws: Iterator[int]) -> list[int]:
    """Where they go by KIP-794 without weights: as many to each partition in turn, whatever its broker takes."""
    destinations: list[int] = []
    while len(destinations) < records:
        chosen, sent = next_uniform(next(draws), topic, None), 0
        while not moves_on(sent, batch, batch_ready=True):
            destinations.append(chosen)
            sent += 1
    return destinations[:records]


def test_sticky_sends_most_to_the_slowest_broker_and_uniform_sticky_as_much_to_each() -> None:
    """Why KIP-794 is there: three partitions, one of a slow broker, and ten records in a full batch.

    By KIP-480 a stay is one record where batches are sent at once, and ten where they wait; by KIP-794 it is ten.
    """
    topic, chance = ProducerTopic(3, (0, 1, 2)), JavaRandom(1)
    draws = iter(lambda: chance.randrange(2**31), -1)
    kip_480 = Counter(sent_sticky(12_000, topic, 10, {2}, draws))
    assert kip_480[2] == pytest.approx(10_000, rel=0.02)
    kip_794 = Counter(sent_uniform(12_000, topic, 10, draws))
    assert [kip_794[k] for k in range(3)] == pytest.approx([4_000] * 3, rel=0.1)
    assert Counter(sent_sticky(12_000, topic, 10, (), draws))[2] == pytest.approx(4_000, rel=0.05)
    adaptive = load([0, 0, 3], [0, 1, 2], 3)
    assert adaptive
    assert adaptive.sums == (4, 8, 9), "and with three batches that wait, one in nine of the stays"


@settings(deadline=None)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.data())
def test_uniform_sticky_weighs_a_partition_by_how_short_its_queue_is(
    queues: list[int], data: st.DataObject
) -> None:
    length = data.draw(st.integers(0, len(queues)))
    ids = [10 + k for k in range(len(queues))]
    weights = load(queues, ids, length)
    if length == 0 or len(queues) == 1 or (length == len(queues) and len(set(queues)) == 1):
        assert weights is None
        return
    assert weights is not None
    longest = max(queues[:length])
    chosen = Counter(next_uniform(draw, ProducerTopic(99, ()), weights) for draw in range(weights.sums[-1]))
    assert chosen == {ids[k]: longest + 1 - queues[k] for k in range(length)}


def test_the_example_in_the_source_of_uniform_sticky() -> None:
    weights = load([0, 3, 1], [0, 1, 2], 3)
    assert weights is not None
    assert weights.sums == (4, 5, 8)
    assert [next_uniform(draw, ProducerTopic(3, (0, 1, 2)), weights) for draw in range(8)] == [0] * 4 + [
        1
    ] + [2] * 3


@settings(deadline=None)
@given(st.integers(1, 100), st.lists(st.tuples(st.integers(1, 60), st.booleans()), max_size=40))
def test_uniform_sticky_stays_for_one_to_two_batches(size: int, appended: list[tuple[int, bool]]) -> None:
    sent = 0
    for size_of_record, ready in appended:
        assert sent < 2 * size, "it never stays beyond twice the batch's size"
        sent += size_of_record
        if moves_on(sent, size, batch_ready=ready):
            assert sent >= size, "nor leaves before one"
            sent = 0
