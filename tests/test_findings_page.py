"""docs/findings.md: its commands of the model print what the page says, and its links to reports lead somewhere."""

from __future__ import annotations

import re
import shlex

import pytest

from tests.support.blocks import ROOT
from tidemark.checker import cli

PAGE = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")


def checks() -> list[tuple[list[str], list[str]]]:
    """The words of each `tidemark check` of the page, and the lines that it prints there."""
    found = []
    for block in re.findall(r"^ *```\n(.*?)^ *```$", PAGE, re.MULTILINE | re.DOTALL):
        for command, printed in re.findall(
            r"^ *\$ ((?:.*\\\n)*.*)\n((?:(?! *\$ ).*\n)*)", block, re.MULTILINE
        ):
            words = shlex.split(command.replace("\\\n", " "))
            if words[:2] == ["tidemark", "check"]:
                found.append(
                    (words[1:], [line.strip() for line in printed.splitlines() if line.strip() != "…"])
                )
    return found


def test_the_page_has_its_commands() -> None:
    assert len(checks()) == 7
    assert all(printed for _, printed in checks())


@pytest.mark.parametrize(("words", "printed"), checks())
def test_a_command_prints_what_the_page_shows(
    words: list[str],
    printed: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("findings"))
    assert cli.main(words) == 1
    out = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert [line for line in printed if line not in out] == []


def test_every_finding_of_the_first_table_has_its_section() -> None:
    table = PAGE.partition("| finding |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| \[[^]]*\]\(#([^)]*)\) \|", table, re.MULTILINE)
    headings = [
        re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    ]
    assert len(rows) == 8
    assert set(rows) <= set(headings)
