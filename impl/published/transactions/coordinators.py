"""What the coordinators of the published model of AddPartitionsToTxn do.

Each action names the one that it comes from.
"""

from __future__ import annotations

from tidemark.impl.published.transactions.cluster import (
    AddPartitionsBroker,
    AddPartitionsCluster,
    AddPartitionsEntry,
    AddPartitionsMetadata,
    BrokerId,
    Callback,
    SomeMessage,
)
from tidemark.impl.published.transactions.network import NONE, Code, Kind, TxnState, discard, send
from tidemark.spec import Identity, Label, Truth, action, all_of, none, not_, one_of, require, where

# The coordinators: requests.


def _append(
    c: AddPartitionsCluster,
    broker: Identity,
    transition: AddPartitionsMetadata,
    callback: Label,
    client: Identity,
    when: Truth = True,
) -> AddPartitionsCluster:
    """The broker appends to its own log, and has a transition pending (`LocalTxnLogEntryAppend`).

    client: the client that waits; none where nobody is answered. when: whether the broker does so at all.
    """
    me = c.brokers[broker]
    waits = where(client == none, none, broker)
    entry = me.log.type.element(transition=transition, callback=callback, client=client, broker=waits)
    return c.with_broker(
        broker,
        log=where(when, me.log.append(entry), me.log),
        transition=where(when, transition, me.transition),
    )


@action
def receive_init_pid_request(c: AddPartitionsCluster, message: SomeMessage) -> AddPartitionsCluster:
    """A coordinator makes the next epoch; an ongoing transaction is fenced and aborted (`ReceiveInitPidRequest`).

    It sets the source of producer ids to the id that the transaction has.
    """
    require(message.kind == Kind.InitPidRequest, "it is an InitPidRequest")
    b, client = message.broker, message.client
    me, leads = c.brokers[b], c.is_leader(b)
    metadata = where(
        me.metadata.is_there, me.metadata, me.metadata.type(is_there=True, producer_id=c.last_id + 1)
    )
    ongoing, is_taken = metadata.txn_state == TxnState.Ongoing, leads & not_(_is_busy(me))
    transition = metadata.but(
        txn_state=where(ongoing, TxnState.PrepareAbort, TxnState.Empty),
        producer_epoch=metadata.producer_epoch + 1,
        last_producer_epoch=where(ongoing, NONE, metadata.producer_epoch),
        partitions=where(ongoing, metadata.partitions, metadata.partitions - metadata.partitions),
    )
    callback = where(ongoing, Callback.Prepare, Callback.InitPid)
    kept = discard(c, message).but(last_id=where(leads, metadata.producer_id, c.last_id))
    kept = kept.with_broker(b, metadata=where(leads, metadata, me.metadata))
    code = where(leads, Code.ConcurrentTransactions, Code.NotCoordinator)
    answered = send(kept, not_(is_taken), kind=Kind.InitPidResponse, code=code, broker=b, client=client)
    return _append(answered, b, transition, callback, client, is_taken)


@action
def receive_add_partitions_request(c: AddPartitionsCluster, message: SomeMessage) -> AddPartitionsCluster:
    """A coordinator adds a partition to the transaction (`ReceiveAddPartitionsToTxnRequest`)."""
    require(message.kind == Kind.AddPartitionsRequest, "it is an AddPartitionsToTxn request")
    b, client = message.broker, message.client
    me = c.brokers[b]
    metadata = me.metadata
    code = where(
        not_(c.is_leader(b)),
        Code.NotCoordinator,
        where(
            not_(metadata.is_there) | (message.producer_id != metadata.producer_id),
            Code.InvalidProducerIdMapping,
            where(
                message.producer_epoch != metadata.producer_epoch,
                Code.ProducerFenced,
                where(_is_busy(me), Code.ConcurrentTransactions, Code.OK),
            ),
        ),
    )
    added = metadata.but(txn_state=TxnState.Ongoing, partitions=metadata.partitions | message.partitions)
    is_taken = code == Code.OK
    refused = not_(is_taken)
    answered = send(
        discard(c, message), refused, kind=Kind.AddPartitionsResponse, code=code, broker=b, client=client
    )
    return _append(answered, b, added, Callback.AddPartitions, client, is_taken)


def _is_busy(me: AddPartitionsBroker) -> Truth:
    """Whether a transition is pending, or a transaction is to be ended."""
    return me.transition.is_there | _is_in_prepare(me.metadata)


def _is_in_prepare(metadata: AddPartitionsMetadata) -> Truth:
    return one_of(metadata.txn_state, (TxnState.PrepareAbort, TxnState.PrepareCommit))


