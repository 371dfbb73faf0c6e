"""An audit as one HTML page, without network or script: what was found, and the copies drawn where they differ."""

from __future__ import annotations

import re
from html import escape
from importlib import resources

from checker.audits.summary import Summary, meaning
from spec.audits import Drawing, Finding, Strip
from spec.errors import escaped

ROWS = 500
"""Findings in the table."""
CELL, HEIGHT, NAME = 132, 34, 150
"""Pixels of a cell, of a strip, and of the column of names."""
SHADES = 6


def page(summary: Summary) -> str:
    """The page."""
    parts = {
        "style": (resources.files("checker.audits") / "page.css").read_text(encoding="utf-8"),
        "line": escape(summary.line()),
        "directories": "".join(f"<li>{escape(path)}</li>" for path in summary.directories),
        "kinds": "".join(
            f"<li>{_marked(meaning(kind, summary.counts[kind.name]))}</li>" for kind in summary.kinds
        )
        or "<li>Nothing is wrong.</li>",
        "drawings": "".join(map(_drawing, summary.drawings)),
        "rows": "".join(map(_row, summary.findings[:ROWS])),
        "more": f"and {len(summary.findings) - ROWS:,} more" if len(summary.findings) > ROWS else "",
        "unread": "".join(f"<li>{escape(path)}: {escape(reason)}</li>" for path, reason in summary.unread),
        "noun": escape(summary.auditor.noun),
    }
    text = (resources.files("checker.audits") / "page.html").read_text(encoding="utf-8")
    for name, content in parts.items():
        text = text.replace("{{" + name + "}}", content)
    return escaped(text)


def _marked(text: str) -> str:
    """A sentence in HTML, with what stands between backticks as code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text))


def _row(finding: Finding) -> str:
    at = "" if finding.at is None else str(finding.at)
    cells = (finding.group, finding.kind, finding.place, finding.file, at, finding.text)
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>\n"


def _drawing(drawing: Drawing) -> str:
    """The copies over one another: a column begins where a cell of any copy does."""
    starts = sorted({cell.first for strip in drawing.strips for cell in strip.cells})
    if not starts:
        return ""
    width, height = NAME + CELL * len(starts) + 10, HEIGHT * len(drawing.strips) + 40
    shades = sorted({cell.shade for strip in drawing.strips for cell in strip.cells})
    strips = "".join(
        _strip(strip, number * HEIGHT + 6, starts, shades) for number, strip in enumerate(drawing.strips)
    )
    return (
        f"<figure><figcaption>{escape(drawing.title)}</figcaption>"
        f'<svg width="{width}" height="{height}" role="img" aria-label="{escape(drawing.title, quote=True)}">'
        f"{strips}</svg></figure>\n"
    )


def _strip(strip: Strip, top: int, starts: list[int], shades: list[int]) -> str:
    parts = [f'<text x="0" y="{top + 18}" class="name">{escape(strip.name)}</text>']
    for cell in strip.cells:
        left = NAME + CELL * starts.index(cell.first)
        kind = f"shade{shades.index(cell.shade) % SHADES}" + (" differs" if cell.mark else "")
        parts.append(
            f'<rect x="{left}" y="{top}" width="{CELL - 4}" height="{HEIGHT - 8}" rx="3" class="{kind}"/>'
            f'<text x="{left + 6}" y="{top + 17}">{escape(cell.text)}</text>'
        )
    if strip.flag and strip.cells:
        offset, says = strip.flag
        inside = sum(start < offset for start in starts)
        left = NAME + CELL * inside - 3
        parts.append(
            f'<line x1="{left}" x2="{left}" y1="{top - 4}" y2="{top + HEIGHT - 4}" class="flag">'
            f"<title>{escape(says)}</title></line>"
        )
    return "".join(parts)
