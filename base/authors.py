"""Which code its author wrote, and which is Tidemark's or Python's: decided by the file that the code is in.

Errors name the author's line, and the functions of Tidemark's own protocols are trusted where a user's are watched.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import CodeType
from typing import Any

ROOMS = ("base", "spec", "impl", "real", "checker")
PACKAGE = Path(__file__).parents[1]
"""The folder that has the rooms: the package in a wheel, the checkout otherwise."""
FACADE = PACKAGE if (PACKAGE / "__main__.py").is_file() else PACKAGE / "tidemark"
"""The folder of `tidemark/__init__.py`."""


def _rooms(*names: str) -> tuple[str, ...]:
    """The folders of rooms, as the file names of code begin: an executor of Spark has `/./` in those of its archive."""
    whole = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120
    return tuple({f"{home}/{name}/" for home in (PACKAGE, whole) for name in names})


LANGUAGE = _rooms("base", "spec")
CHECKER = _rooms("checker")
FAMILIES = _rooms("impl", "real")
_TOOLS = (*LANGUAGE, *CHECKER)
"""Where code handles symbolic values as what they are: as nodes of a graph."""
SHIPPED = (*LANGUAGE, *CHECKER, *FAMILIES)
_PYTHON = f"{Path(os.__file__).parent}/"
_PACKAGES = ("/site-packages/", "/dist-packages/")
"""The folders of installed packages, which lie below that of Python's own modules."""


def is_in_tools(filename: str) -> bool:
    """Whether code is of the language or of the checker."""
    return filename.startswith(_TOOLS)


def is_pythons(filename: str) -> bool:
    """Whether code is of Python's own modules. Code that `exec` compiles from a text is not."""
    below = filename.removeprefix(_PYTHON[:-1])
    return filename.startswith("<frozen ") or (below != filename and not any(p in below for p in _PACKAGES))


def is_shipped(function: Any) -> bool:
    """Whether a function is Tidemark's own, the one that it wraps if it wraps one."""
    code = code_of(function)
    return code is not None and code.co_filename.startswith(SHIPPED)


def is_authors(filename: str) -> bool:
    """Whether code is neither Tidemark's nor Python's."""
    return not filename.startswith(SHIPPED) and not is_pythons(filename)


def code_of(function: Any) -> CodeType | None:
    """The code of a function, of the one that it wraps if it wraps one; None without one, as in C."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return getattr(function, "__code__", None)
