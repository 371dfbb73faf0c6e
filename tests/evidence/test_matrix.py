"""The durability table: cells whose verdict follows from theory, the grid, and what the cells say together."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.evidence.conftest import TINY
from tidemark.checker import cli
from tidemark.checker.evidence.matrix import cells, grid, laws
from tidemark.checker.evidence.matrix.cells import CellLimits
from tidemark.checker.evidence.matrix.grid import GridCell
from tidemark.checker.runs import files
from tidemark.checker.user_files import machines


@cache
def default_grid() -> grid.Grid:
    """Kafka's own grid: hundreds of machines, built once."""
    return grid.load()


def matrix(grid_file: Path, directory: Path, *more: str) -> dict[str, Any]:
    """The table as JSON, with its counterexamples below the directory."""
    out = directory / "table.json"
    command = ["matrix", f"--grid={grid_file}", f"--traces={directory / 'traces'}", f"--json={out}", *more]
    assert cli.main(command) in (0, 3)
    table: dict[str, Any] = json.loads(out.read_text())
    return table


def verdicts(table: dict[str, Any]) -> list[Any]:
    """All that must not depend on where the cells were searched."""
    kept = ("protocol", "conditions", "bounds", "distinct_states", "depth", "stopped")
    lengths = [
        {n: (v["verdict"], v["length"]) for n, v in cell["promises"].items()} for cell in table["cells"]
    ]
    return [
        [cell[name] for name in kept] + [found] for cell, found in zip(table["cells"], lengths, strict=True)
    ]


def test_the_default_grid_has_every_condition_that_operators_set() -> None:
    default = default_grid()
    assert len(default.cells) == 864
    assert [len(settings) for settings in default.axes.values()] == [3, 2, 3, 2, 3]
    started = default.longest_first()
    assert sorted(map(str, started)) == sorted(map(str, default.cells))
    assert all(cell.bounds["replicas"] == 3 for cell in started[:100])
    assert {started[0].conditions[axis] for axis in ("acks", "unclean")} == {"all", "no"}


CLUSTERS = ("2 replicas, min-isr 1", "2 replicas, min-isr 2", "3 replicas, min-isr 2")
FIRST, ANY = "the first assigned", "any member"
CRASH, FLUSHED, UNFLUSHED = (
    "two processes crash",
    "power is lost, all is flushed",
    "power is lost, some is not flushed",
)


def survives(
    release: str,
    cluster: str,
    faults: str = CRASH,
    acks: str = "all",
    unclean: str = "no",
    elected: str = ANY,
) -> int | None:
    """After how many states the leader lacks an acknowledged record; None if never."""
    wanted = {"cluster": cluster, "elected": elected, "acks": acks, "unclean": unclean, "faults": faults}
    [cell] = [c for c in default_grid().cells if c.protocol == f"kafka/{release}" and c.conditions == wanted]
    only = GridCell(cell.protocol, cell.conditions, cell.bounds, ("acknowledged-survives",))
    found = cells.search_cell(only, CellLimits()).findings["acknowledged-survives"]
    assert found.verdict in ("holds", "violated")
    return found.length


@pytest.mark.parametrize("cluster", [pytest.param(CLUSTERS[0], marks=pytest.mark.slow), CLUSTERS[1]])
def test_two_replicas_lose_a_record_to_the_high_watermark_alone(cluster: str) -> None:
    assert (survives("0.10.2", cluster), survives("0.10.2", cluster, elected=FIRST)) == (13, 14)
    assert {survives(release, cluster) for release in ("0.11", "2.0.1", "2.6.1")} == {None}


def test_what_loses_a_record_under_every_rule() -> None:
    for release in ("0.10.2", "2.6.1"):
        assert survives(release, CLUSTERS[0], acks="1") == 4
        assert survives(release, CLUSTERS[0], unclean="yes") == 6
    assert survives("2.6.1", CLUSTERS[0], UNFLUSHED) == 8
    assert survives("2.6.1", CLUSTERS[0], FLUSHED) is None


