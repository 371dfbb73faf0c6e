"""A log without an event says nothing of a system: the command says so, and does not succeed because of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.lock_logs import LOGS, write_locks
from tidemark.checker import cli
from tidemark.checker.views.log_verdict import NOTHING

HEARTBEAT = '{"at": 12.00, "host": "lock-1", "event": "heartbeat"}\n'
VALIDATE = ["validate", "lock.py", "--map", "map.py", "--engine", "reference"]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_locks(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "text", ["", "\n\n", HEARTBEAT], ids=["empty", "empty lines", "no event of the model"]
)
def test_a_log_without_an_event_is_no_success(
    text: str, room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (room / "log.ndjson").write_text(text)
    assert cli.main([*VALIDATE, "log.ndjson", "--json", "found.json"]) == 3
    assert f"log.ndjson: explained, but {NOTHING}" in " ".join(capsys.readouterr().out.split())
    (log,) = json.loads((room / "found.json").read_text())["logs"]
    assert (log["verdict"], log["events"]) == ("explained", 0)


@pytest.mark.usefixtures("room")
def test_one_log_of_several_may_be_without_an_event(capsys: pytest.CaptureFixture[str]) -> None:
    Path("quiet.ndjson").write_text(HEARTBEAT)
    assert "monday.ndjson" in LOGS
    assert cli.main([*VALIDATE, "monday.ndjson", "quiet.ndjson", "--each"]) == 0
    assert NOTHING in " ".join(capsys.readouterr().out.split())
    assert cli.main([*VALIDATE, "monday.ndjson", "quiet.ndjson"]) == 0
    assert NOTHING not in " ".join(capsys.readouterr().out.split())


@pytest.mark.usefixtures("room")
def test_no_log_at_all_is_no_success() -> None:
    Path("quiet.ndjson").write_text(HEARTBEAT)
    assert cli.main([*VALIDATE, "quiet.ndjson", "--by", "client"]) == 3


@pytest.mark.usefixtures("room")
def test_a_log_without_an_event_is_not_explored(capsys: pytest.CaptureFixture[str]) -> None:
    Path("quiet.ndjson").write_text(HEARTBEAT)
    words = ["explore", "lock.py", "--log", "quiet.ndjson", "--map", "map.py", "--port", "0"]
    assert cli.main(words) == 2
    assert NOTHING in capsys.readouterr().err
