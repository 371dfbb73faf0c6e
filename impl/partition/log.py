"""The replicated log of one partition: written once, used by every protocol.

An offset is the position of a record, from 0. The log end offset is the offset of the next record. The leader
epoch cache of Kafka (`LeaderEpochFileCache`: pairs of an epoch and its start offset) follows from the epochs in
the records, so it is not stored here but read from them.
"""

from __future__ import annotations

from typing import Any

from tidemark.spec.composites import Record, RecordType, Sequence
from tidemark.spec.operators import all_of, any_of, where
from tidemark.spec.types import LeafType, Number, Truth


class Entry(Record):
    """A record: its id, unique to the write, and the epoch of the leader that wrote it."""

    id: Number
    epoch: Number

    def text(self) -> str:
        """A plain record as people write it: `m0@1`."""
        return f"m{int(self.id)}@{int(self.epoch)}"


class Log(Sequence[Entry]):
    """A replica's log. Its length is the log end offset (LEO)."""

    @property
    def end_offset(self) -> Number:
        """The offset of the next record."""
        return self.length

    def offsets(self) -> range:
        """Every offset that the log could ever have: what a promise loops over."""
        return range(self.capacity)

    def has_offset(self, offset: Number) -> Truth:
        """Whether there is a record at the offset."""
        return offset < self.length

    def has_entry(self, entry: Entry, offset: Number) -> Truth:
        """Whether this very record is at the offset."""
        return self.has_offset(offset) & (self[offset] == entry)

    def agrees_at(self, other: Log, offset: Number) -> Truth:
        """Whether both logs have a record at the offset, and the same one."""
        return other.has_offset(offset) & self.has_entry(other[offset], offset)

    def agrees_below(self, other: Log, offset: Number) -> Truth:
        """Whether both logs have the same record at every offset below this one."""
        return all_of((offset <= k) | self.agrees_at(other, k) for k in self.offsets())

    def contains(self, record: Number) -> Truth:
        """Whether a record of this id is anywhere in the log."""
        return any_of(self.has_offset(k) & (self[k].id == record) for k in self.offsets())

    def latest_epoch(self) -> Number:
        """The epoch of the last record; the default epoch where the log is empty."""
        return self[self.length - 1].epoch

    def first_newer_offset(self, epoch: Number) -> Number:
        """The least offset whose record is newer than the epoch; the log end offset where there is none.

        What `LeaderEpochFileCache.endOffsetFor` answers (KIP-101), as long as epochs never fall along the log.
        """
        found: Any = self.length
        for k in reversed(self.offsets()):
            found = where(self.has_offset(k) & (self[k].epoch > epoch), k, found)
        return found

    def first_divergence(self, other: Log) -> Number:
        """One more than the largest offset at which both logs hold the same record; 0 where they share none.

        Cutting a log there removes exactly the tail that differs, as long as logs that agree at an offset agree
        below it.
        """
        found: Any = 0
        for k in self.offsets():
            found = where(self.agrees_at(other, k), k + 1, found)
        return found


def log_type(records: LeafType, epochs: LeafType, capacity: int) -> Any:
    """The logs of at most `capacity` records over these ids and epochs."""
    entry: RecordType = Entry.of(id=records, epoch=epochs)
    return Log.of(entry, capacity)
