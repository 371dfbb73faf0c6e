"""The tasks of `RemoteLogManager`: copying, expiry and deletion of segments, and what followers look up.

Read at 3.6.2, 3.7.2, 3.8.1, 3.9.2, 4.0.2, 4.1.2, 4.2.1 and 4.3.1. A leader that is deposed during a copy may finish
it: nothing fences it at the metadata topic. An expiry chooses its segments in one step, and deletes them one by one.
"""

from __future__ import annotations

from tidemark.impl.tiered_storage.domains import BrokerId, SegmentNumber
from tidemark.impl.tiered_storage.partition import (
    Expiry,
    Leftovers,
    SegmentState,
    SizeRule,
    TieredPartition,
    TieredSegment,
    read_message,
)
from tidemark.spec import (
    Identity,
    Label,
    Number,
    Truth,
    action,
    all_of,
    any_of,
    count,
    maximum,
    minimum,
    none,
    not_,
    one_of,
    require,
    where,
)

_WAS_FINISHED = (SegmentState.copy_finished, SegmentState.delete_started, SegmentState.delete_finished)
_LISTED = (SegmentState.copy_started, SegmentState.copy_finished, SegmentState.delete_started)

# What is copied.


def _epochs(p: TieredPartition) -> range:
    highest: int = p.log.type.element.hi
    return range(highest + 1)


def copied_end(p: TieredPartition, broker: Identity) -> Number:
    """The offset after the highest copied one, as a broker finds it (`findHighestRemoteOffset`).

    The latest epoch in its leader epoch cache counts of which a segment was ever finished. From 3.7 on what is found
    ends where the broker's log leaves that epoch.
    """
    mine, copied = p.replicas[broker], 0
    for epoch in _epochs(p):
        highest: Number = 0
        for number in p.numbers():
            segment = p.segments[number]
            counts = p.knows(broker, number) & one_of(p.heard(broker, number), _WAS_FINISHED)
            for exists, offset, of in segment.records():
                highest = where(counts & exists & (of == epoch), maximum(highest, offset + 1), highest)
        end = count((offset < mine.log_end) & (p.log[offset] <= epoch) for offset in range(p.log.capacity))
        bounded = where(p.settings.bounds_highest, minimum(highest, end), highest)
        copied = where(p.has_epoch(broker, epoch) & (highest > 0), bounded, copied)
    return copied


def _raise_copied_end(p: TieredPartition, broker: Identity, end: Number) -> TieredPartition:
    return p.with_replica(broker, copied_end=maximum(p.replicas[broker].copied_end, end))


def raise_log_start(p: TieredPartition, broker: Identity, offset: Number) -> TieredPartition:
    """A broker raises its log start offset, unless it is higher (`maybeIncrementLogStartOffset`)."""
    mine = p.replicas[broker]
    return p.with_replica(
        broker,
        log_start=maximum(mine.log_start, offset),
        local_start=maximum(mine.local_start, offset),
    )


def _first_remote_offset(p: TieredPartition) -> Number:
    """Where the leader finds its log to start (`findLogStartOffset`): at the first segment of its first such epoch."""
    first: Number = p.leading.local_start
    for epoch in reversed(_epochs(p)):
        start: Number = p.log.capacity + 1
        for number in p.numbers():
            segment = p.segments[number]
            listed = p.knows(p.leader, number) & one_of(p.heard(p.leader, number), _LISTED)
            belongs = any_of(exists & (of == epoch) for exists, _, of in segment.records())
            start = where(listed & belongs, minimum(start, segment.base), start)
        first = where(p.has_epoch(p.leader, epoch) & (start <= p.log.capacity), start, first)
    return first


@action
def leader_looks_for_copies(p: TieredPartition) -> TieredPartition:
    """The copying task of a new leader looks for where the log starts, and for what is copied already."""
    require(not_(p.has_looked), "it has not looked yet")
    copied, start = copied_end(p, p.leader), _first_remote_offset(p)
    require(start <= p.watermark, "the log start offset stays below the high watermark")
    started = raise_log_start(p, p.leader, start)
    return _raise_copied_end(started, p.leader, copied).but(has_looked=True, next_copied=copied)


@action
def follower_looks_for_copies(p: TieredPartition, broker: BrokerId) -> TieredPartition:
    """A follower looks for what is copied (`RLMFollowerTask`)."""
    require(p.leader != broker, "it is a follower")
    copied = copied_end(p, broker)
    require(copied > p.replicas[broker].copied_end, "it finds more than before")
    return _raise_copied_end(p, broker, copied)


# Copying.


