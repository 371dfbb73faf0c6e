"""Whether a machine does the same with renamed ids: shown on its expressions, for every state of its domain.

The expressions of an action are written again for the renamed ids: each field is the one that stands in its place,
and each id that they name is the new one. They must be equal to those of the same action with renamed arguments.
Nothing is tried in examples: a function that names one id in particular, in whatever way and however seldom, is found.

A network is renamed in place here, its messages not sorted again. No protocol sees their order: only the operations of
networks depend on it, on both sides alike. Messages are therefore lifted as expressions, also where all their fields
are plain: the bits of a message do not say which of them are an id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from operator import itemgetter, ne
from typing import Any

from tidemark.checker.engines.solver.equality import EqualityProver, Equation, NormalForms
from tidemark.checker.engines.solver.walker import compute_bottom_up
from tidemark.checker.engines.symmetry.canonical import (
    build_canonical_condition,
    build_domain_condition,
    find_non_canonical,
)
from tidemark.checker.runs.results import State
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import WORD, Kind
from tidemark.spec.machines.declarations import Action, Promise
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance, Symbolic, SymbolicAction
from tidemark.spec.machines.symmetry import Renaming, move_places, rename
from tidemark.spec.types.composites import ArrayType
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.members import ChoiceType, number_of
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.parts import PartsType
from tidemark.spec.types.representation import find_sequences_and_networks
from tidemark.spec.types.sequences import SequenceType
from tidemark.spec.types.value_sets import ValueSetType

SECONDS = 20.0
"""How long z3 may think about the expressions of one sort of ids."""


class _Messages(ExpressionGraph):
    """A graph in which a word stays what it is made of, and its interval does not tell what that is."""

    def __init__(self) -> None:
        super().__init__()
        self.packing = self

    def join(self, word: Expr, value: Expr, lo: int, hi: int) -> Expr:
        bits = (hi - lo).bit_length()
        return self._node(
            "join", (word, value), WORD, word.lo << bits, (word.hi << bits) + hi - lo, (lo, bits)
        )


@dataclass(frozen=True)
class _SequenceElement:
    """A place of a sequence: the number of the field that is the sequence's length, and which place."""

    length: int
    number: int


class RenamedExpressions:
    """The expressions of a machine, written for ids of one sort that are renamed.

    A renaming leaves what an unused place of a sequence holds as it is: the default, which may be id 0. So `log[0]` is
    `where(log.length > 0, log[0], 1)` once ids 0 and 1 have changed places.
    """

    def __init__(self, machine: Machine, symbolic: Symbolic, kind: str, new: tuple[int, ...]) -> None:
        self._graph, self._kind, self._new = symbolic.graph, kind, new
        self._sources = list(_sources(machine.type, kind, new, count()))
        """For each field, the number of the one whose renamed value stands there."""
        self._bare = dict(zip(self._sources, symbolic.fields, strict=True))
        self._places = _find_places(machine, kind)
        self._fields = dict(self._bare)
        for number, at in self._places.items():
            default = self._graph.const(new[0], self._bare[number].kind)
            self._fields[number] = self._choose_default_where_free(
                at, self._bare[at.length], self._bare[number], default
            )
        self._rewritten: dict[int, Expr] = {}

    def of(self, expression: Expr) -> Expr:
        """An expression, written again."""
        return compute_bottom_up(self._rewritten, expression, self._rename)

    def rename_fields(self, fields: Sequence[Expr]) -> list[Expr]:
        """What stands in each field after the renaming of the state with these fields."""
        return [self._rename_field(fields, number) for number in self._sources]

    def _rename_field(self, fields: Sequence[Expr], number: int) -> Expr:
        at, written = self._places.get(number), fields[number]
        if at is None:
            return self.of(written)
        length = fields[at.length]
        if written.op == length.op == "field":
            before = self._places.get(written.args[0])
            if before == _SequenceElement(
                length.args[0], at.number
            ):  # this sequence, or another one, as it was before
                return self._bare[written.args[0]]
        default = self._graph.const(0, written.kind)
        return self._choose_default_where_free(at, self.of(length), self.of(written), default)

    def _choose_default_where_free(
        self, at: _SequenceElement, length: Expr, held: Expr, default: Expr
    ) -> Expr:
        used = self._graph.less(self._graph.const(at.number, length.kind), length)
        return self._graph.ite(used, held, default)

    def _rename(self, node: Expr) -> Expr:
        if node.op == "const":
            return self._graph.const(self._value(node.args[0], node.kind), node.kind)
        if node.op == "field":
            return self._fields[node.args[0]]
        operands = [self._rewritten[operand.number] for operand in node.args if isinstance(operand, Expr)]
        return self._graph.rebuild(node, operands)

    def _value(self, value: int, kind: Kind) -> int:
        if kind.name == self._kind and kind.family == "id" and value >= 0:
            return self._new[value]
        if kind.name == self._kind and kind.family == "set":
            return sum(1 << self._new[i] for i in range(kind.size) if value >> i & 1)
        return value


