"""The compact set of the states seen, beside a plain set of Python; faults planted in its measures are caught."""

from __future__ import annotations

import os
import random
import re
import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from ctypes import c_uint8
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tidemark.checker.engines.native import seen
from tidemark.checker.engines.native.buffer import words
from tidemark.checker.engines.native.compilation import FULL, LEAST, Compilation
from tidemark.checker.engines.native.kernel import Functions, read_ir
from tidemark.checker.engines.native.seen import Measures, NoRoom, StatesSeen

NATIVE = Path(seen.__file__).parent
CLANG = Path(__file__).parents[2] / "build/runtime/bin/python"
MOST = 1 << 10
"""States that are inserted together, at most."""


@pytest.fixture(autouse=True)
def small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables begin small, so that few states make them grow."""
    monkeypatch.setattr(seen, "FIRST", 1 << 10)
    monkeypatch.setattr(seen, "FIRST_NUMBERS", 1 << 8)


def in_order(work: Callable[[int], int], numbers: Sequence[int]) -> list[int]:
    return [work(number) for number in numbers]


class Beside:
    """A compact set and a plain one that get the same states."""

    def __init__(self, state_words: int, bits: int, threads: int, rising: bool = False) -> None:
        self._size = state_words
        self.own = StatesSeen(state_words, bits, threads, lambda _: None, rising)
        self._remembered = [self.own.room_to_remember() for _ in range(threads)]
        self._plain: set[tuple[int, ...]] = set()
        self.compilations: set[Compilation] = set()

    def insert(self, states: list[tuple[int, ...]]) -> None:
        """Insert some states into both, each thread a share of them.

        Raises:
            AssertionError: they do not agree on which are new.
        """
        self.compilations.add(self.own.functions.compilation)
        threads = len(self._remembered)
        inserted = [
            mark
            for k, own in enumerate(self._remembered)
            for mark in insert(self.own, own, states[k::threads])
        ]
        new = []
        for state in [state for k in range(threads) for state in states[k::threads]]:
            new.append(state not in self._plain)
            self._plain.add(state)
        assert inserted == new
        assert self.own.count == len(self._plain)


def insert(own: StatesSeen, remembered: Any, states: Sequence[tuple[int, ...]]) -> list[bool]:
    """Insert some states, and let the set grow as often as it has to. Gives which of them are new."""
    size = len(states[0])
    batch, inserted, done = words(len(states) * size), (c_uint8 * len(states))(), 0
    batch[:] = [word for state in states for word in state]
    while done < len(states):
        done += own.insert(remembered, batch, done, len(states), inserted, done)
        if done < len(states):
            own.grow(in_order)
    return list(map(bool, inserted))


def campaign(
    state_words: int = 1,
    bits: int = 64,
    threads: int = 1,
    count: int = 6_000,
    seed: int = 0,
    rising: bool = False,
) -> Beside:
    """Enter states, many of them again, and neighbours of others: a field or a bit apart.

    rising: the set's functions are optimized when half of the states are in it.
    """
    choose, beside = random.Random(seed), Beside(state_words, bits, threads, rising)
    kept: list[tuple[int, ...]] = [(0,) * state_words]
    while beside.own.count < count:
        states = []
        for _ in range(MOST):
            state = list(choose.choice(kept))
            k = choose.randrange(state_words)
            free = bits - 64 * k if bits < 64 * (k + 1) else 64
            state[k] ^= choose.choice((0, 1, 1, 1)) << choose.randrange(free) << (64 - free)
            states.append(tuple(state))
        beside.insert(states)
        kept += states
        if rising and beside.own.count > count // 2:
            beside.own.improve()
    return beside


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("state_words", "bits"), [(1, 64), (1, 20), (1, 47), (2, 100), (3, 192), (5, 300)])
def test_it_tells_new_states_from_known_ones_as_a_set_does(state_words: int, bits: int, threads: int) -> None:
    campaign(state_words, bits, threads)


@pytest.mark.parametrize("state_words", [1, 3])
def test_its_functions_are_optimized_later_and_go_on_with_the_same_tables(
    state_words: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen, "is_kept", lambda *_: False)
    assert campaign(state_words, 60 * state_words, threads=2, rising=True).compilations == {LEAST, FULL}


@pytest.mark.parametrize("width", seen.WIDTHS)
def test_each_width_of_an_entry_does(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "WIDTHS", (width,))
    monkeypatch.setattr(seen, "FEWEST_BITS", 20)
    bits = {4: 32, 5: 37, 6: 46, 8: 64}[width]
    assert campaign(bits=bits).own.measures.width == width


def test_one_without_a_place_makes_the_table_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry may be one line away, and no further: such a table is full long before its measure says so."""
    monkeypatch.setattr(seen, "_distance_bits", lambda *_: 1)
    for state_words in (1, 2):
        campaign(state_words, bits=50 * state_words, threads=2)


