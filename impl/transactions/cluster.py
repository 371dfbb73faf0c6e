"""The state of transactions: producers of one transactional id, its coordinator and log, and the partitions.

The producers are instances of one application, so a second one fences the first. Of the coordinator's log the state has
the end: its last entry, which is what a new coordinator loads, and the one that is appended and not yet replicated;
there is at most one (`TransactionMetadata.pendingState`). The log's own replication is not modelled: an entry is
committed in one step, or lost when the coordinator fails. A partition keeps its records, and what its markers say. The
producer id changes only if epochs may run out (`last_epoch`).
"""

from __future__ import annotations

from itertools import accumulate
from operator import and_
from typing import Any

from tidemark.impl.shared.budgets import StateWithBudget
from tidemark.impl.transactions.last_epoch import is_last
from tidemark.impl.transactions.settings import TransactionsSettings
from tidemark.spec import (
    Array,
    Enum,
    Identity,
    IdSet,
    Label,
    Network,
    Number,
    Record,
    Sequence,
    Truth,
    any_of,
    count,
    not_,
    one_of,
    where,
)

NO_EPOCH = -1
"""The producer epoch, or coordinator epoch, before there is one."""
NO_TRANSACTION = -1
"""What a producer outside a transaction is in."""

TxnState = Enum(
    "transaction state", "Empty", "Ongoing", "PrepareCommit", "PrepareAbort", "CompleteCommit",
    "CompleteAbort",
)  # fmt: skip
"""Where a transaction is, by the coordinator's log (`TransactionState`)."""

Purpose = Enum("purpose", "no_transition", "init_producer_id", "enrol", "end_txn", "fence", "completion")
"""Why the last entry was appended: for InitProducerId, a partition that is added, EndTxn, a producer that is fenced (by
another one, or by time), or since every marker is written."""

Phase = Enum(
    "phase", "without_id", "initializing", "idle", "adding", "in_transaction", "committing", "aborting",
    "aborting_failed", "must_bump", "fenced", "prepared",
)  # fmt: skip
"""What a producer does. From `aborting_failed` it comes to `must_bump`: it wants a new epoch first (KIP-360). A
`prepared` one waits for a database (KIP-939)."""

Progress = Enum(
    "progress", "unsent", "added", "sent", "asking", "asking_stale", "verified", "verified_stale",
    "acknowledged", "rejected",
)  # fmt: skip
"""Where a record is between its producer and its partition. It is `sent`; the partition's broker may be `asking` the
coordinator; a record is `stale` if its verification guard was lost meanwhile. After the end of a transaction, a record
that is no longer on its way is `unsent`."""

Fate = Enum("fate", "unended", "committed", "aborted")
"""What markers have said of a record in a log."""

Decision = Enum("decision", "no_decision", "commit", "abort")
"""What the application's database says of a transaction: its own transaction commits or aborts with it."""

EndAsked = Enum("end asked", "unasked", "commit_asked", "commit_told", "abort_asked")
"""What a producer asked for in EndTxn, and whether it has the answer that its transaction is committed."""


RequestKind = Enum("request", "init_producer_id", "add_partitions", "end_txn")
"""What a producer asks the coordinator for: `add_partitions` is AddPartitionsToTxn, or AddOffsetsToTxn."""


class TransactionMetadata(Record):
    """An entry of the coordinator's log (`TxnTransitMetadata`); `gives_id`: a new producer id follows.

    replaced_epoch: the epoch that its producer had before it asked for this one; -1 if the epoch came otherwise
    (`lastProducerEpoch`). Only where requests are sent again: elsewhere it is always -1.
    marker_epoch: the epoch of the markers of a transaction that was kept for its database (`two_phase`).
    """

    txn_state: Label
    producer_epoch: Number
    replaced_epoch: Number
    enrolled: IdSet
    gives_id: Truth
    marker_epoch: Number


