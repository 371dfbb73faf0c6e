"""Replication: a follower fetches, one request at a time. What the leader learns from a fetch, the follower learns only
from the answer to its next one.

A broker that does not lead, or has another leader epoch, refuses a request. The error reaches the follower at once, and
the follower tries again.
"""

from tidemark.impl.kafka.bounds import KafkaAt
from tidemark.impl.kafka.cluster import FetchExchange, KafkaCluster, KafkaReplica, OldFetch, Stage
from tidemark.impl.kafka.domains import Broker
from tidemark.impl.kafka.epoch_cache import NO_EPOCH
from tidemark.impl.kafka.fencing import admits, carried_epoch, has_same_epoch
from tidemark.impl.kafka.isr import count_fetch
from tidemark.impl.kafka.settings import Eligible, Restart, may_be_late
from tidemark.impl.shared.log import ReplicaLog
from tidemark.spec import Identity, Label, Truth, action, minimum, none, not_, one_of, require, where

# What a follower sends.


def _require_follows(c: KafkaCluster, follower: Identity, broker: Identity) -> None:
    follows = (c.replicas[follower].leader == broker) & (follower != broker)
    require(follows, "the broker follows the other one")


def require_connection(c: KafkaCluster, follower: Identity, leader: Identity) -> None:
    """The guards of a request from a follower to a broker."""
    _require_follows(c, follower, leader)
    require(c.replicas[leader].up, "the other broker is up")
    require(not_(c.quorum.stopping[follower]), "it is not in a controlled shutdown")


def fetch_request(c: KafkaCluster, follower: Identity) -> FetchExchange:
    """A fetch from the follower's log end."""
    me = c.replicas[follower]
    request: FetchExchange = me.exchange.type(
        stage=Stage.fetch, offset=me.log.end_offset, leader_epoch=carried_epoch(c, follower)
    )
    return request


def asks_apart(at: KafkaAt) -> bool:
    """Whether a follower that asks for the end of an epoch does so in a separate request."""
    return not at.on_fetch


@action(when=asks_apart)
def follower_sends_fetch(c: KafkaCluster, follower: Broker, leader: Broker) -> KafkaCluster:
    """A follower asks for what comes after its log end offset (`ReplicaFetcherThread.buildFetchRequest`)."""
    me = c.replicas[follower]
    require_connection(c, follower, leader)
    require(me.exchange.stage == Stage.idle, "nothing else is between the two")
    require(me.fetches, "the follower knows that its log agrees with the leader's")
    return c.with_exchange(follower, fetch_request(c, follower))


