"""What leaders and followers do: writes, fetches and their answers, and requests to alter the ISR."""

from __future__ import annotations

from typing import Annotated

from tidemark.impl.published.kraft_replication.commits import (
    advanced,
    after_partition_change,
    committed_end,
    quorum,
)
from tidemark.impl.published.kraft_replication.controller import is_valid
from tidemark.impl.published.kraft_replication.messages import (
    NOTHING,
    Alter,
    AlterAnswer,
    Exchange,
    FetchError,
    Phase,
)
from tidemark.impl.published.kraft_replication.state import (
    Broker,
    BrokerId,
    Cluster,
    Fate,
    Fetcher,
    Log,
    Role,
    Status,
    ValueId,
)
from tidemark.spec import (
    Domain,
    Identity,
    Label,
    Number,
    Truth,
    action,
    minimum,
    not_,
    require,
    where,
)

Answer = Annotated[Label, Domain("answer", lambda _at: AlterAnswer.__type__)]


@action
def write_value(c: Cluster, broker: BrokerId, value: ValueId) -> Cluster:
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
    return advanced(written, broker, me.metadata.isr, end, True)


def _require_leader(me: Broker) -> None:
    require(me.status == Status.running, "the broker runs")
    require(me.partition_status == Role.leader, "it leads")


# Fetches.


def _with_fetcher(c: Cluster, follower: Identity, leader: Identity, changed: Fetcher) -> Cluster:
    me = c.brokers[follower]
    return c.with_broker(follower, me.but(fetchers=me.fetchers.but(leader, changed)))


def _has_converged(c: Cluster, leader: Identity, follower: Identity) -> Truth:
    """Whether a follower has all, and its leader knows (`Converged`)."""
    one, other = c.brokers[leader], c.brokers[follower]
    known = one.peers[follower]
    return (
        (one.log.length == other.log.length)
        & (one.high_watermark == other.high_watermark)
        & (known.end_offset == other.log.length)
        & (known.broker_epoch == other.broker_epoch)
    )


@action
def send_fetch(c: Cluster, follower: BrokerId, leader: BrokerId) -> Cluster:
    """`SendFetchRequest`: a follower fetches, with no other fetch to this leader under way, unless it has all."""
    me = c.brokers[follower]
    fetcher = me.fetchers[leader]
    require(follower != leader, "they are two brokers")
    require(me.status == Status.running, "the follower runs")
    require(fetcher.has_partition & (fetcher.exchange.phase == Phase.idle), "its fetcher waits for nothing")
    require(me.metadata.leader == leader, "the follower knows this leader")
    require(not_(_has_converged(c, leader, follower)), "it does not have all")
    exchange = fetcher.exchange.but(
        phase=Phase.asked,
        broker_epoch=me.broker_epoch,
        leader_epoch=me.metadata.leader_epoch,
        offset=fetcher.offset,
        last_epoch=fetcher.last_epoch,
    )
    return _with_fetcher(c, follower, leader, fetcher.but(exchange=exchange, delayed=False))


def _answered(c: Cluster, leader: Identity, follower: Identity, **answer: object) -> Cluster:
    """The answer to a fetch, with the leader's epoch and high watermark."""
    it, fetcher = c.brokers[leader], c.brokers[follower].fetchers[leader]
    empty = fetcher.exchange.type.default
    exchange = empty.but(
        phase=Phase.answered,
        offset=fetcher.exchange.offset,
        leader_epoch=it.metadata.leader_epoch,
        high_watermark=it.high_watermark,
        **answer,
    )
    return _with_fetcher(c, follower, leader, fetcher.but(exchange=exchange))


def _asked(c: Cluster, leader: Identity, follower: Identity) -> tuple[Broker, Exchange, Truth]:
    """A fetch under way: the broker that gets it, the fetch, and whether that broker leads in its epoch."""
    it, asked = c.brokers[leader], c.brokers[follower].fetchers[leader].exchange
    require(follower != leader, "they are two brokers")
    require(asked.phase == Phase.asked, "a fetch is under way")
    require(it.status == Status.running, "the broker runs")
    return it, asked, (it.partition_status == Role.leader) & (it.metadata.leader_epoch == asked.leader_epoch)


