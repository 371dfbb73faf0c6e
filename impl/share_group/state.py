"""The state: a partition's leaders, what the share coordinator has stored, the members, and what came of each record.

A record is its offset. Each leader epoch has a place of its own for what its leader holds in memory, since a leader
that was replaced goes on until it hears of it.
"""

from __future__ import annotations

from tidemark.impl.share_group.bounds import ShareGroupAt
from tidemark.impl.shared.budgets import StateWithBudget
from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    Identity,
    Int,
    Label,
    Number,
    Only,
    Optional,
    Record,
    RecordType,
    Truth,
    any_of,
    budget_type,
    count,
    maximum,
    not_,
    one_of,
    settings_type,
    unspent,
    where,
)

RecordState = Enum(
    "record state", "never_read", "deliverable", "acquired", "acknowledged", "archived", "overlooked"
)
"""`RecordState` of Kafka; `never_read`: nobody knows of the record; `overlooked`: nobody will ever read it (4.0)."""

Answer = Enum("answer", "accept", "release", "reject")
"""What a member says of a record (`AcknowledgeType`). RENEW only makes a lock last longer, so it needs no step."""


class ShareGroupSettings(Record):
    """The rules; each has one value in a machine.

    stores_first_start: a leader that finds no start offset stores the one that it begins at.
    only_raises_start: the coordinator never sets the start offset back.
    overlooks_gaps: a leader takes what is not stored between stored records for read.
    completes_on_delivery: a record is complete when it is handed out.
    fences_leaders, fences_resets: the coordinator refuses an older leader epoch, an older state epoch.
    counts_deliveries: a record that was delivered `delivery_limit` times is archived when it is released.
    forgets_lock: a record whose write failed, and whose lock expired meanwhile, is acquired without a lock.
    limits_locks: a leader hands out no new record once `record_locks` are in flight.
    counts_complete: complete records above the start offset count as in flight.
    is_silent: a member hears of no failure where the broker that it fetched from is gone.
    resets_to_latest: `share.auto.offset.reset`. cap: how far deliveries of a record are counted over all leaders.
    """

    stores_first_start: Truth
    only_raises_start: Truth
    overlooks_gaps: Truth
    completes_on_delivery: Truth
    fences_leaders: Truth
    fences_resets: Truth
    counts_deliveries: Truth
    forgets_lock: Truth
    limits_locks: Truth
    counts_complete: Truth
    is_silent: Truth
    resets_to_latest: Truth
    delivery_limit: Number
    record_locks: Number
    cap: Number


class InFlightRecord(Record):
    """A record in a leader's memory (`InFlightState`). lacks_lock: it is acquired, and no lock will end that."""

    record_state: Label
    deliveries: Number
    owner: Identity
    lacks_lock: Truth

    @property
    def is_complete(self) -> Truth:
        """Whether it needs no delivery any more."""
        return one_of(self.record_state, (RecordState.acknowledged, RecordState.archived))


class SharePartition(Record):
    """What a leader holds of the partition for the group (`SharePartition`)."""

    is_active: Truth
    state_epoch: Number
    start_offset: Number
    in_flight: Array[InFlightRecord]

    def end(self) -> Number:
        """The offset after the last record that it knows of."""
        end: Number = self.start_offset
        for record in self.in_flight.indices():
            known = self.in_flight[record].record_state != RecordState.never_read
            end = where(known, record + 1, end)
        return maximum(end, self.start_offset)

    def lock_count(self, counts_complete: Truth) -> Number:
        """How many records are in flight."""
        end = self.end()
        return count(
            (record >= self.start_offset)
            & (record < end)
            & (counts_complete | not_(self.in_flight[record].is_complete))
            for record in self.in_flight.indices()
        )


class StateWrite(Record):
    """A WriteShareGroupState of a leader that its persister sends again later, or no write where not `is_pending`.

    is_expiry: of a lock that expired, so that the leader goes on without an answer. has_no_lock: the record's lock has
    expired since it was sent.
    """

    is_pending: Truth
    leader_epoch: Number
    state_epoch: Number
    start_offset: Number
    record: Number
    record_state: Label
    deliveries: Number
    is_expiry: Truth
    has_no_lock: Truth


class StateBatch(Record):
    """What the coordinator has of a record (`PersisterStateBatch`)."""

    record_state: Label
    deliveries: Number

    def merge(self, written: StateWrite) -> StateBatch:
        """The one of the two with more deliveries, or the complete one (`PersisterStateBatchCombiner`)."""
        is_complete = one_of(written.record_state, (RecordState.acknowledged, RecordState.archived))
        same = (written.deliveries == self.deliveries) & is_complete
        wins = (self.record_state == RecordState.never_read) | (written.deliveries > self.deliveries) | same
        return where(wins, self.but(record_state=written.record_state, deliveries=written.deliveries), self)


class ShareGroupOffset(Record):
    """What `__share_group_state` has of the partition. It has no `start` until it `has_start`."""

    has_start: Truth
    start_offset: Number
    state_epoch: Number
    leader_epoch: Number
    batches: Array[StateBatch]


class ShareMember(Record):
    """A member: for each record, the leader epoch in which it got it, plus 1; 0 where it does not have it."""

    got_in: Array[Number]


