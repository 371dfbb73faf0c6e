"""A search begins with code that is not optimized, and goes on with code that is: with the same result."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.agreement import GO_ON
from tests.support.protocols import small, truth
from tidemark.checker.engines.forms import Disagreement
from tidemark.checker.engines.native import elsewhere, improvement, kernel
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.native.improvement import Improvement
from tidemark.spec.machines.machine import Machine

pytestmark = pytest.mark.optimized
QUICK = "; not optimized\n"


@pytest.fixture(autouse=True)
def nothing_compiled_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(improvement, "WORTH_COMPILING", 0.0)


class After(elsewhere.Compiling):
    """Has compiled a text when it is asked for the `batches`-th time."""

    batches = 1
    compiled: Callable[[str], bytes] = staticmethod(kernel.compiled_here)

    def __init__(self, text: str) -> None:
        self._text, self._asked, self.ended = text, 0, False

    def is_over(self, wait: float = 0.0) -> bool:
        self._asked += 1
        return self._asked >= self.batches

    def code(self) -> bytes:
        return type(self).compiled(self._text)

    def end(self) -> None:
        self.ended = True


def found(machine: Machine, symmetry: bool = False, threads: int = 1) -> tuple[str, dict[str, Any]]:
    """The text whose functions a search had at its end, and its result."""
    search = native.prepare_search(machine, GO_ON, threads, symmetry, spills=True)
    assert search.seen
    assert search.kernel.text.startswith(QUICK)
    assert search.seen.functions.text.startswith(QUICK)
    result = search.run(None).as_json()
    del result["seconds"]
    assert search.seen.functions.text.startswith(QUICK) == search.kernel.text.startswith(QUICK)
    return search.kernel.text, result


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
    monkeypatch.setattr(improvement, "WORTH_COMPILING", math.inf)
    text, quick = found(machine, symmetry, threads)
    assert text.startswith(QUICK)
    monkeypatch.setattr(improvement, "WORTH_COMPILING", 0.0)
    monkeypatch.setattr(elsewhere, "Compiling", After)
    monkeypatch.setattr(After, "batches", batches)
    assert found(machine, symmetry, threads) == (text.removeprefix(QUICK), quick)


def test_other_code_in_the_place_of_the_optimized_one_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = small("published/kip-101")
    monkeypatch.setattr(elsewhere, "Compiling", After)

    def wrong(text: str) -> bytes:
        begin, successors = text.split("i64 @successors(ptr %state, ptr noalias", 1)
        assert "icmp slt" in successors
        return kernel.compiled_here(
            f"{begin}i64 @successors(ptr %state, ptr noalias{successors.replace('icmp slt', 'icmp sle')}"
        )

    monkeypatch.setattr(After, "compiled", staticmethod(wrong))
    with pytest.raises(Disagreement):
        found(machine)


def test_another_process_optimizes_and_the_next_search_begins_with_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = elsewhere.Compiling.is_over
    monkeypatch.setattr(elsewhere.Compiling, "is_over", lambda self, wait=0.0: asked(self, 600))
    machine = small("published/kip-101")
    text, _ = found(machine)
    assert not text.startswith(QUICK)
    assert native.prepare_search(machine, GO_ON).kernel.text == text


def ends_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "_CHILD", "raise SystemExit(1)")
    asked = elsewhere.Compiling.is_over
    monkeypatch.setattr(elsewhere.Compiling, "is_over", lambda self, wait=0.0: asked(self, 600))


def has_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(elsewhere.tempfile, "TemporaryFile", refused)


@pytest.mark.parametrize("fails", [ends_in_vain, has_no_place])
def test_a_search_goes_on_where_nothing_can_be_optimized(
    fails: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fails(monkeypatch)
    machine = small("published/kip-101")
    text, result = found(machine)
    assert text.startswith(QUICK)
    assert result["distinct_states"] == truth(machine).distinct_states


def test_a_search_that_ends_first_ends_the_other_process_and_the_next_one_is_optimized(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = list[elsewhere.Compiling]()
    begin = elsewhere.Compiling

    def noted(text: str) -> elsewhere.Compiling:
        begun.append(begin(text))
        return begun[-1]

    monkeypatch.setattr(elsewhere, "_CHILD", "input()\nwhile True: pass")
    monkeypatch.setattr(elsewhere, "Compiling", noted)
    machine = small("published/kip-101")
    text, _ = found(machine)
    assert [one._process.returncode for one in begun] == [-9]
    assert native.prepare_search(machine, GO_ON).kernel.text == text.removeprefix(QUICK)


def test_a_short_search_starts_no_process_and_the_next_one_is_as_quick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(improvement, "WORTH_COMPILING", math.inf)
    monkeypatch.delattr(elsewhere.subprocess, "Popen")
    machine = small("published/kip-101")
    text, _ = found(machine)
    assert text.startswith(QUICK)
    assert native.prepare_search(machine, GO_ON).kernel.text == text


def test_nothing_is_asked_for_before_the_first_batch() -> None:
    assert not Improvement("text").is_worth_it
