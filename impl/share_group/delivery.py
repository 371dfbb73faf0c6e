"""What leaders and members do: a leader reads what is stored, hands records out, takes answers, and releases records.

A member fetches one record at a time. Read in `SharePartition`, `SharePartitionManager` and
`ShareConsumeRequestManager`, 4.0.0 to 4.3.1.
"""

from __future__ import annotations

from typing import Annotated

from tidemark.impl.share_group.persister import (
    absent,
    advance,
    delay,
    follows,
    released_state,
    settle,
    write_of,
)
from tidemark.impl.share_group.state import Answer, RecordState, ShareGroup, SharePartition
from tidemark.spec import (
    Domain,
    Id,
    Identity,
    Int,
    Label,
    Number,
    Truth,
    action,
    any_of,
    implies,
    minimum,
    none,
    not_,
    one_of,
    require,
    where,
)

MemberId = Annotated[Identity, Domain("member", lambda at: Id("member", at.members))]
RecordOffset = Annotated[Number, Domain("record", lambda at: Int(0, at.records - 1))]
LeaderEpoch = Annotated[Number, Domain("epoch", lambda at: Int(0, at.leader_changes))]
Offset = Annotated[Number, Domain("offset", lambda at: Int(0, at.records))]
AnyAnswer = Annotated[Label, Domain("answer", lambda _at: Answer.__type__)]


@action(when=lambda at: at.auto_reset == "latest")
def producer_appends(g: ShareGroup) -> ShareGroup:
    """A record is appended, and replicated."""
    require(g.produced < len(g.record_fates.indices()), "a record is left")
    return g.but(produced=g.produced + 1)


def _read_records(g: ShareGroup, mine: SharePartition, start: Number) -> SharePartition:
    """What a leader holds after it read the records that are stored, from the start offset on."""
    in_flight, stored = mine.in_flight, g.stored.batches
    for record in in_flight.indices():
        batch = stored[record]
        is_gap = any_of(
            stored[later].record_state != RecordState.never_read
            for later in stored.indices()
            if later > record
        )
        overlooked = g.settings.overlooks_gaps & is_gap & (batch.record_state == RecordState.never_read)
        state = where(overlooked, RecordState.overlooked, batch.record_state)
        state = where(record < start, RecordState.never_read, state)
        in_flight = in_flight.but(record, record_state=state, deliveries=batch.deliveries)
    return mine.but(is_active=True, state_epoch=g.stored.state_epoch, start_offset=start, in_flight=in_flight)


@action
def leader_reads_state(g: ShareGroup) -> ShareGroup:
    """The leader reads what is stored, and with it sets the coordinator's leader epoch (`maybeInitialize`).

    If no start offset is stored, it begins where `share.auto.offset.reset` says.
    """
    mine, stored = g.partitions[g.leader], g.stored
    require(not_(mine.is_active), "the leader does not have the partition in its cache")
    require(follows(g, g.leader), "no leader of a newer epoch has read")
    first = where(g.settings.resets_to_latest, g.produced, 0)
    start = where(stored.has_start, stored.start_offset, first)
    has_start = stored.has_start | g.settings.stores_first_start
    kept = stored.but(
        leader_epoch=g.leader, has_start=has_start, start_offset=where(has_start, start, stored.start_offset)
    )
    begun = g.with_partition(g.leader, _read_records(g, mine, start)).but(stored=kept, has_begun=True)
    for record in g.record_fates.indices():
        is_before = not_(g.has_begun) & (record < start)
        begun = begun.with_fate(record, is_waived=g.record_fates[record].is_waived | is_before)
    return advance(begun, g.leader)


def _can_be_read(g: ShareGroup, epoch: Number, record: Number) -> Truth:
    """Whether a leader may hand a record out."""
    mine, held = g.partitions[epoch], g.partitions[epoch].in_flight[record]
    is_free = one_of(held.record_state, (RecordState.never_read, RecordState.deliverable))
    is_there = (mine.start_offset <= record) & (record < g.produced)
    return is_there & is_free & not_(g.in_transition(epoch, record))


