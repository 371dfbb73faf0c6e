"""Code that an adapter drives: what `--on adapter.py` names, the walks in it, and what is kept of a difference."""

from __future__ import annotations

import argparse
from pathlib import Path
from textwrap import indent

from tidemark import real
from tidemark.base.counts import count_of
from tidemark.base.errors import TidemarkError, UsageError
from tidemark.base.files import write_text
from tidemark.checker.analyses.adapters.harness import Harness
from tidemark.checker.analyses.adapters.outcome import Conformance
from tidemark.checker.analyses.conformance import LENGTH, WALKS_IN_PROCESS
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines.amounts import integer
from tidemark.checker.user_files import adapters
from tidemark.checker.user_files.place import is_own
from tidemark.checker.views import conformance as view
from tidemark.spec.machines.machine import Machine


def is_adapter(word: str) -> bool:
    """Whether `--on` names an adapter, and not a real system that is known by its name."""
    return is_own(word) and word.partition(":")[0] not in real.SYSTEMS


def add(group: argparse._ArgumentGroup) -> None:
    """Declare what is for adapters alone."""
    help_of_seed = "with an adapter: the seed of the random choices (default: 0)"
    group.add_argument("--seed", type=integer, metavar="N", help=help_of_seed)
    help_of_cover = "with an adapter: no random walks, but the shortest that take every transition"
    group.add_argument("--cover", choices=("transitions",), help=help_of_cover)


def require_fitting(options: argparse.Namespace, is_own_code: bool) -> None:
    """Refuse options that the other kind of target takes.

    Raises:
        UsageError: there is such an option.
    """
    words = ("first", "settings") if is_own_code else ("seed", "cover")
    for name in words:
        if getattr(options, name) not in (None, []):
            option = "--set" if name == "settings" else f"--{name}"
            kind = "a system that is known by its name" if is_own_code else "an adapter of your own"
            raise UsageError(f"{option} is for {kind}, and --on {options.on} names another: leave it out")
    for name in ("walks", "length", "seed") if options.cover else ():
        if getattr(options, name) is not None:
            raise UsageError(f"--cover takes the walks that cover the machine: leave out --{name}")


class AdapterTarget:
    """The adapter that `--on` names, with the machine that drives it.

    Raises:
        UsageError, ModelError: there is none, or it does not fit the machine.
    """

    def __init__(self, options: argparse.Namespace, machine: Machine) -> None:
        self.options = options
        self.own = adapters.adapter(options.on)
        self.result = Conformance(Harness(machine, self.own.cls, options.without))

    def drive(self) -> None:
        """Take the walks, and note them.

        Raises:
            UsageError, ModelError: the adapter fails; what was walked before says nothing then.
        """
        options = self.options
        try:
            if options.cover:
                from tidemark.checker.analyses.adapters.covering import cover

                cover(self.result)
            else:
                from tidemark.checker.analyses.adapters.walking import walk

                number, length = options.walks or WALKS_IN_PROCESS, options.length or LENGTH
                walk(self.result, number, length, options.seed or 0)
        except TidemarkError:
            self.result.walks.clear()
            raise

    def describe_difference(self, path: str | None) -> str:
        """The difference that was found, and the test, with the file to which it was written."""
        assert self.result.difference is not None
        run = view.describe_difference(self.result.difference, self.result.harness)
        head = f"As a test{f', in {path}' if path else ''}, which fails as long as the code differs:"
        return f"{run}\n\n{head}\n\n{indent(self.test(), '    ')}"

    def summary(self) -> list[str]:
        """What was refused, and what was covered, a line each."""
        result, lines = self.result, []
        if result.refused:
            lines.append(f"{result.refused:,} calls refused by the code, as the model has it")
        if coverage := result.coverage:
            refused = (
                f" and {coverage.forbidden:,} calls that the code must refuse" if coverage.forbidden else ""
            )
            whole = coverage.transitions + coverage.forbidden
            share = "all" if coverage.taken == whole else f"{coverage.taken:,} of {whole:,}"
            transitions = f"{coverage.transitions:,} transitions{refused}"
            lines.append(f"{count_of(coverage.states, 'state')} with {transitions}: {share} taken")
        return lines

    def keep(self) -> str:
        """Write the test; gives its file."""
        name = "".join(c if c.isalnum() else "_" for c in self.result.harness.machine.name)
        path = Path(self.options.traces) / f"test_{name}.py"
        write_text(self.test(), path)
        return str(path)

    def test(self) -> str:
        """The difference as a test of pytest."""
        imports, word = [self.own.import_line], f'"{self.options.protocol}"'
        folders = [adapters.folder_of(self.own.file)]
        if is_own(self.options.protocol):
            from tidemark.checker.user_files import machines

            file, variable = machines.variable_of(self.options.protocol)
            if variable:
                imports.append(adapters.write_import(file, variable))
                folders.append(adapters.folder_of(file))
                word = variable
        difference = self.result.difference
        assert difference is not None
        harness, moves = self.result.harness, [move.text for move in difference.trail]
        bounds = shared.bounds_of(self.options)
        call = view.as_call(word, harness.label, moves, bounds, harness.machine.exchanged)
        return view.as_test(difference, harness, imports, sorted({*folders} - {""}), call)
