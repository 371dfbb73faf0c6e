"""Which ids are interchangeable, and in which order a run may therefore use them.

A machine says which sorts of ids it never orders (`Machine.symmetric_kinds`). It may still name one id in
particular, as in `state.seats[0]`, and its types do not show that. So a renaming is tried here before it is
relied on: in random states of the whole domain, renaming before a promise or an action must give the same
result as renaming after it.

An argument that is a message of a network counts as no id in that order, whatever ids the message has. A run keeps its
order of ids under the renaming that gives their first uses as arguments the numbers 0, 1, …; the renamed messages are
then in other slots, and every slot is tried.
"""

from __future__ import annotations

import random
from typing import Any

from tidemark.checker.runs.results import State
from tidemark.spec.errors import Disabled, UsageError
from tidemark.spec.machine import Instance, Machine, OutOfRange
from tidemark.spec.symmetry import Renaming, rename

TRIED_STATES = 24
"""In how many random states each renaming is tried."""


def interchangeable(machine: Machine, initially: bool = True) -> dict[str, int]:
    """The sorts of ids, with their sizes, that can be renamed in the machine (and in its initial state)."""
    first = machine.encode(machine.initial)
    found = {}
    for kind in machine.symmetric_kinds():
        size = machine.id_sizes[kind]
        generators = [{kind: order} for order in ((1, 0, *range(2, size)), (*range(1, size), 0)) if size > 1]
        starts = all(machine.encode(rename(machine.type, machine.initial, g)) == first for g in generators)
        if (starts or not initially) and all(_commutes(machine, g) for g in generators):
            found[kind] = size
    return found


def require_interchangeable(machine: Machine) -> None:
    """Refuse symmetry where an action or a promise names one id in particular, which its types do not show.

    Raises:
        UsageError: renaming the ids changes what the machine does.
    """
    renamed = interchangeable(machine, initially=False)
    for kind in machine.symmetric_kinds():
        if kind not in renamed:
            raise UsageError(
                f"{machine.name} names one {kind} id in particular, so renaming them changes it: leave out --symmetry"
            )


def _commutes(machine: Machine, renaming: Renaming) -> bool:
    """Whether renaming commutes with every promise and action, in random states."""
    draw = random.Random(0)
    instances = machine.instances
    for _ in range(TRIED_STATES):
        state = machine.type.read(_random_state(machine, draw), "")
        other = rename(machine.type, state, renaming)
        if any(bool(p.function(state)) != bool(p.function(other)) for p in machine.promises):
            return False
        for instance in draw.sample(instances, min(len(instances), 40)):
            try:
                before = machine.with_messages(state, instance)
            except Disabled:
                continue  # its message is in neither network
            after = Instance(instance.action, _rename_arguments(machine, before, renaming))
            if _after(machine, state, before, renaming) != _after(machine, other, after, {}):
                return False
    return True


def _rename_arguments(machine: Machine, instance: Instance, renaming: Renaming) -> dict[str, Any]:
    return {
        name: rename(machine.domains[domain], instance.arguments[name], renaming)
        for name, domain in instance.action.parameters.items()
    }


def _random_state(machine: Machine, draw: random.Random) -> Any:
    """A state of the domain, as `read` takes it."""
    flat = tuple(draw.randint(leaf.lo, leaf.hi) for leaf in machine.leaves)
    return machine.type.show(machine.decode(flat))


def _after(machine: Machine, state: Any, instance: Instance, renaming: Renaming) -> State | str:
    """The next state, renamed; or why there is none."""
    try:
        following = machine.run(state, instance)
        machine.encode(following, instance)
        return machine.encode(rename(machine.type, following, renaming))
    except Disabled:
        return "disabled"
    except OutOfRange:
        return "out of range"


def ids_of(machine: Machine, instance: Instance, kind: str) -> list[int]:
    """The ids of one sort among the arguments of an instance, in order."""
    domains = instance.action.parameters
    kinds = {name: machine.domains[domain].kind for name, domain in domains.items()}
    return [
        int(value)
        for name, value in instance.arguments.items()
        if kinds[name].family == "id" and kinds[name].name == kind and int(value) >= 0
    ]


def needed_before(ids: list[int]) -> int:
    """How many ids must have been used before an action with these arguments, so that ids appear in order."""
    for used in range(max(ids, default=-1) + 2):
        count = used
        for i in ids:
            if i > count:
                break
            count = max(count, i + 1)
        else:
            return used
    raise AssertionError("enough ids used always suffice")
