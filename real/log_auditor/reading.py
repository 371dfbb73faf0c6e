"""Reads a replica's batches and records again where two replicas differ, and says when they were written.

What was written after a directory was copied is not missing there. A batch has the time of a broker, or that which its
producer gave it. A producer may give any, such as that of an event long ago. So its times are trusted only where they
agree with the time at which the replica was copied, or where nothing was being written to the partition: then the high
watermark has reached the end of the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np

from tidemark.base.regular_files import open_regular
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.log_auditor.segment import BLOCK, SegmentFact
from tidemark.real.storage import inside
from tidemark.real.storage.batches import APPEND_TIME, CONTROL, Rows, batches_in
from tidemark.real.storage.records import StoredRecord, read_batch, records

T = TypeVar("T")


def batches(replica: ReplicaOnDisk, block: int) -> Any:
    """The headers of the batches that begin in a block of offsets; None if there are none."""
    parts = [
        piece[piece["first"] // BLOCK == block]
        for segment in replica.segments
        for piece in _headers(segment, segment.blocks[segment.blocks["block"] == block])
    ]
    return np.concatenate(parts) if parts else None


def batch_at(replica: ReplicaOnDisk, offset: int) -> Any:
    """The header of the first batch that reaches an offset; None at the end of the log."""
    for segment in replica.filled:
        for piece in _headers(segment, segment.blocks[segment.blocks["last"] >= offset]):
            reaching = piece[piece["last"] >= offset]
            if segment.last >= offset and len(reaching):
                return reaching[0]
    return None


def keys(replica: ReplicaOnDisk) -> Iterator[tuple[int, bytes | None, bool]]:
    """The offset of each record, its key, and whether it has a value; without the marks that end transactions.

    Raises:
        FileNotFoundError: a segment was deleted meanwhile.
    """
    for segment in replica.filled:
        yield from _parse(
            replica, segment, segment.blocks, lambda rows: (rows["attributes"] & CONTROL) == 0, inside.keys
        )


def records_between(replica: ReplicaOnDisk, low: int, high: int) -> Iterator[StoredRecord]:
    """The records with offsets from `low` up to, but not including, `high`; without batches that can't be read."""

    def overlaps(rows: Rows) -> Rows:
        return (rows["last"] >= low) & (rows["first"] < high)

    for segment in replica.filled:
        if segment.last >= low and segment.first < high:
            blocks = segment.blocks[overlaps(segment.blocks)]
            for record in _parse(replica, segment, blocks, overlaps, lambda batch: list(records(batch))):
                if low <= record.offset < high:
                    yield record


def _headers(segment: SegmentFact, blocks: Rows) -> Iterator[Rows]:
    """The headers of the batches in some blocks of a segment, piece by piece."""
    if len(blocks):
        with open_regular(segment.path) as file:
            yield from batches_in(file, int(blocks["end"].max()), int(blocks["position"].min()))


def _parse(
    replica: ReplicaOnDisk,
    segment: SegmentFact,
    blocks: Rows,
    select: Callable[[Rows], Rows],
    parse: Callable[[bytes], Iterable[T]],
) -> Iterator[T]:
    """Parse some batches of a segment. A batch that can't be read is noted in the replica."""
    if not len(blocks):
        return
    with open_regular(segment.path) as file:
        for piece in _headers(segment, blocks):
            for row in piece[select(piece)]:
                try:
                    yield from parse(read_batch(file, int(row["position"])))
                except ValueError as error:
                    replica.unreadable[int(row["first"])] = (segment.path.name, str(error))


# When an offset was written.


def written_at(replica: ReplicaOnDisk, offset: int) -> int | None:
    """The time of a replica's first batch that reaches an offset, in ms; None if it is not known, or not trusted."""
    row = batch_at(replica, offset)
    if row is None or row["max_time"] < 0:
        return None
    is_trusted = row["attributes"] & APPEND_TIME or _is_at_rest(replica) or _is_in_time(replica)
    return int(row["max_time"]) if is_trusted else None


def written_by(offset: int, replica: ReplicaOnDisk, replicas: Sequence[ReplicaOnDisk]) -> int | None:
    """The time by which an offset was written, as the others of these replicas have it; None if that is not known."""
    holders = [peer for peer in replicas if peer is not replica and peer.end > offset]
    holders = [peer for peer in holders if not is_superseded(peer, offset, replicas)]
    times = [written_at(peer, offset) for peer in holders]
    return min((time for time in times if time is not None), default=None)


def is_superseded(replica: ReplicaOnDisk, offset: int, others: Sequence[ReplicaOnDisk]) -> bool:
    """Whether a replica may have been copied before it cut its log: what it has at an offset was not committed.

    Something else took its place, in a newer epoch that another replica has.
    """
    row = batch_at(replica, offset) if replica.task.moment.is_moving else None
    return row is not None and any(
        epoch > row["epoch"] and start <= offset for peer in others for epoch, start in peer.lineage
    )


def _is_at_rest(replica: ReplicaOnDisk) -> bool:
    return replica.task.high_watermark == replica.end


def _is_in_time(replica: ReplicaOnDisk) -> bool:
    """Whether the newest batch of a replica is as new as the metadata log beside it."""
    latest = max((segment.latest for segment in replica.filled), default=-1)
    moment = replica.task.moment
    return moment.until is not None and abs(latest - moment.until) <= moment.duration
