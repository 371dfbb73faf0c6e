"""The end of a producer id: after its last epoch comes a new id, which begins at 0 again.

`last_epoch` is the last epoch of the first id (`Short.MAX_VALUE` in Kafka); at 0 epochs do not run out. A new id has
records and markers of its own at a partition, so here its epochs count on where those of the first one end: the first
epoch of the second id is one above `last_epoch`. The second id does not end.

With KIP-890, part 2, each transaction raises the epoch, and the markers of one that began in the last epoch but one
have the last. Nothing may begin there, for its markers would have none. So the coordinator chooses a new id as such a
transaction ends, and gives it with the completion (`isProducerEpochExhausted`, `nextProducerId`). Read at 4.2.1 and
4.3.0.
"""

from __future__ import annotations

from tidemark.impl.transactions.settings import TransactionsSettings
from tidemark.spec import Number, Truth, not_, one_of, where


def is_last(settings: TransactionsSettings, epoch: Number) -> Truth:
    """Whether an epoch is the last one of its producer id."""
    return (settings.last_epoch > 0) & (epoch == settings.last_epoch)


def is_exhausted(settings: TransactionsSettings, epoch: Number) -> Truth:
    """Whether an epoch is the last one of its producer id, or the one before (`isProducerEpochExhausted`)."""
    last = settings.last_epoch
    return (last > 0) & one_of(epoch, (last - 1, last))


def epoch_after_request(settings: TransactionsSettings, epoch: Number) -> Number:
    """The epoch that InitProducerId gives: the next one, or the first of a new id (`prepareProducerIdRotation`)."""
    return where(is_exhausted(settings, epoch), settings.last_epoch + 1, epoch + 1)


def gives_id(settings: TransactionsSettings, epoch: Number, is_fence: Truth) -> Truth:
    """Whether the end of a transaction gives a new producer id (`generateTxnTransitMetadataForTxnCompletion`).

    Up to 4.2 it does not if the transaction is fenced (KAFKA-20090).
    """
    ends = settings.bumps_always & is_exhausted(settings, epoch)
    return ends & (settings.rotates_after_fence | not_(is_fence))


def epoch_after_completion(settings: TransactionsSettings, epoch: Number, gives_id: Truth) -> Number:
    """The epoch of the transaction that follows (`prepareComplete`)."""
    return where(gives_id, settings.last_epoch + 1, epoch)


def is_retry(settings: TransactionsSettings, epoch: Number, current_epoch: Number) -> Truth:
    """Whether an EndTxn has the epoch before that of the log: what it asks for may be done already.

    `retryOnEpochBump`, `retryOnOverflow` of `endTransaction`.
    """
    next_epoch = current_epoch == epoch + 1
    next_id = is_exhausted(settings, epoch) & (current_epoch == settings.last_epoch + 1)
    return settings.bumps_always & (next_epoch | next_id)