@action
def leader_begins_copy(p: TieredPartition) -> TieredPartition:
    """The leader begins to copy the next full segment, below its last stable offset (`copyLogSegment`)."""
    mine, size = p.leading, p.segment_size
    require(p.has_looked, "it has looked for what is copied")
    require(p.segments.length < p.segments.capacity, "a copy is left")
    require(p.can_publish(p.leader), "it has read the metadata topic")
    copying = any_of(
        (number < p.segments.length) & (p.segments[number].copier == p.leader) for number in p.numbers()
    )
    require(not_(copying), "it copies nothing else")
    begin = maximum(maximum(p.next_copied, mine.log_start), mine.local_start)
    base = maximum(p.segment_start(begin), mine.local_start)
    following = p.segment_start(base) + size
    limit = where(p.settings.copies_uncommitted, mine.log_end, p.watermark)
    require(following <= limit, "there is a full segment below that offset")
    segment: TieredSegment = p.segments.type.element.default
    for index in range(segment.epochs.capacity):
        in_segment = base + index < following
        segment = where(in_segment, segment.but(epochs=segment.epochs.append(p.log[base + index])), segment)
    segment = segment.but(base=base, copier=p.leader)
    begun = p.but(segments=p.segments.append(segment))
    return begun.publish(p.segments.length, SegmentState.copy_started, p.leader)


@action
def copy_finishes(p: TieredPartition, segment: SegmentNumber) -> TieredPartition:
    """A copy is complete, and the broker that made it says so, a leader or not."""
    copier = p.segments[segment].copier
    require((segment < p.segments.length) & (copier != none), "somebody copies it")
    require(p.can_publish(copier), "it has read the metadata topic")
    is_open = p.segments[segment].last_state == SegmentState.copy_started
    end = p.segments[segment].next_offset
    published = p.publish(segment, SegmentState.copy_finished, copier)
    after = where(is_open, published.with_segment(segment, has_data=True), p).with_segment(
        segment, copier=none
    )
    after = _raise_copied_end(after, copier, end)
    return where(copier == p.leader, after.but(next_copied=end), after)


@action
def copy_fails(p: TieredPartition, segment: SegmentNumber) -> TieredPartition:
    """The remote storage refuses a copy; the leader cleans up by its rule."""
    require(p.budget.remote_failures > 0, "a failure is left")
    require((segment < p.segments.length) & (p.segments[segment].copier == p.leader), "the leader copies it")
    require(p.can_publish(p.leader), "it has read the metadata topic")
    failed = p.spend(remote_failures=1).with_segment(segment, copier=none)
    goes = (p.settings.leftovers == Leftovers.all_goes) & (
        p.segments[segment].last_state == SegmentState.copy_started
    )
    return where(goes, failed.publish(segment, SegmentState.discarded, p.leader), failed)


@action(when=lambda at: at.elections + at.unclean_elections > 0)
def copier_gives_up(p: TieredPartition, segment: SegmentNumber) -> TieredPartition:
    """A deposed leader hears of the new one: its copying task is cancelled, and cleans up nothing."""
    copier = p.segments[segment].copier
    require((segment < p.segments.length) & (copier != none), "somebody copies it")
    require(copier != p.leader, "it leads no longer")
    return p.with_segment(segment, copier=none)


# Expiry.


def _lists(p: TieredPartition, number: Number) -> Truth:
    """Whether a segment is among those that the leader's expiry looks at: of an epoch that its log has."""
    segment = p.segments[number]
    listed = p.knows(p.leader, number) & one_of(p.heard(p.leader, number), _LISTED)
    return listed & any_of(exists & p.has_epoch(p.leader, of) for exists, _, of in segment.records())


def _is_valid(p: TieredPartition, segment: TieredSegment) -> Truth:
    """Whether a segment is of the leader's lineage (`isTieredSegmentWithinLeaderEpochs`)."""
    start = p.leading.log_start
    return all_of(
        not_(exists) | (offset < start) | ((offset < p.log.length) & (p.log[offset] == of))
        for exists, offset, of in segment.records()
    )


def _all_up_to(segment: TieredSegment, epoch: Number) -> Truth:
    return all_of(not_(exists) | (of <= epoch) for exists, _, of in segment.records())


def _counts(p: TieredPartition, number: Number) -> Truth:
    """Whether a remote segment counts against retention.bytes (`buildRetentionSizeData`)."""
    state, rule = p.heard(p.leader, number), p.settings.remote_size
    counts = where(rule == SizeRule.not_started, one_of(state, _LISTED[1:]), _says_finish(state))
    counts = where(rule == SizeRule.all_states, one_of(state, _LISTED), counts)
    return counts & _lists(p, number) & _is_valid(p, p.segments[number])


def _says_finish(state: Label) -> Truth:
    return state == SegmentState.copy_finished


def _total_size(p: TieredPartition) -> Number:
    """How many records the leader takes its log to have, on its disk only (`onlyLocalLogSegmentsSize`) and remotely."""
    mine, local, remote, once = p.leading, 0, 0, 0
    limit = where(p.settings.counts_last_copied, mine.copied_end - 1, mine.copied_end)
    for offset in range(p.log.capacity):
        base = maximum(p.segment_start(offset), mine.local_start)
        is_local = (mine.local_start <= offset) & (offset < mine.log_end) & (base >= limit)
        is_copied = any_of(_counts(p, number) & p.segments[number].covers(offset) for number in p.numbers())
        local = local + where(is_local, 1, 0)
        once = once + where((mine.log_start <= offset) & (is_local | is_copied), 1, 0)
    for number in p.numbers():
        remote = remote + where(_counts(p, number), p.segments[number].epochs.length, 0)
    return where(p.settings.remote_size == SizeRule.each_offset_once, once, local + remote)