class RecordFate(Record):
    """What came of a record so far.

    handed_out: how often a leader handed it out. was_had: a member got it. is_done: a member accepted or rejected it.
    is_trusted: and was told so, or of no failure. comes_again: the leader handed it out after that.
    is_waived: the group begins after it, by `share.auto.offset.reset` or since an administrator said so.
    """

    handed_out: Number
    was_had: Truth
    is_done: Truth
    is_trusted: Truth
    comes_again: Truth
    is_waived: Truth


class ShareBudget(Record):
    """How many faults of each sort are left."""

    leader_changes: Number
    consumer_crashes: Number
    expirations: Number
    lost_answers: Number
    late_writes: Number
    resets: Number


class ShareGroup(StateWithBudget):
    """The whole state.

    produced: how many records the log has. leader: the present leader epoch. has_begun: a leader has read the state.
    late: the write that is sent again later.
    """

    settings: ShareGroupSettings
    produced: Number
    leader: Number
    has_begun: Truth
    partitions: Array[SharePartition]
    stored: ShareGroupOffset
    late: StateWrite
    members: Array[ShareMember]
    record_fates: Array[RecordFate]
    budget: ShareBudget

    def with_partition(self, epoch: Number, partition: SharePartition) -> ShareGroup:
        """This state with what a leader holds changed."""
        return self.but(partitions=self.partitions.but(epoch, partition))

    def with_record(self, epoch: Number, record: Number, **changes: object) -> ShareGroup:
        """This state with a record of a leader changed."""
        mine = self.partitions[epoch]
        return self.with_partition(epoch, mine.but(in_flight=mine.in_flight.but(record, **changes)))

    def with_fate(self, record: Number, **changes: object) -> ShareGroup:
        """This state with what came of a record changed."""
        return self.but(record_fates=self.record_fates.but(record, **changes))

    def with_got_in(self, member: Identity, record: Number, got_in: Number) -> ShareGroup:
        """This state with a record in a member's hands, or taken from them."""
        mine = self.members[member]
        return self.but(members=self.members.but(member, mine.but(got_in=mine.got_in.but(record, got_in))))

    def in_transition(self, epoch: Number, record: Number) -> Truth:
        """Whether a leader waits for the answer to a write of this record (`hasOngoingStateTransition`)."""
        late, mine = self.late, self.partitions[epoch]
        is_its = (
            (late.leader_epoch == epoch) & (late.state_epoch == mine.state_epoch) & (late.record == record)
        )
        return late.is_pending & is_its & not_(late.is_expiry)

    def has_member(self, epoch: Number, record: Number) -> Truth:
        """Whether a living member has a record from this leader, which says that it is the owner."""
        owner = self.partitions[epoch].in_flight[record].owner
        return any_of(
            (owner == me) & (self.members[me].got_in[record] == epoch + 1) for me in self.members.indices()
        )


def share_group_type(at: ShareGroupAt) -> RecordType:
    """The states at these bounds, by the settings of the rules."""
    record, offset = Int(0, at.records - 1), Int(0, at.records)
    epoch, state_epoch = Int(0, at.leader_changes), Int(0, at.resets)
    member, deliveries = (
        Id("member", at.members),
        Int(0, at.delivery_limit if at.counts_deliveries else at.delivery_limit + 1),
    )
    late, cap = at.late_writes > 0, at.delivery_limit * (1 + at.leader_changes + at.resets) + 1
    in_flight = InFlightRecord.of(
        record_state=RecordState, deliveries=deliveries, owner=Optional(member),
        lacks_lock=Bool() if at.forgets_lock and late else Only(False),
    )  # fmt: skip
    partition = SharePartition.of(
        is_active=Bool(), state_epoch=state_epoch, start_offset=offset, in_flight=Array.of(record, in_flight)
    )
    write = StateWrite.of(
        is_pending=Bool() if late else Only(False), leader_epoch=epoch, state_epoch=state_epoch, start_offset=offset,
        record=record, record_state=RecordState, deliveries=deliveries, is_expiry=Bool(),
        has_no_lock=Bool() if late else Only(False),
    )  # fmt: skip
    stored = ShareGroupOffset.of(
        has_start=Bool(), start_offset=offset, state_epoch=state_epoch, leader_epoch=epoch,
        batches=Array.of(record, StateBatch.of(record_state=RecordState, deliveries=deliveries)),
    )  # fmt: skip
    history = RecordFate.of(
        handed_out=Int(0, cap), was_had=Bool(), is_done=Bool(), is_trusted=Bool(),
        comes_again=Bool(), is_waived=Bool(),
    )  # fmt: skip
    got_in = Array.of(record, Int(0, at.leader_changes + 1))
    return ShareGroup.of(
        settings=settings_type(ShareGroupSettings, at, resets_to_latest=at.auto_reset == "latest", cap=cap),
        produced=offset,
        leader=epoch,
        has_begun=Bool(),
        partitions=Array.of(epoch, partition),
        stored=stored,
        late=write,
        members=Array.of(member, ShareMember.of(got_in=got_in)),
        record_fates=Array.of(record, history),
        budget=budget_type(ShareBudget, at),
    )


def initial_group(empty: ShareGroup, at: ShareGroupAt) -> ShareGroup:
    """The group is new. With `earliest` all records are there, as it makes no difference; with `latest` none is yet."""
    produced = 0 if at.auto_reset == "latest" else at.records
    return empty.but(produced=produced, budget=unspent(empty.budget))
