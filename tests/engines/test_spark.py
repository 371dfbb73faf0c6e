"""The Spark engine survives being killed, keeps its work, and says what it can't do."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.agreement import BOUNDS, GO_ON
from tests.support.agreement import at as machine
from tests.support.processes import wait_for_end
from tests.support.spark import CLUSTER, assert_as_native, told
from tidemark.checker import cli
from tidemark.checker.engines.spark import search as spark
from tidemark.checker.engines.spark import session, workdir
from tidemark.checker.runs.results import Limits, Result

pytestmark = pytest.mark.spark

SMALL = ("published/kip-101", "2/2/2/2")


PROGRAM = """
import sys
import time
from pathlib import Path
from tests.engines.test_spark import AT, GO_ON, machine
from tidemark.checker.engines.spark import search as spark
from tidemark.checker.engines.spark import jobs
from tidemark.base.signals import die_with_parent

die_with_parent()
directory, exchange = Path(sys.argv[2]), jobs.exchange

def held(spark, items, send, receive):
    def late(part, blocks):
        told = receive(part, blocks)
        for level in (14, 16):
            before, go = directory / f"level-{level - 1:04}.json", directory.with_name(f"go-{level}")
            while before.exists() and not go.exists():
                time.sleep(0.05)
        return told

    return exchange(spark, items, send, late)

jobs.exchange = held
spark.search(machine(*AT), GO_ON, master=sys.argv[1], workdir=sys.argv[2], handover=4000)
"""
"""A search that stops in the 14th level, where every task has written its states, until there is a file `go-14`; and
likewise in the 16th."""
AT = ("published/kip-320", "3/2/2/1")


def started(master: str, directory: Path, **variables: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", PROGRAM, master, str(directory)]
    environment = {**os.environ, **variables}
    return subprocess.Popen(command, cwd=Path(__file__).parents[2], start_new_session=True, env=environment)


def wait_for(condition: Callable[[], Any], process: subprocess.Popen[bytes]) -> Any:
    while not (found := condition()):
        assert process.poll() is None, "the search ended too early"
        time.sleep(0.05)
    return found


def resumed(directory: Path) -> Result:
    """The rest of the search; it was ended in the middle of the level, and a task of it had written a half."""
    depth = max(run.name for run in (directory / "runs").iterdir())[:4]
    assert not (directory / f"level-{depth}.json").exists()
    half = directory / f"runs/{depth}-{depth}-0000000000000000-half"
    half.write_bytes(b"half written")
    found = spark.search(
        machine(*AT), GO_ON, master="local[2]", workdir=directory, resume=True, handover=4000
    )
    assert not half.exists()
    return found


def has_begun(directory: Path, depth: int) -> bool:
    """Whether a task has written states of a level."""
    return any(directory.glob(f"runs/{depth:04d}-*"))


@pytest.mark.slow  # the test with the killed executor resumes too
@pytest.mark.optimized  # as is the program that it goes on with
def test_a_search_killed_in_the_middle_of_a_level_is_resumed_to_the_same_counts(tmp_path: Path) -> None:
    process = started("local[2]", tmp_path / "w")
    wait_for(lambda: has_begun(tmp_path / "w", 14), process)
    process.kill()
    process.wait()
    wait_for_end(process.pid)  # a task that outlives its driver for a moment still writes
    found = resumed(tmp_path / "w")
    assert_as_native(found, *AT)
    again = spark.search(machine(*AT), GO_ON, workdir=tmp_path / "w", resume=True)
    assert told(again) == told(found)
    assert again.phases["starting Spark"] == 0


def executors_of(driver: int) -> list[int]:
    """The process ids of the executors that a driver started."""
    parents, commands = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                commands[int(entry.name)] = (entry / "cmdline").read_text()
            except OSError:
                continue

    def descends(process: int) -> bool:
        while process in parents and process != driver:
            process = parents[process]
        return process == driver

    return [p for p, c in commands.items() if "CoarseGrainedExecutorBackend" in c and descends(p)]


@pytest.mark.optimized
def test_a_search_goes_on_when_an_executor_is_killed_and_is_resumed_after_ctrl_c(tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as temporary:  # with a short name: sockets are below it
        java = f"-Djava.io.tmpdir={temporary}"  # unless it is told of another: it does not read TMPDIR
        process = started(CLUSTER, tmp_path / "w", TMPDIR=temporary, JAVA_TOOL_OPTIONS=java)
        wait_for(lambda: has_begun(tmp_path / "w", 14), process)
        os.kill(executors_of(process.pid)[0], signal.SIGKILL)
        (tmp_path / "go-14").touch()
        wait_for(lambda: has_begun(tmp_path / "w", 16), process)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to Spark too
        assert process.wait() == 0
        wait_for_end(process.pid)
        assert list(Path(temporary).iterdir()) == []
    assert_as_native(resumed(tmp_path / "w"), *AT)


def check(*more: str) -> list[str]:
    """The command that checks all promises of the small protocol; Spark does all but the first levels."""
    protocol, bounds = SMALL
    values = {f"--{name}": value for name, value in zip(BOUNDS, bounds.split("/"), strict=True)}
    values |= {
        option: value for option, _, value in (word.partition("=") for word in more) if option in values
    }
    at = [f"{option}={value}" for option, value in values.items()]
    promises = [f"--promise={promise.name}" for promise in machine(*SMALL).promises]
    command = [
        "check",
        protocol,
        *at,
        "--engine=spark",
        "--keep-going",
        "--master=local[2]",
        "--handover=300",
    ]
    others = [word for word in more if word.partition("=")[0] not in values]
    return [*command, *others, *(promises if not any(word.startswith("--promise") for word in more) else [])]


def refused(arguments: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    """The one line in which the command refuses."""
    capfd.readouterr()
    assert cli.main(arguments) == 2
    output, line = capfd.readouterr()
    assert output == ""
    assert line.startswith("tidemark: ")
    assert line.count("\n") == 1
    return line


def contents(directory: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(directory.rglob("*")) if path.is_file()}


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A work directory of a finished search."""
    spark.search(machine(*SMALL), GO_ON, workdir=tmp_path / "w", handover=10**9)
    return tmp_path / "w"


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    """A work directory of a search that has finished only some levels."""
    limits = Limits(max_states=3000, keep_going=True)
    spark.search(machine(*SMALL), limits, workdir=tmp_path / "w", handover=10**9)
    return tmp_path / "w"


