"""The steps of a machine from single states, and what its functions see of a state.

A log asks for few of the steps that a state has. So each is taken when it is asked for.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Literal

from tidemark.checker.engines.reference import some_successors
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
        """The state after each instance, by the instance's number."""
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
        steps = some_successors(self.machine, self.value(state), [self.instances[number]])
        return next((after for _, _, after in steps), None)

    def value(self, state: State) -> Any:
        """A state as the functions of a machine and of a map see it."""
        value = self._values.get(state)
        if value is None:
            if len(self._values) >= MOST_KNOWN:
                self._values.clear()
            value = self._values[state] = self.machine.decode(state)
        return value


class StepsOfState(dict[int, State | None]):
    """The state after each instance, by number; None where it is not enabled. Each is taken when it is asked for."""

    __slots__ = ("_state", "_transitions")

    def __init__(self, transitions: Transitions, state: State) -> None:
        super().__init__()
        self._transitions, self._state = transitions, state

    def __missing__(self, number: int) -> State | None:
        self[number] = after = self._transitions.step(self._state, number)
        return after
