"""What the coordinator appends for the producer and for itself, and what the producer learns.

Source: `handleAddPartitionsToTransaction`, `endTransaction`, `endTransactionWithTV1` and `abortTimedOutTransactions` of
`TransactionCoordinator`, `TransactionStateManager.appendTransactionToLog` (acks=-1) and
`TransactionMarkerChannelManager.writeTxnCompletion`, of Kafka 3.9.2 and 4.3.1.
"""

from __future__ import annotations

from tidemark.impl.replicated_transactions.cluster import (
    MarkerState,
    Phase,
    Progress,
    ReplicatedTransactions,
    TransactionEntry,
)
from tidemark.impl.replicated_transactions.domains import PartitionId
from tidemark.impl.transactions.cluster import EndAsked, TxnState
from tidemark.spec import (
    Identity,
    IdSet,
    Label,
    Number,
    Truth,
    action,
    all_of,
    not_,
    one_of,
    require,
    where,
)


def _require_answers(c: ReplicatedTransactions) -> None:
    """The coordinator takes requests: no transition is pending (CONCURRENT_TRANSACTIONS)."""
    require(not_(c.is_pending) & c.answers, "no entry is pending, and the coordinator answers")


def _append(
    c: ReplicatedTransactions, txn_state: Label, enrolled: IdSet, epoch: Number
) -> ReplicatedTransactions:
    """This cluster with one more entry in the coordinator's log."""
    require(c.state_log.takes_writes, "the ISR of the coordinator's log is large enough")
    entry = c.memory.but(txn_state=txn_state, enrolled=enrolled, producer_epoch=epoch)
    return c.but(state_log=c.state_log.append(entry))


def _no_partitions(c: ReplicatedTransactions) -> IdSet:
    return c.memory.enrolled - c.memory.enrolled


# Partitions are added.


@action
def coordinator_enrols(c: ReplicatedTransactions, partition: PartitionId) -> ReplicatedTransactions:
    """The coordinator appends that a partition is in the transaction, which begins with it if none is ongoing.

    The producer asks for it (AddPartitionsToTxn), or from 4.0 on the broker that gets the record. A coordinator that
    has it in memory answers at once.
    """
    me, memory = c.writer, c.memory
    begins = me.phase == Phase.idle
    require(begins | (me.phase == Phase.in_transaction), "the producer waits for nothing")
    require(not_(begins) | (me.begun < len(c.ends.indices())), "a transaction is left to begin")
    _require_answers(c)
    require(memory.producer_epoch == me.producer_epoch, "the producer's epoch is the coordinator's")
    require(not_(memory.is_prepared), "no transaction is being ended")
    progress = me.progress[partition]
    has_it = memory.is_ongoing & memory.enrolled.has(partition)
    asks_again = c.settings.adds & not_(has_it) & not_(c.has_record(c.number, partition))
    require(
        (progress == Progress.unsent) | ((progress == Progress.added) & asks_again),
        "the partition is not added, as who asks knows",
    )
    begun = me.but(phase=Phase.in_transaction, begun=where(begins, me.begun + 1, me.begun))
    waiting = c.but(writer=begun)
    enrolled = where(memory.is_ongoing, memory.enrolled, _no_partitions(c)).including(partition)
    appended = _append(waiting, TxnState.Ongoing, enrolled, me.producer_epoch)
    return where(has_it, waiting.with_progress(partition, Progress.added), appended)


# The end of a transaction.


@action
def producer_commits(c: ReplicatedTransactions) -> ReplicatedTransactions:
    """A producer whose records are acknowledged asks to commit, again if it got no answer."""
    ready = (c.writer.phase == Phase.in_transaction) & _has_acknowledged_all(c)
    require(ready | (c.writer.phase == Phase.committing), "all its records are acknowledged")
    require(c.memory.is_ongoing, "the transaction is ongoing")
    return _end(c, Phase.committing, EndAsked.commit_asked, TxnState.PrepareCommit)


