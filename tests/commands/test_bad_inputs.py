"""A hundred bad inputs, one row each: one clear line, exit status 2, no traceback, nothing written."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.refusal import refused
from tidemark.checker.runs import itf
from tidemark.checker.runs.files import load, to_json

KEPT = Path(__file__).parents[2] / "counterexamples"
RUN = load(KEPT / "published" / "high-watermark" / "strong-isr-2.json")
HEAD = "from tidemark import all_of, promise\nimport random, sys, time\n\n\n@promise\ndef mine(c):\n"
LINE = "mine.py:7: "


def own(body: str) -> str:
    """A file with one promise, whose first line is line 7."""
    return HEAD + "".join(f"    {line}\n" for line in body.splitlines())


def changed(data: Any, path: str, value: Any) -> str:
    """The data as a file, with one part changed; the value None takes it away."""
    data = copy.deepcopy(data)
    *above, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
    part = data
    for name in above:
        part = part[name]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return json.dumps(data)


def trace(path: str, value: Any) -> str:
    return changed(to_json(RUN), path, value)


def itf_trace(path: str, value: Any) -> str:
    return changed(itf.to_itf(RUN), path, value)


P = "published/kip-320"
CHECK = ["check", P, "--promise", "strong-isr"]
NAMES: list[tuple[list[str], str]] = [
    (["chek"], "there is no command chek: did you mean check?"),
    (["check"], "the following arguments are required: PROTOCOL; see `tidemark check --help`"),
    (["check", ""], "there is no protocol"),
    (["check", "x" * 5000], "characters) …"),
    (["check", "\x1b[31mred"], "there is no protocol \\x1b[31mred"),
    (["check", "published/kip-32"], "did you mean published/kip-320?"),
    (["check", P, "--promise", "strng-isr"], "did you mean strong-isr?"),
    (["check", P, "--promise", "weak-isr", "--promise", "weak-isr"], "weak-isr"),
    (["check", P, "--with", "adv=kip-101"], "has no rule adv: did you mean advance?"),
    (["check", P, "--with", "advance"], "says no protocol: write --with RULE=PROTOCOL"),
    (["check", P, "--with", "advance=kafka/0.11"], "they share no state"),
    (["check", P, "--with", "advance=kip-101", "--with", "advance=kip-279"], "--with advance is given twice"),
    (["check", P, "--engine", "nativ"], "there is no engine nativ: did you mean native?"),
    (["check", P, "--replicas", "0"], "--replicas is 0: it goes from 1 to 5"),
    (["check", P, "--replicas", "-3"], "--replicas is -3"),
    (["check", P, "--replicas", "two"], "argument --replicas: two is not a whole number"),
    (["check", P, "--replicas", "9" * 5000], "99… is too large"),
    (["check", P, "--log-size", "9" * 4000], "99… is too large"),
    (["check", P, "--acks", "all"], "has no bound acks"),
    (["check", "kafka/2.2", "--acks", "some"], "--acks is some: it is one of"),
    (["check", P, "--threads", "0"], "0 is not a whole number from 1 on"),
    (["check", P, "--max-states", "1e6"], "1e6 is not a whole number from 1 on"),
    (["check", P, "--max-memory", "3X"], "3X is not a size"),
    (["fuzz", P, "--seconds", "nan"], "nan is not a time in seconds"),
    (["fuzz", P, "--seconds=-1"], "-1 is not a time in seconds"),
    (["prove", P, "strong-irs"], "did you mean strong-isr?"),
    (["prove", P, "strong-isr", "--lemma", "logs-mach"], "did you mean logs-match?"),
    (["why", P, "strong-irs"], "did you mean strong-isr?"),
    (["graph", P, "strong-isr", "--format", "png"], "invalid choice: 'png'"),
    (["list", "published/kip-32"], "did you mean published/kip-320?"),
    (["list", "publishd"], "there is no subject publishd: did you mean published?"),
]

OPTIONS: list[tuple[list[str], str]] = [
    ([*CHECK, "--replcas", "3"], "did you mean --replicas; see `tidemark check --help`"),
    ([*CHECK, "--engin=smt"], "did you mean --engine; see `tidemark check --help`"),
    (["verify", "--al"], "did you mean --all; see `tidemark verify --help`"),
    (["matrix", "--dataste", "d"], "did you mean --dataset; see `tidemark matrix --help`"),
    (["list", P, "published/kip-101"], "unrecognized arguments: published/kip-101"),
    ([*CHECK, "--replicas", "2", "--replicas", "3"], "--replicas is given twice"),
    ([*CHECK, "--threads", "1", "--threads", "2"], "--threads is given twice"),
    ([*CHECK, "--json", "a", "--json", "b"], "--json is given twice"),
    ([*CHECK, "--workdir", ""], "--workdir is given an empty word: it is a path"),
    (
        [*CHECK, "--workdir", "s3://bucket/w"],
        "s3://bucket/w is an address: the engine native keeps its states in",
    ),
    (["audit", "--out", "s3://bucket/d", "."], "s3://bucket/d is an address, and a directory is wanted here"),
    ([*CHECK, "--html="], "--html is given an empty word: it is a path"),
    ([*CHECK, "--traces", ""], "--traces is given an empty word: it is a path"),
    (["matrix", "--dataset", ""], "--dataset is given an empty word: it is a path"),
    ([*CHECK, "--seed", "5"], "--seed is for the engine hypothesis, not for native"),
    ([*CHECK, "--master", "local[2]"], "--master is for the engine spark, not for native"),
    ([*CHECK, "--resume"], "--resume needs --workdir, the directory of the search to go on with"),
    ([*CHECK, "--engine", "spark", "--resume"], "--resume"),
    ([*CHECK, "--engine", "spark", "--master", "spark://nobody.invalid:7077"], "can't be reached"),
    (
        [*CHECK, "--engine", "spark", "--master", "spark://127.0.0.1:1"],
        "can't be reached: Connection refused",
    ),
    ([*CHECK, "--engine", "spark", "--master", "nobody"], "--master nobody is not a master: write local[2]"),
    ([*CHECK, "--engine", "spark", "--master", "local[0]"], "--master local[0] is not a master"),
    ([*CHECK, "--engine", "spark", "--master", "spark://nobody"], "write spark://host:port"),
    (["matrix", "--resume"], "--resume needs --dataset"),
    (["matrix", "--json", "-", "--markdown", "-"], "can't both be written to standard output"),
    (
        ["replay", "{trace}", "--json", "-", "--fields"],
        "--json and --fields can't both be written to standard output",
    ),
    (
        ["graph", P, "leader-in-isr", "--json", "-", "--format", "dot"],
        "--json and --format can't both be written to",
    ),
    ([*CHECK, "--json", "-", "--junit", "-"], "--json and --junit can't both be written to standard output"),
    (["matrix", "--engine", "spark", "--jobs", "2"], "--jobs is for the engine native, not for spark"),
    (["prove", P, "strong-isr", "--max-states", "9"], "limits the search of --check-reachable"),
    (["prove", P, "strong-isr", "--lemma", "none", "--lemma", "logs-match"], "--lemma none takes no lemma"),
    (["graph", P, "strong-isr", "--distance", "2"], "--distance counts from the run of --around"),
    (
        ["graph", P, "strong-isr", "--around", "{trace}", "--replicas", "2"],
        "takes the bounds and rules from its file",
    ),
    (["graph", P, "strong-isr", "--around", "{trace}"], "is a run of published/high-watermark"),
    (["replay", "{trace}", "--against", P], "--against is for a page: name one with --html PATH"),
    (["replay", "{trace}", "--html", "x", "--against", P, "--against", P], "is given twice"),
    (["replay", "{trace}", "--interactive", "--table"], "leave out --table"),
    (["minimize", P], "the following arguments are required: --promise"),
    (["scenario", "two-round"], "there is no scenario two-round: did you mean two-rounds?"),
    (["scenario", "--protocol", P], f"{P} is for one scenario: name it"),
    (["scenario", "--html", "x"], "--html is for one scenario: name it"),
    (["scenario", "two-rounds", "--protocol", P], "has no bound"),
    (["scenario", "two-rounds", "--protocol", P, "--protocol", P], f"--protocol {P} is given twice"),
    (["scenario", "two-rounds", "--json", "-", "--html", "-"], "can't both be written to standard output"),
]

PLACES: list[tuple[list[str], str]] = [
    ([*CHECK, "--json", "/nowhere/x.json"], "/nowhere/x.json can't be written"),
    ([*CHECK, "--json", "."], ". can't be written"),
    (
        ["replay", "{trace}", "--html", "{trace}/x/page.html"],
        "trace.json/x/page.html: a folder in this path is a file",
    ),
    (["replay", "{trace}", "--json", "/dev/full"], "/dev/full: No space left on device"),
    (["replay", "{trace}", "--html", "n" * 300], "File name too long"),
    (["replay", "."], "Is a directory"),
    (["replay", "/dev/zero"], "/dev/zero: this is no regular file"),
    (["replay", "none.json"], "none.json: No such file or directory"),
    (["replay", "{huge}"], "bytes, and a trace at most"),
    (["verify", "--counterexamples", "."], "no counterexamples are kept there"),
    (["verify", "--counterexamples", "none"], "none: no counterexamples are kept there"),
    (["counterexamples", "--output", "{trace}"], "is no directory: name another"),
    (["counterexamples", "--output", "{project}"], "has a README.md that is not of kept counterexamples"),
    (["query", "none"], "none"),
    (["scenario", "none.toml"], "none.toml: No such file or directory"),
    (["scenario", "./project"], "project: Is a directory"),
    (["matrix", "--grid", "none.toml"], "none.toml"),
    ([*CHECK, "--promises", "none.py"], "none.py: there is no such file"),
    (["check", "none.py"], "none.py: there is no such file"),
    (["check", "none.module:machine"], "none.module: there is no such module of Python"),
    (["list", "none.py"], "none.py: there is no such file"),
    (["replay", "{good}", "--from", "none.py"], "none.py: there is no such file"),
    (["replay", "{good}", "--from", "a-b"], "a-b: name a file as mine.py, or a module as package.module"),
    (["replay", "{good}", "--against", "none.py", "--html", "x"], "none.py: there is no such file"),
    (["matrix", "--from", "none.py"], "none.py: there is no such file"),
    (["new", "a-b"], "a-b: its last part names a module"),
    (["new", "random"], "random: there is a module random already"),
    (["new", "project"], "project is there already: choose another name"),
    ([*CHECK, "--promises", "{trace}"], "a file of promises is Python, and its name ends in .py"),
]

TRACES = {
    "it is empty": ("", "line 1, column 1"),
    "it is no text": (b"\xff\xfe", "byte 0 is not UTF-8"),
    "it is nested deeply": ("[" * 200_000, "nested too deeply"),
    "a number has 5,000 digits": ("9" * 5000, "a number has thousands of digits"),
    "another format": (trace("format", "\x1b]0;x"), "format is '\\x1b]0;x'"),
    "another version": (trace("version", 1.0), "version is 1.0"),
    "a long name": (trace("protocol", "y" * 5000), "characters) …"),
    "a name that steers": (trace("protocol", "a\x1b[2Jb"), "there is no protocol a\\x1b[2Jb"),
    "a promise that is not one": (
        trace("promise", ["strong-isr"]),
        "promise is ['strong-isr'], and must be a name",
    ),
    "bounds that are not any": (trace("bounds", []), "bounds is [], and must be an object"),
    "a bound of 4,000 digits": (trace("bounds.replicas", 10**4000), "characters) …"),
    "no steps": (trace("steps", []), "steps must be a list with at least the initial state"),
    "a step too few": (trace("steps.3", None), "a step is missing, or out of order"),
    "a length of another kind": (trace("length", 10.0), "length is 10.0"),
    "a guard that does not hold": (trace("steps.1.arguments.broker", 1), "step 2: "),
    "a value out of range": (trace("steps.2.state.quorum.leader", 7), "quorum.leader is 7"),
    "a file that it does not name": (
        trace("file", {"path": "mine.py", "sha256": "0" * 64}),
        "its machine is in mine.py, which is run only where the command names it: add --from mine.py",
    ),
    "a file without a hash": (trace("file", {"path": "mine.py"}), "file: the field sha256 is missing"),
    "a file with another hash": (trace("file", {"path": "x", "sha256": "0"}), "file.sha256 is '0'"),
    "a file that is a number": (trace("file", {"path": 3, "sha256": "0" * 64}), "file.path is 3"),
    "a file that is a word": (trace("file", "mine.py"), "file: an object with the fields path, sha256"),
    "a file that steers": (trace("file", {"path": "\x1b[2J", "sha256": "0" * 64}), "in \\x1b[2J, which"),
    "a list as action": (trace("steps.1.action", ["x"]), "action is ['x'], and must be a name"),
}

A, N = itf.ACTION, itf.PICKS
ITF = {
    "picks that are not any": (itf_trace(f"states.1.{N}", [1]), f"state 2: {N} must be an object with the fields"),
    "picks that are a number": (itf_trace(f"states.1.{N}", 7), f"state 2: {N} must be an object"),
    "a pick without a value": (itf_trace(f"states.1.{N}.broker", {"tag": "Some"}), f"{N}.broker is"),
    "a pick of a word": (
        itf_trace(f"states.1.{N}.broker", {"tag": "Some", "value": "x"}), "arguments.broker is 'x'",
    ),
    "a pick that is not the action's": (
        itf_trace(f"states.0.{N}.broker", {"tag": "Some", "value": {"#bigint": "0"}}), "init takes none",
    ),
    "a missing pick": (itf_trace(f"states.1.{N}.broker", None), f"{N} must be an object with the fields"),
    "an action that is not one": (itf_trace(f"states.1.{A}", 3), f"{A} is 3, and must be a name"),
    "a number of words": (itf_trace("states.1.records_written", {"#bigint": "x"}), "must be a whole number"),
    "a number of 5,000 digits": (itf_trace("states.1.records_written", {"#bigint": "9" * 5000}), "characters) …"),
    "a plain number": (itf_trace("states.1.records_written", 0), "must be an object with #bigint alone"),
    "a map without a key": (itf_trace("states.1.replicas.#map.0", None), "a pair of key and value for each of 2"),
    "a map that is a list": (itf_trace("states.1.replicas", []), "must be an object with #map alone"),
    "a variable too many": (itf_trace("states.1.more", True), "must be an object with the fields"),
    "states that are not any": (itf_trace("states", {"a": 1}), "states must be a list"),
    "another index": (itf_trace("states.2.#meta.index", 7), "its index must be 2"),
    "a loop from outside": (itf_trace("loop", 99), "loop is 99, and must be the index of a state"),
    "a field too many": (itf_trace("more", 1), "the field more is unknown"),
}  # fmt: skip

PROMISES = {
    "it ends at import": ("import sys\nsys.exit(0)\n", "mine.py:2: this ends the program"),
    "it ends with 3 at import": ("raise SystemExit(3)\n", "mine.py:1: this ends the program"),
    "it ends when run": (own("sys.exit(0)"), LINE + "this ends the program"),
    "it quits when run": (own("quit()"), LINE + "this ends the program"),
    "a bare exception": (own("raise BaseException"), LINE + "BaseException"),
    "an index too large": (own("return c.replicas[7].log.end_offset == 0"), LINE + "the index 7 is outside"),
    "an index from the end": (own("return c.replicas[-1].log.end_offset == 0"), LINE + "the index -1 is outside"),
    "an index from a log's end": (own("return c.replicas[0].log[-1].id == 0"), LINE + "the index -1 is outside"),
    "a broken index": (own("return c.replicas[0.5].log.end_offset == 0"), LINE + "TypeError"),
    "a word as index": (own("return c.replicas['a'].log.end_offset == 0"), LINE + "TypeError"),
    "two of one name": (
        own("return True") + "\n\n@promise\ndef mine(c):\n    return False\n",
        "mine.py:11: mine is declared in line 6 already",
    ),
    "chance": (own("return random.random() < 2"), LINE + "this calls random()"),
    "a clock": (own("return time.time() > 0"), LINE + "this calls time()"),
    "a file": (own("return bool(open('/dev/null'))"), LINE + "this calls open()"),
    "a counter": ("n = 0\n" + own("global n\nn += 1\nreturn n < 1000"), "mine.py:6: the promise mine changes n"),
    "a list that grows": ("n = []\n" + own("n.append(1)\nreturn True"), "mine.py:6: the promise mine changes n"),
    "an iterator": ("n = iter([True, False])\n" + own("return next(n)"), "mine.py:6: the promise mine changes n"),
    "async": (own("return True").replace("def mine", "async def mine"), "mine.py:5: the promise mine is async"),
    "a generator": (own("yield True"), "mine.py:5: the promise mine yields"),
    "no argument": (own("return True").replace("(c)", "()"), "mine.py:5: the promise mine must take one argument"),
    "a class": ("from tidemark import promise\n@promise\nclass mine:\n    pass\n", "mine.py: mine is no function"),
    "no truth value": (own("return None"), "mine.py:5: the promise mine returns None, and must return a truth value"),
    "endless recursion": (own("return mine.function(c)"), "mine.py:5: this calls itself without an end"),
    "a message that steers": (own("raise ValueError('\\x1b[31m')"), LINE + "ValueError: \\x1b[31m"),
    "no Python": ("def promise(:\n", "mine.py:1: this is not valid Python"),
    "zero bytes": ("x = 1\0\n", "mine.py: this is not valid Python"),
}  # fmt: skip

MODEL = """from typing import Annotated
from tidemark import Domain, Id, Identity, Int, Machine, Number, Record, action, promise, require
import random, sys

