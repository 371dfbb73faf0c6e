"""Producers of a log: each one's batches must carry on its sequence numbers, and its epoch must not fall (KIP-98).

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

from impl.kafka.audit.problems import Problems
from impl.storage.names import file_name

Rows = np.ndarray[Any, Any]
SEEN = np.dtype(
    [
        ("producer", "i8"), ("epoch", "i4"), ("sequence", "i8"), ("upto", "i8"), ("first", "i8"), ("last", "i8"),
        ("time", "i8"),
    ]
)  # fmt: skip
"""What is remembered of a batch: `sequence` is its first number, or -1, and `upto` its last one."""
GREATEST = 2**31 - 1
"""The sequence number that 0 follows."""
EXPIRY = 86_400_000
"""Milliseconds after which a broker may have forgotten a producer: the default of `producer.id.expiration.ms`."""


@dataclass
class Chain:
    """The first and the last batch of each producer, as far as a log was read."""

    firsts: Rows = field(default_factory=lambda: np.empty(0, SEEN))
    lasts: Rows = field(default_factory=lambda: np.empty(0, SEEN))

    def add(self, rows: Rows) -> tuple[Rows, Rows]:
        """Go on with these batches; gives every two that follow each other and are of one producer."""
        if not len(rows):
            return rows, rows
        all_ = np.concatenate((self.lasts, rows))
        all_ = all_[np.argsort(all_["producer"], kind="stable")]
        same = all_["producer"][1:] == all_["producer"][:-1]
        heads, self.lasts = all_[np.append(True, ~same)], all_[np.append(~same, True)]
        new = heads[~np.isin(heads["producer"], self.firsts["producer"])]
        self.firsts = np.concatenate((self.firsts, new))
        return all_[:-1][same], all_[1:][same]

    def go_on(self, later: Chain) -> tuple[Rows, Rows]:
        """Go on with the batches of a later segment; gives the pairs of the last before it and its first."""
        pairs = self.add(later.firsts)
        self.add(later.lasts)
        return pairs


@dataclass
class Producers:
    """All batches of producers, and those with sequence numbers."""

    batches: Chain = field(default_factory=Chain)
    numbered: Chain = field(default_factory=Chain)


def seen(found: Rows, start: int) -> Rows:
    """The batches of producers from an offset on."""
    own = found[(found["producer"] >= 0) & (found["first"] >= start)]
    rows = np.empty(len(own), SEEN)
    for name, source in (("producer", "producer"), ("epoch", "producer_epoch"), ("sequence", "sequence")):
        rows[name] = own[source]
    for name, source in (("first", "first"), ("last", "last"), ("time", "max_time")):
        rows[name] = own[source]
    rows["upto"] = (rows["sequence"] + rows["last"] - rows["first"]) & GREATEST
    return rows


class ProducerCheck:
    """The batches of a segment, in order."""

    def __init__(self, problems: Problems, base: int, start: int) -> None:
        """`start`: the offset from which on neither retention nor compaction took batches away."""
        self.problems, self.file, self.start = problems, file_name(base, ".log"), start
        self.found = Producers()

    def take(self, found: Rows) -> None:
        """The next batches."""
        rows = seen(found, self.start)
        if len(rows):
            tell_epochs(self.problems, self.file, *self.found.batches.add(rows))
            tell_sequences(self.problems, self.file, *self.found.numbered.add(rows[rows["sequence"] >= 0]))


def tell_epochs(problems: Problems, file: str, before: Rows, after: Rows) -> None:
    """The producers whose epoch falls."""
    wrong = np.flatnonzero(after["epoch"] < before["epoch"])
    problems.add_all(
        "producer-epoch",
        file,
        (
            (
                a["first"],
                f"producer {a['producer']}: epoch {a['epoch']} follows {b['epoch']} at offset {b['last']}",
            )
            for a, b in zip(after[wrong], before[wrong], strict=True)
        ),
        len(wrong),
    )


def tell_sequences(problems: Problems, file: str, before: Rows, after: Rows) -> None:
    """The batches whose numbers do not carry on those before, unless the producer may have been forgotten between."""
    expected = np.where(after["epoch"] == before["epoch"], (before["upto"] + 1) & GREATEST, 0)
    is_wrong = (after["sequence"] != expected) & (after["epoch"] >= before["epoch"])
    wrong = np.flatnonzero(is_wrong & (np.abs(after["time"] - before["time"]) < EXPIRY))
    problems.add_all(
        "sequence-gap",
        file,
        (
            (
                a["first"],
                f"producer {a['producer']}, epoch {a['epoch']}: sequence {a['sequence']}, not {e}; "
                f"offset {b['last']} has epoch {b['epoch']}, sequence {b['upto']}",
            )
            for a, b, e in zip(after[wrong], before[wrong], expected[wrong], strict=True)
        ),
        len(wrong),
    )


def late(firsts: Rows) -> Iterator[tuple[int, str]]:
    """The producers whose first batch, in a log that has all of them, is not the first that they sent."""
    for row in firsts[firsts["sequence"] > 0]:
        yield (
            int(row["first"]),
            f"producer {row['producer']}, epoch {row['epoch']}: begins with sequence {row['sequence']}",
        )
