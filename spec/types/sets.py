"""Sets of ids: one field, a bit mask when a machine runs and an expression in its symbolic form."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NoReturn

from tidemark.spec.expressions.expression import Expr, ExpressionGraph, is_symbolic
from tidemark.spec.expressions.kinds import Constant, Identity, Kind, Number, Truth
from tidemark.spec.expressions.model_errors import ModelError, show_value
from tidemark.spec.types.leaves import LeafType, WrongShape, type_of

MOST_MEMBERS = 31
"""The ids that a set may have: it is a number of a state, and those stay below 2^31."""


class SetType(LeafType):
    """A set of ids."""

    def __init__(self, identity: LeafType, empty: bool = False) -> None:
        identity = type_of(identity, "what a set is of")
        if not isinstance(identity, LeafType):
            raise ModelError(
                "a set holds ids: write Network.of(record, most) for a set of records, which has send, discard and has"
            )
        if identity.kind.family != "id":
            raise ModelError(
                f"IdSet.of() takes an id type, not {identity.kind}: write Array.of(index, Bool()) for a set of numbers"
            )
        size = identity.kind.size
        if size > MOST_MEMBERS:
            raise ModelError(
                f"a set has at most {MOST_MEMBERS} ids, which are the bits of one number, and there are {size} "
                f"{identity.kind.name} ids: write Array.of(…, Bool()), indexed by the ids"
            )
        super().__init__(Kind("set", identity.kind.name, size), 0, 0 if empty else (1 << size) - 1)

    @cached_property
    def default(self) -> IdSet:
        return IdSet(self, 0)

    @cached_property
    def members(self) -> tuple[Any, ...]:
        """Every id that could be a member."""
        kind = Kind("id", self.kind.name, self.kind.size)
        return tuple([Constant(i, kind) for i in range(self.kind.size)])

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

    def show(self, value: Any) -> Any:
        return [i for i in range(self.kind.size) if value.mask >> i & 1]

    def text(self, value: Any) -> str:
        return "{" + ", ".join(map(str, self.show(value))) + "}"

    def read(self, data: Any, path: str) -> IdSet:
        whole = range(self.kind.size)
        if not isinstance(data, list) or any(type(i) is not int or i not in whole for i in data):
            raise ValueError(
                f"{path} is {data!r}, which is not a list of {self.kind.name} ids below {self.kind.size}"
            )
        return IdSet(self, sum(1 << i for i in set(data)))


class IdSet:
    """A set of ids: a bit mask when run, an expression when symbolic.

    >>> members = IdSet.of(Id("member", 3)).default.including(2)
    >>> members.size(), members.has(0)
    (1, False)
    """

    __slots__ = ("mask", "type")

    def __init__(self, type: SetType, mask: Any) -> None:
        self.type, self.mask = type, mask

    @staticmethod
    def of(identity: LeafType) -> SetType:
        """The type of the sets of such ids."""
        return SetType(identity)

    @staticmethod
    def empty_of(identity: LeafType) -> SetType:
        """The type of the empty set of such ids. A field of it takes no room in a state."""
        return SetType(identity, empty=True)

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

    def has(self, member: Identity) -> Truth:
        """Whether the id is a member; `none` never is."""
        lifted = self._graph(member)
        if lifted is None:
            return int(member) >= 0 and bool(self.mask >> int(member) & 1)
        is_member: Truth = lifted[0].has(lifted[1], member)
        return is_member

    def including(self, member: Identity) -> IdSet:
        """This set with the id."""
        if lifted := self._graph(member):
            return self._with(lifted[0].insert(lifted[1], member))
        return self._with(self.mask | 1 << int(member)) if int(member) >= 0 else self

    def excluding(self, member: Identity) -> IdSet:
        """This set without the id."""
        if lifted := self._graph(member):
            return self._with(lifted[0].remove(lifted[1], member))
        return self._with(self.mask & ~(1 << int(member))) if int(member) >= 0 else self

    def __or__(self, right: IdSet) -> IdSet:
        if lifted := self._graph(right.mask):
            return self._with(lifted[0].combine("union", lifted[1], right.as_expression(lifted[0])))
        return self._with(self.mask | right.mask)

    def __sub__(self, right: IdSet) -> IdSet:
        if lifted := self._graph(right.mask):
            return self._with(lifted[0].combine("minus", lifted[1], right.as_expression(lifted[0])))
        return self._with(self.mask & ~right.mask)

    def is_only(self, member: Identity) -> Truth:
        """Whether the id is the one and only member."""
        return self == self._with(0).including(member)

    def is_empty(self) -> Truth:
        """Whether there is no member."""
        return self == self._with(0)

    def everyone(self) -> IdSet:
        """The set of all ids of this sort."""
        return self._with((1 << self.type.kind.size) - 1)

    def size(self) -> Number:
        """How many members there are."""
        size: Number = self.mask.graph.size(self.mask) if is_symbolic(self.mask) else self.mask.bit_count()
        return size

    def ids(self) -> list[Identity]:
        """Every id that could be a member: what a promise loops over."""
        return list(self.type.members)

    def __eq__(self, right: object) -> Truth:
        if not isinstance(right, IdSet):
            raise ModelError(
                f"a set of ids is compared with {show_value(right)}: compare it with another set, or use .has(id)"
            )
        lifted = self._graph(right.mask)
        same: Truth = (
            lifted[0].eq(lifted[1], right.as_expression(lifted[0])) if lifted else self.mask == right.mask
        )
        return same

    def __ne__(self, right: object) -> Truth:
        same = self == right
        return same.graph.negate(same) if is_symbolic(same) else not same

    # What Python asks of its own sets. The answer depends on the state, but Python needs it at once.

    def __contains__(self, member: object) -> NoReturn:
        raise ModelError("`in` has no symbolic form: write set.has(id)")

    def __bool__(self) -> NoReturn:
        raise ModelError("a set of ids is no condition: write set.is_empty(), or not_(set.is_empty())")

    def __len__(self) -> NoReturn:
        raise ModelError("len() of a set of ids has no symbolic form: write set.size()")

    def __iter__(self) -> NoReturn:
        raise ModelError(
            "a set of ids can't be looped over: loop over set.ids(), and ask set.has(id) of each"
        )

    def __hash__(self) -> NoReturn:
        raise ModelError("a set of ids can't be in a set of Python's, or a key: compare it with ==")

    def __repr__(self) -> str:
        return (
            "{" + ", ".join(map(str, self.type.show(self))) + "}"
            if isinstance(self.mask, int)
            else repr(self.mask)
        )
