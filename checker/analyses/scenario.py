"""A scenario run: step by step through the protocol's own functions, or through those of another protocol."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tidemark.checker.analyses.events import Elsewhere, way_to
from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs.results import Run, RunStep, State
from tidemark.checker.runs.scenarios import EMPTY, SAME, Scenario, ScenarioEnding, observe
from tidemark.spec.expressions.model_errors import Disabled
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance


@dataclass(frozen=True)
class Unmet:
    """Something that a scenario expects at a step, and that differs from what is seen."""

    step: int
    name: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.name} is {self.found or EMPTY}, and {self.expected or EMPTY} in the scenario"


@dataclass(frozen=True)
class ScenarioRun:
    """The outcome of a scenario.

    steps: all steps that were taken. states: the state after each step of the scenario, as far as it is possible.
    unmet: what is not as the scenario expects, in order. refusal: why the next step is impossible; empty where the
    scenario runs to its end.
    """

    scenario: Scenario
    machine: Machine
    steps: list[RunStep]
    states: list[State]
    unmet: list[Unmet]
    refusal: str

    @cached_property
    def ending(self) -> ScenarioEnding:
        """Where the story first differs from what the machine does."""
        if self.unmet:
            return ScenarioEnding("differs", self.unmet[0].step)
        return ScenarioEnding("impossible", len(self.states) + 1) if self.refusal else SAME

    @property
    def reason(self) -> str:
        """Why it differs there; empty where it does not."""
        return str(self.unmet[0]) if self.unmet else self.refusal

    @property
    def text(self) -> str:
        """Where the story differs, and why, in a line."""
        return f"{self.ending}: {self.reason}" if self.reason else str(self.ending)

    @cached_property
    def seen(self) -> list[Mapping[str, str]]:
        """All that can be seen in each of the states."""
        return [observe(self.machine, self.machine.decode(state)) for state in self.states]

    @property
    def run(self) -> Run:
        """The steps as a run: a counterexample where the last state breaks the promise that the scenario names."""
        breaks = self.scenario.breaks
        is_broken = not self.refusal and breaks in broken_promises(self.machine, self.states[-1])[0]
        return Run(self.machine, breaks if is_broken else "", self.steps)


def play(scenario: Scenario) -> ScenarioRun:
    """Run a scenario on its own machine."""
    machine = scenario.machine

    def way(number: int, state: State) -> list[RunStep] | str:
        event = _instance(machine, state, scenario.steps[number - 1].do)
        return way_to(machine, state, event) if event else "no such message is under way"

    return _play(scenario, machine, way)


def play_elsewhere(played: ScenarioRun, protocol: Protocol) -> ScenarioRun:
    """Run the same events under another protocol, as far as they were possible.

    Before each event the other protocol may take steps that only it has, as few as needed.

    Raises:
        UsageError: the protocol has other bounds, or its states have other fields.
    """
    elsewhere = Elsewhere.of(played.machine, protocol)

    def way(number: int, state: State) -> list[RunStep] | str:
        if number > len(played.steps):
            return "it is not known what should happen"
        event = played.steps[number - 1].instance
        assert event
        return elsewhere.way(state, event)

    return _play(played.scenario, elsewhere.machine, way)


def _play(
    scenario: Scenario, machine: Machine, steps: Callable[[int, State], list[RunStep] | str]
) -> ScenarioRun:
    first = machine.initial_states.find(scenario.steps[0].do) or machine.initial_states.first
    played = ScenarioRun(scenario, machine, [RunStep(None, first)], [first], [], "")
    played.unmet.extend(_unmet(played, 1))
    for number in range(2, len(scenario.steps) + 1):
        instance = steps(number, played.states[-1])
        if isinstance(instance, str):
            return ScenarioRun(scenario, machine, played.steps, played.states, played.unmet, instance)
        played.steps.extend(instance)
        played.states.append(instance[-1].state)
        played.unmet.extend(_unmet(played, number))
    return played


def _unmet(played: ScenarioRun, number: int) -> Iterator[Unmet]:
    """What is not as expected after the last step that was taken."""
    scenario, machine, state = played.scenario, played.machine, played.states[-1]
    now = observe(machine, machine.decode(state))
    for name, expected in scenario.steps[number - 1].see.items():
        if now[name] != expected:
            yield Unmet(number, name, now[name], expected)
    is_last = number == len(scenario.steps)
    if is_last and scenario.breaks and scenario.breaks not in broken_promises(machine, state)[0]:
        yield Unmet(number, f"the promise {scenario.breaks}", "kept", "broken")


def _instance(machine: Machine, state: State, words: str) -> Instance | None:
    """The action instance that is printed so; None where a message among its arguments is not under way."""
    for instance in machine.instances:
        try:
            names = machine.with_messages(machine.decode(state), instance)
        except Disabled:
            continue
        if str(names) == words:
            return names
    return None
