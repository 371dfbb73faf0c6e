"""Types, and the values that live in them.

A type names every domain of a state, so that packing, range checks, symmetry, printing and the trace files
all follow from it. Numbers, truth values, ids and labels are plain ints when a machine runs and expressions
when it is traced; records, arrays, sequences and sets of ids are small immutable classes around them, the same
in both.

Reads are total: an array read at an index outside it (at `none`, say) and a sequence read beyond its end give
the default value of the element, which is also what an unused slot of a sequence holds. Writes are checked: a
value outside its domain in the state that an action returns is an error of the model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, Self, TypeAlias, TypeVar, get_type_hints

from spec.errors import ModelError
from spec.expression import NUMBER, TRUTH, Constant, Expr, Graph, Kind, graph_of, none

Number: TypeAlias = Any
"""A bounded number: an int when run, an expression when traced."""
Truth: TypeAlias = Any
"""A truth value: a bool when run, an expression when traced."""
Identity: TypeAlias = Any
"""An id, or `none` where the type is optional."""
Label: TypeAlias = Any
"""A label of an enumeration."""

T = TypeVar("T")


@dataclass(frozen=True)
class Leaf:
    """One field of a flattened state: its path for people, its kind, and its domain `lo..hi`."""

    path: str
    kind: Kind
    lo: int
    hi: int
    type: LeafType

    @property
    def bits(self) -> int:
        """How many bits hold the domain."""
        return (self.hi - self.lo).bit_length()


class WrongShape(ModelError):
    """A value where a type has no place for it."""

    def __init__(self, holds: object, value: object) -> None:
        self.complaint = f"holds {holds}, and is given {value}"
        super().__init__(f"a field {self.complaint}")


class Type:
    """A domain of values. `default` is the value of an unused slot: the least number, false, none, the empty set."""

    default: Any

    def leaves(self, path: str) -> Iterator[Leaf]:
        """The flattened fields, in the order in which `flatten` and `build` have them."""
        raise NotImplementedError

    def build(self, values: Iterator[Any]) -> Any:
        """A value from its flattened fields."""
        raise NotImplementedError

    def flatten(self, value: Any, out: list[Any]) -> None:
        """Append the flattened fields of a value.

        Raises:
            WrongShape: the value has not this type's shape; what has been appended tells the place.
        """
        raise NotImplementedError

    def show(self, value: Any) -> Any:
        """A plain value as JSON data: numbers, booleans, null, lists and objects."""
        raise NotImplementedError

    def read(self, data: Any, path: str) -> Any:
        """The value that `show` gave this JSON data for.

        Raises:
            ValueError: the data has not this type's shape, or is out of range; the message names the path.
        """
        raise NotImplementedError


@dataclass(frozen=True)
class LeafType(Type):
    """A type of one flattened field: its kind and its domain `lo..hi`."""

    kind: Kind
    lo: int
    hi: int

    @property
    def default(self) -> Any:
        return self.value(self.lo)

    def value(self, plain: int) -> Any:
        """The plain value that stands for an int: a bool, an id, a label or the int itself."""
        if self.kind.family == "truth":
            return bool(plain)
        if self.kind.family in ("id", "label"):
            return Constant(plain, self.kind) if plain >= 0 else none
        return plain

    def domain(self) -> list[Any]:
        """Every value, in order."""
        return [self.value(plain) for plain in range(self.lo, self.hi + 1)]

    def leaves(self, path: str) -> Iterator[Leaf]:
        yield Leaf(path, self.kind, self.lo, self.hi, self)

    def build(self, values: Iterator[Any]) -> Any:
        return next(values)

    def flatten(self, value: Any, out: list[Any]) -> None:
        if isinstance(value, Expr):
            if value.kind != self.kind and not (
                value.kind.family == "id" and value.constant == -1 == self.lo
            ):
                raise WrongShape(self.kind, value.kind)
        elif not self._fits(value):
            raise WrongShape(self.kind, getattr(value, "kind", repr(value)))
        out.append(value)

    def _fits(self, value: Any) -> bool:
        """Whether a plain value has this kind; its range is checked later, when it is known who wrote it."""
        if value.__class__ is Constant:
            return value.kind is self.kind or value.kind == self.kind or (value is none and self.lo < 0)
        return isinstance(value, bool if self.kind.family == "truth" else int)

    def show(self, value: Any) -> Any:
        if self.kind.family == "truth":
            return bool(value)
        if self.kind.family == "label":
            return self.kind.labels[value]
        return None if self.kind.family == "id" and int(value) < 0 else int(value)

    def read(self, data: Any, path: str) -> Any:
        plain = data
        if self.kind.family == "label":
            plain = self.kind.labels.index(data) if data in self.kind.labels else None
        elif data is None and self.kind.family == "id":
            plain = -1
        elif isinstance(data, bool) is not (self.kind.family == "truth"):
            plain = None
        if not isinstance(plain, int) or not self.lo <= plain <= self.hi:
            raise ValueError(f"{path} is {data!r}, which is not {self}")
        return self.value(int(plain))

    def __str__(self) -> str:
        match self.kind.family:
            case "number":
                return f"a number from {self.lo} to {self.hi}"
            case "id":
                return f"a {self.kind.name} id from 0 to {self.hi}" + (" or null" if self.lo < 0 else "")
            case _:
                return str(self.kind)


def Int(lo: int, hi: int) -> LeafType:
    """The numbers from `lo` to `hi`, both included."""
    if hi < lo:
        raise ModelError(f"Int({lo}, {hi}) has no value: the first number is the least one")
    if max(abs(lo), abs(hi)) >= 1 << 31:
        raise ModelError(f"Int({lo}, {hi}) is too wide: numbers stay below 2^31")
    return LeafType(NUMBER, lo, hi)


def Bool() -> LeafType:
    """True and false."""
    return LeafType(TRUTH, 0, 1)


class Enum(LeafType):
    """An enumeration. Its labels are attributes: `Role = Enum("role", "leader", "follower")`, `Role.leader`."""

    def __init__(self, name: str, *labels: str) -> None:
        if len(set(labels)) != len(labels) or not labels:
            raise ModelError(
                f"the labels of {name} must be different, and there must be one: {', '.join(labels)}"
            )
        super().__init__(Kind("label", name, len(labels), labels), 0, len(labels) - 1)

    def __getattr__(self, label: str) -> Any:
        if label.startswith("__") or label not in self.kind.labels:
            raise AttributeError(
                f"{self.kind.name} has the labels {', '.join(self.kind.labels)}, not {label}"
            )
        return Constant(self.kind.labels.index(label), self.kind)


def Id(name: str, size: int) -> LeafType:
    """Ids 0 to `size` - 1 of one sort of things. They are compared for equality, index arrays and join sets.

    Ids are interchangeable (a *scalarset* in Murphi's terms): symmetry reduction follows from that.
    """
    if not 1 <= size <= 16:
        raise ModelError(f"there can be 1 to 16 {name} ids, not {size}")
    return LeafType(_id_kind(name, size), 0, size - 1)


@cache
def _id_kind(name: str, size: int) -> Kind:
    """The same object for the same sort of ids, so that comparing kinds is comparing identities."""
    return Kind("id", name, size)


def Optional(identity: LeafType) -> LeafType:
    """An id, or `none`."""
    if identity.kind.family != "id":
        raise ModelError(f"Optional() takes an id type, not {identity.kind}")
    return LeafType(identity.kind, -1, identity.hi)


class SetType(LeafType):
    """A set of ids."""

    def __init__(self, identity: LeafType) -> None:
        if identity.kind.family != "id":
            raise ModelError(f"IdSet.of() takes an id type, not {identity.kind}")
        size = identity.kind.size
        super().__init__(Kind("set", identity.kind.name, size), 0, (1 << size) - 1)

    @property
    def default(self) -> IdSet:
        return IdSet(self, 0)

    @property
    def members(self) -> list[Any]:
        """Every id that could be a member."""
        kind = _id_kind(self.kind.name, self.kind.size)
        return [Constant(i, kind) for i in range(self.kind.size)]

    def value(self, plain: int) -> IdSet:
        return IdSet(self, plain)

    def build(self, values: Iterator[Any]) -> IdSet:
        return IdSet(self, next(values))

    def flatten(self, value: Any, out: list[Any]) -> None:
        if not isinstance(value, IdSet) or value.type.kind != self.kind:
            raise WrongShape(self.kind, repr(value))
        out.append(value.mask)

    def show(self, value: Any) -> Any:
        return [i for i in range(self.kind.size) if value.mask >> i & 1]

    def read(self, data: Any, path: str) -> IdSet:
        whole = range(self.kind.size)
        if not isinstance(data, list) or any(type(i) is not int or i not in whole for i in data):
            raise ValueError(
                f"{path} is {data!r}, which is not a list of {self.kind.name} ids below {self.kind.size}"
            )
        return IdSet(self, sum(1 << i for i in set(data)))


class IdSet:
    """A set of ids: a bit mask when run, an expression when traced."""

    __slots__ = ("mask", "type")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, type: SetType, mask: Any) -> None:
        self.type, self.mask = type, mask

    @staticmethod
    def of(identity: LeafType) -> SetType:
        """The type of the sets of such ids."""
        return SetType(identity)

    def _with(self, mask: Any) -> IdSet:
        return IdSet(self.type, mask)

    def _graph(self, *others: Any) -> tuple[Graph, Expr] | None:
        graph = graph_of(self.mask, *others)
        return None if graph is None else (graph, self._traced(graph))

    def _traced(self, graph: Graph) -> Expr:
        return self.mask if isinstance(self.mask, Expr) else graph.const(self.mask, self.type.kind)

    def has(self, member: Identity) -> Truth:
        """Whether the id is a member; `none` never is."""
        if traced := self._graph(member):
            return traced[0].has(traced[1], member)
        return int(member) >= 0 and bool(self.mask >> int(member) & 1)

    def including(self, member: Identity) -> IdSet:
        """This set with the id."""
        if traced := self._graph(member):
            return self._with(traced[0].insert(traced[1], member))
        return self._with(self.mask | 1 << int(member)) if int(member) >= 0 else self

    def excluding(self, member: Identity) -> IdSet:
        """This set without the id."""
        if traced := self._graph(member):
            return self._with(traced[0].remove(traced[1], member))
        return self._with(self.mask & ~(1 << int(member))) if int(member) >= 0 else self

    def __or__(self, other: IdSet) -> IdSet:
        if traced := self._graph(other.mask):
            return self._with(traced[0].combine("union", traced[1], other._traced(traced[0])))
        return self._with(self.mask | other.mask)

    def __sub__(self, other: IdSet) -> IdSet:
        if traced := self._graph(other.mask):
            return self._with(traced[0].combine("minus", traced[1], other._traced(traced[0])))
        return self._with(self.mask & ~other.mask)

    def is_only(self, member: Identity) -> Truth:
        """Whether the id is the one and only member."""
        return self == self._with(0).including(member)

    def is_empty(self) -> Truth:
        """Whether there is no member."""
        return self == self._with(0)

    def everyone(self) -> IdSet:
        """The set of all ids of this sort."""
        return self._with(self.type.hi)

    def size(self) -> Number:
        """How many members there are."""
        return self.mask.graph.size(self.mask) if isinstance(self.mask, Expr) else self.mask.bit_count()

    def domain(self) -> list[Any]:
        """Every id that could be a member: what a promise loops over."""
        return self.type.members

    def __eq__(self, other: object) -> Truth:
        if not isinstance(other, IdSet):
            raise ModelError(
                f"a set of ids is compared with {other!r}: compare it with another set, or use .has(id)"
            )
        if traced := self._graph(other.mask):
            return traced[0].eq(traced[1], other._traced(traced[0]))
        return self.mask == other.mask

    def __ne__(self, other: object) -> Truth:
        same = self == other
        return same.graph.negate(same) if isinstance(same, Expr) else not same

    def __contains__(self, member: object) -> bool:
        raise ModelError("`in` can't be traced: write set.has(id)")

    def __repr__(self) -> str:
        return (
            "{" + ", ".join(map(str, self.type.show(self))) + "}"
            if isinstance(self.mask, int)
            else repr(self.mask)
        )


class Composite:
    """A value made of values: a record, an array or a sequence. Compared field by field."""

    __slots__ = ()
    type: Any
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> Truth:
        if not isinstance(other, Composite) or other.type is not self.type:
            raise ModelError(
                f"{type(self).__name__} is compared with {type(other).__name__}: compare values of one type"
            )
        mine: list[Any] = []
        theirs: list[Any] = []
        self.type.flatten(self, mine)
        other.type.flatten(other, theirs)
        same: Any = True
        for a, b in zip(mine, theirs, strict=True):
            same = (a == b) & same
        return same

    def __ne__(self, other: object) -> Truth:
        same = self == other
        return same.graph.negate(same) if isinstance(same, Expr) else not same

    def __repr__(self) -> str:
        flat: list[Any] = []
        self.type.flatten(self, flat)
        return repr(flat) if graph_of(*flat) else repr(self.type.show(self))


class _FieldsOnce(dict[str, Any]):
    """The annotations of a record's class: a second field of one name is refused."""

    def __setitem__(self, name: str, hint: Any) -> None:
        if name in self:
            raise ModelError(f"two fields are called {name}: give each field of a record its own name")
        super().__setitem__(name, hint)


class _RecordClass(type):
    @classmethod
    def __prepare__(mcs, name: str, bases: tuple[type, ...], /, **kwargs: Any) -> dict[str, object]:
        return {"__annotations__": _FieldsOnce()}

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        fields = set(body.get("__annotations__", {}))
        for base in bases:
            for taken in fields & set(vars(base).get("__annotations__", {})):
                raise ModelError(
                    f"two fields are called {taken}, one of them in {base.__name__}: name them apart"
                )
        return super().__new__(mcs, name, bases, body)


class Record(Composite, metaclass=_RecordClass):
    """A value with named fields. A subclass annotates its fields; `of` gives each its domain.

    class Replica(Record):
        log: Log
        high_watermark: Number

    replica = Replica.of(log=Log.of(entry, 3), high_watermark=Int(0, 3))
    """

    @classmethod
    def of(cls, **fields: Type) -> RecordType:
        """The type of such records over these domains.

        Raises:
            ModelError: a field has no domain, or a domain no field.
        """
        declared = [name for name in get_type_hints(cls) if name != "type"]
        for name in declared:
            if name not in fields:
                raise ModelError(f"{cls.__name__}.of() gives no domain to the field {name}")
        for name, domain in fields.items():
            if name not in declared:
                raise ModelError(
                    f"{cls.__name__} has no field {name}: annotate it in the class, or leave it out"
                )
            if not isinstance(domain, Type):
                raise ModelError(f"the domain of {name} is a type such as Int(0, 3), not {domain!r}")
        return RecordType(cls, {name: fields[name] for name in declared})

    def but(self, **changes: Any) -> Self:
        """This record with some fields changed."""
        for name in changes:
            if name not in self.type.fields:
                raise ModelError(
                    f"{type(self).__name__} has no field {name}; it has {', '.join(self.type.fields)}"
                )
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    def __setattr__(self, name: str, value: object) -> None:
        raise ModelError(
            f"a record never changes: return record.but({name}=…) instead of assigning to .{name}"
        )


class RecordType(Type):
    """The records of one class over given domains."""

    def __init__(self, cls: type[Record], fields: dict[str, Type]) -> None:
        self.cls, self.fields = cls, fields

    def new(self, values: dict[str, Any]) -> Any:
        """A record of this type."""
        record = object.__new__(self.cls)
        record.__dict__.update(values)
        record.__dict__["type"] = self
        return record

    def __call__(self, **values: Any) -> Any:
        """A record with these fields, and the default of every other."""
        return self.default.but(**values)

    @property
    def default(self) -> Any:
        return self.new({name: domain.default for name, domain in self.fields.items()})

    def leaves(self, path: str) -> Iterator[Leaf]:
        for name, domain in self.fields.items():
            yield from domain.leaves(f"{path}.{name}" if path else name)

    def build(self, values: Iterator[Any]) -> Any:
        return self.new({name: domain.build(values) for name, domain in self.fields.items()})

    def flatten(self, value: Any, out: list[Any]) -> None:
        if not isinstance(value, self.cls):
            raise WrongShape(f"a {self.cls.__name__}", repr(value))
        own = value.__dict__
        for name, domain in self.fields.items():
            domain.flatten(own[name], out)

    def show(self, value: Any) -> Any:
        return {name: domain.show(getattr(value, name)) for name, domain in self.fields.items()}

    def read(self, data: Any, path: str) -> Any:
        if not isinstance(data, dict) or set(data) != set(self.fields):
            raise ValueError(
                f"{path or 'the state'} must be an object with the fields {', '.join(self.fields)}"
            )
        return self.new(
            {n: domain.read(data[n], f"{path}.{n}" if path else n) for n, domain in self.fields.items()}
        )


class _ItemsType(Type):
    """What arrays and sequences share: a fixed number of places, each of one element type."""

    def __init__(self, element: Type, places: int) -> None:
        if not isinstance(element, Type):
            raise ModelError(f"the element type is a type such as Int(0, 3), not {element!r}")
        self.element: Any = element
        self.places = places

    def _flatten_items(self, items: tuple[Any, ...], out: list[Any]) -> None:
        flatten = self.element.flatten
        for item in items:
            flatten(item, out)

    def _build_items(self, values: Iterator[Any]) -> tuple[Any, ...]:
        build = self.element.build
        return tuple([build(values) for _ in range(self.places)])


class Array(Composite, Generic[T]):
    """A fixed number of elements, indexed by ids or by the numbers of an `Int` type."""

    __slots__ = ("items", "type")
    type: ArrayType

    def __init__(self, type: ArrayType, items: tuple[T, ...]) -> None:
        self.type, self.items = type, items

    @classmethod
    def of(cls, index: LeafType, element: Type) -> ArrayType:
        """The type of arrays with one element for each value of the index type."""
        return ArrayType(cls, index, element)

    def __getitem__(self, index: Any) -> T:
        """The element at an index; the default element where the array has none there (at `none`, say)."""
        if isinstance(index, Expr):
            self.type.check_index(index.kind)
            return _select(self.items, index, self.type.index.lo, self.type.element)
        at = self.type.place(index)
        found: T = self.items[at] if 0 <= at < len(self.items) else self.type.element.default
        return found

    def but(self, index: Any, element: T) -> Array[T]:
        """This array with one element changed; an index outside it changes nothing."""
        if isinstance(index, Expr):
            self.type.check_index(index.kind)
            items = tuple(
                merge(_is(index, self.type.index.lo + k), element, x) for k, x in enumerate(self.items)
            )
        else:
            at = self.type.place(index)
            items = tuple([element if k == at else item for k, item in enumerate(self.items)])
        return type(self)(self.type, items)

    def indices(self) -> list[Any]:
        """Every index: what a promise loops over."""
        return self.type.index.domain()

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)


