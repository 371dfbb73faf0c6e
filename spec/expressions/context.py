"""What the functions of a machine report in addition to their values: guards, conditions, and ids that they order.

`require`, `implies`, `position` and `next_id` report to the innermost `Context`. A caller that needs the report opens
one around the call; where none is open, nothing is recorded. Kept apart because operators, machines and engines all use
it.
"""

from __future__ import annotations

import sys
from contextvars import ContextVar, Token
from dataclasses import dataclass, field
from typing import Any

from tidemark.base.authors import is_in_tools


@dataclass
class Context:
    """One call of a function of the machine, or several calls in a row.

    guards: of a symbolic action, each `require` that is not decided, with its reason.
    conditions: of a promise, the condition of each `implies`, plain or symbolic.
    orders: the name of each sort of ids that was not only compared, with "line" where its order was asked for, and
        "ring" where its ring was.
    unmet: where it is a list, a guard that fails does not disable the action, and its reason is noted here.
    lifts: whether the call makes expressions, so that every plain value in it is known without any state.
    mistakes: errors of the model that were raised in the call, also those that its author's code caught.
    branches: each `where` on a symbolic condition, with `file:line`; recorded where a list is given.
    words_of: the graph whose expressions the words of messages are, also of those whose fields are plain.
    outside: each read of plain values outside an array or a sequence, which gives the default: the type of the element,
        and `file:line`; recorded where a list is given.
    """

    guards: list[tuple[Any, str]] = field(default_factory=list)
    conditions: list[Any] = field(default_factory=list)
    orders: set[tuple[str, str]] = field(default_factory=set)
    unmet: list[str] | None = None
    lifts: bool = False
    mistakes: list[Exception] = field(default_factory=list)
    branches: list[tuple[Any, str]] | None = None
    words_of: Any = None
    outside: list[tuple[Any, str]] | None = None
    _outer: Token[Context | None] | None = field(default=None, init=False, repr=False)

    def anew(self) -> Context:
        """A context for the same call again."""
        branches: list[tuple[Any, str]] | None = None if self.branches is None else []
        outside: list[tuple[Any, str]] | None = None if self.outside is None else []
        return Context(lifts=self.lifts, branches=branches, words_of=self.words_of, outside=outside)

    def reports(self) -> tuple[Any, ...]:
        """What the call has reported."""
        return self.guards, self.conditions, sorted(self.orders)

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


def is_traced() -> bool:
    """Whether a function is being traced: called with symbolic values."""
    context = current()
    return context is not None and context.lifts


def is_asked_by_author() -> bool:
    """Whether a function is being traced, and its author's code is what called the caller of this function."""
    return is_traced() and not is_in_tools(sys._getframe(2).f_code.co_filename)
