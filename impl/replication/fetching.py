"""Replication: a follower fetches, one request at a time. Only the answer to its next fetch tells it what the
leader learned from this one.

A request that a broker refuses, since it does not lead or has another leader epoch, comes back as an error,
and the follower tries again; the error arrives at once.
"""

from collections.abc import Callable

from impl.replication.cluster import NO_EPOCH, Cluster, Exchange, Replica, Stage
from impl.replication.domains import Broker
from impl.replication.epoch_cache import latest_epoch
from impl.replication.isr import expand, expand_fenced, with_remote_end_offset
from impl.replication.leadership import maybe_increment_high_watermark
from spec import Identity, Label, Number, Truth, action, minimum, not_, require, where

# What a follower sends. The rule of fencing decides only whether a request carries the follower's leader epoch.


def _require_connected(c: Cluster, follower: Identity, leader: Identity) -> None:
    require(
        (c.replicas[follower].leader == leader) & (follower != leader), "the broker follows the other one"
    )
    require(c.replicas[leader].up, "the other broker is up")


def _send_fetch(c: Cluster, follower: Identity, leader: Identity, leader_epoch: Number) -> Cluster:
    me = c.replicas[follower]
    _require_connected(c, follower, leader)
    require(me.exchange.stage == Stage.idle, "nothing else is between the two")
    require(not_(me.truncating), "the follower knows that its log agrees with the leader's")
    fetch = me.exchange.type(stage=Stage.fetch, offset=me.log.end_offset, leader_epoch=leader_epoch)
    return c.with_exchange(follower, fetch)


@action("follower_sends_fetch")
def send_fetch(c: Cluster, follower: Broker, leader: Broker) -> Cluster:
    """A follower asks for what comes after its log end offset (`ReplicaFetcherThread.buildFetchRequest`)."""
    return _send_fetch(c, follower, leader, NO_EPOCH)


@action("follower_sends_fetch")
def send_fetch_fenced(c: Cluster, follower: Broker, leader: Broker) -> Cluster:
    """A follower asks for what comes after its log end offset, and sends its current leader epoch (KIP-320)."""
    return _send_fetch(c, follower, leader, c.replicas[follower].leader_epoch)


def _ask_for_end_offset(c: Cluster, follower: Identity, leader: Identity, leader_epoch: Number) -> Cluster:
    me = c.replicas[follower]
    _require_connected(c, follower, leader)
    require(me.exchange.stage == Stage.idle, "nothing else is between the two")
    require(me.truncating, "the follower does not know yet whether its log agrees with the leader's")
    last = latest_epoch(me.log)
    return c.with_exchange(
        follower, me.exchange.type(stage=Stage.epoch_request, epoch=last, leader_epoch=leader_epoch)
    )


@action("follower_asks_for_end_offset")
def ask_for_end_offset(c: Cluster, follower: Broker, leader: Broker) -> Cluster:
    """A follower asks where the leader's records of its own last epoch end (KIP-101)."""
    return _ask_for_end_offset(c, follower, leader, NO_EPOCH)


@action("follower_asks_for_end_offset")
def ask_for_end_offset_fenced(c: Cluster, follower: Broker, leader: Broker) -> Cluster:
    """A follower asks where the leader's records of an epoch end, and sends its current leader epoch (KIP-320)."""
    return _ask_for_end_offset(c, follower, leader, c.replicas[follower].leader_epoch)


UNFENCED = (send_fetch, ask_for_end_offset)
FENCED = (send_fetch_fenced, ask_for_end_offset_fenced)


# What a leader does with a request.


def has_same_epoch(replica: Replica, exchange: Exchange) -> Truth:
    """Whether a message carries the replica's leader epoch, or none at all
    (`Partition.checkCurrentLeaderEpoch`).

    Before KIP-320 none does.
    """
    return (exchange.leader_epoch == NO_EPOCH) | (exchange.leader_epoch == replica.leader_epoch)


def require_answerable(c: Cluster, leader: Identity, follower: Identity, stage: Label) -> Exchange:
    """The guards of a leader's answer to a follower; gives the follower's request."""
    exchange = c.replicas[follower].exchange
    require(
        (c.replicas[follower].leader == leader) & (follower != leader), "the broker follows the other one"
    )
    require(exchange.stage == stage, f"its message is at the stage {stage!r}")
    require(c.presumes_leadership(leader), "the other broker presumes to lead")
    require(
        has_same_epoch(c.replicas[leader], exchange),
        "the request carries that broker's leader epoch, or none",
    )
    return exchange


def _fetched(c: Cluster, leader: Identity, fetch: Exchange) -> Exchange:
    """The answer to a fetch: the next record, if there is one, and the leader's high watermark."""
    me = c.replicas[leader]
    records = fetch.records.type.default
    found = where(me.log.has_offset(fetch.offset), records.append(me.log[fetch.offset]), records)
    return fetch.but(stage=Stage.fetched, records=found, high_watermark=me.high_watermark)


def _handle_fetch(
    c: Cluster, leader: Identity, follower: Identity, maybe_expand: Callable[..., Cluster]
) -> Cluster:
    fetch = require_answerable(c, leader, follower, Stage.fetch)
    require(fetch.offset <= c.replicas[leader].log.end_offset, "the fetch offset is within the leader's log")
    c = maybe_expand(c, leader, follower, fetch.offset)
    known = where(c.replicas[leader].isr.has(follower), fetch.offset, 0)
    c = maybe_increment_high_watermark(with_remote_end_offset(c, leader, follower, known), leader)
    waits = fetch.offset == c.replicas[leader].log.end_offset
    return c.with_exchange(follower, where(waits, fetch.but(stage=Stage.waiting), _fetched(c, leader, fetch)))


