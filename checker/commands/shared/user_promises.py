"""Promises from a user's own file: the functions in it that are declared with `@promise`.

A mistake in the file is answered with its line: a name that is not there, an exception, an endless loop.
What goes wrong later, when a promise is traced or run, gets its line from `guarded`, which every promise of
a file is in.
"""

from __future__ import annotations

import functools
import importlib.util
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from spec.errors import ModelError, UsageError, short
from spec.machine import Promise

SECONDS = 10.0
"""How long a file, or one call of a promise in it, may run before it is taken for endless."""


class _Endless(BaseException):
    """Raised where a promise is when its time is over; no `except Exception` of its author catches it."""


def load(path: str | Path, seconds: float = SECONDS) -> list[Promise]:
    """The promises of a file, in its order.

    Raises:
        UsageError: there is no such file, or no promise in it.
        ModelError: the file fails; the message starts with its line.
    """
    name = str(path)
    if not Path(path).is_file():
        raise UsageError(f"{name}: there is no such file")
    specification = importlib.util.spec_from_file_location(f"promises of {name}", name)
    if specification is None or specification.loader is None:
        raise UsageError(f"{name}: a file of promises is Python, and its name ends in .py")
    module = importlib.util.module_from_spec(specification)
    with _explained(name, seconds):
        specification.loader.exec_module(module)
    found = [
        replace(p, function=guarded(p.function, name, seconds))
        for p in vars(module).values()
        if isinstance(p, Promise) and _is_of(p, module)
    ]
    if not found:
        raise UsageError(f"{name}: no function in it is declared with @promise")
    return found


def _is_of(promise: Promise, module: ModuleType) -> bool:
    """Whether a promise was declared in this file, and not imported from another."""
    return promise.function.__module__ == module.__name__


def guarded(function: Callable[[Any], Any], name: str, seconds: float) -> Callable[[Any], Any]:
    """The function, its mistakes answered with the line of the user's file."""

    @functools.wraps(function)
    def explained(state: Any) -> Any:
        with _explained(name, seconds):
            return function(state)

    return explained


@contextmanager
def _explained(name: str, seconds: float) -> Iterator[None]:
    try:
        with _limited(seconds):
            yield
    except ModelError:
        raise
    except SyntaxError as error:
        raise ModelError(f"this is no Python: {error.msg}", f"{short(name)}:{error.lineno}") from None
    except _Endless as error:
        raise ModelError(f"this did not end within {seconds:g} s", _place(error, name)) from None
    except Exception as error:
        raise ModelError(f"{type(error).__name__}: {error}", _place(error, name)) from None


def _place(error: BaseException, name: str) -> str:
    """`file:line` of the innermost frame in the user's file."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).resolve() == Path(name).resolve()]
    return f"{short(name)}:{own[-1].lineno}" if own else short(name)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Stop what runs for longer, where a timer can: on the main thread. Another timer goes on afterwards."""
    if threading.current_thread() is not threading.main_thread() or sys.platform == "win32":
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise _Endless

    begun = time.monotonic()
    other, _ = signal.setitimer(signal.ITIMER_REAL, 0)
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if other:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, other - (time.monotonic() - begun)))