class ArrayType(_ItemsType):
    """Arrays over one index type."""

    def __init__(self, cls: type[Array[Any]], index: LeafType, element: Type) -> None:
        if index.kind.family not in ("id", "number", "label"):
            raise ModelError(f"an array is indexed by ids, numbers or labels, not by {index.kind}")
        super().__init__(element, index.hi - index.lo + 1)
        self.cls, self.index = cls, index

    def check_index(self, kind: Kind) -> None:
        """Refuse an index of another kind than this array's."""
        if kind != self.index.kind:
            raise ModelError(f"this array is indexed by {self.index.kind}, not by {kind}")

    def place(self, index: Any) -> int:
        """The place of a plain index, from 0."""
        if index.__class__ is Constant and index.kind is not self.index.kind and index is not none:
            self.check_index(index.kind)
        return int(index) - self.index.lo

    @property
    def default(self) -> Any:
        return self.cls(self, (self.element.default,) * self.places)

    def leaves(self, path: str) -> Iterator[Leaf]:
        for i in range(self.places):
            yield from self.element.leaves(f"{path}[{self.index.show(self.index.domain()[i])}]")

    def build(self, values: Iterator[Any]) -> Any:
        return self.cls(self, self._build_items(values))

    def flatten(self, value: Any, out: list[Any]) -> None:
        if not isinstance(value, Array) or len(value.items) != self.places:
            raise WrongShape(f"an array of {self.places}", repr(value))
        self._flatten_items(value.items, out)

    def show(self, value: Any) -> Any:
        return [self.element.show(item) for item in value.items]

    def read(self, data: Any, path: str) -> Any:
        if not isinstance(data, list) or len(data) != self.places:
            raise ValueError(f"{path} must be a list of {self.places}")
        return self.cls(self, tuple(self.element.read(item, f"{path}[{i}]") for i, item in enumerate(data)))


