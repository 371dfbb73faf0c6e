"""Kafka's own code decides the same: partitioners, assignors, placement and election, by the jars of its releases.

These are ordinary tests where the jars are; where they are not, they are marked as those with real brokers are.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from kafka.coordinator.assignors.range import RangePartitionAssignor
from kafka.coordinator.assignors.roundrobin import RoundRobinPartitionAssignor

from tests.impl.functions.test_partitioners import VECTORS
from tests.support.groups import at_random, ordered
from tests.support.java_random import JavaRandom
from tests.support.oracle import CLIENT, SERVER, assignments, marks, needs_jars, oracle
from tidemark.impl.functions.clients.assignors.groups import (
    Assignment,
    AssignorGroup,
    AssignorMember,
    new_group,
)
from tidemark.impl.functions.clients.assignors.ranges import range_assignment
from tidemark.impl.functions.clients.assignors.round_robin import round_robin
from tidemark.impl.functions.clients.assignors.sticky import cooperative_sticky, sticky
from tidemark.impl.functions.clients.assignors.uniform import quotas_by_order, uniform, uniform_equal
from tidemark.impl.functions.clients.java import TopicPartition
from tidemark.impl.functions.clients.partitioners import ProducerTopic, by_key, load, murmur2
from tidemark.impl.functions.clients.partitioners import round_robin as turn
from tidemark.impl.functions.placement.elections import by_replicas, on_shutdown, preferred_leader
from tidemark.impl.functions.placement.replicas import (
    PlacementBroker,
    place_in_stripes,
    spread_out,
    spread_over_racks,
)

RELEASES = pytest.mark.parametrize(
    "release",
    [
        pytest.param(CLIENT, marks=marks(CLIENT)),
        pytest.param(SERVER, marks=[*marks(SERVER), pytest.mark.slow]),
    ],
)
MANY = 1000


def outcome(assign: Callable[[AssignorGroup], Assignment], group: AssignorGroup) -> Assignment | str:
    """The assignment, partitions sorted; or how the Java client's exception begins where it throws one."""
    try:
        return ordered(assign(group))
    except KeyError:
        return "NullPointerException"


def compare(
    release: str, assignor: str, assign: Callable[[AssignorGroup], Assignment], groups: list[AssignorGroup]
) -> int:
    """Hold that an assignor of a release decides as this one does; the number of exceptions in both."""
    refused = 0
    for group, theirs in zip(groups, assignments(release, assignor, groups), strict=True):
        expected = outcome(assign, group)
        assert theirs == expected or (isinstance(expected, str) and str(theirs).startswith(expected)), group
        refused += isinstance(expected, str)
    return refused


@RELEASES
def test_keys_queues_and_turns_are_the_java_clients(release: str) -> None:
    chance = Random(1)
    questions: list[dict[str, Any]] = [{"what": "murmur2", "key": key.hex()} for key in VECTORS]
    expected: list[Any] = list(VECTORS.values())
    for _ in range(MANY):
        key, count = chance.randbytes(chance.randint(0, 30)), chance.randint(1, 50)
        questions.append({"what": "partition", "key": key.hex(), "count": count})
        expected.append(by_key(key, count))
        questions.append({"what": "murmur2", "key": key.hex()})
        expected.append(murmur2(key))
    for _ in range(200):
        queues = [chance.randint(0, 4) for _ in range(chance.randint(1, 6))]
        length = chance.randint(0, len(queues))
        weights = load(queues, range(len(queues)), length)
        questions.append({"what": "load", "queues": queues, "length": length})
        expected.append(weights and {"end": weights.sums[-1], "table": list(weights.sums)})
        topic = ProducerTopic(len(queues), tuple(k for k in range(len(queues)) if chance.random() < 0.7))
        questions.append({"what": "turns", "count": topic.count, "available": topic.available, "calls": 12})
        expected.append([turn(k, topic) for k in range(12)])
    assert oracle(release).ask(questions) == expected


