"""The steps of a machine from single states, by its compiled functions or by its own: what a search is led through.

A log names few of the steps that a state has, so only those are taken that are asked for.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Literal

from tidemark.checker.engines.reference import enabled
from tidemark.checker.runs.results import State
from tidemark.spec.machine import Instance, Machine

EngineName = Literal["auto", "native", "reference"]
ENGINES: tuple[EngineName, ...] = ("auto", "native", "reference")
"""*reference* calls the functions of the machine; *native* compiles them first, and takes all steps of a state at once;
*auto* compiles after `PAYS` calls.
"""
MOST_KNOWN = 200_000
"""States whose steps are kept: a log often comes back to one."""
PAYS = 50_000
"""Steps that take about as long, by the functions of a machine, as to compile it."""

_After = dict[int, State | None]


class Transitions:
    """The steps of a machine. instances: every action instance that may be enabled at all, by number.

    Raises:
        ModelError: the machine is broken.
    """

    def __init__(self, machine: Machine, engine: EngineName = "auto") -> None:
        self.machine = machine
        symbolic = machine.symbolic  # plain values hide mistakes that the other engines refuse
        self.instances: list[Instance] = [one.instance for one in symbolic.actions]
        self.of_action: dict[str, list[int]] = defaultdict(list)
        for number, instance in enumerate(self.instances):
            self.of_action[instance.action.name].append(number)
        self._known: dict[State, _After] = {}
        self._packed: dict[State, dict[int, tuple[int, ...]]] = {}
        self._values: dict[State, Any] = {}
        self._taken = 0
        self._pays = {"auto": PAYS, "native": 0, "reference": None}[engine]
        self._stepper: Any = None

    def after(self, state: State, number: int) -> State | None:
        """The state after an instance, by its number; None where it is not enabled.

        Raises:
            OutOfRange: it writes outside a field's domain.
        """
        found = self._known.get(state)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[state] = {}
        if number not in found:
            found[number] = self._after(state, number)
        return found[number]

    def _after(self, state: State, number: int) -> State | None:
        if self._stepper is None and self._pays is not None and self._taken >= self._pays:
            self._compile()
        if self._stepper is not None:
            packed = self._all_after(state)
            if packed is not None:
                return self._stepper.unpack(packed[number]) if number in packed else None
        self._taken += 1
        steps = enabled(self.machine, self.value(state), [self.instances[number]])
        return next((after for _, _, after in steps), None)

    def _compile(self) -> None:
        from tidemark.checker.engines.native.kernel import Kernel
        from tidemark.checker.engines.native.stepping import Stepper

        self._stepper = Stepper(self.machine, Kernel(self.machine, False, effort="least"))

    def _all_after(self, state: State) -> dict[int, tuple[int, ...]] | None:
        """The packed state after each instance that is enabled; None where one writes outside a field's domain, for
        then each has to be taken alone.
        """
        found = self._packed.get(state)
        if found is None:
            if len(self._packed) >= MOST_KNOWN:
                self._packed.clear()
            found = dict(self._stepper.packed(state))
            if self._stepper.wrote_outside():
                return None
            self._packed[state] = found
        return found

    def value(self, state: State) -> Any:
        """A state as the functions of a machine and of a map see it."""
        found = self._values.get(state)
        if found is None:
            if len(self._values) >= MOST_KNOWN:
                self._values.clear()
            found = self._values[state] = self.machine.decode(state)
        return found
