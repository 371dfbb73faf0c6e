"""Which committed offsets of a partition some replica lacks, has damaged, or has otherwise, and when they were written.

An offset is committed if it is below the high watermark of some replica. A replica that lacks some need not be damaged:
it may have left the ISR. So the findings say where to look, and each replica is then asked about those offsets:

    offsets     findings                              broker 0    broker 1    broker 2
    60 to 63    broker 1 differs from 0 and from 2    held        differs     held
    86 to 87    broker 0 and 1 end before their HW    missing     missing     held

Where replicas differ, more of them being alike counts as held; if no side has more, nobody holds these offsets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from tidemark.real.log_auditor import reading
from tidemark.real.log_auditor.listing import Listing
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.storage.directories import HIGH_WATERMARKS, LOG_STARTS
from tidemark.real.storage.records import StoredRecord
from tidemark.spec.families.audits import AuditFinding, LostRange

MISSING, DAMAGED, HELD = "missing", "damaged", ""
DIFFERENT = {"copies-disagree", "one-epoch-two-records"}
IN_A_BATCH = {"checksum", "header", "records"}
AT_AN_END = {"torn-tail", "zeros", "unreadable", "cut-segment"}

_Span = tuple[int, int]
"""The first offset, and the one behind the last."""


def ranges(
    group: str, replicas: Sequence[ReplicaOnDisk], findings: Sequence[AuditFinding]
) -> list[LostRange]:
    """The committed offsets that the findings say something of. replicas: those that can be compared."""
    lost = _Lost(replicas, findings)
    merged: list[LostRange] = []
    for low, high in lost.pieces():
        held, wrong = lost.states(low, high)
        if not wrong:
            continue
        piece = LostRange(group, low, high - 1, held_by=held, lost_by=wrong)
        before = merged[-1] if merged else None
        if before and (before.last + 1, before.held_by, before.lost_by) == (low, held, wrong):
            merged[-1] = replace(before, last=high - 1)
        else:
            merged.append(piece)
    return [lost.with_times(each) for each in merged]


def of_missing(listing: Listing, findings: Sequence[AuditFinding]) -> list[LostRange]:
    """The committed offsets of partitions that have no directory where they should."""
    lost: dict[str, dict[str, tuple[str, str]]] = {}
    by_path = dict(zip(map(str, [each.path for each in listing.directories]), listing.names, strict=True))
    for finding in findings:
        if finding.kind in ("partition-missing", "assigned-missing"):
            name = by_path[finding.place]
            lost.setdefault(finding.details["partition"], {})[name] = (name, "no directory")
    found = []
    for group, missing in lost.items():
        marks = [directory.offset_of(HIGH_WATERMARKS, group) or 0 for directory in listing.directories]
        starts = [directory.offset_of(LOG_STARTS, group) or 0 for directory in listing.directories]
        holders = [
            name
            for directory, name, mark in zip(listing.directories, listing.names, marks, strict=True)
            if group in directory.partitions and mark == max(marks)
        ]
        if max(marks) > max(starts):
            wrong = tuple(missing.values())
            found.append(LostRange(group, max(starts), max(marks) - 1, held_by=tuple(holders), lost_by=wrong))
    return found


class _Lost:
    """What the findings of a partition say of its committed offsets."""

    def __init__(self, replicas: Sequence[ReplicaOnDisk], findings: Sequence[AuditFinding]) -> None:
        self.replicas = replicas
        marks = [mark for replica in replicas if (mark := replica.task.high_watermark) is not None]
        self.committed = max(marks or [replica.end for replica in replicas], default=0)
        by_directory = {replica.task.data_directory: replica for replica in replicas}
        self.spans: list[_Span] = []
        self.wrong: list[tuple[ReplicaOnDisk, _Span, str]] = []
        self.different: list[tuple[ReplicaOnDisk, ReplicaOnDisk, _Span]] = []
        for finding in findings:
            replica = by_directory.get(finding.place)
            if replica is None or finding.at is None or not replica.segments:
                continue
            span = _span(replica, finding, finding.at, self.committed)
            if span is None or span[0] >= min(span[1], self.committed):
                continue
            self.spans.append((span[0], min(span[1], self.committed)))
            if finding.kind in DIFFERENT:
                self.different.append((replica, by_directory[finding.details["other"]], span))
            elif finding.kind in IN_A_BATCH:
                self.wrong.append((replica, span, DAMAGED))
            elif finding.kind in {"gap", "key-missing", "start-missing"}:
                self.wrong.append((replica, span, MISSING))
        for replica in replicas:
            self.wrong += [(replica, hole, MISSING) for hole in _holes(replica, self.committed)]

    def pieces(self) -> Iterator[_Span]:
        """The offsets that findings speak of, cut wherever anything changes."""
        spans = [*self.spans, *(span for _, span, _ in self.wrong), *(span for *_, span in self.different)]
        starts = ((replica.log_start,) for replica in self.replicas)
        bounds = sorted({bound for span in [*spans, *starts] for bound in span})
        for low, high in pairwise(bounds):
            if any(first <= low and high <= end for first, end in self.spans):
                yield low, high

    def states(self, low: int, high: int) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
        """The replicas that hold a piece, and the others with what is wrong there.

        A replica that begins behind it is left out: its records were deleted.
        """
        wrong = {
            replica.task.name: how for replica, span, how in self.wrong if span[0] <= low and high <= span[1]
        }
        whole = [
            replica
            for replica in self.replicas
            if replica.task.name not in wrong and replica.log_start <= low
        ]
        sides = self._sides(whole, low, high)
        if len(sides) > 1:
            is_majority = len(sides[0]) > len(sides[1])
            for number, side in enumerate(sides):
                if number or not is_majority:
                    others = [name for other in sides if other is not side for name in other]
                    wrong |= dict.fromkeys(side, f"other records than {', '.join(others)}")
            whole = [replica for replica in whole if replica.task.name not in wrong]
        order = [replica.task.name for replica in self.replicas]
        return tuple(replica.task.name for replica in whole), tuple(
            (name, wrong[name]) for name in order if name in wrong
        )

    def _sides(self, replicas: Sequence[ReplicaOnDisk], low: int, high: int) -> list[list[str]]:
        """The replicas that are alike in a piece, the greatest number first."""
        differing = {
            (replica.task.name, peer.task.name)
            for replica, peer, span in self.different
            if span[0] <= low and high <= span[1]
        }
        sides: list[list[str]] = []
        for replica in replicas:
            name = replica.task.name
            alike = (side for side in sides if not any({(name, x), (x, name)} & differing for x in side))
            if side := next(alike, None):
                side.append(name)
            else:
                sides.append([name])
        return sorted(sides, key=len, reverse=True)

    def with_times(self, lost: LostRange) -> LostRange:
        """The same, with the times of its first and last record; where nobody has them, of those beside them."""
        present = {*lost.held_by, *(name for name, how in lost.lost_by if how not in (MISSING, DAMAGED))}
        holders = [replica for replica in self.replicas if replica.task.name in present]
        if holders:
            holder = holders[0]
            first = next(reading.records_between(holder, lost.first, lost.last + 1), None)
            return replace(lost, since=_time(first), until=_time(_last_record(holder, lost)))
        before = [
            _max_time(replica, lost.first - 1) for replica in self.replicas if replica.end >= lost.first
        ]
        behind = [_max_time(replica, lost.last + 1) for replica in self.replicas]
        since = max((time for time in before if time is not None), default=None)
        until = min((time for time in behind if time is not None), default=None)
        return replace(lost, since=since, until=until, is_between=True)


def _span(replica: ReplicaOnDisk, finding: AuditFinding, at: int, committed: int) -> _Span | None:
    """The offsets that a finding speaks of; None if it does not say which."""
    kind = finding.kind
    if kind in DIFFERENT or kind == "committed-unreplicated":
        return at, finding.details["last"] + 1
    if kind == "isr-has-committed":
        return at, finding.details["high_watermark"]
    if kind in IN_A_BATCH:
        row = reading.batch_at(replica, at)
        return at, max(at, int(row["last"])) + 1 if row is not None else at + 1
    if kind == "gap":
        row = reading.batch_at(replica, at)
        return at, int(row["first"]) if row is not None else replica.end
    if kind in AT_AN_END or kind == "segment-missing":
        return at, min((segment.base for segment in replica.segments if segment.base > at), default=committed)
    if kind == "key-missing":
        return at, at + 1
    if kind == "start-missing":
        return at, replica.log_start
    if kind in ("high-watermark-past-end", "recovery-point-past-end"):
        return replica.end, at
    return None


def _holes(replica: ReplicaOnDisk, committed: int) -> Iterator[_Span]:
    """The offsets that a replica lacks between its segments, and at its end."""
    for before, after in pairwise(replica.segments):
        if before.end < after.base and not replica.is_compacted:
            yield before.end, after.base
    if replica.end < committed:
        yield replica.end, committed


def _last_record(replica: ReplicaOnDisk, lost: LostRange) -> StoredRecord | None:
    """The last record of a replica in a range."""
    row = reading.batch_at(replica, lost.last)
    low = max(lost.first, int(row["first"])) if row is not None else lost.first
    records = list(reading.records_between(replica, low, lost.last + 1))
    return records[-1] if records else None


def _time(record: StoredRecord | None) -> int | None:
    return record.timestamp if record and record.timestamp >= 0 else None


def _max_time(replica: ReplicaOnDisk, offset: int) -> int | None:
    """The latest time in the batch that has an offset, or comes next behind it."""
    row = reading.batch_at(replica, offset) if offset >= 0 else None
    return int(row["max_time"]) if row is not None and row["max_time"] >= 0 else None
