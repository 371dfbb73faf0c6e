"""The type of the state of transactions at given bounds."""

from __future__ import annotations

from tidemark.impl.transactions.bounds import TransactionsAt
from tidemark.impl.transactions.cluster import (
    NO_EPOCH,
    NO_TRANSACTION,
    Decision,
    EndAsked,
    Fate,
    LateRequest,
    Marker,
    Phase,
    Progress,
    Purpose,
    RequestKind,
    Transaction,
    TransactionalProducer,
    TransactionalRecord,
    TransactionCoordinator,
    TransactionMetadata,
    TransactionPartition,
    TransactionsBudget,
    TransactionsState,
    TxnState,
    Write,
)
from tidemark.impl.transactions.settings import TransactionsSettings
from tidemark.spec import (
    Array,
    Bool,
    Id,
    IdSet,
    Int,
    Network,
    Only,
    Optional,
    Sequence,
    budget_type,
    settings_type,
)
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import LeafType
from tidemark.spec.types.networks import NetworkType


def _metadata_type(at: TransactionsAt, epoch: LeafType) -> RecordType:
    return TransactionMetadata.of(
        txn_state=TxnState,
        producer_epoch=epoch,
        replaced_epoch=epoch if at.lost_answers + at.late_ids else Only(NO_EPOCH),
        enrolled=IdSet.of(Id("partition", at.partitions)),
        gives_id=Bool() if at.last_epoch else Only(False),
        marker_epoch=epoch if at.two_phase else Only(NO_EPOCH),
    )


def _no_metadata_type(at: TransactionsAt) -> RecordType:
    """An entry that is not there."""
    return TransactionMetadata.of(
        txn_state=Only(TxnState.Empty),
        producer_epoch=Only(NO_EPOCH),
        replaced_epoch=Only(NO_EPOCH),
        enrolled=IdSet.of(Id("partition", at.partitions)),
        gives_id=Only(False),
        marker_epoch=Only(NO_EPOCH),
    )


def _coordinator_type(at: TransactionsAt, epoch: LeafType) -> RecordType:
    metadata = _metadata_type(at, epoch)
    return TransactionCoordinator.of(
        coordinator_epoch=Int(0, at.failovers + at.log_losses),
        previous=metadata if at.log_losses else _no_metadata_type(at),
        metadata=metadata,
        appended=metadata,
        purpose=Purpose,
        requester=Optional(Id("producer", at.producers)),
        unmarked=IdSet.of(Id("partition", at.partitions)),
    )


def _partition_type(at: TransactionsAt, epoch: LeafType) -> RecordType:
    entry = TransactionalRecord.of(
        transaction=Int(0, at.transactions - 1),
        fate=Fate,
        fenced=Bool(),
        is_second=Bool() if at.offsets > 1 else Only(False),
        is_copy=Bool() if at.writes_offsets else Only(False),
    )
    return TransactionPartition.of(
        log=Sequence.of(entry, at.transactions * max(1, at.offsets) + at.late_offsets),
        producer_epoch=epoch,
        coordinator_epoch=Int(NO_EPOCH, at.failovers + at.log_losses),
        next_sequence=Int(0, at.transactions),
    )


def _markers_type(at: TransactionsAt, epoch: LeafType) -> NetworkType:
    coordinators = 1 + at.failovers + at.log_losses
    marker = Marker.of(
        partition=Optional(Id("partition", at.partitions)),
        producer_epoch=epoch,
        # A field of a message that has one value is no term of z3.
        coordinator_epoch=Int(0, max(1, coordinators - 1)),
        commits=Bool(),
        awaited=Bool(),
    )
    return Network.of(marker, at.partitions * coordinators + at.marker_repeats)


def _late_requests_type(at: TransactionsAt, epoch: LeafType) -> NetworkType:
    partition = Optional(Id("partition", at.partitions))
    request = LateRequest.of(kind=RequestKind, producer_epoch=epoch, partition=partition, commits=Bool())
    return Network.of(request, max(1, at.late_ids + at.late_partitions + at.late_ends))


def cluster_type(at: TransactionsAt) -> RecordType:
    """The states at these bounds, by the settings of the rules."""
    producer, partition = Id("producer", at.producers), Id("partition", at.partitions)
    transactions, epoch = at.transactions, Int(NO_EPOCH, at.max_epoch)
    sequence, is_second = Int(0, transactions), Bool() if at.offsets > 1 else Only(False)
    return TransactionsState.of(
        settings=settings_type(TransactionsSettings, at),
        coordinator=_coordinator_type(at, epoch),
        producers=Array.of(
            producer,
            TransactionalProducer.of(
                phase=Phase,
                producer_epoch=epoch,
                transaction=Int(NO_TRANSACTION, transactions - 1),
                sequences=Array.of(partition, sequence),
            ),
        ),
        transactions=Array.of(
            Int(0, transactions - 1),
            Transaction.of(
                owner=Optional(producer),
                producer_epoch=epoch,
                end_asked=EndAsked,
                decision=Decision if at.two_phase else Only(Decision.no_decision),
                writes=Array.of(
                    partition, Write.of(progress=Progress, sequence=sequence, is_second=is_second)
                ),
            ),
        ),
        begun=Int(0, transactions),
        partitions=Array.of(partition, _partition_type(at, epoch)),
        markers=_markers_type(at, epoch),
        late_requests=_late_requests_type(at, epoch),
        budget=budget_type(TransactionsBudget, at),
    )
