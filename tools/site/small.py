"""Small machines of which a reader changes a rule or a bound, and sees the verdict.

Every cell of a small grid is searched when the site is built. A promise that is broken has the page of its run.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from chooser import ChooserRow, check_command, chooser
from pages import ROOT, RUNS

from tidemark import impl
from tidemark.base.temporary_folders import scratch
from tidemark.checker.evidence.matrix import tables
from tidemark.checker.evidence.matrix.cells import CellLimits, search_cells
from tidemark.checker.evidence.matrix.grid import Grid, load
from tidemark.checker.runs import files
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views.page import page


@dataclass(frozen=True)
class SmallMachine:
    """A page of the site: its name, the family's grid, its title, what the protocols differ by, and a word on it."""

    name: str
    grid: str
    title: str
    differs: str
    about: str


MACHINES = (
    SmallMachine(
        "small-truncation",
        "impl/published/replication/small.toml",
        "Change the truncation rule",
        "truncation",
        "One partition as a [published model](docs/published.md) has it: change the rule by which a follower truncates"
        " its log, or a bound.",
    ),
    SmallMachine(
        "small-settings",
        "impl/kafka/small.toml",
        "Change a setting",
        "release",
        "One partition with one record, in two [releases of Kafka](docs/releases.md): change a setting, the number of"
        " replicas, or how many processes may crash.",
    ),
)


def write(source: Path, extra: Path) -> int:
    """Write the page of each machine, and below `extra` the page of each run; gives how many verdicts there are.

    Raises:
        SystemExit: a cell is not decided.
    """
    count = 0
    for machine in MACHINES:
        grid = load(ROOT / machine.grid)
        outcomes = search(grid)
        links = write_runs(machine, grid, outcomes, extra)
        (source / f"{machine.name}.md").write_text(text(machine, grid, outcomes, links), encoding="utf-8")
        count += len(grid.cells) * len(grid.promises)
    return count


def search(grid: Grid) -> tables.CellResults:
    """What is found in each cell."""
    jobs = len(os.sched_getaffinity(0))
    with closing(search_cells(list(grid.cells), CellLimits(), jobs)) as results:
        outcomes = {result.cell.key: result for result in results}
    for outcome in outcomes.values():
        if outcome.stopped:
            raise SystemExit(f"{outcome.cell}: {outcome.stopped}")
    return outcomes


def write_runs(
    machine: SmallMachine, grid: Grid, outcomes: tables.CellResults, extra: Path
) -> dict[tuple[str, str], str]:
    """Write the page of each run below `extra`; gives where they are in the site, by cell and promise."""
    links = {}
    with scratch() as folder, ProcessPoolExecutor() as pool:
        traces = tables.write_traces(grid, outcomes, Path(folder))
        pages = pool.map(_page, traces.values(), chunksize=4)
        for (key, trace), text in zip(traces.items(), pages, strict=True):
            name = Path(trace).relative_to(folder).with_suffix(".html")
            links[key] = f"{RUNS}/{machine.name}/{name.as_posix()}"
            path = extra / links[key]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return links


def _page(trace: str) -> str:
    return page([explain(files.load(trace))])


def text(
    machine: SmallMachine, grid: Grid, outcomes: tables.CellResults, links: Mapping[tuple[str, str], str]
) -> str:
    """The page of a machine."""
    rows = []
    for cell in grid.cells:
        phrase, words = partial(_phrase, outcomes[cell.key]), (cell.protocol.rpartition("/")[2],)
        rows.append(
            ChooserRow(
                check_command(impl.protocol(cell.protocol), cell.bounds, grid.promises),
                (*words, *cell.conditions.values()),
                tuple(_linked(phrase(name), links.get((cell.key, name))) for name in grid.promises),
                " ".join(f"{name}: {phrase(name)}." for name in grid.promises),
            )
        )
    names = (machine.differs, *grid.axes)
    broken = next(row for row in rows if "lost" in row.verdicts[0])
    first = dict(zip(names, broken.values, strict=True))
    promises = [f"- `{name}`: {tables.summary_of(grid, name)}" for name in grid.promises]
    rules = [f"- *{p.name.rpartition('/')[2]}*: {p.summary}." for p in map(impl.protocol, grid.protocols)]
    table = chooser(dict(zip(names, names, strict=True)), grid.promises, rows, first)
    return "\n".join([f"# {machine.title}", "", machine.about, "", table, *promises, "", *rules, ""])


def _phrase(outcome: tables.CellResult, promise: str) -> str:
    length = outcome.findings[promise].length
    return "holds" if length is None else f"broken after {length} states"


def _linked(phrase: str, link: str | None) -> str:
    return f'<a class="lost" href="{link}">{phrase}</a>' if link else f'<span class="holds">{phrase}</span>'
