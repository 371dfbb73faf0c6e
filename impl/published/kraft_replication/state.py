"""The state of the published models: the controller, the brokers, the messages, and what clients know.

Offsets begin at 1 in the publications, and at 0 here. What follows from the rest is left out: the log end offset is the
length of the log, the controller's partition is its last record, the copy of the metadata log on a broker is how many
records it has read, a broker is registered exactly if it runs, and the true high watermark is how much was consumed.
Broker epochs and incarnations are only ever compared for one broker: all brokers begin with 1, and not with their id.
"""

from __future__ import annotations

from typing import Annotated

from tidemark.impl.published.kraft_replication.messages import (
    Alter,
    AlterRequest,
    KraftIsrExchange,
    Registration,
    RegistrationAnswer,
)
from tidemark.spec import (
    Array,
    Domain,
    Enum,
    Id,
    Identity,
    IdSet,
    Label,
    Network,
    Number,
    Optional,
    Record,
    Sequence,
    Truth,
    any_of,
    one_of,
    where,
)

Status = Enum("status", "starting", "running", "offline_clean", "offline_dirty")
Role = Enum("partition status", "neither", "leader", "follower")
Fate = Enum("fate", "unsent", "sent", "acknowledged", "rejected")
"""What a producer knows of its value."""

BrokerId = Annotated[Identity, Domain("broker", lambda at: Id("broker", at.replicas))]
Candidate = Annotated[Identity, Domain("candidate", lambda at: Optional(Id("broker", at.replicas)))]
ValueId = Annotated[Identity, Domain("value", lambda at: Id("value", at.writes))]


class KraftIsrEntry(Record):
    """An entry of a log; its offset is its place."""

    epoch: Number
    content: Identity


class KraftIsrLog(Sequence[KraftIsrEntry]):
    """A log of the partition, or what was consumed of it."""

    def last_epoch(self) -> Number:
        """The epoch of the last entry; 0 if absent."""
        return self.last().epoch

    def has_value(self, value: Identity) -> Truth:
        """Whether a value is anywhere in it."""
        return any_of(entry.content == value for entry in self)

    def epoch_up_to(self, epoch: Number) -> Number:
        """The largest epoch of its entries that is not larger than this one; this one if absent."""
        largest: Number = epoch
        for k in range(self.capacity):
            largest = where((self.length > k) & (self[k].epoch <= epoch), self[k].epoch, largest)
        return largest

    def end_of(self, epoch: Number) -> Number:
        """The offset of the first entry of a larger epoch; the log end if absent."""
        end: Number = self.length
        for k in reversed(range(self.capacity)):
            end = where((self.length > k) & (self[k].epoch > epoch), k, end)
        return end


class PartitionChange(Record):
    """A `PartitionChangeRecord`, which is the partition as the controller had it then.

    Its partition epoch follows from its place in the log.
    """

    isr: IdSet
    elr: IdSet
    last_known_elr: IdSet
    leader: Identity
    leader_epoch: Number


class BrokerMetadata(Record):
    """A broker's metadata of the partition (`partition_metadata`). Partition epoch 0: it has none."""

    isr: IdSet
    maximal_isr: IdSet
    leader: Identity
    leader_epoch: Number
    partition_epoch: Number


class Peer(Record):
    """What a leader knows of another replica (`partition_replica_state`)."""

    end_offset: Number
    broker_epoch: Number


class Fetcher(Record):
    """A broker's fetcher from another one: whether the partition is in it, and from where on; what is under way."""

    has_partition: Truth
    offset: Number
    last_epoch: Number
    delayed: Truth
    exchange: KraftIsrExchange


class KraftIsrBroker(Record):
    """The variables of a broker.

    records_read: how much of the metadata log it has. start_offset: where the leader's epoch starts (`partition_leso`).
    floor: the first offset that it wrote while it led; as many as a log can hold: none (`aux_flo`). pending_alter: the
    AlterPartition request that it waits for; its partition epoch is 0 if absent.
    """

    status: Label
    broker_epoch: Number
    incarnation: Number
    records_read: Number
    partition_status: Label
    metadata: BrokerMetadata
    log: KraftIsrLog
    high_watermark: Number
    start_offset: Number
    floor: Number
    peers: Array[Peer]
    pending_alter: AlterRequest
    fetchers: Array[Fetcher]

    def is_down(self) -> Truth:
        """Whether it is shut down."""
        return one_of(self.status, (Status.offline_clean, Status.offline_dirty))

    def waits_for_alter(self) -> Truth:
        """Whether it waits for a partition epoch that it asked for (`PendingAlterPartitionResponse`)."""
        partition_epoch = self.pending_alter.partition_epoch
        return (partition_epoch > 0) & (partition_epoch + 1 > self.metadata.partition_epoch)

    def removed_from_fetchers(self) -> KraftIsrBroker:
        """This broker with the partition in no fetcher; what is under way stays (`RemovePartitionFromFetchers`)."""
        changed = self.fetchers
        for peer in changed.indices():
            empty = changed.type.element.default
            changed = changed.but(peer, empty.but(exchange=changed[peer].exchange))
        return self.but(fetchers=changed)

    def without_leadership(self) -> KraftIsrBroker:
        """This broker with nothing left of a former leadership (`EnsureLeadershipRenounced`)."""
        return self.but(
            peers=self.peers.type.default,
            pending_alter=self.pending_alter.type.default,
            floor=self.log.capacity,
        )


class Registry(Record):
    """What the controller knows of a broker (`con_broker_reg`)."""

    broker_epoch: Number
    incarnation: Number


class KraftIsrSettings(Record):
    """What the rules and the bounds set."""

    min_isr: Number
    first_epoch: Number
    has_elr: Truth
    removes_unclean: Truth
    needs_min_isr: Truth
    waits_for_maximal: Truth
    joins_at_high_watermark: Truth
    spares_last: Truth


class KraftIsrCluster(Record):
    """All variables."""

    unfenced: IdSet
    registry: Array[Registry]
    records: Sequence[PartitionChange]
    brokers: Array[KraftIsrBroker]
    registrations: Network[Registration]
    registered: Network[RegistrationAnswer]
    alters: Network[Alter]
    broker_epochs: Number
    incarnations: Number
    fences: Number
    moves: Number
    unclean_shutdowns: Number
    clean_shutdowns: Number
    fates: Array[Label]
    consumed: KraftIsrLog
    settings: KraftIsrSettings

    def partition(self) -> PartitionChange:
        """The partition as the controller has it (`con_partition_metadata`)."""
        return self.records[self.records.length - 1]

    def partition_epoch(self, records: Number) -> Number:
        """The partition epoch after as many records."""
        return records - 1 + self.settings.first_epoch

    def with_broker(self, broker: Identity, changed: KraftIsrBroker) -> KraftIsrCluster:
        """This cluster with one broker changed."""
        return self.but(brokers=self.brokers.but(broker, changed))

    def is_current_leader(self, broker: Identity) -> Truth:
        """Whether a broker leads in the controller's leader epoch (`IsNonStaleLeader`)."""
        me = self.brokers[broker]
        return (me.partition_status == Role.leader) & (
            me.metadata.leader_epoch == self.partition().leader_epoch
        )
