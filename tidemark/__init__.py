"""Tidemark, for a Python program: the language of machines and promises, `check` and `conform`, and both in a test.

    from tidemark import Record, action, promise, check

A facade: every name is imported when it is first asked for (PEP 562), so that the command line starts without them.
The rooms of the package (`tidemark.spec`, `tidemark.checker`, ...) lie in this folder where a wheel is installed. A
checkout has them beside it: they are imported from there, and nothing else that lies there is.
"""

import os
import sys
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from typing import TYPE_CHECKING

__version__ = "1.0.0"

ROOMS = ("base", "spec", "impl", "real", "checker")
"""The packages of Tidemark, the lowest first."""

_ANSWERS = (
    "Conformance", "EventMap", "LogVerdict", "Result", "Run", "Verdict", "assert_conforms", "assert_holds",
    "assert_run", "check", "conform", "conform_test", "fuzz_test", "observe", "pattern", "skip", "take", "validate",
)  # fmt: skip
"""The names of `tidemark.checker.api`; all others are the language's."""

# `os.path`, and not pathlib: what is imported here is imported before the program hears signals.
_FOLDER = os.path.dirname(os.path.realpath(__file__))

if TYPE_CHECKING:
    from tidemark.checker.api import *  # noqa: F403
    from tidemark.spec import *  # noqa: F403


class _Checkout:
    """Finds the rooms of a checkout, which lie beside this folder."""

    @staticmethod
    def find_spec(name: str, *_rest: object) -> ModuleSpec | None:
        package, _, room = name.partition(".")
        if package != __name__ or room not in ROOMS:
            return None
        return PathFinder.find_spec(name, [os.path.dirname(_FOLDER)])


if not os.path.isdir(os.path.join(_FOLDER, "spec")):
    sys.meta_path.insert(0, _Checkout)


def __getattr__(name: str) -> object:
    if name in _ANSWERS:
        return getattr(import_module("tidemark.checker.api"), name)
    if not name.startswith("__") or name == "__all__":
        language: list[str] = import_module("tidemark.spec").__all__
        if name == "__all__":
            return sorted([*_ANSWERS, *language])
        if name in language:
            return getattr(import_module("tidemark.spec"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__getattr__("__all__")})  # type: ignore[misc]