@pytest.mark.slow
def test_three_replicas_keep_all_under_2_6_1_until_power_is_lost() -> None:
    assert survives("0.11", CLUSTERS[2]) == 18
    assert survives("2.6.1", CLUSTERS[2]) is None
    assert survives("2.6.1", CLUSTERS[2], UNFLUSHED) == 15


def test_the_table_is_the_same_as_text_as_markdown_and_as_json(
    tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = matrix(tiny, tmp_path, f"--markdown={tmp_path / 'table.md'}")
    assert verdicts(table)[-1][-1] == {"weak-isr": ("holds", None), "strong-isr": ("holds", None)}
    assert table["cells"][-1]["distinct_states"] == 5973
    text, marked = capsys.readouterr().out, (tmp_path / "table.md").read_text()
    assert "broken after 9" in text
    assert "holds (5,973)" in text
    for cell in table["cells"]:
        for name, found in cell["promises"].items():
            if found["verdict"] == "violated":
                run = files.load(found["trace"])
                assert (run.length, run.promise) == (found["length"], name)
                assert f"[broken after {run.length}]({found['trace']})" in marked


def test_every_form_of_the_table_names_the_protocols_and_the_bounds_of_all_cells(
    tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    matrix(tiny, tmp_path, f"--markdown={tmp_path / 'table.md'}", f"--html={tmp_path / 'pages'}")
    scope = "Protocols: published/high-watermark, published/kip-320. Bounds of all cells: replicas 2."
    page = (tmp_path / "pages" / "index.html").read_text()
    for text in (capsys.readouterr().out, (tmp_path / "table.md").read_text(), page):
        assert scope in " ".join(text.split())


def test_one_protocol_has_one_table_with_a_column_for_each_promise(
    tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    protocols = re.search(r"protocols = \[.*\]", TINY)
    assert protocols
    tiny.write_text(TINY.replace(protocols[0], 'protocols = ["published/kip-320"]'))
    matrix(tiny, tmp_path, f"--markdown={tmp_path / 'table.md'}")
    capsys.readouterr()
    marked = (tmp_path / "table.md").read_text()
    [head] = [
        [cell.strip() for cell in line.split("|")] for line in marked.splitlines() if "| records" in line
    ]
    assert head == ["", "records", "epochs", "weak-isr", "strong-isr", ""]
    assert [line for line in marked.splitlines() if line.startswith("### ")] == [
        "### weak-isr",
        "### strong-isr",
    ]


def test_a_cell_that_reaches_its_limit_is_unknown_and_the_others_are_not(
    tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = matrix(tiny, tmp_path, "--max-states=3000")
    told = [cell["promises"]["weak-isr"]["verdict"] for cell in table["cells"]]
    assert told.count("unknown") == 1
    assert told.count("holds") == 3
    assert "--max-states 3000 was reached" in capsys.readouterr().err


@pytest.mark.usefixtures("processes_are_killed")
def test_a_cell_whose_process_is_killed_is_unknown(tiny: Path) -> None:
    found = list(cells.search_cells(list(grid.load(tiny).cells[:3]), CellLimits(), jobs=2))
    assert len(found) == 3
    assert {one.findings["weak-isr"].verdict for one in found} == {"unknown"}
    assert {one.stopped for one in found} == {"its process ended with status -9"}


def test_a_grid_is_resumed_without_repeating_finished_cells(tiny: Path, tmp_path: Path) -> None:
    directory = tmp_path / "results"
    whole = matrix(tiny, tmp_path, f"--dataset={directory}")
    files = sorted(directory.rglob("*.parquet"))
    assert len(files) == 8
    before = {path: path.stat().st_mtime_ns for path in files}
    for path in files[::3]:
        path.unlink()
    again = matrix(tiny, tmp_path, f"--dataset={directory}", "--resume")
    assert verdicts(again) == verdicts(whole)
    assert [p for p in files if p.stat().st_mtime_ns != before[p]] == files[::3]


MACHINE = """
from tidemark import Int, Machine, Number, Record, action, promise, require
from {module} import MOST

class Place(Record):
    at: Number

@action
def go(place: Place) -> Place:
    \"""It goes on.\"""
    require(place.at < MOST, "it is not at the end")
    return place.but(at=place.at + 1)

@promise
def below_nine(place: Place) -> bool:
    \"""It stays below nine.\"""
    return place.at < 9

place = Place.of(at=Int(0, 9))
machine = Machine("walk", {{}}, place, place.default, [go], [below_nine])
"""


def test_a_finished_cell_is_not_taken_for_one_whose_result_may_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module that the user's file imports has changed, or Tidemark has."""

    def cell(most: int) -> GridCell:
        folder = tmp_path / str(most)
        folder.mkdir(exist_ok=True)
        (folder / "steps_of_the_walk.py").write_text(f"MOST = {most}\n")
        (folder / "walk.py").write_text(MACHINE.format(module="steps_of_the_walk"))
        return GridCell("walk", {}, {}, ("below-nine",), machines.source_of(str(folder / "walk.py")))

    assert cell(5).key == cell(5).key != cell(9).key
    kept = cell(5).key
    monkeypatch.setattr(grid, "__version__", "0")
    assert cell(5).key != kept


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert cli.main(list(arguments)) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    return line


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("published/kip-320", "published/kip-321", "did you mean published/kip-320?"),
        ("weak-isr", "week-isr", "did you mean weak-isr?"),
        ("max-epoch = 1", "max-epoch = 99", "it goes from 0 to 8"),
        ("[axes.epochs]", "[axes.verdict]", "an axis can't be called verdict"),
        ("[axes.epochs]", "[axes.epochs", "is not TOML"),
        ("protocols =", "protocol =", "protocols is missing"),
        ('"three" = { max-epoch = 2 }', '"three" = 3', "the axis epochs must be a table of settings"),
    ],
)
def test_a_mistake_in_a_grid_is_told_in_one_line(
    tiny: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, expected: str
) -> None:
    tiny.write_text(TINY.replace(old, new))
    line = refused(capsys, "matrix", f"--grid={tiny}")
    assert expected in line
    assert str(tiny) in line


def test_a_data_set_is_neither_overwritten_nor_trusted_blindly(
    tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = tmp_path / "results"
    command = ["matrix", f"--grid={tiny}", f"--dataset={directory}"]
    matrix(tiny, tmp_path, f"--dataset={directory}")
    assert "go on with --resume" in refused(capsys, *command)
    damaged = next(directory.rglob("*.parquet"))
    damaged.write_bytes(damaged.read_bytes()[:-9])
    assert str(damaged) in refused(capsys, *command, "--resume")
    (directory / "notes.txt").write_text("mine")
    assert "notes.txt" in refused(capsys, *command, "--resume")
    assert "--resume needs --dataset" in refused(capsys, "matrix", "--resume")
    jobs = refused(capsys, "matrix", "--engine=spark", "--jobs=2")
    assert "--jobs is for the engine native, not for spark" in jobs
    assert "has no results" in refused(capsys, "query", str(tmp_path / "nothing"))


def test_query_tells_the_fewest_conditions_that_decide(
    tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    matrix(tiny, tmp_path, f"--dataset={tmp_path / 'results'}")
    capsys.readouterr()
    assert cli.main(["query", str(tmp_path / "results"), "--promise=weak-isr", "--json", "-"]) == 0
    by_protocol = {a["protocol"]: a for a in json.loads(capsys.readouterr().out)}
    assert by_protocol["published/kip-320"]["always kept"] == [{}]
    assert by_protocol["published/kip-320"]["always lost"] == []
    assert (
        cli.main(["query", str(tmp_path / "results"), "--cells", "--protocol=published/high-watermark"]) == 0
    )
    assert "broken after" in capsys.readouterr().out


def test_a_law_is_the_most_general_condition() -> None:
    rows = [
        {"a": a, "b": b, "c": c, "verdict": "violated" if a == "1" or (b, c) == ("1", "1") else "holds"}
        for a in "01"
        for b in "01"
        for c in "01"
    ]
    assert laws.always(rows, "violated") == [(("a", "1"),), (("b", "1"), ("c", "1"))]
    assert laws.always(rows, "holds") == [(("a", "0"), ("b", "0")), (("a", "0"), ("c", "0"))]
    assert laws.in_words(()) == "under all conditions"
