"""The state: a partition whose segments are copied to a remote storage, its replicas, and what each knows of copies.

A record is known by its offset and the leader epoch in which it was appended, so the log is a sequence of epochs. A
replica's log is a beginning of the leader's: `kafka` is about how a log is truncated. What a replica has on its disk
begins at its local log start offset. Segments have the same bounds on all replicas.

For example, with two records a segment: the log is `0 0 0 0`, the first segment is copied, and the leader has deleted
it from its disk. Then the log start offset is 0, the local one is 2, and offset 1 is read from the remote storage.
"""

from __future__ import annotations

from collections.abc import Iterator

from tidemark.impl.shared.budgets import StateWithBudget
from tidemark.impl.tiered_storage.bounds import TieredStorageAt
from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    Identity,
    Int,
    Label,
    Number,
    Optional,
    Record,
    Sequence,
    Truth,
    all_of,
    any_of,
    budget_type,
    maximum,
    minimum,
    settings_type,
    unspent,
    where,
)
from tidemark.spec.types.composites import RecordType

SegmentState = Enum(
    "segment state", "copy_started", "copy_finished", "delete_started", "delete_finished", "discarded"
)
"""COPY_SEGMENT_STARTED, COPY_SEGMENT_FINISHED, DELETE_SEGMENT_STARTED, DELETE_SEGMENT_FINISHED; the last one is
`discarded` for a copy that never was finished."""

SizeRule = Enum("size rule", "all_states", "not_started", "finished_only", "each_offset_once")
"""What of the remote segments counts against retention.bytes."""

Expiry = Enum("expiry", "after_copying", "any_time", "any_time_seeded")
"""When a new leader's first expiry runs: after its copying task has run, at any time, or at any time but it first looks
for what is copied if nobody has."""

Leftovers = Enum("leftovers", "stay", "data_goes", "all_goes")
"""What is deleted of a copy that failed: nothing, the data alone, or the data and its metadata."""

RemoteRead = Enum("remote read", "whole_segment", "within_lineage", "any_lineage")
"""How much of a remote segment a reader is given, and whether the segment is looked up by its leader epoch."""


class TieredStorageSettings(Record):
    """The rules; each has one value in a machine.

    bounds_highest: what counts as copied ends where the leader's log leaves the epoch. counts_last_copied: a local
    segment that begins at the highest copied offset counts as not copied. deletes_below_start: a remote segment goes
    that the log start offset has passed. marker_falls: the highest copied offset falls
    when the log is cut. keeps_start: a cut below the first local segment leaves the log start offset.
    deletes_uncopied, copies_uncommitted: a local segment goes, or is copied, too early.
    tolerates_old_watermark: a high watermark below the local log is no error. retention and reads_late
    are bounds.
    """

    bounds_highest: Truth
    remote_size: Label
    counts_last_copied: Truth
    expiry: Label
    leftovers: Label
    deletes_below_start: Truth
    marker_falls: Truth
    keeps_start: Truth
    remote_read: Label
    deletes_uncopied: Truth
    copies_uncommitted: Truth
    tolerates_old_watermark: Truth
    retention: Number
    reads_late: Truth


class TieredSegment(Record):
    """A copy of a segment: its first offset, the epochs of its records, and its last state in the metadata topic.

    has_data: whether the remote storage has all of it. copier: the broker that copies it now.
    is_doomed: the present leader's expiry has chosen it.
    """

    base: Number
    epochs: Sequence[Number]
    last_state: Label
    has_data: Truth
    copier: Identity
    is_doomed: Truth

    @property
    def next_offset(self) -> Number:
        """The offset after its last one."""
        return self.base + self.epochs.length

    def records(self) -> Iterator[tuple[Truth, Number, Number]]:
        """For each place: whether there is a record, its offset, and its epoch."""
        for index in range(self.epochs.capacity):
            yield index < self.epochs.length, self.base + index, self.epochs[index]

    def has(self, offset: Number, epoch: Number) -> Truth:
        """Whether it has the record of that offset and epoch."""
        return any_of(exists & (at == offset) & (of == epoch) for exists, at, of in self.records())

    def covers(self, offset: Number) -> Truth:
        """Whether it has a record of that offset, of whatever epoch."""
        return (self.base <= offset) & (offset < self.next_offset)


class MetadataMessage(Record):
    """A message of `__remote_log_metadata`: a segment, by its number, and its new state."""

    segment_number: Number
    announced: Label


