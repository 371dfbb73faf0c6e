"""What the message-level protocol promises: to producers, to consumers, and among replicas."""

from tidemark.impl.kafka.bounds import KafkaAt
from tidemark.impl.kafka.clients import is_visible, may_read_from
from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.kafka.leadership import committed_offset
from tidemark.impl.shared import promises as shared
from tidemark.spec import Identity, Truth, all_of, any_of, implies, none, not_, promise


def _someone_reads(at: KafkaAt) -> bool:
    return bool(at.consumers == "yes")


@promise
def acknowledged_survives(c: KafkaCluster) -> Truth:
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
def acknowledged_exists(c: KafkaCluster) -> Truth:
    """Every acknowledged record is on some disk that is not gone, of a broker that is up or down."""
    return all_of(
        implies(c.produced[record].acknowledged, c.holds(record)) for record in c.produced.indices()
    )


@promise(when=_someone_reads)
def reads_are_stable(c: KafkaCluster) -> Truth:
    """At an offset where a consumer was shown a record, no consumer is shown another one, or none.

    No broker that consumers may read from shows another one there, and the current leader's log reaches beyond it. A
    consumer that waits, since the high watermark of a new leader is still behind, is shown nothing (KIP-207). Kafka's
    documentation, Replication: only committed records are given out to consumers.
    """
    offset = c.shown.offset
    return all_of(
        implies(
            (offset >= 0)
            & ((may_read_from(c, broker) & is_visible(c, broker, offset)) | c.is_true_leader(broker)),
            _shows_record(c, broker),
        )
        for broker in c.replicas.indices()
    )


def _shows_record(c: KafkaCluster, broker: Identity) -> Truth:
    """Whether a broker has the record that a consumer was shown, where it was shown."""
    log, shown = c.replicas[broker].log, c.shown
    return log.has_offset(shown.offset) & (log[shown.offset].id == shown.record)


@promise(only_named="Kafka does not promise it: the high watermark of a new leader is behind")
def read_your_writes(c: KafkaCluster) -> Truth:
    """A consumer that reads from the current leader is shown every acknowledged record."""
    return all_of(
        implies(
            c.is_true_leader(leader) & c.produced[record].acknowledged,
            any_of(
                me.log.has_offset(k) & (me.log[k].id == record) & is_visible(c, leader, k)
                for k in me.log.offsets()
            ),
        )
        for leader in c.replicas.indices()
        for me in [c.replicas[leader]]
        for record in c.produced.indices()
    )


@promise(
    only_named="Kafka does not promise it: the high watermark of another broker is behind",
    when=_someone_reads,
)
def monotonic_reads(c: KafkaCluster) -> Truth:
    """What a consumer was shown, every broker that it may read from next shows too: reads do not go back."""
    return all_of(
        implies(
            (c.shown.offset >= 0) & may_read_from(c, broker),
            is_visible(c, broker, c.shown.offset) & _shows_record(c, broker),
        )
        for broker in c.replicas.indices()
    )


@promise(only_named="Kafka does not promise it: a leader that lost power may lead on in its epoch, up to 2.1")
def leader_has_its_epoch(c: KafkaCluster) -> Truth:
    """A broker that leads an epoch has every offset at which any log has a record of that epoch.

    So no follower cuts a record of an epoch that its leader still leads.
    """
    return all_of(
        implies(
            c.presumes_leadership(leader)
            & replica.log.has_offset(k)
            & (replica.log[k].epoch == c.replicas[leader].leader_epoch),
            c.replicas[leader].log.has_offset(k),
        )
        for leader in c.replicas.indices()
        for replica in c.replicas
        for k in replica.log.offsets()
    )


@promise
def epoch_cache_agrees(c: KafkaCluster) -> Truth:
    """The leader epoch cache of a broker has the epoch of every record, from its first offset on (KIP-101)."""
    return all_of(
        implies(c.settings.asks & me.log.has_offset(k), me.cache.at(k) == me.log[k].epoch)
        for me in c.replicas
        for k in me.log.offsets()
    )


@promise
def hw_monotonic(c: KafkaCluster) -> Truth:
    """The high watermark of a broker does not go back while it leads (`Partition.maybeIncrementLeaderHW`)."""
    return not_(c.high_watermark_fell)


@promise(
    only_named="Kafka does not promise it: up to 3.0 it waits for the next fetch or append (KAFKA-13091)"
)
def hw_current(c: KafkaCluster) -> Truth:
    """The high watermark of a broker that leads is as high as the log ends that it knows of its ISR allow.

    This is asked only while the broker asks for no change of the ISR. A leader knows a log end from the follower's last
    fetch, so a record that all members have may still be above it. Otherwise a record that the leader knows all members
    to have is not acknowledged, until something else happens.
    """
    return all_of(
        implies(
            c.presumes_leadership(leader) & (c.replicas[leader].isr_change.member == none),
            committed_offset(c, leader) <= c.replicas[leader].high_watermark,
        )
        for leader in c.replicas.indices()
    )


PROMISES = (
    acknowledged_survives, acknowledged_exists, reads_are_stable, read_your_writes, monotonic_reads,
    leader_has_its_epoch, hw_monotonic, hw_current, epoch_cache_agrees, *shared.SHARED,
)  # fmt: skip