class Sequence(Composite, Generic[T]):
    """A list of at most `capacity` elements. Appending to a full one is an error of the model."""

    __slots__ = ("items", "length", "type")
    type: SequenceType

    def __init__(self, type: SequenceType, length: Any, items: tuple[T, ...]) -> None:
        self.type, self.length, self.items = type, length, items

    @classmethod
    def of(cls, element: Type, capacity: int) -> SequenceType:
        """The type of the sequences of at most `capacity` such elements."""
        return SequenceType(cls, element, capacity)

    @property
    def capacity(self) -> int:
        """How many elements it can hold."""
        return self.type.places

    def __getitem__(self, index: Number) -> T:
        """The element at an index; the default element outside the sequence."""
        if isinstance(index, Expr):
            if index.kind != NUMBER:
                raise ModelError(f"a sequence is indexed by a number, not by {index.kind}")
            return _select(self.items, index, 0, self.type.element)
        found: T = self.items[index] if 0 <= index < len(self.items) else self.type.element.default
        return found

    def append(self, element: T) -> Self:
        """This sequence with one more element at its end."""
        items = tuple([merge(self.length == k, element, item) for k, item in enumerate(self.items)])
        return type(self)(self.type, self.length + 1, items)

    def truncate(self, length: Number) -> Self:
        """The first `length` elements; the whole sequence where it has no more than that."""
        shorter = merge(self.length < length, self.length, length)
        default = self.type.element.default
        items = tuple([merge(shorter > k, item, default) for k, item in enumerate(self.items)])
        return type(self)(self.type, shorter, items)

    def __len__(self) -> int:
        raise ModelError("len() of a sequence can't be traced: write sequence.length")


