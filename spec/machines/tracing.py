"""Tracing: an author's function is called with symbolic values, and what it returns is its symbolic form.

    def careless(s):                # Python decides here, and not the state:
        return s.owner is none      # False of every symbolic value, True of some plain ones

Such a function would mean one thing when it runs and another when it is traced. Most of these cases a symbolic value
itself refuses (`Expr`). The others are found here, in every function that is reached:

1. its source is read for what no object can refuse: `is`, `except`, `with` (`source_checks`);
2. functions such as `type` and `id`, which ask no object, are exchanged for ones that refuse a symbolic value;
3. a mistake that the author's code caught is raised all the same;
4. it is traced twice, and must give equal expressions and leave what outlives a call as it was (`persistence`).

The functions of Tidemark's own protocols are called once and not watched: a test traces them as it does a user's.
"""

from __future__ import annotations

import gc
import operator
import random
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any, TypeVar

from tidemark.base.authors import is_authors, is_in_tools, is_shipped
from tidemark.base.errors import TidemarkError, short
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.machines import source_checks
from tidemark.spec.machines.declarations import Declaration
from tidemark.spec.machines.persistence import Persistent

T = TypeVar("T")

_RULE = "it must depend on the state alone, and change nothing"
_CLOCKS = {"now", "today", "utcnow"}
_OUTSIDE = {"time", "posix", "nt", "io", "_io", "_socket", "_random"}
"""The built-in modules that chance, clocks, files and networks are reached through."""
_IDENTITIES = (operator.is_, operator.is_not)
"""Functions in C that tell objects apart, equal or not."""


def trace(declared: Declaration, call: Callable[[], T], context: Context) -> T:
    """What a call of a declared function with symbolic values gives; the context has what it reported.

    call: calls it, and gives what it is made of: an expression, a plain value, or a list or tuple of such.

    Raises:
        ModelError: it is no pure function of the state, or would mean something else when it runs.
        Disabled: a guard is false in every state.
    """
    if is_shipped(declared.function):
        with context:
            return call()
    persistent, again = Persistent(), context.anew()
    with _Watch(persistent).on():
        first = _outcome(call, context)
    changed = persistent.changed_in_first()
    second = _outcome(call, again)
    if changed := changed or persistent.changed_in_second():
        raise ModelError(f"the {declared.noun} {declared.name} changes {changed}: {_RULE}", declared.place)
    if not _is_same([first, *context.reports()], [second, *again.reports()]):
        raise ModelError(
            f"the {declared.noun} {declared.name} gives two answers for one state: {_RULE}", declared.place
        )
    if isinstance(first, Disabled):
        raise first
    return first


def can_run(declared: Declaration, call: Callable[[], object]) -> bool:
    """Whether no guard of a declared function is plainly false. One that fails can run: who runs it reports that."""

    def attempt() -> bool:
        call()
        return True

    try:
        trace(declared, attempt, Context(lifts=True))
    except Disabled:
        return False
    except Exception:
        return True
    return True


def _outcome(call: Callable[[], T], context: Context) -> T | Disabled:
    """What a call gives, or that a guard is false in every state.

    Raises:
        ModelError: it fails, or its author's code caught a mistake.
    """
    try:
        with context:
            outcome: T | Disabled = call()
    except Disabled as disabled:
        outcome = disabled
    except TidemarkError:
        raise
    except Exception:
        if context.mistakes:
            raise context.mistakes[0] from None
        raise
    if context.mistakes:
        raise context.mistakes[0]
    return outcome


def _is_same(a: Any, b: Any) -> bool:
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return len(a) == len(b) and all(map(_is_same, a, b))
    if isinstance(a, Disabled) or isinstance(b, Disabled):
        return str(a) == str(b)
    return a is b if Expr in (type(a), type(b)) else bool(a == b)


class _Watch:
    """Watches the functions that are called while one is traced, and refuses what a symbolic value can't refuse."""

    def __init__(self, persistent: Persistent) -> None:
        self._persistent = persistent
        self._exchanged: list[tuple[dict[str, Any], str]] = []

    @contextmanager
    def on(self) -> Iterator[None]:
        """Watch what is called meanwhile."""
        before, collects = sys.getprofile(), gc.isenabled()
        gc.disable()  # what others do when garbage is collected is not the author's
        sys.setprofile(self._see)
        try:
            yield
        finally:
            sys.setprofile(before)
            for names, name in self._exchanged:
                del names[name]
            if collects:
                gc.enable()

    def _see(self, frame: FrameType, event: str, called: Any) -> None:
        if event == "call":
            if _is_authors(frame.f_code.co_filename):
                self._enter(frame)
        elif event == "c_call" and type(getattr(called, "__self__", None)) not in _HARMLESS:
            if called in _IDENTITIES and _is_authors(frame.f_code.co_filename):
                raise ModelError(
                    f"{called.__name__}() tells two objects apart, equal or not: compare values with ==",
                    _line(frame),
                )
            if _is_outside(called) and (author := _author_of(frame)):
                raise ModelError(f"this calls {called.__name__}(): {_RULE}", _line(author))

    def _enter(self, frame: FrameType) -> None:
        code = frame.f_code
        if id(code) not in _READ:
            source_checks.require_traceable(frame)
            _READ[id(code)] = code
        exchanged = _EXCHANGED.keys() & code.co_names
        self._persistent.note(frame, set(code.co_names) - exchanged)
        for name in exchanged:
            if name not in frame.f_globals:
                frame.f_globals[name] = _EXCHANGED[name]
                self._exchanged.append((frame.f_globals, name))


_is_authors = lru_cache(1024)(is_authors)
_HARMLESS = {dict, list, tuple, set, frozenset, str, int, bool, deque, type(None)}
"""The classes whose methods in C do nothing but with the values that they are called with."""
_READ: dict[int, CodeType] = {}
"""The code whose source has been read, by its `id`, and found to be traceable."""


def _is_outside(called: Any) -> bool:
    """Whether a built-in function is one of chance, a clock, a file or a network."""
    owner = getattr(called, "__self__", None)
    if isinstance(owner, random.Random):
        return True
    name = getattr(owner, "__name__", "")
    return name in _OUTSIDE or (isinstance(owner, type) and called.__name__ in _CLOCKS)


def _author_of(frame: FrameType | None) -> FrameType | None:
    """The innermost frame of an author's code; None where Tidemark's own is between it and the call, or it imports."""
    author = None
    while frame is not None and not is_in_tools(frame.f_code.co_filename):
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return None
        if author is None and is_authors(frame.f_code.co_filename):
            author = frame
        frame = frame.f_back
    return author


def _line(frame: FrameType) -> str:
    return f"{short(frame.f_code.co_filename)}:{frame.f_lineno}"


# What an author's function calls in place of built-in functions that ask no object.


def _plain(value: Any, name: str) -> Any:
    """A value about which Python may be asked.

    Raises:
        ModelError: it is symbolic.
    """
    if type(value) is Expr:
        raise ModelError(
            f"{name}() asks what object of Python a value is, and this one is symbolic: declare what a field holds, "
            "and compare values with =="
        )
    return value


def _of_plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """A built-in function that is called with plain values alone."""
    return lambda value, *more: function(_plain(value, function.__name__), *more)


class _Asking(type):
    """The class of what is called in place of `type`: classes are instances of it, as they are of `type`."""

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        return type(*[_plain(x, "type") for x in arguments], **named)

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, type)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, type)


class _Type(metaclass=_Asking):
    """What is called in place of `type`."""


_EXCHANGED = {f.__name__: _of_plain(f) for f in (isinstance, id, hasattr, getattr)} | {"type": _Type}