def _sources(type: Type, kind: str, new: tuple[int, ...], numbers: Iterator[int]) -> Iterator[int]:
    if not isinstance(type, PartsType):
        yield from (next(numbers) for _ in type.leaves(""))
        return
    parts = [list(_sources(part, kind, new, numbers)) for part in type.parts]
    moved: Sequence[int] = ()
    if isinstance(type, ValueSetType):
        moved = (*move_places(type, ((kind, new),)), len(parts) - 1)
    elif _is_indexed_by(type, kind):
        moved = new
    if moved:
        parts = [part for _, part in sorted(zip(moved, parts, strict=True), key=itemgetter(0))]
    for part in parts:
        yield from part


def _find_places(machine: Machine, kind: str) -> dict[int, _SequenceElement]:
    """For the number of each field that holds an id of the sort in a place of a sequence, where that is.

    A field that may be `none` is not among them: its default is `none`, which no renaming changes.
    """
    places = {}
    for type, first in find_sequences_and_networks(machine.type):
        if isinstance(type, SequenceType):
            size = len(type.element.domains)
            for number in range(first + 1, first + 1 + size * type.places):
                if _is_id(machine.leaves[number].type, kind):
                    places[number] = _SequenceElement(first, (number - first - 1) // size)
    return places


@dataclass(frozen=True)
class Obstacle:
    """Why it is not shown that the ids of a sort are interchangeable.

    what: what tells them apart, or seems to, as in *the action grab()*. place: `file:line` of it, if it has one.
    outside: `file:line` of a read outside a sequence or an array in it, which gives the default, id 0.
    breaks_form: whether it may leave a state that is not canonical, in which case nothing is shown.
    """

    what: str
    place: str = ""
    outside: str = ""
    breaks_form: bool = False


def _find_in_types(machine: Machine, kind: str) -> Obstacle | None:
    """A field whose domain has some ids and not others, or a message whose bits do not tell which ids it is about."""
    for leaf in machine.leaves:
        if not _treats_ids_alike(leaf.type, kind):
            return Obstacle(f"the field {leaf.path}")
    for name, field in machine.type.fields.items():
        if _has_part(field, lambda part: isinstance(part, ValueSetType) and _lacks_places(part, kind)):
            return Obstacle(f"a set in the field {name}")
    for element in (network.element for network in _networks(machine.type)):
        if _has_part(element, lambda part: _is_indexed_by(part, kind) or _has_places_for(part, kind)):
            return Obstacle(f"a message with a place for each {kind}")
        if _has_part(element, lambda part: isinstance(part, SequenceType) and _has_id_by_default(part, kind)):
            return Obstacle(f"a message with a sequence of {kind} ids that are not Optional")
    return None


def _treats_ids_alike(type: LeafType, kind: str) -> bool:
    """Whether a field holds no ids of a sort, or the default one, or any of them."""
    if type.kind.name != kind or type.kind.family not in ("id", "set"):
        return True
    every = type.kind.size - 1 if type.kind.family == "id" else (1 << type.kind.size) - 1
    return type.lo <= 0 and type.hi in (min(type.lo, 0), every)


def _lacks_places(type: ValueSetType, kind: str) -> bool:
    """Whether a set has no place for some value that a renaming of ids of the sort makes from a possible member."""
    is_partial = any(
        domain.lo == domain.hi > -1 or not _treats_ids_alike(domain, kind)
        for domain in type.element.domains
        if domain.kind.name == kind and domain.kind.family == "id" and domain.kind.size > 1
    )
    return is_partial or _has_part(
        type.element, lambda part: isinstance(part, ValueSetType) and _lacks_places(part, kind)
    )


def _networks(type: Type) -> Iterator[NetworkType]:
    return (part for part, _ in find_sequences_and_networks(type) if isinstance(part, NetworkType))


def _has_part(type: Type, fits: Callable[[Type], bool]) -> bool:
    """Whether a type, or that of a part of its values, fits."""
    return fits(type) or any(_has_part(part, fits) for part in getattr(type, "parts", ()))


def _is_indexed_by(type: Type, kind: str) -> bool:
    """Whether values of a type are arrays with an element for each id of the sort."""
    return isinstance(type, ArrayType) and (type.index.kind.family, type.index.kind.name) == ("id", kind)


def _has_places_for(type: Type, kind: str) -> bool:
    """Whether values of a type are sets with a place for each value that has such an id in it."""
    return isinstance(type, ValueSetType) and kind in {held.name for held in type.place_kinds}


def _has_id_by_default(type: Type, kind: str) -> bool:
    """Whether the default of a type, or of the elements in its values, has an id of the sort."""
    return _has_part(type, lambda part: isinstance(part, LeafType) and _is_id(part, kind))


def _is_id(type: LeafType, kind: str) -> bool:
    """Whether a type has the ids of the sort, and not `none`, so that its default is one of them."""
    return (type.kind.family, type.kind.name) == ("id", kind) and type.lo == 0 < type.hi


def obstacles(machine: Machine) -> dict[str, Obstacle | None]:
    """For each sort of ids that has renamings, what is not the same after one of them; None where all is.

    Something is named too where nothing can be shown: z3 does not know, or the bits of a message do not tell.
    """
    by_kind = {kind: _find_in_types(machine, kind) for kind in machine.symmetric_kinds()}
    several = [kind for kind, obstacle in by_kind.items() if machine.id_sizes[kind] > 1 and not obstacle]
    if several:
        has_messages = any(True for _ in _networks(machine.type))
        symbolic = machine.lift(_Messages()) if has_messages else machine.symbolic
        if why := find_non_canonical(machine, symbolic):
            return by_kind | dict.fromkeys(several, Obstacle(*why, breaks_form=True))
        by_kind |= {kind: _obstacle(machine, symbolic, kind) for kind in several}
    return by_kind


def _obstacle(machine: Machine, symbolic: Symbolic, kind: str) -> Obstacle | None:
    forms = NormalForms()
    doubts = [
        doubt
        for new in machine.id_groups[kind].generators()
        for doubt in _Renaming(machine, symbolic, forms, kind, new).doubts()
    ]
    if not doubts:
        return None
    prover = EqualityProver(
        symbolic.graph, machine.leaves, build_canonical_condition(machine, symbolic), SECONDS
    )
    for doubt in doubts:
        if not prover.are_equal(doubt.pairs):
            outside = _find_read_outside(machine, doubt.of, prover.witness, kind) if prover.witness else ""
            return Obstacle(doubt.what, doubt.place, outside)
    return None


def _find_read_outside(machine: Machine, of: Promise | Action, state: State, kind: str) -> str:
    """`file:line` where a promise or an action reads an id of the sort outside a sequence or an array in a state."""
    value = machine.decode(state)
    instances = [instance for instance in machine.instances if instance.action is of]
    calls = [partial(machine.run, value, instance) for instance in instances] or [partial(of.function, value)]
    for call in calls:
        with Context(outside=[]) as context, suppress(Exception):  # perhaps no run comes to this state
            call()
        for element, line in context.outside or ():
            if _has_id_by_default(element, kind):
                return line
    return ""


@dataclass(frozen=True)
class _Doubt:
    """A promise or an action that may not be the same after a renaming, and what must be equal if it is."""

    of: Promise | Action
    what: str
    pairs: list[Equation]

    @property
    def place(self) -> str:
        """`file:line` of its function."""
        return self.of.place


class _Renaming:
    """One renaming of the ids of one sort."""

    def __init__(
        self, machine: Machine, symbolic: Symbolic, forms: NormalForms, kind: str, new: tuple[int, ...]
    ) -> None:
        self._machine, self._symbolic, self._forms = machine, symbolic, forms
        self._renamed = RenamedExpressions(machine, symbolic, kind, new)
        self._renaming = {kind: new}
        self._of_ids: dict[tuple[Any, ...], list[SymbolicAction]] = {}
        for action in symbolic.actions:
            self._of_ids.setdefault(self._ids(action.instance, {}), []).append(action)

    def doubts(self) -> Iterator[_Doubt]:
        """The promises and actions whose renamed expressions have another form."""
        true = self._symbolic.graph.true
        for promise in self._symbolic.promises:
            expressions = [
                expression for expression in (promise.holds, promise.condition) if expression is not None
            ]
            if pairs := self._unlike(
                (self._renamed.of(expression), expression, true) for expression in expressions
            ):
                yield _Doubt(promise.promise, f"the promise {promise.promise.name}", pairs)
        for action in self._symbolic.actions:
            if pairs := min(map(partial(self._differences, action), self._twins(action)), key=len):
                yield _Doubt(action.instance.action, f"the action {action.instance}", pairs)

    def _ids(self, instance: Instance, renaming: Renaming) -> tuple[Any, ...]:
        """An action's name, and those of its arguments that are ids, or have several parts, renamed."""
        domains = {name: self._machine.domains[domain] for name, domain in instance.action.parameters.items()}
        ids = [
            number_of(rename(domains[name], argument, renaming))
            for name, argument in instance.arguments.items()
            if domains[name].kind.family in ("id", "set") or isinstance(domains[name], ChoiceType)
        ]
        return (instance.action.name, *ids)

    def _twins(self, action: SymbolicAction) -> list[SymbolicAction | None]:
        """The instances with the renamed ids: any may do what this one does, for a number may say which ids are meant.

        None if there is none that ever happens.
        """
        twins = self._of_ids.get(self._ids(action.instance, self._renaming), [])
        rest = action.instance.key
        return [*sorted(twins, key=lambda twin: sum(map(ne, twin.instance.key, rest)))] or [None]

    def _differences(self, action: SymbolicAction, twin: SymbolicAction | None) -> list[Equation]:
        graph, renamed = self._symbolic.graph, self._renamed
        guard = twin.guard if twin else graph.false
        guards = [(renamed.of(action.guard), guard, graph.true)]
        if twin is None:
            return self._unlike(guards)
        moved = renamed.rename_fields(action.fields)
        written = list(zip(moved, twin.fields, strict=True))
        equations = self._unlike([*guards, *((left, right, guard) for left, right in written)])
        if not equations:
            return []
        # A write outside a domain is an error of the model: what else is written then does not matter.
        leaves = self._machine.leaves
        fits, twin_fits = (build_domain_condition(graph, fields, leaves) for fields in (moved, twin.fields))
        where = graph.conjunction(guard, twin_fits)
        in_domains = (fits, twin_fits, guard)
        return self._unlike([*guards, in_domains, *((left, right, where) for left, right in written)])

    def _unlike(self, pairs: Iterable[tuple[Expr, Expr, Expr]]) -> list[Equation]:
        forms = self._forms
        return [Equation(*pair) for pair in pairs if forms.of(pair[0]) != forms.of(pair[1])]
