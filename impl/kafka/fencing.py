"""Fencing by leader epoch (KIP-320): which epoch a request carries, and when a broker refuses another one."""

from tidemark.impl.kafka.cluster import FetchExchange, KafkaCluster, KafkaReplica, OldFetch
from tidemark.impl.kafka.epoch_cache import NO_EPOCH
from tidemark.spec import Identity, Number, Truth, where


def carried_epoch(c: KafkaCluster, follower: Identity) -> Number:
    """The leader epoch that a follower's request carries: its own from KIP-320 on, and none before."""
    return where(c.settings.fenced, c.replicas[follower].leader_epoch, NO_EPOCH)


def has_same_epoch(replica: KafkaReplica, message: FetchExchange | OldFetch) -> Truth:
    """Whether a message carries the replica's leader epoch, or none at all (`Partition.checkCurrentLeaderEpoch`)."""
    return (message.leader_epoch == NO_EPOCH) | (message.leader_epoch == replica.leader_epoch)


def admits(c: KafkaCluster, leader: Identity, fetch: FetchExchange | OldFetch) -> Truth:
    """Whether a leader may take a fetch: one of its epoch, or one whose epoch it does not know.

    Up to 2.4 a fetch session keeps no epochs (KAFKA-9338, `CachedPartition.reqData`), and only its first fetch is
    checked. A session is between two brokers, for all their partitions, so any fetch of this one may be a later one.
    """
    return has_same_epoch(c.replicas[leader], fetch) | c.settings.sessions_forget
