"""The clients: producers, one kind for each value of `acks`, and consumers."""

from tidemark.impl.kafka.cluster import Cluster
from tidemark.impl.kafka.domains import Broker, Offset
from tidemark.impl.kafka.leadership import maybe_increment_high_watermark
from tidemark.impl.kafka.settings import Visible, may_end
from tidemark.spec import Identity, Number, Truth, action, one_of, require, where


def _append(c: Cluster, leader: Identity) -> Cluster:
    me = c.replicas[leader]
    entry = me.log.type.element.default.but(id=c.records_written, epoch=me.leader_epoch)
    return c.but(records_written=c.records_written + 1).with_replica(leader, me.append(c.settings, entry))


def _acknowledge(c: Cluster) -> Cluster:
    record = c.records_written
    return c.but(produced=c.produced.but(record, c.produced[record].but(acknowledged=True)))


def _require_unwritten_record(c: Cluster) -> None:
    require(c.records_written < len(c.produced.indices()), "a record is left to write")


def _require_append(c: Cluster, leader: Identity) -> None:
    me = c.replicas[leader]
    _require_unwritten_record(c)
    require(c.presumes_leadership(leader), "the broker presumes to lead")
    require(me.log.has_room(), "its log has room")


@action("produce")
def produce_acks_all(c: Cluster, leader: Broker) -> Cluster:
    """A producer's record is appended and will be acknowledged when it is committed (`acks=all`).

    Refused while the ISR is smaller than `min.insync.replicas` (`Partition.appendRecordsToLeader`).
    """
    _require_append(c, leader)
    require(
        c.replicas[leader].isr.size() >= c.settings.min_isr,
        "the ISR has at least min.insync.replicas members",
    )
    record = c.records_written
    owed = c.but(produced=c.produced.but(record, c.produced[record].but(owed_by=leader)))
    return maybe_increment_high_watermark(_append(owed, leader), leader)


@action("produce")
def produce_acks_1(c: Cluster, leader: Broker) -> Cluster:
    """A producer's record is acknowledged as soon as the leader has appended it (`acks=1`)."""
    _require_append(c, leader)
    return maybe_increment_high_watermark(_append(_acknowledge(c), leader), leader)


@action("produce")
def produce_acks_0(c: Cluster, leader: Broker) -> Cluster:
    """A producer counts its record as acknowledged when it is sent (`acks=0`), and the leader appends it."""
    _require_append(c, leader)
    return maybe_increment_high_watermark(_append(_acknowledge(c), leader), leader)


@action(when=may_end)
def produce_to_failed_leader(c: Cluster, leader: Broker) -> Cluster:
    """A producer with `acks=0` sends to a leader that is down, and counts its record as acknowledged."""
    _require_unwritten_record(c)
    require(c.is_failed_leader(leader), "the leader is down, and nobody knows yet")
    return _acknowledge(c).but(records_written=c.records_written + 1)


PRODUCE = {
    "0": (produce_acks_0, produce_to_failed_leader),
    "1": (produce_acks_1,),
    "all": (produce_acks_all,),
}


def may_read_from(c: Cluster, broker: Identity) -> Truth:
    """Whether a consumer may read from a broker: it presumes to lead, or consumers read from any replica (KIP-392)."""
    visible = c.settings.visible
    from_any = one_of(visible, (Visible.follower, Visible.log_end))
    return c.presumes_leadership(broker) | (from_any & (c.replicas[broker].leader_epoch >= 0))


def is_visible(c: Cluster, broker: Identity, offset: Number) -> Truth:
    """Whether a broker shows consumers what is at an offset, if its log reaches it."""
    visible, me = c.settings.visible, c.replicas[broker]
    end = where(visible == Visible.log_end, me.log.end_offset, me.high_watermark)
    return where(visible == Visible.through, offset <= end, offset < end)


@action(when=lambda at: at["consumers"] == "yes")
def consumer_reads(c: Cluster, broker: Broker, offset: Offset) -> Cluster:
    """A consumer is shown a record below the high watermark of a broker that presumes to lead, or as a claim has it."""
    me = c.replicas[broker]
    require(may_read_from(c, broker), "consumers read from the broker")
    require(c.shown.offset == -1, "no consumer was shown a record yet")
    require(me.log.has_offset(offset), "its log has a record at the offset")
    require(is_visible(c, broker, offset), "the record is below the high watermark")
    return c.but(shown=c.shown.but(offset=offset, record=me.log[offset].id))
