"""Pages that a command writes at once, of each counterexample and of a grid with its runs; and one look for all."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.support.foreign_runs import FOREIGN
from tests.support.pages import ROOT
from tidemark.checker import cli
from tidemark.checker.views import template

USER_FILES = ROOT / "tests" / "support" / "user_files"
GRID = """
protocols = ["2pc/patient", "2pc/hasty"]
promises = ["consistent"]
[axes.size."<one>"]
participants = 1
[axes.size.two]
participants = 2
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_check_writes_a_page_of_each_counterexample(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", str(FOREIGN / "dekker.py"), "--html", "pages"]) == 1
    assert "page: pages/dekker_mutual-exclusion.html" in capsys.readouterr().out
    (written,) = (here / "pages").iterdir()
    text = written.read_text()
    assert "dekker breaks mutual-exclusion after 5 states" in text
    assert "tidemark replay traces/dekker_mutual-exclusion.json --from" in text


def test_check_says_in_a_line_where_no_page_can_be_written(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "pages").write_text("a file")
    assert cli.main(["check", str(FOREIGN / "dekker.py"), "--html", "pages"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("tidemark: pages/dekker_mutual-exclusion.html")
    assert line.endswith("name another place with --html")


def test_the_cells_of_a_grid_lead_to_the_pages_of_their_runs(here: Path) -> None:
    for name in ("commit.py", "vocabulary.py"):
        shutil.copy(USER_FILES / name, here)
    (here / "grid.toml").write_text(GRID)
    assert cli.main(["matrix", "--grid", "grid.toml", "--from", "commit.py", "--html", "pages"]) == 0
    index = (here / "pages" / "index.html").read_text()
    ((link, words),) = re.findall(r'<a class="lost" href="([^"]+)">([^<]+)</a>', index)
    assert words == "broken after 6"
    assert len(re.findall(r'<span class="fine">holds', index)) == 3
    assert "2pc/hasty breaks consistent" in (here / "pages" / link).read_text()
    assert "<th>&lt;one&gt;</th>" in index


PAGES = [
    ("tidemark.checker.views", "page.html"),
    ("tidemark.checker.views", "schedule.html"),
    ("tidemark.checker.views.answers", "page.html"),
    ("tidemark.checker.audits", "page.html"),
    ("tidemark.checker.evidence.matrix", "page.html"),
]


@pytest.mark.parametrize(("package", "name"), PAGES, ids=lambda part: part.removeprefix("tidemark.checker."))
def test_all_pages_have_one_look_and_no_colors_of_their_own(package: str, name: str) -> None:
    text = template.file(package, name)
    assert text.startswith("{{head}}")
    own = text + template.file(package, name.replace(".html", ".css"))
    assert re.findall(r"#[0-9a-f]{6}", own) == []
