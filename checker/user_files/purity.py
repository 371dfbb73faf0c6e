"""Whether a user's promise or action is a pure function: the same answer for the same state, and nothing changed.

Its own module because it knows nothing of files. A function is lifted twice, and the expressions
compared; chance or a clock may make them differ only now and then, so the second time all calls are watched.
"""

from __future__ import annotations

import gc
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType, FunctionType
from typing import Any

from tidemark.spec.composites import RecordType
from tidemark.spec.context import Context
from tidemark.spec.declarations import Action, Declared, Promise
from tidemark.spec.errors import Disabled, ModelError, short
from tidemark.spec.expression import Expr
from tidemark.spec.machine import lift_promise, symbolic_state
from tidemark.spec.networks import NetworkType
from tidemark.spec.temporal import TemporalPromise
from tidemark.spec.types import WrongShape

_CLOCKS = {"now", "today", "utcnow"}
_OUTSIDE = {"time", "posix", "nt", "io", "_io", "_socket", "_random"}
"""The built-in modules that chance, clocks, files and networks are reached through."""


def require_pure_promise(promise: Promise, state: RecordType) -> None:
    """Refuse a promise that is no pure function of such states.

    Raises:
        ModelError: it depends on something else, or changes something, or can't be lifted at all.
    """
    graph, _, symbolic = symbolic_state(state)

    def lift() -> list[Any]:
        lifted, said = lift_promise(graph, symbolic, promise)
        return [lifted.holds, *said.conditions]

    _require_pure("promise", promise, lift)


def require_pure_temporal(promise: TemporalPromise, state: RecordType, arguments: Mapping[str, Any]) -> None:
    """Refuse a promise about runs whose predicates are no pure functions of such states and these arguments.

    Raises:
        ModelError: they depend on something else, or change something, or can't be lifted at all.
    """
    _, _, symbolic = symbolic_state(state)

    def lift() -> list[Any]:
        with Context(lifts=True) as said:
            found = promise.function(*[symbolic] * promise.kind.states, **arguments)
        return [*(found if isinstance(found, tuple) else [found]), *said.conditions]

    _require_pure("promise", promise, lift)


def require_pure_action(action: Action, state: RecordType, arguments: Mapping[str, Any]) -> bool:
    """Refuse an action that is no pure function of such states and these arguments; whether that could be tried.

    It can't be tried where the arguments alone disable it. The machine checks what it returns. An argument that is a
    message is the message of these states.

    Raises:
        ModelError: it depends on something else, or changes something, or can't be lifted at all.
    """
    _, _, symbolic = symbolic_state(state)

    def lift() -> list[Any]:
        fields: list[Any] = []
        with Context(lifts=True) as said:
            taken = {
                name: getattr(symbolic, field).taken(0, field)
                for name, field in action.parameters.items()
                if isinstance(state.fields.get(field), NetworkType)
            }
            following = action.function(symbolic, **{**arguments, **taken})
        if not isinstance(following, state.cls):
            return fields
        state.flatten(following, fields)
        return [*(guard for guard, _ in said.guards), *fields]

    try:
        _require_pure("action", action, lift)
    except (Disabled, WrongShape):
        return False
    return True


def _require_pure(kind: str, declared: Declared, lift: Callable[[], list[Any]]) -> None:
    """Lift twice, and compare: equal expressions of one graph are identical."""
    function = declared.function
    before = _globals(function)
    first = lift()
    with _watched(kind, function):
        second = lift()
    changed = [name for name, value in _globals(function).items() if name in before and before[name] != value]
    if changed:
        raise ModelError(f"the {kind} {declared.name} changes {changed[0]}: {_RULE}", declared.place)
    if len(first) != len(second) or not all(map(_same, first, second)):
        raise ModelError(
            f"the {kind} {declared.name} gives two answers for one state: {_RULE}", declared.place
        )


def _same(one: Any, other: Any) -> bool:
    return one is other if isinstance(one, Expr) or isinstance(other, Expr) else bool(one == other)


_RULE = "it must depend on the state alone, and change nothing"


def _globals(function: Callable[..., Any]) -> dict[str, Any]:
    """The plain global values that the function's file has: those that a counter is made of."""
    assert isinstance(function, FunctionType)
    kinds = (bool, int, float, str, type(None))
    return {name: value for name, value in function.__globals__.items() if isinstance(value, kinds)}


@contextmanager
def _watched(kind: str, function: Callable[..., Any]) -> Iterator[None]:
    """Refuse calls of chance, clocks, files and networks, with the line of the function's file that makes them."""
    assert isinstance(function, FunctionType)
    file, article = function.__code__.co_filename, "an" if kind == "action" else "a"

    def watch(frame: FrameType | None, event: str, called: Any) -> None:
        if event != "c_call" or not _is_outside(called):
            return
        while frame is not None and frame.f_code.co_filename != file:
            frame = frame.f_back
        if frame is not None:
            raise ModelError(
                f"this calls {called.__name__}(): {article} {kind} {_RULE.removeprefix('it ')}",
                f"{short(file)}:{frame.f_lineno}",
            )

    before, collects = sys.getprofile(), gc.isenabled()
    gc.disable()  # what others do when garbage is collected is not the user's
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()


def _is_outside(called: Any) -> bool:
    """Whether a built-in function is one of chance, a clock, a file or a network."""
    owner = getattr(called, "__self__", None)
    if isinstance(owner, random.Random):
        return True
    name = getattr(owner, "__name__", "")
    return name in _OUTSIDE or (isinstance(owner, type) and called.__name__ in _CLOCKS)
