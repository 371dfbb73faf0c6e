"""The state of share groups (KIP-932): where each group begins in a partition, and which records it has dealt with.

A snapshot has the whole state of a group and a partition, an update what has changed since. For example

    snapshot 4: start offset 20, state epoch 0, 20 to 24 acknowledged
    update of snapshot 4: start offset 25, 30 to 31 archived

means that everything below 25 is done with, and 30 and 31 too. The share coordinator reads back what it wrote, and
refuses nothing; the leader of the partition then takes such batches for its own. So what contradicts itself here makes
records be left out, or delivered again.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from uuid import UUID

from tidemark.real.log_auditor.coordinator_logs import CoordinatorRecord
from tidemark.real.storage.message_fields import Fields

SHARE_SNAPSHOT, SHARE_UPDATE = 0, 1
"""The versions of the keys."""
NO_START = -1
"""The start offset of a state that was only initialized, and of an update that leaves it."""
STATES = (0, 2, 4)
"""The delivery states that are written: available, acknowledged, archived. None stays acquired (`RecordState`)."""


@dataclass(frozen=True)
class ShareState:
    """What a share group has done with a partition.

    start: its start offset. end: the offset behind the last record that it has dealt with. time: of the latest record
    about it, in ms. fault: what contradicts itself, in words.
    """

    group: str
    topic: UUID
    partition: int
    snapshot_epoch: int
    state_epoch: int
    leader_epoch: int
    start: int = NO_START
    end: int = 0
    time: int = 0
    fault: str = ""


@dataclass(frozen=True)
class _DeliveryBatch:
    first: int
    last: int
    state: int
    count: int


def share_states(records: Iterator[CoordinatorRecord]) -> Iterator[ShareState]:
    """The state of each share group and partition."""
    states = dict[bytes, ShareState]()
    for record in records:
        key = record.key[2:]
        if record.type not in (SHARE_SNAPSHOT, SHARE_UPDATE):
            continue
        before = states.get(key)
        try:
            after = _read(record, before)
        except (IndexError, struct.error, UnicodeDecodeError):
            after = replace(before, fault=before.fault or "a record can't be read") if before else None
        if after is None and record.value is None:
            states.pop(key, None)
        elif after is not None:
            states[key] = after
    yield from states.values()


def _read(record: CoordinatorRecord, before: ShareState | None) -> ShareState | None:
    """The state after a record; None if there is none."""
    if record.value is None:
        return None
    name, fields = record.name, record.fields(flexible_from=0)
    group, topic, partition = name.string() or "", name.topic_id(), name.int32()
    snapshot_epoch = fields.int32()
    if record.type == SHARE_UPDATE:
        if before is None:
            return None  # of a snapshot that a later one has replaced
        leader_epoch, start = fields.int32(), fields.int64()
        state = replace(before, snapshot_epoch=snapshot_epoch)
    else:
        state_epoch, leader_epoch, start = fields.int32(), fields.int32(), fields.int64()
        fields.take(8 + 8)  # when it was created and written
        state = ShareState(group, topic, partition, snapshot_epoch, state_epoch, leader_epoch)
    batches = _batches(fields)
    fault = _fault_of_epochs(record, state, before) or _fault_of_offsets(start, batches)
    return replace(
        state,
        leader_epoch=max(leader_epoch, state.leader_epoch),
        start=start if start != NO_START else state.start,
        end=max([state.end, *(batch.last + 1 for batch in batches)]),
        time=record.time,
        fault=(before.fault if before and record.type == SHARE_UPDATE else "") or fault,
    )


def _batches(fields: Fields) -> list[_DeliveryBatch]:
    batches = []
    for _ in range(fields.count()):
        batches.append(_DeliveryBatch(fields.int64(), fields.int64(), fields.int8(), fields.int16()))
        dict(fields.tagged_fields())
    return batches


def _fault_of_epochs(record: CoordinatorRecord, state: ShareState, before: ShareState | None) -> str:
    """What is wrong with the epochs of a record; empty where nothing is."""
    if before is None:
        return ""
    if record.type == SHARE_UPDATE and state.snapshot_epoch != before.snapshot_epoch:
        return f"an update of snapshot {state.snapshot_epoch} follows snapshot {before.snapshot_epoch}"
    for name, now, then in (
        ("snapshot", state.snapshot_epoch, before.snapshot_epoch),
        ("state", state.state_epoch, before.state_epoch),
    ):
        if now < then:
            return f"{name} epoch {now} follows {then}"
    return ""


def _fault_of_offsets(start: int, batches: list[_DeliveryBatch]) -> str:
    """What is wrong with the offsets and delivery states of a record; empty where nothing is."""
    if start < NO_START:
        return f"the start offset is {start}"
    for batch in batches:
        offsets = f"offsets {batch.first} to {batch.last}"
        if batch.state not in STATES:
            return f"{offsets} are in delivery state {batch.state}, which is never written"
        if batch.count < 0 or not 0 <= batch.first <= batch.last:
            return f"{offsets} were delivered {batch.count} times"
    for earlier, later in pairwise(batches):
        if later.first <= earlier.last:
            return f"offsets {later.first} to {later.last} follow those up to {earlier.last}"
    return ""
