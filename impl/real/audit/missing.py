"""Partitions that a directory should have, and those that it no longer needs.

A broker that is down does not see what happens to topics: they are deleted, made again under the same name, moved to
other brokers. It puts its directory in order when it starts. And one that was killed has checkpoints that are some
seconds old: they still have partitions that it deleted.
"""

from __future__ import annotations

from collections.abc import Sequence

from tidemark.impl.real.audit.metadata_log import Assignments
from tidemark.impl.real.audit.problems import Problems
from tidemark.impl.real.storage.directories import CHECKPOINTS, HIGH_WATERMARKS, METADATA_LOG, DataDirectory
from tidemark.impl.real.storage.names import LEFT


def check(
    found: DataDirectory, read: Sequence[DataDirectory], assignments: Assignments, problems: Problems
) -> None:
    """Tell of the partitions that a directory lacks."""
    if found.broker is None or not found.broker.isdecimal():
        own = None
    else:
        own = int(found.broker)
        for group in assignments.of(own):
            is_here = group in found.partitions or group in assignments.elsewhere(found)
            if not is_here and (_was_here(found, group) or _must_be_here(own, read, assignments, group)):
                problems.add("assigned-missing", METADATA_LOG, None, group)
    if found.is_open:
        return
    for group, offset in sorted(found.offsets.get(HIGH_WATERMARKS, {}).items()):
        assigned = assignments.get(group)
        is_gone = bool(assignments.partitions) and (assigned is None or own not in assigned.replicas)
        is_gone |= group in assignments.elsewhere(found) or is_being_deleted(found, group)
        if group not in found.partitions and offset > 0 and not is_gone:
            problems.add("partition-missing", HIGH_WATERMARKS, offset, f"{group}: high watermark {offset}")


def is_being_deleted(found: DataDirectory, group: str) -> bool:
    """Whether a directory of that partition waits for its deletion, or is filled to take its place."""
    return any((name := LEFT.fullmatch(left)) is not None and name[1] == group for left in found.left)


def is_stray(found: DataDirectory, assignments: Assignments, group: str) -> bool:
    """Whether a broker has a partition of others that it may not have removed yet.

    It runs, and may just have started or be paused; or it was killed; or it shut down cleanly before it could learn of
    them, or learnt of them while it shut down.
    """
    assigned = assignments.get(group)
    if assigned is None or assigned.is_on(found.broker):
        return False
    if not found.is_settled:
        return True
    own = Assignments.read([found])
    known = own.get(group)
    return bool(known and known.is_on(found.broker)) or group in own.taken.get(found.broker or "", ())


def _was_here(found: DataDirectory, group: str) -> bool:
    """Whether a broker that shut down cleanly had the partition then."""
    return found.is_settled and any(group in found.offsets.get(name, {}) for name in CHECKPOINTS)


def _must_be_here(broker: int, read: Sequence[DataDirectory], assignments: Assignments, group: str) -> bool:
    """Whether records were committed that the broker must have, since it may be elected."""
    assigned = assignments.get(group)
    marks = [
        one.offsets.get(HIGH_WATERMARKS, {}).get(group, 0) for one in read if not is_being_deleted(one, group)
    ]
    return bool(assigned) and broker in (assigned.eligible if assigned else ()) and max(marks, default=0) > 0
