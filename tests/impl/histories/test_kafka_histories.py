"""Promises about histories of Kafka's clients: correct ones keep all, and a planted anomaly is found where it is."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tests.support import kafka_histories
from tests.support.documents import require_valid
from tests.support.kafka_histories import ANOMALIES
from tidemark.checker import cli
from tidemark.checker.validation.client_calls import read_calls
from tidemark.impl.histories.kafka import CHECKER
from tidemark.spec.logs.client_histories import Anomaly

PLANTED = 10
SOAKS = Path(__file__).parents[2] / "data" / "soak"


def anomalies(path: Path, operations: list[kafka_histories.Operation]) -> list[Anomaly]:
    path.write_text("".join(kafka_histories.lines(operations)), encoding="utf-8")
    return list(CHECKER.find(read_calls(str(path))))


@pytest.mark.parametrize("seed", range(PLANTED))
def test_a_correct_history_keeps_every_promise(seed: int, tmp_path: Path) -> None:
    operations, _ = kafka_histories.history(random.Random(seed), length=400)
    assert anomalies(tmp_path / "history.edn", operations) == []


def test_each_promise_has_an_anomaly_here() -> None:
    assert set(ANOMALIES) == set(CHECKER.promises)


@pytest.mark.parametrize("anomaly", ANOMALIES)
def test_an_anomaly_is_found_at_its_operation_and_no_other_is(anomaly: str, tmp_path: Path) -> None:
    for seed in range(PLANTED):
        operations, line = kafka_histories.history(random.Random(seed), anomaly)
        [found] = anomalies(tmp_path / "history.edn", operations)
        assert found.promise == anomaly, seed
        assert found.calls[0].place == f"{tmp_path / 'history.edn'}:{line}", seed


def test_a_record_before_it_was_sent_breaks_a_promise_in_every_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    operations, line = kafka_histories.history(random.Random(2), "unsent-read")
    for name, text in {
        "history.edn": "".join(kafka_histories.lines(operations)),
        "vector.edn": f"[{' '.join(kafka_histories.lines(operations))}]",
        "history.ndjson": "".join(f"{json.dumps(operation)}\n" for operation in operations),
        "history.log": "".join(
            f"INFO jepsen.util - {o['process']} :{o['type']} :{o['f']} {kafka_histories.edn(o['value'])}\n"
            for o in operations
        ),
    }.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert cli.main(["validate", "histories/kafka", str(path)]) == 1
        assert "breaks unsent-read" in capsys.readouterr().out
        if name == "history.edn":
            assert cli.main(["validate", "histories/kafka", str(path), "--json", "-"]) == 1
            document = json.loads(capsys.readouterr().out)
            require_valid("validate", document)
            [found] = document["logs"][0]["anomalies"]
            assert found["calls"][0]["place"] == f"{path}:{line}"


@pytest.mark.parametrize(
    ("text", "words", "status", "says"),
    [
        (
            "{:process 0, :type :ok, :f :send, :value [[:send 1 [0 7]]]}",
            [],
            0,
            "every promise is kept, 1 call",
        ),
        ("{:process 0, :type :ok, :f :read, :value 7}", [], 3, "nothing was checked"),
        ("{:process 0, :type :ok, :f :send, :value [[:append 1 7]]}", [], 2, "['append', 1, 7] is no [:send"),
        ("{:process 0, :type :ok, :f :send, :value [[:send 1 [-1 7]]]}", [], 2, "the offset -1 must be"),
        (
            "{:process 0, :type :ok, :f :send, :value [[:send 1 [0 [7]]]]}",
            [],
            2,
            "must be a word or a number",
        ),
        ("{:process 0, :type :ok, :f :poll, :value [[:poll {1 [7]}]]}", [], 2, "a list of [offset value]"),
        ("{:process 0, :type :ok, :f :poll, :value 7}", [], 2, "is expected"),
        ("{:process 0, :type :maybe, :f :poll}", [], 2, "type is maybe"),
        ("{:process 0, :type :ok, :f :poll, :value [[:poll]], :rebalance-log 3}", [], 2, "rebalance-log"),
        ("{:process 0, :type :invoke, :f :poll}" * 2, [], 2, "calls before its call in"),
        ("{:process 0, :type :invoke, :f :poll}{:process 0, :type :ok, :f :send}", [], 2, "has called poll"),
        ("", ["--max-states", "3"], 2, "leave out --max-states"),
        ("", ["--coverage"], 2, "leave out --coverage"),
        ("", ["--engine", "reference"], 2, "leave out --engine"),
    ],
)
def test_a_file_of_something_else_gets_one_clear_line(
    text: str, words: list[str], status: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "history.edn"
    path.write_text(text, encoding="utf-8")
    assert cli.main(["validate", "histories/kafka", str(path), *words]) == status
    printed = capsys.readouterr()
    assert says in " ".join((printed.out + printed.err).split())


def test_several_histories_are_counted_and_the_first_bad_one_ends_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = []
    for anomaly in ("", "duplicate", "G1a"):
        operations, _ = kafka_histories.history(random.Random(4), anomaly)
        paths.append(tmp_path / f"{anomaly or 'good'}.edn")
        paths[-1].write_text("".join(kafka_histories.lines(operations)), encoding="utf-8")
    assert cli.main(["validate", "histories/kafka", *map(str, paths)]) == 1
    assert "3 histories: a promise is broken in 2" in capsys.readouterr().out
    assert cli.main(["validate", "histories/kafka", *map(str, paths), "--first"]) == 1
    assert "2 histories: a promise is broken in 1" in capsys.readouterr().out


def test_a_soak_is_read_as_histories_of_its_clients(capsys: pytest.CaptureFixture[str]) -> None:
    for name, status in (
        ("kafka-4.3.1.jsonl", 0),
        ("kafka-4.3.1-groups.jsonl.gz", 0),
        ("skipped-epoch.jsonl", 1),
    ):
        assert cli.main(["validate", "histories/kafka", str(SOAKS / name)]) == status
    assert "breaks inconsistent-offsets, nonmonotonic-send" in " ".join(capsys.readouterr().out.split())


def test_a_checker_is_no_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "histories/kafka"]) == 2
    assert "histories/kafka is no machine" in capsys.readouterr().err


VERDICTS = [
    # A transaction of unknown outcome counts once somebody polled one of its records.
    ("send 0 info x?1 y?1; send 1 ok x0.2", []),
    ("send 0 info x0.1 y?1; send 1 ok x0.2; poll 2 ok y5.1", ["inconsistent-offsets"]),
    ("send 0 info x?1 y0.2; send 1 info y?3; poll 2 ok x0.1; poll 3 ok y1.3", ["lost-write"]),
    ("send 0 info x?1 y0.2; send 1 info y?3; poll 3 ok y1.3", []),
    # A transaction that aborts starts again where it was.
    (
        "send 0 ok x0.0 x1.1 x2.2; poll 1 ok x0.0; poll 1 fail x1.1 x2.2; poll 1 info x1.1 x2.2; poll 1 ok x1.1 x2.2",
        [],
    ),
    (
        "send 0 ok x0.0 x1.1 x2.2 x3.3; poll 1 ok x0.0; poll 1 fail x1.1 x2.2; poll 1 fail x3.3",
        ["poll-skip"],
    ),
    # A consumer that gives a key away starts anywhere when it has it again.
    ("send 0 ok x0.0 x1.1; poll 1 ok x0.0 x1.1; assign 1 ok y; poll 1 ok x0.0 x1.1", []),
    ("send 0 ok x0.0 x1.1; poll 1 ok x0.0 x1.1; assign 1 ok x y; poll 1 ok x0.0 x1.1", ["nonmonotonic-poll"]),
    ("send 0 fail x5.1; poll 1 fail x1.1", ["G1a"]),
    ("send 0 ok x1.1; send 2 info x?2; poll 1 ok x2.2 x3.1", ["duplicate"]),
]
"""Facts of Jepsen's checker: histories in short, and what its tests expect of them."""


@pytest.mark.parametrize(("short", "promises"), VERDICTS)
def test_the_verdicts_are_those_of_jepsen(short: str, promises: list[str], tmp_path: Path) -> None:
    operations: list[kafka_histories.Operation] = []
    for text in short.split("; "):
        name, process, outcome, *words = text.split()
        value: list[object] = [_step(name, word) for word in words] if name != "assign" else [*words]
        operations += [
            {"process": int(process), "type": kind, "f": name, "value": value} for kind in ("invoke", outcome)
        ]
    assert [found.promise for found in anomalies(tmp_path / "h.edn", operations)] == promises


def _step(name: str, word: str) -> list[object]:
    """`x0.7` is record 7 at offset 0 of key x, and `x?7` is record 7 somewhere."""
    key, (offset, value) = word[0], word[1:].split("." if "." in word else "?")
    pair = [int(offset) if offset else None, int(value)]
    return ["send", key, pair] if name == "send" else ["poll", {key: [pair]}]
