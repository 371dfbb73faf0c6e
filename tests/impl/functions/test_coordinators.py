"""The partition of `__consumer_offsets` that has a consumer group's state."""

from hypothesis import given
from hypothesis import strategies as st

from tidemark.impl.functions.clients.coordinators import PARTITIONS, partition_of_group
from tidemark.impl.functions.clients.java import string_hash


@given(st.text(), st.integers(1, 100))
def test_it_is_a_partition_and_always_the_same(group: str, count: int) -> None:
    assert 0 <= partition_of_group(group, count) < count
    assert partition_of_group(group, count) == partition_of_group(group, count)


def test_it_is_what_kafka_computes() -> None:
    # `String.hashCode` by hand: 31 * (31 * 97 + 98) + 99 for "abc", whose remainder by 50 is 4.
    assert string_hash("abc") == 96_354
    assert partition_of_group("abc") == 96_354 % PARTITIONS == 4
    # A negative hash keeps its value and loses its sign; clearing the sign bit, as for keys, would give 36.
    assert string_hash("my-group") == -1_906_497_762
    assert partition_of_group("my-group") == 12
    assert (string_hash("my-group") & 0x7FFFFFFF) % PARTITIONS == 36


def test_the_hash_without_an_absolute_value_is_the_first_partition() -> None:
    assert string_hash("polygenelubricants") == -(2**31)
    assert partition_of_group("polygenelubricants") == 0
