"""Truncation: where a follower cuts its log so that it agrees with the leader's, in every release and with KRaft.

Three ways, each a section below, and a rule of its protocol:

- Before 0.11 a follower cuts to its own high watermark, which may be behind what it has already helped to commit.
- From KIP-101 on it asks the leader where its last epoch ends, and both look into their leader epoch caches.
- Truncation on fetch (KIP-595): a fetch carries the epoch of the follower's last record, and its answer says where the
  logs diverge, so nothing is asked. This is so from 2.8.0 on (KAFKA-10554), with inter-broker protocol 2.7-IV1 or
  above, and always with KRaft.

For example, broker 1 has records of epochs 0, 0 and 1, and its new leader has records of epochs 0, 0 and 2. If its high
watermark is 1, a follower of 0.10.2 cuts its log to one record. From 2.0.0 on it asks about epoch 1. The leader's
largest epoch up to 1 is 0, which ends at offset 2: the follower cuts its log to two records, and both agree.

`agreement` decides by epoch, for ZooKeeper and KRaft alike. `fencing` says which requests and answers count.
"""

from typing import Any

from tidemark.impl.kafka import fetching
from tidemark.impl.kafka.cluster import FetchExchange, KafkaCluster, KafkaReplica, OldFetch, Stage
from tidemark.impl.kafka.controller import only_if_news, require_next
from tidemark.impl.kafka.domains import Broker, Epoch
from tidemark.impl.kafka.epoch_cache import NO_EPOCH, UNDEFINED_OFFSET, EpochEnd, Lookup
from tidemark.impl.kafka.fencing import carried_epoch, has_same_epoch
from tidemark.impl.kafka.fetching import (
    asks_apart,
    fetch_request,
    require_answerable,
    require_connection,
    require_old_fetch,
    take_fetch,
)
from tidemark.impl.kafka.isr import count_fetch
from tidemark.impl.kafka.settings import Beyond, Follows, Restart, may_halt
from tidemark.spec import Identity, Label, Number, Truth, action, minimum, none, not_, require, where

# What all ways share: a broker follows another leader, and cuts its log.


def follow(c: KafkaCluster, follower: Identity, epoch: Number, cut: Number, follows: Label) -> KafkaCluster:
    """A broker follows the leader that a LeaderAndIsr request names (`ReplicaManager.makeFollowers`).

    If it led, it forgets the leader's part of its state, and answers the fetches that waited. If its leader is the same
    as before, it notes the epoch and may go on as it is (`Partition.makeFollower`). If it starts over, the message
    between the two stays on its way all the same, for it is the same connection.
    """
    require_next(c, follower, epoch)
    me, request = c.replicas[follower], c.requests[epoch]
    require(request.leader != follower, "the request makes another broker the leader")
    same = me.leader == request.leader
    restart = c.settings.restart
    missed = epoch > me.leader_epoch + 1
    goes_on = same & ((restart == Restart.goes_on) | ((restart == Restart.begins_if_missed) & not_(missed)))
    begun = me.cut(cut).but(
        leader_epoch=epoch,
        leader=request.leader,
        epoch_start=me.type.default.epoch_start,
        isr=me.isr - me.isr,
        isr_change=me.isr_change.type.default,
        remote_end_offset=me.remote_end_offset.type.default,
        follows=follows,
        sends_no_epoch=False,
        exchange=where(same, me.exchange, me.exchange.type.default),
    )
    view: KafkaReplica = where(goes_on, me.but(leader_epoch=epoch), begun)
    c = c.without_debts(follower).without_exchanges(follower, only_waiting=True)
    return c.without_requests(follower, range(epoch + 1)).with_replica(follower, view)


def truncate(c: KafkaCluster, follower: Identity, cut: Number, follows: Label) -> KafkaCluster:
    """A follower cuts its log, if it is longer, and drops the answer; its cache may drop epochs that have no record."""
    me = c.replicas[follower]
    cut = minimum(cut, me.log.end_offset)
    settled = me.cut(cut).but(follows=follows, sends_no_epoch=False, exchange=me.exchange.type.default)
    cleaned = settled.cache.cut(settled.log.end_offset)
    cache = where(c.settings.cache_cleaned, cleaned, settled.cache)
    return c.with_replica(follower, settled.but(cache=cache))


