"""The state of the published models: one partition, its replicas, and the controller's record of it.

Source: `KafkaReplication.tla`. The controller has no state beyond the quorum (ZooKeeper's record of
the partition). It sends one LeaderAndIsr request for each leader epoch, so the set of requests is an array
indexed by epoch, and a request was sent exactly if the quorum has reached its epoch.
"""

from __future__ import annotations

from tidemark.impl.published.replication.bounds import PublishedAt
from tidemark.impl.shared.log import LogRecord, ReplicaLog
from tidemark.impl.shared.partition_state import ReplicatedPartition
from tidemark.spec import Array, Id, Identity, IdSet, Int, Number, Optional, Record, Truth
from tidemark.spec.types.composites import RecordType

NO_EPOCH = -1
"""The leader epoch of a broker, or a quorum, that never had a leader."""


class PublishedReplica(Record):
    """What a broker keeps for the partition: its log, and its copy of the controller's last request."""

    log: ReplicaLog
    high_watermark: Number
    leader_epoch: Number
    leader: Identity
    isr: IdSet

    def has_committed_on(self, replica: PublishedReplica) -> Truth:
        """Whether another replica holds the records below this one's high watermark."""
        return self.log.agrees_below(replica.log, self.high_watermark)


class PublishedQuorum(Record):
    """The controller's record of the partition: the current leader epoch, the leader and the ISR."""

    leader_epoch: Number
    leader: Identity
    isr: IdSet


class PublishedRequest(Record):
    """A LeaderAndIsr request; its leader epoch is its index in `Cluster.requests`."""

    leader: Identity
    isr: IdSet


class PublishedCluster(ReplicatedPartition):
    """The whole state."""

    quorum: PublishedQuorum
    requests: Array[PublishedRequest]
    records_written: Number
    replicas: Array[PublishedReplica]

    def was_sent(self, epoch: Number) -> Truth:
        """Whether the controller has sent the LeaderAndIsr request of this epoch."""
        return epoch <= self.quorum.leader_epoch

    def with_replica(self, broker: Identity, replica: PublishedReplica) -> PublishedCluster:
        """This cluster with one replica changed."""
        return self.but(replicas=self.replicas.but(broker, replica))

    def follows(self, follower: Identity, leader: Identity) -> Truth:
        """Whether a broker believes that the other one leads, in whatever epoch."""
        return self.replicas[follower].leader == leader

    def follows_in_epoch(self, follower: Identity, leader: Identity) -> Truth:
        """Whether both believe that the one leads, in the same leader epoch: what KIP-320 fences with."""
        following, leading = self.replicas[follower], self.replicas[leader]
        return (
            self.presumes_leadership(leader)
            & (following.leader == leader)
            & (following.leader_epoch == leading.leader_epoch)
        )

    def with_isr(self, leader: Identity, isr: IdSet) -> PublishedCluster:
        """This cluster after the leader changed the ISR: in the quorum and in its own copy."""
        changed = self.but(quorum=self.quorum.but(isr=isr))
        return changed.with_replica(leader, self.replicas[leader].but(isr=isr))

    def with_new_epoch(self, leader: Identity, isr: IdSet) -> PublishedCluster:
        """This cluster after the controller began the next leader epoch and sent its LeaderAndIsr request."""
        epoch = self.quorum.leader_epoch + 1
        quorum = self.quorum.but(leader_epoch=epoch, leader=leader, isr=isr)
        request = self.requests.type.element(leader=leader, isr=isr)
        return self.but(quorum=quorum, requests=self.requests.but(epoch, request))


def cluster_type(at: PublishedAt) -> RecordType:
    """The states of a cluster at these bounds."""
    log_size, records, max_epoch = at.log_size, at.records, at.max_epoch
    broker = Id("replica", at.replicas)
    epoch = Int(0, max_epoch)
    epoch_or_none = Int(NO_EPOCH, max_epoch)
    isr = IdSet.of(broker)
    entry = LogRecord.of(id=Int(0, records - 1), epoch=epoch)
    return PublishedCluster.of(
        quorum=PublishedQuorum.of(leader_epoch=epoch_or_none, leader=Optional(broker), isr=isr),
        requests=Array.of(epoch, PublishedRequest.of(leader=Optional(broker), isr=isr)),
        records_written=Int(0, records),
        replicas=Array.of(
            broker,
            PublishedReplica.of(
                log=ReplicaLog.of(entry, log_size),
                high_watermark=Int(0, log_size),
                leader_epoch=epoch_or_none,
                leader=Optional(broker),
                isr=isr,
            ),
        ),
    )


def initial_cluster(empty: PublishedCluster, _at: PublishedAt) -> PublishedCluster:
    """Every broker is in the ISR; there is no leader."""
    return empty.but(quorum=empty.quorum.but(isr=empty.quorum.isr.everyone()))
