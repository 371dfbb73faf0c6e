"""What a leader does by itself: it takes over, raises its high watermark and acknowledges records."""

from impl.replication.cluster import Cluster
from impl.replication.domains import Broker, Epoch
from spec import Identity, action, any_of, maximum, minimum, none, require, where


def maybe_increment_high_watermark(c: Cluster, leader: Identity) -> Cluster:
    """The leader's high watermark rises to the least log end offset in its ISR, and never goes back.

    Called whenever these may have changed: after an election, an append, a fetch or a change of the ISR. Then the
    leader completes the acknowledgements that it owes (`Partition.maybeIncrementLeaderHW`).
    """
    me = c.replicas[leader]
    least = me.log.end_offset
    for member in me.isr.ids():
        if member != leader:
            least = where(me.isr.has(member), minimum(least, me.remote_end_offset[member]), least)
    high_watermark = maximum(me.high_watermark, least)
    start = where(high_watermark >= me.epoch_start, 0, me.epoch_start)
    risen = me.but(high_watermark=high_watermark, epoch_start=start)
    return _complete_produce(c.with_replica(leader, risen), leader)


def _complete_produce(c: Cluster, leader: Identity) -> Cluster:
    """An owed record below the high watermark is acknowledged, or fails if the ISR has become too small.

    `DelayedProduce`, `Partition.checkEnoughReplicasReachOffset` (NOT_ENOUGH_REPLICAS_AFTER_APPEND).
    """
    me = c.replicas[leader]
    enough = me.isr.size() >= c.settings.min_isr
    produced = c.produced
    for record in produced.indices():
        one = produced[record]
        passed = any_of((k < me.high_watermark) & (me.log[k].id == record) for k in me.log.offsets())
        settled = passed & (one.owed_by == leader)
        acknowledged = one.acknowledged | (settled & enough)
        produced = produced.but(
            record, one.but(owed_by=where(settled, none, one.owed_by), acknowledged=acknowledged)
        )
    return c.but(produced=produced)


@action
def become_leader(c: Cluster, broker: Broker, epoch: Epoch) -> Cluster:
    """A broker learns that it leads, from a LeaderAndIsr request newer than what it knows
    (`Partition.makeLeader`).

    Its high watermark stays, typically behind that of the leader before it. It knows of no follower's log
    yet. Kafka differs (`remote-leo` kept): a broker that already believes that it leads keeps what it knew
    (`isNewLeader`), even if another one led in between; the followers may have cut their logs meanwhile.
    """
    me, request = c.replicas[broker], c.requests[epoch]
    require(request.recipients.has(broker), "the request is on its way to the broker")
    require(request.leader == broker, "the request makes this broker the leader")
    remote = me.remote_end_offset.type.default
    for member in remote.indices():
        goes_on = c.settings.remote_leo_kept & (me.leader == broker) & request.isr.has(member)
        remote = remote.but(member, where(goes_on, me.remote_end_offset[member], 0))
    leader = me.but(
        leader_epoch=epoch,
        leader=broker,
        epoch_start=me.log.end_offset,
        isr=request.isr,
        remote_end_offset=remote,
        truncating=False,
        exchange=me.exchange.type.default,
    )
    return maybe_increment_high_watermark(
        c.without_requests(broker, range(epoch + 1)).with_replica(broker, leader), broker
    )
