"""Which sets of faults are searched together, and in which order.

A *scope* has all sets of at most n faults, of the faults that are at most so rare, at one size. Few faults, ordinary
ones and small sizes come first. A scope waits until all sets with one fault less were searched, so that a set that
breaks a promise there is minimal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from tidemark.checker.analyses.fault_sets import FaultKind, FaultSet, sets_of

LARGE = 3
"""How many times larger the cost of a scope is at the next size."""
MORE_FAULTS = 10.0
"""How many times longer a search takes with one fault more: a guess."""
QUICK = 2.0
"""Seconds of a search that may take the place of one of its parts."""


@dataclass(frozen=True)
class Scope:
    """Sets of faults that are searched together.

    names: faults that are spent from a budget, any number of each. chosen: faults of the initial state, as a setting
    is, which all these sets have. most: how many faults a set has at most. step: the number of the size.
    """

    names: frozenset[str]
    chosen: FaultSet
    most: int
    step: int

    def covers(self, faults: FaultSet) -> bool:
        """Whether it has a set."""
        return faults.size <= self.most and faults.without(self.names) == self.chosen

    def includes(self, scope: Scope) -> bool:
        """Whether it has all sets of another scope, at the same size."""
        return (self.step, self.chosen) == (scope.step, scope.chosen) and self.is_beyond(scope)

    def is_beyond(self, scope: Scope) -> bool:
        """Whether it has all sets of another scope, at the same size or a larger one."""
        return (
            self.step >= scope.step
            and self.most >= scope.most
            and self.names >= scope.names
            and self.chosen.has(scope.chosen)
        )

    def with_a_fault_less(self) -> list[Scope]:
        """The scopes that have all subsets of its largest sets."""
        least = [self.chosen] if self.most > self.chosen.size else []
        return [self._of(chosen) for chosen in (*least, *self.chosen.smaller())]

    def _of(self, chosen: FaultSet) -> Scope:
        most = self.most - 1
        return Scope(self.names if most > chosen.size else frozenset(), chosen, most, self.step)


@dataclass(frozen=True)
class ScopeSearch:
    """A scope that was searched, with the number of states, the seconds, and why it ended early if it did."""

    scope: Scope
    states: int
    seconds: float
    stopped: str | None = None


class SearchPlan:
    """The scopes of a question that are still to be searched.

    budgets: the faults that are spent from a budget. is_settled: whether a set is known to break every promise.
    """

    def __init__(
        self,
        kinds: Mapping[str, FaultKind],
        budgets: Collection[str],
        most: int,
        steps: int,
        is_settled: Callable[[FaultSet], bool],
    ) -> None:
        self._kinds, self._is_settled = kinds, is_settled
        self._waiting = self._scopes(budgets, most, steps)
        self._begun: list[Scope] = []
        self._ended: list[ScopeSearch] = []

    def _scopes(self, budgets: Collection[str], most: int, steps: int) -> list[Scope]:
        """Every scope. Those of the fewest faults have all names, since it hardly matters how many these are."""
        others = {name: kind for name, kind in self._kinds.items() if name not in budgets}
        rarities = sorted({self._kinds[name].rarity for name in budgets})
        groups = [frozenset(n for n in budgets if self._kinds[n].rarity <= rarity) for rarity in rarities]
        scopes = list[Scope]()
        for step in range(steps):
            for chosen in sets_of(others, most):
                scopes.append(Scope(frozenset(), chosen, chosen.size, step))
                for size in range(chosen.size + 1, most + 1):
                    widest = groups[-1:] if size == chosen.size + 1 else groups
                    scopes += [Scope(names, chosen, size, step) for names in widest]
        return scopes

    def note(self, search: ScopeSearch) -> None:
        """Note that a search has ended."""
        self._begun.remove(search.scope)
        self._ended.append(search)

    def next(self) -> tuple[Scope, float] | None:
        """The scope to search next, and the seconds that it will probably take; None if what is left waits for others,
        which are searched or ended early.
        """
        self._waiting = [
            scope
            for scope in self._waiting
            if not self._is_settled(scope.chosen)
            and not any(s.scope.is_beyond(scope) and s.scope.chosen == scope.chosen for s in self._whole())
        ]
        ready = [
            scope
            for scope in self._waiting
            if self._is_ready(scope) and not any(begun.includes(scope) for begun in self._begun)
        ]
        if not ready:
            return None
        scope = min(ready, key=self._cost)
        quick = [s for s in ready if s.includes(scope) and self._seconds(s) <= QUICK]
        scope = max(quick, key=lambda s: len(s.names), default=scope)
        self._waiting.remove(scope)
        self._begun.append(scope)
        return scope, self._seconds(scope)

    def _whole(self) -> Iterator[ScopeSearch]:
        return (search for search in self._ended if not search.stopped)

    def _is_ready(self, scope: Scope) -> bool:
        """Whether all sets with a fault less were searched, or are known to break every promise."""
        return all(
            self._is_settled(less.chosen) or any(search.scope.includes(less) for search in self._whole())
            for less in scope.with_a_fault_less()
        )

    def _cost(self, scope: Scope) -> int:
        """The largest cost of its sets, more for a larger size. A single fault of any kind costs no more than one."""
        rarity = max((self._kinds[name].rarity for name in (*scope.names, *scope.chosen.names)), default=0)
        cost = scope.most * rarity if scope.most > 1 else scope.most
        return cost * int(LARGE**scope.step)

    def _seconds(self, scope: Scope) -> float:
        """How long a scope will take, guessed from the longest search of sets with a fault less."""
        less = scope.with_a_fault_less()
        ended = [s.seconds for s in self._whole() if any(s.scope.includes(part) for part in less)]
        return MORE_FAULTS * max(ended, default=0.0)
