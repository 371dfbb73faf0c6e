"""Ctrl-C and SIGTERM, at many moments of every command in every engine: it ends, alone, and tells what it knows.

The moments are events, of which `tests.support.signalled` knows: nothing here depends on how fast the machine is.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from bench.episodes import write_episodes
from tests.support.lock_logs import write_locks
from tests.support.processes import wait_for_end
from tests.support.signalled import end_others
from tidemark.base import temporary_folders

ROOT = Path(__file__).parents[2]
SMALL = ("--replicas", "2", "--log-size", "2", "--records", "2", "--max-epoch", "2")
LOSES, KEEPS = "published/kip-101", "published/kip-320"
TRACE = ROOT / "counterexamples" / "published" / "kip-101" / "strong-isr-1.json"
GRID = """
promises = ["strong-isr"]
protocols = ["published/high-watermark", "published/kip-101", "published/kip-279", "published/kip-320"]
bounds = { replicas = 2 }
[axes.records]
"one" = { records = 1, log-size = 1 }
"two" = { records = 2, log-size = 2 }
"""
ENDLESS = """
promises = ["strong-isr"]
protocols = ["published/kip-320"]
[axes.size]
small = { replicas = 2, log-size = 1, records = 1, max-epoch = 1 }
endless = { replicas = 5, log-size = 6, records = 6, max-epoch = 6 }
"""

HUB = """
from tidemark import Action, Int, Machine, Number, Record, eventually, require, strongly_fair

class Place(Record):
    at: Number

def way(begin, end):
    def walk(place):
        require(place.at == begin, f"it is at {begin}")
        return place.but(at=end)
    return walk

@eventually
def comes_to_end(place):
    \"""It comes to the end.\"""
    return place.at == 31

leaves = range(1, 31)
ways = [Action(f"to_{k}", way(0, k), {}) for k in leaves] + [Action(f"back_{k}", way(k, 0), {}) for k in leaves]
place = Place.of(at=Int(0, 31))
machine = Machine("hub", {}, place, place.default, ways, [comes_to_end], fairness=[strongly_fair(*ways)])
"""
LOOPS = ("native", "reference")

ALWAYS = ("1", "25000", "60000")
"""Calls of functions: the first since the program hears signals, and two while it imports."""
IMPORTS = {"list", "check native", "check smt", "prove", "matrix native"}
"""Commands that together import all that any does, and so those for which the imports are interrupted."""
COMMANDS: dict[str, tuple[list[str], list[str]]] = {
    "list": (["list"], ["PurePath:1"]),  # the moment is within the import of pathlib
    "check native": (["check", LOSES, *SMALL], ["load_code:1", "_run_first:3", "result_table:1", "save:1"]),
    "check reference": (["check", LOSES, *SMALL, "--engine=reference"], ["successors:300", "_judge:5"]),
    "check smt": (["check", LOSES, *SMALL, "--engine=smt"], ["_begin:1", "result:1", "result:2", "wait:12"]),
    "check hypothesis": (["check", KEEPS, *SMALL, "--engine=hypothesis"], ["take:60", "teardown:2"]),
    "fuzz native": (["fuzz", LOSES, "--promise=strong-isr"], ["runs:1", "_search:1"]),
    "fuzz hypothesis": (["fuzz", LOSES, "--engine=hypothesis"], ["take:60"]),
    "minimize native": (
        ["minimize", LOSES, "--promise=strong-isr", *SMALL],
        ["_violation:3", "_next_level:3"],
    ),
    "minimize smt": (
        ["minimize", LOSES, "--promise=leader-in-isr", *SMALL, "--engine=smt"],
        ["_violation:1", "result:3"],
    ),
    "why": (["why", LOSES, "strong-isr", *SMALL], ["state_graph:1", "find_reached_limit:300"]),
    "graph": (["graph", LOSES, "strong-isr", *SMALL], ["find_reached_limit:300"]),
    "prove": (
        ["prove", KEEPS, "strong-isr", *SMALL, "--jobs=2"],
        ["start_process:1", "start_process:2", "wait:1", "wait:9", "wait:12", "Z3_inc_ref:4000"],
    ),
    "prove far": (["prove", KEEPS, "strong-isr", *SMALL, "--k=100", "--jobs=2"], ["extend:4"]),
    "matrix native": (
        ["matrix", "--grid=grid.toml", "--jobs=2"],
        ["start_server:1", "wait:2", "receive:3"],
    ),
    "verify": (["verify"], ["check_pins:1", "start_process:1", "start_process:2", "wait:1", "wait:9"]),
    "verify alone": (["verify", "--threads=1"], ["_run_first:9"]),
    "counterexamples": (["counterexamples", "--output=kept"], ["wait:9"]),
    "replay": (["replay", str(TRACE)], ["replay:1"]),
    "replay interactive": (["replay", str(TRACE), "--interactive"], ["_print_choices:1"]),
}
"""Words, and moments that are the *n*-th calls of functions, by their names."""
SPARK: dict[str, tuple[list[str], list[str]]] = {
    "check spark": (
        ["check", KEEPS, "--engine=spark", "--handover=100", "--master=local[2]"],
        ["poll:5", "_check_executors:1", "exchange:1"],
    ),
    "fuzz spark": (["fuzz", KEEPS, "--engine=spark", "--master=local[2]"], ["collect:2"]),
    "matrix spark": (["matrix", "--grid=grid.toml", "--engine=spark", "--master=local[2]"], ["collect:2"]),
    "validate spark": (
        [
            "validate",
            "lock.py",
            "log.ndjson",
            "--map=map.py",
            "--by=episode",
            "--engine=spark",
            "--master=local[2]",
        ],
        ["collect:2"],
    ),
}
TWENTY = [str(60_000 + 9_000 * step) for step in range(-6, 14)]
"""From the first imports to where the commands are at work."""


