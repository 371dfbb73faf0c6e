"""What every replication protocol promises, whatever its state looks like otherwise.

Written over a small interface that the state of each family offers, so that one promise means one thing
everywhere.
"""

from typing import Any, Protocol

from tidemark.spec import Array, Identity, IdSet, Number, Truth, all_of, implies, none, promise


class PartitionRecord(Protocol):
    """The controller's record of the partition."""

    @property
    def leader_epoch(self) -> Number: ...

    @property
    def leader(self) -> Identity: ...

    @property
    def isr(self) -> IdSet: ...


class ReplicatedPartition(Protocol):
    """What the promises need of the state of a protocol."""

    @property
    def quorum(self) -> PartitionRecord: ...

    @property
    def replicas(self) -> Array[Any]: ...

    def presumes_leadership(self, broker: Identity) -> Truth: ...

    def is_true_leader(self, broker: Identity) -> Truth: ...


def pairs(c: ReplicatedPartition) -> list[tuple[Identity, Identity]]:
    """Every two different brokers, once."""
    brokers = c.replicas.indices()
    return [(a, b) for i, a in enumerate(brokers) for b in brokers[:i]]


@promise
def committed_agrees(c: ReplicatedPartition) -> Truth:
    """Below both high watermarks two replicas hold the same records (KIP-101, scenario 2: divergence)."""
    conditions = []
    for a, b in pairs(c):
        replica_a, replica_b = c.replicas[a], c.replicas[b]
        for k in replica_a.log.offsets():
            both = (k < replica_a.high_watermark) & (k < replica_b.high_watermark)
            conditions.append(implies(both, replica_a.log.agrees_at(replica_b.log, k)))
    return all_of(conditions)


@promise
def epoch_offset_unique(c: ReplicatedPartition) -> Truth:
    """At one offset, all records of one leader epoch are one record (KIP-101: an epoch has one writer)."""
    conditions = []
    for a, b in pairs(c):
        log_a, log_b = c.replicas[a].log, c.replicas[b].log
        for k in log_a.offsets():
            both = log_a.has_offset(k) & log_b.has_offset(k) & (log_a[k].epoch == log_b[k].epoch)
            conditions.append(implies(both, log_a[k].id == log_b[k].id))
    return all_of(conditions)


@promise
def one_leader_per_epoch(c: ReplicatedPartition) -> Truth:
    """No two brokers believe that they lead in one leader epoch (KIP-101: an epoch has one leader)."""
    return all_of(
        implies(
            c.presumes_leadership(a) & c.presumes_leadership(b),
            c.replicas[a].leader_epoch != c.replicas[b].leader_epoch,
        )
        for a, b in pairs(c)
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
    conditions = []
    for leader in c.replicas.indices():
        me = c.replicas[leader]
        for member in c.replicas.indices():
            if member != leader:
                held = me.log.agrees_below(c.replicas[member].log, me.high_watermark)
                leads = c.presumes_leadership(leader) & (me.high_watermark > me.log.start_offset)
                conditions.append(implies(leads & c.quorum.isr.has(member), held))
    return all_of(conditions)


SHARED = (
    committed_agrees,
    epoch_offset_unique,
    one_leader_per_epoch,
    hw_within_log,
    current_leader_in_isr,
    isr_has_committed,
)
