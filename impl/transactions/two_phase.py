"""What the coordinator keeps of a transaction that waits for the decision of a database (KIP-939).

InitProducerId with `keepPreparedTxn` leaves the ongoing transaction as it is, and gives the next instance a newer epoch
to complete it with. So there are two epochs: that of the transaction, after which its markers follow, and the client's,
with which every request is compared. Here `producer_epoch` is the client's, and `marker_epoch` is that of the markers;
the KIP's log has the transaction's as `ProducerEpoch`, and the client's as `NextProducerEpoch`.
"""

from __future__ import annotations

from tidemark.impl.transactions.cluster import NO_EPOCH, Phase, TransactionMetadata, TransactionsState
from tidemark.impl.transactions.settings import TransactionsSettings
from tidemark.spec import Identity, Number, Truth, not_, where


def is_kept(entry: TransactionMetadata) -> Truth:
    """Whether an entry has a transaction that InitProducerId left as it was."""
    return entry.marker_epoch != NO_EPOCH


def epoch_of_markers(entry: TransactionMetadata) -> Number:
    """The producer epoch of a transaction's markers: the one after the transaction's."""
    return where(is_kept(entry), entry.marker_epoch, entry.producer_epoch)


def marker_epoch_after(entry: TransactionMetadata, is_completion: Truth) -> Number:
    """The marker epoch of the next entry: nothing is kept of a transaction that is over."""
    return where(is_completion, NO_EPOCH, entry.marker_epoch)


def raises_client_epoch(settings: TransactionsSettings, entry: TransactionMetadata) -> Truth:
    """Whether the end of a transaction raises the client's epoch, which a kept transaction has raised already."""
    return settings.raises_kept_epoch | not_(is_kept(entry))


def is_owner(c: TransactionsState, producer: Identity) -> Truth:
    """Whether a producer began the transaction that it is in: the producer of a kept one may still send to it."""
    return not_(c.settings.two_phase) | (c.transactions[c.producers[producer].transaction].owner == producer)


def take_over(c: TransactionsState, producer: Identity, entry: TransactionMetadata) -> TransactionsState:
    """This cluster with a producer that is to complete the transaction that was kept, if one was.

    The answer names the epoch of the ongoing transaction (`TransactionManager.InitProducerIdHandler.handleResponse`).
    """
    for number in c.transactions.indices():
        is_ongoing = c.transactions[number].producer_epoch == entry.marker_epoch - 1
        kept = c.with_producer(producer, phase=Phase.prepared, transaction=number)
        c = where(is_kept(entry) & is_ongoing, kept, c)
    return c
