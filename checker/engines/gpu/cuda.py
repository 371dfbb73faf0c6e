"""NVIDIA's GPUs, by the driver's library: it comes with the driver of a card, and nothing else is needed.

The names are from the CUDA Driver API (https://docs.nvidia.com/cuda/cuda-driver-api).
"""

from __future__ import annotations

import ctypes
from ctypes import CDLL, byref, c_char_p, c_int, c_size_t, c_ubyte, c_uint, c_uint64, c_void_p
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.engines.amounts import size_text
from tidemark.checker.engines.gpu.ptx import OLDEST, ptx
from tidemark.checker.engines.gpu.texts import KERNELS, Target

LIBRARY = "libcuda.so.1"
BLOCK = 128
"""Threads of a block."""
BLOCKS = 32
"""Blocks for each multiprocessor, at most: more than run on it at once, so that none waits for the last."""
COUNTER = 4
"""Bytes of a counter in the memory that a block shares."""

_POINTER = ctypes.POINTER
_ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "cuInit": (c_uint,),
    "cuDeviceGetCount": (_POINTER(c_int),),
    "cuDeviceGet": (_POINTER(c_int), c_int),
    "cuDeviceGetName": (c_char_p, c_int, c_int),
    "cuDeviceGetAttribute": (_POINTER(c_int), c_int, c_int),
    "cuDevicePrimaryCtxRetain": (_POINTER(c_void_p), c_int),
    "cuDevicePrimaryCtxRelease_v2": (c_int,),
    "cuCtxSetCurrent": (c_void_p,),
    "cuCtxSynchronize": (),
    "cuMemGetInfo_v2": (_POINTER(c_size_t), _POINTER(c_size_t)),
    "cuMemAlloc_v2": (_POINTER(c_uint64), c_size_t),
    "cuMemFree_v2": (c_uint64,),
    "cuMemsetD8_v2": (c_uint64, c_ubyte, c_size_t),
    "cuMemcpyHtoD_v2": (c_uint64, c_void_p, c_size_t),
    "cuMemcpyDtoH_v2": (c_void_p, c_uint64, c_size_t),
    "cuMemcpyDtoD_v2": (c_uint64, c_uint64, c_size_t),
    "cuModuleLoadData": (_POINTER(c_void_p), c_char_p),
    "cuModuleUnload": (c_void_p,),
    "cuModuleGetFunction": (_POINTER(c_void_p), c_void_p, c_char_p),
    "cuLaunchKernel": (c_void_p, *(c_uint,) * 7, c_void_p, _POINTER(c_void_p), c_void_p),
    "cuGetErrorString": (c_int, _POINTER(c_char_p)),
}
_OUT_OF_MEMORY = 2
_MULTIPROCESSORS, _MAJOR, _MINOR = 16, 75, 76
"""Attributes of a device."""


class Driver:
    """The functions of the driver's library, by their names.

    Raises:
        UsageError: there is no such library.
    """

    def __init__(self) -> None:
        try:
            self._library = CDLL(LIBRARY)
        except OSError:
            raise UsageError(
                f"the engine gpu needs NVIDIA's driver, and there is no {LIBRARY}: take --engine native"
            ) from None
        for name, arguments in _ARGUMENTS.items():
            getattr(self._library, name).argtypes = arguments

    def __call__(self, name: str, *arguments: Any) -> None:
        """Call a function.

        Raises:
            MemoryError: the device has too little memory.
            UsageError: the driver reports another error.
        """
        code = getattr(self._library, name)(*arguments)
        if code == _OUT_OF_MEMORY:
            raise MemoryError
        if code:
            name_of_error = c_char_p()
            self._library.cuGetErrorString(code, byref(name_of_error))
            reason = (name_of_error.value or b"unknown error").decode()
            raise UsageError(
                f"NVIDIA's driver reports an error ({name}: {code}, {reason}): take --engine native"
            )

    def number(self, name: str, *arguments: Any) -> int:
        """The number that a function writes to its first argument."""
        number = c_int()
        self(name, byref(number), *arguments)
        return number.value


