"""Mistakes of a map's author, with the line that he wrote: the innermost frame outside Tidemark.

Its own module because every part of the map language raises them.
"""

from __future__ import annotations

import sys

from tidemark.base.authors import CHECKER, LANGUAGE
from tidemark.base.errors import short
from tidemark.spec.expressions.model_errors import ModelError

_OURS = (*LANGUAGE, *CHECKER, "<")


def mistake(message: str) -> ModelError:
    """The mistake that is made where the map language was called."""
    return ModelError(message, line_of_map())


def line_of_map() -> str:
    """The line at which the map language was called, `file:line`."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_OURS):
        frame = frame.f_back
    return f"{short(frame.f_code.co_filename)}:{frame.f_lineno}"
