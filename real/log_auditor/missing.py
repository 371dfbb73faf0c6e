"""Partitions that a directory should have, and those that it no longer needs.

A broker that is down does not see what happens to topics: they are deleted, made again under the same name, moved to
other brokers. It puts its directory in order when it starts. And one that was killed has checkpoints that are some
seconds old: they still have partitions that it deleted. One that ran while it was copied may have got or lost a
partition after its directory was listed.
"""

from __future__ import annotations

from collections.abc import Sequence

from tidemark.real.log_auditor.metadata_log import Assignments
from tidemark.real.log_auditor.moments import CopyMoment
from tidemark.real.log_auditor.problems import Problems
from tidemark.real.storage.directories import CHECKPOINTS, HIGH_WATERMARKS, METADATA_LOG, DataDirectory
from tidemark.real.storage.names import LEFT


def check(
    directory: DataDirectory,
    moment: CopyMoment,
    read: Sequence[DataDirectory],
    assignments: Assignments,
    problems: Problems,
) -> None:
    """Report the partitions that a directory lacks."""
    broker = int(directory.broker) if directory.broker and directory.broker.isdecimal() else None
    for group in assignments.partitions_of(broker) if broker is not None else ():
        if _is_missed_in(directory, group, read, assignments):
            is_missing = _was_copied_later(directory.broker, moment, group, assignments)
            doubt = "" if is_missing else " has no directory: copied before it had one, or lost"
            problems.add("assigned-missing", METADATA_LOG, None, group, doubt, partition=group)
    if directory.is_open:
        return
    for group, offset in sorted(directory.offsets.get(HIGH_WATERMARKS, {}).items()):
        assigned = assignments.get(group)
        is_gone = bool(assignments.partitions) and (assigned is None or broker not in assigned.replicas)
        is_gone |= group in assignments.partitions_elsewhere(directory) or is_being_deleted(directory, group)
        if group not in directory.partitions and offset > 0 and not is_gone:
            doubt = ", and no directory: made or deleted meanwhile, or lost" if moment.is_moving else ""
            message = f"{group}: high watermark {offset}"
            problems.add("partition-missing", HIGH_WATERMARKS, offset, message, doubt, partition=group)


def _is_missed_in(
    directory: DataDirectory, group: str, read: Sequence[DataDirectory], assignments: Assignments
) -> bool:
    """Whether a broker lacks a partition, and this is the one of its directories in which that is reported."""
    same_broker = [candidate for candidate in read if candidate.broker == directory.broker]
    if any(group in candidate.partitions for candidate in same_broker):
        return False
    held = [candidate for candidate in same_broker if _was_here(candidate, group)]
    is_missed = bool(held) or _must_be_here(directory.broker, read, assignments, group)
    return is_missed and directory is [*held, *same_broker][0]


def _was_copied_later(broker: str | None, moment: CopyMoment, group: str, assignments: Assignments) -> bool:
    """Whether a directory was copied after its broker had got a partition, and the broker still had it afterwards.

    It had got it when it came to the ISR, whatever became of the assignment since.
    """
    assigned, log = assignments.get(group), assignments.source
    times = (assigned.since, assigned.eligible_since(broker)) if assigned else ()
    if moment.may_predate(min((time for time in times if time is not None), default=None)):
        return False
    return not moment.is_moving or moment.is_before(log.newest if log else None)


def is_being_deleted(directory: DataDirectory, group: str) -> bool:
    """Whether a directory of that partition waits for its deletion, or is filled to take its place."""
    return any(
        (name := LEFT.fullmatch(leftover)) is not None and name[1] == group
        for leftover in directory.leftovers
    )


def is_stray(
    directory: DataDirectory, assignments: Assignments, broker_assignments: Assignments | None, group: str
) -> bool:
    """Whether a broker has a partition of others that it may not have removed yet.

    It runs, and may just have started or be paused; or it was killed; or it shut down cleanly before it could learn of
    them, or learnt of them while it shut down. broker_assignments: what it had read of the metadata log.
    """
    assigned = assignments.get(group)
    if assigned is None or assigned.is_on(directory.broker):
        return False
    if not directory.is_settled:
        return True
    last_assigned = broker_assignments.get(group) if broker_assignments else None
    was_moved = broker_assignments is not None and group in broker_assignments.moved_away.get(
        directory.broker or "", ()
    )
    return bool(last_assigned and last_assigned.is_on(directory.broker)) or was_moved


def _was_here(directory: DataDirectory, group: str) -> bool:
    """Whether a broker that shut down cleanly had the partition then."""
    return directory.is_settled and any(group in directory.offsets.get(name, {}) for name in CHECKPOINTS)


def _must_be_here(
    broker: str | None, read: Sequence[DataDirectory], assignments: Assignments, group: str
) -> bool:
    """Whether records were committed that the broker must have, since it may be elected."""
    assigned = assignments.get(group)
    marks = [
        directory.offset_of(HIGH_WATERMARKS, group) or 0
        for directory in read
        if not is_being_deleted(directory, group)
    ]
    is_eligible = assigned is not None and broker in [str(directory) for directory in assigned.eligible]
    return is_eligible and max(marks, default=0) > 0
