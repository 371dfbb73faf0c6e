"""A device of ordinary threads, which run the kernels of the GPU engine: each is alone in a block of the grid."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from ctypes import CFUNCTYPE, addressof, c_uint32, c_uint64, c_void_p, memmove, memset
from typing import Any

from tidemark.checker.engines.gpu import search_on
from tidemark.checker.engines.gpu.texts import KERNELS, Target
from tidemark.checker.engines.native.compilation import EFFORTS, compile_here
from tidemark.checker.engines.native.kernel import load_code
from tidemark.checker.runs.results import Limits, Report, Result
from tidemark.spec import Machine

KERNEL = CFUNCTYPE(None, c_void_p, c_uint64, c_uint64, c_uint64, c_void_p, c_void_p, c_void_p)


class HostModule:
    def __init__(self, device: HostDevice, text: str, instances: int) -> None:
        self._device = device
        self._linked = load_code(text, EFFORTS["less"], compile_here)
        self._kernels = {name: KERNEL(self._linked.address(f"{name}_kernel")) for name in KERNELS}
        self._counters = [(c_uint32 * max(1, 2 * instances))() for _ in range(device.most_threads)]

    def launch(self, kernel: str, threads: int, *arguments: int) -> None:
        blocks = min(threads, self._device.most_threads)

        def run(block: int) -> None:
            place = (c_uint64 * 4)(*self._device.place(block, blocks))
            self._kernels[kernel](*arguments, addressof(self._counters[block]), addressof(place))

        list(self._device.pool.map(run, range(blocks)))


class HostDevice:
    """`size`: bytes of its memory. `lockstep`: all threads do the whole work, each for itself, at the same time."""

    target: Target = "threads"
    name = "the host"

    def __init__(self, threads: int = 3, size: int = 8 << 20, lockstep: bool = False) -> None:
        self.most_threads, self._size, self._lockstep = threads, size, lockstep
        self.pool = ThreadPoolExecutor(threads)
        self._memory: list[Any] = []

    def place(self, block: int, blocks: int) -> tuple[int, int, int, int]:
        return (0, 1, 0, 1) if self._lockstep else (block, blocks, 0, 1)

    def free(self) -> int:
        return self._size

    def allocate(self, size: int) -> int:
        self._memory.append((c_uint64 * -(-size // 8))())
        return addressof(self._memory[-1])

    def fill(self, address: int, size: int) -> None:
        memset(address, 0xFF, size)

    def write(self, address: int, values: Any, size: int) -> None:
        memmove(address, values, size)

    def read(self, array: Any, address: int, size: int) -> None:
        memmove(array, address, size)

    def copy(self, to: int, source: int, size: int) -> None:
        assert to + size <= source or source + size <= to
        memmove(to, source, size)

    def load(self, text: str, instances: int) -> HostModule:
        return HostModule(self, text, instances)

    def close(self) -> None:
        self.pool.shutdown()


def searched_by_threads(
    machine: Machine,
    limits: Limits | None = None,
    report: Report | None = None,
    symmetry: bool = False,
    device: HostDevice | None = None,
    spot_checks: int = 0,
) -> Result:
    """What the GPU engine finds on such a device."""
    return search_on(device or HostDevice(), machine, limits or Limits(), report, symmetry, spot_checks)
