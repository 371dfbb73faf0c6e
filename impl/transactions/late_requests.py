"""Requests that a producer sends twice, since it heard nothing: one copy is answered, the other one arrives late.

A producer waits for the answer to each request. So the copy that is answered needs no message in the model: whenever it
was sent, it takes effect in the step that handles it. What needs one is the other copy. It was sent over a connection
that the producer has given up, is still on its way (or in the broker's queue) when the producer has long gone on, and
its answer reaches nobody. An answer may be lost as well: then the producer asks again.

A request names the transactional id and the producer epoch, and not the transaction. As long as the epoch stays the
same, a late EndTxn ends whatever transaction is open when it arrives (KAFKA-17754), and a late AddPartitionsToTxn
begins one that its producer does not know. With an epoch for each transaction both are refused (KIP-890, part 2).

Source: `handleInitProducerId`, `handleAddPartitionsToTransaction` and `endTransaction` of `TransactionCoordinator`;
`GroupCoordinator.doTxnCommitOffsets`.
"""

from __future__ import annotations

from typing import Any

from tidemark.impl.transactions.cluster import (
    EndAsked,
    LateRequest,
    Phase,
    Progress,
    Purpose,
    RequestKind,
    TransactionsState,
    TxnState,
)
from tidemark.impl.transactions.coordinator import (
    append,
    append_id,
    end,
    epoch_after_end,
    is_current_epoch,
    prepare,
    require_idle,
    without_answer,
)
from tidemark.impl.transactions.domains import (
    PartitionId,
    ProducerId,
    SomeLateRequest,
    TransactionNumber,
)
from tidemark.impl.transactions.last_epoch import epoch_after_request, is_retry
from tidemark.impl.transactions.partitions import new_entry
from tidemark.spec import Label, action, none, not_, one_of, require, where

# What a producer sends twice.


