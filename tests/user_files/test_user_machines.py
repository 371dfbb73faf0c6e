"""A user's own machines through every command and engine; nothing is installed, the command line names the files.

Two-phase commit is a family in a file that imports its neighbour; a lock with leases is one machine made by hand, and
so is a post office, whose messages are under way in a network.
"""

from __future__ import annotations

import json
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from tests.support.spark import one_session
from tidemark.checker.cli import main
from tidemark.checker.user_files import machines, promises
from tidemark.checker.user_files.file import read
from tidemark.spec.expressions.model_errors import ModelError

ROOT = Path(__file__).parents[2]
FILES = ROOT / "tests" / "support" / "user_files"
COMMIT, LEASE, POST = "commit.py:2pc/hasty", "lease.py", "post.py"
PROMISE = {COMMIT: "consistent", LEASE: "one-believer", POST: "not-all-served"}
LENGTH = {COMMIT: 6, LEASE: 4, POST: 7}
Told = Callable[..., str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, which has the user's files."""
    for file in FILES.glob("*.py"):
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
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


@pytest.fixture(params=[COMMIT, LEASE, POST])
def word(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def trace_of(word: str, tidemark: Told) -> str:
    tidemark("check", word, "--json", "found.json", "--traces", "kept", expected=1)
    path: str = json.loads(Path("found.json").read_text())["promises"][PROMISE[word]]["trace"]
    return path


ENGINES = {
    "native": [],
    "reference": [],
    "smt": ["--max-length", "7"],
    "hypothesis": ["--seconds", "600"],
    "spark": ["--master", "local[2]", "--handover", "0"],
}


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "spark"])
def test_every_engine_finds_the_violation(engine: str, word: str, tidemark: Told) -> None:
    tidemark("check", word, "--engine", engine, *ENGINES[engine], "--json", "found.json", expected=1)
    found = json.loads(Path("found.json").read_text())
    assert found["promises"][PROMISE[word]]["length"] == LENGTH[word]


@pytest.mark.spark
def test_spark_finds_it_too(tidemark: Told, tmp_path_factory: pytest.TempPathFactory) -> None:
    with one_session("local[2]", tmp_path_factory.mktemp("spark")):
        for word in (LEASE, POST):
            told = tidemark("check", word, "--engine", "spark", *ENGINES["spark"], expected=1)
            assert f"{PROMISE[word]} violated after {LENGTH[word]} states" in told
        walks = ["--master", "local[2]", "--tasks", "2", "--seconds", "600", "--traces", "walks"]
        tidemark("fuzz", POST, "--engine", "spark", *walks, expected=1)
    tidemark("replay", "walks/post_not-all-served.json", "--from", POST)


def test_the_counts_are_those_that_were_published(tidemark: Told) -> None:
    for participants, states in ((3, 288), (5, 8_832)):
        told = tidemark("check", "commit.py:2pc/patient", "--participants", str(participants))
        assert f"{states:,} distinct states" in told


def test_a_file_names_its_machine_by_its_variable_by_its_name_or_as_a_module(tidemark: Told) -> None:
    for name in (
        "lease.py",
        "lease.py:machine",
        "lease.py:lease",
        "lease:machine",
        str(Path.cwd() / "lease.py"),
    ):
        assert "violated after 4 states" in tidemark("check", name, "--quiet", expected=1)


def test_promises_from_another_folder_have_neighbours_of_their_own(tidemark: Told) -> None:
    other = Path("other")
    other.mkdir()
    (other / "own.py").write_text(PROMISES.replace("vocabulary import Work", "words import Work"))
    (other / "words.py").write_text("from vocabulary import Work\n")
    (other / "vocabulary.py").write_text(Path("vocabulary.py").read_text())
    words = ["check", COMMIT, "--promises", "other/own.py", "--promise", "all-work", "--quiet"]
    assert "all-work: violated after 2 states" in tidemark(*words, expected=1)


