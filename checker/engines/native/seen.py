"""The set of the states that a search has seen: its measures, its growth, and who enters what. seen.c does the work.

Apart from the search because nothing in it depends on the machine but the width of a state. An entry takes four to
eight bytes: as many as the part of a mixed key that its line does not tell, and how far it may be from that line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from ctypes import c_uint8, c_uint64
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from tidemark.checker.engines.native import structures
from tidemark.checker.engines.native.buffer import Buffer, words
from tidemark.checker.engines.native.kernel import HEADS, Effort, Functions, is_kept
from tidemark.checker.engines.native.structures import Entering, Numbering, Owner

LINE = 64
"""Bytes of a line."""
WIDTHS = (4, 5, 6, 8)
"""Bytes of an entry."""
FULLEST = 0.82
"""The share of the entries that may be taken."""
FULLEST_NUMBERING = 0.7
"""The same of the slots of a numbering."""
FIRST = 1 << 15
"""States that the first table has room for."""
FEWEST_BITS = 44
"""Of a key: more than there may be lines, by far."""
FIRST_NUMBERS = 1 << 12
"""Slots of the first table of a numbering."""
MOST_NUMBERS = 1 << 32
"""Numbers of one numbering: two of them are a word."""
SPARE_BITS = 3
"""How much longer than its numbers are a number's part of a key is made, and kept while the table is small."""
SMALL = 1 << 24
"""States of a table that is small: to make all keys again takes little time."""
MOVED_TOGETHER = 1 << 17
"""Lines of a table that are moved to a larger one before their memory is given back."""

Together = Callable[[Callable[[int], Any], int], list[Any]]
"""Does some work in as many parts as are given, each by a thread."""


class NoRoom(Exception):
    """The set can't take more states. Its text says why, where that is not memory."""


@cache
def _text() -> str:
    return resources.files("tidemark.checker.engines.native").joinpath("seen.ll").read_text()


@cache
def _functions(effort: Effort) -> Functions:
    """The text of seen.ll, compiled."""
    return Functions(HEADS[effort] + _text())


