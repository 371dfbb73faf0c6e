"""Producers that send a record again when they get no answer, and the leader's part in it: sequence numbers (KIP-98).

A record waits to be sent again once nobody owes its answer: the leader failed, learned that another one leads
(NOT_LEADER_OR_FOLLOWER), found its ISR too small after the append, or the connection broke. With acks=all each of these
may come after the append. A record's id is its sequence number, and a log holds the records of this producer alone, so
what a leader knows of the producer is what its log says: its state is rebuilt from its log
(`ProducerStateManager.truncateAndReload`, `UnifiedLog.rebuildProducerState`). A record whose number is refused is sent
again later. Producers that begin a new epoch instead, after a gap, are in the family `idempotence`.
"""

from collections.abc import Callable
from typing import Annotated

from tidemark.impl.kafka.bounds import KafkaAt
from tidemark.impl.kafka.clients import append_record, owe_answer, require_min_isr
from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.kafka.domains import Broker
from tidemark.impl.shared.log import ReplicaLog
from tidemark.spec import (
    Action,
    Domain,
    Identity,
    Int,
    Number,
    Truth,
    action,
    all_of,
    any_of,
    implies,
    none,
    not_,
    promise,
    require,
)

Sent = Annotated[Number, Domain("record", lambda at: Int(0, at.records - 1))]
REMEMBERED = 5
"""Batches of a producer that a leader remembers (`ProducerStateEntry.NUM_BATCHES_TO_RETAIN`)."""


def waits(c: KafkaCluster, record: Number) -> Truth:
    """Whether a producer has sent a record, and will get no answer."""
    produced_record = c.produced[record]
    return (
        (record < c.records_written) & not_(produced_record.acknowledged) & (produced_record.owed_by == none)
    )


def _require_leader(c: KafkaCluster, leader: Identity) -> ReplicaLog:
    """The guards of a request that a broker takes with acks=all; gives its log."""
    require(c.presumes_leadership(leader), "the broker presumes to lead")
    require_min_isr(c, leader)
    return c.replicas[leader].log


def _require_next(c: KafkaCluster) -> Number:
    """The guards of a record's first request; gives the record.

    Batches that are sent again stand at the head of the queue (`RecordAccumulator.reenqueue`).
    """
    record = c.records_written
    require(record < len(c.produced.indices()), "a record is left to write")
    require(not_(any_of(waits(c, sent) for sent in c.produced.indices())), "no record waits to be sent again")
    return record


# Without numbers: a leader appends whatever it gets.


@action("produce")
def produce_without_number(c: KafkaCluster, leader: Broker) -> KafkaCluster:
    """A producer sends a record for the first time, without a number, and will send it again if no answer comes."""
    record = _require_next(c)
    _require_leader(c, leader)
    sent = append_record(c, leader, record).but(records_written=record + 1)
    return owe_answer(sent, leader, record)


@action("produce_again")
def produce_again_without_number(c: KafkaCluster, leader: Broker, record: Sent) -> KafkaCluster:
    """A producer sends a record again, and the leader appends it again.

    Which of several comes first is left open. Each request that failed puts its batch back at the head of the queue; of
    those that fail with one connection, up to 1.1 the last one was put back first, and from 2.0 on the first one
    (`InFlightRequests.clearAll`).
    """
    require(waits(c, record), "the record waits to be sent again")
    _require_leader(c, leader)
    return owe_answer(append_record(c, leader, record), leader, record)


@action
def connection_breaks(c: KafkaCluster, leader: Broker) -> KafkaCluster:
    """The connection of the producer to a leader breaks, and the answers that the leader owed are lost."""
    require(c.budget.message_losses > 0, "a loss of a message is left")
    owes = any_of(c.produced[record].owed_by == leader for record in c.produced.indices())
    require(owes, "the broker owes the producer an answer")
    return c.spend(message_losses=1).without_debts(leader)


WITHOUT_NUMBERS = (produce_without_number, produce_again_without_number, connection_breaks)


# With numbers (`ProducerAppendInfo.checkSequence`): a leader appends the next one, and drops what it has.


