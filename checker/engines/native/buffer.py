"""Memory for the compiled functions: arrays that take room only where they are touched."""

from __future__ import annotations

import ctypes
import mmap
import sys
from typing import Any

NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000 if sys.platform == "linux" else 0)
"""Linux then does not count what is not touched. If it did, a process that has reserved all memory could not fork.
Python has the name from 3.13 on."""


class Buffer:
    """Zeroed memory that the operating system provides as it is touched; `items` is the array of numbers in it.

    Raises:
        MemoryError: not even the addresses can be reserved.
    """

    def __init__(self, kind: type[Any], count: int, huge_pages: bool = False) -> None:
        self._width = ctypes.sizeof(kind)
        size = max(self._width * count, mmap.PAGESIZE)
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE
        try:
            self._map = mmap.mmap(-1, size, flags=flags)
        except (OSError, OverflowError):
            raise MemoryError from None
        if huge_pages and hasattr(mmap, "MADV_HUGEPAGE"):
            self._map.madvise(mmap.MADV_HUGEPAGE)
        self.items = (kind * count).from_buffer(self._map)

    def give_back(self, begin: int, end: int) -> None:
        """Forget the whole pages between two items: they are zero from now on, and take no memory."""
        first = -(-begin * self._width // mmap.PAGESIZE) * mmap.PAGESIZE
        last = end * self._width // mmap.PAGESIZE * mmap.PAGESIZE
        if last > first:
            self._map.madvise(mmap.MADV_DONTNEED, first, last - first)


def words(count: int) -> Any:
    """An array of `count` 64-bit numbers, all 0, on pages of its own: no two threads write to one cache line."""
    return Buffer(ctypes.c_uint64, count).items


def shorts(count: int) -> Any:
    """An array of `count` 16-bit numbers, all 0, on pages of its own."""
    return Buffer(ctypes.c_uint16, count).items
