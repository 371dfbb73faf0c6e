"""Records and arrays: small immutable values around their fields, the same when run and when symbolic.

Reads are total: a read outside an array (at `none`, for example) or beyond the end of a sequence gives the
default value of the element. An unused slot of a sequence holds that value too. That is for an index that depends on
the state. An index that is known without any state, such as the 7 of `replicas[7]`, is outside by mistake: it is an
error of the model when the function is lifted to expressions, where the two can be told apart. Writes are checked: a
value outside its domain in the state that an action returns is an error of the model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from operator import index as whole
from typing import Any, Generic, NoReturn, Self, TypeVar, get_type_hints, overload

from tidemark.base.names import nearest
from tidemark.spec.expressions.context import current
from tidemark.spec.expressions.expression import is_symbolic
from tidemark.spec.expressions.kinds import Constant, Index, Kind, none
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.types.annotations import RecordClass
from tidemark.spec.types.leaves import (
    Enum,
    Leaf,
    LeafType,
    Type,
    TypeOrEnum,
    WrongShape,
    places,
    type_of,
)
from tidemark.spec.types.merging import is_value, merge, note_outside, select
from tidemark.spec.types.parts import Composite, PartsType, change_part

T = TypeVar("T")


class Record(Composite, metaclass=RecordClass):
    """A value with named fields. A subclass annotates its fields; `of` gives each its domain.

    class Replica(Record):
        log: Log
        high_watermark: Number

    replica = Replica.of(log=Log.of(entry, 3), high_watermark=Int(0, 3))

    >>> class Point(Record):
    ...     x: Number
    ...     y: Number
    >>> Point.of(x=Int(0, 9), y=Int(0, 9)).default.but(x=3)
    {'x': 3, 'y': 0}
    """

    @classmethod
    def of(cls, /, **fields: TypeOrEnum) -> RecordType:
        """The type of such records over these domains.

        Raises:
            ModelError: a field has no domain, or a domain no field.
        """
        declared = _annotated_fields(cls)
        for name in declared:
            if name not in fields:
                raise ModelError(f"{cls.__name__}.of() gives no domain to the field {name}")
        for name in fields:
            if name not in declared:
                raise ModelError(
                    f"{cls.__name__} has no field {name}: annotate it in the class, or leave it out"
                )
        return RecordType(cls, {n: type_of(fields[n], f"the domain of {n}") for n in declared})

    def but(self, /, *path: Any, **changes: Any) -> Self:
        """This record with some fields changed; or with what a path of fields and indices leads to.

        lock.but(is_open=False)
        lock.but("clients", me, visits=0)     # lock.but(clients=lock.clients.but(me, visits=0))
        lock.but("clients", me, "visits", 0)  # the same
        """
        fields, context = self.type.fields, current()
        if path:
            name, *rest = path
            part = getattr(self, name) if name in fields else None
            changes = {name: change_part(part, rest, changes) if name in fields else None}
        for name, value in changes.items():
            if name not in fields:
                raise UnknownField(self, name)
            if context and context.lifts:
                self._require_fits(name, value)
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        new.__dict__.pop("_flat", None)
        return new

    def _require_fits(self, name: str, value: Any) -> None:
        """Refuse a value of another shape here, where its author's line is known; a run does so when a step ends."""
        try:
            self.type.fields[name].flatten(value, [])
        except WrongShape as error:
            raise ModelError(f"{name} {error.complaint}") from None

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_") or name == "type":
            raise AttributeError(name)
        raise UnknownField(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        raise ModelError(
            f"a record never changes: return record.but({name}=…) instead of assigning to .{name}"
        )


class UnknownField(ModelError, AttributeError):
    """A field that a record does not have."""

    also_of_plain = True

    def __init__(self, record: Record, name: object) -> None:
        fields = record.type.fields
        hint = nearest(str(name), fields) or f"; it has {', '.join(fields)}"
        super().__init__(f"{type(record).__name__} has no field {name}{hint}")


@cache
def _annotated_fields(cls: type[Record]) -> list[str]:
    """The fields that a class of records annotates, its bases among them."""
    return [name for name in get_type_hints(cls) if name not in Composite.__annotations__]


class RecordType(PartsType):
    """The records of one class over given domains."""

    def __init__(self, cls: type[Record], fields: dict[str, Type]) -> None:
        self.cls, self.fields, self.parts = cls, fields, tuple(fields.values())

    def new(self, values: dict[str, Any]) -> Any:
        """A record of this type."""
        record = object.__new__(self.cls)
        record.__dict__.update(values)
        record.__dict__["type"] = self
        return record

    def __call__(self, /, **values: Any) -> Any:
        """A record with these fields, and the default of every other."""
        return self.default.but(**values)

    @cached_property
    def default(self) -> Any:
        return self.new({name: field.default for name, field in self.fields.items()})

    @cached_property
    def id_kinds(self) -> tuple[Kind, ...]:
        """The kinds of all ids and sets of ids in its values, and in the indices of their arrays, each once."""
        held = (part.kind for leaf in self.all_leaves for part in leaf.type.packed)
        kinds = (kind for kind in (*held, *index_kinds(self)) if kind.family in ("id", "set"))
        return tuple(dict.fromkeys(kinds))

    def leaves(self, path: str) -> Iterator[Leaf]:
        for name, field in self.fields.items():
            yield from field.leaves(f"{path}.{name}" if path else name)

    def compose(self, parts: list[Any]) -> Any:
        return self.new(dict(zip(self.fields, parts, strict=True)))

    def parts_of(self, value: Any) -> Iterable[Any]:
        if not isinstance(value, self.cls):
            raise WrongShape(f"a {self.cls.__name__}", value)
        return map(value.__dict__.__getitem__, self.fields)

    def show(self, value: Any) -> Any:
        return {name: field.show(getattr(value, name)) for name, field in self.fields.items()}

    @property
    def has_own_text(self) -> bool:
        """Whether the record's class says how a record is written, by a method `text`."""
        return hasattr(self.cls, "text")

    def text(self, value: Any) -> str:
        if self.has_own_text:
            return str(value.text())
        fields = (f"{name} {field.text(getattr(value, name))}" for name, field in self.fields.items())
        return f"({', '.join(fields)})"

    def read(self, data: Any, path: str) -> Any:
        """What `show` gave; a field that has one value may be missing, as in a file that is older than the field."""
        if not isinstance(data, dict) or not self._variable_fields <= set(data) <= set(self.fields):
            raise ValueError(
                f"{path or 'the state'} must be an object with the fields {', '.join(self.fields)}"
            )
        values = {n: self.fields[n].read(data[n], f"{path}.{n}" if path else n) for n in data}
        return self.new({n: values.get(n, field.default) for n, field in self.fields.items()})

    @cached_property
    def _variable_fields(self) -> set[str]:
        """The fields that have more than one value."""
        return {name for name, field in self.fields.items() if any(leaf.bits for leaf in field.leaves(""))}


def element_or_record(type: Type, element: Any, fields: dict[str, Any], name: str, call: str) -> Any:
    """An element of this type; the record of these fields if none is given.

    name, call: what an element is called, and how an operation that takes one is written, as in `log.append`.

    Raises:
        ModelError: both are given, or neither, or the elements have no fields.
    """
    if (element is None) is not bool(fields):
        raise ModelError(f"give {name}, or its fields: {call}(x), {call}(kind=…)")
    if not fields:
        return element
    if not isinstance(type, RecordType):
        raise ModelError(f"its elements have no fields: write {call}(x)")
    return type(**fields)


class ItemsType(PartsType):
    """What arrays and sequences share: a fixed number of places, each of one element type."""

    def __init__(self, element: TypeOrEnum, places: int) -> None:
        self.element: Any = type_of(element, "the element type")
        self.places = places

    def outside(self, index: Index, first: int) -> Any:
        """The default element, for a read at a plain index outside the places, the first place's index being `first`.

        Raises:
            ModelError: a function is lifted, so the index is known without any state, and it is not `none`.
        """
        context = current()
        if context and context.lifts and not (isinstance(index, Constant) and int(index) < 0):
            raise ModelError(
                f"the index {int(index)} is outside: there are {first} to {first + self.places - 1}, and a negative "
                "one does not count from the end"
            )
        note_outside(self.element)
        return self.element.default


class Array(Composite, Generic[T]):
    """A fixed number of elements, indexed by ids or by the numbers of an `Int` type.

    >>> votes = Array.of(Id("voter", 3), Int(0, 9)).default
    >>> sum(votes.but(1, 5))
    5
    """

    __slots__ = ("_flat", "items", "type")
    type: ArrayType

    def __init__(self, type: ArrayType, items: tuple[T, ...]) -> None:
        self.type, self.items, self._flat = type, items, None

    @classmethod
    def of(cls, index: LeafType | Enum, element: TypeOrEnum) -> ArrayType:
        """The type of arrays with one element for each value of the index type."""
        return ArrayType(cls, index, element)

    def __getitem__(self, index: Index) -> T:
        """The element at an index; the default element outside the array (at `none`, for example)."""
        shape = self.type
        if is_symbolic(index):
            shape.check_index(index.kind)
            return select(self.items, index, shape.first, shape.element)
        at = index - shape.first if type(index) is int else shape.place(index)
        return self.items[at] if 0 <= at < shape.places else shape.outside(index, shape.first)

    @overload
    def but(self, index: Index, element: T, /) -> Array[T]: ...

    @overload
    def but(self, index: Index, key: Any, value: Any, /, *path: Any) -> Array[T]: ...

    @overload
    def but(self, index: Index, /, **changes: Any) -> Array[T]: ...

    def but(self, index: Any, /, *path: Any, **changes: Any) -> Array[T]:
        """This array with one element changed; an index outside it changes nothing.

        clients.but(me, client)
        clients.but(me, visits=0)  # clients.but(me, clients[me].but(visits=0))
        grid.but(row, column, 1)   # grid.but(row, grid[row].but(column, 1))
        """
        is_element = len(path) == 1 and not changes
        element = path[0] if is_element else change_part(self[index], path, changes)
        if is_symbolic(index):
            self.type.check_index(index.kind)
            items = tuple(
                merge(is_value(index, self.type.first + k), element, x) for k, x in enumerate(self.items)
            )
        else:
            at = self.type.place(index)
            if not 0 <= at < len(self.items):
                self.type.outside(index, self.type.first)
            items = tuple([element if k == at else old for k, old in enumerate(self.items)])
        return type(self)(self.type, items)

    def __setitem__(self, index: object, element: object) -> None:
        raise ModelError("an array never changes: write state.but(field=state.field.but(index, element))")

    def indices(self) -> list[Any]:
        """Every index: what a promise loops over."""
        return self.type.index.values()

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)


