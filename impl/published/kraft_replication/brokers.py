"""What happens to a broker: starts, registrations, shutdowns; and what it does with the controller's records."""

from __future__ import annotations

from typing import Annotated

from tidemark.impl.published.kraft_replication.commits import after_partition_change, fail_pending_writes
from tidemark.impl.published.kraft_replication.controller import fence
from tidemark.impl.published.kraft_replication.domains import most
from tidemark.impl.published.kraft_replication.messages import NOTHING, Phase, RegistrationAnswer
from tidemark.impl.published.kraft_replication.state import (
    BrokerId,
    BrokerMetadata,
    Candidate,
    KraftIsrBroker,
    KraftIsrCluster,
    PartitionChange,
    Role,
    Status,
)
from tidemark.spec import (
    Bool,
    Domain,
    Identity,
    Int,
    Label,
    Number,
    Only,
    Truth,
    action,
    maximum,
    none,
    not_,
    require,
    where,
)

RecordNumber = Annotated[Number, Domain("records", lambda at: Int(1, most(at)[1]))]
KeepsEpoch = Annotated[Truth, Domain("keeps_epoch", lambda at: Bool() if at.has_elr else Only(False))]


@action
def start_broker(c: KraftIsrCluster, broker: BrokerId) -> KraftIsrCluster:
    """`BrokerStart`: a broker starts, and asks to be registered; with ELR it sends its last broker epoch."""
    me = c.brokers[broker]
    require(me.is_down(), "the broker is down")
    incarnation = c.incarnations + 1
    starting = me.but(status=Status.starting, incarnation=incarnation, partition_status=Role.neither)
    registrations = c.registrations.send(broker=broker, broker_epoch=me.broker_epoch, incarnation=incarnation)
    return c.but(incarnations=incarnation, registrations=registrations).with_broker(broker, starting)


@action
def receive_registered(
    c: KraftIsrCluster, message: Annotated[RegistrationAnswer, Domain("registered")]
) -> KraftIsrCluster:
    """`ReceiveBrokerRegResponse`: a broker runs, and has the metadata up to the last record but one."""
    me = c.brokers[message.broker]
    require(me.status == Status.starting, "the broker starts")
    require(me.incarnation == message.incarnation, "this is the answer to its registration")
    running = me.but(
        status=Status.running,
        broker_epoch=message.broker_epoch,
        records_read=maximum(message.records, 1) - 1,
        metadata=me.metadata.type.default,
    )
    return c.but(registered=c.registered.discard(message)).with_broker(message.broker, running)


def _shut_down(
    c: KraftIsrCluster, broker: Identity, candidate: Identity, status: Label, broker_epoch: Number
) -> KraftIsrCluster:
    """A broker shuts down; the controller fences it at once, and all fetches from it and to it are dropped."""
    me = c.brokers[broker]
    changed = fence(fail_pending_writes(c, me, me.partition_status == Role.leader), broker, candidate)
    for peer in c.brokers.indices():
        fetcher = c.brokers[peer].fetchers[broker]
        cut = fetcher.but(
            delayed=where(fetcher.has_partition, True, fetcher.delayed),
            exchange=fetcher.exchange.type.default,
        )
        fetcher_after = where(fetcher.exchange.phase == Phase.idle, fetcher, cut)
        follower = changed.brokers[peer]
        changed = changed.with_broker(
            peer, follower.but(fetchers=follower.fetchers.but(broker, fetcher_after))
        )
    down = me.without_leadership().but(
        status=status,
        broker_epoch=broker_epoch,
        incarnation=0,
        partition_status=Role.neither,
        fetchers=me.fetchers.type.default,
    )
    return changed.with_broker(broker, down)


