"""The states that a search has found, level by level: in memory while they are few, then in a file.

Only the frontier and the level that is being made are needed whole; what is behind them is read again for a run. The
array has the addresses of all states. What is written is forgotten, and comes back to its own place when it is asked
for, a block at a time. blocks.c packs and unpacks a block.
"""

from __future__ import annotations

import mmap
import os
import tempfile
import threading
import weakref
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import byref, c_uint8, c_uint64, cast
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import FileIO
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.checker.engines.native.buffer import Buffer
from tidemark.checker.engines.native.kernel import HEADS, Functions
from tidemark.checker.engines.native.structures import WORDS

KEPT = 128 << 20
"""Bytes of states that stay in memory, whatever is behind the frontier."""
BLOCK = 1 << 17
"""States of a block."""
MOST_PACKED = 9
"""Bytes that a word takes when it is packed, at most."""


@cache
def _functions() -> Functions:
    llvm_ir = resources.files("tidemark.checker.engines.native").joinpath("blocks.ll").read_text()
    return Functions(HEADS["full"] + llvm_ir)


class DamagedBlockError(Exception):
    """A block is not what was written. Its text says which."""


@dataclass(frozen=True)
class Block:
    """The states from number `first` on, `count` of them, as `size` bytes of the file from `place` on."""

    first: int
    count: int
    place: int
    size: int
    checksum: int


@dataclass(frozen=True)
class LevelNote:
    """A search as it was when a level had ended.

    levels: the number of the first state of each level, and of the one after the last.
    enabled, changing: by action instance. made: how many successors.
    met: the promises whose condition arose, as a bit mask.
    broken: by name of a promise the level and the words of the least state that breaks it.
    """

    levels: list[int]
    enabled: list[int]
    changing: list[int]
    made: int
    met: int
    broken: dict[str, tuple[int, list[int]]]

    @property
    def count(self) -> int:
        """How many states there are."""
        return self.levels[-1]


