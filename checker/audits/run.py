"""An audit in this process: group after group, unit after unit, so that only one group's facts are in memory."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from tidemark.checker.audits.dataset import Writer
from tidemark.spec.families.audits import Auditor, AuditSurvey, GroupFindings

SMALL = 8 << 30
"""Bytes up to which an audit runs here unless something else is asked for."""


def run(auditor: Auditor, survey: AuditSurvey, path: Path, report: Callable[[int], None]) -> None:
    """Scan all units and settle all groups; what is found goes to the data set at `path`.

    `report` is called with the bytes that were read since it was called last.

    Raises:
        UsageError: the data set can't be written.
    """
    writer = Writer(path, "part-0", auditor.columns)
    writer.add("", findings_of_survey(survey))
    try:
        by_group = attrgetter("group")
        for group, units in groupby(sorted(survey.units, key=by_group), key=by_group):
            facts = []
            for unit in units:
                facts.append(auditor.scan(unit))
                report(unit.size)
            writer.add(group, auditor.settle(group, facts))
    finally:
        writer.flush()


def findings_of_survey(survey: AuditSurvey) -> GroupFindings:
    """What the survey itself found."""
    return GroupFindings(
        findings=survey.findings, unread=survey.unread, lost=survey.lost, advice=survey.advice
    )
