"""The replicated log of one partition: written once, used by every protocol.

An offset is the position of a record. The first one is the log's start offset, 0 by default.
The log end offset is the offset of the next record. The leader epoch cache of Kafka (`LeaderEpochFileCache`: pairs of
an epoch and its start offset) is read from the epochs in the records. `impl/kafka` stores a cache, which may disagree
with them.
"""

from __future__ import annotations

from typing import Self

from tidemark.spec.expressions.kinds import Number, Truth
from tidemark.spec.types.composites import Record
from tidemark.spec.types.leaves import TypeOrEnum
from tidemark.spec.types.operators import all_of, any_of, where
from tidemark.spec.types.sequences import Sequence, SequenceType


class LogRecord(Record):
    """A record: its id, unique to the write, and the epoch of the leader that wrote it."""

    id: Number
    epoch: Number

    def text(self) -> str:
        """A plain record as people write it: `m0@1`."""
        return f"m{int(self.id)}@{int(self.epoch)}"


class LogType(SequenceType):
    """Logs of at most `capacity` records that begin at a start offset."""

    def __init__(self, cls: type[ReplicaLog], entry: TypeOrEnum, capacity: int, start_offset: int) -> None:
        super().__init__(cls, entry, capacity)
        self.first = start_offset


class ReplicaLog(Sequence[LogRecord]):
    """A replica's log, indexed by offset."""

    type: LogType

    @classmethod
    def of(cls, element: TypeOrEnum, capacity: int, start_offset: int = 0) -> LogType:
        """The type of the logs of at most `capacity` records from a start offset on."""
        return LogType(cls, element, capacity, start_offset)

    @property
    def start_offset(self) -> int:
        """The offset of the first record. It never changes: records are deleted only from the end."""
        return self.type.first

    @property
    def end_offset(self) -> Number:
        """The offset of the next record (LEO)."""
        return self.length + self.start_offset

    def cut(self, offset: Number) -> Self:
        """This log without the records from an offset on."""
        return self.truncate(offset - self.start_offset)

    def has_room(self) -> Truth:
        """Whether one more record can be appended."""
        return self.length < self.capacity

    def offsets(self) -> range:
        """Every offset that the log could ever have: what a promise loops over."""
        return range(self.start_offset, self.start_offset + self.capacity)

    def offsets_below(self, offset: int) -> range:
        """The offsets that are below this one."""
        return range(self.start_offset, offset)

    def has_offset(self, offset: Number) -> Truth:
        """Whether there is a record at the offset; it must not be below the start offset."""
        return offset < self.end_offset

    def has_entry(self, entry: LogRecord, offset: Number) -> Truth:
        """Whether this very record is at the offset."""
        return self.has_offset(offset) & (self[offset] == entry)

    def agrees_at(self, log: ReplicaLog, offset: Number) -> Truth:
        """Whether both logs have a record at the offset, and the same one."""
        return log.has_offset(offset) & self.has_entry(log[offset], offset)

    def agrees_below(self, log: ReplicaLog, offset: Number) -> Truth:
        """Whether both logs have the same record at every offset below this one."""
        return all_of((offset <= k) | self.agrees_at(log, k) for k in self.offsets())

    def contains(self, record: Number) -> Truth:
        """Whether a record of this id is anywhere in the log."""
        return any_of(self.has_offset(k) & (self[k].id == record) for k in self.offsets())

    def latest_epoch(self) -> Number:
        """The epoch of the last record; the default epoch where the log is empty."""
        return self[self.end_offset - 1].epoch

    def first_newer_offset(self, epoch: Number) -> Number:
        """The least offset whose record is newer than the epoch; the log end offset if there is no such record.

        What `LeaderEpochFileCache.endOffsetFor` answers (KIP-101), as long as epochs never fall along the log.
        """
        first: Number = self.end_offset
        for k in reversed(self.offsets()):
            first = where(self.has_offset(k) & (self[k].epoch > epoch), k, first)
        return first

    def first_divergence(self, log: ReplicaLog) -> Number:
        """One more than the largest offset at which both logs hold the same record; the start where they share none.

        Cutting a log there removes exactly the tail that differs, as long as logs that agree at an offset agree
        below it.
        """
        end: Number = self.start_offset
        for k in self.offsets():
            end = where(self.agrees_at(log, k), k + 1, end)
        return end
