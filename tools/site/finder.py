"""The finder: can an acknowledged record be lost, on which release, with which settings, under which faults; the run.

The verdicts are those of counterexamples/operator.toml. Each run is searched for again, and must be as long as there.
"""

from __future__ import annotations

import tomllib
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from html import escape
from pathlib import Path

from pages import KEPT, ROOT, RUNS

from tidemark import impl
from tidemark.checker.engines.native.search import search
from tidemark.checker.evidence.matrix import grid
from tidemark.checker.evidence.matrix.grid import Cell
from tidemark.checker.runs.files import file_word
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views.page import page

GRID, VERDICTS = "impl/kafka/operator.toml", f"{KEPT}/operator.toml"
ORDERS = "elected"
"""The axis whose settings stand beside one another in a row."""
COLUMNS = {
    "release": "release",
    "replicas": "replicas",
    "min-isr": "min.insync.replicas",
    "acks": "acks",
    "faults": "faults",
}
INTRODUCTION = """# Find a verdict

Is a record that was acknowledged on every leader? *Holds*: no run loses it at these bounds. *Lost after 13*: the
shortest run that loses it has 13 states, and is shown step by step. Kafka elects the first live member of the ISR in
assigned order; orders can be changed, so *any member* may be elected. With unclean election one process crashes. Logs
and records of 2, leader epochs 0 to 2.
[replication.md](docs/replication.md#for-an-operator) says more, and [findings.md](docs/findings.md) what real brokers
lose.
"""


@dataclass(frozen=True)
class Answer:
    """What is known of a cell: after how many states a record is lost, or None, and the page of the run."""

    cell: Cell
    length: int | None

    @property
    def file(self) -> str:
        """The page of its run, below the site."""
        at = self.cell.bounds
        words = [f"{at['replicas']}-{at['min-isr']}", f"acks-{at['acks']}"]
        words += [self.cell.conditions["faults"], self.cell.conditions[ORDERS]]
        return f"{RUNS}/operator/{self.cell.protocol}/{file_word('_'.join(words).replace(' ', '-'))}.html"


def answers() -> list[Answer]:
    """Every cell of the grid with its verdict."""
    rows = tomllib.loads((ROOT / VERDICTS).read_text(encoding="utf-8"))["condition"]
    found = []
    for cell in grid.load(ROOT / GRID).cells:
        (row,) = (row for row in rows if cell.conditions.items() <= row.items())
        found.append(Answer(cell, row[cell.protocol] or None))
    return found


def write(source: Path, extra: Path) -> None:
    """Write the page of the finder, and below `extra` the page of each run.

    Raises:
        SystemExit: a search does not find what is kept.
    """
    known = answers()
    lost = [answer for answer in known if answer.length]
    with ProcessPoolExecutor() as pool:
        for answer, text in zip(lost, pool.map(_page, lost), strict=True):
            path = extra / answer.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    (source / "finder.md").write_text(INTRODUCTION + "\n" + table(known), encoding="utf-8")


def _page(answer: Answer) -> str:
    machine = answer.cell.machine()
    (verdict,) = search(machine, threads=1, effort="least").promises.values()
    if verdict.length != answer.length or not verdict.run:
        raise SystemExit(f"{answer.cell}: {VERDICTS} says {answer.length}, and a search {verdict.length}")
    return page([explain(verdict.run)])


def table(known: list[Answer]) -> str:
    """The table of all answers, a row for each release and condition, and what chooses its rows."""
    orders = list(dict.fromkeys(answer.cell.conditions[ORDERS] for answer in known))
    rows: dict[tuple[str, ...], list[Answer]] = {}
    for answer in known:
        rows.setdefault(values(answer.cell), []).append(answer)
    places = {protocol: n for n, protocol in enumerate(dict.fromkeys(a.cell.protocol for a in known))}
    ordered = sorted(rows.items(), key=lambda row: places[row[1][0].cell.protocol], reverse=True)
    chooser = "".join(
        f'<label>{title} <select name="{name}"><option value="">any</option>'
        + "".join(
            f"<option>{escape(value)}</option>" for value in dict.fromkeys(row[n] for row, _ in ordered)
        )
        + "</select></label>"
        for n, (name, title) in enumerate(COLUMNS.items())
    )
    heads = "".join(f"<th>{escape(head)}</th>" for head in (*COLUMNS.values(), *orders))
    body = "".join(
        f'<tr data-command="{escape(_command(cells[0].cell))}">'
        + "".join(f"<td>{escape(value)}</td>" for value in row)
        + "".join(f"<td>{_linked(answer)}</td>" for answer in cells)
        + "</tr>\n"
        for row, cells in ordered
    )
    return (
        f'<form class="finder" hidden>{chooser}</form>\n<p class="found" aria-live="polite"></p>\n'
        f'<div class="table-wrapper"><table class="finder"><thead><tr>{heads}</tr></thead><tbody>\n{body}'
        '</tbody></table></div>\n<script src="_static/finder.js"></script>\n'
    )


def values(cell: Cell) -> tuple[str, ...]:
    """What the columns say of a cell."""
    bounds = {name: str(value) for name, value in cell.bounds.items()}
    release = impl.protocol(cell.protocol).summary.partition(":")[0]
    words = {**bounds, "release": release, "faults": cell.conditions["faults"]}
    return tuple(words[name] for name in COLUMNS)


def _command(cell: Cell) -> str:
    defaults = {bound.name: bound.default for bound in impl.protocol(cell.protocol).family.bounds}
    given = " ".join(
        f"--{n} {v}" for n, v in cell.machine(traced=False).bounds.items() if defaults.get(n) != v
    )
    return f"tidemark check {cell.protocol} {given} --promise {cell.promises[0]}"


def _linked(answer: Answer) -> str:
    if answer.length is None:
        return '<span class="holds">holds</span>'
    return f'<a class="lost" href="{answer.file}">lost after {answer.length}</a>'
