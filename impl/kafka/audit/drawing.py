"""Replicas drawn over one another around an offset: a cell for each batch, shaded by its leader epoch."""

from __future__ import annotations

from impl.kafka.audit import reading
from impl.kafka.audit.copy import Copy
from impl.kafka.audit.segment import BLOCK, hashes
from spec.audits import Cell, Drawing, Strip

MOST = 3
"""Pictures of one partition."""
CELLS = 8
"""Batches of one replica in a picture."""


def draw(group: str, copies: list[Copy], offset: int, offsets: str) -> Drawing:
    """The batches of each replica around an offset; those that another one lacks are marked."""
    rows = []
    for copy in copies:
        found, _ = reading.batches(copy, offset // BLOCK)
        if found is not None:
            start = max(0, int((found["last"] < offset).sum()) - 3)
            found = found[start : start + CELLS]
        rows.append(found)
    seen = [set() if row is None else set(hashes(row).tolist()) for row in rows]
    shared = set.intersection(*seen)
    strips = []
    for copy, row in zip(copies, rows, strict=True):
        cells = []
        for batch in row if row is not None else ():
            first, last, epoch = int(batch["first"]), int(batch["last"]), int(batch["epoch"])
            place = str(first) if first == last else f"{first}–{last}"
            mark = int(hashes(row[row["first"] == first])[0]) not in shared
            label = f"{place}, epoch {epoch}" if epoch >= 0 else place
            cells.append(Cell(first, last, label, epoch, mark))
        mark_at = copy.task.high_watermark
        flag = (mark_at, f"high watermark {mark_at}") if mark_at is not None else None
        strips.append(Strip(copy.task.name, tuple(cells), flag))
    return Drawing(title(group, offsets), tuple(strips))


def title(group: str, offsets: str) -> str:
    """What a picture of these offsets is called."""
    return f"{group}, {offsets}"
