"""`--json` of every command gives what its schema says, and with `-` nothing else on standard output."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from tests.support.documents import require_valid
from tests.support.lock_logs import write_locks
from tests.support.logs import unpack
from tidemark.checker import cli
from tidemark.checker.evidence import pins
from tidemark.checker.runs.files import load

ROOT = Path(__file__).parents[2]
TRACE = ROOT / "counterexamples" / "published" / "kip-101" / "strong-isr-1.json"
SOAKED = ROOT / "tests" / "data" / "soak" / "kafka-3.9.2.jsonl"
LOSSY, SAFE = "published/kip-101", "published/kip-320"
TWO = ["--replicas", "2"]
ONE = [*TWO, "--log-size", "1", "--records", "1", "--max-epoch", "1"]
GRID = """
protocols = ["published/high-watermark", "published/kip-320"]
promises = ["weak-isr"]

[bounds]
replicas = 2
log-size = 1
records = 1

[axes.epochs]
one = { max-epoch = 1 }
two = { max-epoch = 2 }
"""

_LEASE = Path(__file__).parents[2] / "docs/examples/lease"
LEASE = [*(str(_LEASE / name) for name in ("lease.py", "mutex.py")), "--map", str(_LEASE / "map.py")]
EXAMPLES: dict[str, list[tuple[list[str], int]]] = {
    "list": [
        ([], 0),
        ([SAFE], 0),
        (["ISR"], 0),
        (["3.9"], 0),
        (["LeaderEpochRequest"], 0),
        ([SAFE, "--state"], 0),
    ],
    "check": [
        ([LOSSY, "--promise", "strong-isr", *TWO], 1),
        ([SAFE, "--promise", "strong-isr", *ONE, "--max-states", "10"], 3),
        ([SAFE, "--constraint", "weak-isr", *ONE], 0),
    ],
    "fuzz": [([LOSSY, *TWO, "--seconds", "20", "--promise", "leader-in-isr"], 1)],
    "why": [
        ([LOSSY, "leader-in-isr", *ONE], 1),
        ([SAFE, "strong-isr", *ONE], 0),
        ([LOSSY, "strong-isr", *TWO, "--seconds", "0.01"], 3),
    ],
    "graph": [
        ([SAFE, "strong-isr", *ONE], 0),
        ([LOSSY, "leader-in-isr", *ONE], 0),
        ([LOSSY, "strong-isr", *TWO, "--seconds", "0.01"], 3),
    ],
    "ask": [
        (["kafka/0.10.2", "--max-epoch", "1", "--log-size", "1", "--records", "1", "--faults", "1"], 1),
        ([SAFE, *ONE], 0),
        (["4.1", "--max-epoch", "1", "--log-size", "1", "--records", "1", "--faults", "0"], 0),
        ([SAFE, "--seconds", "0.000001"], 3),
    ],
    "minimize": [
        ([LOSSY, "--promise", "leader-in-isr", *TWO], 1),
        ([LOSSY, "--promise", "leader-in-isr", *ONE, "--engine", "smt", "--max-length", "3"], 1),
    ],
    "refine": [
        ([*LEASE], 0),
        ([*LEASE, "--pauses", "yes"], 1),
        ([*LEASE, "--pauses", "yes", "--max-states", "3"], 3),
    ],
    "prove": [
        ([SAFE, "strong-isr", "--lemma", "none", "--jobs", "1", *ONE], 4),
        ([LOSSY, "leader-in-isr", "--jobs", "1", *ONE], 1),
    ],
    "replay": [([str(TRACE)], 0)],
    "scenario": [
        ([], 0),
        (["cut-and-elected"], 0),
        (["two-rounds", "--protocol", "kafka/0.10.2"], 0),
        (["ISR"], 0),
    ],
    "compute": [
        ([], 0),
        (["assign"], 0),
        (["place", "brokers=3", "partitions=2"], 0),
        (["fail", "brokers=3"], 0),
    ],
    "verify": [([], 0)],
    "counterexamples": [([], 0)],
    "cache": [([], 0), (["--clear"], 0)],
    "matrix": [(["--grid", "grid.toml", "--dataset", "results", "--jobs", "1"], 0)],
    "kafka": [([], 0)],
    "audit": [(["broker-0", "broker-1"], 0), (["broker-0", "damaged"], 1)],
    "query": [(["results"], 0), (["results", "--cells"], 0)],
    "validate": [
        (["lock.py", "monday.ndjson", "--map", "map.py", "--coverage"], 0),
        (["lock.py", "tuesday.ndjson", "wednesday.ndjson", "--map", "map.py", "--each"], 1),
        (["lock.py", "monday.ndjson", "--map", "map.py", "--max-states", "2"], 3),
        (["lock.py", "monday.ndjson", "--map", "map.py"], 0),
    ],
    "soak": [(["kafka-kraft/3.7", "--check", str(SOAKED)], 0)],
}
"""For each command words with which it gives a document, and its exit status."""

WITHOUT = {"completion", "new", "conform", "explore", "export"}
"""What finds nothing: it prints a script, writes files or shows a page. tests/analyses/test_trial.py has `conform`."""


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty working directory, with a grid, and the two smallest pins that have a violation."""
    few = sorted((pin for pin in pins.pins() if pin.violated), key=lambda pin: pin.distinct_states)[:2]
    monkeypatch.setattr(pins, "pins", lambda: few)
    monkeypatch.setattr(pins, "bug_pins", lambda: iter(()))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "grid.toml").write_text(GRID)
    return tmp_path


