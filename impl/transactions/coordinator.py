"""The transaction coordinator: what it appends to its log, what follows when that is committed, and how it fails.

Source: `TransactionCoordinator`, `TransactionStateManager`, `TransactionMarkerChannelManager` of Kafka 3.9.0.
"""

from __future__ import annotations

from tidemark.impl.transactions.cluster import (
    NO_EPOCH,
    NO_TRANSACTION,
    EndAsked,
    Phase,
    Progress,
    Purpose,
    TransactionMetadata,
    TransactionsState,
    TxnState,
    is_prepared,
)
from tidemark.impl.transactions.domains import PartitionId, SomeMarker, TransactionNumber
from tidemark.impl.transactions.last_epoch import epoch_after_completion, gives_id
from tidemark.impl.transactions.two_phase import (
    epoch_of_markers,
    is_owner,
    marker_epoch_after,
    raises_client_epoch,
    take_over,
)
from tidemark.spec import Identity, IdSet, Label, Number, Truth, action, none, not_, one_of, require, where

# Appending to the log.


def require_idle(c: TransactionsState) -> None:
    """Requires that no transition is pending: otherwise the answer is CONCURRENT_TRANSACTIONS."""
    require(c.coordinator.awaits_nothing, "no transition is pending")


def is_current_epoch(c: TransactionsState, epoch: Number) -> Truth:
    """Whether the coordinator takes a request with a producer epoch; otherwise it answers PRODUCER_FENCED."""
    return (epoch == c.coordinator.known_epoch) | not_(c.settings.checks_producer_epoch)


def append(
    c: TransactionsState,
    txn_state: Label,
    epoch: Number,
    enrolled: IdSet,
    purpose: Label,
    requester: Identity,
    gives_id: Truth = False,
) -> TransactionsState:
    """The coordinator appends an entry to its log (`appendTransactionToLog`)."""
    metadata, fenced = c.coordinator.metadata, purpose == Purpose.fence
    entry = metadata.but(
        txn_state=txn_state,
        producer_epoch=epoch,
        replaced_epoch=where(fenced, NO_EPOCH, metadata.replaced_epoch),
        enrolled=enrolled,
        gives_id=gives_id,
        marker_epoch=marker_epoch_after(metadata, purpose == Purpose.completion),
    )
    coordinator = c.coordinator.but(appended=entry, purpose=purpose, requester=requester)
    return c.but(coordinator=coordinator)


def append_id(
    c: TransactionsState, epoch: Number, replaced_epoch: Number, requester: Identity
) -> TransactionsState:
    """The coordinator appends a new producer epoch, and which one its producer had (`lastProducerEpoch`)."""
    appended = append(c, TxnState.Empty, epoch, c.no_partitions, Purpose.init_producer_id, requester)
    kept = where(c.settings.keeps_replaced_epoch, replaced_epoch, NO_EPOCH)
    return appended.but("coordinator", "appended", replaced_epoch=kept)


def prepare(
    c: TransactionsState, commits: Truth, epoch: Number, purpose: Label, requester: Identity
) -> TransactionsState:
    """The coordinator appends that the transaction is to be ended, and sends the markers if the rule is to be early."""
    prepared = where(commits, TxnState.PrepareCommit, TxnState.PrepareAbort)
    metadata = c.coordinator.metadata
    ongoing = metadata.txn_state == TxnState.Ongoing
    enrolled = where(ongoing, metadata.enrolled, c.no_partitions)
    rotates = gives_id(c.settings, metadata.producer_epoch, purpose == Purpose.fence)
    appended = append(c, prepared, epoch, enrolled, purpose, requester, rotates)
    return _with_markers(appended, appended.coordinator.appended, c.settings.sends_early)


def epoch_after_end(c: TransactionsState, epoch: Number) -> Number:
    """The producer epoch of a transaction's markers, and of the transaction that follows."""
    raises = c.settings.bumps_always & raises_client_epoch(c.settings, c.coordinator.metadata)
    return where(raises, epoch + 1, epoch)


def _with_markers(c: TransactionsState, entry: TransactionMetadata, sends: Truth = True) -> TransactionsState:
    """This cluster with a marker to every partition of a transaction that is to be ended (`addTxnMarkersToSend`)."""
    markers = c.markers
    for partition in c.partitions.indices():
        sent = markers.send(
            partition=partition,
            producer_epoch=epoch_of_markers(entry),
            coordinator_epoch=c.coordinator.coordinator_epoch,
            commits=entry.txn_state == TxnState.PrepareCommit,
            awaited=True,
        )
        markers = where(sends & entry.enrolled.has(partition), sent, markers)
    unmarked = where(sends, entry.enrolled, c.coordinator.unmarked)
    return c.but(markers=markers, coordinator=c.coordinator.but(unmarked=unmarked))