# By high watermark: before 0.11.


@action("become_follower")
def truncate_to_high_watermark(c: KafkaCluster, follower: Broker, epoch: Epoch) -> KafkaCluster:
    """A broker learns of another leader and cuts its log to its own high watermark (before 0.11)."""
    me = c.replicas[follower]
    return follow(c, follower, epoch, me.high_watermark, me.type.default.follows)


@action("become_follower")
def truncate_to_leader_high_watermark(c: KafkaCluster, follower: Broker, epoch: Epoch) -> KafkaCluster:
    """A broker learns of another leader and cuts its log to that one's high watermark: an account's, no release's."""
    me, leader = c.replicas[follower], c.requests[epoch].leader
    require(c.requests[epoch].recipients.has(follower), "the request is on its way to the broker")
    cut = me.log.end_offset
    for broker in c.replicas.indices():
        cut = where(leader == broker, minimum(cut, c.replicas[broker].high_watermark), cut)
    return follow(c, follower, epoch, cut, me.type.default.follows)


# By the end of an epoch, which the follower asks for: from KIP-101 on.


@action("become_follower")
def follow_and_ask(c: KafkaCluster, follower: Broker, epoch: Epoch) -> KafkaCluster:
    """A broker learns of another leader and keeps its log, but asks that leader before it fetches (KIP-101).

    From 2.1.1 on, one whose cache is empty has nothing to ask about, and cuts its log to its own high watermark
    (`AbstractFetcherThread.truncateToHighWatermark`): it has records then only if its cache was not on disk.
    """
    me = c.replicas[follower]
    asks = c.settings.asks_when_empty | not_(me.cache.is_empty())
    follows = where(asks, Follows.asks, Follows.checks)
    cut = where(asks, me.log.end_offset, me.high_watermark)
    return follow(c, follower, epoch, cut, follows)


@action(when=asks_apart)
def follower_asks_for_end_offset(c: KafkaCluster, follower: Broker, leader: Broker) -> KafkaCluster:
    """A follower asks where the leader's records of its own last epoch end (KIP-101)."""
    me = c.replicas[follower]
    require_connection(c, follower, leader)
    require(me.exchange.stage == Stage.idle, "nothing else is between the two")
    require(not_(me.fetches), "the follower does not know yet whether its log agrees with the leader's")
    request = me.exchange.type(
        stage=Stage.epoch_request, epoch=me.cache.latest(), leader_epoch=carried_epoch(c, follower)
    )
    return c.with_exchange(follower, request)


