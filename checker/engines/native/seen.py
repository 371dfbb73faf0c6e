"""The set of the states that a search has seen: its measures and its growth. seen.c does the work.

Apart from the search because nothing in it depends on the machine but the width of a state. An entry takes four to
eight bytes: as many as the part of a mixed key that its line does not tell, and how far it may be from that line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from ctypes import byref, c_uint8, c_uint64, cast
from dataclasses import dataclass
from typing import Any

from tidemark.checker.engines.native import structures
from tidemark.checker.engines.native.buffer import Buffer, words
from tidemark.checker.engines.native.compilation import FULL, LEAST, Compilation
from tidemark.checker.engines.native.kernel import Functions, is_kept, read_ir
from tidemark.checker.engines.native.structures import BYTES, WORDS, Numbering

LINE = 64
"""Bytes of a line."""
AT_ONCE = 512
"""States that a thread inserts together; it looks before whether there is room for them."""
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
FEW = 1 << 21
"""States of a table that is made four times as large."""
LEAST_GROWTH, SURPLUS = 1.2, 1.1
"""By which factor a table grows at least; and how much more room it has than for the states that are expected."""
SMALL = 1 << 24
"""States of a table that is small: to make all keys again takes little time."""
MOVED_TOGETHER = 1 << 17
"""Lines of a table that are moved to a larger one before their memory is given back; and slots of a numbering."""

Map = Callable[[Callable[[int], int], Sequence[int]], list[int]]
"""Gives what a function gives for each number; threads share the work."""


class NoRoom(Exception):
    """The set can't take more states. Its text says why, where that is not memory."""


def _load(compilation: Compilation) -> Functions:
    return Functions.of(__package__, "seen.ll", compilation)


