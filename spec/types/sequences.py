"""Sequences: lists of bounded length, the same when run and when symbolic.

A sequence has a place for each of its `capacity` elements, used or not; an unused one holds the default of the element.
Every operation keeps that. An operation on a sequence that holds more than its capacity gives one that still does, so
that the step is out of range in any case, and no element is lost silently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, Generic, NoReturn, Self, TypeVar, overload

from tidemark.spec.expressions.expression import is_symbolic
from tidemark.spec.expressions.kinds import NUMBER, Constant, Number, Truth
from tidemark.spec.expressions.model_errors import ModelError, show_value
from tidemark.spec.types.composites import ItemsType, element_or_record
from tidemark.spec.types.leaves import Int, Leaf, TypeOrEnum, WrongShape, places
from tidemark.spec.types.loops import each_with_presence, used_places
from tidemark.spec.types.merging import is_value, merge, note_outside, select
from tidemark.spec.types.operators import any_of
from tidemark.spec.types.parts import Composite, change_part

T = TypeVar("T")
S = TypeVar("S")


class Sequence(Composite, Generic[T]):
    """A list of at most `capacity` elements. Appending to a full one is an error of the model.

    >>> log = Sequence.of(Int(0, 9), 4).default.append(7).append(8)
    >>> log.length, log[0], log.last(), log.tail(), log.has(8)
    (2, 7, 8, [8], True)
    """

    __slots__ = ("_flat", "items", "length", "type")
    type: SequenceType
    length: Number

    def __init__(self, type: SequenceType, length: Any, items: tuple[T, ...]) -> None:
        self.type, self.length, self.items, self._flat = type, length, items, None

    @classmethod
    def of(cls, element: TypeOrEnum, capacity: int) -> SequenceType:
        """The type of the sequences of at most `capacity` such elements."""
        return SequenceType(cls, element, capacity)

    @property
    def capacity(self) -> int:
        """How many elements it can hold."""
        return self.type.places

    def is_empty(self) -> Truth:
        """Whether there is no element."""
        return self.length == 0

    @overload
    def __getitem__(self, index: slice) -> Self: ...

    @overload
    def __getitem__(self, index: Number) -> T: ...

    def __getitem__(self, index: Any) -> Any:
        """The element at an index; the default element outside the sequence. Or a slice, whose ends are constants."""
        first = self.type.first
        if isinstance(index, slice):
            start, stop = _ends(index, first)
            return self._between(start, stop)
        if is_symbolic(index):
            if index.kind != NUMBER:
                raise ModelError(f"a sequence is indexed by a number, not by {index.kind}")
            return select(self.items, index, first, self.type.element)
        at = index - first
        element = self.items[at] if 0 <= at < len(self.items) else self.type.outside(index, first)
        if type(self.length) is int and at >= self.length:
            note_outside(self.type.element)
        return element

    def head(self) -> T:
        """The first element; the default element if there is none."""
        return self[self.type.first]

    def last(self) -> T:
        """The last element; the default element if there is none."""
        if is_symbolic(self.length) or 0 < self.length <= self.capacity:
            return self[self.length - 1 + self.type.first]
        note_outside(self.type.element)
        element: T = self.type.element.default
        return element

    def tail(self) -> Self:
        """This sequence without its first element; the empty sequence if there is none."""
        return self._between(1, None)

    def _between(self, start: int, stop: int | None) -> Self:
        """The elements from a place on, up to another one if there is a `stop`."""
        length = self.length if stop is None else merge(self.length < stop, self.length, stop)
        if start:
            length = merge(length > start, length - start, 0)
        if stop is None:
            length = merge(self.length > self.capacity, self.length, length)
        return self._pad(length, self.items[start:stop])

    def _pad(self, length: Any, items: tuple[Any, ...]) -> Self:
        """A sequence of the type of this one, with these items and the default in all other places."""
        default = self.type.element.default
        return type(self)(
            self.type, length, (*items, *[default] * (self.capacity - len(items)))[: self.capacity]
        )

    def append(self, element: T | None = None, /, **fields: Any) -> Self:
        """This sequence with one more element at its end; a record by its fields too, as in `append(epoch=1)`."""
        new = element_or_record(self.type.element, element, fields, "an element", "log.append")
        items = tuple([merge(self.length == k, new, old) for k, old in enumerate(self.items)])
        return type(self)(self.type, self.length + 1, items)

    def __add__(self, right: Sequence[T]) -> Self:
        """This sequence with the elements of another one after its own."""
        _require_elements(right, self.type)
        length = merge(right.length > right.capacity, self.capacity + 1, self.length + right.length)
        if not is_symbolic(self.length):
            return self._pad(length, (*self.items[: self.length], *right.items))
        default, items = self.type.element.default, list[Any]()
        for k, item in enumerate(self.items):
            follows = default
            for place, added in enumerate(right.items[: k + 1]):
                follows = merge(self.length == k - place, added, follows)
            items.append(merge(self.length > k, item, follows))
        return self._pad(length, tuple(items))

    def __radd__(self, left_operand: object) -> NoReturn:
        raise ModelError("+ joins two sequences: write log.append(x) for one more element at the end")

    @overload
    def but(self, index: Number, element: T, /) -> Self: ...

    @overload
    def but(self, index: Number, key: Any, value: Any, /, *path: Any) -> Self: ...

    @overload
    def but(self, index: Number, /, **changes: Any) -> Self: ...

    def but(self, index: Any, /, *path: Any, **changes: Any) -> Self:
        """This sequence with one element changed, as of an array; an index outside it changes nothing."""
        is_element = len(path) == 1 and not changes
        element, first = path[0] if is_element else change_part(self[index], path, changes), self.type.first
        is_changed: list[Any]
        if is_symbolic(index):
            if index.kind != NUMBER:
                raise ModelError(f"a sequence is indexed by a number, not by {index.kind}")
            is_changed = [is_value(index, first + k) & (self.length > k) for k in range(self.capacity)]
        else:
            if not 0 <= index - first < self.capacity:
                self.type.outside(index, first)
            is_changed = [(index - first == k) and (self.length > k) for k in range(self.capacity)]
        items = [merge(changes, element, old) for changes, old in zip(is_changed, self.items, strict=True)]
        return type(self)(self.type, self.length, tuple(items))

    def truncate(self, length: Number) -> Self:
        """The first `length` elements; the whole sequence where it has no more than that."""
        shorter = merge(self.length < length, self.length, length)
        default = self.type.element.default
        items = tuple([merge(shorter > k, old, default) for k, old in enumerate(self.items)])
        return type(self)(self.type, shorter, items)

    def has(self, element: T | None = None, /, **fields: Any) -> Truth:
        """Whether an element is there; a record may be given by its fields."""
        wanted = element_or_record(self.type.element, element, fields, "an element", "log.has")
        return any_of((self.length > k) & (item == wanted) for k, item in enumerate(self.items))

    def index_of(self, element: T) -> Number:
        """The index of the first element that is equal to this one; `length` if there is none."""
        first = self.type.first
        index = self.length + first
        for k, item in reversed(list(enumerate(self.items))):
            index = merge((self.length > k) & (item == element), k + first, index)
        return index

    def fold(self, function: Callable[[S, T], S], start: S) -> S:
        """A value after a function was applied to it and each element: `log.fold(lambda total, x: total + x, 0)`."""
        for item, is_there in each_with_presence(self):
            start = merge(is_there, function(start, item), start)
        return start

    def __iter__(self) -> Iterator[T]:
        """The elements that are there. Where that depends on the state, all_of() and the like know (`loops`)."""
        return used_places(self.items, lambda place: self.length > place)

    def __setitem__(self, index: object, element: object) -> NoReturn:
        raise ModelError(
            "a sequence never changes: write state.but(field=state.field.but(index, element)), .append() or .truncate()"
        )

    def __len__(self) -> NoReturn:
        raise ModelError("len() of a sequence has no symbolic form: write sequence.length")

    def __contains__(self, element: object) -> NoReturn:
        raise ModelError("`in` has no symbolic form: write sequence.has(element)")


def _require_elements(value: object, type: SequenceType) -> None:
    """Refuse what is no sequence, or one of other elements."""
    if not isinstance(value, Sequence) or value.type.element != type.element:
        raise ModelError(
            f"+ joins a sequence with one of the same elements, not with {show_value(value)}: write .append(x) for one "
            "more element"
        )


def _ends(asked: slice, first: int) -> tuple[int, int | None]:
    """The places where a slice begins and ends; None for the end of the sequence.

    Raises:
        ModelError: an end depends on the state, or counts from the end, or the slice has a step.
    """
    for end in (asked.start, asked.stop):
        if is_symbolic(end) or isinstance(end, (bool, Constant)) or not isinstance(end, (int, type(None))):
            raise ModelError(
                "the ends of a slice are numbers that depend on no state: write log.truncate(n) for log[:n], and "
                "log[k] with an index k for one element"
            )
        if end is not None and end < first:
            raise ModelError(
                "the end of a slice does not count from the end of a sequence: write log.last() for its last element, "
                "and log.truncate(log.length - 1) for all others"
            )
    if asked.step not in (None, 1):
        raise ModelError("a slice of a sequence has no step: write log[start:stop]")
    stop = None if asked.stop is None else asked.stop - first
    return (asked.start or first) - first, stop


class SequenceType(ItemsType):
    """Sequences of at most `capacity` elements. first: the index of the first one."""

    first = 0

    def __init__(self, cls: type[Sequence[Any]], element: TypeOrEnum, capacity: int) -> None:
        super().__init__(element, places(capacity, "a sequence"))
        self.cls, self._length = cls, Int(0, capacity)
        self.parts = (self._length, *[self.element] * self.places)

    @cached_property
    def default(self) -> Any:
        return self.cls(self, 0, (self.element.default,) * self.places)

    def leaves(self, path: str) -> Iterator[Leaf]:
        yield from self._length.leaves(f"{path}.length")
        for i in range(self.places):
            yield from self.element.leaves(f"{path}[{i}]")

    def compose(self, parts: list[Any]) -> Any:
        return self.cls(self, parts[0], tuple(parts[1:]))

    def parts_of(self, value: Any) -> Iterable[Any]:
        if not isinstance(value, Sequence) or len(value.items) != self.places:
            raise WrongShape(f"a sequence of at most {self.places}", value)
        return value.length, *value.items

    def show(self, value: Any) -> Any:
        return [self.element.show(element) for element in value.items[: value.length]]

    def text(self, value: Any) -> str:
        return f"[{' '.join(map(self.element.text, value.items[: value.length]))}]"

    def read(self, data: Any, path: str) -> Any:
        if not isinstance(data, list) or len(data) > self.places:
            raise ValueError(f"{path} must be a list of at most {self.places}")
        items = [self.element.read(element, f"{path}[{i}]") for i, element in enumerate(data)]
        return self.cls(self, len(items), (*items, *[self.element.default] * (self.places - len(items))))
