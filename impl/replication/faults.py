"""Faults, each paid from a budget, and how a broker comes back from them."""

from impl.replication.cluster import Cluster, Replica, Stage
from impl.replication.controller import tell
from impl.replication.domains import Broker, Offset
from impl.replication.fetching import truncated
from spec import Identity, action, minimum, not_, require, where


def _go_down(c: Cluster, broker: Identity, disk: Replica) -> Cluster:
    """A broker's process ends: what is on its disk stays, and nothing else does."""
    me = disk.type.default.but(
        log=disk.log,
        high_watermark=where(
            c.settings.lazy_checkpoint, minimum(disk.checkpoint, disk.log.end_offset), disk.high_watermark
        ),
        checkpoint=disk.checkpoint,
        on_disk=disk.on_disk,
    )
    c = c.without_debts(broker).without_exchanges(broker).without_requests(broker)
    return c.with_replica(broker, me)


@action
def broker_crashes(c: Cluster, broker: Broker) -> Cluster:
    """A broker's process crashes. Its log survives, in the page cache at least."""
    require(c.budget.crashes > 0, "a crash is left")
    require(c.replicas[broker].up, "the broker is up")
    return _go_down(c.spend(crashes=1), broker, c.replicas[broker])


@action
def broker_loses_power(c: Cluster, broker: Broker, offset: Offset) -> Cluster:
    """A broker's machine loses power, and its log loses what was not flushed: all records from an offset on.

    The offset is left open, since the page cache may be flushed at any time; what an earlier loss of power
    spared is on disk. With a flush after every append (`log.flush.interval.messages=1`) nothing is lost.
    """
    me = c.replicas[broker]
    require(c.budget.power_losses > 0, "a loss of power is left")
    require(me.up, "the broker is up")
    require((me.on_disk <= offset) & (offset <= me.log.end_offset), "the offset is within what may be lost")
    require((offset == me.log.end_offset) | not_(c.settings.flush_always), "a flushed record is not lost")
    spared = truncated(me, offset).but(on_disk=where(c.settings.disk_is_remembered, offset, 0))
    return _go_down(c.spend(power_losses=1), broker, spared)


@action
def broker_restarts(c: Cluster, broker: Broker) -> Cluster:
    """A broker starts from its disk, gets a session, and will be told the current state.

    It may do so before the controller has noticed that it was down, and still be in the ISR, or the leader.
    With broker epochs (KIP-380) the controller always notices first.
    """
    me = c.replicas[broker]
    require(not_(me.up), "the broker is down")
    noticed = not_(c.quorum.live.has(broker))
    require(c.settings.bounces_unnoticed | noticed, "the controller has noticed that it was down")
    return tell(c.with_replica(broker, me.but(up=True)), broker)


@action
def broker_reconnects(c: Cluster, broker: Broker) -> Cluster:
    """A broker that was cut off gets a new session, and will be told the current state."""
    require(c.replicas[broker].up & not_(c.quorum.live.has(broker)), "the broker is up, and has no session")
    return tell(c, broker)


@action
def message_is_lost(c: Cluster, follower: Broker) -> Cluster:
    """What is between a follower and its leader is lost; the follower tries again (`request.timeout.ms`)."""
    me = c.replicas[follower]
    require(c.budget.message_losses > 0, "a loss of a message is left")
    require(me.exchange.stage != Stage.idle, "a message is on its way")
    return c.spend(message_losses=1).with_exchange(follower, me.exchange.type.default)


@action
def checkpoint_high_watermark(c: Cluster, broker: Broker) -> Cluster:
    """A broker writes its high watermark to disk (`replica.high.watermark.checkpoint.interval.ms`)."""
    me = c.replicas[broker]
    require(me.up, "the broker is up")
    return c.with_replica(broker, me.but(checkpoint=me.high_watermark))


FAULTS = (
    broker_crashes,
    broker_loses_power,
    broker_restarts,
    broker_reconnects,
    message_is_lost,
    checkpoint_high_watermark,
)
