"""Promises from a user's own file: the functions in it that are declared with `@promise`.

`guard` answers a mistake in the file with its line: a name that is not there, an exception, an end of the program, an
endless loop. Before its first answer a promise is tried (`purity`), so that every engine refuses the same ones.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from tidemark.base.errors import UsageError
from tidemark.checker.user_files import purity
from tidemark.checker.user_files.file import OwnFile, read
from tidemark.checker.user_files.guard import SECONDS, GuardedFunction
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.machines.declarations import Promise
from tidemark.spec.machines.temporal import TemporalPromise, with_function


def load(path: str | Path, seconds: float = SECONDS) -> list[Promise]:
    """The promises of a file, in its order.

    Raises:
        UsageError: there is no such file, or no promise in it.
        ModelError: the file fails, or what is in it is no promise; the message starts with its line.
    """
    name = str(path)
    if Path(name).is_file() and not name.endswith(".py"):
        raise UsageError(f"{name}: a file of promises is Python, and its name ends in .py")
    promises = of(read(name, seconds))
    if not promises:
        raise UsageError(f"{name}: no function in it is declared with @promise")
    return promises


P = TypeVar("P", bound=Promise)


def of(file: OwnFile) -> list[Promise]:
    """The promises that are declared in a file, and not imported from another; without what others are given.

    Raises:
        ModelError: the file fails, or what is in it is no promise.
    """
    declared = [
        p
        for p in vars(file.module).values()
        if isinstance(p, Promise) and getattr(p.function, "__module__", None) == file.module.__name__
    ]
    premises = {id(premise) for p in declared for premise in _premises(p)}
    return [_with_guards(p, file) for p in declared if id(p) not in premises]


def _premises(promise: Promise) -> Sequence[TemporalPromise]:
    return promise.given if isinstance(promise, TemporalPromise) else ()


def _with_guards(promise: P, file: OwnFile) -> P:
    guard = guard_promise(replace(promise, function=_function(promise, file)), file)
    return with_function(promise, guard, lambda premise: _with_guards(premise, file))


def guard_promise(promise: Promise, file: OwnFile) -> GuardedFunction:
    """The function of a promise, its mistakes reported with their line, and tried before its first answer."""

    def attempt(state: Any, *_after: Any, **arguments: Any) -> bool:
        purity.require_pure_promise(promise, state.type, arguments)
        return True

    return GuardedFunction(promise.function, file, attempt, (_again, (file, promise.name)))


def _again(file: OwnFile, name: str) -> Callable[[Any], Any]:
    """The function of a promise of a file, in another process."""
    return next(p.function for each in of(file) for p in (each, *_premises(each)) if p.name == name)


def _function(promise: Promise, file: OwnFile) -> Callable[[Any], Any]:
    """The function of a promise.

    Raises:
        ModelError: it does not give one answer for one state.
    """
    function, label = promise.function, file.label
    if not re.fullmatch(r"[\w-]+", promise.name):
        raise ModelError(f"{promise.name!r} is no name of a promise: declare a function with @promise", label)
    if not inspect.isfunction(function):
        raise ModelError(f"{promise.name} is no function: write def and @promise above it", label)
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise ModelError(f"the promise {promise.name} is async: write def, without async", promise.place)
    if inspect.isgeneratorfunction(function):
        complaint = f"the promise {promise.name} yields: return one truth value, as all_of(…) gives"
        raise ModelError(complaint, promise.place)
    if isinstance(promise, TemporalPromise):
        return function  # its parameters were looked at where it was declared
    try:
        inspect.signature(function).bind(None)
    except TypeError:
        complaint = f"the promise {promise.name} must take one argument, the state"
        raise ModelError(complaint, promise.place) from None
    return function
