"""The outcomes of a grid as pages: tables whose cells lead to the pages of their runs, each run once."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path

from tidemark.base.files import write_text
from tidemark.checker.evidence.matrix import tables
from tidemark.checker.evidence.matrix.cells import CellResult
from tidemark.checker.evidence.matrix.grid import Grid
from tidemark.checker.evidence.matrix.tables import CellResults
from tidemark.checker.runs import files
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views import template
from tidemark.checker.views.page import page

PACKAGE = "tidemark.checker.evidence.matrix"


def write(grid: Grid, outcomes: CellResults, links: dict[tuple[str, str], str], directory: Path) -> None:
    """Write the tables as `index.html`, and below it the page of each run; `links` has where the trace files are.

    Raises:
        UsageError: a file can't be written.
    """
    sources = {cell.key: cell.source for cell in grid.cells}
    pages = {}
    for (key, promise), trace in links.items():
        file = Path(trace)
        name = f"{file.parent.name}/{file.stem}.html"
        run = files.load(trace, (), sources[key])
        write_text(page([explain(run)], os.path.relpath(trace)), directory / name)
        pages[key, promise] = name
    write_text(_index(grid, outcomes, pages), directory / "index.html")


def _index(grid: Grid, outcomes: CellResults, pages: dict[tuple[str, str], str]) -> str:
    def link_cell(outcome: CellResult, promise: str) -> str:
        words = escape(tables.in_words(outcome, promise))
        link = pages.get((outcome.cell.key, promise))
        kind = "lost" if link else "fine" if outcome.findings[promise].verdict == "holds" else ""
        cell = f'a class="{kind}" href="{escape(link)}"' if link else f'span class="{kind}"'
        return f"<{cell}>{words}</{cell.partition(' ')[0]}>"

    shown = []
    for promises, columns in tables.tables_of(grid):
        heads = "".join(f"<th>{escape(cell)}</th>" for cell in tables.headers_of(grid, columns))
        rows = tables.rows_of(grid, outcomes, columns, link_cell)
        axes = len(grid.axes)
        body = ""
        for row in rows:
            cells = [f"<th>{escape(cell)}</th>" for cell in row[:axes]]
            cells += [f"<td>{cell}</td>" for cell in row[axes:]]
            body += f"<tr>{''.join(cells)}</tr>\n"
        summaries = {promise: tables.summary_of(grid, promise) for promise in promises}
        said = "".join(f"<h2>{escape(name)}</h2><p>{escape(text)}</p>" for name, text in summaries.items())
        table = f"<table><thead><tr>{heads}</tr></thead>\n<tbody>{body}</tbody></table>"
        shown.append(f'<section class="run">{said}<div class="whole" tabindex="0">{table}</div></section>\n')
    values = {
        "title": escape(f"{len(grid.cells)} cells: {', '.join(grid.promises)}"),
        "style": template.file(PACKAGE, "page.css"),
        "scope": escape(tables.scope_of(grid)),
        "tables": "".join(shown),
    }
    return template.fill(PACKAGE, "page.html", values)
