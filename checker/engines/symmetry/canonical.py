"""Whether every state of a machine is canonical: shown once, and then assumed by proofs about all states.

`tidemark.spec.types.representation` says what that is. Initial states are looked at; each action is shown to keep it:

- *a sequence*, by cases. `s.log.append(x)` writes length + 1, and to place 1 `where(length == 1, x, s.log[1])`. Let the
  length be 0: the new one is 1, so place 1 is unused, and it holds what it held, the default. Let it be 1: place 1 is
  used. So for every length, for both outcomes of a `where`, and for every place.
- *a network*, by how it was derived: the graph notes to which network an operation was applied, and every operation
  keeps a network canonical (the tests ask z3 about the operations themselves).
- *anything else* is a question for z3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from tidemark.checker.engines.solver.equality import EqualityProver, Equation
from tidemark.checker.engines.solver.walker import compute_bottom_up
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance, Symbolic, SymbolicAction
from tidemark.spec.types.leaves import Leaf
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.representation import find_sequences_and_networks, is_canonical
from tidemark.spec.types.sequences import SequenceType

SECONDS = 20.0
"""How long z3 may think about what is not shown by cases."""
MOST_CASES = 1_000
"""How many cases are looked at for one sequence that an action writes."""

Place = list[tuple[Expr, int]]
"""A place of a sequence: its fields, and the default of each."""


def build_canonical_condition(machine: Machine, symbolic: Symbolic) -> Expr:
    """Whether the fields of a state are those of a canonical one."""
    state = machine.type.build(iter(symbolic.fields))
    return symbolic.graph.lift(is_canonical(machine.type, state))


def build_domain_condition(graph: ExpressionGraph, fields: Sequence[Expr], leaves: Sequence[Leaf]) -> Expr:
    """Whether the values of fields are in their domains."""
    fits = graph.true
    for field, leaf in zip(fields, leaves, strict=True):
        if field.lo < leaf.lo:
            fits = graph.conjunction(fits, graph.negate(graph.less(field, graph.const(leaf.lo, leaf.kind))))
        if field.hi > leaf.hi:
            fits = graph.conjunction(fits, graph.negate(graph.less(graph.const(leaf.hi, leaf.kind), field)))
    return fits


def find_non_canonical(machine: Machine, symbolic: Symbolic | None = None) -> tuple[str, str] | None:
    """What may make a state that is not canonical, and its `file:line`; None if every state is shown to be."""
    symbolic = symbolic or machine.symbolic
    if not all(is_canonical(machine.type, machine.decode(state)) for state in machine.initial_states):
        return "the initial state", ""
    proof, doubts = _Proof(machine, symbolic), list[tuple[Instance, list[Equation]]]()
    for action in symbolic.actions:
        if differences := proof.find_doubts(action):
            doubts.append((action.instance, differences))
    if not doubts:
        return None
    prover = EqualityProver(
        symbolic.graph, machine.leaves, build_canonical_condition(machine, symbolic), SECONDS
    )
    for instance, differences in doubts:
        if not prover.are_equal(differences):
            return f"the action {instance}", instance.action.place
    return None


class _Proof:
    """What can be shown of the actions of a machine without z3."""

    def __init__(self, machine: Machine, symbolic: Symbolic) -> None:
        self._before, self._graph, self._leaves = symbolic.fields, symbolic.graph, machine.leaves
        self._parts = list(find_sequences_and_networks(machine.type))
        self._networks = set[tuple[int, ...]]()
        self._sequences = dict[int, list[Place]]()
        """The places of each sequence before a step, by the number of the field of its length."""
        for type, first in self._parts:
            fields = symbolic.fields[first : first + len(type.domains)]
            if isinstance(type, NetworkType):
                self._networks.add(_key(fields))
            else:
                self._sequences[fields[0].number] = _list_places(type, fields)
        self._shown: dict[tuple[int, ...], bool] = {}

    def find_doubts(self, action: SymbolicAction) -> list[Equation]:
        """What is left to be shown of an action, about each sequence and network that it writes."""
        doubts = []
        for type, first in self._parts:
            span = slice(first, first + len(type.domains))
            written, before = action.fields[span], self._before[span]
            is_changed = any(new is not old for new, old in zip(written, before, strict=True))
            if is_changed and not self._is_canonical_once(type, written):
                after = self._graph.lift(is_canonical(type, type.build(iter(written))))
                is_step = self._graph.conjunction(
                    action.guard, build_domain_condition(self._graph, action.fields, self._leaves)
                )
                doubts.append(Equation(after, self._graph.true, is_step))
        return doubts

    def _is_canonical_once(self, type: SequenceType | NetworkType, fields: list[Expr]) -> bool:
        """The same as `_is_canonical`, asked once of equal fields."""
        key = (id(type), *_key(fields))
        if key not in self._shown:
            self._shown[key] = False  # until it is shown, also where the question comes back to itself
            self._shown[key] = self._is_canonical(type, fields)
        return self._shown[key]

    def _is_canonical(self, type: SequenceType | NetworkType, fields: list[Expr]) -> bool:
        """Whether a sequence or a network that is written is plainly canonical."""
        if isinstance(type, NetworkType):
            is_flat = not list(find_sequences_and_networks(type.element))
            return is_flat and self._comes_from_operations(type, fields)
        case = _Case(self._graph, self._sequences, iter(range(MOST_CASES)), {})
        return all(
            case.keeps(number, fields[0], element)
            for number, element in enumerate(_list_places(type, fields))
        )

    def _comes_from_operations(self, type: NetworkType, fields: list[Expr]) -> bool:
        """Whether a network is the result of operations on one from before the step, or on an empty one."""
        passed = set[tuple[int, ...]]()
        while (key := _key(fields)) not in self._networks and key not in passed:
            passed.add(key)  # what changes nothing leads back to what it was applied to
            if derivation := self._graph.derived.get(key):
                fields = derivation.source
        if key in self._networks:
            return True
        if all(field.op == "const" for field in fields):
            return bool(is_canonical(type, type.decode(tuple(field.args[0] for field in fields))))
        conditions = [field.args[0] for field in fields if field.op == "ite"]
        return bool(conditions) and all(
            self._is_canonical_once(type, [_branch(field, conditions[0], number) for field in fields])
            for number in (1, 2)
        )


def _branch(field: Expr, condition: Expr, number: int) -> Expr:
    """A field where a condition holds (1), or where it does not (2)."""
    return field.args[number] if field.op == "ite" and field.args[0] is condition else field


def _key(fields: list[Expr]) -> tuple[int, ...]:
    return tuple([field.number for field in fields])


def _list_places(type: SequenceType, fields: list[Expr]) -> list[Place]:
    """The places of a sequence with these fields."""
    default = list[Any]()
    type.element.flatten(type.element.default, default)
    size = len(default)
    spans = [slice(first, first + size) for first in range(1, len(fields), size)]
    return [list(zip(fields[span], map(int, default), strict=True)) for span in spans]


class _Case:
    """A case, in which some expressions have a known value. It is divided until each part shows what is to be shown.

    sequences: the places of each sequence before a step, by the number of the field of its length. assumed: the value
    of an expression, by its number. left: has an element for each case that may still be looked at.
    """

    def __init__(
        self,
        graph: ExpressionGraph,
        sequences: Mapping[int, list[Place]],
        budget: Iterator[object],
        assumed: Mapping[int, Expr],
    ) -> None:
        self._graph, self._sequences, self._left, self._assumed = graph, sequences, budget, assumed
        self._evaluated = dict(assumed)

    def keeps(self, number: int, length: Expr, element: Place) -> bool:
        """Whether a place is used, or holds the default, once this is written to the length and to the place."""
        if next(self._left, None) is None:
            return False
        length = self._evaluate(length)
        used = self._graph.less(self._graph.const(number, length.kind), length)
        if used is self._graph.true:
            return True
        unused = self._assume({used.number: self._graph.false})
        if all(unused._is_default(field, default) for field, default in element):
            return True
        cases = list(self._divide(length))
        return bool(cases) and all(case.keeps(number, length, element) for case in cases)

    def _assume(self, assumptions: Mapping[int, Expr]) -> _Case:
        """The part of this case in which more is assumed."""
        return _Case(self._graph, self._sequences, self._left, {**self._assumed, **assumptions})

    def _divide(self, length: Expr) -> Iterator[_Case]:
        """The two cases of a condition that a written length depends on; or one for each length before the step."""
        graph, terms = self._graph, [length]
        for term in terms:
            if term.op == "ite":
                yield from (self._assume({term.args[0].number: truth}) for truth in (graph.true, graph.false))
                return
            if places := self._sequences.get(term.number):
                for value in range(term.lo, term.hi + 1):
                    unused = chain.from_iterable(places[value:])
                    defaults = {field.number: graph.const(default, field.kind) for field, default in unused}
                    yield self._assume({**defaults, term.number: graph.const(value, term.kind)})
                return
            if term.op in ("add", "sub"):
                terms += term.args

    def _is_default(self, value: Expr, default: int) -> bool:
        """Whether an expression is plainly the default."""
        while value.op == "ite":
            condition = self._evaluate(value.args[0])
            if condition.op != "const":
                return self._is_default(value.args[1], default) and self._is_default(value.args[2], default)
            value = value.args[1 if condition.args[0] else 2]
        return self._evaluate(value).constant == default

    def _evaluate(self, expression: Expr) -> Expr:
        """An expression, rewritten with what is assumed."""
        return compute_bottom_up(self._evaluated, expression, self._rewrite)

    def _rewrite(self, node: Expr) -> Expr:
        operands = [self._evaluated[operand.number] for operand in node.args if isinstance(operand, Expr)]
        rewritten = self._graph.rebuild(node, operands)
        return self._assumed.get(rewritten.number, rewritten)
