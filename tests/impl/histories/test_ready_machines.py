"""The ready machines for histories: a correct system is explained, and each planted anomaly is refused where it is."""

from __future__ import annotations

import csv
import io
import json
import random
from pathlib import Path

import pytest

from tests.support.client_histories import CASES, SORTS, Operation, as_edn, history
from tidemark.checker import cli
from tidemark.checker.user_files.lookup import find_protocol
from tidemark.checker.validation.loading import map_in, read_log
from tidemark.checker.validation.verdicts import LogVerdict, Validator
from tidemark.impl import histories

PLANTED = 10
ENDINGS = ("edn", "vector.edn", "ndjson", "csv", "log", "spans.json")
FORMATS = [
    (machine, ending)
    for machine in ("register", "key-value", "set", "queue", "lock")
    for ending in ENDINGS
    if (machine, ending)
    != ("lock", "spans.json")  # a span that fails has an unknown outcome: that explains any holder
]


def validator(machine: str) -> Validator:
    protocol = find_protocol(f"histories/{machine}")
    return Validator(protocol.machine, map_in(protocol.source.file))  # type: ignore[union-attr]


def verdict(machine: str, path: Path) -> LogVerdict:
    ready = validator(machine)
    return ready.validate(list(read_log(ready.file.map, str(path))))


def write_edn(path: Path, operations: list[Operation]) -> Path:
    path.write_text("".join(f"{as_edn(operation)}\n" for operation in operations), encoding="utf-8")
    return path


@pytest.mark.parametrize("machine", SORTS)
def test_what_a_correct_system_answers_is_explained(machine: str, tmp_path: Path) -> None:
    ready = validator(machine)
    for seed in range(PLANTED):
        operations, _ = history(SORTS[machine], random.Random(seed))
        path = write_edn(tmp_path / f"{seed}.edn", operations)
        found = ready.validate(list(read_log(ready.file.map, str(path))))
        assert found.verdict == "explained", (seed, found)


@pytest.mark.parametrize(("machine", "anomaly"), CASES)
def test_an_anomaly_is_refused_at_its_operation(machine: str, anomaly: str, tmp_path: Path) -> None:
    ready = validator(machine)
    for seed in range(PLANTED):
        operations, planted = history(SORTS[machine], random.Random(seed), anomaly)
        path = write_edn(tmp_path / f"{seed}.edn", operations)
        found = ready.validate(list(read_log(ready.file.map, str(path))))
        assert found.verdict == "refused", (seed, anomaly)
        assert found.refused is not None
        assert found.refused.event.line == planted + 1, (seed, anomaly)


@pytest.mark.parametrize(("machine", "ending"), FORMATS)
@pytest.mark.parametrize("is_bad", [False, True])
def test_every_format_gives_the_same_verdict(machine: str, ending: str, is_bad: bool, tmp_path: Path) -> None:
    anomaly = next(iter(SORTS[machine].anomalies)) if is_bad else ""
    operations, planted = history(SORTS[machine], random.Random(3), anomaly)
    if ending == "spans.json":  # a span that fails has an unknown outcome
        failing = {n for n, operation in enumerate(operations) if operation["type"] == "fail"}
        operations = [o | {"type": "info"} if n in failing else o for n, o in enumerate(operations)]
    path = tmp_path / f"history.{ending}"
    path.write_text(WRITERS[ending](operations), encoding="utf-8")
    found = verdict(machine, path)
    assert found.verdict == ("refused" if is_bad else "explained")
    if is_bad and ending not in ("vector.edn", "spans.json", "csv"):
        assert found.refused is not None
        assert found.refused.event.line == planted + 1


def _csv(operations: list[Operation]) -> str:
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(["process", "type", "f", "value"])
    table.writerows([o["process"], o["type"], o["f"], as_edn(o["value"])] for o in operations)
    return text.getvalue()


def _spans(operations: list[Operation]) -> str:
    calls: dict[int, tuple[int, Operation]] = {}
    spans = []
    for moment, operation in enumerate(operations, 1):
        process = operation["process"]
        if operation["type"] == "invoke":
            calls[process] = moment, operation
            continue
        start, call = calls.pop(process)
        attributes = [
            {"key": key, "value": _attribute(o["value"])}
            for key, o in (("value", call), ("result", operation))
            if o["value"] is not None
        ]
        spans.append({
            "name": call["f"], "startTimeUnixNano": start * 10**9, "endTimeUnixNano": moment * 10**9,
            "status": {"code": 2} if operation["type"] == "info" else {}, "attributes": attributes,
        })  # fmt: skip
    return json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]})


def _attribute(value: object) -> dict[str, object]:
    if value is None:
        return {}
    if isinstance(value, list):
        return {"arrayValue": {"values": [_attribute(part) for part in value]}}
    return {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value}


WRITERS = {
    "edn": lambda operations: "".join(f"{as_edn(o)}\n" for o in operations),
    "vector.edn": lambda operations: f"; all in one\n[{' '.join(map(as_edn, operations))}]",
    "ndjson": lambda operations: "".join(f"{json.dumps(o)}\n" for o in operations),
    "csv": _csv,
    "log": lambda operations: "".join(
        f"INFO  jepsen.util - {o['process']}\t:{o['type']}\t:{o['f']}\t{as_edn(o['value'])}\n"
        for o in operations
    ),
    "spans.json": _spans,
}


def test_the_command_needs_no_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write_edn(tmp_path / "good.edn", history(SORTS["register"], random.Random(1))[0])
    bad = write_edn(tmp_path / "bad.edn", history(SORTS["register"], random.Random(1), "stale read")[0])
    traces = ["--traces", str(tmp_path / "traces")]
    assert cli.main(["validate", "histories/compare-and-set", str(good), *traces]) == 0
    assert (
        cli.main(["validate", "histories/register", str(bad), str(good), "--each", "--first", *traces]) == 1
    )
    assert "1 log: 0 explained, 1 not explained" in capsys.readouterr().out.replace("\n", " ")


def test_a_machine_without_a_map_says_that_it_needs_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["validate", "published/kip-101", "history.edn"]) == 2
    assert "--map FILE.py says what the events are in published/kip-101" in capsys.readouterr().err
    assert cli.main(["validate", "histories/registers", "history.edn"]) == 2
    assert "did you mean register?" in capsys.readouterr().err


def test_each_machine_has_a_module() -> None:
    for name in histories.FILES:
        assert find_protocol(f"histories/{name}").machine().name


@pytest.mark.parametrize("machine", ["register", "key-value", "lock", "bank"])
def test_a_history_may_have_hundreds_of_values(machine: str, tmp_path: Path) -> None:
    operations, _ = history(SORTS[machine], random.Random(1), length=700)
    assert verdict(machine, write_edn(tmp_path / "long.edn", operations)).verdict == "explained"


def test_an_account_may_hold_much_more_than_is_transferred_at_once(tmp_path: Path) -> None:
    full = dict.fromkeys(range(20), 10000)
    path = write_edn(
        tmp_path / "bank.edn",
        [
            {"process": 0, "type": kind, "f": function, "value": value}
            for function, value in (("read", full), ("transfer", {"from": 0, "to": 19, "amount": 5}))
            for kind in ("invoke", "ok")
        ],
    )
    assert verdict("bank", path).verdict == "explained"
