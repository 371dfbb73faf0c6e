"""What leaders and followers do: writes, fetches and their answers, and requests to alter the ISR."""

from __future__ import annotations

from typing import Annotated

from tidemark.impl.published.kraft_replication.commits import (
    advance_high_watermark,
    after_partition_change,
    committed_end,
    quorum,
)
from tidemark.impl.published.kraft_replication.controller import is_valid
from tidemark.impl.published.kraft_replication.messages import (
    NOTHING,
    Alter,
    AlterAnswer,
    FetchError,
    KraftIsrExchange,
    Phase,
)
from tidemark.impl.published.kraft_replication.state import (
    BrokerId,
    Fate,
    Fetcher,
    KraftIsrBroker,
    KraftIsrCluster,
    KraftIsrLog,
    Role,
    Status,
    ValueId,
)
from tidemark.spec import Domain, Identity, Label, Number, Truth, action, minimum, not_, require, where

Answer = Annotated[Label, Domain("answer", lambda _at: AlterAnswer.__type__)]


@action
def write_value(c: KraftIsrCluster, broker: BrokerId, value: ValueId) -> KraftIsrCluster:
    """`WriteRecordToLeader`: a leader whose maximal ISR is large enough writes a value that was never written."""
    me = c.brokers[broker]
    require(c.fates[value] == Fate.unsent, "the value was never written")
    _require_leader(me)
    require(me.metadata.maximal_isr.size() >= c.settings.min_isr, "the maximal ISR is large enough")
    before = me.log.length
    entry = me.log.type.element(epoch=me.metadata.leader_epoch, content=value)
    is_first = me.floor == me.log.capacity
    longer = me.but(log=me.log.append(entry), floor=where(is_first, before, me.floor))
    end = where(before == 0, 0, committed_end(me, broker, quorum(c, me.metadata), before + 1))
    written = c.with_broker(broker, longer).but(fates=c.fates.but(value, Fate.sent))
    return advance_high_watermark(written, broker, me.metadata.isr, end, True)


def _require_leader(me: KraftIsrBroker) -> None:
    require(me.status == Status.running, "the broker runs")
    require(me.partition_status == Role.leader, "it leads")


# Fetches.


def _with_fetcher(
    c: KraftIsrCluster, follower: Identity, leader: Identity, changed: Fetcher
) -> KraftIsrCluster:
    me = c.brokers[follower]
    return c.with_broker(follower, me.but(fetchers=me.fetchers.but(leader, changed)))


def _has_all(c: KraftIsrCluster, leader: Identity, follower: Identity) -> Truth:
    """Whether a follower has all, and its leader knows (`Converged`)."""
    leading, following = c.brokers[leader], c.brokers[follower]
    peer = leading.peers[follower]
    return (
        (leading.log.length == following.log.length)
        & (leading.high_watermark == following.high_watermark)
        & (peer.end_offset == following.log.length)
        & (peer.broker_epoch == following.broker_epoch)
    )


@action
def send_fetch(c: KraftIsrCluster, follower: BrokerId, leader: BrokerId) -> KraftIsrCluster:
    """`SendFetchRequest`: a follower fetches, with no other fetch to this leader under way, unless it has all."""
    me = c.brokers[follower]
    fetcher = me.fetchers[leader]
    require(follower != leader, "they are two brokers")
    require(me.status == Status.running, "the follower runs")
    require(fetcher.has_partition & (fetcher.exchange.phase == Phase.idle), "its fetcher waits for nothing")
    require(me.metadata.leader == leader, "the follower knows this leader")
    require(not_(_has_all(c, leader, follower)), "it does not have all")
    exchange = fetcher.exchange.but(
        phase=Phase.asked,
        broker_epoch=me.broker_epoch,
        leader_epoch=me.metadata.leader_epoch,
        offset=fetcher.offset,
        last_epoch=fetcher.last_epoch,
    )
    return _with_fetcher(c, follower, leader, fetcher.but(exchange=exchange, delayed=False))


