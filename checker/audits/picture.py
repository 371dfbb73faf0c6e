"""A picture of copies, drawn over one another, as HTML: a grid with offsets along one axis and copies along the other.

A cell is at least as wide as its text, so none is clipped. Each thing has only its place along the axis and across it:
`page.css` turns the axis downwards on a narrow screen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from tidemark.spec.families.audits import CopyCell, Drawing, Strip

SHADES = 9
"""Colors of cells in `look.css`."""
LONGEST = 30
"""Letters of a word that always stay together."""
_OFFSETS, _GAP = "minmax(min-content, 1fr)", "10px"


def words(content: str) -> str:
    """A text in HTML. It may be broken behind a slash or dash, and in words that are too long for a line."""
    pieces = re.findall(rf"[^\s/–-]{{1,{LONGEST}}}[/–-]?|[\s/–-]", content)
    breakable = (f"{escape(p)}<wbr>" if p[-1] in "/–" or len(p) >= LONGEST else escape(p) for p in pieces)
    return "".join(breakable).removesuffix("<wbr>")


def picture(drawing: Drawing) -> str:
    """The copies, a row or column for each, and the legend; empty where there is no cell."""
    cells = [cell for strip in drawing.strips for cell in strip.cells]
    if not cells:
        return ""
    shades = {shade: number % SHADES for number, shade in enumerate(sorted({cell.shade for cell in cells}))}
    axis = _Axis.of(drawing)
    parts, line = [], 1
    for strip in drawing.strips:
        rows = _rows(strip, axis)
        parts.append(_strip(strip, rows, line, axis, shades))
        line += len(rows)
    style = f"--axis: {' '.join(axis.tracks)}; --across: {line - 1}"
    copies = f'<div class="whole"><div class="copies" style="{style}">{"".join(parts)}</div></div>'
    legend = _legend(drawing, shades, axis)
    return f"<figure><figcaption>{words(drawing.title)}</figcaption>{copies}{legend}</figure>\n"


@dataclass(frozen=True)
class _Axis:
    """The axis of offsets, which begins and ends a stretch wherever a cell of any copy or a flag does.

    A flag has a track to itself, for its label. `starts`: the grid line of the stretch that begins at an offset;
    `flags`: that of the flag at an offset. Flags that are farther than any cell are at the ends.
    """

    tracks: list[str]
    starts: dict[int, int]
    flags: dict[int, int]
    low: int
    high: int

    @staticmethod
    def of(drawing: Drawing) -> _Axis:
        cells = [cell for strip in drawing.strips for cell in strip.cells]
        low, high = min(cell.first for cell in cells), max(cell.last for cell in cells) + 1
        flag_offsets = {min(max(strip.flag[0], low), high) for strip in drawing.strips if strip.flag}
        axis = _Axis([], {}, {}, low, high)
        ends = sorted({end for cell in cells for end in (cell.first, cell.last + 1)} | flag_offsets)
        for end, following in zip(ends, [*ends[1:], None], strict=True):
            if end in flag_offsets:
                axis.flags[end] = len(axis.tracks) + 2  # the first track is that of the names
                axis.tracks.append("auto")
            axis.starts[end] = len(axis.tracks) + 2
            if following is not None:
                is_held = any(cell.first <= end and following <= cell.last + 1 for cell in cells)
                axis.tracks.append(_OFFSETS if is_held else _GAP)
        return axis

    def lines(self, cell: CopyCell) -> tuple[int, int]:
        """The grid lines from which and to which a cell is drawn."""
        return self.starts[cell.first], self.flags.get(cell.last + 1, self.starts[cell.last + 1])

    def flag(self, offset: int) -> tuple[int, int]:
        """The grid lines of a flag."""
        line = self.flags[min(max(offset, self.low), self.high)]
        return line, line + 1

    def is_farther(self, flag: tuple[int, str] | None) -> bool:
        """Whether a flag is beyond what is drawn."""
        return flag is not None and not self.low <= flag[0] <= self.high


_Row = list[tuple[tuple[int, int], str, CopyCell | None]]
"""What lies beside one another: the grid lines of each thing, its label, and the cell, if it is one."""


def _rows(strip: Strip, axis: _Axis) -> list[_Row]:
    """What is drawn of a copy, in as few rows as it needs so that nothing overlaps."""
    labels: _Row = [(axis.lines(cell), _offsets(cell), cell) for cell in strip.cells]
    if strip.flag:
        label = f"… {strip.flag[1]}" if axis.is_farther(strip.flag) else strip.flag[1]
        labels.append((axis.flag(strip.flag[0]), label, None))
    rows: list[_Row] = []
    for labelled in sorted(labels, key=lambda labelled: labelled[0]):
        free = next((row for row in rows if row[-1][0][1] <= labelled[0][0]), None)
        if free is None:
            rows.append([labelled])
        else:
            free.append(labelled)
    return rows or [[]]


def _offsets(cell: CopyCell) -> str:
    return str(cell.first) if cell.first == cell.last else f"{cell.first}–{cell.last}"


def _strip(strip: Strip, rows: list[_Row], line: int, axis: _Axis, shades: dict[int, int]) -> str:
    end = len(axis.tracks) + 2
    empty = "" if strip.cells else " <small>no cell here</small>"
    parts = [
        _place("ground", (1, end), line, len(rows), ""),
        _place("name", (1, 2), line, len(rows), f"{words(strip.name)}{empty}"),
    ]
    for number, row in enumerate(rows):
        for lines, label, cell in row:
            if cell is None:
                parts.append(_place("flag", lines, line + number, 1, escape(label)))
                continue
            kind = "cell differs" if cell.mark else "cell"
            inside = f"{words(label)} <small>{escape(cell.text)}</small>"
            color = f"; background: var(--s{shades[cell.shade]})"
            parts.append(_place(kind, lines, line + number, 1, inside, color))
    return "".join(parts)


def _place(kind: str, lines: tuple[int, int], line: int, count: int, inside: str, style: str = "") -> str:
    """Something between two lines of the axis, and across it from a line on."""
    position = f"--from: {lines[0]}; --to: {lines[1]}; --row: {line}; --count: {count}{style}"
    return f'<span class="{kind}" style="{position}">{inside}</span>'


def _legend(drawing: Drawing, shades: dict[int, int], axis: _Axis) -> str:
    """The legend: what every color, border and line in the picture means."""
    cells = [cell for strip in drawing.strips for cell in strip.cells]
    texts = {cell.shade: cell.text for cell in cells}
    signs = [
        (f'<span class="swatch" style="background: var(--s{number})"></span>', texts[shade])
        for shade, number in shades.items()
    ]
    if any(cell.mark for cell in cells):
        signs.append(('<span class="swatch differs"></span>', drawing.mark))
    flags = [strip.flag for strip in drawing.strips if strip.flag]
    if flags:
        signs.append(('<span class="swatch flag"></span>', drawing.flag))
    if any(map(axis.is_farther, flags)):
        signs.append(("", "…: farther than what is drawn"))
    entries = "".join(f"<span>{sign}{escape(label)}</span>" for sign, label in signs)
    return f'<div class="legend">{entries}</div>'
