"""The producer: what it sends, and what it does with an answer or without one.

Source: `Sender`, `RecordAccumulator`, `TransactionManager` and `TxnPartitionEntry` of Kafka's clients at 3.8.0; what a
producer up to 2.4 did when its next number was refused, at 1.0.0, 1.1.0 and 2.4.1 (`TransactionManager.canRetry`), and
up to 0.11, at 0.11.0.0 and 0.11.0.3 (`Sender.failBatch`, `TransactionManager.resetProducerId`).
"""

from typing import Annotated

from tidemark.impl.idempotence.session import (
    ErrorCode,
    Gap,
    NumberedBatch,
    ProduceRequest,
    ProducerSession,
    Stage,
    may_fail,
)
from tidemark.impl.shared.queues import without_first
from tidemark.spec import Domain, Int, Number, Truth, action, all_of, any_of, maximum, not_, require, where

Sent = Annotated[Number, Domain("record", lambda at: Int(0, at.records - 1))]


def _put_on_the_connection(s: ProducerSession, record: Number, sequence: Number) -> ProducerSession:
    """The session with a request for a record at the end of the connection."""
    request: ProduceRequest = s.requests[0].but(record=record, epoch=s.producer.epoch, sequence=sequence)
    sent = s.batches[record].but(stage=Stage.sent, sequence=sequence)
    return s.but(requests=s.requests.append(request)).with_batch(record, sent)


@action
def send_next(s: ProducerSession, record: Sent) -> ProducerSession:
    """A producer sends its next record, with the next number, if it has any (`RecordAccumulator.drain`).

    What waits to be sent again stands before it in the queue. Nothing new is sent while the fate of a record that was
    given up is open (`hasUnresolvedSequence`).
    """
    unsent = s.batches[record].stage == Stage.unsent
    earlier = all_of(
        (record <= another) | (s.batches[another].stage != Stage.unsent) for another in s.records()
    )
    require(unsent & earlier, "it is the next record")
    return _send_with_next_number(s, record)


def _send_with_next_number(s: ProducerSession, record: Number) -> ProducerSession:
    """The session after a producer sent a new batch."""
    require(s.on_the_connection() < s.settings.in_flight, "fewer than max.in.flight requests have no answer")
    require(all_of(batch.stage != Stage.waits for batch in s.batches), "no record waits to be sent again")
    require(s.producer.unresolved == 0, "no record was given up whose number is open")
    number = s.producer.next_sequence
    numbered = s.producer.but(next_sequence=number + where(s.settings.numbered, 1, 0))
    return _put_on_the_connection(s.but(producer=numbered), record, number)


@action(when=may_fail)
def send_again(s: ProducerSession, record: Sent) -> ProducerSession:
    """A producer sends a record again, with the number that it has.

    With numbers, records are sent again one at a time, in their order (`shouldStopDrainBatchesForPartition`). Without
    numbers each failed batch goes to the head of the queue (`reenqueue`): which of several comes first depends on the
    order in which they failed, and is left open.
    """
    require(s.batches[record].stage == Stage.waits, "the record waits to be sent again")
    require(s.on_the_connection() < s.settings.in_flight, "fewer than max.in.flight requests have no answer")
    require(not_(s.settings.numbered) | s.is_first_tracked(record), "no record before it is in flight")
    return _put_on_the_connection(s, record, s.batches[record].sequence)


@action
def receive_answer(s: ProducerSession) -> ProducerSession:
    """A producer receives the oldest answer (`Sender.completeBatch`).

    Up to 2.4, a producer that is unknown to the leader, and had no acknowledgement yet, numbers what is in flight from
    0 on. It does so here for each such answer. Kafka spares a batch with a newer number (`sequenceHasBeenReset`), which
    changes nothing except where two records are given up.
    """
    require(s.responses.length > 0, "an answer is on its way")
    record = s.responses[0].record
    batch = s.batches[record]
    received = s.but(responses=without_first(s.responses))
    last = maximum(s.producer.last_acknowledged, where(s.settings.numbered, batch.sequence, -1))
    written = received.with_batch(record, batch.but(stage=Stage.acknowledged))
    written = written.but(producer=s.producer.but(last_acknowledged=last))
    waiting = received.with_batch(record, batch.but(stage=Stage.waits))
    error_code = s.responses[0].error_code
    unknown = error_code == ErrorCode.unknown_producer
    none_acknowledged = s.producer.last_acknowledged == -1
    gap = (error_code == ErrorCode.out_of_order) & _is_a_gap(s, batch, s.responses[0].epoch)
    gap = gap | (unknown & not_(none_acknowledged))
    require(not_(gap) | _may_go_on(s), "an epoch is left, if a new one begins")
    renumbered = _number_anew(waiting, s.producer.epoch, s.producer.unresolved)
    failed = where(gap, _after_a_gap(waiting), where(unknown, renumbered, waiting))
    answered: ProducerSession = where(error_code == ErrorCode.no_error, written, failed)
    return answered


