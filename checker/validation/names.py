"""Bindings: which value of the model each name of the real system is. They are part of what the search ranges over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.engines.symmetry.renaming import obstacles
from tidemark.checker.validation.narrowing import Numbers, both
from tidemark.spec.logs.names import Binding, Names, Unbound, domain_of
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symmetry import has_symmetric_start
from tidemark.spec.types.leaves import LeafType

MOST_VALUES = 1_000_000
"""Values of the model that a name may be bound to: the search tries each."""


def check_fixed_values(machine: Machine, all_names: list[Names]) -> None:
    """Refuse values given beforehand that the machine does not have.

    Raises:
        UsageError: there is one.
    """
    for names in all_names:
        type = domain_of(machine, names)
        for real, value in names.given.items():
            if isinstance(value, bool) or not isinstance(value, int) or not type.lo <= int(value) <= type.hi:
                raise UsageError(f"the map gives {real!r} the value {value!r}, which is not {type}")


class Binder:
    """Which bindings follow from one when a real value appears.

    Raises:
        UsageError: names are said to be alike, and the machine tells them apart.
    """

    def __init__(self, machine: Machine, all_names: list[Names]) -> None:
        self._machine, self._names = machine, all_names
        for names in all_names:
            if names.alike and (reason := tells_apart(machine, domain_of(machine, names))):
                raise UsageError(f"the map says that the names of {names.domain} are alike, and {reason}")

    def following(self, binding: Binding, new: Unbound, numbers: Numbers | None = None) -> Iterator[Binding]:
        """The bindings in which the new value is bound too, in the order of the model's values, each when it is read.

        numbers: those of which each may be tried; None if few of all will be read. Of names that are alike, the first
        free one stands for all; on a ring only as long as no id is bound.

        Raises:
            UsageError: the model has too few values, or too many to try each.
        """
        names, real = new.names, new.real
        type = domain_of(self._machine, names)
        bound_values = {value for number, _, value in binding if number == names.number} | set(
            names.given.values()
        )
        lo = max(type.lo, 0) if type.kind.family == "id" else type.lo
        if len(bound_values) > type.hi - lo:
            raise UsageError(
                f"{real!r} is one more than the {type.kind.name or 'number'} values of {self._machine.name}, which "
                f"are {len(bound_values)}: raise the bound, or bind it to one of them"
            )
        every = range(lo, type.hi + 1)
        values: Numbers = every
        if names.increasing:
            values = both(every, self._between(binding, names, real, every))
        if numbers is not None:
            values = both(values, numbers)
        size = values.stop - values.start if isinstance(values, range) else len(values)
        if numbers is not None and size > MOST_VALUES:
            raise UsageError(
                f"{real!r} may be any of {size:,} values, and at most {MOST_VALUES:,} are tried: name a "
                "narrower type, or let the map say which it is, as in .after(lambda s: s.term == number)"
            )
        free: Iterable[int] = (
            value
            for value in (values if isinstance(values, range) else sorted(values))
            if value not in bound_values
        )
        if names.alike:
            used_ids, candidates = self._find_used_ids(binding, type), list(free)
            fresh = [value for value in candidates if value not in used_ids]
            is_ring = self._machine.id_groups[type.kind.name].is_ring
            tried = fresh if is_ring and used_ids else fresh[:1]
            free = [value for value in candidates if value in used_ids] + tried
        return (binding | {(names.number, real, value)} for value in free)

    def _find_used_ids(self, binding: Binding, type: LeafType) -> set[int]:
        """The ids of a sort that some name is bound to, of these names or of others."""
        same = {n.number for n in self._names if domain_of(self._machine, n).kind == type.kind}
        return {value for number, _, value in binding if number in same}

    def _between(self, binding: Binding, names: Names, real: Any, values: range) -> range:
        """The values of the model that keep the order of the real ones."""
        others = [(r, v) for number, r, v in binding if number == names.number] + list(names.given.items())
        try:
            least = max((v + 1 for r, v in others if r < real), default=values.start)
            return range(least, min((v for r, v in others if not r < real), default=values.stop))
        except TypeError:
            raise UsageError(
                f"{real!r} is compared with values of another type: read it as a number"
            ) from None


def tells_apart(machine: Machine, type: LeafType) -> str:
    """By what a machine tells the ids of a sort apart; empty where they are interchangeable."""
    kind = type.kind.name
    obstacle_of = obstacles(machine) if type.kind.family == "id" else {}
    if kind not in obstacle_of:
        return f"{machine.name} compares them by their order"
    if obstacle := obstacle_of[kind]:
        return f"{obstacle.what} of {machine.name} tells them apart"
    if not has_symmetric_start(machine, [kind]):
        return f"the initial state of {machine.name} tells them apart"
    return ""


def describe_binding(binding: Binding, machine: Machine, all_names: list[Names]) -> str:
    """Which id each name is bound to, but for those given beforehand."""
    real_names = {
        (domain_of(machine, names).kind.name or "number", value): real
        for names in all_names
        for number, real, value in binding
        if number == names.number
    }
    return ", ".join(
        f"{sort} {value} is {real}" for (sort, value), real in sorted(real_names.items(), key=str)
    )


def name_ids(binding: Binding, machine: Machine, all_names: list[Names]) -> dict[tuple[str, int], Any]:
    """The real name of each id that is bound, by its sort and number."""
    real_names: dict[tuple[str, int], Any] = {}
    for names in all_names:
        type = domain_of(machine, names)
        if type.kind.family == "id":
            real_names |= {(type.kind.name, value): real for real, value in names.given.items()}
            real_names |= {(type.kind.name, v): real for number, real, v in binding if number == names.number}
    return real_names
