"""The engines that find out whether a protocol keeps its promises, the counterexamples, and the command line.

For a Python program: `check`, `assert_holds` and the classes of what they give. They are imported when first asked for
(PEP 562), so that the command line starts without them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = ["Result", "Run", "Verdict", "assert_holds", "check"]

if TYPE_CHECKING:
    from checker.api import Result, Run, Verdict, assert_holds, check


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("checker.api"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
