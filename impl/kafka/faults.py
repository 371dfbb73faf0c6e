"""Faults, each paid from a budget, and how a broker comes back from them.

The budget in the state is `KafkaBudget` of `cluster.py`, and `KafkaAt` of `bounds.py` says how large it may be.
`has_ends` of `settings.py` counts the faults that end a broker. `kraft_family.py` leaves out those of ZooKeeper alone.
"""

from tidemark.impl.kafka.cluster import KafkaCluster, KafkaReplica, Stage
from tidemark.impl.kafka.controller import tell
from tidemark.impl.kafka.domains import Broker, CachedEpoch, Offset
from tidemark.impl.kafka.fetching import register
from tidemark.impl.kafka.settings import Beyond, may_end
from tidemark.impl.kafka.truncation import halts, is_beyond_leader
from tidemark.spec import Identity, action, minimum, not_, require, where


def _go_down(c: KafkaCluster, broker: Identity, disk: KafkaReplica) -> KafkaCluster:
    """A broker's process ends: what is on its disk stays, and nothing else does.

    When it loads its log again, it drops the epochs that start at the log end (`Log.loadSegments`).
    """
    me = disk.type.default.but(
        log=disk.log,
        cache=disk.cache.cut(disk.log.end_offset),
        high_watermark=where(
            c.settings.lazy_checkpoint, minimum(disk.checkpoint, disk.log.end_offset), disk.high_watermark
        ),
        checkpoint=disk.checkpoint,
        on_disk=disk.on_disk,
        ended_cleanly=disk.ended_cleanly,
        old_fetch=disk.old_fetch,
    )
    c = c.without_debts(broker).without_exchanges(broker)
    c = where(c.settings.bounces_unnoticed, c, c.without_requests(broker))
    c = c.but(quorum=c.quorum.but(stopping=c.quorum.stopping.but(broker, False)))
    return c.with_replica(broker, me)


def stop_cleanly(c: KafkaCluster, broker: Identity) -> KafkaCluster:
    """A broker ends its own process in order: its log and its high watermark are written."""
    me = c.replicas[broker]
    written = me.but(checkpoint=where(c.settings.lazy_checkpoint, me.high_watermark, 0))
    end = where(c.settings.disk_is_remembered, me.log.end_offset, 0)
    return _go_down(c, broker, written.but(on_disk=end, ended_cleanly=c.settings.detected))


@action
def broker_crashes(c: KafkaCluster, broker: Broker) -> KafkaCluster:
    """A broker's process crashes. Its log survives, in the page cache at least."""
    require(c.budget.crashes > 0, "a crash is left")
    require(c.replicas[broker].up, "the broker is up")
    return _go_down(c.spend(crashes=1), broker, c.replicas[broker])


@action
def broker_loses_epoch_cache(c: KafkaCluster, broker: Broker, epoch: CachedEpoch) -> KafkaCluster:
    """A broker's process crashes, and of its leader epoch cache only the epochs up to one were written to disk."""
    me = c.replicas[broker]
    require(c.settings.lazy_epoch_cache, "the cache is written late")
    require(c.budget.crashes > 0, "a crash is left")
    require(me.up, "the broker is up")
    require(me.cache.latest() > epoch, "the cache has a newer epoch")
    return _go_down(c.spend(crashes=1), broker, me.but(cache=me.cache.without_above(epoch)))


@action
def broker_loses_power(c: KafkaCluster, broker: Broker, offset: Offset) -> KafkaCluster:
    """A broker's machine loses power, and its log loses what was not flushed: all records from an offset on.

    The offset is left open, since the page cache may be flushed at any time; what an earlier loss of power
    spared is on disk. With a flush after every append (`log.flush.interval.messages=1`) nothing is lost.
    """
    me = c.replicas[broker]
    require(c.budget.power_losses > 0, "a loss of power is left")
    require(me.up, "the broker is up")
    require((me.on_disk <= offset) & (offset <= me.log.end_offset), "the offset is within what may be lost")
    require((offset == me.log.end_offset) | not_(c.settings.flush_always), "a flushed record is not lost")
    spared = me.cut(offset).but(on_disk=where(c.settings.disk_is_remembered, offset, 0))
    return _go_down(c.spend(power_losses=1), broker, spared)


