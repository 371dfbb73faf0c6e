"""docs/audit.md shows what is really seen: its commands are run, and its table has every kind."""

from __future__ import annotations

import re
import subprocess
import textwrap
from pathlib import Path

import pytest

from tidemark.checker import cli
from tidemark.real.log_auditor.kinds import KINDS

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "audit.md").read_text(encoding="utf-8")


def test_its_commands_print_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    seen = 0
    for command, shown in re.findall(
        r"^    \$ (.*)\n((?:    (?!\$).*\n|\n(?=    (?!\$)))*)", TEXT, re.MULTILINE
    ):
        match command.split():
            case ["cd", place]:
                monkeypatch.chdir(place)
            case ["tidemark", *words]:
                cli.main(words)
                printed = re.sub(r"in \d+\.\d s", "in 0.4 s", capsys.readouterr().out)
                assert printed.rstrip("\n") == textwrap.dedent(shown).rstrip("\n")
                seen += 1
            case _:
                subprocess.run(command.replace("tests/data", f"{ROOT}/tests/data"), shell=True, check=True)
    assert seen == 3


def test_its_table_has_every_kind_as_it_is() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (.*) \| (\S*) \| (\S*) \|$", TEXT, re.MULTILINE)
    assert rows == [(k.name, k.says, k.promise or "–", k.scenario or "–") for k in KINDS]


def test_the_readme_says_how_many_kinds_there_are() -> None:
    count = sum(kind.damage for kind in KINDS)
    assert f"{count} kinds of findings" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", re.findall(r"`((?:tests|tools|impl|checker)/[\w./-]+)`", TEXT))
def test_every_path_of_the_page_exists(path: str) -> None:
    assert (ROOT / path).exists()
