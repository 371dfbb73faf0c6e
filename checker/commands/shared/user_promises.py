"""Promises from a user's own file: the functions in it that are declared with `@promise`.

A mistake in the file is answered with its line: a name that is not there, an exception, an end of the program, an
endless loop. `guarded` wraps every promise of a file: it adds the line to a later error, when a promise is lifted to
expressions or run. Before its first answer a promise is tried (`purity`), so that every engine refuses the same ones.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
import inspect
import re
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

from checker.commands.shared import purity
from spec.errors import ModelError, UsageError, short
from spec.machine import Promise

SECONDS = 10.0
"""How long a file, or one call of a promise in it, may run before it counts as endless."""
_OURS = str(Path(__file__).resolve().parents[2])


class _Endless(BaseException):
    """Raised inside a promise when its time is over; no `except Exception` of its author catches it."""


def load(path: str | Path, seconds: float = SECONDS) -> list[Promise]:
    """The promises of a file, in its order.

    Raises:
        UsageError: there is no such file, or no promise in it.
        ModelError: the file fails, or what is in it is no promise; the message starts with its line.
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
        _require_names_once(ast.parse(Path(path).read_bytes()), name)
    found = [
        replace(p, function=guarded(_function(p, name), name, seconds))
        for p in vars(module).values()
        if isinstance(p, Promise) and _is_of(p, module)
    ]
    if not found:
        raise UsageError(f"{name}: no function in it is declared with @promise")
    return found


def _is_of(promise: Promise, module: ModuleType) -> bool:
    """Whether a promise was declared in this file, and not imported from another."""
    return getattr(promise.function, "__module__", None) == module.__name__


def _require_names_once(file: ast.Module, name: str) -> None:
    """Refuse two functions of one name, one of them decorated: Python forgets the first."""
    seen: dict[str, ast.FunctionDef | ast.AsyncFunctionDef] = {}
    for node in file.body:
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        first = seen.setdefault(node.name, node)
        if first is not node and (first.decorator_list or node.decorator_list):
            raise ModelError(
                f"{node.name} is declared in line {first.lineno} already: give each promise a name of its own",
                f"{short(name)}:{node.lineno}",
            )


def _function(promise: Promise, name: str) -> Callable[[Any], Any]:
    """The function of a promise.

    Raises:
        ModelError: it is none that gives one answer for one state.
    """
    function = promise.function
    if not re.fullmatch(r"[\w-]+", promise.name):
        raise ModelError(
            f"{promise.name!r} is no name of a promise: declare a function with @promise", short(name)
        )
    if not inspect.isfunction(function):
        raise ModelError(f"{promise.name} is no function: write def and @promise above it", short(name))
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise ModelError(f"the promise {promise.name} is async: write def, without async", promise.place)
    if inspect.isgeneratorfunction(function):
        raise ModelError(
            f"the promise {promise.name} yields: return one truth value, as all_of(…) gives", promise.place
        )
    try:
        inspect.signature(function).bind(None)
    except TypeError:
        raise ModelError(
            f"the promise {promise.name} must take one argument, the state", promise.place
        ) from None
    return function


def guarded(function: Callable[[Any], Any], name: str, seconds: float) -> Callable[[Any], Any]:
    """The function, its mistakes answered with the line of the user's file, and tried before its first answer."""
    tried: list[bool] = []

    @functools.wraps(function)
    def explained(state: Any) -> Any:
        with _explained(name, seconds):
            if not tried:
                tried.append(True)
                purity.require_pure(function, state.type)
            return function(state)

    return explained


@contextmanager
def _explained(name: str, seconds: float) -> Iterator[None]:
    try:
        with _limited(seconds):
            yield
    except (ModelError, KeyboardInterrupt):
        raise
    except SyntaxError as error:
        place = f"{short(name)}:{error.lineno}" if error.lineno else short(name)
        raise ModelError(f"this is not valid Python: {error.msg}", place) from None
    except _Endless as error:
        raise ModelError(f"this did not end within {seconds:g} s", _place(error, name)) from None
    except SystemExit as error:
        if _is_ours(error):
            raise
        raise ModelError(
            "this ends the program: a promise returns whether all is well, and says no more",
            _place(error, name),
        ) from None
    except BaseException as error:
        if _is_ours(error):
            raise
        told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise ModelError(told, _place(error, name)) from None


def _is_ours(error: BaseException) -> bool:
    """Whether Tidemark itself ended what runs, as the handler of a signal does. Its ordinary exceptions are told."""
    innermost = traceback.extract_tb(error.__traceback__)[-1]
    return not isinstance(error, Exception) and innermost.filename.startswith(_OURS)


def _place(error: BaseException, name: str) -> str:
    """`file:line` of the innermost frame in the user's file."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).resolve() == Path(name).resolve()]
    return f"{short(name)}:{own[-1].lineno}" if own else short(name)


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Stop what runs for longer, where a timer can: on the main thread. Another timer is set again afterwards."""
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