def test_its_numbers_grow_beyond_what_a_key_first_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "FEWEST_BITS", 20)
    own = campaign(2, 128, threads=2).own
    assert own.measures.bits > 20


@pytest.mark.parametrize("states", [10**6, 10**7, 10**8, 10**9])
def test_a_state_takes_at_most_eight_bytes_of_a_full_table(states: int) -> None:
    """Keys are as large spaces have them: docs/performance.md."""
    assert Measures.of(states, 56, 28).size / states <= 8


def test_it_takes_no_memory_that_it_may_not() -> None:
    def refuse(size: int) -> None:
        raise NoRoom(f"{size} bytes are too many")

    own = StatesSeen(1, 64, 1, refuse)
    with pytest.raises(NoRoom, match="bytes are too many"):
        insert(own, own.room_to_remember(), [(k,) for k in range(1 << 16)])
    assert own.count <= own.measures.room


def test_it_grows_less_where_there_is_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "FEW", 0)
    tables = []
    for most in (1 << 40, 1 << 13):

        def allow(size: int, most: int = most) -> None:
            if size > most:
                raise NoRoom

        own = StatesSeen(1, 64, 1, allow)
        before = own.measures.room
        insert(own, own.room_to_remember(), [(k << 20,) for k in range(before)])
        tables.append(own.measures.room / before)
    assert 1.9 < tables[0] < 2.1
    assert tables[1] < 1.5


def narrower(**change: int) -> Callable[[pytest.MonkeyPatch], None]:
    """Measures that are wrong by that much, of keys with few bits: two states are soon alike."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(seen, "FEWEST_BITS", 22)
        right = Measures.of.__func__  # type: ignore[attr-defined]

        def wrong(*arguments: Any) -> Measures:
            found = right(Measures, *arguments)
            return replace(found, **{name: getattr(found, name) + by for name, by in change.items()})

        monkeypatch.setattr(Measures, "of", wrong)

    return plant


def forgotten_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers may outgrow their bits of a key."""
    monkeypatch.setattr(seen, "FEWEST_BITS", 22)
    monkeypatch.setattr(seen, "SPARE_BITS", 0)
    monkeypatch.setattr(StatesSeen, "_last_numberings", lambda self: (self._array[0].__class__(),) * 2)


def lost_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line of a table stays behind."""
    right = StatesSeen._take_functions

    def wrong(self: StatesSeen, own: Functions) -> None:
        right(self, own)
        grow = self._grow
        self._grow = lambda shared, begin, end: grow(shared, begin, end - 1)

    monkeypatch.setattr(StatesSeen, "_take_functions", wrong)


def lost_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A numbering that grows begins again."""
    right = StatesSeen._take_functions

    def wrong(self: StatesSeen, own: Functions) -> None:
        right(self, own)
        self._renumber = lambda *_: None

    monkeypatch.setattr(StatesSeen, "_take_functions", wrong)


FAULTS = {
    "an entry keeps two bits too few": narrower(rest=-2),
    "a key has a few bits too few": narrower(bits=-4),
    "the second number has bits of the first": narrower(second=-9),
    "numbers outgrow their bits": forgotten_number,
    "a line is lost in growth": lost_line,
    "numbers are lost in growth": lost_numbers,
}


def campaigns() -> None:
    for state_words, bits in ((1, 22), (1, 60), (2, 120), (3, 180)):
        campaign(state_words, bits, threads=2)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[fault](monkeypatch)
    with pytest.raises(AssertionError):
        campaigns()


