"""`matrix --on`: runs of the model on versions of a real system, what the model predicts beside what was seen."""

from __future__ import annotations

import argparse
import datetime
import re
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tidemark import real
from tidemark.base.errors import UsageError
from tidemark.base.names import look_up
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.commands.shared import output
from tidemark.checker.evidence import version_matrix
from tidemark.checker.evidence.version_matrix import TrialOutcome, VersionCell, VersionPlan
from tidemark.checker.views import screen
from tidemark.spec.families.system import Drivable


def add(parser: argparse.ArgumentParser) -> None:
    """Declare `--on` and what belongs to it."""
    group = parser.add_argument_group("on a real system")
    group.add_argument(
        "--on", metavar="SYSTEM", help=f"try runs on its versions instead: {', '.join(real.SYSTEMS)}"
    )
    help_of_results = "keep each outcome in FILE, and try what it lacks, or what was inconclusive"
    group.add_argument("--results", metavar="FILE", help=help_of_results)
    shared.add_repeated(group, "--run", "RUN", "only this run; may be repeated")
    shared.add_repeated(group, "--version", "V", "only this version; may be repeated")


def is_for_system(options: argparse.Namespace) -> bool:
    """Whether the matrix is that of a real system.

    Raises:
        UsageError: an option is for the other one.
    """
    if options.on is None:
        for name in ("results", "run", "version"):
            if getattr(options, name):
                raise UsageError(f"--{name} is for a real system: name it with --on")
        return False
    grid_options = {name: getattr(options, name) for name in ("grid", "dataset", "resume", "source")}
    grid_options["engine"] = options.engine == "spark"
    for name, value in grid_options.items():
        if value:
            option = "from" if name == "source" else name
            raise UsageError(f"--{option} is for a grid of the model: leave out --on")
    return True


def run(options: argparse.Namespace) -> int:
    """Try what the file of results lacks, and print the table.

    0 if all is as the model predicts, or explained; 1 if something is not; 3 if something is inconclusive.
    """
    plan = version_matrix.plan(Drivable.of(real.system(options.on)))
    output.alone(options, ("json", "markdown"))
    path = Path(options.results) if options.results else None
    outcomes = version_matrix.read(path) if path else {}  # before anything is fetched
    chosen = _choose_cells(plan, options)
    interrupted = False
    with output.silent("-" in (options.json, options.markdown)):
        try:
            _try(plan, chosen, outcomes, path)
        except KeyboardInterrupt:
            interrupted = True
        tried = {cell: outcomes[cell] for cell in chosen if cell in outcomes}
        rows = {cell: (plan.predict(cell), outcome) for cell, outcome in tried.items()}
        print(_table(plan, rows))
    output.write(options.markdown, markdown(plan, rows))
    output.write_json(options.json, _as_json(plan, rows))
    if interrupted:
        print(f"tidemark: interrupted after {len(tried)} of {len(chosen)} trials", file=sys.stderr)
        raise KeyboardInterrupt
    return _status(plan, rows)


def _choose_cells(plan: VersionPlan, options: argparse.Namespace) -> list[VersionCell]:
    for name in options.run:
        look_up(dict.fromkeys(cell.run for cell in plan.cells), name, "no such run is tried:")
    for name in options.version:
        look_up(dict.fromkeys(cell.version for cell in plan.cells), name, "no such version is tried:")
    cells = [
        cell
        for cell in plan.cells
        if (not options.run or cell.run in options.run)
        and (not options.version or cell.version in options.version)
    ]
    for version in dict.fromkeys(cell.version for cell in cells):
        plan.system.fetch(version)
    return cells


