"""`tidemark matrix`: check a grid of conditions: the durability table."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from tidemark.base.errors import UsageError, escape_text, printable
from tidemark.base.temporary_folders import scratch
from tidemark.checker.commands.shared import engine_options, output, version_matrix
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines import spark
from tidemark.checker.engines.amounts import positive, seconds, size, workers
from tidemark.checker.engines.engine import Choice, Option, SearchRequest, choose
from tidemark.checker.engines.spark import s3, session
from tidemark.checker.evidence.matrix import cells, grid, tables
from tidemark.checker.evidence.matrix.dataset import Dataset
from tidemark.checker.views.console import progress_bar

MEMORY = 2 << 30

ENGINES = {
    "native": Choice(
        name="native", options=(Option("jobs", "cells at a time (default: all cores)", workers, "N"),)
    ),
    "spark": Choice(name="spark", options=(spark.MASTER,)),
}
"""The engines that can search the cells, with the options that say where."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--grid", metavar="FILE", help="the grid as TOML (default: Tidemark's own)")
    shared.add_from(
        parser, "a file of your own with the protocols of the grid, or with a family that has one"
    )
    engine_options.add_engines(parser, ENGINES)
    for option in (
        Option("max-memory", "memory limit of each cell (default: 2G)", size, "SIZE", MEMORY),
        Option("max-states", "limit of states of each cell", positive, "N"),
        Option("seconds", "limit of each cell, which is then unknown", seconds, "S"),
    ):
        engine_options.add_option(parser, option)
    help_of_dataset = "keep the results here as Parquet, cell by cell; DIR may be s3://bucket/prefix"
    parser.add_argument("--dataset", metavar="DIR", help=help_of_dataset)
    parser.add_argument("--resume", action="store_true", help="search only the cells that --dataset lacks")
    output.add_json(parser)
    parser.add_argument(
        "--markdown", metavar="FILE", help="write the table as Markdown; - is standard output"
    )
    parser.add_argument(
        "--html", metavar="DIR", help="write the table as a page, index.html, and a page of each run below it"
    )
    shared.add_traces(parser, "traces/matrix")
    version_matrix.add(parser)


def run(options: argparse.Namespace) -> int:
    """Search what is missing, and print the table; or try runs on a real system, and print that one."""
    if version_matrix.is_for_system(options):
        return version_matrix.run(options)
    if options.resume and not options.dataset:
        raise UsageError("--resume needs --dataset, the results to go on with")
    output.alone(options, ("json", "markdown"))
    request = engine_options.request_of(options)
    request = choose(ENGINES, options.engine, request).with_defaults(request)
    chosen = grid.load(options.grid, shared.source_of(options))
    if options.engine == "spark":
        session.require_spark()
    is_stored = (
        options.dataset or options.engine == "spark"
    )  # Spark needs a data set, whether it is kept or not
    with s3.place(options.dataset) if is_stored else contextlib.nullcontext() as store:
        dataset = Dataset(store) if store else None
        if dataset:
            dataset.begin(options.resume)
        outcomes = dataset.outcomes(chosen.cells) if dataset else {}
        interrupted = False
        with _progress(len({cell.key for cell in chosen.cells})) as report:
            report(len(outcomes))
            try:
                _search(options, request, chosen, dataset, outcomes, report)
            except KeyboardInterrupt:
                interrupted = True
        missing = [cell for cell in chosen.cells if cell.key not in outcomes]
        outcomes |= dataset.outcomes(missing) if dataset and missing else {}
    return _write_outcomes(options, chosen, outcomes, interrupted)


def _search(
    options: argparse.Namespace,
    request: SearchRequest,
    chosen: grid.Grid,
    dataset: Dataset | None,
    outcomes: tables.CellResults,
    report: Callable[[int], None],
) -> None:
    """Search the cells that are missing. Cells that are the same machine are searched once."""
    missing = list({c.key: c for c in chosen.longest_first() if c.key not in outcomes}.values())
    limits = cells.CellLimits(options.max_states, options.max_memory, options.seconds)
    if not missing:
        return
    if options.engine == "spark" and dataset:
        from tidemark.checker.evidence.matrix import on_spark

        with scratch() as folder:
            on_spark.search_cells(missing, limits, dataset, request["master"], folder, report)
        return
    jobs = request["jobs"] or len(os.sched_getaffinity(0))
    with contextlib.closing(cells.search_cells(missing, limits, jobs)) as search:
        for outcome in search:
            outcomes[outcome.cell.key] = outcome
            if dataset:
                dataset.append(outcome)
            report(len(outcomes))


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """A bar of finished cells on a terminal; elsewhere a line for every tenth of them."""
    if not sys.stderr.isatty():
        yield _line_reporter(total)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = BarColumn(), MofNCompleteColumn(), "cells", TimeElapsedColumn(), "left", TimeRemainingColumn()
    with progress_bar(columns, total) as (bar, task):
        yield lambda done: bar.update(task, completed=done)


def _line_reporter(total: int) -> Callable[[int], None]:
    """A report that prints a line whenever another tenth of the cells is finished."""
    tenths = 0

    def report(done: int) -> None:
        nonlocal tenths
        if done * 10 // total > tenths:
            tenths = done * 10 // total
            print(f"tidemark: {done} of {total} cells", file=sys.stderr, flush=True)

    return report


def _write_outcomes(
    options: argparse.Namespace, chosen: grid.Grid, outcomes: tables.CellResults, interrupted: bool
) -> int:
    links: dict[tuple[str, str], str] = {}
    with output.noting_write_errors(": name another place with --traces"):
        links = tables.write_traces(chosen, outcomes, Path(options.traces))
    if "-" not in (options.json, options.markdown):
        print(tables.text(chosen, outcomes))
        print(f"\n{_summary(chosen, outcomes)}; counterexamples are below {printable(options.traces)}")
    output.write_json(options.json, tables.as_json(chosen, outcomes, links))
    output.write(options.markdown, escape_text(tables.markdown(chosen, outcomes, links)))
    if options.html:
        from tidemark.checker.evidence.matrix import pages

        with output.noting_write_errors():
            pages.write(chosen, outcomes, links, Path(options.html))
    for outcome in outcomes.values():
        if outcome.stopped:
            print(f"tidemark: {outcome.cell}: {outcome.stopped}", file=sys.stderr)
    if interrupted:
        done = f"{sum(cell.key in outcomes for cell in chosen.cells)} of {len(chosen.cells)} cells"
        where = "are above"
        if options.dataset:
            where = f"{printable(options.dataset)} keeps, and --resume searches the others"
        print(f"tidemark: interrupted after {done}, which {where}", file=sys.stderr)
        return 130
    decided = all(f.verdict != "unknown" for outcome in outcomes.values() for f in outcome.findings.values())
    return 0 if decided else 3


def _summary(chosen: grid.Grid, outcomes: tables.CellResults) -> str:
    finished = [outcomes[cell.key] for cell in chosen.cells if cell.key in outcomes]
    lost = sum(any(f.verdict == "violated" for f in outcome.findings.values()) for outcome in finished)
    searched = sum(outcome.states for outcome in outcomes.values())
    return f"{len(finished)} of {len(chosen.cells)} cells, {searched:,} states; a promise is broken in {lost} cells"
