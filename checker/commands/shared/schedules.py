"""A schedule on the real system, for `replay --on`: played, and shown as text, JSON or a page."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tidemark.base.errors import UsageError, printable
from tidemark.checker.commands.shared import on_system, output
from tidemark.checker.commands.shared.on_system import Target
from tidemark.checker.views import schedule as views
from tidemark.checker.views import screen
from tidemark.checker.views.view import View
from tidemark.spec.families.system import Confirmation, Playable, PlayedStep

SHOWN = ("json", "html")


@dataclass(frozen=True)
class NamedSchedule:
    """A schedule, and where it is played. word: its name there, or its file."""

    word: str
    title: str
    target: Target


def play(schedule: NamedSchedule, options: argparse.Namespace, asked: Sequence[View]) -> int:
    """Play the schedule, show what is seen, and give the exit status.

    Raises:
        UsageError: something is asked for that a schedule does not have.
    """
    word, title, target = schedule.word, schedule.title, schedule.target
    system = Playable.of(target.system)
    others = [view.name for view in asked if view.name not in SHOWN] + (["junit"] if options.junit else [])
    if others:
        raise UsageError(
            f"--{others[0]} is for a run of the model: {printable(word)} is a schedule of {system.name}"
        )
    for name in SHOWN:
        output.require_writable(getattr(options, name))
    alone = output.alone(options, SHOWN)
    steps: list[PlayedStep] = []
    found: Confirmation | None = None
    with output.silent(alone is not None):
        print(screen.here().paragraph(title) + "\n")
        for one in system.play(word, target.version, target.settings, target.keep):
            if isinstance(one, Confirmation):
                found = one
            else:
                _tell(one, steps)
                steps.append(one)
        assert found is not None
        print("\n" + screen.here().paragraph(on_system.sentence(found)))
        print("".join(f"  an emulation: {line}\n" for line in found.emulations), end="")
    if options.json:
        output.write(options.json, json.dumps(_as_json(schedule, steps, found), indent=2) + "\n")
    if options.html:
        output.write(options.html, views.page(title, on_system.sentence(found), steps, found))
    return on_system.STATUS[found.verdict]


def _tell(one: PlayedStep, before: Sequence[PlayedStep]) -> None:
    here = screen.here()
    print("\n".join(here.wrap(f"{one.number:>3}. {one.text}", indent="     ")))
    if new := views.news(one, before):
        print("\n".join(here.wrap("     seen: " + " · ".join(new), indent="     ")), flush=True)


def _as_json(schedule: NamedSchedule, steps: Sequence[PlayedStep], found: Confirmation) -> dict[str, Any]:
    """The document of a schedule that was played."""
    return {
        "schedule": Path(schedule.word).stem,
        "title": schedule.title,
        **asdict(found),
        "steps": [
            {"step": one.number, "text": one.text, "facts": dict(one.facts), "lines": list(one.lines)}
            for one in steps
        ],
    }