@action
def leader_expires(p: TieredPartition) -> TieredPartition:
    """The leader's expiry chooses segments, and raises the log start offset (`cleanupExpiredRemoteLogSegments`).

    It goes through the segments by their first offsets, and stops at the first one of its lineage that stays. One below
    the log start offset goes, and does not make the size that is too much smaller.
    """
    require(p.has_looked | (p.settings.expiry != Expiry.after_copying), "the copying task has run")
    idle = all_of(not_(segment.is_doomed) for segment in p.segments.items)
    require(idle, "the expiry before has ended")
    seeds = (p.settings.expiry == Expiry.any_time_seeded) & (p.leading.copied_end == 0)
    p = where(seeds, _raise_copied_end(p, p.leader, copied_end(p, p.leader)), p)
    excess = where(p.settings.retention == 0, 0, maximum(_total_size(p) - p.settings.retention, 0))
    start, first_epoch, goes_on = p.leading.log_start, p.first_epoch(), True
    chosen, doomed = start, [False] * p.segments.capacity
    for base in range(p.log.capacity):
        for number in p.numbers():
            segment = p.segments[number]
            in_turn = goes_on & (segment.base == base) & _lists(p, number)
            copying = segment.copier == p.leader
            state = p.heard(p.leader, number)
            again = (state == SegmentState.delete_started) & (p.settings.leftovers == Leftovers.all_goes)
            is_below = _all_up_to(segment, first_epoch) & (segment.next_offset <= start)
            is_below = is_below & p.settings.deletes_below_start
            is_valid = _is_valid(p, segment)
            may = _says_finish(state) | (p.settings.remote_size != SizeRule.each_offset_once)
            by_size = (
                may & is_valid & (excess >= segment.epochs.length) & (excess > 0) & not_(is_below | again)
            )
            goes = in_turn & not_(copying) & (again | is_below | by_size)
            doomed[number] = doomed[number] | goes
            excess = where(goes & by_size, excess - segment.epochs.length, excess)
            chosen = where(goes & by_size, maximum(chosen, segment.next_offset), chosen)
            goes_on = goes_on & not_(in_turn & (copying | (is_valid & not_(goes))))
    for number in p.numbers():  # what is of older epochs than the leader's log
        listed = p.knows(p.leader, number) & one_of(p.heard(p.leader, number), _LISTED)
        doomed[number] = doomed[number] | (listed & _all_up_to(p.segments[number], first_epoch - 1))
    require(any_of(doomed), "there is something to delete")
    require(chosen <= p.watermark, "the log start offset stays below the high watermark")
    after = raise_log_start(p, p.leader, chosen)
    for number in p.numbers():
        after = where(doomed[number], after.with_segment(number, is_doomed=True), after)
    return after


@action
def leader_deletes(p: TieredPartition, segment: SegmentNumber) -> TieredPartition:
    """The leader deletes a chosen segment from the remote storage."""
    require(_is_next(p, segment), "it is the next to delete")
    state = where(p.segments[segment].has_data, SegmentState.delete_finished, SegmentState.discarded)
    gone = p.with_segment(segment, has_data=False, is_doomed=False)
    return gone.publish(segment, state, p.leader)


@action
def deletion_fails(p: TieredPartition, segment: SegmentNumber) -> TieredPartition:
    """The remote storage refuses a deletion, and the leader's expiry ends; a later one tries again."""
    require(p.budget.remote_failures > 0, "a failure is left")
    require(_is_next(p, segment), "it is the next to delete")
    failed = p.spend(remote_failures=1)
    for number in p.numbers():
        failed = failed.with_segment(number, is_doomed=False)
    has_data = p.segments[segment].has_data
    return where(has_data, failed.publish(segment, SegmentState.delete_started, p.leader), failed)


def _is_next(p: TieredPartition, segment: Number) -> Truth:
    """Whether a segment is the first of the chosen ones, and the leader can write about it."""
    mine = p.segments[segment]
    is_first = all_of(
        not_(p.segments[number].is_doomed)
        | (p.segments[number].base > mine.base)
        | ((p.segments[number].base == mine.base) & (number >= segment))
        for number in p.numbers()
    )
    return (segment < p.segments.length) & mine.is_doomed & is_first & p.can_publish(p.leader)


# The metadata topic.


@action(when=lambda at: at.late_messages > 0)
def broker_reads_metadata(p: TieredPartition, broker: BrokerId) -> TieredPartition:
    """A broker reads the next message of the metadata topic."""
    require(not_(p.replicas[broker].unread_messages.is_empty()), "there is one that it has not read")
    return read_message(p, broker)


ACTIONS = (
    leader_looks_for_copies, follower_looks_for_copies, leader_begins_copy, copy_finishes, copy_fails, copier_gives_up,
    leader_expires, leader_deletes, deletion_fails, broker_reads_metadata,
)  # fmt: skip
