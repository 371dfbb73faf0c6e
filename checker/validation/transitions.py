"""The steps of a machine from single states, and what its functions see of a state.

A log asks for few of the steps that a state has. So each is taken when it is asked for.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Literal

from tidemark.checker.engines.reference import enabled_successors
from tidemark.checker.runs.results import State
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

EngineName = Literal["native", "reference"]
ENGINES: tuple[EngineName, ...] = ("native", "reference")
MOST_KNOWN = 200_000
"""States whose steps are kept: a log often comes back to one."""


class Transitions:
    """The steps of a machine. instances: every action instance that may be enabled at all, by number.

    Raises:
        ModelError: the machine is broken.
    """

    def __init__(self, machine: Machine, engine: EngineName = "native") -> None:
        self.machine = machine
        symbolic = machine.symbolic  # plain values hide mistakes that the other engines refuse
        self.instances: list[Instance] = [symbolic_action.instance for symbolic_action in symbolic.actions]
        self.of_action: dict[str, list[int]] = defaultdict(list)
        for number, instance in enumerate(self.instances):
            self.of_action[instance.action.name].append(number)
        self._known: dict[State, StepsOfState] = {}
        self._values: dict[State, Any] = {}
        self.engine = engine

    def after(self, state: State) -> StepsOfState:
        """The state after each instance that is enabled, by the instance's number; each is taken when asked for."""
        steps = self._known.get(state)
        if steps is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            steps = self._known[state] = StepsOfState(self, state)
        return steps

    def step(self, state: State, number: int) -> State | None:
        """The state after an instance; None where it is not enabled.

        Raises:
            OutOfRange: it writes outside a field's domain.
        """
        steps = enabled_successors(self.machine, self.value(state), [self.instances[number]])
        return next((after for _, _, after in steps), None)

    def value(self, state: State) -> Any:
        """A state as the functions of a machine and of a map see it."""
        value = self._values.get(state)
        if value is None:
            if len(self._values) >= MOST_KNOWN:
                self._values.clear()
            value = self._values[state] = self.machine.decode(state)
        return value


class StepsOfState:
    """The state after each instance that is enabled in a state, by number. What was asked for is kept."""

    __slots__ = ("_known", "_state", "_transitions")

    def __init__(self, transitions: Transitions, state: State) -> None:
        self._transitions, self._state = transitions, state
        self._known: dict[int, State | None] = {}

    def get(self, number: int) -> State | None:
        """The state after an instance; None where it is not enabled.

        Raises:
            OutOfRange: it writes outside a field's domain.
        """
        if number not in self._known:
            self._known[number] = self._transitions.step(self._state, number)
        return self._known[number]

    def __contains__(self, number: int) -> bool:
        return self.get(number) is not None

    def __getitem__(self, number: int) -> State:
        after = self.get(number)
        if after is None:
            raise KeyError(number)
        return after