@RELEASES
@pytest.mark.parametrize("assign", [range_assignment, round_robin])
def test_range_and_round_robin_are_the_java_clients_on_1000_groups(
    assign: Callable[[AssignorGroup], Assignment], release: str
) -> None:
    chance = Random(2)
    groups = [at_random(chance, static=0.3) for _ in range(MANY)]
    name = "range" if assign is range_assignment else "round-robin"
    assert compare(release, name, assign, groups) == 0
    if assign is range_assignment:
        assert compare(release, "server-range", assign, groups) == 0


@RELEASES
@pytest.mark.parametrize("assign", [sticky, cooperative_sticky])
def test_sticky_is_the_java_clients_on_1000_groups_whatever_their_members_claim(
    assign: Callable[[AssignorGroup], Assignment], release: str
) -> None:
    """A third of them new, a third after a rebalance, a third with claims of generations that were missed."""
    chance = Random(3)
    groups = [at_random(chance, owned=k % 3 > 0, stale=k % 3 == 2) for k in range(MANY)]
    name = "sticky" if assign is sticky else "cooperative-sticky"
    compare(release, name, assign, groups)


@RELEASES
def test_sticky_gives_a_partition_to_one_who_gave_up_the_topic_while_it_missed_a_generation(
    release: str,
) -> None:
    """C0 claims T2p1, but wants T1 alone; test_assignors.py finds that no smaller group shows it."""
    members = {
        "C0": AssignorMember(frozenset(["T1"]), (TopicPartition("T2", 1),), generation=1),
        "C1": AssignorMember(frozenset(["T1", "T2"]), (TopicPartition("T1", 0),), generation=1),
        "C2": AssignorMember(frozenset(["T1", "T2"]), (), generation=2),
    }
    (assignment,) = assignments(release, "sticky", [AssignorGroup({"T1": 1, "T2": 2}, members)])
    assert not isinstance(assignment, str)
    assert assignment["C0"] == (TopicPartition("T2", 1),)


@RELEASES
def test_sticky_fails_for_a_claim_on_what_a_member_gave_up_while_it_missed_a_generation(release: str) -> None:
    """C0 has all that it wants and takes no part in moves; but its old claim to T2p0 names it as the target."""
    had = [TopicPartition("T1", 0), TopicPartition("T1", 1), TopicPartition("T2", 0), TopicPartition("T3", 0)]
    members = {
        "C0": AssignorMember(frozenset(["T3"]), tuple(had), generation=1),
        "C1": AssignorMember(frozenset(["T1", "T2"]), (TopicPartition("T2", 1),), generation=2),
        "C2": AssignorMember(frozenset(["T2"]), (), generation=2),
    }
    group = AssignorGroup({"T1": 2, "T2": 2, "T3": 1}, members)
    assert compare(release, "sticky", sticky, [group]) == 1


@needs_jars(SERVER)
def test_uniform_is_the_group_coordinators_on_1000_groups() -> None:
    chance = Random(4)
    groups = [at_random(chance, owned=k % 2 > 0) for k in range(MANY)]
    assert compare(SERVER, "uniform", uniform, groups) == 0


@needs_jars(CLIENT)
def test_the_preview_of_uniform_is_that_of_3_9_where_all_subscribe_to_the_same() -> None:
    chance = Random(5)
    groups = [at_random(chance, equal=True, owned=k % 2 > 0) for k in range(MANY)]
    assert compare(CLIENT, "uniform", lambda group: uniform_equal(group, quotas_by_order), groups) == 0


@needs_jars(CLIENT, SERVER)
def test_the_preview_of_uniform_fails_on_some_groups_in_which_members_subscribe_to_different_topics() -> None:
    """3.9 takes a partition that moves twice for a mistake: its check is the wrong way round. 4.x has another rule."""
    chance = Random(6)
    groups = [at_random(chance, equal=False) for _ in range(MANY)]
    failed = [answer for answer in assignments(CLIENT, "uniform", groups) if isinstance(answer, str)]
    assert failed
    assert all("Mismatch in partition movement record" in answer for answer in failed)
    assert not any(isinstance(answer, str) for answer in assignments(SERVER, "uniform", groups))