def test_a_numbering_that_grows_asks_for_all_of_its_new_table() -> None:
    """Both tables are there until every number is moved."""
    asked: list[int] = []
    own = StatesSeen(2, 128, 1, asked.append)
    before = own.size
    insert(
        own, own.room_to_remember(), [(2 * k << 32, 2 * k + 1 << 32) for k in range(8 * MOST)]
    )  # each word is new
    assert own.size > before
    assert {16 * table.size for table in own._array} <= set(asked)


def insert_at_once(own: StatesSeen, remembered: list[Any], states: Sequence[tuple[int, ...]]) -> list[int]:
    """Let several threads insert the same states. Gives to how many of them each was new."""
    batch = words(len(states) * len(states[0]))
    batch[:] = [word for state in states for word in state]
    inserted = [(c_uint8 * len(states))() for _ in remembered]
    done, start = [0] * len(remembered), threading.Barrier(len(remembered))

    def work(k: int) -> None:
        start.wait()
        done[k] += own.insert(remembered[k], batch, done[k], len(states), inserted[k], done[k])

    while min(done) < len(states):
        with ThreadPoolExecutor(len(remembered)) as pool:
            list(pool.map(work, range(len(remembered))))
        if min(done) < len(states):
            own.grow(in_order)
    return [sum(marks) for marks in zip(*inserted, strict=True)]


def hammered(state_words: int, threads: int = 4, states: int = 1 << 15) -> None:
    """Several threads insert the same states at once.

    Raises:
        AssertionError: a state was not new exactly once.
    """
    own, choose = (
        StatesSeen(state_words, 64 * state_words, threads, lambda _: None),
        random.Random(state_words),
    )
    remembered = [own.room_to_remember() for _ in range(threads)]
    for _ in range(0, states, MOST):
        some = [tuple(choose.randrange(1 << 64) for _ in range(state_words)) for _ in range(MOST)]
        assert insert_at_once(own, remembered, some) == [1] * MOST
    assert own.count == states


def hammer_all() -> None:
    for state_words in (1, 2, 3) * 5:
        hammered(state_words)


@pytest.mark.parametrize("state_words", [1, 2, 3])
def test_of_threads_that_insert_the_same_state_one_is_told_that_it_is_new(state_words: int) -> None:
    hammered(state_words)


def test_a_claim_that_is_not_atomic_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that stores without comparing puts its state where another has just put one."""
    text, count = re.subn(
        r"(%\d+) = cmpxchg ptr (%\d+), i32 0, i32 (%\d+) acq_rel acquire, align 4",
        r"store i32 \3, ptr \2\n  \1 = insertvalue { i32, i1 } { i32 0, i1 true }, i32 0, 0",
        read_ir(seen.__package__, "seen.ll"),
    )
    assert count >= 3
    monkeypatch.setattr(seen, "_load", lambda _: Functions(text))
    with pytest.raises(AssertionError):
        hammer_all()


@pytest.mark.slow
@pytest.mark.skipif(not CLANG.exists(), reason="`make clang` has not been called")
def test_the_thread_sanitizer_finds_nothing_in_ten_million_insertions(tmp_path: Path) -> None:
    states = 1_250_000
    table, larger = (Measures.of(room, 44, 22) for room in (states, 2 * states))
    assert table.width == larger.width
    flags = {
        **{name.upper(): getattr(table, name) for name in ("width", "count", "rest", "bits", "second")},
        "LARGER_COUNT": larger.count,
        "LARGER_REST": larger.rest,
    }
    source, program = Path(__file__).with_name("insert_by_threads.c"), tmp_path / "insert"
    command = [
        CLANG,
        "-m",
        "ziglang",
        "cc",
        "-fsanitize=thread",
        "-O1",
        "-g",
        f"-I{NATIVE}",
        source,
        "-o",
        program,
    ]
    defined = [f"-D{name}={value}" for name, value in flags.items()]
    cache = {"ZIG_GLOBAL_CACHE_DIR": str(tmp_path / "cache"), "ZIG_LOCAL_CACHE_DIR": str(tmp_path / "cache")}
    subprocess.run([*command, *defined], check=True, env={**os.environ, **cache})
    done = subprocess.run([program], check=False, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.split() == [str(states)] * 3
