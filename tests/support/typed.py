"""What an editor knows of a state: `make lint` checks these types, and nothing here is ever called."""

from __future__ import annotations

from typing import assert_type

from tidemark import Result, Run, check
from tidemark.impl.kafka.cluster import KafkaCluster as Replication
from tidemark.impl.published.replication.cluster import PublishedCluster as Published
from tidemark.impl.published.replication.cluster import PublishedReplica
from tidemark.impl.shared.log import ReplicaLog
from tidemark.spec import (
    Array,
    At,
    Bound,
    Enum,
    Identity,
    IdSet,
    Label,
    Machine,
    Network,
    Number,
    Promise,
    Record,
    Sequence,
    Set,
    Truth,
    all_of,
    any_of,
    count,
    id_at,
    implies,
    maximum,
    minimum,
    next_id,
    none,
    not_,
    one_of,
    position,
    previous_id,
    promise,
    steps_between,
    where,
)

Phase = Enum("phase", "idle", "busy")


class Counter(Record):
    """The README's state, and more of what a state may hold."""

    seen: Array[Number]
    replicas: Array[PublishedReplica]
    queue: Sequence[PublishedReplica]
    members: IdSet
    chosen: Set[Number]
    owner: Identity
    phase: Label
    is_open: Truth
    sent: Network[PublishedReplica]


def of_records(c: Counter) -> None:
    assert_type(c.replicas[0], PublishedReplica)
    assert_type(c.replicas[0].log, ReplicaLog)
    assert_type(c.replicas.but(0, c.replicas[1]), Array[PublishedReplica])
    assert_type(c.queue[0], PublishedReplica)
    assert_type(c.queue.append(c.replicas[0]), Sequence[PublishedReplica])
    assert_type(c.members.including(none), IdSet)
    assert_type(c.members | c.members.filter(lambda i: i != c.owner), IdSet)
    assert_type(c.chosen.including(1) - c.chosen, Set[Number])
    assert_type(c.but(seen=c.seen), Counter)
    assert_type(list(c.replicas), list[PublishedReplica])


def of_fields(c: Counter) -> None:
    assert_type(c.seen[c.owner], int)
    assert_type(c.seen[0] + 1, Number)
    assert_type(c.queue.length, Number)
    assert_type(c.members.size(), Number)
    assert_type(c.sent.size(), Number)
    assert_type(c.sent.count(lambda m: m.log.length > 0), Number)
    assert_type(c.is_open, bool)
    assert_type(c.is_open & (c.seen[0] < 3) | (c.owner == none), Truth)
    assert_type(c.members.has(c.owner), Truth)
    assert_type(c.sent.any(lambda m: m.log.length > 0), Truth)
    assert_type(c.replicas == c.replicas, Truth)
    assert_type(none, Identity)
    assert_type(c.members.ids(), list[Identity])
    assert_type(c.members.values(), list[Identity])
    assert_type(c.chosen <= c.chosen, Truth)
    assert_type(maximum(c.chosen, default=0), Number)
    assert_type(all_of(x > 1 for x in c.chosen), Truth)
    assert_type(Phase.idle, Label)
    assert_type(list(Phase), list[Label])


def of_operators(c: Counter) -> None:
    assert_type(where(c.is_open, c.owner, none), Identity)
    assert_type(where(c.is_open, c.phase, Phase.busy), Label)
    assert_type(where(c.is_open, 1, 0), Number)
    assert_type(minimum(c.seen[0], 1) + maximum(c.seen[0], 1), Number)
    assert_type(not_(c.is_open), Truth)
    assert_type(all_of(seen > 1 for seen in c.seen) & any_of(seen > 1 for seen in c.seen), Truth)
    assert_type(implies(c.is_open, one_of(c.phase, (Phase.idle, Phase.busy))), Truth)
    assert_type(count(seen > 1 for seen in c.seen), Number)
    assert_type(position(c.owner) + steps_between(c.owner, none), Number)
    assert_type(next_id(previous_id(c.owner), c.seen[0]), Identity)
    assert_type(id_at(c.seen, c.seen[0]), Identity)
    assert_type(where(c.seen[0] > 1, c.replicas[0], c.replicas[1]), PublishedReplica)
    assert_type(where(c.seen[0] > 1, c.replicas[0].log, c.replicas[1].log).truncate(1), ReplicaLog)


def of_protocols(old: Published, new: Replication) -> None:
    assert_type(old.replicas[0], PublishedReplica)
    assert_type(old.replicas[0].log, ReplicaLog)
    assert_type(old.replicas[0].log.append(old.replicas[1].log[0]), ReplicaLog)
    assert_type(new.replicas[0].log, ReplicaLog)
    assert_type(new.but(requests=new.requests), Replication)


class CounterAt(At):
    """The counter's bounds, and what a rule sets."""

    size = Bound("replicas that count", 3, low=1, high=5)
    order = Bound("who counts next", "any", choices=("any", "first"))
    may_skip: bool


def of_bounds(at: CounterAt) -> None:
    assert_type(at.size, int)
    assert_type(at.order, str)
    assert_type(at.may_skip, bool)
    assert_type(CounterAt.size, Bound[int])
    _ = at.sise  # type: ignore[attr-defined]  # mypy complains of a comment that ignores nothing


@promise
def small(c: Counter) -> Truth:
    """No number is above 1."""
    return c.seen[0] <= 1


def of_results(machine: Machine) -> None:
    assert_type(small, Promise)
    result = check(machine, small, "other", engine="smt", max_length=4)
    assert_type(result, Result)
    assert_type(result.promises["small"].run, Run | None)
