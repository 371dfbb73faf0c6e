"""What the GPU engine asks of a device: memory, and kernels that a grid of threads runs.

`cuda` has NVIDIA's GPUs. The tests have a device of ordinary threads, which runs the same kernels.
"""

from __future__ import annotations

from typing import Any, Protocol

from tidemark.checker.engines.gpu.texts import Target


class Module(Protocol):
    """The kernels of a machine, or of some of its action instances, on a device."""

    def launch(self, kernel: str, threads: int, *arguments: int) -> None:
        """Run a kernel by that many threads, or by as many as the device runs at once, and wait for its end."""


class Device(Protocol):
    """A device. Addresses are numbers.

    target: for what its kernels are written.
    most_threads: how many threads run a kernel at once, at most.
    """

    target: Target
    most_threads: int
    name: str

    def free(self) -> int:
        """Bytes of memory that it has left."""

    def allocate(self, size: int) -> int:
        """The address of new memory.

        Raises:
            MemoryError: it has too little.
        """

    def fill(self, address: int, size: int) -> None:
        """Set all bits of some bytes."""

    def write(self, address: int, values: Any, size: int) -> None:
        """Copy bytes of an array or a structure of ctypes to the device."""

    def read(self, array: Any, address: int, size: int) -> None:
        """Copy bytes from the device."""

    def copy(self, to: int, source: int, size: int) -> None:
        """Copy bytes within the device, between places that do not overlap."""

    def load(self, llvm_ir: str, instances: int) -> Module:
        """The kernels of a text, compiled."""

    def close(self) -> None:
        """Give everything back."""
