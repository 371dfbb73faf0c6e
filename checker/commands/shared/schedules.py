"""A schedule on the real system, for `replay --on`: told apart from runs, played, and shown as text, JSON or a page."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tidemark import impl
from tidemark.checker.commands.shared import on_system, output
from tidemark.checker.views import schedule as views
from tidemark.checker.views import screen
from tidemark.checker.views.view import View
from tidemark.spec.errors import UsageError, printable
from tidemark.spec.system import Confirmation, PlayedStep

SHOWN = ("json", "html")


def is_one(options: argparse.Namespace) -> bool:
    """Whether a schedule is named: a file of one's own, or one of the system's that is no scenario too.

    A name that both have is the schedule on a version that decides by itself.
    """
    system, version = on_system.named(options.on)
    if Path(options.file).exists() or options.file not in system.schedules():
        return options.file.endswith(".toml") and system.title(options.file) is not None
    return options.file not in impl.scenarios() or system.protocol(version) is None


def play(options: argparse.Namespace, asked: Sequence[View]) -> int:
    """Play the schedule, show what is seen, and give the exit status.

    Raises:
        UsageError: something is asked for that a schedule does not have.
    """
    system, version = on_system.named(options.on)
    others = [view.name for view in asked if view.name not in SHOWN] + (["junit"] if options.junit else [])
    if others:
        raise UsageError(
            f"--{others[0]} is for a run of the model: {printable(options.file)} is a schedule of {system.name}"
        )
    for name in SHOWN:
        output.require_writable(getattr(options, name))
    alone = output.alone(options, SHOWN)
    title = system.title(options.file) or ""
    keep = Path(options.keep) if options.keep else None
    steps: list[PlayedStep] = []
    found: Confirmation | None = None
    with output.silent(alone is not None):
        print(screen.here().paragraph(title) + "\n")
        for one in system.play(options.file, version, on_system.settings(options), keep):
            if isinstance(one, Confirmation):
                found = one
            else:
                _tell(one, steps)
                steps.append(one)
        assert found is not None
        print("\n" + screen.here().paragraph(on_system.sentence(found)))
        print("".join(f"  an emulation: {line}\n" for line in found.emulations), end="")
    if options.json:
        output.write(options.json, json.dumps(_as_json(options.file, title, steps, found), indent=2) + "\n")
    if options.html:
        output.write(options.html, views.page(title, on_system.sentence(found), steps, found))
    return on_system.STATUS[found.verdict]


def _tell(one: PlayedStep, before: Sequence[PlayedStep]) -> None:
    here = screen.here()
    print("\n".join(here.wrap(f"{one.number:>3}. {one.text}", indent="     ")))
    if new := views.news(one, before):
        print("\n".join(here.wrap("     seen: " + " · ".join(new), indent="     ")), flush=True)


def _as_json(file: str, title: str, steps: Sequence[PlayedStep], found: Confirmation) -> dict[str, Any]:
    """The document of a schedule that was played."""
    return {
        "schedule": Path(file).stem,
        "title": title,
        **asdict(found),
        "steps": [
            {"step": one.number, "text": one.text, "facts": dict(one.facts), "lines": list(one.lines)}
            for one in steps
        ],
    }
