"""The symbolic form of a machine: what its functions give when they are called with symbolic values."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import prod
from typing import Any

from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.evaluation import nodes_below, substitute, values_below
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.expressions.kinds import TRUTH
from tidemark.spec.expressions.model_errors import ModelError, show_value
from tidemark.spec.machines.declarations import Action, Promise
from tidemark.spec.machines.tracing import trace
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.members import argument_text, number_of


@dataclass(frozen=True)
class Instance:
    """An action with one choice of its parameters: what an engine enumerates.

    An argument that is a message of a network is a `Member`: a slot for an engine, the message itself in a run.
    """

    action: Action
    arguments: dict[str, Any]

    @property
    def key(self) -> tuple[Any, ...]:
        """The action's name and the arguments as ints: the same for equal instances of two equal machines."""
        return (self.action.name, *map(number_of, self.arguments.values()))

    def __str__(self) -> str:
        return (
            f"{self.action.name}({', '.join(f'{k}={argument_text(v)}' for k, v in self.arguments.items())})"
        )


Guards = list[tuple[Expr, str]]
"""Conditions that are not decided, each with its reason."""


@dataclass(frozen=True)
class SymbolicAction:
    """The symbolic form of an instance: guards with their reasons, and each field of the next state.

    trace: gives guards and fields, when they are first asked for.
    """

    instance: Instance
    trace: Callable[[], tuple[Guards, list[Expr]]] = field(repr=False)

    @cached_property
    def _form(self) -> tuple[Guards, list[Expr]]:
        return self.trace()

    @property
    def guards(self) -> Guards:
        """Each guard that is not decided, with its reason."""
        return self._form[0]

    @property
    def fields(self) -> list[Expr]:
        """Each field of the next state."""
        return self._form[1]

    @property
    def guard(self) -> Expr:
        """The conjunction of all guards."""
        graph = self.fields[0].graph
        return functools.reduce(graph.conjunction, [guard for guard, _ in self.guards], graph.true)


@dataclass(frozen=True)
class ActionForm:
    """What the instances of an action do, as expressions of a state and of the parameters.

    instances: one for each choice of the parameters, in order: the last parameter changes first.
    types, parameters: the type of each parameter, and its node; that of one possible value is a constant.
    """

    graph: ExpressionGraph
    instances: Sequence[Instance]
    types: Sequence[LeafType]
    parameters: Sequence[Expr]
    guards: Guards
    fields: list[Expr]

    @property
    def action(self) -> Action:
        """The action that all of them are of."""
        return self.instances[0].action

    @property
    def guard(self) -> Expr:
        """The conjunction of all guards."""
        return functools.reduce(self.graph.conjunction, [guard for guard, _ in self.guards], self.graph.true)

    @cached_property
    def _readers(self) -> list[tuple[Expr, list[int]]]:
        """Each guard, and the places of the parameters that it reads, in order."""
        places = {p.number: k for k, p in enumerate(self.parameters) if p.constant is None}
        return [
            (guard, sorted({places[node.number] for node in nodes_below([guard]) if node.number in places}))
            for guard, _ in self.guards
        ]

    @cached_property
    def alone(self) -> list[Expr]:
        """The conjunction of the guards that read a parameter and no other one, for each parameter.

        Each needs to be evaluated once for each value of its parameter, in whatever order the others are chosen.
        """
        alone = [self.graph.true for _ in self.parameters]
        for guard, places in self._readers:
            if len(places) == 1:
                alone[places[0]] = self.graph.conjunction(alone[places[0]], guard)
        return alone

    @cached_property
    def conditions(self) -> list[Expr]:
        """The conjunction of the other guards that read the first k parameters, and no later one: for each k from 0."""
        conditions = [self.graph.true for _ in range(len(self.parameters) + 1)]
        for guard, places in self._readers:
            if len(places) != 1:
                last = places[-1] + 1 if places else 0
                conditions[last] = self.graph.conjunction(conditions[last], guard)
        return conditions

    def enabled_places(self, state: Sequence[int]) -> list[int]:
        """The places among the instances of those that are enabled in a state."""
        allowed = [
            [v for v in range(p.lo, p.hi + 1) if self._holds(guard, state, {p.number: v})]
            for p, guard in zip(self.parameters, self.alone, strict=True)
        ]
        if not all(allowed) or not self._holds(self.conditions[0], state, {}):
            return []
        choices: list[tuple[int, dict[int, int]]] = [(0, {})]
        for p, stride, values, condition in zip(
            self.parameters, self.strides, allowed, self.conditions[1:], strict=True
        ):
            longer = [
                (n + (v - p.lo) * stride, {**chosen, p.number: v}) for n, chosen in choices for v in values
            ]
            choices = [(n, chosen) for n, chosen in longer if self._holds(condition, state, chosen)]
        return [number for number, _ in choices]

    def _holds(self, condition: Expr, state: Sequence[int], chosen: Mapping[int, int]) -> bool:
        return bool(values_below([condition], state, chosen)[condition.number])

    @property
    def strides(self) -> list[int]:
        """How many instances there are to the one with the next value of each parameter."""
        sizes = [parameter.hi - parameter.lo + 1 for parameter in self.parameters]
        return [prod(sizes[k + 1 :]) for k in range(len(sizes))]

    def actions(self) -> Iterator[SymbolicAction]:
        """The symbolic form of each instance; its expressions are made when they are asked for."""
        for instance in self.instances:
            yield SymbolicAction(instance, partial(self._choose, instance))

    def _choose(self, instance: Instance) -> tuple[Guards, list[Expr]]:
        """The guards and the fields for the arguments of an instance."""
        values = dict[int, Expr]()
        for type, parameter, argument in zip(
            self.types, self.parameters, instance.arguments.values(), strict=True
        ):
            plain = list[Any]()
            type.flatten(argument, plain)
            values[parameter.number] = self.graph.const(plain[0], parameter.kind)
        chosen = substitute([*(guard for guard, _ in self.guards), *self.fields], values)
        guards = [(chosen[guard.number], why) for guard, why in self.guards]
        return guards, [chosen[field.number] for field in self.fields]


