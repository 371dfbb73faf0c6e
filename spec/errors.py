"""The errors of Tidemark: one class for each kind of mistake, one clear line each.

Kept apart because the language, the protocols and every engine raise them and none of them imports another.
"""

import sys
from pathlib import Path

_LANGUAGE = str(Path(__file__).resolve().parent)


class TidemarkError(Exception):
    """Any mistake that a user can make: printed as one line, exit status 2."""


class UsageError(TidemarkError):
    """A wrong name, an impossible bound, a file that can't be read or written."""


class ModelError(TidemarkError):
    """A mistake of a protocol's author. The message starts with the place, `file:line`."""

    def __init__(self, message: str, place: str | None = None) -> None:
        self.place = place or author_place()
        super().__init__(f"{self.place}: {message}" if self.place else message)


class Disabled(Exception):
    """Raised by `require` in a running action: the action is not enabled, and this guard is why."""


def author_place() -> str:
    """`file:line` of the innermost frame outside the language: the line its author wrote."""
    frame = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        if not name.startswith(_LANGUAGE) and not name.startswith("<"):
            return f"{short(name)}:{frame.f_lineno}"
        if frame.f_back is None:
            break
        frame = frame.f_back
    return ""


def short(name: str) -> str:
    """A path, relative to the working directory if it is below it."""
    try:
        return str(Path(name).relative_to(Path.cwd()))
    except ValueError:
        return name
