"""The counterexamples of a command: printed, and kept in files for `tidemark replay`."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError, printable
from tidemark.base.files import write_text
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared import output
from tidemark.checker.runs.results import Result, Run


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare `--fields` and `--traces`."""
    help_of_fields = "show a counterexample by the fields that each step changed, not as a story"
    parser.add_argument("--fields", action="store_true", help=help_of_fields)
    shared.add_traces(parser)


def add_pages(parser: argparse.ArgumentParser) -> None:
    """Declare `--html`."""
    parser.add_argument(
        "--html", metavar="DIR", help="write a page of each counterexample below this directory"
    )


def as_json(
    result: Result, paths: dict[str, str], run_lists: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A result with the files of its counterexamples and of further runs, as `--json` gives it."""
    data = result.as_json()
    for name, path in paths.items():
        data["promises"][name]["trace"] = path
    for name, run_list in (run_lists or {}).items():
        data["promises"][name]["runs"] = run_list
    return data


def counterexamples(result: Result, options: argparse.Namespace, quiet: bool = False) -> dict[str, str]:
    """Tell and write each counterexample; gives the files that could be written, by promise."""
    paths: dict[str, str] = {}
    unwritten: list[UsageError] = []
    for name, verdict in result.promises.items():
        if not verdict.run:
            if verdict.note and not quiet:
                print(f"{name}: {verdict.note}")
            continue
        from tidemark.checker.runs import files, trace_names  # not where nothing is violated

        path = trace_names.path_of(verdict.run, options.traces)
        if not quiet:
            from tidemark.checker.views import terminal

            # The story tries which steps were needed: not where the time is over.
            is_late = result.interrupted or verdict.minimality == "not minimized"
            by_fields = options.fields or is_late
            print(f"\n{terminal.violation(name, verdict, by_fields)}\n")
            if verdict.note:
                print(f"{name}: {verdict.note}")
            if verdict.minimality != "shortest" and verdict.run.length > 1:
                print(f"{name}: {verdict.minimality}; a shorter run may exist")
        try:
            files.save(verdict.run, path)
        except UsageError as error:
            unwritten.append(error)
        else:
            paths[name] = str(path)
            if not quiet:
                again = shared.replay_arguments(path, verdict.run.machine, options.promises)
                print(f"again: tidemark replay {again}")
            with output.noting_write_errors(": name another place with --html"):
                write_page(verdict.run, path, options, quiet)
    if unwritten:
        others = f" (and {count_of(len(unwritten) - 1, 'other trace')})" if len(unwritten) > 1 else ""
        with output.noting_write_errors(f"{others}: name another place with --traces"):
            raise unwritten[0]
    return paths


def write_page(run: Run, path: Path, options: argparse.Namespace, quiet: bool) -> None:
    """Write the page of a run that is in a file, if pages are asked for.

    Raises:
        UsageError: it can't be written.
    """
    if not getattr(options, "html", None):
        return
    from tidemark.checker.telling.explanation import explain
    from tidemark.checker.views.page import page

    page_path = Path(options.html) / f"{path.stem}.html"
    write_text(page([explain(run)], shared.replay_arguments(path, run.machine, options.promises)), page_path)
    if not quiet:
        print(f"page: {printable(str(page_path))}")
