"""What the published models promise, each under its name there, and two more promises on what producers learn.

`MetadataLogMatchingProperty` holds by construction here: a broker has as much of the controller's log as it has read.
"""

from __future__ import annotations

from itertools import combinations

from tidemark.impl.published.kraft_replication.state import Fate, KraftIsrCluster, Status
from tidemark.spec import Identity, Truth, all_of, any_of, implies, none, not_, promise


def _has_acknowledged_values(c: KraftIsrCluster, broker: Identity) -> Truth:
    log = c.brokers[broker].log
    return all_of(
        implies(c.fates[value] == Fate.acknowledged, log.has_value(value)) for value in c.fates.indices()
    )


@promise
def leader_complete(c: KraftIsrCluster) -> Truth:
    """Once something was consumed, a leader that runs has as many values, and all acknowledged ones.

    `LeaderCompletenessProperty`. It compares no values that were consumed: `consistent-read` does.
    """
    leader = c.partition().leader
    leading = c.brokers[leader]
    is_led = (leader != none) & (leading.status == Status.running)
    return implies(
        is_led & (c.consumed.length > 0),
        (leading.log.length >= c.consumed.length) & _has_acknowledged_values(c, leader),
    )


@promise
def leader_candidates_complete(c: KraftIsrCluster) -> Truth:
    """Every member of ISR and ELR that runs has as many values as were consumed.

    `LeaderCandidateCompletenessProperty`. It compares no values.
    """
    last = c.partition()
    return all_of(
        implies(
            (last.isr.has(broker) | last.elr.has(broker)) & (c.brokers[broker].status == Status.running),
            c.brokers[broker].log.length >= c.consumed.length,
        )
        for broker in c.brokers.indices()
    )


@promise(broken="The leader's maximal ISR lacks a member of the controller's ISR or ELR")
def maximal_isr_is_superset(c: KraftIsrCluster) -> Truth:
    """The current leader's maximal ISR has the controller's ISR and ELR (`ReplicationQuorumSupersetProperty`).

    With ELR only while its ISR is large enough. Without a request under way the maximal ISR is the leader's ISR.
    """
    last = c.partition()
    candidates = last.isr | last.elr
    return all_of(
        implies(
            c.is_current_leader(broker),
            (me.waits_for_alter() | (me.metadata.maximal_isr == me.metadata.isr))
            & implies(
                (me.metadata.isr.size() >= c.settings.min_isr) | not_(c.settings.has_elr),
                (candidates - me.metadata.maximal_isr).is_empty(),
            ),
        )
        for broker in c.brokers.indices()
        for me in [c.brokers[broker]]
    )


@promise(broken="Two logs differ below both high watermarks")
def log_matching(c: KraftIsrCluster) -> Truth:
    """Two logs have the same values below both high watermarks (`LogMatchingProperty`)."""
    return all_of(
        implies(
            (broker_a.log.length > k)
            & (broker_b.log.length > k)
            & (broker_a.high_watermark > k)
            & (broker_b.high_watermark > k),
            broker_a.log[k].content == broker_b.log[k].content,
        )
        for broker_a, broker_b in combinations(c.brokers, 2)
        for k in range(broker_a.log.capacity)
    )


@promise
def consistent_read(c: KraftIsrCluster) -> Truth:
    """The current leader has what was consumed, in its place (`ConsistentReadProperty`)."""
    return all_of(
        implies(
            c.is_current_leader(broker) & (c.consumed.length > k),
            (c.brokers[broker].log.length > k) & (c.brokers[broker].log[k] == c.consumed[k]),
        )
        for broker in c.brokers.indices()
        for k in range(c.consumed.capacity)
    )


@promise
def no_committed_record_lost_globally(c: KraftIsrCluster) -> Truth:
    """An acknowledged value is on some broker (`NoCommittedRecordLostGlobally`)."""
    return all_of(
        implies(
            c.fates[value] == Fate.acknowledged, any_of(broker.log.has_value(value) for broker in c.brokers)
        )
        for value in c.fates.indices()
    )


@promise(
    when=lambda at: at.has_elr,
    broken="ISR and ELR are empty, and fewer or more replicas were the last of the ELR than commit",
)
def min_isr_recovery_quorum(c: KraftIsrCluster) -> Truth:
    """Where ISR and ELR are empty, as many replicas as commit were the last of the ELR (`MinIsrRecoveryQuorum`)."""
    last = c.partition()
    return implies(
        last.isr.is_empty() & last.elr.is_empty(), last.last_known_elr.size() == c.settings.min_isr
    )


@promise
def acknowledged_on_leader(c: KraftIsrCluster) -> Truth:
    """A leader that runs has every acknowledged value."""
    leader = c.partition().leader
    is_led = (leader != none) & (c.brokers[leader].status == Status.running)
    return implies(is_led, _has_acknowledged_values(c, leader))


@promise
def no_refused_record_consumed(c: KraftIsrCluster) -> Truth:
    """No consumer reads a value of which its producer was told that it failed."""
    return not_(
        any_of((c.fates[value] == Fate.rejected) & c.consumed.has_value(value) for value in c.fates.indices())
    )


PROMISES = (
    leader_complete, leader_candidates_complete, maximal_isr_is_superset, log_matching, consistent_read,
    no_committed_record_lost_globally, min_isr_recovery_quorum, acknowledged_on_leader,
    no_refused_record_consumed,
)  # fmt: skip
