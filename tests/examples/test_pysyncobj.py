"""docs/examples/pysyncobj: the library does what its model does, but for some lengths; a changed copy is found out."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "docs" / "examples" / "pysyncobj"
LIBRARY = ROOT / "build" / "examples"
CHANGES = {
    "a vote counts twice": ("self.__votesCount += 1", "self.__votesCount += 2"),
    "a second vote in a term": ("if self.__votedForNodeId is not None:", "if False:"),
    "a vote for who lacks entries": ("if lastLogTerm < self.__getCurrentLogTerm():", "if False:"),
    "entries are not cut": ("self.__deleteEntriesFrom(prevLogIdx + 1)", "pass"),
}


def conform(library: Path, adapter: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Take walks in a copy of the library."""
    command = [sys.executable, "-m", "tidemark", "conform", "model.py", "--on", f"adapter.py:{adapter}"]
    return subprocess.run(
        [*command, "--length", "40", "--traces", str(folder), *words],
        capture_output=True,
        text=True,
        timeout=800,
        cwd=EXAMPLE,
        env={**os.environ, "PYTHONPATH": f"{library}{os.pathsep}{ROOT}"},
    )


@pytest.mark.examples
def test_the_library_does_what_the_model_does(tmp_path: Path) -> None:
    done = conform(LIBRARY, "Cluster", tmp_path, "--walks", "100")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "100 confirmed, 0 refused, 0 inconclusive" in done.stdout


@pytest.mark.examples
def test_a_command_of_a_length_just_below_two_parts_is_not_replicated(tmp_path: Path) -> None:
    done = conform(LIBRARY, "LargeCommands", tmp_path, "--walks", "200")
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.search(r"receive_append\(source=\d, me=\d\)\s+fails\s+with\s+EOFError", done.stdout)


@pytest.mark.examples
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_the_library_is_found(change: str, tmp_path: Path) -> None:
    shutil.copytree(LIBRARY, tmp_path / "library")
    file = tmp_path / "library" / "pysyncobj" / "syncobj.py"
    before, after = CHANGES[change]
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), encoding="utf-8")
    done = conform(tmp_path / "library", "Cluster", tmp_path, "--walks", "1000")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "differs from pysyncobj at step" in done.stdout