@action
def log_commits(c: TransactionsState) -> TransactionsState:
    """The appended entry is replicated: the coordinator takes it over, answers, and sends the markers of an end.

    `updateCacheCallback`, and the callbacks of each request.
    """
    was, purpose = c.coordinator, c.coordinator.purpose
    require(not_(was.awaits_nothing), "an entry is appended")
    answered = _answer_requester(c)
    committed = _with_metadata(answered, was.appended, was.metadata)
    ends = one_of(purpose, (Purpose.end_txn, Purpose.fence)) & not_(c.settings.sends_early)
    return _with_markers(committed, was.appended, ends)


def _with_metadata(
    c: TransactionsState, metadata: TransactionMetadata, previous: TransactionMetadata
) -> TransactionsState:
    """This cluster with an entry as the last one of the log, another one before it, and nothing pending."""
    kept, keeps_previous = c.coordinator.previous, c.settings.keeps_previous
    changes = {
        name: where(keeps_previous, getattr(previous, name), getattr(kept, name)) for name in kept.type.fields
    }
    coordinator = c.coordinator.but(
        previous=kept.but(**changes),
        metadata=metadata,
        appended=metadata.type.default,
        purpose=Purpose.no_transition,
        requester=none,
    )
    return c.but(coordinator=coordinator)


def _answer_requester(c: TransactionsState) -> TransactionsState:
    """This cluster after the producer or broker that waits for the appended entry has its answer."""
    was, entry = c.coordinator, c.coordinator.appended
    answered = c
    for producer in c.producers.indices():
        waits = was.requester == producer
        with_epoch = take_over(_with_id(answered, producer, entry.producer_epoch), producer, entry)
        added = _tell_producer(answered, producer, entry.enrolled - was.metadata.enrolled)
        over = end(
            answered, producer, epoch_after_completion(c.settings, entry.producer_epoch, entry.gives_id)
        )
        answered = where(waits & (was.purpose == Purpose.init_producer_id), with_epoch, answered)
        answered = where(waits & (was.purpose == Purpose.enrol), added, answered)
        answered = where(waits & (was.purpose == Purpose.end_txn), over, answered)
    verified = _tell_brokers(answered, entry.producer_epoch, entry.enrolled - was.metadata.enrolled)
    by_broker = (was.requester == none) & (was.purpose == Purpose.enrol) & c.settings.adds
    return where(by_broker, verified, answered)


def _with_id(c: TransactionsState, producer: Identity, epoch: Number) -> TransactionsState:
    """A producer learns its new epoch; its sequence numbers begin at 0."""
    sequences = c.producers[producer].sequences.type.default
    return c.with_producer(producer, phase=Phase.idle, producer_epoch=epoch, sequences=sequences)


def _tell_producer(c: TransactionsState, producer: Identity, partitions: IdSet) -> TransactionsState:
    """A producer learns that partitions are added to its transaction."""
    number = c.producers[producer].transaction
    changed = c.with_producer(producer, phase=Phase.in_transaction)
    for partition in c.partitions.indices():
        added = changed.with_progress(number, partition, Progress.added)
        changed = where(partitions.has(partition), added, changed)
    return changed


def _tell_brokers(c: TransactionsState, epoch: Number, partitions: IdSet) -> TransactionsState:
    """The brokers learn that partitions are added for the records that wait."""
    for number in c.transactions.indices():
        for partition in c.partitions.indices():
            progress = c.transactions[number].writes[partition].progress
            waits = partitions.has(partition) & (c.transactions[number].producer_epoch == epoch)
            fresh = c.with_progress(number, partition, Progress.verified)
            stale = c.with_progress(number, partition, Progress.verified_stale)
            c = where(waits & (progress == Progress.asking), fresh, c)
            c = where(waits & (progress == Progress.asking_stale), stale, c)
    return c


# The end of a transaction, as its producer sees it.


def end(c: TransactionsState, producer: Identity, epoch: Number) -> TransactionsState:
    """A producer learns that its transaction is ended as it asked; `epoch` is its next one, if it gets another."""
    me = c.producers[producer]
    number, fresh = me.transaction, me.sequences.type.default
    transaction = c.transactions[number]
    end_asked = where(me.phase == Phase.committing, EndAsked.commit_told, transaction.end_asked)
    ended = c.with_transaction(number, end_asked=end_asked)
    return where(is_owner(c, producer), forget_writes(ended, number), ended).with_producer(
        producer,
        phase=where(me.phase == Phase.aborting_failed, Phase.must_bump, Phase.idle),
        producer_epoch=where(c.settings.bumps_always, epoch, me.producer_epoch),
        transaction=NO_TRANSACTION,
        sequences=where(c.settings.bumps_always, fresh, me.sequences),
    )


