"""One replica of a partition: where its log begins and ends, which epochs it has, and what it must hold.

All of this follows from the segments that were read, the small files beside them (`replica_files`), and the checkpoints
and the metadata log (`ReplicaTask`). Its segments are a chain: each must begin where the one before it ends, in no
older leader epoch.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from tidemark.real.log_auditor.problems import Problems
from tidemark.real.log_auditor.replica_files import ReplicaFact
from tidemark.real.log_auditor.segment import SegmentFact
from tidemark.real.storage.batches import Rows
from tidemark.real.storage.names import file_name
from tidemark.spec.families.audits import AuditFinding

NEVER_CLEANED = 1 << 62
"""What `compacted_until` is where no checkpoint says how far a compacted partition was compacted."""
LEFT_BY_COMPACTION = {"gap", "sequence-gap"}


class ReplicaOnDisk:
    """A replica with all that is known of it.

    all_segments: as they were read. segments: without those that are left out, since they were deleted while they were
    read. filled: those that have batches. unreadable: file and reason by the offset of a batch whose records can't be
    read. unread: path and reason of other files. open_transactions: the first offset of each producer's transaction
    that no mark ends.
    """

    def __init__(self, fact: ReplicaFact, segments: Sequence[SegmentFact]) -> None:
        self.fact, self.task, self.all_segments = fact, fact.task, tuple(segments)
        self.problems = self.task.problems()
        self.unreadable: dict[int, tuple[str, str]] = {}
        self.unread: list[tuple[str, str]] = []
        self.open_transactions: dict[int, int] = {}
        self.segments = list(segments)
        present = [number for number, segment in enumerate(segments) if not segment.gone]
        self.keep(present[0] if present else max(len(segments) - 1, 0), len(segments))

    def keep(self, begin: int, end: int) -> None:
        """Leave out all segments but those with these numbers: the others were deleted while they were read."""
        self.segments = self.segments[begin:end]
        self.filled = [segment for segment in self.segments if segment.batches]

    # Where the log begins and ends.

    @property
    def start(self) -> int:
        """The first offset from which on something is left."""
        first = self.filled[0].first if self.filled else self.end
        return max(first, self.task.log_start or 0)

    @property
    def log_start(self) -> int:
        """The log start offset as its broker has it, whether a record is left there or was compacted away."""
        return max(self.segments[0].base if self.segments else 0, self.task.log_start or 0)

    @property
    def end(self) -> int:
        """The log end offset."""
        return self.segments[-1].end if self.segments else 0

    @property
    def high_watermark(self) -> int:
        """The checkpointed high watermark; 0 without one."""
        return self.task.high_watermark or 0

    @property
    def is_whole(self) -> bool:
        """Whether all of its segments could be read."""
        return not any(segment.gone or segment.unread for segment in self.segments)

    @property
    def blocks(self) -> Rows:
        """The hashes of all segments."""
        return np.concatenate([segment.blocks for segment in self.segments])

    def file_at(self, offset: int) -> str:
        """The name of the segment that has an offset, or would have it."""
        below = [segment.base for segment in self.segments if segment.base <= offset]
        return file_name(below[-1] if below else self.segments[0].base, ".log")

    # How far it was compacted.

    @property
    def is_being_compacted(self) -> bool:
        """Whether a broker may be compacting it for the first time: then nothing is known of what should be there."""
        return not self.task.is_compacted and any(segment.is_new for segment in self.segments)

    @property
    def is_compacted(self) -> bool:
        """Whether offsets may be missing."""
        return self.task.is_compacted or self.is_being_compacted

    @property
    def compacted_until(self) -> int:
        """The offset below which compaction may have taken records away.

        A cleaner that is interrupted, also by a clean shutdown, has replaced segments and not written its checkpoint
        (`LogCleaner.cleanLog`). It never takes the active segment.
        """
        if self.is_being_compacted:
            return NEVER_CLEANED
        active = self.segments[-1].base if self.is_compacted and self.segments else 0
        return max(self.task.compacted_until, active)

    # Its leader epochs.

    @property
    def epochs(self) -> list[tuple[int, int]]:
        """Each leader epoch of the log and its first offset, as the batches have them.

        Where a topic is set back to an older message format (`message.format.version`), a broker forgets all epochs. So
        those before the last batch without one do not count.
        """
        epochs: list[tuple[int, int]] = []
        begin = max((segment.without_epoch for segment in self.segments), default=0)
        for segment in self.segments:
            for epoch, offset in segment.epochs:
                if offset >= begin and (not epochs or epoch != epochs[-1][0]):
                    epochs.append((epoch, offset))
        return epochs

    @property
    def lineage(self) -> list[tuple[int, int]]:
        """Each leader epoch and its first offset, also of epochs whose records were compacted away: a broker asks its
        cache. By the log alone where the two contradict each other.
        """
        in_log = self.epochs
        starts = {epoch: start for epoch, start in self.fact.epochs or () if start <= self.end}
        for epoch, offset in in_log:
            starts[epoch] = min(offset, starts.get(epoch, offset))
        merged = sorted(starts.items())
        rises = all(before[1] <= after[1] for before, after in pairwise(merged))
        return merged if rises else in_log

    # Whether it may lead, and what it must hold for that.

    @property
    def is_candidate(self) -> bool:
        """Whether its node may lead at all: of the metadata log, only voters do."""
        voters = self.task.voters
        return voters is None or self.task.broker in list(map(str, voters))

    @property
    def is_eligible(self) -> bool:
        """Whether it may be elected, by the metadata log: it is in the ISR or the ELR.

        By that of its own broker, too: what it was copied with. It may have come back to the ISR since.
        """
        assigned = self.task.assigned
        return assigned is not None and assigned.is_eligible(self.task.broker) and self.task.was_eligible

    @property
    def eligible_since(self) -> int | None:
        """When it came to the ISR, in ms: since then it has every committed record. None if it may not be elected."""
        assigned = self.task.assigned
        return assigned.eligible_since(self.task.broker) if assigned and self.is_eligible else None

    def may_lack(self, time: int | None) -> bool:
        """Whether it may lack what was written at a time: it was copied before, or before it had come to the ISR."""
        since = self.eligible_since
        return self.task.moment.may_predate(None if time is None or since is None else max(time, since))


# Its segments as a chain.


def check_chain(replica: ReplicaOnDisk) -> None:
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
