"""A search begins with code that is not optimized, and goes on with code that is: with the same result."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.agreement import GO_ON
from tests.support.protocols import small, truth
from tests.support.standard_library import replace_within
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.native import background_optimization, compiler_process
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.native.background_optimization import BackgroundOptimization
from tidemark.checker.engines.native.compilation import FULL, LEAST, Compilation, compile_here
from tidemark.spec.machines.machine import Machine

pytestmark = pytest.mark.optimized


@pytest.fixture(autouse=True)
def nothing_compiled_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(background_optimization, "WORTH_COMPILING", 0.0)


class After(compiler_process.CompilerProcess):
    """Has compiled a text when it is asked for the `batches`-th time."""

    batches = 1
    compiled: Callable[[str, Compilation], bytes] = staticmethod(compile_here)

    def __init__(self, text: str, compilation: Compilation) -> None:
        self._text, self._compilation, self._asked, self.ended = text, compilation, 0, False

    def is_over(self, wait: float = 0.0) -> bool:
        self._asked += 1
        return self._asked >= self.batches

    def code(self) -> bytes:
        return type(self).compiled(self._text, self._compilation)

    def end(self) -> None:
        self.ended = True


def found(machine: Machine, symmetry: bool = False, threads: int = 1) -> tuple[Compilation, dict[str, Any]]:
    """How the functions were compiled that a search had at its end, and its result."""
    search = native.prepare_search(machine, GO_ON, threads, symmetry, spills=True)
    assert search.seen
    assert search.kernel.compilation == search.seen.functions.compilation == LEAST
    result = search.run(None).as_json()
    del result["seconds"]
    assert search.seen.functions.compilation == search.kernel.compilation
    return search.kernel.compilation, result


@pytest.mark.parametrize(
    ("protocol", "batches", "symmetry", "threads"),
    [
        ("published/kip-101", 1, False, 1),
        ("published/kip-320", 5, True, 1),
        ("idempotence/no-numbers", 3, False, 2),
    ],
)
def test_a_search_has_the_same_result_whenever_its_code_is_optimized(
    protocol: str, batches: int, symmetry: bool, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = small(protocol)
    monkeypatch.setattr(background_optimization, "WORTH_COMPILING", math.inf)
    compiled, quick = found(machine, symmetry, threads)
    assert compiled == LEAST
    monkeypatch.setattr(background_optimization, "WORTH_COMPILING", 0.0)
    monkeypatch.setattr(compiler_process, "CompilerProcess", After)
    monkeypatch.setattr(After, "batches", batches)
    assert found(machine, symmetry, threads) == (FULL, quick)


def test_other_code_in_the_place_of_the_optimized_one_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = small("published/kip-101")
    monkeypatch.setattr(compiler_process, "CompilerProcess", After)

    def wrong(text: str, compilation: Compilation) -> bytes:
        begin, successors = text.split("i64 @successors(ptr %state, ptr noalias", 1)
        assert "icmp slt" in successors
        successors = successors.replace("icmp slt", "icmp sle")
        return compile_here(f"{begin}i64 @successors(ptr %state, ptr noalias{successors}", compilation)

    monkeypatch.setattr(After, "compiled", staticmethod(wrong))
    with pytest.raises(Disagreement):
        found(machine)


def test_another_process_optimizes_and_the_next_search_begins_with_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = compiler_process.CompilerProcess.is_over
    monkeypatch.setattr(compiler_process.CompilerProcess, "is_over", lambda self, wait=0.0: asked(self, 600))
    machine = small("published/kip-101")
    compiled, _ = found(machine)
    assert compiled == FULL
    assert native.prepare_search(machine, GO_ON).kernel.compilation == FULL


def fails(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Another process runs this code, and does not compile."""
    monkeypatch.setattr(compiler_process, "_CHILD", code)
    asked = compiler_process.CompilerProcess.is_over
    monkeypatch.setattr(compiler_process.CompilerProcess, "is_over", lambda self, wait=0.0: asked(self, 600))


def has_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise OSError("No space left on device")

    replace_within(monkeypatch, compiler_process, "tempfile", TemporaryFile=refused)


FAILURES = {
    "a module that is not there": (
        partial(fails, code="import tidemark.nothing_like_this"),
        "tidemark: the search goes on without optimized code: the process that compiles ended with status 1: "
        "ModuleNotFoundError: No module named 'tidemark.nothing_like_this'\n",
    ),
    "no memory": (partial(fails, code=f"raise SystemExit({compiler_process.NO_MEMORY})"), ""),
    "killed": (partial(fails, code="import os; os.kill(os.getpid(), 9)"), ""),
    "no place": (has_no_place, ""),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_search_goes_on_where_nothing_can_be_optimized_and_says_so_if_it_is_not_for_want_of_room(
    failure: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fail, said = FAILURES[failure]
    fail(monkeypatch)
    machine = small("published/kip-101")
    compiled, result = found(machine)
    assert compiled == LEAST
    assert result["distinct_states"] == truth(machine).distinct_states
    assert capsys.readouterr().err == said


def test_a_process_that_fails_to_start_is_no_quiet_end_of_a_limit_of_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiler_process, "_CHILD", "import tidemark.nothing_like_this")
    with pytest.raises(compiler_process.CompilerFailure, match="nothing_like_this"):
        compiler_process.compile_within("text", FULL, 600)


def test_a_search_that_ends_first_ends_the_other_process_and_the_next_one_is_optimized(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = list[compiler_process.CompilerProcess]()
    begin = compiler_process.CompilerProcess

    def noted(text: str, compilation: Compilation) -> compiler_process.CompilerProcess:
        begun.append(begin(text, compilation))
        return begun[-1]

    monkeypatch.setattr(compiler_process, "_CHILD", "input()\nwhile True: pass")
    monkeypatch.setattr(compiler_process, "CompilerProcess", noted)
    machine = small("published/kip-101")
    found(machine)
    assert [one._process.returncode for one in begun] == [-9]
    assert native.prepare_search(machine, GO_ON).kernel.compilation == FULL


def test_a_short_search_starts_no_process_and_the_next_one_is_as_quick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(background_optimization, "WORTH_COMPILING", math.inf)
    monkeypatch.delattr(compiler_process.subprocess, "Popen")
    machine = small("published/kip-101")
    compiled, _ = found(machine)
    assert compiled == native.prepare_search(machine, GO_ON).kernel.compilation == LEAST


def test_nothing_is_asked_for_before_the_first_batch() -> None:
    assert not BackgroundOptimization("text", FULL).is_worth_it
