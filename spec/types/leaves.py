"""Types of one field: numbers, truth values, labels and ids.

A type names every domain of a state, so that packing, range checks, symmetry, printing and the trace files
all follow from it. Values of these types are plain ints when a machine runs and expressions when it is
lifted to symbolic form. `sets` and `composites` build on them.
"""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from tidemark.base.errors import digits
from tidemark.base.names import nearest
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.kinds import NUMBER, TRUTH, Constant, Kind, Label, id_text, none
from tidemark.spec.expressions.model_errors import ModelError, show_value

MOST_NESTED = 100
"""Types within each other, at most: Python goes down into each by several calls, and ends at a thousand."""


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

    def clamp(self, value: int) -> int:
        """A value that is written, or the nearest one outside the domain: any other there is the same error."""
        return max(self.lo - 1, min(int(value), self.hi + 1))

    def mismatch(self, value: int) -> str:
        """A value outside the domain, and the domain, in words."""
        return f"{digits(value)} in {self.path}, which holds {self.type}"


class WrongShape(ModelError):
    """A value where a type has no place for it. Who catches it names the field."""

    also_of_plain = True

    def __init__(self, holds: object, value: object) -> None:
        description = value.kind if isinstance(value, (Constant, Expr)) else show_value(value)
        self.complaint = f"holds {holds}, and is given {description}{_instead(holds, value)}"
        super().__init__(f"a field {self.complaint}")


def _instead(holds: object, value: object) -> str:
    """What to write in place of a value that is not held, where one can tell."""
    family = holds.family if isinstance(holds, Kind) else ""
    if value is None:
        return ": write none for an absent id"
    if isinstance(value, (Constant, Expr)):
        return ""
    if isinstance(value, bool) and family == "number":
        return f": write {int(value)}, or where(condition, 1, 0)"
    if not isinstance(value, int):
        return ""
    if isinstance(holds, Kind) and family == "label":
        named = holds.labels[value] if 0 <= value < holds.size else holds.labels[0]
        return f": write the label, as in {holds.name.capitalize()}.{named}"
    if family == "id":
        return ": an id is an argument of the action, none, or one of array.indices() or set.ids()"
    return f": write {bool(value)}" if family == "truth" else ""


class Type(ABC):
    """A domain of values. `default` is the value of an unused slot: the least number, false, none, the empty set.

    depth: how many types are within each other, this one counted.
    """

    default: Any
    depth = 1

    @property
    def place_kinds(self) -> tuple[Kind, ...]:
        """The kinds of what the places of a value are for: the indices of an array, the members of a set."""
        return ()

    @abstractmethod
    def leaves(self, path: str) -> Iterator[Leaf]:
        """The flattened fields, in the order in which `flatten` and `build` have them."""

    @cached_property
    def domains(self) -> list[LeafType]:
        """The types of the flattened fields."""
        return [leaf.type for leaf in self.all_leaves]

    @cached_property
    def all_leaves(self) -> list[Leaf]:
        """The flattened fields of a value that is no part of another."""
        return list(self.leaves(""))

    @abstractmethod
    def build(self, values: Iterator[Any]) -> Any:
        """A value from its flattened fields."""

    def decode(self, fields: tuple[int, ...]) -> Any:
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
        written = digits(value) if self.kind is NUMBER else repr(self.value(value))
        held = f"only {self.default!r}" if self.lo == self.hi else str(self)
        return f"writes {written} to {path}, which holds {held}: guard the action, or widen the field"

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

    def decode(self, fields: tuple[int, ...]) -> Any:
        return self.build(iter([self.of_int(fields[0])]))

    def of_int(self, plain: int) -> Any:
        """The flattened field that stands for an int, as a state that an action returns has it."""
        return plain if self._values_by_number is None else self._values_by_number[plain - self.lo]

    @cached_property
    def _values_by_number(self) -> list[Any] | None:
        """Every value, where it is more than an int: truth values, ids and labels."""
        return self._values if self.kind.family in ("truth", "id", "label") else None

    def flatten(self, value: Any, out: list[Any]) -> None:
        value_class = type(value)
        if value_class is not self._plain_class and not (value_class is Constant and value.kind is self.kind):
            self.require(value)
        out.append(value)

    def require(self, value: Any) -> None:
        """Refuse a value of another kind. Its range is checked later, when it is known who wrote it.

        Raises:
            WrongShape: it has another kind, or none.
        """
        value_class = type(value)
        if value_class is Constant:
            fits = value.kind is self.kind or (value is none and self.lo < 0)
        elif value_class is Expr:
            fits = value.kind is self.kind or (value.constant == -1 == self.lo and value.kind.family == "id")
        else:
            fits = value_class is self._plain_class
        if not fits:
            raise WrongShape(self.kind, value)

    @cached_property
    def _plain_class(self) -> type | None:
        """The class of a plain value that carries no kind; ids and labels always carry one."""
        return {"truth": bool, "id": None, "label": None}.get(self.kind.family, int)

    def show(self, value: Any) -> Any:
        if self.kind.family == "truth":
            return bool(value)
        if self.kind.family == "label":
            return self.kind.labels[value]
        return None if self.kind.family == "id" and int(value) < 0 else int(value)

    def text(self, value: Any) -> str:
        if self.kind.family == "truth":
            return "yes" if value else "no"
        show_value = self.show(value)
        if show_value is None:
            return "none"
        return id_text(self.kind, int(value)) if self.kind.family == "id" else str(show_value)

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


