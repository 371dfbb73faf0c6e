"""docs/tutorial.md is followed: its code is written to files, its commands are run, and print what it shows."""

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
from tidemark.checker import cli

TEXT = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
# Some commands of the page find a violation, replay a run that no longer is one, or prove nothing.
STATUS = {"check": {0, 1}, "replay": {0, 2}, "prove": {4}, "validate": {1}}
# What the page leaves to its reader.
LEMMA = '''
from tidemark import all_of, implies


@promise
def server_waits(lock: Lock) -> Truth:
    """The server's lease ends no sooner than a client's."""
    return all_of(
        implies(
            (lock.phase[me] != Phase.asking) & (lock.left[me] > 0),
            (lock.holder == me) & (lock.left[me] <= lock.lease),
        )
        for me in lock.phase.indices()
    )


PROMISES = [mutual_exclusion, server_waits]
machine = Machine("lock", {}, state, state.default, ACTIONS, PROMISES, {"client": client})
'''


def output(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command prints."""
    program, *words = shlex.split(line)
    if program == "tidemark":
        status = cli.main(words)
        printed = capsys.readouterr()
        assert status in STATUS[words[0]], printed
        return printed.out + printed.err
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=300,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},
    )  # fmt: skip
    assert (program, done.returncode) == ("python", 0), done.stdout + done.stderr
    return done.stdout


def test_who_follows_the_page_sees_what_it_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for language, block in re.findall(r"^```(python|console)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE):
        if language == "python":
            put_in(tmp_path, block)
            continue
        for line, shown in commands(block):
            if line.startswith("cat "):
                (tmp_path / line.removeprefix("cat ")).write_text(shown, encoding="utf-8")
                continue
            printed = "\n".join(row.rstrip() for row in output(line, capsys).strip().splitlines())
            assert re.fullmatch(pattern(shown), printed), f"{line}\n{printed}"
    assert "breaks mutual-exclusion" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_the_lemma_that_the_page_names_proves_the_promise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for block in blocks("docs/tutorial.md"):
        put_in(tmp_path, block)
    put_in(tmp_path, LEMMA)
    assert cli.main(["prove", "mine.py", "mutual-exclusion", "--lemma", "server-waits"]) == 0
    assert "proved by induction" in capsys.readouterr().out


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`tidemark (\w+)", TEXT))))
def test_every_command_is_there(command: str) -> None:
    assert command in cli.commands()


@pytest.mark.parametrize("link", re.findall(r"\]\(([\w.]+)\)", TEXT))
def test_every_link_leads_somewhere(link: str) -> None:
    assert (ROOT / "docs" / link).exists()