def test_a_file_that_an_option_names_is_not_taken_for_the_machine(tidemark: Told) -> None:
    Path("own.py").write_text(PROMISES)
    for words in (["--promises", "own.py", COMMIT], ["--promises=own.py", COMMIT]):
        assert "all-work: violated after 2 states" in tidemark(
            "check", *words, "--participants", "3", "--quiet", expected=1
        )


def test_a_machine_of_an_underscore_is_not_offered(tidemark: Told) -> None:
    with Path("lease.py").open("a") as file:
        file.write("_other = Machine('other', {}, state, state.default, [], [one_believer])\n")
    assert "violated after 4 states" in tidemark("check", "lease.py", expected=1)


def test_a_file_with_several_asks_which(tidemark: Told) -> None:
    told = tidemark("check", "commit.py", expected=2)
    assert (
        told == "tidemark: commit.py has several machines: write commit.py:2pc/patient or commit.py:2pc/hasty"
    )


def test_the_bounds_of_a_family_are_options_and_those_of_a_machine_are_fixed(tidemark: Told) -> None:
    assert "--participants N how many take part (1..5; default: 2)" in tidemark_help(tidemark, COMMIT)
    told = tidemark("check", LEASE, "--clients", "3", expected=2)
    assert "--clients is 3: it goes from 2 to 2" in told


def tidemark_help(tidemark: Told, word: str) -> str:
    with pytest.raises(SystemExit):
        main(["check", word, "--help"])
    return tidemark("list", word)  # reads what the help said, too


def test_a_rule_is_taken_from_another_protocol_of_the_file(tidemark: Told) -> None:
    words = ["check", "commit.py:2pc/patient", "--with", "decide=hasty", "--traces", "kept"]
    assert "violated after 6 states" in tidemark(*words, expected=1)
    (trace,) = Path("kept").iterdir()
    assert "2pc/patient with decide=hasty" in tidemark("replay", str(trace), "--from", "commit.py")


@pytest.mark.parametrize("engine", ["native", pytest.param("hypothesis", marks=pytest.mark.slow)])
def test_random_runs_find_it(engine: str, word: str, tidemark: Told) -> None:
    told = tidemark("fuzz", word, "--engine", engine, "--seconds", "100", expected=1)
    assert f"{PROMISE[word]} violated after" in told


@pytest.mark.spark
def test_executors_build_the_machine_from_the_texts_that_they_are_sent(tidemark: Told) -> None:
    Path("own.py").write_text(PROMISES)
    words = ["fuzz", COMMIT, "--participants", "3", "--promises", "own.py"]
    words += ["--promise", "consistent", "--promise", "all-work"]  # it ends when both are broken
    spark = ["--engine", "spark", "--master", "local[2]", "--tasks", "2", "--seconds", "600"]
    told = tidemark(*words, *spark, expected=1)
    assert "consistent violated after 6 states" in told
    assert "all-work violated after 2 states" in told


def test_another_process_needs_neither_the_file_nor_its_neighbours(folder: Path) -> None:
    (folder / "own.py").write_text(PROMISES)
    machine = machines.protocol(COMMIT).with_own(promises.load("own.py")).machine({"participants": 1})
    sent = pickle.dumps(machine.only("consistent", "all-work").origin)
    for file in folder.glob("*.py"):
        file.unlink()
    code = """
import pickle, sys
from tidemark import impl
from tidemark.checker.engines import search
found = search("reference", impl.machine(pickle.load(sys.stdin.buffer)))
print({name: verdict.length for name, verdict in found.promises.items()})
"""
    done = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, timeout=300)
    assert done.stdout == b"{'consistent': None, 'all-work': 2}\n", done.stderr.decode()


PROMISES = """
from tidemark import all_of, promise
from vocabulary import Work

@promise
def all_work(c):
    \"\"\"Everyone works for ever.\"\"\"
    return all_of(w == Work.working for w in c.work)
"""


def test_a_promise_of_ones_own_is_checked_on_a_machine_of_ones_own(tidemark: Told) -> None:
    Path("own.py").write_text(PROMISES)
    words = ["check", COMMIT, "--promises", "own.py", "--promise", "all-work", "--traces", "kept"]
    told = tidemark(*words, expected=1)
    (again,) = re.findall(r"again: tidemark (replay \S+ --from commit.py --promises own.py)", told)
    assert "breaks all-work, as the file claims" in tidemark(*again.split())


