"""Whether a user's promise is a pure function of the state: the same answer for the same state, and nothing changed.

Its own module because it knows nothing of files. A promise is lifted twice and the expressions compared; what chance or
a clock would make differ only now and then is caught by the calls themselves, which the second time are watched.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, FunctionType
from typing import Any

from spec.composites import RecordType
from spec.errors import ModelError, short
from spec.machine import Promise, lift_promise, symbolic_state

_CLOCKS = {"now", "today", "utcnow"}
_OUTSIDE = {"time", "posix", "nt", "io", "_io", "_socket", "_random"}
"""The built-in modules that chance, clocks, files and networks are reached through."""


def require_pure(function: Callable[[Any], Any], state: RecordType) -> None:
    """Refuse a promise that is no pure function of such states.

    Raises:
        ModelError: it depends on something else, or changes something, or can't be lifted at all.
    """
    promise = Promise(function.__name__.replace("_", "-"), function)
    graph, _, symbolic = symbolic_state(state)
    before = _globals(function)
    first, said = lift_promise(graph, symbolic, promise)
    with _watched(function):
        second, again = lift_promise(graph, symbolic, promise)
    changed = [name for name, value in _globals(function).items() if name in before and before[name] != value]
    if changed:
        raise ModelError(f"the promise {promise.name} changes {changed[0]}: {_RULE}", promise.place)
    same = first.holds is second.holds and list(map(id, said.conditions)) == list(map(id, again.conditions))
    if not same:
        raise ModelError(
            f"the promise {promise.name} gives two answers for one state: {_RULE}", promise.place
        )


_RULE = "it must depend on the state alone, and change nothing"


def _globals(function: Callable[[Any], Any]) -> dict[str, Any]:
    """The plain global values that the function's file has: those that a counter is made of."""
    assert isinstance(function, FunctionType)
    kinds = (bool, int, float, str, type(None))
    return {name: value for name, value in function.__globals__.items() if isinstance(value, kinds)}


@contextmanager
def _watched(function: Callable[[Any], Any]) -> Iterator[None]:
    """Refuse calls of chance, clocks, files and networks, with the line of the function's file that makes them."""
    assert isinstance(function, FunctionType)
    file = function.__code__.co_filename

    def watch(frame: FrameType | None, event: str, called: Any) -> None:
        if event != "c_call" or not _is_outside(called):
            return
        while frame is not None and frame.f_code.co_filename != file:
            frame = frame.f_back
        if frame is not None:
            raise ModelError(
                f"this calls {called.__name__}(): a promise {_RULE.removeprefix('it ')}",
                f"{short(file)}:{frame.f_lineno}",
            )

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(before)


def _is_outside(called: Any) -> bool:
    """Whether a built-in function is one of chance, a clock, a file or a network."""
    owner = getattr(called, "__self__", None)
    if isinstance(owner, random.Random):
        return True
    name = getattr(owner, "__name__", "")
    return name in _OUTSIDE or (isinstance(owner, type) and called.__name__ in _CLOCKS)
