"""What the report of an audit begins with: what became better or worse, what is lost, and what to do.

As lines for the terminal, and as tables, which the page shows too. Its own module because a summary is of everything
that was found, and this is for the first minute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tidemark.base.counts import count_of
from tidemark.base.errors import printable
from tidemark.base.timestamps import in_utc
from tidemark.checker.audits.comparison import AuditComparison
from tidemark.checker.views import screen
from tidemark.spec.families.audits import Advice, AuditFinding, LostRange

SHOWN = 40
"""Rows of a table in the terminal."""
ADVISED = 10
"""Advice in the terminal; each may be for many groups."""
TITLES = ("range", "written (UTC)", "whole on", "lost on")
FINDINGS = ("kind", "where", "what")


@dataclass
class Incident:
    """What is said first. noun: what a group is called. lost: what was acknowledged, and is not on every copy.
    advice: each with the groups that it is for. comparison: with an earlier audit.
    """

    noun: str
    lost: list[LostRange] = field(default_factory=list)
    advice: list[tuple[Advice, Sequence[str]]] = field(default_factory=list)
    comparison: AuditComparison | None = None

    def lines(self) -> list[str]:
        """The lines for the terminal."""
        return [*self._comparison_lines(), *self._lost_lines(), *self._advice_lines()]

    def lost_table(self, lost: Sequence[LostRange]) -> tuple[list[str], list[list[str]]]:
        """The titles and the rows of what is lost."""
        return [self.noun, *TITLES], [[each.group, *_cells(each)] for each in lost]

    def comparison_tables(self) -> list[tuple[str, list[str], list[list[str]]]]:
        """The tables of the comparison that have rows: what each is of, its titles, its rows."""
        comparison = self.comparison
        if comparison is None:
            return []
        titles = [self.noun, *FINDINGS]
        tables = [
            ("lost since", *self.lost_table(comparison.lost)),
            ("there again", [self.noun, *TITLES[:2], "on"], self._restoration_rows(comparison)),
            ("new", titles, list(map(finding_cells, comparison.new))),
            ("resolved", titles, list(map(finding_cells, comparison.resolved))),
            ("changed", [self.noun, "copy", "how"], [list(change) for change in comparison.changes]),
        ]
        return [table for table in tables if table[2]]

    def _restoration_rows(self, comparison: AuditComparison) -> list[list[str]]:
        return [[each.group, *_cells(each)[:3]] for each in comparison.restored]

    def _lost_lines(self) -> list[str]:
        if not self.lost:
            return []
        titles, rows = self.lost_table(self.lost)
        return [
            "",
            screen.here().paint("acknowledged offsets that are lost", screen.LOST),
            *_table(titles, rows),
        ]

    def _advice_lines(self) -> list[str]:
        terminal, lines = screen.here(), list[str]()
        for advice, groups in self.advice[:ADVISED]:
            lines += ["", terminal.paint(printable(of_groups(groups)), screen.CHANGED)]
            width = max(len(heading) for heading, _ in advice.sections)
            for heading, sentences in advice.sections:
                for number, sentence in enumerate(sentences):
                    start = f"  {'' if number else heading:{width}}  - "
                    lines += terminal.wrap(printable(sentence), start)
        if unlisted := sum(len(groups) for _, groups in self.advice[ADVISED:]):
            lines += [
                "",
                f"and advice for {count_of(unlisted, f'more {self.noun}')}: --json and --html have it",
            ]
        return lines

    def _comparison_lines(self) -> list[str]:
        if self.comparison is None:
            return []
        style = screen.LOST if self.comparison.is_worse else screen.HOLDS
        lines = ["", screen.here().paint(headline(self.comparison), style)]
        for what, titles, rows in self.comparison_tables():
            lines += ["", what, *_table(titles, rows)]
        return lines + [line for note in self.comparison.notes for line in ("", note)]


def _table(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    shown = [list(map(printable, row)) for row in rows[:SHOWN]]
    rest = [f"and {len(rows) - SHOWN:,} more: --json and --html have them"] if len(rows) > SHOWN else []
    return [screen.here().table(shown, titles), *rest]


def _cells(lost: LostRange) -> list[str]:
    """The cells of a row for what is lost, without its group."""
    offsets = str(lost.first) if lost.first == lost.last else f"{lost.first} to {lost.last}"
    where: dict[str, list[str]] = {}
    for name, how in lost.lost_by:
        where.setdefault(how, []).append(name)
    wrong = "; ".join(f"{', '.join(names)}: {how}" for how, names in where.items())
    return [offsets, _when(lost), ", ".join(lost.held_by) or "no copy", wrong]


def _when(lost: LostRange) -> str:
    """When it was written."""
    since, until = (None if time is None else in_utc(time) for time in (lost.since, lost.until))
    if lost.is_between:
        return (
            " and ".join(filter(None, [since and f"after {since}", until and f"before {until}"]))
            or "not known"
        )
    if not since or not until or since == until:
        return since or until or "not known"
    day, _, time = until.partition(" ")
    return f"{since} to {time if since.startswith(day) else until}"


def of_groups(groups: Sequence[str]) -> str:
    """The groups that an advice is for."""
    names = [group or "the directories" for group in groups[:3]]
    return ", ".join(names) + (f" and {len(groups) - 3:,} more" if len(groups) > 3 else "")


def headline(comparison: AuditComparison) -> str:
    """The comparison in a line."""
    counts = f"{len(comparison.resolved):,} resolved, {len(comparison.new):,} new, {comparison.unchanged:,} as before"
    return f"compared with {comparison.file}: {comparison.verdict} (findings: {counts})"


def finding_cells(finding: AuditFinding) -> list[str]:
    """The cells of a finding."""
    return [finding.group, finding.kind, where(finding), finding.text]


def where(finding: AuditFinding) -> str:
    """The file of a finding, with its directory."""
    group = f"{finding.group}/" if finding.group and finding.file != finding.group else ""
    return f"{finding.place}/{group}{finding.file}"