def _hand_out(g: ShareGroup, epoch: Number, me: Identity, record: Number) -> ShareGroup:
    """This state after a leader acquired the first record that it may hand out for a member (`acquire`)."""
    mine, settings, past = g.partitions[epoch], g.settings, g.record_fates[record]
    require(mine.is_active, "the leader has read the state")
    require(_can_be_read(g, epoch, record), "the record may be handed out")
    for earlier in mine.in_flight.indices():
        require(implies(earlier < record, not_(_can_be_read(g, epoch, earlier))), "no earlier one may be")
    has_room = mine.lock_count(settings.counts_complete) < settings.record_locks
    require(not_(settings.limits_locks) | has_room | (record < mine.end()), "not too many are in flight")
    held = mine.in_flight[record]
    most = where(settings.counts_deliveries, settings.delivery_limit, settings.delivery_limit + 1)
    acquired = g.with_record(
        epoch, record, record_state=RecordState.acquired, owner=me,
        deliveries=minimum(held.deliveries + 1, most),
    )  # fmt: skip
    again = past.comes_again | (past.is_trusted & (epoch == g.leader))
    handed_out = minimum(past.handed_out + 1, settings.cap)
    acquired = acquired.with_fate(record, handed_out=handed_out, comes_again=again)
    write = write_of(acquired, epoch, record, RecordState.acknowledged)
    return where(settings.completes_on_delivery, settle(acquired, write), acquired)


@action
def member_fetches(g: ShareGroup, epoch: LeaderEpoch, me: MemberId, record: RecordOffset) -> ShareGroup:
    """A member fetches the next record from a leader, which locks it for that member."""
    reached = _hand_out(g, epoch, me, record).with_fate(record, was_had=True)
    return reached.with_got_in(me, record, epoch + 1)


@action
def answer_with_record_is_lost(
    g: ShareGroup, epoch: LeaderEpoch, me: MemberId, record: RecordOffset
) -> ShareGroup:
    """A leader locks a record for a member, which the answer does not reach."""
    require(g.budget.lost_answers > 0, "a lost answer is left")
    return _hand_out(g.spend(lost_answers=1), epoch, me, record).with_got_in(me, record, 0)


def _state_after(g: ShareGroup, epoch: Number, record: Number, answer: Label) -> Label:
    """The state that an answer gives a record: a release is the end of one that was delivered too often."""
    released = released_state(g, g.partitions[epoch].in_flight[record])
    done = where(answer == Answer.accept, RecordState.acknowledged, RecordState.archived)
    return where(answer == Answer.release, released, done)


def _is_owner(g: ShareGroup, epoch: Number, me: Identity, record: Number) -> Truth:
    """Whether a leader takes an answer of a member: the record is acquired for it, and no answer is under way."""
    mine, held = g.partitions[epoch], g.partitions[epoch].in_flight[record]
    is_its = (held.record_state == RecordState.acquired) & (held.owner == me)
    return mine.is_active & is_its & not_(g.in_transition(epoch, record))


def _with_answer(g: ShareGroup, me: Identity, record: Number, answer: Label) -> ShareGroup:
    """This state after a member has sent an answer, so that it has the record no longer."""
    done = g.record_fates[record].is_done | (answer != Answer.release)
    return g.with_got_in(me, record, 0).with_fate(record, is_done=done)


@action
def member_answers(
    g: ShareGroup, epoch: LeaderEpoch, me: MemberId, record: RecordOffset, answer: AnyAnswer
) -> ShareGroup:
    """A member accepts, releases or rejects a record, and hears what came of it.

    The leader from which it got the record refuses the answer if the member is not its owner. Where that broker is
    gone, `commitSync` of 4.0 to 4.2 reports nothing.
    """
    require(g.members[me].got_in[record] == epoch + 1, "the member has the record from this leader")
    given = _with_answer(g, me, record, answer)
    is_gone = (epoch < g.leader) & not_(g.partitions[epoch].is_active)
    silent = g.settings.is_silent & is_gone & (answer != Answer.release)
    refused = given.with_fate(record, is_trusted=g.record_fates[record].is_trusted | silent)
    write = write_of(g, epoch, record, _state_after(g, epoch, record, answer))
    return where(_is_owner(g, epoch, me, record), settle(given, write), refused)


@action(when=lambda at: at.late_writes > 0)
def member_answers_during_failover(
    g: ShareGroup, epoch: LeaderEpoch, me: MemberId, record: RecordOffset, answer: AnyAnswer
) -> ShareGroup:
    """The same, and the share coordinator fails over during the write, which is sent again later."""
    require(g.members[me].got_in[record] == epoch + 1, "the member has the record from this leader")
    require(_is_owner(g, epoch, me, record), "the leader takes the answer")
    write = write_of(g, epoch, record, _state_after(g, epoch, record, answer))
    return delay(_with_answer(g, me, record, answer), write)


def _release(g: ShareGroup, epoch: Number, record: Number) -> ShareGroup:
    """This state after a lock ended without an answer: the leader goes on whether the write succeeds or not."""
    held = g.partitions[epoch].in_flight[record]
    require(
        g.partitions[epoch].is_active & (held.record_state == RecordState.acquired), "the record is locked"
    )
    require(not_(g.in_transition(epoch, record)), "no answer is under way")
    return g.with_record(
        epoch, record, record_state=_state_after(g, epoch, record, Answer.release), owner=none
    )


