"""What can't be written takes nothing from a verdict: a violation ends with status 1, and a line says what is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.full_disks import full_disk
from tidemark.checker.cli import main

VIOLATED = ["check", "published/kip-101", "--replicas", "2", "--promise", "strong-isr"]
HOLDS = ["check", "published/kip-320", "--replicas", "2", "--promise", "strong-isr"]
NOWHERE = "/proc/nowhere"


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines on standard error."""
    return capsys.readouterr().err.splitlines()


@pytest.fixture(autouse=True)
def _somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_violation_whose_trace_can_not_be_written_is_one_all_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*VIOLATED, "--traces", NOWHERE, "--json", "found.json"]) == 1
    (line,) = said(capsys)
    assert line.startswith(f"tidemark: {NOWHERE}/")
    assert line.endswith("name another place with --traces")
    verdict = json.loads(Path("found.json").read_text())["promises"]["strong-isr"]
    assert verdict["verdict"] == "violated"
    assert "trace" not in verdict


def test_traces_that_can_not_be_written_are_told_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*VIOLATED, "--promise", "leader-in-isr", "--traces", NOWHERE]) == 1
    (line,) = said(capsys)
    assert "(and 1 other trace)" in line


@pytest.mark.parametrize(
    "words",
    [
        ["--traces", "t"],
        ["--traces", NOWHERE, "--json", "found.json"],
        ["--traces", NOWHERE, "--junit", "found.xml"],
        ["--traces", NOWHERE, "--junit", "found.xml", "--json", "found.json"],
    ],
)
def test_a_full_disk_takes_the_files_and_not_the_verdict(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with full_disk(0):
        assert main([*VIOLATED, *words]) == 1
    lines = said(capsys)
    assert len(lines) == len(words) // 2
    assert all(line.startswith("tidemark: ") for line in lines)


def test_a_page_that_can_not_be_written_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*VIOLATED, "--traces", "t", "--html", NOWHERE]) == 1
    (line,) = said(capsys)
    assert line.endswith("name another place with --html")
    assert list(Path("t").iterdir())


def test_where_all_holds_what_can_not_be_written_is_the_status(capsys: pytest.CaptureFixture[str]) -> None:
    with full_disk(0):
        assert main([*HOLDS, "--json", "found.json"]) == 2
    output, errors = capsys.readouterr()
    assert "holds" in output
    assert errors.startswith("tidemark: found.json: ")


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["fuzz", *VIOLATED[1:4], "--promise", "leader-in-isr", "--seconds", "2", "--traces", NOWHERE], 1),
        (["minimize", *VIOLATED[1:], "--output", f"{NOWHERE}/trace.json"], 1),
        (["why", "published/kip-101", "strong-isr", "--replicas", "2", "--json", "/dev/full"], 1),
        (["scenario", "cut-and-elected", "--json", "/dev/full"], 2),
        (["matrix", "--grid", "grid.toml", "--traces", NOWHERE], 2),
        (["matrix", "--grid", "grid.toml", "--markdown", "/dev/full"], 2),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_so_it_is_of_every_command_that_writes_what_it_finds(
    words: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("grid.toml").write_text(
        'promises = ["strong-isr"]\nprotocols = ["published/kip-101"]\nbounds = { replicas = 2 }\n'
        '[axes.records]\n"one" = { records = 1, log-size = 1 }\n"two" = { records = 2, log-size = 2 }\n'
    )
    assert main(words) == status
    output, errors = capsys.readouterr()
    assert output
    (line,) = [one for one in errors.splitlines() if "of 2 cells" not in one]
    assert line.startswith("tidemark: /")
