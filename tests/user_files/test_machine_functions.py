"""A function of a user's file that returns a machine is found, and its arguments are options of the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.pages import ROOT
from tidemark import check
from tidemark.checker.cli import main

LEASE = (ROOT / "tests" / "support" / "user_files" / "lease.py").read_text(encoding="utf-8")
MAKER = """
Expiry = Literal["any", "never"]

def machine(clients: int = 2, stops: bool = True, expiry: Expiry = "any", *, rate: float = 1.0) -> Machine:
    client = Id("client", clients)
    state = Lease.of(holder=Optional(client), believers=IdSet.of(client))
    actions = [acquire, *([stop] if stops else []), *([expire] if expiry == "any" else [])]
    return Machine("lease", {"size": clients}, state, state.default, actions, [one_believer], {"client": client})
"""
MADE = "from typing import Literal\n" + LEASE.partition("client = Id(")[0] + MAKER
Told = Callable[..., str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, which has the user's file."""
    (tmp_path / "lease.py").write_text(MADE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


@pytest.fixture
def tidemark(capfd: pytest.CaptureFixture[str]) -> Told:
    """Runs a command, and gives what it says as one line of words."""

    def run(*words: str, expected: int = 0) -> str:
        status = main(words)
        told = capfd.readouterr()
        assert status == expected, told.out + told.err
        return " ".join((told.out + told.err).split())

    return run


@pytest.mark.parametrize("returns", ["Machine", "'Machine'"])
def test_a_function_that_makes_a_machine_without_arguments_names_it(tidemark: Told, returns: str) -> None:
    Path("lease.py").write_text(MADE.replace("-> Machine", f"-> {returns}"))
    for name in ("lease.py", "lease.py:machine", "lease.py:lease", "lease:machine"):
        assert "violated after 4 states" in tidemark("check", name, expected=1)


def test_a_function_that_needs_arguments_names_no_machine(tidemark: Told) -> None:
    Path("lease.py").write_text(MADE.replace("clients: int = 2", "clients: int"))
    assert "lease.py: there is no Machine in it" in tidemark("check", "lease.py", expected=2)
    Path("lease.py").write_text(MADE.replace("rate: float = 1.0", "rate: float"))
    assert "lease.py: there is no Machine in it" in tidemark("check", "lease.py", expected=2)


def test_a_function_that_makes_a_machine_is_not_called_where_a_variable_holds_one(tidemark: Told) -> None:
    Path("lease.py").write_text(LEASE + "\n\ndef other() -> Machine:\n    raise ValueError\n")
    assert "violated after 4 states" in tidemark("check", "lease.py", expected=1)


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ("1 // 0", "lease.py:2: ZeroDivisionError"),
        ("3", "lease.py: machine() returns 3, and must return a Machine"),
    ],
)
def test_a_function_that_makes_no_machine_is_refused(tidemark: Told, returned: str, message: str) -> None:
    Path("lease.py").write_text(f"def machine() -> 'Machine':\n    return {returned}\n")
    assert message in tidemark("check", "lease.py", expected=2)


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize(
    ("options", "states"),
    [((), 12), (("--clients", "3"), 32), (("--stops", "no"), 8), (("--expiry", "never", "--stops", "no"), 3)],
)
def test_the_arguments_are_options(
    tidemark: Told, engine: str, options: tuple[str, ...], states: int
) -> None:
    status = 0 if "never" in options else 1
    told = tidemark("check", "lease.py", *options, "--keep-going", "--engine", engine, expected=status)
    assert f"{states} distinct states" in told


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--clients", "70000", "--clients is 70000: it goes from 0 to 65535"),
        ("--stops", "1", "--stops is 1: it is one of no, yes"),
        ("--expiry", "soon", "--expiry is soon: it is one of any, never"),
        ("--clients", "0", "lease.py:"),
        ("--rate", "2", "--rate"),
    ],
)
def test_an_option_has_a_range_or_choices(tidemark: Told, option: str, value: str, message: str) -> None:
    assert message in tidemark("check", "lease.py", option, value, expected=2)


def test_a_run_is_kept_with_the_arguments(tidemark: Told) -> None:
    tidemark("check", "lease.py", "--clients", "3", "--stops", "no", "--json", "found.json", expected=1)
    path = json.loads(Path("found.json").read_text())["promises"]["one-believer"]["trace"]
    assert json.loads(Path(path).read_text())["bounds"] == {"clients": 3, "stops": "no", "expiry": "any"}
    assert "4 states replayed" in tidemark("replay", path, "--from", "lease.py")


def test_python_gives_them_as_keywords() -> None:
    assert check("lease.py", clients=3, keep_going=True).distinct_states == 32