def require_whole(value: Any, subject: str) -> int:
    """The value that was given where `subject` is expected to be a whole number.

    Raises:
        ModelError: it is something else, as a truth value, an id or a label is.
    """
    if not isinstance(value, int) or isinstance(value, (bool, Constant)):
        raise ModelError(f"{subject} is a whole number, not {value!r}")
    return value


def Int(lo: int, hi: int) -> LeafType:
    """The numbers from `lo` to `hi`, both included.

    >>> Int(0, 3).default
    0
    """
    if require_whole(hi, "the last number of Int()") < require_whole(lo, "the first number of Int()"):
        raise ModelError(f"Int({digits(lo)}, {digits(hi)}) has no value: the first number is the least one")
    return _numbers(lo, hi, "Int", lo, hi)


def _numbers(lo: int, hi: int, function: str, *written: int) -> LeafType:
    """The numbers from `lo` to `hi`, for a call of a function with what is written there."""
    if max(abs(lo), abs(hi)) >= 1 << 31:
        call = f"{function}({', '.join(map(digits, written))})"
        raise ModelError(f"{call} is too wide: numbers of a state stay below 2^31")
    return LeafType(NUMBER, lo, hi)


def Bool() -> LeafType:
    """True and false.

    >>> Bool().default
    False
    """
    return LeafType(TRUTH, 0, 1)


def Only(value: Any) -> LeafType:
    """The type of one value: a truth value, a label or a number. A field of it takes no room in a state.

    >>> Only(3).default
    3
    """
    if isinstance(value, (bool, Constant)):
        kind = TRUTH if isinstance(value, bool) else value.kind
        return LeafType(kind, int(value), int(value))
    require_whole(value, "what Only() takes, if no truth value and no label,")
    return _numbers(value, value, "Only", value)


class UnknownLabel(ModelError, AttributeError):
    """A label that an enumeration does not have."""

    also_of_plain = True


