"""`tidemark new`: write a small machine to begin with: a promise, a broken variant, a test."""

from __future__ import annotations

import argparse
import keyword
import shlex
import sys
from pathlib import Path

from tidemark.base.errors import UsageError, printable
from tidemark.base.files import write_text
from tidemark.checker.views import template


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", metavar="NAME", help="the folder to write; its last part names the machine")


def run(options: argparse.Namespace) -> int:
    """Write the folder, and say what to try.

    Raises:
        UsageError: the name can't be a module's, something has it already, or the folder can't be written.
    """
    folder = Path(options.name)
    name = folder.name
    if not (name.isidentifier() and name.isascii()) or keyword.iskeyword(name):
        raise UsageError(
            f"{options.name}: its last part names a module, as in my_lock: letters, digits and _"
        )
    if name in sys.stdlib_module_names or name == "tidemark":
        raise UsageError(f"{options.name}: there is a module {name} already: choose another name")
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{options.name} is there already: choose another name")
    written = {folder / f"{name}.py": "new_machine.txt", folder / f"test_{name}.py": "new_test.txt"}
    for path, content in written.items():
        write_text(template.file("tidemark.checker.commands.shared", content).replace("NAME", name), path)
        print(f"written: {printable(str(path))}")
    machine = shlex.quote(str(folder / f"{name}.py"))
    print(
        f"""
Next:
  tidemark check {machine}:machine     holds
  tidemark check {machine}:broken      the shortest run that breaks it
  python -m pytest {shlex.quote(str(folder))}     both, as a test"""
    )
    return 0
