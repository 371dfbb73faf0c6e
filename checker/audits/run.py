"""An audit in this process: group after group, unit after unit, so that only one group's facts are in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path

from tidemark.checker.audits.dataset import Writer
from tidemark.spec.families.audits import Auditor, AuditSurvey, GroupFindings, Unit

SMALL = 8 << 30
"""Bytes up to which an audit runs here unless something else is asked for."""


def in_order(units: Iterable[Unit]) -> list[Unit]:
    """The units, those of a group together."""
    return sorted(units, key=lambda unit: unit.group)


def run(auditor: Auditor, survey: AuditSurvey, path: Path, report: Callable[[int], None]) -> None:
    """Scan all units and settle all groups; what is found goes to the data set at `path`.

    `report` is called with the bytes that were read since it was called last.

    Raises:
        UsageError: the data set can't be written.
    """
    writer = Writer(path, "part-0", auditor.columns)
    writer.add("", findings_of_survey(survey))
    try:
        for group, units in groupby(in_order(survey.units), key=lambda unit: unit.group):
            facts = []
            for unit in units:
                facts.append(auditor.scan(unit))
                report(unit.size)
            writer.add(group, auditor.settle(group, facts))
    finally:
        writer.flush()


def findings_of_survey(survey: AuditSurvey) -> GroupFindings:
    """What the survey itself found."""
    return GroupFindings(findings=survey.findings, unread=survey.unread)
