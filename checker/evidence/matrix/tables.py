"""The outcomes of a grid for people and programs: a table of text, Markdown with links, JSON, and trace files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabulate import tabulate

from tidemark.base.files import write_text
from tidemark.checker.evidence.matrix.cells import CellFinding, CellResult
from tidemark.checker.evidence.matrix.grid import Grid, GridCell
from tidemark.checker.runs.trace_names import file_word
from tidemark.checker.views import screen
from tidemark.spec.families.family import family_of

CellResults = dict[str, CellResult]
"""Results by the key of the cell."""


@dataclass(frozen=True)
class PromiseColumn:
    """A column of a table: one promise of one protocol."""

    title: str
    protocol: str
    promise: str


def tables_of(grid: Grid) -> list[tuple[Sequence[str], list[PromiseColumn]]]:
    """Each table, with its promises: one for each promise, or a single one where there is one protocol."""
    if len(grid.protocols) == 1 and len(grid.promises) > 1:
        (protocol,) = grid.protocols
        return [(grid.promises, [PromiseColumn(promise, protocol, promise) for promise in grid.promises])]
    return [
        ([promise], [PromiseColumn(name.rpartition("/")[2], name, promise) for name in grid.protocols])
        for promise in grid.promises
    ]


def text(grid: Grid, outcomes: CellResults) -> str:
    """The tables for a terminal."""
    parts, console = [], screen.here()
    for promises, columns in tables_of(grid):
        table = console.table(rows_of(grid, outcomes, columns, in_words), headers_of(grid, columns))
        said = "\n".join(console.paragraph(f"{promise}: {summary_of(grid, promise)}") for promise in promises)
        parts.append(f"{said}\n\n{table}")
    return "\n\n".join([console.paragraph(scope_of(grid)), *parts])


def markdown(grid: Grid, outcomes: CellResults, links: dict[tuple[str, str], str]) -> str:
    """The tables as Markdown; `links` has for a cell and a promise where its counterexample is."""

    def link_cell(outcome: CellResult, promise: str) -> str:
        words, link = in_words(outcome, promise), links.get((outcome.cell.key, promise))
        return f"[{words}]({link})" if link else words

    parts = [scope_of(grid)]
    for promises, columns in tables_of(grid):
        rows = rows_of(grid, outcomes, columns, link_cell)
        table = tabulate(rows, headers_of(grid, columns), tablefmt="github", disable_numparse=True)
        said = "\n\n".join(f"### {name}\n\n{summary_of(grid, name)}" for name in promises)
        parts.append(f"{said}\n\n{table}")
    return "\n\n".join(parts) + "\n"


def scope_of(grid: Grid) -> str:
    """Which protocols the grid has, by their full names, and the bounds that all its cells set alike."""
    first, *rest = (cell.bounds for cell in grid.cells)
    shared = {name: value for name, value in first.items() if all(b.get(name) == value for b in rest)}
    bounds = ", ".join(f"{name} {value}" for name, value in shared.items()) or "as each family has them"
    return f"Protocols: {', '.join(grid.protocols)}. Bounds of all cells: {bounds}."


def summary_of(grid: Grid, promise: str) -> str:
    """What a promise of the grid says."""
    promises = family_of(grid.cells[0].machine(traced=False)).promises
    return next((p.summary for p in promises if p.name == promise), "")


def headers_of(grid: Grid, columns: list[PromiseColumn]) -> list[str]:
    """The heading of each column."""
    return [*grid.axes, *(column.title for column in columns)]


def rows_of(grid: Grid, outcomes: CellResults, columns: list[PromiseColumn], phrase: Any) -> list[list[str]]:
    """A row for each combination of conditions; a setting is named where it differs from the row above."""
    rows: list[list[str]] = []
    before: list[str] = []
    width = len(grid.protocols)
    for at in range(0, len(grid.cells), width):
        cells = {cell.protocol: cell for cell in grid.cells[at : at + width]}
        settings = list(grid.cells[at].conditions.values())
        same = next(
            (k for k, pair in enumerate(zip(settings, before, strict=False)) if pair[0] != pair[1]), 0
        )
        found = [(outcomes.get(cells[column.protocol].key), column.promise) for column in columns]
        phrases = [phrase(outcome, promise) if outcome else "not searched" for outcome, promise in found]
        rows.append([*([""] * same), *settings[same:], *phrases])
        before = settings
    return rows


def in_words(outcome: CellResult, promise: str) -> str:
    """What was found of a promise in a cell."""
    finding = outcome.findings[promise]
    if finding.verdict == "violated":
        return f"broken after {finding.length}"
    return f"{finding.verdict} ({outcome.states:,})"


def as_json(grid: Grid, outcomes: CellResults, links: dict[tuple[str, str], str]) -> dict[str, Any]:
    """All cells with their verdicts, and where their counterexamples are."""
    return {
        "axes": {axis: list(settings) for axis, settings in grid.axes.items()},
        "protocols": list(grid.protocols),
        "promises": list(grid.promises),
        "cells": [_cell_json(outcomes[c.key], c, links) for c in grid.cells if c.key in outcomes],
    }


def _cell_json(outcome: CellResult, cell: GridCell, links: dict[tuple[str, str], str]) -> dict[str, Any]:
    def as_data(name: str, finding: CellFinding) -> dict[str, Any]:
        known = {"note": finding.note, "trace": links.get((cell.key, name))}
        present = {field: value for field, value in known.items() if value}
        return {"verdict": finding.verdict, "length": finding.length, **present}

    return {
        "protocol": cell.protocol,
        "conditions": dict(cell.conditions),
        "bounds": cell.machine().bounds,
        "promises": {name: as_data(name, finding) for name, finding in outcome.findings.items()},
        "distinct_states": outcome.states,
        "depth": outcome.depth,
        "seconds": round(outcome.seconds, 3),
        "stopped": outcome.stopped,
    }


def write_traces(grid: Grid, outcomes: CellResults, directory: Path) -> dict[tuple[str, str], str]:
    """Write each counterexample as a trace file; gives where they are, by cell and promise.

    Raises:
        UsageError: a file can't be written.
    """
    links = {}
    for cell in grid.cells:
        for name, finding in outcomes[cell.key].findings.items() if cell.key in outcomes else ():
            if finding.counterexample:
                path = directory / _slug(cell) / f"{file_word(name)}.json"
                write_text(finding.counterexample, path)
                links[cell.key, name] = str(path)
    return links


def _slug(cell: GridCell) -> str:
    words = [cell.protocol.rpartition("/")[2], *(f"{a} {s}" for a, s in cell.conditions.items())]
    return "_".join(re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-") for word in words)
