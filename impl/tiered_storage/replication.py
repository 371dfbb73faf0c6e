"""The log and its replicas: appends, fetches, local deletion, elections, and the faults of brokers.

A follower that lacks what its leader no longer has on its disk begins at the leader's local log start offset, with the
leader epochs of the remote segment before it (`TierStateMachine`).
"""

from __future__ import annotations

from tidemark.impl.tiered_storage.domains import BrokerId, Offset
from tidemark.impl.tiered_storage.partition import TieredPartition
from tidemark.impl.tiered_storage.remote import raise_log_start
from tidemark.spec import Identity, action, all_of, maximum, minimum, none, not_, require, where


@action
def leader_appends(p: TieredPartition) -> TieredPartition:
    """The leader appends a record; retention.bytes may make an older one due."""
    require(p.log.length < p.log.capacity, "a record is left")
    end = p.log.length + 1
    retention = p.settings.retention
    allowed = where(retention == 0, p.allowed_start, maximum(p.allowed_start, end - retention))
    return (
        p.but(log=p.log.append(p.epoch), allowed_start=allowed)
        .with_replica(p.leader, log_end=end)
        .raise_watermark()
    )


@action
def follower_fetches(p: TieredPartition, broker: BrokerId) -> TieredPartition:
    """A follower fetches all that its leader has on its disk, and is in the ISR.

    If it lacks more, it is told that this moved to tiered storage, drops what it has, and begins where the leader's
    disk does. For that it must find the remote segment before that offset.
    """
    mine, leader = p.replicas[broker], p.leading
    require(p.leader != broker, "it is a follower")
    require(not_(p.is_stuck()), "the leader finds its high watermark")
    behind = (mine.log_end < leader.log_end) | not_(mine.in_isr) | (mine.log_start < leader.log_start)
    require(behind, "it lacks something")
    moved = mine.log_end < leader.local_start
    before = p.find(broker, maximum(leader.local_start - 1, 0))
    require(not_(moved) | (before < p.segments.capacity), "it finds the segment before the leader's disk")
    local_start = where(moved, leader.local_start, mine.local_start)
    log_start = where(moved, leader.log_start, mine.log_start)
    fetched = p.with_replica(
        broker, log_end=leader.log_end, in_isr=True, local_start=local_start, log_start=log_start
    )
    return raise_log_start(fetched, broker, leader.log_start).raise_watermark()


@action(when=lambda at: at.unclean_elections > 0)
def follower_leaves_isr(p: TieredPartition, broker: BrokerId) -> TieredPartition:
    """A follower stops or lags, and leaves the ISR."""
    require((p.leader != broker) & p.replicas[broker].in_isr, "it is a follower in the ISR")
    return p.with_replica(broker, in_isr=False).raise_watermark()


@action
def local_segment_goes(p: TieredPartition, broker: BrokerId) -> TieredPartition:
    """A broker deletes its first local segment, by local.retention.ms or local.retention.bytes.

    The segment must be copied, as far as the broker knows, or lie below its log start offset (from 3.7 on).
    """
    mine = p.replicas[broker]
    following = p.segment_start(mine.local_start) + p.segment_size
    require(following <= minimum(mine.log_end, p.watermark), "the segment is full, and committed")
    may_go = (following <= mine.copied_end) | p.settings.deletes_uncopied
    require(may_go, "it is copied")
    return p.with_replica(broker, local_start=following)


# Elections.


