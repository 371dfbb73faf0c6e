"""What an author sees of a machine in a file: steps, traces, and the commands that take a promise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tidemark.checker import cli

FILE = '''
from typing import Annotated
from tidemark import *

client = Id("client", 2)
Phase = Enum("phase", "idle", "busy")
Me = Annotated[Identity, Domain("client")]

class Letter(Record):
    kind: Label
    to: Identity

class State(Record):
    n: Number
    free: Number
    group: IdSet
    mail: Network[Letter]

LETTER = Letter.of(kind=Phase, to=client)
state = State.of(n=Int(0, 3), free=Int(0, 2), group=IdSet.of(client), mail=Network.of(LETTER, 4))

@action
def join(s: State, me: Me) -> State:
    """A client joins,
    and says so.

    More about it.
    """
    require(s.n < 3, "there is room")
    return s.but(n=s.n + 1, group=s.group.including(me), mail=s.mail.send(kind=Phase.busy, to=me))

@promise
def small(s: State) -> Truth:
    """Few have joined."""
    return s.n < 3

machine = Machine("mine", {}, state, state.default, [join], [small], {"client": client})
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.py").write_text(FILE)
    (tmp_path / "two.py").write_text(FILE)
    return tmp_path


def test_a_step_has_its_docstring_and_what_came_and_went(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["check", "one.py"]) == 1
    printed = capsys.readouterr().out
    assert "2. join(me=0): A client joins, and says so.\n     n: 0 → 1\n     group: + 0\n" in printed
    assert "     mail: + (kind busy, to 0)\n3. join(me=0): A client" in printed
    assert cli.main(["replay", "traces/mine_small.json", "--from", "one.py"]) in (0, 1)
    assert "join(me=0): A client joins, and says so." in capsys.readouterr().out
    assert cli.main(["replay", "traces/mine_small.json", "--from", "one.py", "--html", "-"]) in (0, 1)
    assert "A client joins, and says so." in capsys.readouterr().out


def test_machines_of_one_name_in_two_files_keep_both_traces(folder: Path) -> None:
    for name in ("one.py", "two.py", "one.py"):
        assert cli.main(["check", name, "--quiet"]) == 1
    traces = {path.name: json.loads(path.read_text())["file"]["path"] for path in Path("traces").iterdir()}
    assert traces == {"mine_small.json": "one.py", "two.mine_small.json": "two.py"}


@pytest.mark.parametrize("command", ["why", "graph", "prove"])
@pytest.mark.usefixtures("folder")
def test_a_promise_is_named_by_place_or_by_option(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    by_place = cli.main([command, "one.py", "small"])
    printed = capsys.readouterr().out
    assert cli.main([command, "one.py", "--promise", "small"]) == by_place
    assert command == "prove" or capsys.readouterr().out == printed  # it prints seconds
    assert cli.main([command, "one.py"]) == 2
    assert "which promise?" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_replay_of_a_program_says_what_it_wants(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", "one.py"]) == 2
    assert "one.py is a program, and this takes a trace: `tidemark check one.py`" in capsys.readouterr().err


HEAD, _, _ = FILE.partition("@action")
ACT = '''
@action
def act(s: State{parameter}) -> State:
    """Something."""
    return {result}

machine = Machine("mine", {{}}, state, state.default, [act], [], {{"client": client, "letter": {domain}}})
'''
MISTAKES = {
    "a parameter that is a list": (
        ACT.format(
            parameter=', m: Annotated[Sequence[Letter], Domain("letter")]',
            result="s",
            domain="Sequence.of(LETTER, 2)",
        ),
        "the domain letter is of sequences or networks: write one of numbers, labels, ids or sets, or of records",
    ),
    "a set of records": (
        "IdSet.of(LETTER)",
        "IdSet.of() takes an id type, not what has several parts: write Set.of() for a set of few values",
    ),
    "a set of labels": ("IdSet.of(Phase)", "write Set.of() for a set of few values"),
    "no bounds": ("Int()", "Int(0, 3) are the numbers from 0 to 3, both included"),
    "recursion": (
        "def sum_to(n): return n + sum_to(n - 1)\n"
        + ACT.format(parameter="", result="s.but(n=sum_to(s.n))", domain="client"),
        "what depends on the state can't end it",
    ),
    "a loop over a set": (
        ACT.format(parameter="", result="s.but(n=sum(1 for i in s.group))", domain="client"),
        "or loop over s.chosen.values(), and ask s.chosen.has(x) of each",
    ),
    "a dictionary": (
        ACT.format(parameter="", result="s.but(n={0: 1}[s.n])", domain="client"),
        "where() or an Array for a dictionary",
    ),
    "a misspelt field": (
        ACT.format(parameter="", result="s.but(n=s.fre)", domain="client"),
        "did you mean free?",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_has_its_line_and_a_remedy(
    mistake: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, remedy = MISTAKES[mistake]
    (folder / "wrong.py").write_text(HEAD + text)
    assert cli.main(["check", "wrong.py"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("tidemark: wrong.py:")
    assert remedy in error.replace("\n", " ")


def test_what_is_given_back_is_no_bound(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = (
        HEAD
        + '''
@action
def take(s: State) -> State:
    """A fork is taken."""
    require(s.free < 2, "one is free")
    return s.but(free=s.free + 1)

@action
def put(s: State) -> State:
    """One of one is put back."""
    require(s.free == 1, "one is taken")
    return s.but(free=s.free - 1)

machine = Machine("table", {}, state, state.default, [take, put], [])
'''
    )
    (folder / "table.py").write_text(table)
    assert cli.main(["check", "table.py"]) == 0
    printed = capsys.readouterr().out
    assert "ends at the bounds" not in printed
    assert "nothing happens any more" in printed.replace("\n", " ")
    (folder / "table.py").write_text(table.replace("[take, put]", "[take]"))
    assert cli.main(["check", "table.py"]) == 0
    assert "ends at the bounds: free" in capsys.readouterr().out
