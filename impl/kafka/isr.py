"""The ISR: how a leader removes a follower from it, and when it adds one.

Up to 2.6 a leader writes the controller's record itself, and is refused if it is stale or cut off: the write is
conditional, and needs a session (`Partition.updateIsr`). From 2.7 on it asks the controller (`alter_partition`).
"""

import functools
from dataclasses import replace

from tidemark.impl.kafka.bounds import KafkaAt
from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.kafka.domains import Broker
from tidemark.impl.kafka.leadership import maybe_increment_high_watermark
from tidemark.impl.kafka.settings import Alters, Eligible, Joins, Shrinks
from tidemark.spec import (
    Action,
    Identity,
    IdSet,
    Number,
    Truth,
    action,
    none,
    not_,
    one_of,
    require,
    where,
)


def may_change_isr(c: KafkaCluster, leader: Identity) -> Truth:
    """Whether the controller takes a change of the ISR from this broker: it leads, and knows the ISR on record.

    Within a leader epoch only this broker adds members. So the ISR that it knows is the one on record if and only if
    the versions are equal (the version in ZooKeeper, the partition epoch).
    """
    current = c.replicas[leader].isr == c.quorum.isr
    return c.is_true_leader(leader) & c.quorum.live.has(leader) & current


def with_isr(c: KafkaCluster, leader: Identity, isr: IdSet) -> KafkaCluster:
    """This cluster after a leader learns of another ISR: no change is asked for; the high watermark stays.

    The offset of a follower outside the ISR is forgotten, unless `all_remote_leos`: nothing reads it.
    """
    me = c.replicas[leader]
    remote = me.remote_end_offset
    for member in remote.indices():
        is_read = isr.has(member) | c.settings.all_remote_leos
        remote = remote.but(member, where(is_read, remote[member], me.log.start_offset))
    known_isr = me.but(isr=isr, isr_change=me.isr_change.type.default, remote_end_offset=remote)
    return c.with_replica(leader, known_isr)


def writes_isr(at: KafkaAt) -> bool:
    """Whether a leader records a change of the ISR itself."""
    return bool(at.alters == Alters.itself)


def require_lagging(c: KafkaCluster, leader: Identity, follower: Identity) -> None:
    """The guards of the removal of a member that lags."""
    me = c.replicas[leader]
    require(me.isr.has(follower) & (leader != follower), "the other broker is in the ISR")
    behind = me.remote_end_offset[follower] < me.log.end_offset
    by_end = c.settings.shrinks == Shrinks.behind
    require((by_end & behind) | _by_time_alone(c) | _is_far_behind(c, leader, follower), "the follower lags")


