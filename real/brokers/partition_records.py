"""The partition's record in the metadata log of a KRaft controller: every change of it, in order, from the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import UUID

from kafka.record import MemoryRecords

from tidemark.real.audit.message_fields import Fields
from tidemark.real.audit.metadata_log import CHANGE, PARTITION, TOPIC

NO_LEADER = -1
_ISR, _LEADER = 0, 1
"""The tags of a `PartitionChangeRecord` that are read here."""


@dataclass(frozen=True)
class ControllerRecord:
    """What the controller's record of a partition says. leader: None if there is none. at: when, by its clock."""

    at: float
    epoch: int
    leader: int | None
    isr: tuple[int, ...]


def read_records(log: Path, topic: str) -> list[ControllerRecord]:
    """All changes of leader, epoch or ISR of the one partition of a topic, in order, the first being its creation."""
    records: list[ControllerRecord] = []
    identity: UUID | None = None
    for at, key, fields in _messages(log):
        if key == TOPIC and fields.string() == topic:
            identity = fields.topic_id()
        elif key in (PARTITION, CHANGE):
            fields.int32()  # the number of the partition
            if fields.topic_id() == identity:
                record = (
                    _read_creation(fields, at) if key == PARTITION else _read_change(records[-1], fields, at)
                )
                if records and replace(record, at=records[-1].at) == records[-1]:
                    records.pop()  # nothing changed that is looked at: the record has the later time
                records.append(record)
    return records


def _read_creation(fields: Fields, at: float) -> ControllerRecord:
    fields.ints()
    isr = fields.ints() or ()
    fields.ints(), fields.ints()
    leader = _leader(fields)
    return ControllerRecord(at, fields.int32(), leader, tuple(sorted(isr)))


def _read_change(before: ControllerRecord, fields: Fields, at: float) -> ControllerRecord:
    """Every field of a change is tagged; a leader that is named begins a leader epoch, even the same one again."""
    after = replace(before, at=at)
    for tag, content in fields.tagged_fields():
        if tag == _ISR:
            after = replace(after, isr=tuple(sorted(content.ints() or ())))
        elif tag == _LEADER:
            after = replace(after, epoch=before.epoch + 1, leader=_leader(content))
    return after


def _leader(fields: Fields) -> int | None:
    leader = fields.int32()
    return None if leader == NO_LEADER else leader


def _messages(log: Path) -> Iterator[tuple[float, int, Fields]]:
    """The time, the key and the fields of each record; a batch that is not whole yet is not there yet."""
    for segment in sorted(log.glob("*.log")):
        for batch in iter(MemoryRecords(segment.read_bytes()).next_batch, None):
            for record in () if batch.is_control_batch else batch:
                fields = Fields(record.value or b"\0\0\0")
                fields.varint()  # the version of the frame
                key = fields.varint()
                fields.varint()
                yield record.timestamp / 1000, key, fields
