"""An event of one machine in another: whether it can happen there, after which internal steps, or why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass

from tidemark.base.errors import UsageError
from tidemark.checker.engines.reference import successors
from tidemark.checker.runs.results import RunStep, State
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

OWN_STEPS = 4
"""How many steps that only it has the other protocol may take before each event."""


@dataclass(frozen=True)
class Elsewhere:
    """Another machine at the same bounds. `own` are the names of the actions that only it has."""

    machine: Machine
    instances: Mapping[tuple[object, ...], Instance]
    own: Set[str]

    @classmethod
    def of(
        cls, machine: Machine, protocol: Protocol, exchanged: Mapping[str, Protocol] | None = None
    ) -> Elsewhere:
        """The machine of another protocol at the bounds of a machine, perhaps with rules from others.

        Raises:
            UsageError: the protocol has other bounds, or its states have other fields.
        """
        counterpart = protocol.machine(machine.bounds, exchanged or {})
        if counterpart.type.fields.keys() != machine.type.fields.keys():
            raise UsageError(f"{protocol.name} and {machine.protocol} have states of different shapes")
        internal = {a.name for a in counterpart.actions} - {a.name for a in machine.actions}
        return cls(counterpart, {i.key: i for i in counterpart.instances}, internal)

    def has(self, event: Instance) -> bool:
        """Whether it has such an action at all."""
        return any(action.name == event.action.name for action in self.machine.actions)

    def way(self, state: State, event: Instance) -> list[RunStep] | str:
        """The fewest steps from a state that end in an event of the first machine; or why there are none."""
        counterpart = self.instances.get(event.key)
        if counterpart is None:
            return "this protocol has no such action"
        # With the messages of the run, whatever slots they are in here.
        return way_to(self.machine, state, Instance(counterpart.action, event.arguments), self.own)

    def find_settled_state(self, state: State, expected: Callable[[State], bool]) -> State | None:
        """The nearest state that is expected: this one, or one after internal steps alone; None without one.

        A state in which no internal step is enabled comes before the others.
        """
        ways = ways_from(self.machine, state, self.own)
        states = [steps[-1].state for steps in ways if expected(steps[-1].state)]

        def goes_on(state: State) -> bool:
            return any(instance.action.name in self.own for instance, _ in successors(self.machine, state))

        return next((state for state in states if not goes_on(state)), states[0] if states else None)


def way_to(
    machine: Machine, state: State, event: Instance, internal: Set[str] = frozenset()
) -> list[RunStep] | str:
    """The fewest steps that end in the event, all but the last being actions of these names; or why there are none."""
    for steps in ways_from(machine, state, internal):
        for instance, reached in successors(machine, steps[-1].state):
            if str(instance) == str(event):
                return [*steps[1:], RunStep(instance, reached)]
    return _refusal(machine, state, event)


def ways_from(
    machine: Machine, state: State, internal: Set[str], most: int = OWN_STEPS
) -> Iterator[list[RunStep]]:
    """The ways from a state by actions of these names, each with that state, one to each state, the shortest first.

    most: how many steps they have at most.
    """
    level, seen = [[RunStep(None, state)]], {state}
    for length in range(most + 1):
        yield from level
        if length == most or not internal:
            return
        following = []
        for steps in level:
            for instance, reached in successors(machine, steps[-1].state):
                if instance.action.name in internal and reached not in seen:
                    seen.add(reached)
                    following.append([*steps, RunStep(instance, reached)])
        level = following


def _refusal(machine: Machine, state: State, event: Instance) -> str:
    try:
        machine.run(machine.decode(state), event)
    except Disabled as guard:
        return f"it needs that {guard}"
    return "it leads outside the bounds"
