"""The state of the message-level protocol: one partition, its brokers, the controller and what is on the way.

Every field that is not in use holds its default, so that two situations which behave alike are one state: a
broker that is down keeps only what its disk keeps, a broker that does not lead has no ISR and knows of no
follower's log, and an exchange or a request that nobody awaits is gone. What follows from other fields is
not stored: the log end offset is read from the log.
"""

from __future__ import annotations

from tidemark.impl.kafka.epoch_cache import EpochCache
from tidemark.impl.kafka.settings import Follows, KafkaSettings
from tidemark.impl.shared.budgets import StateWithBudget
from tidemark.impl.shared.log import LogRecord, ReplicaLog
from tidemark.impl.shared.partition_state import ReplicatedPartition
from tidemark.spec import (
    Array,
    Enum,
    Identity,
    IdSet,
    Label,
    Number,
    Record,
    Truth,
    any_of,
    minimum,
    none,
    not_,
    where,
)

Stage = Enum("stage", "idle", "fetch", "waiting", "fetched", "out_of_range", "epoch_request", "epoch_answer")
"""How far the exchange between a follower and its leader has come.

`fetch` and `epoch_request` travel to the leader; `fetched`, `out_of_range` and `epoch_answer` travel back; a
fetch that is `waiting` has arrived and is held in the leader's purgatory.
"""


class KafkaQuorum(Record):
    """The controller's record of the partition, and which brokers have a session with the controller.

    stopping: the brokers in a controlled shutdown. rank: the order of assigned replicas, where it may change.
    elr: the eligible leader replicas; last_known: the last leader, while nobody leads (KIP-966).
    """

    leader_epoch: Number
    leader: Identity
    isr: IdSet
    elr: IdSet
    last_known: Identity
    live: IdSet
    stopping: Array[Truth]
    rank: Array[Number]


class LeaderAndIsrRequest(Record):
    """The LeaderAndIsr request of one leader epoch, and the brokers to which it is on the way.

    Its ISR is kept only while the leader is one of them: nobody else needs it.
    """

    leader: Identity
    isr: IdSet
    recipients: IdSet


class FetchExchange(Record):
    """What is between a follower and the broker that it follows: at most one request or answer, as in Kafka.

    leader_epoch: the current leader epoch in the request, or `NO_EPOCH` where requests carry none.
    offset: the fetch offset; in `out_of_range` the leader's log end offset, in `epoch_answer` an end offset.
    epoch: the leader epoch asked for, or answered with.
    records, high_watermark: what a fetch returns.
    """

    stage: Label
    leader_epoch: Number
    offset: Number
    epoch: Number
    records: ReplicaLog
    high_watermark: Number


class OldFetch(Record):
    """A fetch that its follower gave up, and that is still in the queue of a broker; `leader` is that broker.

    epoch: the last epoch of its log, where a fetch carries it.
    outlived: whether the follower has registered with the controller again since, so that its broker epoch is old.
    """

    leader: Identity
    offset: Number
    leader_epoch: Number
    epoch: Number
    outlived: Truth


class LateAnswer(Record):
    """An answer that is on its way to a follower while the follower may hear of newer leader epochs.

    leader: the broker that answered. fetch_offset: the offset that the follower asked for. The first `record_count` of
    `records` are in it; the other fields are those of `FetchExchange`.
    """

    leader: Identity
    fetch_offset: Number
    stage: Label
    leader_epoch: Number
    offset: Number
    epoch: Number
    records: Array[LogRecord]
    record_count: Number
    high_watermark: Number


class IsrChangeRequest(Record):
    """A change of the ISR that a leader has asked the controller for, until it has the answer (KIP-497).

    member: the broker that it adds, or takes out if it is in the ISR; `none`: nothing is asked.
    is_taken: the controller has recorded it, and the answer is on its way.
    outlived: whether that broker has registered again since.
    """

    member: Identity
    is_taken: Truth
    outlived: Truth


class KafkaReplica(Record):
    """A broker and its replica of the partition.

    On disk: log, cache, high_watermark (of a broker that is down: what its checkpoint says), checkpoint (lazy
    only), on_disk, how much of the log an earlier loss of power is known to have spared; and ended_cleanly, whether
    the process ended by a controlled shutdown, where the controller asks for that.
    Told by the controller: leader_epoch, leader.
    When it leads: epoch_start, its log end when it took over, until its high watermark is there; isr; the change of it
    that it has asked for; and remote_end_offset of each other member, the start of the log while unknown.
    When it follows: follows, sends_no_epoch, exchange, and old_fetch; late_answer, whatever it does meanwhile.
    """

    up: Truth
    log: ReplicaLog
    cache: EpochCache
    high_watermark: Number
    checkpoint: Number
    on_disk: Number
    ended_cleanly: Truth
    leader_epoch: Number
    leader: Identity
    epoch_start: Number
    isr: IdSet
    isr_change: IsrChangeRequest
    remote_end_offset: Array[Number]
    follows: Label
    sends_no_epoch: Truth
    exchange: FetchExchange
    old_fetch: OldFetch
    late_answer: LateAnswer

    @property
    def fetches(self) -> Truth:
        """Whether it knows that its log agrees with its leader's."""
        return self.follows == Follows.checks

    def maximal_isr(self) -> IdSet:
        """The ISR of a leader, with the member that it has asked for (`PartitionState.maximalIsr`)."""
        return self.isr.including(self.isr_change.member)

    def append(self, settings: KafkaSettings, entry: LogRecord) -> KafkaReplica:
        """This replica with a record at its log end. Its epoch enters the cache with its first record."""
        end = self.log.end_offset
        cache = where(
            settings.cached_at_takeover,
            self.cache.assign(entry.epoch, end),
            self.cache.append(entry.epoch, end),
        )
        cache = where(settings.asks, cache, self.cache)
        return self.but(log=self.log.append(entry), cache=cache)

    def cut(self, offset: Number) -> KafkaReplica:
        """This replica with its log cut at an offset, and its high watermark no higher (`Log.truncateTo`)."""
        cuts = offset < self.log.end_offset
        return self.but(
            log=self.log.cut(offset),
            cache=where(cuts, self.cache.cut(offset), self.cache),
            high_watermark=minimum(self.high_watermark, offset),
            on_disk=minimum(self.on_disk, offset),
        )


