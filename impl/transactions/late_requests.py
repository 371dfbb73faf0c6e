"""An EndTxn that arrives late: its producer has heard nothing, has sent it again, and the second copy was answered.

The request names the transactional id and the producer epoch, and not the transaction. As long as the epoch stays the
same, the first copy ends whatever transaction is open when it arrives (KAFKA-17754); with an epoch for each transaction
it is refused (KIP-890, part 2), unless that transaction was aborted meanwhile, as the request asks.
"""

from tidemark.impl.transactions.cluster import NO_EPOCH, EndAsked, Phase, Purpose, TransactionsState, TxnState
from tidemark.impl.transactions.coordinator import (
    end,
    epoch_after_end,
    is_current_epoch,
    prepare,
    require_idle,
)
from tidemark.impl.transactions.domains import ProducerId
from tidemark.impl.transactions.last_epoch import is_retry
from tidemark.spec import action, none, not_, one_of, require, where


@action(when=lambda at: at.late_ends > 0)
def producer_repeats_end(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer hears no answer to its EndTxn, and sends it again; the first copy is still on its way."""
    me = c.producers[producer]
    require(c.budget.late_ends > 0, "a late request is left")
    require(c.late_end.producer_epoch == NO_EPOCH, "no other one is on its way")
    waits = one_of(me.phase, (Phase.committing, Phase.aborting, Phase.aborting_failed))
    require(waits, "the producer waits for the answer to its EndTxn")
    late_end = c.late_end.but(producer_epoch=me.producer_epoch, commits=me.phase == Phase.committing)
    return c.spend(late_ends=1).but(late_end=late_end)


@action(when=lambda at: at.late_ends > 0)
def late_end_arrives(c: TransactionsState) -> TransactionsState:
    """The first copy arrives. The coordinator ends the open transaction if the epoch is current (`endTransaction`)."""
    late_end = c.late_end
    require(late_end.producer_epoch != NO_EPOCH, "an EndTxn is still on its way")
    is_open = c.coordinator.awaits_nothing & (c.coordinator.metadata.txn_state == TxnState.Ongoing)
    require(c.can_bump() | not_(c.settings.bumps_always), "a producer epoch is left")
    arrived = c.but(late_end=late_end.type.default)
    epoch = epoch_after_end(c, c.coordinator.metadata.producer_epoch)
    ended = prepare(arrived, late_end.commits, epoch, Purpose.end_txn, none)
    return where(is_open & is_current_epoch(c, late_end.producer_epoch), ended, arrived)


@action(when=lambda at: bool(at.last_epoch > 0 and at.bumps_always))
def producer_aborts_late(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer asks to abort a transaction that took too long and was aborted: it goes on with the next epoch.

    The coordinator takes the request for one that is sent again, as its epoch is the one before (`retryOnEpochBump`).
    Only where epochs run out: elsewhere such a producer is fenced in this model.
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
