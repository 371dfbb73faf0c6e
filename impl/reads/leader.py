"""The state: one leader's log, what the broker keeps of it in memory, and one read that is under way.

Read in `Log.scala` (2.4.1, 2.5.0, 2.5.1), `UnifiedLog.java` and `LocalLog.java` (4.3.1), `LogSegment.read`,
`FileRecords.slice`, `Partition.readRecords` and `ProducerStateManager`. The file has a record at each position, so
positions are offsets. There is one transactional producer, so a transaction ends with the next marker.
"""

from __future__ import annotations

from tidemark.impl.reads.bounds import ReadsAt
from tidemark.spec import (
    Bool,
    Enum,
    Int,
    Label,
    Number,
    Only,
    Record,
    Sequence,
    Truth,
    any_of,
    minimum,
    not_,
    one_of,
    settings_type,
    where,
)
from tidemark.spec.types.composites import RecordType

Content = Enum("content", "plain", "transactional", "commit", "abort")
"""What a place of the log has: a record outside transactions, one of a transaction, or a marker that ends one."""

FetchKind = Enum("fetch", "read_uncommitted", "read_committed", "follower", "end_offset")
"""Who reads: `FetchIsolation` says up to where; `end_offset` is ListOffsets of a read_committed consumer."""

AppendStage = Enum("append_stage", "idle", "file_grew", "log_end_rose", "high_watermark_rose")
"""Who holds the log's lock: nobody; an append whose record is in the file; one that the log end offset counts too; a
rise of the high watermark. In the end the first unstable offset follows."""

ReadStage = Enum(
    "read_stage", "idle", "begun", "has_unstable", "needs_watermark", "has_watermark", "has_bound", "at_file_end",
    "has_slice", "has_answer",
)  # fmt: skip
"""How far the read is.

has_unstable: it has the first unstable offset, and compares it with the high watermark. needs_watermark: it looks at
the high watermark once more. has_watermark: it has that, and looks at the first unstable offset. has_bound: it has its
upper bound. at_file_end: its slice ends at the file's end, whose size it looks at once more. has_slice: it has its
slice, and collects the aborted transactions.
"""


class ReadsSettings(Record):
    """What the rules say; each field has one value in a machine, so none takes room in a state.

    stable_from_two: a read_committed fetch reads the high watermark twice for its last stable offset. end_from_two: the
    answer to ListOffsets does. sized_twice: a slice reads the file's size twice. whole_segment: the file's end bounds a
    read whose upper bound lies in an earlier segment. until_replicated: a transaction is unstable until its marker is
    below the high watermark. indexed_first: the index of aborted transactions has a marker when the lock is released.
    """

    stable_from_two: Truth
    end_from_two: Truth
    sized_twice: Truth
    whole_segment: Truth
    until_replicated: Truth
    indexed_first: Truth


class LogRead(Record):
    """The read. first_unstable, upper_bound: what it has of them.

    bound_is_earlier: the bound's position is the end of the first segment, not the start of the second one.
    listed_below: the index of aborted transactions had the markers below this offset.
    """

    stage: Label
    fetch: Label
    fetch_offset: Number
    first_unstable: Number
    upper_bound: Number
    bound_is_earlier: Truth
    slice_end: Number
    listed_below: Number


