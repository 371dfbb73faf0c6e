"""The high watermark, and what producers and consumers learn of it."""

from __future__ import annotations

from tidemark.impl.published.kraft_replication.state import (
    BrokerMetadata,
    Fate,
    KraftIsrBroker,
    KraftIsrCluster,
)
from tidemark.spec import Identity, IdSet, Number, Truth, any_of, not_, where


def settle(
    c: KraftIsrCluster, me: KraftIsrBroker, lower: Number, upper: Number, positively: Truth
) -> KraftIsrCluster:
    """Producers of this leader's values at these offsets get an answer, where they have none (`SendAcksFor`)."""
    fates = c.fates
    for value in fates.indices():
        is_there = any_of(
            (k >= lower) & (k < upper) & (k >= me.floor) & (me.log.length > k) & (me.log[k].content == value)
            for k in range(me.log.capacity)
        )
        fate = where(positively, Fate.acknowledged, Fate.rejected)
        fates = fates.but(value, where((fates[value] == Fate.sent) & is_there, fate, fates[value]))
    return c.but(fates=fates)


def committed_end(me: KraftIsrBroker, myself: Identity, members: IdSet, length: Number) -> Number:
    """How much of a log of this length all members have, as their leader knows (`GetCommitOffset`).

    The publications say 0 of a log that was empty before the step: so the leader's own write commits nothing then.
    """
    least: Number = length
    for peer in me.peers.indices():
        end = where(me.peers[peer].end_offset > 0, me.peers[peer].end_offset, 0)
        least = where(members.has(peer) & (peer != myself) & (end < least), end, least)
    return least


def quorum(c: KraftIsrCluster, metadata: BrokerMetadata) -> IdSet:
    """The replicas that the high watermark waits for."""
    return where(c.settings.waits_for_maximal, metadata.maximal_isr, metadata.isr)


def advance_high_watermark(
    c: KraftIsrCluster, broker: Identity, isr: IdSet, end: Number, positively: Truth
) -> KraftIsrCluster:
    """The leader raises its high watermark to `end`, if it may (`MaybeAdvanceHighWatermark`).

    positively: whether producers hear that they succeeded; else all that is not committed is refused.
    """
    me = c.brokers[broker]
    enough = (isr.size() >= c.settings.min_isr) | not_(c.settings.needs_min_isr)
    may = (end > me.high_watermark) & enough
    answered = settle(c, me, me.high_watermark, where(positively, end, me.log.length), positively)
    consumed = answered.consumed
    for k in range(me.log.capacity):
        consumed = where((consumed.length == k) & (end > k), consumed.append(me.log[k]), consumed)
    raised = answered.but(consumed=consumed).with_broker(broker, me.but(high_watermark=end))
    return where(may, raised, c)


def after_partition_change(c: KraftIsrCluster, broker: Identity, metadata: BrokerMetadata) -> KraftIsrCluster:
    """The leader once it knows another ISR (`MaybeUpdateHwmAndAckOnPartitionChange`); its metadata is not yet new."""
    me = c.brokers[broker]
    end = committed_end(me, broker, quorum(c, metadata), me.log.length)
    return advance_high_watermark(
        c, broker, metadata.isr, end, metadata.maximal_isr.size() >= c.settings.min_isr
    )


def fail_pending_writes(c: KraftIsrCluster, me: KraftIsrBroker, when: Truth) -> KraftIsrCluster:
    """What a leader has not committed is refused (`FailPendingWrites`), where there is any."""
    answered = settle(c, me, me.high_watermark, me.log.length, False)
    return where(when & (me.high_watermark < me.log.length), answered, c)
