"""Compares the latest record of each key of a compacted log between replicas.

Brokers compact independently, so offsets may be missing on one of them. But a cleaner takes a record away only if the
log has a later one of its key, and a tombstone only once nothing older of the key is left
(`Cleaner.shouldRetainRecord`). So the latest record of a key, unless it is a tombstone, must be on every replica, or a
later one.

Keys are compared by a hash of 64 bits. A log is read once, in runs that are sorted and go to a file; then all runs are
read again in ranges of the hash, so that memory stays flat.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import IO

import numpy as np

from tidemark.real.log_auditor import reading
from tidemark.real.log_auditor.compare import differing_blocks
from tidemark.real.log_auditor.problems import Problems
from tidemark.real.log_auditor.replica import NEVER_CLEANED, ReplicaOnDisk
from tidemark.real.storage.batches import Rows
from tidemark.spec.families.audits import AuditFinding

RUN = 1 << 18
"""Records that are sorted at a time."""
RANGE = 1 << 20
"""Records that are compared at a time, about."""
KEY = np.dtype([("hash", "i8"), ("offset", "i8"), ("live", "?")])


@dataclass(frozen=True)
class _Keys:
    """The keys of a replica, in a file of sorted runs with these numbers of rows."""

    replica: ReplicaOnDisk
    file: IO[bytes]
    runs: list[int]

    def latest(self, low: int, high: int) -> Rows:
        """The latest record of each key whose hash lies between."""
        parts, start = [np.empty(0, KEY)], 0
        for count in self.runs:
            rows = np.memmap(self.file, KEY, "r", start * KEY.itemsize, (count,))
            first, last = np.searchsorted(np.array(rows["hash"]), (low, high), ("left"))
            parts.append(np.array(rows[first:last]))
            start += count
        return _latest(np.concatenate(parts))


def check(replicas: list[ReplicaOnDisk]) -> list[AuditFinding]:
    """The keys that a replica lacks; nothing where no replica was compacted."""
    pairs = [(replica, peer) for replica, peer in permutations(replicas, 2) if _may_differ(replica, peer)]
    problems = {replica.task.number: replica.task.problems() for replica in replicas}
    with ExitStack() as files:
        keys: dict[int, _Keys | None] = {}
        for replica in {replica.task.number: replica for pair in pairs for replica in pair}.values():
            keys[replica.task.number] = _read(replica, files.enter_context(tempfile.TemporaryFile()))
        for replica, peer in pairs:
            mine, theirs = keys[replica.task.number], keys[peer.task.number]
            if mine and theirs:
                _compare(mine, theirs, problems[peer.task.number])
    return [finding for collected in problems.values() for finding in collected.findings]


def _may_differ(replica: ReplicaOnDisk, peer: ReplicaOnDisk) -> bool:
    """Whether a record of the first may be missing on the other one, and not because that one has later ones."""
    is_known = (
        replica.task.is_compacted
        and peer.task.is_compacted
        and not replica.is_being_compacted
        and not peer.is_being_compacted
    )
    is_past = peer.task.compacted_until != NEVER_CLEANED and peer.task.compacted_until > replica.end
    return is_known and not is_past and bool(differing_blocks(replica, peer, *_between(replica, peer)))


def _between(replica: ReplicaOnDisk, peer: ReplicaOnDisk) -> tuple[int, int]:
    """The offsets that both replicas should have, and both have compacted."""
    starts = [max(source.segments[0].base, source.task.log_start or 0) for source in (replica, peer)]
    return max(starts), min(min(_compacted_until(source), source.end) for source in (replica, peer))


def _compacted_until(replica: ReplicaOnDisk) -> int:
    """How far it was compacted; all of it may have been where no checkpoint says so."""
    if replica.task.compacted_until != NEVER_CLEANED:
        return replica.task.compacted_until
    return 0 if replica.task.is_open else replica.end


def _read(replica: ReplicaOnDisk, file: IO[bytes]) -> _Keys | None:
    """All keys of a replica; None if a cleaner replaced segments meanwhile."""
    runs = list[int]()
    try:
        for rows in _chunks(replica):
            rows = _latest(rows)
            rows.tofile(file)
            runs.append(len(rows))
        file.flush()
        closed = replica.segments[:-1] if replica.task.is_open else []
        if any(segment.path.stat().st_ctime != segment.changed_at for segment in closed):
            return None
    except FileNotFoundError:
        return None
    return _Keys(replica, file, runs)


def _chunks(replica: ReplicaOnDisk) -> Iterator[Rows]:
    rows = list[tuple[int, int, bool]]()
    for offset, key, has_value in reading.keys(replica):
        if key is not None:
            rows.append((hash(key), offset, has_value))
        if len(rows) == RUN:
            yield np.array(rows, KEY)
            rows.clear()
    yield np.array(rows, KEY)


def _latest(rows: Rows) -> Rows:
    """The row with the greatest offset for each hash, sorted by hash."""
    rows = rows[np.lexsort((rows["offset"], rows["hash"]))]
    is_last = np.ones(len(rows), bool)
    is_last[:-1] = rows["hash"][1:] != rows["hash"][:-1]
    latest: Rows = rows[is_last]
    return latest


def _compare(mine: _Keys, theirs: _Keys, problems: Problems) -> None:
    """Report the latest records of the first replica that the second one lacks."""
    low, high = _between(mine.replica, theirs.replica)
    ranges = 1 + max(sum(mine.runs), sum(theirs.runs)) // RANGE
    bounds = [-(1 << 63) + (1 << 64) * k // ranges for k in range(ranges)] + [(1 << 63) - 1]
    missing = list[int]()
    for first, last in pairwise(bounds):
        a, b = mine.latest(first, last), theirs.latest(first, last)
        a = a[(a["offset"] >= low) & (a["offset"] < high)]
        rows = np.minimum(np.searchsorted(b["hash"], a["hash"]), max(len(b) - 1, 0))
        is_known = b["hash"][rows] == a["hash"] if len(b) else np.zeros(len(a), bool)
        later = is_known & (b["offset"][rows] >= a["offset"]) if len(b) else is_known
        missing += a[~later & (a["live"] | is_known)]["offset"].tolist()
    if missing:
        missing.sort()  # hashes of keys, and with them the order so far, differ from process to process
        is_moving = theirs.replica.task.moment.is_moving  # a cleaner may have put segments together meanwhile
        problems.add_each(
            "copied-apart" if is_moving else "key-missing",
            theirs.replica.file_at(missing[0]),
            missing,
            lambda offset: (offset, _describe(mine.replica, theirs.replica, offset)),
        )


def _describe(holder: ReplicaOnDisk, peer: ReplicaOnDisk, offset: int) -> str:
    record = next(reading.records_between(holder, offset, offset + 1), None)
    key = (record.key or b"")[:40].decode("utf-8", "backslashreplace") if record else ""
    record_name = "its latest record" if record and record.value is not None else "its tombstone"
    return (
        f"key {key!r}: {holder.task.name} has {record_name} at offset {offset}; "
        f"{peer.task.name} has neither it nor a later one"
    )
