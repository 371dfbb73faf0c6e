"""A stand-in for NVIDIA's driver, by its functions: its memory is the host's, and one thread runs a kernel.

It checks what the real one would refuse: addresses that were never given, and a device that is not there.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from ctypes import addressof, c_uint32, c_uint64
from typing import Any

from tests.support.host_device import KERNEL
from tidemark.checker.engines.gpu.cuda import COUNTER
from tidemark.checker.engines.gpu.texts import KERNELS
from tidemark.checker.engines.native.compilation import LEAST, compile_here
from tidemark.checker.engines.native.kernel import load_code

NO_DEVICE, OUT_OF_MEMORY = 100, 2
ATTRIBUTES = {16: 2, 75: 8, 76: 0}
"""Multiprocessors, and the compute capability."""


class HostDriver:
    """The library. `size`: bytes of its memory; `codes`: what functions return in place of 0."""

    def __init__(self, size: int = 64 << 20, **codes: int) -> None:
        self.size, self.codes, self.attributes = size, codes, dict(ATTRIBUTES)
        self.memory: dict[int, Any] = {}
        self.modules: list[Any] = []
        self.kernels: dict[int, Any] = {}
        self.calls: list[str] = []
        self._functions: dict[str, Callable[..., int]] = {}

    def __getattr__(self, name: str) -> Callable[..., int]:
        if name not in self._functions:
            own = getattr(HostDriver, f"do_{name}", None)

            def function(*arguments: Any) -> int:
                self.calls.append(name)
                if name in self.codes:
                    return self.codes[name]
                return (own(self, *arguments) if own else None) or 0

            self._functions[name] = function
        return self._functions[name]

    def do_cuDeviceGetCount(self, count: Any) -> None:
        count._obj.value = 1

    def do_cuDeviceGetName(self, name: Any, size: int, device: int) -> None:
        name.value = b"Stand-in"

    def do_cuDeviceGetAttribute(self, value: Any, attribute: int, device: int) -> None:
        value._obj.value = self.attributes[attribute]

    def do_cuGetErrorString(self, code: int, text: Any) -> None:
        text._obj.value = b"no device was detected"

    def do_cuMemGetInfo_v2(self, free: Any, whole: Any) -> None:
        free._obj.value = whole._obj.value = self.size

    def do_cuMemAlloc_v2(self, address: Any, size: int) -> int:
        if size > self.size:
            return OUT_OF_MEMORY
        block = (c_uint64 * -(-size // 8))()
        self.memory[addressof(block)] = block
        address._obj.value = addressof(block)
        return 0

    def do_cuMemFree_v2(self, address: int) -> None:
        del self.memory[address]

    def _require(self, address: int, size: int) -> None:
        assert any(
            begin <= address and address + size <= begin + ctypes.sizeof(b)
            for begin, b in self.memory.items()
        )

    def do_cuMemsetD8_v2(self, address: int, value: int, size: int) -> None:
        self._require(address, size)
        ctypes.memset(address, value, size)

    def do_cuMemcpyHtoD_v2(self, address: int, values: Any, size: int) -> None:
        self._require(address, size)
        ctypes.memmove(address, values, size)

    def do_cuMemcpyDtoH_v2(self, array: Any, address: int, size: int) -> None:
        self._require(address, size)
        ctypes.memmove(array, address, size)

    def do_cuMemcpyDtoD_v2(self, to: int, source: int, size: int) -> None:
        self._require(to, size)
        self._require(source, size)
        ctypes.memmove(to, source, size)

    def do_cuModuleLoadData(self, module: Any, text: bytes) -> None:
        self.modules.append(load_code(text.decode(), LEAST, compile_here))
        module._obj.value = len(self.modules)

    def do_cuModuleUnload(self, module: Any) -> None:
        self.modules[module.value - 1] = None

    def do_cuModuleGetFunction(self, function: Any, module: Any, name: bytes) -> None:
        assert name.decode() in {f"{kernel}_kernel" for kernel in KERNELS}
        function._obj.value = address = self.modules[module.value - 1].address(name.decode())
        self.kernels[address] = KERNEL(address)

    def do_cuLaunchKernel(self, function: Any, *arguments: Any) -> None:
        blocks, _, _, threads, _, _, shared, _, parameters, _ = arguments
        assert 1 <= blocks <= 64
        assert threads % 32 == 0
        counters = (c_uint32 * max(1, shared // COUNTER))()
        values = [c_uint64.from_address(parameter).value for parameter in parameters]
        assert len(values) == 5
        place = (c_uint64 * 4)(0, 1, 0, 1)
        self.kernels[function.value](*values, addressof(counters), addressof(place))
