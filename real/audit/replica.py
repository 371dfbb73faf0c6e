"""One replica of a partition: its segments one after another, its epoch cache, and the checkpoints that speak of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from tidemark.real.audit.problems import Problems
from tidemark.real.audit.segment import SegmentFact
from tidemark.real.audit.tasks import ReplicaTask
from tidemark.real.storage import checkpoints, files
from tidemark.real.storage.names import file_name
from tidemark.spec.families.audits import Finding

EPOCH_CACHE = "leader-epoch-checkpoint"
METADATA = "partition.metadata"
NEVER_CLEANED = 1 << 62
"""What `cleaned` is where no checkpoint says how far a compacted partition was compacted."""
COMPACTED = {"gap", "sequence-gap"}
"""What compaction leaves."""


@dataclass(frozen=True)
class ReplicaFact:
    """The small files of a replica: epoch cache and topic id, if it has them."""

    task: ReplicaTask
    epochs: tuple[tuple[int, int], ...] | None = None
    topic_id: str | None = None
    findings: tuple[Finding, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()


def read(task: ReplicaTask) -> ReplicaFact:
    """Read the small files of a replica."""
    problems = task.problems()
    unread: list[tuple[str, str]] = []
    epochs = topic_id = None
    for name, kind in ((EPOCH_CACHE, "checkpoint"), (METADATA, "metadata")):
        try:
            path = task.directory / name
            if name == EPOCH_CACHE:
                epochs = tuple(checkpoints.epochs(files.read_text(path, files.TEXT)))
            else:
                topic_id = checkpoints.metadata(files.read_text(path, files.PROPERTIES))["topic_id"]
        except FileNotFoundError:
            continue
        except ValueError as error:
            problems.add(kind, name, None, str(error))
        except OSError as error:
            unread.append((str(task.directory / name), error.strerror or str(error)))
    for name in task.half_done if not task.is_open else ():
        problems.add("interrupted-compaction" if task.is_settled else "half-written", name, None, name)
    return ReplicaFact(task, epochs, topic_id, tuple(problems.findings), tuple(unread))


@dataclass(eq=False)
class Replica:
    """A replica with all that is known of it."""

    fact: ReplicaFact
    segments: list[SegmentFact]
    problems: Problems = field(init=False)

    def __post_init__(self) -> None:
        self.task = self.fact.task
        self.read = tuple(self.segments)
        kept = [number for number, segment in enumerate(self.segments) if not segment.gone]
        self.keep(kept[0] if kept else max(len(self.segments) - 1, 0), len(self.segments))
        self.problems = self.task.problems()
        self.unreadable: dict[int, tuple[str, str]] = {}
        self.unread: list[tuple[str, str]] = []
        """Of batches whose records can't be read offset, file and reason."""

    @property
    def turned(self) -> bool:
        """Whether a broker may be compacting it for the first time: then nothing is known of what should be there."""
        return not self.task.is_compacted and any(segment.is_new for segment in self.segments)

    @property
    def is_compacted(self) -> bool:
        """Whether offsets may be missing."""
        return self.task.is_compacted or self.turned

    @property
    def cleaned(self) -> int:
        """The offset below which compaction may have taken records away.

        A cleaner that is interrupted, also by a clean shutdown, has replaced segments and not written its checkpoint
        (`LogCleaner.cleanLog`). It never takes the active segment.
        """
        if self.turned:
            return NEVER_CLEANED
        active = self.segments[-1].base if self.is_compacted and self.segments else 0
        return max(self.task.cleaned, active)

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
    def is_whole(self) -> bool:
        """Whether all of its segments could be read."""
        return not any(segment.gone or segment.unread for segment in self.segments)

    @property
    def epochs(self) -> list[tuple[int, int]]:
        """Each leader epoch of the log and its first offset, as the batches have them.

        Where a topic is set back to an older message format (`message.format.version`), a broker forgets all epochs. So
        those before the last batch without one do not count.
        """
        found: list[tuple[int, int]] = []
        begin = max((segment.without_epoch for segment in self.segments), default=0)
        for segment in self.segments:
            for epoch, offset in segment.epochs:
                if offset >= begin and (not found or epoch != found[-1][0]):
                    found.append((epoch, offset))
        return found

    @property
    def lineage(self) -> list[tuple[int, int]]:
        """Each leader epoch and its first offset, also of epochs whose records were compacted away: a broker asks its
        cache. By the log alone where the two contradict each other.
        """
        own = self.epochs
        known = {epoch: start for epoch, start in self.fact.epochs or () if start <= self.end}
        for epoch, offset in own:
            known[epoch] = min(offset, known.get(epoch, offset))
        merged = sorted(known.items())
        rises = all(before[1] <= after[1] for before, after in pairwise(merged))
        return merged if rises else own

    @property
    def is_candidate(self) -> bool:
        """Whether its node may lead at all: of the metadata log, only voters do."""
        voters = self.task.voters
        return voters is None or self.task.broker in [str(one) for one in voters]

    @property
    def is_eligible(self) -> bool:
        """Whether it may be elected, by the metadata log: it is in the ISR, or eligible besides.

        By that of its own broker, too: what it was copied with. It may have come back to the ISR since.
        """
        assigned, broker = self.task.assigned, self.task.broker
        is_eligible = assigned is not None and broker in [str(one) for one in assigned.eligible]
        return is_eligible and self.task.was_eligible

    @property
    def eligible_since(self) -> int | None:
        """When it came to the ISR, in ms: since then it has every committed record. None if it may not be elected."""
        assigned = self.task.assigned
        return assigned.eligible_since(self.task.broker) if assigned and self.is_eligible else None

    def may_lack(self, time: int | None) -> bool:
        """Whether it may lack what was written at a time: it was copied before, or before it had come to the ISR."""
        since = self.eligible_since
        return self.task.moment.may_predate(None if time is None or since is None else max(time, since))

    @property
    def damage(self) -> list[Finding]:
        """What was found in its segments, but for gaps that its broker may have made.

        Compaction makes some. And a follower whose records differ from those that the leader had, and has deleted
        since, cuts its log where the leader's begins (`LeaderEpochFileCache.endOffsetFor`). If that is within a batch,
        the batch goes (`LogSegment.truncateTo`), and the segment begins behind its name.
        """
        cache = self.fact.epochs or ()
        begin = max(self.task.log_start or 0, cache[0][1] if cache else 0)
        return [
            found
            for number, segment in enumerate(self.read)
            for found in segment.findings
            if not (self.turned and found.kind in COMPACTED)
            and not (
                found.kind == "gap" and number == 0 and found.at == segment.base and segment.first <= begin
            )
        ]

    def blocks(self) -> tuple[Any, Any]:
        """The hashes of all segments, and the number of the segment of each."""
        parts = [segment.blocks for segment in self.segments]
        numbers = [np.full(len(part), k) for k, part in enumerate(parts)]
        return np.concatenate(parts), np.concatenate(numbers)

    def check_records(self) -> list[Finding]:
        """The batches that could not be read when they were compared."""
        problems = Problems(self.task.group, self.task.place)
        told = {x.at for segment in self.segments for x in segment.findings if x.kind == "records"}
        for offset, (file, reason) in sorted(self.unreadable.items()):
            if offset not in told:
                problems.add("records", file, offset, reason)
        return problems.findings

    def keep(self, begin: int, end: int) -> None:
        """Leave out all segments but those with these numbers: the others were deleted while they were read."""
        self.segments = self.segments[begin:end]
        self.filled = [segment for segment in self.segments if segment.batches]

    def check_chain(self) -> None:
        """Add what is wrong with its chain of segments to its problems."""
        for before, after in pairwise(self.segments):
            if before.gone or after.gone or before.unread or after.unread:
                continue
            name = file_name(after.base, ".log")
            if before.end > after.base:
                self.problems.add(
                    "overlap", name, after.base, f"the segment before goes on to {before.end - 1}"
                )
            elif before.end < after.base and not self.is_compacted:
                self.problems.add(
                    "segment-missing", name, before.end, f"{before.end} to {after.base - 1} are missing"
                )
        last = -1
        for segment in self.segments:
            if segment.epochs and segment.epochs[0][0] < last:
                epoch, offset = segment.epochs[0]
                name = file_name(segment.base, ".log")
                self.problems.add("epochs-fall", name, offset, f"epoch {epoch} follows {last}")
            last = segment.epochs[-1][0] if segment.epochs else last
