"""The tasks that a survey hands out: to read the small files of a replica, and each of its segments."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tidemark.real.log_auditor.claims import PartitionClaims
from tidemark.real.log_auditor.kinds import MOVING
from tidemark.real.log_auditor.metadata_log import Assignment
from tidemark.real.log_auditor.moments import IN_PLACE, CopyMoment
from tidemark.real.log_auditor.problems import Problems


@dataclass(frozen=True, kw_only=True)
class ReplicaTask:
    """What is known of a replica before it is read. Offsets are those of the data directory's checkpoints, or None.

    number: of its data directory among those that are audited. data_directory: that directory. directory: the
    partition's own one. name: what it is called in a sentence. is_open: a broker runs on it. is_settled: its broker
    shut down cleanly, so that all files beside the log are what they should be. is_compacted: whether offsets may be
    missing. compacted_until: the offset below which compaction may have removed some. half_done: the files that an
    interrupted compaction left behind. assigned: the replicas of its partition, by the metadata log that `metadata`
    names. is_tiered: older records may be in a remote storage. is_kept_whole: no retention takes its oldest records
    away; None if that is not known. is_stray: its broker was stopped before it could learn that the partition is not
    its own. voters: the nodes that may lead, if that is the metadata log. is_opened: whether the records of each batch
    are read. was_eligible: whether it could be elected, by the metadata log that its own broker had read.
    is_unclean_allowed: whether a replica may be elected that is in neither ISR nor ELR. moment: when it was copied.
    claims: what coordinators say of the partition; None if their topics were not read. sources: all data directories
    that are audited.
    """

    group: str
    number: int
    data_directory: str
    name: str
    broker: str | None
    directory: Path
    is_open: bool
    high_watermark: int | None
    recovery_point: int | None
    log_start: int | None
    compacted_until: int
    is_compacted: bool
    half_done: tuple[str, ...] = ()
    assigned: Assignment | None = None
    is_settled: bool = True
    metadata: str = ""
    is_tiered: bool = False
    is_kept_whole: bool | None = None
    is_stray: bool = False
    voters: tuple[int, ...] | None = None
    is_opened: bool = False
    was_eligible: bool = True
    is_unclean_allowed: bool = False
    moment: CopyMoment = IN_PLACE
    claims: PartitionClaims | None = None
    sources: tuple[Path, ...] = ()

    @property
    def moving(self) -> frozenset[str]:
        """The kinds of findings that a copy of its running broker can cause."""
        return MOVING if self.moment.is_moving else frozenset()

    def problems(self) -> Problems:
        """No findings yet, of this replica."""
        return Problems(self.group, self.data_directory, self.moving)


@dataclass(frozen=True, kw_only=True)
class SegmentTask:
    """A segment that is to be read, and its replica.

    base: its first offset. names: of its files. is_last: whether it is the active one. since: when the directories were
    listed, in seconds since 1970. whole_from: the offset from which on neither retention nor compaction took anything
    away. is_opened: whether the records of each batch are read.
    """

    replica: ReplicaTask
    base: int
    names: frozenset[str]
    is_last: bool
    since: float
    whole_from: int
    is_opened: bool = False