def _send_answer(
    c: KraftIsrCluster, leader: Identity, follower: Identity, **answer: object
) -> KraftIsrCluster:
    """The answer to a fetch, with the leader's epoch and high watermark."""
    leading, fetcher = c.brokers[leader], c.brokers[follower].fetchers[leader]
    empty = fetcher.exchange.type.default
    exchange = empty.but(
        phase=Phase.answered,
        offset=fetcher.exchange.offset,
        leader_epoch=leading.metadata.leader_epoch,
        high_watermark=leading.high_watermark,
        **answer,
    )
    return _with_fetcher(c, follower, leader, fetcher.but(exchange=exchange))


def _receive_fetch(
    c: KraftIsrCluster, leader: Identity, follower: Identity
) -> tuple[KraftIsrBroker, KraftIsrExchange, Truth]:
    """A fetch under way: the broker that gets it, the fetch, and whether that broker leads in its epoch."""
    receiver, fetch = c.brokers[leader], c.brokers[follower].fetchers[leader].exchange
    require(follower != leader, "they are two brokers")
    require(fetch.phase == Phase.asked, "a fetch is under way")
    require(receiver.status == Status.running, "the broker runs")
    return (
        receiver,
        fetch,
        (receiver.partition_status == Role.leader) & (receiver.metadata.leader_epoch == fetch.leader_epoch),
    )


def _end_for(log: KraftIsrLog, epoch: Number) -> tuple[Number, Number]:
    """The largest epoch of a log up to this one, and the offset where it ends (`LastOffsetForEpoch`).

    An empty log, and one whose last epoch is this one, give this epoch and the log end.
    """
    is_last = (log.length == 0) | (epoch == log.last_epoch())
    return where(is_last, epoch, log.epoch_up_to(epoch)), where(is_last, log.length, log.end_of(epoch))


def _diverges(leading: KraftIsrBroker, fetch: KraftIsrExchange) -> tuple[Truth, Number, Number]:
    """Whether a follower's log is apart from its leader's, and the leader's epoch and end for it."""
    epoch, end = _end_for(leading.log, fetch.last_epoch)
    is_own = fetch.last_epoch == leading.metadata.leader_epoch
    epoch, end = where(is_own, fetch.last_epoch, epoch), where(is_own, leading.log.length, end)
    return (epoch < fetch.last_epoch) | (end < fetch.offset), epoch, end


@action
def refuse_fetch(c: KraftIsrCluster, leader: BrokerId, follower: BrokerId) -> KraftIsrCluster:
    """`ReceiveFetchRequest`, of a broker that does not lead, or in another epoch."""
    receiver, fetch, leads = _receive_fetch(c, leader, follower)
    require(not_(leads), "the broker does not lead in that epoch")
    mine = receiver.metadata.leader_epoch
    later = where(
        mine > fetch.leader_epoch, FetchError.fenced_leader_epoch, FetchError.not_leader_or_follower
    )
    error = where(mine < fetch.leader_epoch, FetchError.unknown_leader_epoch, later)
    return _send_answer(c, leader, follower, fetch_error=error)


@action
def answer_divergence(c: KraftIsrCluster, leader: BrokerId, follower: BrokerId) -> KraftIsrCluster:
    """`ReceiveFetchRequest`, where the logs are apart: the leader says where the follower's last epoch ends."""
    leading, fetch, leads = _receive_fetch(c, leader, follower)
    diverges, epoch, end = _diverges(leading, fetch)
    require(leads, "the broker leads in that epoch")
    require(diverges, "the logs are apart")
    return _send_answer(c, leader, follower, diverges=True, diverging_epoch=epoch, diverging_offset=end)


@action
def answer_fetch(c: KraftIsrCluster, leader: BrokerId, follower: BrokerId) -> KraftIsrCluster:
    """`ReceiveFetchRequest`: the leader notes the offset, raises its high watermark if it may, and sends an entry."""
    leading, fetch, leads = _receive_fetch(c, leader, follower)
    diverges, _, _ = _diverges(leading, fetch)
    require(leads, "the broker leads in that epoch")
    require(not_(diverges), "the logs agree")
    peer = leading.peers[follower].but(end_offset=fetch.offset, broker_epoch=fetch.broker_epoch)
    noted = leading.but(peers=leading.peers.but(follower, peer))
    end = committed_end(noted, leader, quorum(c, leading.metadata), leading.log.length)
    raised = advance_high_watermark(c.with_broker(leader, noted), leader, leading.metadata.isr, end, True)
    entry = leading.log[fetch.offset]
    return _send_answer(
        raised,
        leader,
        follower,
        has_entry=fetch.offset < leading.log.length,
        entry_epoch=entry.epoch,
        entry_value=entry.content,
    )


