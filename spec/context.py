"""What the functions of a machine report besides their values: guards, conditions, and ids that they order.

`require`, `implies` and `position` report to the innermost `Context`. A caller that needs the report opens one around
the call; where none is open, nothing is recorded. Kept apart because operators, machines and engines all use it.
"""

from __future__ import annotations

from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from typing import Any

from tidemark.spec.errors import author_place


@dataclass
class Context:
    """One call of a function of the machine, or several calls in a row.

    guards: of a symbolic action, each `require` that is not decided, with its reason.
    conditions: of a promise, the condition of each `implies`, plain or symbolic.
    ordered_kinds: the sorts of ids whose order `position` was asked for.
    unmet: where it is a list, a guard that fails does not disable the action, and its reason is noted here.
    lifts: whether the call makes expressions, so that every plain value in it is known without any state.
    branches: each `where` on a symbolic condition, with `file:line`; recorded where a list is given.
    words_of: the graph whose expressions the words of messages are, also of those whose fields are plain.
    outside: each read of plain values outside an array or a sequence, which gives the default: the type of the element,
        and `file:line`; recorded where a list is given.
    """

    guards: list[tuple[Any, str]] = field(default_factory=list)
    conditions: list[Any] = field(default_factory=list)
    ordered_kinds: set[str] = field(default_factory=set)
    unmet: list[str] | None = None
    lifts: bool = False
    branches: list[tuple[Any, str]] | None = None
    words_of: Any = None
    outside: list[tuple[Any, str]] | None = None
    _outer: Token[Context | None] | None = field(default=None, init=False, repr=False)

    def __enter__(self) -> Context:
        self._outer = _current.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        if self._outer is not None:
            _current.reset(self._outer)


_current: ContextVar[Context | None] = ContextVar("context of the machine's functions", default=None)


def current() -> Context | None:
    """The innermost open context."""
    return _current.get()


def note_outside(element: Any) -> None:
    """Note that the default of an element is read, outside an array or a sequence."""
    context = current()
    if context and context.outside is not None:
        context.outside.append((element, author_place()))