class ReadLeader(Record):
    """The whole state. log: what is in the file. first_unstable: beyond the log where no transaction is unstable.

    high_watermark_is_earlier: as `bound_is_earlier`. second_segment: its base offset; 0: there is one segment.
    indexed_below: the index of aborted transactions has the markers below this offset.
    """

    log: Sequence[Label]
    log_end: Number
    high_watermark: Number
    high_watermark_is_earlier: Truth
    first_unstable: Number
    second_segment: Number
    indexed_below: Number
    stage: Label
    log_read: LogRead
    settings: ReadsSettings

    def beyond(self) -> int:
        """The first unstable offset where there is none: beyond every offset."""
        return self.log.capacity + 1

    def is_data(self, offset: int) -> Truth:
        """Whether a record of a transaction is there."""
        return (offset < self.log.length) & (self.log[offset] == Content.transactional)

    def is_marker(self, offset: int) -> Truth:
        """Whether a marker is there."""
        return (offset < self.log.length) & one_of(self.log[offset], (Content.commit, Content.abort))

    def is_open(self) -> Truth:
        """Whether the last transaction has no marker yet."""
        return any_of(
            self.is_data(k) & not_(any_of(self.is_marker(j) for j in range(k + 1, self.log.capacity)))
            for k in range(self.log.capacity)
        )

    def marker_of(self, offset: int) -> Number:
        """The offset of the marker that ends the transaction of a record; beyond the log while it is open."""
        marker: Number = self.beyond()
        for k in reversed(range(offset + 1, self.log.capacity)):
            marker = where(self.is_marker(k), k, marker)
        return marker

    def first_open(self, below: Number) -> Number:
        """The first record of a transaction that has no marker below this offset."""
        first: Number = self.beyond()
        for k in reversed(range(self.log.capacity)):
            first = where(self.is_data(k) & (self.marker_of(k) >= below), k, first)
        return first

    def last_stable_offset(self) -> Number:
        """What Kafka defines: all below is replicated, and of no transaction whose marker is not replicated."""
        return minimum(self.high_watermark, self.first_open(self.high_watermark))

    def is_in_second(self, offset: Number) -> Truth:
        """Whether the record at an offset is in the second segment."""
        return (self.second_segment > 0) & (offset >= self.second_segment)

    def file_size(self, offset: Number) -> Number:
        """Where the file of that record's segment ends."""
        return where(
            (self.second_segment > 0) & (offset < self.second_segment), self.second_segment, self.log.length
        )

    def has_records(self) -> Truth:
        """Whether the read has a slice that is not empty."""
        log_read = self.log_read
        return one_of(log_read.stage, (ReadStage.has_slice, ReadStage.has_answer)) & (
            log_read.fetch_offset < log_read.slice_end
        )

    def consumer_has_records(self) -> Truth:
        """Whether the read is a consumer's, and has a slice that is not empty."""
        return self.has_records() & (self.log_read.fetch != FetchKind.follower)

    def is_delivered(self, offset: int) -> Truth:
        """Whether the answer has this record of a transaction, and does not list the transaction as aborted."""
        log_read, marker = self.log_read, self.marker_of(offset)
        listed = (marker < log_read.listed_below) & self.is_aborted(offset)
        return (
            (log_read.fetch_offset <= offset)
            & (offset < log_read.slice_end)
            & self.is_data(offset)
            & not_(listed)
        )

    def is_aborted(self, offset: int) -> Truth:
        """Whether the marker that ends a record's transaction aborts it."""
        marker = self.marker_of(offset)
        return any_of(
            (marker == k) & (k < self.log.length) & (self.log[k] == Content.abort)
            for k in range(offset + 1, self.log.capacity)
        )

    def update_unstable(self) -> ReadLeader:
        """This leader with the first unstable offset that its transactions and its high watermark give."""
        below = where(self.settings.until_replicated, self.high_watermark, self.log.length)
        return self.but(first_unstable=self.first_open(below))


def leader_type(at: ReadsAt) -> RecordType:
    """The states of a leader at these bounds, by the settings of its rules."""
    offset, maybe_offset = Int(0, at.log_size), Int(0, at.log_size + 1)
    is_earlier = Bool() if at.segments > 1 else Only(False)
    log_read = LogRead.of(
        stage=ReadStage,
        fetch=FetchKind,
        fetch_offset=offset,
        first_unstable=maybe_offset,
        upper_bound=offset,
        bound_is_earlier=is_earlier,
        slice_end=offset,
        listed_below=offset,
    )
    return ReadLeader.of(
        log=Sequence.of(Content, at.log_size),
        log_end=offset,
        high_watermark=offset,
        high_watermark_is_earlier=is_earlier,
        first_unstable=maybe_offset,
        second_segment=offset if at.segments > 1 else Only(0),
        indexed_below=offset,
        stage=AppendStage,
        log_read=log_read,
        settings=settings_type(ReadsSettings, at),
    )


def initial_leader(empty: ReadLeader, _at: ReadsAt) -> ReadLeader:
    """An empty log, which nobody reads."""
    return empty.but(first_unstable=empty.beyond())
