"""Functions of the standard library replaced for one module of Tidemark, and for no other thread of the process."""

from __future__ import annotations

from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


def replace_within(patch: pytest.MonkeyPatch, module: ModuleType, library: str, **functions: Any) -> None:
    """Give a module its own copy of a library that it has imported, with other functions.

    A change to the library itself would reach every thread: py4j's, for example, which also sleeps.
    """
    original = getattr(module, library)
    patch.setattr(module, library, SimpleNamespace(**{**vars(original), **functions}))
