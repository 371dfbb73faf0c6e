"""Mistakes of a protocol's author, with the line that the author wrote; and guards that are not met."""

from __future__ import annotations

import sys
from types import FrameType

from tidemark.base.authors import CHECKER, FAMILIES, LANGUAGE, is_pythons
from tidemark.base.errors import TidemarkError, short
from tidemark.spec.expressions.context import Context, current


class ModelError(TidemarkError):
    """A mistake of a protocol's author. The message starts with the place, `file:line`.

    also_of_plain: whether plain values make the same mistake. Any other one that happens while a function is traced is
    noted, so that an `except` of the author's does not hide it.
    """

    also_of_plain = False

    def __init__(self, message: str, source_line: str | None = None) -> None:
        self.place = source_line or author_place()
        super().__init__(f"{self.place}: {message}" if self.place else message)
        context = current()
        if context and not self.also_of_plain:
            context.mistakes.append(self)


class Disabled(Exception):
    """Raised by `require` in a running action: the action is not enabled, and this guard is why.

    member: the parameter that is no member of its set, where that is why.
    """

    member = ""


def author_place() -> str:
    """`file:line` of the line that its author wrote: the innermost frame outside Tidemark, where a user's file is read.

    Without one the innermost frame outside the language, a family's; empty where none wrote it.
    """
    line_of_family = ""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not frame.f_code.co_filename.startswith(CHECKER):
        name = frame.f_code.co_filename
        if not name.startswith((*LANGUAGE, "<")) and not is_pythons(name):
            line_of_family = line_of_family or f"{short(name)}:{frame.f_lineno}"
            if not name.startswith(FAMILIES):
                return f"{short(name)}:{frame.f_lineno}"
        frame = frame.f_back
    return line_of_family


def show_value(value: object) -> str:
    """A value as a message about it shows it, which may be symbolic."""
    with Context():  # in which nothing is traced
        return repr(value)
