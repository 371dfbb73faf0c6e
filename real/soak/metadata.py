"""The partition's record in the metadata log of a KRaft controller: every change of it, in order, from the file."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from kafka.record import MemoryRecords

from tidemark.real.audit.message_fields import Fields
from tidemark.real.audit.metadata_log import CHANGE, PARTITION, TOPIC

NO_LEADER = -1
_ISR, _LEADER = 0, 1
"""The tags of a `PartitionChangeRecord` that are read here."""


@dataclass(frozen=True)
class Led:
    """What the controller's record of a partition says. leader: None where there is none. at: when, by its clock."""

    at: float
    epoch: int
    leader: int | None
    isr: tuple[int, ...]


def records(log: Path, topic: str) -> list[Led]:
    """All changes of leader, epoch or ISR of the one partition of a topic, in order, the first being its creation."""
    found: list[Led] = []
    identity: UUID | None = None
    for at, key, fields in _messages(log):
        if key == TOPIC and fields.string() == topic:
            identity = fields.topic_id()
        elif key == PARTITION:
            fields.int32()
            if fields.topic_id() == identity:
                fields.ints()
                isr = fields.ints() or ()
                fields.ints(), fields.ints()
                leader = fields.int32()
                found.append(_led(at, fields.int32(), leader, isr))
        elif key == CHANGE:
            fields.int32()
            if fields.topic_id() == identity:
                found.append(_changed(found[-1], at, fields))
    same = [before for before, after in itertools.pairwise(found) if _plain(before) == _plain(after)]
    return [one for one in found if one not in same]


def _plain(one: Led) -> tuple[object, ...]:
    return one.epoch, one.leader, one.isr


def _led(at: float, epoch: int, leader: int, isr: tuple[int, ...]) -> Led:
    return Led(at, epoch, None if leader == NO_LEADER else leader, tuple(sorted(isr)))


def _changed(known: Led, at: float, fields: Fields) -> Led:
    """Every field of a change is tagged; a leader that is named begins a leader epoch, even the same one again."""
    epoch, leader, isr = known.epoch, known.leader, known.isr
    for tag, inside in fields.tagged():
        if tag == _ISR:
            isr = inside.ints() or ()
        elif tag == _LEADER:
            number = inside.int32()
            epoch, leader = epoch + 1, None if number == NO_LEADER else number
    return Led(at, epoch, leader, tuple(sorted(isr)))


def _messages(log: Path) -> Iterator[tuple[float, int, Fields]]:
    """The time, the key and the fields of each record; a batch that is not whole yet is not there yet."""
    for segment in sorted(log.glob("*.log")):
        batches = MemoryRecords(segment.read_bytes())
        while batch := batches.next_batch():
            for record in () if batch.is_control_batch else batch:
                fields = Fields(record.value or b"\0\0\0")
                fields.varint()  # the version of the frame
                key = fields.varint()
                fields.varint()
                yield record.timestamp / 1000, key, fields