def _try(
    plan: VersionPlan, chosen: list[VersionCell], outcomes: dict[VersionCell, TrialOutcome], path: Path | None
) -> None:
    missing = [cell for cell in chosen if cell not in outcomes or outcomes[cell].verdict == "inconclusive"]
    for number, cell in enumerate(missing, 1):
        outcomes[cell] = plan.try_cell(cell, datetime.datetime.now(datetime.UTC).date().isoformat())
        print(f"{number}/{len(missing)}  {cell.run} on {cell.column}: {outcomes[cell].text}", file=sys.stderr)
        if path:
            version_matrix.write(path, outcomes, plan.cells)


Rows = Mapping[VersionCell, tuple[str | None, TrialOutcome]]


def _differs(predicted: str | None, outcome: TrialOutcome) -> bool:
    return predicted is not None and predicted != outcome.text


def _cell(plan: VersionPlan, cell: VersionCell, rows: Rows) -> str:
    """A cell of the table: `lost`, `13`, with a mark where the model says otherwise."""
    if cell not in rows:
        return ""
    predicted, outcome = rows[cell]
    verdict = "?" if outcome.verdict == "inconclusive" else _short(outcome.text)
    why = "explained" if cell in plan.known else f"model {_short(str(predicted))}"
    return f"{verdict} ({why})" if _differs(predicted, outcome) else verdict


def _short(outcome: str) -> str:
    return outcome.replace("confirmed", "yes").replace("refused at", "no:").replace("refused", "no")


def _grid(plan: VersionPlan, rows: Rows) -> tuple[list[str], list[list[str]]]:
    columns = sorted(
        {cell.column for cell in rows}, key=lambda name: [int(n) for n in re.findall(r"\d+", name)]
    )
    lines = []
    for run in dict.fromkeys(cell.run for cell in rows):
        by_column = {cell.column: cell for cell in rows if cell.run == run}
        cells = [_cell(plan, by_column[name], rows) if name in by_column else "" for name in columns]
        lines.append([run, *cells])
    return ["run", *columns], lines


def _table(plan: VersionPlan, rows: Rows) -> str:
    headers, cells = _grid(plan, rows)
    return screen.here().table(cells, headers) if cells else "nothing was tried"


def markdown(plan: VersionPlan, rows: Rows) -> str:
    """The table, and what explains each difference, as Markdown."""
    headers, cells = _grid(plan, rows)
    lines = [
        "| " + " | ".join(f"`{content}`" if k == 0 else content for k, content in enumerate(row)) + " |"
        for row in cells
    ]
    head = ["| " + " | ".join(headers) + " |", "|---" * len(headers) + "|"]
    explained_versions = defaultdict[tuple[str, str, str], list[str]](list)
    for cell, explanation in plan.known.items():
        if cell in rows and _differs(*rows[cell]):
            explained_versions[cell.run, rows[cell][1].text, explanation].append(cell.version)
    why = [
        f"- `{run}`, {outcome}, on {', '.join(on)}: {explanation}"
        for (run, outcome, explanation), on in explained_versions.items()
    ]
    return "\n".join([*head, *lines, *(["", *why] if why else [])]) + "\n"


def _as_json(plan: VersionPlan, rows: Rows) -> dict[str, Any]:
    return {
        "system": plan.system.name,
        "trials": [
            {
                "run": cell.run,
                "version": cell.version,
                "settings": dict(cell.settings),
                "verdict": outcome.verdict,
                "step": outcome.step or None,
                "reason": outcome.reason,
                "date": outcome.date,
                "predicted": predicted,
                "explained": plan.known.get(cell) if _differs(predicted, outcome) else None,
            }
            for cell, (predicted, outcome) in rows.items()
        ],
    }


def _status(plan: VersionPlan, rows: Rows) -> int:
    differing = {cell: outcome for cell, (predicted, outcome) in rows.items() if _differs(predicted, outcome)}
    unexplained = [outcome for cell, outcome in differing.items() if cell not in plan.known]
    if any(outcome.verdict != "inconclusive" for outcome in unexplained):
        return 1
    return 3 if any(outcome.verdict == "inconclusive" for _, outcome in rows.values()) else 0
