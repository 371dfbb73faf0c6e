"""What transactions promise, each as a statement about one state."""

from __future__ import annotations

from collections.abc import Iterator

from tidemark.impl.transactions.cluster import (
    EndAsked,
    Fate,
    Marker,
    Phase,
    TransactionalRecord,
    TransactionsState,
    TxnState,
    is_prepared,
)
from tidemark.impl.transactions.last_epoch import is_last
from tidemark.impl.transactions.partitions import accepts_marker
from tidemark.impl.transactions.prepared import decided_is_done
from tidemark.spec import Identity, Number, Truth, all_of, any_of, implies, not_, one_of, promise


def _visible(c: TransactionsState, transaction: Number, partition: Identity) -> Truth:
    """Whether a consumer is shown a record of a transaction."""
    at = c.partitions[partition]
    return any_of(
        at.shows(offset, c.settings.committed_only) & (entry.transaction == transaction)
        for offset, (_, entry) in enumerate(at.entries)
    )


def _writes(c: TransactionsState) -> Iterator[tuple[Number, Identity]]:
    """Every possible record: its transaction and its partition."""
    return (
        (number, partition) for number in c.transactions.indices() for partition in c.partitions.indices()
    )


def _has_abort(c: TransactionsState, transaction: Number) -> Truth:
    """Whether some partition has an aborted record of a transaction."""
    return any_of(at.has(transaction, Fate.aborted) for at in c.partitions)


@promise
def whole_or_not_at_all(c: TransactionsState) -> Truth:
    """No consumer is shown a record of a transaction of which another record is aborted, or the same one."""
    return all_of(
        implies(_visible(c, number, partition), not_(_has_abort(c, number)))
        for number, partition in _writes(c)
    )


@promise
def only_committed_is_visible(c: TransactionsState) -> Truth:
    """A consumer is shown a record only if its producer asked to commit the transaction that it wrote it in."""
    return all_of(
        implies(
            _visible(c, number, partition),
            one_of(c.transactions[number].end_asked, (EndAsked.commit_asked, EndAsked.commit_told)),
        )
        for number, partition in _writes(c)
    )


@promise
def told_is_committed(c: TransactionsState) -> Truth:
    """No record of a transaction is aborted once its producer was told that it is committed."""
    return all_of(
        implies(transaction.end_asked == EndAsked.commit_told, not_(_has_abort(c, number)))
        for number in c.transactions.indices()
        for transaction in [c.transactions[number]]
    )


@promise
def fenced_is_invisible(c: TransactionsState) -> Truth:
    """No consumer is shown a record that a producer wrote after another one had been given a newer epoch."""
    return all_of(
        implies(exists & entry.fenced, not_(at.shows(offset, c.settings.committed_only)))
        for at in c.partitions
        for offset, (exists, entry) in enumerate(at.entries)
    )


@promise
def no_zombie_writes(c: TransactionsState) -> Truth:
    """No partition takes a record that a producer sent after another one had been given a newer epoch."""
    return all_of(implies(exists, not_(entry.fenced)) for at in c.partitions for exists, entry in at.entries)


@promise(when=lambda at: at.writes_offsets)
def offsets_never_go_back(c: TransactionsState) -> Truth:
    """The committed offsets of a group are the last ones of its last committed transaction.

    A group coordinator keeps the last committed record (`completePendingTxnOffsetCommit`).
    """
    return all_of(
        implies(both & (earlier.fate == later.fate), _is_before(earlier, later))
        for at in c.partitions
        for k, (_, earlier) in enumerate(at.entries)
        for exists, later in at.entries[k + 1 :]
        for both in [exists & (later.fate == Fate.committed)]
    )


def _is_before(earlier: TransactionalRecord, later: TransactionalRecord) -> Truth:
    """Whether the first of two offsets was sent first, or both are the same."""
    same = earlier.transaction == later.transaction
    return (earlier.transaction < later.transaction) | (same & (later.is_second | not_(earlier.is_second)))


@promise
def no_old_marker(c: TransactionsState) -> Truth:
    """No marker ends what is not over: an old marker, or a repeated one, ends no later transaction.

    While a producer is in its transaction, and the coordinator has it as ongoing, no record of it is decided.
    """
    metadata = c.coordinator.metadata
    return all_of(
        implies(
            (me.phase == Phase.in_transaction)
            & (metadata.txn_state == TxnState.Ongoing)
            & (metadata.producer_epoch == me.producer_epoch),
            not_(_has_decision(c, me.transaction)),
        )
        for me in c.producers
    )


def _has_decision(c: TransactionsState, transaction: Number) -> Truth:
    return any_of(
        at.has(transaction, Fate.committed) | at.has(transaction, Fate.aborted) for at in c.partitions
    )


@promise
def no_hanging_transaction(c: TransactionsState) -> Truth:
    """What is open on a partition is known to the coordinator, or a marker that ends it is on its way."""
    return all_of(implies(c.partitions[at].is_open, _will_end(c, at)) for at in c.partitions.indices())


def _will_end(c: TransactionsState, partition: Identity) -> Truth:
    was, at = c.coordinator, c.partitions[partition]

    def ends(marker: Marker) -> Truth:
        return (marker.partition == partition) & accepts_marker(c, at, marker)

    ongoing = (was.metadata.txn_state == TxnState.Ongoing) & was.metadata.enrolled.has(partition)
    ending = is_prepared(was.metadata) & was.unmarked.has(partition)
    return ongoing | ending | c.markers.any(ends)


@promise(when=lambda at: bool(at.last_epoch > 0 and at.bumps_always))
def epoch_remains(c: TransactionsState) -> Truth:
    """An ongoing transaction has an epoch left for its markers, so that it can be ended (KIP-890, part 2)."""
    metadata = c.coordinator.metadata
    return implies(metadata.txn_state == TxnState.Ongoing, not_(is_last(c.settings, metadata.producer_epoch)))


@promise(only_named="read_committed promises nothing of the kind: markers reach partitions one by one")
def visible_at_once(c: TransactionsState) -> Truth:
    """A transaction becomes visible on all partitions at the same moment."""
    return all_of(
        implies(
            _visible(c, number, partition),
            not_(any_of(at.has(number, Fate.unended) for at in c.partitions)),
        )
        for number, partition in _writes(c)
    )


PROMISES = (
    whole_or_not_at_all, only_committed_is_visible, told_is_committed, fenced_is_invisible, no_zombie_writes,
    offsets_never_go_back, no_old_marker, no_hanging_transaction, epoch_remains, visible_at_once, decided_is_done,
)  # fmt: skip
