"""A promise says what its sentence says: states that told the two apart, and disks that are gone (docs/promises.md)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.protocols import FIRST_OF_EACH_FAMILY
from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import liveness
from tidemark.impl.kafka.clients import is_visible, may_read_from
from tidemark.impl.kraft_quorum.quorum import KRaftQuorum
from tidemark.impl.shared.fault_words import DEPARTURE
from tidemark.spec import Machine, UsageError, all_of, any_of, implies, none, not_

BOUNDS: dict[str, dict[str, Any]] = {
    "kafka": {
        "replicas": 2, "min-isr": 1, "log-size": 1, "records": 1, "max-epoch": 1, "crashes": 1, "departures": 1,
    },
    "kafka-kraft": {
        "replicas": 2, "min-isr": 1, "log-size": 1, "records": 1, "max-epoch": 1, "crashes": 1, "departures": 1,
    },
    "elections": {
        "replicas": 2, "min-isr": 1, "records": 1, "crashes": 1, "power-losses": 0, "cut-offs": 1, "departures": 1,
    },
}  # fmt: skip
"""Of every family in which a disk may be gone for good: bounds at which one is."""
WITH_GONE_DISKS = {
    "isr-has-committed": "its sentence counts a member that is gone with the log that it had",
}
"""Promises that count what was on a disk that is gone, and the reason."""


def reachable(machine: Machine) -> Iterator[Any]:
    """Every reachable state, nearest first, as its author reads it."""
    frontier = deque([machine.encode(machine.initial)])
    seen = set(frontier)
    while frontier:
        state = frontier.popleft()
        yield machine.decode(state)
        for _, after in reference.successors(machine, state):
            if after not in seen:
                seen.add(after)
                frontier.append(after)


def emptied_kafka(cluster: Any) -> Any:
    """The cluster without what was on the disks that are gone; the same where none is."""
    for broker in cluster.replicas.indices():
        if cluster.gone.has(broker):
            cluster = cluster.but(
                replicas=cluster.replicas.but(broker, cluster.replicas.type.element.default)
            )
    return cluster


def emptied_elections(partition: Any) -> Any:
    """The same of a partition of the family `elections`."""
    for broker in partition.brokers.indices():
        mine = partition.brokers[broker]
        if mine.is_gone:
            partition = partition.with_broker(broker, mine.but(log=mine.log - mine.log))
    return partition


EMPTIED: dict[str, Callable[[Any], Any]] = {
    "kafka": emptied_kafka,
    "kafka-kraft": emptied_kafka,
    "elections": emptied_elections,
}


def test_every_family_in_which_a_disk_may_be_gone_is_looked_at() -> None:
    with_departures = {
        impl.protocol(name).family.name
        for name in FIRST_OF_EACH_FAMILY
        if any(bound.fault is DEPARTURE for bound in impl.protocol(name).family.bounds)
    }
    assert with_departures == set(BOUNDS)


@pytest.mark.parametrize(
    "protocol", ["kafka/2.1", "kafka/3.7", "kafka-kraft/4.1", "elections/3.7", "elections/4.1"]
)
def test_what_is_on_a_disk_that_is_gone_keeps_no_promise(protocol: str) -> None:
    family = impl.protocol(protocol).family.name
    machine = impl.protocol(protocol).machine(BOUNDS[family])
    leaning: set[str] = set()
    gone = 0
    for state in reachable(machine):
        emptied = EMPTIED[family](state)
        if emptied != state:
            gone += 1
            leaning |= {
                one.name for one in machine.promises if one.function(state) and not one.function(emptied)
            }
    assert gone > 0
    assert leaning <= set(WITH_GONE_DISKS)


def every_reader_is_at_the_offset(cluster: Any) -> Any:
    """What `monotonic-reads` asked once: that each broker shows what it has at the offset, if it has anything there."""
    offset = cluster.shown.offset
    return all_of(
        implies((offset >= 0) & may_read_from(cluster, broker), is_visible(cluster, broker, offset))
        for broker in cluster.replicas.indices()
    )


def deleted_until_another_is_made(topic: Any) -> Any:
    """What `deleted-everywhere` asked once: nothing, as soon as another topic of that name was made."""
    return topic.is_registered | all_of(
        topic.brokers[one].is_empty() | (topic.brokers[one].log == 0) | topic.stops.has(one)
        for one in topic.brokers.indices()
    )


def somebody_is_named_leader(partition: Any) -> Any:
    """What `leader-stays-available` asked once: a leader in the controller's record, with or without its replica."""
    return implies(partition.is_whole(), partition.leader != none)


ONE_RECORD = {"log-size": 1, "records": 1}
MOVED_AND_BACK = {"brokers": 3, "replicas": 2, "records": 1, "reassignments": 2, "late": 1}
FORMULAS = [
    ("claimed/read-through-high-watermark", ONE_RECORD, "monotonic-reads", every_reader_is_at_the_offset),
    ("topics/at-once", {"brokers": 2, "records": 1}, "deleted-everywhere", deleted_until_another_is_made),
    ("reassignment/2.5", MOVED_AND_BACK, "leader-stays-available", somebody_is_named_leader),
]  # fmt: skip
"""Formulas that were weaker than their sentences, as they were, and where a state keeps one and breaks the sentence."""