@action
def producer_aborts(c: ReplicatedTransactions) -> ReplicatedTransactions:
    """A producer none of whose records is on its way asks to abort: PrepareAbort is appended."""
    in_flight = [
        (c.writer.progress[partition] == Progress.added) & c.has_record(c.number, partition)
        for partition in c.partitions.indices()
    ]
    ready = (c.writer.phase == Phase.in_transaction) & all_of(not_(waits) for waits in in_flight)
    require(ready | (c.writer.phase == Phase.aborting), "no record of it is on its way")
    is_over = not_(c.memory.is_ongoing) & not_(c.memory.is_prepared)
    require(
        c.memory.is_ongoing | (c.settings.bumps & is_over), "the transaction is ongoing, or has no partition"
    )
    return _end(c, Phase.aborting, EndAsked.abort_asked, TxnState.PrepareAbort)


def _has_acknowledged_all(c: ReplicatedTransactions) -> Truth:
    return all_of(progress == Progress.acknowledged for progress in c.writer.progress)


def _end(
    c: ReplicatedTransactions, phase: Label, end_asked: Label, prepared: Label
) -> ReplicatedTransactions:
    _require_answers(c)
    memory = c.memory
    require(memory.producer_epoch == c.writer.producer_epoch, "the producer's epoch is the coordinator's")
    epoch = where(c.settings.bumps, memory.producer_epoch + 1, memory.producer_epoch)
    require(epoch <= memory.type.fields["producer_epoch"].hi, "a producer epoch is left")
    asking = c.but(writer=c.writer.but(phase=phase), ends=c.ends.but(c.number, end_asked))
    enrolled = where(memory.is_ongoing, memory.enrolled, _no_partitions(c))
    return _append(asking, prepared, enrolled, epoch)


@action
def coordinator_times_out(c: ReplicatedTransactions) -> ReplicatedTransactions:
    """The transaction takes too long: the coordinator aborts it with a newer epoch, which fences the producer."""
    require(c.budget.timeouts > 0, "a time-out is left")
    _require_answers(c)
    memory = c.memory
    require(memory.is_ongoing, "a transaction is ongoing")
    require(memory.producer_epoch < memory.type.fields["producer_epoch"].hi, "a producer epoch is left")
    return _append(c.spend(timeouts=1), TxnState.PrepareAbort, memory.enrolled, memory.producer_epoch + 1)


@action
def entry_commits(c: ReplicatedTransactions) -> ReplicatedTransactions:
    """The appended entry is acknowledged: the coordinator takes it over, answers, and has markers to send.

    `updateCacheCallback`, and the callbacks of each request.
    """
    require(c.is_pending, "an entry is appended")
    replicated = c.state_log.acknowledges(c.loaded)
    require(replicated | not_(c.settings.log_acks_all), "the entry is replicated")
    entry = c.state_log.log[c.loaded]
    answered = where(entry.is_ongoing, _tell_enrolment(c, entry), _tell_end(c, entry))
    return _with_markers_due(answered.but(loaded=c.loaded + 1))


def _tell_enrolment(c: ReplicatedTransactions, entry: TransactionEntry) -> ReplicatedTransactions:
    """Who waits for a partition to be added learns that it is."""
    told = c
    for partition in c.partitions.indices():
        already = c.memory.is_ongoing & c.memory.enrolled.has(partition)
        waits = (c.writer.phase == Phase.in_transaction) & (c.writer.progress[partition] == Progress.unsent)
        added = told.with_progress(partition, Progress.added)
        told = where(waits & entry.enrolled.has(partition) & not_(already), added, told)
    return told


def _tell_end(c: ReplicatedTransactions, entry: TransactionEntry) -> ReplicatedTransactions:
    """The producer learns that its transaction is ended as it asked. Who was fenced by a time-out learns nothing."""
    epoch = where(c.settings.bumps, c.writer.producer_epoch + 1, c.writer.producer_epoch)
    same = entry.producer_epoch == epoch
    commits = (c.writer.phase == Phase.committing) & (entry.txn_state == TxnState.PrepareCommit)
    aborts = (c.writer.phase == Phase.aborting) & (entry.txn_state == TxnState.PrepareAbort)
    return where((commits | aborts) & same, _leave_transaction(c, commits, entry.producer_epoch), c)


