"""What happens to a broker: starts, registrations, shutdowns; and what it does with the controller's records."""

from __future__ import annotations

from typing import Annotated

from tidemark.impl.published.kraft_replication.commits import after_partition_change, refused
from tidemark.impl.published.kraft_replication.controller import fenced
from tidemark.impl.published.kraft_replication.domains import most
from tidemark.impl.published.kraft_replication.messages import NOTHING, Phase, Registered
from tidemark.impl.published.kraft_replication.state import (
    Broker,
    BrokerId,
    Candidate,
    Change,
    Cluster,
    Known,
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
KeepsEpoch = Annotated[Truth, Domain("keeps_epoch", lambda at: Bool() if at["has_elr"] else Only(False))]


@action
def start_broker(c: Cluster, broker: BrokerId) -> Cluster:
    """`BrokerStart`: a broker starts, and asks to be registered; with ELR it sends its last broker epoch."""
    me = c.brokers[broker]
    require(me.is_down(), "the broker is down")
    incarnation = c.incarnations + 1
    starting = me.but(status=Status.starting, incarnation=incarnation, partition_status=Role.neither)
    registrations = c.registrations.send(broker=broker, broker_epoch=me.broker_epoch, incarnation=incarnation)
    return c.but(incarnations=incarnation, registrations=registrations).with_broker(broker, starting)


@action
def receive_registered(c: Cluster, message: Annotated[Registered, Domain("registered")]) -> Cluster:
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
    c: Cluster, broker: Identity, candidate: Identity, status: Label, broker_epoch: Number
) -> Cluster:
    """A broker shuts down; the controller fences it at once, and all fetches from it and to it are dropped."""
    me = c.brokers[broker]
    changed = fenced(refused(c, me, me.partition_status == Role.leader), broker, candidate)
    for other in c.brokers.indices():
        fetcher = c.brokers[other].fetchers[broker]
        cut = fetcher.but(
            delayed=where(fetcher.has_partition, True, fetcher.delayed),
            exchange=fetcher.exchange.type.default,
        )
        kept = where(fetcher.exchange.phase == Phase.idle, fetcher, cut)
        them = changed.brokers[other]
        changed = changed.with_broker(other, them.but(fetchers=them.fetchers.but(broker, kept)))
    down = me.without_leadership().but(
        status=status,
        broker_epoch=broker_epoch,
        incarnation=0,
        partition_status=Role.neither,
        fetchers=me.fetchers.type.default,
    )
    return changed.with_broker(broker, down)


@action
def shut_down_uncleanly(c: Cluster, broker: BrokerId, candidate: Candidate) -> Cluster:
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
def shut_down_cleanly(c: Cluster, broker: BrokerId, candidate: Candidate, keeps_epoch: KeepsEpoch) -> Cluster:
    """`NoDataLossShutdown` (`CleanShutdown` in 3.5): a broker shuts down, and its log stays.

    With ELR its broker epoch is in a file if the shutdown was clean, and is not if it only happened to lose nothing.
    """
    me = c.brokers[broker]
    require(c.clean_shutdowns < c.type.fields["clean_shutdowns"].hi, "a clean shutdown is left")
    require(not_(me.is_down()), "the broker is up")
    broker_epoch = where(keeps_epoch, me.broker_epoch, 0)
    down = _shut_down(c, broker, candidate, Status.offline_clean, broker_epoch)
    return down.but(clean_shutdowns=c.clean_shutdowns + 1)


def _known(c: Cluster, change: Change, records: Number) -> Known:
    """The metadata of a broker that has read as many records."""
    none_yet: Known = c.brokers.type.element.fields["metadata"].default
    return none_yet.but(
        isr=change.isr,
        maximal_isr=change.isr,
        leader=change.leader,
        leader_epoch=change.leader_epoch,
        partition_epoch=c.partition_epoch(records),
    )


def _reads(c: Cluster, broker: Identity, records: Number) -> tuple[Broker, Known, Truth]:
    """The guards of every action that reads records up to this one.

    Gives the broker once it has read them, the metadata in the last one, and whether that is newer than its own.
    """
    me = c.brokers[broker]
    require(me.status == Status.running, "the broker runs")
    require(
        (records > me.records_read) & (records <= c.records.length), "there is such a record, not yet read"
    )
    known = _known(c, c.records[records - 1], records)
    has_none, is_later = me.metadata.partition_epoch == 0, known.leader_epoch > me.metadata.leader_epoch
    require(
        (me.partition_status == Role.leader) | has_none | is_later,
        "the broker leads, or has no metadata yet, or the record begins a leader epoch",
    )
    return me.but(records_read=records), known, known.partition_epoch > me.metadata.partition_epoch


