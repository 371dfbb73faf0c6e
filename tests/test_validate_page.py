"""docs/validate.md is followed: its files are written, its commands are run, and print what it shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.support.blocks import ROOT, pattern
from tests.support.lock_logs import CODE, PAGE, SHOWN, write_locks
from tidemark import EventMap
from tidemark.checker import cli
from tidemark.checker.validation.loading import events_of

STATUS = {"monday": 0, "tuesday": 1, "wednesday": 1, "history.edn": 1}
LARGEST = {"lock.py": 38, "map.py": 15}
"""Lines of the machine and of the map, without empty lines."""
RUN = [(line, shown) for line, shown in SHOWN if line.startswith("tidemark ")]


@pytest.mark.parametrize(("line", "shown"), RUN, ids=[str(number) for number in range(len(RUN))])
def test_who_follows_the_page_sees_what_it_shows(
    line: str,
    shown: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    write_locks(tmp_path)
    status = cli.main(shlex.split(line)[1:])
    printed = capsys.readouterr()
    told = "\n".join(row.rstrip() for row in (printed.out + printed.err).strip().splitlines())
    assert re.fullmatch(pattern(shown), told), told
    assert status == max(STATUS[day] for day in STATUS if day in line)


def test_the_kept_run_is_one_that_replay_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_locks(tmp_path)
    assert cli.main(["validate", "lock.py", "monday.ndjson", "--map", "map.py"]) == 0
    replay = re.findall(r"^  tidemark (replay .*)$", capsys.readouterr().out, re.MULTILINE)[0]
    assert cli.main([*shlex.split(replay), "--html", "run.html"]) == 0
    assert "6 states replayed." in capsys.readouterr().out
    assert "<title>A run of lock</title>" in (tmp_path / "run.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", LARGEST)
def test_the_machine_and_the_map_are_small(name: str) -> None:
    assert len([line for line in CODE[name].splitlines() if line.strip()]) <= LARGEST[name]


def test_a_reader_of_your_own_is_ten_lines() -> None:
    defined: dict[str, object] = {}
    exec(CODE["readers.py"], defined)
    assert len(CODE["readers.py"].splitlines()) <= 10
    map = EventMap(reader=defined["read_pairs"])  # type: ignore[arg-type]
    (event,) = events_of(map, "server.log", ["granted client:web-7 lease:41\n"])
    assert (event.name, event.client, event.number("lease")) == ("granted", "web-7", 41)


@pytest.mark.parametrize("link", re.findall(r"\]\(([\w.]+)\)", PAGE))
def test_every_link_leads_somewhere(link: str) -> None:
    assert (ROOT / "docs" / link).exists()


def test_every_method_of_a_map_is_on_the_page() -> None:
    public = {name for name, value in vars(EventMap).items() if callable(value) and not name.startswith("_")}
    assert public == {"event", "call", "both", "ignore", "message", "silent", "names", "bounds", "arrange"}
    assert [name for name in sorted(public) if f"log.{name}" not in PAGE] == []