def _answer(
    c: KraftIsrCluster, follower: Identity, leader: Identity
) -> tuple[KraftIsrBroker, Fetcher, KraftIsrExchange, Truth]:
    """An answer under way: its reader, the fetcher without it, the answer, and whether it is what was asked for."""
    me = c.brokers[follower]
    fetcher = me.fetchers[leader]
    answer = fetcher.exchange
    require(follower != leader, "they are two brokers")
    require(answer.phase == Phase.answered, "an answer is under way")
    require(me.status == Status.running, "the broker runs")
    is_meant = (
        fetcher.has_partition
        & (fetcher.offset == answer.offset)
        & (me.metadata.leader_epoch == answer.leader_epoch)
    )
    return me, fetcher.but(exchange=answer.type.default), answer, is_meant


@action
def ignore_answer(c: KraftIsrCluster, follower: BrokerId, leader: BrokerId) -> KraftIsrCluster:
    """`ReceiveFetchResponse`, of another offset or leader epoch, or of a partition that is no longer fetched."""
    _, fetcher, _, is_meant = _answer(c, follower, leader)
    require(not_(is_meant), "the answer is not what was asked for")
    return _with_fetcher(c, follower, leader, fetcher)


@action
def delay_fetch(c: KraftIsrCluster, follower: BrokerId, leader: BrokerId) -> KraftIsrCluster:
    """`ReceiveFetchResponse`, with an error: the partition is delayed."""
    _, fetcher, answer, is_meant = _answer(c, follower, leader)
    require(is_meant, "the answer is what was asked for")
    require(answer.fetch_error != FetchError.no_error, "it has an error")
    return _with_fetcher(c, follower, leader, fetcher.but(delayed=True))


@action
def truncate(c: KraftIsrCluster, follower: BrokerId, leader: BrokerId) -> KraftIsrCluster:
    """`ReceiveFetchResponse`, where the logs are apart: the follower cuts its log; its high watermark stays."""
    me, fetcher, answer, is_meant = _answer(c, follower, leader)
    require(is_meant, "the answer is what was asked for")
    require(answer.diverges, "the logs are apart")
    epoch, end = _end_for(me.log, answer.diverging_epoch)
    cut = where(epoch == answer.diverging_epoch, minimum(end, answer.diverging_offset), end)
    log = me.log.truncate(cut)
    after = fetcher.but(offset=log.length, last_epoch=log.last_epoch(), delayed=False)
    return _with_fetcher(c.with_broker(follower, me.but(log=log)), follower, leader, after)


@action
def append_entry(c: KraftIsrCluster, follower: BrokerId, leader: BrokerId) -> KraftIsrCluster:
    """`ReceiveFetchResponse`: the follower appends the entry, if there is one, and takes over the high watermark."""
    me, fetcher, answer, is_meant = _answer(c, follower, leader)
    require(is_meant, "the answer is what was asked for")
    require(
        (answer.fetch_error == FetchError.no_error) & not_(answer.diverges),
        "it has no error, and the logs agree",
    )
    entry = me.log.type.element(epoch=answer.entry_epoch, content=answer.entry_value)
    log = where(answer.has_entry, me.log.append(entry), me.log)
    high_watermark = where(answer.high_watermark <= log.length, answer.high_watermark, me.high_watermark)
    after = fetcher.but(
        offset=log.length,
        last_epoch=where(answer.has_entry, answer.entry_epoch, fetcher.last_epoch),
        delayed=False,
    )
    appended = c.with_broker(follower, me.but(log=log, high_watermark=high_watermark))
    return _with_fetcher(appended, follower, leader, after)


# The leader's requests to alter the ISR.


