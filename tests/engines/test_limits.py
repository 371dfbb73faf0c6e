"""Numbers have limits, and memory that is not there is answered in one line: no traceback, no machine that fills up."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bench.simulation import simulate
from tests.support.temporal import Place, graph
from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker import cli
from tidemark.checker.commands.shared import options as shared
from tidemark.checker.engines import bookkeeping, memory, reference
from tidemark.checker.engines.amounts import size_text
from tidemark.checker.engines.native import kernel, seen
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.native.buffer import Buffer
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.spark.level import NO_INSTANCE
from tidemark.checker.evidence.matrix import cells
from tidemark.checker.runs.results import Clock, Limits
from tidemark.spec import Truth, promise
from tidemark.spec.machines.machine import Machine

ROOT = Path(__file__).parents[2]
SMALL = ("check", "published/kip-320", "--replicas", "2", "--promise", "strong-isr")
LARGE = (
    *("check", "published/kip-320", "--log-size", "3", "--records", "3", "--max-epoch", "3"),
    *("--promise", "strong-isr"),
)
FIGURES = "5,973 distinct states · 11,733 generated · depth 18"
MANY = "9" * 5000
GIB = 1 << 30


def machine(**bounds: int) -> Machine:
    return impl.protocol("published/kip-320").machine({k.replace("_", "-"): n for k, n in bounds.items()})


ABSURD = [
    (["check", "published/kip-320", "--threads", "100000"], "100000 is too many: at most"),
    (["check", "published/kip-320", "--threads", MANY], "99… is too many"),
    (["check", "published/kip-320", "--max-memory", "100000T"], "too much: at most 1,024 TiB"),
    (["check", "published/kip-320", "--max-memory", f"{MANY}G"], "is too much"),
    (["check", "published/kip-320", "--max-states", MANY], "too many: at most 1,000,000,000,000"),
    (["check", "published/kip-320", "--engine", "spark", "--handover", MANY], "99… is too many"),
    (["check", "published/kip-320", "--engine", "smt", "--max-length", "1000000"], "at most 1,000"),
    (["check", "published/kip-320", "--engine", "smt", "--seconds", "1e300"], "at most 1,000,000 seconds"),
    (["check", "published/kip-320", "--replicas", MANY], "99… is too large: at most 64 bits"),
    (["check", "published/kip-320", "--replicas", "100000000"], "100000000"),
    (["fuzz", "published/kip-320", "--seed", MANY], "99… is too large: at most 64 bits"),
    (["fuzz", "published/kip-320", "--threads", "4700"], "4700 is too many: at most"),
    (["fuzz", "published/kip-320", "--engine", "spark", "--tasks", "100000000"], "at most 10,000"),
    (["prove", "published/kip-320", "strong-isr", "--jobs", "100000000"], "100000000 is too many: at most"),
    (["prove", "published/kip-320", "strong-isr", "--k", "1000000"], "1000000 is too many: at most 100"),
    (["matrix", "--jobs", "100000000"], "100000000 is too many: at most"),
    (["matrix", "--max-memory", "100000T"], "too much"),
    (["verify", "--threads", "100000"], "100000 is too many: at most"),
    (["why", "published/kip-101", "strong-isr", "--max-states", MANY], "99… is too many"),
]


@pytest.mark.parametrize(("words", "complaint"), ABSURD, ids=lambda x: x if isinstance(x, str) else x[0])
def test_an_absurd_number_is_refused_with_what_is_sensible(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    told = capsys.readouterr()
    assert complaint in told.err
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert len(told.err) < 250


@pytest.mark.parametrize("command", sorted(cli.commands()))
def test_every_number_of_every_command_has_a_limit(command: str) -> None:
    parser = argparse.ArgumentParser()
    cli._module(command).arguments(parser)
    shared.add_bounds(parser, ["published/kip-320"])
    numbers = [a for a in parser._actions if a.metavar in ("N", "K", "S", "SIZE")]
    for action in numbers:
        assert callable(action.type), action
        with pytest.raises(argparse.ArgumentTypeError):
            action.type(MANY)


def limited(kind: int, limit: int, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A whole run with less address space, or less of another thing."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tidemark", *words]
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=lambda: resource.setrlimit(kind, (limit, limit)),
    )
    assert "Traceback" not in done.stderr
    assert "Cannot allocate" not in done.stderr
    assert (done.returncode == 2) == (len(done.stderr.splitlines()) == 1)
    return done


@pytest.mark.parametrize("most", [1, 2, 7, 100, 276, 277])
def test_a_search_ends_at_exactly_as_many_states_as_it_may_have(most: int) -> None:
    """It has 277."""
    small = machine(replicas=2, log_size=1, records=1, max_epoch=1)
    limits = Limits(max_states=most, keep_going=True)
    for found in (native.search(small, limits), reference.search(small, limits)):
        assert (found.distinct_states, found.complete) == (most, False)
        assert found.stopped == f"--max-states {most} was reached"


def test_more_actions_than_sixteen_bits_tell_apart_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that is cut off names another action, and what is fair is then another one too."""
    assert kernel.MOST_INSTANCES < NO_INSTANCE + 1 == 2**16
    small = machine(replicas=2)
    found = len(small.symbolic.actions)
    monkeypatch.setattr(kernel, "MOST_INSTANCES", found)
    assert len(Kernel(small, symmetry=False).instances) == found
    monkeypatch.setattr(kernel, "MOST_INSTANCES", found - 1)
    with pytest.raises(UsageError, match=f"has {found} actions with their arguments"):
        Kernel(small, symmetry=False)


