"""What an editor knows of a state: `make lint` checks these types, and nothing here is ever called."""

from __future__ import annotations

from typing import assert_type

from tidemark import Result, Run, check
from tidemark.impl.kafka.cluster import KafkaCluster as Replication
from tidemark.impl.published.replication.cluster import PublishedCluster as Published
from tidemark.impl.published.replication.cluster import PublishedReplica
from tidemark.impl.shared.log import ReplicaLog
from tidemark.spec import Array, IdSet, Machine, Number, Promise, Record, Sequence, none, promise, where


class Counter(Record):
    """The README's state, and more of what a state may hold."""

    seen: Array[Number]
    replicas: Array[PublishedReplica]
    queue: Sequence[PublishedReplica]
    members: IdSet


def of_records(c: Counter) -> None:
    assert_type(c.replicas[0], PublishedReplica)
    assert_type(c.replicas[0].log, ReplicaLog)
    assert_type(c.replicas.but(0, c.replicas[1]), Array[PublishedReplica])
    assert_type(c.queue[0], PublishedReplica)
    assert_type(c.queue.append(c.replicas[0]), Sequence[PublishedReplica])
    assert_type(c.members.including(none), IdSet)
    assert_type(c.but(seen=c.seen), Counter)
    assert_type(list(c.replicas), list[PublishedReplica])


def of_operators(c: Counter) -> None:
    assert_type(where(c.seen[0] > 1, c.replicas[0], c.replicas[1]), PublishedReplica)
    assert_type(where(c.seen[0] > 1, c.replicas[0].log, c.replicas[1].log).truncate(1), ReplicaLog)


def of_protocols(old: Published, new: Replication) -> None:
    assert_type(old.replicas[0], PublishedReplica)
    assert_type(old.replicas[0].log, ReplicaLog)
    assert_type(old.replicas[0].log.append(old.replicas[1].log[0]), ReplicaLog)
    assert_type(new.replicas[0].log, ReplicaLog)
    assert_type(new.but(requests=new.requests), Replication)


@promise
def small(c: Counter) -> Number:
    """No number is above 1."""
    return c.seen[0] <= 1


def of_results(machine: Machine) -> None:
    assert_type(small, Promise)
    result = check(machine, small, "other", engine="smt", max_length=4)
    assert_type(result, Result)
    assert_type(result.promises["small"].run, Run | None)
