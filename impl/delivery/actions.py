"""What consumers do with a record, in the order that the rules say, and the faults between.

Read in `ConsumerCoordinator` and `TransactionManager` (clients), 0.11.0.0 to 4.3.1, for commits, which the coordinator
refuses if their consumer was replaced (`GroupCoordinator.validateOffsetCommit`); in `ZookeeperConsumerConnector` and
`ConsumerConfig` at 0.8.0 and 0.8.2.0 for offsets in ZooKeeper: the value of a node, which any consumer overwrites.
"""

from typing import Annotated

from tidemark.impl.delivery.bounds import DeliveryAt
from tidemark.impl.delivery.state import Commit, DeliveryState, Offsets, OwnStore, Phase, Sink
from tidemark.spec import (
    Domain,
    Id,
    Identity,
    Number,
    action,
    any_of,
    maximum,
    minimum,
    none,
    require,
    where,
)

ConsumerId = Annotated[Identity, Domain("consumer", lambda at: Id("consumer", at.consumers))]


def _keeps(at: DeliveryAt) -> bool:
    return bool(at.own_store != OwnStore.no_store)


def _commits_apart(at: DeliveryAt) -> bool:
    return bool(at.offsets != Offsets.sink)


@action
def consumer_starts(d: DeliveryState, me: ConsumerId) -> DeliveryState:
    """A consumer gets the partition, and begins at the committed offset. What is kept below it is deleted."""
    require(d.consumers[me].phase == Phase.down, "the consumer does not run")
    require(d.owner == none, "nobody has the partition")
    kept = d.in_store
    for record in kept.indices():
        kept = kept.but(record, kept[record] & (record >= d.committed))
    return d.but(owner=me, in_store=kept).with_consumer(me, Phase.idle, d.committed)


@action
def consumer_fetches(d: DeliveryState, me: ConsumerId) -> DeliveryState:
    """A consumer fetches the record at its position, or takes it from its own store."""
    position = d.consumers[me].next_offset
    require(d.consumers[me].phase == Phase.idle, "the consumer has no record")
    require(position < len(d.in_sink.indices()), "the partition has a record there")
    from_store = where(d.settings.own_store == OwnStore.skips, Phase.delivered, Phase.stored)
    return d.with_consumer(me, where(d.in_store[position], from_store, Phase.fetched), position)


@action(when=_keeps)
def consumer_keeps(d: DeliveryState, me: ConsumerId) -> DeliveryState:
    """A consumer puts the record that it fetched into its own store."""
    position = d.consumers[me].next_offset
    require(d.consumers[me].phase == Phase.fetched, "the consumer has fetched a record")
    return d.but(in_store=d.in_store.but(position, True)).with_consumer(me, Phase.stored, position)


def _put(d: DeliveryState, record: Number) -> DeliveryState:
    """This state with a record written to the sink once more; a sink that knows the record's offset has it once."""
    most = where(d.settings.sink == Sink.by_offset, 1, 2)
    return d.but(
        in_sink=d.in_sink.but(record, maximum(d.in_sink[record], minimum(d.in_sink[record] + 1, most)))
    )


def _stop(d: DeliveryState, me: Identity) -> DeliveryState:
    """This state after a consumer gave up all that it has."""
    return d.but(owner=where(d.owner == me, none, d.owner)).with_consumer(me, Phase.down, 0)


@action(when=_commits_apart)
def consumer_writes(d: DeliveryState, me: ConsumerId) -> DeliveryState:
    """A consumer writes its record to the sink.

    To a topic, in a transaction: nobody reads it before the commit (`read_committed`).
    """
    consumer, settings = d.consumers[me], d.settings
    first = settings.commit == Commit.before
    has = where(settings.own_store == OwnStore.no_store, Phase.fetched, Phase.stored)
    require(consumer.phase == where(first, Phase.committed, has), "the consumer has a record to write")
    is_hidden = (settings.commit == Commit.transaction) & (settings.sink == Sink.topic)
    put = where(is_hidden, d, _put(d, consumer.next_offset))
    return where(
        first,
        put.with_consumer(me, Phase.idle, consumer.next_offset + 1),
        put.with_consumer(me, Phase.delivered, consumer.next_offset),
    )


@action(when=lambda at: not _commits_apart(at))
def consumer_writes_with_offset(d: DeliveryState, me: ConsumerId) -> DeliveryState:
    """A consumer writes its record and the offset after it to the sink, which takes both or none."""
    consumer = d.consumers[me]
    require(consumer.phase == Phase.fetched, "the consumer has fetched a record")
    both = _put(d, consumer.next_offset).but(committed=consumer.next_offset + 1)
    refused = d.settings.fenced & (d.committed != consumer.next_offset)
    return where(refused, _stop(d, me), both.with_consumer(me, Phase.idle, consumer.next_offset + 1))


@action(when=_commits_apart)
def consumer_commits(d: DeliveryState, me: ConsumerId) -> DeliveryState:
    """A consumer commits the offset after its record, or is told that it was replaced, and stops.

    A transaction that is committed shows what was written to a topic.
    """
    consumer, settings = d.consumers[me], d.settings
    first = settings.commit == Commit.before
    require(
        consumer.phase == where(first, Phase.fetched, Phase.delivered), "the consumer has a record to commit"
    )
    shown = (settings.commit == Commit.transaction) & (settings.sink == Sink.topic)
    committed = where(shown, _put(d, consumer.next_offset), d).but(committed=consumer.next_offset + 1)
    goes_on = first | (settings.own_store != OwnStore.no_store)
    after = where(
        goes_on,
        committed.with_consumer(me, Phase.committed, consumer.next_offset),
        committed.with_consumer(me, Phase.idle, consumer.next_offset + 1),
    )
    is_refused = d.settings.fenced & (d.owner != me)
    return where(is_refused, _stop(d, me), after)


@action(when=_keeps)
def consumer_deletes(d: DeliveryState, me: ConsumerId) -> DeliveryState:
    """A consumer deletes from its own store a record whose offset it has committed."""
    position = d.consumers[me].next_offset
    require(d.consumers[me].phase == Phase.committed, "the consumer has committed its record")
    return d.but(in_store=d.in_store.but(position, False)).with_consumer(me, Phase.idle, position + 1)


# Faults.


@action
def consumer_crashes(d: DeliveryState, me: ConsumerId) -> DeliveryState:
    """A consumer crashes, and loses what is in its memory; the group takes its partition from it."""
    require(d.budget.crashes > 0, "a crash is left")
    require(d.consumers[me].phase != Phase.down, "the consumer runs")
    return _stop(d.spend(crashes=1), me)


@action
def consumer_is_replaced(d: DeliveryState, me: ConsumerId) -> DeliveryState:
    """A consumer is considered dead (`session.timeout.ms`, `max.poll.interval.ms`), but goes on."""
    require(d.budget.takeovers > 0, "a takeover is left")
    require(d.owner == me, "the consumer has the partition")
    waiting = any_of(consumer.phase == Phase.down for consumer in d.consumers)
    require(waiting, "another consumer can take the partition")
    return d.spend(takeovers=1).but(owner=none)


ACTIONS = (
    consumer_starts, consumer_fetches, consumer_keeps, consumer_writes, consumer_writes_with_offset,
    consumer_commits, consumer_deletes, consumer_crashes, consumer_is_replaced,
)  # fmt: skip
