"""One breadth-first search for many sets of faults: all sets of at most n faults, of some kinds.

A state of a family carries what is left of each budget, so it says which faults led to it. Let every budget be n, and
let a step be enabled only if at most n faults have happened after it. Then the states that have spent {two shutdowns}
are those of the search in which exactly two shutdowns may happen, and so for each set. The first state that breaks a
promise after exactly the faults of a set ends a shortest run for that set. What contains a set that is known to break
every promise is not explored: it would break it as well.

For example, `at most 2 of crashes, shutdowns` has six sets: none, one crash, one shutdown, two crashes, ...
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tidemark.checker.analyses.fault_sets import FaultSet
from tidemark.checker.engines.confirmation import confirm
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.search import prepare_search
from tidemark.checker.engines.native.search import search as search_exactly
from tidemark.checker.engines.native.state_query import CONDITIONS, StateQuery
from tidemark.checker.runs.results import Limits, Run, RunStep
from tidemark.spec import all_of, not_, require
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.expressions.model_errors import Disabled, ModelError
from tidemark.spec.families.family import remaining
from tidemark.spec.machines.declarations import Action
from tidemark.spec.machines.machine import Machine


@dataclass(frozen=True)
class Violation:
    """A promise that is broken after exactly these faults, with the number of the state that breaks it."""

    faults: FaultSet
    promise: str
    state: int


class JointSearch:
    """A search of a machine whose budgets are large enough for every set.

    names: the bounds that are budgets of the faults. most: how many faults are spent from them, at most. excluded: sets
    that no explored state contains.
    """

    def __init__(
        self, machine: Machine, names: Collection[str], most: int, excluded: Collection[FaultSet]
    ) -> None:
        self._names = names
        self._initial = machine.decode(machine.initial_states.require_one("`tidemark ask`"))
        actions = [self._limit_faults(action, most, excluded) for action in machine.actions]
        self._machine = replace(machine, actions=actions)
        self._symbolic = self._machine.symbolic  # lifted here, and not beside another search
        self.states, self.seconds = 0, 0.0
        self.stopped: str | None = None
        self.broken: list[str] = []

    def run(self, limits: Limits, threads: int, is_optimized: bool) -> None:
        """Search: `states` is how many there are, `stopped` why it ended early, if it did, `broken` the promises.

        Raises:
            UsageError: there is no memory to begin with.
        """
        kernel = Kernel(self._machine, symmetry=False, effort="full" if is_optimized else "least")
        self._search = prepare_search(self._machine, replace(limits, keep_going=True), threads, kernel=kernel)
        result = self._search.run(None)
        self.states, self.stopped, self.seconds = result.distinct_states, result.stopped, result.seconds
        self.broken = [name for name, verdict in result.promises.items() if verdict.run]

    def _limit_faults(self, action: Action, most: int, excluded: Collection[FaultSet]) -> Action:
        """An action that leads only to states after at most `most` faults, and after none of the excluded sets."""

        @functools.wraps(action.function)
        def function(state: Any, **parameters: Any) -> Any:
            after = action.function(state, **parameters)
            spent = {name: self._spent(after, name) for name in self._names}
            require(sum(spent.values()) <= most, "another fault may happen")
            for faults in excluded:
                has = all_of(spent[name] >= count for name, count in faults.counts)
                require(not_(has), "the faults are not known to break the promise")
            return after

        return replace(action, function=function)

    def _spent(self, state: Any, name: str) -> Any:
        """How often a fault has happened."""
        return remaining(self._initial, name) - remaining(state, name)

    def violations(self, sets: Sequence[FaultSet]) -> Iterator[Violation]:
        """For each promise and each set that breaks it: the first state that breaks it after exactly these faults."""
        symbolic = self._symbolic
        state = self._machine.type.build(iter(symbolic.fields))
        holds = {lifted.promise.name: lifted.holds for lifted in symbolic.promises}
        pairs = [(name, faults) for name in self.broken for faults in sets]
        for begin in range(0, len(pairs), CONDITIONS):
            some = pairs[begin : begin + CONDITIONS]
            conditions = [
                symbolic.graph.conjunction(symbolic.graph.negate(holds[name]), self._is_spent(state, faults))
                for name, faults in some
            ]
            _, _, firsts = StateQuery(self._search, lambda: None, conditions=conditions).mark()
            for (name, faults), first in zip(some, firsts, strict=True):
                if first is not None:
                    yield Violation(faults, name, first)

    def _is_spent(self, state: Any, faults: FaultSet) -> Expr:
        """That exactly these faults have happened."""
        counts = dict(faults.counts)
        is_spent = all_of(self._spent(state, name) == counts.get(name, 0) for name in self._names)
        return self._symbolic.graph.lift(is_spent)

    def run_to(self, violation: Violation, exact: Machine) -> Run:
        """A shortest run to a violation, as one of the machine in which exactly these faults may happen; confirmed.

        Raises:
            Disagreement: the machine's own functions do not confirm it.
        """
        steps = _take_again(exact, self._search.way_to(violation.state))
        run = steps and Run(exact, violation.promise, steps)
        run = run or search_exactly(exact).promises[violation.promise].run
        assert run, f"{violation.promise} holds if other faults are impossible"
        confirm(run, violation.promise)
        return run


def _take_again(machine: Machine, steps: Sequence[RunStep]) -> list[RunStep] | None:
    """A run's steps, taken by another machine with the same actions; None if a step is named otherwise there, as a
    message is by its place in the network.
    """
    instances = {instance.key: instance for instance in machine.instances}
    first = machine.initial_states.first
    state, again = machine.decode(first), [RunStep(None, first)]
    for step in steps[1:]:
        assert step.instance is not None
        try:
            instance = instances[step.instance.key]
            state = machine.run(state, instance)
            again.append(RunStep(instance, machine.encode(state, instance)))
        except (KeyError, Disabled, ModelError):
            return None
    return again