def _elect(p: TieredPartition, broker: Identity) -> TieredPartition:
    """A broker leads with the log that it has; the others cut theirs to it."""
    end = p.replicas[broker].log_end
    cut = p.but(
        leader=broker,
        epoch=p.epoch + 1,
        log=p.log.truncate(end),
        watermark=minimum(p.watermark, end),
        has_looked=False,
        next_copied=0,
    ).with_replica(broker, in_isr=True)
    for other in p.replicas.indices():
        was = p.replicas[other]
        below_disk = (was.log_end > end) & (was.local_start > end)
        low_start = where(p.settings.keeps_start, minimum(was.log_start, end), end)
        copied = where(p.settings.marker_falls, minimum(was.copied_end, end), was.copied_end)
        shorter = was.but(
            log_end=minimum(was.log_end, end),
            local_start=minimum(was.local_start, end),
            log_start=where(below_disk, low_start, minimum(was.log_start, end)),
            copied_end=copied,
            in_isr=cut.replicas[other].in_isr,
        )
        cut = cut.but(replicas=cut.replicas.but(other, shorter))
    for number in p.numbers():
        cut = where(p.segments[number].is_doomed, cut.with_segment(number, is_doomed=False), cut)
    return cut.raise_watermark()


@action
def follower_takes_over(p: TieredPartition, broker: BrokerId) -> TieredPartition:
    """Another member of the ISR leads."""
    require(p.budget.elections > 0, "an election is left")
    require((p.leader != broker) & p.replicas[broker].in_isr, "it is in the ISR")
    return _elect(p.spend(elections=1), broker)


@action
def outsider_takes_over(p: TieredPartition, broker: BrokerId) -> TieredPartition:
    """A replica outside the ISR leads: the only member of the ISR stands still, or is cut off, and its copying ends."""
    require(p.budget.unclean_elections > 0, "an unclean election is left")
    require(not_(p.replicas[broker].in_isr), "it is outside the ISR")
    alone = all_of((other == p.leader) | not_(p.replicas[other].in_isr) for other in p.replicas.indices())
    require(alone, "the leader is the only member of the ISR")
    failed = p.spend(unclean_elections=1).with_replica(p.leader, in_isr=False)
    for number in p.numbers():
        failed = where(number < p.segments.length, failed.with_segment(number, copier=none), failed)
    return _elect(failed, broker)


# Faults, and DeleteRecords.


@action
def follower_restarts(p: TieredPartition, broker: BrokerId) -> TieredPartition:
    """A follower restarts: it has what is on its disk, and does not know what is copied before it has looked."""
    require(p.budget.restarts > 0, "a restart is left")
    require((p.leader != broker) & (p.replicas[broker].copied_end > 0), "it is a follower that has looked")
    return p.spend(restarts=1).with_replica(broker, copied_end=0)


@action
def follower_loses_disk(p: TieredPartition, broker: BrokerId) -> TieredPartition:
    """A follower comes back with an empty disk."""
    require(p.budget.disk_losses > 0, "a loss is left")
    require((p.leader != broker) & (p.replicas[broker].log_end > 0), "it is a follower with records")
    empty = p.spend(disk_losses=1).with_replica(
        broker, log_end=0, in_isr=False, log_start=0, local_start=0, copied_end=0
    )
    return empty.raise_watermark()


@action
def leader_loses_checkpoint(p: TieredPartition) -> TieredPartition:
    """The leader restarts without the checkpoint of its high watermark, and leads again: it begins at the log start."""
    require(p.budget.checkpoint_losses > 0, "a loss is left")
    lost = p.spend(checkpoint_losses=1).with_replica(p.leader, copied_end=0)
    return lost.but(watermark=p.leading.log_start, has_looked=False, next_copied=0).raise_watermark()


@action
def administrator_deletes_records(p: TieredPartition, offset: Offset) -> TieredPartition:
    """An administrator deletes the records below an offset (DeleteRecords), the first one of a segment."""
    require(p.budget.record_deletions > 0, "a call is left")
    require((p.leading.log_start < offset) & (offset <= p.watermark), "they are committed, and there")
    require(p.segment_start(offset) == offset, "a segment begins there")
    raised = raise_log_start(p.spend(record_deletions=1), p.leader, offset)
    return raised.but(allowed_start=maximum(p.allowed_start, offset))


ACTIONS = (
    leader_appends, follower_fetches, follower_leaves_isr, local_segment_goes, follower_takes_over,
    outsider_takes_over, follower_restarts, follower_loses_disk, leader_loses_checkpoint,
    administrator_deletes_records,
)  # fmt: skip