@RELEASES
def test_the_java_client_overlooks_a_member_without_topics_that_joins_first_too(release: str) -> None:
    group = new_group({"T1": 2}, {"C0": (), "C1": ("T1",)})
    (assignment,) = assignments(release, "sticky", [group])
    assert assignment == {"C0": (TopicPartition("T1", 0),), "C1": (TopicPartition("T1", 1),)}


@needs_jars(CLIENT)
def test_placement_is_kafkas_for_1000_topics_under_each_rule() -> None:
    chance = Random(7)
    questions: list[dict[str, Any]] = []
    expected = []
    for k in range(MANY):
        count = chance.randint(1, 9)
        racks = {b: chance.choice("abc") for b in range(count)}
        partitions, replicas, start = chance.randint(1, 25), chance.randint(1, count), chance.randrange(count)
        first = chance.choice([0, chance.randint(1, 20)])
        sizes = {"partitions": partitions, "replicas": replicas}
        named = [[b, rack if k % 2 else None] for b, rack in racks.items()]
        questions.append({"what": "admin", "brokers": named, "start": start, "first": first, **sizes})
        if k % 2:
            expected.append(spread_over_racks(racks, partitions, replicas, start, start, first))
        else:
            expected.append(spread_out(range(count), partitions, replicas, start, start, first))
        fenced = [b > 0 and chance.random() < 0.3 for b in range(count)]
        brokers = [PlacementBroker(b, rack if k % 2 else "", fenced[b]) for b, rack in racks.items()]
        shown = [[*one, fenced[b]] for b, one in enumerate(named)]
        questions.append({"what": "striped", "brokers": shown, "seed": k, **sizes})
        expected.append(place_in_stripes(brokers, partitions, replicas, JavaRandom(k)))
    answers = oracle(CLIENT, "PlacementOracle.java").ask(questions)
    for question, answer, ours in zip(questions, answers, expected, strict=True):
        assert [tuple(one) for one in answer] == ours, question


@needs_jars(CLIENT)
def test_who_leads_is_whom_both_controllers_elect_for_1000_partitions() -> None:
    chance = Random(8)
    questions: list[dict[str, Any]] = []
    expected = []
    for _ in range(MANY):
        replicas = chance.sample(range(6), chance.randint(1, 5))
        isr = chance.sample(replicas, chance.randint(1, len(replicas)))
        live, stopping = ([b for b in range(6) if chance.random() < part] for part in (0.6, 0.3))
        partition = {
            "replicas": replicas,
            "isr": isr,
            "live": live,
            "stopping": stopping,
            "unclean": chance.random() < 0.5,
        }
        questions += [{"what": rule, **partition} for rule in ("offline", "preferred", "shutdown", "kraft")]
        expected += [
            by_replicas(replicas, isr, live),
            preferred_leader(replicas, isr, live),
            on_shutdown(replicas, isr, live, stopping),
            by_replicas(replicas, isr, live, unclean=partition["unclean"]),
        ]
    answers = oracle(CLIENT, "PlacementOracle.java").ask(questions)
    for question, answer, ours in zip(questions, answers, expected, strict=True):
        assert answer == ours, question


def by_kafka_python(assignor: Any, group: AssignorGroup) -> Assignment:
    cluster = SimpleNamespace(partitions_for_topic=lambda topic: set(range(group.topics[topic])))
    members = [
        SimpleNamespace(
            member_id=name,
            group_instance_id=member.instance,
            metadata=SimpleNamespace(topics=sorted(member.topics)),
        )
        for name, member in group.members.items()
    ]
    by_member = assignor.assign(cluster, members)
    return {
        name: tuple(
            TopicPartition(topic, k)
            for topic, partitions in by_member[name].assigned_partitions
            for k in partitions
        )
        for name in group.members
    }


def test_range_and_round_robin_are_kafka_pythons_where_all_subscribe_to_the_same() -> None:
    chance = Random(9)
    for _ in range(300):
        group = at_random(chance, equal=True)
        assert by_kafka_python(RangePartitionAssignor, group) == ordered(range_assignment(group))
        assert by_kafka_python(RoundRobinPartitionAssignor, group) == ordered(round_robin(group))
