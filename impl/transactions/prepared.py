"""Prepared transactions: Kafka takes part in two phases that the application's database decides (KIP-939).

A producer whose records are all written prepares. Its application commits the transaction of its database, with the
producer id and epoch in it, or aborts it, and then the producer asks Kafka for the same. Such a transaction has no
time-out. If the producer crashes, which here means that it does nothing any more, the next instance asks for an id with
`keepPreparedTxn`, and gets the ongoing transaction. It commits if the database has that transaction's id and epoch.
Otherwise it aborts, after it has made sure that they can no longer come to be there. Here every transaction of such a
producer is prepared before it is committed.

No release has it whole. The brokers of 4.3.1 know transactions without a time-out
(`TransactionMetadata.isDistributedTwoPhaseCommitTxn`, `TransactionStateManager.timedOutTransactions`), and answer
UNSUPPORTED_VERSION to `keepPreparedTxn` (`TransactionCoordinator.handleInitProducerId`). Their log has a field for the
second epoch that nothing writes (`TransactionLogValue`, `TransactionLog.valueToBytes`), and the last version of
InitProducerId, which has the flags, is unstable. The client has `TransactionManager.prepareTransaction` and
`PreparedTxnState`, but `KafkaProducer` offers neither `prepareTransaction` nor `completeTransaction`, and
`TransactionManager.initializeTransactions` sends neither flag. What is not in 4.3.1 is as in the KIP, and in the pull
requests of KAFKA-15370 (the two epochs) and KAFKA-19082 (the client).
"""

from __future__ import annotations

from tidemark.impl.transactions.cluster import (
    Decision,
    EndAsked,
    Fate,
    Phase,
    Progress,
    Purpose,
    TransactionsState,
    TxnState,
)
from tidemark.impl.transactions.coordinator import (
    append,
    epoch_after_end,
    is_current_epoch,
    prepare,
    require_idle,
)
from tidemark.impl.transactions.domains import ProducerId
from tidemark.impl.transactions.last_epoch import epoch_after_request
from tidemark.impl.transactions.two_phase import is_kept, is_owner
from tidemark.spec import (
    Identity,
    Label,
    Truth,
    action,
    all_of,
    any_of,
    implies,
    not_,
    one_of,
    promise,
    require,
    where,
)


@action(when=lambda at: at.two_phase)
def producer_prepares(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer whose records are all acknowledged prepares its transaction, and sends no more.

    `KafkaProducer.prepareTransaction` of the KIP: nobody is asked.
    """
    me = c.producers[producer]
    require(me.phase == Phase.in_transaction, "the producer is in a transaction")
    writes = c.transactions[me.transaction].writes
    require(any_of(write.progress == Progress.acknowledged for write in writes), "a record is acknowledged")
    finished = all_of(one_of(write.progress, (Progress.acknowledged, Progress.unsent)) for write in writes)
    require(finished, "all its records are acknowledged")
    return c.with_producer(producer, phase=Phase.prepared)


@action(when=lambda at: at.two_phase)
def database_commits(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """The application commits the transaction of its database, with the id and epoch of the prepared one in it."""
    require(is_owner(c, producer), "it began the transaction")
    fenced = c.settings.fences_first & c.is_fenced(c.producers[producer].transaction)
    require(not_(fenced), "the database is not fenced for the next instance")
    return _decide(c, producer, Decision.commit)


@action(when=lambda at: at.two_phase)
def database_aborts(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """The database aborts: the application that prepared wants it, or the next instance finds nothing, and fences it.

    After this the transaction of the database can no longer commit.
    """
    require(is_owner(c, producer) | _has_it_decide(c), "it began the transaction, or fences the database")
    return _decide(c, producer, Decision.abort)


def _decide(c: TransactionsState, producer: Identity, decision: Label) -> TransactionsState:
    me = c.producers[producer]
    require(me.phase == Phase.prepared, "the transaction is prepared, as the producer knows")
    require(c.transactions[me.transaction].decision == Decision.no_decision, "the database has not decided")
    return c.with_transaction(me.transaction, decision=decision)


def _has_it_decide(c: TransactionsState) -> Truth:
    """Whether the instance that completes a kept transaction has the database decide first."""
    return c.settings.asks_database & c.settings.decides_once


@action(when=lambda at: at.keeps_ongoing)
def producer_keeps_transaction(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer begins while a transaction is ongoing, and leaves it as it is (`keepPreparedTxn`).

    The coordinator appends a newer epoch for the client alone. It does not know whether the transaction is prepared.
    """
    metadata = c.coordinator.metadata
    require(c.producers[producer].phase == Phase.without_id, "the producer has no id")
    require_idle(c)
    require(metadata.txn_state == TxnState.Ongoing, "a transaction is ongoing")
    require(c.can_bump(), "a producer epoch is left")
    waits = c.with_producer(producer, phase=Phase.initializing)
    epoch = epoch_after_request(c.settings, metadata.producer_epoch)
    appended = append(
        waits, TxnState.Ongoing, epoch, metadata.enrolled, Purpose.init_producer_id, producer
    ).coordinator
    marker_epoch = where(is_kept(metadata), metadata.marker_epoch, metadata.producer_epoch + 1)
    return waits.but(coordinator=appended.but(appended=appended.appended.but(marker_epoch=marker_epoch)))


@action(when=lambda at: at.two_phase)
def producer_completes(c: TransactionsState, producer: ProducerId) -> TransactionsState:
    """A producer asks the coordinator to end a prepared transaction as the database has decided.

    `KafkaProducer.completeTransaction` of the KIP: it commits if the id and epoch in the database are those of the
    ongoing transaction, and aborts otherwise. Without an answer it asks again; to abort, by `producer_aborts`.
    """
    me, was = c.producers[producer], c.coordinator.metadata
    asks_to_end = one_of(me.phase, (Phase.prepared, Phase.committing))
    require(asks_to_end, "the transaction is prepared, as the producer knows, or it commits it")
    began, decision = is_owner(c, producer), c.transactions[me.transaction].decision
    awaits = began | _has_it_decide(c)
    require(not_(awaits) | (decision != Decision.no_decision), "the database has decided")
    require_idle(c)
    require(was.txn_state == TxnState.Ongoing, "the transaction is ongoing")
    require(is_current_epoch(c, me.producer_epoch), "its epoch is the current one")
    require(c.can_bump(), "a producer epoch is left")
    commits = where(began | c.settings.asks_database, decision == Decision.commit, True)
    ending = c.with_transaction(
        me.transaction, end_asked=where(commits, EndAsked.commit_asked, EndAsked.abort_asked)
    ).with_producer(producer, phase=where(commits, Phase.committing, Phase.aborting))
    return prepare(ending, commits, epoch_after_end(c, was.producer_epoch), Purpose.end_txn, producer)


@promise(when=lambda at: at.two_phase)
def decided_is_done(c: TransactionsState) -> Truth:
    """No record is aborted of a transaction that the database has committed, and none committed that it has aborted."""
    return all_of(
        implies(c.transactions[number].decision == Decision.commit, not_(_has(c, number, Fate.aborted)))
        & implies(c.transactions[number].decision == Decision.abort, not_(_has(c, number, Fate.committed)))
        for number in c.transactions.indices()
    )


def _has(c: TransactionsState, transaction: int, fate: Label) -> Truth:
    """Whether markers have said this of a record of a transaction."""
    return any_of(at.has(transaction, fate) for at in c.partitions)


ACTIONS = (
    producer_prepares,
    database_commits,
    database_aborts,
    producer_keeps_transaction,
    producer_completes,
)
