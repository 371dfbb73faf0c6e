"""The state: a transactional producer, two data partitions, and a coordinator whose log is a replicated partition too.

A record or a marker is an entry of a partition's log, and so is each state of the transaction in `__transaction_state`.
The coordinator is the leader of that log. What it has in memory is an entry of the log: the last one that it loaded, or
that it appended and knows to be replicated. A producer whose request is refused for good does nothing more, as one that
died; no step shows it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tidemark.impl.replicated_transactions.bounds import ReplicatedTransactionsAt
from tidemark.impl.replicated_transactions.replication import FollowerCopy, PartitionReplicas
from tidemark.impl.shared.budgets import StateWithBudget
from tidemark.impl.transactions.cluster import EndAsked, Fate, TxnState
from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Number,
    Only,
    Record,
    Sequence,
    Truth,
    any_of,
    budget_type,
    count,
    not_,
    one_of,
    settings_type,
    unspent,
    where,
)
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import LeafType

PARTITIONS = 2
"""How many data partitions there are: a transaction writes one record to each."""

EntryKind = Enum("entry kind", "record", "commit_marker", "abort_marker")

Phase = Enum("phase", "idle", "in_transaction", "committing", "aborting")
"""What the producer does; `committing` and `aborting` until it has the answer to EndTxn."""

Progress = Enum("progress", "unsent", "added", "acknowledged")
"""Of the record for a partition: the partition is `added` to the transaction, and the record is `acknowledged`."""

MarkerState = Enum("marker state", "not_due", "to_send", "in_flight", "given_up")
"""What the coordinator knows of a partition's marker: none is due or it is written; it is to be sent; it awaits the
answer of the present leader; it was refused for good (INVALID_PRODUCER_EPOCH)."""


class ReplicatedTransactionsSettings(Record):
    """The rules; each has one value in a machine, so that none takes room in a state.

    asks: a broker asks the coordinator before a transaction begins on its partition. adds: that adds the partition.
    bumps: each transaction has another epoch. newer_markers: a marker must have a newer epoch than what it ends.
    marker_acks_all, log_acks_all: a marker, or an entry of the coordinator, counts once it is replicated (acks=-1).
    sends_again: a marker without an answer is sent again. waits_for_watermark: a new coordinator waits until what it
    loaded is replicated. cuts_to_watermark: a restarted follower cuts its log to the high watermark that it knows.
    """

    asks: Truth
    adds: Truth
    bumps: Truth
    newer_markers: Truth
    marker_acks_all: Truth
    log_acks_all: Truth
    sends_again: Truth
    waits_for_watermark: Truth
    cuts_to_watermark: Truth


class DataEntry(Record):
    """An entry of a data partition: a record of a transaction, or a marker, whose `transaction` is 0."""

    entry_kind: Label
    transaction: Number
    producer_epoch: Number


class TransactionEntry(Record):
    """An entry of `__transaction_state`: the state of the producer's transaction, and the partitions that are in it."""

    txn_state: Label
    enrolled: IdSet
    producer_epoch: Number

    @property
    def is_prepared(self) -> Truth:
        """Whether it says that the transaction is to be ended."""
        return one_of(self.txn_state, (TxnState.PrepareCommit, TxnState.PrepareAbort))

    @property
    def is_ongoing(self) -> Truth:
        """Whether it says that the transaction is ongoing."""
        return self.txn_state == TxnState.Ongoing


class TransactionWriter(Record):
    """The producer. `begun`: the transactions that it has begun; the last one is its present one.

    sequences: the next sequence number for each partition, which only a producer of several transactions needs.
    """

    phase: Label
    producer_epoch: Number
    begun: Number
    progress: Array[Label]
    sequences: Array[Number]


class WrittenRecord(NamedTuple):
    """A record at an offset of a leader's log: whether it is there, of which transaction, and what its marker says."""

    exists: Truth
    transaction: Number
    fate: Label
    is_visible: Truth


