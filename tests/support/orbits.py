"""What symmetry must give, counted without it: every state of a machine, and which are renamed ones of others.

Written for the tests alone, from the JSON of states: it uses neither the language's renaming nor any engine.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tidemark.spec import Machine
from tidemark.spec.expressions.context import Context
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.machines.machine import OutOfRange
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.sequences import SequenceType
from tidemark.spec.types.sets import IdSetType
from tidemark.spec.types.value_sets import ValueSetType

Order = dict[str, tuple[int, ...]]
"""The new id of each old one, by the name of the sort."""


@dataclass
class Space:
    """All states of a machine, and what is true of them.

    orbits: how many states are left where those that a renaming makes from each other count once.
    depth: the number of states on the longest of the shortest runs to one of each orbit.
    lengths: for each promise that a state breaks, the number of states on the shortest run to one.
    met: the promises whose condition arises. outside: how long the shortest run to a write outside a domain is.
    """

    states: list[Any] = field(default_factory=list)
    orbits: int = 0
    depth: int = 0
    lengths: dict[str, int] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)
    outside: int | None = None
    too_large: bool = False


def space(machine: Machine, most: int, kinds: list[str]) -> Space:
    """Every state, breadth first, unless there are more than `most`."""
    found, level, length = Space(), list(map(machine.decode, machine.initial_states)), 0
    seen, every, orbits = {key(machine, s, {}) for s in level}, orders(machine, kinds), dict[str, int]()
    while level:
        length += 1
        found.states += level
        for state in level:
            orbits.setdefault(min(key(machine, state, order) for order in every), length)
        following = []
        for state in level:
            _judge(machine, state, found, length)
            try:
                after = [one for _, one in steps(machine, state)]
            except OutOfRange:
                found.outside = length
                return found
            for one in after:
                if (named := key(machine, one, {})) not in seen:
                    seen.add(named)
                    following.append(one)
        if len(seen) > most:
            found.too_large = True
            return found
        level = following
    found.orbits, found.depth = len(orbits), max(orbits.values())
    return found


def _judge(machine: Machine, state: Any, found: Space, length: int) -> None:
    for promise in machine.promises:
        with Context() as said:
            holds = promise.function(state)
        if not holds:
            found.lengths.setdefault(promise.name, length)
        if not said.conditions or any(said.conditions):
            found.met.add(promise.name)


def steps(machine: Machine, state: Any) -> Iterator[tuple[str, Any]]:
    """The name of each action that is enabled, with a state that it leads to."""
    for instance in machine.instances:
        try:
            after = machine.run(state, instance)
        except Disabled:
            continue
        machine.encode(after, instance)
        yield instance.action.name, after


def orders(machine: Machine, kinds: list[str]) -> list[Order]:
    """Every renaming of the ids of these sorts, around the ring of one that has any; first what changes nothing."""
    rings = {kind for kind, order in machine.symbolic.orders if order == "ring"}

    def ways(kind: str) -> list[tuple[int, ...]]:
        ids = range(machine.id_sizes[kind])
        if kind in rings:
            return [tuple((i + steps) % len(ids) for i in ids) for steps in ids]
        return list(itertools.permutations(ids))

    return [dict(zip(kinds, chosen, strict=True)) for chosen in itertools.product(*map(ways, kinds))]


def key(machine: Machine, state: Any, order: Order) -> str:
    """A text that is the same for equal states alone, of the renamed state."""
    return json.dumps(_renamed(machine.type, machine.type.show(state), order))


def renamed(machine: Machine, state: Any, order: Order) -> Any:
    """The renamed state."""
    return machine.type.read(_renamed(machine.type, machine.type.show(state), order), "")


def _renamed(type: Any, data: Any, order: Order) -> Any:
    match type:
        case RecordType():
            return {name: _renamed(part, data[name], order) for name, part in type.fields.items()}
        case ArrayType():
            items = [_renamed(type.element, item, order) for item in data]
            new = order.get(type.index.kind.name) if type.index.kind.family == "id" else None
            return [items[new.index(place)] for place in range(len(items))] if new else items
        case SequenceType():
            return [_renamed(type.element, item, order) for item in data]
        case NetworkType():
            return sorted((_renamed(type.element, item, order) for item in data), key=json.dumps)
        case ValueSetType():
            moved = (_renamed(type.element, member, order) for member in data)
            shown = [type.element.show(member) for member in type.members]
            return sorted(moved, key=shown.index)
        case IdSetType():
            new = order.get(type.kind.name)
            return sorted(new[one] for one in data) if new else data
        case _:
            new = order.get(type.kind.name) if type.kind.family == "id" else None
            return new[data] if new and data is not None else data


def treats_alike(machine: Machine, states: list[Any], kinds: list[str]) -> bool:
    """Whether in these states, and in those that renamings make from them, renamed states have renamed steps."""
    for state in states:
        for order in orders(machine, kinds)[1:]:
            if _seen(machine, state, order) != _seen(machine, renamed(machine, state, order), {}):
                return False
    return True


def _seen(machine: Machine, state: Any, order: Order) -> Any:
    """What a renaming must keep of a state: what its promises say, and where its steps lead, renamed."""
    told = []
    for promise in machine.promises:
        with Context() as said:
            holds = bool(promise.function(state))
        told.append((holds, not said.conditions or any(said.conditions)))
    try:
        after = {(name, key(machine, one, order)) for name, one in steps(machine, state)}
    except OutOfRange:
        return told, "outside"
    return told, after
