"""`tools/mutants`: which changes it makes, and that it tells those that a test notices from those that none does."""

from __future__ import annotations

import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
CODE = '''"""A room."""


def larger(a: int, b: int = 7) -> int:
    """The larger number."""
    if a < b:
        return b
    return a


def is_even(a: int) -> bool:
    """Whether a number is even."""
    return a % 2 == 0
'''
TESTS = """
from pathlib import Path

from room.numbers import is_even, larger


def test_the_larger_number():
    assert larger(1, 2) == 2
    assert larger(2, 1) == 2


def test_even_numbers():
    is_even(2)


def test_that_fails_from_the_second_time_on_whatever_the_code_is():
    is_even(4)
    with Path(__file__).with_name("ran").open("x"):
        pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "mutants", tmp_path / "tools")
    for name, text in {
        "room/__init__.py": "",
        "room/numbers.py": CODE,
        "tests/room/test_numbers.py": TESTS,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    return tmp_path


def changed(project: Path) -> list[Any]:
    tool = runpy.run_path(str(project / "tools" / "mutants"))
    listed: list[Any] = tool["mutants"]("room/numbers.py")
    return listed


def test_operators_constants_and_conditions_are_changed_and_defaults_are_not(project: Path) -> None:
    assert sorted(f"{mutant.before} -> {mutant.after}" for mutant in changed(project)) == [
        "0 -> 1",
        "2 -> 3",
        "a % 2 -> (a + 2)",
        "a % 2 == 0 -> ((a % 2) != 0)",
        "a < b -> (a <= b)",
        "a < b -> (not (a < b))",
    ]


def test_every_change_is_valid_python_and_differs(project: Path) -> None:
    for mutant in changed(project):
        text = mutant.applied(CODE.encode()).decode()
        assert text != CODE
        compile(text, "numbers.py", "exec")


@pytest.mark.slow  # runs pytest seven times
def test_what_no_test_notices_survives(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "tools/mutants", "room"], cwd=project, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    survivors = [
        line.partition(": ")[2].split(": ")[1] for line in done.stdout.splitlines() if "survives" in line
    ]
    assert sorted(survivors) == [
        "0 -> 1",
        "2 -> 3",
        "a % 2 -> (a + 2)",
        "a % 2 == 0 -> ((a % 2) != 0)",
        "a < b -> (a <= b)",
    ], done.stdout
    assert "room: 1 of 6 changes are noticed (6 are possible)" in done.stdout


def test_a_room_that_is_not_there_is_refused(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "tools/mutants", "cellar"], cwd=project, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert "there is no room cellar with tests of its own" in done.stderr
