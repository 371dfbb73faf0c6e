"""A device of ordinary threads, which run the kernels of the GPU engine: each is alone in a block of the grid."""

from __future__ import annotations

import ctypes
from concurrent.futures import ThreadPoolExecutor
from ctypes import CFUNCTYPE, c_uint32, c_uint64, c_void_p
from typing import Any

from tidemark.checker.engines.gpu.texts import KERNELS, Target
from tidemark.checker.engines.native.kernel import HEADS, _load, compiled_here

EFFORT = "less"
KERNEL = CFUNCTYPE(None, c_void_p, c_uint64, c_uint64, c_uint64, c_void_p, c_void_p, c_void_p)


class HostModule:
    def __init__(self, device: HostDevice, text: str, instances: int) -> None:
        self._device = device
        self._linked = _load(HEADS[EFFORT] + text, compiled_here)
        self._kernels = {name: KERNEL(self._linked.address(f"{name}_kernel")) for name in KERNELS}
        self._counters = [(c_uint32 * max(1, 2 * instances))() for _ in range(device.most_threads)]

    def launch(self, kernel: str, threads: int, *arguments: int) -> None:
        blocks = min(threads, self._device.most_threads)

        def run(block: int) -> None:
            place = (c_uint64 * 4)(block, blocks, 0, 1)
            self._kernels[kernel](*arguments, ctypes.addressof(self._counters[block]), ctypes.addressof(place))

        list(self._device.pool.map(run, range(blocks)))


class HostDevice:
    """`size`: bytes of its memory."""

    target: Target = "host"
    name = "the host"

    def __init__(self, threads: int = 3, size: int = 64 << 20) -> None:
        self.most_threads, self._size = threads, size
        self.pool = ThreadPoolExecutor(threads)
        self._memory: list[Any] = []

    def free(self) -> int:
        return self._size

    def allocate(self, size: int) -> int:
        self._memory.append((c_uint64 * (size // 8))())
        return ctypes.addressof(self._memory[-1])

    def fill(self, address: int, size: int) -> None:
        ctypes.memset(address, 0xFF, size)

    def write(self, address: int, values: Any, size: int) -> None:
        ctypes.memmove(address, values, size)

    def read(self, array: Any, address: int, size: int) -> None:
        ctypes.memmove(array, address, size)

    def copy(self, to: int, source: int, size: int) -> None:
        ctypes.memmove(to, source, size)

    def load(self, text: str, instances: int) -> HostModule:
        return HostModule(self, text, instances)

    def close(self) -> None:
        self.pool.shutdown()
