"""A replica's batches and records from an offset on, read again where two replicas differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tidemark.base.regular_files import open_regular
from tidemark.real.audit.replica import Replica
from tidemark.real.audit.segment import BLOCK
from tidemark.real.storage import inside
from tidemark.real.storage.batches import CONTROL, End, walk
from tidemark.real.storage.records import Record, read_batch, records


def batches(replica: Replica, block: int) -> tuple[Any, list[int]]:
    """The headers of the batches that begin in a block of offsets, and the number of each one's segment."""
    parts, numbers = [], list[int]()
    for number, segment in enumerate(replica.segments):
        rows = segment.blocks[segment.blocks["block"] == block]
        if not len(rows):
            continue
        with open_regular(segment.path) as file:
            for found in walk(file, int(rows["end"].max()), int(rows["position"].min()), checked=False):
                if not isinstance(found, End):
                    own = found[found["first"] // BLOCK == block]
                    parts.append(own)
                    numbers += [number] * len(own)
    return (np.concatenate(parts) if parts else None), numbers


def batch_at(replica: Replica, offset: int) -> Any | None:
    """The header of the first batch that reaches an offset; None at the end of the log."""
    for segment in replica.filled:
        rows = segment.blocks[segment.blocks["last"] >= offset]
        if segment.last < offset or not len(rows):
            continue
        with open_regular(segment.path) as file:
            for batches in walk(file, int(rows["end"].max()), int(rows["position"].min()), checked=False):
                if isinstance(batches, End):
                    break
                reaching = batches[batches["last"] >= offset]
                if len(reaching):
                    return reaching[0]
    return None


def keys(replica: Replica) -> Iterator[tuple[int, bytes | None, bool]]:
    """For each record of the log its offset, its key, and whether it has a value; without what ends transactions.

    Raises:
        FileNotFoundError: a segment was deleted meanwhile.
    """
    for segment in replica.filled:
        with open_regular(segment.path) as file, open_regular(segment.path) as again:
            for found in walk(file, int(segment.blocks["end"].max()), checked=False):
                if isinstance(found, End):
                    break
                for row in found[(found["attributes"] & CONTROL) == 0]:
                    try:
                        yield from inside.keys(read_batch(again, int(row["position"])))
                    except ValueError as error:
                        replica.unreadable[int(row["first"])] = (segment.path.name, str(error))


def records_between(replica: Replica, low: int, high: int) -> Iterator[Record]:
    """The records with offsets from `low` up to `high`, that excluded, in order; without batches that can't be read."""
    for segment in replica.filled:
        if segment.last < low or segment.first >= high:
            continue
        rows = segment.blocks[(segment.blocks["last"] >= low) & (segment.blocks["first"] < high)]
        if not len(rows):
            continue
        with open_regular(segment.path) as file, open_regular(segment.path) as again:
            for found in walk(file, int(rows["end"].max()), int(rows["position"].min()), checked=False):
                if isinstance(found, End):
                    break
                for row in found[(found["last"] >= low) & (found["first"] < high)]:
                    try:
                        inside = list(records(read_batch(again, int(row["position"]))))
                    except ValueError as error:
                        replica.unreadable[int(row["first"])] = (segment.path.name, str(error))
                        continue
                    yield from (record for record in inside if low <= record.offset < high)
