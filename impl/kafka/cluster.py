"""The state of the message-level protocol: one partition, its brokers, the controller and what is on the way.

Every field that is not in use holds its default, so that two situations which behave alike are one state: a
broker that is down keeps only what its disk keeps, a broker that does not lead has no ISR and knows of no
follower's log, and an exchange or a request that nobody awaits is gone. What follows from other fields is
not stored: the log end offset is read from the log.
"""

from __future__ import annotations

from tidemark.impl.kafka.epoch_cache import NO_ENTRY, NO_EPOCH, UNDEFINED_OFFSET, EpochCache
from tidemark.impl.kafka.settings import Commit, Eligible, Follows, Joins, Settings
from tidemark.impl.partition.log import Entry, Log
from tidemark.spec import (
    Array,
    At,
    Bool,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Number,
    Only,
    Optional,
    Record,
    Truth,
    UsageError,
    any_of,
    budget_type,
    minimum,
    none,
    not_,
    settings_type,
    unspent,
    where,
)
from tidemark.spec.composites import RecordType
from tidemark.spec.types import LeafType

Stage = Enum("stage", "idle", "fetch", "waiting", "fetched", "out_of_range", "epoch_request", "epoch_answer")
"""How far the exchange between a follower and its leader has come.

`fetch` and `epoch_request` travel to the leader; `fetched`, `out_of_range` and `epoch_answer` travel back; a
fetch that is `waiting` has arrived and is held in the leader's purgatory.
"""


class Quorum(Record):
    """The controller's record of the partition, and which brokers have a session with the controller.

    stopping: the brokers in a controlled shutdown. rank: the order of assigned replicas, where it may change.
    """

    leader_epoch: Number
    leader: Identity
    isr: IdSet
    live: IdSet
    stopping: Array[Truth]
    rank: Array[Number]


class Request(Record):
    """The LeaderAndIsr request of one leader epoch, and the brokers to which it is on the way.

    Its ISR is kept only as long as the leader is one of them: nobody else needs it.
    """

    leader: Identity
    isr: IdSet
    recipients: IdSet


class Exchange(Record):
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
    records: Log
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


class Replica(Record):
    """A broker and its replica of the partition.

    On disk: log, cache, high_watermark (of a broker that is down: what its checkpoint says), checkpoint (lazy only)
    and on_disk, how much of the log an earlier loss of power is known to have spared.
    Told by the controller: leader_epoch, leader.
    When it leads: epoch_start, its log end when it took over, until its high watermark is there; isr; and
    remote_end_offset of each other member of the ISR, the start of the log while unknown.
    When it follows: follows, exchange, and old_fetch.
    """

    up: Truth
    log: Log
    cache: EpochCache
    high_watermark: Number
    checkpoint: Number
    on_disk: Number
    leader_epoch: Number
    leader: Identity
    epoch_start: Number
    isr: IdSet
    remote_end_offset: Array[Number]
    follows: Label
    exchange: Exchange
    old_fetch: OldFetch

    @property
    def fetches(self) -> Truth:
        """Whether it knows that its log agrees with its leader's."""
        return self.follows == Follows.checks

    def appended(self, settings: Settings, entry: Entry) -> Replica:
        """This replica with a record at its log end. Its epoch enters the cache with its first record."""
        end = self.log.end_offset
        cache = where(
            settings.cached_at_takeover,
            self.cache.assigned(entry.epoch, end),
            self.cache.appended(entry.epoch, end),
        )
        cache = where(settings.asks, cache, self.cache)
        return self.but(log=self.log.append(entry), cache=cache)

    def cut(self, offset: Number) -> Replica:
        """This replica with its log cut at an offset, and its high watermark no higher (`Log.truncateTo`)."""
        cuts = offset < self.log.end_offset
        return self.but(
            log=self.log.cut(offset),
            cache=where(cuts, self.cache.cut(offset), self.cache),
            high_watermark=minimum(self.high_watermark, offset),
            on_disk=minimum(self.on_disk, offset),
        )


class Produced(Record):
    """A record that a producer sent: which broker owes the acknowledgement, and whether it was given."""

    owed_by: Identity
    acknowledged: Truth


class Shown(Record):
    """One record that a consumer was shown, the first one; an offset of -1 before.

    One is enough: any record that a consumer is ever shown is the first one in some run.
    """

    offset: Number
    record: Number


class Budget(Record):
    """How many faults of each sort are left."""

    crashes: Number
    power_losses: Number
    message_losses: Number
    zombies: Number
    shutdowns: Number
    reorders: Number
    old_fetches: Number


