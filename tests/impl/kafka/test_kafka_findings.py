"""What docs/findings.md says of the model beyond its pins."""

from __future__ import annotations

import dataclasses
import itertools
import re
from pathlib import Path

import pytest

from tidemark import impl
from tidemark.checker import cli
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits

ROOT = Path(__file__).parents[3]
FINDINGS = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
SKIPS = {
    "replicas": 3, "min-isr": 2, "log-size": 1, "records": 1, "max-epoch": 3, "crashes": 1, "shutdowns": 1,
    "election-order": "any", "consumers": "no", "lagging": "no",
}  # fmt: skip


def test_a_missed_epoch_costs_nothing_where_every_election_takes_the_old_leader_out_of_the_isr() -> None:
    machine = impl.protocol("kafka-kraft/3.7").machine(SKIPS).only("acknowledged-survives")
    without = [action for action in machine.actions if action.name != "controller_moves_leadership"]
    assert len(without) == len(machine.actions) - 1
    kept = search(dataclasses.replace(machine, actions=without), Limits(), None, False, 2)
    assert kept.promises["acknowledged-survives"].verdict == "holds"
    assert kept.exhausted
    assert f"{kept.distinct_states:,}" in FINDINGS


@pytest.mark.slow
def test_with_preferred_elections_the_same_machine_loses_a_record() -> None:
    machine = impl.protocol("kafka-kraft/3.7").machine(SKIPS).only("acknowledged-survives")
    verdict = search(machine, Limits(), None, False, 2).promises["acknowledged-survives"]
    assert (verdict.verdict, verdict.length) == ("violated", 17)


LATE = {
    "replicas": 3, "min-isr": 2, "log-size": 2, "records": 4, "metadata": "in-order", "election-order": "any",
    "remote-leo": "reset", "crashes": 0, "lagging": "no",
}  # fmt: skip
ANSWERS = {
    ("checked", 2, "no"): {"committed-agrees": 33, "acknowledged-survives": None},
    ("late", 2, "no"): {"committed-agrees": 29, "acknowledged-survives": 29},
    ("checked", 3, "yes"): {"reads-are-stable": 34},
    ("at-once", 3, "yes"): {
        "committed-agrees": None,
        "acknowledged-survives": None,
        "reads-are-stable": None,
    },
}
"""When an answer is read, the largest epoch and whether a consumer reads: the length of each shortest run, or none."""


@pytest.mark.parametrize(
    ("answer", "max_epoch", "consumers"),
    [pytest.param(*case, marks=[pytest.mark.slow][: case != ("checked", 2, "no")]) for case in ANSWERS],
)
def test_an_answer_that_is_read_late_costs_a_committed_record(
    answer: str, max_epoch: int, consumers: str
) -> None:
    bounds = {**LATE, "answer-bytes": answer, "max-epoch": max_epoch, "consumers": consumers}
    expected = ANSWERS[answer, max_epoch, consumers]
    machine = impl.protocol("kafka-kraft/4.1").machine(bounds).only(*expected)
    result = search(machine, Limits(), None, False, 2)
    assert {name: result.promises[name].length for name in expected} == expected
    rows = [
        line for line in FINDINGS.splitlines() if line.startswith(f"| `{answer}` | `--max-epoch {max_epoch}")
    ]
    assert len(rows) == 1
    assert all(f"after {length} states" in rows[0] for length in expected.values() if length)
    assert all((result.promises[name].verdict == "violated") == bool(expected[name]) for name in expected)
    if None in expected.values():
        assert result.exhausted
        assert f"({result.distinct_states:,})" in rows[0]


@pytest.mark.slow
def test_the_table_of_losses_of_power_is_that_of_its_grid(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    grid = ROOT / "impl" / "elections" / "power.toml"
    assert cli.main(["matrix", "--grid", str(grid), "--traces", str(tmp_path), "--markdown", "-"]) == 0
    printed = capsys.readouterr().out
    begin, end = "<!-- grid of impl/elections/power.toml -->", "<!-- end of the grid -->"
    assert _cells(FINDINGS.partition(begin)[2].partition(end)[0]) == _cells(printed)


def _cells(markdown: str) -> list[list[str]]:
    """The rows of a table without its head; a first cell that is left empty is as above."""
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in markdown.splitlines()
        if "|" in line
    ]
    rows = [[re.sub(r"\[(.*?)\]\(.*?\)", r"\1", cell) for cell in row] for row in rows[2:]]
    for above, row in itertools.pairwise(rows):
        row[0] = row[0] or above[0]
    return rows
