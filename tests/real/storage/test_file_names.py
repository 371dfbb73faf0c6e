"""Names on the disk: a partition's directory, that of a deleted topic, and the three files of a segment."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tidemark.real.storage.names import LEFT, PARTITION, SEGMENT, file_name, partition_name

TOPIC = st.text("ab1._-", min_size=1, max_size=9)


@given(TOPIC, st.integers(0, 10**6))
def test_a_partitions_directory_is_its_topic_a_dash_and_its_number(topic: str, number: int) -> None:
    """Also where the topic's own name has dashes: the last one counts."""
    found = PARTITION.fullmatch(partition_name(topic, number))
    assert found
    assert (found[1], int(found[2])) == (topic, number)


def test_an_underscore_before_the_number_belongs_to_the_topic() -> None:
    assert PARTITION.fullmatch("test_topic2-2")
    assert not PARTITION.fullmatch("test_topic2_2")


def test_the_directory_of_a_topic_that_was_deleted_is_still_there_for_a_while() -> None:
    found = LEFT.fullmatch("test_topic1-2.5d2d1c6b4f8a4c5e9a3b7d6e8f901234-delete")
    assert found
    assert found[1] == partition_name("test_topic1", 2)
    assert found[3] == "delete"


@given(st.integers(0, 2**63 - 1))
def test_the_files_of_a_segment_are_named_by_its_first_offset_in_20_digits(base: int) -> None:
    names = [file_name(base, suffix) for suffix in (".log", ".index", ".timeindex")]
    assert {name.partition(".")[0] for name in names} == {f"{base:020d}"}
    assert SEGMENT.fullmatch(names[0])
