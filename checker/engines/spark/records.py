"""Many states at once, as columns of a matrix of 64-bit words: sorting them, keeping one of each, looking them up.

Kept apart because it knows neither files nor Spark. The *records* of a level are a matrix with one column for each
transition, and rows of: the state's hash, its words, its parent's words, and the action instance. Everything is
ordered by the hash, so that a range of hashes is a range of columns; the hash alone never decides whether two
states are one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.uint64]
LARGEST = np.uint64(2**64 - 1)
NO_INSTANCE = 2**16 - 1
"""The action instance of the initial state."""


def rows(words: int) -> int:
    """How many rows a matrix of records has, for states of `words` words."""
    return 2 + 2 * words


def states_of(records: Matrix, words: int) -> Matrix:
    """The words of the states."""
    return records[1 : 1 + words]


def distinct(records: Matrix, words: int) -> Matrix:
    """One record for each state, by hash: of its transitions the one of the least parent, then first instance."""
    if records.shape[1] == 0:
        return records
    order = np.argsort(records[0])
    ordered, begins = _grouped(records, order, words)
    if begins is None:
        order = np.lexsort((*states_of(records, words)[::-1], records[0]))
        ordered, begins = _grouped(records, order, words)
        assert begins is not None
    starts = np.flatnonzero(begins)
    kept = np.empty((len(records), len(starts)), np.uint64)
    kept[: 1 + words] = ordered[: 1 + words, starts]
    group = np.cumsum(begins) - 1
    alive = np.ones(len(order), bool)
    for row in range(1 + words, len(records)):
        kept[row] = np.minimum.reduceat(np.where(alive, ordered[row], LARGEST), starts)
        alive &= ordered[row] == kept[row][group]
    return kept


def _grouped(records: Matrix, order: Any, words: int) -> tuple[Matrix, Any]:
    """The records in this order, and where a new state begins; None where two states share a hash in disorder."""
    ordered = records[:, order]
    states = states_of(ordered, words)
    changes = (states[:, 1:] != states[:, :-1]).any(axis=0)
    hash_changes = ordered[0, 1:] != ordered[0, :-1]
    begins = np.concatenate(([True], changes))
    if np.array_equal(changes, hash_changes):
        return ordered, begins
    in_order = _ascending(np.concatenate((ordered[:1], states)))
    return ordered, begins if in_order else None


def _ascending(columns: Matrix) -> bool:
    """Whether no column is below the one before it, compared from the first row down."""
    below, same = np.zeros(columns.shape[1] - 1, bool), np.ones(columns.shape[1] - 1, bool)
    for row in columns:
        below |= same & (row[1:] < row[:-1])
        same &= row[1:] == row[:-1]
    return not below.any()


def unseen(candidates: Matrix, run: Matrix, words: int) -> Any:
    """For each candidate, whether its state is missing from a run: rows of hashes, in order, and words."""
    count = run.shape[1]
    if count == 0:
        return np.ones(candidates.shape[1], bool)
    hashes = candidates[0]
    at = np.searchsorted(run[0], hashes)
    inside = np.minimum(at, count - 1)
    met = run[0][inside] == hashes
    found = met.copy()
    for row in range(1, 1 + words):
        found &= run[row][inside] == candidates[row]
    for k in np.flatnonzero(met & ~found):  # two states of one hash: look at all of them
        place = int(at[k]) + 1
        while place < count and run[0][place] == hashes[k] and not found[k]:
            found[k] = all(run[row][place] == candidates[row][k] for row in range(1, 1 + words))
            place += 1
    return ~found


def places(found: Matrix, run: Matrix, words: int) -> Any:
    """The place of each of some states in a run, which has all of them: rows of hashes, in order, and words."""
    at = np.searchsorted(run[0], found[0])
    while True:
        other = np.flatnonzero((run[1 : 1 + words, at] != found[1 : 1 + words]).any(axis=0))
        if not len(other):
            return at
        at[other] += 1  # two states of one hash: look at the next


def merged(old: Matrix, new: Matrix) -> Matrix:
    """Two runs as one, by hash."""
    places = np.searchsorted(old[0], new[0]) + np.arange(new.shape[1])
    from_new = np.zeros(old.shape[1] + new.shape[1], bool)
    from_new[places] = True
    both = np.empty((len(old), len(from_new)), np.uint64)
    both[:, from_new], both[:, ~from_new] = new, old
    return both


def least_column(columns: Matrix) -> tuple[int, ...]:
    """The least column, compared from the first row down."""
    alive = np.arange(columns.shape[1])
    for row in columns:
        values = row[alive]
        alive = alive[values == values.min()]
    return tuple(int(word) for word in columns[:, alive[0]])


def range_of(part: int, parts: int) -> tuple[int, int]:
    """The hashes of one of `parts` equal parts (a power of two): from the first up to, without, the second."""
    return (part << 64) // parts, ((part + 1) << 64) // parts


def between(hashes: npt.NDArray[np.uint64], low: int, high: int) -> slice:
    """Where the hashes of a range are, in ordered ones."""
    begin = int(np.searchsorted(hashes, np.uint64(low)))
    end = len(hashes) if high >= 2**64 else int(np.searchsorted(hashes, np.uint64(high)))
    return slice(begin, end)
