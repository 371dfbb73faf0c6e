"""Many states at once: rows in order, packed as sorted runs, read, looked up, and gathered; rows.c does the work.

Kept apart because it knows neither files nor Spark. A *row* is a state's key, its other words and a tail, a small
number beside it. Rows are arrays of shape (rows, words + 1). Two rows have the same key and words if and only if they
are the same state, and keys spread evenly over 64 bits, so that a range of keys is a part of the states.

A *sorted run* is one array of 64-bit numbers: a head, and of each bucket where it ends, checksums, and the rows in few
bits. For N rows in buckets of some 25 it takes, beside the tails, the bits of a state less log2(N), and 6 bits.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from ctypes import Structure, byref, c_uint64
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tidemark.base.errors import UsageError
from tidemark.checker.engines.native.kernel import Functions, read_ir
from tidemark.checker.engines.native.layout import Layout
from tidemark.checker.engines.native.structures import BYTES, NUMBERS, SHORTS, WORDS, declared_in

Rows = npt.NDArray[np.uint64]
LAST = 2**64 - 1
"""The largest key."""
TOGETHER = 1 << 12
"""Rows that are sorted together, about: they fit in a core's cache."""
IN_A_PART, MOST_PARTS = 32, 256
"""Runs that are read for one part at a time; parts that are filled side by side from more runs, at most."""
UNEVEN = 43
"""Rows by which parts are longer than a power of two: else those of all parts would compete for the same lines of a
cache.
"""
EMPTY = np.uint64(LAST)
_NUMBERS = c_uint64 * 0
_IN_BUCKET, _PIECE, _HEAD = 32, 512, 8
_MAGIC = int.from_bytes(b"tidemark")


@declared_in("engines/spark/rows.c", "struct gathered")
class GatheredStruct(Structure):
    """Rows in parts by the highest bits of their keys."""

    __slots__ = ()


@declared_in("engines/spark/rows.c", "struct run")
class SortedRun(Structure):
    """Rows in order, packed, and where one reads among them."""

    __slots__ = ()


@cache
def _function(words: int, key: int, name: str) -> Any:
    return _functions(words, key).function(name)


@cache
def _functions(words: int, key: int) -> Functions:
    return Functions(text(words, key))


def text(words: int, key: int) -> str:
    """The text of rows.ll for states of `words` words, of which word `key` becomes the key."""
    common = read_ir(__package__, "rows.ll")
    return f"{common}\n@WORDS = internal constant i64 {words}\n@KEY = internal constant i64 {key}\n"


def pointer(array: Any) -> Any:
    """What a function or a struct takes as a pointer to an array of 64-bit numbers; a struct keeps it alive."""
    return _NUMBERS.from_buffer(array)


def used_bits(layout: Layout) -> tuple[int, ...]:
    """Of each word how many bits a layout uses: its highest ones, and at least one."""
    lowest = [63] * layout.words
    for bit_field in layout.places:
        if bit_field.bits:
            lowest[bit_field.word] = min(lowest[bit_field.word], bit_field.shift)
    return tuple(64 - shift for shift in lowest)


class RowForm:
    """How the states of a machine become rows. bits: of each word how many bits are used, the highest ones."""

    def __init__(self, bits: tuple[int, ...]) -> None:
        self.bits, self.words, self.width = bits, len(bits), len(bits) + 1
        self.key = bits.index(max(bits))
        self.unused = 64 - bits[self.key]
        self._bits = np.array(bits, np.uint64)
        self.pointer, self.address = pointer(self._bits), self._bits.ctypes.data

    def function(self, name: str) -> Any:
        """A function of rows.c, by its name."""
        return _function(self.words, self.key, name)

    def rows(self, states: Rows, tail: int = 0) -> Rows:
        """The rows of states (an array of shape (states, words)), all with one tail."""
        rows = np.empty((len(states), self.width), np.uint64)
        self.function("rows_of")(
            self.pointer, pointer(np.ascontiguousarray(states)), len(states), tail, pointer(rows)
        )
        return rows

    def states(self, rows: Rows) -> Rows:
        """The states of rows."""
        states = np.empty((len(rows), self.words), np.uint64)
        self.function("states_of")(self.pointer, pointer(rows), len(rows), pointer(states))
        return states

    def packed_bits(self, span: int, quotient: int, tail_bits: int) -> int:
        """How many bits a row takes in a run."""
        return span - quotient - self.unused + sum(self.bits) - self.bits[self.key] + tail_bits

    def _run(
        self, low: int, span: int, quotient: int, first_tail: int, tail_bits: int, count: int
    ) -> SortedRun:
        width = self.packed_bits(span, quotient, tail_bits)
        return SortedRun(self.pointer, low, span, quotient, first_tail, tail_bits, width, count)