def signalled(
    moment: str, number: signal.Signals, words: list[str], directory: Path, may_be_late: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run a command that gets the signal at that moment; no process, traceback or temporary file is left.

    With `may_be_late` the next program may remove what was not removed within `signals.GRACE`, on a busy machine.
    """
    (directory / "grid.toml").write_text(GRID)
    (directory / "endless.toml").write_text(ENDLESS)
    (directory / "hub.py").write_text(HUB)
    if words[0] == "validate":
        write_locks(directory)
        write_episodes(directory / "log.ndjson", 100)
    with tempfile.TemporaryDirectory() as temporary:  # with a short name: sockets are below it
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.signalled", moment, str(number.value), *words],
            cwd=directory,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": temporary},
        )
        out, errors = process.communicate(timeout=300)
        wait_for_end(process.pid)
        if may_be_late:
            with mock.patch.object(tempfile, "tempdir", temporary):
                temporary_folders.remove_abandoned_folders()
        assert list(Path(temporary).iterdir()) == []
    assert "Traceback" not in errors
    assert "Exception ignored" not in errors
    return subprocess.CompletedProcess(words, process.returncode, out, errors)


TOLD: list[tuple[list[str], str, str]] = [
    (COMMANDS["check native"][0], "_run_first:9", "distinct states · "),
    (COMMANDS["check reference"][0], "successors:300", "distinct states · "),
    (
        ["check", KEEPS, *SMALL, "--engine=smt", "--promise=leader-in-isr"],
        "result:1",
        "all runs of up to",
    ),
    *((["check", "hub.py", f"--engine={one}"], "shortest:1", "comes-to-end: not minimized") for one in LOOPS),
    (["check", KEEPS, *SMALL], "_endings:1", "strong-isr  holds"),
    (["check", KEEPS, *SMALL, "--json=-"], "says_nothing:1", '"verdict": "holds"'),
    (COMMANDS["check hypothesis"][0], "take:60", "random steps · "),
    (COMMANDS["fuzz native"][0], "_search:1", "strong-isr is violated after"),
    (COMMANDS["minimize native"][0], "_violation:4", "incomplete: interrupted; smaller bounds"),
    (COMMANDS["minimize smt"][0], "plainest:1", "incomplete: interrupted; smaller bounds"),
    (COMMANDS["graph"][0], "find_reached_limit:300", "interrupted: this is a part of the graph"),
    (COMMANDS["prove"][0], "wait:9", "incomplete: interrupted, with"),
    (COMMANDS["matrix native"][0], "receive:3", "interrupted after 2 of 8 cells"),
]
"""Words, a moment, and what the command says then of what it knows."""
TOLD_BY_SPARK: list[tuple[list[str], str, str]] = [
    (SPARK["check spark"][0], "_close:9", "· depth 8"),
    # Two of the tasks have ended, and their walks have found it.
    (
        ["fuzz", LOSES, "--engine=spark", "--master=local[2]", "--tasks=6", "--seconds=3"],
        "addInPlace:2",
        "strong-isr is violated after",
    ),
]


OTHERS_FIRST: list[tuple[list[str], str, str]] = [
    (COMMANDS["prove"][0], "receive:2", "incomplete: interrupted, with"),
    (COMMANDS["verify"][0], "receive:2", "tidemark: interrupted"),
    (["matrix", "--grid=endless.toml", "--jobs=2"], "receive:1", "interrupted after 1 of 2 cells"),
]
"""Likewise, where the processes that a command waits for end of the signal before the command itself hears of it."""
OTHERS_FIRST_ON_SPARK: list[tuple[list[str], str, str]] = [
    (SPARK["check spark"][0], "poll:5", "· depth"),  # Java starts
    (SPARK["check spark"][0], "_check_executors:1", "· depth"),
    (SPARK["check spark"][0], "cores:2", "· depth"),
    (SPARK["check spark"][0], "exchange:2", "· depth"),
    (SPARK["validate spark"][0], "collect:2", "interrupted after"),
    (SPARK["matrix spark"][0], "collect:2", "interrupted after"),
    TOLD_BY_SPARK[1],
]


def on_spark(some: list[tuple[list[str], str, str]], quick: int) -> list[Any]:
    """As parameters of a test: all but the last `quick` are slow, since each starts Java. `make race` runs all."""
    slow = len(some) - quick
    return [
        pytest.param(*case, marks=[pytest.mark.spark, *[pytest.mark.slow] * (place < slow)])
        for place, case in enumerate(some)
    ]


def cases() -> list[object]:
    """Every command at its moments, the two signals taking turns; those of `TOLD` have a test of their own.

    All but the first two of a command are slow: `test_a_signal_ends_every_command_at_twenty_moments` has them too.
    """
    turns, own = [signal.SIGINT, signal.SIGTERM], [(words, moment) for words, moment, _ in TOLD]
    return [
        pytest.param(
            words,
            moment,
            turns[place % 2],
            id=f"{name} at {moment}",
            marks=pytest.mark.slow if moment in moments[2:] else (),
        )
        for name, (words, moments) in COMMANDS.items()
        for place, moment in enumerate([*(ALWAYS if name in IMPORTS else ()), *moments])
        if (words, moment) not in own
    ]


@pytest.mark.parametrize(("words", "moment", "number"), cases())
def test_a_signal_ends_every_command_at_any_moment(
    words: list[str], moment: str, number: signal.Signals, tmp_path: Path
) -> None:
    assert signalled(moment, number, words, tmp_path).returncode == 128 + number


@pytest.mark.spark
@pytest.mark.parametrize(
    ("words", "moment", "number"),
    [
        pytest.param(SPARK["check spark"][0], "poll:5", signal.SIGINT, id="while Java starts"),
        pytest.param(SPARK["matrix spark"][0], "collect:2", signal.SIGTERM, id="while a job runs"),
        pytest.param(
            SPARK["validate spark"][0],
            "collect:2",
            signal.SIGINT,
            id="while logs are validated",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_signal_ends_a_command_on_spark(
    words: list[str], moment: str, number: signal.Signals, tmp_path: Path
) -> None:
    assert signalled(moment, number, words, tmp_path).returncode == 128 + number


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
@pytest.mark.parametrize(
    "command", [*COMMANDS, *(pytest.param(name, marks=pytest.mark.spark) for name in SPARK)]
)
def test_a_signal_ends_every_command_at_twenty_moments(
    command: str, number: signal.Signals, tmp_path: Path
) -> None:
    words, moments = {**COMMANDS, **SPARK}[command]
    for moment in [*TWENTY, *moments]:
        done = signalled(moment, number, words, tmp_path, may_be_late=True)
        assert done.returncode in (128 + number, 0, 1), moment  # a short one may have ended before


@pytest.mark.parametrize(
    ("words", "moment", "told"),
    [*TOLD, *on_spark(TOLD_BY_SPARK, quick=1)],
    ids=str,
)
def test_what_is_known_is_told(words: list[str], moment: str, told: str, tmp_path: Path) -> None:
    done = signalled(moment, signal.SIGTERM, words, tmp_path)
    assert done.returncode == 143
    assert told in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "moment", "told"),
    [*OTHERS_FIRST, *on_spark(OTHERS_FIRST_ON_SPARK, quick=0)],
    ids=str,
)
def test_what_ends_of_a_signal_before_it_is_heard_here_has_not_failed(
    words: list[str], moment: str, told: str, tmp_path: Path
) -> None:
    done = signalled(f"others:{moment}", signal.SIGTERM, words, tmp_path)
    assert told in done.stdout + done.stderr
    assert done.returncode == 143


def test_others_that_block_a_signal_for_a_moment_get_it_too() -> None:
    """As a process does that starts a thread or another process, on a busy machine for longer."""
    code = (
        "import signal, time\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])\nprint('blocks', flush=True)\n"
        "while time.process_time() < 0.5: pass\n"
        "signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])\ntime.sleep(1000)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "blocks\n"
        with mock.patch("tidemark.base.signals.descendants", return_value=[process.pid]):
            end_others(signal.SIGTERM)
        ended = process.poll()
        process.kill()
    assert ended == -signal.SIGTERM


def test_a_java_that_ends_of_a_signal_before_it_tells_its_version_is_not_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.write_text("#!/bin/sh\nexec sleep 1000\n")  # the real one could have told it before the signal comes
    java.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    done = signalled("others:communicate:1", signal.SIGTERM, SPARK["check spark"][0], tmp_path)
    assert "tidemark: interrupted" in done.stderr
    assert done.returncode == 143


def program(code: str) -> subprocess.CompletedProcess[str]:
    """A program that is only this `main`."""
    begin = "import os, signal, subprocess, time\nfrom tidemark.base import signals\nsignals.end_at_once()\n"
    return subprocess.run(
        [sys.executable, "-c", f"{begin}{code}\nmain()"],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


LIBRARIES = {
    "llvm": ("Functions(text)", "load_code", range(21, 61, 2)),
    "z3": ("bounded.search(machine, max_length=3)", "_add_state", range(10, 570_000, 110_000)),
}
"""What is done, and at which calls of a function since the first of which one the signal comes."""


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_signal_within_a_library_breaks_nothing(library: str, tmp_path: Path) -> None:
    """Each child gets it at another call of a function; one that crashes, or hears nothing, has another status."""
    work, begin, calls = LIBRARIES[library]
    code = f"""
import sys
from tidemark import impl
from tidemark.checker.engines.native.kernel import Functions, Kernel
from tidemark.checker.engines.smt import bounded
from tests.support.signalled import send_at

machine = impl.protocol("published/kip-101").machine(dict(zip(("replicas", "log-size", "records"), (2, 1, 1))))
text = Kernel(machine, False).text
machine.symbolic

def main():
    statuses = []
    for number in {calls}:
        os.environ["XDG_CACHE_HOME"] = "{tmp_path}/" + str(number)  # nothing was compiled before
        child = os.fork()
        if not child:
            os.setpgid(0, 0)
            send_at(str(number), signal.SIGINT, after="{begin}")
            os._exit(signals.end_on_signals(lambda: [{work}, 0][1])())
        statuses.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    print(sorted(set(statuses)))
"""
    done = program(code)
    assert (done.stdout, done.returncode) == ("[130]\n", 0)


def test_a_second_signal_ends_at_once() -> None:
    """The first one is heard by a command that waits for a library that hears nothing: here, for itself."""
    code = """
@signals.end_on_signals
def main():
    with signals.note_signals() as event:
        os.kill(os.getpid(), signal.SIGINT)
        event.wait()
        print("heard", flush=True)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1000)
"""
    done = program(code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "heard\n", "tidemark: interrupted\n")


def test_what_hears_nothing_is_ended_with_all_that_it_started() -> None:
    code = """
@signals.end_on_signals
def main():
    with signals.note_signals():
        print(subprocess.Popen(["sleep", "1000"]).pid, flush=True)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(1000)
"""
    done = program(code)
    assert done.returncode == 143
    child = Path("/proc") / done.stdout.strip() / "stat"
    while child.exists():  # until it is: a killed process may wait for a core to end on
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if child.read_text().rpartition(")")[2].split()[0] == "Z":
                break
        time.sleep(0.01)


def test_an_exception_that_a_destructor_swallows_is_raised_again() -> None:
    code = """
class Dropped:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)

@signals.end_on_signals
def main():
    try:
        Dropped()
        time.sleep(1000)
    except KeyboardInterrupt:
        print("raised")
    return 0
"""
    done = program(code)
    assert (done.returncode, done.stdout, done.stderr) == (130, "raised\n", "")
