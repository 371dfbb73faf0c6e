"""The published model of InitProducerId and AddPartitionsToTxn, with a coordinator that moves, state for state.

Source: `transactions/diary/02_AddPartitionsToTxn` of `Vanlightly/kafka-tlaplus`; each action names the one that it
comes from. One transactional id, two brokers, one partition of the transaction log and one of a topic, as in the
published configuration. Replication is one step for all brokers. There are no records and no markers: a transaction
that is aborted is complete at once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from impl.published_transactions.network import (
    NONE,
    Code,
    Kind,
    Message,
    TxnState,
    discard,
    message_type,
    send,
)
from spec import (
    Array,
    Bool,
    Bound,
    Domain,
    Enum,
    Family,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Machine,
    Network,
    Number,
    Optional,
    Protocol,
    Record,
    Rule,
    Sequence,
    Truth,
    action,
    all_of,
    any_of,
    none,
    not_,
    promise,
    require,
    where,
)

ClientState = Enum(
    "client state", "Nothing", "Ready", "SentInitPidRequest", "HasPid", "BegunTxn", "Terminated"
)
Callback = Enum("callback", "InitPid", "AddPartitions", "Prepare", "Complete")
"""What follows when an entry is committed."""


class Client(Record):
    """A client. `has_chosen`: whether it has a transactional id; `coordinator`: where it last found it."""

    client_state: Label
    has_chosen: Truth
    coordinator: Identity
    producer_id: Number
    producer_epoch: Number
    last_state: Label
    last_error: Label
    asked: IdSet
    added: IdSet


class Metadata(Record):
    """A transaction, as the coordinator has it or is about to have it. `is_there`: whether there is one."""

    is_there: Truth
    txn_state: Label
    producer_id: Number
    producer_epoch: Number
    last_producer_epoch: Number
    partitions: IdSet


class Entry(Record):
    """An entry of the transaction log; who waits for it is answered by its broker."""

    transition: Metadata
    callback: Label
    client: Identity
    broker: Identity


class Broker(Record):
    """A transaction coordinator, and its copy of the log; `leader` and `leader_epoch` as it knows them."""

    metadata: Metadata
    transition: Metadata
    log: Sequence[Entry]
    high_watermark: Number
    leader: Identity
    leader_epoch: Number


class Cluster(Record):
    """The whole state."""

    clients: Array[Client]
    brokers: Array[Broker]
    leader: Identity
    leader_epoch: Number
    last_id: Number
    under_way: Network[Message]
    discarded: Network[Message]

    def with_client(self, client: Identity, **changes: Any) -> Cluster:
        """This cluster with one client changed."""
        return self.but(clients=self.clients.but(client, self.clients[client].but(**changes)))

    def with_broker(self, broker: Identity, **changes: Any) -> Cluster:
        """This cluster with one broker changed."""
        return self.but(brokers=self.brokers.but(broker, self.brokers[broker].but(**changes)))

    def is_leader(self, broker: Identity) -> Truth:
        """Whether a broker believes that it leads the log (`IsPartitionLeader`)."""
        return self.brokers[broker].leader == broker


ClientId = Annotated[Identity, Domain("client")]
BrokerId = Annotated[Identity, Domain("broker")]
PartitionId = Annotated[Identity, Domain("partition")]
SomeMessage = Annotated[Message, Domain("under_way")]


# The clients.


@action
def send_init_pid_request(c: Cluster, client: ClientId) -> Cluster:
    """A client asks the coordinator for a producer id (`SendInitPidRequest`)."""
    require(c.clients[client].client_state == ClientState.Ready, "the client is ready")
    sent = send(c, True, kind=Kind.InitPidRequest, broker=c.leader, client=client)
    return sent.with_client(client, has_chosen=True, client_state=ClientState.SentInitPidRequest)


@action
def receive_init_pid_response(c: Cluster, message: SomeMessage) -> Cluster:
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
def send_add_partitions(c: Cluster, client: ClientId, partition: PartitionId) -> Cluster:
    """A client adds a partition to its transaction (`SendAddPartitionsToTxnRequest`)."""
    me = c.clients[client]
    ready = (me.client_state == ClientState.HasPid) | (me.client_state == ClientState.BegunTxn)
    require(ready, "the client has a producer id")
    require(me.asked.is_empty(), "it asks for no partition")
    require(not_(me.added.has(partition)), "the partition is not added")
    asked = me.asked.including(partition)
    sent = send(
        c,
        True,
        kind=Kind.AddPartitionsRequest,
        producer_id=me.producer_id,
        producer_epoch=me.producer_epoch,
        partitions=asked,
        broker=me.coordinator,
        client=client,
    )
    return sent.with_client(client, asked=asked, client_state=ClientState.BegunTxn)


@action
def receive_add_partitions_response(c: Cluster, message: SomeMessage) -> Cluster:
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
    retriable = (code == Code.ConcurrentTransactions) | (code == Code.NotCoordinator)
    changed = where(code == Code.OK, added, where(retriable, again, ends))
    return discard(c, message).but(clients=c.clients.but(client, changed))


# The coordinators: requests.


def _append(
    c: Cluster, broker: Identity, transition: Metadata, callback: Label, client: Identity, when: Truth = True
) -> Cluster:
    """The broker appends to its own log, and has a transition pending (`LocalTxnLogEntryAppend`).

    client: who waits; none where nobody is answered. when: whether it does so at all.
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
def receive_init_pid_request(c: Cluster, message: SomeMessage) -> Cluster:
    """A coordinator makes the next epoch; an ongoing transaction is fenced and aborted (`ReceiveInitPidRequest`).

    It sets the source of producer ids to the id that the transaction has.
    """
    require(message.kind == Kind.InitPidRequest, "it is an InitPidRequest")
    b, client = message.broker, message.client
    me, leads = c.brokers[b], c.is_leader(b)
    metadata = where(
        me.metadata.is_there, me.metadata, me.metadata.type(is_there=True, producer_id=c.last_id + 1)
    )
    ongoing, taken = metadata.txn_state == TxnState.Ongoing, leads & not_(_is_busy(me))
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
    answered = send(kept, not_(taken), kind=Kind.InitPidResponse, code=code, broker=b, client=client)
    return _append(answered, b, transition, callback, client, taken)


