"""`tidemark export`: write a protocol as a module of TLA+, and what TLC needs to check it."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from tidemark.base.errors import UsageError, printable
from tidemark.base.files import write_text
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.export.module import export


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    shared.add_protocol(parser)
    shared.add_promises(parser)
    shared.add_fairness(parser)
    parser.add_argument("--tla", action="store_true", required=True, help="as TLA+, the only form so far")
    help_of_symmetry = "ids that can be renamed are model values, by whose symmetry TLC reduces"
    parser.add_argument("--symmetry", action="store_true", help=help_of_symmetry)
    help_of_output = "the folder, or the module FILE.tla; its .cfg is beside it (default: the current folder)"
    parser.add_argument("--output", default=".", metavar="PATH", help=help_of_output)


def run(options: argparse.Namespace) -> int:
    """Write the module and the configuration.

    Raises:
        UsageError: they can't be written, or the machine or a promise that was named has no form in TLA+.
    """
    machine = shared.machine_under_check(options)
    path = Path(options.output)
    is_file = path.suffix == ".tla"
    if is_file and not re.fullmatch(r"[A-Za-z]\w*", path.stem, re.ASCII):
        raise UsageError(f"{printable(path.name)} names a module: letters, digits and _, as in Lock.tla")
    exported = export(machine, options.symmetry, path.stem if is_file else "")
    for name in options.promise:
        if name in exported.left_out:
            raise UsageError(f"{name} can't be exported: {exported.left_out[name]}")
    module = path if is_file else path / f"{exported.name}.tla"
    for target, text in ((module, exported.text), (module.with_suffix(".cfg"), exported.configuration)):
        write_text(text, target)
        print(f"written: {printable(str(target))}")
    for name, why in exported.left_out.items():
        print(f"left out: {name}: {why}")
    return 0
