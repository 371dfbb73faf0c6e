"""A second look at the files of a running broker: what is wrong only for a moment is no damage.

Files are read one after another while a broker writes all of them. What is wrong where a directory is open is looked at
again, with all that belongs to it; what is then no longer wrong is reported as `changed`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from tidemark.real.log_auditor.kinds import is_damage
from tidemark.spec.families.audits import AuditFinding, GroupFindings

PAUSES = (0.1, 1.0, 4.0)
"""Seconds before each further look."""
_Key = tuple[str, str, str, str, int | None]


def confirm(
    first: list[AuditFinding], look: Callable[[], list[AuditFinding]], is_open: bool
) -> list[AuditFinding]:
    """The findings of the last look, without damage that the looks before did not find.

    is_open: whether a broker has one of the directories open. Then there may be further looks: also what is found in a
    directory that is at rest may speak of one that is not.
    """
    findings, gone = first, list[AuditFinding]()
    for pause in PAUSES if is_open else ():
        doubtful = {_key(finding): finding for finding in findings if is_damage(finding)}
        if not doubtful:
            break
        time.sleep(pause)
        later = look()
        findings = [finding for finding in later if not is_damage(finding) or _key(finding) in doubtful]
        gone += [finding for key, finding in doubtful.items() if key not in set(map(_key, findings))]
    return findings + list(_report_gone(gone))


def settle(
    first: Callable[[], GroupFindings], look: Callable[[], GroupFindings], is_open: bool
) -> GroupFindings:
    """The outcome of the last look at a group, with the findings that are confirmed."""
    last = [_whole(first, look)]

    def findings() -> list[AuditFinding]:
        last.append(_whole(look, look))
        return last[-1].findings

    findings_of_last_look = confirm(last[0].findings, findings, is_open)
    outcome = replace(last[-1], findings=findings_of_last_look)
    if not any(map(is_damage, findings_of_last_look)):
        outcome = replace(outcome, lost=[], advice=[])
    return outcome


def _whole(first: Callable[[], GroupFindings], look: Callable[[], GroupFindings]) -> GroupFindings:
    """The first look during which no file was deleted before it was read; or a note that there was no such look."""
    gone = ""
    for next_look in (first, *[look] * len(PAUSES)):
        try:
            return next_look()
        except FileNotFoundError as error:
            gone = str(error.filename)
    return GroupFindings(unread=[(gone, "the files of this partition are deleted faster than they are read")])


def _key(finding: AuditFinding) -> _Key:
    return (finding.kind, finding.group, finding.place, finding.file, finding.at)


def _report_gone(gone: Iterable[AuditFinding]) -> Iterable[AuditFinding]:
    seen = set()
    for finding in gone:
        if (finding.kind, finding.group, finding.place, finding.file) not in seen:
            seen.add((finding.kind, finding.group, finding.place, finding.file))
            message = f"{finding.kind} was found at the first look, and then not: {finding.text}"
            yield AuditFinding("changed", finding.group, finding.place, finding.file, finding.at, message)
