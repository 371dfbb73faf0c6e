"""Checks a replica's epoch cache against its log.

A broker writes a new epoch to the cache before it writes its first record, and at once. What a truncation or retention
takes out of the cache goes to the disk later, in the background (`LeaderEpochFileCache`); so the file of a broker that
runs, or was killed, may have more entries than the log at its end, and fewer at its beginning, since retention cuts the
cache before it deletes the first segment. If the broker shut down cleanly, cache and log agree.

A broker removes the cache of a topic whose message format is set back to one without leader epochs (up to 2.8:
`message.format.version`). Until it writes in that format, the log still ends in epochs: then no replica has a cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tidemark.real.log_auditor.reading import written_at
from tidemark.real.log_auditor.replica import ReplicaOnDisk
from tidemark.real.log_auditor.replica_files import EPOCH_CACHE, read_epoch_cache

Cache = tuple[tuple[int, int], ...]


def check(replica: ReplicaOnDisk, replicas: Sequence[ReplicaOnDisk]) -> None:
    """Add what is wrong with a replica's epoch cache to its problems. replicas: all of its partition."""
    cache, log = replica.fact.epochs, replica.epochs
    if replica.task.is_open and cache != _read_again(replica):
        return  # it is being written
    if cache is not None:
        _order(replica, cache)
        _epochs_of_the_log(replica, cache)
        _epochs_of_the_cache(replica, cache)
    elif log and not any(finding.kind == "checkpoint" for finding in replica.fact.findings):
        kind = "epoch-caches-missing" if _may_be_set_back(replicas) else "epoch-cache-missing"
        replica.problems.add(kind, EPOCH_CACHE, log[0][1], f"the log has epoch {log[-1][0]}")


def _may_be_set_back(replicas: Sequence[ReplicaOnDisk]) -> bool:
    """Whether the message format may have been set back: no replica has a cache, and no controller uses KRaft."""
    return all(replica.fact.epochs is None and not replica.task.metadata for replica in replicas)


def _read_again(replica: ReplicaOnDisk) -> Cache | None:
    try:
        return read_epoch_cache(replica.task.directory / EPOCH_CACHE)
    except (OSError, ValueError):
        return None


def _order(replica: ReplicaOnDisk, cache: Cache) -> None:
    for before, after in pairwise(cache):
        if not (before[0] < after[0] and before[1] <= after[1]):
            replica.problems.add("epochs-unsorted", EPOCH_CACHE, after[1], f"{after} follows {before}")


def _epochs_of_the_log(replica: ReplicaOnDisk, cache: Cache) -> None:
    starts = dict(cache)
    start = replica.start
    if not replica.task.is_settled:  # the cache is trimmed before the log start is on the disk
        start = max(start, cache[0][1] if cache else replica.end)
    for epoch, offset in replica.epochs:
        if epoch not in starts:
            late = any(cached > epoch for cached in starts) or not replica.task.is_open
            if offset >= start and late:
                _add(replica, "epoch-missing", offset, f"epoch {epoch} begins at {offset}")
        elif offset >= start and _differs(replica, starts[epoch], offset):
            _add(replica, "epoch-start", offset, f"epoch {epoch} begins at {offset}, not at {starts[epoch]}")


def _differs(replica: ReplicaOnDisk, start: int, offset: int) -> bool:
    """Whether an epoch begins at another offset, although compaction and a moved log start do not explain it."""
    return start > offset or (
        start < offset
        and offset != replica.start
        and not (replica.is_compacted and start < replica.compacted_until)
    )


def _epochs_of_the_cache(replica: ReplicaOnDisk, cache: Cache) -> None:
    in_log = {epoch for epoch, _ in replica.epochs}
    newest = max(in_log, default=-1)
    for number, (epoch, start) in enumerate(cache):
        if epoch > newest and not replica.task.is_settled:
            continue  # the log was truncated, or the new leader wrote nothing yet
        if start > replica.end:
            message = f"epoch {epoch} begins at {start}: the log ends at {replica.end}"
            replica.problems.add("epoch-past-end", EPOCH_CACHE, start, message)
        elif epoch not in in_log and _has_others(replica, cache, number):
            _add(replica, "epoch-start", start, f"no record from {start} on has epoch {epoch}")


def _add(replica: ReplicaOnDisk, kind: str, offset: int, message: str) -> None:
    """Add a difference between cache and log, unless one may have been copied before an epoch that the other has."""
    moment = replica.task.moment
    newest = {epochs[-1][0] for epochs in (replica.epochs, replica.fact.epochs) if epochs}
    is_copied = moment.is_moving and len(newest) > 1 and moment.may_predate(written_at(replica, offset))
    doubt = "; cache and log were copied apart, or the cache is damaged" if is_copied else ""
    replica.problems.add(kind, EPOCH_CACHE, offset, message, doubt)


def _has_others(replica: ReplicaOnDisk, cache: Cache, number: int) -> bool:
    """Whether an epoch of the cache has offsets in the log, and other records are there."""
    start = cache[number][1]
    stop = min(cache[number + 1][1] if number + 1 < len(cache) else replica.end, replica.end)
    return replica.start <= start < stop and not (replica.is_compacted and start < replica.compacted_until)
