"""What a state of Kafka's message-level protocol with KRaft is in the model that was published with KIP-966.

Both have fetches as messages. The published model also has what this map remembers: the changes of the partition, and
what a leader knows of a follower's log from its first fetch on. Its leader epochs begin with 1. No broker ends here, so
none is registered again, and the ISR stays.
"""

from typing import Any

from tidemark.impl.kafka.cluster import FetchExchange, KafkaCluster, KafkaReplica, Stage
from tidemark.impl.published.kraft_replication.messages import NOTHING, Phase
from tidemark.impl.published.kraft_replication.state import (
    Fate,
    Fetcher,
    KraftIsrBroker,
    KraftIsrCluster,
    KraftIsrLog,
    Role,
    Status,
)
from tidemark.spec import Identity, Number, none, one_of, refinement_map, where

FIRST_EPOCH = 1
"""The published model's number of the leader epoch that is 0 here."""


@refinement_map
def as_kip_966(c: KafkaCluster, before: KraftIsrCluster) -> KraftIsrCluster:
    """The cluster as the published model has it, without ends of brokers and changes of the ISR."""
    everyone, is_first = before.unfenced.everyone(), before.records.length == 0
    brokers = dict(zip(c.replicas.indices(), before.brokers.indices(), strict=True))
    epoch = c.quorum.leader_epoch + FIRST_EPOCH
    leader = _broker(c.quorum.leader, brokers)
    change = before.records.type.element(isr=everyone, leader=leader, leader_epoch=epoch)
    begins = is_first | (before.records.last().leader_epoch < epoch)
    after = before.but(
        unfenced=everyone,
        records=where(begins, before.records.append(change), before.records),
        broker_epochs=1,
        incarnations=1,
        moves=c.quorum.leader_epoch,
        fates=_fates(c, before),
    )
    consumed = before.consumed
    for replica, broker in brokers.items():
        mapped = _as_broker(c, replica, brokers, before.brokers[broker], is_first)
        registry = after.registry.but(broker, broker_epoch=1, incarnation=1)
        after = after.but(registry=registry).with_broker(broker, mapped)
        consumed = _consumption(consumed, mapped)
    return after.but(consumed=consumed)


def _broker(replica: Identity, brokers: dict[Any, Any]) -> Identity:
    mapped: Any = none
    for here, there in brokers.items():
        mapped = where(replica == here, there, mapped)
    return mapped  # type: ignore[no-any-return]


def _fates(c: KafkaCluster, before: KraftIsrCluster) -> Any:
    """What producers know: an answer that is owed no more, and was no acknowledgement, is a rejection."""
    fates = before.fates
    for record, value in zip(c.produced.indices(), fates.indices(), strict=True):
        sent = c.produced[record]
        settled = where(sent.acknowledged, Fate.acknowledged, Fate.rejected)
        fate = where(sent.owed_by == none, settled, Fate.sent)
        fates = fates.but(value, where(record < c.records_written, fate, Fate.unsent))
    return fates


def _consumption(consumed: KraftIsrLog, me: KraftIsrBroker) -> KraftIsrLog:
    """What was consumed, and what is below this leader's high watermark."""
    longer = consumed
    for k in range(consumed.capacity):
        is_next = (me.partition_status == Role.leader) & (longer.length == k) & (me.high_watermark > k)
        longer = where(is_next, longer.append(me.log[k]), longer)
    return longer


def _value(record: Number, values: Any) -> Identity:
    mapped = values[0]
    for number, value in enumerate(values):
        mapped = where(record == number, value, mapped)
    return mapped  # type: ignore[no-any-return]


