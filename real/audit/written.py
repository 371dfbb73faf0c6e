"""When an offset was written, as replicas have it: what was written after a directory was copied is not missing there.

A batch has the time of a broker, or that which its producer gave it. A producer may give any, such as that of an event
long ago. So its times are trusted only where they agree with the time at which the replica was copied, or where nothing
was being written to the partition: then the high watermark has reached the end of the log.
"""

from __future__ import annotations

from collections.abc import Sequence

from tidemark.real.audit import reading
from tidemark.real.audit.replica import ReplicaOnDisk
from tidemark.real.storage.batches import APPEND_TIME


def written_at(replica: ReplicaOnDisk, offset: int) -> int | None:
    """The time of a replica's first batch that reaches an offset, in ms; None if it is not known, or not trusted."""
    row = reading.batch_at(replica, offset)
    if row is None or row["max_time"] < 0:
        return None
    is_trusted = row["attributes"] & APPEND_TIME or _is_at_rest(replica) or _is_in_time(replica)
    return int(row["max_time"]) if is_trusted else None


def written_by(offset: int, replica: ReplicaOnDisk, replicas: Sequence[ReplicaOnDisk]) -> int | None:
    """The time by which an offset was written, as the others of these replicas have it; None if that is not known."""
    holders = [peer for peer in replicas if peer is not replica and peer.end > offset]
    holders = [peer for peer in holders if not is_superseded(peer, offset, replicas)]
    times = [written_at(peer, offset) for peer in holders]
    return min((time for time in times if time is not None), default=None)


def is_superseded(replica: ReplicaOnDisk, offset: int, others: Sequence[ReplicaOnDisk]) -> bool:
    """Whether a replica may have been copied before it cut its log: what it has at an offset was not committed.

    Something else took its place, in a newer epoch that another replica has.
    """
    row = reading.batch_at(replica, offset) if replica.task.moment.is_moving else None
    return row is not None and any(
        epoch > row["epoch"] and start <= offset for peer in others for epoch, start in peer.lineage
    )


def _is_at_rest(replica: ReplicaOnDisk) -> bool:
    return replica.task.high_watermark == replica.end


def _is_in_time(replica: ReplicaOnDisk) -> bool:
    """Whether the newest batch of a replica is as new as the metadata log beside it."""
    latest = max((segment.latest for segment in replica.filled), default=-1)
    moment = replica.task.moment
    return moment.until is not None and abs(latest - moment.until) <= moment.duration
