"""Collects findings: it lists the first ones of each kind, and counts the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tidemark.real.log_auditor.kinds import NAMES, OR_COPIED
from tidemark.real.storage.batches import Rows
from tidemark.spec.families.audits import LISTED, AuditFinding


@dataclass
class Problems:
    """The findings in one partition and directory. moving: the kinds that a copy of a running broker can cause."""

    group: str
    place: str
    moving: frozenset[str] = frozenset()
    listed: list[AuditFinding] = field(default_factory=list)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(
        self, kind: str, file: str, offset: int | None, message: str, doubt: str = "", **details: Any
    ) -> None:
        """Add a finding.

        doubt: what is added to its message if files copied at different moments can explain it. It is `copied-apart`
        then.
        """
        if doubt:
            kind, message = "copied-apart", f"{message}{doubt}"
        assert kind in NAMES, kind
        message += OR_COPIED if kind in self.moving else ""
        self.counts[kind, file] += 1
        if self.counts[kind, file] <= LISTED:
            self.listed.append(AuditFinding(kind, self.group, self.place, file, offset, message, details))

    def add_each(
        self, kind: str, file: str, cases: Sequence[Any] | Rows, describe: Callable[[Any], tuple[int, str]]
    ) -> None:
        """One finding for each case. `describe` gives its offset and message, and is called only for what is listed."""
        room = max(0, LISTED - self.counts[kind, file])
        for case in cases[:room]:
            offset, message = describe(case)
            self.add(kind, file, int(offset), message)
        self.counts[kind, file] += len(cases[room:])

    @property
    def findings(self) -> list[AuditFinding]:
        """What is listed, and for each kind and file one finding that stands for the others."""
        findings = list(self.listed)
        for (kind, file), count in self.counts.items():
            if (more := count - LISTED) > 0:
                message = f"and {more:,} more{OR_COPIED if kind in self.moving else ''}"
                findings.append(AuditFinding(kind, self.group, self.place, file, None, message, count=more))
        return findings
