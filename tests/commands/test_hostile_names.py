"""A machine whose every name steers a terminal: no command lets a control or a turn of direction through, anywhere."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tidemark.checker.cli import main
from tidemark.checker.views import screen

MINE = '''
from tidemark import *

EVIL = "\\x1b[31mred\\x1b]0;own\\x07\\u202e\\u2066\\x9b\\x85\\u2028<b>&\\ufdd0"
print("printed by the file", EVIL)
Mode = Enum(f"mode{EVIL}", f"a{EVIL}", f"b{EVIL}")


class State(Record):
    """A switch."""

    mode: Label
    turns: Number


@action(f"turn{EVIL}")
def turn(s: State) -> State:
    """Turns it."""
    print("printed by an action")
    require(s.turns < 2, f"guard{EVIL}")
    return s.but(mode=getattr(Mode, f"b{EVIL}"), turns=s.turns + 1)


def few(s: State) -> Truth:
    """Few turns."""
    print("printed by a promise")
    return s.turns < 2


T = State.of(mode=Mode, turns=Int(0, 2))
machine = Machine(f"evil{EVIL}", {}, T, T.default, [turn], [Promise(f"few{EVIL}", few)])
'''
EVIL = "\x1b[31mred\x1b]0;own\x07\u202e\u2066\x9b\x85\u2028<b>&\ufdd0"
FEW, PLACE = f"few{EVIL}", "a\x1b[31m\u202e"
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
COMMANDS = {
    "check": ["check", "mine.py"],
    "check, all": ["check", "mine.py", "--coverage", "--fields", "--promise", FEW],
    "check, quiet": ["check", "mine.py", "--quiet"],
    "check by reference": ["check", "mine.py", "--engine", "reference"],
    "check by z3": ["check", "mine.py", "--engine", "smt"],
    "check a wrong promise": ["check", "mine.py", "--promise", f"new{EVIL}"],
    "check a wrong machine": ["check", f"mine.py:evil{EVIL}s"],
    "fuzz": ["fuzz", "mine.py", "--seconds", "0.2"],
    "list": ["list", "mine.py"],
    "minimize": ["minimize", "mine.py", "--promise", FEW],
    "prove": ["prove", "mine.py", FEW],
    "why": ["why", "mine.py", FEW],
    "graph": ["graph", "mine.py", FEW],
    "graph as XML": ["graph", "mine.py", FEW, "--format", "graphml"],
    "replay": ["replay", "{trace}", "--from", "mine.py"],
    "replay, a table": ["replay", "{trace}", "--from", "mine.py", "--table"],
    "replay, the fields": ["replay", "{trace}", "--from", "mine.py", "--fields"],
    "replay, Markdown": ["replay", "{trace}", "--from", "mine.py", "--markdown", "-"],
    "replay, a page": ["replay", "{trace}", "--from", "mine.py", "--html", "-"],
    "replay, JSON": ["replay", "{trace}", "--from", "mine.py", "--json", "-"],
    "replay, ITF": ["replay", "{trace}", "--from", "mine.py", "--itf", "-"],
    "replay without": ["replay", "{trace}"],
    "matrix": ["matrix", "--grid", "grid.toml", "--from", "mine.py", "--jobs", "1"],
    "audit": ["audit", PLACE],
    "query": ["query", PLACE],
    "verify": ["verify", "--counterexamples", PLACE],
    "new": ["new", PLACE],
    "scenario": ["scenario", f"{PLACE}.toml"],
    "soak": ["soak", "kafka-kraft/3.7", "--check", "h.jsonl"],
}  # fmt: skip


@pytest.fixture(autouse=True)
def evil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    Path("mine.py").write_text(MINE)
    Path(PLACE).mkdir()
    about = {"format": "tidemark-history", "version": 1, "system": "kafka:4.3.1", "replicas": EVIL}
    Path("h.jsonl").write_text(json.dumps(about))
    grid = {"protocols": [f"evil{EVIL}"], "promises": [FEW]}
    text = "".join(f"{name} = {json.dumps(value)}\n" for name, value in grid.items()).replace("\x7f", "")
    Path("grid.toml").write_text(text + '[axes]\nall = { "one" = {} }\n')


@pytest.fixture
def trace(capsys: pytest.CaptureFixture[str]) -> Iterator[str]:
    assert main(["check", "mine.py", "--traces", PLACE, "--junit", "j.xml", "--json", "j.json"]) == 1
    capsys.readouterr()
    (path,) = Path(PLACE).iterdir()
    yield str(path)
    path.unlink(missing_ok=True)


@pytest.mark.parametrize("color", ["never", "always"])
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_that_is_printed_steers(
    command: str, color: str, trace: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [trace if word == "{trace}" else word for word in COMMANDS[command]]
    status = main([*words, "--color", color])
    told = capsys.readouterr()
    assert status in (0, 1, 2, 3, 4)
    assert "Traceback" not in told.err
    out = re.sub("\x1b\\[(1;)?3[123]m|\x1b\\[1m|\x1b\\[0m", "", told.out) if color == "always" else told.out
    assert not STEERS.search(out + told.err), (out, told.err)
    assert "\x1b[31mred" not in told.out
    assert "printed by" not in told.out


def test_no_file_that_is_written_steers(trace: str, capsys: pytest.CaptureFixture[str]) -> None:
    views = [word for view in ("markdown", "html", "itf", "json") for word in (f"--{view}", f"out.{view}")]
    assert main(["replay", trace, "--from", "mine.py", *views]) == 0
    for form in ("dot", "graphml"):
        assert main(["graph", "mine.py", FEW, "--format", form, "--output", f"out.{form}"]) == 0
    assert main([*COMMANDS["matrix"], "--markdown", "matrix.md", "--json", "matrix.json"]) == 0
    capsys.readouterr()
    written = [
        Path(trace),
        *Path().glob("out.*"),
        Path("j.xml"),
        Path("j.json"),
        Path("matrix.md"),
        Path("matrix.json"),
    ]
    for path in written:
        assert not STEERS.search(path.read_text()), path
    ElementTree.parse("j.xml")
    ElementTree.parse("out.graphml")
    assert json.loads(Path("j.json").read_text())["protocol"] == f"evil{EVIL}"
    assert main(["replay", trace, "--from", "mine.py"]) == 0


def test_only_what_was_painted_is_colored() -> None:
    painted = screen.Screen(80, True).paint("\x1b[31mred", screen.HOLDS)
    assert (
        screen.render_paint(f"\x1b[1m{painted}\x1b[0m\tend\n")
        == "\\x1b[1m\x1b[32m\\x1b[31mred\x1b[0m\\x1b[0m\tend\n"
    )
