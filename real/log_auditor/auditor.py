"""Audits brokers' data directories: surveys them, scans their segments, and compares the replicas of each partition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from tidemark.real.log_auditor import again, asides, directory_ids, lost, missing, replica_files, two_audits
from tidemark.real.log_auditor import segment as segments
from tidemark.real.log_auditor.advice import advise_directories
from tidemark.real.log_auditor.kinds import KINDS
from tidemark.real.log_auditor.listing import Listing
from tidemark.real.log_auditor.problems import Problems
from tidemark.real.log_auditor.replica_files import ReplicaFact
from tidemark.real.log_auditor.segment import SegmentFact
from tidemark.real.log_auditor.settle import COLUMNS, settle
from tidemark.real.log_auditor.tasks import ReplicaTask, SegmentTask
from tidemark.real.storage import directories
from tidemark.real.storage.directories import DataDirectory
from tidemark.spec.families.audits import AuditFinding, AuditSurvey, CopyChanges, GroupFindings, Unit

OPENED = 32 << 20
"""Bytes of logs up to which the records of each batch are read unless that is asked for: a second or two."""
UNCLAIMED = "the coordinators' topics were not read: --thorough compares what they say of each partition"
CLOSED = "batches were not opened: --thorough reads their records too, which takes about thirty times as long"


class LogAuditor:
    """Audits the data directories of one or several brokers of one cluster."""

    noun = "partition"
    kinds = KINDS
    columns = COLUMNS

    def survey(self, paths: Sequence[Path], thorough: bool = False) -> AuditSurvey:
        """List the segments of all partitions, and check the directories themselves.

        thorough: whether the records of each batch are read; where they are few they are read anyway.

        Raises:
            UsageError: a directory is missing, can't be read, or is no data directory of a broker.
        """
        listing = Listing.of(paths, thorough)
        first = self._check_directories(listing)
        findings = again.confirm(first, lambda: self._check_directories(Listing.of(paths)), listing.is_open)
        unread = chain.from_iterable(directory.unread for directory in listing.directories)
        survey = AuditSurvey(unread=[*unread, *listing.assignments.unread], findings=findings)
        names = dict(zip((str(each.path) for each in listing.directories), listing.names, strict=True))
        survey.lost, survey.advice = lost.of_missing(listing, findings), advise_directories(findings, names)
        listing.list_units(survey)
        if listing.claims is None:
            survey.notes.append(UNCLAIMED)
        if thorough or sum(unit.size for unit in survey.units) <= OPENED:
            survey.units = [_open(unit) for unit in survey.units]
        else:
            survey.notes.append(CLOSED)
        return survey

    def _check_directories(self, listing: Listing) -> list[AuditFinding]:
        """Check the directories themselves, and their metadata logs."""
        findings: list[AuditFinding] = []
        for directory, moment in zip(listing.directories, listing.moments, strict=True):
            problems = Problems("", str(directory.path))
            self._check_directory(directory, listing.directories[0], problems)
            read, assignments = listing.directories, listing.assignments
            missing.check(directory, moment, read, assignments, problems)
            directory_ids.check(directory, moment, read, assignments, problems)
            asides.check(directory, listing.moments, read, assignments, problems)
            findings += problems.findings
        for log in listing.assignments.logs:
            problems = Problems("", str(log.directory.path))
            for kind, file, reason in log.problems:
                problems.add(kind, file, None, reason)
            findings += problems.findings
        return findings

    def _check_directory(self, directory: DataDirectory, first: DataDirectory, problems: Problems) -> None:
        for file, reason in directory.problems:
            problems.add("metadata" if file == directories.PROPERTIES else "checkpoint", file, None, reason)
        if directory.keeps_mark and not directory.is_clean and not directory.is_open:
            problems.add("unclean-shutdown", directories.CLEAN, None, "the file is missing")
        for name in directory.leftovers if not directory.is_open else ():
            problems.add("left-directory", name, None, name)
        mine, theirs = (source.properties.get("cluster.id") for source in (directory, first))
        if mine and theirs and mine != theirs:
            message = f"{mine}, and {first.path} has {theirs}"
            problems.add("clusters-differ", directories.PROPERTIES, None, message)

    def scan(self, unit: Unit) -> ReplicaFact | SegmentFact:
        """The small files of a replica, or a segment's account."""
        task: ReplicaTask | SegmentTask = unit.data
        return replica_files.read(task) if isinstance(task, ReplicaTask) else segments.scan(task)

    def settle(self, group: str, facts: Sequence[ReplicaFact | SegmentFact]) -> GroupFindings:
        """The findings of a partition. If a broker runs on it, and something is wrong, it is looked at again."""
        tasks = [fact.task for fact in facts if isinstance(fact, ReplicaFact)]
        is_open = any(task.is_open for task in tasks)
        paths = tasks[0].sources if tasks else ()
        is_opened = any(task.is_opened for task in tasks)
        is_claimed = any(task.claims for task in tasks)
        look = partial(self._settle_again, group, paths, is_opened, is_claimed)
        return again.settle(partial(settle, group, facts), look, is_open)

    def compare_copies(
        self, before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]
    ) -> CopyChanges:
        """How the replicas of an earlier audit differ from those of now."""
        return two_audits.compare(before, after)

    def _settle_again(
        self, group: str, paths: Sequence[Path], is_opened: bool, is_claimed: bool
    ) -> GroupFindings:
        survey = AuditSurvey()
        Listing.of(paths, is_claimed).list_units(survey, only=group)
        units = [_open(unit) for unit in survey.units] if is_opened else survey.units
        return settle(group, [self.scan(unit) for unit in units])


def _open(unit: Unit) -> Unit:
    """The unit, with the records of each batch."""
    return replace(unit, data=replace(unit.data, is_opened=True))


AUDITOR = LogAuditor()
