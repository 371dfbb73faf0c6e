"""Values made of values, and their types: what records, arrays, sequences and networks share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, NoReturn

from tidemark.spec.expressions.expression import Expr, ExpressionGraph, graph_of, is_symbolic
from tidemark.spec.expressions.kinds import Truth
from tidemark.spec.expressions.model_errors import ModelError, show_value
from tidemark.spec.types.leaves import LeafType, Type

MOST_DECODED = 4_096
"""How many decoded values of one type are kept to be used again."""


class Composite:
    """A value made of values: a record, an array or a sequence. Compared field by field.

    _flat: its flattened fields, once they were asked for: a value never changes.
    """

    __slots__ = ()
    type: Any
    _flat: list[Any] | None = None

    def __eq__(self, right: object) -> Truth:
        if not isinstance(right, Composite) or right.type is not self.type:
            raise ModelError(
                f"{type(self).__name__} is compared with {type(right).__name__}: compare values of one type, made once"
            )
        mine, theirs = fields_of(self), fields_of(right)
        graph: Any = graph_of(*mine, *theirs)
        if graph is None:
            return mine == theirs
        same: Truth = graph.true
        for a, b, domain in zip(mine, theirs, self.type.domains, strict=True):
            same = graph.eq(lift_field(a, domain, graph), lift_field(b, domain, graph)) & same
        return same

    def __ne__(self, right: object) -> Truth:
        same = self == right
        return same.graph.negate(same) if is_symbolic(same) else not same

    def __bool__(self) -> NoReturn:
        raise ModelError(
            f"a {type(self).__name__} is no condition: compare one of its fields, or it, with =="
        )

    def __hash__(self) -> NoReturn:
        raise ModelError(
            f"a {type(self).__name__} can't be in a set of Python's, or a key: write one_of(x, (a, b)) for "
            "`x in {a, b}`"
        )

    def __repr__(self) -> str:
        flat = fields_of(self)
        return repr(flat) if graph_of(*flat) else repr(self.type.show(self))


class OneField:
    """A value of one field that is more than an int: a set of ids."""

    __slots__ = ()
    type: Any


def change_part(part: Any, path: Sequence[Any], changes: Mapping[str, Any]) -> Any:
    """A part of a value with what a path leads to changed: to the last item of the path, or by fields that change.

    Raises:
        ModelError: the path names no value, or leads into what has no parts.
    """
    if not path and not changes:
        raise ModelError(
            "but() is told where, and not what: write value.but(index, element) or value.but(field=…)"
        )
    if len(path) == 1 and not changes:
        return path[0]
    if not isinstance(part, Composite) or not hasattr(part, "but"):
        raise ModelError(f"{show_value(part)} has no parts that but() could change: end the path before it")
    return part.but(*path, **changes)


class PartsType(Type):
    """A type of values that are made of parts, one after the other: what records, arrays and sequences share.

    parts: the types of the parts.
    """

    parts: tuple[Type, ...]

    @cached_property
    def depth(self) -> int:  # type: ignore[override]  # a part has its depth once it is one
        return 1 + max((part.depth for part in self.parts), default=0)

    @abstractmethod
    def compose(self, parts: list[Any]) -> Any:
        """The value of these parts."""

    @abstractmethod
    def parts_of(self, value: Any) -> Iterable[Any]:
        """The parts of a value.

        Raises:
            WrongShape: it is not of this type.
        """

    def build(self, values: Iterator[Any]) -> Any:
        return self.compose([part.build(values) for part in self.parts])

    def flatten(self, value: Any, out: list[Any]) -> None:
        flat = getattr(value, "_flat", None)
        if flat is not None and value.type is self:
            out.extend(flat)
            return
        begin = len(out)
        for part, type in zip(self.parts_of(value), self.parts, strict=True):
            type.flatten(part, out)
        if value.type is self:
            object.__setattr__(value, "_flat", out[begin:])

    def decode(self, fields: tuple[int, ...]) -> Any:
        value = self._decoded_values.get(fields)
        if value is None:
            value = self.compose([type.decode(fields[begin:end]) for type, begin, end in self._places])
            if len(self._decoded_values) == MOST_DECODED:
                self._decoded_values.clear()
            self._decoded_values[fields] = value
        return value

    @cached_property
    def _decoded_values(self) -> dict[tuple[int, ...], Any]:
        """Values that were decoded lately: the parts of a state are mostly those of another."""
        return {}

    @cached_property
    def _places(self) -> list[tuple[Type, int, int]]:
        """Each part's type, with where its fields begin and end."""
        ends = list(accumulate(len(part.domains) for part in self.parts))
        return list(zip(self.parts, [0, *ends], ends, strict=False))


def fields_of(value: Composite) -> list[Any]:
    """The flattened fields of a value."""
    out: list[Any] = []
    value.type.flatten(value, out)
    return out


def is_lifted(value: object) -> bool:
    """Whether this is a composite value all of whose fields are expressions."""
    return isinstance(value, Composite) and all(type(field) is Expr for field in fields_of(value))


def lift_field(value: Any, type: LeafType, graph: ExpressionGraph) -> Expr:
    """A flattened field as an expression of the field's kind; a mask or a default is a plain int until then."""
    return value if isinstance(value, Expr) else graph.const(int(value), type.kind)