def _end_for(log: Log, epoch: Number) -> tuple[Number, Number]:
    """The largest epoch of a log up to this one, and the offset where it ends (`LastOffsetForEpoch`).

    An empty log, and one whose last epoch is this one, give this epoch and the log end.
    """
    is_last = (log.length == 0) | (epoch == log.last_epoch())
    return where(is_last, epoch, log.epoch_up_to(epoch)), where(is_last, log.length, log.end_of(epoch))


def _diverges(it: Broker, asked: Exchange) -> tuple[Truth, Number, Number]:
    """Whether a follower's log is apart from its leader's, and the leader's epoch and end for it."""
    epoch, end = _end_for(it.log, asked.last_epoch)
    is_own = asked.last_epoch == it.metadata.leader_epoch
    epoch, end = where(is_own, asked.last_epoch, epoch), where(is_own, it.log.length, end)
    return (epoch < asked.last_epoch) | (end < asked.offset), epoch, end


@action
def refuse_fetch(c: Cluster, leader: BrokerId, follower: BrokerId) -> Cluster:
    """`ReceiveFetchRequest`, of a broker that does not lead, or in another epoch."""
    it, asked, leads = _asked(c, leader, follower)
    require(not_(leads), "the broker does not lead in that epoch")
    mine = it.metadata.leader_epoch
    later = where(
        mine > asked.leader_epoch, FetchError.fenced_leader_epoch, FetchError.not_leader_or_follower
    )
    error = where(mine < asked.leader_epoch, FetchError.unknown_leader_epoch, later)
    return _answered(c, leader, follower, fetch_error=error)


@action
def answer_divergence(c: Cluster, leader: BrokerId, follower: BrokerId) -> Cluster:
    """`ReceiveFetchRequest`, where the logs are apart: the leader says where the follower's last epoch ends."""
    it, asked, leads = _asked(c, leader, follower)
    diverges, epoch, end = _diverges(it, asked)
    require(leads, "the broker leads in that epoch")
    require(diverges, "the logs are apart")
    return _answered(c, leader, follower, diverges=True, diverging_epoch=epoch, diverging_offset=end)


@action
def answer_fetch(c: Cluster, leader: BrokerId, follower: BrokerId) -> Cluster:
    """`ReceiveFetchRequest`: the leader notes the offset, raises its high watermark if it may, and sends an entry."""
    it, asked, leads = _asked(c, leader, follower)
    diverges, _, _ = _diverges(it, asked)
    require(leads, "the broker leads in that epoch")
    require(not_(diverges), "the logs agree")
    known = it.peers[follower].but(end_offset=asked.offset, broker_epoch=asked.broker_epoch)
    noted = it.but(peers=it.peers.but(follower, known))
    end = committed_end(noted, leader, quorum(c, it.metadata), it.log.length)
    raised = advanced(c.with_broker(leader, noted), leader, it.metadata.isr, end, True)
    entry = it.log[asked.offset]
    return _answered(
        raised,
        leader,
        follower,
        has_entry=asked.offset < it.log.length,
        entry_epoch=entry.epoch,
        entry_value=entry.content,
    )


def _answer(c: Cluster, follower: Identity, leader: Identity) -> tuple[Broker, Fetcher, Exchange, Truth]:
    """An answer under way: its reader, the fetcher without it, the answer, and whether it is what was asked for."""
    me = c.brokers[follower]
    fetcher = me.fetchers[leader]
    told = fetcher.exchange
    require(follower != leader, "they are two brokers")
    require(told.phase == Phase.answered, "an answer is under way")
    require(me.status == Status.running, "the broker runs")
    is_meant = (
        fetcher.has_partition
        & (fetcher.offset == told.offset)
        & (me.metadata.leader_epoch == told.leader_epoch)
    )
    return me, fetcher.but(exchange=told.type.default), told, is_meant


@action
def ignore_answer(c: Cluster, follower: BrokerId, leader: BrokerId) -> Cluster:
    """`ReceiveFetchResponse`, of another offset or leader epoch, or of a partition that is no longer fetched."""
    _, fetcher, _, is_meant = _answer(c, follower, leader)
    require(not_(is_meant), "the answer is not what was asked for")
    return _with_fetcher(c, follower, leader, fetcher)


@action
def delay_fetch(c: Cluster, follower: BrokerId, leader: BrokerId) -> Cluster:
    """`ReceiveFetchResponse`, with an error: the partition is delayed."""
    _, fetcher, told, is_meant = _answer(c, follower, leader)
    require(is_meant, "the answer is what was asked for")
    require(told.fetch_error != FetchError.no_error, "it has an error")
    return _with_fetcher(c, follower, leader, fetcher.but(delayed=True))