class CudaModule:
    """The kernels of one module."""

    def __init__(self, device: CudaDevice, llvm_ir: str, instances: int) -> None:
        self._call, self._most = device.call, device.most_threads // BLOCK
        self._shared = 2 * COUNTER * instances
        self.handle, self._kernels = c_void_p(), {name: c_void_p() for name in KERNELS}
        self._call("cuModuleLoadData", byref(self.handle), ptx(llvm_ir))
        for name, kernel in self._kernels.items():
            self._call("cuModuleGetFunction", byref(kernel), self.handle, f"{name}_kernel".encode())

    def launch(self, kernel: str, threads: int, *arguments: int) -> None:
        """Run a kernel, and wait for its end."""
        values = [c_uint64(argument) for argument in arguments]
        pointers = (c_void_p * len(values))(*(ctypes.addressof(value) for value in values))
        blocks = max(1, min(self._most, -(-threads // BLOCK)))
        grid, block = (blocks, 1, 1), (BLOCK, 1, 1)
        self._call("cuLaunchKernel", self._kernels[kernel], *grid, *block, self._shared, None, pointers, None)
        self._call("cuCtxSynchronize")


class CudaDevice:
    """The GPU of that number.

    Raises:
        UsageError: there is no such GPU, or it is too old.
    """

    target: Target = "nvptx"

    def __init__(self, number: int) -> None:
        self.call = Driver()
        self.call("cuInit", 0)
        count = self.call.number("cuDeviceGetCount")
        if number >= count:
            raise UsageError(f"there is no GPU {number}: there are {count}, and the first has the number 0")
        self._number = self.call.number("cuDeviceGet", number)
        name = ctypes.create_string_buffer(100)
        self.call("cuDeviceGetName", name, len(name), self._number)
        self.name = name.value.decode()
        capability = self._attribute(_MAJOR), self._attribute(_MINOR)
        if capability < OLDEST:
            raise UsageError(
                f"{self.name} has the compute capability {capability[0]}.{capability[1]}, and the engine gpu needs "
                f"{OLDEST[0]}.{OLDEST[1]}: take --engine native"
            )
        self.most_threads = BLOCK * BLOCKS * self._attribute(_MULTIPROCESSORS)
        context = c_void_p()
        self.call("cuDevicePrimaryCtxRetain", byref(context), self._number)
        self.call("cuCtxSetCurrent", context)
        self._memory, self._modules = list[int](), list[CudaModule]()

    def _attribute(self, attribute: int) -> int:
        return self.call.number("cuDeviceGetAttribute", attribute, self._number)

    def free(self) -> int:
        """Bytes of memory that it has left."""
        free, whole = c_size_t(), c_size_t()
        self.call("cuMemGetInfo_v2", byref(free), byref(whole))
        return free.value

    def allocate(self, size: int) -> int:
        """The address of new memory.

        Raises:
            UsageError: there is too little.
        """
        address = c_uint64()
        try:
            self.call("cuMemAlloc_v2", byref(address), size)
        except MemoryError:
            free = size_text(self.free())
            raise UsageError(
                f"{self.name} gave no {size_text(size)} of memory: set --max-memory to less than {free}"
            ) from None
        self._memory.append(address.value)
        return address.value

    def fill(self, address: int, size: int) -> None:
        """Set all bits of some bytes."""
        self.call("cuMemsetD8_v2", address, 0xFF, size)

    def write(self, address: int, values: Any, size: int) -> None:
        """Copy bytes of an array of ctypes to the device."""
        self.call("cuMemcpyHtoD_v2", address, values, size)

    def read(self, array: Any, address: int, size: int) -> None:
        """Copy bytes from the device."""
        self.call("cuMemcpyDtoH_v2", array, address, size)

    def copy(self, to: int, source: int, size: int) -> None:
        """Copy bytes within the device."""
        self.call("cuMemcpyDtoD_v2", to, source, size)

    def load(self, llvm_ir: str, instances: int) -> CudaModule:
        """The kernels of a text, compiled."""
        self._modules.append(CudaModule(self, llvm_ir, instances))
        return self._modules[-1]

    def close(self) -> None:
        """Give everything back."""
        for address in self._memory:
            self.call("cuMemFree_v2", address)
        for module in self._modules:
            self.call("cuModuleUnload", module.handle)
        self.call("cuDevicePrimaryCtxRelease_v2", self._number)
