"""What a leader writes through the persister, what the share coordinator stores, and what the answer changes.

A write is answered at once, unless the coordinator fails over: then the persister sends it again after a pause, while
later writes go to the next coordinator. Read in `SharePartition`, `DefaultStatePersister`, `PersisterStateManager`,
`ShareCoordinatorShard` and `PersisterStateBatchCombiner`, 4.0.0 to 4.3.1.
"""

from __future__ import annotations

from tidemark.impl.share_group.state import (
    InFlightRecord,
    RecordState,
    ShareGroup,
    ShareGroupOffset,
    SharePartition,
    StateWrite,
)
from tidemark.spec import Label, Number, Truth, action, implies, maximum, none, not_, require, where


def write_of(
    g: ShareGroup, epoch: Number, record: Number, state: Label, *, is_expiry: bool = False
) -> StateWrite:
    """The write with which a leader gives a record another state; it carries the leader's start offset."""
    mine = g.partitions[epoch]
    return g.late.but(
        is_pending=False, leader_epoch=epoch, state_epoch=mine.state_epoch, start_offset=mine.start_offset,
        record=record, record_state=state, deliveries=mine.in_flight[record].deliveries, is_expiry=is_expiry,
        has_no_lock=False,
    )  # fmt: skip


def is_fenced(g: ShareGroup, write: StateWrite) -> Truth:
    """Whether the coordinator refuses a write, of an older leader epoch or of an older state epoch."""
    by_leader = g.settings.fences_leaders & (write.leader_epoch < g.stored.leader_epoch)
    return by_leader | (g.settings.fences_resets & (write.state_epoch < g.stored.state_epoch))


def store(g: ShareGroup, write: StateWrite) -> ShareGroup:
    """This state after the coordinator has put a write into its log, unless it refuses it.

    Its start offset is that of the write, even if it is lower; what is below is forgotten
    (`ShareCoordinatorShard.merge`).
    """
    was = g.stored
    raised = where(was.has_start, maximum(was.start_offset, write.start_offset), write.start_offset)
    start = where(g.settings.only_raises_start, raised, write.start_offset)
    batches = was.batches
    for record in batches.indices():
        merged = where(write.record == record, batches[record].merge(write), batches[record])
        forgotten = batches[record].but(record_state=RecordState.never_read, deliveries=0)
        batches = batches.but(record, where(record < start, forgotten, merged))
    changed: ShareGroupOffset = was.but(has_start=True, start_offset=start, batches=batches)
    return where(is_fenced(g, write), g, g.but(stored=changed))


def advance(g: ShareGroup, epoch: Number) -> ShareGroup:
    """This state after a leader moved its start offset past what is complete (`maybeUpdateCachedStateAndOffsets`)."""
    mine = g.partitions[epoch]
    start, passes = mine.start_offset, True
    for record in mine.in_flight.indices():
        held = mine.in_flight[record]
        is_overlooked = (held.record_state == RecordState.overlooked) & (record > mine.start_offset)
        passes = passes & (
            (record < start) | (held.is_complete & not_(g.in_transition(epoch, record))) | is_overlooked
        )
        start = where(passes, maximum(start, record + 1), start)
    in_flight = mine.in_flight
    for record in in_flight.indices():
        fresh = in_flight[record].but(
            record_state=RecordState.never_read, deliveries=0, owner=none, lacks_lock=False
        )
        in_flight = in_flight.but(record, where(record < start, fresh, in_flight[record]))
    return g.with_partition(epoch, mine.but(start_offset=start, in_flight=in_flight))


def released_state(g: ShareGroup, held: InFlightRecord) -> Label:
    """The state of a record whose lock ends without accept or reject: archived if it was delivered too often."""
    is_used_up = g.settings.counts_deliveries & (held.deliveries >= g.settings.delivery_limit)
    return where(is_used_up, RecordState.archived, RecordState.deliverable)


def absent(partition: SharePartition) -> SharePartition:
    """What a leader holds that has dropped the partition from its cache: nothing."""
    in_flight = partition.in_flight
    for record in in_flight.indices():
        in_flight = in_flight.but(
            record, record_state=RecordState.never_read, deliveries=0, owner=none, lacks_lock=False
        )
    return partition.but(is_active=False, state_epoch=0, start_offset=0, in_flight=in_flight)


def finish(g: ShareGroup, write: StateWrite) -> ShareGroup:
    """This state after a leader heard that its write is stored: the transition is complete, and the member is told."""
    epoch, record, history = write.leader_epoch, write.record, g.record_fates[write.record]
    trusted = history.is_trusted | (history.is_done & (write.record_state != RecordState.deliverable))
    told = g.with_record(
        epoch, record, record_state=write.record_state, owner=none, lacks_lock=False
    ).with_fate(record, is_trusted=where(write.is_expiry, history.is_trusted, trusted))
    return advance(where(write.is_expiry, g, told), epoch)


