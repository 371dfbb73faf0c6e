"""Elle's anomalies of append lists: serial executions have none, and planted ones are found with their transactions."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.support import append_histories, kafka_histories
from tests.support.append_histories import ALSO, ANOMALIES
from tests.support.documents import require_valid
from tidemark.checker import cli
from tidemark.checker.validation.client_calls import read_calls
from tidemark.impl.histories.append import CHECKER
from tidemark.spec.logs.client_histories import Anomaly

PLANTED = 10


def anomalies(path: Path, operations: list[kafka_histories.Operation]) -> list[Anomaly]:
    path.write_text("".join(kafka_histories.lines(operations)), encoding="utf-8")
    return list(CHECKER.find(read_calls(str(path))))


@pytest.mark.parametrize("seed", range(PLANTED))
def test_a_serial_execution_has_no_anomaly(seed: int, tmp_path: Path) -> None:
    operations, _ = append_histories.history(random.Random(seed), length=400)
    assert anomalies(tmp_path / "history.edn", operations) == []


def test_each_promise_has_an_anomaly_here() -> None:
    assert set(ANOMALIES) == set(CHECKER.promises)


@pytest.mark.parametrize("anomaly", ANOMALIES)
def test_an_anomaly_is_found_with_its_transactions_and_no_other_is(anomaly: str, tmp_path: Path) -> None:
    path = tmp_path / "history.edn"
    for seed in range(PLANTED):
        operations, lines = append_histories.history(random.Random(seed), anomaly)
        found = anomalies(path, operations)
        assert {a.promise for a in found} == {anomaly, *ALSO.get(anomaly, ())}, seed
        [planted] = [a for a in found if a.promise == anomaly]
        assert {call.place for call in planted.calls} == {f"{path}:{line}" for line in lines}, seed


SHORT = [
    ("ax1ay1 ax2ay2 rx12ry21", ["G0"]),
    ("ax1ry1 ax2ay1 rx12ry1", ["G1c"]),
    ("ax1ay1 ax2ry rx12", ["G-single"]),
    ("ax1ry ay1rx", ["G2"]),
    ("ax1ry1 ax2 ax3ay1 rx13 rx123", ["incompatible-order", "G1c"]),
    ("az1ax1ay1 rx1ay2 ry12az3 rz13", []),
    ("ax1rx1ax2", []),
    ("ax1rx ", ["internal"]),
    ("az1 rz1rx1 ax1 rx1rz", []),
]
"""Transactions in short, `ax1` appends and `rx12` reads, with the verdicts that Elle's tests and paper give to such."""


@pytest.mark.parametrize(("short", "promises"), SHORT)
def test_the_verdicts_are_those_of_elle(short: str, promises: list[str], tmp_path: Path) -> None:
    operations: list[kafka_histories.Operation] = []
    for transaction in short.split():
        steps: list[list[object]] = []
        for letter in transaction:
            if letter in "ar":
                steps.append(["append" if letter == "a" else "r"])
            elif letter.isalpha():
                steps[-1] += [letter, [] if steps[-1][0] == "r" else None]
            elif steps[-1][0] == "r":
                steps[-1][2] = [*steps[-1][2], int(letter)]  # type: ignore[misc]
            else:
                steps[-1][2] = int(letter)
        operations.append({"process": 0, "type": "ok", "f": "txn", "value": steps})
    assert [found.promise for found in anomalies(tmp_path / "h.edn", operations)] == promises


def test_the_shortest_cycle_is_explained_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("h.edn").write_text(
        "{:type :ok, :value [[:append :x 1] [:r :y nil]]}\n{:type :ok, :value [[:append :y 2] [:r :x []]]}\n"
    )
    assert cli.main(["validate", "histories/append", "h.edn"]) == 1
    says = " ".join(capsys.readouterr().out.split())
    assert "T1 read y without 2, which T2 appended; T2 read x without 1, which T1 appended" in says
    assert cli.main(["validate", "histories/append", "h.edn", "--json", "-"]) == 1
    document = json.loads(capsys.readouterr().out)
    require_valid("validate", document)
    assert [anomaly["promise"] for anomaly in document["logs"][0]["anomalies"]] == ["G2"]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("[[:append :x 1]]} {:type :ok :value [[:append :x 1]]", "an element is appended once"),
        ("[[:send :x 1]]", "is no [:append key element]"),
        ("[[:r :x [[1]]]]", "is no [:append key element]"),
        ("7", "is expected"),
    ],
)
def test_a_file_of_something_else_gets_one_clear_line(
    value: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "h.edn"
    path.write_text(f"{{:type :ok, :value {value}}}", encoding="utf-8")
    assert cli.main(["validate", "histories/append", str(path)]) == 2
    assert says in " ".join(capsys.readouterr().err.split())