class TransactionCoordinator(Record):
    """The coordinator in office: its epoch, the log's last committed entry, and the appended one.

    previous: the entry before the last committed one, where that may be lost (`log_losses`).
    purpose, requester: why it was appended, and which producer waits for the answer.
    unmarked: of a transaction that is being ended, the partitions that have not acknowledged a marker.
    """

    coordinator_epoch: Number
    previous: TransactionMetadata
    metadata: TransactionMetadata
    appended: TransactionMetadata
    purpose: Label
    requester: Identity
    unmarked: IdSet

    @property
    def awaits_nothing(self) -> Truth:
        """Whether no transition is pending (the opposite of `pendingTransitionInProgress`)."""
        return self.purpose == Purpose.no_transition

    @property
    def known_epoch(self) -> Number:
        """The producer epoch in its memory: a fence raises it before the log has it (`endTransaction`)."""
        fences = self.purpose == Purpose.fence
        return where(fences, self.appended.producer_epoch, self.metadata.producer_epoch)

    @property
    def is_ending(self) -> Truth:
        """Whether its log says that a transaction is to be ended."""
        return is_prepared(self.metadata)

    @property
    def is_over(self) -> Truth:
        """Whether there is no transaction, or the last one is completely ended."""
        return not_(is_prepared(self.metadata)) & (self.metadata.txn_state != TxnState.Ongoing)


def is_prepared(metadata: TransactionMetadata) -> Truth:
    """Whether an entry says that a transaction is to be ended: its markers may be sent."""
    return one_of(metadata.txn_state, (TxnState.PrepareCommit, TxnState.PrepareAbort))


class TransactionalProducer(Record):
    """A producer; `sequences`: the next sequence number for each partition."""

    phase: Label
    producer_epoch: Number
    transaction: Number
    sequences: Array[Number]


class Write(Record):
    """The record of a transaction for one partition, and its sequence number while it is on its way.

    is_second: it has the second offsets that the transaction commits.
    """

    progress: Label
    sequence: Number
    is_second: Truth


class Transaction(Record):
    """A transaction that a producer began: its owner, its epoch, its records, and the outcome of EndTxn.

    decision: what the application's database says of it (`two_phase`).
    """

    owner: Identity
    producer_epoch: Number
    end_asked: Label
    decision: Label
    writes: Array[Write]


class TransactionalRecord(Record):
    """A record in a log.

    fenced: when it was written, another producer already had a newer epoch.
    is_second: it has the second offsets that its transaction commits.
    is_copy: it is the second copy of a TxnOffsetCommit.
    """

    transaction: Number
    fate: Label
    fenced: Truth
    is_second: Truth
    is_copy: Truth


class TransactionPartition(Record):
    """A partition: its log, and what its leader knows of the producer id (`ProducerStateEntry`).

    Markers have no offset here: what a marker says stands at the records that it ends.
    """

    log: Sequence[TransactionalRecord]
    producer_epoch: Number
    coordinator_epoch: Number
    next_sequence: Number

    @property
    def entries(self) -> list[tuple[Truth, TransactionalRecord]]:
        """Every offset of the log: whether there is a record, and the record."""
        return [(self.log.length > k, self.log[k]) for k in range(self.log.capacity)]

    @property
    def is_open(self) -> Truth:
        """Whether a transaction is open (`hasOngoingTransaction`)."""
        return any_of(exists & (entry.fate == Fate.unended) for exists, entry in self.entries)

    @property
    def last_stable_offset(self) -> Number:
        """The offset of the first record of an open transaction, or the end of the log."""
        all_decided = accumulate((entry.fate != Fate.unended for _, entry in self.entries), and_)
        return count(decided & exists for decided, (exists, _) in zip(all_decided, self.entries, strict=True))

    def has(self, transaction: int, fate: Label) -> Truth:
        """Whether a record of a transaction, not a copy, is here, and markers have said this of it."""
        return any_of(
            exists & (entry.transaction == transaction) & (entry.fate == fate) & not_(entry.is_copy)
            for exists, entry in self.entries
        )

    def has_any(self, transaction: Number, is_second: Truth = False) -> Truth:
        """Whether the record of a transaction is here, or its second offsets are."""
        return any_of(
            exists & (entry.transaction == transaction) & (entry.is_second == is_second)
            for exists, entry in self.entries
        )

    def shows(self, offset: int, committed_only: Truth) -> Truth:
        """Whether a consumer is shown the record at an offset: committed ones below the last stable offset, or all."""
        exists, entry = self.entries[offset]
        stable = (self.last_stable_offset > offset) & (entry.fate == Fate.committed)
        return exists & (stable | not_(committed_only))