def test_without_java_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(session, "OLDEST_JAVA", 99)
    assert "openjdk" in refused(check(f"--workdir={tmp_path / 'w'}"), capfd)
    assert not (tmp_path / "w").exists()


NEIGHBOUR = """
import sys

class Version(tuple):
    major, minor, micro, releaselevel, serial = property(lambda v: v[0]), property(lambda v: v[1]), 0, "final", 0

sys.version_info = Version((3, 12 if sys.version_info[1] == 11 else 11, 0, "final", 0))
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('PYTHONPATH="{here}:$PYTHONPATH" exec {python} "$@"', "run another Python than this one"),
        ('exec {python} -S "$@"', "can't run Tidemark"),
    ],
)
def test_another_python_on_the_executors_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    body: str,
    expected: str,
) -> None:
    (tmp_path / "sitecustomize.py").write_text(NEIGHBOUR)
    other = tmp_path / "python"
    other.write_text("#!/bin/sh\n" + body.format(here=tmp_path, python=sys.executable) + "\n")
    other.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(other))
    assert expected in refused(check(), capfd)


def full(path: Path, mode: str = "r", *more: Any, right: Any = Path.open, **other: Any) -> Any:
    """`Path.open`, where no bytes can be written any more."""
    return right(Path("/dev/full") if mode == "wb" else path, mode, *more, **other)


def test_a_full_work_directory_ends_the_search_with_what_was_found_and_nothing_is_lost(
    unfinished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    before = contents(unfinished)
    monkeypatch.chdir(tmp_path)  # for traces
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        command = check(f"--workdir={unfinished}", "--resume")
        command = [word.replace("over=300", "over=1000000") for word in command]
        assert cli.main(command) == 1  # a promise was violated before
    output, error = capfd.readouterr()
    full_disk = f"the work directory {unfinished} can't be written: No space left on device"
    assert full_disk in " ".join(output.split())
    assert error == ""
    assert contents(unfinished) == before
    resumed = spark.search(machine(*SMALL), GO_ON, workdir=unfinished, resume=True, handover=10**9)
    assert_as_native(resumed, *SMALL)


def test_a_work_directory_that_can_not_be_made_is_told(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert "can't be written" in refused(check(f"--workdir={tmp_path / 'file' / 'w'}"), capfd)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ([], "has a search in it"),
        (["--resume", "--max-epoch=1"], "the bounds max-epoch=2, and this one has max-epoch=1"),
        (["--resume", "--promise=weak-isr"], "the promises"),
        (["--resume", "--symmetry"], "symmetry"),
        (["--resume", "--with=advance=kip-320"], "the protocol published/kip-101"),
    ],
)
def test_a_work_directory_of_another_search_is_left_alone(
    finished: Path, capfd: pytest.CaptureFixture[str], more: list[str], expected: str
) -> None:
    before = contents(finished)
    assert expected in refused(check(f"--workdir={finished}", *more), capfd)
    assert contents(finished) == before


def test_a_directory_with_other_files_is_left_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.txt").write_text("all of it")
    for more in ([], ["--resume"]):
        assert "has other files in it" in refused(check(f"--workdir={tmp_path}", *more), capfd)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_there_must_be_something_to_resume(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert "nothing to resume" in refused(check(f"--workdir={tmp_path / 'w'}", "--resume"), capfd)
    assert "--workdir" in refused(check("--resume"), capfd)


def test_one_search_at_a_time_works_in_a_directory(finished: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with workdir.Workdir(finished).hold_lock(resume=False):
        assert "another search is at work" in refused(check(f"--workdir={finished}", "--resume"), capfd)


def test_a_changed_byte_in_a_level_is_found_by_the_executors(
    unfinished: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    damaged = max(unfinished.glob("runs/*"))
    content = bytearray(damaged.read_bytes())
    content[len(content) // 2] ^= 1
    damaged.write_bytes(content)
    line = refused(check(f"--workdir={unfinished}", "--resume"), capfd)
    assert str(damaged) in line
    assert "damaged" in line


@pytest.mark.parametrize("kind", ["level-*.json", "index-*"])
def test_a_changed_manifest_is_found(unfinished: Path, capfd: pytest.CaptureFixture[str], kind: str) -> None:
    path = max(unfinished.glob(kind))
    text = path.read_text()
    changed = text.replace('"parts": 1', '"parts": 2') if path.suffix else text.replace("0 10", "0 01", 1)
    assert changed != text
    path.write_text(changed)  # most of its states would be passed over
    assert f"{path} is damaged" in refused(check(f"--workdir={unfinished}", "--resume"), capfd)


def test_the_directory_of_an_earlier_format_is_refused(
    unfinished: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workdir.Workdir, "format", workdir.Workdir.format + 1)
    assert "another version of Tidemark" in refused(check(f"--workdir={unfinished}", "--resume"), capfd)


@pytest.mark.parametrize("first", [True, False])
def test_a_level_that_is_gone_is_found_and_nothing_removed(
    unfinished: Path, capfd: pytest.CaptureFixture[str], first: bool
) -> None:
    found = sorted(unfinished.glob("level-*.json"))
    path = found[0 if first else -2]
    path.unlink()
    kept = sorted(unfinished.rglob("*"))
    assert f"{path} is missing" in refused(check(f"--workdir={unfinished}", "--resume"), capfd)
    assert sorted(unfinished.rglob("*")) == kept


@pytest.mark.parametrize("first", [True, False])
def test_a_shortened_file_is_found_before_anything_starts(
    unfinished: Path, capfd: pytest.CaptureFixture[str], first: bool
) -> None:
    path = (min if first else max)(unfinished.glob("runs/*"))
    path.write_bytes(path.read_bytes()[:-1])
    assert str(path) in refused(check(f"--workdir={unfinished}", "--resume"), capfd)


def test_a_run_is_not_looked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = spark.search(machine(*SMALL), GO_ON, workdir=tmp_path / "w", handover=10**9)
    monkeypatch.setattr(spark.SparkExploration, "_least_before", None)
    again = spark.search(machine(*SMALL), GO_ON, workdir=tmp_path / "w", resume=True, handover=10**9)
    assert told(again) == told(first)
    assert any(verdict.run for verdict in again.promises.values())


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"states": [["x"]]}', '{"states": [[1], [2]]}', '{"states": []}']
)
def test_a_damaged_run_is_told(finished: Path, capfd: pytest.CaptureFixture[str], content: str) -> None:
    path = min(finished.glob("run-*.json"))
    path.write_text(content)
    assert str(path) in refused(check(f"--workdir={finished}", "--resume"), capfd)