class TieredReplica(Record):
    """A replica. `log_end`: its log end offset. `copied_end`: the offset after `highestOffsetInRemoteStorage`.

    heard: the states of the segments in its cache. unread_messages: those of the metadata topic that it has not read.
    Both stay empty where nobody reads late.
    """

    log_end: Number
    in_isr: Truth
    log_start: Number
    local_start: Number
    copied_end: Number
    heard: Sequence[Label]
    unread_messages: Sequence[MetadataMessage]


class TieredBudget(Record):
    """How many faults of each sort are left."""

    elections: Number
    remote_failures: Number
    restarts: Number
    record_deletions: Number
    disk_losses: Number
    checkpoint_losses: Number
    unclean_elections: Number


class TieredPartition(StateWithBudget):
    """The whole state.

    log: the epochs of the leader's records. segments: the copies that were begun. has_looked: whether the leader's
    copying task has looked for what is copied; `next_copied` is then the offset from which it copies. allowed_start:
    the highest offset below which the records were allowed to go, by retention.bytes or by DeleteRecords.
    """

    settings: TieredStorageSettings
    log: Sequence[Number]
    epoch: Number
    leader: Identity
    watermark: Number
    replicas: Array[TieredReplica]
    segments: Sequence[TieredSegment]
    has_looked: Truth
    next_copied: Number
    allowed_start: Number
    budget: TieredBudget

    @property
    def leading(self) -> TieredReplica:
        """The leader."""
        return self.replicas[self.leader]

    def with_replica(self, broker: Identity, **changes: object) -> TieredPartition:
        """This state with one replica changed."""
        return self.but(replicas=self.replicas.but(broker, self.replicas[broker].but(**changes)))

    def with_segment(self, number: Number, **changes: object) -> TieredPartition:
        """This state with one remote segment changed."""
        return self.but(segments=self.segments.but(number, self.segments[number].but(**changes)))

    @property
    def segment_size(self) -> int:
        """How many records a full segment has."""
        size: int = self.segments.type.element.fields["epochs"].places
        return size

    def segment_start(self, offset: Number) -> Number:
        """The first offset of the segment that an offset is in."""
        start: Number = 0
        for base in range(self.segment_size, self.log.capacity + 1, self.segment_size):
            start = where(offset >= base, base, start)
        return start

    @property
    def reads_late(self) -> bool:
        """Whether a broker may read the metadata topic late."""
        late: int = self.type.fields["settings"].fields["reads_late"].hi
        return late > 0

    def numbers(self) -> range:
        """The numbers that segments may have."""
        return range(self.segments.capacity)

    def knows(self, broker: Identity, number: Number) -> Truth:
        """Whether a broker has heard of a segment."""
        return number < (self.replicas[broker].heard.length if self.reads_late else self.segments.length)

    def heard(self, broker: Identity, number: Number) -> Label:
        """The state of a segment in a broker's cache; of one that it has not heard of, nothing that counts."""
        return self.replicas[broker].heard[number] if self.reads_late else self.segments[number].last_state

    def has_epoch(self, broker: Identity, epoch: Number) -> Truth:
        """Whether a broker's leader epoch cache has an epoch; a leader enters its own, and the last one stays."""
        mine = self.replicas[broker]
        has_record = any_of(
            (mine.log_start <= offset) & (offset < mine.log_end) & (self.log[offset] == epoch)
            for offset in range(self.log.capacity)
        )
        ends_with = (
            (mine.log_start == mine.log_end)
            & (mine.log_end > 0)
            & (self.log[maximum(mine.log_end - 1, 0)] == epoch)
        )
        return has_record | where(broker == self.leader, epoch == self.epoch, ends_with)

    def first_epoch(self) -> Number:
        """The first epoch in the leader's cache; its own, which it enters at once, if it has no records."""
        mine = self.leading
        first: Number = where(mine.log_start < self.log.length, self.log[mine.log_start], self.epoch)
        return first

    def find(self, broker: Identity, offset: Number) -> Number:
        """The number of the finished segment in which a broker finds an offset; that of none, if it finds none.

        By the epoch that its own cache has for the offset (`RemoteLogMetadataCache.remoteLogSegmentMetadata`); the
        latest of several.
        """
        number: Number = self.segments.capacity
        for candidate in self.numbers():
            segment = self.segments[candidate]
            fits = segment.has(offset, self.log[offset])
            fits = where(self.settings.remote_read == RemoteRead.any_lineage, segment.covers(offset), fits)
            is_finished = self.knows(broker, candidate) & (
                self.heard(broker, candidate) == SegmentState.copy_finished
            )
            number = where(is_finished & fits, candidate, number)
        return number

    def raise_watermark(self) -> TieredPartition:
        """The high watermark is what every member of the ISR has; if it can be found in the local log, up to 3.7."""
        end: Number = self.log.length
        for replica in self.replicas:
            end = where(replica.in_isr, minimum(end, replica.log_end), end)
        raised = where(self.is_stuck(), self.watermark, maximum(self.watermark, end))
        return self.but(watermark=raised)

    def is_stuck(self) -> Truth:
        """Whether the leader can't find its high watermark in its local log, and takes that for an error."""
        is_below = self.watermark < self.leading.local_start
        return where(self.settings.tolerates_old_watermark, False, is_below)

    def publish(self, number: Number, state: Label, writer: Identity) -> TieredPartition:
        """A broker writes a message to the metadata topic, and waits until it has read it itself."""
        after = self.with_segment(number, last_state=state)
        if not self.reads_late:
            return after
        for broker in self.replicas.indices():
            mine = after.replicas[broker]
            reads = broker == writer
            has_read = mine.but(heard=_apply(mine.heard, number, state))
            waits = mine.but(
                unread_messages=mine.unread_messages.append(segment_number=number, announced=state)
            )
            after = after.but(replicas=after.replicas.but(broker, where(reads, has_read, waits)))
        return after

    def can_publish(self, writer: Identity) -> Truth:
        """Whether there is room for one more late message, and the writer has read all."""
        return all_of(
            where(
                broker == writer,
                replica.unread_messages.is_empty(),
                replica.unread_messages.length < replica.unread_messages.capacity,
            )
            for broker, replica in zip(self.replicas.indices(), self.replicas, strict=True)
        )


