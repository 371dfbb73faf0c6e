"""Sets of any values of which there are few: a truth value for each that could be a member.

A set of the numbers 0, 1 and 2 has the fields of an array of three truth values. So no engine knows such sets, and a
renaming of ids moves the truth values of members that hold ids as it moves the elements of an array.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Self, TypeVar

from tidemark.spec.expressions.expression import Expr, graph_of, is_symbolic
from tidemark.spec.expressions.kinds import NUMBER, TRUTH, Kind, Number, Truth
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.types.leaves import Leaf, LeafType, Type, TypeOrEnum, WrongShape, type_of
from tidemark.spec.types.merging import merge
from tidemark.spec.types.numbering import Numbering
from tidemark.spec.types.operators import all_of, any_of, count, not_
from tidemark.spec.types.parts import Composite, PartsType, fields_of
from tidemark.spec.types.representation import find_sequences_and_networks
from tidemark.spec.types.sets import IdSetType, Set, SetType

T = TypeVar("T")
MOST_VALUES = 1_024
"""How many values may be members of a set: it has a truth value for each."""


class ValueSet(Set[T], Composite):
    """A set of values: a truth value for each that could be a member.

    outside: 0; once a value was included that the set can't hold, what tells which: the step is then out of range.
    """

    __slots__ = ("_flat", "flags", "outside", "type")
    type: ValueSetType

    def __init__(self, type: ValueSetType, flags: Iterable[Truth], outside: Number) -> None:
        self.type, self.flags, self.outside, self._flat = type, tuple(flags), outside, None

    def _with(self, flags: Iterable[Truth], outside: Number | None = None) -> Self:
        return type(self)(self.type, flags, self.outside if outside is None else outside)

    def has(self, member: T) -> Truth:
        """Whether a value is a member; one that the set can't hold is not."""
        fields = self.type.fields_of_member(member)
        if graph_of(*fields) is not None:
            matches = self.type.numbering.matches(fields)
            return any_of(flag & same for flag, same in zip(self.flags, matches, strict=True))
        place = self.type.numbering.number(fields)
        return False if place is None else self.flags[place]

    def _include(self, member: T, condition: Truth) -> Self:
        fields = self.type.fields_of_member(member)
        error = self.type.distance(fields)
        is_outside = condition & (error != 0)
        outside = self.outside if is_outside is False else merge(is_outside, error, self.outside)
        if graph_of(*fields) is not None:
            matches = self.type.numbering.matches(fields)
            flags = (flag | condition & same for flag, same in zip(self.flags, matches, strict=True))
            return self._with(flags, outside)
        place = self.type.numbering.number(fields)
        return self._with(
            (flag | condition if k == place else flag for k, flag in enumerate(self.flags)), outside
        )

    def excluding(self, member: T) -> Self:
        """This set without a value."""
        fields = self.type.fields_of_member(member)
        if graph_of(*fields) is not None:
            matches = self.type.numbering.matches(fields)
            return self._with(flag & not_(same) for flag, same in zip(self.flags, matches, strict=True))
        place = self.type.numbering.number(fields)
        return self._with(False if k == place else flag for k, flag in enumerate(self.flags))

    def _combine(self, op: str, right: Any) -> Self:
        pairs = zip(self.flags, right.flags, strict=True)
        if op == "minus":
            return self._with(flag & not_(other) for flag, other in pairs)
        is_outside = self.outside != 0
        outside = self.outside if is_outside is True else merge(is_outside, self.outside, right.outside)
        return self._with((flag | other for flag, other in pairs), outside)

    def is_empty(self) -> Truth:
        """Whether there is no member."""
        return not_(any_of(self.flags))

    def _without_members(self) -> Self:
        return self._with(False for _ in self.flags)

    def everyone(self) -> Self:
        """The set of all values that could be members."""
        return self._with(True for _ in self.flags)

    def size(self) -> Number:
        """How many members there are."""
        return count(self.flags)

    def _is_same(self, right: ValueSet[T]) -> Truth:
        return all_of(_are_equal(flag, other) for flag, other in zip(self.flags, right.flags, strict=True))

    def __repr__(self) -> str:
        fields = fields_of(self)
        return repr(fields) if graph_of(*fields) else self.type.text(self)


def _are_equal(a: Truth, b: Truth) -> Truth:
    """Whether two truth values, of which either may be symbolic, are equal."""
    return b == a if is_symbolic(b) else a == b