@action
def read_nothing_new(c: Cluster, broker: BrokerId, records: RecordNumber) -> Cluster:
    """`ReceiveMetadataUpdate`, of a partition epoch that the leader knows by the answer to its request."""
    me, _, is_newer = _reads(c, broker, records)
    require(not_(is_newer), "the partition epoch is not newer")
    return c.with_broker(broker, me)


@action
def remain_leader(c: Cluster, broker: BrokerId, records: RecordNumber) -> Cluster:
    """`RemainLeader`: a leader learns another ISR of its epoch; it may raise its high watermark."""
    me, known, is_newer = _reads(c, broker, records)
    before = me.metadata
    require(is_newer, "the partition epoch is newer")
    require((before.leader == broker) & (known.leader == broker), "the broker led, and leads")
    require(known.leader_epoch == before.leader_epoch, "the leader epoch is the same")
    changed = after_partition_change(c, broker, known)
    is_over = known.partition_epoch > me.pending_alter.partition_epoch
    leader = me.but(
        metadata=known,
        high_watermark=changed.brokers[broker].high_watermark,
        pending_alter=where(is_over, me.pending_alter.type.default, me.pending_alter),
    )
    return changed.with_broker(broker, leader)


@action
def become_leader(c: Cluster, broker: BrokerId, records: RecordNumber) -> Cluster:
    """`BecomeLeaderInNewEpoch`: a broker leads, again or from now on; it notes where its epoch starts."""
    me, known, is_newer = _reads(c, broker, records)
    require(is_newer, "the partition epoch is newer")
    require(known.leader == broker, "the broker leads")
    led_before = (me.metadata.leader == broker) & (known.leader_epoch == me.metadata.leader_epoch)
    require(not_(led_before), "the leader epoch is new to it as leader")
    changed = after_partition_change(c, broker, known)
    peers = me.peers
    for one in peers.indices():
        forgets = (me.partition_status != Role.leader) | not_(known.isr.has(one))
        peers = peers.but(one, where(forgets, peers.type.element.default, peers[one]))
    leader = me.removed_from_fetchers().but(
        partition_status=Role.leader,
        metadata=known,
        high_watermark=changed.brokers[broker].high_watermark,
        start_offset=me.log.length,
        peers=peers,
        pending_alter=me.pending_alter.type.default,
    )
    return changed.with_broker(broker, leader)


@action
def become_follower(c: Cluster, broker: BrokerId, records: RecordNumber) -> Cluster:
    """`BecomeFollowerInNewEpoch`: a broker fetches from a new leader, from its log end on."""
    me, known, is_newer = _reads(c, broker, records)
    require(is_newer, "the partition epoch is newer")
    require((known.leader != broker) & (known.leader != none), "another broker leads")
    is_new = (known.leader_epoch > me.metadata.leader_epoch) | not_(me.fetchers[known.leader].has_partition)
    alone = me.removed_from_fetchers()
    added = alone.fetchers[known.leader].but(
        has_partition=True, offset=me.log.length, last_epoch=me.log.last_epoch(), delayed=False
    )
    fetchers = where(is_new, alone.fetchers.but(known.leader, added), me.fetchers)
    follower = me.without_leadership().but(
        partition_status=Role.follower, metadata=known, start_offset=NOTHING, fetchers=fetchers
    )
    return refused(c, me, _loses(c, broker, known)).with_broker(broker, follower)


@action
def wait_for_leader(c: Cluster, broker: BrokerId, records: RecordNumber) -> Cluster:
    """`WaitForLeaderChange`: a broker learns that nobody leads."""
    me, known, is_newer = _reads(c, broker, records)
    require(is_newer, "the partition epoch is newer")
    require(known.leader == none, "nobody leads")
    waiting = me.without_leadership().removed_from_fetchers()
    waiting = waiting.but(partition_status=Role.neither, metadata=known, start_offset=NOTHING)
    return refused(c, me, _loses(c, broker, known)).with_broker(broker, waiting)


def _loses(c: Cluster, broker: Identity, known: Known) -> Truth:
    """Whether what is not committed is refused: the ISR is too small, or another leads (`MaybeFailPendingWrites`)."""
    return (known.isr.size() < c.settings.min_isr) | (known.leader != broker)


ACTIONS = (
    start_broker,
    receive_registered,
    read_nothing_new,
    remain_leader,
    become_leader,
    become_follower,
    wait_for_leader,
    shut_down_uncleanly,
    shut_down_cleanly,
)
