"""docs/ci.md: its workflow's check is run, and ends, writes and keeps as the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.blocks import ROOT, blocks
from tidemark.checker import cli

PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
WORKFLOW, PIPELINE = blocks("docs/ci.md", "yaml")
STATUSES = {int(n) for row in re.findall(r"^\| ([\d, ]+) \|", PAGE, re.MULTILINE) for n in row.split(",")}


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words of the workflow's check, in a directory that has the README's machine."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    Path("mine.py").write_text(blocks("README.md")[0])
    (line,) = re.findall(r"- run: tidemark (.*)$", WORKFLOW, re.MULTILINE)
    return shlex.split(line)


def suite() -> tuple[str | None, str | None]:
    """How many promises the written XML says failed, and how many were not decided."""
    found = ElementTree.parse("verdicts.xml").getroot()
    return found.get("failures"), found.get("skipped")


def test_both_servers_run_the_same_check_and_keep_what_it_writes(words: list[str]) -> None:
    (line,) = re.findall(r"^    - tidemark (.*)$", PIPELINE, re.MULTILINE)
    assert shlex.split(line) == words
    for text in (WORKFLOW, PIPELINE):
        assert "verdicts.xml" in text
        assert "traces/" in text
        assert "pip install" in text
    assert "reports: {junit: verdicts.xml}" in PIPELINE


def test_both_servers_keep_what_pip_fetches() -> None:
    assert "cache: pip\n" in WORKFLOW
    assert "cache-dependency-path: .github/workflows/protocol.yml\n" in WORKFLOW
    assert ".github/workflows/protocol.yml`" in PAGE
    assert "PIP_CACHE_DIR: $CI_PROJECT_DIR/.cache/pip\n" in PIPELINE
    assert "XDG_CACHE_HOME: $CI_PROJECT_DIR/.cache\n" in PIPELINE
    assert "paths: [.cache/pip, .cache/tidemark]\n" in PIPELINE


def test_a_violation_fails_the_job_and_is_written(words: list[str]) -> None:
    assert cli.main(words) == 1
    assert suite() == ("1", "0")
    assert [path.name for path in Path("traces").iterdir()] == ["counter_nobody-lags.json"]


def test_what_holds_passes(words: list[str]) -> None:
    Path("mine.py").write_text(blocks("README.md")[0].replace("a <= b + 1", "a <= b + 3"))
    assert cli.main(words) == 0
    assert suite() == ("0", "0")


def test_a_limit_is_no_success(words: list[str]) -> None:
    assert cli.main([*words, "--max-states", "2"]) == 3
    assert suite() == ("0", "1")


def test_a_broken_model_is_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.py").write_text("from tidemark import promis\n")
    assert cli.main(words) == 2
    assert "mine.py:1: " in capsys.readouterr().err
    assert ElementTree.parse("verdicts.xml").getroot().get("errors") == "1"


def test_the_cache_is_where_the_workflow_keeps_it(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main(words)
    capsys.readouterr()
    assert cli.main(["cache"]) == 0
    assert capsys.readouterr().out.startswith(str(tmp_path / ".cache" / "tidemark"))
    assert "path: .cache/tidemark\n" in WORKFLOW
    assert "XDG_CACHE_HOME: ${{ github.workspace }}/.cache\n" in WORKFLOW


def test_the_page_has_every_status() -> None:
    assert {0, 1, 2, 3, 4, 130, 143} == STATUSES


def test_no_page_installs_another_program() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob("*.ipynb")]
    for page in pages:
        assert not re.search(r"pip install[^\n]*\btidemark(?!-kafka)\b", page.read_text(encoding="utf-8")), (
            page
        )
