"""Truncation: where a follower cuts its log so that it agrees with the leader's.

Before 0.11 it cuts to its own high watermark, which may be behind what it has already helped to commit. From KIP-101 on
it asks the leader where its own last epoch ends, and both look into their leader epoch caches.
"""

from typing import Any

from tidemark.impl.kafka.cluster import Cluster, Replica, Stage
from tidemark.impl.kafka.controller import require_next
from tidemark.impl.kafka.domains import Broker, Epoch
from tidemark.impl.kafka.epoch_cache import NO_EPOCH, UNDEFINED_OFFSET, Lookup
from tidemark.impl.kafka.fetching import has_same_epoch, require_answerable
from tidemark.impl.kafka.settings import Follows, Restart
from tidemark.spec import Identity, Label, Number, Truth, action, minimum, not_, require, where


def follow(c: Cluster, follower: Identity, epoch: Number, cut: Number, follows: Label) -> Cluster:
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
        exchange=where(same, me.exchange, me.exchange.type.default),
    )
    view: Replica = where(goes_on, me.but(leader_epoch=epoch), begun)
    c = c.without_debts(follower).without_exchanges(follower, only_waiting=True)
    return c.without_requests(follower, range(epoch + 1)).with_replica(follower, view)


@action("become_follower")
def truncate_to_high_watermark(c: Cluster, follower: Broker, epoch: Epoch) -> Cluster:
    """A broker learns of another leader and cuts its log to its own high watermark (before 0.11)."""
    me = c.replicas[follower]
    return follow(c, follower, epoch, me.high_watermark, me.type.default.follows)


@action("become_follower")
def truncate_to_leader_high_watermark(c: Cluster, follower: Broker, epoch: Epoch) -> Cluster:
    """A broker learns of another leader and cuts its log to that one's high watermark: an account's, no release's."""
    me, leader = c.replicas[follower], c.requests[epoch].leader
    require(c.requests[epoch].recipients.has(follower), "the request is on its way to the broker")
    cut = me.log.end_offset
    for other in c.replicas.indices():
        cut = where(leader == other, minimum(cut, c.replicas[other].high_watermark), cut)
    return follow(c, follower, epoch, cut, me.type.default.follows)


@action("become_follower")
def follow_and_ask(c: Cluster, follower: Broker, epoch: Epoch) -> Cluster:
    """A broker learns of another leader and keeps its log, but asks that leader before it fetches (KIP-101).

    From 2.1 on, one whose cache is empty has nothing to ask about, and cuts its log to its own high watermark
    (`AbstractFetcherThread.truncateToHighWatermark`): it has records then only if its cache was not on disk.
    """
    me = c.replicas[follower]
    asks = c.settings.asks_when_empty | not_(me.cache.is_empty())
    follows = where(asks, Follows.asks, Follows.checks)
    cut = where(asks, me.log.end_offset, me.high_watermark)
    return follow(c, follower, epoch, cut, follows)


@action(when=lambda at: at["asks"] and not at["on_fetch"])
def leader_answers_epoch_request(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
    """The leader looks up where an epoch ends, and answers (`LeaderEpochFileCache.endOffsetFor`)."""
    request = require_answerable(c, leader, follower, Stage.epoch_request)
    me = c.replicas[leader]
    found = me.cache.end_of(request.epoch, me.log.end_offset, c.settings.lookup)
    return c.with_exchange(
        follower, request.but(stage=Stage.epoch_answer, epoch=found.epoch, offset=found.end)
    )


def require_epoch_answer(c: Cluster, follower: Identity) -> Number:
    """The guards of a truncation; gives the end offset in the answer."""
    me = c.replicas[follower]
    require(me.exchange.stage == Stage.epoch_answer, "the answer to an epoch request is on its way")
    require(has_same_epoch(me, me.exchange), "it is of the follower's leader epoch, or carries none")
    return me.exchange.offset


def truncate(c: Cluster, follower: Identity, cut: Number, follows: Label) -> Cluster:
    """A follower cuts its log, if it is longer, and drops the answer; its cache may drop epochs that have no record."""
    me = c.replicas[follower]
    cut = minimum(cut, me.log.end_offset)
    settled = me.cut(cut).but(follows=follows, exchange=me.exchange.type.default)
    cleaned = settled.cache.cut(settled.log.end_offset)
    cache = where(c.settings.cache_cleaned, cleaned, settled.cache)
    return c.with_replica(follower, settled.but(cache=cache))


def _without_answer(me: Replica) -> Number:
    """Where a follower without an answer cuts its log: at its high watermark, but nowhere once it asks again."""
    return where(me.follows == Follows.asks_again, me.log.end_offset, me.high_watermark)


@action("follower_truncates")
def truncate_kip_101(c: Cluster, follower: Broker) -> Cluster:
    """The follower cuts its log at the answer, or at its high watermark if the leader did not know (KIP-101)."""
    me, end = c.replicas[follower], require_epoch_answer(c, follower)
    cut = where(end == UNDEFINED_OFFSET, _without_answer(me), end)
    return truncate(c, follower, cut, Follows.checks)


def agreement(me: Replica, end: Number, lookup: Any) -> tuple[Number, Truth]:
    """Where a follower cuts its log after an answer, an epoch that ends at an offset, and whether it asks again.

    If it does not know that epoch, it cuts to the end of its own largest epoch below, and asks about that one
    (`AbstractFetcherThread.getOffsetTruncationState`).
    """
    answered = me.exchange.epoch
    own = me.cache.end_of(answered, me.log.end_offset, lookup)
    unknown = (answered == NO_EPOCH) | (own.end == UNDEFINED_OFFSET)
    again = not_(unknown | (own.epoch == answered))
    return where(again, own.end, where(unknown, end, minimum(own.end, end))), again


@action("follower_truncates")
def truncate_kip_279(c: Cluster, follower: Broker) -> Cluster:
    """The follower cuts its log where both know the epoch of the answer, or else asks again (KIP-279)."""
    me, end = c.replicas[follower], require_epoch_answer(c, follower)
    tells_more = where(c.settings.lookup == Lookup.kafka_7415, Lookup.kafka_7415, Lookup.kip_279)
    undefined = end == UNDEFINED_OFFSET
    found, unsettled = agreement(me, end, tells_more)
    again = unsettled & not_(undefined)
    cut = where(undefined, _without_answer(me), found)
    return truncate(c, follower, cut, where(again, Follows.asks_again, Follows.checks))


HIGH_WATERMARK = (truncate_to_high_watermark,)
LEADER_HIGH_WATERMARK = (truncate_to_leader_high_watermark,)
KIP_101 = (follow_and_ask, truncate_kip_101)
KIP_279 = (follow_and_ask, truncate_kip_279)