class FailoverBudget(Record):
    """How many faults of each sort are left."""

    timeouts: Number
    elections: Number
    coordinator_elections: Number
    restarts: Number
    lacking_elections: Number
    coordinator_lacking_elections: Number
    power_losses: Number
    coordinator_power_losses: Number
    unclean_elections: Number
    coordinator_unclean_elections: Number


class ReplicatedTransactions(StateWithBudget):
    """The whole state.

    ends: what the producer asked for in EndTxn, by transaction. loaded: how many entries of its log the coordinator has
    in memory. markers: what it knows of the marker of each partition.
    """

    settings: ReplicatedTransactionsSettings
    writer: TransactionWriter
    ends: Array[Label]
    state_log: PartitionReplicas
    loaded: Number
    markers: Array[Label]
    partitions: Array[PartitionReplicas]
    budget: FailoverBudget

    @property
    def memory(self) -> TransactionEntry:
        """What the coordinator has in memory of the transaction."""
        entry: TransactionEntry = self.state_log.log[self.loaded - 1]
        return entry

    @property
    def is_pending(self) -> Truth:
        """Whether an entry is appended and not yet replicated (`pendingTransitionInProgress`)."""
        return self.loaded < self.state_log.log.length

    @property
    def answers(self) -> Truth:
        """Whether the coordinator answers requests: always once it has loaded its log, or once that is replicated."""
        return not_(self.settings.waits_for_watermark) | (self.state_log.watermark >= self.loaded)

    @property
    def number(self) -> Number:
        """The number of the producer's present transaction, from 0."""
        return self.writer.begun - 1

    def with_partition(self, partition: Identity, changed: PartitionReplicas) -> ReplicatedTransactions:
        """This cluster with one data partition changed."""
        return self.but(partitions=self.partitions.but(partition, changed))

    def with_progress(self, partition: Identity, progress: Label) -> ReplicatedTransactions:
        """This cluster with the record for a partition elsewhere on its way."""
        return self.but(writer=self.writer.but(progress=self.writer.progress.but(partition, progress)))

    def with_marker(self, partition: Identity, marker: Label) -> ReplicatedTransactions:
        """This cluster after the coordinator learnt something of a partition's marker."""
        return self.but(markers=self.markers.but(partition, marker))

    def records(self, partition: Identity) -> list[WrittenRecord]:
        """The records of a data partition's leader, the last offset first: the next marker decides each.

        A read_committed reader sees it if that marker commits it and is below the high watermark, which makes the last
        stable offset pass the record (`UnifiedLog.maybeIncrementFirstUnstableOffset`).
        """
        at = self.partitions[partition]
        fate: Label = Fate.unended
        is_stable: Truth = False
        written = []
        for offset in reversed(range(at.log.capacity)):
            entry, exists = at.log[offset], offset < at.log.length
            is_marker = exists & (entry.entry_kind != EntryKind.record)
            commits = entry.entry_kind == EntryKind.commit_marker
            fate = where(is_marker, where(commits, Fate.committed, Fate.aborted), fate)
            is_stable = where(is_marker, offset < at.watermark, is_stable)
            is_record = exists & (entry.entry_kind == EntryKind.record)
            written.append(
                WrittenRecord(is_record, entry.transaction, fate, (fate == Fate.committed) & is_stable)
            )
        return written

    def is_open(self, partition: Identity) -> Truth:
        """Whether a transaction is open on a data partition's leader."""
        return any_of(record.exists & (record.fate == Fate.unended) for record in self.records(partition))

    def has_record(self, transaction: Number, partition: Identity) -> Truth:
        """Whether the leader of a data partition has the record of a transaction."""
        return any_of(
            record.exists & (record.transaction == transaction) for record in self.records(partition)
        )

    def is_acknowledged(self, transaction: Number, partition: Identity) -> Truth:
        """Whether the record of a transaction is where acks=-1 is answered."""
        at = self.partitions[partition]
        return any_of(
            at.acknowledges(offset)
            & (at.log[offset].entry_kind == EntryKind.record)
            & (at.log[offset].transaction == transaction)
            for offset in range(at.log.capacity)
        )

    def last_epoch(self, partition: Identity) -> Number:
        """The newest producer epoch that the leader of a data partition has: that of its last entry; 0 without one."""
        log = self.partitions[partition].log
        epoch: Number = log[log.length - 1].producer_epoch
        return epoch

    def records_in_epoch(self, partition: Identity) -> Number:
        """How many records of that epoch the leader has: the sequence number that it expects next."""
        log, epoch = self.partitions[partition].log, self.last_epoch(partition)
        return count(
            (offset < log.length)
            & (log[offset].entry_kind == EntryKind.record)
            & (log[offset].producer_epoch == epoch)
            for offset in range(log.capacity)
        )