def test_the_promises_are_evaluated_in_a_level_that_a_limit_ends() -> None:
    @promise
    def stays_below_two(place: Place) -> Truth:
        """It stays below two."""
        return place.at < 2

    fan = graph({f"to_{k}": (0, k) for k in range(1, 6)}, [stays_below_two])
    for search in (native.search, reference.search):
        assert search(fan, Limits(max_states=2)).promises["stays-below-two"].verdict != "holds"
        found = search(fan, Limits(max_states=4))
        assert (found.distinct_states, found.promises["stays-below-two"].length) == (4, 2)


@pytest.mark.parametrize("limit", [100 << 20, 400 << 20])
def test_too_little_address_space_to_begin_with_is_one_line(limit: int, tmp_path: Path) -> None:
    done = limited(resource.RLIMIT_AS, limit, *SMALL, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"`ulimit -v` allows {limit >> 20} MiB, and 512 MiB are needed" in done.stderr


def test_a_work_directory_is_refused_where_its_libraries_may_have_too_little(tmp_path: Path) -> None:
    done = limited(resource.RLIMIT_AS, 900 << 20, *SMALL, "--workdir", "w", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--workdir needs more address space than `ulimit -v` leaves" in done.stderr


@pytest.mark.parametrize("limit", [512 << 20, 600 << 20, 2 * GIB])
def test_a_small_search_needs_no_more_than_there_is(limit: int, tmp_path: Path) -> None:
    done = limited(resource.RLIMIT_AS, limit, *SMALL, "--threads", "2", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert FIGURES in done.stdout


def test_a_large_search_ends_as_incomplete_where_the_address_space_ends(tmp_path: Path) -> None:
    done = limited(resource.RLIMIT_AS, 512 << 20, *LARGE, "--threads", "2", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    assert "the address space was used up: `ulimit -v` allows 512 MiB" in done.stdout


@pytest.mark.parametrize("threads", ["1", "16"])
def test_too_little_data_or_too_many_threads_for_the_space_is_no_traceback(
    threads: str, tmp_path: Path
) -> None:
    for kind, limit in ((resource.RLIMIT_DATA, 120 << 20), (resource.RLIMIT_AS, GIB)):
        done = limited(kind, limit, *SMALL, "--threads", threads, cwd=tmp_path)
        assert done.returncode in (0, 2, 3), done.stderr


@pytest.mark.parametrize("size", ["1000G", "1024T"])
def test_what_is_asked_for_beyond_the_machines_memory_is_not_reserved(size: str, tmp_path: Path) -> None:
    done = limited(resource.RLIMIT_CORE, 0, *SMALL, "--max-memory", size, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert FIGURES in done.stdout


def test_a_limit_below_what_is_held_already_is_incomplete_or_refused() -> None:
    result = native.search(machine(replicas=2), Limits(max_memory=1000))
    assert str(result.stopped) == "--max-memory 1 KiB was reached"
    with pytest.raises(UsageError, match="the search can't begin: --max-memory 1 B was reached"):
        native.search(machine(replicas=2), Limits(max_memory=1))


def test_a_table_that_can_not_grow_ends_the_search_as_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    class Refused(Buffer):
        def __init__(self, kind: type, count: int, huge_pages: bool = False) -> None:
            if huge_pages:  # as all large tables have
                raise MemoryError
            super().__init__(kind, count, huge_pages)

    monkeypatch.setattr(seen, "Buffer", Refused)
    result = native.search(machine(), Limits(max_memory=8 * GIB, keep_going=True))
    assert not result.complete
    assert result.distinct_states > 100_000
    assert str(result.stopped) == "the system gave no more memory"


def test_memory_that_others_take_during_a_search_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def shrinking() -> int:
        asked.append(1)
        return 8 * GIB if len(asked) == 1 else 0

    monkeypatch.setattr(memory, "available", shrinking)
    monkeypatch.setattr(native, "Clock", lambda every=0.0: Clock(every=0.0))
    result = native.search(machine(), Limits(keep_going=True))
    assert not result.complete
    assert "the machine's memory was used up" in str(result.stopped)


def test_threads_that_can_not_be_started_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    for work in (lambda: native.search(machine(), threads=2), lambda: simulate(machine(), 1, threads=2)):
        with pytest.raises(UsageError, match="that many threads can't be started"):
            work()


def test_a_cell_that_can_not_begin_is_unknown_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    from tidemark.checker.evidence.matrix import grid

    def refuse(*_: object) -> None:
        raise UsageError("no room")

    monkeypatch.setattr(cells, "search_cell", refuse)
    answer, question = multiprocessing.Pipe()
    cells._send(question, grid.load().cells[0], cells.CellLimits())
    found = answer.recv()
    assert found.stopped == "no room"
    assert {finding.verdict for finding in found.findings.values()} == {"unknown"}


def fake(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


@pytest.mark.parametrize(
    ("line", "folder", "names"),
    [
        ("0::/jobs/one", "jobs", ("memory.max", "memory.current", "")),
        (
            "4:memory:/jobs/one",
            "memory/jobs",
            ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_"),
        ),
    ],
    ids=["version 2", "version 1"],
)
def test_a_control_group_around_this_one_limits_what_is_available(
    line: str,
    folder: str,
    names: tuple[str, str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit, used, prefix = names
    fake(tmp_path, "proc/meminfo", "MemTotal: 9 kB\nMemAvailable: 8388608 kB\n")
    fake(tmp_path, "proc/self/cgroup", f"7:cpu:/jobs\n{line}\n")
    group = tmp_path / "sys" / folder
    fake(group, f"one/{limit}", "max\n")
    fake(group, limit, f"{3 * GIB}\n")
    fake(group, used, f"{2 * GIB}\n")
    fake(group, "memory.stat", f"{prefix}inactive_file {GIB // 4}\n{prefix}active_file {GIB // 4}\n")
    monkeypatch.setattr(memory, "PROC", tmp_path / "proc")
    monkeypatch.setattr(memory, "CGROUPS", tmp_path / "sys")
    assert memory.available() == 3 * GIB // 2
    fake(group, limit, f"{GIB}\n")
    assert memory.available() == 0


def test_the_machines_memory_ends_a_search_before_a_larger_limit_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "available", lambda: 7 * GIB)
    monkeypatch.setattr(memory, "resident", lambda: GIB)
    asked = Limits(max_memory=20 * GIB)
    assert bookkeeping.most_memory(asked) == 8 * GIB
    assert bookkeeping.memory_used_up(asked, 8 * GIB) == "the machine's memory was used up (8 GiB)"
    assert bookkeeping.most_memory(Limits(max_memory=2 * GIB)) == 2 * GIB
    assert "--max-memory 2 GiB" in bookkeeping.memory_used_up(Limits(max_memory=2 * GIB), 2 * GIB)


@pytest.mark.parametrize(
    ("count", "text"),
    [(1, "1 B"), (999, "999 B"), (1536, "1.5 KiB"), (30 << 20, "30 MiB"), (8 << 30, "8 GiB"), (2**50, "1,024 TiB")],
)  # fmt: skip
def test_a_size_is_told_in_its_unit(count: int, text: str) -> None:
    assert size_text(count) == text
