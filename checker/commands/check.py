"""`tidemark check`: does a protocol keep its promises at these bounds?"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from checker import engines
from checker.commands import found
from checker.commands import options as shared
from checker.runs.results import Limits, Result
from checker.runs.steps import numbered_steps
from checker.views.console import progress_line, result_table, size
from spec.errors import UsageError
from spec.machine import OutOfRange


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_promises(parser)
    parser.add_argument(
        "--engine",
        default="native",
        metavar="NAME",
        help=f"one of {', '.join(engines.ENGINES)} (default: native)",
    )
    parser.add_argument("--symmetry", action="store_true", help="keep one state of each class of renamed ids")
    parser.add_argument("--keep-going", action="store_true", help="search on when every promise is decided")
    parser.add_argument(
        "--threads", type=shared.positive, metavar="N", help="how many threads (default: all cores)"
    )
    parser.add_argument(
        "--max-states", type=shared.positive, metavar="N", help="end as incomplete at so many states"
    )
    parser.add_argument(
        "--max-memory",
        type=size,
        metavar="SIZE",
        help="end as incomplete at so much resident memory, as in 8G",
    )
    parser.add_argument("--json", metavar="FILE", help="write the result as JSON; - is standard output")
    parser.add_argument("--junit", metavar="FILE", help="write the verdicts as JUnit XML, for a CI server")
    shared.add_traces(parser)
    parser.add_argument("--coverage", action="store_true", help="show how often each action was enabled")
    spark = parser.add_argument_group("for --engine spark")
    spark.add_argument("--master", default="local[*]", help="the Spark master (default: local[*])")
    spark.add_argument("--workdir", metavar="DIR", help="where the levels are kept")
    spark.add_argument(
        "--resume", action="store_true", help="go on from the last finished level in --workdir"
    )
    spark.add_argument(
        "--handover", type=shared.natural, metavar="N", help="the frontier from which Spark takes over"
    )
    other = parser.add_argument_group("for --engine smt and fuzz")
    other.add_argument(
        "--max-length", type=shared.positive, metavar="N", help="smt: look at runs of up to so many states"
    )
    other.add_argument(
        "--seconds",
        type=shared.seconds,
        metavar="S",
        help="fuzz: how long (default: 10); smt: how long for each question to z3 (default: no limit)",
    )
    other.add_argument("--seed", type=int, metavar="N", help="fuzz: the first random seed (default: 0)")


def run(options: argparse.Namespace) -> int:
    """Check, and tell."""
    machine = shared.machine_of(options)
    for path in (options.json, options.junit):
        require_writable(path)
    request = engines.Request(
        Limits(options.max_states, options.max_memory, options.keep_going),
        options.symmetry,
        options.threads,
        options.master,
        options.workdir,
        options.resume,
        options.handover,
        options.max_length,
        options.seconds,
        options.seed,
    )
    try:
        with progress_line() as report:
            result = engines.run(options.engine, machine, request, report)
    except OutOfRange as error:
        print(f"tidemark: {error}", file=sys.stderr)
        if error.run:
            print("The run to it:\n" + numbered_steps(error.run), file=sys.stderr)
        return 2
    quiet = options.json == "-"
    if not quiet:
        print(result_table(result, options.coverage))
    paths, problem = found.counterexamples(result, options, quiet)
    _write(options.json, json.dumps(_as_json(result, paths), indent=2) + "\n")
    if options.junit:
        from checker.views.junit import report as junit_report

        _write(options.junit, junit_report(result))
    if problem:
        raise problem
    return result.exit_status


def _as_json(result: Result, paths: dict[str, str]) -> dict[str, Any]:
    data = result.as_json()
    for name, path in paths.items():
        data["promises"][name]["trace"] = path
    return data


def require_writable(path: str | None) -> None:
    """Refuse an output file that can't be written before the search rather than after it.

    Raises:
        UsageError: it can't.
    """
    if path in (None, "-"):
        return
    target = Path(path)
    if target.is_dir() or not os.access(target if target.exists() else target.parent, os.W_OK):
        raise UsageError(
            f"{path} can't be written: name a file in a directory that exists and is yours to write"
        )


def _write(path: str | None, text: str) -> None:
    if path == "-":
        sys.stdout.write(text)
    elif path:
        try:
            Path(path).write_text(text)
        except OSError as error:
            raise UsageError(f"{path} can't be written: {error.strerror}") from error