@action
def follower_gives_up_fetch(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """A follower gives up a fetch (a crash, a new leader, `request.timeout.ms`), which stays in the leader's queue.

    Later, only another leader epoch makes that leader refuse it (KIP-320). KIP-903 describes the consequence.
    """
    me = c.replicas[follower]
    require(c.budget.old_fetches > 0, "a fetch may still be given up")
    require(me.exchange.stage == Stage.fetch, "a fetch is on its way")
    require(me.old_fetch.leader == none, "no other one was given up")
    fetch = me.exchange
    old = me.old_fetch.type(
        leader=me.leader, offset=fetch.offset, leader_epoch=fetch.leader_epoch, epoch=fetch.epoch
    )
    given_up = me.but(exchange=me.exchange.type.default, old_fetch=old)
    return c.spend(old_fetches=1).with_replica(follower, given_up)


def register(c: KafkaCluster, broker: Identity) -> KafkaCluster:
    """A broker registers with the controller, which gives it a newer broker epoch.

    From 3.5 on a fetch carries the broker epoch, and a fetch of an older one adds nobody to the ISR (KIP-903). A
    leader that has not heard of the registration still counts that fetch.
    """
    registers = c.settings.eligible == Eligible.registered
    me = c.replicas[broker]
    sent = registers & (me.old_fetch.leader != none)
    c = c.with_replica(broker, me.but(old_fetch=me.old_fetch.but(outlived=sent)))
    for leader in c.replicas.indices():
        me = c.replicas[leader]
        concerns_broker = (
            registers & (me.isr_change.member == broker) & not_(me.isr.has(broker) | me.isr_change.is_taken)
        )
        outlived = me.isr_change.but(outlived=me.isr_change.outlived | concerns_broker)
        c = c.with_replica(leader, me.but(isr_change=outlived))
    return c


_SCALARS = ("stage", "leader_epoch", "offset", "epoch", "high_watermark")
"""What a late answer keeps of an exchange, apart from its records."""


@action(when=may_be_late)
def answer_is_delayed(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """An answer is late: meanwhile its follower may hear of newer leader epochs, and of other leaders.

    The thread that fetches from that broker waits for the answer, so it sends nothing else there
    (`AbstractFetcherThread.processFetchRequest`). It goes on if it fetches other partitions too.
    """
    me = c.replicas[follower]
    require(c.budget.late_answers > 0, "an answer may still be late")
    require(
        one_of(me.exchange.stage, (Stage.fetched, Stage.epoch_answer)), "the answer to a fetch is on its way"
    )
    require(has_same_epoch(me, me.exchange), "it is of the follower's leader epoch")
    require(me.late_answer.leader == none, "no other answer is late")
    exchange, records = me.exchange, me.late_answer.records
    for k in records.indices():
        records = records.but(k, where(k < exchange.records.length, exchange.records[k], records[k]))
    late = me.late_answer.but(
        leader=me.leader,
        fetch_offset=me.log.end_offset,
        records=records,
        record_count=exchange.records.length,
        **{name: getattr(exchange, name) for name in _SCALARS},
    )
    return c.spend(late_answers=1).with_replica(
        follower, me.but(exchange=me.exchange.type.default, late_answer=late)
    )


@action(when=may_be_late)
def late_answer_arrives(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """A late answer reaches the follower, which drops it unless it still fetches from that leader and at that offset.

    From 2.8.0 on a follower fetches at once in a new leader epoch, and up to 3.9.0, and in 4.0.0, it compares the
    offset alone: the answer counts as one of the new epoch (KAFKA-18991, `AbstractFetcherThread.processFetchRequest`).
    Before, a new epoch began with a question, so no answer from before counted. A follower without an epoch cuts its
    log first, and drops the answer too (`isReadyForFetch`).
    """
    me = c.replicas[follower]
    late = me.late_answer
    require(late.leader != none, "an answer is late")
    same = (me.leader == late.leader) & (late.fetch_offset == me.log.end_offset) & not_(me.cache.is_empty())
    records: ReplicaLog = me.exchange.records.type.default
    for k in late.records.indices():
        records = where(k < late.record_count, records.append(late.records[k]), records)
    answer = me.exchange.but(records=records, **{name: getattr(late, name) for name in _SCALARS})
    epoch = where(c.settings.takes_late_answers, carried_epoch(c, follower), late.leader_epoch)
    exchange = where(same, answer.but(leader_epoch=epoch), me.exchange)
    return c.without_late_answer(follower).with_exchange(follower, exchange)


# What a leader does with a request.


def require_answerable(c: KafkaCluster, leader: Identity, follower: Identity, stage: Label) -> FetchExchange:
    """The guards of a leader's answer to a follower; gives the follower's request."""
    exchange = c.replicas[follower].exchange
    _require_follows(c, follower, leader)
    require(exchange.stage == stage, f"its message is at the stage {stage!r}")
    require(c.presumes_leadership(leader), "the other broker presumes to lead")
    asks = stage == Stage.epoch_request
    admitted = has_same_epoch(c.replicas[leader], exchange) if asks else admits(c, leader, exchange)
    require(admitted, "the request carries that broker's leader epoch, or none")
    return exchange


def _answer_with_records(c: KafkaCluster, leader: Identity, fetch: FetchExchange) -> FetchExchange:
    """The answer to a fetch: the records from its offset on, as many as it takes, and the leader's high watermark."""
    me = c.replicas[leader]
    records: ReplicaLog = fetch.records.type.default
    for k in range(records.capacity):
        offset = fetch.offset + k
        records = where(me.log.has_offset(offset), records.append(me.log[offset]), records)
    return fetch.but(stage=Stage.fetched, records=records, high_watermark=me.high_watermark)


def take_fetch(c: KafkaCluster, leader: Identity, follower: Identity, fetch: FetchExchange) -> KafkaCluster:
    """The leader reads its log, then notes the follower's log end offset and raises its high watermark.

    In 1.0.0, 1.0.1 and 1.1.0 the answer has the high watermark that it has raised (KAFKA-5758, KAFKA-7104,
    `LogReadResult.updateLeaderReplicaInfo`).
    """
    end, request = c.replicas[leader].log.end_offset, fetch.but(epoch=NO_EPOCH)
    answer = where(
        fetch.offset == end, request.but(stage=Stage.waiting), _answer_with_records(c, leader, request)
    )
    counted = count_fetch(c, leader, follower, fetch.offset)
    raised = c.settings.answers_raised & (answer.stage == Stage.fetched)
    high_watermark = where(raised, counted.replicas[leader].high_watermark, answer.high_watermark)
    return counted.with_exchange(follower, answer.but(high_watermark=high_watermark))


@action(when=asks_apart)
def leader_handles_fetch(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
    """The leader reads its log, then notes the follower's log end offset and raises its high watermark, then answers.

    So an answer has the high watermark from before (`ReplicaManager.fetchMessages`). A fetch with nothing to return
    waits, and is answered with what is there then.
    """
    fetch = require_answerable(c, leader, follower, Stage.fetch)
    require(fetch.offset <= c.replicas[leader].log.end_offset, "the fetch offset is within the leader's log")
    return take_fetch(c, leader, follower, fetch)


def require_old_fetch(c: KafkaCluster, leader: Identity, follower: Identity) -> OldFetch:
    """The guards of what a leader does with a fetch that its follower gave up; gives that fetch."""
    old = c.replicas[follower].old_fetch
    require((old.leader == leader) & (follower != leader), "the fetch is in the other broker's queue")
    require(c.presumes_leadership(leader), "that broker presumes to lead")
    require(admits(c, leader, old), "the fetch carries that broker's leader epoch, or none")
    return old


@action(when=asks_apart)
def leader_handles_old_fetch(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
    """A leader counts a fetch that its follower gave up, and the answer reaches nobody."""
    old = require_old_fetch(c, leader, follower)
    require(old.offset <= c.replicas[leader].log.end_offset, "the fetch offset is within the leader's log")
    return count_fetch(c.without_old_fetch(follower), leader, follower, old.offset, old.outlived)


@action
def leader_answers_waiting_fetch(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
    """A fetch leaves the purgatory, since a record arrived or its time is over (`DelayedFetch`)."""
    fetch = require_answerable(c, leader, follower, Stage.waiting)
    return c.with_exchange(follower, _answer_with_records(c, leader, fetch))


@action(when=asks_apart)
def leader_refuses_offset(c: KafkaCluster, leader: Broker, follower: Broker) -> KafkaCluster:
    """A fetch beyond the leader's log end is answered with an error and that end (OFFSET_OUT_OF_RANGE)."""
    fetch = require_answerable(c, leader, follower, Stage.fetch)
    end = c.replicas[leader].log.end_offset
    require(fetch.offset > end, "the fetch offset is beyond the leader's log end")
    return c.with_exchange(follower, fetch.but(stage=Stage.out_of_range, offset=end))


@action
def broker_refuses_request(c: KafkaCluster, broker: Broker, follower: Broker) -> KafkaCluster:
    """A broker refuses a request, since it does not lead, or has another leader epoch than the request.

    NOT_LEADER_OR_FOLLOWER; FENCED_LEADER_EPOCH or UNKNOWN_LEADER_EPOCH (KIP-320).
    """
    exchange = c.replicas[follower].exchange
    _require_follows(c, follower, broker)
    require(c.replicas[broker].up, "the other broker is up")
    stage = exchange.stage
    requested = one_of(stage, (Stage.fetch, Stage.waiting, Stage.epoch_request))
    require(requested, "a request is on its way, or waits")
    fenced = not_(has_same_epoch(c.replicas[broker], exchange))
    require(not_(c.presumes_leadership(broker)) | fenced, "the broker does not lead, or is in another epoch")
    return c.with_exchange(follower, exchange.type.default)


@action(when=lambda at: at.answer_bytes != "at-once")
def answer_is_read_late(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """The bytes of an answer are sent as the log has them by then: the broker has cut it since, and has other records.

    An answer has a slice of the log's file (`FileRecords`), which the network reads. Where the file has become shorter
    than the slice, nothing is sent (`FileRecords.writeTo`).
    """
    me = c.replicas[follower]
    fetched = me.exchange
    require(fetched.stage == Stage.fetched, "the answer to a fetch is on its way")
    broker = c.replicas[me.leader]
    require(broker.up, "the broker that answered is up")
    records: ReplicaLog = fetched.records.type.default
    for k in range(records.capacity):
        offset = fetched.offset + k
        has_record = (k < fetched.records.end_offset) & broker.log.has_offset(offset)
        records = where(has_record, records.append(broker.log[offset]), records)
    require(records.end_offset == fetched.records.end_offset, "its log is as long as it was, or longer")
    require(records != fetched.records, "it has other records there")
    return c.with_exchange(follower, fetched.but(records=records))


# What a follower does with the answer.


def _continues_log(me: KafkaReplica) -> Truth:
    """Whether an answer continues the follower's log as it is now
    (`AbstractFetcherThread.processFetchRequest`).

    The follower may have received a new LeaderAndIsr request since its fetch, and cut its log.
    """
    exchange = me.exchange
    return me.fetches & (exchange.offset == me.log.end_offset) & has_same_epoch(me, exchange)


@action
def follower_appends(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """The follower appends what it fetched, and takes over the leader's high watermark up to its log end.

    From 3.5.1 to 3.6.2 an empty answer leaves it without a last epoch for its next fetches, if it is the first since
    the follower began to follow (`PartitionFetchState.lastFetchedEpoch`, KAFKA-15510). Here any empty one does: after
    another the leader has already compared the logs in this leader epoch.
    """
    me = c.replicas[follower]
    require(me.exchange.stage == Stage.fetched, "the answer to a fetch is on its way")
    require(_continues_log(me), "the answer continues the follower's log")
    fetched = me.exchange
    grown, checked = me, c.settings.answers_checked & (fetched.leader_epoch != NO_EPOCH)
    skips: Truth = False
    for k in range(fetched.records.capacity):
        skips |= checked & (fetched.records[k].epoch > fetched.leader_epoch)  # this one, and all after it
        appends = (k < fetched.records.end_offset) & grown.log.has_room() & not_(skips)
        grown = where(appends, grown.append(c.settings, fetched.records[k]), grown)
    high_watermark = minimum(fetched.high_watermark, grown.log.end_offset)
    forgets = c.settings.forgets_epoch & (fetched.records.length == 0)
    return c.with_replica(
        follower,
        grown.but(
            high_watermark=high_watermark,
            sends_no_epoch=forgets,
            exchange=me.exchange.type.default,
        ),
    )


@action
def follower_acknowledges_unwritten(c: KafkaCluster, follower: Broker, leader: Broker) -> KafkaCluster:
    """A follower acknowledges what it was sent before it appends it, which no release does.

    In Kafka its acknowledgement is the offset of its next fetch, which is its log end. Here it reaches the leader at
    once.
    """
    me = c.replicas[follower]
    _require_follows(c, follower, leader)
    require(me.exchange.stage == Stage.fetched, "the answer to a fetch is on its way")
    require(_continues_log(me), "the answer continues the follower's log")
    require(c.presumes_leadership(leader), "the other broker presumes to lead")
    require(admits(c, leader, me.exchange), "the acknowledgement carries that broker's leader epoch, or none")
    return count_fetch(c, leader, follower, me.exchange.offset + me.exchange.records.end_offset)


# Without fencing an answer is dropped only where the log was cut, or the follower asks again, while it was under way. A
# follower that goes on with its leader keeps its log, and every other new epoch ends the exchange.
@action(when=lambda at: at.fenced or at.restart != Restart.goes_on)
def follower_ignores_answer(c: KafkaCluster, follower: Broker) -> KafkaCluster:
    """The follower drops an answer that does not continue its log or is of another leader epoch."""
    me = c.replicas[follower]
    stage = me.exchange.stage
    stale = (stage == Stage.fetched) & not_(_continues_log(me))
    old = not_(has_same_epoch(me, me.exchange) | c.settings.takes_old_ends)
    fenced = (stage == Stage.epoch_answer) & old
    require(stale | fenced, "an answer is on its way that the follower has no use for")
    return c.with_exchange(follower, me.exchange.type.default)
