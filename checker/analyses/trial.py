"""A run tried on the real system: step by step, until it is confirmed, or the system does something else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tidemark import impl
from tidemark.checker.analyses.events import Elsewhere
from tidemark.checker.engines.reference import broken_promises
from tidemark.checker.runs.results import Run
from tidemark.spec.protocol import Protocol
from tidemark.spec.system import (
    Confirmation,
    DecodedRun,
    Drivable,
    Driven,
    Fact,
    Inconclusive,
    Refused,
    Session,
)

Told = Callable[[int, list[Fact]], None]
"""A function that is called after each step, with its number and what the model says beside what was seen."""


@dataclass
class Trial:
    """The outcome of a run on a real system. steps: the facts after each step; ending: what was seen last, in words."""

    confirmation: Confirmation
    steps: list[list[Fact]] = field(default_factory=list)
    ending: list[str] = field(default_factory=list)


def course_of(run: Run) -> DecodedRun:
    """A run as a system takes it."""
    machine = run.machine
    states = [machine.decode(step.state) for step in run.steps]
    return DecodedRun(machine, run.promise, [step.instance for step in run.steps], states)


def try_on(
    system: Drivable,
    version: str,
    run: Run,
    settings: Mapping[str, str] | None = None,
    keep: Path | None = None,
    told: Told = lambda _number, _facts: None,
) -> Trial:
    """Drive a version of a real system through a run.

    Raises:
        UsageError: the version is not here, or the run can't be tried on it.
    """
    with system.session(version, settings or {}, keep) as session:
        return drive(session, f"{system.name}:{version}", run, settings or {}, told)


def drive(
    session: Session,
    name: str,
    run: Run,
    settings: Mapping[str, str],
    told: Told = lambda _number, _facts: None,
) -> Trial:
    """Drive what a session has through a run. name: the system with its version."""
    trial = Trial(Confirmation("inconclusive", 1, "", name))
    driven: Driven | None = None
    found: _Found
    try:
        driven = session.drive(course_of(run))
        found = _driven(driven, run, trial, told)
    except Inconclusive as problem:
        found = "inconclusive", len(trial.steps) + 1, str(problem), ()
    except Refused as refusal:
        found = "refused", len(trial.steps) + 1, str(refusal), refusal.lines
    emulations = tuple(driven.emulations) if driven else ()
    verdict, step, reason, lines = found
    trial.confirmation = Confirmation(verdict, step, reason, name, lines, emulations, dict(settings))
    return trial


_Found = tuple[Literal["confirmed", "refused", "inconclusive"], int | None, str, tuple[str, ...]]


def _driven(driven: Driven, run: Run, trial: Trial, told: Told) -> _Found:
    for number in range(1, run.length + 1):
        if number > 1:
            driven.take(number)
        facts = driven.facts(number)
        told(number, facts)
        if wrong := [fact for fact in facts if not fact.agrees]:
            text = "; ".join(f"{one.name} is {one.real}, in the model {one.model}" for one in wrong)
            return "refused", number, text, tuple(driven.lines())
        trial.steps.append(facts)
    broken, trial.ending = driven.ending()
    if not run.promise:
        return "confirmed", None, f"{run.length} of {run.length} states as in the model", ()
    if not broken:
        return "refused", run.length, f"all states are as in the model, and yet {run.promise} is kept", ()
    text = f"{run.length} of {run.length} states as in the model, and {run.promise} is broken there too"
    return "confirmed", None, text, ()


def predict(system: Drivable, run: Run, protocol: Protocol) -> int | None:
    """The state at which another protocol first differs from a run, in what can be seen; None where it does not.

    The rules that the program plays itself on that system (`Drivable.played`) stay those of the run. It takes the same
    events, each after as few steps of its own as needed, and none that it does not know. It differs where one is
    impossible, where something that can be seen is different, or at the end if that keeps the promise.

    Raises:
        UsageError: the protocol has other bounds, or its states have other fields.
    """
    played = {rule: impl.protocol(run.machine.protocol) for rule in system.played}
    elsewhere = Elsewhere.of(run.machine, protocol, played)
    state = elsewhere.machine.encode(elsewhere.machine.initial)
    for number, step in enumerate(run.steps, 1):
        if step.instance and elsewhere.has(step.instance):
            way = elsewhere.way(state, step.instance)
            if isinstance(way, str):
                return number
            state = way[-1].state
        here = system.visible(run.machine.decode(step.state), own=False)
        there = system.visible(elsewhere.machine.decode(state), own=False)
        if any(there[name] != text for name, text in here.items() if name in there):
            return number
    kept = run.promise and run.promise not in broken_promises(elsewhere.machine, state)[0]
    return run.length if kept else None
