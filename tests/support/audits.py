"""An audit as a test asks for it."""

from __future__ import annotations

from pathlib import Path

from tidemark import real
from tidemark.spec.families.audits import AuditFinding, GroupFindings


def audit(paths: list[Path]) -> list[AuditFinding]:
    """The findings."""
    return audit_whole(paths).findings


def audit_whole(paths: list[Path]) -> GroupFindings:
    """The findings, what is lost, and the advice, of all partitions together."""
    auditor = real.auditor()
    survey = auditor.survey(paths)
    found = GroupFindings(findings=list(survey.findings), lost=list(survey.lost), advice=list(survey.advice))
    assert not survey.unread
    for group in sorted({unit.group for unit in survey.units}):
        settled = auditor.settle(group, [auditor.scan(unit) for unit in survey.units if unit.group == group])
        assert not settled.unread
        found.findings += settled.findings
        found.lost += settled.lost
        found.advice += settled.advice
    return found