class Marker(Record):
    """A marker on its way to a partition; `awaited`: whether the coordinator that sent it waits for the answer."""

    partition: Identity
    producer_epoch: Number
    coordinator_epoch: Number
    commits: Truth
    awaited: Truth


class LateRequest(Record):
    """A request to the coordinator that is still on its way after its producer has sent it again.

    producer_epoch: of an InitProducerId the epoch that its producer had, -1 for a new producer.
    partition: what an AddPartitionsToTxn adds; commits: what an EndTxn asks for.
    """

    kind: Label
    producer_epoch: Number
    partition: Identity
    commits: Truth


class TransactionsBudget(Record):
    """How many faults of each sort are left."""

    timeouts: Number
    late_ids: Number
    late_partitions: Number
    late_ends: Number
    late_offsets: Number
    lost_answers: Number
    marker_repeats: Number
    expirations: Number
    log_losses: Number


class TransactionsState(StateWithBudget):
    """The whole state. `begun`: how many transactions producers have begun."""

    settings: TransactionsSettings
    coordinator: TransactionCoordinator
    producers: Array[TransactionalProducer]
    transactions: Array[Transaction]
    begun: Number
    partitions: Array[TransactionPartition]
    markers: Network[Marker]
    late_requests: Network[LateRequest]
    budget: TransactionsBudget

    @property
    def no_partitions(self) -> IdSet:
        """The empty set of partitions."""
        enrolled = self.coordinator.metadata.enrolled
        return enrolled - enrolled

    @property
    def begun_at_most(self) -> int:
        """How many transactions may begin."""
        return len(self.transactions.indices())

    def with_producer(self, producer: Identity, **changes: Any) -> TransactionsState:
        """This cluster with one producer changed."""
        return self.but(producers=self.producers.but(producer, **changes))

    def with_transaction(self, transaction: Number, **changes: Any) -> TransactionsState:
        """This cluster with one transaction changed."""
        return self.but(transactions=self.transactions.but(transaction, **changes))

    def with_write(self, transaction: Number, partition: Identity, write: Write) -> TransactionsState:
        """This cluster with one record of a transaction elsewhere on its way."""
        return self.but("transactions", transaction, "writes", partition, write)

    def with_progress(self, transaction: Number, partition: Identity, progress: Label) -> TransactionsState:
        """Like `with_write`, with the same sequence number."""
        write = self.transactions[transaction].writes[partition]
        return self.with_write(transaction, partition, write.but(progress=progress))

    def is_current(self, transaction: Number) -> Truth:
        """Whether the producer of a transaction is still in it, and has not asked to end it."""
        owner = self.transactions[transaction].owner
        return any_of(
            (owner == producer)
            & (self.producers[producer].transaction == transaction)
            & one_of(self.producers[producer].phase, (Phase.in_transaction, Phase.adding))
            for producer in self.producers.indices()
        )

    def is_owned(self, transaction: Number) -> Truth:
        """Whether a producer is still in a transaction, or waits for its end."""
        return any_of(producer.transaction == transaction for producer in self.producers)

    def is_fenced(self, transaction: Number) -> Truth:
        """Whether another producer has a newer epoch than a transaction."""
        older = self.transactions[transaction]
        return any_of(
            (older.owner != producer) & (self.producers[producer].producer_epoch > older.producer_epoch)
            for producer in self.producers.indices()
        )

    def can_bump(self) -> Truth:
        """Whether a producer epoch is left within the bounds, and in the producer id."""
        known_epoch = self.coordinator.known_epoch
        return (known_epoch < self.most_epoch) & not_(is_last(self.settings, known_epoch))

    @property
    def most_epoch(self) -> int:
        """The largest producer epoch within the bounds."""
        most: int = self.coordinator.metadata.type.fields["producer_epoch"].hi
        return most