@action(when=lambda at: at.asks and not at.on_fetch)
def leader_answers_epoch_request(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
    """The leader looks up where an epoch ends, and answers (`LeaderEpochFileCache.endOffsetFor`)."""
    request = require_answerable(c, leader, follower, Stage.epoch_request)
    me = c.replicas[leader]
    epoch_end = me.cache.end_of(request.epoch, me.log.end_offset, c.settings.lookup)
    return c.with_exchange(
        follower, request.but(stage=Stage.epoch_answer, epoch=epoch_end.epoch, offset=epoch_end.end)
    )


def require_epoch_answer(c: KafkaCluster, follower: Identity) -> Number:
    """The guards of a truncation; gives the end offset in the answer.

    Only in 2.1.0 an answer of an older leader epoch counts (KAFKA-7786, `AbstractFetcherThread.maybeTruncate`).
    """
    me = c.replicas[follower]
    require(me.exchange.stage == Stage.epoch_answer, "the answer to an epoch request is on its way")
    current = has_same_epoch(me, me.exchange) | c.settings.takes_old_ends
    require(current, "it is of the follower's leader epoch, or carries none")
    return me.exchange.offset


def _without_answer(me: KafkaReplica) -> Number:
    """Where a follower without an answer cuts its log: at its high watermark, but nowhere once it asks again."""
    return where(me.follows == Follows.asks_again, me.log.end_offset, me.high_watermark)


@action("follower_truncates")
def truncate_kip_101(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """The follower cuts its log at the answer, or at its high watermark if the leader did not know (KIP-101)."""
    me, end = c.replicas[follower], require_epoch_answer(c, follower)
    cut = where(end == UNDEFINED_OFFSET, _without_answer(me), end)
    return truncate(c, follower, cut, Follows.checks)


def agreement(me: KafkaReplica, end: Number, lookup: Any) -> tuple[Number, Truth]:
    """Where a follower cuts its log after an answer, an epoch that ends at an offset, and whether it asks again.

    If it does not know that epoch, it cuts to the end of its own largest epoch below, and asks about that one
    (`AbstractFetcherThread.getOffsetTruncationState`).
    """
    answered = me.exchange.epoch
    mine = me.cache.end_of(answered, me.log.end_offset, lookup)
    unknown = (answered == NO_EPOCH) | (mine.end == UNDEFINED_OFFSET)
    again = not_(unknown | (mine.epoch == answered))
    return where(again, mine.end, where(unknown, end, minimum(mine.end, end))), again


@action("follower_truncates")
def truncate_kip_279(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """The follower cuts its log where both know the epoch of the answer, or else asks again (KIP-279)."""
    me, end = c.replicas[follower], require_epoch_answer(c, follower)
    tells_more = where(c.settings.lookup == Lookup.kafka_7415, Lookup.kafka_7415, Lookup.kip_279)
    undefined = end == UNDEFINED_OFFSET
    agreed, unsettled = agreement(me, end, tells_more)
    again = unsettled & not_(undefined)
    cut = where(undefined, _without_answer(me), agreed)
    return truncate(c, follower, cut, where(again, Follows.asks_again, Follows.checks))


# On fetch: KIP-595, and KRaft.


@action("become_follower")
def follow_and_fetch(c: KafkaCluster, follower: Broker, epoch: Epoch) -> KafkaCluster:
    """A broker learns of another leader, keeps its log, and fetches from its log end.

    One whose cache is empty has no epoch to send, and cuts to its own high watermark first
    (`AbstractFetcherThread.partitionFetchState`, `maybeTruncate`). Where KRaft says that nobody leads, it waits.
    """
    me = c.replicas[follower]
    cuts = me.cache.is_empty() & (c.requests[epoch].leader != none)
    cut = where(cuts, me.high_watermark, me.log.end_offset)
    return follow(c, follower, epoch, cut, Follows.checks)


@action("follower_sends_fetch")
def follower_sends_fetch_with_epoch(c: KafkaCluster, follower: Broker, leader: Broker) -> KafkaCluster:
    """A follower asks for what comes after its log end, and sends the last epoch of its log (`lastFetchedEpoch`).

    It sends none after an empty answer from 3.5.1 to 3.6.2 (KAFKA-15080, KAFKA-15510), as far as that matters.
    """
    me = c.replicas[follower]
    require_connection(c, follower, leader)
    require(me.exchange.stage == Stage.idle, "nothing else is between the two")
    require(me.late_answer.leader != leader, "it awaits no late answer of the other broker")
    epoch = where(me.sends_no_epoch, NO_EPOCH, me.cache.latest())
    return c.with_exchange(follower, fetch_request(c, follower).but(epoch=epoch))


def _end(c: KafkaCluster, leader: Identity, fetch: FetchExchange | OldFetch) -> EpochEnd:
    me = c.replicas[leader]
    return me.cache.end_of(fetch.epoch, me.log.end_offset, c.settings.lookup)


def _diverges(c: KafkaCluster, leader: Identity, fetch: FetchExchange | OldFetch) -> Truth:
    """Whether the last epoch of a fetch ends before the fetch offset in the leader's log, or is not in it
    (`Partition.readRecords`).
    """
    epoch_end = _end(c, leader, fetch)
    has_end = (fetch.epoch != NO_EPOCH) & (epoch_end.end != UNDEFINED_OFFSET)
    return has_end & ((epoch_end.epoch < fetch.epoch) | (epoch_end.end < fetch.offset))


def _is_out_of_range(c: KafkaCluster, leader: Identity, fetch: FetchExchange | OldFetch) -> Truth:
    """Whether a fetch is of an epoch whose end the leader does not know, or goes beyond the leader's log end."""
    unknown = (fetch.epoch != NO_EPOCH) & (_end(c, leader, fetch).end == UNDEFINED_OFFSET)
    beyond = fetch.offset > c.replicas[leader].log.end_offset
    return unknown | (beyond & not_(_diverges(c, leader, fetch)))


def _handle_fetch_with_epoch(
    c: KafkaCluster, leader: Identity, follower: Identity, if_diverges: KafkaCluster
) -> KafkaCluster:
    """The leader answers a fetch with records, or with where the logs diverge. if_diverges: how it is left then."""
    fetch = require_answerable(c, leader, follower, Stage.fetch)
    require(not_(_is_out_of_range(c, leader, fetch)), "the leader has an answer for offset and epoch")
    epoch_end = _end(c, leader, fetch)
    answer = fetch.but(stage=Stage.epoch_answer, epoch=epoch_end.epoch, offset=epoch_end.end)
    answer = where(
        c.settings.raises_before_cut, answer.but(high_watermark=c.replicas[leader].high_watermark), answer
    )
    apart = if_diverges.with_exchange(follower, answer)
    return where(_diverges(c, leader, fetch), apart, take_fetch(c, leader, follower, fetch))


@action("leader_handles_fetch")
def leader_handles_fetch_with_epoch(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
    """The leader looks first whether the two logs diverge, and if so answers with where the epoch ends in its own.

    It does not count the fetch then. Otherwise it does as before: it reads, notes the follower's log end offset,
    raises its high watermark, and answers (`Partition.fetchRecords`).
    """
    return _handle_fetch_with_epoch(c, leader, follower, if_diverges=c)


@action("leader_handles_fetch")
def leader_counts_any_fetch(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
    """The leader of 2.8.0 counts a fetch even if it answers that the logs diverge (KAFKA-13141).

    The follower's log end then counts with records that it is about to cut (`ReplicaManager.updateFollowerFetchState`).
    """
    counted = count_fetch(c, leader, follower, c.replicas[follower].exchange.offset)
    return _handle_fetch_with_epoch(c, leader, follower, if_diverges=counted)


def _handle_old_fetch(
    c: KafkaCluster, leader: Identity, follower: Identity, counts_divergent: bool
) -> KafkaCluster:
    """The leader counts a fetch that its follower gave up, if it has an answer; nobody gets that."""
    old = require_old_fetch(c, leader, follower)
    refused = _is_out_of_range(c, leader, old)
    if not counts_divergent:
        refused = refused | _diverges(c, leader, old)
    dropped = c.without_old_fetch(follower)
    return where(refused, dropped, count_fetch(dropped, leader, follower, old.offset, old.outlived))


@action("leader_handles_old_fetch")
def leader_handles_old_fetch_with_epoch(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
    """A leader counts a fetch that its follower gave up, unless the two logs diverge; the answer reaches nobody."""
    return _handle_old_fetch(c, leader, follower, counts_divergent=False)


@action("leader_handles_old_fetch")
def leader_counts_any_old_fetch(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
    """The leader of 2.8.0 counts a fetch that its follower gave up, even if the logs diverge (KAFKA-13141)."""
    return _handle_old_fetch(c, leader, follower, counts_divergent=True)


@action("leader_refuses_offset")
def leader_refuses_offset_or_epoch(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
    """A fetch that the leader has no answer for is answered with an error, and its log end (OFFSET_OUT_OF_RANGE)."""
    fetch = require_answerable(c, leader, follower, Stage.fetch)
    require(_is_out_of_range(c, leader, fetch), "the leader has no answer for offset and epoch")
    end = c.replicas[leader].log.end_offset
    return c.with_exchange(follower, fetch.but(stage=Stage.out_of_range, offset=end, epoch=NO_EPOCH))


@action("follower_truncates")
def truncate_on_fetch(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """The follower cuts its log where the leader says that the two diverge, and fetches again.

    The next answer says whether they still do (`AbstractFetcherThread.truncateOnFetchResponse`). The follower
    takes its high watermark from that answer; up to 3.4.0 from this one, before the cut (KAFKA-14704).
    """
    me, end = c.replicas[follower], require_epoch_answer(c, follower)
    before = c.settings.raises_before_cut & (me.high_watermark != _answered_high_watermark(c, follower))
    require(not_(before), "it has taken over the leader's high watermark, where that comes first")
    cut, _ = agreement(me, end, c.settings.lookup)
    return truncate(c, follower, cut, Follows.checks)


def _answered_high_watermark(c: KafkaCluster, follower: Identity) -> Number:
    me = c.replicas[follower]
    return minimum(me.exchange.high_watermark, me.log.end_offset)


@action(when=lambda at: at.raises_before_cut)
def follower_raises_high_watermark_before_cut(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """The follower takes over the leader's high watermark from an answer that tells it to cut its log (KAFKA-14704).

    Records below it may be about to be cut, and a consumer of this follower would be shown them
    (`ReplicaFetcherThread.processPartitionData`, up to 3.4.0).
    """
    me = c.replicas[follower]
    require_epoch_answer(c, follower)
    raised = _answered_high_watermark(c, follower)
    require(me.high_watermark != raised, "it has another high watermark")
    return c.with_replica(follower, me.but(high_watermark=raised))


# By the leader's log end: a follower that fetched beyond it, in any release.


def is_beyond_leader(me: KafkaReplica) -> Truth:
    """Whether an answer that still applies says that the follower's log goes beyond the leader's."""
    current = me.fetches & has_same_epoch(me, me.exchange)
    return current & (me.exchange.offset < me.log.end_offset)


def halts(c: KafkaCluster) -> Truth:
    """Whether such a follower ends its process: up to 2.0.0, unless unclean election is on."""
    return (c.settings.beyond != Beyond.truncates) & not_(c.settings.unclean_election)


@action(when=lambda at: not may_halt(at))
def follower_truncates_to_leader_end(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """A follower that fetched beyond the leader's log end cuts its log there (`handleOffsetOutOfRange`)."""
    me = c.replicas[follower]
    require(me.exchange.stage == Stage.out_of_range, "the error and the leader's log end are on their way")
    beyond = is_beyond_leader(me)
    require(not_(halts(c) & beyond), "the release truncates there, and does not stop the broker")
    end = where(beyond, me.exchange.offset, me.log.end_offset)
    cut = me.cut(end).but(sends_no_epoch=False, exchange=me.exchange.type.default)
    return c.with_replica(follower, cut)


HIGH_WATERMARK = (truncate_to_high_watermark,)
LEADER_HIGH_WATERMARK = (truncate_to_leader_high_watermark,)
KIP_101 = (follow_and_ask, truncate_kip_101)
KIP_279 = (follow_and_ask, truncate_kip_279)
_ON_FETCH = (
    follower_sends_fetch_with_epoch, leader_handles_fetch_with_epoch, leader_handles_old_fetch_with_epoch,
    leader_refuses_offset_or_epoch, truncate_on_fetch, follower_raises_high_watermark_before_cut,
)  # fmt: skip
ON_FETCH = (follow_and_fetch, *_ON_FETCH)
ON_FETCH_2_8_0 = (
    follow_and_fetch,
    follower_sends_fetch_with_epoch,
    leader_counts_any_fetch,
    leader_counts_any_old_fetch,
    leader_refuses_offset_or_epoch,
    truncate_on_fetch,
    follower_raises_high_watermark_before_cut,
)
ON_FETCH_WITH_KRAFT = (only_if_news(follow_and_fetch, "follower"), *_ON_FETCH)

REPLICATION = (
    leader_answers_epoch_request, fetching.follower_sends_fetch, follower_asks_for_end_offset,
    fetching.follower_gives_up_fetch, fetching.answer_is_delayed, fetching.late_answer_arrives,
    fetching.leader_handles_fetch, fetching.leader_handles_old_fetch,
    fetching.leader_answers_waiting_fetch, fetching.leader_refuses_offset, fetching.broker_refuses_request,
    fetching.follower_appends, fetching.answer_is_read_late, fetching.follower_ignores_answer,
    follower_truncates_to_leader_end,
)  # fmt: skip
"""What followers and leaders do with ZooKeeper and with KRaft, whatever the way to truncate."""
