"""Symmetry, derived from the types: what a renaming of interchangeable ids does to a state.

Two states that differ by such a renaming behave alike, so a search may keep one of each class (Ip and Dill's
scalarsets). The same function renames plain states and symbolic ones. Which state stands for a class, `CanonicalForm`
says: renamings are tried where they are few, and many ids are sorted where that is enough.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from math import prod
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.spec.expressions.expression import Expr, is_symbolic
from tidemark.spec.expressions.kinds import Constant, Kind
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.sorted_ids import has_keys, key_of
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
FEWEST_SORTED = 7
"""Ids of a sort that are sorted where they can be. Of fewer all renamings are tried: it takes a fifth of a second to
compile those of six ids, two seconds those of seven, and 43 s and a GiB of memory those of eight (a label of each id,
and an owner).
"""
MOST_RENAMINGS = 40_320
"""Renamings that a search may try for each state: those of eight ids."""


@dataclass(frozen=True)
class CanonicalForm:
    """How the state that stands for a class is found, of those that renamings of ids make from each other.

    by_order: the sorts whose ids are put in the order of their keys (`sorted_ids`).
    by_trial: the sorts whose renamings are tried: of all states that they make, each put in order, the least is taken.
    """

    by_trial: tuple[str, ...]
    by_order: tuple[str, ...]

    @classmethod
    def of(cls, machine: Machine, kinds: Collection[str] = ()) -> CanonicalForm:
        """That of the states of a machine under the renamings of ids of these sorts, or of all that have any.

        Raises:
            UsageError: none have any.
        """
        kinds, chosen = kinds or _require_kinds(machine), list[str]()
        for kind in kinds:
            group = machine.id_groups[kind]
            if group.is_ring or group.size < FEWEST_SORTED or not has_keys(machine.type, kind, chosen):
                continue
            if all(has_keys(machine.type, other, (kind,)) for other in chosen):
                chosen.append(kind)
        return cls(tuple(kind for kind in kinds if kind not in chosen), tuple(chosen))

    def count_renamings(self, machine: Machine) -> int:
        """How many renamings are tried, with the one that changes nothing."""
        return prod(machine.id_groups[kind].order for kind in self.by_trial)

    def list_renamings(self, machine: Machine) -> list[Renaming]:
        """The renamings that are tried, but for the one that changes nothing."""
        return list(renamings(machine, self.by_trial)) if self.by_trial else []


def renamings(machine: Machine, kinds: Collection[str] = ()) -> Iterator[Renaming]:
    """Every renaming of ids of these sorts, or of all that have any, but for the one that changes nothing.

    Raises:
        UsageError: the machine orders all its ids.
    """
    kinds = kinds or _require_kinds(machine)
    everything = itertools.product(*(machine.id_groups[kind] for kind in kinds))
    next(everything)
    for permutations in everything:
        yield dict(zip(kinds, permutations, strict=True))


def _require_kinds(machine: Machine) -> list[str]:
    """The sorts of ids that have renamings.

    Raises:
        UsageError: there are none.
    """
    if kinds := machine.symmetric_kinds():
        return kinds
    ordered = ", ".join(sorted({kind for kind, _ in machine.symbolic.orders})) or "none"
    raise UsageError(f"{machine.name} has no symmetry: it asks for the order of its ids ({ordered})")


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
    form = CanonicalForm.of(machine, kinds)
    tried = [{}, *form.list_renamings(machine)]

    def find_representative(encoded: tuple[int, ...]) -> tuple[int, ...]:
        state = machine.decode(encoded)
        renamed = (rename(machine.type, state, renaming) if renaming else state for renaming in tried)
        return min(machine.encode(sort_ids(machine, one, form.by_order)) for one in renamed)

    return cache(find_representative)


def sort_ids(machine: Machine, state: Any, kinds: Collection[str]) -> Any:
    """A plain state in which the ids of these sorts are in the order of their keys."""
    renaming: Renaming = {}
    for kind in kinds:
        sort = Kind("id", kind, machine.id_sizes[kind])
        keys = [tuple(map(int, key_of(machine.type, state, sort, number))) for number in range(sort.size)]
        in_order = sorted(range(sort.size), key=keys.__getitem__)
        renaming[kind] = tuple(map(in_order.index, range(sort.size)))
    return rename(machine.type, state, renaming) if renaming else state


def has_symmetric_start(machine: Machine, kinds: Collection[str]) -> bool:
    """Whether a renaming of ids of these sorts makes an initial state from each initial state."""
    every: list[Renaming] = [{kind: new} for kind in kinds for new in machine.id_groups[kind].generators()]
    return all(
        machine.encode(rename(machine.type, machine.decode(state), renaming)) in machine.initial_states
        for renaming in every
        for state in machine.initial_states
    )


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
