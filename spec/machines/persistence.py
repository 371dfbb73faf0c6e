"""What outlives the call of a function, and what it held: so that a call which changes it is found.

    LOG = []

    def act(s, calls=[]):
        LOG.append(s)               # a global
        calls.append(1)             # a default, which is made once
        Counter.total += 1          # an attribute of a class

What a traced call can reach is noted, and looked at again after the call and after a second one. What changes in the
second outlives a call: a local list of the first is left alone by it. A global outlives every call, also one that a
cache spares the second time. Values of the language never change, and are not looked into.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import islice
from types import FrameType, FunctionType, ModuleType
from typing import Any

from tidemark.base.authors import is_authors
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.types.parts import Composite

_SCALARS = (bool, int, float, complex, str, bytes, type(None))
MOST_PARTS = 5_000
"""How many parts of a value are looked at. What has more is compared by those, and by its length."""
MOST_LEVELS = 30
"""How deep in a value they are looked at: it may hold itself."""


@dataclass
class _Variable:
    """What a function can reach under a name: how it is read, and what it held when the function was first called.

    before: None where a change in the first call does not count.
    """

    name: str
    read: Callable[[], Any]
    before: Any = None

    def content(self) -> Any:
        """What it holds now."""
        return content_of(self.read())


@dataclass
class Persistent:
    """What the functions can reach that are called in a trace."""

    _variables: dict[Any, _Variable] = field(default_factory=dict)
    _after_first: list[Any] = field(default_factory=list)

    def note(self, frame: FrameType, names: Iterable[str]) -> None:
        """Note what a function can reach that has just been called: its local names, and these of its module."""
        code, variables = frame.f_code, self._variables
        for name in names:
            if name in frame.f_globals and (id(frame.f_globals), name) not in variables:
                variable = _Variable(name, partial(frame.f_globals.get, name))
                variable.before = variable.content()
                variables[id(frame.f_globals), name] = variable
        for name, value in frame.f_locals.items():
            if name in code.co_freevars:  # the frame has the variable itself, which may be assigned again
                variables.setdefault((id(code), name), _Variable(name, partial(_read_local, frame, name)))
            elif not (_is_of_language(value) or isinstance(value, _SCALARS) or name[0] == "."):
                variables.setdefault((name, id(value)), _Variable(name, partial(_read_value, value)))

    def changed_in_first(self) -> str:
        """The name of a global that the first call has changed; empty if it has changed none."""
        self._after_first = [variable.content() for variable in self._variables.values()]
        return self._find_change(
            [variable.before for variable in self._variables.values()], self._after_first
        )

    def changed_in_second(self) -> str:
        """The name of something that the second call has changed; empty if it has changed nothing."""
        return self._find_change(
            self._after_first, [variable.content() for variable in self._variables.values()]
        )

    def _find_change(self, before: list[Any], after: list[Any]) -> str:
        for variable, content, later in zip(self._variables.values(), before, after, strict=True):
            if content is not None and content != later:
                return variable.name
        return ""


def _read_local(frame: FrameType, name: str) -> Any:
    return frame.f_locals.get(name)


def _read_value(value: Any) -> Any:
    return value


def content_of(value: Any) -> Any:
    """What a value holds, as something that later changes of it do not reach."""
    return _content(value, iter(range(MOST_PARTS)), MOST_LEVELS)


def _content(value: Any, budget: Iterator[int], levels: int) -> Any:
    kind = type(value)
    if not levels or next(budget, None) is None or _is_of_language(value):
        return id(value)
    if isinstance(value, _SCALARS):
        return kind, value
    if isinstance(value, Mapping):
        items = islice(value.items(), MOST_PARTS)
        return (
            kind,
            len(value),
            [(_content(key, budget, levels - 1), _content(x, budget, levels - 1)) for key, x in items],
        )
    if isinstance(value, (list, tuple, deque)):
        return kind, len(value), [_content(x, budget, levels - 1) for x in islice(value, MOST_PARTS)]
    if isinstance(value, Set):
        return kind, len(value), {id(x) for x in islice(value, MOST_PARTS)}
    if hasattr(kind, "__next__"):
        return _progress(value)
    if isinstance(value, ModuleType):
        file = getattr(value, "__file__", None)
        return _attributes(value, budget, levels) if file and is_authors(file) else id(value)
    if isinstance(value, (type, FunctionType)) or not _is_of_tidemark(kind):
        return _attributes(value, budget, levels)
    return id(value)


def _attributes(value: Any, budget: Iterator[int], levels: int) -> Any:
    """The attributes of an object, a class or a module that hold data, but those that are worked out once."""
    kind = type(value)
    slots = [name for base in kind.__mro__ for name in _names(base.__dict__.get("__slots__", ()))]
    held = {**getattr(value, "__dict__", {}), **{name: getattr(value, name, None) for name in slots}}
    return id(value), [
        (name, _content(x, budget, levels - 1))
        for name, x in held.items()
        if not (
            name.startswith("__") or _is_code(x) or isinstance(getattr(kind, name, None), cached_property)
        )
    ]


def _names(slots: Any) -> tuple[str, ...]:
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _is_of_language(value: Any) -> bool:
    """Whether it is a value of the language that never changes."""
    return issubclass(type(value), (Expr, Composite))


def _is_code(value: Any) -> bool:
    return callable(value) or isinstance(value, (ModuleType, property, classmethod, staticmethod))


def _is_of_tidemark(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == "tidemark"


def _progress(iterator: Any) -> Any:
    """How far an iterator has come: by what it shows, what it has left, and the variables of a generator."""
    frame = getattr(iterator, "gi_frame", None)
    remaining = getattr(type(iterator), "__length_hint__", None)
    variables = [(name, id(x)) for name, x in frame.f_locals.items()] if frame else None
    return (
        id(iterator),
        repr(iterator),
        remaining(iterator) if remaining else None,
        variables,
        frame and frame.f_lasti,
    )