@action(when=lambda at: at.late_ids > 0)
def producer_repeats_id_request(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer hears no answer to its InitProducerId, and sends it again; the first copy is still on its way."""
    me = c.producers[producer]
    require(c.budget.late_ids > 0, "a late request is left")
    require(me.phase == Phase.initializing, "the producer waits for the answer to its InitProducerId")
    epoch = me.producer_epoch
    return _with_late(c.spend(late_ids=1), kind=RequestKind.init_producer_id, producer_epoch=epoch)


@action(when=lambda at: at.late_partitions > 0 and not at.adds)
def producer_repeats_partition(
    c: TransactionsState, producer: ProducerId, partition: PartitionId
) -> TransactionsState:
    """A producer hears no answer to its AddPartitionsToTxn, and sends it again; the first copy is on its way."""
    me, coordinator = c.producers[producer], c.coordinator
    require(c.budget.late_partitions > 0, "a late request is left")
    require(me.phase == Phase.adding, "the producer waits for the answer to its AddPartitionsToTxn")
    asked = coordinator.appended.enrolled - coordinator.metadata.enrolled
    require(asked.has(partition), "it asked to add the partition")
    return _with_late(
        c.spend(late_partitions=1),
        kind=RequestKind.add_partitions,
        producer_epoch=me.producer_epoch,
        partition=partition,
    )


@action(when=lambda at: at.late_ends > 0)
def producer_repeats_end(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer hears no answer to its EndTxn, and sends it again; the first copy is still on its way."""
    me = c.producers[producer]
    require(c.budget.late_ends > 0, "a late request is left")
    waits = one_of(me.phase, (Phase.committing, Phase.aborting, Phase.aborting_failed))
    require(waits, "the producer waits for the answer to its EndTxn")
    commits = me.phase == Phase.committing
    return _with_late(
        c.spend(late_ends=1), kind=RequestKind.end_txn, producer_epoch=me.producer_epoch, commits=commits
    )


def _with_late(c: TransactionsState, **request: Any) -> TransactionsState:
    return c.but(late_requests=c.late_requests.send(**request))


@action(when=lambda at: at.lost_answers > 0)
def answer_is_lost(c: TransactionsState) -> TransactionsState:
    """The coordinator's answer to the entry that it appends will not reach the producer, which asks again."""
    require(c.budget.lost_answers > 0, "a lost answer is left")
    require(c.coordinator.requester != none, "a producer waits for the answer")
    return without_answer(c.spend(lost_answers=1)).but("coordinator", requester=none)


@action(when=lambda at: at.late_offsets > 0)
def offsets_arrive_again(
    c: TransactionsState, transaction: TransactionNumber, partition: PartitionId
) -> TransactionsState:
    """A TxnOffsetCommit was sent twice; its second copy reaches the group coordinator after the transaction.

    Offsets have no sequence numbers, so it looks like those of the next transaction.
    """
    write = c.transactions[transaction].writes[partition]
    require(c.budget.late_offsets > 0, "a late request is left")
    is_over = not_(c.is_owned(transaction)) & (write.progress == Progress.unsent)
    require(is_over & c.partitions[partition].has_any(transaction), "the transaction is over, and wrote them")
    return c.spend(late_offsets=1).with_progress(transaction, partition, Progress.sent)


@action(when=lambda at: at.offsets > 1)
def producer_commits_later_offsets(
    c: TransactionsState, producer: ProducerId, partition: PartitionId
) -> TransactionsState:
    """A producer sends a second TxnOffsetCommit in its transaction, for offsets further on."""
    me = c.producers[producer]
    require(me.phase == Phase.in_transaction, "the producer is in a transaction")
    write = c.transactions[me.transaction].writes[partition]
    require(
        (write.progress == Progress.acknowledged) & not_(write.is_second), "the first offsets are written"
    )
    second = write.but(progress=Progress.sent, is_second=True)
    return c.with_write(me.transaction, partition, second)


@action(when=lambda at: bool(at.offsets > 1 and at.late_offsets > 0))
def first_offsets_arrive_again(
    c: TransactionsState, transaction: TransactionNumber, partition: PartitionId
) -> TransactionsState:
    """The second copy of the first TxnOffsetCommit of a transaction arrives after the second TxnOffsetCommit.

    The transaction is open on the partition, so nobody is asked (`hasOngoingTransaction`).
    """
    at = c.partitions[partition]
    require(c.budget.late_offsets > 0, "a late request is left")
    require(at.has_any(transaction, True), "the second offsets are written")
    is_open = at.is_open & (at.producer_epoch == c.transactions[transaction].producer_epoch)
    require(is_open & c.is_owned(transaction), "the transaction is open on the partition")
    appended = at.but(log=at.log.append(new_entry(c, transaction, partition, is_second=False)))
    return c.spend(late_offsets=1).but("partitions", partition, appended)


# What the coordinator does with the late copy.


@action(when=lambda at: at.late_ids > 0)
def late_id_request_arrives(c: TransactionsState, request: SomeLateRequest) -> TransactionsState:
    """The first copy of an InitProducerId arrives: the coordinator takes it for one of a new instance.

    It aborts the ongoing transaction, whichever epoch the request has, or gives a new epoch; its producer is fenced. A
    request for a new epoch that was answered already changes nothing (`prepareInitProducerIdTransit`).
    """
    arrived, was = _receive(c, request, RequestKind.init_producer_id), c.coordinator
    epoch, ongoing = was.metadata.producer_epoch, was.metadata.txn_state == TxnState.Ongoing
    is_new, asks_for_next = request.producer_epoch < 0, request.producer_epoch == epoch
    raises = was.awaits_nothing & (ongoing | (was.is_over & (is_new | asks_for_next)))
    next_epoch = where(ongoing, epoch + 1, epoch_after_request(c.settings, epoch))
    require(not_(raises) | (next_epoch <= c.most_epoch), "a producer epoch is left")
    fenced = prepare(arrived, False, next_epoch, Purpose.fence, none)
    raised = append_id(arrived, next_epoch, request.producer_epoch, none)
    return where(raises, where(ongoing, fenced, raised), arrived)


@action(when=lambda at: at.late_partitions > 0 and not at.adds)
def late_partition_arrives(c: TransactionsState, request: SomeLateRequest) -> TransactionsState:
    """The first copy of an AddPartitionsToTxn arrives, and begins a transaction if none is open."""
    arrived, was = _receive(c, request, RequestKind.add_partitions), c.coordinator
    enrolled = was.metadata.enrolled
    with_partition = enrolled
    for partition in c.partitions.indices():
        with_partition = where(
            request.partition == partition, with_partition.including(partition), with_partition
        )
    is_new = not_((was.metadata.txn_state == TxnState.Ongoing) & (with_partition == enrolled))
    added = append(
        arrived, TxnState.Ongoing, was.metadata.producer_epoch, with_partition, Purpose.enrol, none
    )
    current = is_current_epoch(c, request.producer_epoch)
    return where(was.awaits_nothing & not_(was.is_ending) & current & is_new, added, arrived)


@action(when=lambda at: at.late_ends > 0)
def late_end_arrives(c: TransactionsState, request: SomeLateRequest) -> TransactionsState:
    """The first copy of an EndTxn arrives. The coordinator ends the open transaction if the epoch is current."""
    arrived, was = _receive(c, request, RequestKind.end_txn), c.coordinator
    is_open = was.awaits_nothing & (was.metadata.txn_state == TxnState.Ongoing)
    ends = is_open & is_current_epoch(c, request.producer_epoch)
    require(c.can_bump() | not_(c.settings.bumps_always), "a producer epoch is left")
    epoch = epoch_after_end(c, was.metadata.producer_epoch)
    return where(ends, prepare(arrived, request.commits, epoch, Purpose.end_txn, none), arrived)


def _receive(c: TransactionsState, request: LateRequest, kind: Label) -> TransactionsState:
    require(request.kind == kind, "it is such a request")
    return c.but(late_requests=c.late_requests.discard(request))


# A producer whose transaction was aborted meanwhile.


@action(when=lambda at: bool(at.last_epoch + at.late_ids > 0 and at.bumps_always))
def producer_aborts_late(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer asks to abort a transaction that took too long and was aborted: it goes on with the next epoch.

    The coordinator takes the request for one that is sent again, as its epoch is the one before (`retryOnEpochBump`).
    Only where epochs run out, or an InitProducerId is late: elsewhere such a producer is fenced in this model.
    """
    me, metadata = c.producers[producer], c.coordinator.metadata
    require(me.phase == Phase.in_transaction, "the producer is in a transaction")
    require_idle(c)
    require(metadata.txn_state == TxnState.CompleteAbort, "the transaction is completely aborted")
    require(
        is_retry(c.settings, me.producer_epoch, metadata.producer_epoch),
        "by the end of the transaction of its epoch",
    )
    aborting = c.with_transaction(me.transaction, end_asked=EndAsked.abort_asked)
    return end(aborting.with_producer(producer, phase=Phase.aborting), producer, metadata.producer_epoch)
