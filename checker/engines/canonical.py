"""Whether every state of a machine is canonical: shown once, and then assumed by proofs about all states.

`tidemark.spec.representation` says what that is. The initial state is looked at; each action is shown to keep it:

- *a sequence*, by cases. `s.log.append(x)` writes length + 1, and to place 1 `where(length == 1, x, s.log[1])`. Let the
  length be 0: the new one is 1, so place 1 is unused, and it holds what it held, the default. Let it be 1: place 1 is
  used. So for every length, for both outcomes of a `where`, and for every place.
- *a network*, by where it comes from: the operations of networks note what they make of which network, and each of them
  keeps the form (the tests ask z3 about the operations themselves).
- *anything else* is a question for z3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tidemark.checker.engines.equality import Difference, Prover
from tidemark.checker.engines.rewriting import written_again
from tidemark.spec.composites import SequenceType
from tidemark.spec.expression import Expr, Graph, worked_out
from tidemark.spec.machine import Machine, Symbolic, SymbolicAction
from tidemark.spec.networks import NetworkType
from tidemark.spec.representation import is_canonical, sequences_and_networks

SECONDS = 20.0
"""How long z3 may think about what is not shown by cases."""


def canonical_fields(machine: Machine, symbolic: Symbolic) -> Expr:
    """That the fields of a state are those of a canonical one."""
    state = machine.type.build(iter(symbolic.fields))
    return symbolic.graph.lift(is_canonical(machine.type, state))


def leaves_form(machine: Machine, symbolic: Symbolic | None = None) -> tuple[str, str] | None:
    """What may make a state that is not canonical, and its `file:line`; None if every state is shown to be."""
    symbolic = symbolic or machine.symbolic
    if not is_canonical(machine.type, machine.initial):
        return "the initial state", ""
    keeping = _Keeping(machine, symbolic)
    doubts = [(action, found) for action in symbolic.actions if (found := keeping.doubts(action))]
    if not doubts:
        return None
    questions = [
        (action.instance, [keeping.question(action, one) for one in found]) for action, found in doubts
    ]
    prover = Prover(symbolic.graph, machine.leaves, canonical_fields(machine, symbolic), SECONDS)
    for instance, asked in questions:
        if not prover.are_equal(asked):
            return f"the action {instance}", instance.action.place
    return None


MOST_CASES = 1_000
"""How many cases are looked at for one sequence that an action writes."""

_Values = tuple[SequenceType | NetworkType, int]
"""A sequence or network in a state: its type, and the number of its first field."""


class _Keeping:
    """What can be shown of an action without z3."""

    def __init__(self, machine: Machine, symbolic: Symbolic) -> None:
        self._symbolic, self._graph = symbolic, symbolic.graph
        self._leaves = machine.leaves
        self._values = list(sequences_and_networks(machine.type))
        self._networks = set[tuple[int, ...]]()
        self._shown: dict[tuple[int, ...], bool] = {}
        self._lengths = dict[int, _Length]()
        for type, first in self._values:
            fields = symbolic.fields[first : first + len(type.domains)]
            if isinstance(type, NetworkType):
                self._networks.add(_numbers(fields))
            elif fields[0].op == "field":
                self._lengths[fields[0].number] = _Length(fields[0], list(_places(type, fields)))

    def doubts(self, action: SymbolicAction) -> list[_Values]:
        """The sequences and networks that are not shown to be canonical after an action."""
        return [value for value in self._values if not self._is_kept(action, *value)]

    def question(self, action: SymbolicAction, value: _Values) -> Difference:
        """That a value is canonical after an action, where that is enabled and writes within all domains."""
        type, first = value
        graph, where = self._graph, action.guard
        for written, leaf in zip(action.fields, self._leaves, strict=True):
            if written.lo < leaf.lo or written.hi > leaf.hi:
                low, high = graph.const(leaf.lo, leaf.kind), graph.const(leaf.hi, leaf.kind)
                fits = graph.conjunction(
                    graph.negate(graph.less(written, low)), graph.negate(graph.less(high, written))
                )
                where = graph.conjunction(where, fits)
        made = type.build(iter(action.fields[first : first + len(type.domains)]))
        return Difference(graph.lift(is_canonical(type, made)), graph.true, where)

    def _is_kept(self, action: SymbolicAction, type: SequenceType | NetworkType, first: int) -> bool:
        span = slice(first, first + len(type.domains))
        written = action.fields[span]
        if all(new is old for new, old in zip(written, self._symbolic.fields[span], strict=True)):
            return True
        key = (id(type), *_numbers(written))
        if key not in self._shown:
            if isinstance(type, NetworkType):
                plain = not any(True for _ in sequences_and_networks(type.element))
                self._shown[key] = plain and self._is_derived(type, written)
            else:
                cases = _Cases(self._graph, self._lengths, iter(range(MOST_CASES)), {})
                self._shown[key] = all(cases.keep(k, written[0], held) for k, held in _places(type, written))
        return self._shown[key]

    def _is_derived(self, type: NetworkType, fields: list[Expr]) -> bool:
        """Whether operations of networks have made a network of those before the step, or of an empty one."""
        while (source := self._graph.derived.get(_numbers(fields))) is not None:
            fields = source
        if _numbers(fields) in self._networks:
            return True
        if all(one.op == "const" for one in fields):
            return bool(is_canonical(type, type.decoded(tuple(one.args[0] for one in fields))))
        chosen = next((one for one in fields if one.op == "ite"), None)
        if chosen is None:
            return False
        return all(
            self._is_derived(
                type,
                [one.args[k] if one.op == "ite" and one.args[0] is chosen.args[0] else one for one in fields],
            )
            for k in (1, 2)
        )


def _numbers(fields: list[Expr]) -> tuple[int, ...]:
    return tuple([one.number for one in fields])


def _places(type: SequenceType, fields: list[Expr]) -> Iterator[tuple[int, list[tuple[Expr, int]]]]:
    """Each place of a sequence, with its fields, and the default of each."""
    default = list[Any]()
    type.element.flatten(type.element.default, default)
    size = len(default)
    for k in range(type.places):
        own = fields[1 + k * size : 1 + (k + 1) * size]
        yield k, list(zip(own, map(int, default), strict=True))


@dataclass(frozen=True)
class _Length:
    """The length of a sequence before a step, and the fields of each of its places, with the default of each."""

    field: Expr
    places: list[tuple[int, list[tuple[Expr, int]]]]


class _Cases:
    """A case: some expressions have a value in it. It is divided until each part shows what is to be shown.

    assumed: the value of an expression, by its number. left: has an element for each case that may still be looked at.
    """

    def __init__(
        self,
        graph: Graph,
        lengths: Mapping[int, _Length],
        left: Iterator[object],
        assumed: Mapping[int, Expr],
    ) -> None:
        self._graph, self._lengths, self._left, self._assumed = graph, lengths, left, assumed
        self._known = dict(assumed)

    def keep(self, place: int, length: Expr, held: Sequence[tuple[Expr, int]]) -> bool:
        """Whether a place is used, or holds the default, once this is written to the length and to the place."""
        if next(self._left, None) is None:
            return False
        length = self._value(length)
        used = self._graph.less(self._graph.const(place, length.kind), length)
        if used is self._graph.true:
            return True
        unused = self._where({used.number: self._graph.false})
        if all(unused._is_default(value, default) for value, default in held):
            return True
        cases = list(self._divided(length))
        return bool(cases) and all(case.keep(place, length, held) for case in cases)

    def _where(self, more: Mapping[int, Expr]) -> _Cases:
        """The same with more that is assumed."""
        return _Cases(self._graph, self._lengths, self._left, {**self._assumed, **more})

    def _divided(self, length: Expr) -> Iterator[_Cases]:
        """The two cases of a condition that a written length depends on; or one for each length before the step."""
        graph, terms = self._graph, [length]
        for term in terms:
            if term.op == "ite":
                yield from (self._where({term.args[0].number: truth}) for truth in (graph.true, graph.false))
                return
            if before := self._lengths.get(term.number):
                for value in range(term.lo, term.hi + 1):
                    unused = chain.from_iterable(held for place, held in before.places if place >= value)
                    defaults = {one.number: graph.const(default, one.kind) for one, default in unused}
                    yield self._where({**defaults, term.number: graph.const(value, term.kind)})
                return
            if term.op in ("add", "sub"):
                terms += term.args

    def _is_default(self, value: Expr, default: int) -> bool:
        """Whether an expression is plainly the default."""
        while value.op == "ite":
            condition = self._value(value.args[0])
            if condition.op != "const":
                return self._is_default(value.args[1], default) and self._is_default(value.args[2], default)
            value = value.args[1 if condition.args[0] else 2]
        return self._value(value).constant == default

    def _value(self, expression: Expr) -> Expr:
        """An expression, written again with what is assumed."""
        return worked_out(self._known, expression, self._written_again)

    def _written_again(self, node: Expr) -> Expr:
        operands = [self._known[one.number] for one in node.args if isinstance(one, Expr)]
        made = written_again(self._graph, node, operands)
        return self._assumed.get(made.number, made)
