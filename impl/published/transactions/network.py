"""What both published models share: messages, which are kept after they are received, and entries of the log.

Source: `network.tla`. A message is a member of a set, so one that is sent twice is there once. What was received goes
to a second set. Nothing reads that set, but it is a variable of the published models, and counts in their states.
"""

from __future__ import annotations

from typing import Any, TypeVar

from tidemark.spec import Enum, Identity, IdSet, Int, Label, Number, Optional, Record, Truth, where
from tidemark.spec.types.composites import RecordType
from tidemark.spec.types.leaves import LeafType

S = TypeVar("S", bound="Any")
"""A state with the networks `under_way` and `discarded` (`messages` and `messages_discard`)."""

NONE = -1
"""A producer id, or epoch, that is not there."""

TxnState = Enum(
    "transaction state", "Empty", "Ongoing", "PrepareCommit", "PrepareAbort", "CompleteCommit",
    "CompleteAbort",
)  # fmt: skip
Code = Enum(
    "code", "Nothing", "OK", "NotCoordinator", "ConcurrentTransactions", "ProducerFenced",
    "InvalidProducerIdMapping", "IllegalState",
)  # fmt: skip
Kind = Enum("kind", "InitPidRequest", "InitPidResponse", "AddPartitionsRequest", "AddPartitionsResponse")


class TransactionMessage(Record):
    """A request of a client to a broker, or an answer. A request has no code."""

    kind: Label
    code: Label
    producer_id: Number
    producer_epoch: Number
    partitions: IdSet
    broker: Identity
    client: Identity


def message_type(
    broker: LeafType, client: LeafType, partition: LeafType, last_id: int, last_epoch: int
) -> RecordType:
    """The messages between these clients and brokers."""
    return TransactionMessage.of(
        kind=Kind,
        code=Code,
        producer_id=Int(NONE, last_id),
        producer_epoch=Int(NONE, last_epoch),
        partitions=IdSet.of(partition),
        broker=Optional(broker),
        client=Optional(client),
    )


def discard(state: S, message: Any) -> S:
    """A message is received (`Discard`)."""
    changed: S = state.but(
        under_way=state.under_way.discard(message), discarded=state.discarded.send(message)
    )
    return changed


def send(state: S, when: Truth, **fields: Any) -> S:
    """A message is sent, whether or not it is there already (`Send`); `when`: whether it is sent at all."""
    changed: S = state.but(under_way=where(when, state.under_way.send(**fields), state.under_way))
    return changed
