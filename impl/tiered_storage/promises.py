"""What tiered storage promises, each as a statement about one state; the last two say what can still come.

An offset *must be kept* if it is below the log end and not below `allowed_start`: the highest offset below which
retention.bytes or DeleteRecords ever let records go.
"""

from __future__ import annotations

from tidemark.impl.tiered_storage.partition import RemoteRead, SegmentState, TieredPartition
from tidemark.spec import Truth, all_of, any_of, can_always_reach, implies, maximum, not_, promise

NAMED = "a promise about runs: docs/progress.md"


def _offsets(p: TieredPartition) -> range:
    return range(p.log.capacity)


def _finds_remotely(p: TieredPartition, offset: int) -> Truth:
    """Whether the leader finds a remote segment that has an offset, and its data is there."""
    number = p.find(p.leader, offset)
    return any_of((number == candidate) & p.segments[candidate].has_data for candidate in p.numbers())


@promise(broken="The log starts above an offset that retention keeps")
def nothing_expires_early(p: TieredPartition) -> Truth:
    """The leader's log start offset is at most `allowed_start`: no offset is given up that retention.bytes keeps."""
    return p.leading.log_start <= p.allowed_start


@promise(broken="An offset can't be read that lies between the start and the end of the log")
def no_gap(p: TieredPartition) -> Truth:
    """Each offset from the leader's log start to its log end that must be kept is on its disk, or is found remotely."""
    mine = p.leading
    kept_from = maximum(mine.log_start, p.allowed_start)
    return all_of(
        implies(
            (kept_from <= offset) & (offset < p.log.length),
            (mine.local_start <= offset) | _finds_remotely(p, offset),
        )
        for offset in _offsets(p)
    )


@promise(broken="A reader is given a record of another lineage")
def no_other_lineage(p: TieredPartition) -> Truth:
    """What a reader gets of a remote segment, from its offset on, has the epochs that the leader's log has there."""
    mine, cuts = p.leading, p.settings.remote_read == RemoteRead.within_lineage
    conditions = []
    for offset in _offsets(p):
        number = p.find(p.leader, offset)
        is_remote = (mine.log_start <= offset) & (offset < mine.local_start)
        for candidate in p.numbers():
            right = all_of(
                not_(exists) | (at < offset) | ((at < p.log.length) & (p.log[at] == epoch))
                for exists, at, epoch in p.segments[candidate].records()
            )
            conditions.append(implies(is_remote & (number == candidate) & not_(cuts), right))
    return all_of(conditions)


@promise(broken="A broker has deleted a record from its disk that was not copied")
def copied_before_deletion(p: TieredPartition) -> Truth:
    """What a member of the ISR no longer has on its disk, and must be kept, is in a finished remote segment."""
    start = maximum(p.leading.log_start, p.allowed_start)
    return all_of(
        implies(
            replica.in_isr & (maximum(replica.log_start, start) <= offset) & (offset < replica.local_start),
            any_of(
                segment.has_data
                & (segment.last_state == SegmentState.copy_finished)
                & segment.has(offset, p.log[offset])
                for segment in p.segments.items
            ),
        )
        for replica in p.replicas
        for offset in _offsets(p)
    )


@can_always_reach(only_named=NAMED, broken="The high watermark can never rise to the log end again")
def watermark_can_rise(p: TieredPartition) -> Truth:
    """Wherever it has come to, some run leads to a state whose high watermark is the log end."""
    return p.watermark == p.log.length


@can_always_reach(
    only_named=NAMED, broken="A segment that nobody can read any more stays in the remote storage"
)
def expired_can_go(p: TieredPartition) -> Truth:
    """Wherever it has come to, some run leads to a state where no remote data lies below the leader's log start."""
    return all_of(
        not_(segment.has_data) | (segment.next_offset > p.leading.log_start) for segment in p.segments.items
    )


PROMISES = (
    nothing_expires_early,
    no_gap,
    no_other_lineage,
    copied_before_deletion,
    watermark_can_rise,
    expired_can_go,
)
