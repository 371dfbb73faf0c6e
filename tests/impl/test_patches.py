"""Ranges of releases, one record for each family: the functions that it rests on, and every difference explained.

`tools/kafka-patches` compares the functions with Kafka's sources; here the records are held against the families.
"""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.support.pages import ROOT
from tidemark import impl
from tidemark.spec import Family
from tidemark.spec.families.releases import covers, first_patch

RECORDS: dict[str, dict[str, Any]] = {
    path.parent.name: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted(ROOT.glob("impl/**/patches.toml"))
}
BY_FUNCTION = {name: record for name, record in RECORDS.items() if "function" in record}
FAMILIES: dict[str, Family] = {
    family.pins.parent.name: family
    for family in impl.families()
    if family.pins and family.pins.parent.parent == ROOT / "impl"
}
RUN = tomllib.loads((ROOT / "real/brokers/releases.toml").read_text(encoding="utf-8"))


def gaps(record: dict[str, Any]) -> list[str]:
    """Where the range of a function begins late or ends early, and nothing says why."""
    releases: list[str] = record["releases"]
    rows, unexplained = record["function"], []
    for row in rows:
        first, last = (releases.index(release) for release in row["releases"])
        assert first <= last, row
        followers = [
            r
            for r in rows
            if set(r["rules"]) & set(row["rules"]) and r["releases"][0] in releases[last + 1 :][:1]
        ]
        unexplained += [f"{row['names']} begins"] if first and "begins" not in row else []
        unexplained += (
            [f"{row['names']} ends"]
            if last + 1 < len(releases) and not followers and "ends" not in row
            else []
        )
    return unexplained


@pytest.mark.parametrize("name", BY_FUNCTION)
def test_a_record_has_every_release_of_its_range_that_can_be_run(name: str) -> None:
    releases: list[str] = BY_FUNCTION[name]["releases"]
    assert releases == sorted(set(releases), key=first_patch)
    between = {r for r in RUN if covers((releases[0], releases[-1]), r)}
    assert between <= set(releases)


@pytest.mark.parametrize("name", BY_FUNCTION)
def test_every_rule_rests_on_functions(name: str) -> None:
    record, family = BY_FUNCTION[name], FAMILIES[name]
    rules = {rule for row in record["function"] for rule in row["rules"]}
    ours: dict[str, str] = record.get("not-in-kafka", {})
    actions = {action if isinstance(action, str) else action.name for action in family.actions}
    assert rules <= {*family.rules, *actions}
    assert set(family.rules) - rules == set(ours), "each rule has a function, or a reason in [not-in-kafka]"


@pytest.mark.parametrize("name", BY_FUNCTION)
def test_a_range_that_begins_late_or_ends_early_says_why(name: str) -> None:
    assert gaps(BY_FUNCTION[name]) == []


def test_a_gap_in_a_range_is_reported() -> None:
    row = {"rules": ["vote"], "names": ["handle"], "releases": ["1.0.0", "1.0.1"]}
    after = {"rules": ["vote"], "names": ["answer"], "releases": ["1.1.0", "1.1.0"], "begins": "renamed"}
    record = {"releases": ["1.0.0", "1.0.1", "1.1.0"], "function": [row]}
    assert gaps(record) == ["['handle'] ends"]
    assert gaps({**record, "function": [row, after]}) == []
    assert gaps({**record, "function": [row, {**after, "rules": ["resign"]}]}) == ["['handle'] ends"]
    del after["begins"]
    assert gaps({**record, "function": [row, after]}) == ["['answer'] begins"]


@pytest.mark.parametrize("name", RECORDS)
def test_every_difference_has_one_explanation(name: str) -> None:
    record = RECORDS[name]
    for row in record["difference"]:
        assert len({"why", "cause", "rule"} & set(row)) == 1, row
        if "function" in record:
            assert tuple(row["between"]) in set(pairwise(record["releases"])), row
            assert any(
                row["file"] == f["file"] and row["function"] in f["names"] for f in record["function"]
            ), row
            assert row.get("rule", next(iter(FAMILIES[name].rules))) in FAMILIES[name].rules, row
    assert {row["cause"] for row in record["difference"] if "cause" in row} == set(record.get("cause", {}))


def test_a_folder_has_one_record() -> None:
    assert len(RECORDS) == len(list(Path(ROOT).glob("impl/**/patches.toml")))
