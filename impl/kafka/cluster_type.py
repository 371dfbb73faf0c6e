"""The type of the states of a cluster at some bounds, and the first one. A field that is unused has one value there."""

from tidemark.impl.kafka.bounds import KafkaAt
from tidemark.impl.kafka.cluster import (
    ConsumedRecord,
    FetchExchange,
    IsrChangeRequest,
    KafkaBudget,
    KafkaCluster,
    KafkaQuorum,
    KafkaReplica,
    LateAnswer,
    LeaderAndIsrRequest,
    OldFetch,
    ProducedRecord,
    Stage,
)
from tidemark.impl.kafka.epoch_cache import NO_ENTRY, NO_EPOCH, UNDEFINED_OFFSET, EpochCache
from tidemark.impl.kafka.settings import Alters, Commit, Eligible, Follows, Joins, KafkaSettings, may_be_late
from tidemark.impl.shared.log import LogRecord, ReplicaLog
from tidemark.spec import (
    Array,
    Bool,
    Id,
    IdSet,
    Int,
    Only,
    Optional,
    UsageError,
    budget_type,
    settings_type,
    unspent,
)
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import LeafType


def cluster_type(at: KafkaAt) -> RecordType:
    """The states of a cluster at these bounds, by the settings of its rules. A field that is unused has one value.

    Raises:
        UsageError: the bounds do not fit together.
    """
    _refuse_misfits(at)
    broker, epoch, offset = _broker(at), _epoch(at), _end_offset(at)
    record, brokers = _record(at), IdSet.of(broker)
    is_owed, is_consumed = at.acks == "all", at.consumers == "yes"
    return KafkaCluster.of(
        settings=settings_type(
            KafkaSettings,
            at,
            cached_at_takeover=at.cached_at_takeover and at.asks,
            unclean_election=at.unclean == "yes",
            lazy_checkpoint=at.checkpoint == "lazy",
            lazy_epoch_cache=at.epoch_cache == "lazy",
            flush_always=at.flush == "always",
            disk_is_remembered=_remembers_disk(at),
            answers_checked=at.answer_bytes == "checked",
            remote_leo_kept=at.remote_leo == "kept",
            all_remote_leos=_keeps_all_remote_leos(at),
            forgets_epoch=_forgets_epoch(at),
            in_order=at.metadata == "in-order",
            any_order=at.election_order == "any",
        ),
        quorum=_quorum_type(at),
        requests=Array.of(
            epoch, LeaderAndIsrRequest.of(leader=Optional(broker), isr=brokers, recipients=brokers)
        ),
        replicas=Array.of(broker, _replica_type(at)),
        gone=brokers if at.departures else IdSet.empty_of(broker),
        records_written=Int(0, at.records),
        produced=Array.of(
            record, ProducedRecord.of(owed_by=_broker_or_none(at, is_owed), acknowledged=Bool())
        ),
        shown=ConsumedRecord.of(
            offset=Int(-1, offset.hi - 1) if is_consumed else Only(-1),
            record=record if is_consumed else Only(0),
        ),
        budget=budget_type(KafkaBudget, at),
        high_watermark_fell=Bool(),
    )


def _broker(at: KafkaAt) -> LeafType:
    return Id("replica", at.replicas)


def _broker_or_none(at: KafkaAt, is_used: bool) -> LeafType:
    """A broker or `none`; only `none`, where the field is unused."""
    broker = _broker(at)
    return Optional(broker) if is_used else LeafType(broker.kind, -1, -1)


def _epoch(at: KafkaAt) -> LeafType:
    return Int(0, at.max_epoch)


def _epoch_or_none(at: KafkaAt, is_used: bool = True) -> LeafType:
    return Int(NO_EPOCH, at.max_epoch) if is_used else Only(NO_EPOCH)


def _end_offset(at: KafkaAt, is_used: bool = True) -> LeafType:
    return Int(at.base_offset, at.base_offset + at.log_size) if is_used else Only(0)


def _flag(is_used: bool) -> LeafType:
    return Bool() if is_used else Only(False)


def _record(at: KafkaAt) -> LeafType:
    return Int(0, at.records - 1)


def _quorum_type(at: KafkaAt) -> RecordType:
    broker = _broker(at)
    brokers = IdSet.of(broker)
    return KafkaQuorum.of(
        leader_epoch=_epoch(at),
        leader=Optional(broker),
        isr=brokers,
        elr=brokers if at.elr else IdSet.empty_of(broker),
        last_known=_broker_or_none(at, at.elr),
        live=brokers,
        stopping=Array.of(broker, _flag(at.shutdowns > 0)),
        rank=Array.of(broker, Int(0, at.replicas - 1) if at.reorders else Only(0)),
    )