class Cluster(Record):
    """The whole state. `high_watermark_fell` remembers that a leader's high watermark once went back."""

    settings: Settings
    quorum: Quorum
    requests: Array[Request]
    replicas: Array[Replica]
    records_written: Number
    produced: Array[Produced]
    shown: Shown
    budget: Budget
    high_watermark_fell: Truth

    def presumes_leadership(self, broker: Identity) -> Truth:
        """Whether a broker believes that it leads: it then takes writes, rightly or not."""
        return self.replicas[broker].leader == broker

    def is_true_leader(self, broker: Identity) -> Truth:
        """Whether a broker leads in the eyes of the controller too, in the current epoch."""
        current = self.replicas[broker].leader_epoch == self.quorum.leader_epoch
        return (self.quorum.leader == broker) & self.presumes_leadership(broker) & current

    def with_replica(self, broker: Identity, replica: Replica) -> Cluster:
        """This cluster with one replica changed. Notices a leader's high watermark that goes back."""
        before = self.replicas[broker]
        leads = (before.leader == broker) & (replica.leader == broker)
        fell = leads & (replica.high_watermark < before.high_watermark)
        return self.but(
            replicas=self.replicas.but(broker, replica), high_watermark_fell=self.high_watermark_fell | fell
        )

    def with_exchange(self, follower: Identity, exchange: Exchange) -> Cluster:
        """This cluster with another message between a follower and its leader."""
        return self.with_replica(follower, self.replicas[follower].but(exchange=exchange))

    def without_exchanges(self, leader: Identity, only_waiting: bool = False) -> Cluster:
        """This cluster without what is between a broker and its followers, or without what waits there."""
        c = self
        for follower in self.replicas.indices():
            me = c.replicas[follower]
            dropped = (me.leader == leader) & (me.exchange.stage == Stage.waiting if only_waiting else True)
            if follower != leader:
                c = c.with_exchange(follower, where(dropped, me.exchange.type.default, me.exchange))
                if not only_waiting:
                    c = c.without_old_fetch(follower, me.old_fetch.leader == leader)
        return c

    def without_old_fetch(self, follower: Identity, dropped: Truth = True) -> Cluster:
        """This cluster without the fetch that a follower gave up."""
        me = self.replicas[follower]
        old = where(dropped, me.old_fetch.type.default, me.old_fetch)
        return self.with_replica(follower, me.but(old_fetch=old))

    def without_debts(self, broker: Identity) -> Cluster:
        """This cluster after a broker forgot the acknowledgements that it owed."""
        produced = self.produced
        for record in produced.indices():
            one = produced[record]
            produced = produced.but(record, one.but(owed_by=where(one.owed_by == broker, none, one.owed_by)))
        return self.but(produced=produced)

    def without_requests(self, broker: Identity, epochs: range | None = None) -> Cluster:
        """This cluster without the LeaderAndIsr requests (of these epochs) on their way to a broker."""
        requests = self.requests
        for epoch in requests.indices() if epochs is None else epochs:
            one = requests[epoch]
            requests = requests.but(
                epoch, self.request(one.leader, one.isr, one.recipients.excluding(broker))
            )
        return self.but(requests=requests)

    def request(self, leader: Identity, isr: IdSet, recipients: IdSet) -> Request:
        """A LeaderAndIsr request with only what a recipient still needs."""
        empty = isr - isr
        return self.requests[0].but(
            leader=where(recipients.is_empty(), none, leader),
            isr=where(recipients.has(leader), isr, empty),
            recipients=recipients,
        )

    def spend(self, **faults: int) -> Cluster:
        """This cluster with fewer faults left."""
        left = {name: getattr(self.budget, name) - n for name, n in faults.items()}
        return self.but(budget=self.budget.but(**left))

    def holds(self, record: Number) -> Truth:
        """Whether some replica's log has the record."""
        return any_of(replica.log.contains(record) for replica in self.replicas)

    def can_begin_epoch(self) -> Truth:
        """Whether a leader epoch is left within the bounds."""
        return self.quorum.leader_epoch < len(self.requests.indices()) - 1

    def is_failed_leader(self, broker: Identity) -> Truth:
        """Whether this broker is the controller's leader, and is down, which the controller does not know."""
        down = not_(self.replicas[broker].up)
        return (self.quorum.leader == broker) & self.quorum.live.has(broker) & down


