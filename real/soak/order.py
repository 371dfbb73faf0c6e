"""What came before what in a history, as far as real time tells; and which records, reads and changes count.

Events that are more than `SLACK` apart are ordered. What is known of an event is an interval: a crash, and a change of
the controller's record, happen when they are noted; a record is appended after it was sent, and acknowledged before its
producer knows; a broker is back some time after its start.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidemark.base.errors import UsageError
from tidemark.real.soak.history import ENDS, Change, Fault, History, Read, Sent

SLACK = 0.1
"""Seconds: what is nearer to each other may have happened in either order."""

Place = tuple[int, int | None]
"""Where a record was: its offset, and its epoch, None where nothing tells that."""


def place_in_words(offset: int, epoch: int | None) -> str:
    """A place as a sentence has it."""
    return f"offset {offset}" + ("" if epoch is None else f" in epoch {epoch}")


@dataclass(frozen=True)
class IsrChange:
    """A change of one member at most. isrs: those that it may have led to, where only a later one was recorded."""

    at: float
    epoch: int
    leader: int | None
    isrs: tuple[frozenset[int], ...]
    text: str


class Timeline:
    """A history in order. Brokers have the numbers of their places among the assigned replicas.

    changes: those after the first. faults: for each broker its ends and starts. records: those that left a trace.
    reads: those that say more than an acknowledgement does. places: where each record was.
    """

    def __init__(self, history: History) -> None:
        self.history = history
        self.index = {real: number for number, real in enumerate(history.replicas)}
        self.changes = list(_singles(history.changes))
        self.faults = [list(_of(history.faults, real)) for real in history.replicas]
        self.records = observed(history)
        self.reads = [one for one in history.reads if self._tells(one)]
        self.places = {record: self._places(record) for record in self.records}
        first = history.changes[0]
        if (first.epoch, first.leader, first.isr) != (0, history.replicas[0], frozenset(history.replicas)):
            raise UsageError(
                "the episode does not begin with all replicas in the ISR of the first one, in epoch 0"
            )

    @property
    def acknowledged(self) -> list[Sent]:
        """The records that were acknowledged."""
        return [one for one in self.history.sent.values() if one.acknowledged is not None]

    @property
    def hidden(self) -> list[Sent]:
        """The records that left no trace, and may have been appended all the same."""
        return [one for one in self.history.sent.values() if not one.refused and one.name not in self.records]

    def _tells(self, read: Read) -> bool:
        """Whether it says more than the acknowledgement: it came first, or it has another epoch than the logs."""
        acknowledged = self.history.sent[read.record].acknowledged
        is_early = acknowledged is None or acknowledged > read.at + SLACK
        return is_early or contradicts_logs(self.history, read)

    def _places(self, record: str) -> list[Place]:
        found: set[Place] = {
            (offset, epoch)
            for log in self.history.logs.values()
            for offset, (name, epoch) in enumerate(log)
            if name == record
        }
        read = [one for one in self.history.reads if one.record == record]
        found |= {(one.offset, one.epoch) for one in read if one.epoch is not None}
        known = [self.history.sent[record].offset, *(one.offset for one in read)]
        unsure: list[Place] = [(offset, None) for offset in known if offset is not None]
        return sorted(found, key=str) or unsure[:1]


def observed(h: History) -> list[str]:
    """The records that left a trace: in a log, with a consumer, or acknowledged."""
    left = {record for log in h.logs.values() for record, _ in log} | {one.record for one in h.reads}
    return [one.name for one in h.sent.values() if one.acknowledged is not None or one.name in left]


def contradicts_logs(h: History, read: Read) -> bool:
    """Whether the logs in the end have the record that was read, and not in that epoch: it was appended once."""
    epochs = {epoch for log in h.logs.values() for record, epoch in log if record == read.record}
    return read.epoch is not None and bool(epochs) and read.epoch not in epochs


def _of(faults: Sequence[Fault], broker: int) -> Iterator[Fault]:
    return (one for one in faults if one.broker == broker and one.what in (*ENDS, "start"))


def _singles(changes: Sequence[Change]) -> Iterator[IsrChange]:
    """Where a leader takes out two members at once, the model takes out one after another."""
    for before, after in itertools.pairwise(changes):
        leader = "none" if after.leader is None else after.leader
        text = f"the partition has leader {leader} in epoch {after.epoch}, and the ISR {sorted(after.isr)}"
        begins = before.epoch != after.epoch
        gone = sorted(before.isr - after.isr)
        for count in range(1, 1 if begins else len(gone)):
            between = tuple(before.isr - set(some) for some in itertools.combinations(gone, count))
            yield IsrChange(after.at, after.epoch, after.leader, between, text)
        yield IsrChange(after.at, after.epoch, after.leader, (after.isr,), text)