@action("leader_handles_fetch")
def handle_fetch(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
    """The leader notes the follower's log end offset, raises its high watermark, then answers.

    A fetch with nothing to return waits (`ReplicaManager.fetchMessages`,
    `Partition.updateFollowerFetchState`). The follower's log end offset is kept while it is in the ISR:
    nothing else is read from it.
    """
    return _handle_fetch(c, leader, follower, expand)


@action("leader_handles_fetch")
def handle_fetch_fenced(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
    """As `handle_fetch`; a follower joins the ISR only once the high watermark is in the leader's epoch (KIP-320)."""
    return _handle_fetch(c, leader, follower, expand_fenced)


@action
def leader_answers_waiting_fetch(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
    """A fetch leaves the purgatory, since a record arrived or its time is over (`DelayedFetch`)."""
    fetch = require_answerable(c, leader, follower, Stage.waiting)
    return c.with_exchange(follower, _fetched(c, leader, fetch))


@action
def leader_refuses_offset(c: Cluster, leader: Broker, follower: Broker) -> Cluster:
    """A fetch beyond the leader's log end is answered with an error and that end (OFFSET_OUT_OF_RANGE)."""
    fetch = require_answerable(c, leader, follower, Stage.fetch)
    end = c.replicas[leader].log.end_offset
    require(fetch.offset > end, "the fetch offset is beyond the leader's log end")
    return c.with_exchange(follower, fetch.but(stage=Stage.out_of_range, offset=end))


@action
def broker_refuses_request(c: Cluster, broker: Broker, follower: Broker) -> Cluster:
    """A broker refuses a request, since it does not lead, or has another leader epoch than the request.

    NOT_LEADER_OR_FOLLOWER; FENCED_LEADER_EPOCH or UNKNOWN_LEADER_EPOCH (KIP-320).
    """
    _require_connected(c, follower, broker)
    me, exchange = c.replicas[broker], c.replicas[follower].exchange
    stage = exchange.stage
    requested = (stage == Stage.fetch) | (stage == Stage.waiting) | (stage == Stage.epoch_request)
    require(requested, "a request is on its way, or waits")
    fenced = not_(has_same_epoch(me, exchange))
    require(not_(c.presumes_leadership(broker)) | fenced, "the broker does not lead, or is in another epoch")
    return c.with_exchange(follower, exchange.type.default)


# What a follower does with the answer.


def _is_expected(me: Replica) -> Truth:
    """Whether an answer continues the follower's log as it is now
    (`AbstractFetcherThread.processFetchRequest`).

    The follower may have received a new LeaderAndIsr request since its fetch, and cut its log.
    """
    exchange = me.exchange
    return not_(me.truncating) & (exchange.offset == me.log.end_offset) & has_same_epoch(me, exchange)


@action
def follower_appends(c: Cluster, follower: Broker) -> Cluster:
    """The follower appends what it fetched, and takes over the leader's high watermark up to its log end."""
    me = c.replicas[follower]
    require(me.exchange.stage == Stage.fetched, "the answer to a fetch is on its way")
    require(_is_expected(me), "the answer continues the follower's log")
    fetched = me.exchange
    log = where(fetched.records.end_offset == 1, me.log.append(fetched.records[0]), me.log)
    high_watermark = minimum(fetched.high_watermark, log.end_offset)
    return c.with_replica(
        follower, me.but(log=log, high_watermark=high_watermark, exchange=me.exchange.type.default)
    )


@action
def follower_ignores_answer(c: Cluster, follower: Broker) -> Cluster:
    """The follower drops an answer that does not continue its log or is of another leader epoch."""
    me = c.replicas[follower]
    stage = me.exchange.stage
    stale = (stage == Stage.fetched) & not_(_is_expected(me))
    fenced = (stage == Stage.epoch_answer) & not_(has_same_epoch(me, me.exchange))
    require(stale | fenced, "an answer is on its way that the follower has no use for")
    return c.with_exchange(follower, me.exchange.type.default)


@action
def follower_truncates_to_leader_end(c: Cluster, follower: Broker) -> Cluster:
    """A follower that fetched beyond the leader's log end cuts its log there (`handleOffsetOutOfRange`)."""
    me = c.replicas[follower]
    require(me.exchange.stage == Stage.out_of_range, "the error and the leader's log end are on their way")
    current = not_(me.truncating) & has_same_epoch(me, me.exchange)
    end = where(current, minimum(me.exchange.offset, me.log.end_offset), me.log.end_offset)
    return c.with_replica(follower, truncated(me, end).but(exchange=me.exchange.type.default))


def truncated(me: Replica, offset: Number) -> Replica:
    """A replica with its log cut at an offset, and its high watermark no higher (`Log.truncateTo`)."""
    return me.but(
        log=me.log.truncate(offset),
        high_watermark=minimum(me.high_watermark, offset),
        on_disk=minimum(me.on_disk, offset),
    )


SHARED = (
    leader_answers_waiting_fetch,
    leader_refuses_offset,
    broker_refuses_request,
    follower_appends,
    follower_ignores_answer,
    follower_truncates_to_leader_end,
)
EXPAND = (handle_fetch,)
EXPAND_FENCED = (handle_fetch_fenced,)
