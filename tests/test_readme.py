"""What README.md shows is so: its code runs, its paths and commands are there, and readers' questions have answers."""

from __future__ import annotations

import re
import shlex
import textwrap
from pathlib import Path

import pytest

from tests.support.blocks import blocks, run
from tests.support.pages import ROOT, links, missing
from tidemark import check
from tidemark.checker import cli

README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


def test_it_has_at_most_120_lines() -> None:
    assert len(TEXT.splitlines()) <= 120


def test_the_commands_for_the_counter_in_a_file_do_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "counter.py").write_text(blocks("README.md")[0])
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^    tidemark (.*counter.*)$", TEXT, re.MULTILINE)
    for line, status in zip(commands, (1, 0, 1), strict=True):
        assert cli.main(shlex.split(line, comments=True)) == status
    assert "violated after 3 states" in capsys.readouterr().out


def test_the_ids_of_the_counter_are_interchangeable_although_they_only_index_its_array() -> None:
    machine = run("README.md")["machine"]
    for engine in ("native", "reference"):
        states = [
            check(machine, engine=engine, symmetry=s, keep_going=True).distinct_states for s in (False, True)
        ]
        assert states == [4**3, 20]  # three numbers below four, in any order


def test_the_first_command_prints_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    ((command, shown),) = re.findall(r"^    \$ tidemark (.*)\n((?:    .*\n|\n(?=    ))+)", TEXT, re.MULTILINE)
    assert cli.main(shlex.split(command)) == 1
    printed, end = capsys.readouterr().out, 0
    parts = [part for part in textwrap.dedent(shown).split("…\n") if part.strip()]
    assert len(parts) == 2
    for part in parts:
        assert part in printed[end:]
        end = printed.index(part, end) + len(part)


def test_its_rows_of_the_operators_table_are_those_of_the_whole_one() -> None:
    whole = (ROOT / "docs" / "replication.md").read_text(encoding="utf-8")
    cluster = "3 replicas, `min.insync.replicas=2`"
    rows = re.findall(r"^\| (`acks=all`, .*)$", TEXT, re.MULTILINE)
    assert len(rows) == 3
    assert f"| {cluster} | 0.10.2 |" in TEXT
    below = whole[whole.index(f"| {cluster} | {rows[0]}") :].splitlines()
    assert below[:3] == [f"| {cluster} | {rows[0]}", f"|  | {rows[1]}", f"|  | {rows[2]}"]


def test_the_picture_is_small() -> None:
    picture = (ROOT / "docs" / "trace.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 200_000


def test_every_link_leads_somewhere() -> None:
    assert len(links(README)) > 15
    assert missing(README) == []


@pytest.mark.parametrize(
    "command", sorted(set(re.findall(r"(?:`|^    |\$ )tidemark (\w+)", TEXT, re.MULTILINE)))
)
def test_every_command_is_there(command: str) -> None:
    assert command in cli.commands()
