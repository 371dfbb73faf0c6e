"""A replica's batches and records from an offset on, read again where two replicas differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import numpy as np

from tidemark.base.regular_files import open_regular
from tidemark.real.audit.replica import ReplicaOnDisk
from tidemark.real.audit.segment import BLOCK, SegmentFact
from tidemark.real.storage import inside
from tidemark.real.storage.batches import CONTROL, Rows, batches_in
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
    """What some batches of a segment contain. A batch that can't be read is noted in the replica."""
    if not len(blocks):
        return
    with open_regular(segment.path) as file:
        for piece in _headers(segment, blocks):
            for row in piece[select(piece)]:
                try:
                    yield from parse(read_batch(file, int(row["position"])))
                except ValueError as error:
                    replica.unreadable[int(row["first"])] = (segment.path.name, str(error))