@action
def lock_expires(g: ShareGroup, epoch: LeaderEpoch, record: RecordOffset) -> ShareGroup:
    """An acquisition lock expires while the member goes on (`releaseAcquisitionLockOnTimeout`)."""
    require(g.budget.expirations > 0, "an expiration is left")
    require(g.has_member(epoch, record), "the member has the record")
    released = _release(g.spend(expirations=1), epoch, record)
    state = released.partitions[epoch].in_flight[record].record_state
    return settle(released, write_of(released, epoch, record, state, is_expiry=True))


@action(when=lambda at: at.late_writes > 0)
def lock_expires_during_failover(g: ShareGroup, epoch: LeaderEpoch, record: RecordOffset) -> ShareGroup:
    """The same, and the share coordinator fails over during the write, which is sent again later."""
    require(g.budget.expirations > 0, "an expiration is left")
    require(g.has_member(epoch, record), "the member has the record")
    released = _release(g.spend(expirations=1), epoch, record)
    state = released.partitions[epoch].in_flight[record].record_state
    return delay(released, write_of(released, epoch, record, state, is_expiry=True))


@action
def leader_releases(g: ShareGroup, epoch: LeaderEpoch, record: RecordOffset) -> ShareGroup:
    """A leader releases a record whose member is gone: its share session ends, or the lock expires."""
    require(not_(g.partitions[epoch].in_flight[record].lacks_lock), "the record has a lock")
    require(not_(g.has_member(epoch, record)), "the member does not have the record")
    released = _release(g, epoch, record)
    state = released.partitions[epoch].in_flight[record].record_state
    return settle(released, write_of(released, epoch, record, state, is_expiry=True))


# Faults.


@action
def member_crashes(g: ShareGroup, me: MemberId) -> ShareGroup:
    """A member crashes with what it has, so that its share session ends, and comes back with nothing."""
    require(g.budget.consumer_crashes > 0, "a crash is left")
    got_in = g.members[me].got_in
    require(any_of(got_in[record] > 0 for record in got_in.indices()), "it has a record")
    for record in got_in.indices():
        got_in = got_in.but(record, 0)
        for epoch in g.partitions.indices():
            held = g.partitions[epoch].in_flight[record]
            g = g.with_record(epoch, record, lacks_lock=held.lacks_lock & (held.owner != me))
    return g.spend(consumer_crashes=1).but(members=g.members.but(me, got_in=got_in))


@action
def leader_changes(g: ShareGroup) -> ShareGroup:
    """Another replica leads the partition, or the same one again after a restart, in the next leader epoch."""
    require(g.budget.leader_changes > 0, "a change is left")
    return g.spend(leader_changes=1).but(leader=g.leader + 1)


@action
def old_leader_stops(g: ShareGroup, epoch: LeaderEpoch) -> ShareGroup:
    """A leader hears that it was replaced, or is down: it drops what it holds of the partition."""
    mine = g.partitions[epoch]
    require((epoch < g.leader) & mine.is_active, "it was replaced")
    return g.with_partition(epoch, absent(mine))


@action(when=lambda at: at.resets > 0)
def administrator_sets_start(g: ShareGroup, offset: Offset) -> ShareGroup:
    """An administrator sets the start offset of a group without members (`AlterShareGroupOffsets`).

    The state has a new epoch. The leader hears of it when a write is refused.
    """
    require(g.budget.resets > 0, "a reset is left")
    require(g.has_begun & (offset <= g.produced), "the log has the offset")
    for me in g.members.indices():
        for record in g.members[me].got_in.indices():
            require(g.members[me].got_in[record] == 0, "the group has no members")
    batches, stored = g.stored.batches, g.stored
    for record in batches.indices():
        batches = batches.but(record, record_state=RecordState.never_read, deliveries=0)
    reset = g.spend(resets=1).but(
        stored=stored.but(
            has_start=True, start_offset=offset, batches=batches, state_epoch=stored.state_epoch + 1
        )
    )
    for record in g.record_fates.indices():
        past = g.record_fates[record]
        is_waived, starts_anew = past.is_waived | (record < offset), record >= offset
        reset = reset.with_fate(
            record, is_waived=is_waived, handed_out=where(starts_anew, 0, past.handed_out),
            is_trusted=past.is_trusted & not_(starts_anew), is_done=past.is_done & not_(starts_anew),
        )  # fmt: skip
    return reset


ACTIONS = (
    producer_appends, leader_reads_state, member_fetches, answer_with_record_is_lost, member_answers,
    member_answers_during_failover, lock_expires, lock_expires_during_failover, leader_releases, member_crashes,
    leader_changes, old_leader_stops, administrator_sets_start,
)  # fmt: skip
