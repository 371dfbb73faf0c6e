"""Levels in a file: a search that was killed goes on where it was; what is damaged is refused, a full disk is said."""

from __future__ import annotations

import ctypes
import gc
import json
import mmap
import os
import re
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.engines.test_native import summary
from tests.support.agreement import at
from tests.support.full_disks import full_disk
from tests.support.protocols import small, truth
from tests.support.standard_library import replace_within
from tidemark.base.errors import UsageError
from tidemark.checker import cli, engines
from tidemark.checker.engines.engine import SearchRequest
from tidemark.checker.engines.native import kept_states, seen
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.native import workdir as native_workdir
from tidemark.checker.engines.native.capacity import Allowance, Capacity
from tidemark.checker.engines.native.kept_states import States
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.spark import search as spark
from tidemark.checker.runs.results import Limits, Result
from tidemark.spec.machines.machine import Machine

ROOT = Path(__file__).parents[2]
DEPTH = 16


class Killed(BaseException):
    """The process is gone: nothing is tidied up that the next one needs."""


@pytest.fixture(autouse=True)
def noted_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each level is noted, and states go to the file at once, in blocks of a few."""
    monkeypatch.setattr(native_workdir, "EVERY", 0.0)
    monkeypatch.setattr(kept_states, "KEPT", 0)
    monkeypatch.setattr(kept_states, "BLOCK", 100)


@pytest.fixture(scope="module")
def machine() -> Machine:
    return small("published/high-watermark")


@pytest.fixture(scope="module")
def expected(machine: Machine) -> dict[str, object]:
    return summary(truth(machine))


def check(machine: Machine, directory: Path, resume: bool = False, **more: Any) -> Result:
    request = SearchRequest(workdir=str(directory), resume=resume, keep_going=True, **more)
    return engines.search("native", machine, request)


def kill_at(call: int, monkeypatch: pytest.MonkeyPatch, of: type, name: str) -> None:
    """The process ends at a call of a method."""
    right, calls = getattr(of, name), []

    def wrong(*arguments: Any) -> Any:
        calls.append(1)
        if len(calls) == call:
            raise Killed
        return right(*arguments)

    monkeypatch.setattr(of, name, wrong)


MOMENTS = [
    *((native.ExhaustiveSearch, "_level", n) for n in (1, 9, 15)),  # in a level
    *((States, "sync", n) for n in (1, 12)),  # its states are written, it is not noted
    *((native_workdir.NativeWorkdir, "note", n) for n in (2, 16)),
]


@pytest.mark.parametrize(("of", "name", "call"), MOMENTS, ids=lambda x: getattr(x, "__name__", str(x)))
def test_a_search_that_was_killed_goes_on_and_finds_the_same(
    machine: Machine,
    expected: dict[str, object],
    of: type,
    name: str,
    call: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:
        kill_at(call, patched, of, name)
        with pytest.raises(Killed):
            check(machine, tmp_path / "w", threads=2)
    generated: list[int] = []
    right = native.ExhaustiveSearch._level
    monkeypatch.setattr(native.ExhaustiveSearch, "_level", lambda *a: (generated.append(1), right(*a))[1])
    assert summary(check(machine, tmp_path / "w", resume=True, threads=1)) == expected
    assert len(generated) <= DEPTH + 1 - (call - 2 if of is native.ExhaustiveSearch else 0)


def test_a_search_that_has_ended_is_told_again_without_a_search(
    machine: Machine, expected: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert summary(check(machine, tmp_path)) == expected
    kill_at(1, monkeypatch, native.ExhaustiveSearch, "_level")
    assert summary(check(machine, tmp_path, resume=True)) == expected


def test_a_limit_is_no_end_of_the_search(
    machine: Machine, expected: dict[str, object], tmp_path: Path
) -> None:
    stopped = check(machine, tmp_path, max_states=600)
    assert (stopped.complete, stopped.exit_status) == (False, 1)
    assert summary(check(machine, tmp_path, resume=True)) == expected


def test_what_is_behind_the_frontier_is_in_a_file_without_a_work_directory_too(
    machine: Machine, expected: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    right = States._read
    monkeypatch.setattr(States, "_read", lambda *a: (read.append(1), right(*a))[1])
    assert summary(native.search(machine, Limits(keep_going=True))) == expected
    assert len(read) >= DEPTH  # for the counterexamples


def test_a_full_disk_is_no_matter_while_there_is_memory(
    machine: Machine, expected: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Path("/dev/full").open("r+b", buffering=0) as full:
        replace_within(monkeypatch, kept_states, "tempfile", TemporaryFile=lambda **_: full)
        assert summary(native.search(machine, Limits(keep_going=True))) == expected


@pytest.mark.parametrize("call", [1, 5, 14])
def test_a_full_disk_is_said_and_loses_nothing(
    machine: Machine,
    expected: dict[str, object],
    call: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patched:
        right, calls = States.write, []

        def full(self: States, *arguments: Any) -> None:
            calls.append(1)
            if len(calls) >= call:
                Path("/dev/full").write_text("no room")
            right(self, *arguments)

        patched.setattr(States, "write", full)
        result = check(machine, tmp_path)
    assert not result.complete
    assert re.fullmatch(
        r"the work directory .* can't be written: No space left on device", str(result.stopped)
    )
    assert summary(check(machine, tmp_path, resume=True)) == expected


@pytest.mark.parametrize("size", [1_500, 2_100])
def test_a_block_that_is_written_in_part_is_as_if_it_were_not(
    machine: Machine, expected: dict[str, object], size: int, tmp_path: Path
) -> None:
    with full_disk(size):
        assert summary(native.search(machine, Limits(keep_going=True))) == expected
    check(machine, tmp_path, max_states=200)
    with full_disk((tmp_path / "states").stat().st_size + size):
        stopped = str(check(machine, tmp_path, resume=True).stopped)
    assert stopped.endswith("can't be written: File too large")
    assert summary(check(machine, tmp_path, resume=True)) == expected


def test_too_little_memory_to_write_is_no_matter_without_a_work_directory(
    machine: Machine,
    expected: dict[str, object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> bytes:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(States, "_write_block", refuse)
        assert summary(native.search(machine, Limits(keep_going=True))) == expected
        stopped = str(check(machine, tmp_path).stopped)
    assert stopped.endswith("can't be written: the system gave no more memory")
    assert summary(check(machine, tmp_path, resume=True)) == expected


def test_too_little_for_the_noted_states_is_told_and_loses_nothing(
    machine: Machine, expected: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(machine, tmp_path, max_states=600)
    monkeypatch.setattr(seen, "FIRST", 1 << 7)
    monkeypatch.setattr(seen, "AT_ONCE", 1)
    with monkeypatch.context() as patched:
        patched.setattr(native, "room_for_states", lambda *_: Capacity(100, "--max-memory was reached"))
        with pytest.raises(UsageError, match="the search can't go on: --max-memory was reached"):
            check(machine, tmp_path, resume=True)
    with monkeypatch.context() as patched:
        patched.setattr(Allowance, "require", lambda *_: no_room())
        kill_at(1, patched, native.ExhaustiveSearch, "_level")
        result = check(machine, tmp_path, resume=True)
    assert (result.complete, result.stopped) == (False, "no room")
    with monkeypatch.context() as patched:
        kill_at(1, patched, native.ExhaustiveSearch, "_level")
        result = check(machine, tmp_path, resume=True, seconds=1e-9)
    assert (result.complete, result.stopped) == (False, "--seconds 1e-09 was reached")
    assert summary(check(machine, tmp_path, resume=True)) == expected


def no_room() -> None:
    raise seen.NoRoom("no room")


def test_a_search_that_is_over_gives_its_addresses_back_at_once(machine: Machine, tmp_path: Path) -> None:
    """Each reserves some gigabytes of them, and Python looks for rings rarely."""
    gc.collect()
    gc.disable()
    try:
        search = native.prepare_search(machine, Limits(keep_going=True), spills=True)
        search.run(None)
        kept = [weakref.ref(one) for one in (search, search.whole, search.whole._buffer, search.seen)]
        del search
        assert [one() for one in kept] == [None] * 4
    finally:
        gc.enable()


def resident(items: Any) -> list[bool]:
    """Which pages of an array have memory."""
    begin, size = ctypes.addressof(items), ctypes.sizeof(items)
    told = (ctypes.c_ubyte * -(-size // mmap.PAGESIZE))()
    assert ctypes.CDLL(None).mincore(ctypes.c_void_p(begin), ctypes.c_size_t(size), told) == 0
    return [bool(one & 1) for one in told]


def test_what_was_read_back_takes_no_memory_not_even_the_pages_that_blocks_share(tmp_path: Path) -> None:
    count = 6000
    with (tmp_path / "states").open("w+b", buffering=0) as file:
        first = States(2, count, file)
        for number in range(2 * count):
            first.items[number] = number
        first.write(count)
        again = States(2, count, file)
        for low, high in again.take_up(first.blocks):
            assert list(again.items[2 * low : 2 * high]) == list(range(2 * low, 2 * high))
        assert len(first.blocks) == count / 100
        assert not any(resident(again.items)[:-1])
        assert all(resident(first.items))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def changed(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def with_json(change: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        workdir = native_workdir.NativeWorkdir(path.parent)
        content = workdir._read(path.name)
        change(content)
        workdir._write(path.name, content)

    return damage


def edited(path: Path) -> None:
    """The last level begins later: all else fits."""
    noted = json.loads(path.read_text())
    noted["levels"][-2] -= 1
    path.write_text(json.dumps(noted))


NOTE = "progress.json"


def broken(found: dict[str, Any]) -> Callable[[Path], None]:
    """Another violation is noted."""
    return with_json(lambda noted: noted["broken"].update(found))


DAMAGES = {
    "a violation of no promise": (NOTE, broken({"x": [1, [0]]}), "is damaged"),
    "a violation in no state": (NOTE, broken({"strong-isr": [9, [5]]}), "is damaged"),
    "a violation in half a state": (NOTE, broken({"strong-isr": [9, []]}), "is damaged"),
    "a violation in no level": (NOTE, broken({"strong-isr": [99, [0]]}), "is damaged"),
    "a state changed": ("states", changed, "states can't be read"),
    "the states cut": ("states", cut, "states can't be read"),
    "the states gone": ("states", Path.unlink, "states can't be read"),
    "the note gone": ("progress.json", Path.unlink, "progress.json is missing: this search can't be resumed"),
    "the note cut": ("progress.json", cut, "progress.json can't be read"),
    "the note changed": ("progress.json", edited, "progress.json is damaged"),
    "a block left out": ("progress.json", with_json(lambda d: d["blocks"].pop()), "is damaged"),
    "a block moved": ("progress.json", with_json(lambda d: d["blocks"][0].update(place=8)), "can't be read"),
    "no levels": ("progress.json", with_json(lambda d: d.update(levels=[])), "is damaged"),
    "a key left out": ("progress.json", with_json(lambda d: d.pop("met")), "is damaged"),
    "counts left out": ("progress.json", with_json(lambda d: d["enabled"].pop()), "is damaged"),
    "another search": (
        "search.json",
        with_json(lambda d: d.update(symmetry=True)),
        "has a search with the symmetry",
    ),
    "another engine": (
        "search.json",
        with_json(lambda d: d.update(engine="x")),
        "has a search with the engine",
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_refused(machine: Machine, damage: str, tmp_path: Path) -> None:
    check(machine, tmp_path)
    name, do, said = DAMAGES[damage]
    do(tmp_path / name)
    with pytest.raises(UsageError, match=said):
        check(machine, tmp_path, resume=True)


def test_what_was_killed_before_its_first_note_begins(machine: Machine, tmp_path: Path) -> None:
    directory, kernel = native_workdir.NativeWorkdir(tmp_path), Kernel(machine, False)
    for resume in (False, True):
        with directory.hold_lock(resume):
            assert directory.taken_up(machine, False, kernel, resume) is None


@pytest.mark.parametrize("name", ["search.json", "progress.json"])
@pytest.mark.parametrize(
    ("put", "said"),
    [
        (os.mkfifo, "this is no regular file, but a named pipe"),
        (lambda path: path.symlink_to("/dev/zero"), "this is no regular file, but a device"),
        (Path.mkdir, "Is a directory"),
        (lambda path: (path.touch(), os.truncate(path, 30 << 30)), "this file has 32,212,254,720 bytes"),
    ],
)
def test_what_is_no_file_of_a_search_does_not_hold_it_up(
    machine: Machine, name: str, put: Callable[[Path], object], said: str, tmp_path: Path
) -> None:
    check(machine, tmp_path)
    (tmp_path / name).unlink()
    put(tmp_path / name)
    with pytest.raises(UsageError, match=f"{name}: {said}"):
        check(machine, tmp_path, resume=True)


def test_a_directory_of_the_other_engine_is_named(machine: Machine, tmp_path: Path) -> None:
    check(machine, tmp_path / "native")
    assert {path.name for path in (tmp_path / "native").iterdir()} == {
        "search.json",
        "states",
        "progress.json",
    }
    with pytest.raises(UsageError, match="a search with the engine native, and this one has spark"):
        spark.search(machine, workdir=tmp_path / "native", resume=True)
    spark.search(machine, workdir=tmp_path / "spark", handover=10**9)
    with pytest.raises(UsageError, match="a search with the engine spark, and this one has native"):
        check(machine, tmp_path / "spark", resume=True)


def test_a_directory_is_used_by_one_search_and_for_one(machine: Machine, tmp_path: Path) -> None:
    check(machine, tmp_path)
    with pytest.raises(UsageError, match="has a search in it: go on with --resume"):
        check(machine, tmp_path)
    with pytest.raises(UsageError, match="has a search with the bounds"):
        check(at("published/high-watermark", "2/2/2/2"), tmp_path, resume=True)
    with pytest.raises(UsageError, match="there is nothing to resume"):
        check(machine, tmp_path / "none", resume=True)
    with pytest.raises(UsageError, match="--resume needs --workdir"):
        engines.search("native", machine, SearchRequest(resume=True))
    with (
        native_workdir.NativeWorkdir(tmp_path).hold_lock(resume=False),
        pytest.raises(UsageError, match="another search is at work"),
    ):
        check(machine, tmp_path, resume=True)


@pytest.mark.parametrize("engine", ["native", pytest.param("spark", marks=pytest.mark.spark)])
def test_an_incomplete_search_says_how_it_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], engine: str
) -> None:
    command = ["check", "published/kip-101", "--replicas=2", f"--engine={engine}", "--max-states=500"]
    told = "keeps the levels so far: with --resume the same command goes on"
    assert cli.main([*command, f"--workdir={tmp_path / 'w'}"]) == 3
    assert told in " ".join(capsys.readouterr().out.split())
    assert cli.main(command) == 3
    assert told not in " ".join(capsys.readouterr().out.split())
