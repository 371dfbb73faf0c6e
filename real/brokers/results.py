"""The outcomes of schedules on real brokers, in the table `schedules/seen.toml`.

A row is one schedule on one release, as it was last played. Nothing here is expected; that is in the schedules.
"""

from __future__ import annotations

import datetime
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tidemark.real.brokers.jars import release
from tidemark.real.brokers.schedules import FOLDER, Schedule
from tidemark.spec.families.system import Confirmation

SEEN = FOLDER / "seen.toml"
HEAD = (
    "# What the schedules came to on real brokers, each as it was last played on a release.\n"
    "# Written by `python -m tidemark.real.brokers SCHEDULE VERSION --record`.\n"
)


@dataclass(frozen=True)
class Row:
    """A schedule on a release.

    came_to: `lost`, `kept`, `leaderless` or `confirmed`, `refused at N`, or `inconclusive`. seconds: of the last run.
    runs: how many in a row had this outcome. emulated: whether a loss of power was an emulation.
    """

    came_to: str
    date: datetime.date
    runs: int
    seconds: int
    emulated: bool
    reason: str


def outcome_of(schedule: Schedule, confirmation: Confirmation) -> str:
    """The outcome of a run of a schedule, in the words of its field `expected`."""
    if confirmation.verdict == "confirmed":
        return schedule.outcome
    is_refusal = confirmation.verdict == "refused"
    return f"refused at {confirmation.step}" if is_refusal else confirmation.verdict


def load(path: Path = SEEN) -> dict[str, dict[str, Row]]:
    """All rows, by schedule and release."""
    if not path.exists():
        return {}
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        name: {version: Row(**row) for version, row in versions.items()} for name, versions in tables.items()
    }


def record(schedule: Schedule, confirmation: Confirmation, seconds: float, path: Path = SEEN) -> None:
    """Put a run into the table, in the place of an older one of the same schedule and release."""
    rows = load(path)
    version = confirmation.system.partition(":")[2]
    outcome = outcome_of(schedule, confirmation)
    of_schedule = rows.setdefault(schedule.name, {})
    before = of_schedule.get(version)
    of_schedule[version] = Row(
        came_to=outcome,
        date=datetime.date.today(),
        runs=before.runs + 1 if before and before.came_to == outcome else 1,
        seconds=round(seconds),
        emulated=bool(confirmation.emulations),
        reason=confirmation.reason,
    )
    path.write_text(HEAD + _as_toml(rows), encoding="utf-8")


def _as_toml(rows: dict[str, dict[str, Row]]) -> str:
    lines = []
    for name, versions in sorted(rows.items()):
        lines.append(f"\n[{name}]")
        for version in sorted(versions, key=lambda version: release(version).number):
            fields = ", ".join(f"{name} = {_toml(value)}" for name, value in vars(versions[version]).items())
            lines.append(f'"{version}" = {{ {fields} }}')
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    return str(value) if isinstance(value, datetime.date) else json.dumps(value, ensure_ascii=False)