@action
def receive_add_partitions_request(c: Cluster, message: SomeMessage) -> Cluster:
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
    taken = code == Code.OK
    refused = not_(taken)
    answered = send(
        discard(c, message), refused, kind=Kind.AddPartitionsResponse, code=code, broker=b, client=client
    )
    return _append(answered, b, added, Callback.AddPartitions, client, taken)


def _is_busy(me: Broker) -> Truth:
    """Whether a transition is pending, or a transaction is to be ended."""
    return me.transition.is_there | _is_prepared(me.metadata)


def _is_prepared(metadata: Metadata) -> Truth:
    return (metadata.txn_state == TxnState.PrepareAbort) | (metadata.txn_state == TxnState.PrepareCommit)


def _completed(metadata: Metadata) -> Metadata:
    """The metadata of a transaction that is completely ended (`GenCompleteTransition`)."""
    commits = metadata.txn_state == TxnState.PrepareCommit
    return metadata.but(txn_state=where(commits, TxnState.CompleteCommit, TxnState.CompleteAbort))


# The coordinators: the log.


@action
def commit_entry(c: Cluster, broker: BrokerId) -> Cluster:
    """The next entry is replicated and committed, and whoever waits is answered (`CommitTxnLogAppend`)."""
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
    for other in c.brokers.indices():
        one = replicated.brokers[other]
        log = where(broker == other, one.log, one.log.append(entry))
        replicated = replicated.with_broker(other, log=log, high_watermark=offset + 1)
    taken = replicated.with_broker(broker, metadata=entry.transition, transition=me.transition.type.default)
    taken = _append(taken, broker, _completed(entry.transition), Callback.Complete, none, prepares)
    return _answered(taken, entry, not_(completes))


def _answered(c: Cluster, entry: Entry, when: Truth) -> Cluster:
    """The answer to whoever waits for a committed entry."""
    adds, prepares = entry.callback == Callback.AddPartitions, entry.callback == Callback.Prepare
    made, gives = entry.transition, entry.callback == Callback.InitPid
    return send(
        c,
        when,
        kind=where(adds, Kind.AddPartitionsResponse, Kind.InitPidResponse),
        code=where(prepares, Code.ConcurrentTransactions, Code.OK),
        producer_id=where(gives, made.producer_id, NONE),
        producer_epoch=where(gives, made.producer_epoch, NONE),
        partitions=where(adds, made.partitions, made.partitions - made.partitions),
        broker=entry.broker,
        client=entry.client,
    )


@action
def complete_partial_transaction(c: Cluster, broker: BrokerId) -> Cluster:
    """A new leader finds a transaction that is to be ended, and ends it (`CompletePartialTxn`)."""
    me = c.brokers[broker]
    require(c.is_leader(broker), "the broker believes that it leads")
    require(me.metadata.is_there & _is_prepared(me.metadata), "a transaction is to be ended")
    require(not_(me.transition.is_there), "no transition is pending")
    return _append(c, broker, _completed(me.metadata), Callback.Complete, none)


@action
def elect_leader(c: Cluster, broker: BrokerId) -> Cluster:
    """Another broker is made leader of the log, and knows what the old one knew (`ElectLeader`)."""
    epochs: int = c.type.fields["leader_epoch"].hi
    require(c.leader_epoch < epochs, "an election is left")
    require(not_(c.is_leader(broker)), "the broker does not believe that it leads")
    epoch, known = c.leader_epoch + 1, c.brokers[c.leader].metadata
    elected = c.with_broker(broker, leader=broker, leader_epoch=epoch, metadata=known)
    return elected.but(leader=broker, leader_epoch=epoch)


