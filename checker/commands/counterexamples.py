"""`tidemark counterexamples`: write the counterexamples of all pinned violations again."""

from __future__ import annotations

import argparse
from pathlib import Path

from checker.commands.shared import output
from checker.engines.amounts import positive
from checker.evidence import folders, pins
from checker.views.console import progress_line
from spec.errors import printable


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--threads", type=positive, metavar="N", help="how many threads (default: all cores)")
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("counterexamples"),
        metavar="DIR",
        help="where they are written (default: counterexamples)",
    )
    output.add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Search again what is pinned as violated, and write what differs."""
    folders.require_updatable(options.output)
    violated = [pin for pin in pins.pins() if pin.violated and not pin.large]
    with output.document(options) as given:
        with progress_line() as report:
            found = pins.check_pins(violated, report, options.threads)
        content = folders.files(found)
        changed = folders.update(content, options.output)
        for path in changed:
            print(printable(str(path)))
        number = sum(name.endswith(folders.TRACE) for name in content)
        print(f"{number} counterexamples, {len(changed)} files changed")
        given.data = {"counterexamples": number, "changed": list(map(str, changed))}
    return 0
