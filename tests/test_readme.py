"""What README.md shows is so: its code runs, its paths and commands are there."""

from __future__ import annotations

import re
import shlex
import textwrap
from pathlib import Path

import pytest

from tests.support.blocks import blocks, run
from tidemark import check
from tidemark.checker import cli
from tidemark.checker.user_files.promises import load

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_promise_of_ten_lines_is_one(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(blocks("README.md")[0])
    assert [promise.name for promise in load(tmp_path / "mine.py")] == ["followers-do-not-outrun"]


def test_its_code_runs_and_prints_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    defined = run("README.md")
    printed = capsys.readouterr().out
    assert textwrap.indent(printed, "    ") in TEXT
    verdict = defined["result"].promises["nobody-lags"]
    assert (verdict.verdict, verdict.length) == ("violated", 3)
    with pytest.raises(AssertionError, match="nobody-lags is violated after 3 states"):
        defined["test_counter"]()


def test_the_commands_for_the_counter_in_a_file_do_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "counter.py").write_text(blocks("README.md")[1])
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


def test_the_tree_has_every_folder_that_is_there() -> None:
    shown_tree = re.search(r"^```\n(spec/.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    assert shown_tree
    tree = {line.split()[0] for line in shown_tree[1].splitlines()}
    assert all((ROOT / folder).is_dir() for folder in tree)
    rooms = {
        f"{path.relative_to(ROOT)}/" for room in ("impl", "checker") for path in (ROOT / room).glob("[!_]*/")
    }
    shown = {f"{path.name}/" for path in ROOT.glob("[!.]*/") if (path / "__init__.py").exists()} - {
        "impl/",
        "checker/",
    }
    assert {room for room in rooms if any((ROOT / room).glob("*.py"))} | shown <= tree


def test_every_link_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([\w./-]+)\)", TEXT):
        assert (ROOT / link).exists(), link


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`tidemark (\w+)", TEXT))))
def test_every_command_is_there(command: str) -> None:
    assert command in cli.commands()
