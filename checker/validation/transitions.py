"""The steps of a machine from single states, by its compiled functions or by its own: what a search is led through."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Literal

from tidemark.checker.engines.reference import enabled, successors
from tidemark.checker.runs.results import State
from tidemark.spec.machine import Instance, Machine

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
        self.instances: list[Instance] = [one.instance for one in symbolic.actions]
        self.of_action: dict[str, list[int]] = defaultdict(list)
        for number, instance in enumerate(self.instances):
            self.of_action[instance.action.name].append(number)
        self._known: dict[State, dict[int, State]] = {}
        self._values: dict[State, Any] = {}
        self._stepper = self._compiled() if engine == "native" and self.instances else None

    def _compiled(self) -> Any:
        from tidemark.checker.engines.native.kernel import Kernel
        from tidemark.checker.engines.native.stepping import Stepper

        return Stepper(self.machine, Kernel(self.machine, False, effort="less"))

    def after(self, state: State) -> dict[int, State]:
        """The state after each instance that is enabled, by the instance's number, in order.

        Raises:
            OutOfRange: an instance writes outside a field's domain.
        """
        found = self._known.get(state)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[state] = self._after(state)
        return found

    def _after(self, state: State) -> dict[int, State]:
        if self._stepper is not None:
            found = dict(self._stepper.successors(state))
            if self._stepper.wrote_outside():
                self._raise_outside(state)
            return found
        steps = enabled(self.machine, self.value(state), self.instances)
        return {number: after for number, _, after in steps}

    def _raise_outside(self, state: State) -> None:
        """Raise the error of an action that writes outside a domain.

        Raises:
            OutOfRange: with the place of the action.
        """
        for _ in successors(self.machine, state):
            pass

    def value(self, state: State) -> Any:
        """A state as the functions of a machine and of a map see it."""
        found = self._values.get(state)
        if found is None:
            if len(self._values) >= MOST_KNOWN:
                self._values.clear()
            found = self._values[state] = self.machine.decode(state)
        return found