@pytest.mark.parametrize(
    ("protocol", "bounds", "promise", "once"), FORMULAS, ids=[row[2] for row in FORMULAS]
)
def test_a_state_that_breaks_the_sentence_breaks_the_promise(
    protocol: str, bounds: dict[str, Any], promise: str, once: Callable[[Any], Any]
) -> None:
    machine = impl.protocol(protocol).machine(bounds)
    asked = machine.promise(promise).function
    assert any(once(state) and not asked(state) for state in reachable(machine))


@pytest.mark.parametrize("promise", ["can-be-led", "leader-in-the-end"])
def test_a_partition_whose_brokers_are_all_gone_is_not_excused_by_the_bound_on_leader_epochs(
    promise: str,
) -> None:
    bounds = {"replicas": 1, "min-isr": 1, "log-size": 1, "records": 1, "max-epoch": 1, "consumers": "no"}
    machine = impl.protocol("kafka/2.1").machine({**bounds, "crashes": 1, "departures": 1})
    assert liveness.check(machine.with_promises(promise)).promises[promise].verdict == "violated"


def test_one_reader_is_not_asked_where_what_a_process_reads_is_left_out() -> None:
    machine = impl.protocol("group/static").machine({"twins": 1})
    with pytest.raises(UsageError):
        machine.promise("one-reader")


def no_member_is_gone(cluster: Any) -> Any:
    """Whether, where a broker leads that has committed something, all others in the ISR still have their disks."""
    return all_of(
        implies(
            cluster.presumes_leadership(leader) & (cluster.replicas[leader].high_watermark > 0),
            not_(
                any_of(
                    cluster.quorum.isr.has(one) & cluster.gone.has(one) for one in cluster.replicas.indices()
                )
            ),
        )
        for leader in cluster.replicas.indices()
    )


def what_the_isr_has_is_committed(cluster: Any) -> Any:
    """Whether a leader that asks for no change has its high watermark above every record that its ISR has."""
    conditions = []
    for leader in cluster.replicas.indices():
        me = cluster.replicas[leader]
        for offset in me.log.offsets():
            everywhere = all_of(
                implies(me.isr.has(one), me.log.agrees_at(cluster.replicas[one].log, offset))
                for one in cluster.replicas.indices()
            )
            leads = cluster.presumes_leadership(leader) & (me.isr_change.member == none)
            conditions.append(implies(leads & everywhere, offset < me.high_watermark))
    return all_of(conditions)


def candidates_have_acknowledged(partition: Any) -> Any:
    """Whether all in the ISR that the controller takes for live have every acknowledged record, up or down."""
    return all_of(
        implies(
            partition.active().has(one) & partition.isr.has(one),
            (partition.acknowledged - partition.brokers[one].log).is_empty(),
        )
        for one in partition.brokers.indices()
    )


def all_with_sessions_one_leads(partition: Any) -> Any:
    """Whether one leads where all are up and have their sessions, also if one is about to stop."""
    back = all_of(one.is_up & not_(one.is_fenced) for one in partition.brokers)
    return implies(back, partition.leader != none)


def one_leader_ever(quorum: KRaftQuorum) -> Any:
    """Whether all records of an epoch are from one leader."""
    entries = [server.log[k] for server in quorum.servers for k in range(server.log.length)]
    return all_of(
        implies(one.epoch == other.epoch, one.leader == other.leader) for one in entries for other in entries
    )


SENTENCES = [
    ("kafka/2.1", BOUNDS["kafka"], "isr-has-committed", no_member_is_gone),
    ("kafka/2.6.1", {**ONE_RECORD, "min-isr": 2}, "hw-current", what_the_isr_has_is_committed),
    ("elections/4.1", {"power-losses": 1, "crashes": 0}, "eligible-have-acknowledged", candidates_have_acknowledged),
    ("elections/4.1", {"replicas": 1, "min-isr": 1, "shutdowns": 1}, "all-back-one-leads", all_with_sessions_one_leads),
    ("kraft/vote-forgotten", {}, "election-safety", one_leader_ever),
]  # fmt: skip
"""Sentences that said more than Kafka promises: what each said, and where a state breaks that and keeps the promise."""


@pytest.mark.parametrize(
    ("protocol", "bounds", "promise", "once"), SENTENCES, ids=[row[2] for row in SENTENCES]
)
def test_a_state_keeps_the_promise_and_breaks_what_its_sentence_said_once(
    protocol: str, bounds: dict[str, Any], promise: str, once: Callable[[Any], Any]
) -> None:
    machine = impl.protocol(protocol).machine(bounds)
    asked = machine.promise(promise).function
    assert any(asked(state) and not once(state) for state in reachable(machine))
