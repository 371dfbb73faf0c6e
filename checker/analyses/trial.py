"""A run tried on the real system: step by step, until it is confirmed, or the system does something else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tidemark.base.temporary_folders import scratch
from tidemark.checker.analyses.adapters.drive import AdapterDrive, CodeDifference
from tidemark.checker.analyses.adapters.harness import Harness
from tidemark.checker.runs.results import Run
from tidemark.spec.families.system import (
    Confirmation,
    DecodedRun,
    Drivable,
    Driven,
    Fact,
    Inconclusive,
    Playable,
    Refused,
    SystemSession,
)

StepReport = Callable[[int, list[Fact]], None]
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
    report_step: StepReport = lambda _number, _facts: None,
) -> Trial:
    """Drive a version of a real system through a run.

    Raises:
        UsageError: the version is not here, or the run can't be tried on it.
    """
    with system.session(version, settings or {}, keep) as session:
        return drive(session, f"{system.name}:{version}", run, settings or {}, report_step)


def drive(
    session: SystemSession,
    name: str,
    run: Run,
    settings: Mapping[str, str],
    report_step: StepReport = lambda _number, _facts: None,
) -> Trial:
    """Drive what a session has through a run. name: the system with its version."""
    trial = Trial(Confirmation("inconclusive", 1, "", name))
    driven: Driven | None = None
    outcome: _Outcome
    try:
        driven = session.drive(course_of(run))
        outcome = _drive_run(driven, run, trial, report_step)
    except Inconclusive as problem:
        outcome = "inconclusive", len(trial.steps) + 1, str(problem), ()
    except Refused as refusal:
        outcome = "refused", len(trial.steps) + 1, str(refusal), refusal.lines
    verdict, step, reason, lines = outcome
    emulations = tuple(driven.emulations) if driven else ()
    trial.confirmation = Confirmation(verdict, step, reason, name, lines, emulations, dict(settings))
    return trial


_Outcome = tuple[Literal["confirmed", "refused", "inconclusive"], int | None, str, tuple[str, ...]]


def _drive_run(driven: Driven, run: Run, trial: Trial, report_step: StepReport) -> _Outcome:
    names = (action.name for action in run.machine.actions)
    without = [name for name in names if not callable(getattr(driven, name, None))]
    try:
        drive = AdapterDrive(Harness(run.machine, type(driven), without, is_made=True), driven)
        _note(trial, drive.facts, report_step)
        for number, step in enumerate(run.steps[1:], 2):
            assert step.instance
            driven.number = number
            drive.follow(step.instance, step.state)
            _note(trial, drive.facts, report_step)
    except CodeDifference as difference:
        number = len(trial.steps) + 1
        if difference.facts:
            report_step(number, difference.facts)
        return "refused", number, difference.sentence, tuple(driven.lines())
    broken, trial.ending = driven.ending()
    if run.promise and not broken:
        return "refused", run.length, f"all states are as in the model, and yet {run.promise} is kept", ()
    there = f", and {run.promise} is broken there too" if run.promise else ""
    return "confirmed", None, f"{run.length} of {run.length} states as in the model{there}", ()


def _note(trial: Trial, facts: list[Fact], report_step: StepReport) -> None:
    trial.steps.append(facts)
    report_step(len(trial.steps), facts)


def play_on(system: Playable, version: str, run: Run, settings: Mapping[str, str] | None = None) -> Trial:
    """Play a run as a schedule on a version that decides for itself.

    What is seen has the names of the schedule's steps, so the trial has none of the run's, unless all were taken.

    Raises:
        UsageError: the version is not here, or plays no such runs.
        NoSchedule: the run becomes no schedule.
    """
    schedule = system.schedule_of(course_of(run), version)
    with scratch() as folder:
        path = folder / "run.toml"
        path.write_text(schedule, encoding="utf-8")
        *_, last = system.play(str(path), version, settings or {}, None)
    assert isinstance(last, Confirmation)
    return Trial(last, [[]] * (run.length if last.verdict == "confirmed" else 1))
