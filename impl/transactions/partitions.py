"""What the leader of a partition does with records and markers.

Source: `ReplicaManager.handleProduceAppend`, `UnifiedLog.analyzeAndValidateProducerState`, `ProducerAppendInfo` and
`VerificationStateEntry` of Kafka 3.9.0. A broker does not fail here: other families are about that.
"""

from __future__ import annotations

from tidemark.impl.transactions.cluster import (
    NO_EPOCH,
    Fate,
    Marker,
    Progress,
    TransactionalRecord,
    TransactionPartition,
    TransactionsState,
    is_prepared,
)
from tidemark.impl.transactions.coordinator import refuse
from tidemark.impl.transactions.domains import PartitionId, SomeMarker, TransactionNumber
from tidemark.spec import Identity, Label, Number, Truth, action, not_, one_of, require, where

# Records.


@action(when=lambda at: at.asks)
def broker_asks_coordinator(
    c: TransactionsState, transaction: TransactionNumber, partition: PartitionId
) -> TransactionsState:
    """A record would begin a transaction on the partition: the broker asks the coordinator about it (KIP-890).

    `maybeStartTransactionVerification`.
    """
    progress = c.transactions[transaction].writes[partition].progress
    require(progress == Progress.sent, "the record arrives")
    require(not_(_is_open_for(c, transaction, partition)), "its transaction is not open on the partition")
    require(not_(_is_early(c, transaction, partition)), "the transaction before it is ended there")
    return c.with_progress(transaction, partition, Progress.asking)


@action
def broker_appends(
    c: TransactionsState, transaction: TransactionNumber, partition: PartitionId
) -> TransactionsState:
    """The broker appends a record, which begins a transaction on the partition if none is open (`appendDataBatch`)."""
    require(_arrives(c, transaction, partition), "the record arrives, and needs no verification any more")
    require(
        _accepts_record(c, transaction, partition), "its epoch, sequence number and verification are right"
    )
    transaction_state, at = c.transactions[transaction], c.partitions[partition]
    write, current = transaction_state.writes[partition], c.is_current(transaction)
    entry = new_entry(c, transaction, partition, write.is_second)
    appended = at.but(
        log=at.log.append(entry),
        producer_epoch=transaction_state.producer_epoch,
        next_sequence=write.sequence + 1,
    )
    progress = where(current, Progress.acknowledged, Progress.unsent)
    answered = c.but(partitions=c.partitions.but(partition, appended)).with_write(
        transaction,
        partition,
        write.type.default.but(progress=progress, is_second=write.is_second & current),
    )
    return _without_guards(answered, partition)


def new_entry(
    c: TransactionsState, transaction: Number, partition: Identity, is_second: Truth
) -> TransactionalRecord:
    """A record of a transaction as it is appended to the log of a partition."""
    at = c.partitions[partition]
    entry: TransactionalRecord = at.log.type.element(
        transaction=transaction,
        fate=Fate.unended,
        fenced=c.is_fenced(transaction),
        is_second=is_second,
        is_copy=c.settings.writes_offsets & at.has_any(transaction, is_second),
    )
    return entry


@action
def broker_refuses(
    c: TransactionsState, transaction: TransactionNumber, partition: PartitionId
) -> TransactionsState:
    """The broker refuses a record: INVALID_PRODUCER_EPOCH, OUT_OF_ORDER_SEQUENCE_NUMBER or INVALID_TXN_STATE."""
    require(_arrives(c, transaction, partition), "the record arrives, and needs no verification any more")
    require(
        not_(_accepts_record(c, transaction, partition)),
        "its epoch, sequence number or verification is wrong",
    )
    return refuse(c, transaction, partition)


def _arrives(c: TransactionsState, transaction: Number, partition: Identity) -> Truth:
    """Whether a record has come to the point where it is appended or refused."""
    progress = c.transactions[transaction].writes[partition].progress
    unasked = (progress == Progress.sent) & (not_(c.settings.asks) | _is_open_for(c, transaction, partition))
    return unasked | one_of(progress, (Progress.verified, Progress.verified_stale))


def _accepts_record(c: TransactionsState, transaction: Number, partition: Identity) -> Truth:
    transaction_state, at = c.transactions[transaction], c.partitions[partition]
    write = transaction_state.writes[partition]
    newer = transaction_state.producer_epoch > at.producer_epoch
    current = (transaction_state.producer_epoch == at.producer_epoch) | not_(c.settings.checks_producer_epoch)
    unnumbered = c.settings.writes_offsets
    unknown = (at.producer_epoch < 0) & not_(c.settings.first_is_zero)
    first = newer & (unnumbered | unknown | (write.sequence == 0))
    in_order = first | (not_(newer) & current & (unnumbered | (write.sequence == at.next_sequence)))
    stale = (write.progress == Progress.verified_stale) & c.settings.voids_answers
    return in_order & (not_(stale) | _is_open_for(c, transaction, partition))


