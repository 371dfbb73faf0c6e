"""What producers do, and what the coordinator appends for their requests.

A request reaches the coordinator at once, and its answer comes when the log has the entry. Source: `TransactionManager`
of the client, and `handleInitProducerId`, `handleAddPartitionsToTransaction` and `endTransaction` of the coordinator.
"""

from __future__ import annotations

from tidemark.impl.transactions.cluster import (
    NO_EPOCH,
    NO_TRANSACTION,
    EndAsked,
    Phase,
    Progress,
    Purpose,
    TransactionsState,
    TxnState,
)
from tidemark.impl.transactions.coordinator import (
    append,
    append_id,
    end,
    epoch_after_end,
    forget_writes,
    is_current_epoch,
    prepare,
    require_idle,
)
from tidemark.impl.transactions.domains import PartitionId, ProducerId
from tidemark.impl.transactions.last_epoch import epoch_after_request, is_retry
from tidemark.impl.transactions.two_phase import is_owner
from tidemark.spec import (
    Identity,
    Label,
    Number,
    Truth,
    action,
    all_of,
    any_of,
    none,
    not_,
    one_of,
    require,
    where,
)

# InitProducerId.


@action
def producer_asks_for_id(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer begins, or wants a new epoch after a failure (KIP-360); there is no transaction to end.

    `prepareIncrementProducerEpoch`.
    """
    me, metadata = c.producers[producer], c.coordinator.metadata
    again = (me.phase == Phase.must_bump) & (me.producer_epoch == c.coordinator.known_epoch)
    heard_nothing = asks_again(c, producer)
    asks = (me.phase == Phase.without_id) | again | heard_nothing
    require(asks, "the producer has no id, or wants a new epoch")
    require_idle(c)
    require(c.coordinator.is_over, "no transaction is ongoing or being ended")
    waits = c.with_producer(producer, phase=Phase.initializing)
    epoch = where(
        heard_nothing, metadata.producer_epoch, epoch_after_request(c.settings, metadata.producer_epoch)
    )
    require(epoch <= c.most_epoch, "a producer epoch is left")
    replaced_epoch = where(again, me.producer_epoch, where(heard_nothing, metadata.replaced_epoch, NO_EPOCH))
    return append_id(waits, epoch, replaced_epoch, producer)


def asks_again(c: TransactionsState, producer: Identity) -> Truth:
    """Whether a producer that wants a new epoch has it already by the log, and did not hear of it.

    Then the coordinator answers with that epoch (`lastProducerEpoch`, since 2.5).
    """
    me, replaced_epoch = c.producers[producer], c.coordinator.metadata.replaced_epoch
    return (me.phase == Phase.must_bump) & (me.producer_epoch == replaced_epoch)


@action(when=lambda at: at.producers > 1 and not at.keeps_ongoing)
def producer_fences_another(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer begins while another one's transaction is ongoing: that is aborted with a newer epoch.

    The answer is CONCURRENT_TRANSACTIONS, and the producer asks again (`prepareFenceProducerEpoch`).
    """
    require(c.producers[producer].phase == Phase.without_id, "the producer has no id")
    require_idle(c)
    require(c.coordinator.metadata.txn_state == TxnState.Ongoing, "a transaction is ongoing")
    require(c.can_bump(), "a producer epoch is left")
    return prepare(c, False, c.coordinator.metadata.producer_epoch + 1, Purpose.fence, none)


@action(when=lambda at: at.producers > 1 or at.timeouts > 0)
def producer_is_fenced(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer asks the coordinator for something, and learns that its epoch is old (PRODUCER_FENCED)."""
    me = c.producers[producer]
    ending = (Phase.committing, Phase.aborting, Phase.aborting_failed, Phase.must_bump)
    require(
        one_of(me.phase, (Phase.idle, Phase.in_transaction, Phase.prepared, *ending)),
        "the producer has an id, and waits for nothing",
    )
    require(not_(is_current_epoch(c, me.producer_epoch)), "the coordinator knows a newer epoch")
    require(not_(asks_again(c, producer)), "that is not the epoch that it asked for")
    require(not_(_ends_as_producer_wants(c, producer)), "that epoch is not the end of its own transaction")
    fenced = _end_for_good(c, producer)
    owns = (me.transaction != NO_TRANSACTION) & is_owner(c, producer)
    return where(owns, forget_writes(fenced, me.transaction), fenced)


def _end_for_good(c: TransactionsState, producer: Identity) -> TransactionsState:
    """This cluster after a producer has ended for good."""
    sequences = c.producers[producer].sequences.type.default
    return c.with_producer(producer, phase=Phase.fenced, transaction=NO_TRANSACTION, sequences=sequences)


# The transaction.


@action(when=lambda at: not at.adds)
def producer_adds_partition(
    c: TransactionsState, producer: ProducerId, partition: PartitionId
) -> TransactionsState:
    """A producer adds a partition to its transaction, or begins one with it (`AddPartitionsToTxn`)."""
    begun = _with_transaction(c, producer)
    me = begun.producers[producer]
    progress = begun.transactions[me.transaction].writes[partition].progress
    require(progress == Progress.unsent, "it has not added the partition, as it knows")
    require_idle(c)
    require(is_current_epoch(c, me.producer_epoch), "its epoch is the current one")
    require(not_(c.coordinator.is_ending), "no transaction is being ended")
    metadata = c.coordinator.metadata
    is_enrolled = (metadata.txn_state == TxnState.Ongoing) & metadata.enrolled.has(partition)
    waits = begun.with_producer(producer, phase=Phase.adding)
    enrolled = metadata.enrolled.including(partition)
    appended = append(waits, TxnState.Ongoing, metadata.producer_epoch, enrolled, Purpose.enrol, producer)
    return where(is_enrolled, begun.with_progress(me.transaction, partition, Progress.added), appended)


@action(when=lambda at: not at.adds)
def producer_sends(c: TransactionsState, producer: ProducerId, partition: PartitionId) -> TransactionsState:
    """A producer sends a record to a partition that it has added."""
    me = c.producers[producer]
    require(me.phase == Phase.in_transaction, "the producer is in a transaction")
    progress = c.transactions[me.transaction].writes[partition].progress
    require(progress == Progress.added, "it has added the partition, and sent it nothing")
    return _send(c, producer, partition)


@action("producer_sends", when=lambda at: at.adds)
def producer_sends_unannounced(
    c: TransactionsState, producer: ProducerId, partition: PartitionId
) -> TransactionsState:
    """A producer sends a record to a partition that the broker adds to the transaction (KIP-890, part 2)."""
    begun = _with_transaction(c, producer)
    progress = begun.transactions[begun.producers[producer].transaction].writes[partition].progress
    require(progress == Progress.unsent, "it has sent the partition nothing")
    return _send(begun, producer, partition)


def _send(c: TransactionsState, producer: Identity, partition: Identity) -> TransactionsState:
    me = c.producers[producer]
    number, sequence = me.transaction, me.sequences[partition]
    require(not_(_has(c, number, Progress.rejected)), "none of its records was refused")
    write = c.transactions[number].writes[partition].but(progress=Progress.sent, sequence=sequence)
    changed = c.with_producer(producer, sequences=me.sequences.but(partition, sequence + 1))
    return changed.with_write(number, partition, write)


def _with_transaction(c: TransactionsState, producer: Identity) -> TransactionsState:
    """This cluster with the producer in its transaction; a new one begins if it is in none."""
    me = c.producers[producer]
    begins = me.phase == Phase.idle
    require(begins | (me.phase == Phase.in_transaction), "the producer has an id, and waits for nothing")
    require(not_(begins) | (c.begun < c.begun_at_most), "a transaction is left to begin")
    number = where(begins, c.begun, me.transaction)
    begun = c.with_transaction(number, owner=producer, producer_epoch=me.producer_epoch)
    return begun.but(begun=where(begins, c.begun + 1, c.begun)).with_producer(
        producer, phase=Phase.in_transaction, transaction=number
    )


# EndTxn.


@action(when=lambda at: not at.two_phase)
def producer_commits(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer whose records are all acknowledged asks the coordinator to commit."""
    number = c.producers[producer].transaction
    require(_has(c, number, Progress.acknowledged), "a record is acknowledged")
    finished = all_of(
        one_of(write.progress, (Progress.acknowledged, Progress.unsent))
        for write in c.transactions[number].writes
    )
    require(finished, "all its records are acknowledged")
    require(c.coordinator.metadata.txn_state == TxnState.Ongoing, "the transaction is ongoing")
    return _ask_to_end(c, producer, Phase.committing, EndAsked.commit_asked)


@action("producer_aborts", when=lambda at: at.ends_after_failure)
def producer_aborts_what_was_answered(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer asks the coordinator to abort, once every record of it has an answer.

    It sends a record again for as long as it may (`Sender.maybeSendTransactionalRequest`, 1.1.1).
    """
    require(not_(_waits(c, c.producers[producer].transaction)), "every record has an answer")
    aborts: TransactionsState = producer_aborts.function(c, producer)
    return aborts


@action(when=lambda at: at.ends_after_failure)
def producer_ends(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A record that was sent again expires without an answer: a fatal error, and the producer ends.

    Nobody knows whether the record is written (`hasUnresolvedSequences`, `transitionToFatalError`). Its transaction is
    left to the next producer, or to the coordinator's time-out.
    """
    me = c.producers[producer]
    require(me.phase == Phase.in_transaction, "the producer is in a transaction")
    require(_waits(c, me.transaction), "a record has no answer yet")
    return forget_writes(_end_for_good(c, producer), me.transaction)


@action(when=lambda at: not at.ends_after_failure)
def producer_aborts(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer asks the coordinator to abort. Records that have no answer are given up, wherever they are.

    The client waits for what is in flight, but no longer than `delivery.timeout.ms`.
    """
    ongoing = c.coordinator.metadata.txn_state == TxnState.Ongoing
    require(
        ongoing | (c.settings.bumps_always & c.coordinator.is_over),
        "the transaction is ongoing, or has no partition",
    )
    me = c.producers[producer]
    bumps = c.settings.bumps_after_failure & not_(c.settings.bumps_always) & _gave_up(c, me.transaction)
    first = where(bumps, Phase.aborting_failed, Phase.aborting)
    again = one_of(me.phase, (Phase.aborting, Phase.aborting_failed))
    return _ask_to_end(c, producer, where(again, me.phase, first), EndAsked.abort_asked)


def _gave_up(c: TransactionsState, number: Number) -> Truth:
    """Whether a record of a transaction was refused, or has no answer yet."""
    return _waits(c, number) | _has(c, number, Progress.rejected)


def _waits(c: TransactionsState, number: Number) -> Truth:
    """Whether a record of a transaction was sent and has no answer yet."""
    at_rest = (Progress.unsent, Progress.added, Progress.acknowledged, Progress.rejected)
    return not_(all_of(one_of(write.progress, at_rest) for write in c.transactions[number].writes))


def _ask_to_end(
    c: TransactionsState, producer: Identity, phase: Label, end_asked: Label
) -> TransactionsState:
    me = c.producers[producer]
    require((me.phase == Phase.in_transaction) | (me.phase == phase), "the producer is in a transaction")
    require_idle(c)
    epoch = c.coordinator.metadata.producer_epoch
    require(is_current_epoch(c, me.producer_epoch), "its epoch is the current one")
    require(c.can_bump() | not_(c.settings.bumps_always), "a producer epoch is left")
    ending = c.with_transaction(me.transaction, end_asked=end_asked).with_producer(producer, phase=phase)
    commits = end_asked == EndAsked.commit_asked
    return prepare(ending, commits, epoch_after_end(c, epoch), Purpose.end_txn, producer)


@action(when=lambda at: at.failovers + at.log_losses + at.lost_answers > 0)
def producer_learns_end(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer that heard no answer asks again, and learns that its transaction was ended as it asked."""
    metadata = c.coordinator.metadata
    require(
        one_of(metadata.txn_state, (TxnState.CompleteCommit, TxnState.CompleteAbort)),
        "the transaction is completely ended",
    )
    require_idle(c)
    require(_ends_as_producer_wants(c, producer), "as the producer asked")
    return end(c, producer, metadata.producer_epoch)


def _ends_as_producer_wants(c: TransactionsState, producer: Identity) -> Truth:
    """Whether the coordinator's log says that a producer's transaction is ended, or to be ended, as it asked."""
    me, metadata = c.producers[producer], c.coordinator.metadata
    commit = one_of(metadata.txn_state, (TxnState.PrepareCommit, TxnState.CompleteCommit))
    abort = one_of(metadata.txn_state, (TxnState.PrepareAbort, TxnState.CompleteAbort))
    aborts = one_of(me.phase, (Phase.aborting, Phase.aborting_failed))
    as_asked = ((me.phase == Phase.committing) & commit) | (aborts & abort)
    same_epoch = metadata.producer_epoch == epoch_after_end(c, me.producer_epoch)
    return as_asked & (same_epoch | is_retry(c.settings, me.producer_epoch, metadata.producer_epoch))


def _has(c: TransactionsState, number: Number, progress: Label) -> Truth:
    """Whether a transaction has a record there."""
    return any_of(write.progress == progress for write in c.transactions[number].writes)