def fail(g: ShareGroup, write: StateWrite, fenced: Truth) -> ShareGroup:
    """This state after a write failed: the record is acquired again, as before, and the member hears of the failure.

    If the lock has expired meanwhile, the record is free at once; up to 4.1 it stays acquired, without a lock
    (KAFKA-19476). A leader that is fenced drops the partition from its cache, and reads the state again if it leads.
    """
    epoch, mine, record = write.leader_epoch, g.partitions[write.leader_epoch], write.record
    held, settings = mine.in_flight[record], g.settings
    state = released_state(g, held)
    free = g.with_record(epoch, record, record_state=state, owner=none)
    kept = g.with_record(epoch, record, lacks_lock=True)
    rolled_back = where(write.has_no_lock, where(settings.forgets_lock, kept, advance(free, epoch)), g)
    dropped = g.with_partition(epoch, absent(mine))
    return where(write.is_expiry, advance(g, epoch), where(fenced, dropped, rolled_back))


def settle(g: ShareGroup, write: StateWrite) -> ShareGroup:
    """This state after the coordinator handled a write, and the leader that sent it heard the answer."""
    mine, fenced = g.partitions[write.leader_epoch], is_fenced(g, write)
    written = store(g, write)
    waits = mine.is_active & (mine.state_epoch == write.state_epoch)
    return where(waits, where(fenced, fail(written, write, True), finish(written, write)), written)


def delay(g: ShareGroup, write: StateWrite) -> ShareGroup:
    """This state after the coordinator failed over before it answered: the write will be sent again."""
    require(g.budget.late_writes > 0, "the coordinator may still fail over")
    require(not_(g.late.is_pending), "no other write is late")
    return g.spend(late_writes=1).but(late=write.but(is_pending=True))


def _without_late(g: ShareGroup) -> ShareGroup:
    nothing = g.late.but(
        is_pending=False, leader_epoch=0, state_epoch=0, start_offset=0, record=0, record_state=RecordState.never_read,
        deliveries=0, is_expiry=False, has_no_lock=False,
    )  # fmt: skip
    return g.but(late=nothing)


@action(when=lambda at: at.late_writes > 0)
def late_write_arrives(g: ShareGroup) -> ShareGroup:
    """A write that was sent again arrives at the coordinator, after others that were sent later."""
    require(g.late.is_pending, "a write is late")
    return settle(_without_late(g), g.late)


@action(when=lambda at: at.late_writes > 1)
def late_write_takes_effect(g: ShareGroup) -> ShareGroup:
    """A write that was sent again is stored, and the coordinator fails over before it answers."""
    require(g.late.is_pending, "a write is late")
    require(g.budget.late_writes > 0, "the coordinator may still fail over")
    require(not_(is_fenced(g, g.late)), "the coordinator takes it")
    return store(g.spend(late_writes=1), g.late)


@action(when=lambda at: at.late_writes > 0)
def late_write_is_given_up(g: ShareGroup) -> ShareGroup:
    """A write that was sent again and again without success is given up after five (`MAX_FIND_COORD_ATTEMPTS`)."""
    require(g.late.is_pending, "a write is late")
    mine, late = g.partitions[g.late.leader_epoch], g.late
    waits = mine.is_active & (mine.state_epoch == late.state_epoch)
    return where(waits, fail(_without_late(g), late, False), _without_late(g))


@action(when=lambda at: at.late_writes > 0)
def lock_expires_before_late_write(g: ShareGroup) -> ShareGroup:
    """The lock of a record expires whose write is late: the leader waits for the write (`hasExpired`)."""
    late, mine = g.late, g.partitions[g.late.leader_epoch]
    require(late.is_pending & not_(late.is_expiry), "a write of an answer is late")
    require(mine.is_active & (mine.state_epoch == late.state_epoch), "the leader waits for it")
    require(not_(late.has_no_lock), "the lock has not expired")
    return g.but(late=late.but(has_no_lock=True))


def follows(g: ShareGroup, epoch: Number) -> Truth:
    """Whether the coordinator lets a leader read: none of a newer epoch has read."""
    return implies(g.settings.fences_leaders, g.stored.leader_epoch <= epoch)


ACTIONS = (
    late_write_arrives, late_write_takes_effect, late_write_is_given_up, lock_expires_before_late_write,
)  # fmt: skip
