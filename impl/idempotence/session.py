"""The state of the idempotent producer: a producer of one partition, its connections, and the leader's log.

A batch is one record. A request travels on a connection, which keeps its order. The leader handles the first request
of a connection, and the next one only when that is answered (`Processor` mutes the channel). What a connection had when
it broke is lost, except the request that the leader may have taken from it already: that one is *late*.

The followers are not modelled: every candidate has the records below `committed`, and a new leader may have any part of
the rest. Every unused field holds its default, so that two situations which behave alike are one state.
"""

from __future__ import annotations

from tidemark.impl.idempotence.bounds import IdempotenceAt
from tidemark.impl.shared.budgets import StateWithBudget
from tidemark.spec import (
    Array,
    Bag,
    Enum,
    Int,
    Label,
    Network,
    Number,
    Record,
    Sequence,
    Truth,
    all_of,
    any_of,
    budget_type,
    not_,
    one_of,
    settings_type,
    where,
)
from tidemark.spec.types.composites import RecordType

Stage = Enum("stage", "unsent", "sent", "waits", "acknowledged", "failed")
"""What a producer knows of a record. One that `waits` is sent again; of one that `failed` the application knows it."""

ErrorCode = Enum("error_code", "no_error", "retriable", "out_of_order", "unknown_producer")
"""What a leader answers: the record is written, or an error that may be tried again, or its number is not the next.

`unknown_producer`: it is not 0, and the leader knows nothing of the producer (1.0 to 2.4).
"""

Unknown = Enum(
    "unknown", "zero", "any_number", "zero_in_an_empty_log", "zero_in_a_transaction", "zero_out_of_order"
)
"""The number that a leader takes of a producer that it does not know."""

Gap = Enum("gap", "ends", "begins_an_epoch")
"""What a producer does when its next number is refused: it ends, or begins a new epoch with numbers from 0 on."""


class IdempotenceSettings(Record):
    """What the rules say, and an operator sets. Each field has one value in a machine.

    in_flight: `max.in.flight.requests.per.connection`. remembered: how many numbers a leader remembers.
    other_records: those of other producers before the first one of this one; they are committed, and not in `log`.
    by_last_number: a leader takes every number for a duplicate that is not above the last one. lower_is_duplicate: it
    does so with every number but 0 below those that it remembers. early_snapshot: the snapshot at the beginning of a
    segment has the number of the segment's first record. reuses_number: the number of a record that ran out of retries
    is given again. resends: the application sends a record that failed again, as a new one. verifies: batches are of
    one transaction, which a leader verifies.
    """

    numbered: Truth
    unknown_producer: Label
    rebuilds: Truth
    gap: Label
    by_last_number: Truth
    lower_is_duplicate: Truth
    early_snapshot: Truth
    reuses_number: Truth
    resends: Truth
    verifies: Truth
    in_flight: Number
    remembered: Number
    other_records: Number


class NumberedBatch(Record):
    """A record of the producer, with its number while it may still be sent."""

    stage: Label
    sequence: Number


class ProduceRequest(Record):
    """A produce request: the record, the producer's epoch, and its number."""

    record: Number
    epoch: Number
    sequence: Number


class ProduceAnswer(Record):
    """The answer to a produce request, with the epoch of the request."""

    record: Number
    epoch: Number
    error_code: Label


class IdempotentProducer(Record):
    """What a producer keeps (`TransactionManager`, `TxnPartitionEntry`).

    next_sequence: the next number to give. last_acknowledged: the largest number acknowledged, -1 for none. unresolved:
    the number after the last record that it gave up, 0 for none (`partitionsWithUnresolvedSequences`).
    """

    epoch: Number
    next_sequence: Number
    last_acknowledged: Number
    unresolved: Number


class IdempotenceBudget(Record):
    """How many faults of each sort are left."""

    disconnects: Number
    late: Number
    refusals: Number
    leader_changes: Number
    give_ups: Number
    out_of_retries: Number
    snapshots: Number


class NumberedLog(Sequence[ProduceRequest]):
    """The leader's log. An entry is the request that was appended."""

    def has_offset(self, offset: Number) -> Truth:
        """Whether there is a record at the offset."""
        return offset < self.length

    def contains(self, record: Number) -> Truth:
        """Whether a record is anywhere in the log."""
        return any_of(self.has_offset(k) & (self[k].record == record) for k in range(self.capacity))


