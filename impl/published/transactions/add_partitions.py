"""The published model of InitProducerId and AddPartitionsToTxn, with a coordinator that moves, state for state.

Source: `transactions/diary/02_AddPartitionsToTxn` of `Vanlightly/kafka-tlaplus`; each action names the one that it
comes from. One transactional id, two brokers, one partition of the transaction log and one of a topic, as in the
published configuration. Replication is one step for all brokers. There are no records and no markers: a transaction
that is aborted is complete at once.
"""

from __future__ import annotations

from pathlib import Path

from tidemark.impl.published.transactions.cluster import (
    AddPartitionsAt,
    AddPartitionsCluster,
    ClientId,
    ClientState,
    PartitionId,
    SomeMessage,
    cluster_type,
    initial_cluster,
)
from tidemark.impl.published.transactions.coordinators import (
    become_follower,
    commit_entry,
    complete_partial_transaction,
    elect_leader,
    receive_add_partitions_request,
    receive_init_pid_request,
)
from tidemark.impl.published.transactions.network import NONE, Code, Kind, discard, send
from tidemark.impl.published.transactions.telling import ADD_PARTITIONS_STORIES, LOSSES
from tidemark.spec import (
    Family,
    Protocol,
    Telling,
    Truth,
    action,
    any_of,
    not_,
    one_of,
    promise,
    require,
    where,
)

# The clients.


@action
def send_init_pid_request(c: AddPartitionsCluster, client: ClientId) -> AddPartitionsCluster:
    """A client asks the coordinator for a producer id (`SendInitPidRequest`)."""
    require(c.clients[client].client_state == ClientState.Ready, "the client is ready")
    sent = send(c, True, kind=Kind.InitPidRequest, broker=c.leader, client=client)
    return sent.with_client(client, has_chosen=True, client_state=ClientState.SentInitPidRequest)


@action
def receive_init_pid_response(c: AddPartitionsCluster, message: SomeMessage) -> AddPartitionsCluster:
    """A client has a producer id and an epoch, or asks again (`ReceiveInitPidResponse`)."""
    client = message.client
    me = c.clients[client]
    require(message.kind == Kind.InitPidResponse, "it is an answer to InitPidRequest")
    require(me.client_state == ClientState.SentInitPidRequest, "the client waits for it")
    has = me.but(
        client_state=ClientState.HasPid,
        coordinator=message.broker,
        producer_id=message.producer_id,
        producer_epoch=message.producer_epoch,
        last_state=ClientState.Nothing,
        last_error=Code.Nothing,
    )
    again = me.but(client_state=ClientState.Ready, last_state=me.client_state, last_error=message.code)
    changed = where(message.code == Code.OK, has, again)
    return discard(c, message).but(clients=c.clients.but(client, changed))


@action
def send_add_partitions(
    c: AddPartitionsCluster, client: ClientId, partition: PartitionId
) -> AddPartitionsCluster:
    """A client adds a partition to its transaction (`SendAddPartitionsToTxnRequest`)."""
    me = c.clients[client]
    ready = one_of(me.client_state, (ClientState.HasPid, ClientState.BegunTxn))
    require(ready, "the client has a producer id")
    require(me.asked.is_empty(), "it asks for no partition")
    require(not_(me.added.has(partition)), "the partition is not added")
    partitions = me.asked.including(partition)
    sent = send(
        c,
        True,
        kind=Kind.AddPartitionsRequest,
        producer_id=me.producer_id,
        producer_epoch=me.producer_epoch,
        partitions=partitions,
        broker=me.coordinator,
        client=client,
    )
    return sent.with_client(client, asked=partitions, client_state=ClientState.BegunTxn)


@action
def receive_add_partitions_response(c: AddPartitionsCluster, message: SomeMessage) -> AddPartitionsCluster:
    """A client has added a partition, may try again, or ends (`ReceiveAddPartitionsToTxnResponse`)."""
    client, code = message.client, message.code
    me = c.clients[client]
    nothing = me.asked - me.asked
    require(message.kind == Kind.AddPartitionsResponse, "it is an answer to AddPartitionsToTxn")
    require(me.client_state == ClientState.BegunTxn, "the client has begun a transaction")
    added = me.but(asked=me.asked - message.partitions, added=me.added | message.partitions)
    failed = me.but(asked=nothing, last_state=me.client_state, last_error=code)
    moved = where(code == Code.NotCoordinator, c.leader, me.coordinator)
    again = failed.but(coordinator=moved)
    ends = failed.but(client_state=ClientState.Terminated, added=nothing)
    retriable = one_of(code, (Code.ConcurrentTransactions, Code.NotCoordinator))
    changed = where(code == Code.OK, added, where(retriable, again, ends))
    return discard(c, message).but(clients=c.clients.but(client, changed))


ACTIONS = (
    send_init_pid_request, receive_init_pid_request, receive_init_pid_response, send_add_partitions,
    receive_add_partitions_request, receive_add_partitions_response, commit_entry, elect_leader,
    become_follower, complete_partial_transaction,
)  # fmt: skip


# The invariants.


@promise
def no_bad_state_response(c: AddPartitionsCluster) -> Truth:
    """No coordinator answers that it is in an illegal state (`NoBadStateResponse`)."""
    return not_(c.under_way.any(lambda m: m.code == Code.IllegalState))


@promise
def clients_have_different_epochs(c: AddPartitionsCluster) -> Truth:
    """No two clients have the same producer id and epoch (`ClientsHaveDifferentProducerEpochs`)."""
    return not_(
        any_of(
            (client_a.producer_id != NONE)
            & (client_a.producer_id == client_b.producer_id)
            & (client_a.producer_epoch == client_b.producer_epoch)
            & (k != n)
            for k, client_a in enumerate(c.clients)
            for n, client_b in enumerate(c.clients)
        )
    )


@promise
def coordinators_have_different_epochs(c: AddPartitionsCluster) -> Truth:
    """No two brokers believe that they lead in the same epoch (`TCsHaveDifferentEpochs`)."""
    return not_(
        any_of(
            c.is_leader(broker_a)
            & c.is_leader(broker_b)
            & (c.brokers[broker_a].leader_epoch == c.brokers[broker_b].leader_epoch)
            for k, broker_a in enumerate(c.brokers.indices())
            for broker_b in c.brokers.indices()[:k]
        )
    )


PROMISES = (no_bad_state_response, clients_have_different_epochs, coordinators_have_different_epochs)


FAMILY = Family(
    name="published-transactions",
    at=AddPartitionsAt,
    rules={},
    promises=PROMISES,
    state=cluster_type,
    initial=initial_cluster,
    actions=ACTIONS,
    telling=Telling(ADD_PARTITIONS_STORIES, losses=LOSSES, noun="client"),
    pins=Path(__file__).with_name("add_partitions.toml"),
)
PROTOCOL = Protocol(
    "published-transactions/add-partitions",
    "InitProducerId and AddPartitionsToTxn, with a coordinator that moves",
    FAMILY,
    {},
)