class ValueSetType(SetType, PartsType):
    """Sets of values of which there are few."""

    noun = "a set of values"

    def __init__(self, element: TypeOrEnum, empty: bool = False) -> None:
        self.element = type_of(element, "what a set is of")
        if list(find_sequences_and_networks(self.element)):
            raise ModelError(
                "a set of values holds no sequences and no networks: write Set.of() of a record of numbers, labels and "
                "ids, or Network.of(message, most)"
            )
        domains = self.element.domains
        self.numbering = Numbering(domains)
        if self.numbering.count > MOST_VALUES:
            raise ModelError(
                f"a set has a truth value for each value that could be a member, here {self.numbering.count:,}, and "
                f"may have {MOST_VALUES:,}: narrow the domains, or Network.of(element, most) for a set of few members"
            )
        is_member = LeafType(TRUTH, 0, 0 if empty else 1)
        self.parts = (*[is_member] * self.numbering.count, _Outside(NUMBER, 0, 0, self.element))

    @classmethod
    def fits(cls, element: Type) -> bool:
        return not IdSetType.fits(element)

    @cached_property
    def default(self) -> Any:
        return ValueSet(self, [False] * self.numbering.count, 0)

    @cached_property
    def members(self) -> tuple[Any, ...]:
        numbers = range(self.numbering.count)
        return tuple([self.element.decode(self.numbering.fields(number)) for number in numbers])

    @cached_property
    def place_kinds(self) -> tuple[Kind, ...]:
        held = (leaf.kind for leaf in self.element.all_leaves)
        return tuple(dict.fromkeys([*held, *self.element.place_kinds]))

    def holds_same(self, other: SetType) -> bool:
        return isinstance(other, ValueSetType) and _are_alike(other.element, self.element)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ValueSetType) and self.holds_same(other) and self.domains == other.domains

    def __hash__(self) -> int:
        return hash((ValueSetType, self.numbering.count))

    def fields_of_member(self, member: Any) -> list[Any]:
        """The flattened fields of a value.

        Raises:
            ModelError: it is of another type than the members.
        """
        fields: list[Any] = []
        try:
            self.element.flatten(member, fields)
        except WrongShape as error:
            raise ModelError(f"a member of this set {error.complaint}") from None
        return fields

    def distance(self, fields: list[Any]) -> Any:
        """0 where a set can hold the value of these fields; else how far the first wrong one is outside, and which."""
        distance: Any = 0
        domains = self.element.domains
        for k, (field, domain) in reversed(list(enumerate(zip(fields, domains, strict=True)))):
            lo, hi = (field.lo, field.hi) if isinstance(field, Expr) else (int(field), int(field))
            for is_outside, bound, far in (
                (lo < domain.lo, domain.lo, lo),
                (hi > domain.hi, domain.hi, hi),
            ):
                if not is_outside:
                    continue
                sign = -1 if far < bound else 1
                by = sign if domain.kind is not NUMBER or abs(far) >= _FAR else field - bound
                wrong: Any = True
                if isinstance(field, Expr):
                    limit = field.graph.const(bound, field.kind)
                    wrong = field.graph.less(*((field, limit) if sign < 0 else (limit, field)))
                distance = merge(wrong, by * len(domains) + k, distance)
        return distance

    def leaves(self, path: str) -> Iterator[Leaf]:
        for member, part in zip(self.members, self.parts, strict=False):
            yield from part.leaves(f"{path}[{self.element.text(member)}]")
        yield from self.parts[-1].leaves(f"{path}.outside")

    def compose(self, parts: list[Any]) -> Any:
        return ValueSet(self, parts[:-1], parts[-1])

    def parts_of(self, value: Any) -> Iterable[Any]:
        if not isinstance(value, ValueSet) or not self.holds_same(value.type):
            raise WrongShape(self, value)
        return *value.flags, value.outside

    def __str__(self) -> str:
        element = self.element
        of = str(element) if isinstance(element, (LeafType, ValueSetType)) else f"a {element.cls.__name__}"
        return f"a set of values, each {of}"


def _are_alike(a: Type, b: Type) -> bool:
    """Whether two types have the same values, also where they are records that were declared twice."""
    same_class = type(a) is type(b) and getattr(a, "cls", None) is getattr(b, "cls", None)
    return a is b or (same_class and a.domains == b.domains)


_FAR = 1 << 40
"""A number whose distance from a domain is not told: it is so large that products of it may need more than 64 bits."""


class _Outside(LeafType):
    """Whether, and which, value was included that a set can't hold. Its one value is 0, and takes no room."""

    def __init__(self, kind: Kind, lo: int, hi: int, element: Type) -> None:
        super().__init__(kind, lo, hi)
        object.__setattr__(self, "_element", element)

    _element: Type

    def refusal(self, path: str, value: int) -> str:
        name, leaves = path.removesuffix(".outside"), self._element.all_leaves
        by, k = divmod(int(value), len(leaves))
        leaf = leaves[k]
        written = leaf.type.value((leaf.lo if by < 0 else leaf.hi) + by)
        what = (
            f"{written!r} into {name}"
            if isinstance(self._element, LeafType)
            else (f"a member into {name} whose {leaf.path} is {written!r}")
        )
        held = leaf.type if isinstance(self._element, LeafType) else f"{leaf.type} there"
        return f"puts {what}, which holds {held}: guard the action, or widen the set"
