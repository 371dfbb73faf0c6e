"""The states of a cluster at some bounds, and the first one. A field that is unused has one value there."""

from tidemark.impl.kafka.cluster import (
    Budget,
    Cluster,
    Exchange,
    IsrChange,
    OldFetch,
    Produced,
    Quorum,
    Replica,
    Request,
    Shown,
    Stage,
)
from tidemark.impl.kafka.epoch_cache import NO_ENTRY, NO_EPOCH, UNDEFINED_OFFSET, EpochCache
from tidemark.impl.kafka.settings import ZOOKEEPER, Alters, Commit, Eligible, Follows, Joins, Settings
from tidemark.impl.shared.log import Entry, Log
from tidemark.spec import (
    Array,
    At,
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
    asks = at["alters"] != Alters.itself
    entry = Entry.of(id=records, epoch=epoch)
    settings = {
        **ZOOKEEPER,
        **at,
        "cached_at_takeover": at["cached_at_takeover"] and at["asks"],
        "unclean_election": at["unclean"] == "yes",
        "lazy_checkpoint": lazy,
        "lazy_epoch_cache": at["epoch-cache"] == "lazy",
        "flush_always": at["flush"] == "always",
        "disk_is_remembered": remembers,
        "answers_checked": at["answer-bytes"] == "checked",
        "remote_leo_kept": at["remote-leo"] == "kept",
        "all_remote_leos": keeps_all_remote_leos(at),
        "in_order": at["metadata"] == "in-order",
        "any_order": at["election-order"] == "any",
    }
    has_elr, detects = settings["elr"], settings["detected"]
    return Cluster.of(
        settings=settings_type(Settings, settings),
        quorum=Quorum.of(
            leader_epoch=epoch,
            leader=Optional(broker),
            isr=brokers,
            elr=brokers if has_elr else IdSet.empty_of(broker),
            last_known=Optional(broker) if has_elr else nobody,
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
                ended_cleanly=Bool() if detects and at["shutdowns"] else Only(False),
                leader_epoch=epoch_or_none,
                leader=Optional(broker),
                epoch_start=end_offset if at["joins"] == Joins.at_epoch_start else unused,
                isr=brokers,
                isr_change=IsrChange.of(
                    member=Optional(broker) if asks else nobody,
                    is_taken=Bool() if asks else Only(False),
                    outlived=Bool() if asks and registers else Only(False),
                ),
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
        gone=brokers if at["departures"] else IdSet.empty_of(broker),
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

    A leader that missed an epoch may be told of an ISR with members that its own ISR did not have.
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