@dataclass(frozen=True)
class SymbolicPromise:
    """A promise as an expression, and the disjunction of the conditions of its `implies` (None if it has none)."""

    promise: Promise
    holds: Expr
    condition: Expr | None


@dataclass(frozen=True)
class Symbolic:
    """The symbolic form of a machine: expressions over the fields of one state.

    `orders` are what actions and promises ask of the order of ids (`Context.orders`). `forms` has the forms of actions
    with many instances, each by the place of its first instance among `actions`.
    """

    graph: ExpressionGraph
    fields: list[Expr]
    actions: list[SymbolicAction]
    promises: list[SymbolicPromise]
    orders: frozenset[tuple[str, str]]
    forms: Mapping[int, ActionForm] = field(default_factory=dict)

    @cached_property
    def parts(self) -> dict[int, SymbolicAction | ActionForm]:
        """The instances in order, by their places; or in their place a form of many, by that of the first."""
        parts: dict[int, SymbolicAction | ActionForm] = {}
        number = 0
        while number < len(self.actions):
            form = self.forms.get(number)
            parts[number] = form or self.actions[number]
            number += len(form.instances) if form else 1
        return parts


def lift_promise(graph: ExpressionGraph, state: Any, p: Promise) -> tuple[SymbolicPromise, Context]:
    """A promise of a symbolic state as an expression, and the context with what it reported.

    Raises:
        ModelError: it returns no truth value.
    """
    said = Context(lifts=True, words_of=graph.packing)
    holds = trace(p, lambda: p.function(state), said)
    if not isinstance(holds, (bool, Expr)) or (isinstance(holds, Expr) and holds.kind != TRUTH):
        raise ModelError(
            f"the promise {p.name} returns {show_value(holds)}, and must return a truth value", p.place
        )
    conditions = [graph.lift(condition) for condition in said.conditions]
    condition = functools.reduce(graph.disjunction, conditions) if conditions else None
    return SymbolicPromise(p, graph.lift(holds), condition), said


def symbolic_state(
    type: RecordType, graph: ExpressionGraph | None = None
) -> tuple[ExpressionGraph, list[Expr], Any]:
    """A state about which nothing is known: its graph, its flattened fields, and the state itself."""
    graph = graph or ExpressionGraph()
    fields = [graph.field(i, leaf.kind, leaf.lo, leaf.hi) for i, leaf in enumerate(type.leaves(""))]
    return graph, fields, type.build(iter(fields))
