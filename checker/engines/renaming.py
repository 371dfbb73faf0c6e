"""Whether a machine does the same with renamed ids: shown on its expressions, for every state of its domain.

The expressions of an action are written again for the renamed ids: each field is the one that stands in its place,
and each id that they name is the new one. They must be equal to those of the same action with renamed arguments.
Nothing is tried in examples: a function that names one id in particular, in whatever way and however seldom, is found.

A network is renamed in place here, its messages not sorted again. No protocol sees their order: only the operations of
networks depend on it, on both sides alike. Messages are therefore lifted as expressions, also where all their fields
are plain: the bits of a message do not say which of them are an id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from operator import ne
from typing import Any

from tidemark.checker.engines.equality import Difference, NormalForms, Prover
from tidemark.checker.engines.walker import worked_out
from tidemark.spec.composites import ArrayType
from tidemark.spec.expression import Expr, Graph
from tidemark.spec.kinds import WORD, Kind
from tidemark.spec.machine import Machine
from tidemark.spec.networks import NetworkType, is_canonical
from tidemark.spec.parts import PartsType
from tidemark.spec.symbolic import Instance, Symbolic, SymbolicAction
from tidemark.spec.symmetry import Renaming, rename
from tidemark.spec.types import Type

SECONDS = 20.0
"""How long z3 may think about the expressions of one sort of ids."""


class _Messages(Graph):
    """A graph in which a word stays what it is made of, and its interval does not tell what that is."""

    def __init__(self) -> None:
        super().__init__()
        self.packing = self

    def join(self, word: Expr, value: Expr, lo: int, hi: int) -> Expr:
        bits = (hi - lo).bit_length()
        return self._node(
            "join", (word, value), WORD, word.lo << bits, (word.hi << bits) + hi - lo, (lo, bits)
        )


class RenamedExpressions:
    """The expressions of a machine, written for ids of one sort that are renamed."""

    def __init__(self, machine: Machine, symbolic: Symbolic, kind: str, new: tuple[int, ...]) -> None:
        self._graph, self._kind, self._new = symbolic.graph, kind, new
        self.sources = list(_sources(machine.type, kind, new, count()))
        """For each field, the number of the one whose renamed value stands there."""
        self._fields = dict(zip(self.sources, symbolic.fields, strict=True))
        self._known: dict[int, Expr] = {}

    def of(self, expression: Expr) -> Expr:
        """An expression, written again."""
        return worked_out(self._known, expression, self._renamed)

    def _renamed(self, node: Expr) -> Expr:
        graph = self._graph
        if node.op == "const":
            return graph.const(self._value(node.args[0], node.kind), node.kind)
        if node.op == "field":
            return self._fields[node.args[0]]
        args = [self._known[a.number] for a in node.args if isinstance(a, Expr)]
        match node.op:
            case "join":
                lo, bits = node.args[2:]
                return graph.join(args[0], args[1], lo, lo + (1 << bits) - 1)
            case "part":
                shift, bits, lo, hi = node.args[1:]
                return graph.part(args[0], shift, bits, node.kind, lo, hi)
            case "union" | "minus":
                return graph.combine(node.op, *args)
            case "and":
                return graph.conjunction(*args)
            case "or":
                return graph.disjunction(*args)
            case "not":
                return graph.negate(*args)
            case "lt":
                return graph.less(*args)
            case _:
                made: Expr = getattr(graph, node.op)(*args)
                return made

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
    if isinstance(type, ArrayType) and (type.index.kind.family, type.index.kind.name) == ("id", kind):
        parts = [parts[new.index(place)] for place in range(len(parts))]
    for part in parts:
        yield from part


def _domains_that_tell_apart(machine: Machine, kind: str) -> str:
    """A field whose domain has some ids and not others, or a message with a place for each id; empty if none does."""
    for leaf in machine.leaves:
        if leaf.kind.name == kind and leaf.kind.family in ("id", "set"):
            every = leaf.kind.size - 1 if leaf.kind.family == "id" else (1 << leaf.kind.size) - 1
            if leaf.lo > 0 or leaf.hi not in (min(leaf.lo, 0), every):
                return f"the field {leaf.path}"
    if any(_has_array(network.element, kind) for network in _networks(machine.type)):
        return f"a message with a place for each {kind}"
    return ""


def _networks(type: Type) -> Iterator[NetworkType]:
    if isinstance(type, NetworkType):
        yield type
    for part in getattr(type, "parts", ()):
        yield from _networks(part)


def _has_array(type: Type, kind: str) -> bool:
    """Whether a value of the type has a part for each id."""
    if isinstance(type, ArrayType) and type.index.kind.family == "id" and type.index.kind.name == kind:
        return True
    return any(_has_array(part, kind) for part in getattr(type, "parts", ()))


def obstacles(machine: Machine) -> dict[str, str]:
    """For each sort of ids that is never ordered, what depends on which of them it is; empty where nothing does.

    Something is named too where nothing can be shown: z3 does not know, or a message has a place for each id.
    """
    found = {kind: _domains_that_tell_apart(machine, kind) for kind in machine.symmetric_kinds()}
    several = [kind for kind, known in found.items() if machine.id_sizes[kind] > 1 and not known]
    if several:
        symbolic = machine.lifted(_Messages()) if machine.has_networks else machine.symbolic
        found |= {kind: _obstacle(machine, symbolic, kind) for kind in several}
    return found


def _obstacle(machine: Machine, symbolic: Symbolic, kind: str) -> str:
    size = machine.id_sizes[kind]
    generators = {(1, 0, *range(2, size)), (*range(1, size), 0)}  # every renaming is made of these two
    forms = NormalForms()
    doubts = [
        d for new in sorted(generators) for d in _Renaming(machine, symbolic, forms, kind, new).doubts()
    ]
    if not doubts:
        return ""
    graph = symbolic.graph
    possible = graph.lift(is_canonical(machine.type, machine.type.build(iter(symbolic.fields))))
    prover = Prover(graph, machine.leaves, possible, SECONDS)
    return next((doubt.what for doubt in doubts if not prover.are_equal(doubt.pairs)), "")


@dataclass(frozen=True)
class _Doubt:
    """A promise or an action that may not be the same after a renaming, and what must be equal if it is."""

    what: str
    pairs: list[Difference]


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
            said = [one for one in (promise.holds, promise.condition) if one is not None]
            if pairs := self._unlike((self._renamed.of(one), one, true) for one in said):
                yield _Doubt(f"the promise {promise.promise.name}", pairs)
        for action in self._symbolic.actions:
            if pairs := min(map(partial(self._differences, action), self._twins(action)), key=len):
                yield _Doubt(f"the action {action.instance}", pairs)

    def _ids(self, instance: Instance, renaming: Renaming) -> tuple[Any, ...]:
        """An action's name, and those of its arguments that are ids, renamed."""
        domains = {name: self._machine.domains[domain] for name, domain in instance.action.parameters.items()}
        ids = [
            int(rename(domains[name], argument, renaming))
            for name, argument in instance.arguments.items()
            if domains[name].kind.family == "id"
        ]
        return (instance.action.name, *ids)

    def _twins(self, action: SymbolicAction) -> list[SymbolicAction | None]:
        """The instances with the renamed ids: any may do what this one does, for a number may say which ids are meant.

        None if there is none that ever happens.
        """
        found = self._of_ids.get(self._ids(action.instance, self._renaming), [])
        rest = action.instance.key
        return [*sorted(found, key=lambda one: sum(map(ne, one.instance.key, rest)))] or [None]

    def _differences(self, action: SymbolicAction, twin: SymbolicAction | None) -> list[Difference]:
        graph, renamed = self._symbolic.graph, self._renamed
        guard = twin.guard if twin else graph.false
        guards = [(renamed.of(action.guard), guard, graph.true)]
        if twin is None:
            return self._unlike(guards)
        moved = [renamed.of(action.fields[k]) for k in renamed.sources]
        written = list(zip(moved, twin.fields, strict=True))
        found = self._unlike([*guards, *((one, other, guard) for one, other in written)])
        if not found:
            return []
        # A write outside a domain is an error of the model: what else is written then does not matter.
        fits, where = self._fits(moved), graph.conjunction(guard, self._fits(twin.fields))
        said = [
            *guards,
            (fits, self._fits(twin.fields), guard),
            *((one, other, where) for one, other in written),
        ]
        return self._unlike(said)

    def _fits(self, fields: list[Expr]) -> Expr:
        """Whether what is written is in the domains of the fields."""
        graph, fits = self._symbolic.graph, self._symbolic.graph.true
        for field, leaf in zip(fields, self._machine.leaves, strict=True):
            if field.lo < leaf.lo:
                fits = graph.conjunction(
                    fits, graph.negate(graph.less(field, graph.const(leaf.lo, field.kind)))
                )
            if field.hi > leaf.hi:
                fits = graph.conjunction(
                    fits, graph.negate(graph.less(graph.const(leaf.hi, field.kind), field))
                )
        return fits

    def _unlike(self, pairs: Iterable[tuple[Expr, Expr, Expr]]) -> list[Difference]:
        forms = self._forms
        return [Difference(*pair) for pair in pairs if forms.of(pair[0]) != forms.of(pair[1])]
