"""An audit as a test asks for it."""

from __future__ import annotations

from pathlib import Path

from tidemark import real
from tidemark.spec.families.audits import AuditFinding


def audit(paths: list[Path]) -> list[AuditFinding]:
    auditor = real.auditor()
    survey = auditor.survey(paths)
    found = list(survey.findings)
    assert not survey.unread
    for group in sorted({unit.group for unit in survey.units}):
        settled = auditor.settle(group, [auditor.scan(unit) for unit in survey.units if unit.group == group])
        assert not settled.unread
        found += settled.findings
    return found
