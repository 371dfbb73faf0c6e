"""The segments of a replica as a chain: each must begin where the one before it ends, in no older leader epoch."""

from __future__ import annotations

from itertools import pairwise

from tidemark.real.audit.problems import Problems
from tidemark.real.audit.replica import ReplicaOnDisk
from tidemark.real.storage.names import file_name
from tidemark.spec.families.audits import AuditFinding

LEFT_BY_COMPACTION = {"gap", "sequence-gap"}


def check(replica: ReplicaOnDisk) -> None:
    """Add what is wrong with a replica's chain of segments to its problems."""
    for before, after in pairwise(replica.segments):
        if any(segment.gone or segment.unread for segment in (before, after)):
            continue
        name = file_name(after.base, ".log")
        if before.end > after.base:
            message = f"the segment before goes on to {before.end - 1}"
            replica.problems.add("overlap", name, after.base, message)
        elif before.end < after.base and not replica.is_compacted:
            message = f"{before.end} to {after.base - 1} are missing"
            replica.problems.add("segment-missing", name, before.end, message)
    last_epoch = -1
    for segment in replica.segments:
        for epoch, offset in segment.epochs[:1]:
            if epoch < last_epoch:
                name = file_name(segment.base, ".log")
                replica.problems.add("epochs-fall", name, offset, f"epoch {epoch} follows {last_epoch}")
            last_epoch = segment.epochs[-1][0]


def damage_of_segments(replica: ReplicaOnDisk) -> list[AuditFinding]:
    """The findings in a replica's segments, except for gaps that its broker may have made.

    Compaction makes some. And a follower whose records differ from those that the leader had, and has deleted since,
    cuts its log where the leader's begins (`LeaderEpochFileCache.endOffsetFor`). If that is within a batch, the batch
    goes (`LogSegment.truncateTo`), and the segment begins behind its name.
    """
    cache = replica.fact.epochs or ()
    cut_at = max(replica.task.log_start or 0, cache[0][1] if cache else 0)
    findings = []
    for number, segment in enumerate(replica.all_segments):
        for finding in segment.findings:
            is_compaction = replica.is_being_compacted and finding.kind in LEFT_BY_COMPACTION
            is_at_start = finding.kind == "gap" and number == 0 and finding.at == segment.base
            if not is_compaction and not (is_at_start and segment.first <= cut_at):
                findings.append(finding)
    return findings


def unreadable_batches(replica: ReplicaOnDisk) -> list[AuditFinding]:
    """The batches that could not be read when they were compared, except those that the scan reported."""
    problems = Problems(replica.task.group, replica.task.data_directory)
    reported = {
        finding.at
        for segment in replica.segments
        for finding in segment.findings
        if finding.kind == "records"
    }
    for offset, (file, reason) in sorted(replica.unreadable.items()):
        if offset not in reported:
            problems.add("records", file, offset, reason)
    return problems.findings