class SequenceType(_ItemsType):
    """Sequences of at most `capacity` elements."""

    def __init__(self, cls: type[Sequence[Any]], element: Type, capacity: int) -> None:
        if capacity < 1:
            raise ModelError(f"a sequence holds at least 1 element, not {capacity}")
        super().__init__(element, capacity)
        self.cls = cls
        self._length = Int(0, capacity)

    @property
    def default(self) -> Any:
        return self.cls(self, 0, (self.element.default,) * self.places)

    def leaves(self, path: str) -> Iterator[Leaf]:
        yield from self._length.leaves(f"{path}.length")
        for i in range(self.places):
            yield from self.element.leaves(f"{path}[{i}]")

    def build(self, values: Iterator[Any]) -> Any:
        return self.cls(self, next(values), self._build_items(values))

    def flatten(self, value: Any, out: list[Any]) -> None:
        if not isinstance(value, Sequence) or len(value.items) != self.places:
            raise WrongShape(f"a sequence of at most {self.places}", repr(value))
        self._length.flatten(value.length, out)
        self._flatten_items(value.items, out)

    def show(self, value: Any) -> Any:
        return [self.element.show(item) for item in value.items[: value.length]]

    def read(self, data: Any, path: str) -> Any:
        if not isinstance(data, list) or len(data) > self.places:
            raise ValueError(f"{path} must be a list of at most {self.places}")
        items = [self.element.read(item, f"{path}[{i}]") for i, item in enumerate(data)]
        return self.cls(self, len(items), (*items, *[self.element.default] * (self.places - len(items))))


