"""Families of another package go through every command and engine, and nothing in the checker knows them.

`tests/support/outside` is such a package: a counter that says nothing about itself, and mutual exclusion, which says a
few things. Its entry points are all that makes it known.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tidemark import impl
from tidemark.checker import cli

ROOT = Path(__file__).parents[1]
OUTSIDE = ROOT / "tests" / "support" / "outside"
COUNTER, MUTEX = "counter/free", "mutex/test-then-set"
PROMISE = {COUNTER: "nobody-lags", MUTEX: "mutual-exclusion"}
LENGTH = {COUNTER: 3, MUTEX: 5}


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package is installed while a test runs."""
    monkeypatch.syspath_prepend(OUTSIDE)
    impl._load_entry_points.cache_clear()
    yield
    impl._load_entry_points.cache_clear()


def tidemark(*words: str, cwd: Path, expected: int = 0) -> str:
    """What the command prints; the tests of Spark, and of what is listed, start processes."""
    with contextlib.chdir(cwd), contextlib.redirect_stdout(io.StringIO()) as out:
        assert cli.main(words) == expected, out.getvalue()
    return out.getvalue()


def python(*words: str, cwd: Path, expected: int = 0) -> str:
    path = os.pathsep.join([str(OUTSIDE), str(ROOT)])
    done = subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == expected, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


