"""The symbolic form of an action with thousands of instances: traced once, with symbolic parameters.

    def begin(s: Ring, a: Value, b: Value) -> Ring:
        require(not_(s.has_begun), …)              guards: [not has_begun]
        return s.but(a=a, b=b, has_begun=True)     fields: [parameter 0, parameter 1, true]

The form of an instance is this with constants for the parameters. Where Python decides by a parameter (`if a == b:`),
the action has no such form, and each instance is traced by itself, as it is where instances are few: constants fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import prod
from typing import Any

from tidemark.base.authors import is_shipped
from tidemark.spec.expressions.evaluation import nodes_below
from tidemark.spec.expressions.expression import Expr, ExpressionGraph
from tidemark.spec.machines.enumeration import ActionInstances
from tidemark.spec.machines.symbolic import Guards, Instance, SymbolicAction
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.members import MemberType

FEWEST = 256
"""Instances of an action that is traced once for all of them."""


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

    @cached_property
    def conditions(self) -> list[Expr]:
        """The conjunction of the guards that read the first k parameters, and no later one, for each k from 0 on."""
        conditions = [self.graph.true for _ in range(len(self.parameters) + 1)]
        places = {p.number: k for k, p in enumerate(self.parameters, 1) if p.constant is None}
        for guard, _ in self.guards:
            last = max((places.get(node.number, 0) for node in nodes_below([guard])), default=0)
            conditions[last] = self.graph.conjunction(conditions[last], guard)
        return conditions

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
        graph, chosen = self.graph, dict[int, Expr]()
        for type, parameter, argument in zip(
            self.types, self.parameters, instance.arguments.values(), strict=True
        ):
            plain = list[Any]()
            type.flatten(argument, plain)
            chosen[parameter.number] = graph.const(plain[0], parameter.kind)
        for node in nodes_below([*(guard for guard, _ in self.guards), *self.fields]):
            if node.number not in chosen:
                operands = [chosen[a.number] for a in node.args if isinstance(a, Expr)]
                chosen[node.number] = graph.rebuild(node, operands)
        guards = [(chosen[guard.number], why) for guard, why in self.guards]
        return guards, [chosen[field.number] for field in self.fields]


def find_form(
    group: ActionInstances,
    graph: ExpressionGraph,
    trace: Callable[[Instance], tuple[Guards, list[Expr]]],
) -> ActionForm | None:
    """The form of an action with many instances; None where it has none.

    Only an author's function, which is watched for what a symbolic value can't refuse, is traced so.

    trace: gives the guards of an instance and the fields of the state after it.
    """
    types = list(group.types.values())
    if len(group.instances) < FEWEST or is_shipped(group.action.function):
        return None
    if any(isinstance(domain, MemberType) for domain in types):
        return None
    parameters = [graph.parameter(domain.kind, domain.lo, domain.hi) for domain in types]
    symbols = [domain.build(iter([node])) for domain, node in zip(types, parameters, strict=True)]
    try:
        guards, fields = trace(Instance(group.action, dict(zip(group.types, symbols, strict=True))))
    except Exception:  # each instance is traced by itself then, and what is wrong is reported
        return None
    return ActionForm(graph, group.instances, types, parameters, guards, fields)
