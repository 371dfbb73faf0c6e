"""Types of one field: numbers, truth values, labels and ids.

A type names every domain of a state, so that packing, range checks, symmetry, printing and the trace files
all follow from it. Values of these types are plain ints when a machine runs and expressions when it is
lifted to symbolic form. `sets` and `composites` build on them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from spec.errors import ModelError
from spec.expression import Expr
from spec.kinds import NUMBER, TRUTH, Constant, Kind, none

Number: TypeAlias = Any
"""A bounded number: an int when run, an expression when symbolic."""
Truth: TypeAlias = Any
"""A truth value: a bool when run, an expression when symbolic."""
Identity: TypeAlias = Any
"""An id, or `none` where the type is optional."""
Label: TypeAlias = Any
"""A label of an enumeration."""


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
        hint = ": write none for an absent id" if value == "None" else ""
        self.complaint = f"holds {holds}, and is given {value}{hint}"
        super().__init__(f"a field {self.complaint}")


class Type(ABC):
    """A domain of values. `default` is the value of an unused slot: the least number, false, none, the empty set."""

    default: Any

    @abstractmethod
    def leaves(self, path: str) -> Iterator[Leaf]:
        """The flattened fields, in the order in which `flatten` and `build` have them."""

    @cached_property
    def domains(self) -> list[LeafType]:
        """The types of the flattened fields."""
        return [leaf.type for leaf in self.leaves("")]

    @abstractmethod
    def build(self, values: Iterator[Any]) -> Any:
        """A value from its flattened fields."""

    def decoded(self, fields: tuple[int, ...]) -> Any:
        """The plain value of these flattened fields, each an int. Equal ones may give the same object."""
        return self.build(iter(fields))

    @abstractmethod
    def flatten(self, value: Any, out: list[Any]) -> None:
        """Append the flattened fields of a value.

        Raises:
            WrongShape: the value does not have this type's shape; what has been appended tells the place.
        """

    @abstractmethod
    def show(self, value: Any) -> Any:
        """A plain value as JSON data: numbers, booleans, null, lists and objects."""

    @abstractmethod
    def text(self, value: Any) -> str:
        """A plain value in the fewest characters that a person reads without a legend."""

    @abstractmethod
    def read(self, data: Any, path: str) -> Any:
        """The value that `show` made this JSON data from.

        Raises:
            ValueError: the data does not have this type's shape, or is out of range; the message names the path.
        """


@dataclass(frozen=True)
class LeafType(Type):
    """A type of one flattened field: its kind and its domain `lo..hi`."""

    kind: Kind
    lo: int
    hi: int

    @cached_property
    def default(self) -> Any:
        return self.value(self.lo)

    def value(self, plain: int) -> Any:
        """The plain value that stands for an int: a bool, an id, a label or the int itself."""
        if self.kind.family == "truth":
            return bool(plain)
        if self.kind.family in ("id", "label"):
            return Constant(plain, self.kind) if plain >= 0 else none
        return plain

    @property
    def packed(self) -> list[LeafType]:
        """The domains of the values in it: a word has several, any other field itself."""
        return [self]

    def refusal(self, path: str, value: int) -> str:
        """What an action does that writes an int outside the domain to this path, and what to do instead."""
        return f"writes {value} to {path}, which holds {self}: guard the action, or widen the field"

    def values(self) -> list[Any]:
        """Every value, in order."""
        return list(self._values)

    @cached_property
    def _values(self) -> list[Any]:
        return [self.value(plain) for plain in range(self.lo, self.hi + 1)]

    def leaves(self, path: str) -> Iterator[Leaf]:
        yield Leaf(path, self.kind, self.lo, self.hi, self)

    def build(self, values: Iterator[Any]) -> Any:
        return next(values)

    def decoded(self, fields: tuple[int, ...]) -> Any:
        return self.build(iter([self.of_int(fields[0])]))

    def of_int(self, plain: int) -> Any:
        """The flattened field that stands for an int, as a state that an action returns has it."""
        return plain if self._named is None else self._named[plain - self.lo]

    @cached_property
    def _named(self) -> list[Any] | None:
        """Every value, where it is more than an int: truth values, ids and labels."""
        return self._values if self.kind.family in ("truth", "id", "label") else None

    def flatten(self, value: Any, out: list[Any]) -> None:
        if value.__class__ is self._usual:
            pass
        elif isinstance(value, Expr):
            if value.kind != self.kind and not (
                value.kind.family == "id" and value.constant == -1 == self.lo
            ):
                raise WrongShape(self.kind, value.kind)
        elif not self._fits(value):
            raise WrongShape(self.kind, getattr(value, "kind", repr(value)))
        out.append(value)

    @cached_property
    def _usual(self) -> type:
        """The class of most plain values, which fit without a look at anything else."""
        return bool if self.kind.family == "truth" else int

    def _fits(self, value: Any) -> bool:
        """Whether a plain value has this kind; its range is checked later, when it is known who wrote it."""
        if value.__class__ is Constant:
            return value.kind is self.kind or (value is none and self.lo < 0)
        return isinstance(value, bool if self.kind.family == "truth" else int)

    def show(self, value: Any) -> Any:
        if self.kind.family == "truth":
            return bool(value)
        if self.kind.family == "label":
            return self.kind.labels[value]
        return None if self.kind.family == "id" and int(value) < 0 else int(value)

    def text(self, value: Any) -> str:
        if self.kind.family == "truth":
            return "yes" if value else "no"
        shown = self.show(value)
        return "none" if shown is None else str(shown)

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


def Only(value: Any) -> LeafType:
    """The type of one value: a truth value, a label or a number. A field of it takes no room in a state."""
    kind = TRUTH if isinstance(value, bool) else getattr(value, "kind", NUMBER)
    return LeafType(kind, int(value), int(value))


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
        return self.__dict__.setdefault(label, Constant(self.kind.labels.index(label), self.kind))


def Id(name: str, size: int) -> LeafType:
    """Ids 0 to `size` - 1 of one sort of things. They are compared for equality, index arrays and join sets.

    Ids are interchangeable (a *scalarset* in Murphi's terms): symmetry reduction follows from that.
    """
    if not 1 <= size <= 16:
        raise ModelError(f"there can be 1 to 16 {name} ids, not {size}")
    return LeafType(Kind("id", name, size), 0, size - 1)


def Optional(identity: LeafType) -> LeafType:
    """An id, or `none`."""
    if identity.kind.family != "id":
        raise ModelError(f"Optional() takes an id type, not {identity.kind}")
    return LeafType(identity.kind, -1, identity.hi)
