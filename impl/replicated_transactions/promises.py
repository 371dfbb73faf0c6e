"""What transactions promise whose partitions fail over, each as a statement about one state.

They are about the present leaders. What a read_committed reader sees is said by `ReplicatedTransactions.records`.
"""

from __future__ import annotations

from tidemark.impl.replicated_transactions.cluster import MarkerState, ReplicatedTransactions
from tidemark.impl.replicated_transactions.coordinator import is_ended_by
from tidemark.impl.transactions.cluster import EndAsked, Fate, TxnState
from tidemark.spec import Identity, Number, Truth, all_of, any_of, implies, not_, one_of, promise


def _is_visible(c: ReplicatedTransactions, transaction: Number, partition: Identity) -> Truth:
    return any_of(
        record.exists & (record.transaction == transaction) & record.is_visible
        for record in c.records(partition)
    )


def is_aborted(c: ReplicatedTransactions, transaction: Number, partition: Identity) -> Truth:
    """Whether the leader of a partition has a record of a transaction, and a marker that aborts it."""
    return any_of(
        record.exists & (record.transaction == transaction) & (record.fate == Fate.aborted)
        for record in c.records(partition)
    )


def _is_complete(c: ReplicatedTransactions, transaction: Number) -> Truth:
    """Whether every partition has the record of a transaction, and no marker aborts it."""
    return all_of(
        c.has_record(transaction, partition) & not_(is_aborted(c, transaction, partition))
        for partition in c.partitions.indices()
    )


def _commits(c: ReplicatedTransactions, transaction: Number) -> Truth:
    """Whether the producer asked to commit a transaction, which all its records were acknowledged for."""
    return one_of(c.ends[transaction], (EndAsked.commit_asked, EndAsked.commit_told))


def will_be_visible(c: ReplicatedTransactions, transaction: Number, partition: Identity) -> Truth:
    """Whether the leader of a partition has the record of a transaction, with a commit marker, or one is due."""
    marked = one_of(c.markers[partition], (MarkerState.to_send, MarkerState.in_flight))
    is_due = marked & (c.memory.txn_state == TxnState.PrepareCommit)
    return any_of(
        record.exists
        & (record.transaction == transaction)
        & ((record.fate == Fate.committed) | ((record.fate == Fate.unended) & is_due))
        for record in c.records(partition)
    )


@promise
def told_is_whole(c: ReplicatedTransactions) -> Truth:
    """Once its producer was told that it is committed, each record of a transaction is visible, or will be."""
    return all_of(
        implies(c.ends[number] == EndAsked.commit_told, will_be_visible(c, number, partition))
        for number in c.ends.indices()
        for partition in c.partitions.indices()
    )


@promise
def told_is_committed(c: ReplicatedTransactions) -> Truth:
    """No record of a transaction is aborted once its producer was told that it is committed."""
    return all_of(
        implies(c.ends[number] == EndAsked.commit_told, not_(is_aborted(c, number, partition)))
        for number in c.ends.indices()
        for partition in c.partitions.indices()
    )


@promise
def whole_or_not_at_all(c: ReplicatedTransactions) -> Truth:
    """No reader is shown a record of a transaction of which another record is aborted, or lost."""
    return all_of(
        implies(
            _is_visible(c, number, partition),
            all_of(not_(is_aborted(c, number, q)) for q in c.partitions.indices())
            & (not_(_commits(c, number)) | _is_complete(c, number)),
        )
        for number in c.ends.indices()
        for partition in c.partitions.indices()
    )


@promise
def only_committed_is_visible(c: ReplicatedTransactions) -> Truth:
    """A reader is shown a record only if its producer asked to commit the transaction that it wrote it in."""
    return all_of(
        implies(_is_visible(c, number, partition), _commits(c, number))
        for number in c.ends.indices()
        for partition in c.partitions.indices()
    )


@promise
def no_hanging_transaction(c: ReplicatedTransactions) -> Truth:
    """What is open on a partition's leader is known to the coordinator: it is ongoing there, or its marker is due."""
    return all_of(
        implies(c.is_open(partition), is_ended_by(c, partition)) for partition in c.partitions.indices()
    )


@promise(broken="The coordinator gives up the end of a transaction, which stays prepared")
def no_end_is_given_up(c: ReplicatedTransactions) -> Truth:
    """No leader refuses a marker: the coordinator would never complete the transaction, nor begin another one."""
    return all_of(marker != MarkerState.given_up for marker in c.markers)


PROMISES = (
    told_is_whole, told_is_committed, whole_or_not_at_all, only_committed_is_visible, no_hanging_transaction,
    no_end_is_given_up,
)  # fmt: skip
