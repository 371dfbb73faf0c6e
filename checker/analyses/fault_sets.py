"""Sets of faults, and in which order they are looked at.

A set says how often each fault may happen: two crashes and a controlled shutdown. Fault-tree analysis calls a smallest
one that breaks a promise a minimal cut set (W. E. Vesely et al., *Fault Tree Handbook*, NUREG-0492, 1981).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from tidemark.spec.families.bounds import Bound


@dataclass(frozen=True)
class FaultKind:
    """A fault as a bound has it: how often it may happen, and the words for a number of them."""

    bound: Bound[Any]

    @property
    def most(self) -> int:
        """How often it may happen at most. A setting makes it possible or not."""
        return 1 if self.bound.choices else self.bound.high - self.bound.low

    @property
    def rarity(self) -> int:
        """How rare it is, 1 for what happens all the time."""
        return self.bound.words.rarity

    def value(self, count: int) -> Any:
        """The value of the bound at which it may happen that often: what is below the least value is no fault."""
        if not self.bound.choices:
            return self.bound.low + count
        words = self.bound.words
        return words.choice if count else words.otherwise or self.bound.default

    def describe(self, count: int) -> str:
        """The clause that says that it happens so often: `two processes crash`."""
        return self.bound.words.describe(count)


def kinds_of(bounds: Sequence[Bound[Any]], fixed: Mapping[str, Any]) -> dict[str, FaultKind]:
    """The faults among some bounds, by name, without those that a user has fixed."""
    return {bound.name: FaultKind(bound) for bound in bounds if bound.is_fault and bound.name not in fixed}


@dataclass(frozen=True)
class FaultSet:
    """How often each fault may happen, by the names of the bounds, in the family's order; 0 is left out."""

    counts: tuple[tuple[str, int], ...] = ()

    @property
    def size(self) -> int:
        """How many faults may happen."""
        return sum(count for _, count in self.counts)

    @property
    def names(self) -> frozenset[str]:
        """The bounds whose faults may happen."""
        return frozenset(name for name, _ in self.counts)

    def cost(self, kinds: Mapping[str, FaultKind]) -> int:
        """The rarities of its faults together. A larger set costs more."""
        return sum(count * kinds[name].rarity for name, count in self.counts)

    def has(self, faults: FaultSet) -> bool:
        """Whether all that may happen by another set may happen by this one."""
        counts = dict(self.counts)
        return all(counts.get(name, 0) >= count for name, count in faults.counts)

    def only(self, names: frozenset[str]) -> FaultSet:
        """Its faults of these names."""
        return FaultSet(tuple((name, count) for name, count in self.counts if name in names))

    def without(self, names: frozenset[str]) -> FaultSet:
        """Its faults of other names."""
        return self.only(self.names - names)

    def values(self, kinds: Mapping[str, FaultKind]) -> dict[str, Any]:
        """The value of each fault's bound."""
        counts = dict(self.counts)
        return {name: kind.value(counts.get(name, 0)) for name, kind in kinds.items()}

    def smaller(self) -> Iterator[FaultSet]:
        """The sets with one fault less."""
        for k, (name, count) in enumerate(self.counts):
            less = ((name, count - 1),) if count > 1 else ()
            yield FaultSet((*self.counts[:k], *less, *self.counts[k + 1 :]))

    def describe(self, kinds: Mapping[str, FaultKind]) -> str:
        """What happens, in words."""
        parts = [kinds[name].describe(count) for name, count in self.counts]
        if len(parts) < 2:
            return parts[0] if parts else "nothing fails"
        return f"{', '.join(parts[:-1])} and {parts[-1]}"


NOTHING = FaultSet()


def sets_of(kinds: Mapping[str, FaultKind], most: int) -> list[FaultSet]:
    """All sets of at most so many of these faults, smaller ones first, then those that cost less."""
    sets = []
    for size in range(most + 1):
        for names in combinations_with_replacement(kinds, size):
            counts = {name: names.count(name) for name in dict.fromkeys(names)}
            if all(count <= kinds[name].most for name, count in counts.items()):
                sets.append(FaultSet(tuple(counts.items())))
    return sorted(sets, key=lambda faults: (faults.size, faults.cost(kinds)))


def minimal(sets: Sequence[FaultSet]) -> list[FaultSet]:
    """The sets that contain no other one of them."""
    return [
        faults for faults in sets if not any(faults != smaller and faults.has(smaller) for smaller in sets)
    ]
