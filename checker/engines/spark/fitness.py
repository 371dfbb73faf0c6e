"""Whether the Python of an executor can run what the driver sends it.

The first job asks it of all executors that there are. Others join later: each of their processes answers before its
first task, since code of another version, or for another processor, may give wrong answers in place of an error.
"""

from __future__ import annotations

import platform
import sys
from functools import cache
from importlib import import_module

from tidemark.base.errors import UsageError

LIBRARIES = ("numpy", "llvmlite.binding", "pyarrow", "pandas")
"""What tasks import, whatever they do."""
COMPILING = LIBRARIES[:2]
"""What those of them import that search."""
_FUNCTION = "define i64 @identity(i64 %x) {\n  ret i64 %x\n}\n"

Origin = tuple[str, str]
"""Whose work it is: the version of Tidemark, and the kind of processor that the text of its C was translated for."""


class UnfitExecutor(UsageError):
    """An executor that joined later can't run Tidemark."""


def origin() -> Origin:
    """That of this process."""
    return import_module("tidemark").__version__, platform.machine()


@cache
def what_is_missing(libraries: tuple[str, ...], of: Origin) -> str:
    """What this process lacks to work for another one, in a sentence; empty if nothing. llvmlite must take the text
    that this release writes.
    """
    reason = ""
    try:
        import_module("tidemark.checker.engines.spark.level")
        for library in libraries:
            import_module(library)
        from tidemark.checker.engines.native.compilation import LEAST, compile_here

        compile_here(_FUNCTION, LEAST)
        if (here := origin()) != of:
            reason = f"it has {' on '.join(here)}, and the driver {' on '.join(of)}"
    except ImportError as error:
        reason = str(error)
    except Exception as error:
        reason = f"llvmlite does not compile: {str(error).splitlines()[0]}"
    return f"the executors' Python ({sys.executable}) can't run Tidemark: {reason}" if reason else ""


def require_fit(of: Origin) -> None:
    """Refuse to search for another process where this one can't.

    Raises:
        UnfitExecutor: the message says what is missing.
    """
    if problem := what_is_missing(COMPILING, of):
        raise UnfitExecutor(problem)
