"""Checks where a log begins and ends against its checkpoints, its epoch cache and the other replicas.

A log begins with its first segment, or above it where records were deleted one by one, never below. Its checkpoint has
a row only where it begins above the first segment (`LogManager.checkpointLogStartOffsetsInDir`). The first entry of the
epoch cache moves with it, but later: a broker that is killed meanwhile keeps the old entry until retention deletes more
(`LogLoader` cuts the cache to the checkpoint alone). So the cache is trusted where no retention can have deleted
segments: by the topic's own settings, or since another replica still has them. A broker that starts again without its
first segments takes what it finds for the beginning. Then only a replica in the ISR knows: it begins where the leader
does.

At the end, a truncation comes before its checkpoint, so the recovery point of a broker that was killed may lie past the
end. No high watermark does. In a copy of a running broker both may: the log was copied before the checkpoint was, and
the replica was growing. One that is not in the ISR may grow fast, by records that were written long ago.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tidemark.real.log_auditor.reading import written_by
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.log_auditor.replica_files import EPOCH_CACHE
from tidemark.real.storage.directories import HIGH_WATERMARKS, LOG_STARTS, RECOVERY_POINTS
from tidemark.real.storage.names import file_name

COPIED = "; the log was copied before the checkpoint, or its last records are lost"


# The beginning.


def check_starts(replicas: Sequence[ReplicaOnDisk]) -> None:
    """Report each replica that begins behind where it should."""
    for replica in replicas:
        task = replica.task
        if not replica.segments or replica.all_segments[0].gone or task.is_tiered:
            continue  # the oldest records were deleted just now, or are elsewhere
        base = replica.segments[0].base
        checkpoint, cache = _by_checkpoint(replica, base), _by_cache(replica, replicas, base)
        if loss := checkpoint or cache or _by_others(replica, replicas):
            file, start, why = loss
            message = f"{start} to {replica.log_start - 1} are missing: {why}"
            replica.problems.add("start-missing", file, start, message)


def leave_out_deletions(replicas: Sequence[ReplicaOnDisk]) -> None:
    """Leave out the segments of a log that were deleted behind others while it was copied, or before them.

    Retention deletes the oldest segment first. A copy that reads files in another order may have the oldest, and lack
    those behind it. A truncation deletes the last ones, and a copy may have those that it had read before. Where the
    whole partition was moved away, it has whatever it had read before.
    """
    for replica in replicas:
        gaps = [
            (number, before.end, after.base)
            for number, (before, after) in enumerate(pairwise(replica.segments), 1)
            if before.end < after.base
        ]
        if not gaps or not replica.task.moment.is_moving or replica.is_compacted:
            continue
        number, low, high = gaps[-1]
        kept = (number, len(replica.segments))
        if _is_moved_away(replica):
            why = "the partition was moved to other brokers"
        elif _retention_may_explain(replica, replicas, low, high):
            why = "retention deleted them"
        elif replica.may_lack(written_by(low, replica, replicas)):
            why, kept = "the log was cut", (0, number)
        else:
            continue
        replica.keep(*kept)
        message = f"{low} to {high - 1} are missing: {why} while it was copied, or they are lost"
        replica.problems.add("copied-apart", file_name(high, ".log"), low, message)


def _is_moved_away(replica: ReplicaOnDisk) -> bool:
    """Whether the metadata log no longer has the replica: a directory is renamed before it is deleted."""
    assigned = replica.task.assigned
    return assigned is not None and not assigned.is_on(replica.task.broker)


def _retention_may_explain(
    replica: ReplicaOnDisk, replicas: Sequence[ReplicaOnDisk], low: int, high: int
) -> bool:
    """Whether retention may have deleted these offsets."""
    is_kept_whole = replica.task.is_kept_whole
    peers = [peer for peer in replicas if peer is not replica]
    is_held = any(peer.log_start <= low and peer.end >= high for peer in peers)
    return is_kept_whole is False or (is_kept_whole is None and not is_held)


_Loss = tuple[str, int, str] | None
"""The file that says so, the offset at which the log should begin, and the reason."""


def _deletion_may_explain(replica: ReplicaOnDisk) -> bool:
    """Whether segments may have been deleted since the files beside them were copied."""
    return replica.task.moment.is_moving and not replica.task.is_kept_whole


def _by_checkpoint(replica: ReplicaOnDisk, base: int) -> _Loss:
    start = replica.task.log_start
    if start is None or start >= base or not replica.task.is_settled or _deletion_may_explain(replica):
        return None
    return LOG_STARTS, start, f"the checkpoint has {start}"


def _by_cache(replica: ReplicaOnDisk, replicas: Sequence[ReplicaOnDisk], base: int) -> _Loss:
    task, cache = replica.task, replica.fact.epochs
    if (
        not cache
        or cache[0][1] >= base
        or not (task.is_settled or task.is_open)
        or task.log_start is not None
        or _deletion_may_explain(replica)
    ):
        return None
    epoch, start = cache[0]
    held = any(peer.log_start <= start and peer.end >= base for peer in replicas if peer is not replica)
    if not (task.is_kept_whole or (task.is_kept_whole is None and held)):
        return None
    return EPOCH_CACHE, start, f"epoch {epoch} begins at {start}"


def _by_others(replica: ReplicaOnDisk, replicas: Sequence[ReplicaOnDisk]) -> _Loss:
    if not (replica.task.is_settled and replica.task.is_kept_whole) or replica.is_eligible:
        return None
    able = [peer for peer in replicas if peer.is_eligible and peer.task.is_settled and peer.segments]
    first = min(able, key=lambda peer: peer.log_start, default=replica)
    if first.log_start >= replica.log_start:
        return None
    return file_name(replica.segments[0].base, ".log"), first.log_start, f"{first.task.name} has them"


# The end.


def check_ends(replicas: Sequence[ReplicaOnDisk], whole: Sequence[ReplicaOnDisk]) -> None:
    """Add the checkpoints past the end of a log to its problems. whole: the replicas that can be compared."""
    for replica in replicas:
        if replica.segments and replica.is_whole:
            _check_end(replica, whole)


def _check_end(replica: ReplicaOnDisk, whole: Sequence[ReplicaOnDisk]) -> None:
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
        doubt = "" if has_lost_end(replica, whole) else COPIED
        replica.problems.add(kind, file, offset, message, doubt)


def has_lost_end(replica: ReplicaOnDisk, whole: Sequence[ReplicaOnDisk]) -> bool:
    """Whether what a checkpoint has past the end of a log is lost, and not only copied later than the log."""
    return not (replica.task.moment.is_moving and replica.may_lack(written_by(replica.end, replica, whole)))
