"""The finder: which faults lose an acknowledged record, on which release and with which settings; the run.

The answers are those of counterexamples/losses.toml. A set that is minimal in the newest releases has the page of its
run, which is searched for again and must be as long as there; every set has its command.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from chooser import ChooserRow, check_command, chooser
from pages import KEPT, ROOT, RUNS

from tidemark.checker.analyses.fault_sets import FaultSet
from tidemark.checker.engines.native.search import search
from tidemark.checker.telling.explanation import explain
from tidemark.checker.views.page import page
from tidemark.spec.machines.machine import Machine

sys.path.append(str(ROOT / "tools"))
from losses import LossCell, ReleaseColumn, Tables

QUESTIONS, ANSWERS = "impl/kafka/questions.toml", f"{KEPT}/losses.toml"
TABLES = Tables(ROOT / QUESTIONS, ROOT / ANSWERS)
NEWEST = "3.7"
"""The first of the releases whose runs have pages."""
SHOWN_CLUSTER = "3 replicas, min.insync.replicas=2"
COLUMNS = {"release": "release", "replicas": "replicas", "min-isr": "min.insync.replicas", "faults": "faults"}
FIRST = {"replicas": "3", "min-isr": "2"}
"""What is chosen at first."""
INTRODUCTION = """# Which faults lose a record?

*Lost after 18*: the shortest run that loses an acknowledged record has 18 states, and may be read step by step. –: no
run loses it at these bounds. *(17)*: fewer faults are enough. The log is not flushed before a record is acknowledged,
and brokers are elected in Kafka's order. [Can I lose a record?](docs/can-i-lose-a-record.md) is the short answer,
[losses.md](docs/losses.md) has the tables.
"""


@dataclass(frozen=True)
class Answer:
    """What is known of a set of faults in a cluster and a release."""

    cluster: str
    column: ReleaseColumn
    faults: FaultSet
    cell: LossCell

    @property
    def file(self) -> str | None:
        """The page of its run, below the site, if it has one."""
        if not self.cell.is_minimal or self.cluster != SHOWN_CLUSTER or not self.column.is_newer_than(NEWEST):
            return None
        assert self.cell.question
        faults = "-".join(f"{name}-{count}" for name, count in self.faults.counts)
        return f"{RUNS}/losses/{self.cell.question.protocol}/{faults}.html"

    @property
    def machine(self) -> Machine:
        """The machine in which at most these faults happen."""
        assert self.cell.question
        question = self.cell.question.question
        return question.machine(self.faults.values(question.kinds))

    @property
    def command(self) -> str:
        """The command that searches for a loss."""
        assert self.cell.question
        question = self.cell.question.question
        values = {**question.bounds, **self.faults.values(question.kinds)}
        return check_command(question.protocol, values, (self.cell.question.promise,))

    @property
    def values(self) -> tuple[str, ...]:
        """What the columns say of it."""
        sizes = TABLES.sizes(self.cluster)
        clause = self.faults.describe(TABLES.kinds)
        return self.column.title, str(sizes["replicas"]), str(sizes["min-isr"]), clause


def answers() -> list[Answer]:
    """Every cell of the tables that was searched."""
    return [
        Answer(cluster, column, faults, cell)
        for column in TABLES.columns
        for cluster in TABLES.clusters
        for faults in TABLES.rows(cluster)
        if (cell := TABLES.cell(cluster, column, faults)).question
    ]


def write(source: Path, extra: Path) -> None:
    """Write the page of the finder, and below `extra` the page of each run.

    Raises:
        SystemExit: a search does not find what is kept.
    """
    known = answers()
    lost = [answer for answer in known if answer.file]
    with ProcessPoolExecutor() as pool:
        for answer, text in zip(lost, pool.map(_page, lost), strict=True):
            path = extra / str(answer.file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    (source / "finder.md").write_text(INTRODUCTION + "\n" + table(known), encoding="utf-8")


def _page(answer: Answer) -> str:
    (verdict,) = search(answer.machine, threads=1).promises.values()
    if verdict.length != answer.cell.length or not verdict.run:
        kept = f"{ANSWERS} says {answer.cell.length}"
        raise SystemExit(f"{answer.command}: {kept}, and a search {verdict.length}")
    return page([explain(verdict.run)])


def table(known: list[Answer]) -> str:
    """The table of all answers, and the form that chooses its rows."""
    rows = [ChooserRow(answer.command, answer.values, (_linked(answer),)) for answer in known]
    return chooser(COLUMNS, ("lost",), rows, FIRST)


def _linked(answer: Answer) -> str:
    if answer.file:
        return f'<a class="lost" href="{answer.file}">lost after {answer.cell.length}</a>'
    style = "holds" if answer.cell.length is None else "lost"
    words = f"lost after {answer.cell.length}" if answer.cell.is_minimal else answer.cell.sign
    return f'<span class="{style}">{words}</span>'