def _lay_out(run: SortedRun, array: Rows, checked: Any) -> None:
    """Let a run point to its parts of the array that has it. checked: a byte for each of its checksums."""
    buckets, sums, _ = _parts(run.quotient, run.count, run.width)
    run.bucket_ends = array[_HEAD : _HEAD + buckets].ctypes.data_as(NUMBERS)
    run.sums = array[_HEAD + buckets :].ctypes.data_as(WORDS)
    run.payload = array[_HEAD + buckets + sums :].ctypes.data_as(WORDS)
    run.checked = checked.ctypes.data_as(BYTES)


def _parts(quotient: int, count: int, width: int) -> tuple[int, int, int]:
    """How many numbers the ends, the checksums and the rows of a run take."""
    payload = -(-count * width // 64) + 1
    return -(-(1 << quotient) // 2), -(-payload // _PIECE), payload


def _head_sum(form: RowForm, array: Rows, run: SortedRun) -> int:
    """A checksum of the head, the ends and the checksums of a run."""
    buckets, sums, _ = _parts(run.quotient, run.count, run.width)
    return int(form.function("sum_of")(array[1:].ctypes.data_as(WORDS), _HEAD - 1 + buckets + sums))


def pack_run(
    form: RowForm, chunks: Iterable[Rows], count: int, low: int, high: int, tails: tuple[int, int]
) -> Rows:
    """A sorted run of `count` rows, in order, whose keys are from `low` up to `high`: a power of two of them.

    tails: the least and the greatest that there may be.
    """
    span = (high - low).bit_length() - 1
    quotient = min((count // _IN_BUCKET).bit_length(), span - form.unused)
    run = form._run(low, span, quotient, tails[0], (tails[1] - tails[0]).bit_length(), count)
    array = np.zeros(_HEAD + sum(_parts(run.quotient, run.count, run.width)), np.uint64)
    array[1:_HEAD] = _MAGIC, low, span, quotient, run.first_tail, run.tail_bits, count
    _lay_out(run, array, array)
    append = form.function("append")
    for rows in chunks:
        append(run, pointer(rows), len(rows))
    form.function("seal")(run)
    array[0] = _head_sum(form, array, run)
    return array


_FIELDS = [name for name, *_ in SortedRun._fields_]
_COUNT, _DAMAGED = _FIELDS.index("count"), _FIELDS.index("damaged")
_STRUCT = struct.Struct(f"{len(_FIELDS)}Q")


class SortedRuns:
    """Some sorted runs, read side by side. arrays: what has each, by the name that an error tells.

    Every method that reads raises UsageError where a run is damaged.
    """

    def __init__(self, form: RowForm, arrays: Sequence[tuple[str, Rows]]) -> None:
        self._form, self._names = form, [name for name, _ in arrays]
        self._kept: list[Any] = [array for _, array in arrays]
        self._runs = (SortedRun * len(arrays))()
        self._words = np.frombuffer(memoryview(self._runs), np.uint64).reshape(
            len(arrays), len(SortedRun._fields_)
        )
        sizes = [len(array) // _PIECE + 1 for _, array in arrays]
        self._kept.append(checked := np.zeros(sum(sizes), np.uint8))
        address = checked.ctypes.data
        for place, (name, array) in enumerate(arrays):
            if not self._open(place, array, address):
                raise self._damage(name)
            address += sizes[place]
        self.count = int(self._words[:, _COUNT].sum())
        """How many rows there are in all."""
        self._position = -1
        """The key from which all are read on; -1: another one in each."""

    def __len__(self) -> int:
        return len(self._names)

    def _open(self, place: int, array: Rows, checked: int) -> bool:
        """Lay out a run. checked: the address of its marks. Gives whether it is right.

        There may be thousands, of a few rows each; so this makes no objects of ctypes and NumPy that it does not need.
        """
        if len(array) < _HEAD or array[1] != _MAGIC:
            return False
        form, at = self._form, array.__array_interface__["data"][0]
        low, span, quotient, first_tail, tail_bits, count = array[2:_HEAD].tolist()
        if not (quotient <= span <= 64 and tail_bits <= 64):
            return False
        width = form.packed_bits(span, quotient, tail_bits)
        buckets, sums, payload = _parts(quotient, count, width)
        if len(array) != _HEAD + buckets + sums + payload:
            return False
        behind_sum = byref(c_uint64.from_address(at + 8))
        if int(array[0]) != form.function("sum_of")(behind_sum, _HEAD - 1 + buckets + sums):
            return False
        ends, checksums = at + 8 * _HEAD, at + 8 * (_HEAD + buckets)
        head = form.address, low, span, quotient, first_tail, tail_bits, width, count
        parts = ends, checksums + 8 * sums, checksums, checked
        _STRUCT.pack_into(self._runs, place * _STRUCT.size, *head, *parts, 0, 0, 0)
        return True

    @staticmethod
    def _damage(name: str) -> UsageError:
        return UsageError(f"{name} is damaged: search again in another --workdir")

    def _require_right(self) -> None:
        if (damaged := self._words[:, _DAMAGED]).any():
            raise self._damage(self._names[int(damaged.argmax())])

    def seek(self, key: int) -> None:
        """Read on from the first rows whose keys are not below this one."""
        for run in self._runs:
            self._form.function("seek")(run, key)
        self._position = -1
        self._require_right()

    def left_below(self, high: int) -> list[int]:
        """Of each run how many rows there are from where one reads up to a key. One reads on behind them."""
        before = [run.next for run in self._runs]
        if high > LAST:
            return [run.count - begin for run, begin in zip(self._runs, before, strict=True)]
        self.seek(high)
        return [run.next - begin for run, begin in zip(self._runs, before, strict=True)]

    def read(self, last: int, rows: Rows, filled: int = 0) -> int:
        """Read rows with keys up to the last one into an array, behind those that it has, as long as there is room.

        They are in order within each run. Gives how many the array has then.
        """
        self._position = -1
        count: int = self._form.function("collect")(
            self._runs, len(self), last, pointer(rows), filled, len(rows)
        )
        self._require_right()
        return count

    def unseen(self, rows: Rows) -> int:
        """Leave those rows whose states are in none of the runs, in order. Gives how many."""
        count, at, look_up = len(rows), pointer(rows), self._form.function("unseen")
        for run in reversed(self._runs):  # the latest first: that is where most are
            count = look_up(run, at, count)
        self._require_right()
        return count

    def sorted_rows(self, low: int, high: int, ranges: int = 1) -> Iterator[Rows]:
        """All rows from key `low` up to `high` (a power of two of keys), sorted, one of each state, in chunks.

        A state that is in several runs gets its least tail. ranges: how many like this one the keys of the runs fill.
        """
        if low != self._position:
            self.seek(low)
        self._position = -1
        log = min((self.count // ranges // TOGETHER).bit_length(), (high - low).bit_length() - 1)
        step, parts = (
            (high - low) >> log,
            min(1 << log, 1 << (len(self) // IN_A_PART).bit_length(), MOST_PARTS),
        )
        gathered = RowParts(self._form, low, step, parts, 2 * TOGETHER + UNEVEN)
        for begin in range(low, high, step * parts):
            gathered.begin(begin)
            last = begin + step * parts - 1
            while self._form.function("scatter")(self._runs, len(self), last, gathered.pointer):
                gathered = gathered.larger()
            self._require_right()
            for part in np.flatnonzero(gathered.counts).tolist():
                yield gathered.settle_part(part)
        self._position = high


class RowParts:
    """Room for rows in parts by their keys, each with `keys` keys (a power of two), the first from `low` on.

    rows: those of each part, in an array of shape (parts, capacity, words + 1). counts: how many each has.
    """

    def __init__(self, form: RowForm, low: int, keys: int, parts: int, capacity: int) -> None:
        self.form, self._keys, self.capacity = form, keys, capacity
        self.rows = np.empty((parts, capacity, form.width), np.uint64)
        self.counts = np.zeros(parts, np.uint64)
        slots = 1 << (2 * capacity - 1).bit_length()
        self._table = np.full((slots + capacity + 1, form.width), EMPTY, np.uint64)
        self._struct = GatheredStruct(
            form.pointer,
            low,
            keys.bit_length() - 1,
            parts,
            capacity,
            pointer(self.rows),
            pointer(self.counts),
            pointer(self._table),
        )

    @property
    def pointer(self) -> Any:
        """What a function takes."""
        return self._struct

    def larger(self) -> RowParts:
        """Room for twice as many rows, with those that are here."""
        larger = RowParts(self.form, self._struct.low, self._keys, len(self.rows), 2 * self.capacity)
        larger.rows[:, : self.capacity], larger.counts[:] = self.rows, self.counts
        return larger

    def take(self, batch: RowBatch, states: Rows, begin: int, end: int, changing: Any) -> int:
        """Take the successors begin..end, but those that are their own parents. Gives where it stopped: a part is full.

        changing: counts by action instance how often it has led to another state.
        """
        stopped: int = self.form.function("gather")(
            self._struct,
            pointer(states),
            pointer(batch.states),
            pointer(batch.parents),
            batch.actions.ctypes.data_as(SHORTS),
            pointer(changing),
            begin,
            end,
        )
        return stopped

    def settle(self) -> int:
        """Sort the rows of each part, and leave one of each state, with the least tail. Gives how many are left."""
        count: int = self.form.function("settle_all")(self._struct)
        return count

    def begin(self, low: int) -> None:
        """Forget all rows, and take keys from `low` on."""
        self._struct.low = low
        self.clear()

    def settle_part(self, part: int) -> Rows:
        """Settle a part. Gives its rows."""
        return self.rows[part, : self.form.function("settle")(self._struct, part)]

    def part(self, number: int) -> Rows:
        """The rows of a part."""
        return self.rows[number, : int(self.counts[number])]

    def clear(self) -> None:
        """Forget all rows."""
        self.counts[:] = 0


class RowBatch:
    """Room for the successors of some states: their words, parents (by place) and action instances."""

    def __init__(self, most: int, words: int) -> None:
        self.states = np.empty((most, words), np.uint64)
        self.hashes, self.parents = np.empty(most, np.uint64), np.empty(most, np.uint64)
        self.actions = np.empty(most, np.uint16)
