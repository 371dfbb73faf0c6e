"""The order of events in a history, as far as real time shows it; and which records, reads and changes count.

Events that are more than `SLACK` apart are ordered. What is known of an event is an interval: a crash, and a change of
the controller's record, happen when they are noted; a record is appended after it was sent, and acknowledged before its
producer knows; a broker is back some time after its start.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tidemark.base.errors import UsageError
from tidemark.real.soak.history import (
    ENDS,
    History,
    InjectedFault,
    ObservedChange,
    ObservedRecord,
    SentRecord,
)

SLACK = 0.1
"""Seconds: what is nearer to each other may have happened in either order."""

Position = tuple[int, int | None]
"""Where a record was: its offset, and its epoch, None where nothing shows that."""


def in_words(offset: int, epoch: int | None) -> str:
    """A position as a sentence has it."""
    return f"offset {offset}" + ("" if epoch is None else f" in epoch {epoch}")


@dataclass(frozen=True)
class PossibleChange:
    """A change of one member at most. isrs: those that it may have led to, where only a later one was recorded."""

    at: float
    epoch: int
    leader: int | None
    isrs: tuple[frozenset[int], ...]
    text: str


class EpisodeTimeline:
    """A history in order. Brokers have the numbers of their places among the assigned replicas.

    changes: those after the first. faults: for each broker its ends and starts. records: those that left a trace.
    reads: those that say more than an acknowledgement does. positions: where each record was.
    """

    def __init__(self, history: History) -> None:
        self.history = history
        self.index = {real: number for number, real in enumerate(history.replicas)}
        self.changes = list(_singles(history.changes))
        self.faults = [list(_faults_of(history.faults, real)) for real in history.replicas]
        self.records = find_traces(history)
        self.reads = [read for read in history.reads if self._is_informative(read)]
        self.positions = {record: self._positions(record) for record in self.records}
        first = history.changes[0]
        if (first.epoch, first.leader, first.isr) != (0, history.replicas[0], frozenset(history.replicas)):
            raise UsageError(
                "the episode does not begin with all replicas in the ISR of the first one, in epoch 0"
            )

    @property
    def hidden(self) -> list[SentRecord]:
        """The records that left no trace, and may have been appended all the same."""
        return [
            sent for sent in self.history.sent.values() if not sent.refused and sent.name not in self.records
        ]

    def _is_informative(self, read: ObservedRecord) -> bool:
        """Whether it says more than the acknowledgement: it came first, or it has another epoch than the logs."""
        acknowledged = self.history.sent[read.record].acknowledged
        is_early = acknowledged is None or acknowledged > read.at + SLACK
        return is_early or contradicts_logs(self.history, read)

    def _positions(self, record: str) -> list[Position]:
        certain: set[Position] = {
            (offset, epoch)
            for log in self.history.logs.values()
            for offset, (name, epoch) in enumerate(log)
            if name == record
        }
        reads = [read for read in self.history.reads if read.record == record]
        certain |= {(read.offset, read.epoch) for read in reads if read.epoch is not None}
        offsets = [self.history.sent[record].offset, *(read.offset for read in reads)]
        unsure: list[Position] = [(offset, None) for offset in offsets if offset is not None]
        return sorted(certain, key=str) or unsure[:1]


def find_traces(h: History) -> list[str]:
    """The records that left a trace: in a log, with a consumer, or acknowledged."""
    traces = {record for log in h.logs.values() for record, _ in log} | {read.record for read in h.reads}
    return [name for name, sent in h.sent.items() if sent.acknowledged is not None or name in traces]


def contradicts_logs(h: History, read: ObservedRecord) -> bool:
    """Whether the logs in the end have the record that was read, and not in that epoch: it was appended once."""
    epochs = {epoch for log in h.logs.values() for record, epoch in log if record == read.record}
    return read.epoch is not None and bool(epochs) and read.epoch not in epochs


def _faults_of(faults: Sequence[InjectedFault], broker: int) -> Iterator[InjectedFault]:
    return (fault for fault in faults if fault.broker == broker and fault.what in (*ENDS, "start"))


def _singles(changes: Sequence[ObservedChange]) -> Iterator[PossibleChange]:
    """Where a leader takes out two members at once, the model takes out one after another."""
    for before, after in itertools.pairwise(changes):
        leader = "none" if after.leader is None else after.leader
        sentence = (
            f"the partition has leader {leader} in epoch {after.epoch}, and the ISR {sorted(after.isr)}"
        )
        begins = before.epoch != after.epoch
        gone = sorted(before.isr - after.isr)
        for count in range(1, 1 if begins else len(gone)):
            between = tuple(before.isr - set(members) for members in itertools.combinations(gone, count))
            yield PossibleChange(after.at, after.epoch, after.leader, between, sentence)
        yield PossibleChange(after.at, after.epoch, after.leader, (after.isr,), sentence)