def test_every_command_has_an_example_here() -> None:
    assert set(EXAMPLES) | WITHOUT == set(cli.commands())


@pytest.mark.usefixtures("room")
@pytest.mark.parametrize("command", EXAMPLES)
def test_the_document_is_alone_on_standard_output_and_as_the_schema_says(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if command == "cache":
        monkeypatch.setenv("XDG_CACHE_HOME", str(Path.cwd()))  # it is cleared
    if command == "audit":
        for path in unpack("2.8.2", Path.cwd())[:2]:
            path.rename(path.name)
        shutil.copytree("broker-1", "damaged")
        Path("damaged/plain-0/leader-epoch-checkpoint").unlink()
    if command == "validate":
        write_locks(Path.cwd())
    if command == "query":
        assert cli.main(["matrix", *EXAMPLES["matrix"][0][0]]) == 0
        capsys.readouterr()
    for words, status in EXAMPLES[command]:
        assert cli.main([command, *words, "--json", "-"]) == status, words
        require_valid(command, json.loads(capsys.readouterr().out))


@pytest.mark.usefixtures("room")
@pytest.mark.parametrize("command", ["list", "cache", "counterexamples"])
def test_a_file_gets_the_document_and_the_terminal_the_text(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([command, "--json", "found.json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) >= 2
    require_valid(command, json.loads(Path("found.json").read_text()))


@pytest.mark.parametrize("command", sorted(set(EXAMPLES) - {"replay", "matrix"}))
def test_a_file_that_cannot_be_written_is_refused_before_anything_is_done(
    command: str, room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if command == "validate":
        write_locks(room)
    before = sorted(room.iterdir())
    assert cli.main([command, *EXAMPLES[command][-1][0], "--json", "nowhere/found.json"]) == 2
    assert "nowhere/found.json can't be written" in capsys.readouterr().err
    assert sorted(room.iterdir()) == before


def test_a_document_that_the_schema_does_not_know_is_refused() -> None:
    good = {"directory": "/tmp", "objects": 1, "bytes": 2, "cleared": False}
    require_valid("cache", good)
    for bad in ({**good, "more": 1}, {**good, "objects": -1}, {"directory": "/tmp"}):
        with pytest.raises(jsonschema.ValidationError):
            require_valid("cache", bad)


def test_junit_is_alone_on_standard_output_too(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", SAFE, "--promise", "strong-isr", *ONE, "--junit", "-"]) == 0
    assert ElementTree.fromstring(capsys.readouterr().out).tag == "testsuite"


def test_replay_gives_any_one_view_alone_on_standard_output(
    room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for view, begins in [
        ("--markdown", "# `published/kip-101`"),
        ("--html", "<!doctype html>"),
        ("--itf", "{"),
    ]:
        assert cli.main(["replay", str(TRACE), view, "-"]) == 0
        assert capsys.readouterr().out.startswith(begins)
    assert cli.main(["replay", str(TRACE), "--json", "-"]) == 0
    Path("again.json").write_text(capsys.readouterr().out)
    assert load("again.json").steps == load(TRACE).steps
    assert cli.main(["replay", str(TRACE), "--json", "-", "--html", "-"]) == 2
    assert "--html and --json can't both be written to standard output" in capsys.readouterr().err
    assert sorted(path.name for path in room.iterdir()) == ["again.json", "grid.toml"]