@dataclass(frozen=True)
class Measures:
    """How large a table is, and what an entry has: as `struct seen` of seen.c."""

    count: int
    width: int
    rest: int
    bits: int
    second: int

    @classmethod
    def of(cls, states: int, bits: int, second: int, threads: int) -> Measures:
        """Those with the smallest entries, for a table that is as full as it may be with that many states."""
        for width in WIDTHS:
            count = math.ceil(states / FULLEST / (LINE // width))
            count += -count % threads
            rest = bits - (count.bit_length() - 1)
            if width in (5, 6):
                rest = max(rest, 32)  # what is above the lower 32 bits tells an occupied entry
            if 8 * width - rest >= _distance_bits(LINE // width, count):
                return cls(count, width, rest, bits, second)
        raise AssertionError(f"{states} states with keys of {bits} bits")

    @property
    def room(self) -> int:
        """How many states it may take."""
        return int(FULLEST * self.count * (LINE // self.width))

    @property
    def size(self) -> int:
        """Its bytes. A line is read with a few bytes behind it."""
        return LINE * self.count + 16


def _distance_bits(entries: int, lines: int) -> int:
    """How many bits tell how far an entry is from its line, so that hardly one in a table is further away.

    The full lines before it are the busy period of a queue: the probability that it is longer than n lines falls by
    the same factor from each n to the next (Chernoff's bound on a sum of Poisson variables).
    """
    rate = entries * (-math.log(FULLEST) - (1 - FULLEST))
    return math.ceil(math.log2((math.log(lines) + 5) / rate + 2))


class StatesSeen:
    """A set of states.

    batch: the states that are to be entered are there; keys: room for the key of each of these.
    rising: whether to begin with functions that are not optimized, unless the cache has others; then `improve` does.
    allow: is called before memory is taken, with how many bytes, and may raise NoRoom.
    """

    def __init__(
        self,
        state_words: int,
        bits: int,
        batch: Any,
        keys: Any,
        threads: int,
        allow: Callable[[int], None],
        rising: bool = False,
    ) -> None:
        self.count, most = 0, len(keys)
        self._words, self._threads, self._allow = state_words, threads, allow
        self._take_functions(_functions("least" if rising and not is_kept(_text()) else "full"))
        self.entered = Buffer(c_uint8, most).items
        self._tables = [Buffer(c_uint64, 2 * FIRST_NUMBERS) for _ in range(2 * state_words - 2)]
        firsts = [Numbering(table.items, FIRST_NUMBERS) for table in self._tables]
        self._array = (Numbering * max(1, len(firsts)))(*firsts)
        self.entering = Entering(
            words=state_words, states=batch, keys=keys, entered=self.entered, numberings=self._array
        )
        padded = most + self.functions.constant("AHEAD")
        self.owners = [Owner(mine=words(padded)) for _ in range(threads)]
        half = FEWEST_BITS // 2
        key = (max(bits, FEWEST_BITS), 0) if state_words == 1 else (2 * half, half)
        self._use(Measures.of(FIRST, *key, threads))

    def _take_functions(self, own: Functions) -> None:
        self.functions, names = own, ("mix", "insert", "grow", "renumber")
        self._mix, self._insert, self._grow, self._renumber = map(own.function, names)

    def improve(self) -> None:
        """Work with optimized functions from here on; as before if there is no memory for them, or a signal comes."""
        with suppress(MemoryError, KeyboardInterrupt):
            self._take_functions(_functions("full"))

    def _use(self, measures: Measures) -> None:
        """Take an empty table, and divide its lines among the threads."""
        self._table = Buffer(c_uint8, measures.size, huge_pages=measures.size > 1 << 22)
        self.measures = measures
        self.entering.seen = structures.Seen(
            self._table.items, measures.count, measures.width, measures.rest, measures.bits, measures.second
        )
        for t, owner in enumerate(self.owners):
            owner.low, owner.high = self._bounds(measures, t)

    def _bounds(self, measures: Measures, thread: int) -> tuple[int, int]:
        lines = measures.count // self._threads
        return lines * thread, lines * (thread + 1)

    @property
    def size(self) -> int:
        """Bytes that its tables take."""
        numbers: list[Numbering] = self._array[: len(self._tables)]
        return self.measures.size + sum(16 * int(own.size) for own in numbers)

    def enter(self, ranges: Sequence[tuple[int, int]], together: Together) -> list[int]:
        """Enter the states at these positions of the batch, in order; `entered` then says which are new. Gives of each
        range how many are.

        Raises:
            NoRoom: they do not fit, and not all are entered.
            MemoryError: the system has no memory left.
        """
        states = sum(end - begin for begin, end in ranges)
        self._number_at_most(states)
        self._make_room(states, together)
        together(lambda k: self._mix(self.entering, *ranges[k]), len(ranges))
        found = [[0] * len(ranges) for _ in self.owners]
        left = [list(ranges) for _ in self.owners]

        def insert(t: int) -> None:
            owner = self.owners[t]
            while left[t]:
                begin, end = left[t][0]
                found[t][-len(left[t])] += self._insert(self.entering, owner, begin, end)
                if owner.stuck:
                    left[t][0] = owner.stuck - 1, end
                    return
                left[t].pop(0)

        before = self.count
        while any(left):
            together(insert, self._threads)
            self.count = before + sum(map(sum, found))
            if any(left):
                self._grow_to(self._larger(self.measures.room + 1), together)
        return [sum(each) for each in zip(*found, strict=True)]

    def _number_at_most(self, states: int) -> None:
        """Make room for that many new words in each numbering."""
        for number in range(len(self._tables)):
            own = self._array[number]
            if own.count + states >= MOST_NUMBERS:
                raise NoRoom(
                    f"{MOST_NUMBERS:,} values of one word of a state are the most that can be told apart"
                )
            if own.count + states <= FULLEST_NUMBERING * own.size:
                continue
            size = own.size
            while own.count + states > FULLEST_NUMBERING * size:
                size = size * 4 if size < 1 << 18 else size * 5 // 4
            self._allow(16 * size)  # the one before gives its memory back once all numbers are moved
            table = Buffer(c_uint64, 2 * size, huge_pages=size > 1 << 18)
            larger = Numbering(table.items, size)
            self._renumber(own, larger)
            self._array[number], self._tables[number] = larger, table

    def _make_room(self, states: int, together: Together) -> None:
        """Make the table large enough even if every state is new, and its keys wide enough for all numbers."""
        needed, room = self.count + states, self.measures.room
        larger = self._larger(needed)
        if self._words > 1:
            spare = SPARE_BITS if room < needed and room < SMALL else 0
            most = [(own.count + states).bit_length() for own in self._last_numberings()]
            bits = self.measures.bits - self.measures.second, self.measures.second
            if any(own + spare > has for own, has in zip(most, bits, strict=True)):
                first, second = (min(32, own + SPARE_BITS) for own in most)
                larger = Measures.of(larger.room, max(first + second, FEWEST_BITS), second, self._threads)
        if room < needed or larger.bits != self.measures.bits or larger.second != self.measures.second:
            self._grow_to(larger, together)

    def _last_numberings(self) -> tuple[Numbering, Numbering]:
        """Those whose numbers make a key."""
        sides, number = list(range(self._words)), self._words
        while len(sides) > 2:
            pairs = len(sides) // 2
            sides = [*range(number, number + pairs), *sides[2 * pairs :]]
            number += pairs
        return self._array[sides[0]], self._array[sides[1]]

    def _larger(self, states: int) -> Measures:
        room = self.measures.room
        while room < states:
            room = room * 4 if room < 1 << 21 else room * 2 if room < SMALL else room * 6 // 5
        return Measures.of(room, self.measures.bits, self.measures.second, self._threads)

    def _grow_to(self, measures: Measures, together: Together) -> None:
        """Move to another table. The memory of the one before is given back as it is read, where that is once."""
        before, table = self.measures, self._table
        alike = (before.bits, before.second) == (measures.bits, measures.second)
        self._allow(measures.size - alike * before.size)
        self.entering.before = self.entering.seen
        self._use(measures)

        def grow(t: int) -> int:
            moved, threads = 0, [t] if alike else range(self._threads)
            for low, high in (self._bounds(before, thread) for thread in threads):
                self.owners[t].before_low, self.owners[t].before_high = low, high
                # No two parts share a page: it would stay in memory.
                for part in range(low - low % MOVED_TOGETHER, high, MOVED_TOGETHER):
                    at, to = max(part, low), min(part + MOVED_TOGETHER, high)
                    moved += self._grow(self.entering, self.owners[t], at, to)
                    if alike:
                        table.give_back(at * LINE, to * LINE)
            return moved

        moved = sum(together(grow, self._threads))
        assert moved == self.count, f"{moved} of {self.count} states were moved to the larger table"
        self.entering.before = structures.Seen()
