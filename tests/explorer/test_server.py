"""The explorer's server: who is answered, how it ends, and what it leaves."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.support.explored import ask, explored
from tests.support.foreign_runs import FOREIGN, FOREIGN_MACHINES
from tests.support.pages import ROOT
from tidemark.checker import cli

DEKKER = str(FOREIGN / "dekker.py")


def test_who_has_no_token_or_comes_from_elsewhere_is_refused() -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        host = urlsplit(address).netloc
        assert ask(address)[0] == 200
        assert ask(address, "state?path=")[0] == 200
        assert ask(address, Origin=f"http://{host}")[0] == 200
        refused = [
            ask(address, path="/"),
            ask(address, path="/state?path="),
            ask(address, path=f"/{'x' * 32}/"),
            ask(address, path="/%C3%A4/"),
            ask(address, Host="evil.example"),
            ask(address, Host=f"evil.example:{urlsplit(address).port}"),
            ask(address, Origin="http://evil.example"),
            ask(address, "state?path=", Origin="null"),
            ask(address, Sec_Fetch_Site="cross-site"),
        ]
        assert refused == [(403, "refused\n")] * len(refused)
        assert urlsplit(address).path.strip("/") not in "".join(text for _, text in refused)


def test_every_answer_says_that_nothing_is_sent_on() -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        parts = urlsplit(address)
        for what, status in (
            ("", 200),
            ("state?path=", 200),
            ("state?path=99", 400),
            ("elsewhere", 404),
            ("told", 200),
        ):
            connection = http.client.HTTPConnection(parts.hostname or "", parts.port or 0, timeout=30)
            connection.request("GET", parts.path + what)
            answer = connection.getresponse()
            answer.read()
            connection.close()
            assert answer.status == status
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            assert "connect-src 'self'" in answer.headers["Content-Security-Policy"]


def test_a_wrong_question_is_answered_in_one_line() -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        for path, complaint in (("x", "numbers with points"), ("99", "no step 2"), ("0.0", "no step 3")):
            status, text = ask(address, f"state?path={path}")
            assert status == 400
            assert complaint in json.loads(text)["problem"]
        assert ask(address, "save?path=&as=nothing")[0] == 400
        assert ask(address, "elsewhere")[0] == 404
        assert ask(address, "../../etc/passwd")[0] == 404


def test_nothing_listens_but_on_loopback_and_two_do_not_meet() -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as one, explored(FOREIGN_MACHINES["ring"]()) as other:
        assert urlsplit(one).hostname == urlsplit(other).hostname == "127.0.0.1"
        assert urlsplit(one).port != urlsplit(other).port
        assert urlsplit(one).path != urlsplit(other).path
        assert ask(one, path=urlsplit(other).path)[0] == 403
        assert "<title>ring</title>" in ask(other)[1]


def test_a_port_in_use_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        assert cli.main(["explore", DEKKER, "--port", str(urlsplit(address).port)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("leave out --port for a free one")


def test_a_port_is_used_again_at_once() -> None:
    """The server ends a connection that a browser keeps, so that the system holds the port for a minute."""
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        port = urlsplit(address).port or 0
        connection = socket.create_connection(("127.0.0.1", port))
        assert ask(address)[0] == 200
    with connection:
        assert connection.recv(1) == b""
    with explored(FOREIGN_MACHINES["ring"](), port=port) as address:
        assert urlsplit(address).port == port
        assert ask(address)[0] == 200


def test_no_connection_is_left_that_a_browser_opened_before_it_had_a_question() -> None:
    with explored(FOREIGN_MACHINES["dekker"]()) as address:
        parts = urlsplit(address)
        early = socket.create_connection((parts.hostname or "", parts.port or 0), timeout=60)
        assert ask(address)[0] == 200  # so the one before is accepted too
    with early:
        early.sendall(f"GET {parts.path}state?path= HTTP/1.0\r\nHost: {parts.netloc}\r\n\r\n".encode())
        assert early.recv(1) == b""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_and_it_leaves_no_port_and_no_file(number: int, status: int, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tidemark", "explore", DEKKER]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        address = process.stdout.readline().split(" at ")[1].strip()
        assert ask(address)[0] == 200
        process.send_signal(number)
        _, said = process.communicate(timeout=30)
    assert (process.returncode, said) == (status, "tidemark: interrupted\n")
    assert list(tmp_path.iterdir()) == []
    with socket.socket() as again, pytest.raises(ConnectionRefusedError):
        again.connect(("127.0.0.1", urlsplit(address).port))


def test_a_path_is_saved_and_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    machine = FOREIGN_MACHINES["dekker"]()
    numbers = {str(one): number for number, one in enumerate(machine.instances)}
    steps = ["look(me=1)", "look(me=0)", "enter(me=1)", "enter(me=0)"]
    with explored(machine) as address:
        for count, promise in ((4, "mutual-exclusion"), (2, "")):
            path = ".".join(str(numbers[step]) for step in steps[:count])
            status, text = ask(address, f"save?path={path}&as=trace")
            assert (status, json.loads(text)["promise"]) == (200, promise)
            (tmp_path / "saved.json").write_text(text)
            assert cli.main(["replay", str(tmp_path / "saved.json"), "--from", DEKKER]) == 0
        for kind, part in (
            ("markdown", "enter(me=0)"),
            ("html", "<!doctype html>"),
            ("itf", '"#meta"'),
            ("scenario", "[[step]]"),
        ):
            status, text = ask(address, f"save?path={path}&as={kind}")
            assert status == 200
            assert part in text or part.replace("0", "1") in text or kind == "markdown"
    capsys.readouterr()


WRONG = [
    (["explore", DEKKER, "--from", DEKKER], "--from is for a trace or a scenario"),
    (["explore", DEKKER, "--port", "70000"], "a port is at most 65,535"),
    (["explore", DEKKER, "--html", "/nowhere/x.html"], "/nowhere/x.html"),
    (["explore", "nowhere.json"], "nowhere.json"),
    (["explore", "missing/protocol"], "missing/protocol"),
    (["explore", "kafka/2.6.1", "--html", "x.html", "--max-states", "10"], "has more than 10 states"),
    (
        [
            "explore",
            str(ROOT / "counterexamples/kafka/0.10.2/acknowledged-survives-3.json"),
            "--promise",
            "x",
        ],
        "itself",
    ),
]


@pytest.mark.parametrize(("words", "complaint"), WRONG, ids=[case[1] for case in WRONG])
def test_wrong_usage_is_one_line(
    words: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) == 2
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert complaint in told.err
    assert list(tmp_path.iterdir()) == []
