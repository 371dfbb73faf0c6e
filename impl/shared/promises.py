"""What every replication protocol promises, whatever its state looks like otherwise.

Written over the part of the state that all families have, so that one promise means one thing everywhere.
"""

from itertools import combinations

from tidemark.impl.shared.partition_state import ReplicatedPartition
from tidemark.spec import Truth, all_of, implies, none, promise


@promise
def committed_agrees(c: ReplicatedPartition) -> Truth:
    """Below both high watermarks two replicas hold the same records (KIP-101, scenario 2: divergence)."""
    return all_of(
        implies((k < a.high_watermark) & (k < b.high_watermark), a.log.agrees_at(b.log, k))
        for a, b in combinations(c.replicas, 2)
        for k in a.log.offsets()
    )


@promise
def epoch_offset_unique(c: ReplicatedPartition) -> Truth:
    """At one offset, all records of one leader epoch are one record (KIP-101: an epoch has one writer)."""
    return all_of(
        implies(
            a.log.has_offset(k) & b.log.has_offset(k) & (a.log[k].epoch == b.log[k].epoch),
            a.log[k].id == b.log[k].id,
        )
        for a, b in combinations(c.replicas, 2)
        for k in a.log.offsets()
    )


@promise
def one_leader_per_epoch(c: ReplicatedPartition) -> Truth:
    """No two brokers believe that they lead in one leader epoch (KIP-101: an epoch has one leader)."""
    return all_of(
        implies(
            c.presumes_leadership(a) & c.presumes_leadership(b),
            c.replicas[a].leader_epoch != c.replicas[b].leader_epoch,
        )
        for a, b in combinations(c.replicas.indices(), 2)
    )


@promise
def hw_within_log(c: ReplicatedPartition) -> Truth:
    """A replica's high watermark is not above its log end offset (`Log.updateHighWatermark`)."""
    return all_of(replica.high_watermark <= replica.log.end_offset for replica in c.replicas)


@promise
def current_leader_in_isr(c: ReplicatedPartition) -> Truth:
    """The controller's leader, if there is one, is in the ISR (Kafka's documentation, Replication)."""
    return implies(c.quorum.leader != none, c.quorum.isr.has(c.quorum.leader))


@promise
def isr_has_committed(c: ReplicatedPartition) -> Truth:
    """Every member of the ISR holds all records below the high watermark of any broker that presumes to lead.

    A member that is down holds what is on its disk; one that is gone, and still in the ISR, counts with the log that it
    had. So whatever was committed is on every broker that could be elected from the ISR (Kafka's documentation,
    Replication; `StrongIsr` in the models published with KIP-320).
    """
    return all_of(
        implies(
            c.presumes_leadership(leader)
            & (me.high_watermark > me.log.start_offset)
            & c.quorum.isr.has(member),
            me.log.agrees_below(c.replicas[member].log, me.high_watermark),
        )
        for leader in c.replicas.indices()
        for me in [c.replicas[leader]]
        for member in c.replicas.indices()
        if member != leader
    )


SHARED = (
    committed_agrees, epoch_offset_unique, one_leader_per_epoch, hw_within_log, current_leader_in_isr,
    isr_has_committed,
)  # fmt: skip
