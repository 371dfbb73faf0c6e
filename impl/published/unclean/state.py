"""The state of the published model: ZooKeeper's record, the replicas, what is committed, and who waits for it.

A message has an offset there, which is its place in the log. Every log begins with one message, so that none is empty.
"""

from __future__ import annotations

from typing import Any

from tidemark.impl.published.unclean.bounds import UncleanAt
from tidemark.spec import (
    Array,
    Bool,
    Id,
    Identity,
    IdSet,
    Int,
    Number,
    Optional,
    Record,
    Sequence,
    Truth,
    all_of,
    count,
    implies,
    where,
)
from tidemark.spec.families.family import settings_type
from tidemark.spec.types.composites import RecordType


class UncleanSettings(Record):
    """What the rules and the bounds set."""

    picks_longest: Truth
    min_isr: Number


class UncleanMessage(Record):
    """A message of a log. (`producer` is part of it in the publication too.)"""

    epoch: Number
    producer: Identity

    def text(self) -> str:
        """The message as people write it: its producer, and the epoch."""
        return f"p{int(self.producer)}@{int(self.epoch)}"


class UncleanLog(Sequence[UncleanMessage]):
    """A log, or what is committed of one."""

    def last(self) -> UncleanMessage:
        """The last message; there always is one."""
        return self[self.length - 1]

    def agrees_at(self, log: UncleanLog, k: int) -> Truth:
        """Whether both have the same message at this place."""
        return (self.length > k) & (log.length > k) & (self[k] == log[k])

    def common_length(self, log: UncleanLog) -> Number:
        """How many messages both begin with (`TruncatedLog`)."""
        agree = [self.agrees_at(log, k) for k in range(self.capacity)]
        return count(all_of(agree[: k + 1]) for k in range(self.capacity))

    def has_at(self, start: int, part: UncleanLog) -> Truth:
        """Whether the messages of `part` are here, from this place on (`ContainsSeq`)."""
        fits = self.length >= part.length + start
        return fits & all_of(
            implies(part.length > k, self[k + start] == part[k]) for k in range(self.capacity - start)
        )


class UncleanReplica(Record):
    """A replica. `has_shut_down`: the unstable one does so once; `ready_to_fetch`: it follows, and has cut its log."""

    log: UncleanLog
    has_shut_down: Truth
    ready_to_fetch: Truth


class UncleanCluster(Record):
    """All variables. `waiting`: the producers whose message is not committed yet (`inflightProducers`)."""

    leader_epoch: Number
    leader: Identity
    isr: IdSet
    alive: IdSet
    preferred: Identity
    replicas: Array[UncleanReplica]
    committed: UncleanLog
    waiting: IdSet
    settings: UncleanSettings

    def with_replica(self, replica: Identity, **changes: Any) -> UncleanCluster:
        """This cluster with one replica changed."""
        return self.but(replicas=self.replicas.but(replica, **changes))

    def with_leader(self, leader: Identity) -> UncleanCluster:
        """This cluster with a leader of the next epoch, before any replica has heard of it."""
        new = self.but(leader_epoch=self.leader_epoch + 1, leader=leader)
        for replica in self.replicas.indices():
            new = new.with_replica(replica, ready_to_fetch=False)
        return new

    def commit(self) -> UncleanCluster:
        """This cluster once what all of a large enough ISR has is committed, and its producers know."""
        leader = self.replicas[self.leader].log
        end: Number = leader.length
        for replica in self.replicas.indices():
            mine = leader.common_length(self.replicas[replica].log)
            end = where(self.isr.has(replica) & (mine < end), mine, end)
        new = where(self.isr.size() >= self.settings.min_isr, leader.truncate(end), self.committed)
        waiting = self.waiting
        for k in range(new.capacity):
            is_new = (new.length > k) & (self.committed.length <= k)
            waiting = where(is_new, waiting.excluding(new[k].producer), waiting)
        return self.but(committed=new, waiting=waiting)

    def has_epoch_left(self) -> Truth:
        """Whether there may be another leader within the bounds."""
        last: Number = self.type.fields["leader_epoch"].hi
        return self.leader_epoch < last


def cluster_type(at: UncleanAt) -> RecordType:
    """The states at these bounds."""
    replica, producer = Id("replica", at.replicas), Id("producer", at.producers)
    epoch = Int(1, at.max_epoch)
    log = UncleanLog.of(UncleanMessage.of(epoch=epoch, producer=producer), at.log_size)
    return UncleanCluster.of(
        leader_epoch=epoch,
        leader=Optional(replica),
        isr=IdSet.of(replica),
        alive=IdSet.of(replica),
        preferred=replica,
        replicas=Array.of(replica, UncleanReplica.of(log=log, has_shut_down=Bool(), ready_to_fetch=Bool())),
        committed=log,
        waiting=IdSet.of(producer),
        settings=settings_type(UncleanSettings, at),
    )


def initial_cluster(empty: UncleanCluster, _at: UncleanAt) -> UncleanCluster:
    """The unstable replica leads; one message is in every log, and committed."""
    unstable = empty.replicas.indices()[0]
    log = empty.committed.append(empty.committed.type.element())
    cluster = empty.but(leader=unstable, preferred=unstable, committed=log)
    cluster = cluster.but(isr=cluster.isr.everyone(), alive=cluster.alive.everyone())
    for replica in empty.replicas.indices():
        cluster = cluster.with_replica(replica, log=log, ready_to_fetch=replica != unstable)
    return cluster