def test_a_trace_replays_in_every_view(word: str, tidemark: Told) -> None:
    trace = trace_of(word, tidemark)
    file = word.partition(":")[0]
    views = ["--markdown", "run.md", "--html", "run.html", "--itf", "run.itf.json", "--json", "again.json"]
    told = tidemark("replay", trace, "--from", file, "--fields", *views, "--against", word)
    assert f"the last one breaks {PROMISE[word]}, as the file claims" in told
    assert f"--from {file}" in Path("run.md").read_text()
    assert f"tidemark check {file}:" in Path("run.html").read_text()
    again, saved = (json.loads(Path(name).read_text()) for name in ("again.json", trace))
    assert [list(step)[-1] for step in again["steps"]] == ["state"] * again["length"]
    assert [list(step)[-1] for step in saved["steps"]] == ["state"] + ["changes"] * (again["length"] - 1)
    tidemark("replay", "again.json", "--from", file, "--itf", "again.itf.json")
    assert Path("again.itf.json").read_bytes() == Path("run.itf.json").read_bytes()
    tidemark("replay", "run.itf.json", "--from", file, "--table")
    schema = json.loads((ROOT / "checker" / "runs" / "trace.schema.json").read_text())
    jsonschema.validate(json.loads(Path(trace).read_text()), schema)


def test_a_trace_loads_in_another_process_and_says_when_its_file_has_changed(tidemark: Told) -> None:
    trace = trace_of(LEASE, tidemark)
    words = [sys.executable, "-m", "tidemark", "replay", trace, "--from", "lease.py"]

    def again() -> subprocess.CompletedProcess[str]:
        return subprocess.run(words, capture_output=True, text=True, timeout=300)

    done = again()
    assert (done.returncode, done.stderr) == (0, "")
    text = Path("lease.py").read_text()
    Path("lease.py").write_text(text + "\n# A remark.\n")
    done = again()
    changed = "lease.py has changed since this trace was written"
    assert (done.returncode, done.stderr) == (0, f"tidemark: {trace}: {changed}\n")
    Path("lease.py").write_text(text.replace("s.holder != none", "s.holder == none"))
    done = again()
    assert done.returncode == 2
    assert re.fullmatch(rf"tidemark: {trace}: step \d: .* is not enabled: .*; {changed}\n", done.stderr)


def test_a_trace_runs_no_file_that_the_command_line_does_not_name(tidemark: Told) -> None:
    trace = trace_of(LEASE, tidemark)
    Path("lease.py").write_text("raise SystemExit('this was run')\n")
    told = tidemark("replay", trace, expected=2)
    assert told == (
        f"tidemark: {trace}: its machine is in lease.py, which is run only where the command names it: "
        "add --from lease.py"
    )


def test_minimize_lowers_the_bounds_that_there_are(tidemark: Told) -> None:
    told = tidemark("minimize", COMMIT, "--promise", "consistent", "--participants", "3", expected=1)
    assert "in the order participants" in told
    told = tidemark("minimize", LEASE, "--promise", "one-believer", expected=1)
    assert "lease has no bounds to lower; no run is shorter" in told


def test_why_graph_prove_and_list_take_it(word: str, tidemark: Told) -> None:
    promise = PROMISE[word]
    assert f"Every run that breaks {promise} takes" in tidemark("why", word, promise, expected=1)
    assert "digraph" in tidemark("graph", word, promise)
    assert "<graphml" in tidemark(
        "graph", word, promise, "--around", trace_of(word, tidemark), "--format", "graphml"
    )
    assert "Not proved" in tidemark("prove", word, promise, "--jobs", "2", expected=4)
    assert promise in tidemark("list", word)
    assert "2pc/patient" in tidemark("list", "commit.py")


GRID = """
protocols = ["2pc/patient", "2pc/hasty"]
promises = ["consistent"]
[axes.size.one]
participants = 1
[axes.size.two]
participants = 2
"""


