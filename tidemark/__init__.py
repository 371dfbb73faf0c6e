"""Tidemark, for a Python program: the language of machines and promises, `check` and `conform`, and both in a test.

    from tidemark import Record, action, promise, check

A facade: every name is imported when it is first asked for (PEP 562), so that the command line starts without them.
Below it are the three packages `tidemark.spec` (the language), `tidemark.impl` (the protocols) and `tidemark.checker`
(the engines). A checkout has them beside this folder, which links to them; a wheel has them in it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "1.0.0"

_ANSWERS = (
    "Conformance", "EventMap", "LogVerdict", "Result", "Run", "Verdict", "assert_conforms", "assert_holds",
    "assert_run", "check", "conform", "conform_test", "fuzz_test", "observe", "pattern", "skip", "take", "validate",
)  # fmt: skip
"""The names of `tidemark.checker.api`; all others are the language's."""

if TYPE_CHECKING:
    from tidemark.checker.api import *  # noqa: F403
    from tidemark.spec import *  # noqa: F403


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
