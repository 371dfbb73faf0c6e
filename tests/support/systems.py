"""Fake systems, for tests of what is done to a real one. Each keeps only to the contracts that its test needs."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import pytest

from tidemark import real
from tidemark.impl.kafka.cluster import Stage
from tidemark.real.kafka import SYSTEM as BROKERS
from tidemark.spec.families.system import (
    Confirmation,
    DecodedRun,
    Drivable,
    Driven,
    NoSchedule,
    Playable,
    PlayedStep,
    System,
    SystemSession,
)
from tidemark.spec.machines.machine import Machine
from tidemark.spec.machines.symbolic import Instance

Deviation = Exception | Mapping[str, str]
"""How a fake differs from the model in one state: it raises this, or shows these facts."""
TOOL_STATUS = 7


class OneVersion(System):
    """A system that has the version 1, which is always here."""

    def versions(self) -> list[str]:
        return ["1"]

    def is_here(self, version: str) -> bool:
        return True

    def fetch(self, version: str) -> Path:
        return Path(version)

    def run(self, version: str, words: Sequence[str]) -> int:
        """Print the words that a tool would get."""
        print(version, *words)
        return TOOL_STATUS


@dataclass
class Obedient(OneVersion, Drivable, SystemSession):
    """A system that does as the model does, except for its deviations. It is its own session.

    deviations: by the number of a state, as a trace counts. breaks_promise: whether the promise of a run is seen broken
    in the end. times_closed: how often a session was ended so far.
    """

    deviations: Mapping[int, Deviation] = field(default_factory=dict)
    breaks_promise: bool = True
    times_closed: int = 0
    trials: Path = BROKERS.trials
    name = "obedient"

    def protocol(self, version: str) -> str | None:
        return "kafka/0.10.2"

    def visible(self, state: Any, own: bool) -> Mapping[str, str]:
        return BROKERS.visible(state, own)

    def can_force(self, state: Any, instance: Instance) -> bool:
        return BROKERS.can_force(state, instance)

    @contextlib.contextmanager
    def session(
        self, version: str, settings: Mapping[str, str], keep: Path | None
    ) -> Iterator[SystemSession]:
        yield self

    def drive(self, course: DecodedRun) -> Driven:
        driven = ObedientRun.of(course, self.deviations, self.breaks_promise)
        driven.raise_deviation(1)
        return driven

    def close(self) -> None:
        self.times_closed += 1


@dataclass
class ObedientRun(Driven):
    """An obedient system in one run."""

    course: DecodedRun
    deviations: Mapping[int, Deviation]
    breaks_promise: bool
    emulations: Sequence[str] = ("a pretence",)

    @classmethod
    def of(cls, course: DecodedRun, deviations: Mapping[int, Deviation], breaks_promise: bool) -> ObedientRun:
        """One with a method for each action of the run's machine."""

        def take(self: ObedientRun, **_: object) -> None:
            self.raise_deviation(self.number)

        methods = {action.name: take for action in course.machine.actions}
        return type("ObedientRun", (cls,), methods)(course, deviations, breaks_promise)

    def raise_deviation(self, number: int) -> None:
        """Fail on the way to a state, where that is the deviation."""
        if isinstance(problem := self.deviations.get(number), Exception):
            raise problem

    def observe(self) -> Mapping[str, str]:
        deviation = self.deviations.get(self.number, {})
        assert not isinstance(deviation, Exception), "it was raised before"
        return {**self.expect(self.course.states[self.number - 1]), **deviation}

    def expect(self, state: Any) -> Mapping[str, str]:
        return BROKERS.visible(state, own=False)

    def lines(self) -> list[str]:
        return ["a line of its log"]

    def ending(self) -> tuple[bool, list[str]]:
        return self.breaks_promise, ["what was seen last"]


@dataclass
class Scripted(OneVersion, Playable):
    """A system with one schedule of one step, whose run ends as a test says.

    takes_runs: whether runs become schedules. forbidden: an action that makes a run become none. played: the schedules
    in files that were played.
    """

    verdict: Literal["confirmed", "refused", "inconclusive"] = "confirmed"
    schedule: str = "by-itself"
    takes_runs: bool = False
    forbidden: str = ""
    played: list[str] = field(default_factory=list)
    name = "scripted"

    def schedules_runs_of(self, machine: Machine) -> bool:
        return self.takes_runs

    def schedule_of(self, course: DecodedRun, version: str) -> str:
        for number, instance in enumerate(course.instances, 1):
            if instance and instance.action.name == self.forbidden:
                raise NoSchedule(f"step {number}: nobody can do it")
        return "\n".join(map(str, course.instances))

    def rests(self, state: Any) -> bool:
        return not any(replica.exchange.stage == Stage.fetch for replica in state.replicas)

    def schedules(self) -> Mapping[str, str]:
        return {self.schedule: "What it does by itself"}

    def title(self, schedule: str) -> str | None:
        return self.schedules().get(Path(schedule).stem)

    def play(
        self, schedule: str, version: str, settings: Mapping[str, str], keep: Path | None
    ) -> Iterator[PlayedStep | Confirmation]:
        if Path(schedule).suffix == ".toml" and Path(schedule).exists():
            self.played.append(Path(schedule).read_text())
        yield PlayedStep(number=1, text="push it", facts={"height": "3"}, lines=("<pushed>",))
        yield Confirmation(
            verdict=self.verdict,
            step=1,
            reason="it fell",
            system=f"{self.name}:{version}",
            emulations=("a pretence",),
        )


@dataclass
class Versatile(Obedient, Scripted):
    """A system that takes runs, and plays its schedule."""

    name = "versatile"


def install(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands find a system by its name, as they find Kafka's brokers."""
    module = ModuleType(f"tests.system_{system.name}")
    monkeypatch.setattr(module, "SYSTEM", system, raising=False)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(real.SYSTEMS, system.name, module.__name__)
