"""The ISR: how a leader removes a follower from it, and when it adds one.

A change goes to the controller's record first, which refuses a leader that is stale or cut off: the write is
conditional, and needs a session (`Partition.updateIsr`).
"""

import functools
from dataclasses import replace

from tidemark.impl.kafka.cluster import Cluster
from tidemark.impl.kafka.domains import Broker
from tidemark.impl.kafka.leadership import maybe_increment_high_watermark
from tidemark.impl.kafka.settings import Eligible, Joins, Shrinks
from tidemark.spec import Action, Identity, Number, Truth, action, not_, require, where


def may_change_isr(c: Cluster, leader: Identity) -> Truth:
    """Whether the controller's record takes a change of the ISR from this broker, which knows the record as it is."""
    current = c.replicas[leader].isr == c.quorum.isr
    return c.is_true_leader(leader) & c.quorum.live.has(leader) & current


@action
def leader_shrinks_isr(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
    """The leader removes a member that lags (`Partition.maybeShrinkIsr`).

    How long it may lag (`replica.lag.time.max.ms`) is left open: any follower may have lagged, by the time of its last
    fetch. From 2.1 on it must also be behind the leader's log end. In 0.8 it might be too many records behind.
    """
    me = c.replicas[leader]
    require(may_change_isr(c, leader), "the controller's record has this leader and epoch")
    require(me.isr.has(follower) & (leader != follower), "the other broker is in the ISR")
    behind = me.remote_end_offset[follower] < me.log.end_offset
    by_end = c.settings.shrinks == Shrinks.behind
    require((by_end & behind) | _by_time_alone(c) | _is_far_behind(c, leader, follower), "the follower lags")
    isr = me.isr.excluding(follower)
    shrunk = c.but(quorum=c.quorum.but(isr=isr)).with_replica(leader, me.but(isr=isr))
    known = where(c.settings.all_remote_leos, me.remote_end_offset[follower], me.log.start_offset)
    return maybe_increment_high_watermark(_with_remote_end_offset(shrunk, leader, follower, known), leader)


MAX_MESSAGES = 1
"""`replica.lag.max.messages` here: one record, for the 4000 of 0.8."""


def _by_time_alone(c: Cluster) -> Truth:
    shrinks = c.settings.shrinks
    no_fetch = (shrinks == Shrinks.no_fetch) | (shrinks == Shrinks.no_fetch_or_records)
    return (shrinks == Shrinks.not_caught_up) | no_fetch


def _is_far_behind(c: Cluster, leader: Identity, follower: Identity) -> Truth:
    """Whether a follower is too many records behind, where these count (`Partition.getOutOfSyncReplicas` in 0.8.2)."""
    me, shrinks = c.replicas[leader], c.settings.shrinks
    counts = (shrinks == Shrinks.by_records) | (shrinks == Shrinks.no_fetch_or_records)
    return counts & (me.remote_end_offset[follower] + MAX_MESSAGES < me.log.end_offset)


def _of_prompt_followers(one: Action, slow: bool) -> Action:
    """The removal where each follower that is up fetches in time; `slow`: and may not reach the log end for long."""

    @functools.wraps(one.function)
    def shrinks(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
        caught_up_counts = (c.settings.shrinks == Shrinks.not_caught_up) | (
            c.settings.shrinks == Shrinks.behind
        )
        lags = _is_far_behind(c, leader, follower) | (caught_up_counts if slow else False)
        require(
            not_(c.replicas[follower].up) | lags, "the follower is down, or lags though it fetches in time"
        )
        shrunk: Cluster = one.function(c, leader=leader, follower=follower)
        return shrunk

    return replace(one, function=shrinks)


SHRINK = {
    "yes": (leader_shrinks_isr,),
    "slow": (_of_prompt_followers(leader_shrinks_isr, slow=True),),
    "no": (_of_prompt_followers(leader_shrinks_isr, slow=False),),
}
"""By whether followers that are up may lag."""


def _with_remote_end_offset(c: Cluster, leader: Identity, follower: Identity, offset: Number) -> Cluster:
    me = c.replicas[leader]
    return c.with_replica(leader, me.but(remote_end_offset=me.remote_end_offset.but(follower, offset)))


def count_fetch(c: Cluster, leader: Identity, follower: Identity, offset: Number) -> Cluster:
    """The leader notes a follower's log end offset by its fetch, adds it to the ISR, and raises its high watermark.

    `Partition.updateReplicaLogReadResult`, `maybeExpandIsr`. Nothing reads the offset of a follower outside the ISR,
    unless `all_remote_leos`, so none is kept.
    """
    c = _expand(c, leader, follower, offset)
    me = c.replicas[leader]
    known = where(me.isr.has(follower) | c.settings.all_remote_leos, offset, me.log.start_offset)
    return maybe_increment_high_watermark(_with_remote_end_offset(c, leader, follower, known), leader)


def _expand(c: Cluster, leader: Identity, follower: Identity, offset: Number) -> Cluster:
    """A follower that fetches from the high watermark or above joins the ISR.

    From 2.0.1 on it must have reached the start of the leader's epoch too, which is where the leader's log ended when
    it took over: until then the leader may not know how far the one before it had committed (KAFKA-7128).
    """
    me = c.replicas[leader]
    at_once = c.settings.joins == Joins.at_once
    reached = at_once | ((offset >= me.high_watermark) & (offset >= me.epoch_start))
    may_join = not_(me.isr.has(follower)) & _is_eligible(c, follower)
    joins = reached & may_join & may_change_isr(c, leader)
    isr = where(joins, me.isr.including(follower), me.isr)
    changed = c.but(quorum=c.quorum.but(isr=where(joins, isr, c.quorum.isr)))
    return changed.with_replica(leader, me.but(isr=isr))


def _is_eligible(c: Cluster, follower: Identity) -> Truth:
    """Whether the controller lets a follower into the ISR (`ReplicationControlManager.ineligibleReplicasForIsr`).

    A leader looks into its own metadata first (`Partition.isReplicaIsrEligible`). That may be older, so it may only ask
    later than it could.
    """
    unfenced = c.quorum.live.has(follower) & not_(c.quorum.stopping[follower])
    return (c.settings.eligible == Eligible.anyone) | unfenced
