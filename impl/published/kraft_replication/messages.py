"""The messages of the published models, and what is under way between two brokers.

A follower has one fetch under way to each broker at most, which is under way exactly while `pending_response` is true
there: so a fetch and its answer are a part of the follower's fetcher. An AlterPartition request is kept for ever, since
it is not sent again where the controller would refuse it: it has marks that say where it is.
"""

from __future__ import annotations

from tidemark.spec import Array, Enum, Identity, IdSet, Label, Number, Record, Truth

NOTHING = -1
"""An offset that is not known, or not set (`Nil`)."""
Phase = Enum("phase", "idle", "asked", "answered")
FetchError = Enum(
    "fetch error", "no_error", "unknown_leader_epoch", "fenced_leader_epoch", "not_leader_or_follower"
)
AlterAnswer = Enum("alter answer", "accepted", "fenced_leader_epoch", "ineligible_replica")


class Registration(Record):
    """`RegisterBrokerRequest`. `broker_epoch`: that of the last clean shutdown, 0 if absent (KIP-966)."""

    broker: Identity
    broker_epoch: Number
    incarnation: Number


class RegistrationAnswer(Record):
    """`RegisterBrokerResponse`. `records`: how long the metadata log was."""

    broker: Identity
    broker_epoch: Number
    incarnation: Number
    records: Number


class AlterRequest(Record):
    """`AlterPartitionRequest`. `epochs`: the broker epochs of the leader and of new members, 0 of all others."""

    leader: Identity
    isr: IdSet
    epochs: Array[Number]
    leader_epoch: Number
    partition_epoch: Number
    broker_epoch: Number


class Alter(Record):
    """A request that was sent: whether it is under way, was ever received, and which answers are under way.

    What else is in an answer follows from its request: an accepted ISR is the one that was asked for.
    """

    request: AlterRequest
    is_under_way: Truth
    was_received: Truth
    is_accepted: Truth
    is_fenced: Truth
    is_ineligible: Truth


class KraftIsrExchange(Record):
    """A fetch that is under way, or its answer; all defaults if absent.

    A fetch has the follower's epochs. Its answer has the leader's epoch, and an error, or where the logs diverge
    (`diverges`), or an entry or none. `offset` is in both.
    """

    phase: Label
    broker_epoch: Number
    leader_epoch: Number
    offset: Number
    last_epoch: Number
    fetch_error: Label
    diverges: Truth
    diverging_epoch: Number
    diverging_offset: Number
    high_watermark: Number
    has_entry: Truth
    entry_epoch: Number
    entry_value: Identity
