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


def alone(
    options: argparse.Namespace, views: Sequence[View], other_options: Sequence[str] = ()
) -> str | None:
    """The view or other option with a file that is for standard output.

    Raises:
        UsageError: there are two.
    """
    in_files = [*(view.name for view in views if view.in_file), *other_options]
    return output.alone(options, in_files, [view.name for view in views if not view.in_file])


def show(
    explanations: Sequence[Explanation], options: argparse.Namespace, views: Sequence[View], file: str
) -> str:
    """Print and write the views of a run that is in a file, or its story; gives the text for standard output."""
    if all(view.in_file for view in views):
        print(terminal.story(explanations[0]))
    return write(explanations, options, views, file)


def write(
    explanations: Sequence[Explanation], options: argparse.Namespace, views: Sequence[View], file: str
) -> str:
    """Print and write the views that were asked for; gives the text for standard output."""
    standard_output = ""
    for view in views:
        shown = view.render(explanations, file)
        path = getattr(options, view.name)
        if path == "-":
            standard_output = shown
        elif view.in_file:
            with output.noting_write_errors():
                write_text(shown, path)
                print(f"\nwritten to {printable(path)}")
        else:
            print(shown)
    return standard_output
