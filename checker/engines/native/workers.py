"""The threads of a search: what each of them works with, and what they have counted and found together.

Apart from the search because what it asks of them is said in a few words: explore, and what have you found?
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from ctypes import byref, c_uint8, c_uint64, memmove, pointer, sizeof
from enum import IntEnum
from itertools import chain
from typing import Any

from tidemark.checker.engines.native.buffer import Buffer, shorts, words
from tidemark.checker.engines.native.capacity import Threads
from tidemark.checker.engines.native.kernel import Kernel
from tidemark.checker.engines.native.masks import BITS, from_words, to_words, watching_worker
from tidemark.checker.engines.native.seen import StatesSeen
from tidemark.checker.engines.native.structures import SearchSpace
from tidemark.checker.runs.results import State

TIMES = 1 << 9
"""How often the first thread takes states of the frontier before it looks at limits."""
NO_END = 2**64 - 1
"""So often that it is without an end."""


class ExploreEnd(IntEnum):
    """Why `explore` of runtime.c has returned."""

    LEVEL_ENDS = 0
    PAUSES = 1
    SET_IS_FULL = 2
    NO_ROOM = 3


class Workers:
    """The workers of a search, with the space in which they work.

    batch_states: for how many states that are expanded together there is room for successors.
    """

    def __init__(self, kernel: Kernel, seen: StatesSeen, threads: int, batch_states: int) -> None:
        self._kernel = kernel
        self._words = kernel.layout.words
        self._instances = max(1, len(kernel.instances))
        share = kernel.constant("TAKEN") * self._instances
        self.room = max(batch_states * self._instances, threads * share)
        self.spare = threads * kernel.constant("RESERVED")
        """How many numbers threads may have reserved without a state."""
        self.space = SearchSpace(
            batch=words(self.room * self._words),
            hashes=words(self.room),
            actions=shorts(self.room),
            inserted=Buffer(c_uint8, self.room).items,
            set=pointer(seen.shared),
        )
        masks = kernel.mask_words
        self.each = [
            watching_worker(
                masks,
                position=k * share,
                numbers=seen.room_to_remember(),
                enabled=words(self._instances),
                changing=words(self._instances),
                violated=words(masks),
                least=words(BITS * masks * self._words),
            )
            for k in range(threads)
        ]
        self.use(seen)

    def use(self, seen: StatesSeen) -> None:
        """Work with the functions that there are now."""
        self._explore, self.space.insert = self._kernel.function("explore"), seen.insert_all

    def begin(self, initial: Sequence[int]) -> None:
        """Let each worker remember a state that is in the set, or will be."""
        for worker in self.each:
            worker.recent = _repeat(initial, self._kernel.constant("REMEMBERED"))

    def commit(
        self, states: Sequence[Sequence[int]], grow: Callable[[], None], is_over: Callable[[], bool]
    ) -> bool:
        """Insert states, each with the next number unless it is there. Gives whether there was room for them.

        grow: is called where the set has to grow. is_over: says whether it could not.
        """
        first, size = self.each[0], self._words
        for begin in range(0, len(states), self.room):
            some = states[begin : begin + self.room]
            packed = (c_uint64 * (size * len(some)))(*chain.from_iterable(some))
            memmove(self.space.batch, packed, sizeof(packed))
            first.inserted, first.waiting = 0, len(some)
            while (end := self._explore(self.space, first, 0)) == ExploreEnd.SET_IS_FULL:
                grow()
                if is_over():
                    return True
            if end == ExploreEnd.NO_ROOM:
                return False
        return True

    def explore(self, pool: Threads, threads: int, look: Callable[[], bool]) -> set[int]:
        """Explore the level from the space's cursor on, by some threads. Gives for what reasons they have returned.

        look: is called by the first thread from time to time; if it gives true, all threads return.
        """
        self.space.pauses = 0

        def explore(k: int) -> int:
            return self._run(k, NO_END) if k else self._run_first(look)

        return set(pool.together(explore, threads))

    def _run(self, k: int, times: int) -> int:
        reason: int = self._explore(self.space, self.each[k], times)
        return reason

    def _run_first(self, look: Callable[[], bool]) -> int:
        try:
            while (reason := self._run(0, TIMES)) == ExploreEnd.PAUSES and not self.space.pauses:
                self.space.pauses = look()
        except BaseException:
            self.space.pauses = 1
            raise
        return reason

    def close_gaps(self, states: Any) -> None:
        """Move the last states to the numbers that threads have reserved and not used."""
        size, count = 8 * self._words, self.space.count
        for worker in sorted(self.each, key=lambda worker: -int(worker.reserved)):
            gap = worker.reserved - worker.number
            moved = min(gap, count - worker.reserved)
            count -= gap
            if moved > 0:
                source = byref(states, (count + gap - moved) * size)
                memmove(byref(states, worker.number * size), source, moved * size)
            worker.number = worker.reserved = 0
        self.space.count = count

    @property
    def made(self) -> int:
        """How many successors were made."""
        return sum(worker.made for worker in self.each)

    @property
    def enabled(self) -> list[int]:
        """By action instance, how often it was enabled."""
        return self._sums("enabled")

    @property
    def changing(self) -> list[int]:
        """By action instance, how often it has led to another state."""
        return self._sums("changing")

    def _sums(self, name: str) -> list[int]:
        counts = (getattr(worker, name)[: self._instances] for worker in self.each)
        return [sum(by_worker) for by_worker in zip(*counts, strict=True)]

    @property
    def met(self) -> int:
        """The promises whose condition arose, as a bit mask."""
        met = 0
        for worker in self.each:
            met |= from_words(worker.met[: self._kernel.mask_words])
        return met

    def take_up(self, successors: int, enabled: Sequence[int], changing: Sequence[int], met: int) -> None:
        """Go on from the counts of another search."""
        first = self.each[0]
        for k, counts in enumerate(zip(enabled, changing, strict=True)):
            first.enabled[k], first.changing[k] = counts
        first.made, first.met = successors, to_words(met, self._kernel.mask_words)

    def least_violation(self, promise: int) -> State | None:
        """The least state that breaks a promise, of those that were committed while it was watched."""
        word, bit = divmod(promise, BITS)
        range_of_words = slice(promise * self._words, (promise + 1) * self._words)
        breaking = [worker.least[range_of_words] for worker in self.each if worker.violated[word] >> bit & 1]
        return min(map(self._kernel.layout.unpack, breaking), default=None)

    def wrong(self) -> Iterator[int]:
        """The numbers of states in which an action wrote outside a domain, the least among them."""
        return (worker.wrong - 1 for worker in self.each if worker.wrong)


def _repeat(state: Sequence[int], count: int) -> Any:
    """An array of that many times the same state."""
    size = len(state)
    states = words(size * count)
    states[:size], done = state, 1
    while done < count:
        copied = min(done, count - done)
        memmove(byref(states, 8 * size * done), states, 8 * size * copied)
        done += copied
    return states