def _is_open_for(c: TransactionsState, transaction: Number, partition: Identity) -> Truth:
    """Whether the broker takes a record for one of a transaction that is open (`hasOngoingTransaction`).

    The producer epoch is compared from 4.0 on.
    """
    at = c.partitions[partition]
    same = c.transactions[transaction].producer_epoch == at.producer_epoch
    return at.is_open & (same | not_(c.settings.compares_open_epoch))


def _is_early(c: TransactionsState, transaction: Number, partition: Identity) -> Truth:
    """Whether a marker is due before a record: CONCURRENT_TRANSACTIONS, and the producer tries again (KAFKA-18575)."""
    at = c.partitions[partition]
    newer = c.transactions[transaction].producer_epoch > at.producer_epoch
    return at.is_open & newer & c.settings.compares_open_epoch


def _without_guards(c: TransactionsState, partition: Identity) -> TransactionsState:
    """This cluster after the partition dropped its verification guard (`clearVerificationStateEntry`)."""
    for transaction in c.transactions.indices():
        progress = c.transactions[transaction].writes[partition].progress
        stale = where(progress == Progress.asking, Progress.asking_stale, progress)
        stale = where(progress == Progress.verified, Progress.verified_stale, stale)
        c = c.with_progress(transaction, partition, where(c.settings.voids_answers, stale, progress))
    return c


@action(when=lambda at: at.expirations > 0)
def partition_forgets_producer(c: TransactionsState, partition: PartitionId) -> TransactionsState:
    """The producer has written nothing for long, and nothing of it is open: the partition forgets it.

    With its epoch goes that of the coordinator (`ProducerStateManager.removeExpiredProducers`).
    """
    at = c.partitions[partition]
    require(c.budget.expirations > 0, "an expiration is left")
    require((at.producer_epoch != NO_EPOCH) & not_(at.is_open), "it is known, and nothing of it is open")
    forgotten = at.but(producer_epoch=NO_EPOCH, coordinator_epoch=NO_EPOCH, next_sequence=0)
    return c.spend(expirations=1).but("partitions", partition, forgotten)


# Markers.


def accepts_marker(c: TransactionsState, at: TransactionPartition, marker: Marker) -> Truth:
    """Whether a partition takes a marker (`checkProducerEpoch`, `checkCoordinatorEpoch`)."""
    old_producer = marker.producer_epoch < at.producer_epoch
    old_coordinator = marker.coordinator_epoch < at.coordinator_epoch
    repeated = at.is_open & (marker.producer_epoch == at.producer_epoch)
    return (
        not_(old_producer & c.settings.checks_producer_epoch)
        & not_(old_coordinator & c.settings.checks_coordinator_epoch)
        & not_(repeated & c.settings.checks_repeats)
    )


@action
def broker_writes_marker(c: TransactionsState, marker: SomeMarker) -> TransactionsState:
    """The broker writes a marker, which ends the transaction that is open on the partition (`appendEndTxnMarker`)."""
    at = _partition_of(c, marker)
    require(accepts_marker(c, at, marker), "its epochs are not old")
    fate = where(marker.commits, Fate.committed, Fate.aborted)
    written = c
    for partition in c.partitions.indices():
        partition_state = c.partitions[partition]
        newer = marker.producer_epoch != partition_state.producer_epoch
        ended = _with_fate(partition_state, fate).but(
            producer_epoch=marker.producer_epoch,
            coordinator_epoch=marker.coordinator_epoch,
            next_sequence=where(newer, 0, partition_state.next_sequence),
        )
        marked = c.but(partitions=c.partitions.but(partition, ended))
        written = where(marker.partition == partition, _without_guards(marked, partition), written)
    return _acknowledge(written.but(markers=c.markers.discard(marker)), marker)


@action(when=lambda at: at.failovers + at.marker_repeats > 0)
def broker_refuses_marker(c: TransactionsState, marker: SomeMarker) -> TransactionsState:
    """The broker refuses a marker: INVALID_PRODUCER_EPOCH or TRANSACTION_COORDINATOR_FENCED."""
    require(not_(accepts_marker(c, _partition_of(c, marker), marker)), "its epochs are old")
    return c.but(markers=c.markers.discard(marker))


def _partition_of(c: TransactionsState, marker: Marker) -> TransactionPartition:
    at: TransactionPartition = c.partitions[marker.partition]
    return at


def _with_fate(at: TransactionPartition, fate: Label) -> TransactionPartition:
    """A partition whose open transaction is ended."""
    log = at.log.truncate(0)
    for exists, entry in at.entries:
        decided = entry.but(fate=where(entry.fate == Fate.unended, fate, entry.fate))
        log = where(exists, log.append(decided), log)
    return at.but(log=log)


def _acknowledge(c: TransactionsState, marker: Marker) -> TransactionsState:
    """The coordinator learns that a partition has its marker, if it still waits for that."""
    was = c.coordinator
    early = c.settings.sends_early & is_prepared(was.appended)
    waits = marker.awaited & (marker.coordinator_epoch == was.coordinator_epoch) & (was.is_ending | early)
    unmarked = was.unmarked
    for partition in c.partitions.indices():
        unmarked = where(waits & (marker.partition == partition), unmarked.excluding(partition), unmarked)
    return c.but(coordinator=was.but(unmarked=unmarked))
