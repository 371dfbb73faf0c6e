"""What the explorer saves: each kind of file is what it says, and a test fails and passes as it should."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.foreign_runs import FOREIGN, FOREIGN_MACHINES, foreign_run, machine_in
from tests.support.losses import FAMOUS, counterexample
from tests.support.pages import ROOT
from tidemark import assert_run
from tidemark.base.errors import UsageError
from tidemark.checker.explorer import saving
from tidemark.checker.explorer.session import ExplorerSession
from tidemark.checker.runs import files
from tidemark.checker.runs.results import Run
from tidemark.checker.views import VIEWS
from tidemark.real.brokers.schedules import load
from tidemark.spec import Machine

KRAFT = ROOT / "counterexamples/kafka-kraft/3.7/reads-are-stable-1.json"


def session_of(run: Run) -> tuple[ExplorerSession, tuple[int, ...]]:
    session = ExplorerSession(run.machine)
    path = session.path_of(run.steps)
    session.at(path)
    return session, path


def test_every_view_that_is_a_file_is_offered() -> None:
    assert {one.name for one in VIEWS if one.in_file} - {"json"} <= set(saving.ENDS)
    kraft = saving.kinds(files.load(KRAFT).machine)
    assert kraft == list(saving.ENDS)
    assert "schedule" not in saving.kinds(counterexample(*FAMOUS).machine)
    assert {"schedule", "test"}.isdisjoint(saving.kinds(FOREIGN_MACHINES["paxos"]()))  # it is in no file


def test_a_path_is_saved_as_a_schedule_that_is_read(tmp_path: Path) -> None:
    session, path = session_of(files.load(KRAFT))
    text, name = session.save(path, "schedule")
    assert name == "kafka-kraft-3.7-15.toml"
    (tmp_path / name).write_text(text)
    assert load(str(tmp_path / name)).title == "A run of kafka-kraft/3.7"
    assert tomllib.loads(text)["step"]


def test_dot_has_every_path_that_was_taken() -> None:
    run = foreign_run("dekker")
    session, path = session_of(run)
    other = session.describer.enabled(run.steps[0].state)[0][0]
    session.at((other,))
    text, name = session.save(path, "dot")
    assert name == "dekker-5.dot"
    states = {step.state for step in run.steps} | {session.describer.enabled(run.steps[0].state)[0][2]}
    nodes = [line for line in text.splitlines() if "[label=" in line and "->" not in line]
    assert len(nodes) == len(states)
    assert len([line for line in text.splitlines() if "->" in line]) == len(states) - 1
    assert sum("f6c3c3" in line for line in nodes) == sum("bcd7f7" in line for line in nodes) == 1
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tsvg"], input=text, text=True, check=True, capture_output=True)


def pytest_of(folder: Path) -> subprocess.CompletedProcess[str]:
    """What pytest says of the tests in a folder."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(folder),
        str(folder),
    ]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=120, check=False)


def test_a_saved_test_fails_while_the_run_can_happen_and_passes_once_it_can_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "dekker.py"
    own.write_text((FOREIGN / "dekker.py").read_text())
    machine = machine_in(Path("dekker.py"))
    run = Run(machine, "", foreign_run("dekker").steps)
    session, path = session_of(run)
    text, name = session.save(path, "test")
    (tmp_path / name).write_text(text)
    page = (ROOT / "docs/explorer.md").read_text()
    shown = re.search(r"```python\n(from tidemark import assert_run.*?)```", page, re.DOTALL)
    assert shown
    assert text.split("\n\n", 1)[1] == shown[1]
    kept, other = session.save(path[:2], "test")
    (tmp_path / other).write_text(kept)
    assert (name, other) == ("test_dekker_5.py", "test_dekker_3.py")
    failed = pytest_of(tmp_path)
    assert (failed.returncode, "1 failed, 1 passed" in failed.stdout) == (1, True), failed.stdout
    assert "state 5 breaks mutual-exclusion" in failed.stdout
    guard = 'require(d.place[me] == Place.wanting, "the process wants to enter")'
    assert guard in own.read_text()
    mended = guard + '\n    require(not_(d.flag[1 - me]), "the other one has no flag up")'
    own.write_text(own.read_text().replace(guard, mended))
    passed = pytest_of(tmp_path)
    assert (passed.returncode, "2 passed" in passed.stdout) == (0, True), passed.stdout


def test_a_test_names_the_bounds_that_differ() -> None:
    session, path = session_of(counterexample(*FAMOUS))
    text, _ = session.save(path, "test")
    assert 'assert_run("kafka/0.10.2", STEPS, "acknowledged-survives", possible=False' in text
    names: dict[str, object] = {}
    exec(text, names)
    with pytest.raises(AssertionError, match="breaks acknowledged-survives"):
        names["test_acknowledged_survives"]()  # type: ignore[operator]


@pytest.fixture
def dekker() -> Machine:
    return FOREIGN_MACHINES["dekker"]()


def test_a_run_by_the_names_of_its_steps(dekker: Machine) -> None:
    assert_run(dekker, ["look(me=1)", "enter(me=1)"])
    with pytest.raises(AssertionError, match="not possible: it needs that the process is outside"):
        assert_run(dekker, ["look(me=1)", "look(me=1)"])
    assert_run(dekker, ["look(me=1)", "look(me=1)"], possible=False)
    with pytest.raises(AssertionError, match="state 5 breaks mutual-exclusion"):
        assert_run(dekker, [str(step.instance) for step in foreign_run("dekker").steps[1:]])
    with pytest.raises(UsageError, match="has no action lock: did you mean look"):
        assert_run(dekker, ["lock(me=1)"], possible=False)
    with pytest.raises(UsageError, match="has no promise"):
        assert_run(dekker, [], "mutual")
    with pytest.raises(UsageError, match="steps are a list of texts"):
        assert_run(dekker, "look(me=1)")
