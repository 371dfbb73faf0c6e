"""What the Spark engine's tasks do with many states at once: exact whatever the keys, and damage is found.

rows.c is compared with sets and dictionaries of Python, on forms of many bits, and of few, so that many rows share a
key.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.support.agreement import GO_ON, at
from tests.support.spark import told
from tidemark.base.errors import UsageError
from tidemark.checker.engines.native import search as native
from tidemark.checker.engines.native.kernel import Functions
from tidemark.checker.engines.native.layout import BitField, Layout
from tidemark.checker.engines.spark import level, spots
from tidemark.checker.engines.spark import rows as many
from tidemark.checker.engines.spark import search as spark
from tidemark.checker.engines.spark.records import least_column, range_of
from tidemark.checker.engines.spark.rows import (
    RowBatch,
    RowForm,
    RowParts,
    Rows,
    SortedRuns,
    pack_run,
    pointer,
)
from tidemark.checker.engines.spark.workdir import File, Workdir

FORMS = {
    "a bit": (1,),
    "a word": (40,),
    "a full word": (64,),
    "few keys": (6, 6, 5),
    "two": (64, 38),
    "the last": (9, 30),
}
WHOLE = (0, 2**64)
Row = tuple[int, ...]


@pytest.fixture(params=FORMS, name="form")
def of_bits(request: pytest.FixtureRequest) -> RowForm:
    return RowForm(FORMS[request.param])


def some_states(form: RowForm, count: int, seed: int) -> Rows:
    """States at random, of which some are the same, and some differ in one word only."""
    random = np.random.default_rng(seed)
    states = random.integers(0, 2**64, (count, form.words), np.uint64, endpoint=False)
    states[count // 2 :] = states[random.integers(0, count // 2, count - count // 2)]
    changed = random.integers(0, form.words, count)
    states[np.arange(count), changed] ^= random.integers(0, 2, count, np.uint64) << np.uint64(63)
    return states >> (shift := np.array([64 - bits for bits in form.bits], np.uint64)) << shift


def tuples(rows: Rows) -> list[Row]:
    return [tuple(row) for row in rows.tolist()]


def settled(form: RowForm, states: Rows, tails: Rows) -> list[Row]:
    """What is to be left of rows: of each state the one with the least tail, in order."""
    rows = form.rows(states)
    rows[:, -1] = tails
    return sorted({row[:-1]: row for row in sorted(tuples(rows), reverse=True)}.values())


def gathered(form: RowForm, states: Rows, tails: Rows, parts: int = 4) -> RowParts:
    """States as the successors of others, gathered and settled. Some are their own parents."""
    batch, found = RowBatch(len(states), form.words), RowParts(form, 0, 2**64 // parts, parts, len(states))
    batch.states[:], batch.actions[:], batch.parents[:] = states, tails, 0
    other = states[:1] ^ np.uint64(1 << 63)
    changing = np.zeros(int(tails.max()) + 1, np.uint64)
    assert found.take(batch, other, 0, len(states), changing) == len(states)
    leads_on = (states != other).any(axis=1)
    assert changing.tolist() == np.bincount(tails[leads_on].astype(int), minlength=len(changing)).tolist()
    assert found.settle() == found.counts.sum()
    assert [row for k in range(parts) for row in tuples(found.part(k))] == settled(
        form, states[leads_on], tails[leads_on]
    )
    return found


def check_states(form: RowForm) -> None:
    states = some_states(form, 3000, seed=1)
    rows = form.rows(states, tail=7)
    assert (form.states(rows) == states).all()
    assert len({row[:-1] for row in tuples(rows)}) == len(set(tuples(states)))
    assert (rows[:, -1] == 7).all()


def check_gathering(form: RowForm) -> None:
    for seed, count in enumerate((2, 30, 5000)):
        gathered(
            form, some_states(form, count, seed), np.random.default_rng(seed).integers(0, 9, count, np.uint64)
        )


def a_run(form: RowForm, count: int, seed: int, low: int = 0, high: int = 2**64) -> tuple[Rows, list[Row]]:
    """A sorted run of some rows in a range, with tails from 5 to 12, and its rows."""
    tails = np.random.default_rng(seed).integers(5, 13, count, np.uint64)
    rows = [row for row in settled(form, some_states(form, count, seed), tails) if low <= row[0] < high]
    array = np.array(rows, np.uint64).reshape(-1, form.width)
    return pack_run(form, [array[:7], array[7:]], len(rows), low, high, (5, 12)), rows


def check_reading(form: RowForm) -> None:
    (one, a), (other, b) = a_run(form, 4000, seed=1), a_run(form, 300, seed=2)
    runs = SortedRuns(form, [("one", one), ("other", other)])
    both = sorted({row[:-1]: row for row in sorted(a + b, reverse=True)}.values())
    assert [row for found in runs.sorted_rows(*WHOLE) for row in tuples(found)] == both
    for part in range(2 ** min(3, max(form.bits))):
        low, high = range_of(part, 2 ** min(3, max(form.bits)))
        inside = [row for row in both if low <= row[0] < high]
        assert [row for found in runs.sorted_rows(low, high) for row in tuples(found)] == inside
        runs.seek(low)
        assert runs.left_below(high) == [sum(low <= row[0] < high for row in rows) for rows in (a, b)]


def check_looking_up(form: RowForm) -> None:
    run, rows = a_run(form, 4000, seed=1)
    half, others = a_run(form, 4000, 2, 2**63, 2**64)
    asked = form.rows(some_states(form, 6000, seed=3))
    asked[:1000, :-1] = np.array(rows, np.uint64)[np.arange(1000) % len(rows), :-1]
    known = {row[:-1] for row in rows + others}
    expected = [row for row in tuples(asked) if row[:-1] not in known]
    count = SortedRuns(form, [("run", run), ("half", half)]).unseen(asked)
    assert tuples(asked[:count]) == expected


def check_nearness(form: RowForm) -> None:
    states = some_states(form, 3000, seed=4)
    kept = np.stack([np.full(form.words, 2**64 - 1, np.uint64), some_states(form, 2, seed=5)[0]])
    target, masks = states[0].copy(), tuples(kept)

    def leads(state: Row, mask: Row) -> bool:
        return not any((a ^ b) & bits for a, b, bits in zip(state, target.tolist(), mask, strict=True))

    expected = [state for state in tuples(states) if any(leads(state, mask) for mask in masks)]
    count = form.function("near")(pointer(states), len(states), pointer(target), pointer(kept), 2)
    assert tuples(states[:count]) == expected


CHECKS = (check_states, check_gathering, check_reading, check_looking_up, check_nearness)


def check_all() -> None:
    for name in ("few keys", "two"):
        for check in CHECKS:
            check(RowForm(FORMS[name]))


@pytest.mark.parametrize("check", CHECKS)
def test_it_is_what_sets_of_states_say(check: Callable[[RowForm], None], form: RowForm) -> None:
    check(form)


def test_a_full_part_stops_the_gathering_and_goes_on_once_it_is_settled() -> None:
    form, states = RowForm((64, 38)), some_states(RowForm((64, 38)), 1000, seed=6)
    batch, found = RowBatch(1000, 2), RowParts(form, 0, 2**64, 1, 900)
    batch.states[:], batch.actions[:], batch.parents[:] = states, 0, 0
    nowhere, changing = np.ones((1, 2), np.uint64), np.zeros(1, np.uint64)
    assert found.take(batch, nowhere, 0, 1000, changing) == 900
    assert found.settle() < 900
    assert found.take(batch, nowhere, 900, 1000, changing) == 1000
    found.settle()
    assert tuples(found.part(0)) == settled(form, states, np.zeros(1000, np.uint64))
    larger = found.larger()
    assert larger.capacity == 1800
    assert tuples(larger.part(0)) == tuples(found.part(0))


def test_many_rows_of_one_state_fit_where_there_was_room_for_few() -> None:
    form = RowForm((64, 38))
    state = some_states(form, 2, seed=7)[:1]
    blocks = [
        pack_run(form, [np.repeat(form.rows(state, tail), 3000, axis=0)], 3000, *WHOLE, (0, 9))
        for tail in range(9)
    ]
    (found,) = SortedRuns(form, [("a block", block) for block in blocks]).sorted_rows(*WHOLE)
    assert tuples(found) == tuples(form.rows(state, 0))


def test_a_run_takes_the_bits_of_a_state_less_those_of_its_place() -> None:
    run, rows = a_run(RowForm((64, 38)), 30_000, seed=1)
    assert 8 * run.nbytes / len(rows) < 64 + 38 + 3 - np.log2(len(rows)) + 7


@pytest.mark.parametrize("name", ["few keys", "two"])
def test_every_changed_byte_is_found(name: str) -> None:
    form = RowForm(FORMS[name])
    run, _ = a_run(form, 200, seed=1)

    def read(array: Rows) -> None:
        runs = SortedRuns(form, [("runs/0007", array)])
        list(runs.sorted_rows(*WHOLE))

    read(run)
    for place in range(run.nbytes):
        damaged = bytearray(run.tobytes())
        damaged[place] ^= 1 << place % 8
        with pytest.raises(UsageError, match=r"^runs/0007 is damaged: "):
            read(np.frombuffer(bytes(damaged), np.uint64))
    for shortened in (run[:0], run[:5], run[:-1], np.concatenate([run, run[:1]])):
        with pytest.raises(UsageError, match=r"^runs/0007 is damaged: "):
            read(shortened)


def test_what_is_looked_up_in_damage_is_not_answered() -> None:
    form = RowForm((64, 38))
    run, rows = a_run(form, 2000, seed=1)
    run[-100] ^= np.uint64(1 << 40)
    asked = np.array(rows, np.uint64)
    with pytest.raises(UsageError, match="is damaged"):
        SortedRuns(form, [("a run", run)]).unseen(asked)


def test_the_used_bits_are_the_highest_ones() -> None:
    class Packed(Layout):
        def __init__(self) -> None:
            self.words = 3
            self.places = [
                BitField(0, 60, 4, 0, 9),
                BitField(0, 0, 0, 1, 1),
                BitField(0, 24, 36, 0, 9),
                BitField(1, 0, 64, 0, 9),
            ]

    assert many.used_bits(Packed()) == (40, 64, 1)


def test_the_least_column_is_the_least_by_words() -> None:
    found = np.random.default_rng(1).integers(0, 4, (2, 20), np.uint64)
    assert least_column(found) == min(zip(*found.tolist(), strict=True))


class FewKeys(RowForm):
    """The word with the fewest bits becomes the key."""

    def __init__(self, bits: tuple[int, ...]) -> None:
        super().__init__(bits)
        self.key = bits.index(min(bits))
        self.unused = 64 - bits[self.key]


@pytest.mark.parametrize("symmetry", [False, True])
def test_a_search_is_exact_even_if_many_states_share_a_key(
    monkeypatch: pytest.MonkeyPatch, symmetry: bool
) -> None:
    monkeypatch.setattr("tidemark.checker.engines.spark.session.java_home", lambda: "")
    monkeypatch.setattr(level, "GATHERED", 64)  # blocks are sent that have hardly any rows
    monkeypatch.setattr(level, "LEAST", 4)
    for module in (level, spark, spots):
        monkeypatch.setattr(module, "RowForm", FewKeys)
    monkeypatch.setattr("tidemark.checker.engines.native.layout.room_of_words", lambda _: 64)
    machine = at("published/kip-101", "2/4/2/2")
    expected = native.search(machine, GO_ON, symmetry=symmetry)
    found = spark.search(machine, GO_ON, symmetry=symmetry, handover=10**9)
    assert many.used_bits(Layout(machine.leaves)) == (64, 4)
    assert found.distinct_states > 4000
    assert told(found) == told(expected)


def test_runs_that_lie_by_range_and_not_by_age_are_merged_with_all_levels(tmp_path: Path) -> None:
    """A level that the driver makes after Spark gets the runs of several ranges: old, latest, old."""
    form, directory, random = RowForm((64, 38)), Workdir(tmp_path), np.random.default_rng(3)
    (tmp_path / "runs").mkdir()
    every: list[Row] = []

    def written(part: int, count: int, *depths: int) -> File:
        low, high = range_of(part, 2)
        tails = random.integers(depths[0], depths[1] + 1, 4 * count, np.uint64)
        rows = settled(form, some_states(form, 4 * count, seed=len(every)), tails)
        inside = [row for row in rows if low <= row[0] < high and row[:-1] not in {r[:-1] for r in every}]
        every.extend(inside[:count])
        return directory.write_run(form, [np.array(inside[:count], np.uint64)], count, low, high, depths)

    files = [written(0, 600, 1, 8), written(0, 3, 9, 9), written(1, 600, 1, 8)]
    level._merge(directory, form, files, *WHOLE)
    assert [(file.first, file.last) for file in files] == [(1, 9)]
    found = directory.open(form, files).sorted_rows(*WHOLE)
    assert [row for rows in found for row in tuples(rows)] == sorted(every)


def test_a_number_too_large_for_its_bits_leaves_its_neighbours_as_they_are() -> None:
    form = RowForm((64, 38))
    rows = np.array(a_run(form, 300, seed=5)[1], np.uint64)
    wrong = pack_run(form, [rows], len(rows), *WHOLE, (5, 6))  # tails go up to 12
    [found] = SortedRuns(form, [("one", wrong)]).sorted_rows(*WHOLE)
    assert (found[:, :-1] == rows[:, :-1]).all()


FAULTS = {
    "the greatest tail is kept": (
        "settle",
        r"icmp ult( i64 %\d+, %\d+\n  br i1 %\d+, label %(\d+), label %\d+\n\n\2:\n  store)",
        r"icmp ugt\1",
    ),
    "a state is its parent if one word is the same": ("gather", r" or i64", " and i64"),
    "a key is unmixed wrongly": ("states_of", r" xor i64", " or i64"),
    "a bit is lost between two words": ("append", r"icmp ugt (i64 %\d+, 6)4", r"icmp ugt \g<1>5"),
    "... when it is read": ("scatter", r"icmp ugt (i64 %\d+, 6)4", r"icmp ugt \g<1>5"),
    "a state is there if its remainder is": ("unseen", r" or (i64 %\d+, %\d+)", r" and \1"),
    "an action may change anything": ("near", r" or i64", " and i64"),
}
"""Of a function of rows.ll instructions, and what takes their place."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_text_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, right, wrong = FAULTS[fault]

    @cache  # keeps them in memory
    def functions(words: int, key: int) -> Functions:
        text = "; not optimized\n" + many.text(words, key)
        begin = text.index(f"@{name}(")
        end = text.index("\n}\n", begin)
        body, count = re.subn(right, wrong, text[begin:end])
        assert count
        return Functions(text[:begin] + body + text[end:])

    monkeypatch.setattr(many, "_functions", functions)
    many._function.cache_clear()
    try:
        with pytest.raises(AssertionError):
            check_all()
    finally:
        many._function.cache_clear()
