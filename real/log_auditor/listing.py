"""Lists data directories, and what there is to read in them, replica by replica."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tidemark.base.errors import UsageError, printable
from tidemark.real.log_auditor import claims, missing
from tidemark.real.log_auditor.claims import CoordinatorClaims
from tidemark.real.log_auditor.coordinator_logs import CoordinatorLogs
from tidemark.real.log_auditor.metadata_log import Assignment, Assignments
from tidemark.real.log_auditor.moments import CopyMoment
from tidemark.real.log_auditor.replica import NEVER_CLEANED
from tidemark.real.log_auditor.replica_files import METADATA, read_topic_id
from tidemark.real.log_auditor.tasks import ReplicaTask, SegmentTask
from tidemark.real.storage import checkpoints, directories, files
from tidemark.real.storage.directories import (
    CLEANED,
    HIGH_WATERMARKS,
    LOG_STARTS,
    METADATA_LOG,
    RECOVERY_POINTS,
    DataDirectory,
)
from tidemark.real.storage.names import file_name
from tidemark.spec.families.audits import AuditSurvey, Unit

COMPACTED = ("__consumer_offsets-", "__transaction_state-", "__share_group_state-")
"""Partitions of topics that Kafka itself compacts."""
CLAIMED = 64 << 20
"""Bytes of the coordinators' topics up to which they are read unless that is asked for: ten seconds or so."""


@dataclass(frozen=True)
class Listing:
    """The data directories of an audit. since: when they were listed, in seconds since 1970. thorough: whether the
    coordinators' topics are read, however large they are.
    """

    directories: Sequence[DataDirectory]
    assignments: Assignments
    since: float
    thorough: bool = False

    @classmethod
    def of(cls, paths: Sequence[Path], thorough: bool = False) -> Listing:
        """The directories as they are now.

        Raises:
            UsageError: one is missing, can't be read, or is no data directory of a broker.
        """
        since, data_directories = time.time(), [_directory(path) for path in paths]
        return cls(data_directories, Assignments.read(data_directories), since, thorough)

    @property
    def is_open(self) -> bool:
        """Whether a broker runs on one of them."""
        return any(directory.is_open for directory in self.directories)

    @cached_property
    def names(self) -> list[str]:
        """What each directory is called in a sentence: its broker, unless another directory is of the same broker."""
        brokers = Counter(directory.broker for directory in self.directories)
        return [
            f"broker {directory.broker}"
            if directory.broker and brokers[directory.broker] == 1
            else printable(str(directory.path))
            for directory in self.directories
        ]

    @cached_property
    def _sources(self) -> tuple[Path, ...]:
        return tuple(directory.path for directory in self.directories)

    @cached_property
    def moments(self) -> list[CopyMoment]:
        """When each directory was copied, as far as the copy shows.

        If a broker may have run while it was copied, so may another one that was stopped or started meanwhile, whose
        copy has the mark of a clean shutdown.
        """
        times = {str(log.directory.path): log.newest for log in self.assignments.logs}
        is_moving = any(
            directory.keeps_mark and not directory.is_clean and not directory.is_open
            for directory in self.directories
        )
        moments = []
        for directory in self.directories:
            size, files = _extent(directory) if is_moving else (0, 0)
            until = times.get(str(directory.path))
            moments.append(
                CopyMoment(is_moving and not directory.is_open, directory.is_open, until, size, files)
            )
        return moments

    @cached_property
    def claims(self) -> CoordinatorClaims | None:
        """What the coordinators' topics say of all partitions; None where they are too large to be read unasked."""
        logs = CoordinatorLogs(self.directories, self.assignments, claims.TOPICS)
        if logs.size > CLAIMED and not self.thorough:
            return None
        is_moving = any(moment.is_moving for moment in self.moments)
        return CoordinatorClaims.read(logs, self.assignments.topics, is_moving)

    @cached_property
    def own_assignments(self) -> dict[str, Assignments]:
        """What each metadata log says, by the data directory that it is in; it may be older than the longest one."""
        source = self.assignments.source
        return {
            str(log.directory.path): self.assignments if log is source else Assignments.read([log.directory])
            for log in self.assignments.logs
        }

    def assignments_of(self, directory: DataDirectory) -> Assignments | None:
        """What the broker of a directory had read of the metadata log; None if none of its directories has that."""
        same_broker = [peer for peer in self.directories if peer.broker and peer.broker == directory.broker]
        candidates = (self.own_assignments.get(str(peer.path)) for peer in [directory, *same_broker])
        return next((assignments for assignments in candidates if assignments), None)

    def list_units(self, survey: AuditSurvey, only: str | None = None) -> None:
        """Add to a survey what there is to read: of all partitions, or only of one."""
        for number, directory in enumerate(self.directories):
            for group in directory.partitions:
                if only in (None, group):
                    self._list_replica(survey, number, group)

    def _list_replica(self, survey: AuditSurvey, number: int, group: str) -> None:
        path = self.directories[number].partitions[group]
        try:
            listed, half_done = directories.segments(path)
        except FileNotFoundError:
            return  # deleted just now
        except OSError as error:
            survey.unread.append((str(path), error.strerror or str(error)))
            return
        replica = self._replica(number, group, half_done)
        survey.units.append(Unit(group, 0, replica))
        active = listed[-1].base if listed and replica.is_compacted else 0  # a cleaner may have come so far
        whole_from = max(replica.compacted_until, replica.log_start or 0, active)
        for segment_files in listed:
            if segment_files.base > checkpoints.GREATEST:
                file = path / file_name(segment_files.base, ".log")
                survey.unread.append((str(file), "no offset is as great as its name"))
                continue
            segment = SegmentTask(
                replica=replica,
                base=segment_files.base,
                names=segment_files.names,
                is_last=segment_files is listed[-1],
                since=self.since,
                whole_from=whole_from,
            )
            survey.units.append(Unit(group, min(segment_files.size, files.LARGEST), segment))

    def _was_eligible(self, directory: DataDirectory, group: str) -> bool:
        """Whether a replica could be elected by what its own broker had read; if that is not known, it could."""
        is_moving = any(moment.is_moving for moment in self.moments)
        assignments = self.assignments_of(directory) if is_moving else None
        assigned = assignments.get(group) if assignments else None
        return assignments is None or (assigned is not None and assigned.is_eligible(directory.broker))

    def _is_long_there(self, number: int, group: str, assigned: Assignment) -> bool:
        """Whether a directory is of the topic in the metadata log, and was copied long after it came to the ISR."""
        directory = self.directories[number]
        if not self.moments[number].is_long_after(assigned.eligible_since(directory.broker)):
            return False
        try:
            return read_topic_id(directory.partitions[group] / METADATA) == assigned.topic_text
        except (OSError, ValueError):
            return False

    def _replica(self, number: int, group: str, half_done: Sequence[str]) -> ReplicaTask:
        """What is known of a replica. half_done: files that an interrupted compaction or deletion left in it."""
        directory, assignments = self.directories[number], self.assignments
        compacted_until = directory.offset_of(CLEANED, group) or 0
        is_compacted = compacted_until > 0 or group.startswith(COMPACTED) or assignments.is_compacted(group)
        is_made_again = not directory.is_settled and missing.is_being_deleted(directory, group)
        assigned = assignments.get(group)
        marks = {  # until they are written again, they are those of the partition that had the name before
            key: None if is_made_again else directory.offset_of(key, group)
            for key in (HIGH_WATERMARKS, RECOVERY_POINTS, LOG_STARTS)
        }
        if is_made_again and assigned and self._is_long_there(number, group, assigned):
            marks[HIGH_WATERMARKS] = directory.offset_of(HIGH_WATERMARKS, group)
        return ReplicaTask(
            group=group,
            number=number,
            data_directory=str(directory.path),
            name=self.names[number],
            broker=directory.broker,
            directory=directory.partitions[group],
            is_open=directory.is_open,
            high_watermark=marks[HIGH_WATERMARKS],
            recovery_point=marks[RECOVERY_POINTS],
            log_start=marks[LOG_STARTS],
            compacted_until=compacted_until or (NEVER_CLEANED if is_compacted else 0),
            is_compacted=is_compacted,
            half_done=tuple(half_done),
            assigned=assigned,
            is_settled=directory.is_settled,
            metadata=_source(assignments),
            is_tiered=assignments.is_tiered(group),
            is_kept_whole=assignments.is_kept_whole(group),
            is_stray=missing.is_stray(directory, assignments, self.assignments_of(directory), group),
            was_eligible=self._was_eligible(directory, group),
            is_unclean_allowed=assignments.is_unclean_allowed(group),
            voters=assignments.voters if group == METADATA_LOG else None,
            moment=self.moments[number],
            claims=self.claims.of(group) if self.claims else None,
            sources=self._sources,
        )


