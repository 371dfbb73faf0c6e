"""Which code its author wrote, and which is Tidemark's or Python's own: told by the file that the code is in.

Errors name the author's line, and the functions of Tidemark's own protocols are trusted where a user's are watched.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import CodeType
from typing import Any

_ROOM = Path(__file__).parent
LANGUAGE, CHECKER, FAMILIES = (f"{_ROOM.with_name(name)}/" for name in ("spec", "checker", "impl"))
_TOOLS = [LANGUAGE, CHECKER]
"""Where code handles symbolic values as what they are: as nodes of a graph."""
_SHIPPED = [LANGUAGE, CHECKER, FAMILIES]
_PYTHON = f"{Path(os.__file__).parent}/"
_PACKAGES = ("/site-packages/", "/dist-packages/")
"""The folders of installed packages, which lie below that of Python's own modules."""


def is_in_tools(filename: str) -> bool:
    """Whether code is of the language or of the checker."""
    return filename.startswith((*_TOOLS,))


def is_pythons(filename: str) -> bool:
    """Whether code is of Python's own modules. Code that `exec` compiles from a text is not."""
    below = filename.removeprefix(_PYTHON[:-1])
    return filename.startswith("<frozen ") or (below != filename and not any(p in below for p in _PACKAGES))


def is_shipped(function: Any) -> bool:
    """Whether a function is Tidemark's own, the one that it wraps if it wraps one."""
    code = code_of(function)
    return code is not None and code.co_filename.startswith((*_SHIPPED,))


def is_authors(filename: str) -> bool:
    """Whether code is neither Tidemark's nor Python's."""
    return not filename.startswith((*_SHIPPED,)) and not is_pythons(filename)


def code_of(function: Any) -> CodeType | None:
    """The code of a function, of the one that it wraps if it wraps one; None where there is none, as in C."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return getattr(function, "__code__", None)
