"""Two audits of the same directories, before and after a repair: what is resolved, new, there again, and lost since.

The earlier audit is the document that `--json` wrote. A finding is the same if its kind, group, copy, file and place
are; a copy is the same if its name is, wherever its directory lies now.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from tidemark.base.errors import UsageError, printable
from tidemark.checker.audits.dataset import lost_range
from tidemark.spec.families.audits import AuditFinding, Auditor, CopyChanges, LostRange, Standing

KEPT = 10_000
"""Findings, and copies, in the JSON document of an audit and in its page; the data set has all."""


@dataclass(frozen=True)
class EarlierAudit:
    """What an earlier audit found. copies: the data of each, with its `cells`."""

    file: str
    findings: Sequence[AuditFinding]
    lost: Sequence[LostRange]
    copies: Sequence[Mapping[str, Any]]
    is_complete: bool

    @classmethod
    def read(cls, file: str) -> EarlierAudit:
        """Read the document of an earlier audit.

        Raises:
            UsageError: it can't be read, or is no document of an audit.
        """
        shown = printable(file)
        try:
            data = json.loads(Path(file).read_bytes())
            findings = [AuditFinding(**row) for row in data["findings"]]
            lost = [lost_range(row) for row in data["lost"]]
            copies = data["copies"]
            if not all({"group", "place", "name"} <= row.keys() for row in copies):
                raise ValueError("a copy lacks its name")
            listed = sum(finding.count for finding in findings)
            is_whole = listed == sum(kind["count"] for kind in data["kinds"].values()) and len(copies) < KEPT
            return cls(shown, findings, lost, copies, data["complete"] and is_whole)
        except OSError as error:
            raise UsageError(f"{shown} can't be read: {error.strerror}") from error
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            message = f"{shown} is no document of an audit: name a file that `tidemark audit … --json` wrote"
            raise UsageError(message) from error


@dataclass
class AuditComparison:
    """What is otherwise than before. restored: what was lost before on a copy that has it now; lost: the reverse, and
    what no copy has now. changes: group, copy and how a cell changed. notes: what could not be compared.
    """

    file: str
    resolved: list[AuditFinding] = field(default_factory=list)
    new: list[AuditFinding] = field(default_factory=list)
    unchanged: int = 0
    restored: list[LostRange] = field(default_factory=list)
    lost: list[LostRange] = field(default_factory=list)
    changes: list[tuple[str, str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    is_worse: bool = False

    @property
    def verdict(self) -> str:
        """The comparison in a word or two."""
        if self.is_worse:
            return "worse"
        if self.resolved or self.restored:
            return "better"
        return "nothing is worse" if self.new or self.changes else "the same"

    def as_json(self) -> dict[str, Any]:
        """The comparison as JSON data."""
        return {
            "file": self.file,
            "worse": self.is_worse,
            "resolved": [asdict(finding) for finding in self.resolved],
            "new": [asdict(finding) for finding in self.new],
            "unchanged": self.unchanged,
            "restored": [asdict(each) for each in self.restored],
            "lost": [asdict(each) for each in self.lost],
            "changes": [{"group": group, "copy": name, "text": text} for group, name, text in self.changes],
            "notes": self.notes,
        }


def compare(
    earlier: EarlierAudit,
    auditor: Auditor,
    findings: Sequence[AuditFinding],
    lost: Sequence[LostRange],
    standings: Sequence[Standing],
    is_complete: bool,
) -> AuditComparison:
    """Compare an earlier audit with what was found now. is_complete: whether all of it is here."""
    comparison = AuditComparison(earlier.file)
    copies = [{"group": each.group, "place": each.place, **each.data} for each in standings]
    before = {_key(finding, _names(earlier.copies)): finding for finding in earlier.findings}
    now = {_key(finding, _names(copies)): finding for finding in findings}
    comparison.resolved = [finding for key, finding in before.items() if key not in now]
    comparison.new = [finding for key, finding in now.items() if key not in before]
    comparison.unchanged = len(now.keys() & before.keys())
    changes = auditor.compare_copies(earlier.copies, copies)
    lost_before = [each for each in earlier.lost if not each.held_by]
    comparison.lost = [*_new(changes.vanished, lost_before), *_new_by_copy(lost, earlier.lost)]
    comparison.restored = list(_present(_new_by_copy(earlier.lost, [*lost, *changes.vanished]), changes))
    comparison.changes = list(changes.texts)
    if not (is_complete and earlier.is_complete):
        comparison.notes.append("one of the two audits is not complete: what it lacks is not compared")
    damage = {kind.name for kind in auditor.kinds if kind.damage}
    comparison.is_worse = bool(comparison.lost) or any(finding.kind in damage for finding in comparison.new)
    return comparison


def _names(copies: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    return {row["place"]: row["name"] for row in copies}


def _key(finding: AuditFinding, names: Mapping[str, str]) -> tuple[Any, ...]:
    place = names.get(finding.place, finding.place)
    return finding.kind, finding.group, place, finding.file, finding.at, finding.at is None and finding.text


_Span = tuple[int, int]


def _without(first: int, last: int, others: Iterable[_Span]) -> Iterator[_Span]:
    """What is left of a range without others; all ends belong to them."""
    for low, high in sorted(others):
        if low > first and first <= last:
            yield first, min(low - 1, last)
        first = max(first, high + 1)
    if first <= last:
        yield first, last


def _new(ranges: Iterable[LostRange], known: Sequence[LostRange]) -> Iterator[LostRange]:
    """The ranges without what was known of the same group."""
    for each in ranges:
        others = [(x.first, x.last) for x in known if x.group == each.group]
        for first, last in _without(each.first, each.last, others):
            yield replace(each, first=first, last=last)


def _new_by_copy(ranges: Iterable[LostRange], known: Sequence[LostRange]) -> Iterator[LostRange]:
    """The ranges without what the same copies lacked already, one for each copy."""
    for each in ranges:
        for name, how in each.lost_by:
            of_copy = [x for x in known if name in dict(x.lost_by)]
            yield from _new([replace(each, lost_by=((name, how),))], of_copy)


def _present(ranges: Iterable[LostRange], changes: CopyChanges) -> Iterator[LostRange]:
    """What copies have now of what they lacked: `held_by` is the copy, and nobody lacks it."""
    for each in ranges:
        ((name, _),) = each.lost_by
        start, end = changes.held.get((each.group, name), (0, 0))
        first, last = max(each.first, start), min(each.last, end - 1)
        if first <= last:
            yield replace(each, first=first, last=last, held_by=(name,), lost_by=())