def test_the_matrix_takes_the_protocols_of_a_file(tidemark: Told) -> None:
    Path("grid.toml").write_text(GRID)
    words = ["matrix", "--grid", "grid.toml", "--from", "commit.py", "--dataset", "results"]
    assert "two holds (56) broken after 6" in tidemark(*words)
    with Path("commit.py").open("a") as file:
        file.write("# A remark.\n")
    assert "4 of 4 cells" in tidemark(*words, "--resume")
    assert "always broken: size two" in tidemark("query", "results", "--protocol", "2pc/hasty")
    assert "there is no protocol 2pc/patient" in tidemark("matrix", "--grid", "grid.toml", expected=2)


def test_new_writes_a_machine_that_holds_and_one_that_does_not(tidemark: Told) -> None:
    told = tidemark("new", "models/my_lock")
    for words, status in zip(re.findall(r"tidemark (check \S+)", told), (0, 1), strict=True):
        tidemark(*words.split(), expected=status)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "models/my_lock"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert "2 passed" in done.stdout, done.stdout + done.stderr
    assert "models/my_lock is there already" in tidemark("new", "models/my_lock", expected=2)


def test_an_endless_loop_in_an_action_is_ended_and_told_with_its_line() -> None:
    text = Path("lease.py").read_text()
    guard = '    require(s.holder != none, "there is a lease")\n'
    Path("lease.py").write_text(text.replace(guard, "    while True:\n        pass\n"))
    machine = machines.MachineFile(read("lease.py", seconds=0.5)).only.machine()
    with pytest.raises(ModelError, match=r"^lease\.py:4[89]: this did not end within 0.5 s$"):
        _ = machine.symbolic


def test_an_endless_loop_in_the_file_is_ended_and_told_with_its_line() -> None:
    Path("lease.py").write_text("while True:\n    pass\n")
    with pytest.raises(ModelError, match=r"^lease\.py:[12]: this did not end within 0.5 s$"):
        _ = machines.MachineFile(read("lease.py", seconds=0.5)).only


def test_a_story_that_fails_is_told_with_its_line(tidemark: Told) -> None:
    text = (
        Path("commit.py")
        .read_text()
        .replace("    build=build,\n", "    build=build,\n    telling=Telling(),\n")
    )
    story = (
        'class Telling(spec.Telling):\n    stories = {"hear": lambda **names: names["nobody"]}\n\n\nFAMILY ='
    )
    Path("commit.py").write_text("from tidemark import spec\n" + text.replace("FAMILY =", story, 1))
    told = tidemark("check", COMMIT, expected=2)
    assert re.search(r"tidemark: commit\.py:\d+: KeyError: 'nobody'$", told)


def test_a_name_that_is_only_near_a_file_is_answered_with_the_file(tidemark: Told) -> None:
    assert (
        tidemark("check", "lease", expected=2)
        == "tidemark: there is no protocol lease: did you mean lease.py?"
    )
    assert tidemark("check", "leas.py", expected=2) == (
        "tidemark: leas.py: there is no such file: did you mean lease.py?"
    )
    assert "there is no such file" in tidemark("check", "/nowhere/lease.py", expected=2)
    assert "name the file alone, lease.py" in tidemark("matrix", "--from", "lease.py:machine", expected=2)


def test_two_commands_of_one_process_read_the_file_again_once_it_has_changed(tidemark: Told) -> None:
    tidemark("check", LEASE, expected=1)
    Path("lease.py").write_text(Path("lease.py").read_text().replace('Id("client", 2)', 'Id("client", 1)'))
    tidemark("check", LEASE)


def test_a_neighbour_is_that_of_the_file_and_not_of_another(tidemark: Told) -> None:
    machines.protocol(COMMIT)
    other = Path("other")
    other.mkdir()
    (other / "vocabulary.py").write_text("raise ValueError('the other one')\n")
    shutil.copy("commit.py", other)
    told = tidemark("check", "other/commit.py:2pc/hasty", expected=2)
    assert told == "tidemark: other/vocabulary.py:1: ValueError: the other one"
