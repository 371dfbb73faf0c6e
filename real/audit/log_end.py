"""Where a log ends, against the checkpoints that speak of it.

A truncation comes before its checkpoint, so the recovery point of a broker that was killed may lie past the end. No
high watermark does. In a copy of a running broker both may: the log was copied before the checkpoint was, and the
replica was growing. One that is not in the ISR may grow fast, by records that were written long ago.
"""

from __future__ import annotations

from collections.abc import Sequence

from tidemark.real.audit.replica import ReplicaOnDisk
from tidemark.real.audit.written import written_by
from tidemark.real.storage.directories import HIGH_WATERMARKS, LOG_STARTS, RECOVERY_POINTS

COPIED = "; the log was copied before the checkpoint, or its last records are lost"


def check(replicas: Sequence[ReplicaOnDisk], whole: Sequence[ReplicaOnDisk]) -> None:
    """Add the checkpoints past the end of a log to its problems. whole: the replicas that can be compared."""
    for replica in replicas:
        if replica.segments and replica.is_whole:
            _check(replica, whole)


def _check(replica: ReplicaOnDisk, whole: Sequence[ReplicaOnDisk]) -> None:
    task, end = replica.task, replica.end
    is_cut = task.is_settled or min(task.high_watermark or 0, task.recovery_point or 0) > end
    for kind, file, offset in (
        ("high-watermark-past-end", HIGH_WATERMARKS, task.high_watermark),
        ("recovery-point-past-end", RECOVERY_POINTS, task.recovery_point),
        ("log-start-past-end", LOG_STARTS, task.log_start),
    ):
        if offset is None or offset <= end or (file == RECOVERY_POINTS and not is_cut):
            continue
        message = f"{offset}: the log ends at {end}"
        is_copied = not has_lost_end(replica, whole)
        replica.problems.add_unless_copy_explains(is_copied, COPIED, kind, file, offset, message)


def has_lost_end(replica: ReplicaOnDisk, whole: Sequence[ReplicaOnDisk]) -> bool:
    """Whether what a checkpoint has past the end of a log is lost, and not only copied later than the log."""
    return not (replica.task.moment.is_moving and replica.may_lack(written_by(replica.end, replica, whole)))