@action
def shut_down_uncleanly(c: KraftIsrCluster, broker: BrokerId, candidate: Candidate) -> KraftIsrCluster:
    """`DataLossShutdown` (`UncleanShutdown` in 3.5): a broker shuts down, and its whole log is lost."""
    require(c.unclean_shutdowns < c.type.fields["unclean_shutdowns"].hi, "an unclean shutdown is left")
    require(not_(c.brokers[broker].is_down()), "the broker is up")
    is_last = c.partition().isr.is_only(broker)
    require(not_(is_last & c.settings.spares_last), "it is not the last of the ISR")
    down = _shut_down(c, broker, candidate, Status.offline_dirty, 0)
    me = down.brokers[broker]
    lost = me.but(log=me.log.truncate(0), high_watermark=0, start_offset=NOTHING)
    return down.with_broker(broker, lost).but(unclean_shutdowns=c.unclean_shutdowns + 1)


@action
def shut_down_cleanly(
    c: KraftIsrCluster, broker: BrokerId, candidate: Candidate, keeps_epoch: KeepsEpoch
) -> KraftIsrCluster:
    """`NoDataLossShutdown` (`CleanShutdown` in 3.5): a broker shuts down, and its log stays.

    With ELR its broker epoch is in a file if the shutdown was clean, and is not if it only happened to lose nothing.
    """
    me = c.brokers[broker]
    require(c.clean_shutdowns < c.type.fields["clean_shutdowns"].hi, "a clean shutdown is left")
    require(not_(me.is_down()), "the broker is up")
    broker_epoch = where(keeps_epoch, me.broker_epoch, 0)
    down = _shut_down(c, broker, candidate, Status.offline_clean, broker_epoch)
    return down.but(clean_shutdowns=c.clean_shutdowns + 1)


def _read_metadata(c: KraftIsrCluster, change: PartitionChange, records: Number) -> BrokerMetadata:
    """The metadata of a broker that has read as many records."""
    none_yet: BrokerMetadata = c.brokers.type.element.fields["metadata"].default
    return none_yet.but(
        isr=change.isr,
        maximal_isr=change.isr,
        leader=change.leader,
        leader_epoch=change.leader_epoch,
        partition_epoch=c.partition_epoch(records),
    )


def _reads(
    c: KraftIsrCluster, broker: Identity, records: Number
) -> tuple[KraftIsrBroker, BrokerMetadata, Truth]:
    """The guards of every action that reads records up to this one.

    Gives the broker once it has read them, the metadata in the last one, and whether that is newer than its own.
    """
    me = c.brokers[broker]
    require(me.status == Status.running, "the broker runs")
    require(
        (records > me.records_read) & (records <= c.records.length), "there is such a record, not yet read"
    )
    metadata = _read_metadata(c, c.records[records - 1], records)
    has_none, is_later = me.metadata.partition_epoch == 0, metadata.leader_epoch > me.metadata.leader_epoch
    require(
        (me.partition_status == Role.leader) | has_none | is_later,
        "the broker leads, or has no metadata yet, or the record begins a leader epoch",
    )
    return me.but(records_read=records), metadata, metadata.partition_epoch > me.metadata.partition_epoch


@action
def read_nothing_new(c: KraftIsrCluster, broker: BrokerId, records: RecordNumber) -> KraftIsrCluster:
    """`ReceiveMetadataUpdate`, of a partition epoch that the leader knows by the answer to its request."""
    me, _, is_newer = _reads(c, broker, records)
    require(not_(is_newer), "the partition epoch is not newer")
    return c.with_broker(broker, me)


@action
def remain_leader(c: KraftIsrCluster, broker: BrokerId, records: RecordNumber) -> KraftIsrCluster:
    """`RemainLeader`: a leader learns another ISR of its epoch; it may raise its high watermark."""
    me, metadata, is_newer = _reads(c, broker, records)
    before = me.metadata
    require(is_newer, "the partition epoch is newer")
    require((before.leader == broker) & (metadata.leader == broker), "the broker led, and leads")
    require(metadata.leader_epoch == before.leader_epoch, "the leader epoch is the same")
    changed = after_partition_change(c, broker, metadata)
    is_over = metadata.partition_epoch > me.pending_alter.partition_epoch
    leader = me.but(
        metadata=metadata,
        high_watermark=changed.brokers[broker].high_watermark,
        pending_alter=where(is_over, me.pending_alter.type.default, me.pending_alter),
    )
    return changed.with_broker(broker, leader)


