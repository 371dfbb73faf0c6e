"""Truncation: where a follower cuts its log so that it agrees with the leader's.

Before 0.11 it cuts to its own high watermark, which may be behind what it has already helped to commit. From
KIP-101 on it asks the leader, and both look into their leader epoch caches.
"""

from impl.replication.cluster import NO_EPOCH, UNDEFINED_OFFSET, Cluster, Stage
from impl.replication.domains import Broker, Epoch
from impl.replication.epoch_cache import end_offset_kip_101, largest_epoch_not_above
from impl.replication.fetching import has_same_epoch, require_answerable, truncated
from spec import Identity, Number, Truth, action, minimum, require, where


def _follow(c: Cluster, follower: Identity, epoch: Number, cut: Number, truncating: Truth) -> Cluster:
    """A broker follows the leader that a LeaderAndIsr request names (`ReplicaManager.makeFollowers`).

    If it led, it forgets a leader's part of its state, and answers the fetches that waited. If its leader is the
    same as before, the message between them stays on its way, for it is the same connection.
    """
    me, request = c.replicas[follower], c.requests[epoch]
    require(request.recipients.has(follower), "the request is on its way to the broker")
    require(request.leader != follower, "the request makes another broker the leader")
    view = truncated(me, cut).but(
        leader_epoch=epoch,
        leader=request.leader,
        epoch_start=0,
        isr=me.isr - me.isr,
        remote_end_offset=me.remote_end_offset.type.default,
        truncating=truncating,
        exchange=where(me.leader == request.leader, me.exchange, me.exchange.type.default),
    )
    c = c.without_debts(follower).without_exchanges(follower, only_waiting=True)
    return c.without_requests(follower, range(epoch + 1)).with_replica(follower, view)


@action("become_follower")
def truncate_to_high_watermark(c: Cluster, follower: Broker, epoch: Epoch) -> Cluster:
    """A broker learns of a newer leader and cuts its log to its own high watermark (before 0.11)."""
    me = c.replicas[follower]
    return _follow(c, follower, epoch, me.high_watermark, False)


@action("become_follower")
def follow_and_ask(c: Cluster, follower: Broker, epoch: Epoch) -> Cluster:
    """A broker learns of a newer leader and keeps its log, but asks that leader before it fetches (KIP-101).

    A log without records has nothing to ask about.
    """
    end = c.replicas[follower].log.end_offset
    return _follow(c, follower, epoch, end, end > 0)


@action("leader_answers_epoch_request")
def answer_kip_101(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
    """The leader answers with the end offset of the epoch, or that it does not know (KIP-101)."""
    request = require_answerable(c, leader, follower, Stage.epoch_request)
    end = end_offset_kip_101(c.replicas[leader].log, request.epoch)
    return c.with_exchange(follower, request.but(stage=Stage.epoch_answer, epoch=NO_EPOCH, offset=end))


@action("follower_truncates")
def truncate_kip_101(c: Cluster, follower: Broker) -> Cluster:
    """The follower cuts its log at the answer, or at its high watermark if the leader did not know."""
    me, end = c.replicas[follower], _require_epoch_answer(c, follower)
    cut = where(end == UNDEFINED_OFFSET, me.high_watermark, minimum(end, me.log.end_offset))
    settled = truncated(me, cut).but(truncating=False, exchange=me.exchange.type.default)
    return c.with_replica(follower, settled)


@action("leader_answers_epoch_request")
def answer_kip_279(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
    """The leader answers with its largest epoch not above the one asked for, and that one's end offset
    (KIP-279).

    Without such an epoch, the two logs share nothing, and the answer is 0.
    """
    request = require_answerable(c, leader, follower, Stage.epoch_request)
    log = c.replicas[leader].log
    epoch, end = largest_epoch_not_above(log, request.epoch), log.first_newer_offset(request.epoch)
    return c.with_exchange(
        follower, request.but(stage=Stage.epoch_answer, epoch=epoch, offset=where(epoch == NO_EPOCH, 0, end))
    )


@action("follower_truncates")
def truncate_kip_279(c: Cluster, follower: Broker) -> Cluster:
    """The follower cuts its log where both know the epoch of the answer, or else asks again (KIP-279).

    If it does not know that epoch, it cuts to the end of its own largest epoch below, and asks about that one
    (`AbstractFetcherThread.getOffsetTruncationState`).
    """
    me, end = c.replicas[follower], _require_epoch_answer(c, follower)
    answered = me.exchange.epoch
    own_end = me.log.first_newer_offset(answered)
    agreed = largest_epoch_not_above(me.log, answered) == answered
    cut = where(agreed, minimum(end, own_end), own_end)
    again = where(agreed, False, cut > 0)
    settled = truncated(me, cut).but(truncating=again, exchange=me.exchange.type.default)
    return c.with_replica(follower, settled)


def _require_epoch_answer(c: Cluster, follower: Identity) -> Number:
    """The guards of a truncation; gives the end offset in the answer."""
    me = c.replicas[follower]
    require(me.exchange.stage == Stage.epoch_answer, "the answer to an epoch request is on its way")
    require(has_same_epoch(me, me.exchange), "it is of the follower's leader epoch, or carries none")
    return me.exchange.offset


HIGH_WATERMARK = (truncate_to_high_watermark,)
KIP_101 = (follow_and_ask, answer_kip_101, truncate_kip_101)
KIP_279 = (follow_and_ask, answer_kip_279, truncate_kip_279)