def _extent(directory: DataDirectory) -> tuple[int, int]:
    """The bytes of all logs of a directory, and the number of all files of their segments."""
    size = files = 0
    for path in directory.partitions.values():
        with suppress(OSError):
            listed, _ = directories.segments(path)
            size += sum(segment.size for segment in listed)
            files += sum(len(segment.names) for segment in listed)
    return size, files


def _source(assignments: Assignments) -> str:
    """The metadata log that was read, as a sentence calls it; empty where none says anything of partitions."""
    if not assignments.source or not assignments.partitions:
        return ""
    return f"the metadata log in {printable(str(assignments.source.directory.path))}"


def _data_below(path: Path) -> list[Path]:
    """The data directories in a directory."""
    with suppress(OSError):
        children = (child for child in sorted(path.iterdir()) if child.is_dir())
        return [child for child in children if directories.read(child).is_data]
    return []


def _directory(path: Path) -> DataDirectory:
    shown = printable(str(path))
    try:
        directory = directories.read(path)
    except FileNotFoundError:
        raise UsageError(f"there is no directory {shown}") from None
    except NotADirectoryError:
        raise UsageError(f"{shown} is not a directory: name a broker's data directory (log.dirs)") from None
    except OSError as error:
        raise UsageError(f"{shown} can't be read: {error.strerror}") from error
    if not directory.is_data:
        if any(path.glob("*.log")):
            raise UsageError(f"{shown} is one partition's directory: name the data directory above it")
        below = "".join(f": name those in it, as {printable(str(child))}" for child in _data_below(path)[:1])
        why = below or ": it has no partition and no checkpoint"
        raise UsageError(f"{shown} is no data directory of a broker{why}")
    return directory