@action
def become_leader(c: KraftIsrCluster, broker: BrokerId, records: RecordNumber) -> KraftIsrCluster:
    """`BecomeLeaderInNewEpoch`: a broker leads, again or from now on; it notes where its epoch starts."""
    me, metadata, is_newer = _reads(c, broker, records)
    require(is_newer, "the partition epoch is newer")
    require(metadata.leader == broker, "the broker leads")
    led_before = (me.metadata.leader == broker) & (metadata.leader_epoch == me.metadata.leader_epoch)
    require(not_(led_before), "the leader epoch is new to it as leader")
    changed = after_partition_change(c, broker, metadata)
    peers = me.peers
    for peer in peers.indices():
        forgets = (me.partition_status != Role.leader) | not_(metadata.isr.has(peer))
        peers = peers.but(peer, where(forgets, peers.type.element.default, peers[peer]))
    leader = me.removed_from_fetchers().but(
        partition_status=Role.leader,
        metadata=metadata,
        high_watermark=changed.brokers[broker].high_watermark,
        start_offset=me.log.length,
        peers=peers,
        pending_alter=me.pending_alter.type.default,
    )
    return changed.with_broker(broker, leader)


@action
def become_follower(c: KraftIsrCluster, broker: BrokerId, records: RecordNumber) -> KraftIsrCluster:
    """`BecomeFollowerInNewEpoch`: a broker fetches from a new leader, from its log end on."""
    me, metadata, is_newer = _reads(c, broker, records)
    require(is_newer, "the partition epoch is newer")
    require((metadata.leader != broker) & (metadata.leader != none), "another broker leads")
    is_new = (metadata.leader_epoch > me.metadata.leader_epoch) | not_(
        me.fetchers[metadata.leader].has_partition
    )
    alone = me.removed_from_fetchers()
    added = alone.fetchers[metadata.leader].but(
        has_partition=True, offset=me.log.length, last_epoch=me.log.last_epoch(), delayed=False
    )
    fetchers = where(is_new, alone.fetchers.but(metadata.leader, added), me.fetchers)
    follower = me.without_leadership().but(
        partition_status=Role.follower, metadata=metadata, start_offset=NOTHING, fetchers=fetchers
    )
    return fail_pending_writes(c, me, _loses(c, broker, metadata)).with_broker(broker, follower)


@action
def wait_for_leader(c: KraftIsrCluster, broker: BrokerId, records: RecordNumber) -> KraftIsrCluster:
    """`WaitForLeaderChange`: a broker learns that nobody leads."""
    me, metadata, is_newer = _reads(c, broker, records)
    require(is_newer, "the partition epoch is newer")
    require(metadata.leader == none, "nobody leads")
    waiting = me.without_leadership().removed_from_fetchers()
    waiting = waiting.but(partition_status=Role.neither, metadata=metadata, start_offset=NOTHING)
    return fail_pending_writes(c, me, _loses(c, broker, metadata)).with_broker(broker, waiting)


def _loses(c: KraftIsrCluster, broker: Identity, metadata: BrokerMetadata) -> Truth:
    """Whether what is not committed is refused: the ISR is too small, or another leads (`MaybeFailPendingWrites`)."""
    return (metadata.isr.size() < c.settings.min_isr) | (metadata.leader != broker)


ACTIONS = (
    start_broker, receive_registered, read_nothing_new, remain_leader, become_leader, become_follower,
    wait_for_leader, shut_down_uncleanly, shut_down_cleanly,
)  # fmt: skip
