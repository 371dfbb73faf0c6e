"""The clients: producers, one kind for each value of `acks`, and consumers."""

from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.kafka.domains import Broker, Offset
from tidemark.impl.kafka.leadership import maybe_increment_high_watermark
from tidemark.impl.kafka.settings import Visible, may_end
from tidemark.spec import Identity, Number, Truth, action, one_of, require, where


def append_record(c: KafkaCluster, leader: Identity, record: Number) -> KafkaCluster:
    """The leader with the record at its log end, if its log has room."""
    me = c.replicas[leader]
    require(me.log.has_room(), "its log has room")
    entry = me.log.type.element.default.but(id=record, epoch=me.leader_epoch)
    return c.with_replica(leader, me.append(c.settings, entry))


def owe_answer(c: KafkaCluster, leader: Identity, record: Number) -> KafkaCluster:
    """The leader owes the answer, which it gives as soon as the record is committed, at whatever offset."""
    owed = c.but(produced=c.produced.but(record, owed_by=leader))
    return maybe_increment_high_watermark(owed, leader)


def require_min_isr(c: KafkaCluster, leader: Identity) -> None:
    """The guard of a request with acks=all (NOT_ENOUGH_REPLICAS)."""
    is_large_enough = c.replicas[leader].isr.size() >= c.settings.min_isr
    require(is_large_enough, "the ISR has at least min.insync.replicas members")


def _acknowledge(c: KafkaCluster) -> KafkaCluster:
    """A producer sends its next record, and counts it as acknowledged."""
    record = c.records_written
    acknowledged = c.produced[record].but(acknowledged=True)
    return c.but(produced=c.produced.but(record, acknowledged), records_written=record + 1)


def _require_unwritten_record(c: KafkaCluster) -> None:
    require(c.records_written < len(c.produced.indices()), "a record is left to write")


def _require_request(c: KafkaCluster, leader: Identity) -> None:
    _require_unwritten_record(c)
    require(c.presumes_leadership(leader), "the broker presumes to lead")


@action("produce")
def produce_acks_all(c: KafkaCluster, leader: Broker) -> KafkaCluster:
    """A producer's record is appended and will be acknowledged when it is committed (`acks=all`).

    Refused while the ISR is smaller than `min.insync.replicas` (`Partition.appendRecordsToLeader`).
    """
    _require_request(c, leader)
    record = c.records_written
    appended = append_record(c, leader, record).but(records_written=record + 1)
    require_min_isr(c, leader)
    return owe_answer(appended, leader, record)


def _produce_without_wait(c: KafkaCluster, leader: Identity) -> KafkaCluster:
    _require_request(c, leader)
    appended = append_record(_acknowledge(c), leader, c.records_written)
    return maybe_increment_high_watermark(appended, leader)


@action("produce")
def produce_acks_1(c: KafkaCluster, leader: Broker) -> KafkaCluster:
    """A producer's record is acknowledged as soon as the leader has appended it (`acks=1`)."""
    return _produce_without_wait(c, leader)


@action("produce")
def produce_acks_0(c: KafkaCluster, leader: Broker) -> KafkaCluster:
    """A producer counts its record as acknowledged when it is sent (`acks=0`), and the leader appends it."""
    return _produce_without_wait(c, leader)


@action(when=may_end)
def produce_to_failed_leader(c: KafkaCluster, leader: Broker) -> KafkaCluster:
    """A producer with `acks=0` sends to a leader that is down, and counts its record as acknowledged."""
    _require_unwritten_record(c)
    require(c.is_failed_leader(leader), "the leader is down, and nobody knows yet")
    return _acknowledge(c)


PRODUCE = {
    "0": (produce_acks_0, produce_to_failed_leader),
    "1": (produce_acks_1,),
    "all": (produce_acks_all,),
}


def may_read_from(c: KafkaCluster, broker: Identity) -> Truth:
    """Whether a consumer may read from a broker: it presumes to lead, or consumers read from any replica (KIP-392)."""
    visible = c.settings.visible
    from_any = one_of(visible, (Visible.follower, Visible.log_end))
    return c.presumes_leadership(broker) | (from_any & (c.replicas[broker].leader_epoch >= 0))


def is_visible(c: KafkaCluster, broker: Identity, offset: Number) -> Truth:
    """Whether a broker shows consumers what is at an offset, if its log reaches it."""
    visible, me = c.settings.visible, c.replicas[broker]
    end = where(visible == Visible.log_end, me.log.end_offset, me.high_watermark)
    return where(visible == Visible.through, offset <= end, offset < end)


@action(when=lambda at: at.consumers == "yes")
def consumer_reads(c: KafkaCluster, broker: Broker, offset: Offset) -> KafkaCluster:
    """A consumer is shown a record below the high watermark of a broker that presumes to lead, or as a claim has it."""
    me = c.replicas[broker]
    require(may_read_from(c, broker), "consumers read from the broker")
    require(c.shown.offset == -1, "no consumer was shown a record yet")
    require(me.log.has_offset(offset), "its log has a record at the offset")
    require(is_visible(c, broker, offset), "the record is below the high watermark")
    return c.but(shown=c.shown.but(offset=offset, record=me.log[offset].id))
