"""An audit as a test asks for it."""

from __future__ import annotations

import shutil
from pathlib import Path

from tidemark import real
from tidemark.real.storage import directories
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


def set_id(path: Path, number: str) -> None:
    """Give a data directory another id."""
    properties = path / directories.PROPERTIES
    lines = [line for line in properties.read_text().splitlines() if not line.startswith("directory.id")]
    properties.write_text("\n".join([*lines, f"directory.id={number}"]) + "\n")


def add_disk(path: Path) -> Path:
    """Another data directory of the broker of one, which has no partition yet."""
    other = path.with_name("other-disk")
    other.mkdir()
    for name in (directories.PROPERTIES, directories.CLEAN):
        if (path / name).exists():
            shutil.copy(path / name, other / name)
    set_id(other, "1R3nTPrSZPIY3m-hQStwHg")
    return other
