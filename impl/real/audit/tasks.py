"""What is to be read, as the survey hands it out: a segment, or the small files of a replica."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tidemark.impl.real.audit.metadata_log import Assigned


@dataclass(frozen=True)
class SegmentTask:
    """What to read: the copy's number and names, the partition's directory, the segment.

    is_last: whether it is the active one; is_compacted: whether offsets may be missing; is_open: a broker runs on it;
    is_settled: its broker stopped in order; since: when the directories were listed, in seconds since 1970; whole_from:
    the offset from which on neither retention nor compaction took anything away; is_opened: whether the records of
    each batch are read.
    """

    group: str
    replica: int
    place: str
    directory: Path
    base: int
    names: frozenset[str]
    is_last: bool
    is_compacted: bool
    is_open: bool
    since: float
    whole_from: int
    is_settled: bool = True
    is_opened: bool = False


@dataclass(frozen=True)
class ReplicaTask:
    """What is known of a replica before it is read. Offsets are those of the data directory's checkpoints, or None.

    `cleaned`: compaction came so far; below it offsets may be missing. `half_done`: what it left behind. `is_settled`:
    its broker stopped in order, so that all files beside the log are what they should be. `metadata`: which metadata
    log `assigned` is of. `is_tiered`: older records may be in a remote storage.
    `is_kept_whole`: no retention takes its oldest records away; None if that is not known.
    `is_stray`: its broker was stopped before it could learn that the partition is no longer its own. `voters`: the
    nodes that may lead, if that is the metadata log. `is_opened`: as for its segments.
    """

    group: str
    replica: int
    place: str
    name: str
    broker: str | None
    directory: Path
    is_open: bool
    high_watermark: int | None
    recovery_point: int | None
    log_start: int | None
    cleaned: int
    is_compacted: bool
    half_done: tuple[str, ...] = ()
    assigned: Assigned | None = None
    is_settled: bool = True
    metadata: str = ""
    is_tiered: bool = False
    is_kept_whole: bool | None = None
    is_stray: bool = False
    voters: tuple[int, ...] | None = None
    is_opened: bool = False
