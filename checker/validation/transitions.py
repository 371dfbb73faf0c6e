"""The steps of a machine from single states, by its compiled functions or by its own: what a search is led through.

A log asks for few of the steps that a state has. So each is taken when it is asked for, and a machine is compiled only
once that pays: a short log is explained sooner than its machine is compiled.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Literal

from tidemark.checker.engines.reference import enabled
from tidemark.checker.runs.results import State
from tidemark.spec.machine import Instance, Machine

EngineName = Literal["native", "reference"]
ENGINES: tuple[EngineName, ...] = ("native", "reference")
MOST_KNOWN = 200_000
"""States whose steps are kept: a log often comes back to one."""
PAYS = 50_000
"""After how many steps by the machine's own functions the native engine compiles it."""


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
        self._known: dict[State, StepsOfState] = {}
        self._values: dict[State, Any] = {}
        self._taken, self._pays = 0, PAYS if engine == "native" else None
        self._stepper: Any = None

    def after(self, state: State) -> StepsOfState:
        """The state after each instance that is enabled, by the instance's number; each is taken when asked for."""
        found = self._known.get(state)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[state] = StepsOfState(self, state)
        return found

    def all_packed(self, state: State) -> dict[int, tuple[int, ...]] | None:
        """The packed state after each instance that is enabled, by compiled code.

        None where there is none yet, or where an instance writes outside a field's domain: then each is taken alone.
        """
        if self._stepper is None:
            if self._pays is None or self._taken < self._pays:
                return None
            self._compile()
        found = dict(self._stepper.packed(state))
        return None if self._stepper.wrote_outside() else found

    def unpacked(self, packed: tuple[int, ...]) -> State:
        """A state of `all_packed`."""
        state: State = self._stepper.unpack(packed)
        return state

    def _compile(self) -> None:
        from tidemark.checker.engines.native.kernel import Kernel
        from tidemark.checker.engines.native.stepping import Stepper

        self._stepper = Stepper(self.machine, Kernel(self.machine, False, effort="least"))

    def step(self, state: State, number: int) -> State | None:
        """The state after an instance, by the machine's own functions; None where it is not enabled.

        Raises:
            OutOfRange: it writes outside a field's domain.
        """
        self._taken += 1
        steps = enabled(self.machine, self.value(state), [self.instances[number]])
        return next((after for _, _, after in steps), None)

    def value(self, state: State) -> Any:
        """A state as the functions of a machine and of a map see it."""
        found = self._values.get(state)
        if found is None:
            if len(self._values) >= MOST_KNOWN:
                self._values.clear()
            found = self._values[state] = self.machine.decode(state)
        return found


class StepsOfState:
    """The state after each instance that is enabled in a state, by number. What was asked for is kept."""

    __slots__ = ("_known", "_packed", "_state", "_transitions")

    def __init__(self, transitions: Transitions, state: State) -> None:
        self._transitions, self._state = transitions, state
        self._packed = transitions.all_packed(state)
        self._known: dict[int, State | None] = {}

    def get(self, number: int) -> State | None:
        """The state after an instance; None where it is not enabled.

        Raises:
            OutOfRange: it writes outside a field's domain.
        """
        if number not in self._known:
            self._known[number] = self._after(number)
        return self._known[number]

    def _after(self, number: int) -> State | None:
        if self._packed is None:
            return self._transitions.step(self._state, number)
        packed = self._packed.get(number)
        return None if packed is None else self._transitions.unpacked(packed)

    def __contains__(self, number: int) -> bool:
        return self.get(number) is not None

    def __getitem__(self, number: int) -> State:
        found = self.get(number)
        if found is None:
            raise KeyError(number)
        return found
