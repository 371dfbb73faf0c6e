"""Symmetry, derived from the types: what a renaming of interchangeable ids does to a state.

Two states that differ by such a renaming behave alike, so a search may keep one of each class (Ip and Dill's
scalarsets). The same function renames plain states and symbolic ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator
from functools import cache, lru_cache
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.spec.expressions.expression import Expr, is_symbolic
from tidemark.spec.expressions.kinds import Constant
from tidemark.spec.machines.machine import Machine
from tidemark.spec.types.composites import ArrayType, RecordType
from tidemark.spec.types.leaves import LeafType, Type
from tidemark.spec.types.members import ChoiceType, MemberType, NetworkMember
from tidemark.spec.types.merging import merge
from tidemark.spec.types.networks import NetworkType
from tidemark.spec.types.operators import where
from tidemark.spec.types.sequences import SequenceType
from tidemark.spec.types.sets import IdSetType
from tidemark.spec.types.value_sets import ValueSetType

Renaming = dict[str, tuple[int, ...]]
"""For the name of a sort of ids, the new id of each old one."""


def renamings(machine: Machine, kinds: Collection[str] = ()) -> Iterator[Renaming]:
    """Every renaming of ids of these sorts, or of all that are never ordered, but for the one that changes nothing.

    Raises:
        UsageError: the machine orders all its ids.
    """
    kinds = kinds or machine.symmetric_kinds()
    if not kinds:
        ordered = ", ".join(sorted(machine.symbolic.ordered_kinds)) or "none"
        raise UsageError(f"{machine.name} has no symmetry: it asks for the order of its ids ({ordered})")
    orders = (itertools.permutations(range(machine.id_sizes[kind])) for kind in kinds)
    everything = itertools.product(*orders)
    next(everything)
    for permutations in everything:
        yield dict(zip(kinds, permutations, strict=True))


def rename(type: Type, value: Any, renaming: Renaming) -> Any:
    """The value with every id renamed: ids and sets of ids in it, and the places of arrays over ids."""
    match type:
        case RecordType():
            parts = {name: rename(part, getattr(value, name), renaming) for name, part in type.fields.items()}
            return type.new(parts)
        case ArrayType():
            items = [rename(type.element, element, renaming) for element in value.items]
            if type.index.kind.family == "id" and type.index.kind.name in renaming:
                places = renaming[type.index.kind.name]
                items = [items[places.index(new_place)] for new_place in range(len(items))]
            return type.cls(type, tuple(items))
        case SequenceType():
            items = [
                merge(value.length > k, rename(type.element, element, renaming), element)
                for k, element in enumerate(value.items)
            ]
            return type.cls(type, value.length, tuple(items))
        case NetworkType():
            return _rename_network(type, value, renaming)
        case MemberType() if value.message is not None:
            return NetworkMember(value, type, rename(type.network.element, value.message, renaming))
        case ValueSetType():
            return _rename_members(type, value, renaming)
        case ChoiceType():
            return rename(type.whole, value, renaming)
        case IdSetType() if type.kind.name in renaming:
            renamed = type.default
            for old, new in zip(type.members, renaming[type.kind.name], strict=True):
                renamed = where(value.has(old), renamed.including(type.members[new]), renamed)
            return renamed
        case LeafType() if type.kind.family == "id" and type.kind.name in renaming:
            return _rename_id(type, value, renaming[type.kind.name])
        case _:
            return value


def _rename_members(type: ValueSetType, value: Any, renaming: Renaming) -> Any:
    flags = list(value.flags)
    for old_place, new_place in enumerate(move_places(type, tuple(renaming.items()))):
        flags[new_place] = value.flags[old_place]
    return type.compose([*flags, value.outside])


@lru_cache(maxsize=256)
def move_places(type: ValueSetType, renaming: tuple[tuple[str, tuple[int, ...]], ...]) -> tuple[int, ...]:
    """For each place of a set, that of the renamed value. Ids of which a domain has some and not others stay."""
    moved = list[int]()
    for place, member in enumerate(type.members):
        fields = type.fields_of_member(rename(type.element, member, dict(renaming)))
        new_place = type.numbering.number(fields)
        moved.append(place if new_place is None else new_place)
    return tuple(moved)


def _rename_network(type: NetworkType, network: Any, renaming: Renaming) -> Any:
    """The network of the renamed messages, in order again; unused slots keep the default."""
    if not isinstance(network.length, Expr):
        return type.of_members([rename(type.element, message, renaming) for message in network.members])
    before, after = list[Any](), list[Any]()
    messages = [type.unpack(words) for words in network.slots]
    renamed = [rename(type.element, message, renaming) for message in messages]
    for old, new in zip(messages, renamed, strict=True):
        type.element.flatten(old, before)
        type.element.flatten(new, after)
    has_no_ids = all(old is new for old, new in zip(before, after, strict=True))
    return network if has_no_ids else type.in_order(network.length, renamed)


def _rename_id(type: LeafType, value: Any, permutation: tuple[int, ...]) -> Any:
    if not is_symbolic(value):
        return Constant(permutation[int(value)], type.kind) if int(value) >= 0 else value
    renamed: Any = value
    for old_id, new_id in enumerate(permutation):
        if old_id != new_id:
            renamed = where(value == Constant(old_id, type.kind), Constant(new_id, type.kind), renamed)
    return renamed


def make_representative(
    machine: Machine, kinds: Collection[str] = ()
) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """A function that gives, for an encoded state, the one that stands for all that renamings make from it."""
    group = list(renamings(machine, kinds))
    return cache(lambda state: canonical(machine, machine.decode(state), group))


def canonical(machine: Machine, state: Any, group: list[Renaming]) -> tuple[int, ...]:
    """The least of the encoded states that renamings make from this one: the same for its whole class."""
    return min([machine.encode(state), *(machine.encode(rename(machine.type, state, r)) for r in group)])


def has_symmetric_start(machine: Machine, kinds: Collection[str]) -> bool:
    """Whether a renaming of ids of these sorts makes an initial state from each initial state."""
    sizes = {kind: machine.id_sizes[kind] for kind in kinds if machine.id_sizes[kind] > 1}
    every: list[Renaming] = [{kind: new} for kind, size in sizes.items() for new in list_generators(size)]
    return all(
        machine.encode(rename(machine.type, machine.decode(state), renaming)) in machine.initial_states
        for renaming in every
        for state in machine.initial_states
    )


def list_generators(size: int) -> set[tuple[int, ...]]:
    """Two renamings of ids of which every other one is made."""
    return {(1, 0, *range(2, size)), (*range(1, size), 0)}


def encode_first_states(machine: Machine, symmetry: bool) -> list[tuple[int, ...]]:
    """The initial states as a search has them: with symmetry of each class the least that renamings make.

    They need not be closed under renaming: what follows from a renamed initial state is what follows from it, renamed.
    """
    if not symmetry:
        return list(machine.initial_states)
    return list(dict.fromkeys(map(_make_first_representative(machine), machine.initial_states)))


def _make_first_representative(machine: Machine) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """A function that gives what stands for an initial state: the same one where it is the only one of its class."""
    if len(machine.initial_states) == 1 and has_symmetric_start(machine, machine.symmetric_kinds()):
        return lambda state: state
    return make_representative(machine)
