"""`tidemark counterexamples`: write the counterexamples of all pinned violations again."""

from __future__ import annotations

import argparse
from pathlib import Path

from tidemark.base.errors import printable
from tidemark.checker.commands.shared import output
from tidemark.checker.engines.amounts import workers
from tidemark.checker.evidence import checking, folders, pins
from tidemark.checker.views.console import live_line


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--threads", type=workers, metavar="N", help="how many cores at most (default: all)")
    folder, help_of_folder = Path("counterexamples"), "where they are written (default: counterexamples)"
    parser.add_argument("--output", type=Path, default=folder, metavar="DIR", help=help_of_folder)
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Search again what is pinned as violated, and write what differs."""
    folders.require_updatable(options.output)
    violated = [pin for pin in pins.pins() if pin.violated and not pin.large]
    with output.document(options) as document:
        with live_line() as say:
            pin_results = checking.check_pins(violated, say, options.threads)
        content = folders.files(checking.kept_runs_of(pin_results))
        changed = folders.update(content, options.output)
        for path in changed:
            print(printable(str(path)))
        number = sum(name.endswith(folders.TRACE) for name in content)
        print(f"{number} counterexamples, {len(changed)} files changed")
        document.data = {"counterexamples": number, "changed": list(map(str, changed))}
    return 0
