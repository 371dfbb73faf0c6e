"""docs/conform.md is followed: its code is written to files, its commands are run, and print what it shows."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.blocks import ROOT, blocks, commands, pattern
from tests.support.followed import put_in

TEXT = (ROOT / "docs" / "conform.md").read_text(encoding="utf-8")


def output(line: str) -> str:
    """What a command prints, which finds a difference or none. Each has its own process, as the code has changed."""
    program, *words = shlex.split(line)
    done = run_python(["-m", "tidemark", *words] if program == "tidemark" else words)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


def run_python(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=800,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": "", "COLUMNS": "80"},
    )  # fmt: skip


def test_who_follows_the_page_sees_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for language, block in re.findall(r"^```(python|console)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE):
        if language == "python":
            put_in(tmp_path, block)
            continue
        for line, shown in commands(block):
            printed = "\n".join(row.rstrip() for row in output(line).strip().splitlines())
            assert re.fullmatch(pattern(shown), printed), f"{line}\n{printed}"


def test_the_tests_of_the_page_pass_as_long_as_the_code_conforms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = "self.waiting.pop()"
    for block in blocks("docs/conform.md"):
        if wrong not in block:
            put_in(tmp_path, block)
    done = run_python(["-m", "pytest", "-q", "test_server.py"])
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


@pytest.mark.parametrize("link", re.findall(r"\]\(([\w.]+)(?:#[\w-]+)?\)", TEXT))
def test_every_link_leads_somewhere(link: str) -> None:
    assert (ROOT / "docs" / link).exists()
