"""Standard streams that are closed, or whose reader has gone: the status and the files are as if they were open."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VIOLATED = [
    "check", "published/kip-101", "--promise", "leader-in-isr", "--replicas", "2", "--json", "j", "--junit", "x.xml",
]  # fmt: skip
SYSTEM = {"PYTHONPATH": str(ROOT)}
CLOSED = {
    "output": ">&-",
    "errors": "2>&-",
    "both": ">&- 2>&-",
    "all": "<&- >&- 2>&-",
    "no reader": "| :",
    "no reader of either": "2>&1 | :",
    "not for writing": "1</dev/null 2</dev/null",
    "full errors": "2>/dev/full",
}


def ended(words: list[str], redirected: str, place: Path, start: str = "-m tidemark") -> int:
    """The exit status of a command line whose streams the shell redirects so."""
    line = f"set -o pipefail; {sys.executable} {start} {' '.join(words)} {redirected}"
    done = subprocess.run(
        ["bash", "-c", f'{line}; exit "${{PIPESTATUS[0]}}"'],
        cwd=place, env={**os.environ, **SYSTEM}, timeout=300, check=False, capture_output=True,
    )  # fmt: skip
    return done.returncode


@pytest.mark.parametrize("redirected", CLOSED.values(), ids=CLOSED)
def test_a_verdict_is_the_same_without_streams(redirected: str, tmp_path: Path) -> None:
    assert ended(VIOLATED, redirected, tmp_path) == 1
    verdict = json.loads((tmp_path / "j").read_text())["promises"]["leader-in-isr"]
    assert verdict["verdict"] == "violated"
    assert (tmp_path / verdict["trace"]).is_file()
    assert "violated after" in (tmp_path / "x.xml").read_text()


@pytest.mark.parametrize(
    "start",
    ["-m tidemark", "-m tidemark.checker.cli", "-c 'from tidemark.__main__ import main; exit(main())'"],
)
@pytest.mark.parametrize(
    ("words", "status"),
    [(["--help"], 0), (["--version"], 0), (["check", "--help"], 0), (["list"], 0), ([], 2), (["chek"], 2)],
    ids=["help", "version", "check help", "list", "nothing", "a wrong command"],
)
@pytest.mark.parametrize("redirected", ["<&- >&- 2>&-", "2>&1 | :"], ids=["closed", "no reader"])
def test_every_way_to_start_ends_as_it_would(
    words: list[str], status: int, redirected: str, start: str, tmp_path: Path
) -> None:
    assert ended(words, redirected, tmp_path, start) == status


def test_a_file_is_written_though_standard_output_is_full(tmp_path: Path) -> None:
    assert ended(VIOLATED, ">/dev/full", tmp_path) == 1
    assert json.loads((tmp_path / "j").read_text())["promises"]["leader-in-isr"]["verdict"] == "violated"


def test_a_fault_of_the_program_is_no_violation(tmp_path: Path) -> None:
    broken = "-c 'from tidemark.checker import cli; from tidemark.__main__ import main; cli._run = 1; exit(main())'"
    assert ended(["list"], "", tmp_path, broken) == 2
