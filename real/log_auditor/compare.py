"""Compares two replicas of a partition by blocks of offsets, then by batches, and by records only where those differ.

Batches of a follower are the leader's bytes, so that replicas of a healthy partition have equal hashes everywhere but
where one begins or ends. Every broker compacts independently: where it did, only records that both hold are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from tidemark.real.log_auditor import reading
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.log_auditor.segment import hashes
from tidemark.real.storage.batches import Rows
from tidemark.real.storage.records import StoredRecord

READ = 200
"""Stretches of differing offsets that are read record by record; of the others only the offsets are reported."""


@dataclass(frozen=True)
class ReplicaDifference:
    """Offsets on which two replicas differ for one reason, and the first record there of each; None where it has none.

    `kind`: as in `kinds`. `count`: how many offsets.
    """

    kind: str
    first: int
    last: int
    count: int
    record: StoredRecord | None
    peer_record: StoredRecord | None

    def is_followed_by(self, later: ReplicaDifference) -> bool:
        """Whether another difference of the same kind begins where this one ends."""
        return self.kind == later.kind and self.last + 1 == later.first


def differences(replica: ReplicaOnDisk, peer: ReplicaOnDisk) -> Iterator[ReplicaDifference]:
    """Where two replicas differ, between the starts and the ends of both; neighbors of one kind together."""
    pending: ReplicaDifference | None = None
    for difference in _single(replica, peer):
        if pending and pending.is_followed_by(difference):
            pending = replace(pending, last=difference.last, count=pending.count + difference.count)
            continue
        if pending:
            yield pending
        pending = difference
    if pending:
        yield pending


def _single(replica: ReplicaOnDisk, peer: ReplicaOnDisk) -> Iterator[ReplicaDifference]:
    low, high = max(replica.start, peer.start), min(replica.end, peer.end)
    compacted_until = max(replica.compacted_until, peer.compacted_until)
    read = 0
    for first, last in _stretches(replica, peer, low, high):
        if read < READ or first < compacted_until:
            read += 1
            yield from _by_record(replica, peer, first, last + 1, compacted_until)
        else:
            kind = _kind(replica, peer, first, None, None)
            yield ReplicaDifference(kind, first, last, last - first + 1, None, None)


def _stretches(replica: ReplicaOnDisk, peer: ReplicaOnDisk, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Stretches of offsets, within `low` and `high`, whose batches are not the same on both."""
    for block in differing_blocks(replica, peer, low, high):
        sides = [reading.batches(holder, block) for holder in (replica, peer)]
        if any(side is None for side in sides):
            spans = [(int(side["first"][0]), int(side["last"].max())) for side in sides if side is not None]
        else:
            spans = _unequal_spans(*sides)
        for first, last in spans:
            if max(first, low) < min(last + 1, high):
                yield max(first, low), min(last + 1, high) - 1


def _unequal_spans(batches: Rows, peer_batches: Rows) -> list[tuple[int, int]]:
    """The offsets of the batches that only one of two replicas has, with adjoining ones together."""
    spans: list[tuple[int, int]] = []
    unequal = [
        row
        for rows, counterparts in ((batches, peer_batches), (peer_batches, batches))
        for row in rows[~np.isin(hashes(rows), hashes(counterparts))]
    ]
    for first, last in sorted((int(row["first"]), int(row["last"])) for row in unequal):
        if spans and first <= spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
        else:
            spans.append((first, last))
    return spans


def differing_blocks(replica: ReplicaOnDisk, peer: ReplicaOnDisk, low: int, high: int) -> list[int]:
    """The blocks whose hashes differ; so do those at the ends, where one replica has more."""
    if low >= high:
        return []
    sums = []
    for source in (replica, peer):
        rows = source.blocks
        rows = rows[(rows["last"] >= low) & (rows["first"] < high)]
        number, positions = np.unique(rows["block"], return_inverse=True)
        total = np.zeros(len(number), "u8")
        np.add.at(total, positions, rows["hash"])
        sums.append((number, total))
    (a, x), (b, y) = sums
    both, in_x, in_y = np.intersect1d(a, b, return_indices=True)
    differing = set(both[x[in_x] != y[in_y]].tolist()) | set(np.setxor1d(a, b).tolist())
    return sorted(differing)


def _by_record(
    replica: ReplicaOnDisk, peer: ReplicaOnDisk, low: int, high: int, compacted_until: int
) -> Iterator[ReplicaDifference]:
    """The offsets at which records differ. One that is missing counts only from `compacted_until` on."""
    records, peer_records = (reading.records_between(holder, low, high) for holder in (replica, peer))
    a, b = next(records, None), next(peer_records, None)
    while a or b:
        offset = min(record.offset for record in (a, b) if record)
        x = a if a and a.offset == offset else None
        y = b if b and b.offset == offset else None
        if (x and y and x.content != y.content) or ((x is None or y is None) and offset >= compacted_until):
            yield ReplicaDifference(_kind(replica, peer, offset, x, y), offset, offset, 1, x, y)
        a = next(records, None) if x else a
        b = next(peer_records, None) if y else b


def _kind(
    replica: ReplicaOnDisk, peer: ReplicaOnDisk, offset: int, a: StoredRecord | None, b: StoredRecord | None
) -> str:
    marks = [holder.task.high_watermark for holder in (replica, peer)]
    if all(mark is not None and offset < mark for mark in marks):
        return "copies-disagree"
    if a and b and a.epoch == b.epoch >= 0:
        return "one-epoch-two-records"
    return "copies-part"
