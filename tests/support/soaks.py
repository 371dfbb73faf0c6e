"""Recorded soaks, whose episodes tests change."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

from tidemark.checker.runs import histories
from tidemark.spec.families.system import Episode

DATA = Path(__file__).parents[1] / "data" / "soak"


def episode(name: str, number: int = 0) -> Episode:
    """An episode whose events may be changed."""
    return copy.deepcopy(histories.read(DATA / name)[number])


def events(one: Episode, what: str) -> list[Any]:
    """Its events of one kind."""
    return [event for event in one.events if event["what"] == what]


def answers(one: Episode, name: str) -> list[Any]:
    """The answers to its calls of one name."""
    return [event for event in events(one, "answer") if event["f"] == name]
