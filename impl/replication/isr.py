"""The ISR: how a leader removes a follower from it, and when it adds one.

A change goes to the controller's record first, which refuses a leader that is stale or cut off: the write is
conditional, and needs a session (`ReplicationUtils.updateLeaderAndIsr`).
"""

from impl.replication.cluster import Cluster
from impl.replication.domains import Broker
from impl.replication.leadership import maybe_increment_high_watermark
from spec import Identity, IdSet, Number, Truth, action, not_, require, where


def may_change_isr(c: Cluster, leader: Identity) -> Truth:
    """Whether the controller's record takes a change of the ISR from this broker."""
    return c.is_true_leader(leader) & c.quorum.live.has(leader)


def with_isr(c: Cluster, leader: Identity, isr: IdSet) -> Cluster:
    """This cluster after the leader changed the ISR: in the controller's record and in its own copy."""
    changed = c.but(quorum=c.quorum.but(isr=isr))
    return changed.with_replica(leader, c.replicas[leader].but(isr=isr))


@action
def leader_shrinks_isr(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
    """The leader removes a member that lags behind its log end (`Partition.maybeShrinkIsr`).

    How long it may lag (`replica.lag.time.max.ms`) is left open: any follower that lags may be removed.
    """
    me = c.replicas[leader]
    require(may_change_isr(c, leader), "the controller's record has this leader and epoch")
    require(me.isr.has(follower) & (leader != follower), "the other broker is in the ISR")
    require(me.remote_end_offset[follower] < me.log.end_offset, "the follower lags")
    shrunk = with_isr(c, leader, me.isr.excluding(follower))
    return maybe_increment_high_watermark(with_remote_end_offset(shrunk, leader, follower, 0), leader)


def with_remote_end_offset(c: Cluster, leader: Identity, follower: Identity, offset: Number) -> Cluster:
    """This cluster after the leader noted a follower's log end offset."""
    me = c.replicas[leader]
    return c.with_replica(leader, me.but(remote_end_offset=me.remote_end_offset.but(follower, offset)))


def _reached_high_watermark(c: Cluster, leader: Identity, offset: Number) -> Truth:
    return offset >= c.replicas[leader].high_watermark


def expand(c: Cluster, leader: Identity, follower: Identity, offset: Number) -> Cluster:
    """A follower that fetches from the high watermark or above joins the ISR (`Partition.maybeExpandIsr`)."""
    return _expand_if(_reached_high_watermark(c, leader, offset), c, leader, follower)


def expand_fenced(c: Cluster, leader: Identity, follower: Identity, offset: Number) -> Cluster:
    """As `expand`, once the high watermark has reached the start of the leader's own epoch (KIP-320's model).

    Until then a new leader does not know how far the leader before it had committed. Its epoch starts where its
    log ended when it took over, also after a restart in the same epoch (`leaderEpochStartOffset`). Kafka requires
    less, and that is enough: the follower must have reached that offset (KAFKA-7128).
    """
    me = c.replicas[leader]
    joins = _reached_high_watermark(c, leader, offset) & (me.high_watermark >= me.epoch_start)
    return _expand_if(joins, c, leader, follower)


def _expand_if(joins: Truth, c: Cluster, leader: Identity, follower: Identity) -> Cluster:
    me = c.replicas[leader]
    joins = joins & not_(me.isr.has(follower)) & may_change_isr(c, leader)
    isr = where(joins, me.isr.including(follower), me.isr)
    changed = c.but(quorum=c.quorum.but(isr=where(joins, isr, c.quorum.isr)))
    return changed.with_replica(leader, me.but(isr=isr))
