"""`--junit`: the file for a CI server. A command that ends with a mistake writes it too.

A CI server that finds no file, or the file of the last job, says nothing of the mistake. So `tidemark.checker.cli`
looks for the path in the words of the command line, which may be wrong in any other respect.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import shlex
from collections.abc import Sequence
from pathlib import Path

from tidemark.base.errors import TidemarkError, UsageError, printable
from tidemark.base.files import write_text
from tidemark.checker.commands.shared import output

COMMANDS = ("ask", "check", "refine", "replay", "verify")
"""The commands that have `--junit`."""


def add(parser: argparse._ActionsContainer, content: str) -> None:
    """Declare `--junit`. content: what it writes."""
    parser.add_argument("--junit", metavar="FILE", help=f"write {content} as JUnit XML, for a CI server")


def command_line(options: argparse.Namespace) -> str:
    """The command line that was called, as a shell takes it."""
    return as_command(options.command_line)


def as_command(words: Sequence[str]) -> str:
    """The command line of these words."""
    return printable(shlex.join(["tidemark", *words]))


def path_in(words: Sequence[str]) -> str | None:
    """The file that `--junit` names in the words of a command line; None if it names none, or more than one.

    >>> path_in(["check", "mine.py", "--junit", "verdicts.xml", "--no-such-option"])
    'verdicts.xml'
    """
    command = next((word for word in words if not word.startswith("-")), None)
    if command not in COMMANDS:
        return None
    before = list(words[: words.index("--")] if "--" in words else words)
    paths = [word.partition("=")[2] for word in before if word.startswith("--junit=")]
    paths += [after for word, after in itertools.pairwise(before) if word == "--junit"]
    if len(paths) != 1 or (paths[0].startswith("-") and paths[0] != "-"):
        return None
    return paths[0] or None


def write_mistake(words: Sequence[str], error: TidemarkError, details: str = "") -> None:
    """Write a mistake as the one case of the file that the words name, if they name one. details: what else is known.

    A file that is there and is no XML stays as it is: with a wrong command line, it may be a file that somebody wrote.
    """
    path = path_in(words)
    if path is None or not _can_replace(path):
        return
    from tidemark.checker.views import junit  # not where nothing is written

    command, *rest = (word for word in words if not word.startswith("-") and word != path)
    subject = printable(rest[0]) if rest else command
    text = "\n\n".join(filter(None, [details, f"Again:\n  {as_command(words)}"]))
    report = junit.mistake(f"tidemark {command}", subject, str(error), text)
    if path == "-":
        output.write(path, report)
        return
    with contextlib.suppress(UsageError):  # the mistake itself is on standard error
        output.require_writable(path)
        write_text(report, path)


def _can_replace(path: str) -> bool:
    if path == "-" or not Path(path).exists():
        return True
    try:
        with Path(path).open("rb") as file:
            return file.read(5) in (b"", b"<?xml")
    except OSError:
        return False
