"""Runs of the model tried on versions of a real system: which were confirmed, and what the model had predicted.

The system says what is tried (`Drivable.trials`, a TOML file). The outcomes are kept in another file, cell by cell, so
that a table can be printed again, and continued.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tidemark import impl
from tidemark.checker.analyses.scenario import play
from tidemark.checker.analyses.trial import Trial, predict
from tidemark.checker.evidence.folders import FOLDER, TRACE
from tidemark.checker.runs import files, scenarios
from tidemark.checker.runs.results import Run
from tidemark.spec.errors import UsageError, as_json
from tidemark.spec.system import Drivable
from tidemark.spec.userfiles import kind, read_toml, write_text

HEAD = "# Runs of the model tried on real systems. `tidemark matrix --on SYSTEM` writes it, and goes on with it.\n"
KEYS = {"run": str, "version": str, "set": dict, "verdict": str, "step": int, "reason": str, "date": str}


@dataclass(frozen=True)
class Cell:
    """One run on one version, with properties besides."""

    run: str
    version: str
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def column(self) -> str:
        """The version with its properties, in words."""
        return " ".join([self.version, *(f"{name}={value}" for name, value in self.settings)])


@dataclass(frozen=True)
class Outcome:
    """The outcome of a cell. step: the state where it differed from the run, 0 where it did not. date: of the day."""

    verdict: str
    step: int
    reason: str
    date: str

    @property
    def text(self) -> str:
        """In a few words."""
        return self.verdict if self.verdict == "confirmed" else f"{self.verdict} at {self.step}"


@dataclass(frozen=True)
class Plan:
    """What is tried on a system. known: the explanation of a cell that is not as predicted."""

    system: Drivable
    runs: tuple[str, ...]
    versions: tuple[str, ...]
    also: tuple[Cell, ...]
    known: Mapping[Cell, str]

    @property
    def cells(self) -> list[Cell]:
        """All cells: every run on every version, then the others."""
        return [*(Cell(run, version) for run in self.runs for version in self.versions), *self.also]

    @cached_property
    def _loaded(self) -> dict[str, Run]:
        return {}

    def run(self, name: str) -> Run:
        """The run of that name: a scenario's, or that of a kept counterexample."""
        if name not in self._loaded:
            self._loaded[name] = load(name)
        return self._loaded[name]

    def predicted(self, cell: Cell) -> str | None:
        """What the model says of a cell; nothing where properties make the version another one."""
        name = self.system.protocol(cell.version)
        if cell.settings or name is None:
            return None
        step = predict(self.system, self.run(cell.run), impl.protocol(name))
        return "confirmed" if step is None else f"refused at {step}"


def plan(system: Drivable) -> Plan:
    """What the system says is to be tried."""
    data = tomllib.loads(system.trials.read_text(encoding="utf-8"))
    known = {_cell(row): row["why"] for row in data.get("known", ())}
    also = tuple(_cell(row) for row in data.get("also", ()))
    return Plan(system, tuple(data["runs"]), tuple(data["releases"]), also, known)


def load(name: str) -> Run:
    """The run of a scenario, or of a kept counterexample.

    Raises:
        UsageError: there is neither.
    """
    known = impl.scenarios()
    if name in known:
        return play(scenarios.load(known[name])).run
    file = Path(FOLDER) / f"{name}{TRACE}"
    if not file.exists():
        raise UsageError(f"{name} is neither a scenario nor in {FOLDER}/: run this in a checkout")
    return files.load(str(file))


def outcome(trial: Trial, date: str) -> Outcome:
    """The outcome of a trial, as it is kept."""
    one = trial.confirmation
    return Outcome(one.verdict, one.step or 0, one.reason, date)


def read(path: Path) -> dict[Cell, Outcome]:
    """The outcomes in a file; none where there is no file.

    Raises:
        UsageError: it is not such a file.
    """
    if not kind(path):
        return {}
    rows = read_toml(path, "file of results").get("trial", [])
    if not isinstance(rows, list) or not all(map(_is_row, rows)):
        raise UsageError(f"{path}: each trial has {', '.join(KEYS)}")
    return {_cell(row): Outcome(row["verdict"], row["step"], row["reason"], row["date"]) for row in rows}


def _is_row(row: Any) -> bool:
    if not isinstance(row, dict) or {key: type(value) for key, value in row.items()} != KEYS:
        return False
    return all(isinstance(value, str) for value in row["set"].values())


def write(path: Path, outcomes: Mapping[Cell, Outcome], order: Iterable[Cell]) -> None:
    """Keep outcomes in a file, those of the cells in this order."""
    rows = []
    for cell in order:
        if (one := outcomes.get(cell)) is None:
            continue
        settings = ", ".join(f"{_text(name)} = {_text(value)}" for name, value in cell.settings)
        settings = f"{{ {settings} }}" if settings else "{}"
        rows.append(
            f"    {{ run = {_text(cell.run)}, version = {_text(cell.version)}, set = {settings}, "
            f"verdict = {_text(one.verdict)}, step = {one.step}, reason = {_text(one.reason)}, "
            f"date = {_text(one.date)} }},\n"
        )
    write_text(f"{HEAD}\ntrial = [\n{''.join(rows)}]\n", str(path))


def _cell(row: Mapping[str, Any]) -> Cell:
    return Cell(row["run"], row["version"], tuple(sorted(row.get("set", {}).items())))


def _text(value: str) -> str:
    return as_json(value)
