"""`--runs N`: the shortest runs to a violation that differ in their events, told and kept beside the counterexample.

The counterexample is the first of them; the others are in files whose names end in `_run-2.json`, and so on.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tidemark.base.counts import count_of
from tidemark.base.errors import UsageError
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared import output, violations
from tidemark.checker.engines.amounts import positive
from tidemark.checker.engines.bookkeeping import keep_verdicts
from tidemark.checker.runs import files, trace_names
from tidemark.checker.runs.results import Limits, Result, Run
from tidemark.checker.views import screen

ALIKE = "but for names and the order of independent steps"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare `--runs`."""
    help = f"show up to N shortest runs to a violation, no two of them alike {ALIKE}"
    parser.add_argument("--runs", type=positive, metavar="N", help=help)


@dataclass(frozen=True)
class RunLists:
    """What tells and keeps the runs to each violation of a result. quiet: whether nothing is told."""

    result: Result
    options: argparse.Namespace
    limits: Limits
    quiet: bool

    def show(self, paths: dict[str, str]) -> dict[str, Any]:
        """Find, tell and keep them; gives what `--json` has of each promise. paths: of the counterexamples' files."""
        lists: dict[str, Any] = {}
        for name, verdict in self.result.promises.items():
            if verdict.run is None:
                continue
            path = Path(paths.get(name) or trace_names.path_of(verdict.run, self.options.traces))
            with keep_verdicts(self.result):
                try:
                    lists[name] = self._list(name, verdict.run, path)
                except UsageError as error:
                    lists[name] = {"count": None, "listed": [], "stopped": str(error)}
                    self._say(f"{name}: {error}")
        return lists

    def _list(self, name: str, first: Run, path: Path) -> dict[str, Any]:
        """The runs that break one promise.

        Raises:
            UsageError: they can't be compared.
        """
        from tidemark.checker.analyses.shortest_runs import (
            find_distinct_runs,
        )  # its libraries take long to import

        if self.result.machine.is_about_runs(name):
            raise UsageError(
                "--runs compares runs to a state that breaks a promise, and this one is about runs"
            )
        found = find_distinct_runs(self.result.machine, name, self.options.runs, first, self.limits)
        shortest = found.runs[0].run
        length = count_of(shortest.length, "state")
        if found.count == 1:
            self._say(f"{name}: every run of {length} is like this one, {ALIKE}")
        else:
            self._say(f"{name}: there are {found.count:,} runs of {length}, no two alike {ALIKE}")
        listed = [{"trace": str(path), "difference": ""}]
        for number, distinct in enumerate(found.runs[shortest.steps == first.steps :], 2):
            file = trace_names.path_of_run(path, number)
            self._tell(
                f"{name}, run {number}: unlike the first, it {distinct.difference}", distinct.run, file
            )
            listed.append({"trace": str(file), "difference": distinct.difference})
        return {"count": found.count, "listed": listed, "stopped": None}

    def _tell(self, heading: str, run: Run, path: Path) -> None:
        from tidemark.checker.views import terminal

        if not self.quiet:
            print()
            self._say(heading)
            print(f"\n{terminal.describe_run(run, self.options.fields)}\n")
        with output.noting_write_errors(": name another place with --traces"):
            files.save(run, path)
            if not self.quiet:
                print(
                    f"again: tidemark replay {shared.replay_arguments(path, run.machine, self.options.promises)}"
                )
            violations.write_page(run, path, self.options, self.quiet)

    def _say(self, paragraph: str) -> None:
        if not self.quiet:
            screen.print_indented(paragraph)
