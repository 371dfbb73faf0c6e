"""What is to be read, as the survey hands it out: a segment, or the small files of a replica."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from impl.kafka.audit.metadata_log import Assigned


@dataclass(frozen=True)
class SegmentTask:
    """What to read: the copy's number and names, the partition's directory, the segment.

    is_last: whether it is the active one; is_compacted: whether offsets may be missing; is_open: a broker runs on it;
    since: when the directories were listed, in seconds since 1970; whole_from: the offset from which on neither
    retention nor compaction took anything away; is_opened: whether the records of each batch are read.
    """

    group: str
    copy: int
    place: str
    directory: Path
    base: int
    names: frozenset[str]
    is_last: bool
    is_compacted: bool
    is_open: bool
    since: float
    whole_from: int
    is_opened: bool


@dataclass(frozen=True)
class CopyTask:
    """What is known of a replica before it is read. Offsets are those of the data directory's checkpoints, or None.

    `cleaned`: compaction came so far; below it offsets may be missing. `half_done`: what it left behind. `is_clean`:
    whether the broker closed it. `is_tiered`: whether older records may be in remote storage.
    """

    group: str
    copy: int
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
    is_clean: bool = False
    is_tiered: bool = False
