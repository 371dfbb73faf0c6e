"""The recipes of docs/architecture.md, done as they are written there."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from tests.support.blocks import run_source
from tests.test_rooms import MODULES, imports
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
    for number, block in enumerate(blocks()):
        run_source(block, f"{PAGE} {number}", defined)
    return defined


@pytest.fixture
def known(recipes: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """The recipes' family, engine and view, each put in its one place."""
    for protocol in recipes["PROTOCOLS"]:
        monkeypatch.setitem(impl._load_entry_points(), protocol.name, protocol)
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


@pytest.fixture
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The recipe's module as a family that comes with Tidemark, by one line in `SUBJECTS`.

    Processes that a command starts have no such line, and know it as an installed package's.
    """
    monkeypatch.chdir(tmp_path)
    Path("crossing_family.py").write_text(blocks()[0])
    Path("crossing-1.dist-info").mkdir()
    Path("crossing-1.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: crossing\nVersion: 1\n")
    entry = f"[{impl.GROUP}]\ncrossing = crossing_family:PROTOCOLS\n"
    Path("crossing-1.dist-info/entry_points.txt").write_text(entry)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(
        impl.SUBJECTS, "crossing", impl.Subject("crossing_family", "the lights of a crossing")
    )
    yield
    impl.load_subject.cache_clear()
    impl._load_entry_points.cache_clear()  # filled first while the package was there, it would keep it
    sys.modules.pop("crossing_family", None)


def test_a_family_with_two_rules_is_a_module_of_at_most_60_lines(recipes: dict[str, Any]) -> None:
    assert len(blocks()[0].splitlines()) <= 60
    assert len(recipes["FAMILY"].rules) == 2


GRID = """
promises = ["one-way-at-a-time"]
protocols = ["crossing/careless"]

[axes.failures]
"none" = { failures = 0 }
"one" = { failures = 1 }
"""


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        ("list crossing", 0, "crossing/careless"),
        ("list crossing/careless", 0, "what a light shows that fails"),
        ("check crossing/careless --failures 1", 1, "one-way-at-a-time"),
        ("fuzz crossing/careless --lights 4 --failures 2 --seconds 5 --seed 1", 1, "Light"),
        ("minimize crossing/careless --promise one-way-at-a-time", 1, "among the runs of 3 states"),
        ("why crossing/careless one-way-at-a-time", 1, "needs each of turn_green"),
        ("graph crossing/careless one-way-at-a-time --output states.dot", 0, ""),
        ("prove crossing/careless one-way-at-a-time", 4, "Not proved"),
        ("matrix --grid grid.toml", 0, "a promise is broken in 2 cells"),
    ],
)
def test_a_family_in_the_registry_is_known_to_every_command(
    words: str, status: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("grid.toml").write_text(GRID)
    assert cli.main(words.split()) == status
    assert told in re.sub(r"\s+", " ", capsys.readouterr().out)


@pytest.mark.usefixtures("registered")
def test_an_action_that_can_never_happen_is_left_out() -> None:
    careless = impl.protocol("crossing/careless")
    assert [a.name for a in careless.machine().actions] == ["turn_green"]
    assert [a.name for a in careless.machine({"failures": 1}).actions] == ["turn_green", "fail"]


@pytest.mark.usefixtures("registered")
def test_a_promise_says_what_is_wrong_where_it_is_broken(capsys: pytest.CaptureFixture[str]) -> None:
    trace = check("crossing/careless")["promises"]["one-way-at-a-time"]["trace"]
    capsys.readouterr()
    assert cli.main(["replay", trace]) == 0
    said = capsys.readouterr().out
    assert "Two lights are green." in said
    assert "Light 0 turns green." in said


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
    for name in re.findall(
        r"`((?:base|spec|impl|real|checker|tests|docs)/[\w/.]*)`", PAGE.read_text(encoding="utf-8")
    ):
        assert (root / name).exists(), name


def test_the_table_of_rooms_has_every_folder_that_is_there() -> None:
    text, root = PAGE.read_text(encoding="utf-8"), PAGE.parents[1]
    cells = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    shown = {name for cell in cells for name in re.findall(r"`([\w.-]+/[\w./-]*)`", cell)}
    assert all((root / name).exists() for name in shown), shown
    packages = [path for room in ("impl", "real", "checker") for path in (root / room).glob("[!_]*/")]
    tops = [path for path in root.glob("[!.]*/") if (path / "__init__.py").exists()]
    folders = {f"{path.relative_to(root)}/" for path in [*packages, *tops] if any(path.glob("*.py"))}
    assert folders - {"impl/", "real/", "checker/"} <= shown


def pictures() -> list[nx.DiGraph]:
    """The arrows of each picture of the page."""
    found = re.findall(r"^```mermaid\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [nx.DiGraph(re.findall(r"^    (\w+) --> (\w+)$", text, re.MULTILINE)) for text in found]


def room(module: str) -> str:
    """The room of a module: of `tidemark.spec.types.sets` it is `spec`."""
    top = module.split(".")[1:2]
    return "tidemark" if top in ([], ["__main__"]) else top[0]


def folder_of_checker(module: str) -> str:
    return f"{module}...".split(".")[2]


@pytest.mark.parametrize(("number", "place"), [(0, room), (1, folder_of_checker)], ids=["rooms", "checker"])
def test_the_pictures_draw_the_imports_that_exist(number: int, place: Callable[[str], str]) -> None:
    picture = pictures()[number]
    imported = {
        (place(name), place(other))
        for name in MODULES
        for other in imports(name)
        if number == 0 or room(name) == room(other) == "checker"
    }
    imported = {(a, b) for a, b in imported if a != b and {a, b} <= set(picture.nodes)}
    imported -= {("checker", "tidemark")}  # which asks for the version of the package
    assert set(picture.edges) <= imported, "an arrow without an import"
    assert imported <= set(nx.transitive_closure(picture).edges), "an import against the arrows"


def test_no_arrow_of_the_pictures_is_said_twice() -> None:
    for picture in pictures():
        assert set(nx.transitive_reduction(picture).edges) == set(picture.edges)
