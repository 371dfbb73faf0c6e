"""The same events under another protocol: how a counterexample ends where the promise may hold.

Each action of the run is taken as it is where the other protocol enables it. Before it, the other protocol
may take steps that only it has (a question about an epoch, for example), as few as needed. What it still
forbids is left out, and the guard that forbids it is named.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tidemark.checker.analyses.events import Elsewhere
from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs.results import Run, RunStep, State
from tidemark.checker.telling.explanation import Explanation, ToldStep, explain, first_step, sentence_between
from tidemark.spec.families.family import telling_of
from tidemark.spec.families.protocol import Protocol
from tidemark.spec.families.telling import Loss
from tidemark.spec.machines.machine import Machine


def same_events(run: Run, protocol: Protocol) -> Explanation:
    """The run's events under another protocol, in as many told steps as the run has.

    Raises:
        UsageError: the protocol has other bounds.
    """
    elsewhere = Elsewhere.of(run.machine, protocol)
    machine = elsewhere.machine
    retelling = _Retelling(machine)
    for number, step in enumerate(run.steps[1:], 2):
        assert step.instance
        steps = elsewhere.way(retelling.state, step.instance)
        if isinstance(steps, str):
            retelling.leave_out(number, steps)
        else:
            retelling.take(number, steps)
    original = explain(run)
    broken = run.promise in broken_promises(machine, retelling.state)[0]
    life, how = [], None
    if original.value is not None:
        life = retelling.telling.life(retelling.at_each_step, original.value)
        how = retelling.telling.how(retelling.at_each_step, original.value) if broken else None
    kept = "After the same events the promise holds." if run.promise and not broken else ""
    loss, retold = Loss(original.loss.values, kept), Run(machine, run.promise, retelling.steps)
    return Explanation(retold, original.promise, loss, retelling.told, life, broken, how)


@dataclass
class _Retelling:
    """The explanation so far: `views` has every state, `at_each_step` the last one of each told step."""

    machine: Machine
    steps: list[RunStep] = field(default_factory=list)
    told: list[ToldStep] = field(default_factory=list)
    views: list[Any] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    at_each_step: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.telling = telling_of(self.machine)
        self._arrive(RunStep(None, self.machine.encode(self.machine.initial)), 1)
        self.told.append(first_step(self.telling, self.views[0]))
        self.at_each_step.append(self.views[0])

    @property
    def state(self) -> State:
        """The state that the run is in."""
        return self.steps[-1].state

    def _arrive(self, step: RunStep, number: int) -> None:
        self.steps.append(step)
        self.views.append(self.telling.see(self.machine.decode(step.state)))
        self.numbers.append(number)

    def leave_out(self, number: int, why: str) -> None:
        """An event that can't happen here."""
        picture = self.telling.picture(self.views[-1])
        self.told.append(ToldStep(number, f"Not here: {why}.", [], False, [], [], picture))
        self.at_each_step.append(self.views[-1])

    def take(self, number: int, steps: list[RunStep]) -> None:
        """An event, after the steps of the protocol's own that lead to it."""
        sentences, facts, arrows, notes = [], list[str](), [], []
        for step in steps:
            assert step.instance
            before = self.machine.decode(self.state)
            self._arrive(step, number)
            after = self.machine.decode(step.state)
            sentences.append(sentence_between(self.machine, before, step.instance, after))
            facts += self.telling.facts(self.views, self.numbers, sentences[-1])
            arrows += self.telling.arrows(*self.views[-2:])
            notes += self.telling.notes(*self.views[-2:])
        picture = self.telling.picture(self.views[-1])
        self.told.append(ToldStep(number, " ".join(sentences), facts, False, arrows, notes, picture))
        self.at_each_step.append(self.views[-1])
