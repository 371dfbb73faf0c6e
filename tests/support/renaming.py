"""What a renaming of ids must not change, tried in random states of a machine: a proof of it is compared with that."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tidemark.checker.runs.results import State
from tidemark.spec import Machine
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.machines.machine import OutOfRange
from tidemark.spec.machines.symbolic import Instance
from tidemark.spec.machines.symmetry import Renaming, rename


def states(machine: Machine, count: int) -> Iterator[Any]:
    """Random states of the whole domain, as `read` gives them: unused places hold the default."""
    draw = random.Random(0)
    for _ in range(count):
        flat = tuple(draw.randint(leaf.lo, leaf.hi) for leaf in machine.leaves)
        yield machine.type.read(machine.type.show(machine.decode(flat)), "")


def is_seen(machine: Machine, renaming: Renaming, count: int = 20) -> bool:
    """Whether a promise, or all instances of an action together, do something else in one of these states."""
    return any(
        _differs(machine, state, rename(machine.type, state, renaming), renaming)
        for state in states(machine, count)
    )


def _differs(machine: Machine, state: Any, other: Any, renaming: Renaming) -> bool:
    if any(bool(one.function(state)) != bool(one.function(other)) for one in machine.promises):
        return True
    return _after(machine, state, renaming) != _after(machine, other, {})


def _after(machine: Machine, state: Any, renaming: Renaming) -> set[tuple[str, State | str]]:
    """What each action leads to, renamed."""
    return {
        (instance.action.name, after)
        for instance in machine.instances
        if (after := _next(machine, state, instance, renaming))
    }


def _next(machine: Machine, state: Any, instance: Instance, renaming: Renaming) -> State | str | None:
    try:
        following = machine.run(state, machine.with_messages(state, instance))
        machine.encode(following, instance)
        return machine.encode(rename(machine.type, following, renaming))
    except Disabled:
        return None
    except OutOfRange:
        return "outside a domain"
