"""The compact set of the states seen, beside a plain set of Python; faults planted in its measures are caught."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from tidemark.checker.engines.native import seen
from tidemark.checker.engines.native.buffer import words
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.seen import Measures, NoRoom, StatesSeen

MOST = 1 << 10
"""States that are entered together, at most."""


@pytest.fixture(autouse=True)
def small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables begin small, so that few states make them grow."""
    monkeypatch.setattr(seen, "FIRST", 1 << 10)
    monkeypatch.setattr(seen, "FIRST_NUMBERS", 1 << 8)


def in_order(work: Callable[[int], Any], parts: int) -> list[Any]:
    return [work(k) for k in range(parts)]


class Beside:
    """A compact set and a plain one that get the same states."""

    def __init__(self, state_words: int, bits: int, threads: int, rising: bool = False) -> None:
        self._size, self._threads = state_words, threads
        self._batch = words(MOST * state_words)
        self.own = StatesSeen(state_words, bits, self._batch, words(MOST), threads, lambda _: None, rising)
        self._plain: set[tuple[int, ...]] = set()
        self.texts: set[str] = set()

    def enter(self, states: list[tuple[int, ...]]) -> None:
        """Enter some states into both.

        Raises:
            AssertionError: they do not agree on which are new.
        """
        self._batch[: len(states) * self._size] = [word for state in states for word in state]
        cuts = [len(states) * k // self._threads for k in range(self._threads + 1)]
        ranges = list(pairwise(cuts))
        self.texts.add(self.own.functions.text)
        counts = self.own.enter(ranges, in_order)
        new = []
        for state in states:
            new.append(state not in self._plain)
            self._plain.add(state)
        assert list(map(bool, self.own.entered[: len(states)])) == new
        assert counts == [sum(new[begin:end]) for begin, end in ranges]
        assert self.own.count == len(self._plain)


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
            state = list(choose.choice(kept[-3 * MOST :]))
            k = choose.randrange(state_words)
            free = bits - 64 * k if bits < 64 * (k + 1) else 64
            state[k] ^= (1 << choose.randrange(free)) << (64 - free)
            states.append(tuple(state))
        beside.enter(states)
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
    monkeypatch.setattr(seen, "is_kept", lambda _: False)
    texts = campaign(state_words, 60 * state_words, threads=2, rising=True).texts
    assert len(texts) == 2
    assert {f"; not optimized\n{text}" for text in texts} & texts


@pytest.mark.parametrize("width", seen.WIDTHS)
def test_each_width_of_an_entry_does(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen, "WIDTHS", (width,))
    monkeypatch.setattr(seen, "FEWEST_BITS", 20)
    bits = {4: 32, 5: 38, 6: 47, 8: 64}[width]
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
def test_a_state_takes_at_most_eight_bytes(states: int) -> None:
    """A table is at least as full as after it has grown. Keys as large spaces have them: docs/performance.md."""
    measures = Measures.of(states, 56, 28, 2)
    assert measures.size * (1.2 if states > 1 << 24 else 1) / states <= 8


def test_it_takes_no_memory_that_it_may_not() -> None:
    def refuse(size: int) -> None:
        raise NoRoom(f"{size} bytes are too many")

    own = StatesSeen(1, 64, words(1 << 16), words(1 << 16), 1, refuse)
    with pytest.raises(NoRoom, match="bytes are too many"):
        own.enter([(0, 1 << 16)], in_order)
    assert own.count == 0


def narrower(**change: int) -> Callable[[pytest.MonkeyPatch], None]:
    """Measures that are wrong by that much."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
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
        self._grow = lambda entering, owner, begin, end: grow(entering, owner, begin, end - 1)

    monkeypatch.setattr(StatesSeen, "_take_functions", wrong)


def lost_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A numbering that grows begins again."""
    right = StatesSeen._take_functions

    def wrong(self: StatesSeen, own: Functions) -> None:
        right(self, own)
        self._renumber = lambda *_: None

    monkeypatch.setattr(StatesSeen, "_take_functions", wrong)


def late_range(monkeypatch: pytest.MonkeyPatch) -> None:
    """The threads' lines overlap: the second one looks from its own first line on."""
    right = StatesSeen._bounds
    monkeypatch.setattr(
        StatesSeen, "_bounds", lambda self, measures, t: (right(self, measures, t)[0], measures.count)
    )


FAULTS = {
    "an entry keeps a bit too few": narrower(rest=-1),
    "a key has a few bits too few": narrower(bits=-4),
    "the second number has bits of the first": narrower(second=-9),
    "numbers outgrow their bits": forgotten_number,
    "a line is lost in growth": lost_line,
    "numbers are lost in growth": lost_numbers,
    "threads share lines": late_range,
}


def campaigns() -> None:
    for state_words in (1, 2, 3):
        campaign(state_words, 60 * state_words, threads=2)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    FAULTS[fault](monkeypatch)
    with pytest.raises(AssertionError):
        campaigns()


def test_a_numbering_that_grows_asks_for_all_of_its_new_table() -> None:
    """Both tables are there until every number is moved."""
    asked: list[int] = []
    batch = words(2 * MOST)
    own = StatesSeen(2, 128, batch, words(MOST), 1, asked.append)
    before = own.size
    batch[:] = [k << 32 for k in range(2 * MOST)]  # each word is new
    own.enter([(0, MOST)], in_order)
    assert own.size > before
    assert {16 * table.size for table in own._array} <= set(asked)