def _replica_type(at: KafkaAt) -> RecordType:
    broker, offset = _broker(at), _end_offset(at)
    cached_start = Int(NO_ENTRY, offset.hi if at.asks else NO_ENTRY)
    asks_for_ends = at.asks and not at.on_fetch
    entry = LogRecord.of(
        id=_record(at), epoch=_epoch(at)
    )  # made once: logs and answers exchange their records
    return KafkaReplica.of(
        up=Bool(),
        log=ReplicaLog.of(entry, at.log_size, at.base_offset),
        cache=EpochCache.of(_epoch(at), cached_start),
        high_watermark=offset,
        checkpoint=_end_offset(at, at.checkpoint == "lazy"),
        on_disk=_end_offset(at, _remembers_disk(at)),
        ended_cleanly=_flag(at.detected and at.shutdowns > 0),
        leader_epoch=_epoch_or_none(at),
        leader=Optional(broker),
        epoch_start=_end_offset(at, at.joins == Joins.at_epoch_start),
        isr=IdSet.of(broker),
        isr_change=_isr_change_type(at),
        remote_end_offset=Array.of(broker, offset),
        follows=Follows if asks_for_ends else Only(Follows.checks),
        sends_no_epoch=_flag(_forgets_epoch(at)),
        exchange=_exchange_type(at, entry),
        old_fetch=_old_fetch_type(at),
        late_answer=_late_answer_type(at, entry),
    )


def _isr_change_type(at: KafkaAt) -> RecordType:
    asks_controller, registers = at.alters != Alters.itself, at.eligible == Eligible.registered
    return IsrChangeRequest.of(
        member=_broker_or_none(at, asks_controller),
        is_taken=_flag(asks_controller),
        outlived=_flag(asks_controller and registers),
    )


def _exchange_type(at: KafkaAt, entry: RecordType) -> RecordType:
    offset = _end_offset(at)
    return FetchExchange.of(
        stage=Stage,
        leader_epoch=_epoch_or_none(at, at.fenced),
        offset=Int(UNDEFINED_OFFSET, offset.hi),
        epoch=_epoch_or_none(at, at.asks),
        records=ReplicaLog.of(entry, at.fetch_size),
        high_watermark=offset,
    )


def _old_fetch_type(at: KafkaAt) -> RecordType:
    is_used = at.old_fetches > 0
    return OldFetch.of(
        leader=_broker_or_none(at, is_used),
        offset=_end_offset(at, is_used),
        leader_epoch=_epoch_or_none(at, is_used and at.fenced),
        epoch=_epoch_or_none(at, is_used and at.on_fetch),
        outlived=_flag(is_used and at.eligible == Eligible.registered),
    )


def _late_answer_type(at: KafkaAt, entry: RecordType) -> RecordType:
    is_used = may_be_late(at)
    offset, unused = _end_offset(at, is_used), LogRecord.of(id=Only(0), epoch=Only(0))
    return LateAnswer.of(
        leader=_broker_or_none(at, is_used),
        fetch_offset=offset,
        stage=Stage if is_used else Only(Stage.idle),
        leader_epoch=_epoch_or_none(at, is_used),
        offset=Int(UNDEFINED_OFFSET, offset.hi) if is_used else Only(UNDEFINED_OFFSET),
        epoch=_epoch_or_none(at, is_used),
        records=Array.of(Int(0, at.fetch_size - 1), entry if is_used else unused),
        record_count=Int(0, at.fetch_size) if is_used else Only(0),
        high_watermark=offset,
    )


def _refuse_misfits(at: KafkaAt) -> None:
    if at.min_isr > at.replicas:
        raise UsageError(f"--min-isr is {at.min_isr}: there are {at.replicas} replicas")
    if at.reorders and at.election_order == "any":
        raise UsageError(
            "--reorders changes nothing where any member may be elected: leave out --election-order any"
        )
    if at.sends_again and at.acks != "all":
        raise UsageError(f"--acks is {at.acks}: a producer sends again with acks=all alone")


def _remembers_disk(at: KafkaAt) -> bool:
    """Whether a replica notes how much of its log a loss of power spared: only a second one reads it."""
    return at.flush == "free" and at.power_losses > 1


def _forgets_epoch(at: KafkaAt) -> bool:
    """Whether a fetch without a last epoch may hide a divergence: only after a late answer.

    An empty answer of the same leader epoch has compared the logs, and from then on the leader only appends.
    `kafka-kraft/forgets-epoch` shows it where late answers are refused.
    """
    return at.forgets_epoch and may_be_late(at)


def _keeps_all_remote_leos(at: KafkaAt) -> bool:
    """Whether the log end offset of a replica outside the ISR is ever read: otherwise none is kept.

    A leader that missed an epoch may learn of an ISR with members that its own ISR did not have.
    """
    missed = at.remote_leo == "kept" and at.metadata == "merged"
    return missed or bool(at.commit == Commit.live)


def initial_cluster(empty: KafkaCluster, at: KafkaAt) -> KafkaCluster:
    """Every broker is up, in sync, and knows that the first one leads in epoch 0; all logs are empty."""
    everyone = empty.quorum.isr.everyone()
    first = empty.replicas.indices()[0]
    rank = empty.quorum.rank
    if at.reorders:
        for position, broker in enumerate(rank.indices()):
            rank = rank.but(broker, position)
    quorum = empty.quorum.but(leader=first, isr=everyone, live=everyone, rank=rank)
    c = empty.but(quorum=quorum, budget=unspent(empty.budget))
    for broker in c.replicas.indices():
        c = c.with_replica(broker, c.replicas[broker].but(up=True, leader_epoch=0, leader=first))
    leads = c.replicas[first].but(isr=everyone)
    if empty.settings.cached_at_takeover:
        leads = leads.but(cache=leads.cache.assign(0, leads.log.end_offset))
    return c.with_replica(first, leads)
