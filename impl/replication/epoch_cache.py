"""The leader epoch cache, read from the log (`LeaderEpochFileCache`: pairs of an epoch and its start offset).

The first record of an epoch adds its entry, unless the cache has a newer epoch already. An unfenced leader may
write in an old epoch after records of a newer one; these count to the newer one (`assign`, 0.11 to 2.0).
"""

from typing import Any

from impl.kafka.log import Log
from impl.replication.cluster import NO_EPOCH, UNDEFINED_OFFSET
from spec import Number, maximum, where


def latest_epoch(log: Log) -> Number:
    """The newest epoch of the cache, or `NO_EPOCH` where the log is empty."""
    return largest_epoch_below(log, log.end_offset)


def largest_epoch_below(log: Log, offset: Number) -> Number:
    """The newest epoch that starts below an offset, or `NO_EPOCH`."""
    found: Any = NO_EPOCH
    for k in log.offsets():
        found = where(log.has_offset(k) & (k < offset), maximum(found, log[k].epoch), found)
    return found


def largest_epoch_not_above(log: Log, epoch: Number) -> Number:
    """The largest epoch of the cache that is not above this one, or `NO_EPOCH` (KIP-279)."""
    return largest_epoch_below(log, log.first_newer_offset(epoch))


def end_offset_kip_101(log: Log, epoch: Number) -> Number:
    """Where a leader's records of an epoch end: its log end, or where its first newer epoch starts.

    Undefined if its cache starts after the epoch or ends before it (`endOffsetFor` of 0.11). It ends before it on
    a leader that has not written yet (KAFKA-7415).
    """
    newer = log.first_newer_offset(epoch)
    known = (latest_epoch(log) == epoch) | ((newer < log.end_offset) & (newer > 0))
    return where(known & (log.end_offset > 0), newer, UNDEFINED_OFFSET)
