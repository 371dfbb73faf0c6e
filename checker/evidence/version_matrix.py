"""Runs of the model tried on versions of a real system: which were confirmed, and what the model had predicted.

The system says what is tried (`Drivable.trials`, a TOML file). A run is forced on a version step by step, or becomes a
schedule where the version decides for itself (`Playable.schedules_runs_of`). Outcomes are kept in another file, cell by
cell, so that a table can be printed again, and continued.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from tidemark import impl
from tidemark.base.errors import UsageError, as_json
from tidemark.base.files import kind, read_toml, write_text
from tidemark.checker.analyses.prediction import refused_at, takes
from tidemark.checker.analyses.scenario import play
from tidemark.checker.analyses.trial import play_on, try_on
from tidemark.checker.evidence.folders import FOLDER, TRACE
from tidemark.checker.runs import files, scenarios
from tidemark.checker.runs.results import Run
from tidemark.spec.families.system import Drivable, Playable

HEAD = "# Runs of the model tried on real systems. `tidemark matrix --on SYSTEM` writes it, and goes on with it.\n"
KEYS = {"run": str, "version": str, "set": dict, "verdict": str, "step": int, "reason": str, "date": str}


@dataclass(frozen=True)
class VersionCell:
    """One run on one version, perhaps with properties."""

    run: str
    version: str
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def column(self) -> str:
        """The version with its properties, in words."""
        return " ".join([self.version, *(f"{name}={value}" for name, value in self.settings)])


@dataclass(frozen=True)
class TrialOutcome:
    """The outcome of a cell. date: of the day.

    step: the state where it differed; 0 where it did not, or the run was a schedule, which has other steps.
    """

    verdict: str
    step: int
    reason: str
    date: str

    @property
    def text(self) -> str:
        """In a few words."""
        return f"{self.verdict} at {self.step}" if self.step else self.verdict


@dataclass(frozen=True)
class VersionPlan:
    """What is tried on a system: cells, in the order of the table. known: why a cell is not as predicted."""

    system: Drivable
    cells: tuple[VersionCell, ...]
    known: Mapping[VersionCell, str]

    def _scheduling_system(self, run: Run) -> Playable | None:
        system = self.system
        return system if isinstance(system, Playable) and system.schedules_runs_of(run.machine) else None

    def try_cell(self, cell: VersionCell, date: str) -> TrialOutcome:
        """Try a cell, on that day.

        Raises:
            UsageError: the version is not here, or the run can't be tried on it.
        """
        run, settings = load(cell.run), dict(cell.settings)
        if system := self._scheduling_system(run):
            confirmation = play_on(system, cell.version, run, settings).confirmation
            return TrialOutcome(confirmation.verdict, 0, confirmation.reason, date)
        confirmation = try_on(self.system, cell.version, run, settings).confirmation
        return TrialOutcome(confirmation.verdict, confirmation.step or 0, confirmation.reason, date)

    def predict(self, cell: VersionCell) -> str | None:
        """What the model says of a cell; nothing where properties make the version another one."""
        run = load(cell.run)
        if scheduler := self._scheduling_system(run):
            name = scheduler.protocol_of(run.machine, cell.version)
        else:
            name = self.system.protocol(cell.version)
        if cell.settings or name is None:
            return None
        if scheduler:
            return "confirmed" if takes(scheduler, run, impl.protocol(name)) else "refused"
        step = refused_at(self.system, run, impl.protocol(name))
        return "confirmed" if step is None else f"refused at {step}"


def plan(system: Drivable) -> VersionPlan:
    """What the system says is to be tried."""
    data = tomllib.loads(system.trials.read_text(encoding="utf-8"))
    pairs = [pair for table in data["tried"] for pair in product(table["runs"], table["on"])]
    tables = [VersionCell(run, version) for run, version in pairs]
    rows = data.get("known", ())
    explanations = {VersionCell(row["run"], version): row["why"] for row in rows for version in row["on"]}
    return VersionPlan(system, (*tables, *map(_cell, data.get("also", ()))), explanations)


@cache
def load(name: str) -> Run:
    """The run of a scenario, or of a kept counterexample.

    Raises:
        UsageError: there is neither.
    """
    scenario_files = impl.scenarios()
    if name in scenario_files:
        return play(scenarios.load(scenario_files[name])).run
    file = Path(FOLDER) / f"{name}{TRACE}"
    if not file.exists():
        raise UsageError(f"{name} is neither a scenario nor in {FOLDER}/: run this in a checkout")
    return files.load(str(file))


def read(path: Path) -> dict[VersionCell, TrialOutcome]:
    """The outcomes in a file; none where there is no file.

    Raises:
        UsageError: it is not such a file.
    """
    if not kind(path):
        return {}
    rows = read_toml(path, "file of results").get("trial", [])
    if not isinstance(rows, list) or not all(map(_is_row, rows)):
        raise UsageError(f"{path}: each trial has {', '.join(KEYS)}")
    return {_cell(row): TrialOutcome(row["verdict"], row["step"], row["reason"], row["date"]) for row in rows}


def _is_row(row: Any) -> bool:
    if not isinstance(row, dict) or {key: type(value) for key, value in row.items()} != KEYS:
        return False
    return all(isinstance(value, str) for value in row["set"].values())


def write(path: Path, outcomes: Mapping[VersionCell, TrialOutcome], order: Iterable[VersionCell]) -> None:
    """Keep outcomes in a file, those of the cells in this order."""
    rows = []
    for cell in order:
        if (outcome := outcomes.get(cell)) is None:
            continue
        settings = ", ".join(f"{as_json(name)} = {as_json(value)}" for name, value in cell.settings)
        values = {"run": cell.run, "version": cell.version, "set": f"{{ {settings} }}" if settings else "{}"}
        values |= asdict(outcome)
        fields = (f"{key} = {v if key == 'set' else as_json(v)}" for key, v in values.items())
        rows.append(f"    {{ {', '.join(fields)} }},\n")
    write_text(f"{HEAD}\ntrial = [\n{''.join(rows)}]\n", str(path))


def _cell(row: Mapping[str, Any]) -> VersionCell:
    return VersionCell(row["run"], row["version"], tuple(sorted(row.get("set", {}).items())))
