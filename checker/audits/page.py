"""An audit as one HTML page, without network or script: copies drawn where they differ, and findings by gravity."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import groupby

from tidemark.base.counts import count_of
from tidemark.checker.audits.incident import FINDINGS, finding_cells, headline, of_groups
from tidemark.checker.audits.picture import picture, words
from tidemark.checker.audits.summary import Summary, meaning
from tidemark.checker.views import template
from tidemark.spec.families.audits import GRAVITIES, AuditFinding, Drawing, FindingKind, Standing

PACKAGE = "tidemark.checker.audits"
ROWS = 500
"""Findings in the page."""
COPIES = 500
"""Lines for copies that have no picture."""


def page(summary: Summary) -> str:
    """The page."""
    drawn = {drawing.group for drawing in summary.drawings}
    headline = words(_headline(summary))
    groups = groupby(summary.drawings, key=lambda drawing: drawing.group)
    parts = {
        "style": template.file(PACKAGE, "page.css"),
        "title": f"Audit: {headline}",
        "headline": headline,
        "line": escape(summary.line()),
        "directories": ", ".join(words(path) for path in summary.directories),
        "first": _comparison(summary) + _lost(summary) + _advice(summary),
        "incomplete": _incomplete(summary),
        "pictures": "".join(_group(group, list(drawings), summary) for group, drawings in groups),
        "findings": _findings(summary),
        "others": _others([s for s in summary.standings if s.group not in drawn], summary, drawn),
    }
    return template.fill(PACKAGE, "page.html", parts)


def _headline(summary: Summary) -> str:
    """The gravest kind in its own words, and how many other kinds there are."""
    damage = [kind for kind in summary.kinds if kind.damage]
    if not damage:
        return "Nothing is wrong in what could be read" if summary.unread else "Nothing is wrong"
    says = damage[0].says[0].upper() + damage[0].says[1:]
    others = f"; and {count_of(len(damage) - 1, 'other kind')} of damage" if len(damage) > 1 else ""
    return f"{says}{others}"


def _card(title: str, inside: str, verdict: str = "") -> str:
    return f'<section class="run"><header><h2>{title}</h2>{verdict}</header>\n{inside}</section>\n'


def _kind(kind: FindingKind, count: int) -> str:
    """A kind explained. What stands between backticks is code."""
    sentences = escape(meaning(kind, count).removeprefix(kind.name))
    explanation = re.sub(r"`([^`]*)`", r"<code>\1</code>", sentences)
    return f"<li><b>{escape(kind.name)}</b>{explanation}</li>"


def _incomplete(summary: Summary) -> str:
    """What could not be read, and what was not looked at."""
    lines = [f"<li>{words(note)}</li>" for note in summary.notes]
    lines += [f"<li>not read: {words(path)}: {words(reason)}</li>" for path, reason in summary.unread]
    return _card("Notes", f"<ul>{''.join(lines)}</ul>") if lines else ""


def _comparison(summary: Summary) -> str:
    """What is otherwise than at an earlier audit."""
    comparison = summary.incident.comparison
    if comparison is None:
        return ""
    tables = [
        f"<h3>{escape(what)}</h3>{_table('found', titles, rows)}"
        for what, titles, rows in summary.incident.comparison_tables()
    ]
    notes = "".join(f"<p>{words(note)}</p>" for note in comparison.notes)
    verdict = f'<span class="verdict {"lost" if comparison.is_worse else "fine"}">{comparison.verdict}</span>'
    inside = f"<p>{words(headline(comparison))}</p>{''.join(tables)}{notes}"
    return _card("Before and after", inside, verdict)


def _lost(summary: Summary) -> str:
    """What was acknowledged and is not on every copy."""
    lost = summary.incident.lost
    return (
        _card("Acknowledged offsets that are lost", _table("found", *summary.incident.lost_table(lost)))
        if lost
        else ""
    )


def _advice(summary: Summary) -> str:
    """What to do, for each set of groups."""
    parts = []
    for advice, groups in summary.incident.advice[:ROWS]:
        items = "".join(
            f"<dt>{escape(heading)}</dt><dd><ul>{''.join(f'<li>{words(line)}</li>' for line in sentences)}</ul></dd>"
            for heading, sentences in advice.sections
        )
        parts.append(f'<h3>{words(of_groups(groups))}</h3><dl class="advice">{items}</dl>')
    return _card("What to do", "".join(parts)) if parts else ""


def _table(kind: str, titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of at most `ROWS` rows, and how many there are more."""
    rest = f"<p>and {len(rows) - ROWS:,} more</p>" if len(rows) > ROWS else ""
    return template.table(kind, titles, (list(map(words, row)) for row in rows[:ROWS])) + rest


def _group(group: str, drawings: Sequence[Drawing], summary: Summary) -> str:
    """The pictures of a group beside what each of its copies holds."""
    shown = "".join(map(picture, drawings))
    finding_count = sum(finding.count for finding in summary.findings if finding.group == group)
    verdict = f'<span class="verdict lost">{count_of(finding_count, "finding")}</span>'
    copies = _copies([standing for standing in summary.standings if standing.group == group])
    inside = f'<div class="beside"><div class="pictures">{shown}</div>{copies}</div>'
    return _card(f"{escape(summary.auditor.noun)} {words(group)}", inside, verdict)


def _copies(standings: Sequence[Standing], noun: str = "") -> str:
    """The table of what copies hold, with their group if `noun` says what that is called."""
    if not standings:
        return ""
    titles = [*filter(None, [noun]), *standings[0].cells]
    cells = ([*([standing.group] if noun else []), *standing.cells.values()] for standing in standings)
    return template.table("holds", titles, (list(map(words, row)) for row in cells))


def _others(standings: Sequence[Standing], summary: Summary, drawn: set[str]) -> str:
    if not standings:
        return ""
    noun = summary.auditor.noun
    rest = f"<p>and {len(standings) - COPIES:,} more</p>" if len(standings) > COPIES else ""
    title = "The copies that are not drawn" if drawn else "What each copy holds"
    return _card(title, _copies(standings[:COPIES], noun) + rest)


def _findings(summary: Summary) -> str:
    """A card for each gravity: its kinds explained, and its findings."""
    cards = []
    kinds = {kind.name: kind for kind in summary.auditor.kinds}
    listed = summary.findings[:ROWS]
    for gravity, title in enumerate(GRAVITIES):
        kinds_of_gravity = [kind for kind in summary.kinds if kind.gravity == gravity]
        if not kinds_of_gravity:
            continue
        counts = [summary.counts[kind.name] for kind in kinds_of_gravity]
        count, explanations = sum(counts), "".join(map(_kind, kinds_of_gravity, counts))
        rows = [finding for finding in listed if kinds[finding.kind].gravity == gravity]
        table = template.table("found", (summary.auditor.noun, *FINDINGS), map(_row, rows))
        unlisted = count - sum(finding.count for finding in rows)
        rest = f"<p>and {unlisted:,} more</p>" if unlisted else ""
        role = "lost" if any(kind.damage for kind in kinds_of_gravity) else ""
        verdict = f'<span class="verdict {role}">{count_of(count, "finding")}</span>'
        inside = f'<ul class="kinds">{explanations}</ul>{table if rows else ""}{rest}'
        cards.append(_card(escape(title), inside, verdict))
    return "".join(cards)


def _row(finding: AuditFinding) -> tuple[str, ...]:
    return tuple(map(words, finding_cells(finding)))
