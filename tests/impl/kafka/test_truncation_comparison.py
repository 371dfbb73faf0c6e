"""The comparison of truncation rules (impl/kafka/comparison.toml, docs/truncation.md) is a controlled experiment.

What its cells give is pinned, and `tidemark verify` compares it; that the page has these figures is a test of all pages
(test_kafka_docs.py).
"""

from __future__ import annotations

import re
import runpy
import shlex
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tidemark import check
from tidemark.checker import cli

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "truncation.md").read_text(encoding="utf-8")
TOOL = runpy.run_path(str(ROOT / "tools" / "verdict-tables"))
COMPARISON = TOOL["COMPARISON"]
COLUMNS = COMPARISON["columns"]
ROWS = {row["name"]: row for row in COMPARISON["row"]}
TABLES = {table["name"]: table for table in COMPARISON["table"]}
WITHOUT_DIFFERENCE = ["noticed", "unflushed"]
DIFFERING = [name for name in TABLES["rules"]["rows"] if name not in WITHOUT_DIFFERENCE]


def is_violated(row: Mapping[str, Any], column: str) -> bool:
    """What a search of a cell gives."""
    bounds = {name.replace("-", "_"): value for name, value in row["bounds"].items()}
    exchanged = {**COLUMNS[column], **row.get("relaxes", {})}
    result = check(COMPARISON["protocol"], row["promise"], exchanged=exchanged, spot_checks=0, **bounds)
    return result.promises[row["promise"]].verdict == "violated"


def smaller(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The row with one bound lowered by one, in the order of assigned replicas, or with the rule that it relaxes."""
    bounds, least = row["bounds"], {"log-size": 1, "records": 1}
    lowered = [
        {**row, "bounds": {**bounds, name: value - 1}}
        for name, value in bounds.items()
        if isinstance(value, int) and value > least.get(name, 0)
    ]
    if "election-order" in bounds:
        lowered.append({**row, "bounds": {**bounds, "election-order": "assigned"}})
    if "relaxes" in row:
        lowered.append({**row, "relaxes": {}})
    return lowered


def test_neighbouring_columns_differ_in_one_rule() -> None:
    columns = TABLES["rules"]["columns"]
    for column, neighbour in pairwise(columns):
        rules = {*COLUMNS[column], *COLUMNS[neighbour]}
        changed = [rule for rule in rules if COLUMNS[column].get(rule) != COLUMNS[neighbour].get(rule)]
        assert len(changed) == 1, (column, neighbour)


def test_with_the_fence_truncation_alone_is_exchanged() -> None:
    exchanged = [list(COLUMNS[column]) for column in TABLES["fenced"]["columns"]]
    assert exchanged == [["truncation"], ["truncation"], []]


@pytest.mark.parametrize("name", TABLES["rules"]["rows"])
def test_a_row_shows_a_difference_unless_it_is_about_another_cause(name: str) -> None:
    promise = ROWS[name]["promise"]
    pins = [TOOL["pinned_cell"](ROWS[name], column) for column in TABLES["rules"]["columns"]]
    verdicts = {promise in pin.violated for pin in pins}
    assert len(verdicts) == (1 if name in WITHOUT_DIFFERENCE else 2)


@pytest.mark.parametrize("name", DIFFERING)
def test_at_smaller_bounds_a_row_shows_no_difference(name: str) -> None:
    for row in smaller(ROWS[name]):
        verdicts = {is_violated(row, column) for column in TABLES["rules"]["columns"]}
        assert len(verdicts) == 1, row


@pytest.mark.parametrize("name", TABLES["released"]["rows"])
def test_the_released_rules_need_these_bounds(name: str) -> None:
    for column in ("KIP-101 in 0.11", "KIP-279 in 2.0.0"):
        assert is_violated(ROWS[name], column)
        assert [row for row in smaller(ROWS[name]) if is_violated(row, column)] == []


def test_a_promise_that_says_nothing_in_a_column_is_shown_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, row in ROWS.items():
        for column in row.get("vacuous", ()):
            assert cli.main(command(name, column)) == 0
            assert f"{row['promise']} holds only because its condition never" in capsys.readouterr().out


def command(name: str, column: str) -> list[str]:
    """The words after `tidemark` of a cell's command in the page."""
    (table,) = re.findall(rf"<!-- cells {name} -->\n(.*?)<!-- /cells -->", PAGE, re.DOTALL)
    (line,) = (line for line in table.splitlines() if line.split(" | ")[1:2] == [column])
    match = re.search(r"`tidemark (check [^`]+)`", line)
    assert match
    return shlex.split(match[1])


@pytest.mark.parametrize("name", ROWS)
def test_the_commands_of_a_row_give_what_the_page_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (table,) = re.findall(rf"<!-- cells {name} -->\n(.*?)<!-- /cells -->", PAGE, re.DOTALL)
    lines = [line.strip("| ").split(" | ") for line in table.splitlines() if "`tidemark check" in line]
    assert len(lines) >= 3
    for _, column, verdict, _, _ in (lines[0], lines[-1]):
        status = cli.main([*command(name, column), "--quiet"])
        length = verdict.strip("*")
        assert status == length.isdigit()
        said = f"violated after {length} states" if length.isdigit() else "holds"
        assert said in capsys.readouterr().out


def test_the_page_has_every_table_and_the_section_of_every_row() -> None:
    assert re.findall(r"^<!-- comparison (\w+) -->", PAGE, re.MULTILINE) == list(TABLES)
    assert sorted(re.findall(r"^<!-- cells ([\w-]+) -->", PAGE, re.MULTILINE)) == sorted(ROWS)
    assert {*re.findall(r'<a id="([\w-]+)"></a>', PAGE)} >= {*ROWS}
