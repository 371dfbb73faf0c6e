"""The GPU engine on an NVIDIA GPU, beside the native engine and the reference engine: `make gpu`."""

from __future__ import annotations

from dataclasses import replace

import hypothesis
import pytest
from hypothesis import given, settings

from tests.support import agreement
from tests.support.agreement import GO_ON, agree_exhaustively, agree_on_classes, agree_on_verdicts, at
from tests.support.protocols import NAMES, small
from tests.support.random_machines import QUICK, corners, machines
from tidemark.checker.engines.gpu import search, search_on
from tidemark.checker.engines.gpu.cuda import CudaDevice
from tidemark.checker.engines.native.search import search as search_natively
from tidemark.checker.engines.symmetry.interchangeable import is_symmetric
from tidemark.checker.runs.results import Limits, Report, Result
from tidemark.spec import Machine

pytestmark = pytest.mark.gpu

SIZE = 1 << 30
"""Bytes of the GPU's memory for one search, so that several processes share it."""
SEEDS, EACH = 8, 30
"""How many groups of random machines there are, and how many machines are in each."""


def searched_on_a_gpu(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    symmetry: bool = False,
    size: int = SIZE,
    spot_checks: int = 0,
) -> Result:
    limits = replace(limits or Limits(), max_memory=size)
    return search_on(CudaDevice(0), machine, limits, report, symmetry, spot_checks)


@pytest.fixture(autouse=True)
def the_gpu_and_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agreement, "searched_by_threads", searched_on_a_gpu)


@pytest.mark.parametrize("name", NAMES)
def test_every_protocol_is_searched_as_by_the_native_engine(name: str) -> None:
    machine = small(name)
    right = search_natively(machine, GO_ON)
    agree_exhaustively(right, searched_on_a_gpu(machine, GO_ON, spot_checks=100))
    if is_symmetric(machine):
        agree_on_verdicts(right, searched_on_a_gpu(machine, GO_ON, symmetry=True))


@pytest.mark.parametrize("name", ["published/high-watermark", "published/kip-320", "kafka/0.10.2"])
def test_it_stops_where_the_native_engine_does(name: str) -> None:
    agree_exhaustively(search_natively(small(name)), searched_on_a_gpu(small(name)))


def test_it_finds_the_corners_of_the_language() -> None:
    agreement.agree(corners(), engines=("gpu",))
    agree_on_classes(corners())


@pytest.mark.parametrize("seed", range(SEEDS))
def test_it_agrees_on_random_machines(seed: int) -> None:
    @hypothesis.seed(seed)
    @settings(QUICK, max_examples=EACH, derandomize=False)
    @given(machines())
    def agrees(machine: Machine) -> None:
        agreement.agree(machine, max_states=3_000, engines=("gpu",))

    agrees()


def test_what_is_behind_the_frontier_goes_to_the_hosts_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "KEY_SHARE", 0.9)
    machine, moved = at("published/kip-320", "3/2/2/3"), list[int]()
    right = search.GpuSearch._move_to_host

    def move(self: search.GpuSearch, end: int) -> None:
        right(self, end)
        moved.append(self._base)

    monkeypatch.setattr(search.GpuSearch, "_move_to_host", move)
    agree_exhaustively(search_natively(machine, GO_ON), searched_on_a_gpu(machine, GO_ON, size=400 << 20))
    assert len(set(moved)) > 1


def test_a_search_ends_where_its_memory_does() -> None:
    found = searched_on_a_gpu(at("published/kip-320", "3/2/2/3"), GO_ON, size=40 << 20)
    assert found.stopped == "--max-memory 40 MiB was reached"
    assert 100_000 < found.distinct_states < 9_985_570
    assert found.promises["leader-in-isr"].verdict == "violated"
