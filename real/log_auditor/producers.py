"""Checks the producers of a log: sequence numbers must follow one another, and epochs must not fall (KIP-98).

A leader takes a batch only if its first sequence number follows the last one of that producer and epoch, or is 0 in a
newer epoch (`ProducerAppendInfo.checkSequence`); a follower takes what the leader has. A leader that knows nothing of a
producer takes any number: it forgot the producer after `producer.id.expiration.ms`, or what the producer wrote before
is not in its log. Marks of transactions have no number, and raise the epoch (KIP-890).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tidemark.real.log_auditor.problems import Problems
from tidemark.real.storage.batches import Rows
from tidemark.real.storage.names import file_name

SEEN = np.dtype(
    [
        ("producer", "i8"), ("epoch", "i4"), ("sequence", "i8"), ("upto", "i8"), ("first", "i8"), ("last", "i8"),
        ("time", "i8"),
    ]
)  # fmt: skip
"""What is remembered of a batch: `sequence` is its first number, or -1, and `upto` its last one."""
_SOURCES = {"epoch": "producer_epoch", "time": "max_time"}
"""The columns of a batch that have other names there."""
LARGEST_SEQUENCE = 2**31 - 1
"""The sequence number that 0 follows."""
EXPIRY = 86_400_000
"""Milliseconds after which a broker may have forgotten a producer: the default of `producer.id.expiration.ms`."""


@dataclass(frozen=True)
class Pairs:
    """Pairs of consecutive batches of one producer, by their indexes in `rows`."""

    rows: Rows
    before: Rows
    after: Rows

    def both(self, column: str) -> tuple[Rows, Rows]:
        """A column of the first and of the second batch of each pair."""
        return self.rows[column][self.before], self.rows[column][self.after]

    def at(self, number: int) -> tuple[Any, Any]:
        """The rows of a pair."""
        return self.rows[self.before[number]], self.rows[self.after[number]]


@dataclass
class Chain:
    """The first and the last batch of each producer, as far as a log was read."""

    firsts: Rows = field(default_factory=lambda: np.empty(0, SEEN))
    lasts: Rows = field(default_factory=lambda: np.empty(0, SEEN))

    def add(self, rows: Rows) -> Pairs:
        """Go on with these batches; returns the pairs of consecutive batches of one producer."""
        if not len(rows):
            return Pairs(rows, *2 * [np.empty(0, "i8")])
        all_ = np.concatenate((self.lasts, rows))
        order = np.argsort(all_["producer"], kind="stable")
        producer = all_["producer"][order]
        same = producer[1:] == producer[:-1]
        heads, self.lasts = all_[order[np.append(True, ~same)]], all_[order[np.append(~same, True)]]
        new = heads[~np.isin(heads["producer"], self.firsts["producer"])]
        self.firsts = np.concatenate((self.firsts, new))
        return Pairs(all_, order[:-1][same], order[1:][same])

    def go_on(self, later: Chain) -> Pairs:
        """Go on with the batches of a later segment; returns the pairs of the last before it and its first."""
        pairs = self.add(later.firsts)
        self.add(later.lasts)
        return pairs


@dataclass
class Producers:
    """All batches of producers, and those with sequence numbers."""

    batches: Chain = field(default_factory=Chain)
    numbered: Chain = field(default_factory=Chain)


def select_batches(batches: Rows, start: int) -> Rows:
    """The batches of producers from an offset on, also one that has it in its middle: it stays whole."""
    has_producer = (batches["producer"] >= 0) & (batches["last"] >= start)
    batches = batches if has_producer.all() else batches[has_producer]
    rows = np.empty(len(batches), SEEN)
    for name in ("producer", "epoch", "sequence", "first", "last", "time"):
        rows[name] = batches[_SOURCES.get(name, name)]
    rows["upto"] = (rows["sequence"] + rows["last"] - rows["first"]) & LARGEST_SEQUENCE
    return rows


class ProducerCheck:
    """The batches of a segment, in order."""

    def __init__(self, problems: Problems, base: int, start: int) -> None:
        """`start`: the offset from which on neither retention nor compaction took batches away."""
        self.problems, self.file, self.start = problems, file_name(base, ".log"), start
        self.producers = Producers()

    def take(self, batches: Rows) -> None:
        """The next batches."""
        rows = select_batches(batches, self.start)
        report_epochs(self.problems, self.file, self.producers.batches.add(rows))
        numbered = rows["sequence"] >= 0
        pairs = self.producers.numbered.add(rows if numbered.all() else rows[numbered])
        report_sequences(self.problems, self.file, pairs)


def report_epochs(problems: Problems, file: str, pairs: Pairs) -> None:
    """Report the producers whose epoch falls."""

    def describe(number: int) -> tuple[int, str]:
        a, b = pairs.at(number)
        falls = f"epoch {b['epoch']} follows {a['epoch']} at offset {a['last']}"
        return b["first"], f"producer {b['producer']}: {falls}"

    before, after = pairs.both("epoch")
    problems.add_each("producer-epoch", file, np.flatnonzero(after < before), describe)


def report_sequences(problems: Problems, file: str, pairs: Pairs) -> None:
    """Report the batches whose numbers do not follow, unless the producer may have been forgotten in between."""
    before_epoch, after_epoch = pairs.both("epoch")
    following = (pairs.rows["upto"][pairs.before] + 1) & LARGEST_SEQUENCE
    expected = np.where(after_epoch == before_epoch, following, 0)
    time, later = pairs.both("time")
    is_wrong = (pairs.rows["sequence"][pairs.after] != expected) & (after_epoch >= before_epoch)

    def describe(number: int) -> tuple[int, str]:
        a, b = pairs.at(number)
        wrong = (
            f"producer {b['producer']}, epoch {b['epoch']}: sequence {b['sequence']}, not {expected[number]}"
        )
        return b["first"], f"{wrong}; offset {a['last']} has epoch {a['epoch']}, sequence {a['upto']}"

    wrong = np.flatnonzero(is_wrong & (np.abs(later - time) < EXPIRY))
    problems.add_each("sequence-gap", file, wrong, describe)


def late_producers(firsts: Rows) -> Iterator[tuple[int, str]]:
    """The producers whose first batch, in a log that has all of them, is not the first that they sent."""
    for row in firsts[firsts["sequence"] > 0]:
        producer = f"producer {row['producer']}, epoch {row['epoch']}"
        yield int(row["first"]), f"{producer}: begins with sequence {row['sequence']}"
