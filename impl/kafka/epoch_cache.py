"""The leader epoch cache (`LeaderEpochFileCache`): the offset at which each leader epoch of a log starts.

On disk it is the file `leader-epoch-checkpoint`, which `parse` reads and `write` writes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tidemark.spec import Array, Enum, Number, Truth, UsageError, any_of, not_, one_of, where

NO_EPOCH = -1
"""The leader epoch of a broker that has heard of none, and of a request that carries none (before KIP-320)."""

UNDEFINED_OFFSET = -1
"""The end offset in the answer of a leader that knows no answer (`UNDEFINED_EPOCH_OFFSET`)."""

NO_ENTRY = -1
"""The start offset of an epoch that the cache does not have."""

Lookup = Enum("lookup", "kip_101", "kip_279", "kafka_7415", "next_epoch")
"""How the end of an epoch is looked up; `EpochEnd` is the result.

`kip_101` (0.11 to 1.1) finds where the first newer epoch starts, and nothing if there is no newer one or the epoch is
below the first. `kip_279` (2.0.0) also finds the largest epoch not above. `kafka_7415` (from 2.0.1) answers below the
first epoch too: where that starts. `next_epoch` is an account's, and no release's: it looks for the epoch plus one.
"""


@dataclass(frozen=True)
class EpochEnd:
    """The end of an epoch: which epoch ends (`NO_EPOCH` if the answer does not say), and at which offset."""

    epoch: Number
    end: Number


class EpochCache(Array[Number]):
    """For each leader epoch the offset at which it starts, or `NO_ENTRY`."""

    def has(self, epoch: Number) -> Truth:
        """Whether it has an entry for the epoch."""
        return self[epoch] != NO_ENTRY

    def is_empty(self) -> Truth:
        """Whether it has no entry."""
        return self.latest() == NO_EPOCH

    def latest(self) -> Number:
        """The newest epoch, or `NO_EPOCH`."""
        return self._largest(lambda _: True)

    def at(self, offset: Number) -> Number:
        """The epoch of the record at an offset, or `NO_EPOCH`."""
        return self._largest(lambda epoch: self[epoch] <= offset)

    def _largest(self, is_chosen: Callable[[Number], Truth]) -> Number:
        """The largest epoch of those that are chosen and have an entry, or `NO_EPOCH`."""
        largest: Number = NO_EPOCH
        for epoch in self.indices():
            largest = where(self.has(epoch) & is_chosen(epoch), epoch, largest)
        return largest

    def _start_above(self, epoch: Number) -> Number:
        start: Number = UNDEFINED_OFFSET
        for newer in reversed(self.indices()):
            start = where(self.has(newer) & (newer > epoch), self[newer], start)
        return start

    def end_of(self, epoch: Number, log_end: Number, lookup: Any) -> EpochEnd:
        """Where the records of an epoch end in the log that ends at `log_end` (`endOffsetFor`)."""
        newer, below = self._start_above(epoch), self._largest(lambda cached: cached <= epoch)
        next_start: Number = UNDEFINED_OFFSET
        for cached in self.indices():
            next_start = where(cached == epoch + 1, self[cached], next_start)
        newer = where(lookup == Lookup.next_epoch, next_start, newer)
        first = (below == NO_EPOCH) & (newer != UNDEFINED_OFFSET)
        answers_below_first = first & (lookup == Lookup.kafka_7415)
        undefined = (
            (epoch == NO_EPOCH) | (newer == UNDEFINED_OFFSET) | (first & (lookup != Lookup.kafka_7415))
        )
        with_epoch = one_of(lookup, (Lookup.kip_279, Lookup.kafka_7415))
        is_latest = (epoch == self.latest()) & (epoch != NO_EPOCH)
        answered = where(is_latest | answers_below_first, epoch, where(undefined, NO_EPOCH, below))
        return EpochEnd(
            where(with_epoch, answered, NO_EPOCH),
            where(is_latest, log_end, where(undefined, UNDEFINED_OFFSET, newer)),
        )

    def append(self, epoch: Number, offset: Number) -> EpochCache:
        """This cache with the epoch of a record that was appended at an offset, unless it has that epoch or a newer one
        (`assign`, 0.11 to 2.0.0).
        """
        needed = self.latest() < epoch
        return self._where(lambda cached: needed & (cached == epoch), offset)

    def assign(self, epoch: Number, offset: Number) -> EpochCache:
        """This cache with an epoch that starts at an offset, without the entries that contradict it
        (`assign`, from 2.0.1).
        """
        latest = self.latest()
        needed = (latest != epoch) | any_of(
            (latest == cached) & (offset < self[cached]) for cached in self.indices()
        )
        consistent = self._where(
            lambda cached: needed & not_((cached < epoch) & (self[cached] < offset)), NO_ENTRY
        )
        return consistent._where(lambda cached: needed & (cached == epoch), offset)

    def cut(self, end: Number) -> EpochCache:
        """This cache without the entries that start at an offset or above (`truncateFromEnd`)."""
        return self._where(lambda epoch: self[epoch] >= end, NO_ENTRY)

    def without_above(self, epoch: Number) -> EpochCache:
        """This cache without newer epochs: what a crash leaves of a cache that is written to disk late."""
        return self._where(lambda cached: cached > epoch, NO_ENTRY)

    def _where(self, is_chosen: Callable[[Number], Truth], start: Number) -> EpochCache:
        """This cache with another start for the epochs that are chosen."""
        return EpochCache(
            self.type, tuple(where(is_chosen(epoch), start, self[epoch]) for epoch in self.indices())
        )


VERSION = 0


def write(entries: Mapping[int, int]) -> str:
    """The text of a file `leader-epoch-checkpoint`: a version, the number of entries, then a line for each entry."""
    rows = [f"{epoch} {start}" for epoch, start in sorted(entries.items())]
    return "\n".join([str(VERSION), str(len(rows)), *rows]) + "\n"


def parse(content: str, source: str = "leader-epoch-checkpoint") -> dict[int, int]:
    """The entries of such a file (`LeaderEpochCheckpointFile`, `CheckpointFile`).

    Raises:
        UsageError: it is not such a file, or epochs or offsets do not rise.
    """
    lines = content.splitlines()
    numbers = [[int(word) for word in line.split()] if _is_row(line) else [] for line in lines]
    if not lines or numbers[0] != [VERSION]:
        raise UsageError(f"{source}: line 1 must be the version, {VERSION}")
    if len(lines) < 2 or len(numbers[1]) != 1 or numbers[1][0] != len(lines) - 2:
        raise UsageError(
            f"{source}: line 2 must be the number of entries, and {max(len(lines) - 2, 0)} follow"
        )
    last = (-1, -1)
    for line, row in enumerate(numbers[2:], 3):
        if len(row) != 2:
            raise UsageError(f"{source}: line {line} must be an epoch and its start offset")
        if not (row[0] > last[0] and row[1] >= last[1]):
            raise UsageError(f"{source}: line {line}: epochs must rise, and start offsets must not fall")
        last = (row[0], row[1])
    return {row[0]: row[1] for row in numbers[2:]}


def _is_row(line: str) -> bool:
    words = line.split()
    return bool(words) and all(word.isascii() and word.isdecimal() and len(word) < 20 for word in words)
