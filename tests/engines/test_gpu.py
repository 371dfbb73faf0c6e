"""The GPU engine, whose kernels ordinary threads run here; faults planted in them are caught."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from tests.engines.test_wrong_back_ends import wrong_text
from tests.support.agreement import GO_ON, agree, agree_exhaustively, agree_on_classes, at
from tests.support.host_device import HostDevice, searched_by_threads
from tests.support.protocols import FIRST_OF_EACH_FAMILY, costly, small, truth
from tests.support.random_machines import QUICK, corners, machines
from tidemark.base.errors import UsageError
from tidemark.checker.engines.disagreement import Disagreement
from tidemark.checker.engines.gpu import search, texts
from tidemark.checker.engines.native.search import search as search_natively
from tidemark.checker.runs.results import Limits
from tidemark.spec import Machine
from tidemark.spec.machines.machine import OutOfRange


@pytest.mark.parametrize("name", costly())
def test_every_protocol_is_searched_as_by_the_reference_engine(name: str) -> None:
    agree_exhaustively(truth(small(name)), searched_by_threads(small(name), GO_ON))


@pytest.mark.parametrize("name", FIRST_OF_EACH_FAMILY)
def test_it_stops_where_the_native_engine_does(name: str) -> None:
    agree_exhaustively(search_natively(small(name)), searched_by_threads(small(name)))


def test_it_finds_the_corners_of_the_language() -> None:
    agree(corners(), engines=("gpu",))
    agree_on_classes(corners())


@settings(QUICK, max_examples=20)
@given(machines())
def test_it_agrees_on_random_machines(machine: Machine) -> None:
    agree(machine, max_states=600, engines=("gpu",))


@pytest.mark.slow
@settings(
    QUICK, max_examples=int(os.environ.get("TIDEMARK_EXAMPLES", "600")), derandomize=False, phases=list(Phase)
)
@given(machines())
def test_it_and_any_number_of_native_threads_agree_on_many_random_machines(machine: Machine) -> None:
    agree(machine, max_states=3000, engines=("native", "gpu"), threads=(1, 2, 3, 8))


@pytest.fixture
def few_states_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "FEWEST_AT_ONCE", 1)
    monkeypatch.setattr(search, "MOST_AT_ONCE", 64)
    monkeypatch.setattr(search, "MOST_STAGED", 100)


@pytest.mark.usefixtures("few_states_at_a_time")
@pytest.mark.parametrize("name", ["published/high-watermark", "published/kip-320"])
def test_what_is_behind_the_frontier_goes_to_the_hosts_memory_and_is_read_from_there(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "KEY_SHARE", 0.98)
    machine, moved = at(name, "3/2/2/1"), list[int]()
    right = search.GpuSearch._move_to_host

    def move(self: search.GpuSearch, end: int) -> None:
        right(self, end)
        moved.append(end)

    monkeypatch.setattr(search.GpuSearch, "_move_to_host", move)
    agree_exhaustively(search_natively(machine, GO_ON), searched_by_threads(machine, GO_ON))
    assert len(moved) > 1


@pytest.mark.usefixtures("few_states_at_a_time")
@pytest.mark.parametrize("table", ["nodes", "keys", "states"])
def test_a_search_ends_incomplete_where_memory_does(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = at("published/kip-320", "3/2/2/2")
    if table == "nodes":
        monkeypatch.setitem(search.NODE_SHARES, machine_words(machine), 0.002)
    if table == "states":
        monkeypatch.setattr(search, "KEY_SHARE", 0.95)
        monkeypatch.setattr("tidemark.checker.engines.memory.available", lambda: 0)
    found = searched_by_threads(machine, device=HostDevice(size=2 << 20))
    assert not found.complete
    assert found.stopped == "the memory of the host was used up (1.9 MiB)"
    assert 100 < found.distinct_states < 737_794
    assert found.promises["leader-in-isr"].verdict == "violated"
    assert found.promises["strong-isr"].verdict == "unknown"


def machine_words(machine: Machine) -> int:
    return search.Layout(machine.leaves).words


def test_limits_end_a_search_and_what_was_found_counts() -> None:
    machine = at("published/kip-320", "3/2/2/2")
    found = searched_by_threads(machine, Limits(max_states=5_000), device=HostDevice(size=64 << 20))
    assert (found.distinct_states, found.stopped) == (5_000, "--max-states 5000 was reached")
    assert found.promises["leader-in-isr"].verdict == "violated"
    assert searched_by_threads(machine, Limits(seconds=1e-9)).stopped == "--seconds 1e-09 was reached"
    found = searched_by_threads(machine, Limits(max_memory=4 << 20))
    assert found.stopped == "--max-memory 4 MiB was reached"


def test_too_little_memory_to_begin_is_refused() -> None:
    with pytest.raises(UsageError, match=r"it needs 1 MiB of the memory of the host, and may take"):
        searched_by_threads(small("published/kip-320"), device=HostDevice(size=1000))


def wrong_kernels(old: str, new: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Kernels in whose text one pattern is replaced."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        right = texts.KernelText.kernels

        def wrong(self: texts.KernelText, instances: Any) -> str:
            text, count = re.subn(old, new, right(self, instances))
            assert count
            return text

        monkeypatch.setattr(texts.KernelText, "kernels", wrong)

    return plant


CLAIM = r"%(\d+) = cmpxchg ptr (%\d+), i64 -1, i64 (%\d+) monotonic monotonic, align 8"
COMPARISON = r"(= phi i64 \[ %\d+, %\d+ \], \[ %\d+, %\d+ \]\n) +%(\d+) = icmp eq i64 (%\d+), (%\d+)"
FAULTS = {
    "two threads may claim one slot": (
        CLAIM,
        r"store volatile i64 \3, ptr \2\n  %before\1 = insertvalue { i64, i1 } undef, i64 -1, 0\n"
        r"  %\1 = insertvalue { i64, i1 } %before\1, i1 true, 1",
    ),
    "half of a value is read": (
        COMPARISON,
        r"\1  %differs\2 = xor i64 \3, \4\n  %half\2 = trunc i64 %differs\2 to i32\n  %\2 = icmp eq i32 %half\2, 0",
    ),
    "a state is claimed and never published": (
        r"(atomicrmw add ptr %\d+, i64 1 monotonic, align 8\n.*\n) +store i64 %\d+, ptr %\d+, align 8",
        r"\1",
    ),
    "a table that is full says nothing": (r"atomicrmw or ptr %\d+, i64 1 monotonic", "add i64 0, 0 ;"),
    "a counter wraps": (r"(atomicrmw add ptr %\d+), i32 1", r"\1, i8 1"),
    "a node of the parent is taken for another": (
        r"(@reference.*\n.*\n  %6 = icmp eq i64) %1, %5",
        r"\1 0, 0",
    ),
    "a count is lost": (r"(atomicrmw add ptr %\d+, i64) %\d+( monotonic)", r"\1 0\2"),
}


def test_the_campaign_passes_without_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    campaign(monkeypatch)


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong_kernels(*FAULTS[name])(monkeypatch)
    with pytest.raises((AssertionError, Disagreement, OutOfRange)):
        campaign(monkeypatch)


def campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = at("published/high-watermark", "3/3/3/1")
    right = search_natively(machine, GO_ON)
    agree_exhaustively(right, searched_by_threads(machine, GO_ON, device=HostDevice(size=64 << 20)))
    for _ in range(2):
        together = HostDevice(threads=8, size=64 << 20, lockstep=True)
        assert searched_by_threads(machine, GO_ON, device=together).distinct_states == right.distinct_states
    with monkeypatch.context() as patch:
        patch.setattr(search, "KEY_SHARE", 0.1)
        patch.setattr(search, "FULLEST", 1000)  # the host does not look whether there is room
        patch.setattr(search, "FEWEST_WORDS", 0)
        patch.setattr(search, "FEWEST_AT_ONCE", 1)
        ended = searched_by_threads(at("published/kip-320", "2/2/2/2"), device=HostDevice(size=1 << 15))
        assert ended.stopped == "the memory of the host was used up (30 KiB)"


@pytest.mark.parametrize("name", ["published/high-watermark", "kafka/0.10.2"])
def test_states_of_every_level_are_checked_with_the_machines_own_functions(name: str) -> None:
    checks = searched_by_threads(small(name), GO_ON, spot_checks=500).spot_checks
    assert checks
    assert checks.count > 300


def test_what_the_compiler_makes_wrong_is_noticed_where_no_promise_is_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong_text(r"\bicmp slt", "icmp sle")(monkeypatch)
    with pytest.raises((Disagreement, OutOfRange)):
        searched_by_threads(small("published/kip-320"), spot_checks=500)