def _replicas_type(follower: LeafType, log: Any, min_isr: int, *, tracks_watermarks: bool) -> RecordType:
    length = Int(0, log.places)
    copy = FollowerCopy.of(
        copied=length, known_watermark=length if tracks_watermarks else Only(0), in_isr=Bool()
    )
    return PartitionReplicas.of(
        log=log, watermark=length, followers=Array.of(follower, copy), min_isr=Only(min_isr)
    )


def most_data_entries(at: ReplicatedTransactionsAt) -> int:
    """How long a data partition's log may grow: a marker is written again after each change of a leader."""
    moves = at.elections + at.lacking_elections + at.power_losses + at.unclean_elections
    failovers = (
        at.coordinator_elections + at.coordinator_lacking_elections
        + at.coordinator_power_losses + at.coordinator_unclean_elections
    )  # fmt: skip
    return 2 * at.transactions + moves + failovers


def most_state_entries(at: ReplicatedTransactionsAt) -> int:
    """How long the coordinator's log may grow: two partitions are added, and a transaction is ended in two steps."""
    return at.transactions * (PARTITIONS + 2)


def cluster_type(at: ReplicatedTransactionsAt) -> RecordType:
    """The states at these bounds, by the settings of the rules."""
    partition, number = Id("partition", PARTITIONS), Int(0, at.transactions - 1)
    epoch = Int(0, (at.transactions if at.bumps else 0) + at.timeouts)
    counts_records = at.transactions > 1 and not at.bumps
    entry = TransactionEntry.of(txn_state=TxnState, enrolled=IdSet.of(partition), producer_epoch=epoch)
    data = DataEntry.of(entry_kind=EntryKind, transaction=number, producer_epoch=epoch)
    states, tracks_watermarks = most_state_entries(at), at.cuts_to_watermark and at.restarts > 0
    return ReplicatedTransactions.of(
        settings=settings_type(ReplicatedTransactionsSettings, at),
        writer=TransactionWriter.of(
            phase=Phase,
            producer_epoch=epoch,
            begun=Int(0, at.transactions),
            progress=Array.of(partition, Progress),
            sequences=Array.of(partition, Int(0, at.transactions) if counts_records else Only(0)),
        ),
        ends=Array.of(number, EndAsked),
        state_log=_replicas_type(
            Id("standby", at.coordinator_replicas - 1), Sequence.of(entry, states), at.coordinator_min_isr,
            tracks_watermarks=tracks_watermarks,
        ),
        loaded=Int(0, states),
        markers=Array.of(partition, MarkerState),
        partitions=Array.of(
            partition,
            _replicas_type(
                Id("follower", at.replicas - 1), Sequence.of(data, most_data_entries(at)), at.min_isr,
                tracks_watermarks=tracks_watermarks,
            ),
        ),
        budget=budget_type(FailoverBudget, at),
    )  # fmt: skip


def initial_cluster(empty: ReplicatedTransactions, _at: ReplicatedTransactionsAt) -> ReplicatedTransactions:
    """All logs are empty, and every replica is in its ISR. The producer has its id, in epoch 0."""
    cluster = empty.but(budget=unspent(empty.budget), state_log=_all_in_sync(empty.state_log))
    for partition in empty.partitions.indices():
        cluster = cluster.with_partition(partition, _all_in_sync(empty.partitions[partition]))
    return cluster


def _all_in_sync(replicas: PartitionReplicas) -> PartitionReplicas:
    for follower in replicas.followers.indices():
        replicas = replicas.with_follower(follower, in_isr=True)
    return replicas
