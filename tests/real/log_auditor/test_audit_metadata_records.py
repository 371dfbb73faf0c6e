"""Records of the metadata log: how their fields are read, and what each kind says of partitions, topics and brokers."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from tidemark.real.log_auditor.metadata_files import MetadataRecord
from tidemark.real.log_auditor.metadata_log import (
    CHANGE,
    CONFIG,
    LEADER_CHANGE,
    PARTITION,
    REGISTRATION_CHANGE,
    REMOVE_TOPIC,
    TOPIC,
    VOTERS,
    Assignment,
    Assignments,
)
from tidemark.real.storage.message_fields import Fields

PLAIN, OTHER = UUID(int=7), UUID(int=8)
NONE = b"\0"
"""An array or a string that is null, and the end of a record without tagged fields."""


def varint(value: int) -> bytes:
    out = b""
    while value >= 0x80:
        out, value = out + bytes([value & 0x7F | 0x80]), value >> 7
    return out + bytes([value])


def int32(value: int) -> bytes:
    return struct.pack(">i", value)


def ints(*values: int) -> bytes:
    return varint(len(values) + 1) + b"".join(map(int32, values))


def text(value: str | None) -> bytes:
    return NONE if value is None else varint(len(value.encode()) + 1) + value.encode()


def tagged(**fields: bytes) -> bytes:
    """Tagged fields: `_1=…` has the tag 1."""
    parts = [varint(int(name[1:])) + varint(len(data)) + data for name, data in fields.items()]
    return varint(len(parts)) + b"".join(parts)


def topic(name: str, number: UUID) -> tuple[int, bytes]:
    return TOPIC, text(name) + number.bytes + NONE


def partition(
    number: int = 0, isr: tuple[int, ...] = (1, 2), tags: bytes = NONE, version: int = 0
) -> tuple[int, bytes]:
    directories = (varint(2) + OTHER.bytes) if version else b""
    fields = [
        int32(number),
        PLAIN.bytes,
        ints(1, 2, 3),
        ints(*isr),
        ints(),
        ints(),
        int32(1),
        int32(5),
        int32(9),
    ]
    return PARTITION, b"".join(fields) + directories + tags


def change(tags: bytes) -> tuple[int, bytes]:
    return CHANGE, int32(0) + PLAIN.bytes + tags


def registration(broker: int, tags: bytes) -> tuple[int, bytes]:
    return REGISTRATION_CHANGE, int32(broker) + bytes(8) + tags


def read(*records: tuple[int, bytes], version: int = 0) -> Assignments:
    """What records say that were written one a second, from the second 10 on."""
    assignments = Assignments()
    for number, (key, data) in enumerate(records):
        assignments._take(MetadataRecord(10_000 + 1000 * number, key, version, Fields(data)))
    return assignments


def plain(*records: tuple[int, bytes]) -> Assignment:
    assigned = read(topic("plain", PLAIN), *records).get("plain-0")
    assert assigned
    return assigned


@pytest.mark.parametrize("value", [0, 1, 127, 128, 129, 255, 16_383, 16_384, 2**21 - 1, 2**21, 2**31])
def test_a_varint_has_seven_bits_in_each_byte(value: int) -> None:
    fields = Fields(varint(value) + b"\x05")
    assert (fields.varint(), fields.varint()) == (value, 5)
    assert fields.place == len(fields.data)


def test_fields_are_read_one_after_another() -> None:
    fields = Fields(
        struct.pack(">bhi", -1, -300, -70_000) + PLAIN.bytes + ints(4, 5) + NONE + varint(2) + OTHER.bytes + NONE
        + text("ä") + text("") + text(None) + tagged(_1=int32(6), _300=text("x")) + b"rest"
    )  # fmt: skip
    assert (fields.int8(), fields.int16(), fields.int32(), fields.topic_id()) == (-1, -300, -70_000, PLAIN)
    assert (fields.ints(), fields.ints(), fields.topic_ids(), fields.topic_ids()) == (
        (4, 5),
        None,
        (OTHER,),
        None,
    )
    assert (fields.string(), fields.string(), fields.string()) == ("ä", "", None)
    tags = dict(fields.tagged_fields())
    assert (list(tags), tags[1].int32(), tags[300].string()) == ([1, 300], 6, "x")
    assert fields.take(4) == b"rest"


@pytest.mark.parametrize(
    "take", [lambda f: f.take(3), Fields.int32, Fields.topic_id, lambda f: [f.varint() for _ in range(3)]]
)
def test_a_record_that_is_cut_off_is_refused(take: Callable[[Fields], Any]) -> None:
    with pytest.raises(IndexError):
        take(Fields(b"\x01\x02"))
    assert Fields(b"\x01\x02").take(2) == b"\x01\x02"


@pytest.mark.parametrize("version", [0, 1])
def test_a_partition_has_its_replicas_isr_epoch_and_elr(version: int) -> None:
    records = topic("plain", PLAIN), partition(tags=tagged(_1=ints(3)), version=version)
    assigned = read(*records, version=version).get("plain-0")
    assert assigned == Assignment(
        PLAIN, (1, 2, 3), (1, 2), 5, 1, (3,), 11_000, ((1, 11_000), (2, 11_000), (3, 11_000)),
        directories=(OTHER,) * version,
    )  # fmt: skip
    assert plain(partition(tags=tagged(_4=ints(3)))).elr == ()


def test_a_topic_is_named_as_files_name_it() -> None:
    assert plain(partition()).topic_text == "AAAAAAAAAAAAAAAAAAAABw"


def test_who_may_be_elected_is_in_the_isr_or_the_elr() -> None:
    assigned = plain(partition(isr=(1,), tags=tagged(_1=ints(2))))
    brokers: list[str | None] = ["1", "2", "3", "4", None]
    assert [assigned.is_in_sync(broker) for broker in brokers] == [True, False, False, False, False]
    assert [assigned.is_eligible(broker) for broker in brokers] == [True, True, False, False, False]
    assert [assigned.is_on(broker) for broker in brokers] == [True, True, True, False, False]
    assert [assigned.eligible_since(broker) for broker in brokers] == [11_000, 11_000, None, None, None]


def test_a_change_sets_the_isr_the_epoch_the_replicas_or_the_elr() -> None:
    assert plain(partition(), change(tagged(_0=ints(1)))).isr == (1,)
    assert plain(partition(), change(tagged(_1=int32(2)))).leader_epoch == 6
    moved = plain(partition(), change(tagged(_2=ints(1, 4))))
    assert (moved.replicas, moved.since, moved.leader_epoch) == ((1, 4), 12_000, 5)
    assert plain(partition(), change(tagged(_6=ints(2)))).elr == (2,)
    assert plain(partition(), change(tagged(_3=ints(9), _5=b"\1"))) == plain(partition())


def test_who_leaves_the_isr_and_comes_back_is_in_it_since_then() -> None:
    assigned = plain(partition(), change(tagged(_0=ints(1))), change(tagged(_0=ints(1, 2))))
    assert (assigned.eligible_since("1"), assigned.eligible_since("2")) == (11_000, 13_000)


def test_settings_of_topics_are_set_and_removed() -> None:
    def config(sort: int, name: str, value: str | None) -> tuple[int, bytes]:
        return CONFIG, bytes([sort]) + text("plain") + text(name) + text(value) + NONE

    kept = read(topic("plain", PLAIN), partition(), config(2, "cleanup.policy", "compact,delete"))
    assert (kept.is_compacted("plain-0"), kept.is_compacted("other-0")) == (True, False)
    assert not read(config(4, "cleanup.policy", "compact")).is_compacted("plain-0")
    assert not read(config(2, "cleanup.policy", "compact"), config(2, "cleanup.policy", None)).is_compacted(
        "plain-0"
    )
    assert read(partition_of_a_topic := topic("plain", PLAIN), config(2, "x", "")).settings == {
        "plain": {"x": ""}
    }
    assert partition_of_a_topic[0] == TOPIC


@pytest.mark.parametrize(
    ("settings", "is_kept"),
    [
        ({}, None),
        ({"retention.ms": "-1"}, None),
        ({"retention.bytes": "-1"}, None),
        ({"retention.ms": "-1", "retention.bytes": "-1"}, True),
        ({"retention.ms": "1000"}, False),
        ({"retention.ms": "1000", "retention.bytes": "-1"}, False),
        ({"cleanup.policy": "compact", "retention.ms": "1000"}, True),
        ({"cleanup.policy": "compact,delete"}, None),
    ],
)
def test_a_topic_is_kept_whole_where_no_retention_takes_its_records(
    settings: dict[str, str], is_kept: bool | None
) -> None:
    assert Assignments(settings={"plain": settings}).is_kept_whole("plain-0") is is_kept


@pytest.mark.parametrize(
    ("value", "is_tiered"), [("true", True), ("TRUE", True), ("false", False), (None, False)]
)
def test_a_topic_is_tiered_if_its_setting_says_so(value: str | None, is_tiered: bool) -> None:
    assignments = read(topic("plain", PLAIN), partition())
    assignments.settings = {} if value is None else {"plain": {"remote.storage.enable": value}}
    assert assignments.is_tiered("plain-0") is is_tiered


def test_a_topic_that_is_removed_takes_its_partitions_and_settings_with_it() -> None:
    left = read(
        topic("plain", PLAIN),
        topic("other", OTHER),
        partition(),
        partition(1),
        (REMOVE_TOPIC, PLAIN.bytes + NONE),
    )
    assert (left.partitions, left.topics) == ({}, {OTHER: "other"})
    kept = read(topic("plain", PLAIN), topic("other", OTHER), partition(), (REMOVE_TOPIC, OTHER.bytes + NONE))
    assert (list(kept.partitions), kept.topics) == (["plain-0"], {PLAIN: "plain"})


def test_a_broker_stops_that_is_fenced_or_shuts_down_and_lasts_until_it_is_unfenced() -> None:
    fenced, unfenced = tagged(_0=b"\1"), tagged(_0=b"\xff")
    assert read(registration(3, fenced)).stopping == {"3"}
    assert read(registration(3, tagged(_1=b"\1"))).stopping == {"3"}
    assert read(registration(3, NONE)).stopping == set()
    assert read(registration(3, tagged(_0=b"\0", _1=b"\0"))).stopping == set()
    assert read(registration(3, fenced), registration(3, tagged(_0=b"\0"))).stopping == {"3"}
    assert read(registration(3, fenced), registration(3, unfenced)).stopping == set()


def test_partitions_that_move_away_from_a_broker_that_stops_are_noted_until_it_is_back() -> None:
    away = (
        topic("plain", PLAIN),
        partition(),
        registration(3, tagged(_0=b"\1")),
        change(tagged(_2=ints(1, 2, 4))),
    )
    assert read(*away).moved_away == {"3": {"plain-0"}}
    assert read(*away, registration(3, tagged(_0=b"\xff"))).moved_away == {}
    assert read(*away[:2], change(tagged(_2=ints(1, 2, 4)))).moved_away == {}
    assert read(*away[:3], change(tagged(_2=ints(1, 3)))).moved_away == {}


@pytest.mark.parametrize("version", [0, 1])
def test_voters_are_those_of_the_newest_election_or_change(version: int) -> None:
    directory = OTHER.bytes if version else b""
    voters = b"".join(int32(node) + directory + NONE for node in (1, 2))
    elected = LEADER_CHANGE, struct.pack(">h", version) + int32(1) + varint(3) + voters + NONE
    endpoint = text("CONTROLLER") + text("localhost") + struct.pack(">h", 9093) + NONE
    voter = OTHER.bytes + varint(2) + endpoint + struct.pack(">hh", 0, 1) + NONE + NONE
    changed = (
        VOTERS,
        struct.pack(">h", version) + varint(4) + b"".join(int32(node) + voter for node in (1, 2, 3)) + NONE,
    )
    assert read(elected, version=version).voters == (1, 2)
    assert read(elected, changed, version=version).voters == (1, 2, 3)