def is_remembered(log: ReplicaLog, record: Number) -> Truth:
    """Whether a record is among the last ones of a log (`ProducerStateEntry.findDuplicateBatch`)."""
    return any_of(
        log.has_offset(k) & (log.end_offset <= k + REMEMBERED) & (log[k].id == record) for k in log.offsets()
    )


First = Callable[[Number], Truth]
"""Whether a leader that knows nothing of a producer appends a record with this number."""


def _require_in_sequence(log: ReplicaLog, record: Number, first: First) -> None:
    in_sequence = (log.length > 0) & (log[log.end_offset - 1].id + 1 == record)
    require(in_sequence | ((log.length == 0) & first(record)), "its number is the next one")


def number_records(first: First) -> tuple[Action, ...]:
    """The actions of an idempotent producer, and of a leader with this rule for a producer that it does not know."""

    @action("produce")
    def produce_with_number(c: KafkaCluster, leader: Broker) -> KafkaCluster:
        """A producer sends a record for the first time, with its number.

        OUT_OF_ORDER_SEQUENCE_NUMBER only makes it send the record again later.
        """
        record = _require_next(c)
        _require_in_sequence(_require_leader(c, leader), record, first)
        sent = append_record(c, leader, record).but(records_written=record + 1)
        return owe_answer(sent, leader, record)

    @action("produce_again")
    def produce_again_with_number(c: KafkaCluster, leader: Broker, record: Sent) -> KafkaCluster:
        """A producer sends a record again with the number that it had, and the leader appends the next one."""
        log = _require_again(c, leader, record)
        require(not_(is_remembered(log, record)), "the leader does not have it")
        _require_in_sequence(log, record, first)
        return owe_answer(append_record(c, leader, record), leader, record)

    return produce_with_number, produce_again_with_number, leader_drops_duplicate, connection_breaks


def _require_again(c: KafkaCluster, leader: Identity, record: Number) -> ReplicaLog:
    """The guards of a request that is sent again: one at a time, in order (`shouldStopDrainBatchesForPartition`)."""
    require(waits(c, record), "the record waits to be sent again")
    require(
        all_of((record <= sent) | c.produced[sent].acknowledged for sent in c.produced.indices()),
        "every record before it is acknowledged",
    )
    return _require_leader(c, leader)


@action
def leader_drops_duplicate(c: KafkaCluster, leader: Broker, record: Sent) -> KafkaCluster:
    """The leader has the record that is sent again: it appends nothing, and answers with the offset that it had."""
    require(is_remembered(_require_again(c, leader, record), record), "the leader has it")
    return owe_answer(c, leader, record)


FROM_ZERO = number_records(lambda record: record == 0)
FROM_ANY = number_records(lambda record: record >= 0)


# What is promised of the committed part of each log, where records are sent again.


def _sent_again(at: KafkaAt) -> bool:
    return bool(at.sends_again)


@promise(when=_sent_again)
def no_duplicate(c: KafkaCluster) -> Truth:
    """No record is committed twice (KIP-98: a record that is sent again is written once)."""
    return all_of(
        implies(j < me.high_watermark, me.log[i].id != me.log[j].id)
        for me in c.replicas
        for j in me.log.offsets()
        for i in me.log.offsets_below(j)
    )


@promise(when=_sent_again)
def order_kept(c: KafkaCluster) -> Truth:
    """Records are committed in the order in which they were sent, not counting later copies (KIP-98)."""
    return all_of(
        implies(
            j < me.high_watermark,
            any_of(me.log[i].id == me.log[j].id for i in me.log.offsets_below(j))
            | not_(any_of(me.log[i].id > me.log[j].id for i in me.log.offsets_below(j))),
        )
        for me in c.replicas
        for j in me.log.offsets()
    )


@promise(when=_sent_again)
def no_gap(c: KafkaCluster) -> Truth:
    """A record is committed only if the one before it is (KIP-98: a sequence number that is missing is noticed)."""
    return all_of(
        implies(
            (j < me.high_watermark) & (me.log[j].id > 0),
            any_of(me.log[i].id + 1 == me.log[j].id for i in me.log.offsets_below(j)),
        )
        for me in c.replicas
        for j in me.log.offsets()
    )


PROMISES = (no_duplicate, order_kept, no_gap)
