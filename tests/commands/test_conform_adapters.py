"""`tidemark conform --on adapter.py`: what it prints and writes, and one line for each mistake of an author."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.documents import require_valid
from tests.support.refusal import refused
from tidemark.checker import cli

ROOT = Path(__file__).parents[2]
SUPPORT = ROOT / "tests" / "support" / "locks.py"
MACHINE = f"{SUPPORT}:LOCK"
HEAD = "from tidemark import Inconclusive, Refused, performs\n\n\n"
GOOD = """class Mine:
    def __init__(self):
        self.holder = None

    def ask(self, me):
        pass

    def grant(self, me):
        self.holder = me

    def release(self, me):
        self.holder = None

    def observe(self):
        return {"holder": self.holder}
"""


@pytest.fixture(autouse=True)
def an_empty_working_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def written(text: str = GOOD, name: str = "mine.py") -> str:
    Path(name).write_text(HEAD + text)
    return name


def changed(old: str, new: str) -> str:
    assert old in GOOD
    return GOOD.replace(old, new)


def conform(*words: str) -> int:
    return cli.main(["conform", MACHINE, "--on", "mine.py", "--walks", "5", *words])


def test_code_that_conforms_is_confirmed(capsys: pytest.CaptureFixture[str]) -> None:
    written()
    assert conform("--json", "found.json") == 0
    assert "5 confirmed, 0 refused, 0 inconclusive" in capsys.readouterr().out
    found = json.loads(Path("found.json").read_text())
    require_valid("conform", found)
    assert (found["system"], found["coverage"], len(found["walks"])) == ("mine.py", None, 5)


def test_what_covers_the_machine_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    written()
    words = ["conform", MACHINE, "--on", "mine.py:Mine", "--cover", "transitions", "--json", "found.json"]
    assert cli.main(words) == 0
    assert "20 states with 48 transitions: all taken" in capsys.readouterr().out
    found = json.loads(Path("found.json").read_text())
    require_valid("conform", found)
    assert found["coverage"] == {"states": 20, "transitions": 48, "forbidden": 0, "taken": 48}


def test_what_differs_is_told_and_written_as_a_test_that_fails(capsys: pytest.CaptureFixture[str]) -> None:
    written(changed("        self.holder = None\n\n    def observe", "        pass\n\n    def observe"))
    assert conform("--json", "found.json") == 1
    told = capsys.readouterr().out
    assert "differs from lock at step 4: after release(me=0) holder is 0, in the model\nnone." in told
    assert "     seen: holder = 0; in the model it " in told
    found = json.loads(Path("found.json").read_text())
    require_valid("conform", found)
    path = "traces/conform/test_lock.py"
    assert [one["trace"] for one in found["walks"] if one["verdict"] == "refused"] == [path]
    assert run_test(path).returncode == 1
    written()
    assert run_test(path).returncode == 0, "the test passes once the code conforms"


def run_test(path: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", path],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": ""},
    )


def test_what_can_not_be_followed_is_inconclusive(capsys: pytest.CaptureFixture[str]) -> None:
    written(changed("        self.holder = me", '        raise Inconclusive("it is busy")'))
    assert conform() == 3
    assert "inconclusive" in capsys.readouterr().out


MISTAKES = {
    "no class": ("mine = 3\n", "mine.py: there is no adapter in it: a class with a method observe is one"),
    "two classes": (GOOD + GOOD.replace("Mine", "Other"), "write mine.py:Mine or mine.py:Other"),
    "no syntax": ("class Mine:\n", "this is not valid Python: expected an indented block"),
    "an import that is not there": ("import nowhere\n", "mine.py:4: ModuleNotFoundError"),
    "no method": (
        changed("def grant(self, me)", "def give(self, me)"),
        "Mine has no method for the action grant: write `def grant(self, me)`, or leave the action out",
    ),
    "no parameter": (changed("grant(self, me)", "grant(self)"), "write `def grant(self, me)`"),
    "too many parameters": (
        changed("grant(self, me)", "grant(self, me, now)"),
        "write `def grant(self, me)`",
    ),
    "an action that is not there": (
        changed("    def ask", '    @performs("aks")\n    def ask'),
        "ask performs aks, and there is no such action: did you mean ask?",
    ),
    "an action twice": (
        changed(
            "    def ask", '    @performs("grant")\n    def give(self, me):\n        pass\n\n    def ask'
        ),
        "both perform the action grant",
    ),
    "a choice that is not there": (
        changed("    def grant", '    @performs(chooses="you")\n    def grant'),
        "grant leaves you to the code, and grant has no such parameter",
    ),
    "actions of other parameters": (
        changed("    def ask(self, me)", '    @performs("ask", "nothing")\n    def ask(self, me)'),
        "ask performs nothing, and there is no such action",
    ),
    "something by itself that is not there": (
        changed("    def __init__", '    by_itself = ("expire",)\n\n    def __init__'),
        "Mine.by_itself: there is no action expire",
    ),
    "something by itself that is asked for too": (
        changed("    def __init__", '    by_itself = ("grant",)\n\n    def __init__'),
        "grant performs grant, which the code does by itself",
    ),
    "no number of seconds": (
        changed("    def __init__", "    seconds = 0\n\n    def __init__"),
        "Mine.seconds is 0: it is how long a call may take",
    ),
    "a bound that is not there": (
        changed("__init__(self)", "__init__(self, clients)"),
        "Mine() takes clients, which is no bound of lock: it has none",
    ),
    "a constructor that raises": (
        changed("        self.holder = None\n\n    def ask", "        self.holder = nothing\n\n    def ask"),
        "mine.py:6: NameError: name 'nothing' is not defined (Mine when it is made)",
    ),
    "an observation that raises": (changed('"holder": self.holder', '"holder": self.who'), "AttributeError"),
    "an observation that is no dictionary": (
        changed('return {"holder": self.holder}', "return self.holder"),
        "observe returns None: return what is seen",
    ),
    "an observation of an unknown field": (
        changed('{"holder"', '{"holdr"'),
        "observe() gives what is no field of lock: holdr: did you mean holder?",
    ),
    "an observation that is not plain": (
        changed('{"holder": self.holder}', '{"holder": self}'),
        "is no plain value",
    ),
    "a method that raises": (changed("        self.holder = me", "        self.holder = you"), "NameError"),
    "an answer that says nothing": (
        changed("        self.holder = me", "        return 3"),
        "grant returns 3: return nothing, the name of an action",
    ),
    "an outcome that is another": (
        changed("        self.holder = me", '        return "release"'),
        "grant returns 'release', and performs grant",
    ),
    "an expectation that raises": (
        GOOD + "\n    def expect(self, lock):\n        return lock.nothing\n",
        "has no field nothing",
    ),
    "an expectation that lacks something": (
        GOOD + "\n    def expect(self, lock):\n        return {}\n",
        "observe() gives what expect() does not: holder",
    ),
    "a close that raises": (GOOD + "\n    def close(self):\n        self.nothing()\n", "(Mine in close())"),
    "a constructor that does not end": (
        changed(
            "        self.holder = None\n\n    def ask",
            "        while True:\n            pass\n\n    def ask",
        ).replace("class Mine:\n", "class Mine:\n    seconds = 0.1\n"),
        "when it is made it does not end within 0.1 s",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_of_an_adapter_gets_one_line(mistake: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, complaint = MISTAKES[mistake]
    refused(["conform", MACHINE, "--on", written(text), "--walks", "3"], complaint, capsys)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--on", "nowhere.py"], "nowhere.py: there is no such file"),
        (["--on", "mine.py:Mien"], "mine.py has no class Mien: did you mean Mine?"),
        (["--on", "mine.py:HEAD"], "mine.py has no class HEAD"),
        (["--on", "mine.py", "--first", "3"], "--first is for a system that is known by its name"),
        (["--on", "mine.py", "--set", "a=b"], "--set is for a system that is known by its name"),
        (["--on", "kafka:2.1.1", "--seed", "3"], "--seed is for an adapter of your own"),
        (["--on", "kafka:2.1.1", "--cover", "transitions"], "--cover is for an adapter of your own"),
        (["--on", "mine.py", "--cover", "states"], "invalid choice: 'states'"),
        (["--on", "mine.py", "--cover", "transitions", "--walks", "3"], "leave out --walks"),
        (["--on", "mine.py", "--without", "gramt"], "there is no action gramt: did you mean grant?"),
        (
            ["--on", "free.py", "--cover", "transitions"],
            "for code that has no choice: Mine leaves it one in grant",
        ),
    ],
)
def test_a_mistake_of_the_command_gets_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    written()
    free = changed("    def grant", "    @performs(may_refuse=True)\n    def grant")
    written(free, "free.py")
    refused(["conform", MACHINE, *words], complaint, capsys)
