"""Truncation on fetch (KIP-595): a follower's fetch carries the epoch of its last record, and its leader tells it in
the answer where their logs diverge. Nobody asks for the end of an epoch by a request of its own.

With inter-broker protocol 2.7-IV1 or above, from 2.8.0 on (KAFKA-10554), and always with KRaft.
"""

from tidemark.impl.kafka.cluster import Cluster, Exchange, OldFetch, Stage
from tidemark.impl.kafka.domains import Broker, Epoch
from tidemark.impl.kafka.epoch_cache import NO_EPOCH, UNDEFINED_OFFSET, Found
from tidemark.impl.kafka.fetching import (
    fetch_request,
    require_answerable,
    require_connected,
    require_old_fetch,
    take_fetch,
)
from tidemark.impl.kafka.isr import count_fetch
from tidemark.impl.kafka.settings import Follows
from tidemark.impl.kafka.truncation import agreement, follow, require_epoch_answer, truncate
from tidemark.spec import Identity, Number, Truth, action, minimum, none, not_, require, where


@action("become_follower")
def follow_and_fetch(c: Cluster, follower: Broker, epoch: Epoch) -> Cluster:
    """A broker learns of another leader, keeps its log, and fetches from its log end.

    One whose cache is empty has no epoch to send, and cuts to its own high watermark first
    (`AbstractFetcherThread.partitionFetchState`, `maybeTruncate`). Where KRaft says that nobody leads, it waits.
    """
    me = c.replicas[follower]
    cuts = me.cache.is_empty() & (c.requests[epoch].leader != none)
    cut = where(cuts, me.high_watermark, me.log.end_offset)
    return follow(c, follower, epoch, cut, Follows.checks)


@action("follower_sends_fetch")
def follower_sends_fetch_with_epoch(c: Cluster, follower: Broker, leader: Broker) -> Cluster:
    """A follower asks for what comes after its log end, and sends the last epoch of its log (`lastFetchedEpoch`)."""
    me = c.replicas[follower]
    require_connected(c, follower, leader)
    require(me.exchange.stage == Stage.idle, "nothing else is between the two")
    return c.with_exchange(follower, fetch_request(c, follower).but(epoch=me.cache.latest()))


def _end(c: Cluster, leader: Identity, fetch: Exchange | OldFetch) -> Found:
    me = c.replicas[leader]
    return me.cache.end_of(fetch.epoch, me.log.end_offset, c.settings.lookup)


def _diverges(c: Cluster, leader: Identity, fetch: Exchange | OldFetch) -> Truth:
    """Whether the last epoch of a fetch ends before the fetch offset in the leader's log, or is not in it
    (`Partition.readRecords`).
    """
    found = _end(c, leader, fetch)
    known = (fetch.epoch != NO_EPOCH) & (found.end != UNDEFINED_OFFSET)
    return known & ((found.epoch < fetch.epoch) | (found.end < fetch.offset))


def _is_out_of_range(c: Cluster, leader: Identity, fetch: Exchange | OldFetch) -> Truth:
    """Whether a fetch is of an epoch whose end the leader does not know, or goes beyond the leader's log end."""
    unknown = (fetch.epoch != NO_EPOCH) & (_end(c, leader, fetch).end == UNDEFINED_OFFSET)
    beyond = fetch.offset > c.replicas[leader].log.end_offset
    return unknown | (beyond & not_(_diverges(c, leader, fetch)))


@action("leader_handles_fetch")
def leader_handles_fetch_with_epoch(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
    """The leader looks first whether the two logs diverge, and if so answers with where the epoch ends in its own.

    It does not count the fetch then. Otherwise it does as before: it reads, notes the follower's log end offset,
    raises its high watermark, and answers (`Partition.fetchRecords`).
    """
    fetch = require_answerable(c, leader, follower, Stage.fetch)
    require(not_(_is_out_of_range(c, leader, fetch)), "the leader has an answer for offset and epoch")
    found = _end(c, leader, fetch)
    told = fetch.but(stage=Stage.epoch_answer, epoch=found.epoch, offset=found.end)
    told = where(
        c.settings.raises_before_cut, told.but(high_watermark=c.replicas[leader].high_watermark), told
    )
    apart = c.with_exchange(follower, told)
    return where(_diverges(c, leader, fetch), apart, take_fetch(c, leader, follower, fetch))


@action("leader_handles_old_fetch")
def leader_handles_old_fetch_with_epoch(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
    """A leader counts a fetch that its follower gave up, unless the two logs diverge; the answer reaches nobody."""
    old = require_old_fetch(c, leader, follower)
    refused = _is_out_of_range(c, leader, old) | _diverges(c, leader, old)
    dropped = c.without_old_fetch(follower)
    return where(refused, dropped, count_fetch(dropped, leader, follower, old.offset, old.outlived))


@action("leader_refuses_offset")
def leader_refuses_offset_or_epoch(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
    """A fetch that the leader has no answer for is answered with an error, and its log end (OFFSET_OUT_OF_RANGE)."""
    fetch = require_answerable(c, leader, follower, Stage.fetch)
    require(_is_out_of_range(c, leader, fetch), "the leader has no answer for offset and epoch")
    end = c.replicas[leader].log.end_offset
    return c.with_exchange(follower, fetch.but(stage=Stage.out_of_range, offset=end, epoch=NO_EPOCH))


@action("follower_truncates")
def truncate_on_fetch(c: Cluster, follower: Broker) -> Cluster:
    """The follower cuts its log where the leader says that the two diverge, and fetches again.

    The next answer says whether they still do (`AbstractFetcherThread.truncateOnFetchResponse`). The follower
    takes its high watermark from that answer; up to 3.4.0 from this one, before the cut (KAFKA-14704).
    """
    me, end = c.replicas[follower], require_epoch_answer(c, follower)
    before = c.settings.raises_before_cut & (me.high_watermark != _answered_high_watermark(c, follower))
    require(not_(before), "it has taken over the leader's high watermark, where that comes first")
    cut, _ = agreement(me, end, c.settings.lookup)
    return truncate(c, follower, cut, Follows.checks)


def _answered_high_watermark(c: Cluster, follower: Identity) -> Number:
    me = c.replicas[follower]
    return minimum(me.exchange.high_watermark, me.log.end_offset)


@action(when=lambda at: at["raises_before_cut"])
def follower_raises_high_watermark_before_cut(c: Cluster, follower: Broker) -> Cluster:
    """The follower takes over the leader's high watermark from an answer that tells it to cut its log (KAFKA-14704).

    Records below it may be about to be cut, and a consumer of this follower would be shown them
    (`ReplicaFetcherThread.processPartitionData`, up to 3.4.0).
    """
    me = c.replicas[follower]
    require_epoch_answer(c, follower)
    raised = _answered_high_watermark(c, follower)
    require(me.high_watermark != raised, "it has another high watermark")
    return c.with_replica(follower, me.but(high_watermark=raised))


ON_FETCH = (
    follow_and_fetch,
    follower_sends_fetch_with_epoch,
    leader_handles_fetch_with_epoch,
    leader_handles_old_fetch_with_epoch,
    leader_refuses_offset_or_epoch,
    truncate_on_fetch,
    follower_raises_high_watermark_before_cut,
)