def merge(condition: Any, a: Any, b: Any) -> Any:
    """`a` where the condition holds, else `b`: field by field for records, arrays, sequences and sets."""
    if not isinstance(condition, Expr):
        return a if condition else b
    if a is b:
        return a
    if isinstance(a, IdSet) and isinstance(b, IdSet):
        graph = condition.graph
        return IdSet(a.type, graph.ite(condition, a._traced(graph), b._traced(graph)))
    if isinstance(a, Composite):
        if not isinstance(b, Composite) or a.type is not b.type:
            raise ModelError(
                f"where() mixes {type(a).__name__} with {type(b).__name__}: give both arms one type"
            )
        mine: list[Any] = []
        theirs: list[Any] = []
        a.type.flatten(a, mine)
        b.type.flatten(b, theirs)
        domains = [leaf.type for leaf in a.type.leaves("")]
        return a.type.build(
            condition.graph.ite(condition, _traced(x, d, condition.graph), _traced(y, d, condition.graph))
            for x, y, d in zip(mine, theirs, domains, strict=True)
        )
    return condition.graph.ite(condition, a, b)


def _traced(value: Any, domain: LeafType, graph: Graph) -> Expr:
    """A flattened field as an expression of its own kind: masks and defaults are plain ints before."""
    return value if isinstance(value, Expr) else graph.const(int(value), domain.kind)


def _is(index: Expr, value: int) -> Expr:
    """Whether a traced index, of whatever kind, has this plain value."""
    return index.graph.eq(index, index.graph.const(value, index.kind))


def _select(items: tuple[T, ...], index: Expr, first: int, element: Type) -> T:
    """The element at a traced index, the first item's being `first`: a chain of selections over what it can be."""
    last = first + len(items) - 1
    within = index.lo >= first and index.hi <= last
    chosen: T = items[index.hi - first] if within else element.default
    for value in reversed(range(max(index.lo, first), min(index.hi, last) + 1)):
        chosen = merge(_is(index, value), items[value - first], chosen)
    return chosen
