"""Results and runs as HTML for a notebook: a table of verdicts, and the page of each counterexample in a frame.

The frame holds the whole page (`tidemark.checker.views.page`) and needs no network. Importing this module is what makes
results and runs show themselves.
"""

from __future__ import annotations

from html import escape

from tidemark.checker.runs.results import Result, Run, Verdict, html
from tidemark.checker.views.console import coverage_summary, heading

HEIGHT = 640
"""The height of a frame, in pixels."""


@html.register
def _(result: Result) -> str:
    rows = "".join(_row(p.name, result.promises[p.name], p.summary) for p in result.machine.all_promises)
    doubts = [f"warning: {warning}" for warning in result.warnings()]
    if not result.complete:
        doubts.insert(0, f"incomplete: {result.stopped}")
    lines = [f"{coverage_summary(result)} · {result.seconds:.2f} s · {result.engine}", *doubts]
    parts = [
        f"<table><caption>{escape(heading(result.machine))}</caption>",
        "<thead><tr><th>promise</th><th>verdict</th><th>what it says</th></tr></thead>",
        f"<tbody>{rows}</tbody></table>",
        *(f"<p>{escape(line)}</p>" for line in lines),
    ]
    for number, run in enumerate(verdict.run for verdict in result.promises.values() if verdict.run):
        summary = escape(f"{run.promise}: the run that breaks it")
        open_first = "" if number else " open"
        parts.append(f"<details{open_first}><summary>{summary}</summary>{html(run)}</details>")
    return "\n".join(parts)


@html.register
def _(run: Run) -> str:
    from tidemark.checker.telling.explanation import explain
    from tidemark.checker.views.page import page

    title = escape(f"{run.machine.name} breaks {run.promise}")
    frame = f'title="{title}" sandbox="allow-scripts" loading="lazy"'
    style = f'style="width: 100%; height: {HEIGHT}px; border: 1px solid #8888"'
    return f'<iframe {frame} {style} srcdoc="{escape(page([explain(run)]))}"></iframe>'


def _row(name: str, verdict: Verdict, summary: str) -> str:
    style = 'style="text-align: left"'
    cells = "".join(f"<td {style}>{escape(cell)}</td>" for cell in (name, verdict.text, summary))
    return f"<tr>{cells}</tr>"
