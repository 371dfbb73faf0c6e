"""The states at given bounds, and the initial one."""

from __future__ import annotations

from tidemark.impl.published.kraft_replication.bounds import KraftIsrAt
from tidemark.impl.published.kraft_replication.messages import (
    NOTHING,
    Alter,
    AlterRequest,
    FetchError,
    KraftIsrExchange,
    Phase,
    Registration,
    RegistrationAnswer,
)
from tidemark.impl.published.kraft_replication.state import (
    BrokerMetadata,
    Fate,
    Fetcher,
    KraftIsrBroker,
    KraftIsrCluster,
    KraftIsrEntry,
    KraftIsrLog,
    KraftIsrSettings,
    PartitionChange,
    Peer,
    Registry,
    Role,
    Status,
)
from tidemark.impl.shared.record_types import TypesByName, record_type
from tidemark.spec import Array, Bool, Id, IdSet, Int, Network, Optional, Sequence, UsageError
from tidemark.spec.families.family import settings_type
from tidemark.spec.types.composites import RecordType


def _check(at: KraftIsrAt) -> None:
    """The assumptions of the publications.

    Raises:
        UsageError: one does not hold.
    """
    if not at.min_isr <= at.isr <= at.replicas:
        raise UsageError(
            f"--isr is {at.isr}: it is from --min-isr, {at.min_isr}, to --replicas, {at.replicas}"
        )
    if at.min_isr == 1 and at.writes > 1:
        raise UsageError(
            "--writes is 2 with --min-isr 1: a leader that commits its own second value reads past the end of its log "
            "in the publications, which say nothing of it: take --writes 1"
        )


def most(at: KraftIsrAt) -> tuple[int, int, int]:
    """The largest leader epoch, how many metadata records there are, and how many AlterPartition requests.

    A fault changes the partition, and so does its end, and an election of a preferred leader. With ELR a registration
    may take a broker out of the ELR too.
    """
    shutdowns, outside = at.unclean_shutdowns + at.clean_shutdowns, at.replicas - at.isr
    faults, registrations = shutdowns + at.fences, shutdowns if at.has_elr else 0
    alters = (at.replicas - 1) * (faults + shutdowns + registrations + at.moves)
    changes = 1 + 2 * faults + at.moves
    return changes, changes + registrations + outside, alters + outside


def cluster_type(at: KraftIsrAt) -> RecordType:
    """The states at these bounds."""
    _check(at)
    shutdowns = at.unclean_shutdowns + at.clean_shutdowns
    largest_epoch, records, alters = most(at)
    broker, value = Id("broker", at.replicas), Id("value", at.writes)
    isr, leader_epoch, generation = IdSet.of(broker), Int(0, largest_epoch), Int(0, 1 + shutdowns)
    offset, offset_or_none = Int(0, at.writes), Int(NOTHING, at.writes)
    log = KraftIsrLog.of(KraftIsrEntry.of(epoch=leader_epoch, content=Optional(value)), at.writes)
    types: TypesByName = {
        **dict.fromkeys(("isr", "maximal_isr", "elr", "last_known_elr", "unfenced"), isr),
        **dict.fromkeys(("broker", "leader"), Optional(broker)),
        **dict.fromkeys(("leader_epoch", "last_epoch", "diverging_epoch", "entry_epoch"), leader_epoch),
        **dict.fromkeys(("broker_epoch", "incarnation", "broker_epochs", "incarnations"), generation),
        **dict.fromkeys(("offset", "diverging_offset", "high_watermark", "floor"), offset),
        **dict.fromkeys(("end_offset", "start_offset"), offset_or_none),
        **dict.fromkeys(("log", "consumed"), log),
        "partition_epoch": Int(0, records + 1),
        "entry_value": Optional(value),
    }
    alter = record_type(AlterRequest, types, epochs=Array.of(broker, generation))
    flag = Bool()
    exchange = record_type(
        KraftIsrExchange, types, phase=Phase, fetch_error=FetchError, diverges=flag, has_entry=flag
    )
    state_of_broker = record_type(
        KraftIsrBroker,
        types,
        status=Status,
        records_read=Int(0, records),
        partition_status=Role,
        metadata=record_type(BrokerMetadata, types),
        peers=Array.of(broker, record_type(Peer, types)),
        pending_alter=alter,
        fetchers=Array.of(
            broker, record_type(Fetcher, types, has_partition=flag, delayed=flag, exchange=exchange)
        ),
    )
    registered = record_type(RegistrationAnswer, types, records=Int(0, records))
    marks = ("is_under_way", "was_received", "is_accepted", "is_fenced", "is_ineligible")
    return record_type(
        KraftIsrCluster,
        types,
        registry=Array.of(broker, record_type(Registry, types)),
        records=Sequence.of(record_type(PartitionChange, types), records),
        brokers=Array.of(broker, state_of_broker),
        registrations=Network.of(record_type(Registration, types), max(1, shutdowns)),
        registered=Network.of(registered, max(1, shutdowns)),
        alters=Network.of(Alter.of(request=alter, **dict.fromkeys(marks, flag)), max(1, alters)),
        fences=Int(0, at.fences),
        moves=Int(0, at.moves),
        unclean_shutdowns=Int(0, at.unclean_shutdowns),
        clean_shutdowns=Int(0, at.clean_shutdowns),
        fates=Array.of(value, Fate),
        settings=settings_type(KraftIsrSettings, at, first_epoch=1 if at.isr == at.replicas else 2),
    )


def initial_cluster(empty: KraftIsrCluster, at: KraftIsrAt) -> KraftIsrCluster:
    """The first broker leads in epoch 1. The others outside the ISR are fenced, and have older metadata.

    Each budget counts upwards, as in the publications.
    """
    ids = empty.brokers.indices()
    leader, everyone = ids[0], empty.unfenced.everyone()
    isr = empty.unfenced
    for broker in ids[: at.isr]:
        isr = isr.including(broker)
    first = empty.records.type.element(isr=isr, leader=leader, leader_epoch=1)
    cluster = empty.but(unfenced=isr, records=empty.records.append(first), broker_epochs=1, incarnations=1)
    for broker in ids:
        is_in = isr.has(broker)
        me = cluster.brokers[broker]
        metadata = me.metadata.but(
            isr=isr if is_in else everyone,
            maximal_isr=isr if is_in else everyone,
            leader=leader,
            leader_epoch=1,
            partition_epoch=cluster.settings.first_epoch if is_in else 1,
        )
        fetchers = me.fetchers.but(leader, has_partition=broker != leader)
        changed = me.but(
            status=Status.running,
            broker_epoch=1,
            incarnation=1,
            records_read=1 if is_in else 0,
            partition_status=Role.leader if broker == leader else Role.follower,
            metadata=metadata,
            start_offset=0 if broker == leader else NOTHING,
            floor=at.writes,
            fetchers=fetchers,
        )
        registry = cluster.registry.but(broker, broker_epoch=1, incarnation=1)
        cluster = cluster.but(registry=registry).with_broker(broker, changed)
    return cluster