@pytest.fixture(params=[COUNTER, MUTEX])
def protocol(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def trace(protocol: str, tmp_path: Path) -> str:
    tidemark("check", protocol, "--traces", "kept", "--json", "found.json", cwd=tmp_path, expected=1)
    found = json.loads((tmp_path / "found.json").read_text())["promises"][PROMISE[protocol]]
    assert found["length"] == LENGTH[protocol]
    path: str = found["trace"]
    return path


ENGINES = {
    "native": [],
    "reference": [],
    "smt": ["--max-length", "6"],
    "hypothesis": ["--seconds", "600"],
}


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_finds_the_violation(engine: str, protocol: str, tmp_path: Path) -> None:
    words = ["check", protocol, "--engine", engine, *ENGINES[engine], "--json", "found.json"]
    assert PROMISE[protocol] in tidemark(*words, cwd=tmp_path, expected=1)
    found = json.loads((tmp_path / "found.json").read_text())
    assert found["promises"][PROMISE[protocol]]["length"] == LENGTH[protocol]


@pytest.mark.parametrize("engine", ["native", "hypothesis"])
def test_random_runs_find_it(engine: str, protocol: str, tmp_path: Path) -> None:
    told = tidemark("fuzz", protocol, "--engine", engine, "--seconds", "600", cwd=tmp_path, expected=1)
    assert f"violated after {LENGTH[protocol]} states" in told


@pytest.mark.slow  # `tests/user_files/test_user_machines.py` has a quick one
@pytest.mark.spark
def test_spark_finds_it_by_search_by_random_runs_and_in_the_matrix(tmp_path: Path) -> None:
    commands: list[tuple[list[str], int]] = []
    for name in (COUNTER, MUTEX):
        commands += [
            (["check", name, "--handover", "0", "--json", f"{LENGTH[name]}.json"], 1),
            (["fuzz", name, "--tasks", "2", "--seconds", "600", "--traces", f"walks-{LENGTH[name]}"], 1),
        ]
    commands += [(["matrix", "--grid", str(OUTSIDE / "outside_grid.toml"), "--dataset", "results"], 0)]
    all_in_one = """
import json, sys
from pathlib import Path
from tidemark.checker.cli import main
from tests.support.spark import one_session
with one_session("local[2]", Path("spark")):
    for words, status in json.loads(sys.argv[1]):
        assert main([*words, "--engine", "spark", "--master", "local[2]"]) == status, words
"""
    (tmp_path / "spark").mkdir()
    told = python(
        "-c", all_in_one, json.dumps(commands), cwd=tmp_path
    )  # one process, which starts Spark once
    for name in (COUNTER, MUTEX):
        found = json.loads((tmp_path / f"{LENGTH[name]}.json").read_text())
        assert (found["engine"], found["promises"][PROMISE[name]]["length"]) == ("spark", LENGTH[name])
        (trace,) = (tmp_path / f"walks-{LENGTH[name]}").iterdir()
        assert json.loads(trace.read_text())["length"] == LENGTH[name]
    assert "broken after 5" in told
    assert "always broken: visits two" in tidemark("query", "results", "--protocol", MUTEX, cwd=tmp_path)


def test_a_trace_replays_in_every_view(trace: str, protocol: str, tmp_path: Path) -> None:
    told = tidemark("replay", trace, cwd=tmp_path)
    assert f"{protocol} breaks {PROMISE[protocol]}" in told
    assert "This is how it begins." in told
    assert "│" in tidemark("replay", trace, "--table", cwd=tmp_path)
    assert "→" in tidemark("replay", trace, "--fields", cwd=tmp_path)
    views = ["--markdown", "run.md", "--html", "run.html", "--itf", "run.itf.json", "--json", "again.json"]
    tidemark("replay", trace, *views, "--against", protocol, cwd=tmp_path)
    story = (tmp_path / "run.md").read_text()
    assert "This is how it begins." in story
    assert "sequenceDiagram" not in story  # nothing is sent
    assert protocol in (tmp_path / "run.html").read_text()
    tidemark("replay", "run.itf.json", cwd=tmp_path)
    tidemark("replay", "again.json", "--itf", "again.itf.json", cwd=tmp_path)
    assert (tmp_path / "again.itf.json").read_bytes() == (tmp_path / "run.itf.json").read_bytes()


def test_a_family_that_says_nothing_is_told_by_its_steps_and_what_they_changed(tmp_path: Path) -> None:
    tidemark("check", COUNTER, "--traces", "kept", cwd=tmp_path, expected=1)
    told = tidemark("replay", "kept/counter-free_nobody-lags_3.json", cwd=tmp_path)
    assert "2   count(replica=2): A replica goes one further. seen[2]: 0 → 1." in told
    assert "This does not hold: no replica is more than one behind another." in told


def test_a_family_that_says_something_is_told_by_what_it_says(tmp_path: Path) -> None:
    tidemark("check", MUTEX, "--traces", "kept", cwd=tmp_path, expected=1)
    told = tidemark("replay", "kept/mutex-test-then-set_mutual-exclusion_3.json", cwd=tmp_path)
    assert "Processes 1 and 2 are both inside." in told
    assert "Process 2 sees no flag, and goes to the door." in told


@pytest.mark.parametrize("engine", ["native", "smt"])
def test_minimize_lowers_its_bounds_and_takes_its_plainest_run(
    engine: str, protocol: str, tmp_path: Path
) -> None:
    told = tidemark(
        "minimize", protocol, "--promise", PROMISE[protocol], "--engine", engine, cwd=tmp_path, expected=1
    )
    told = " ".join(told.split())
    assert "Minimal in this sense" in told
    assert ("the fewest visits, then the first arguments" in told) is (protocol == MUTEX)
    assert f"of {LENGTH[protocol]} states" in told


def test_why_says_what_every_violation_needs(protocol: str, tmp_path: Path) -> None:
    told = tidemark("why", protocol, PROMISE[protocol], cwd=tmp_path, expected=1)
    assert ("a flag that goes up" in told) is (protocol == MUTEX)
    assert ("two are at the door" in told) is (protocol == MUTEX)
    assert ("count" if protocol == COUNTER else "look") in told


def test_the_state_graph_is_drawn(trace: str, protocol: str, tmp_path: Path) -> None:
    assert "digraph" in tidemark("graph", protocol, PROMISE[protocol], cwd=tmp_path)
    around = tidemark(
        "graph", protocol, PROMISE[protocol], "--around", trace, "--format", "graphml", cwd=tmp_path
    )
    assert "<graphml" in around


def test_prove_takes_its_lemmas(tmp_path: Path) -> None:
    told = tidemark("prove", "mutex/test-and-set", "mutual-exclusion", cwd=tmp_path, expected=0)
    assert "inside-under-the-flag" in told
    assert "proved by induction" in told
    tidemark("prove", COUNTER, "nobody-lags", cwd=tmp_path, expected=4)


def test_the_matrix_takes_its_grid_and_query_its_results(tmp_path: Path) -> None:
    grid = ["--grid", str(OUTSIDE / "outside_grid.toml"), "--dataset", "results"]
    told = tidemark("matrix", *grid, cwd=tmp_path)
    assert "broken after 5" in told
    assert "always broken: visits two" in tidemark("query", "results", "--protocol", MUTEX, cwd=tmp_path)


def test_its_pins_are_verified_and_its_counterexamples_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(impl, "families", lambda: [impl.protocol(MUTEX).family])
    tidemark("counterexamples", cwd=tmp_path)
    told = tidemark("verify", cwd=tmp_path)
    assert "2 machines" in told
    assert "all as pinned" in told
    kept = tmp_path / "counterexamples" / "mutex" / "test-then-set" / "mutual-exclusion-1.md"
    assert "Processes 0 and 1 are both inside." in kept.read_text()


def test_it_is_listed(protocol: str, tmp_path: Path) -> None:
    subject, _, name = protocol.partition("/")
    assert name in python("-m", "tidemark", "list", cwd=tmp_path)
    assert protocol in tidemark("list", subject, cwd=tmp_path)
    assert PROMISE[protocol] in tidemark("list", protocol, cwd=tmp_path)


def test_an_entry_point_that_fails_is_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "broken-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[tidemark.protocols]\nbroken = nowhere:PROTOCOLS\n")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "tidemark", "list"],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith(
        "tidemark: nowhere:PROTOCOLS, an entry point of tidemark.protocols, can't be used"
    )
    assert len(done.stderr.splitlines()) == 1