def cluster_type(at: At) -> RecordType:
    """The states of a cluster at these bounds, by the settings of its rules. A field that is unused has one value.

    Raises:
        UsageError: the bounds do not fit together.
    """
    _refuse_misfits(at)
    replicas, log_size, start = at["replicas"], at["log-size"], at["base-offset"]
    largest = start + log_size
    broker, records = Id("replica", replicas), Int(0, at["records"] - 1)
    brokers, epoch = IdSet.of(broker), Int(0, at["max-epoch"])
    epoch_or_none = Int(NO_EPOCH, at["max-epoch"])
    end_offset, unused = Int(start, largest), Int(0, 0)
    nobody = LeafType(broker.kind, -1, -1)
    consumed = at["consumers"] == "yes"
    lazy = at["checkpoint"] == "lazy"
    remembers = at["flush"] == "free" and at["power-losses"] > 1
    old_fetches = at["old-fetches"] > 0
    registers = at["eligible"] == Eligible.registered
    entry = Entry.of(id=records, epoch=epoch)
    settings = {
        **at,
        "cached_at_takeover": at["cached_at_takeover"] and at["asks"],
        "unclean_election": at["unclean"] == "yes",
        "lazy_checkpoint": lazy,
        "lazy_epoch_cache": at["epoch-cache"] == "lazy",
        "flush_always": at["flush"] == "always",
        "disk_is_remembered": remembers,
        "remote_leo_kept": at["remote-leo"] == "kept",
        "all_remote_leos": keeps_all_remote_leos(at),
        "in_order": at["metadata"] == "in-order",
    }
    return Cluster.of(
        settings=settings_type(Settings, settings),
        quorum=Quorum.of(
            leader_epoch=epoch,
            leader=Optional(broker),
            isr=brokers,
            live=brokers,
            stopping=Array.of(broker, Bool() if at["shutdowns"] else Only(False)),
            rank=Array.of(broker, Int(0, replicas - 1) if at["reorders"] else unused),
        ),
        requests=Array.of(epoch, Request.of(leader=Optional(broker), isr=brokers, recipients=brokers)),
        replicas=Array.of(
            broker,
            Replica.of(
                up=Bool(),
                log=Log.of(entry, log_size, start),
                cache=EpochCache.of(epoch, Int(NO_ENTRY, largest if at["asks"] else NO_ENTRY)),
                high_watermark=end_offset,
                checkpoint=end_offset if lazy else unused,
                on_disk=end_offset if remembers else unused,
                leader_epoch=epoch_or_none,
                leader=Optional(broker),
                epoch_start=end_offset if at["joins"] == Joins.at_epoch_start else unused,
                isr=brokers,
                remote_end_offset=Array.of(broker, end_offset),
                follows=Follows if at["asks"] and not at["on_fetch"] else Only(Follows.checks),
                exchange=Exchange.of(
                    stage=Stage,
                    leader_epoch=epoch_or_none if at["fenced"] else Only(NO_EPOCH),
                    offset=Int(UNDEFINED_OFFSET, largest),
                    epoch=epoch_or_none if at["asks"] else Only(NO_EPOCH),
                    records=Log.of(entry, at["fetch-size"]),
                    high_watermark=end_offset,
                ),
                old_fetch=OldFetch.of(
                    leader=Optional(broker) if old_fetches else nobody,
                    offset=end_offset if old_fetches else unused,
                    leader_epoch=epoch_or_none if old_fetches and at["fenced"] else Only(NO_EPOCH),
                    epoch=epoch_or_none if old_fetches and at["on_fetch"] else Only(NO_EPOCH),
                    outlived=Bool() if old_fetches and registers else Only(False),
                ),
            ),
        ),
        records_written=Int(0, at["records"]),
        produced=Array.of(
            records,
            Produced.of(owed_by=Optional(broker) if at["acks"] == "all" else nobody, acknowledged=Bool()),
        ),
        shown=Shown.of(
            offset=Int(-1, largest - 1) if consumed else Int(-1, -1), record=records if consumed else unused
        ),
        budget=budget_type(Budget, at),
        high_watermark_fell=Bool(),
    )


def _refuse_misfits(at: At) -> None:
    if at["min-isr"] > at["replicas"]:
        raise UsageError(f"--min-isr is {at['min-isr']}: there are {at['replicas']} replicas")
    if at["reorders"] and at["election-order"] == "any":
        raise UsageError(
            "--reorders changes nothing where any member may be elected: leave out --election-order any"
        )
    if at["sends_again"] and at["acks"] != "all":
        raise UsageError(f"--acks is {at['acks']}: a producer sends again with acks=all alone")


def keeps_all_remote_leos(at: At) -> bool:
    """Whether the log end offset of a replica outside the ISR is ever read: otherwise none is kept.

    A leader that missed an epoch may be told of an ISR with members that its own had not.
    """
    missed = at["remote-leo"] == "kept" and at["metadata"] == "merged"
    return missed or bool(at["commit"] == Commit.live)


def initial_cluster(empty: Cluster, at: At) -> Cluster:
    """Every broker is up, in sync, and knows that the first one leads in epoch 0; all logs are empty."""
    everyone = empty.quorum.isr.everyone()
    first = empty.replicas.indices()[0]
    rank = empty.quorum.rank
    if at["reorders"]:
        for place, broker in enumerate(rank.indices()):
            rank = rank.but(broker, place)
    quorum = empty.quorum.but(leader=first, isr=everyone, live=everyone, rank=rank)
    c = empty.but(quorum=quorum, budget=unspent(empty.budget))
    for broker in c.replicas.indices():
        c = c.with_replica(broker, c.replicas[broker].but(up=True, leader_epoch=0, leader=first))
    leads = c.replicas[first].but(isr=everyone)
    if empty.settings.cached_at_takeover:
        leads = leads.but(cache=leads.cache.assigned(0, leads.log.end_offset))
    return c.with_replica(first, leads)
