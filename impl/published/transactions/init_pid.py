"""The published model of InitProducerId alone, state for state.

Source: `transactions/diary/01_InitPidRequest` of `Vanlightly/kafka-tlaplus`; each action names the one that it comes
from. One transactional id and one partition of the transaction log, as in the published configuration. A client may ask
any broker, of which the first is the coordinator. A client that has an id does nothing more.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from tidemark.impl.published.transactions.network import (
    NONE,
    Code,
    Kind,
    TransactionMessage,
    discard,
    message_type,
    send,
)
from tidemark.impl.published.transactions.telling import INIT_PID_STORIES, LOSSES
from tidemark.impl.shared.record_types import TypesByName, record_type
from tidemark.spec import (
    Array,
    At,
    Bool,
    Bound,
    Domain,
    Enum,
    Family,
    Id,
    Identity,
    Int,
    Label,
    Network,
    Number,
    Optional,
    Protocol,
    Record,
    Sequence,
    Telling,
    Truth,
    action,
    not_,
    promise,
    require,
    where,
)
from tidemark.spec.types.composites import RecordType

ClientState = Enum("client state", "Nothing", "Ready", "SentInitPidRequest", "HasPid")


class InitPidClient(Record):
    """A client. `has_chosen`: whether it has chosen the transactional id."""

    client_state: Label
    has_chosen: Truth
    producer_id: Number
    producer_epoch: Number
    last_state: Label
    last_error: Label


class InitPidMetadata(Record):
    """What the coordinator has, or is about to have. `is_there`: whether there is anything."""

    is_there: Truth
    producer_id: Number
    previous_id: Number
    producer_epoch: Number
    last_producer_epoch: Number


class InitPidEntry(Record):
    """An entry of the transaction log, and the client that waits for it."""

    transition: InitPidMetadata
    client: Identity


class InitPidCluster(Record):
    """The whole state. `last_id`: the source of producer ids."""

    clients: Array[InitPidClient]
    coordinator: Identity
    metadata: InitPidMetadata
    transition: InitPidMetadata
    log: Sequence[InitPidEntry]
    high_watermark: Number
    last_id: Number
    under_way: Network[TransactionMessage]
    discarded: Network[TransactionMessage]


ClientId = Annotated[Identity, Domain("client", lambda at: Id("client", at.clients))]
BrokerId = Annotated[Identity, Domain("broker", lambda at: Id("broker", at.brokers))]
SomeMessage = Annotated[TransactionMessage, Domain("under_way")]


@action
def send_init_pid_request(c: InitPidCluster, client: ClientId, broker: BrokerId) -> InitPidCluster:
    """A client asks some broker for a producer id (`SendInitPidRequest`)."""
    me = c.clients[client]
    require(me.client_state == ClientState.Ready, "the client is ready")
    waits = me.but(has_chosen=True, client_state=ClientState.SentInitPidRequest)
    sent = send(c, True, kind=Kind.InitPidRequest, broker=broker, client=client)
    return sent.but(clients=c.clients.but(client, waits))


@action
def receive_init_pid_response(c: InitPidCluster, message: SomeMessage) -> InitPidCluster:
    """A client has a producer id and an epoch, or asks again (`ReceiveInitPidResponse`)."""
    client = message.client
    me = c.clients[client]
    require(message.kind == Kind.InitPidResponse, "it is an answer")
    require(me.client_state == ClientState.SentInitPidRequest, "the client waits for it")
    has = me.but(
        client_state=ClientState.HasPid,
        producer_id=message.producer_id,
        producer_epoch=message.producer_epoch,
    )
    again = me.but(client_state=ClientState.Ready, last_state=me.client_state, last_error=message.code)
    changed = where(message.code == Code.OK, has, again)
    return discard(c, message).but(clients=c.clients.but(client, changed))


@action
def receive_init_pid_request(c: InitPidCluster, message: SomeMessage) -> InitPidCluster:
    """The coordinator appends the next epoch to its log; another broker refuses (`ReceiveInitPidRequest`)."""
    require(message.kind == Kind.InitPidRequest, "it is a request")
    leads, busy = message.broker == c.coordinator, c.transition.is_there
    created = c.metadata.type(is_there=True, producer_id=c.last_id + 1)
    metadata = where(c.metadata.is_there, c.metadata, created)
    transition = metadata.but(
        previous_id=metadata.producer_id,
        producer_epoch=metadata.producer_epoch + 1,
        last_producer_epoch=metadata.producer_epoch,
    )
    is_taken = leads & not_(busy)
    code = where(leads, Code.ConcurrentTransactions, Code.NotCoordinator)
    answered = send(
        discard(c, message),
        not_(is_taken),
        kind=Kind.InitPidResponse,
        code=code,
        broker=message.broker,
        client=message.client,
    )
    entry = c.log.type.element(transition=transition, client=message.client)
    return answered.but(
        last_id=where(leads, metadata.producer_id, c.last_id),
        metadata=where(leads, metadata, c.metadata),
        transition=where(is_taken, transition, c.transition),
        log=where(is_taken, c.log.append(entry), c.log),
    )


@action
def complete_init_pid_request(c: InitPidCluster) -> InitPidCluster:
    """The entry is committed, and the client has its answer (`CompleteInitPidRequest`)."""
    require(c.log.length > c.high_watermark, "an entry is not committed")
    entry = c.log[c.high_watermark]
    answered = send(
        c,
        True,
        kind=Kind.InitPidResponse,
        code=Code.OK,
        producer_id=entry.transition.producer_id,
        producer_epoch=entry.transition.producer_epoch,
        broker=c.coordinator,
        client=entry.client,
    )
    return answered.but(
        metadata=entry.transition, transition=c.transition.type.default, high_watermark=c.high_watermark + 1
    )


@promise
def no_bad_state_response(c: InitPidCluster) -> Truth:
    """No coordinator answers that it is in an illegal state (`NoBadStateResponse`)."""
    return not_(c.under_way.any(lambda m: m.code == Code.IllegalState))


class InitPidAt(At):
    """The bounds of InitProducerId."""

    clients = Bound("clients of the transactional id", 1, 1, 3)
    brokers = Bound("brokers that a client may ask", 2, 1, 3)


def _cluster_type(at: InitPidAt) -> RecordType:
    clients, brokers = at.clients, at.brokers
    client, broker, partition = Id("client", clients), Id("broker", brokers), Id("partition", 1)
    message = message_type(broker, client, partition, 1, clients - 1)
    types: TypesByName = {
        **dict.fromkeys(("client_state", "last_state"), ClientState),
        **dict.fromkeys(("has_chosen", "is_there"), Bool()),
        **dict.fromkeys(("producer_id", "previous_id"), Int(NONE, 1)),
        **dict.fromkeys(("producer_epoch", "last_producer_epoch"), Int(NONE, clients - 1)),
    }
    metadata = record_type(InitPidMetadata, types)
    return InitPidCluster.of(
        clients=Array.of(client, record_type(InitPidClient, types, last_error=Code)),
        coordinator=broker,
        metadata=metadata,
        transition=metadata,
        log=Sequence.of(InitPidEntry.of(transition=metadata, client=Optional(client)), clients),
        high_watermark=Int(0, clients),
        last_id=Int(0, 1),
        under_way=Network.of(message, clients),
        discarded=Network.of(message, clients * (3 + 2 * brokers)),
    )


def _initial_cluster(empty: InitPidCluster, _at: At) -> InitPidCluster:
    for client in empty.clients.indices():
        ready = empty.clients[client].but(client_state=ClientState.Ready)
        empty = empty.but(clients=empty.clients.but(client, ready))
    return empty


FAMILY = Family(
    name="published-init-pid",
    at=InitPidAt,
    rules={},
    promises=(no_bad_state_response,),
    state=_cluster_type,
    initial=_initial_cluster,
    actions=(
        send_init_pid_request,
        receive_init_pid_request,
        receive_init_pid_response,
        complete_init_pid_request,
    ),
    telling=Telling(INIT_PID_STORIES, losses=LOSSES, noun="client"),
    pins=Path(__file__).with_name("init_pid.toml"),
)
PROTOCOL = Protocol("published-transactions/init-pid", "InitProducerId alone", FAMILY, {})
