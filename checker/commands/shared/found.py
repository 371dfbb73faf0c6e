"""The counterexamples of a command: told, and kept in files for `tidemark replay`."""

from __future__ import annotations

import argparse
from pathlib import Path

from checker.commands.shared import options as shared
from checker.runs import files
from checker.runs.results import Result, Run
from checker.runs.steps import numbered_steps
from checker.views import screen
from checker.views.console import states
from spec.errors import UsageError
from spec.family import family_of


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare `--fields` and `--traces`."""
    parser.add_argument(
        "--fields",
        action="store_true",
        help="tell a counterexample by the fields that each step changed, not as a story",
    )
    shared.add_traces(parser)


def counterexamples(
    result: Result, options: argparse.Namespace, quiet: bool = False
) -> tuple[dict[str, str], UsageError | None]:
    """Tell and write each counterexample: the files by promise, and the error of the last that can't be written.

    The command raises that error after it has printed everything, so that nothing is lost.
    """
    paths: dict[str, str] = {}
    problem, here = None, screen.here()
    for name, verdict in result.promises.items():
        if not verdict.run:
            continue
        path = Path(options.traces) / f"{files.run_name(verdict.run)}.json"
        if not quiet:
            broken = here.paint(f"{name} is violated after {states(verdict.length)}", screen.LOST)
            print(f"\n{broken}:\n\n{_told(verdict.run, options.fields or result.interrupted)}\n")
            if verdict.is_shrunk and verdict.run.length > 1:
                print(f"{name}: shrunk; a shorter run may exist")
        try:
            files.save(verdict.run, path)
        except UsageError as error:
            problem = UsageError(f"{error}: name another place with --traces")
        else:
            paths[name] = str(path)
            if not quiet:
                again = shared.replayed(path, verdict.run.machine, options.promises)
                print(f"again: tidemark replay {again}")
    return paths, problem


def _told(run: Run, fields: bool) -> str:
    """A run as its family's story; by the fields that it changed where that is asked for, or there is no story.

    A search that was interrupted has no time for the story, which tries which steps were needed.
    """
    if fields or not family_of(run.machine).telling.stories:
        return numbered_steps(run)
    from checker.telling.explanation import explain  # not where nothing is violated
    from checker.views import terminal

    return terminal.body(explain(run))
