"""What a leader does without a request: it takes over, raises its high watermark and acknowledges records."""

from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.kafka.controller import require_next
from tidemark.impl.kafka.domains import Broker, Epoch
from tidemark.impl.kafka.settings import Commit, Joins
from tidemark.spec import Identity, Number, action, any_of, count, maximum, minimum, none, require, where


def maybe_increment_high_watermark(c: KafkaCluster, leader: Identity) -> KafkaCluster:
    """The leader's high watermark rises to what is committed, and never goes back.

    Called whenever that may have changed: after an election, an append, a fetch or a change of the ISR. Then the
    leader completes the acknowledgements that it owes (`Partition.maybeIncrementLeaderHW`).
    """
    me = c.replicas[leader]
    high_watermark = maximum(me.high_watermark, committed_offset(c, leader))
    start = where(high_watermark >= me.epoch_start, me.type.default.epoch_start, me.epoch_start)
    risen = me.but(high_watermark=high_watermark, epoch_start=start)
    return _complete_produce(c.with_replica(leader, risen), leader)


def committed_offset(c: KafkaCluster, leader: Identity) -> Number:
    """The offset below which all is committed: the least log end offset in the ISR, or what an account says instead.

    A member that the leader has asked for counts as one (KIP-497). From 3.7 on nothing is committed while the ISR is
    smaller than min.insync.replicas (KIP-966, KAFKA-15583).
    """
    me, commit = c.replicas[leader], c.settings.commit
    least, isr = me.log.end_offset, where(c.settings.maximal, me.maximal_isr(), me.isr)
    for member in c.replicas.indices():
        counted = where(commit == Commit.live, c.quorum.live.has(member), isr.has(member))
        if member != leader:
            least = where(counted, minimum(least, me.remote_end_offset[member]), least)
    waits = (commit == Commit.isr_of_min) & (me.isr.size() < c.settings.min_isr)
    alone = where(commit == Commit.leader, me.log.end_offset, where(waits, me.log.start_offset, least))
    return where(commit == Commit.min_isr, _on_enough_members(c, leader), alone)


def _on_enough_members(c: KafkaCluster, leader: Identity) -> Number:
    """The largest offset that min.insync.replicas members of the ISR have reached."""
    me = c.replicas[leader]
    reached: Number = me.log.start_offset
    for last in me.log.offsets():
        offset = last + 1
        members = count(
            me.isr.has(member) & (me.remote_end_offset[member] >= offset)
            for member in c.replicas.indices()
            if member != leader
        )
        enough = (me.log.end_offset >= offset) & (members + 1 >= c.settings.min_isr)
        reached = where(enough, offset, reached)
    return reached


def _complete_produce(c: KafkaCluster, leader: Identity) -> KafkaCluster:
    """An owed record below the high watermark is acknowledged, or fails if the ISR has become too small.

    `DelayedProduce`, `Partition.checkEnoughReplicasReachOffset` (NOT_ENOUGH_REPLICAS_AFTER_APPEND).
    """
    me = c.replicas[leader]
    early = maximum(me.high_watermark, _on_enough_members(c, leader))
    answered = where(c.settings.commit == Commit.isr_after_answer, early, me.high_watermark)
    enough = me.maximal_isr().size() >= c.settings.min_isr
    produced = c.produced
    for record in produced.indices():
        produced_record = produced[record]
        passed = any_of((k < answered) & (me.log[k].id == record) for k in me.log.offsets())
        settled = passed & (produced_record.owed_by == leader)
        acknowledged = produced_record.acknowledged | (settled & enough)
        produced = produced.but(
            record,
            produced_record.but(
                owed_by=where(settled, none, produced_record.owed_by), acknowledged=acknowledged
            ),
        )
    return c.but(produced=produced)


@action
def become_leader(c: KafkaCluster, broker: Broker, epoch: Epoch) -> KafkaCluster:
    """A broker learns that it leads, from a LeaderAndIsr request newer than what it knows (`Partition.makeLeader`).

    Its high watermark stays, typically behind that of the leader before it. It knows of no follower's log yet, unless
    it believes that it leads already: then it keeps what it knew (`isNewLeader`), even if another one led in between
    and the followers cut their logs. `--remote-leo reset` is the repair.
    """
    require_next(c, broker, epoch)
    me, request = c.replicas[broker], c.requests[epoch]
    require(request.leader == broker, "the request makes this broker the leader")
    goes_on = c.settings.remote_leo_kept & (me.leader == broker)
    remote, reached = me.remote_end_offset, me.type.default.epoch_start
    for member in remote.indices():
        is_kept = goes_on & (request.isr.has(member) | c.settings.all_remote_leos)
        remote = remote.but(member, where(is_kept, remote[member], me.log.start_offset))
    leader = me.but(
        leader_epoch=epoch,
        leader=broker,
        cache=where(c.settings.cached_at_takeover, me.cache.assign(epoch, me.log.end_offset), me.cache),
        epoch_start=where(c.settings.joins == Joins.at_epoch_start, me.log.end_offset, reached),
        isr=request.isr,
        isr_change=me.isr_change.type.default,
        remote_end_offset=remote,
        follows=me.type.default.follows,
        sends_no_epoch=False,
        exchange=me.exchange.type.default,
    )
    informed = c.without_requests(broker, range(epoch + 1)).with_replica(broker, leader)
    return maybe_increment_high_watermark(informed, broker)