def _leave_transaction(c: ReplicatedTransactions, commits: Truth, epoch: Number) -> ReplicatedTransactions:
    """This cluster with the producer out of its transaction."""
    end_asked = where(commits, EndAsked.commit_told, c.ends[c.number])
    rest = c.writer.but(phase=Phase.idle, producer_epoch=epoch, progress=c.writer.progress.type.default)
    return c.but(writer=rest, ends=c.ends.but(c.number, end_asked))


def _with_markers_due(c: ReplicatedTransactions) -> ReplicatedTransactions:
    """This cluster with a marker due for every partition of a prepared transaction (`addTxnMarkersToSend`)."""
    markers = c.markers.type.default
    for partition in c.partitions.indices():
        is_due = c.memory.is_prepared & c.memory.enrolled.has(partition)
        markers = markers.but(partition, where(is_due, MarkerState.to_send, MarkerState.not_due))
    return c.but(markers=markers)


@action
def producer_learns_end(c: ReplicatedTransactions) -> ReplicatedTransactions:
    """The coordinator answers EndTxn from what it has in memory: such a transaction is ended already.

    Up to 3.9 that may be an earlier transaction of the same epoch (`endTransactionWithTV1`). From 4.0 on the epoch must
    be the next one, as that of a request that is sent again.
    """
    _require_answers(c)
    me, memory = c.writer, c.memory
    epoch = where(c.settings.bumps, me.producer_epoch + 1, me.producer_epoch)
    require(memory.producer_epoch == epoch, "the coordinator has the epoch after that end")
    ready = (me.phase == Phase.in_transaction) & _has_acknowledged_all(c)
    commits = (memory.txn_state == TxnState.CompleteCommit) & (ready | (me.phase == Phase.committing))
    aborts = (memory.txn_state == TxnState.CompleteAbort) & (me.phase == Phase.aborting)
    require(commits | aborts, "as the producer asks")
    return _leave_transaction(c, commits, epoch)


@action
def coordinator_completes(c: ReplicatedTransactions) -> ReplicatedTransactions:
    """Every partition has its marker: the coordinator appends that the transaction is completely ended."""
    _require_answers(c)
    require(c.memory.is_prepared, "a transaction is being ended")
    require(all_of(marker == MarkerState.not_due for marker in c.markers), "every marker is written")
    commits = c.memory.txn_state == TxnState.PrepareCommit
    complete = where(commits, TxnState.CompleteCommit, TxnState.CompleteAbort)
    return _append(c, complete, _no_partitions(c), c.memory.producer_epoch)


def load(c: ReplicatedTransactions) -> ReplicatedTransactions:
    """A new coordinator loads its log up to the end, and has the markers of a prepared transaction to send.

    `TransactionStateManager.loadTransactionMetadata` reads above the high watermark (LOG_END), and
    `loadTransactionsForTxnTopicPartition` sends the markers at once. Read in 0.11.0.2, 1.0.0, 2.5.1, 3.5.2, 3.8.0,
    3.9.2, 4.0.1, 4.1.2, 4.2.1 and 4.3.1; docs/examples/HangingCommit.java shows what comes of it.
    """
    return _with_markers_due(c.but(loaded=c.state_log.log.length))


def is_ended_by(c: ReplicatedTransactions, partition: Identity) -> Truth:
    """Whether the coordinator knows that it has to end what is open on a partition."""
    ongoing = c.memory.is_ongoing & c.memory.enrolled.has(partition)
    marked = one_of(c.markers[partition], (MarkerState.to_send, MarkerState.in_flight))
    return ongoing | (c.memory.is_prepared & marked)


ACTIONS = (
    coordinator_enrols, producer_commits, producer_aborts, coordinator_times_out, entry_commits,
    producer_learns_end, coordinator_completes,
)  # fmt: skip