def _complete(metadata: AddPartitionsMetadata) -> AddPartitionsMetadata:
    """The metadata of a transaction that is completely ended (`GenCompleteTransition`)."""
    commits = metadata.txn_state == TxnState.PrepareCommit
    return metadata.but(txn_state=where(commits, TxnState.CompleteCommit, TxnState.CompleteAbort))


# The coordinators: the log.


@action
def commit_entry(c: AddPartitionsCluster, broker: BrokerId) -> AddPartitionsCluster:
    """The next entry is replicated and committed, and the client that waits has its answer (`CommitTxnLogAppend`)."""
    me = c.brokers[broker]
    require(me.high_watermark < me.log.length, "an entry is not committed")
    require(c.leader == broker, "the broker leads")
    require(
        all_of(b.leader_epoch == me.leader_epoch for b in c.brokers), "every broker is in its leader epoch"
    )
    offset = me.high_watermark
    entry = me.log[offset]
    prepares, completes = entry.callback == Callback.Prepare, entry.callback == Callback.Complete
    replicated = c
    for peer_id in c.brokers.indices():
        peer = replicated.brokers[peer_id]
        log = where(broker == peer_id, peer.log, peer.log.append(entry))
        replicated = replicated.with_broker(peer_id, log=log, high_watermark=offset + 1)
    committed = replicated.with_broker(
        broker, metadata=entry.transition, transition=me.transition.type.default
    )
    committed = _append(committed, broker, _complete(entry.transition), Callback.Complete, none, prepares)
    return _answer(committed, entry, not_(completes))


def _answer(c: AddPartitionsCluster, entry: AddPartitionsEntry, when: Truth) -> AddPartitionsCluster:
    """The answer to the client that waits for a committed entry."""
    adds, prepares = entry.callback == Callback.AddPartitions, entry.callback == Callback.Prepare
    transition, gives = entry.transition, entry.callback == Callback.InitPid
    return send(
        c,
        when,
        kind=where(adds, Kind.AddPartitionsResponse, Kind.InitPidResponse),
        code=where(prepares, Code.ConcurrentTransactions, Code.OK),
        producer_id=where(gives, transition.producer_id, NONE),
        producer_epoch=where(gives, transition.producer_epoch, NONE),
        partitions=where(adds, transition.partitions, transition.partitions - transition.partitions),
        broker=entry.broker,
        client=entry.client,
    )


@action
def complete_partial_transaction(c: AddPartitionsCluster, broker: BrokerId) -> AddPartitionsCluster:
    """A new leader finds a transaction that is to be ended, and ends it (`CompletePartialTxn`)."""
    me = c.brokers[broker]
    require(c.is_leader(broker), "the broker believes that it leads")
    require(me.metadata.is_there & _is_in_prepare(me.metadata), "a transaction is to be ended")
    require(not_(me.transition.is_there), "no transition is pending")
    return _append(c, broker, _complete(me.metadata), Callback.Complete, none)


@action
def elect_leader(c: AddPartitionsCluster, broker: BrokerId) -> AddPartitionsCluster:
    """Another broker is made leader of the log, and knows what the old one knew (`ElectLeader`)."""
    epochs: int = c.type.fields["leader_epoch"].hi
    require(c.leader_epoch < epochs, "an election is left")
    require(not_(c.is_leader(broker)), "the broker does not believe that it leads")
    epoch, metadata = c.leader_epoch + 1, c.brokers[c.leader].metadata
    elected = c.with_broker(broker, leader=broker, leader_epoch=epoch, metadata=metadata)
    return elected.but(leader=broker, leader_epoch=epoch)


@action
def become_follower(c: AddPartitionsCluster, broker: BrokerId) -> AddPartitionsCluster:
    """An old leader cuts its log; a client that waits for an entry that is cut must go elsewhere (`BecomeFollower`)."""
    me = c.brokers[broker]
    require(me.leader_epoch < c.leader_epoch, "its leader epoch is old")
    require(c.is_leader(broker) & (c.leader != broker), "it believes that it leads, and does not")
    unset = me.metadata.type.default
    entry = me.log[me.high_watermark]  # there is one at most: a second transition waits for the first
    waits = (me.log.length > me.high_watermark) & (entry.callback != Callback.Complete)
    adds = entry.callback == Callback.AddPartitions
    answered = send(
        c,
        waits,
        kind=where(adds, Kind.AddPartitionsResponse, Kind.InitPidResponse),
        code=Code.NotCoordinator,
        broker=entry.broker,
        client=entry.client,
    )
    return answered.with_broker(
        broker,
        leader=c.leader,
        leader_epoch=c.leader_epoch,
        log=me.log.truncate(me.high_watermark),
        metadata=unset,
        transition=unset,
    )
