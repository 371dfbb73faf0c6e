"""What the leader of a data partition does with records and markers, and when they are acknowledged.

Source: `KafkaApis.handleWriteTxnMarkersRequest` (acks=-1), `TransactionMarkerRequestCompletionHandler.onComplete`,
`UnifiedLog.analyzeAndValidateProducerState`, `hasOngoingTransaction` and `ProducerAppendInfo` of Kafka 3.9.2 and 4.3.1.
"""

from __future__ import annotations

from tidemark.impl.replicated_transactions.cluster import (
    EntryKind,
    MarkerState,
    Phase,
    Progress,
    ReplicatedTransactions,
)
from tidemark.impl.replicated_transactions.domains import PartitionId
from tidemark.impl.replicated_transactions.replication import PartitionReplicas
from tidemark.impl.transactions.cluster import TxnState
from tidemark.spec import Identity, Truth, action, not_, require, where


@action
def leader_appends_record(c: ReplicatedTransactions, partition: PartitionId) -> ReplicatedTransactions:
    """The leader appends the producer's record, also after a change of the leader that lost it without an answer.

    A leader that has the record takes a second one for a duplicate.
    """
    me, at = c.writer, c.partitions[partition]
    require(me.phase == Phase.in_transaction, "the producer is in a transaction")
    require(
        me.progress[partition] == Progress.added, "the partition is added, and the record is not acknowledged"
    )
    require(not_(c.has_record(c.number, partition)), "the leader does not have the record")
    require(at.takes_writes & (at.log.length < at.log.capacity), "the leader takes writes")
    require(me.producer_epoch >= c.last_epoch(partition), "the epoch is not older than the leader's")
    in_order = me.sequences[partition] == c.records_in_epoch(partition)
    require(in_order | c.settings.bumps | (at.log.length == 0), "the sequence number is the next one")
    require(_passes_verification(c, partition), "the coordinator knows of the partition")
    entry = at.log.type.element.default.but(transaction=c.number, producer_epoch=me.producer_epoch)
    return c.with_partition(partition, at.append(entry))


def _passes_verification(c: ReplicatedTransactions, partition: Identity) -> Truth:
    """Whether a broker need not ask, or the coordinator confirms that the partition is in the transaction (KIP-890)."""
    epoch, memory = c.writer.producer_epoch, c.memory
    is_open = c.is_open(partition) & (c.last_epoch(partition) == epoch)
    has_it = memory.is_ongoing & memory.enrolled.has(partition) & (memory.producer_epoch == epoch)
    return not_(c.settings.asks) | is_open | (has_it & c.answers)


@action
def record_gets_answer(c: ReplicatedTransactions, partition: PartitionId) -> ReplicatedTransactions:
    """The record is replicated, and its producer learns it."""
    require(c.writer.phase == Phase.in_transaction, "the producer is in a transaction")
    require(c.writer.progress[partition] == Progress.added, "the record is not acknowledged")
    require(c.is_acknowledged(c.number, partition), "the record is replicated")
    acknowledged = c.with_progress(partition, Progress.acknowledged)
    if c.writer.sequences.type.element.hi == 0:
        return acknowledged
    sequences = c.writer.sequences.but(partition, c.writer.sequences[partition] + 1)
    return acknowledged.but(writer=acknowledged.writer.but(sequences=sequences))


@action
def leader_writes_marker(c: ReplicatedTransactions, partition: PartitionId) -> ReplicatedTransactions:
    """The leader writes a marker, which ends what is open there, or ends nothing (`appendEndTxnMarker`)."""
    at = c.partitions[partition]
    require((c.markers[partition] == MarkerState.to_send) & c.answers, "the coordinator sends a marker")
    require(at.takes_writes & (at.log.length < at.log.capacity), "the leader takes writes")
    require(_takes_marker(c, partition), "its epoch is not old")
    commits = c.memory.txn_state == TxnState.PrepareCommit
    marker = at.log.type.element.default.but(
        entry_kind=where(commits, EntryKind.commit_marker, EntryKind.abort_marker),
        producer_epoch=c.memory.producer_epoch,
    )
    return c.with_partition(partition, at.append(marker)).with_marker(partition, MarkerState.in_flight)


@action
def leader_refuses_marker(c: ReplicatedTransactions, partition: PartitionId) -> ReplicatedTransactions:
    """The leader refuses a marker of an old epoch (INVALID_PRODUCER_EPOCH).

    The coordinator never completes that end (`removeMarkersForTxn`); markers for other partitions are on their way.
    """
    require((c.markers[partition] == MarkerState.to_send) & c.answers, "the coordinator sends a marker")
    require(not_(_takes_marker(c, partition)), "its epoch is old")
    return c.with_marker(partition, MarkerState.given_up)


def _takes_marker(c: ReplicatedTransactions, partition: Identity) -> Truth:
    """Whether a marker is not old; from 4.2 on it must be newer than what is open (`checkProducerEpoch`)."""
    epoch, last = c.memory.producer_epoch, c.last_epoch(partition)
    repeats = c.settings.newer_markers & (epoch == last) & c.is_open(partition)
    return (epoch >= last) & not_(repeats)


@action
def marker_gets_answer(c: ReplicatedTransactions, partition: PartitionId) -> ReplicatedTransactions:
    """The coordinator learns that a partition has its marker: no entry follows it meanwhile."""
    at = c.partitions[partition]
    require(c.markers[partition] == MarkerState.in_flight, "a marker awaits its answer")
    replicated = at.acknowledges(at.log.length - 1)
    require(replicated | not_(c.settings.marker_acks_all), "the marker is replicated")
    return c.with_marker(partition, MarkerState.not_due)


def with_new_leader(
    c: ReplicatedTransactions, partition: Identity, elected: PartitionReplicas
) -> ReplicatedTransactions:
    """This cluster after a data partition has another leader: the old one answers no request (NOT_LEADER_OR_FOLLOWER).

    The coordinator sends a marker again that has no answer (`addTxnMarkersToBrokerQueue`). The new leader may have it.
    """
    unanswered = where(c.settings.sends_again, MarkerState.to_send, MarkerState.not_due)
    marker = where(c.markers[partition] == MarkerState.in_flight, unanswered, c.markers[partition])
    return c.with_partition(partition, elected).with_marker(partition, marker)


ACTIONS = (
    leader_appends_record, record_gets_answer, leader_writes_marker, leader_refuses_marker,
    marker_gets_answer,
)  # fmt: skip
