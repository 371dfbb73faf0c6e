"""What a share group promises of each record."""

from __future__ import annotations

from tidemark.impl.share_group.state import RecordState, ShareGroup
from tidemark.spec import Number, Truth, all_of, count, implies, not_, one_of, promise


def _has_outcome(g: ShareGroup, record: Number) -> Truth:
    """Whether a member accepted or rejected a record, or it was handed out as often as the limit allows."""
    past = g.record_fates[record]
    return past.is_done | (past.handed_out >= g.settings.delivery_limit) | past.is_waived


def _ends(g: ShareGroup, record: Number) -> Truth:
    """Whether the leader or the coordinator takes a record for complete."""
    mine, stored = g.partitions[g.leader], g.stored
    held, batch = mine.in_flight[record], stored.batches[record].record_state
    ended = (RecordState.acknowledged, RecordState.archived)
    is_valid = mine.is_active & (mine.state_epoch == stored.state_epoch)
    by_leader = is_valid & ((record < mine.start_offset) | held.is_complete)
    return by_leader | (stored.has_start & (record < stored.start_offset)) | one_of(batch, ended)


@promise(broken="A record is skipped that nobody accepted or rejected")
def skips_nothing(g: ShareGroup) -> Truth:
    """A record that is complete or below the start offset was accepted, rejected, or delivered up to the limit.

    Of the leader's state and of the stored state. Records from where the group begins, by `share.auto.offset.reset` or
    since an administrator said so.
    """
    return all_of(implies(_ends(g, record), _has_outcome(g, record)) for record in g.record_fates.indices())


@promise(broken="A record is archived that no member ever had")
def archived_was_had(g: ShareGroup) -> Truth:
    """A record that the leader or the coordinator has as archived reached a member."""
    mine = g.partitions[g.leader]
    return all_of(
        implies(
            (mine.in_flight[record].record_state == RecordState.archived)
            | (g.stored.batches[record].record_state == RecordState.archived),
            g.record_fates[record].was_had,
        )
        for record in g.record_fates.indices()
    )


@promise(broken="A record is handed out more often than the limit allows")
def deliveries_within_limit(g: ShareGroup) -> Truth:
    """A record is handed out at most `delivery_limit` times, and so often again for each new leader and each reset.

    A new leader does not know of deliveries that nobody has answered.
    """
    most = g.settings.delivery_limit * (1 + g.leader + g.stored.state_epoch)
    return all_of(past.handed_out <= most for past in g.record_fates)


@promise(broken="A record comes again that a member has acknowledged")
def acknowledged_stays(g: ShareGroup) -> Truth:
    """No record comes again whose acknowledgement succeeded, and of which no failure was reported.

    Unless a leader that was replaced and does not know it hands it out, or an administrator set the start offset back.
    """
    return all_of(not_(past.comes_again) for past in g.record_fates)


@promise(broken="More records are locked than the limit allows")
def locks_within_limit(g: ShareGroup) -> Truth:
    """At most `record_locks` records of a leader are locked."""
    return all_of(
        count(held.record_state == RecordState.acquired for held in partition.in_flight)
        <= g.settings.record_locks
        for partition in g.partitions
    )


PROMISES = (
    skips_nothing, archived_was_had, deliveries_within_limit, acknowledged_stays, locks_within_limit,
)  # fmt: skip