class ProducerSession(StateWithBudget):
    """The whole state.

    requests, responses: what is on the connection, the oldest first. awaited: where the log must be committed to for
    the answer to the first request, 0 while it is not handled. late: what the leader took from connections that broke.
    known_from: the offset from which on the leader remembers the producer. lowest: one more than the lowest number of a
    transaction that the leader has looked at and not appended; 0 for none (`VerificationStateEntry.lowestSequence`).
    loaded: where the log ended, as the leader's snapshot has it, of which the leader remembers the last number alone;
    0 without a snapshot. phantom: one more than the offset of a record that the snapshot has and the log lost; else 0.
    """

    settings: IdempotenceSettings
    batches: Array[NumberedBatch]
    producer: IdempotentProducer
    requests: Sequence[ProduceRequest]
    awaited: Number
    responses: Sequence[ProduceAnswer]
    late: Network[ProduceRequest]
    log: NumberedLog
    committed: Number
    known_from: Number
    lowest: Number
    loaded: Number
    phantom: Number
    budget: IdempotenceBudget

    def offset(self, index: Number) -> Number:
        """The offset of an entry of the log, which begins after the records of other producers."""
        return self.settings.other_records + index

    def records(self) -> list[Number]:
        """Every record."""
        return self.batches.indices()

    def with_batch(self, record: Number, batch: NumberedBatch) -> ProducerSession:
        """This session with another state of a record; a number that is no longer used is dropped."""
        used = one_of(batch.stage, (Stage.sent, Stage.waits))
        kept = batch.but(sequence=where(used, batch.sequence, 0))
        return self.but(batches=self.batches.but(record, kept))

    def is_tracked(self, record: Number) -> Truth:
        """Whether a record is in flight in the producer's eyes: it was sent, and its fate is open."""
        stage = self.batches[record].stage
        return one_of(stage, (Stage.sent, Stage.waits))

    def is_first_tracked(self, record: Number) -> Truth:
        """Whether no record before it is in flight. Numbers rise with records."""
        return all_of((record <= another) | not_(self.is_tracked(another)) for another in self.records())

    def on_the_connection(self) -> Number:
        """How many requests have no answer on this connection."""
        return self.requests.length + self.responses.length

    def after_look(self, request: ProduceRequest) -> ProducerSession:
        """This session after the leader looked at a request that it does not append."""
        is_first = self.settings.verifies & (self.log.length == self.known_from)
        is_lower = (self.lowest == 0) | (request.sequence < self.lowest)
        lowest = where(is_lower, request.sequence + 1, self.lowest)
        return self.but(lowest=where(is_first, lowest, 0))

    def without_connection(self) -> ProducerSession:
        """This session without its connection: what has no answer waits to be sent again."""
        session = self.but(
            requests=self.requests.truncate(0), responses=self.responses.truncate(0), awaited=0
        )
        for record in self.records():
            batch = session.batches[record]
            stage = where(batch.stage == Stage.sent, Stage.waits, batch.stage)
            session = session.with_batch(record, batch.but(stage=stage))
        return session


def session_type(at: IdempotenceAt) -> RecordType:
    """The states at these bounds, by the settings of the rules.

    An unused field has one value, except in a request: a field of a message takes at least a bit.
    """
    records, size, in_flight = at.records, at.log_size, at.in_flight
    sent = records + (at.give_ups if at.resends else 0)
    numbers, epochs = (sent - 1, at.max_epoch) if at.numbered else (0, 0)
    sequence, epoch = Int(0, numbers), Int(0, epochs)
    request = ProduceRequest.of(
        record=Int(0, max(records - 1, 1)), epoch=Int(0, max(epochs, 1)), sequence=Int(0, max(numbers, 1))
    )
    counted = sent if at.numbered else 0
    return ProducerSession.of(
        settings=settings_type(IdempotenceSettings, at),
        batches=Array.of(Int(0, records - 1), NumberedBatch.of(stage=Stage, sequence=sequence)),
        producer=IdempotentProducer.of(
            epoch=epoch,
            next_sequence=Int(0, counted),
            last_acknowledged=Int(-1, counted - 1),
            unresolved=Int(0, counted if at.give_ups else 0),
        ),
        requests=Sequence.of(request, in_flight),
        awaited=Int(0, size),
        responses=Sequence.of(
            ProduceAnswer.of(record=Int(0, records - 1), epoch=epoch, error_code=ErrorCode), in_flight
        ),
        late=Bag.of(request, max(at.late, 1)),
        log=NumberedLog.of(request, size),
        committed=Int(0, size),
        known_from=Int(0, 0 if at.rebuilds else size),
        lowest=Int(0, sent if at.verifies else 0),
        loaded=Int(0, size if at.snapshots else 0),
        phantom=Int(0, size if at.snapshots and at.early_snapshot else 0),
        budget=budget_type(IdempotenceBudget, at),
    )


def may_fail(at: IdempotenceAt) -> bool:
    """Whether a request may fail, so that its batch is sent again."""
    return bool(at.disconnects + at.refusals + at.leader_changes > 0)