def forget_writes(c: TransactionsState, number: Number) -> TransactionsState:
    """This cluster without the progress of records that are no longer on their way, of a transaction that is over."""
    for partition in c.partitions.indices():
        write = c.transactions[number].writes[partition]
        over = one_of(write.progress, (Progress.added, Progress.acknowledged, Progress.rejected))
        c = c.with_write(number, partition, where(over, write.type.default, write))
    return c


# What the coordinator does without a request.


@action
def coordinator_completes(c: TransactionsState) -> TransactionsState:
    """Every partition has the marker: the coordinator appends that the transaction is over (`writeTxnCompletion`)."""
    was = c.coordinator
    require_idle(c)
    require(was.is_ending & was.unmarked.is_empty(), "every marker of an ending transaction is acknowledged")
    commits = was.metadata.txn_state == TxnState.PrepareCommit
    complete = where(commits, TxnState.CompleteCommit, TxnState.CompleteAbort)
    epoch = epoch_after_completion(c.settings, was.metadata.producer_epoch, was.metadata.gives_id)
    return append(c, complete, epoch, c.no_partitions, Purpose.completion, none)


@action
def coordinator_times_out(c: TransactionsState) -> TransactionsState:
    """A transaction takes too long: the coordinator aborts it with a newer epoch (`abortTimedOutTransactions`)."""
    require(c.can_bump(), "a producer epoch is left")
    return _time_out(c, c.coordinator.metadata.producer_epoch + 1)


@action("coordinator_times_out")
def coordinator_times_out_in_epoch(c: TransactionsState) -> TransactionsState:
    """A transaction takes too long: the coordinator aborts it, and its producer keeps its epoch (KAFKA-6119)."""
    return _time_out(c, c.coordinator.metadata.producer_epoch)


def _time_out(c: TransactionsState, producer_epoch: Number) -> TransactionsState:
    require(c.budget.timeouts > 0, "a time-out is left")
    require_idle(c)
    require(c.coordinator.metadata.txn_state == TxnState.Ongoing, "a transaction is ongoing")
    return prepare(c.spend(timeouts=1), False, producer_epoch, Purpose.fence, none)


@action
def coordinator_repeats_marker(c: TransactionsState, marker: SomeMarker) -> TransactionsState:
    """A connection breaks, and the coordinator sends a marker again; the first one is still in the broker's queue.

    `TransactionMarkerRequestCompletionHandler.onComplete` of a disconnected request.
    """
    require(c.budget.marker_repeats > 0, "a repetition is left")
    current = marker.coordinator_epoch == c.coordinator.coordinator_epoch
    require(marker.awaited & current, "the coordinator awaits its answer")
    return c.spend(marker_repeats=1).but(markers=c.markers.send(marker.but(awaited=False)))


@action
def coordinator_fails_over(c: TransactionsState) -> TransactionsState:
    """Another broker becomes coordinator; what was appended and not committed is lost.

    It loads the log, and sends the markers of a transaction that is to be ended
    (`loadTransactionsForTxnTopicPartition`).
    """
    _require_failover(c)
    return _load(c, c.coordinator.metadata, c.coordinator.previous)


@action
def coordinator_fails_over_after_commit(c: TransactionsState) -> TransactionsState:
    """Another broker becomes coordinator, and has the appended entry; whoever waits for an answer gets none."""
    require(not_(c.coordinator.awaits_nothing), "an entry is appended")
    _require_failover(c)
    return _load(c, c.coordinator.appended, c.coordinator.metadata)


@action(when=lambda at: at.log_losses > 0)
def coordinator_fails_over_without_last_entry(c: TransactionsState) -> TransactionsState:
    """An unclean election of the coordinator's log partition: the next coordinator lacks the last committed entry.

    Not of the first entry: without that, the next producer has another producer id.
    """
    previous = c.coordinator.previous
    require(c.budget.log_losses > 0, "an unclean election is left")
    require(previous.producer_epoch != NO_EPOCH, "the log has an entry before the last one")
    return _load(c.spend(log_losses=1), previous, previous)


def _require_failover(c: TransactionsState) -> None:
    """Requires that the coordinator may fail; an unclean election of its log needs a coordinator epoch too."""
    epochs: int = c.coordinator.type.fields["coordinator_epoch"].hi
    left = c.coordinator.coordinator_epoch + c.budget.log_losses < epochs
    require(left, "a coordinator epoch is left")


