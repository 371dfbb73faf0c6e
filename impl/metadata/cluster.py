"""The state: who leads in each leader epoch, what each broker has obeyed and knows, and one producer with its metadata.

Read in `KafkaController.sendUpdateMetadataRequest`, `ControllerBrokerRequestBatch`, `MetadataCache`,
`Partition.appendRecordsToLeader`, `DelayedProduce.tryComplete`, and the clients' `Metadata`, at 0.10.2.0, 1.1.0,
2.1.0, 2.2.0 and 2.6.0. Every replica is in the ISR, and no broker fails.
"""

from __future__ import annotations

from tidemark.impl.metadata.bounds import MetadataAt
from tidemark.spec import (
    Array,
    Bool,
    Enum,
    Id,
    Identity,
    Int,
    Label,
    Number,
    Record,
    Sequence,
    Truth,
    UsageError,
    all_of,
    any_of,
    implies,
    position,
    settings_type,
)
from tidemark.spec.types.composites import RecordType

FIRST_EPOCH = 1
NO_EPOCH = 0
"""No leader epoch: of a broker without a replica."""
MOST_REFUSALS = 2
"""How far refusals are counted."""

Stage = Enum("stage", "ready", "sent", "waiting", "was_refused")
"""Where the producer's record is: not sent yet, on its way to a broker, appended and not acknowledged yet, or refused
with NOT_LEADER_FOR_PARTITION."""


class MetadataSettings(Record):
    """What the rules and the bounds say; each field has one value in a machine, so none takes room in a state.

    refuses: a broker that does not lead refuses a record. asks_again: a refused producer looks up who leads.
    to_all: metadata go to all brokers, also to those without a replica. keeps_newer: a client ignores metadata of an
    older leader epoch. numbered: the producer is idempotent. acks_all: it waits for all replicas.
    """

    refuses: Truth
    asks_again: Truth
    to_all: Truth
    keeps_newer: Truth
    numbered: Truth
    acks_all: Truth
    replicas: Number


class MetadataBroker(Record):
    """A broker: the leader epoch that it obeys, the one that its metadata are of, and the records of its replica."""

    obeyed: Number
    known_epoch: Number
    log: Sequence[Number]


class MetadataProducer(Record):
    """The producer, with one record at a time: the number of that record is how many were acknowledged.

    known_epoch: the leader epoch of its metadata. asked: the broker to which the record was sent. late_refusals: how
    often it was refused since all brokers know who leads. went_back: it has taken metadata older than its own.
    """

    stage: Label
    known_epoch: Number
    asked: Identity
    acknowledged: Number
    late_refusals: Number
    went_back: Truth


class MetadataCluster(Record):
    """The whole state. leaders: the leader of each leader epoch, up to the newest one."""

    leaders: Array[Identity]
    epoch: Number
    brokers: Array[MetadataBroker]
    producer: MetadataProducer
    moves_left: Number
    settings: MetadataSettings

    def is_replica(self, broker: Identity) -> Truth:
        """Whether a broker has a replica: the first brokers do."""
        return position(broker) < self.settings.replicas

    def presumes_leadership(self, broker: Identity) -> Truth:
        """Whether a broker believes that it leads."""
        obeyed = self.brokers[broker].obeyed
        return (obeyed > NO_EPOCH) & (self.leaders[obeyed] == broker)

    def gets_metadata(self, broker: Identity) -> Truth:
        """Whether the controller sends metadata to a broker."""
        return self.settings.to_all | self.is_replica(broker)

    def has_no_request_under_way(self) -> Truth:
        """Whether every request of the controller has arrived."""
        return all_of(
            implies(self.is_replica(broker), self.brokers[broker].obeyed == self.epoch)
            & implies(self.gets_metadata(broker), self.brokers[broker].known_epoch == self.epoch)
            for broker in self.brokers.indices()
        )

    def has(self, broker: Identity, record: Number) -> Truth:
        """Whether a replica has a record."""
        log = self.brokers[broker].log
        return any_of((offset < log.length) & (log[offset] == record) for offset in range(log.capacity))

    def is_everywhere(self, record: Number) -> Truth:
        """Whether every replica has a record."""
        return all_of(
            implies(self.is_replica(broker), self.has(broker, record)) for broker in self.brokers.indices()
        )

    def with_broker(self, broker: Identity, changed: MetadataBroker) -> MetadataCluster:
        """This cluster with one broker changed."""
        return self.but(brokers=self.brokers.but(broker, changed))


def cluster_type(at: MetadataAt) -> RecordType:
    """The states of a cluster at these bounds, by the settings of its rules.

    Raises:
        UsageError: there are fewer brokers than replicas.
    """
    if at.replicas > at.brokers:
        raise UsageError(f"{at.replicas} replicas need as many brokers: there are {at.brokers}")
    broker = Id("broker", at.brokers)
    epoch = Int(NO_EPOCH, FIRST_EPOCH + at.moves)
    log = Sequence.of(Int(0, at.records - 1), at.records + at.moves)
    return MetadataCluster.of(
        leaders=Array.of(epoch, broker),
        epoch=epoch,
        brokers=Array.of(broker, MetadataBroker.of(obeyed=epoch, known_epoch=epoch, log=log)),
        producer=MetadataProducer.of(
            stage=Stage,
            known_epoch=epoch,
            asked=broker,
            acknowledged=Int(0, at.records),
            late_refusals=Int(0, MOST_REFUSALS),
            went_back=Bool(),
        ),
        moves_left=Int(0, at.moves),
        settings=settings_type(
            MetadataSettings, at, numbered=at.idempotence == "yes", acks_all=at.acks == "all"
        ),
    )


def initial_cluster(empty: MetadataCluster, at: MetadataAt) -> MetadataCluster:
    """Broker 0 leads epoch 1, and everybody knows."""
    cluster = empty.but(
        epoch=FIRST_EPOCH, moves_left=at.moves, producer=empty.producer.but(known_epoch=FIRST_EPOCH)
    )
    for broker in empty.brokers.indices():
        obeyed = FIRST_EPOCH if position(broker) < at.replicas else NO_EPOCH
        cluster = cluster.with_broker(
            broker, cluster.brokers[broker].but(obeyed=obeyed, known_epoch=FIRST_EPOCH)
        )
    return cluster
