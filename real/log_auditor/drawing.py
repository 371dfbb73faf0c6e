"""Replicas drawn over one another around an offset: a cell for each batch, shaded by its leader epoch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tidemark.real.log_auditor import reading
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.log_auditor.segment import BLOCK, hashes
from tidemark.spec.families.audits import CopyCell, Drawing, Strip

MOST = 3
"""Pictures of one partition."""
BEFORE, CELLS = 3, 8
"""Batches of one replica in a picture: those before the offset, and all."""
MARK = "a batch that is not the same on every replica"
FLAG = "HW: the high watermark that the replica had checkpointed; it took the records before it for committed"


def draw(group: str, replicas: list[ReplicaOnDisk], offset: int, offsets: str) -> Drawing:
    """The batches of each replica around an offset; those that another one lacks are marked.

    All replicas are drawn between the same offsets, and compared beyond them: else a batch that is left out of the
    picture would be missed.
    """
    rows = [reading.batches(replica, offset // BLOCK) for replica in replicas]
    held = [
        (replica.log_start, set() if row is None else set(hashes(row).tolist()))
        for replica, row in zip(replicas, rows, strict=True)
    ]
    low, high = _window([row for row in rows if row is not None], offset)
    strips = []
    for replica, row in zip(replicas, rows, strict=True):
        shown = () if row is None else row[(row["last"] >= low) & (row["first"] <= high)][: 2 * CELLS]
        mark = replica.task.high_watermark
        flag = None if mark is None else (mark, f"HW {mark}")
        strips.append(Strip(replica.task.name, tuple(_cells(shown, held)), flag))
    return Drawing(group, title(group, offsets), tuple(strips), MARK, FLAG)


def title(group: str, offsets: str) -> str:
    """What a picture of these offsets is called."""
    return f"{group}, {offsets}"


def _window(rows: Sequence[Any], offset: int) -> tuple[int, int]:
    """The offsets to draw: no replica has more than `CELLS` batches there, unless its batches overlap."""
    low, high = 0, int(np.iinfo("i8").max)
    for row in rows:
        start = max(0, int((row["last"] < offset).sum()) - BEFORE)
        if start > 0:
            low = max(low, int(row["first"][start]))
        if start + CELLS < len(row):
            high = min(high, int(row["last"][start + CELLS - 1]))
    return low, high


def _cells(row: Any, held: Sequence[tuple[int, set[int]]]) -> list[CopyCell]:
    """The cells of some batches. `held`: for each replica its log start, and the hashes of its batches."""
    cells = []
    for batch, value in zip(row, hashes(row).tolist() if len(row) else (), strict=True):
        first, last, epoch = int(batch["first"]), int(batch["last"]), int(batch["epoch"])
        mark = any(value not in hashed for log_start, hashed in held if last >= log_start)
        cells.append(CopyCell(first, last, f"epoch {epoch}" if epoch >= 0 else "no epoch", epoch, mark))
    return cells
