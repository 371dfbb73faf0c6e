"""A schedule on the real system, for `replay --on`: played, and shown as text, JSON or a page."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tidemark.base.errors import UsageError, printable
from tidemark.checker.commands.shared import on_system, output
from tidemark.checker.commands.shared.on_system import SystemTarget
from tidemark.checker.views import schedule as schedule_view
from tidemark.checker.views import screen
from tidemark.checker.views.view import View
from tidemark.spec.families.system import Confirmation, Playable, PlayedStep

SHOWN = ("json", "html")


@dataclass(frozen=True)
class NamedSchedule:
    """A schedule, and where it is played. word: its name there, or its file."""

    word: str
    title: str
    target: SystemTarget


def play(schedule: NamedSchedule, options: argparse.Namespace, views: Sequence[View]) -> int:
    """Play the schedule, show what is seen, and give the exit status.

    Raises:
        UsageError: something is asked for that a schedule does not have.
    """
    word, title, target = schedule.word, schedule.title, schedule.target
    system = Playable.of(target.system)
    others = [view.name for view in views if view.name not in SHOWN] + (["junit"] if options.junit else [])
    if others:
        raise UsageError(
            f"--{others[0]} is for a run of the model: {printable(word)} is a schedule of {system.name}"
        )
    for name in SHOWN:
        output.require_writable(getattr(options, name))
    alone = output.alone(options, SHOWN)
    steps: list[PlayedStep] = []
    confirmation: Confirmation | None = None
    with output.silent(alone is not None):
        print(screen.here().paragraph(title) + "\n")
        for event in system.play(word, target.version, target.settings, target.keep):
            if isinstance(event, Confirmation):
                confirmation = event
            else:
                _tell(event, steps)
                steps.append(event)
        assert confirmation is not None
        print("\n" + screen.here().paragraph(on_system.sentence(confirmation)))
        print("".join(f"  an emulation: {line}\n" for line in confirmation.emulations), end="")
    output.write_json(options.json, _as_json(schedule, steps, confirmation))
    page = schedule_view.page(title, on_system.sentence(confirmation), steps, confirmation)
    output.write(options.html, page)
    return on_system.STATUS[confirmation.verdict]


def _tell(step: PlayedStep, before: Sequence[PlayedStep]) -> None:
    console = screen.here()
    print("\n".join(console.wrap(f"{step.number:>3}. {step.text}", indent="     ")))
    if new := schedule_view.news(step, before):
        print("\n".join(console.wrap("     seen: " + " · ".join(new), indent="     ")), flush=True)


def _as_json(
    schedule: NamedSchedule, steps: Sequence[PlayedStep], confirmation: Confirmation
) -> dict[str, Any]:
    """The document of a schedule that was played."""
    return {
        "schedule": Path(schedule.word).stem,
        "title": schedule.title,
        **asdict(confirmation),
        "steps": [
            {"step": step.number, "text": step.text, "facts": dict(step.facts), "lines": list(step.lines)}
            for step in steps
        ],
    }
