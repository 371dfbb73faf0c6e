"""What a data set of an audit says in short: how much was read, which kinds were found, and the first findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from heapq import nsmallest
from itertools import islice
from pathlib import Path
from typing import Any

from tidemark.base.counts import count_of
from tidemark.base.errors import printable
from tidemark.checker.audits import dataset
from tidemark.checker.audits.comparison import KEPT, EarlierAudit, compare
from tidemark.checker.audits.incident import FINDINGS, SHOWN, Incident, where
from tidemark.checker.views import screen
from tidemark.spec.families.audits import (
    Advice,
    AuditFinding,
    Auditor,
    Drawing,
    FindingKind,
    LostRange,
    Standing,
)

DRAWN = 30
"""Pictures in the page."""


@dataclass
class Summary:
    """What an audit found. `counts`: findings by kind; `findings`: the gravest ones, in that order; `standings`: what
    each copy holds, damaged groups first, as in `drawings`; `incident`: what is said first.
    """

    auditor: Auditor
    directories: Sequence[str]
    seconds: float
    groups: int = 0
    units: int = 0
    size: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[AuditFinding] = field(default_factory=list)
    standings: list[Standing] = field(default_factory=list)
    drawings: list[Drawing] = field(default_factory=list)
    incident: Incident = field(default_factory=lambda: Incident("group"))
    unread: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def kinds(self) -> list[FindingKind]:
        """The kinds that were found, the gravest first."""
        present = [kind for kind in self.auditor.kinds if self.counts[kind.name]]
        return sorted(present, key=lambda kind: kind.gravity)

    @property
    def is_damaged(self) -> bool:
        """Whether a finding is damage."""
        return any(kind.damage for kind in self.kinds)

    def count_rest(self, shown: int) -> int:
        """How many findings are not among the first ones that are shown."""
        return self.counts.total() - sum(finding.count for finding in self.findings[:shown])

    def compare(self, earlier: EarlierAudit) -> None:
        """Compare it with an earlier audit."""
        is_complete = not self.unread and not self.count_rest(KEPT) and len(self.standings) < KEPT
        found = (self.findings, self.incident.lost, self.standings)
        self.incident.comparison = compare(earlier, self.auditor, *found, is_complete)

    def line(self) -> str:
        """How much was read."""
        directories = count_of(len(self.directories), "directory", "directories")
        groups, units = count_of(self.groups, self.auditor.noun), count_of(self.units, "segment")
        return f"{directories}, {groups}, {units}, {amount(self.size)} in {self.seconds:.1f} s"


def summarize(auditor: Auditor, directories: Sequence[Path], path: Path, seconds: float) -> Summary:
    """What the data set at `path` says in short."""
    summary = Summary(auditor, [str(directory) for directory in directories], seconds)
    order = {kind.name: (kind.gravity, number) for number, kind in enumerate(auditor.kinds)}

    def count_kinds() -> Iterator[AuditFinding]:
        for finding in dataset.findings(path):
            summary.counts[finding.kind] += finding.count
            yield finding

    def place(finding: AuditFinding) -> tuple[Any, ...]:
        return *order[finding.kind], finding.group, finding.place, finding.file, finding.at or 0

    summary.findings = nsmallest(KEPT, count_kinds(), key=place)
    damaged = {f.group: k for k, f in reversed(list(enumerate(summary.findings)))}

    def rank(of_group: Standing | Drawing | Advice) -> tuple[int, str]:
        return damaged.get(of_group.group, KEPT), of_group.group

    def rank_lost(lost: LostRange) -> tuple[Any, ...]:
        return bool(lost.held_by), lost.group, lost.first

    summary.standings = nsmallest(KEPT, dataset.standings(path), key=rank)
    summary.drawings = nsmallest(DRAWN, dataset.drawings(path), key=rank)
    lost = nsmallest(KEPT, dataset.lost(path), key=rank_lost)
    summary.incident = Incident(auditor.noun, lost, _by_sections(sorted(dataset.advice(path), key=rank)))
    groups = set()
    for row in dataset.read(path, "units"):
        groups.add(row["group"])
        summary.units += 1
        summary.size += row["bytes"]
    summary.groups = len(groups)
    summary.unread = [(row["path"], row["reason"]) for row in dataset.read(path, "unread")]
    return summary


def _by_sections(advice: Iterable[Advice]) -> list[tuple[Advice, Sequence[str]]]:
    """Each advice once, with the groups that it is for. What is said of one group apart is put together."""
    by_group: dict[str, dict[str, dict[str, None]]] = {}
    for each in advice:
        for heading, sentences in each.sections:
            by_group.setdefault(each.group, {}).setdefault(heading, {}).update(dict.fromkeys(sentences))
    groups: dict[tuple[tuple[str, tuple[str, ...]], ...], list[str]] = {}
    for group, sections in by_group.items():
        groups.setdefault(tuple((heading, tuple(lines)) for heading, lines in sections.items()), []).append(
            group
        )
    return [(Advice(names[0], sections), names) for sections, names in groups.items()]


def text(summary: Summary) -> str:
    """The summary for the terminal: what is lost and what to do first, then all findings."""
    terminal = screen.here()
    lines = [summary.line(), *summary.incident.lines()]
    if summary.findings:
        rows = [
            [finding.group, _paint(summary, finding), printable(where(finding)), printable(finding.text)]
            for finding in summary.findings[:SHOWN]
        ]
        lines += ["", terminal.table(rows, [summary.auditor.noun, *FINDINGS])]
        if unlisted := summary.count_rest(SHOWN):
            lines += ["", f"and {unlisted:,} more: --out, --json and --html have them"]
    if summary.standings:
        shown = list(islice(summary.standings, SHOWN))
        titles = [summary.auditor.noun, *shown[0].cells]
        rows = [[standing.group, *map(printable, standing.cells.values())] for standing in shown]
        lines += ["", terminal.table(rows, titles)]
        if unlisted := len(summary.standings) - len(shown):
            lines += ["", f"and {unlisted:,} copies more: --out and --json have them"]
    for kind in summary.kinds:
        lines += ["", *terminal.wrap(meaning(kind, summary.counts[kind.name]), indent="  ")]
    if not summary.is_damaged:
        lines += ["", terminal.paint("nothing is wrong", screen.HOLDS)]
    unread = [f"not read: {printable(path)}: {reason}" for path, reason in summary.unread[:SHOWN]]
    lines += ["", *summary.notes, *unread]
    return "\n".join(lines).rstrip("\n")


def meaning(kind: FindingKind, count: int) -> str:
    """A kind in a sentence or three: what it is, the promise, the scenario."""
    promise = f" It breaks {kind.promise}." if kind.promise else ""
    scenario = f" `tidemark scenario {kind.scenario}` tells it." if kind.scenario else ""
    return f"{kind.name} ({count:,}): {kind.says}.{promise} {kind.cause}{scenario}"


def as_json(summary: Summary) -> dict[str, Any]:
    """The summary and its findings as JSON data."""
    incident = summary.incident
    return {
        "directories": list(summary.directories),
        "groups": summary.groups,
        "units": summary.units,
        "bytes": summary.size,
        "seconds": round(summary.seconds, 3),
        "complete": not summary.unread,
        "kinds": {
            kind.name: {
                "count": summary.counts[kind.name],
                "says": kind.says,
                "promise": kind.promise or None,
                "cause": kind.cause,
                "scenario": kind.scenario or None,
                "damage": kind.damage,
            }
            for kind in summary.kinds
        },
        "copies": [
            {"group": standing.group, "place": standing.place, **standing.data}
            for standing in summary.standings
        ],
        "lost": [asdict(lost) for lost in incident.lost],
        "advice": [
            {
                "groups": list(groups),
                "sections": [{"heading": h, "sentences": list(s)} for h, s in advice.sections],
            }
            for advice, groups in incident.advice
        ],
        "comparison": incident.comparison.as_json() if incident.comparison else None,
        "findings": [asdict(finding) for finding in summary.findings],
        "notes": summary.notes,
        "unread": [{"path": path, "reason": reason} for path, reason in summary.unread],
    }


def amount(size: float) -> str:
    """Bytes as a person reads them."""
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" or size >= 100 else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} TB"


def _paint(summary: Summary, finding: AuditFinding) -> str:
    damage = next(kind.damage for kind in summary.auditor.kinds if kind.name == finding.kind)
    return screen.here().paint(finding.kind, screen.LOST if damage else screen.OPEN)
