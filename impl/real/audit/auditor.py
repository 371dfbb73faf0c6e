"""The auditor of brokers' data directories: what there is, cut into segments; replicas are compared by partition."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tidemark.impl.real.audit import again, missing
from tidemark.impl.real.audit import replica as replicas
from tidemark.impl.real.audit import segment as segments
from tidemark.impl.real.audit.kinds import KINDS
from tidemark.impl.real.audit.metadata_log import Assignments
from tidemark.impl.real.audit.problems import Problems
from tidemark.impl.real.audit.replica import ReplicaFact
from tidemark.impl.real.audit.settle import COLUMNS, settle
from tidemark.impl.real.audit.tasks import ReplicaTask, SegmentTask
from tidemark.impl.real.storage import checkpoints, directories, files
from tidemark.impl.real.storage.directories import (
    CLEANED,
    HIGH_WATERMARKS,
    LOG_STARTS,
    METADATA_LOG,
    RECOVERY_POINTS,
    DataDirectory,
)
from tidemark.impl.real.storage.names import file_name
from tidemark.spec.audits import Finding, GroupFindings, Survey, Unit
from tidemark.spec.errors import UsageError, printable

OPENED = 32 << 20
"""Bytes of logs up to which the records of each batch are read unless that is asked for: a second or two."""
CLOSED = "batches were not opened: --thorough reads their records too, which takes about thirty times as long"
COMPACTED = ("__consumer_offsets-", "__transaction_state-", "__share_group_state-")
"""Partitions of topics that Kafka itself compacts."""


class LogAuditor:
    """Audits the data directories of one or several brokers of one cluster."""

    noun = "partition"
    kinds = KINDS
    columns = COLUMNS

    def survey(self, paths: Sequence[Path], thorough: bool = False) -> Survey:
        """The segments of all partitions, and what is wrong with the directories themselves.

        thorough: whether the records of each batch are read; they are too where there are few.

        Raises:
            UsageError: a directory is missing, can't be read, or is no data directory of a broker.
        """
        since = time.time()
        read = [_directory(path) for path in paths]
        assignments = Assignments.read(read)
        findings = again.confirmed(
            self._states(read, assignments),
            lambda: self._states(later := [_directory(path) for path in paths], Assignments.read(later)),
            any(found.is_open for found in read),
        )
        unread = [*(one for found in read for one in found.unread), *assignments.unread]
        survey = Survey(unread=unread, findings=findings)
        self._units(survey, read, assignments, since)
        if thorough or sum(unit.size for unit in survey.units) <= OPENED:
            survey.units = [_opened(unit) for unit in survey.units]
        else:
            survey.notes.append(CLOSED)
        return survey

    def _units(
        self,
        survey: Survey,
        read: list[DataDirectory],
        assignments: Assignments,
        since: float,
        only: str | None = None,
    ) -> None:
        names = _names(read)
        for number, found in enumerate(read):
            for group, path in found.partitions.items():
                if only in (None, group):
                    self._partition(survey, found, number, names[number], group, path, assignments, since)

    def _states(self, read: list[DataDirectory], assignments: Assignments) -> list[Finding]:
        found: list[Finding] = []
        for one in read:
            problems = Problems("", str(one.path))
            self._state(one, read[0], problems)
            missing.check(one, read, assignments, problems)
            found += problems.findings
        return found

    def _state(self, found: DataDirectory, first: DataDirectory, problems: Problems) -> None:
        for file, reason in found.problems:
            problems.add("metadata" if file == directories.PROPERTIES else "checkpoint", file, None, reason)
        keeps_mark = found.offsets or set(found.partitions) - {METADATA_LOG}  # a controller alone leaves none
        if keeps_mark and not found.is_clean and not found.is_open:
            problems.add("unclean-shutdown", directories.CLEAN, None, "the file is missing")
        for name in found.left if not found.is_open else ():
            problems.add("left-directory", name, None, name)
        mine, theirs = (one.properties.get("cluster.id") for one in (found, first))
        if mine and theirs and mine != theirs:
            problems.add(
                "clusters-differ", directories.PROPERTIES, None, f"{mine}, and {first.path} has {theirs}"
            )

    def _partition(
        self,
        survey: Survey,
        found: DataDirectory,
        number: int,
        name: str,
        group: str,
        path: Path,
        assignments: Assignments,
        since: float,
    ) -> None:
        try:
            listed, half_done = directories.segments(path)
        except FileNotFoundError:
            return  # deleted just now
        except OSError as error:
            survey.unread.append((str(path), error.strerror or str(error)))
            return
        task = self._replica_unit(survey, found, number, name, group, path, assignments, half_done)
        active = listed[-1].base if listed and task.is_compacted else 0  # a cleaner may have come so far
        whole_from = max(task.cleaned, task.log_start or 0, active)
        for one in listed:
            if one.base > checkpoints.GREATEST:
                survey.unread.append(
                    (str(path / file_name(one.base, ".log")), "no offset is as great as its name")
                )
                continue
            segment = SegmentTask(
                group,
                number,
                str(found.path),
                path,
                one.base,
                one.names,
                one is listed[-1],
                task.is_compacted,
                found.is_open,
                since,
                whole_from,
                found.is_settled,
            )
            survey.units.append(Unit(group, min(one.size, files.LARGEST), segment))

    def _replica_unit(
        self,
        survey: Survey,
        found: DataDirectory,
        number: int,
        name: str,
        group: str,
        path: Path,
        assignments: Assignments,
        half_done: Sequence[str],
    ) -> ReplicaTask:
        """List the small files of a replica, and give what is known of it."""
        cleaned = found.offsets.get(CLEANED, {}).get(group, 0)
        compacted = cleaned > 0 or group.startswith(COMPACTED) or assignments.is_compacted(group)
        is_made_again = not found.is_settled and missing.is_being_deleted(found, group)
        marks = {  # until they are written again, they are those of the partition that had the name before
            key: None if is_made_again else found.offsets.get(key, {}).get(group)
            for key in (HIGH_WATERMARKS, RECOVERY_POINTS, LOG_STARTS)
        }
        task = ReplicaTask(
            group,
            number,
            str(found.path),
            name,
            found.broker,
            path,
            found.is_open,
            marks[HIGH_WATERMARKS],
            marks[RECOVERY_POINTS],
            marks[LOG_STARTS],
            max(cleaned, replicas.NEVER_CLEANED if compacted and not cleaned else 0),
            compacted,
            half_done=tuple(half_done),
            assigned=assignments.get(group),
            is_settled=found.is_settled,
            metadata=f"the metadata log in {printable(assignments.source)}" if assignments.partitions else "",
            is_tiered=assignments.is_tiered(group),
            is_kept_whole=assignments.is_kept_whole(group),
            is_stray=missing.is_stray(found, assignments, group),
            voters=assignments.voters if group == METADATA_LOG else None,
        )
        survey.units.append(Unit(group, 0, task))
        return task

    def scan(self, unit: Unit) -> Any:
        """A segment's account, or the small files of a replica."""
        return replicas.read(unit.data) if isinstance(unit.data, ReplicaTask) else segments.scan(unit.data)

    def settle(self, group: str, facts: Sequence[Any]) -> GroupFindings:
        """The findings of a partition. If a broker runs on it, and something is wrong, it is looked at again."""
        tasks = [fact.task for fact in facts if isinstance(fact, ReplicaFact)]
        is_open = any(task.is_open for task in tasks)
        paths = [Path(task.place) for task in sorted(tasks, key=lambda task: task.replica)]
        is_opened = any(task.is_opened for task in tasks)
        return again.settled(
            lambda: settle(group, facts), lambda: self._settled_again(group, paths, is_opened), is_open
        )

    def _settled_again(self, group: str, paths: list[Path], is_opened: bool) -> GroupFindings:
        since, read, survey = time.time(), [_directory(path) for path in paths], Survey()
        self._units(survey, read, Assignments.read(read), since, only=group)
        units = [_opened(unit) for unit in survey.units] if is_opened else survey.units
        return settle(group, [self.scan(unit) for unit in units])


def _directory(path: Path) -> DataDirectory:
    shown = printable(str(path))
    try:
        found = directories.read(path)
    except FileNotFoundError:
        raise UsageError(f"there is no directory {shown}") from None
    except NotADirectoryError:
        raise UsageError(f"{shown} is not a directory: name a broker's data directory (log.dirs)") from None
    except OSError as error:
        raise UsageError(f"{shown} can't be read: {error.strerror}") from error
    if not found.is_data:
        if any(path.glob("*.log")):
            raise UsageError(f"{shown} is one partition's directory: name the data directory above it")
        raise UsageError(f"{shown} is no data directory of a broker: it has no partition and no checkpoint")
    return found


def _opened(unit: Unit) -> Unit:
    """The unit, with the records of each batch."""
    return replace(unit, data=replace(unit.data, is_opened=True))


def _names(read: list[DataDirectory]) -> list[str]:
    """What each directory is called in a sentence: its broker, where no other one is of that broker."""
    brokers = [found.broker for found in read]
    return [
        f"broker {found.broker}"
        if found.broker and brokers.count(found.broker) == 1
        else printable(str(found.path))
        for found in read
    ]


AUDITOR = LogAuditor()