class ArrayType(ItemsType):
    """Arrays over one index type."""

    def __init__(self, cls: type[Array[Any]], index: LeafType | Enum, element: TypeOrEnum) -> None:
        over: LeafType = type_of(index, "the index of an array")
        if over.kind.family not in ("id", "number", "label"):
            raise ModelError(f"an array is indexed by ids, numbers or labels, not by {over.kind}")
        super().__init__(element, places(over.hi - over.lo + 1, "an array"))
        self.cls, self.index, self.first = cls, over, over.lo
        self.parts = (self.element,) * self.places

    @property
    def place_kinds(self) -> tuple[Kind, ...]:
        return (self.index.kind,)

    def check_index(self, kind: Kind) -> None:
        """Refuse an index of another kind than this array's."""
        if kind != self.index.kind:
            raise ModelError(f"this array is indexed by {self.index.kind}, not by {kind}")

    def place(self, index: Any) -> int:
        """The place of a plain index, from 0."""
        if type(index) is Constant and index.kind is not self.index.kind and index is not none:
            self.check_index(index.kind)
        if isinstance(index, slice):
            raise ModelError(
                "an array has no slices: loop over array.indices(), and read the element at each"
            )
        return whole(index) - self.first

    @cached_property
    def default(self) -> Any:
        return self.cls(self, (self.element.default,) * self.places)

    def leaves(self, path: str) -> Iterator[Leaf]:
        for i in range(self.places):
            yield from self.element.leaves(f"{path}[{self.index.show(self.index.values()[i])}]")

    def compose(self, parts: list[Any]) -> Any:
        return self.cls(self, tuple(parts))

    def parts_of(self, value: Any) -> Iterable[Any]:
        if not isinstance(value, Array) or len(value.items) != self.places:
            raise WrongShape(f"an array of {self.places}", value)
        return value.items

    def show(self, value: Any) -> Any:
        return [self.element.show(element) for element in value.items]

    def text(self, value: Any) -> str:
        return f"[{', '.join(map(self.element.text, value.items))}]"

    def read(self, data: Any, path: str) -> Any:
        if not isinstance(data, list) or len(data) != self.places:
            raise ValueError(f"{path} must be a list of {self.places}")
        return self.cls(
            self, tuple(self.element.read(element, f"{path}[{i}]") for i, element in enumerate(data))
        )


def index_kinds(type: Type) -> Iterator[Kind]:
    """What the arrays in values of a type are indexed by, and what is in the values that the places of sets are for."""
    yield from type.place_kinds
    if isinstance(type, RecordType):
        for field in type.fields.values():
            yield from index_kinds(field)
    elif isinstance(type, ItemsType):
        yield from index_kinds(type.element)