def _load(
    c: TransactionsState, metadata: TransactionMetadata, previous: TransactionMetadata
) -> TransactionsState:
    epoch = c.coordinator.coordinator_epoch + 1
    successor = c.coordinator.but(coordinator_epoch=epoch, unmarked=c.no_partitions)
    unanswered = without_answer(c).but(coordinator=successor)
    loaded = _with_metadata(unanswered, metadata, previous)
    return _with_markers(loaded, metadata, is_prepared(metadata))


def without_answer(c: TransactionsState) -> TransactionsState:
    """This cluster with the producer that waits for the coordinator back in its phase before (NOT_COORDINATOR)."""
    for producer in c.producers.indices():
        me = c.producers[producer]
        before = where(me.producer_epoch < 0, Phase.without_id, Phase.must_bump)
        phase = where(me.phase == Phase.initializing, before, me.phase)
        phase = where(me.phase == Phase.adding, Phase.in_transaction, phase)
        c = c.with_producer(producer, phase=phase)
    return c


# What it answers to brokers.


@action(when=lambda at: at.asks and not at.adds)
def coordinator_verifies(
    c: TransactionsState, transaction: TransactionNumber, partition: PartitionId
) -> TransactionsState:
    """The coordinator tells a broker that a partition is in the transaction (`handleVerifyPartitionsInTransaction`).

    A pending transition does not matter.
    """
    progress = _require_asking(c, transaction, partition)
    require(_is_in_transaction(c, transaction, partition), "the partition is in a transaction of that epoch")
    return _verify(c, transaction, partition, progress)


@action(when=lambda at: at.adds)
def coordinator_adds_for_broker(
    c: TransactionsState, transaction: TransactionNumber, partition: PartitionId
) -> TransactionsState:
    """The coordinator adds a partition that a broker asks for, or tells it that it is there (KIP-890, part 2)."""
    progress = _require_asking(c, transaction, partition)
    require_idle(c)
    transaction_state, was = c.transactions[transaction], c.coordinator
    require(
        is_current_epoch(c, transaction_state.producer_epoch), "the record has the current producer epoch"
    )
    require(not_(was.is_ending), "no transaction is being ended")
    is_enrolled = _is_in_transaction(c, transaction, partition)
    enrolled = was.metadata.enrolled.including(partition)
    appended = append(c, TxnState.Ongoing, transaction_state.producer_epoch, enrolled, Purpose.enrol, none)
    return where(is_enrolled, _verify(c, transaction, partition, progress), appended)


@action(when=lambda at: at.asks)
def coordinator_denies(
    c: TransactionsState, transaction: TransactionNumber, partition: PartitionId
) -> TransactionsState:
    """The coordinator tells a broker that the partition is not in such a transaction; the record is refused."""
    _require_asking(c, transaction, partition)
    old = not_(is_current_epoch(c, c.transactions[transaction].producer_epoch))
    absent = not_(_is_in_transaction(c, transaction, partition)) & not_(c.settings.adds)
    require(old | absent, "it has another epoch, or the partition is not in it")
    return refuse(c, transaction, partition)


def _require_asking(c: TransactionsState, transaction: Number, partition: Identity) -> Label:
    progress: Label = c.transactions[transaction].writes[partition].progress
    asks = one_of(progress, (Progress.asking, Progress.asking_stale))
    require(asks, "the broker asks about the record")
    return progress


def _is_in_transaction(c: TransactionsState, transaction: Number, partition: Identity) -> Truth:
    metadata, epoch = c.coordinator.metadata, c.transactions[transaction].producer_epoch
    ongoing = metadata.txn_state == TxnState.Ongoing
    return ongoing & is_current_epoch(c, epoch) & metadata.enrolled.has(partition)


def _verify(
    c: TransactionsState, transaction: Number, partition: Identity, progress: Label
) -> TransactionsState:
    stale = progress == Progress.asking_stale
    return c.with_progress(transaction, partition, where(stale, Progress.verified_stale, Progress.verified))


def refuse(c: TransactionsState, transaction: Number, partition: Identity) -> TransactionsState:
    """A record is refused; a producer that still waits takes its sequence number back."""
    transaction_state = c.transactions[transaction]
    waits = c.is_current(transaction)
    unset = transaction_state.writes[partition].type.default
    answered = c.with_write(
        transaction, partition, unset.but(progress=where(waits, Progress.rejected, Progress.unsent))
    )
    for producer in c.producers.indices():
        me = c.producers[producer]
        again = me.sequences.but(partition, me.sequences[partition] - 1)
        mine = waits & (transaction_state.owner == producer)
        answered = answered.with_producer(producer, sequences=where(mine, again, me.sequences))
    return answered