class S(Record):
    n: Number

Who = Annotated[Identity, Domain("who")]

@action
def go(s: S, who: Who) -> S:
    BODY
    return s.but(n=1)

@promise
def small(s):
    return s.n <= 1

who = Id("who", 2)
t = S.of(n=Int(0, 1))
machine = Machine("m", {}, t, t.default, [go], [small], {"who": who})
"""
DO = "mine.py:12: "


def model(body: str) -> str:
    """A machine whose action begins with this line, line 12."""
    return MODEL.replace("BODY", body)


MACHINES = {
    "it ends at import": ("import sys\nsys.exit(0)\n", "mine.py:2: this ends the program"),
    "it fails at import": ("x = 1\nx.y\n", "mine.py:2: AttributeError"),
    "a wrong import": ("from tidemark import Machin\n", "mine.py:1: ImportError: cannot import name 'Machin'"),
    "an import as it was once": (
        "from spec import Record\n", "mine.py:1: spec is a part of tidemark: write `from tidemark import …`",
    ),
    "a module as it was once": (
        "x = 1\nfrom impl.kafka.family import FAMILY\n",
        "mine.py:2: impl is a part of tidemark: write `from tidemark.impl import …`",
    ),
    "no Python": ("def machine(:\n", "mine.py:1: this is not valid Python"),
    "nothing in it": ("x = 1\n", "mine.py: there is no Machine in it, and no Protocol"),
    "it ends when run": (model("sys.exit(0)"), DO + "this ends the program"),
    "an exception": (model("1 / 0"), DO + "ZeroDivisionError"),
    "a wrong field": (model("require(s.m > 0, 'no')"), DO + "S has no field m; it has n"),
    "if on a symbolic value": (model("if s.n > 0: return s"), DO + "`if`, `and`, `or`, `not`, `in`, `assert`"),
    "chance": (model("random.random()"), DO + "this calls random()"),
    "a file": (model("open('/dev/null')"), DO + "this calls open()"),
    "no next state": (model("return 3"), "mine.py:10: go returns 3, and must return the next S"),
    "two functions of one name": (
        model("pass") + "\n\n@promise\ndef small(s):\n    return True\n", "small is declared in line 16 already",
    ),
    "two machines of one name": (
        model("pass") + 'other = Machine("m", {}, t, t.default, [go], [small], {"who": who})\n',
        "mine.py: two machines are called m: name them apart",
    ),
    "several machines": (
        model("pass") + 'other = Machine("o", {}, t, t.default, [go], [small], {"who": who})\n',
        "mine.py has several machines: write mine.py:machine or mine.py:other",
    ),
    "a bound that is not one": (
        model("pass").replace('"m", {}', '"m", {"x": 0.5}'), "mine.py: the bound x of m is 0.5: it is a whole number",
    ),
    "no neighbour": ("import neighbour\n", "mine.py:1: ModuleNotFoundError: No module named 'neighbour'"),
    "a parameter without a domain": (model("pass").replace("who: Who", "who"), "mine.py:10: the parameter who of go"),
}  # fmt: skip

GRIDS = {
    "a million cells": (
        'protocols = ["published/kip-320"]\npromises = ["strong-isr"]\n'
        + "".join(f"[axes.a{k}]\n" + "".join(f"s{n} = {{}}\n" for n in range(10)) for k in range(6)),
        "it has 1,000,000 cells, and a grid at most 10,000",
    ),
    "no TOML": ("[axes", "grid.toml"),
    "no text": (b"\xff", "grid.toml"),
    "no axes": ('protocols = ["published/kip-320"]\npromises = ["strong-isr"]\n', "axes is missing, or not a table"),
    "an empty axis": (
        'protocols = ["published/kip-320"]\npromises = ["strong-isr"]\n[axes.a]\n',
        "the axis a must be a table of settings",
    ),
    "an axis called as a column": (
        'protocols = ["published/kip-320"]\npromises = ["strong-isr"]\n[axes.length.x]\nreplicas = 2\n',
        "an axis can't be called length",
    ),
    "a protocol that is not one": (
        'protocols = ["published/kip-32"]\npromises = ["strong-isr"]\n[axes.a.x]\nreplicas = 2\n',
        "did you mean published/kip-320?",
    ),
    "protocols that are numbers": (
        'protocols = [3]\npromises = ["strong-isr"]\n[axes.a.x]\nreplicas = 2\n', "must be a list of names",
    ),
    "nested deeply": ("a = " + "[" * 100_000, "grid.toml"),
}  # fmt: skip


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str | bytes], str]:
    """Writes a file to the working directory, which is otherwise empty."""
    monkeypatch.chdir(tmp_path)

    def written(name: str, content: str | bytes) -> str:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return name

    return written


@pytest.mark.parametrize(("words", "fragment"), [*NAMES, *OPTIONS, *PLACES])
def test_a_bad_command_line_is_one_line(
    words: list[str], fragment: str, write: Callable[[str, str | bytes], str],
    capsys: pytest.CaptureFixture[str], tmp_path: Path,
) -> None:  # fmt: skip
    write("trace.json", trace("version", 1))
    with (tmp_path / "huge.json").open("wb") as file:
        file.truncate(1 << 40)
    (tmp_path / "project").mkdir()
    write("project/README.md", "# My project\n")
    before = sorted(tmp_path.rglob("*"))
    named = {
        "{trace}": "trace.json",
        "{trace}/x/page.html": "trace.json/x/page.html",
        "{huge}": "huge.json",
        "{good}": str(KEPT / "published" / "high-watermark" / "strong-isr-2.json"),
        "{project}": "project",
    }
    refused([named.get(word, word) for word in words], fragment, capsys)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", TRACES)
def test_a_bad_trace_is_one_line(
    name: str, write: Callable[[str, str | bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    refused(["replay", write("x.json", TRACES[name][0])], TRACES[name][1], capsys)


@pytest.mark.parametrize("name", ITF)
def test_a_bad_itf_trace_is_one_line(
    name: str, write: Callable[[str, str | bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    refused(["replay", write("x.itf.json", ITF[name][0])], ITF[name][1], capsys)


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # of the file that the user's function opens
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize("name", PROMISES)
def test_a_bad_promise_is_one_line_with_its_place(
    name: str, engine: str, write: Callable[[str, str | bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    text, fragment = PROMISES[name]
    words = ["check", P, "--replicas", "2", "--promises", write("mine.py", text), "--promise", "mine"]
    refused([*words, "--engine", engine], fragment, capsys)


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # of the file that the user's function opens
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize("name", MACHINES)
def test_a_bad_machine_is_one_line_with_its_place(
    name: str, engine: str, write: Callable[[str, str | bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    text, fragment = MACHINES[name]
    refused(["check", write("mine.py", text), "--engine", engine], fragment, capsys)


@pytest.mark.parametrize("name", GRIDS)
def test_a_bad_grid_is_one_line(
    name: str, write: Callable[[str, str | bytes], str], capsys: pytest.CaptureFixture[str]
) -> None:
    refused(["matrix", "--grid", write("grid.toml", GRIDS[name][0])], GRIDS[name][1], capsys)


def test_there_are_a_hundred() -> None:
    assert (
        len(NAMES) + len(OPTIONS) + len(PLACES) + len(TRACES) + len(ITF) + len(PROMISES) + len(GRIDS) >= 100
    )