def _mark(c: KraftIsrCluster, request: object) -> Alter:
    """The request as it stands among those that were ever sent; with no mark where it was never sent."""
    never: Alter = c.alters.type.element(request=request)
    return c.alters.single(lambda m: m.request == request, never)


@action
def send_alter_partition(c: KraftIsrCluster, broker: BrokerId) -> KraftIsrCluster:
    """`SendAlterPartitionRequest`: a leader asks for an ISR with all that have caught up; its maximal ISR has them now.

    The same request is sent again only where the controller would accept it.
    """
    me = c.brokers[broker]
    _require_leader(me)
    require(not_(me.waits_for_alter()), "the leader waits for no other request")
    isr, epochs = me.metadata.isr.including(broker), me.pending_alter.epochs.type.default
    for member in c.brokers.indices():
        peer = me.peers[member]
        at_high_watermark = (peer.end_offset >= me.high_watermark) | not_(c.settings.joins_at_high_watermark)
        caught_up = (peer.end_offset != NOTHING) & at_high_watermark & (peer.end_offset >= me.start_offset)
        joins = not_(me.metadata.isr.has(member)) & (member != broker) & caught_up
        isr = where(joins, isr.including(member), isr)
        epochs = epochs.but(member, where(joins, peer.broker_epoch, 0))
    request = me.pending_alter.but(
        leader=broker,
        isr=isr,
        epochs=epochs.but(broker, me.broker_epoch),
        leader_epoch=me.metadata.leader_epoch,
        partition_epoch=me.metadata.partition_epoch,
        broker_epoch=me.broker_epoch,
    )
    require(isr != me.metadata.isr, "another replica has caught up")
    sent = _mark(c, request)
    is_current, is_eligible = is_valid(c, request)
    was_sent = sent.is_under_way | sent.was_received
    require(not_(was_sent) | (is_current & is_eligible), "the request is new, or would be accepted")
    asking = me.but(pending_alter=request, metadata=me.metadata.but(maximal_isr=isr | me.metadata.isr))
    alters = c.alters.discard(sent).send(sent.but(is_under_way=True))
    return c.but(alters=alters).with_broker(broker, asking)


@action
def receive_altered(c: KraftIsrCluster, broker: BrokerId, answer: Answer) -> KraftIsrCluster:
    """`ReceiveAlterPartitionResponse`: the leader has the ISR that it asked for, or goes back to the last one."""
    me = c.brokers[broker]
    sent, request = _mark(c, me.pending_alter), me.pending_alter
    is_accepted = answer == AlterAnswer.accepted
    is_fenced = answer == AlterAnswer.fenced_leader_epoch
    is_there = where(is_accepted, sent.is_accepted, where(is_fenced, sent.is_fenced, sent.is_ineligible))
    _require_leader(me)
    require(
        me.waits_for_alter() & is_there,
        "such an answer to the request that the leader waits for is under way",
    )
    is_newer = (request.partition_epoch + 1 > me.metadata.partition_epoch) & (
        request.leader_epoch == me.metadata.leader_epoch
    )
    require(is_newer | not_(is_accepted), "its partition epoch is newer, and its leader epoch the same")
    accepted = me.metadata.but(
        isr=request.isr, maximal_isr=request.isr, partition_epoch=request.partition_epoch + 1
    )
    metadata = where(is_accepted, accepted, me.metadata.but(maximal_isr=me.metadata.isr))
    read = sent.but(
        is_accepted=sent.is_accepted & not_(is_accepted),
        is_fenced=sent.is_fenced & not_(is_fenced),
        is_ineligible=sent.is_ineligible & (is_accepted | is_fenced),
    )
    changed = after_partition_change(c, broker, metadata)
    leader = me.but(
        metadata=metadata,
        high_watermark=changed.brokers[broker].high_watermark,
        pending_alter=me.pending_alter.type.default,
    )
    return changed.but(alters=c.alters.discard(sent).send(read)).with_broker(broker, leader)


ACTIONS = (
    write_value, send_fetch, refuse_fetch, answer_divergence, answer_fetch, ignore_answer, delay_fetch,
    truncate, append_entry, send_alter_partition, receive_altered,
)  # fmt: skip
