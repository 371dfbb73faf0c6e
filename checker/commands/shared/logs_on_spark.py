"""`validate --engine spark`: many logs as a data set, and what is printed of them all."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError, printable
from tidemark.base.files import write_text
from tidemark.base.temporary_folders import scratch
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared import output
from tidemark.checker.engines.engine import Option, SearchRequest
from tidemark.checker.engines.spark import MASTER, session
from tidemark.checker.evidence.logs.recipe import Recipe
from tidemark.checker.runs.trace_names import file_word
from tidemark.checker.validation.loading import INPUT, map_in
from tidemark.checker.views import log_verdict
from tidemark.checker.views.console import live_line

if TYPE_CHECKING:
    from tidemark.checker.evidence.logs.results import Results
    from tidemark.checker.validation.coverage import LogCoverage

NAME = "spark"
DATASET = Option("dataset", "where the verdicts are kept, as Parquet", str, "DIR")
RESUME = Option("resume", "validate only the logs of which --dataset has no verdict", default=False)
OPTIONS = (MASTER, DATASET, RESUME)
LONGEST_NAME = 60


def require_fitting(options: argparse.Namespace) -> None:
    """Refuse what is for one process.

    Raises:
        UsageError: there is such an option, or one log alone.
    """
    if not options.by and not options.each:
        raise UsageError(
            "--engine spark validates many logs: say how they are divided, --by FIELD, or --each file"
        )
    for name in ("follow", "first"):
        if getattr(options, name):
            raise UsageError(f"--{name} is for one process: leave it out, or --engine spark")
    if INPUT in options.logs:
        raise UsageError("- is standard input, which --engine spark can't divide: name files")
    if twice := next((path for path in options.logs if options.logs.count(path) > 1), None):
        raise UsageError(f"{printable(twice)} is given twice")


def trace_path(options: argparse.Namespace, machine: str, log: str) -> Path:
    """Where the run that explains a log is written."""
    word = file_word(Path(log).name if "=" not in log else log)[-LONGEST_NAME:]
    return Path(options.traces) / f"{file_word(machine)}_{word}.json"


def run(
    options: argparse.Namespace, recipe: Recipe, request: SearchRequest, document: output.Document
) -> int:
    """Validate; print all verdicts in one line, and the first log of each kind that is no success.

    Raises:
        UsageError: a log or the map is not in order, or Spark or the data set can't be used.
    """
    if field := map_in(recipe.map).map.by:
        raise UsageError(f"--engine spark can't divide a log whose map divides it by {field}: leave it out")
    session.require_spark()
    from tidemark.checker.evidence.logs import on_spark
    from tidemark.checker.evidence.logs.results import Results

    resume, kept = request["resume"], request["dataset"]
    if resume and not kept:
        raise UsageError("--resume needs --dataset, the verdicts to go on with")
    work = on_spark.Work(recipe, tuple(options.logs), options.by or "", options.coverage)
    with scratch() as folder:
        results = Results(Path(kept) if kept else folder / "verdicts")
        try:
            with live_line() as say:
                report = (lambda done: say(f"{done:,} logs")) if say else None
                on_spark.validate(work, results, resume, request["master"], folder, report)
            interrupted = False
        except KeyboardInterrupt:
            interrupted = True
        coverage = on_spark.coverage(results, recipe) if options.coverage else None
        status = _tell(options, results, recipe, coverage or [])
        document.data = {
            "protocol": options.protocol,
            "map": options.map,
            "logs": _documents(results) if options.json else [],
            "coverage": None if coverage is None else [of_machine.as_json() for of_machine in coverage],
        }
        if interrupted:
            where = f"{printable(kept)} keeps, and --resume validates the others" if kept else "are above"
            print(
                f"tidemark: interrupted after {count_of(results.count(), 'log')}, which {where}",
                file=sys.stderr,
            )
            return 130
    return status


def _tell(
    options: argparse.Namespace, results: Results, recipe: Recipe, coverage: Sequence[LogCoverage]
) -> int:
    """Print what no log has exercised, the first log of each verdict that is no success, and how many have which."""
    for machine_coverage in coverage:
        print(f"{log_verdict.coverage_text(machine_coverage)}\n")
    counts: Counter[str] = Counter()
    broken = events = 0
    first: dict[tuple[str, bool], tuple[int, int, str]] = {}
    for row in results.rows(("log", "verdict", "events", "breaks", "piece", "event")):
        counts[row["verdict"]] += 1
        events += row["events"]
        broken += bool(row["breaks"])
        if row["verdict"] != "explained" or row["breaks"]:
            kind = row["verdict"], bool(row["breaks"])
            position = row["piece"], row["event"], row["log"]
            first[kind] = min(first.get(kind, position), position)
    first_logs = {log for _, _, log in first.values()}
    columns = ("log", "summary", "details", "run", "piece", "event")
    first_rows = [row for row in results.rows(columns) if row["log"] in first_logs] if first_logs else []
    for row in sorted(first_rows, key=lambda row: (row["piece"], row["event"])):
        print(f"{row['summary']}\n\n{row['details']}\n")
        if row["run"]:
            path = trace_path(options, recipe.origin.protocol, row["log"])
            with output.noting_write_errors(": name another place with --traces"):
                write_text(row["run"], path)
                arguments = shared.replay_arguments_of_source(path, recipe.origin.source, None)
                print(f"  tidemark replay {arguments}\n")
    print(log_verdict.totals_line(counts, broken))
    return 1 if counts["refused"] or broken else 3 if counts["undecided"] or not events else 0


def _documents(results: Results) -> list[dict[str, Any]]:
    """All verdicts as `--json` has them, in the order of the logs."""
    columns = results.verdict_columns
    rows = sorted(results.rows([*columns, "piece", "event"]), key=lambda row: (row["piece"], row["event"]))
    return [{**{name: row[name] for name in columns}, "trace": None} for row in rows]
