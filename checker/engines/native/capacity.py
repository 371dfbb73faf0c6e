"""What a search may take: how many states it has room for, why not for more, and its threads.

Kept apart from the search, which asks once. Address space is reserved for all states at the start, and memory is taken
as they come. So the reservation must fit into what `ulimit -v` leaves, with room beside it for all else.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tidemark.base.errors import UsageError
from tidemark.checker.engines import memory
from tidemark.checker.engines.bookkeeping import memory_used_up, most_memory, space_used_up
from tidemark.checker.engines.native.seen import NoRoom
from tidemark.checker.runs.results import Limits

if TYPE_CHECKING:  # a small search does without
    from concurrent.futures import Future, ThreadPoolExecutor

MOST_STATES = 1 << 40
"""More than any machine has memory for."""
FEWEST_BYTES = 4
"""What the set of the states seen takes of each, at least."""
TABLES = 30
"""Bytes a state that the sets and the index take at most: while one grows there are two, the larger one sparse."""
SPARE = 48 << 20
"""Bytes of address space left free: to read back a run, and to tell of it."""
FEW = 1 << 16
"""Fewer attempts, of an instance in a state, are made by one thread: they take it less than half a millisecond."""
STACK = 8 << 20
"""Bytes of address space that a thread takes for its stack, where `ulimit -s` does not say."""


@dataclass(frozen=True)
class Capacity:
    """How many states there is room for, and what to say when they are found."""

    states: int
    reason: str


class Allowance:
    """The memory that a search may take. It knows nothing of the search: what has it keeps no search alive.

    most: bytes of resident memory.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits, self.most = limits, most_memory(limits)

    def look_again(self) -> None:
        """Allow less if other processes have taken memory, and more if they have given it back."""
        self.most = most_memory(self._limits)

    @property
    def reason(self) -> str:
        """What to say when it is used up."""
        return memory_used_up(self._limits, self.most)

    @property
    def is_used_up(self) -> bool:
        """Whether it is."""
        return memory.resident() > self.most

    def require(self, size: int) -> None:
        """Let a set take that many bytes.

        Raises:
            NoRoom: there is too little.
        """
        if memory.resident() + size > self.most:
            raise NoRoom(self.reason)


def room_for_states(limits: Limits, most: int, least: int, width: int, threads: int) -> Capacity:
    """The room for states of `width` bytes in `most` bytes of memory, and in the address space that is left.

    least: what each takes of memory at least. All have addresses, also those that are in a file.
    """
    rooms = [
        Capacity(MOST_STATES, f"{MOST_STATES:,} states are the most that one search can count"),
        Capacity(most // least, memory_used_up(limits, most)),
    ]
    address_space = memory.address_space()
    if address_space is not None:
        stack = resource.getrlimit(resource.RLIMIT_STACK)[0]
        stacks = threads * (STACK if stack == resource.RLIM_INFINITY else stack)
        states = max(0, address_space - stacks - SPARE) // (width + TABLES)
        rooms.append(Capacity(states, space_used_up()))
    return min(rooms, key=lambda room: room.states)


def divide_range(begin: int, end: int, parts: int) -> list[int]:
    """Where as many equal parts of a range begin, and where the last ends."""
    return [begin + (end - begin) * k // parts for k in range(parts + 1)]


def is_little(states: int, instances: int) -> bool:
    """Whether expanding these states is too little work to be shared."""
    return states * instances < FEW


class Threads:
    """Threads that work together; count: how many, with the one that asks. The others are started when there is work
    for them, and with them what starts them.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._started: ThreadPoolExecutor | None = None

    def __enter__(self) -> Threads:
        return self

    def __exit__(self, *_: object) -> None:
        if self._started:
            self._started.shutdown()

    def together(self, work: Callable[[int], Any], parts: int) -> list[Any]:
        """The work of every part: the first here, the others by the other threads.

        Raises:
            UsageError: the system gives no more threads.
            MemoryError: there is too little to start them.
        """
        futures: list[Future[Any]] = []
        try:
            futures.extend(self.submit(work, k) for k in range(1, parts))
            first = work(0)
        finally:
            for future in futures:  # none goes on writing where another has failed
                future.exception()
        return [first, *(future.result() for future in futures)]

    def map(self, work: Callable[..., Any], *items: Iterable[Any]) -> list[Any]:
        """The result of the work on each item, in order; raises as `together` does."""
        calls = list(zip(*items, strict=True))
        results: list[Any] = [None] * len(calls)

        def part(first: int) -> None:
            for k in range(first, len(calls), self._count):
                results[k] = work(*calls[k])

        self.together(part, min(self._count, len(calls)))
        return results

    def submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Let a thread do some work; raises as `together` does."""
        try:
            if self._started is None:
                from concurrent.futures import ThreadPoolExecutor

                self._started = ThreadPoolExecutor(max(1, self._count - 1))
            return self._started.submit(work, *arguments)
        except ImportError:
            raise MemoryError from None
        except RuntimeError as error:
            raise UsageError(
                f"that many threads can't be started ({error}): give a smaller number with --threads"
            ) from None
