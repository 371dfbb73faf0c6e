"""States of a graph as columns of a matrix of 64-bit words: ranges of them, looking them up, the least; and checksums.

Kept apart because it knows neither files nor Spark. A matrix has a row of keys (`rows`), by which it is ordered, and
rows of words.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from tidemark.base.errors import UsageError

Matrix = npt.NDArray[np.uint64]


def seal(block: bytes) -> bytes:
    """A block that is sent, and behind it a checksum."""
    return block + zlib.crc32(block).to_bytes(8, "little")


def unseal(sent: bytes) -> bytes:
    """The block that was sealed.

    Raises:
        UsageError: it has changed on its way.
    """
    block = sent[:-8]
    if seal(block) != sent:
        raise UsageError("what a task was sent is damaged: go on with --resume")
    return block


def places(states: Matrix, run: Matrix, words: int) -> Any:
    """The place of each of some states in a run, which has all of them: rows of keys, in order, and words."""
    at = np.searchsorted(run[0], states[0])
    while True:
        differing = np.flatnonzero((run[1 : 1 + words, at] != states[1 : 1 + words]).any(axis=0))
        if not len(differing):
            return at
        at[differing] += 1  # two states of one key: look at the next


def least_column(columns: Matrix) -> tuple[int, ...]:
    """The least column, compared from the first row down."""
    alive = np.arange(columns.shape[1])
    for row in columns:
        values = row[alive]
        alive = alive[values == values.min()]
    return tuple(int(word) for word in columns[:, alive[0]])


def range_of(part: int, parts: int) -> tuple[int, int]:
    """The keys of one of `parts` equal parts (a power of two): from the first up to, without, the second."""
    return (part << 64) // parts, ((part + 1) << 64) // parts


def between(keys: npt.NDArray[np.uint64], low: int, high: int) -> slice:
    """Where the keys of a range are, in ordered ones."""
    begin = int(np.searchsorted(keys, np.uint64(low)))
    end = len(keys) if high >= 2**64 else int(np.searchsorted(keys, np.uint64(high)))
    return slice(begin, end)
