"""The outcomes of schedules on real brokers: a table that is kept, `schedules/seen.toml`.

A row is one schedule on one release, as it was last played. Nothing here is expected; that is in the schedules.
"""

from __future__ import annotations

import datetime
import tomllib
from dataclasses import dataclass
from pathlib import Path

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

    came_to: `lost`, `kept` or `leaderless`, `refused at N`, or `inconclusive`. seconds: of the last run. runs: how many
    in a row had this outcome. emulated: whether a loss of power was an emulation.
    """

    came_to: str
    date: datetime.date
    runs: int
    seconds: int
    emulated: bool
    reason: str


def came_to(schedule: Schedule, found: Confirmation) -> str:
    """The outcome of a run of a schedule, in the words of its field `expected`."""
    if found.verdict == "confirmed":
        return schedule.ends
    return found.verdict if found.verdict == "inconclusive" else f"refused at {found.step}"


def load(path: Path = SEEN) -> dict[str, dict[str, Row]]:
    """All rows, by schedule and release."""
    if not path.exists():
        return {}
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        name: {version: Row(**row) for version, row in versions.items()} for name, versions in tables.items()
    }


def record(schedule: Schedule, found: Confirmation, seconds: float, path: Path = SEEN) -> None:
    """Put a run into the table, in the place of an older one of the same schedule and release."""
    rows = load(path)
    version = found.system.partition(":")[2]
    told = came_to(schedule, found)
    mine = rows.setdefault(schedule.name, {})
    before = mine.get(version)
    runs = before.runs + 1 if before and before.came_to == told else 1
    mine[version] = Row(
        told, datetime.date.today(), runs, round(seconds), bool(found.emulations), found.reason
    )
    path.write_text(HEAD + _as_toml(rows), encoding="utf-8")


def _as_toml(rows: dict[str, dict[str, Row]]) -> str:
    lines = []
    for name, versions in sorted(rows.items()):
        lines.append(f"\n[{name}]")
        for version in sorted(versions, key=lambda one: release(one).number):
            row = versions[version]
            reason = row.reason.replace("\\", "\\\\").replace('"', '\\"')
            lines.append(
                f'"{version}" = {{ came_to = "{row.came_to}", date = {row.date.isoformat()}, runs = {row.runs}, '
                f'seconds = {row.seconds}, emulated = {str(row.emulated).lower()}, reason = "{reason}" }}'
            )
    return "\n".join(lines) + "\n"
