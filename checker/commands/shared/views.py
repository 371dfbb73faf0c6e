"""The options of the views of a run, and the views that were asked for."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from tidemark.base.errors import printable
from tidemark.base.files import write_text
from tidemark.checker.commands.shared import output
from tidemark.checker.telling.explanation import Explanation
from tidemark.checker.views import terminal
from tidemark.checker.views.view import View


def add_views(parser: argparse.ArgumentParser, views: Sequence[View]) -> Any:
    """Declare an option for each view; gives the group of options."""
    shown = parser.add_argument_group("how it is shown")
    for view in views:
        if view.in_file:
            shown.add_argument(f"--{view.name}", metavar="PATH", help=f"{view.help}; - is standard output")
        else:
            shown.add_argument(f"--{view.name}", action="store_true", help=view.help)
    return shown


def alone(options: argparse.Namespace, asked: Sequence[View], more: Sequence[str] = ()) -> str | None:
    """The view or other option with a file that is for standard output.

    Raises:
        UsageError: there are two.
    """
    in_files = [*(view.name for view in asked if view.in_file), *more]
    return output.alone(options, in_files, [view.name for view in asked if not view.in_file])


def show(told: Sequence[Explanation], options: argparse.Namespace, asked: Sequence[View], file: str) -> str:
    """Print and write the views of a run that is in a file, or its story; gives the text for standard output."""
    if not any(not view.in_file for view in asked):
        print(terminal.story(told[0]))
    return write(told, options, asked, file)


def write(told: Sequence[Explanation], options: argparse.Namespace, asked: Sequence[View], file: str) -> str:
    """Print and write the views that were asked for; gives the text for standard output."""
    text = ""
    for view in asked:
        shown = view.render(told, file)
        if getattr(options, view.name) == "-":
            text = shown
        elif view.in_file:
            with output.kept():
                write_text(shown, getattr(options, view.name))
                print(f"\nwritten to {printable(getattr(options, view.name))}")
        else:
            print(shown)
    return text