class Enum:
    """An enumeration. Its labels are attributes: `Role = Enum("role", "leader", "follower")`, `Role.leader`.

    The class has no attributes but those that begin with `__`, so that a label may be any other name: `Mode.default`,
    `Op.read`. `for role in Role` goes over the labels, in order. It may be written wherever a type may.

    Raises:
        ModelError: a label is no text, is there twice, or is a name that Python would read as another one.

    >>> Role = Enum("role", "leader", "follower")
    >>> Role.leader == Role.follower
    False
    """

    __type__: LeafType

    def __init__(self, name: str, *labels: str) -> None:
        _require_labels(name, labels)
        type = LeafType(Kind("label", name, len(labels), labels), 0, len(labels) - 1)
        self.__dict__.update(zip(labels, type.values(), strict=True), __type__=type)

    def __getattr__(self, name: str) -> Label:
        if name.startswith("__"):
            raise AttributeError(name)
        kind = self.__type__.kind
        hint = nearest(name, kind.labels) or f": there is: {', '.join(kind.labels)}"
        raise UnknownLabel(f"{kind.name} has no label {name}{hint}")

    def __setattr__(self, name: str, value: object) -> None:
        raise ModelError(f"an enumeration never changes: give it the label {name} where it is made")

    def __iter__(self) -> Iterator[Label]:
        return iter(self.__type__.values())

    def __len__(self) -> int:
        return len(self.__type__.values())

    def __reduce__(self) -> tuple[Any, ...]:
        kind = self.__type__.kind
        return Enum, (kind.name, *kind.labels)

    def __repr__(self) -> str:
        return str(self.__type__)


def _require_labels(name: str, labels: tuple[Any, ...]) -> None:
    if not isinstance(name, str):
        raise ModelError(f"what labels are called is a word, not {name!r}")
    for label in labels:
        if not isinstance(label, str) or not label:
            raise ModelError(f"a label of {name} is a word, not {label!r}")
        if label.startswith("__"):
            raise ModelError(
                f"{name} can't have the label {label}: Python itself uses names that begin with __"
            )
        if (usual := unicodedata.normalize("NFKC", label)) != label:
            raise ModelError(
                f"{name} can't have the label {label}: Python reads it as {usual}, so write that"
            )
    if len(set(labels)) != len(labels) or not labels:
        raise ModelError(
            f"the labels of {name} must be different, and there must be one: {', '.join(labels)}"
        )


MOST_PLACES = 1 << 16
"""Of an array, a sequence or a network, and of the ids that index one: a state with more is never searched, and takes
all memory to be made."""


def places(number: Any, noun: str) -> int:
    """How many places an array, a sequence or a network has. noun: such a one, in a message.

    Raises:
        ModelError: it is no number, or there would be none, or too many.
    """
    if not 1 <= require_whole(number, f"how much {noun} holds") <= MOST_PLACES:
        raise ModelError(f"{noun} holds at least 1 and at most {MOST_PLACES:,}, not {digits(number)}")
    return int(number)


TypeOrEnum: TypeAlias = Type | Enum
"""What may be written where a type is expected."""


def type_of(candidate: Any, subject: str = "this") -> Any:
    """The type that was given where `subject` is expected to be one; of an enumeration that of its labels.

    Raises:
        ModelError: it is no type.
    """
    if isinstance(candidate, Enum):
        return candidate.__type__
    if not isinstance(candidate, Type):
        raise ModelError(f"{subject} is a type such as Int(0, 3), not {candidate!r}")
    if candidate.depth >= MOST_NESTED:
        raise ModelError(
            f"{subject} has {candidate.depth} types within each other, and a state at most {MOST_NESTED}: put records "
            "side by side, or into an array"
        )
    return candidate


def Id(name: str, size: int) -> LeafType:
    """Ids 0 to `size` - 1 of one sort of things. They are compared for equality, index arrays and join sets.

    Ids are interchangeable (a *scalarset* in Murphi's terms): symmetry reduction follows from that.

    >>> [str(client) for client in Id("client", 2).values()]
    ['0', '1']
    """
    if not name or not isinstance(name, str):  # what is not checked may be anything
        raise ModelError(f"what ids are called is a word, not {name!r}")
    if not 1 <= require_whole(size, f"how many {name} ids there are") <= MOST_PLACES:
        raise ModelError(f"there can be 1 to {MOST_PLACES:,} {name} ids, not {digits(size)}")
    return LeafType(Kind("id", name, size), 0, size - 1)


def Optional(identity: LeafType) -> LeafType:
    """An id, or `none`.

    >>> Optional(Id("client", 2)).default
    none
    """
    identity = type_of(identity, "what may be absent")
    if identity.kind.family != "id":
        raise ModelError(f"Optional() takes an id type, not {identity.kind}")
    return LeafType(identity.kind, -1, identity.hi)
