"""The initial states of a machine: a predicate with the parameters of the function that gives them, or a list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tidemark.checker.export.lowering import NotInTLA, default_of, value_term
from tidemark.checker.export.scope import ModuleScope, comment_of
from tidemark.checker.export.terms import equal, junction, name
from tidemark.checker.export.text import hang
from tidemark.spec.expressions.expression import Expr
from tidemark.spec.machines.initial_states import Initial

MOST_INITIAL_STATES = 2_000
"""How many initial states are written one by one."""


class InitialPredicate:
    """Writes `Init`."""

    def __init__(self, scope: ModuleScope) -> None:
        self._scope = scope

    def lines(self) -> Iterator[str]:
        machine = self._scope.machine
        if not isinstance(machine.initial, Initial):
            yield from ("Init ==", *self._assignments(machine.initial_states.first))
            return
        yield from comment_of(machine.initial)
        try:
            lines = self._traced_initial(machine.initial)
        except Exception as error:  # it may ask Python about its parameters, as it is called with plain ones
            lines = self._listed_initial(error)
        yield from ("Init ==", *lines)

    def _assignments(self, state: tuple[int, ...]) -> Iterator[str]:
        value = self._scope.machine.decode(state)
        for n, variable in self._scope.variables.items():
            t = self._scope.loops.simplify(value_term(self._scope.machine.type.fields[n], getattr(value, n)))
            yield from ("    " + line for line in hang(f"/\\ {variable} = ", self._scope.types.write(t)))

    def _listed_initial(self, error: Exception) -> list[str]:
        states = self._scope.machine.initial_states
        if len(states) > MOST_INITIAL_STATES:
            raise NotInTLA(
                f"{self._scope.machine.name} has {len(states):,} initial states, which Python tells apart: {error}"
            )
        return [line for s in states for line in hang("    \\/ ", [x[4:] for x in self._assignments(s)])]

    def _traced_initial(self, initial: Initial) -> list[str]:
        machine, types = self._scope.machine, self._scope.domains(initial)
        default = machine.type.default

        def call(arguments: dict[str, Any]) -> list[Expr]:
            return machine.flatten_symbolic(initial.function(default, **arguments), None, self._scope.graph)

        cases, lowering = self._scope.trace(initial, call, types)
        before = {n: default_of(machine.type.fields[n]) for n in self._scope.variables}
        lines = list[str]()
        for case in cases:
            guards = [lowering.term(guard) for guard, _ in case.guards]
            values = self._scope.next_values(case.outcome, lowering, before)
            parts = [
                *self._scope.conditions_of(case, types),
                *guards,
                *(equal(name(v), t) for v, t in values.items()),
            ]
            shared = self._scope.share(junction("and", parts))
            block = self._scope.types.write(shared)
            lines += hang("\\/ ", block) if len(cases) > 1 else block
        bound = self._scope.bound(types, "\\E").rstrip()
        return ["    " + line for line in ([bound, *("    " + line for line in lines)] if bound else lines)]