class States:
    """The states of a search, with room for `most`. `file` is where they are kept from the first on; None for a
    temporary one, once they are too many. It has no buffer: what could not be written would be tried again by `close`.

    Raises:
        MemoryError: not even the addresses can be reserved.
    """

    def __init__(self, state_words: int, most: int, file: FileIO | None = None) -> None:
        self._words, self._file = state_words, file
        self._buffer = Buffer(c_uint64, state_words * most, huge_pages=True)
        self.items, self._buffer_states = self._buffer.items, most
        self.blocks: list[Block] = []
        self._forgotten = 0
        self._end, self._lock = 0, threading.Lock()

    @property
    def written(self) -> int:
        """How many states are in the file."""
        return self.blocks[-1].first + self.blocks[-1].count if self.blocks else 0

    def keep(self, frontier: int, count: int, in_parallel: Callable[..., Iterable[Any]] = map) -> None:
        """Forget what is behind the frontier, if that is much, and what will be: it is in the file then.

        Raises:
            OSError: the file can't be written; nothing is forgotten.
            MemoryError: there is too little to write it; the same.
        """
        if 8 * self._words * (count - self._forgotten) > KEPT:
            self.write(frontier, in_parallel)
            self._give_back(self._forgotten, frontier)
            self._forgotten = max(self._forgotten, frontier)

    def write(self, end: int, in_parallel: Callable[..., Iterable[Any]] = map) -> None:
        """Write the states up to a number, unless they are in the file.

        Raises:
            OSError: it can't be done. What was written before counts.
            MemoryError: there is too little to do it; the same.
        """
        if self.written >= end:
            return
        if self._file is None:
            self._file = tempfile.TemporaryFile(prefix="tidemark-", buffering=0)  # noqa: SIM115 (lives as long as this)
            weakref.finalize(self, self._file.close)
        _functions()  # once, and not by several threads
        self._end = max((block.place + block.size for block in self.blocks), default=0)
        firsts = range(self.written, end, BLOCK)
        self.blocks += in_parallel(self._write_block, firsts, [min(first + BLOCK, end) for first in firsts])

    def _write_block(self, first: int, end: int) -> Block:
        """Write some states behind what was written last. Several threads do so at once."""
        assert self._file is not None
        count = end - first
        room = Buffer(c_uint8, MOST_PACKED * self._words * count).items
        size = _functions().function("pack_states")(self._at(first), self._words, count, room)
        packed = memoryview(room)[:size]
        with self._lock:
            position = self._end
            self._end += size
        done = 0
        while done < size:
            done += os.pwrite(self._file.fileno(), packed[done:], position + done)
        return Block(first, count, position, size, zlib.crc32(packed))

    def _at(self, number: int) -> Any:
        """Where the state of a number is."""
        return cast(byref(self.items, 8 * self._words * number), WORDS)

    def _read(self, block: Block) -> None:
        """Read a block to its place.

        Raises:
            DamagedBlockError: it is not as it was written.
            OSError: it can't be read.
        """
        assert self._file is not None
        self._file.seek(block.place)
        packed = b""
        while len(packed) < block.size and (chunk := self._file.read(block.size - len(packed))):
            packed += chunk
        is_whole = len(packed) == block.size and zlib.crc32(packed) == block.checksum
        unpack = _functions().function("unpack_states")
        content = (c_uint8 * len(packed)).from_buffer_copy(packed)
        if not is_whole or not unpack(content, block.size, self._words, block.count, self._at(block.first)):
            raise DamagedBlockError(f"the states from number {block.first:,} on are not as they were written")

    def _give_back(self, first: int, end: int) -> None:
        """Take no memory for these states; all before them are forgotten, and so is the page that they share.

        Were it kept, a huge page would be kept for each block.
        """
        self._buffer.give_back(max(0, self._words * first - mmap.PAGESIZE // 8), self._words * end)

    def parts(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """The states from begin up to end in parts, each of which is in memory until the next one is asked for.

        Raises:
            UsageError: the file can't be read, or is damaged.
        """
        for block in self.blocks:
            low, high = max(begin, block.first), min(end, block.first + block.count, self._forgotten)
            if low < high:
                with _explain_errors():
                    self._read(block)
                yield low, high
                self._give_back(block.first, min(block.first + block.count, self._forgotten))
        if begin < end and max(begin, self._forgotten) < end:
            yield max(begin, self._forgotten), end

    def readable(self, most_blocks: int) -> list[tuple[int, int]]:
        """Which states can be read soon, from one number up to another: those in memory, and those of a few blocks."""
        behind = [block for block in self.blocks if block.first < self._forgotten]
        step = -(-len(behind) // most_blocks) or 1
        ranges = [(block.first, min(block.first + block.count, self._forgotten)) for block in behind[::step]]
        return [*ranges, (self._forgotten, self._buffer_states)]

    def take_up(self, blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
        """Go on with the states of a file that another search has written, and give them in parts as `parts` does.

        Raises:
            UsageError: the file can't be read, or is damaged.
        """
        self.blocks = list(blocks)
        self._forgotten = self.written
        yield from self.parts(0, self.written)

    def bring_back(self, begin: int = 0) -> None:
        """Bring back all states from a number on, for good.

        Raises:
            UsageError: the file can't be read, or is damaged.
        """
        for block in self.blocks:
            if block.first < self._forgotten and block.first + block.count > begin:
                with _explain_errors():
                    self._read(block)
        self._give_back(0, begin)
        self._forgotten = min(self._forgotten, begin)

    def sync(self) -> None:
        """Have the system write to the disk what is in the file.

        Raises:
            OSError: it can't.
        """
        if self._file is not None:
            os.fsync(self._file.fileno())


@contextmanager
def _explain_errors() -> Iterator[None]:
    try:
        yield
    except (OSError, DamagedBlockError, MemoryError) as error:
        reason = str(error) or "there is too little memory"
        raise UsageError(f"the file of the states can't be read: {reason}") from error
