"""Sets: what they have in common, and sets of ids, which are one field: a bit mask when run.

`value_sets` has the sets of all other values. Each works in the same way when run and when symbolic.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, ClassVar, Generic, NoReturn, Self, TypeVar

from tidemark.spec.expressions.expression import Expr, ExpressionGraph, is_symbolic
from tidemark.spec.expressions.kinds import Identity, Kind, Number, Truth
from tidemark.spec.expressions.model_errors import ModelError, show_value
from tidemark.spec.types.composites import element_or_record
from tidemark.spec.types.leaves import LeafType, Type, TypeOrEnum, WrongShape, type_of
from tidemark.spec.types.loops import UNREAD_SET, each_with_presence, elements_there
from tidemark.spec.types.merging import merge
from tidemark.spec.types.operators import not_
from tidemark.spec.types.parts import OneField

T = TypeVar("T")

MOST_MEMBERS = 31
"""The ids that a set may have: it is a number of a state, and those stay below 2^31."""


class Set(Generic[T]):
    """A set of values, each of which is a member or not.

    >>> chosen = Set.of(Int(0, 9)).default.including(7).including(2)
    >>> chosen, chosen.size(), chosen.has(7), maximum(chosen, default=0)
    ({2, 7}, 2, True, 7)
    """

    __slots__ = ()
    type: SetType

    @staticmethod
    def of(element: TypeOrEnum) -> Any:
        """The type of the sets of such values: numbers, labels, ids, truth values, or records of some of them."""
        return _sort_of(element)(element)

    @staticmethod
    def empty_of(element: TypeOrEnum) -> Any:
        """The type of the empty set of such values. A field of it takes no room in a state."""
        return _sort_of(element)(element, empty=True)

    @abstractmethod
    def _has(self, member: T) -> Truth:
        """Whether a value is a member."""

    @abstractmethod
    def _include(self, member: T, condition: Truth) -> Self:
        """This set with a value, where a condition holds."""

    @abstractmethod
    def _exclude(self, member: T) -> Self:
        """This set without a value."""

    @abstractmethod
    def size(self) -> Number:
        """How many members there are."""

    @abstractmethod
    def is_empty(self) -> Truth:
        """Whether there is no member."""

    @abstractmethod
    def everyone(self) -> Self:
        """The set of all values that could be members."""

    @abstractmethod
    def _without_members(self) -> Self:
        """The empty set of this sort."""

    @abstractmethod
    def _combine(self, op: str, right: Set[T]) -> Self:
        """The union of this set and another one; or this set without the members of the other one (`minus`)."""

    def has(self, member: T | None = None, /, **fields: Any) -> Truth:
        """Whether a value, or the record of these fields, is a member; what could never be one is not."""
        return self._has(self._member(member, fields, "has"))

    def including(self, member: T | None = None, /, **fields: Any) -> Self:
        """This set with a value, or with the record of these fields, as in `s.seen.including(epoch=1)`.

        A value that the set can't hold is an error of the model, once it is in a state.
        """
        return self._include(self._member(member, fields, "including"), True)

    def excluding(self, member: T | None = None, /, **fields: Any) -> Self:
        """This set without a value, or without the record of these fields."""
        return self._exclude(self._member(member, fields, "excluding"))

    def _member(self, member: T | None, fields: dict[str, Any], call: str) -> Any:
        """The value that an operation of this name was given, or the record of these fields."""
        if member is not None and not fields:
            return member
        return element_or_record(self.type.element, member, fields, "a member", f"set.{call}")

    def including_all(self, members: Iterable[T]) -> Self:
        """This set with each value that a loop gives: `s.seen.including_all(x + 1 for x in s.chosen)`."""
        result = self
        for member, is_there in each_with_presence(members):
            result = result._include(member, is_there)
        return result

    def filter(self, holds: Callable[[T], Truth]) -> Self:
        """The members for which a condition holds: `s.chosen.filter(lambda x: x > s.least)`."""
        result = self._without_members()
        for (member, fits), is_there in each_with_presence((member, holds(member)) for member in self):
            result = result._include(member, is_there & fits)
        return result

    def __or__(self, right: Set[T]) -> Self:
        return self._combine("union", self._operand(right, "|"))

    def __sub__(self, right: Set[T]) -> Self:
        return self._combine("minus", self._operand(right, "-"))

    def __and__(self, right: Set[T]) -> Self:
        return self._combine("minus", self._combine("minus", self._operand(right, "&")))

    def __le__(self, right: Set[T]) -> Truth:
        """Whether every member is one of another set."""
        return self._combine("minus", self._operand(right, "<=")).is_empty()

    def __lt__(self, right: Set[T]) -> Truth:
        return (self <= self._operand(right, "<")) & (self != right)

    def __ge__(self, right: Set[T]) -> Truth:
        return self._operand(right, ">=") <= self

    def __gt__(self, right: Set[T]) -> Truth:
        return self._operand(right, ">") < self

    def _operand(self, right: object, sign: str) -> Set[T]:
        """Refuse what is no set of the same sort."""
        if not isinstance(right, Set) or not self.type.holds_same(right.type):
            raise ModelError(
                f"{sign} takes two sets of the same values, not {show_value(right)}: write set.including(x) or "
                ".excluding(x) for one member, and set.has(x) to ask for one"
            )
        return right

    def is_only(self, member: T) -> Truth:
        """Whether the value is the one and only member."""
        return self == self._without_members().including(member)

    def values(self) -> list[T]:
        """Every value that could be a member."""
        return list(self.type.members)

    def __iter__(self) -> Iterator[T]:
        """The members. Where they depend on the state, all_of() and the like know which there are (`loops`)."""
        return elements_there(((member, self.has(member)) for member in self.type.members), UNREAD_SET)

    def __eq__(self, right: object) -> Truth:
        if not isinstance(right, Set) or not self.type.holds_same(right.type):
            raise ModelError(
                f"{self.type.noun} is compared with {show_value(right)}: compare it with another set, or use "
                f".has({self.type.member_noun})"
            )
        return self._is_same(right)

    @abstractmethod
    def _is_same(self, right: Any) -> Truth:
        """Whether another set of this sort has the same members."""

    def __ne__(self, right: object) -> Truth:
        return not_(self == right)

    # What Python asks of its own sets. The answer depends on the state, but Python needs it at once.

    def __contains__(self, member: object) -> NoReturn:
        raise ModelError(f"`in` has no symbolic form: write set.has({self.type.member_noun})")

    def __bool__(self) -> NoReturn:
        raise ModelError(f"{self.type.noun} is no condition: write set.is_empty(), or not_(set.is_empty())")

    def __len__(self) -> NoReturn:
        raise ModelError(f"len() of {self.type.noun} has no symbolic form: write set.size()")

    def __hash__(self) -> NoReturn:
        raise ModelError(f"{self.type.noun} can't be in a set of Python's, or a key: compare it with ==")


class SetType(Type):
    """What the types of all sets share.

    element: the type of the members. noun, member_noun: what messages call such a set, and a member. sorts: the classes
    of such types, each of which takes the element, and whether a set is always empty.
    """

    element: Any
    noun = "a set"
    member_noun = "x"
    sorts: ClassVar[list[Any]] = []

    def __init_subclass__(cls) -> None:
        SetType.sorts.append(cls)

    @classmethod
    @abstractmethod
    def fits(cls, element: Type) -> bool:
        """Whether sets of such values have types of this class."""

    @property
    @abstractmethod
    def members(self) -> tuple[Any, ...]:
        """Every value that could be a member, in order."""

    @abstractmethod
    def holds_same(self, other: SetType) -> bool:
        """Whether sets of another type have members of the same sort."""

    def __call__(self, *members: Any) -> Any:
        """The set of these members."""
        return self.default.including_all(members)

    def show(self, value: Any) -> Any:
        return [self.element.show(member) for member in value]

    def text(self, value: Any) -> str:
        return "{" + ", ".join(map(self.element.text, value)) + "}"

    def read(self, data: Any, path: str) -> Any:
        if not isinstance(data, list):
            raise ValueError(f"{path} is {data!r}, and must be a list of members")
        return self(*(self.element.read(member, f"{path}[{i}]") for i, member in enumerate(data)))


def _sort_of(element: TypeOrEnum) -> Any:
    """The class of the type of the sets of such values."""
    return next(sort for sort in SetType.sorts if sort.fits(type_of(element, "what a set is of")))


class IdSetType(SetType, LeafType):
    """Sets of ids."""

    noun = "a set of ids"
    member_noun = "id"

    def __init__(self, identity: TypeOrEnum, empty: bool = False) -> None:
        identity = type_of(identity, "what a set is of")
        if not isinstance(identity, LeafType) or identity.kind.family != "id":
            of = identity.kind if isinstance(identity, LeafType) else "what has several parts"
            raise ModelError(
                f"IdSet.of() takes an id type, not {of}: write Set.of() for a set of few values, or "
                "Network.of(record, most) for a set of few members"
            )
        size = identity.kind.size
        if size > MOST_MEMBERS:
            raise ModelError(
                f"a set has at most {MOST_MEMBERS} ids, which are the bits of one number, and there are {size} "
                f"{identity.kind.name} ids: write Array.of(…, Bool()), indexed by the ids"
            )
        super().__init__(Kind("set", identity.kind.name, size), 0, 0 if empty else (1 << size) - 1)

    @classmethod
    def fits(cls, element: Type) -> bool:
        return isinstance(element, LeafType) and element.kind.family == "id" and element.lo == 0

    @cached_property
    def element(self) -> LeafType:
        return LeafType(Kind("id", self.kind.name, self.kind.size), 0, self.kind.size - 1)

    @cached_property
    def default(self) -> IdSet:
        return IdSet(self, 0)

    @cached_property
    def members(self) -> tuple[Any, ...]:
        return tuple(self.element.values())

    def holds_same(self, other: SetType) -> bool:
        return isinstance(other, IdSetType) and other.kind is self.kind

    def value(self, plain: int) -> IdSet:
        return IdSet(self, plain)

    def build(self, values: Iterator[Any]) -> IdSet:
        return IdSet(self, next(values))

    def flatten(self, value: Any, out: list[Any]) -> None:
        self.require(value)
        out.append(value.mask)

    def require(self, value: Any) -> None:
        if not isinstance(value, IdSet) or value.type.kind is not self.kind:
            raise WrongShape(self.kind, value)

    def read(self, data: Any, path: str) -> IdSet:
        whole = range(self.kind.size)
        if not isinstance(data, list) or any(type(i) is not int or i not in whole for i in data):
            raise ValueError(
                f"{path} is {data!r}, which is not a list of {self.kind.name} ids below {self.kind.size}"
            )
        return IdSet(self, sum(1 << i for i in set(data)))


class IdSet(Set[Identity], OneField):
    """A set of ids: a bit mask when run, an expression when symbolic. `none` is never a member.

    >>> members = IdSet.of(Id("member", 3)).default.including(2)
    >>> members.size(), members.has(0)
    (1, False)
    """

    __slots__ = ("mask", "type")
    type: IdSetType

    def __init__(self, type: IdSetType, mask: Any) -> None:
        self.type, self.mask = type, mask

    @staticmethod
    def of(identity: TypeOrEnum) -> IdSetType:
        """The type of the sets of such ids."""
        return IdSetType(identity)

    @staticmethod
    def empty_of(identity: TypeOrEnum) -> IdSetType:
        """The type of the empty set of such ids. A field of it takes no room in a state."""
        return IdSetType(identity, empty=True)

    def _with(self, mask: Any) -> IdSet:
        return IdSet(self.type, mask)

    def _graph(self, *others: Any) -> tuple[Any, Expr] | None:
        """The graph of the first symbolic value, and this set as an expression of it; None where all are plain."""
        for value in (self.mask, *others):
            if type(value) is Expr:
                return value.graph, self.as_expression(value.graph)
        return None

    def as_expression(self, graph: ExpressionGraph) -> Expr:
        """The set as an expression."""
        return self.mask if isinstance(self.mask, Expr) else graph.const(self.mask, self.type.kind)

    def _has(self, member: Identity) -> Truth:
        lifted = self._graph(member)
        if lifted is None:
            return int(member) >= 0 and bool(self.mask >> int(member) & 1)
        is_member: Truth = lifted[0].has(lifted[1], member)
        return is_member

    def _include(self, member: Identity, condition: Truth) -> IdSet:
        if lifted := self._graph(member):
            return merge(condition, self._with(lifted[0].insert(lifted[1], member)), self)  # type: ignore[no-any-return]
        following = self._with(self.mask | 1 << int(member)) if int(member) >= 0 else self
        return merge(condition, following, self)  # type: ignore[no-any-return]

    def _exclude(self, member: Identity) -> IdSet:
        if lifted := self._graph(member):
            return self._with(lifted[0].remove(lifted[1], member))
        return self._with(self.mask & ~(1 << int(member))) if int(member) >= 0 else self

    def _combine(self, op: str, right: Any) -> IdSet:
        if lifted := self._graph(right.mask):
            return self._with(lifted[0].combine(op, lifted[1], right.as_expression(lifted[0])))
        return self._with(self.mask | right.mask if op == "union" else self.mask & ~right.mask)

    def is_empty(self) -> Truth:
        """Whether there is no member."""
        return self == self._with(0)

    def _without_members(self) -> IdSet:
        return self._with(0)

    def everyone(self) -> IdSet:
        """The set of all ids of this sort."""
        return self._with((1 << self.type.kind.size) - 1)

    def size(self) -> Number:
        """How many members there are."""
        size: Number = self.mask.graph.size(self.mask) if is_symbolic(self.mask) else self.mask.bit_count()
        return size

    def ids(self) -> list[Identity]:
        """Every id that could be a member."""
        return self.values()

    def _is_same(self, right: IdSet) -> Truth:
        lifted = self._graph(right.mask)
        same: Truth = (
            lifted[0].eq(lifted[1], right.as_expression(lifted[0])) if lifted else self.mask == right.mask
        )
        return same

    def __repr__(self) -> str:
        return self.type.text(self) if isinstance(self.mask, int) else repr(self.mask)