def _as_broker(
    c: KafkaCluster, replica: Identity, brokers: dict[Any, Any], before: KraftIsrBroker, is_first: Any
) -> KraftIsrBroker:
    me = c.replicas[replica]
    epoch, leads = me.leader_epoch + FIRST_EPOCH, me.leader == replica
    is_new = epoch > before.metadata.leader_epoch
    log = _log(me, before)
    everyone = before.metadata.isr.everyone()
    metadata = before.metadata.but(
        isr=everyone,
        maximal_isr=everyone,
        leader=_broker(me.leader, brokers),
        leader_epoch=epoch,
        partition_epoch=epoch,
    )
    wrote = leads & (log.length > before.log.length) & (before.floor == log.capacity)
    floor = where(wrote, before.log.length, where(is_first, log.capacity, before.floor))
    start = where(is_new, log.length, before.start_offset)
    after = before.but(
        status=Status.running,
        broker_epoch=1,
        incarnation=1,
        records_read=epoch,
        partition_status=where(leads, Role.leader, Role.follower),
        metadata=metadata,
        log=log,
        high_watermark=me.high_watermark,
        start_offset=where(leads, start, NOTHING),
        floor=where(leads, floor, log.capacity),
    )
    for other, peer in brokers.items():
        if other != replica:
            fetcher = _fetcher(c, me, other, before.fetchers[peer], log)
            peers = _peers(c, replica, other, peer, after)
            after = after.but(fetchers=after.fetchers.but(peer, fetcher), peers=peers)
    return after


def _log(me: KafkaReplica, before: KraftIsrBroker) -> KraftIsrLog:
    log, values = before.log.type.default, before.log.type.element.fields["content"].values()[1:]
    for k in range(log.capacity):
        epoch, content = me.log[k].epoch + FIRST_EPOCH, _value(me.log[k].id, values)
        log = where(me.log.length > k, log.append(epoch=epoch, content=content), log)
    return log  # type: ignore[no-any-return]


def _peers(c: KafkaCluster, replica: Identity, other: Identity, peer: Identity, me: KraftIsrBroker) -> Any:
    """What a leader knows of another broker's log: nothing until its first fetch has come."""
    follower, nothing = c.replicas[other], me.peers.type.element(end_offset=NOTHING)
    known = where(me.peers[peer].broker_epoch == 0, nothing, me.peers[peer])
    came = (follower.leader == replica) & one_of(follower.exchange.stage, (Stage.waiting, Stage.fetched))
    noted = where(came, known.but(end_offset=follower.exchange.offset, broker_epoch=1), known)
    return me.peers.but(peer, where(me.partition_status == Role.leader, noted, nothing))


def _fetcher(
    c: KafkaCluster, me: KafkaReplica, other: Identity, before: Fetcher, log: KraftIsrLog
) -> Fetcher:
    follows = me.leader == other
    last_epoch = log.last_epoch()
    fetcher = before.but(
        has_partition=follows, offset=where(follows, log.length, 0), last_epoch=where(follows, last_epoch, 0)
    )
    return fetcher.but(exchange=where(follows, _exchange(c, me, other, before, last_epoch), before.exchange))


def _exchange(c: KafkaCluster, me: KafkaReplica, other: Identity, before: Fetcher, last_epoch: Number) -> Any:
    """The fetch that is on its way, or its answer. One that waits at the leader is one that was answered."""
    now: FetchExchange = me.exchange
    empty = before.exchange.type.default
    asked = empty.but(
        phase=Phase.asked,
        broker_epoch=1,
        leader_epoch=me.leader_epoch + FIRST_EPOCH,
        offset=now.offset,
        last_epoch=last_epoch,
    )
    values = empty.type.fields["entry_value"].values()[1:]
    has_entry = (now.stage == Stage.fetched) & (now.records.length > 0)
    answered = empty.but(
        phase=Phase.answered,
        leader_epoch=me.leader_epoch + FIRST_EPOCH,
        offset=now.offset,
        high_watermark=where(
            now.stage == Stage.waiting, c.replicas[other].high_watermark, now.high_watermark
        ),
        has_entry=has_entry,
        entry_epoch=where(has_entry, now.records[0].epoch + FIRST_EPOCH, 0),
        entry_value=where(has_entry, _value(now.records[0].id, values), none),
    )
    is_answered = one_of(now.stage, (Stage.waiting, Stage.fetched))
    return where(now.stage == Stage.idle, empty, where(is_answered, answered, asked))