@action
def truncate(c: Cluster, follower: BrokerId, leader: BrokerId) -> Cluster:
    """`ReceiveFetchResponse`, where the logs are apart: the follower cuts its log; its high watermark stays."""
    me, fetcher, told, is_meant = _answer(c, follower, leader)
    require(is_meant, "the answer is what was asked for")
    require(told.diverges, "the logs are apart")
    epoch, end = _end_for(me.log, told.diverging_epoch)
    cut = where(epoch == told.diverging_epoch, minimum(end, told.diverging_offset), end)
    log = me.log.truncate(cut)
    after = fetcher.but(offset=log.length, last_epoch=log.last_epoch(), delayed=False)
    return _with_fetcher(c.with_broker(follower, me.but(log=log)), follower, leader, after)


@action
def append_entry(c: Cluster, follower: BrokerId, leader: BrokerId) -> Cluster:
    """`ReceiveFetchResponse`: the follower appends the entry, if there is one, and takes over the high watermark."""
    me, fetcher, told, is_meant = _answer(c, follower, leader)
    require(is_meant, "the answer is what was asked for")
    require(
        (told.fetch_error == FetchError.no_error) & not_(told.diverges), "it has no error, and the logs agree"
    )
    entry = me.log.type.element(epoch=told.entry_epoch, content=told.entry_value)
    log = where(told.has_entry, me.log.append(entry), me.log)
    high_watermark = where(told.high_watermark <= log.length, told.high_watermark, me.high_watermark)
    after = fetcher.but(
        offset=log.length,
        last_epoch=where(told.has_entry, told.entry_epoch, fetcher.last_epoch),
        delayed=False,
    )
    appended = c.with_broker(follower, me.but(log=log, high_watermark=high_watermark))
    return _with_fetcher(appended, follower, leader, after)


# The leader's requests to alter the ISR.


def _mark(c: Cluster, request: object) -> Alter:
    """The request as it stands among those that were ever sent; with no mark where it was never sent."""
    never: Alter = c.alters.type.element(request=request)
    return c.alters.single(lambda m: m.request == request, never)


@action
def send_alter_partition(c: Cluster, broker: BrokerId) -> Cluster:
    """`SendAlterPartitionRequest`: a leader asks for an ISR with all that have caught up; its maximal ISR has them now.

    The same request is sent again only where the controller would accept it.
    """
    me = c.brokers[broker]
    _require_leader(me)
    require(not_(me.waits_for_alter()), "the leader waits for no other request")
    isr, epochs = me.metadata.isr.including(broker), me.pending_alter.epochs.type.default
    for one in c.brokers.indices():
        peer = me.peers[one]
        at_high_watermark = (peer.end_offset >= me.high_watermark) | not_(c.settings.joins_at_high_watermark)
        caught_up = (peer.end_offset != NOTHING) & at_high_watermark & (peer.end_offset >= me.start_offset)
        joins = not_(me.metadata.isr.has(one)) & (one != broker) & caught_up
        isr = where(joins, isr.including(one), isr)
        epochs = epochs.but(one, where(joins, peer.broker_epoch, 0))
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
def receive_altered(c: Cluster, broker: BrokerId, answer: Answer) -> Cluster:
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
    known = where(is_accepted, accepted, me.metadata.but(maximal_isr=me.metadata.isr))
    read = sent.but(
        is_accepted=sent.is_accepted & not_(is_accepted),
        is_fenced=sent.is_fenced & not_(is_fenced),
        is_ineligible=sent.is_ineligible & (is_accepted | is_fenced),
    )
    changed = after_partition_change(c, broker, known)
    leader = me.but(
        metadata=known,
        high_watermark=changed.brokers[broker].high_watermark,
        pending_alter=me.pending_alter.type.default,
    )
    return changed.but(alters=c.alters.discard(sent).send(read)).with_broker(broker, leader)


ACTIONS = (
    write_value,
    send_fetch,
    refuse_fetch,
    answer_divergence,
    answer_fetch,
    ignore_answer,
    delay_fetch,
    truncate,
    append_entry,
    send_alter_partition,
    receive_altered,
)
