"""The counterexamples of a command: printed, and kept in files for `tidemark replay`."""

from __future__ import annotations

import argparse
from pathlib import Path

from checker.runs import files
from checker.runs.results import Result
from checker.runs.steps import numbered_steps
from checker.views.console import states
from spec.errors import UsageError, printable


def counterexamples(
    result: Result, options: argparse.Namespace, quiet: bool = False
) -> tuple[dict[str, str], UsageError | None]:
    """Print and write each counterexample: the files by promise, and the error of the last that can't be written.

    The command raises that error after it has printed everything, so that nothing is lost.
    """
    paths: dict[str, str] = {}
    problem = None
    own = printable(f" --promises {options.promises}" if options.promises else "")
    for name, verdict in result.promises.items():
        if not verdict.run:
            continue
        path = Path(options.traces) / f"{files.run_name(verdict.run)}.json"
        if not quiet:
            print(f"\n{name} is violated after {states(verdict.length)}:\n{numbered_steps(verdict.run)}")
            if verdict.is_shrunk and verdict.run.length > 1:
                print(f"{name}: shrunk; a shorter run may exist")
        try:
            files.save(verdict.run, path)
        except UsageError as error:
            problem = UsageError(f"{error}: name another place with --traces")
        else:
            paths[name] = str(path)
            if not quiet:
                shown = printable(str(path))
                print(f"written to {shown}; `tidemark replay {shown}{own}` runs it again")
    return paths, problem
