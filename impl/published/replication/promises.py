"""What the published models promise. Source: `KafkaReplication.tla`."""

from tidemark.impl.published.replication.cluster import PublishedCluster
from tidemark.spec import Identity, Truth, all_of, implies, not_, promise


def _leads_with_commits(c: PublishedCluster, broker: Identity) -> Truth:
    return c.presumes_leadership(broker) & (c.replicas[broker].high_watermark > 0)


@promise
def weak_isr(c: PublishedCluster) -> Truth:
    """Every member of a presumed leader's own ISR has its records below its high watermark (`WeakIsr`).

    Weak, since leaders are elected from the controller's ISR, which may differ.
    """
    return all_of(
        implies(
            _leads_with_commits(c, leader),
            all_of(
                not_(me.isr.has(member)) | me.has_committed_on(c.replicas[member])
                for member in c.replicas.indices()
            ),
        )
        for leader in c.replicas.indices()
        for me in [c.replicas[leader]]
    )


@promise
def strong_isr(c: PublishedCluster) -> Truth:
    """Every member of the true ISR has the records below any presumed leader's high watermark (`StrongIsr`).

    So whatever a consumer could have read is on every broker that could be elected.
    """
    return all_of(
        implies(
            _leads_with_commits(c, leader) & c.quorum.isr.has(member),
            c.replicas[leader].has_committed_on(c.replicas[member]),
        )
        for leader in c.replicas.indices()
        for member in c.replicas.indices()
    )


@promise(only_named="published as a theorem, and known to fail at the start, where there is no leader")
def leader_in_isr(c: PublishedCluster) -> Truth:
    """The leader in the controller's record is in the ISR there (`LeaderInIsr`)."""
    return c.quorum.isr.has(c.quorum.leader)


PROMISES = (weak_isr, strong_isr, leader_in_isr)