@action(when=writes_isr)
def leader_shrinks_isr(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
    """The leader removes a member that lags (`Partition.maybeShrinkIsr`).

    How long it may lag (`replica.lag.time.max.ms`) is left open: any follower may have lagged, by the time of its last
    fetch. From 2.1 on it must also be behind the leader's log end. In 0.8 too many records behind was enough.
    """
    me = c.replicas[leader]
    require(may_change_isr(c, leader), "the controller's record has this leader and epoch")
    require_lagging(c, leader, follower)
    isr = me.isr.excluding(follower)
    return maybe_increment_high_watermark(with_isr(c.but(quorum=c.quorum.but(isr=isr)), leader, isr), leader)


@action("leader_shrinks_isr", when=lambda at: not writes_isr(at))
def leader_asks_to_shrink_isr(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
    """The leader asks the controller to take a member that lags out of the ISR (`Partition.prepareIsrShrink`).

    It asks for one change at a time, whatever the controller has on record. Until the answer the member still counts.
    """
    me = c.replicas[leader]
    require(c.presumes_leadership(leader), "the broker presumes to lead")
    require(me.isr_change.member == none, "it has asked for no other change")
    require_lagging(c, leader, follower)
    return c.with_replica(leader, me.but(isr_change=me.isr_change.but(member=follower)))


MAX_MESSAGES = 1
"""`replica.lag.max.messages` here: one record, for the 4000 of 0.8."""


def _by_time_alone(c: KafkaCluster) -> Truth:
    shrinks = c.settings.shrinks
    no_fetch = one_of(shrinks, (Shrinks.no_fetch, Shrinks.no_fetch_or_records))
    return (shrinks == Shrinks.not_caught_up) | no_fetch


def _is_far_behind(c: KafkaCluster, leader: Identity, follower: Identity) -> Truth:
    """Whether a follower is too many records behind, where these count (`Partition.getOutOfSyncReplicas` in 0.8.2)."""
    me, shrinks = c.replicas[leader], c.settings.shrinks
    counts = one_of(shrinks, (Shrinks.by_records, Shrinks.no_fetch_or_records))
    return counts & (me.remote_end_offset[follower] + MAX_MESSAGES < me.log.end_offset)


def _of_prompt_followers(removal: Action, slow: bool) -> Action:
    """The removal where each follower that is up fetches in time; `slow`: but may stay behind the log end."""

    @functools.wraps(removal.function)
    def shrinks(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
        caught_up_counts = (c.settings.shrinks == Shrinks.not_caught_up) | (
            c.settings.shrinks == Shrinks.behind
        )
        lags = _is_far_behind(c, leader, follower) | (caught_up_counts if slow else False)
        require(
            not_(c.replicas[follower].up) | lags, "the follower is down, or lags though it fetches in time"
        )
        shrunk: KafkaCluster = removal.function(c, leader=leader, follower=follower)
        return shrunk

    return replace(removal, function=shrinks)


_EITHER = (leader_shrinks_isr, leader_asks_to_shrink_isr)
SHRINK = {
    "yes": _EITHER,
    "slow": tuple(_of_prompt_followers(one, slow=True) for one in _EITHER),
    "no": tuple(_of_prompt_followers(one, slow=False) for one in _EITHER),
}
"""The removals, by whether followers that are up may lag."""


def count_fetch(
    c: KafkaCluster, leader: Identity, follower: Identity, offset: Number, outlived: Truth = False
) -> KafkaCluster:
    """The leader notes a follower's log end offset by its fetch, adds it to the ISR or asks for that, and raises its
    high watermark.

    `Partition.updateReplicaLogReadResult`, `maybeExpandIsr`. Nothing reads the offset of a follower outside the ISR,
    unless `all_remote_leos`, so none is kept. outlived: its sender has registered again since.
    """
    c = _expand(c, leader, follower, offset, outlived)
    me = c.replicas[leader]
    read = me.maximal_isr().has(follower) | c.settings.all_remote_leos
    end_offsets = me.remote_end_offset.but(follower, where(read, offset, me.log.start_offset))
    return maybe_increment_high_watermark(
        c.with_replica(leader, me.but(remote_end_offset=end_offsets)), leader
    )


def _expand(
    c: KafkaCluster, leader: Identity, follower: Identity, offset: Number, outlived: Truth
) -> KafkaCluster:
    """A follower that fetches from the high watermark or above joins the ISR.

    From 2.0.1 on it must have reached the start of the leader's epoch too, which is where the leader's log ended when
    it took over: until then the leader may not know how far the one before it had committed (KAFKA-7128).
    """
    me = c.replicas[leader]
    at_once = c.settings.joins == Joins.at_once
    reached = at_once | ((offset >= me.high_watermark) & (offset >= me.epoch_start))
    may_join = reached & not_(me.isr.has(follower)) & (me.isr_change.member == none)
    asks = c.settings.alters != Alters.itself
    requesting = me.but(
        isr_change=where(may_join, me.isr_change.but(member=follower, outlived=outlived), me.isr_change)
    )
    asking = _without_outlived_fetch(
        c.with_replica(leader, requesting), leader, follower, may_join & not_(outlived)
    )
    joins = may_join & is_eligible(c, follower) & may_change_isr(c, leader)
    isr = where(joins, me.isr.including(follower), me.isr)
    changed = c.but(quorum=c.quorum.but(isr=where(joins, isr, c.quorum.isr)))
    return where(asks, asking, changed.with_replica(leader, me.but(isr=isr)))


def _without_outlived_fetch(
    c: KafkaCluster, leader: Identity, follower: Identity, knows: Truth
) -> KafkaCluster:
    """A leader that `knows` of a follower's latest registration refuses its older fetch (`updateFetchStateOrThrow`)."""
    old = c.replicas[follower].old_fetch
    return c.without_old_fetch(follower, knows & old.outlived & (old.leader == leader))


def is_eligible(c: KafkaCluster, follower: Identity) -> Truth:
    """Whether the controller lets a follower into the ISR (`ReplicationControlManager.ineligibleReplicasForIsr`).

    A leader looks into its own metadata first (`Partition.isReplicaIsrEligible`). That may be out of date, so here it
    asks in any case.
    """
    unfenced = c.quorum.live.has(follower) & not_(c.quorum.stopping[follower])
    return (c.settings.eligible == Eligible.anyone) | unfenced