class ProducedRecord(Record):
    """A record that a producer sent: which broker owes the acknowledgement, and whether it was given."""

    owed_by: Identity
    acknowledged: Truth


class ConsumedRecord(Record):
    """One record that a consumer was shown, the first one; an offset of -1 before.

    One is enough: any record that a consumer is ever shown is the first one in some run.
    """

    offset: Number
    record: Number


class KafkaBudget(Record):
    """How many faults of each sort are left."""

    crashes: Number
    power_losses: Number
    disk_losses: Number
    message_losses: Number
    zombies: Number
    shutdowns: Number
    departures: Number
    reorders: Number
    old_fetches: Number
    late_answers: Number


class KafkaCluster(StateWithBudget, ReplicatedPartition):
    """The whole state. `high_watermark_fell` remembers that a leader's high watermark once went back.

    gone: the brokers that never come back, nor do their disks.
    """

    settings: KafkaSettings
    quorum: KafkaQuorum
    requests: Array[LeaderAndIsrRequest]
    replicas: Array[KafkaReplica]
    gone: IdSet
    records_written: Number
    produced: Array[ProducedRecord]
    shown: ConsumedRecord
    budget: KafkaBudget
    high_watermark_fell: Truth

    def with_replica(self, broker: Identity, replica: KafkaReplica) -> KafkaCluster:
        """This cluster with one replica changed. Notices a leader's high watermark that goes back."""
        before = self.replicas[broker]
        leads = (before.leader == broker) & (replica.leader == broker)
        fell = leads & (replica.high_watermark < before.high_watermark)
        return self.but(
            replicas=self.replicas.but(broker, replica), high_watermark_fell=self.high_watermark_fell | fell
        )

    def with_exchange(self, follower: Identity, exchange: FetchExchange) -> KafkaCluster:
        """This cluster with another message between a follower and its leader."""
        return self.with_replica(follower, self.replicas[follower].but(exchange=exchange))

    def without_exchanges(self, leader: Identity, only_waiting: bool = False) -> KafkaCluster:
        """This cluster without what is between a broker and its followers, or without what waits there."""
        c = self
        for follower in self.replicas.indices():
            me = c.replicas[follower]
            dropped = (me.leader == leader) & (me.exchange.stage == Stage.waiting if only_waiting else True)
            if follower != leader:
                c = c.with_exchange(follower, where(dropped, me.exchange.type.default, me.exchange))
                if not only_waiting:
                    c = c.without_old_fetch(follower, me.old_fetch.leader == leader)
                    c = c.without_late_answer(follower, me.late_answer.leader == leader)
        return c

    def without_old_fetch(self, follower: Identity, dropped: Truth = True) -> KafkaCluster:
        """This cluster without the fetch that a follower gave up."""
        me = self.replicas[follower]
        old = where(dropped, me.old_fetch.type.default, me.old_fetch)
        return self.with_replica(follower, me.but(old_fetch=old))

    def without_late_answer(self, follower: Identity, dropped: Truth = True) -> KafkaCluster:
        """This cluster without the late answer to a follower."""
        me = self.replicas[follower]
        late = where(dropped, me.late_answer.type.default, me.late_answer)
        return self.with_replica(follower, me.but(late_answer=late))

    def without_debts(self, broker: Identity) -> KafkaCluster:
        """This cluster after a broker forgot the acknowledgements that it owed."""
        produced = self.produced
        for record in produced.indices():
            produced_record = produced[record]
            produced = produced.but(
                record,
                produced_record.but(
                    owed_by=where(produced_record.owed_by == broker, none, produced_record.owed_by)
                ),
            )
        return self.but(produced=produced)

    def without_requests(self, broker: Identity, epochs: range | None = None) -> KafkaCluster:
        """This cluster without the LeaderAndIsr requests (of these epochs) on their way to a broker."""
        requests = self.requests
        for epoch in requests.indices() if epochs is None else epochs:
            request = requests[epoch]
            requests = requests.but(
                epoch, self.request(request.leader, request.isr, request.recipients.excluding(broker))
            )
        return self.but(requests=requests)

    def request(self, leader: Identity, isr: IdSet, recipients: IdSet) -> LeaderAndIsrRequest:
        """A LeaderAndIsr request with only what a recipient still needs."""
        empty = isr - isr
        return self.requests[0].but(
            leader=where(recipients.is_empty(), none, leader),
            isr=where(recipients.has(leader), isr, empty),
            recipients=recipients,
        )

    def holds(self, record: Number) -> Truth:
        """Whether the record is in the log of some replica whose disk is not gone."""
        return any_of(
            self.replicas[broker].log.contains(record) & not_(self.gone.has(broker))
            for broker in self.replicas.indices()
        )

    def is_failed_leader(self, broker: Identity) -> Truth:
        """Whether this broker is the controller's leader, and is down, which the controller does not know."""
        down = not_(self.replicas[broker].up)
        return (self.quorum.leader == broker) & self.quorum.live.has(broker) & down