def _apply(heard: Sequence[Label], number: Number, state: Label) -> Sequence[Label]:
    """A cache after a message: one more segment, or another state of one."""
    return where(number == heard.length, heard.append(state), heard.but(number, state))


def read_message(p: TieredPartition, broker: Identity) -> TieredPartition:
    """This state after a broker has read its next message of the metadata topic (`ConsumerTask`)."""
    mine = p.replicas[broker]
    message = mine.unread_messages.head()
    return p.with_replica(
        broker,
        heard=_apply(mine.heard, message.segment_number, message.announced),
        unread_messages=mine.unread_messages.tail(),
    )


def partition_type(at: TieredStorageAt) -> RecordType:
    """The states at these bounds, by the settings of the rules."""
    broker, offset = Id("broker", at.replicas), Int(0, at.records)
    epoch = Int(0, at.elections + at.unclean_elections)
    late = at.late_messages > 0
    heard = Sequence.of(SegmentState, at.remote_segments if late else 1)
    unread = Sequence.of(
        MetadataMessage.of(segment_number=Int(0, at.remote_segments - 1), announced=SegmentState),
        max(1, at.late_messages),
    )
    segment = TieredSegment.of(
        base=offset,
        epochs=Sequence.of(epoch, at.segment_records),
        last_state=SegmentState,
        has_data=Bool(),
        copier=Optional(broker),
        is_doomed=Bool(),
    )
    replica = TieredReplica.of(
        log_end=offset,
        in_isr=Bool(),
        log_start=offset,
        local_start=offset,
        copied_end=offset,
        heard=heard,
        unread_messages=unread,
    )
    return TieredPartition.of(
        settings=settings_type(
            TieredStorageSettings, at,
            retention=at.retention, reads_late=late,
        ),
        log=Sequence.of(epoch, at.records),
        epoch=epoch,
        leader=broker,
        watermark=offset,
        replicas=Array.of(broker, replica),
        segments=Sequence.of(segment, at.remote_segments),
        has_looked=Bool(),
        next_copied=offset,
        allowed_start=offset,
        budget=budget_type(TieredBudget, at),
    )  # fmt: skip


def initial_partition(empty: TieredPartition, _at: TieredStorageAt) -> TieredPartition:
    """The log is empty, and every replica is in the ISR."""
    partition = empty.but(budget=unspent(empty.budget))
    for broker in empty.replicas.indices():
        partition = partition.with_replica(broker, in_isr=True)
    return partition
