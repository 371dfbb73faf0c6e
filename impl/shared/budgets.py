"""Budgets of faults: how a family declares one as a bound, and how a state pays from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from tidemark.spec import At, Bound, Fault, Record, unspent


def fault_budget(summary: str, default: int, high: int, fault: Fault) -> Bound[int]:
    """The bound of how often a fault may happen, from never on."""
    return Bound(summary, default, 0, high, role="budget", fault=fault)


class StateWithBudget(Record):
    """A state whose field `budget` has the faults that are left; a family declares it with the faults that it has."""

    if TYPE_CHECKING:
        budget: Any

    def spend(self, **amounts: int) -> Self:
        """This state after a step has paid for its faults."""
        remaining = {name: getattr(self.budget, name) - amount for name, amount in amounts.items()}
        return self.but(budget=self.budget.but(**remaining))


def with_full_budget(empty: StateWithBudget, _at: At) -> Any:
    """The initial state of a family whose fields all begin with their defaults, apart from the budget."""
    return empty.but(budget=unspent(empty.budget))
