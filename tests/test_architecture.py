"""The recipes of docs/architecture.md, done as they are written there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tidemark import impl
from tidemark.checker import cli, engines
from tidemark.checker.commands import replay

PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"


def blocks() -> list[str]:
    """The code of the recipes."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(
        r"^```python\n(.*?)^```", text[text.index("## A new family") :], re.DOTALL | re.MULTILINE
    )
    assert len(found) == 4
    return found


@pytest.fixture(scope="module")
def recipes() -> dict[str, Any]:
    """What the code of the recipes defines, all of it run in one go."""
    defined: dict[str, Any] = {"__name__": "crossing"}
    for block in blocks():
        exec(compile(block, str(PAGE), "exec", dont_inherit=True), defined)
    return defined


@pytest.fixture
def known(recipes: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """The recipes' family, engine and view, each put in its one place."""
    for protocol in recipes["PROTOCOLS"]:
        monkeypatch.setitem(impl._installed(), protocol.name, protocol)
    monkeypatch.setitem(engines.ENGINES, "depth-first", recipes["ENGINE"])
    monkeypatch.setattr(replay, "VIEWS", (*replay.VIEWS, recipes["VIEW"]))
    monkeypatch.chdir(tmp_path)
    return recipes


def check(name: str, *words: str) -> dict[str, Any]:
    status = cli.main(["check", name, *words, "--json", "found.json"])
    found: dict[str, Any] = json.loads(Path("found.json").read_text())
    verdict = found["promises"]["one-way-at-a-time"]["verdict"]
    assert status == {"violated": 1, "holds": 0}[verdict]
    return found


def test_a_new_family_in_a_file_of_its_own_needs_no_change_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("crossing.py").write_text(blocks()[0])
    assert "`tidemark check crossing.py:crossing/careless --lights 3`" in PAGE.read_text(encoding="utf-8")
    found = check("crossing.py:crossing/careless", "--lights", "3")
    assert found["promises"]["one-way-at-a-time"]["length"] == 3


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("engine", ["native", "reference", "smt", "depth-first"])
def test_a_new_family_is_checked_by_every_engine(engine: str) -> None:
    found = check("crossing/careless", "--engine", engine)
    assert found["promises"]["one-way-at-a-time"]["length"] == 3


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("engine", ["native", "reference", "depth-first"])
def test_a_new_protocol_in_it_is_too(engine: str) -> None:
    assert check("crossing/careful", "--lights", "3", "--engine", engine)["distinct_states"] == 4


@pytest.mark.usefixtures("known")
def test_a_new_view_is_an_option_of_replay(capsys: pytest.CaptureFixture[str]) -> None:
    trace = check("crossing/careless")["promises"]["one-way-at-a-time"]["trace"]
    capsys.readouterr()
    assert cli.main(["replay", trace, "--csv", "run.csv"]) == 0
    assert Path("run.csv").read_text() == (
        "1;This is how it begins.\n2;Light 1 turns green.\n3;Light 0 turns green.\n"
    )
    assert "written to run.csv" in capsys.readouterr().out


@pytest.mark.usefixtures("known")
def test_an_option_that_a_new_engine_does_not_take_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["check", "crossing/careless", "--engine", "depth-first", "--symmetry"]) == 2
    assert "--symmetry is for the engines" in capsys.readouterr().err


def test_every_path_of_the_page_exists() -> None:
    root = PAGE.parents[1]
    for name in re.findall(r"`((?:spec|impl|checker|tests|docs)/[\w/.]*)`", PAGE.read_text(encoding="utf-8")):
        assert (root / name).exists(), name


def test_the_tree_has_every_folder_that_is_there() -> None:
    root, text = PAGE.parents[1], PAGE.read_text(encoding="utf-8")
    shown_tree = re.search(r"^```\n(spec/.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert shown_tree
    tree = {line.split()[0] for line in shown_tree[1].splitlines()}
    assert all((root / folder).is_dir() for folder in tree)
    rooms = {
        f"{path.relative_to(root)}/" for room in ("impl", "checker") for path in (root / room).glob("[!_]*/")
    }
    shown = {f"{path.name}/" for path in root.glob("[!.]*/") if (path / "__init__.py").exists()} - {
        "impl/",
        "checker/",
    }
    assert {room for room in rooms if any((root / room).glob("*.py"))} | shown <= tree
