"""NVIDIA's driver, called as its API says: by a stand-in here. Without a driver or a GPU there is one clear line."""

from __future__ import annotations

import pytest

from tests.support.agreement import GO_ON, agree_exhaustively
from tests.support.host_driver import NO_DEVICE, HostDriver
from tests.support.protocols import small
from tidemark.base.errors import UsageError
from tidemark.checker.engines import SearchRequest, native, search
from tidemark.checker.engines.gpu import cuda


def installed(driver: HostDriver, monkeypatch: pytest.MonkeyPatch) -> HostDriver:
    monkeypatch.setattr(cuda, "CDLL", lambda _: driver)
    monkeypatch.setattr(cuda, "ptx", str.encode)
    monkeypatch.setattr(cuda.CudaDevice, "target", "threads")
    return driver


@pytest.mark.parametrize("name", ["published/high-watermark", "kafka/0.10.2"])
def test_a_search_by_the_driver_finds_what_the_native_engine_does(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = small(name)
    right = native.ENGINE.search(machine, SearchRequest(keep_going=True))
    driver = installed(HostDriver(), monkeypatch)
    agree_exhaustively(right, search("gpu", machine, SearchRequest(keep_going=GO_ON.keep_going)))
    assert driver.memory == {}
    assert set(driver.modules) == {None}
    assert driver.calls[-1] == "cuDevicePrimaryCtxRelease_v2"
    assert driver.calls.count("cuLaunchKernel") == driver.calls.count("cuCtxSynchronize") > 10


def refusal(driver: HostDriver, monkeypatch: pytest.MonkeyPatch, **request: int) -> str:
    installed(driver, monkeypatch)
    with pytest.raises(UsageError) as error:
        search("gpu", small("published/kip-320"), SearchRequest(**request))
    return str(error.value)


def test_what_is_missing_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refusal(HostDriver(cuInit=NO_DEVICE), monkeypatch) == (
        "NVIDIA's driver reports an error (cuInit: 100, no device was detected): take --engine native"
    )
    assert refusal(HostDriver(), monkeypatch, device=1) == (
        "there is no GPU 1: there are 1, and the first has the number 0"
    )
    old = HostDriver()
    old.attributes[75] = 7
    assert refusal(old, monkeypatch) == (
        "Stand-in has the compute capability 7.0, and the engine gpu needs 8.0: take --engine native"
    )
    assert refusal(HostDriver(cuMemAlloc_v2=2), monkeypatch).startswith("Stand-in gave no ")
    assert refusal(HostDriver(size=1000), monkeypatch).startswith("the search can't begin: it needs ")


def test_without_a_driver_the_native_engine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "LIBRARY", "libcuda-that-is-not-there.so.1")
    with pytest.raises(UsageError, match=r"needs NVIDIA's driver, and there is no .*: take --engine native"):
        search("gpu", small("published/kip-320"))
