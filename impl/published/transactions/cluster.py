"""The state of the published model of AddPartitionsToTxn: clients, and coordinators with a log."""

from __future__ import annotations

from typing import Annotated, Any

from tidemark.impl.published.transactions.network import (
    NONE,
    Code,
    TransactionMessage,
    TxnState,
    message_type,
)
from tidemark.impl.shared.record_types import TypesByName, record_type
from tidemark.spec import (
    Array,
    At,
    Bool,
    Bound,
    Domain,
    Enum,
    Id,
    Identity,
    IdSet,
    Int,
    Label,
    Network,
    Number,
    Optional,
    Record,
    Sequence,
    Truth,
)
from tidemark.spec.types.composites import RecordType

ClientState = Enum(
    "client state", "Nothing", "Ready", "SentInitPidRequest", "HasPid", "BegunTxn", "Terminated"
)
Callback = Enum("callback", "InitPid", "AddPartitions", "Prepare", "Complete")
"""What follows when an entry is committed."""


class AddPartitionsClient(Record):
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


class AddPartitionsMetadata(Record):
    """A transaction, as the coordinator has it or is about to have it. `is_there`: whether there is one."""

    is_there: Truth
    txn_state: Label
    producer_id: Number
    producer_epoch: Number
    last_producer_epoch: Number
    partitions: IdSet


class AddPartitionsEntry(Record):
    """An entry of the transaction log; its broker answers the client that waits for it."""

    transition: AddPartitionsMetadata
    callback: Label
    client: Identity
    broker: Identity


class AddPartitionsBroker(Record):
    """A transaction coordinator, and its copy of the log; `leader` and `leader_epoch` as it knows them."""

    metadata: AddPartitionsMetadata
    transition: AddPartitionsMetadata
    log: Sequence[AddPartitionsEntry]
    high_watermark: Number
    leader: Identity
    leader_epoch: Number


class AddPartitionsCluster(Record):
    """The whole state."""

    clients: Array[AddPartitionsClient]
    brokers: Array[AddPartitionsBroker]
    leader: Identity
    leader_epoch: Number
    last_id: Number
    under_way: Network[TransactionMessage]
    discarded: Network[TransactionMessage]

    def with_client(self, client: Identity, **changes: Any) -> AddPartitionsCluster:
        """This cluster with one client changed."""
        return self.but(clients=self.clients.but(client, **changes))

    def with_broker(self, broker: Identity, **changes: Any) -> AddPartitionsCluster:
        """This cluster with one broker changed."""
        return self.but(brokers=self.brokers.but(broker, **changes))

    def is_leader(self, broker: Identity) -> Truth:
        """Whether a broker believes that it leads the log (`IsPartitionLeader`)."""
        return self.brokers[broker].leader == broker


ClientId = Annotated[Identity, Domain("client", lambda at: Id("client", at.clients))]
BrokerId = Annotated[Identity, Domain("broker", lambda _: Id("broker", 2))]
PartitionId = Annotated[Identity, Domain("partition", lambda _: Id("partition", 1))]
SomeMessage = Annotated[TransactionMessage, Domain("under_way")]


class AddPartitionsAt(At):
    """The bounds of InitProducerId and AddPartitionsToTxn."""

    clients = Bound("clients of the transactional id", 2, 1, 2)
    elections = Bound("how often another broker leads the transaction log", 1, 0, 1)


def cluster_type(at: AddPartitionsAt) -> RecordType:
    """The states at these bounds: clients of the transactional id, elections of another leader of its log."""
    clients, elections = at.clients, at.elections
    last_id, last_epoch, log_size = 1 + elections, 2 * clients - 2, 4 * clients - 2  # what is ever reached
    client, broker, partition = Id("client", clients), Id("broker", 2), Id("partition", 1)
    message = message_type(broker, client, partition, last_id, last_epoch)
    types: TypesByName = {
        **dict.fromkeys(("client_state", "last_state"), ClientState),
        **dict.fromkeys(("has_chosen", "is_there"), Bool()),
        **dict.fromkeys(("coordinator", "broker"), Optional(broker)),
        "client": Optional(client),
        "producer_id": Int(NONE, last_id),
        **dict.fromkeys(("producer_epoch", "last_producer_epoch"), Int(NONE, last_epoch)),
        **dict.fromkeys(("asked", "added", "partitions"), IdSet.of(partition)),
        "leader": broker,
        "leader_epoch": Int(1, 1 + elections),
    }
    metadata = record_type(AddPartitionsMetadata, types, txn_state=TxnState)
    entry = record_type(AddPartitionsEntry, types, transition=metadata, callback=Callback)
    state_of_broker = record_type(
        AddPartitionsBroker,
        types,
        metadata=metadata,
        transition=metadata,
        log=Sequence.of(entry, log_size),
        high_watermark=Int(0, log_size),
    )
    return record_type(
        AddPartitionsCluster,
        types,
        clients=Array.of(client, record_type(AddPartitionsClient, types, last_error=Code)),
        brokers=Array.of(broker, state_of_broker),
        last_id=Int(0, last_id),
        under_way=Network.of(message, clients),
        discarded=Network.of(message, 8 * clients),
    )


def initial_cluster(empty: AddPartitionsCluster, _at: At) -> AddPartitionsCluster:
    """Every client is ready."""
    for client in empty.clients.indices():
        empty = empty.with_client(client, client_state=ClientState.Ready)
    return empty