@dataclass(frozen=True)
class Measures:
    """How large a table is, and what an entry has: as `struct seen` of seen.c."""

    count: int
    width: int
    rest: int
    bits: int
    second: int

    @classmethod
    def of(cls, states: int, bits: int, second: int) -> Measures:
        """Those with the smallest entries, for a table that is as full as it may be with that many states."""
        for width in WIDTHS:
            count = math.ceil(states / FULLEST / (LINE // width))
            rest, room = bits - (count.bit_length() - 1), 8 * width
            if width in (
                5,
                6,
            ):  # the distance is in the upper part, and the lower one has a bit that is always 1
                rest, room = max(rest, 31), room - 1
            if room - rest >= _distance_bits(LINE // width, count):
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
    """A set of states, into which any number of threads insert at once (`insert_all` of seen.c), until it has to grow.

    rising: whether to begin with functions that are not optimized, unless the cache has others; then `improve` does.
    allow: is called before memory is taken, with how many bytes, and may raise NoRoom.
    """

    def __init__(
        self, state_words: int, bits: int, threads: int, allow: Callable[[int], None], rising: bool = False
    ) -> None:
        self._words, self._allow, self._spare = state_words, allow, threads * AT_ONCE
        is_quick = rising and not is_kept(read_ir(__package__, "seen.ll"), FULL)
        self._take_functions(_load(LEAST if is_quick else FULL))
        size = max(FIRST_NUMBERS, 4 * self._spare)
        self._tables = [Buffer(c_uint64, 2 * size) for _ in range(2 * state_words - 2)]
        numberings = [Numbering(table.items, size) for table in self._tables]
        self._array = (Numbering * max(1, len(numberings)))(*numberings)
        self.shared = structures.SeenStates(words=state_words, numberings=self._array)
        half = FEWEST_BITS // 2
        key = (max(bits, FEWEST_BITS), 0) if state_words == 1 else (2 * half, half)
        self._use(Measures.of(max(FIRST, 4 * self._spare), *key))

    def _take_functions(self, functions: Functions) -> None:
        self.functions, names = functions, ("insert_all", "grow", "renumber")
        self.insert_all, self._grow, self._renumber = map(functions.function, names)

    def improve(self) -> None:
        """Work with optimized functions from here on; as before if there is no memory for them, or a signal comes."""
        with suppress(MemoryError, KeyboardInterrupt):
            self._take_functions(_load(FULL))

    def room_to_remember(self) -> Any:
        """Room for what one thread remembers of the words that it has met."""
        return words(2 * self.functions.constant("REMEMBERED_WORDS") * max(1, len(self._tables)))

    def _use(self, measures: Measures) -> None:
        """Take an empty table."""
        self._table = Buffer(c_uint8, measures.size, huge_pages=measures.size > 1 << 22)
        self.measures = measures
        self.shared.seen = structures.Seen(
            self._table.items, measures.count, measures.width, measures.rest, measures.bits, measures.second
        )
        self.shared.room = measures.room - self._spare
        self._limit_numbers()

    def _limit_numbers(self) -> None:
        """Say how many numbers there may be: as many as their tables have room for, and keys have bits for."""
        for numbering in self._array[: len(self._tables)]:
            numbering.room = min(int(FULLEST_NUMBERING * numbering.size), MOST_NUMBERS) - self._spare
        if self._words > 1:
            first, second = self._last_numberings()
            for numbering, bits in (
                (first, self.measures.bits - self.measures.second),
                (second, self.measures.second),
            ):
                numbering.room = min(numbering.room, (1 << bits) - self._spare)

    @property
    def count(self) -> int:
        """How many states it has."""
        return int(self.shared.count)

    @property
    def size(self) -> int:
        """Bytes that its tables take."""
        numberings: list[Numbering] = self._array[: len(self._tables)]
        return self.measures.size + sum(16 * int(numbering.size) for numbering in numberings)

    def insert(
        self, remembered: Any, states: Any, begin: int, end: int, inserted: Any, first_mark: int = 0
    ) -> int:
        """Insert the states begin..end of an array, and note from a mark on which are new.

        Gives how many it has inserted: fewer than all where the set has to grow first.
        """
        at, marks = byref(states, 8 * self._words * begin), byref(inserted, first_mark)
        done: int = self.insert_all(self.shared, remembered, cast(at, WORDS), end - begin, cast(marks, BYTES))
        return done

    def grow(self, in_parallel: Map, expected: int | None = None) -> None:
        """Make whatever is full larger, so that states can be inserted again.

        expected: about how many states there will be, where that can be guessed.

        Raises:
            NoRoom: it may not take the memory, or there are too many numbers.
            MemoryError: the system has no memory left.
        """
        numbers_grew = self._make_numberings_larger(in_parallel)
        before, is_full = self.measures, self.count > self.shared.room
        bits = self._key_bits(SPARE_BITS if is_full and before.room < SMALL else 0)
        keys_grow = bits != (before.bits, before.second)
        if is_full or not (keys_grow or numbers_grew):  # without either, a state had no place
            larger = Measures.of(_larger(before.room, expected), *bits)
            try:
                self._move_to(larger, in_parallel)
            except NoRoom:
                if (smallest := Measures.of(int(before.room * LEAST_GROWTH), *bits)) == larger:
                    raise
                self._move_to(smallest, in_parallel)
        elif keys_grow:
            self._move_to(Measures.of(before.room, *bits), in_parallel)
        self._limit_numbers()

    def _make_numberings_larger(self, in_parallel: Map) -> bool:
        """Give each numbering that is full more slots. Gives whether there was one."""
        grew = False
        for number, numbering in enumerate(self._array[: len(self._tables)]):
            if numbering.count + self._spare >= MOST_NUMBERS:
                raise NoRoom(
                    f"{MOST_NUMBERS:,} values of one word of a state are the most that can be told apart"
                )
            if numbering.count <= FULLEST_NUMBERING * numbering.size - self._spare:
                continue
            size = numbering.size * 4 if numbering.size < 1 << 18 else numbering.size * 3 // 2
            self._allow(16 * size)  # the one before gives its memory back once all numbers are moved
            table = Buffer(c_uint64, 2 * size, huge_pages=size > 1 << 18)
            larger = Numbering(table.items, size, count=numbering.count)

            def move(begin: int, numbering: Numbering = numbering, larger: Numbering = larger) -> int:
                self._renumber(numbering, larger, begin, min(begin + MOVED_TOGETHER, numbering.size))
                return 0

            in_parallel(move, range(0, numbering.size, MOVED_TOGETHER))
            self._array[number], self._tables[number] = larger, table
            grew = True
        return grew

    def _key_bits(self, spare: int) -> tuple[int, int]:
        """How many bits a key has, and the second of its numbers.

        They get more where a number would have fewer than `spare` bits more than it needs.
        """
        bits, second = self.measures.bits, self.measures.second
        if self._words == 1:
            return bits, second
        needed = [(numbering.count + self._spare).bit_length() for numbering in self._last_numberings()]
        if all(need + spare <= has for need, has in zip(needed, (bits - second, second), strict=True)):
            return bits, second
        first, second = (min(32, need + SPARE_BITS) for need in needed)
        return max(first + second, FEWEST_BITS), second

    def _last_numberings(self) -> tuple[Numbering, Numbering]:
        """Those whose numbers make a key."""
        sides, number = list(range(self._words)), self._words
        while len(sides) > 2:
            pairs = len(sides) // 2
            sides = [*range(number, number + pairs), *sides[2 * pairs :]]
            number += pairs
        return self._array[sides[0]], self._array[sides[1]]

    def _move_to(self, measures: Measures, in_parallel: Map) -> None:
        """Move to another table. The memory of the one before is given back as it is read."""
        before, table = self.measures, self._table
        self._allow(measures.size - before.size)
        self.shared.before = self.shared.seen
        self._use(measures)

        def move(begin: int) -> int:
            end = min(begin + MOVED_TOGETHER, before.count)
            moved: int = self._grow(self.shared, begin, end)
            table.give_back(begin * LINE, end * LINE)
            return moved

        moved = sum(in_parallel(move, range(0, before.count, MOVED_TOGETHER)))
        assert moved == self.count, f"{moved} of {self.count} states were moved to the larger table"
        self.shared.before = structures.Seen()


def _larger(room: int, expected: int | None) -> int:
    """How many states the table has room for that follows one with so much room.

    Four times as many where that is little, and twice as many where it is much. But no more than are expected: states
    are moved seldom, and the last table is not much too large.
    """
    if room < FEW:
        return 4 * room
    most = 4 if room < SMALL and expected else 2
    return int(room * min(most, max(LEAST_GROWTH, SURPLUS * (expected or most * room) / room)))
