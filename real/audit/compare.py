"""Two replicas of a partition, compared: by blocks of offsets, then by batches, and by records only where those differ.

Batches of a follower are the leader's bytes, so that replicas of a healthy partition have equal hashes everywhere but
where one begins or ends. Every broker compacts independently: where it did, only records that both hold are compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tidemark.real.audit import reading
from tidemark.real.audit.replica import Replica
from tidemark.real.audit.segment import hashes
from tidemark.real.storage.records import Record

READ = 200
"""Stretches of differing offsets that are read record by record; of the others only the offsets are told."""


@dataclass(frozen=True)
class Difference:
    """Offsets on which two replicas differ for one reason, and the first record there of each; None where it has none.

    `kind`: as in `kinds`. `count`: how many offsets.
    """

    kind: str
    first: int
    last: int
    count: int
    one: Record | None
    other: Record | None


def differences(replica: Replica, peer: Replica) -> Iterator[Difference]:
    """Where two replicas differ, between the starts and the ends of both; neighbors of one kind together."""
    open_: Difference | None = None
    for difference in _single(replica, peer):
        if open_ and open_.kind == difference.kind and open_.last + 1 == difference.first:
            open_ = Difference(
                open_.kind,
                open_.first,
                difference.last,
                open_.count + difference.count,
                open_.one,
                open_.other,
            )
            continue
        if open_:
            yield open_
        open_ = difference
    if open_:
        yield open_


def _single(replica: Replica, peer: Replica) -> Iterator[Difference]:
    low, high = max(replica.start, peer.start), min(replica.end, peer.end)
    cleaned = max(replica.cleaned, peer.cleaned)
    read = 0
    for first, last in _stretches(replica, peer, low, high):
        if read < READ or first < cleaned:
            read += 1
            yield from _by_record(replica, peer, first, last + 1, cleaned)
        else:
            yield Difference(
                _kind(replica, peer, first, None, None), first, last, last - first + 1, None, None
            )


def _stretches(replica: Replica, peer: Replica, low: int, high: int) -> Iterator[tuple[int, int]]:
    """Stretches of offsets, within `low` and `high`, whose batches are not the same on both."""
    for block in differing_blocks(replica, peer, low, high):
        (a, _), (b, _) = reading.batches(replica, block), reading.batches(peer, block)
        if a is None or b is None:
            held = a if b is None else b
            spans = [] if held is None else [(int(held["first"][0]), int(held["last"].max()))]
        else:
            only = [x[~np.isin(hashes(x), hashes(y))] for x, y in ((a, b), (b, a))]
            rows = sorted((int(row["first"]), int(row["last"])) for part in only for row in part)
            spans = []
            for first, last in rows:
                if spans and first <= spans[-1][1] + 1:
                    spans[-1] = (spans[-1][0], max(last, spans[-1][1]))
                else:
                    spans.append((first, last))
        for first, last in spans:
            if max(first, low) < min(last + 1, high):
                yield max(first, low), min(last + 1, high) - 1


def differing_blocks(replica: Replica, peer: Replica, low: int, high: int) -> list[int]:
    """The blocks whose hashes differ; so do those at the ends, where one replica has more."""
    if low >= high:
        return []
    sums = []
    for source in (replica, peer):
        rows, _ = source.blocks()
        rows = rows[(rows["last"] >= low) & (rows["first"] < high)]
        number, positions = np.unique(rows["block"], return_inverse=True)
        total = np.zeros(len(number), "u8")
        np.add.at(total, positions, rows["hash"])
        sums.append((number, total))
    (a, x), (b, y) = sums
    both, in_x, in_y = np.intersect1d(a, b, return_indices=True)
    differing = set(both[x[in_x] != y[in_y]].tolist()) | set(np.setxor1d(a, b).tolist())
    return sorted(differing)


def _by_record(replica: Replica, peer: Replica, low: int, high: int, cleaned: int) -> Iterator[Difference]:
    left, right = reading.records_between(replica, low, high), reading.records_between(peer, low, high)
    a, b = next(left, None), next(right, None)
    while a or b:
        offset = min(record.offset for record in (a, b) if record)
        x = a if a and a.offset == offset else None
        y = b if b and b.offset == offset else None
        if (x and y and x.content != y.content) or ((x is None or y is None) and offset >= cleaned):
            yield Difference(_kind(replica, peer, offset, x, y), offset, offset, 1, x, y)
        a = next(left, None) if x else a
        b = next(right, None) if y else b


def _kind(replica: Replica, peer: Replica, offset: int, a: Record | None, b: Record | None) -> str:
    marks = [holder.task.high_watermark for holder in (replica, peer)]
    if all(mark is not None and offset < mark for mark in marks):
        return "copies-disagree"
    if a and b and a.epoch == b.epoch >= 0:
        return "one-epoch-two-records"
    return "copies-part"


def truncation(follower: Replica, leader: Replica) -> int:
    """Where a follower cuts its log when the other one leads: its log end offset if it keeps everything.

    By leader epochs as since KIP-279, asked again until the leader knows the epoch; by the high watermark where the log
    has none (before KIP-101).
    """
    own, theirs = follower.lineage, leader.lineage
    if not own:
        return min(follower.end, follower.task.high_watermark or 0)
    end = follower.end
    while own:
        epoch = own[-1][0]
        known = [k for k, (other, _) in enumerate(theirs) if other <= epoch]
        if not known:
            return min(end, max(leader.start, own[0][1]))
        k = known[-1]
        until = theirs[k + 1][1] if k + 1 < len(theirs) else leader.end
        if theirs[k][0] == epoch:
            return min(end, until)
        later = [start for other, start in own if other > theirs[k][0]]
        end = min(end, later[0] if later else end)
        own = [(other, start) for other, start in own if other <= theirs[k][0]]
        if own and own[-1][0] != theirs[k][0]:
            continue
        return min(end, until)
    return min(end, leader.start)