@action
def become_follower(c: Cluster, broker: BrokerId) -> Cluster:
    """An old leader cuts its log; whoever waits for what is cut is told to go elsewhere (`BecomeFollower`)."""
    me = c.brokers[broker]
    require(me.leader_epoch < c.leader_epoch, "its leader epoch is old")
    require(c.is_leader(broker) & (c.leader != broker), "it believes that it leads, and does not")
    unset = me.metadata.type.default
    entry = me.log[me.high_watermark]  # there is one at most: a second transition waits for the first
    waits = (me.log.length > me.high_watermark) & (entry.callback != Callback.Complete)
    adds = entry.callback == Callback.AddPartitions
    told = send(
        c,
        waits,
        kind=where(adds, Kind.AddPartitionsResponse, Kind.InitPidResponse),
        code=Code.NotCoordinator,
        broker=entry.broker,
        client=entry.client,
    )
    return told.with_broker(
        broker,
        leader=c.leader,
        leader_epoch=c.leader_epoch,
        log=me.log.truncate(me.high_watermark),
        metadata=unset,
        transition=unset,
    )


ACTIONS = (
    send_init_pid_request,
    receive_init_pid_request,
    receive_init_pid_response,
    send_add_partitions,
    receive_add_partitions_request,
    receive_add_partitions_response,
    commit_entry,
    elect_leader,
    become_follower,
    complete_partial_transaction,
)


# The invariants.


@promise
def no_bad_state_response(c: Cluster) -> Truth:
    """No coordinator answers that it is in an illegal state (`NoBadStateResponse`)."""
    return not_(c.under_way.any(lambda m: m.code == Code.IllegalState))


@promise
def clients_have_different_epochs(c: Cluster) -> Truth:
    """No two clients have the same producer id and epoch (`ClientsHaveDifferentProducerEpochs`)."""
    return not_(
        any_of(
            (one.producer_id != NONE)
            & (one.producer_id == other.producer_id)
            & (one.producer_epoch == other.producer_epoch)
            & (k != n)
            for k, one in enumerate(c.clients)
            for n, other in enumerate(c.clients)
        )
    )


@promise
def coordinators_have_different_epochs(c: Cluster) -> Truth:
    """No two brokers believe that they lead in the same epoch (`TCsHaveDifferentEpochs`)."""
    return not_(
        any_of(
            c.is_leader(one)
            & c.is_leader(other)
            & (c.brokers[one].leader_epoch == c.brokers[other].leader_epoch)
            for k, one in enumerate(c.brokers.indices())
            for other in c.brokers.indices()[:k]
        )
    )


PROMISES = (no_bad_state_response, clients_have_different_epochs, coordinators_have_different_epochs)


def _build(name: str, bounds: dict[str, Any], _rules: dict[str, Rule]) -> Machine:
    clients, elections = bounds["clients"], bounds["elections"]
    last_id, last_epoch, log_size = 1 + elections, 2 * clients - 2, 4 * clients - 2  # what is ever reached
    client, broker, partition = Id("client", clients), Id("broker", 2), Id("partition", 1)
    partitions, epoch = IdSet.of(partition), Int(1, 1 + elections)
    producer_id, producer_epoch = Int(NONE, last_id), Int(NONE, last_epoch)
    message = message_type(broker, client, partition, last_id, last_epoch)
    metadata = Metadata.of(
        is_there=Bool(),
        txn_state=TxnState,
        producer_id=producer_id,
        producer_epoch=producer_epoch,
        last_producer_epoch=producer_epoch,
        partitions=partitions,
    )
    entry = Entry.of(transition=metadata, callback=Callback, client=Optional(client), broker=Optional(broker))
    state = Cluster.of(
        clients=Array.of(
            client,
            Client.of(
                client_state=ClientState,
                has_chosen=Bool(),
                coordinator=Optional(broker),
                producer_id=producer_id,
                producer_epoch=producer_epoch,
                last_state=ClientState,
                last_error=Code,
                asked=partitions,
                added=partitions,
            ),
        ),
        brokers=Array.of(
            broker,
            Broker.of(
                metadata=metadata,
                transition=metadata,
                log=Sequence.of(entry, log_size),
                high_watermark=Int(0, log_size),
                leader=broker,
                leader_epoch=epoch,
            ),
        ),
        leader=broker,
        leader_epoch=epoch,
        last_id=Int(0, last_id),
        under_way=Network.of(message, clients),
        discarded=Network.of(message, 8 * clients),
    )
    initial: Cluster = state.default
    for one in initial.clients.indices():
        initial = initial.with_client(one, client_state=ClientState.Ready)
    domains = {"client": client, "broker": broker, "partition": partition}
    return Machine(name, bounds, state, initial, ACTIONS, PROMISES, domains)


FAMILY = Family(
    name="published-transactions",
    bounds=(
        Bound("clients", "clients of the transactional id", 2, 1, 2),
        Bound("elections", "how often another broker leads the transaction log", 1, 0, 1),
    ),
    rules={},
    promises=PROMISES,
    build=_build,
    pins=Path(__file__).with_name("add_partitions.toml"),
)
PROTOCOL = Protocol(
    "published-transactions/add-partitions",
    "InitProducerId and AddPartitionsToTxn, with a coordinator that moves",
    FAMILY,
    {},
)
