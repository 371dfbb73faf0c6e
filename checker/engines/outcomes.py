"""What each action instance of a machine leads to from a state, plain or symbolic: for promises about steps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from tidemark.spec.expressions.context import Context, current
from tidemark.spec.expressions.expression import graph_of
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.types.parts import fields_of, is_lifted, lift_field


def outcomes(machine: Machine, state: Any) -> Iterator[tuple[Any, Any]]:
    """The state after each action instance, and whether the instance is enabled.

    Of a plain state those that are enabled alone.
    """
    for _, _, outcome in machine.outcomes(partial(outcome_of, machine, state)):
        yield outcome


def outcome_of(machine: Machine, state: Any, instance: Instance) -> tuple[Any, Any]:
    """The state after an action instance, and whether the instance is enabled.

    Raises:
        Disabled: it is enabled in no such state.
    """
    lifts, outer = is_lifted(state), current()
    with Context(lifts=lifts, words_of=outer.words_of if outer else None) as context:
        following = machine.run(state, instance)
    enabled: Any = True
    for condition, _ in context.guards:
        enabled = condition & enabled
    if outer:
        outer.orders |= context.orders
    return _lift_state(machine, following, state) if lifts else following, enabled


def _lift_state(machine: Machine, following: Any, state: Any) -> Any:
    """A state after a step, all of it expressions: a plain part of it depends on the step, and is not always there."""
    graph = graph_of(*fields_of(state))
    assert graph
    pairs = zip(fields_of(following), machine.type.domains, strict=True)
    return machine.type.build(iter([lift_field(value, domain, graph) for value, domain in pairs]))