def _is_a_gap(s: ProducerSession, batch: NumberedBatch, epoch: Number) -> Truth:
    """Whether a refused number was the next one, so that what is before it will never come (`canRetry`).

    Otherwise the record waits: the one before it failed too, and is sent again first. So does one that got another
    number since (`sequenceHasBeenReset`).
    """
    resolved = s.producer.unresolved == 0
    is_next = batch.sequence == s.producer.last_acknowledged + 1
    was_reset = epoch < s.producer.epoch
    if_ends = not_(resolved) | (is_next & not_(was_reset))
    bumps = where(resolved, is_next & not_(was_reset), batch.sequence == s.producer.unresolved)
    return where(s.settings.gap == Gap.ends, if_ends, bumps)


def _may_go_on(s: ProducerSession) -> Truth:
    last: Number = s.producer.type.fields["epoch"].hi
    return (s.settings.gap == Gap.ends) | (s.producer.epoch < last)


def _after_a_gap(s: ProducerSession) -> ProducerSession:
    """Up to 2.4 all that is in flight fails, and a new producer id is asked for, which ends this session.

    From 2.5 on (KIP-360) the producer's epoch is raised, and what is in flight gets new numbers from 0 on
    (`bumpIdempotentProducerEpoch`, `TxnPartitionEntry.startSequencesAtBeginning`), whether it is in the log or not.
    """
    ended = s.without_connection()
    for record in s.records():
        batch = ended.batches[record]
        stage = where(batch.stage == Stage.acknowledged, Stage.acknowledged, Stage.failed)
        ended = ended.with_batch(record, batch.but(stage=stage))
    ended = ended.but(producer=s.producer.type.default.but(epoch=s.producer.epoch))
    after: ProducerSession = where(
        s.settings.gap == Gap.ends, ended, _number_anew(s, s.producer.epoch + 1, 0)
    )
    return after


def _number_anew(s: ProducerSession, epoch: Number, unresolved: Number) -> ProducerSession:
    """The session with the records in flight numbered from 0 in an epoch that has no acknowledgement yet."""
    anew, number = s, 0
    for record in s.records():
        batch, tracked = s.batches[record], s.is_tracked(record)
        anew = anew.with_batch(record, batch.but(sequence=where(tracked, number, batch.sequence)))
        number = number + where(tracked, 1, 0)
    begun = s.producer.type.default.but(epoch=epoch, next_sequence=number, unresolved=unresolved)
    return anew.but(producer=begun)


@action(when=lambda at: bool(at.resends and at.give_ups > 0) and may_fail(at))
def application_sends_again(s: ProducerSession, record: Sent) -> ProducerSession:
    """An application is told that a record failed, and sends it again (`Callback.onCompletion`): it is a new batch."""
    require(s.batches[record].stage == Stage.failed, "the application was told that the record failed")
    return _send_with_next_number(s, record)


@action(when=may_fail)
def give_up(s: ProducerSession, record: Sent) -> ProducerSession:
    """A record that waits to be sent again has waited too long (`delivery.timeout.ms`), and fails.

    It may be in the log. Its number stays used: what comes after it is open until all in flight is answered
    (`markSequenceUnresolved`).
    """
    batch = s.batches[record]
    require(s.budget.give_ups > 0, "a record may still be given up")
    require(batch.stage == Stage.waits, "the record waits to be sent again")
    unresolved = maximum(s.producer.unresolved, batch.sequence + 1)
    noted = s.producer.but(unresolved=where(s.settings.numbered, unresolved, 0))
    return s.spend(give_ups=1).but(producer=noted).with_batch(record, batch.but(stage=Stage.failed))


@action(when=lambda at: at.out_of_retries > 0 and may_fail(at))
def run_out_of_retries(s: ProducerSession, record: Sent) -> ProducerSession:
    """A record was sent as often as `retries` allows, and fails (`Sender.canRetry`). It may be in the log.

    How often it was sent is not counted.

    From 1.0 on its number stays used, though nothing is noted (`failBatch`, which adjusts no numbers then). Up to 0.11
    a number counts as used only when it is acknowledged (`incrementSequenceNumber`), so the next record gets it.
    """
    batch = s.batches[record]
    require(s.budget.out_of_retries > 0, "a record may still run out of retries")
    require(batch.stage == Stage.waits, "the record waits to be sent again")
    again = s.settings.reuses_number & s.settings.numbered
    following = where(again, batch.sequence, s.producer.next_sequence)
    failed = s.spend(out_of_retries=1).with_batch(record, batch.but(stage=Stage.failed))
    return failed.but(producer=s.producer.but(next_sequence=following))


@action(when=may_fail)
def resolve(s: ProducerSession) -> ProducerSession:
    """Nothing is in flight after a record was given up: the producer goes on, if the last number was acknowledged.

    Otherwise the number of the last one is open, and it does as after a gap (`maybeResolveSequences`).
    """
    require(s.producer.unresolved > 0, "a record was given up whose number is open")
    require(not_(any_of(s.is_tracked(record) for record in s.records())), "nothing is in flight")
    is_acknowledged = s.producer.next_sequence == s.producer.last_acknowledged + 1
    require(is_acknowledged | _may_go_on(s), "an epoch is left, if a new one begins")
    resolved = s.but(producer=s.producer.but(unresolved=0))
    return where(is_acknowledged, resolved, _after_a_gap(resolved))


ACTIONS = (
    send_next,
    send_again,
    application_sends_again,
    receive_answer,
    give_up,
    run_out_of_retries,
    resolve,
)