@action
def broker_loses_disk(c: KafkaCluster, broker: Broker) -> KafkaCluster:
    """The disk of a broker fails and is replaced by an empty one, whatever was flushed; the broker may be up or down.

    The log, the leader epoch cache, the checkpoint and the note of a clean shutdown are lost. A broker that is up ends:
    Kafka halts when its last log directory fails (`LogManager.handleLogDirFailure`). It comes back by its ordinary
    restart with an empty log, since none of its directories is offline (`Partition.createLogInAssignedDirectoryId`).

    Left out: several log directories, and the delay of KIP-858. From 3.7 on KRaft's controller elects a broker only if
    the directory on record is online (`ReplicationControlManager.LeaderAcceptor`), and the new disk has another id. The
    broker reports it (AssignReplicasToDirs) as it publishes its first metadata, before it asks to be unfenced. If the
    controller handles the report first, it elects as here, so no run is lost. If not, the partition has no leader until
    the next election that concerns it, such as the next look for preferred leaders: the same election comes later.
    """
    require(c.budget.disk_losses > 0, "a loss of a disk is left")
    require(not_(c.gone.has(broker)), "it is not gone for good")
    me, empty = c.replicas[broker], c.replicas[broker].type.default
    wiped = me.but(
        log=empty.log,
        cache=empty.cache,
        high_watermark=empty.high_watermark,
        checkpoint=empty.checkpoint,
        on_disk=empty.on_disk,
        ended_cleanly=False,
    )
    c = c.spend(disk_losses=1)
    return where(me.up, _go_down(c, broker, wiped), c.with_replica(broker, wiped))


@action
def broker_stops(c: KafkaCluster, broker: Broker) -> KafkaCluster:
    """A broker stops at the end of its controlled shutdown, with log and checkpoint written."""
    require(c.quorum.stopping[broker], "the broker is in a controlled shutdown")
    return stop_cleanly(c, broker)


@action
def follower_halts(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """A follower whose log goes beyond its leader's stops itself, unless unclean election is on.

    `ReplicaFetcherThread.handleOffsetOutOfRange`, up to 2.0.0. From 0.11 on its shutdown hook writes log and
    checkpoint; that of 0.10.2 waits for ever for a lock that this very thread has, and writes nothing.
    """
    me = c.replicas[follower]
    require(me.exchange.stage == Stage.out_of_range, "the error and the leader's log end are on their way")
    require(is_beyond_leader(me), "its log goes beyond the leader's")
    require(halts(c), "the release stops the broker there, and does not truncate")
    hung = c.settings.beyond == Beyond.hangs
    return where(hung, _go_down(c, follower, me), stop_cleanly(c, follower))


@action(when=lambda at: at.departures > 0 and may_end(at))
def broker_is_gone(c: KafkaCluster, broker: Broker) -> KafkaCluster:
    """A broker that is down never comes back, nor does its disk."""
    require(c.budget.departures > 0, "a departure is left")
    require(not_(c.replicas[broker].up) & not_(c.gone.has(broker)), "it is down, and may still come back")
    return c.spend(departures=1).but(gone=c.gone.including(broker))


def require_down(c: KafkaCluster, broker: Identity) -> None:
    """The guards of a broker's return."""
    require(not_(c.replicas[broker].up), "the broker is down")
    require(not_(c.gone.has(broker)), "it is not gone for good")


@action(when=may_end)
def broker_restarts(c: KafkaCluster, broker: Broker) -> KafkaCluster:
    """A broker starts from its disk and gets a session.

    The controller then tells it the current state. Up to 2.1 it may be back before the controller has looked: then it
    hears nothing, and is still in the ISR, or the leader. With broker epochs (KIP-380) the controller always notices.
    """
    require_down(c, broker)
    me, noticed = c.replicas[broker], not_(c.quorum.live.has(broker))
    require(c.settings.bounces_unnoticed | noticed, "the controller has noticed that it was down")
    up = register(c.with_replica(broker, me.but(up=True)), broker)
    return where(noticed, tell(up, broker), up)


@action(when=lambda at: at.zombies > 0)
def broker_reconnects(c: KafkaCluster, broker: Broker) -> KafkaCluster:
    """A broker that was cut off gets a new session, and the current state is sent to it."""
    require(c.replicas[broker].up & not_(c.quorum.live.has(broker)), "the broker is up, and has no session")
    return tell(c, broker)


@action
def message_is_lost(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """What is between a follower and its leader is lost; the follower tries again (`request.timeout.ms`)."""
    me = c.replicas[follower]
    require(c.budget.message_losses > 0, "a loss of a message is left")
    require(me.exchange.stage != Stage.idle, "a message is on its way")
    return c.spend(message_losses=1).with_exchange(follower, me.exchange.type.default)


@action(when=lambda at: at.checkpoint == "lazy")
def checkpoint_high_watermark(c: KafkaCluster, broker: Broker) -> KafkaCluster:
    """A broker writes its high watermark to disk (`ReplicaManager.checkpointHighWatermarks`)."""
    me = c.replicas[broker]
    require(me.up, "the broker is up")
    return c.with_replica(broker, me.but(checkpoint=me.high_watermark))


FAULTS = (
    broker_crashes, broker_loses_epoch_cache, broker_loses_power, broker_loses_disk, broker_stops,
    follower_halts, broker_is_gone, broker_restarts, broker_reconnects, message_is_lost,
    checkpoint_high_watermark,
)  # fmt: skip
