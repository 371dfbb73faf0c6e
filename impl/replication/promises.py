"""What the message-level protocol promises: to producers, to consumers, and among replicas."""

from impl.kafka import promises as shared
from impl.replication.cluster import Cluster
from spec import Truth, all_of, implies, not_, promise


@promise
def acknowledged_survives(c: Cluster) -> Truth:
    """The current leader, once it leads, has every acknowledged record.

    Kafka's documentation, Replication: a committed record is not lost while one in-sync replica is alive; for
    producers with acks=all, committed is acknowledged (KIP-101, scenario 1: the loss of one).
    """
    return all_of(
        implies(
            c.is_true_leader(leader) & c.produced[record].acknowledged,
            c.replicas[leader].log.contains(record),
        )
        for leader in c.replicas.indices()
        for record in c.produced.indices()
    )


@promise
def acknowledged_exists(c: Cluster) -> Truth:
    """Some replica has every acknowledged record; where none has, it is lost for good."""
    return all_of(
        implies(c.produced[record].acknowledged, c.holds(record)) for record in c.produced.indices()
    )


@promise
def reads_are_stable(c: Cluster) -> Truth:
    """At an offset where a consumer was shown a record, no consumer is shown another one, or none.

    No leader, stale or not, has another one there below its high watermark, and the current leader's log
    reaches beyond it. A consumer that waits, since the high watermark of a new leader is still behind, is
    shown nothing (KIP-207). Kafka's documentation, Replication: only committed records are given out to
    consumers.
    """
    was_shown = c.shown.offset >= 0
    conditions = []
    for leader in c.replicas.indices():
        me = c.replicas[leader]
        offset = c.shown.offset
        shows = c.presumes_leadership(leader) & (offset < me.high_watermark)
        same = me.log.has_offset(offset) & (me.log[offset].id == c.shown.record)
        conditions.append(implies(was_shown & (shows | c.is_true_leader(leader)), same))
    return all_of(conditions)


@promise
def hw_monotonic(c: Cluster) -> Truth:
    """The high watermark of a broker does not go back while it leads (`Partition.maybeIncrementLeaderHW`)."""
    return not_(c.high_watermark_fell)


PROMISES = (acknowledged_survives, acknowledged_exists, reads_are_stable, hw_monotonic, *shared.SHARED)
