"""Kinds: what a value means, so that two that mean different things never mix.

A graph compares kinds when it makes a node (`ExpressionGraph` in `expression.py`), and a type when a value is written
to a field (`Type.flatten` in `spec/types`). A plain id or label itself refuses to be ordered (`Constant`, below).

Values, whatever the kind, are integers: a truth value is 0 or 1, an id is 0, 1, … and `none` is -1, a label of
an enumeration is its position, a set of ids is the bit mask of its members, a word has several values side by side.

The annotations `Number`, `Truth`, `Identity` and `Label` tell mypy what an author may do with a value. They are true of
the values of a run. When a machine is lifted, an `Expr` stands for each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeAlias

from tidemark.spec.expressions.context import is_traced
from tidemark.spec.expressions.model_errors import ModelError

Number: TypeAlias = int
"""A bounded number: an int when run, an expression when lifted."""
Truth: TypeAlias = bool
"""A truth value: a bool when run, an expression when lifted."""
if TYPE_CHECKING:

    class Identity:
        """An id, or `none` where its type is optional. To mypy it is no number, since ids have no order and no sum."""

        def __index__(self) -> int: ...

    class Label:
        """A label of an enumeration. To mypy it is neither a number nor an id."""

        def __index__(self) -> int: ...

else:
    Identity = Label = Any
Index: TypeAlias = Number | Identity | Label
"""What an array is indexed by."""


@dataclass(frozen=True, eq=False)
class Kind:
    """What a value means. Values of two kinds never mix. An equal kind is made only once, so that equal is identical.

    `family` is "number", "truth", "id", "label", "set", "member" or "word"; `name` and `labels` tell two ids or
    enumerations apart, and `size` is how many ids (or members) there are.
    """

    family: str
    name: str = ""
    size: int = 0
    labels: tuple[str, ...] = ()

    _made: ClassVar[dict[tuple[Any, ...], Kind]] = {}

    def __new__(cls, family: str, name: str = "", size: int = 0, labels: tuple[str, ...] = ()) -> Kind:
        return cls._made.setdefault((family, name, size, labels), super().__new__(cls))

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.family, self.name, self.size, self.labels

    def __str__(self) -> str:
        match self.family:
            case "number":
                return "a number"
            case "truth":
                return "a truth value"
            case "id":
                return f"a {self.name} id"
            case "set":
                return f"a set of {self.name} ids"
            case "word":
                return "a packed message"
            case _:
                return f"a {self.name} ({', '.join(self.labels)})"


NUMBER = Kind("number")
TRUTH = Kind("truth")
WORD = Kind("word")


NEIGHBOURS = "for a neighbour on a ring, write next_id(id) or previous_id(id); "
"""What a message says to an author who adds to an id."""


REAL_NAMES: ContextVar[Mapping[tuple[str, int], Any]] = ContextVar("REAL_NAMES", default=MappingProxyType({}))
"""The real name of an id, by its sort and number, where a text is about a system whose log names it."""


@contextmanager
def naming_ids(names: Mapping[tuple[str, int], Any]) -> Iterator[None]:
    """Write ids by these names, in this thread, wherever a text is made."""
    token = REAL_NAMES.set(names)
    try:
        yield
    finally:
        REAL_NAMES.reset(token)


def id_text(kind: Kind, value: int) -> str:
    """An id as texts write it: by its real name, or as a number."""
    return str(REAL_NAMES.get().get((kind.name, value), value))


class Constant(int):
    """An id or a label: an int that remembers its kind, so that mixing and ordering are caught."""

    kind: Kind

    def __new__(cls, value: int, kind: Kind) -> Constant:
        self = super().__new__(cls, value)
        self.kind = kind
        return self

    def __repr__(self) -> str:
        if int(self) < 0:
            return "none"
        return self.kind.labels[int(self)] if self.kind.labels else id_text(self.kind, int(self))

    def _refuse(self, *_: object, hint: str = "") -> NoReturn:
        raise ModelError(
            f"{self.kind} is compared for equality only; {hint}where its order is meant, write position(id); "
            "the machine then has no symmetry"
        )

    def _refuse_sum(self, *_: object) -> NoReturn:
        self._refuse(hint=NEIGHBOURS if self.kind.family == "id" else "")

    __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = _refuse_sum
    __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __neg__ = __pos__ = _refuse

    def __abs__(self) -> int:
        """Refused to an author; Hypothesis asks it of every int that it prints."""
        return self._refuse() if is_traced() else abs(int(self))


_absent: Any = Constant(-1, Kind("id", "absent"))
none: Identity = _absent
"""The value of an optional id that names nobody."""
