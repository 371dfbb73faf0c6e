"""Producers that send a record again: what is written twice, out of order or not at all across a failover."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tidemark.checker.engines.hypothesis.stateful import state_machine
from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits, Result, Run
from tidemark.impl import protocol
from tidemark.impl.kafka import retries
from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.impl.kafka.producers import PROTOCOLS
from tidemark.spec import Action, Machine, UsageError

ONCE, ORDER, GAP = "no-duplicate", "order-kept", "no-gap"
ANY = {"election-order": "any"}


def machine(name: str, **bounds: Any) -> Machine:
    given = {name.replace("_", "-"): value for name, value in bounds.items()}
    return protocol(name).machine({"consumers": "no", **given})


def lengths(result: Result) -> dict[str, int]:
    return {name: v.length for name, v in result.promises.items() if v.length is not None}


def explore(one: Machine) -> Result:
    result = search(one.by_default, Limits(keep_going=True))
    assert result.complete
    return result


def actions(one: Machine, promise: str) -> list[str]:
    run = search(one.only(promise)).promises[promise].run
    assert run is not None
    return [str(step.instance) for step in run.steps[1:]]


def test_the_shortest_duplicate_is_a_record_that_the_new_leader_has() -> None:
    assert actions(machine("producer/retries"), ONCE) == [
        "follower_sends_fetch(follower=1, leader=0)",
        "produce(leader=0)",
        "leader_handles_fetch(leader=0, follower=1)",
        "follower_appends(follower=1)",
        "broker_crashes(broker=0)",
        "controller_fails_over(failed=0, successor=1)",
        "become_leader(broker=1, epoch=1)",
        "produce_again(leader=1, record=0)",
    ]


def test_the_shortest_reordering_is_of_two_records_that_the_new_leader_lacks() -> None:
    assert actions(machine("producer/retries"), ORDER) == [
        "produce(leader=0)",
        "produce(leader=0)",
        "broker_crashes(broker=0)",
        "controller_fails_over(failed=0, successor=1)",
        "become_leader(broker=1, epoch=1)",
        "produce_again(leader=1, record=1)",
        "produce_again(leader=1, record=0)",
    ]


def test_a_lost_answer_is_enough_for_a_duplicate() -> None:
    one = machine("producer/retries", crashes=0, message_losses=1, max_epoch=0)
    assert actions(one, ONCE) == [
        "produce(leader=0)",
        "connection_breaks(leader=0)",
        "leader_shrinks_isr(leader=0, follower=1)",
        "produce_again(leader=0, record=0)",
    ]


@pytest.mark.parametrize("release", ["kafka/0.11", "kafka/2.1"])
def test_numbers_keep_the_order_and_drop_duplicates_under_an_older_release_too(release: str) -> None:
    rule = {"producer": protocol("producer/idempotent")}
    one = protocol(release).machine({"consumers": "no", "log-size": 3, "message-losses": 1, **ANY}, rule)
    assert not {ONCE, ORDER, GAP} & lengths(explore(one)).keys()


def test_a_leader_that_knows_nothing_of_the_producer_may_not_begin_with_any_number() -> None:
    """KAFKA-14359: since KIP-360 the second record is taken by a new leader while the first is still on its way."""
    assert lengths(explore(machine("producer/idempotent-kip-360", **ANY))) == {GAP: 6}
    assert actions(machine("producer/idempotent-kip-360", **ANY), GAP)[-3:] == [
        "produce(leader=0)",
        "produce(leader=1)",
        "leader_shrinks_isr(leader=1, follower=0)",
    ]


def test_a_duplicate_is_dropped_and_its_record_acknowledged_where_leadership_moved() -> None:
    one = machine("producer/idempotent", crashes=0, **ANY)
    [drop] = [a for a in one.actions if a.name == "leader_drops_duplicate"]
    states = [one.decode(step.state) for step in _run_to(one, drop).steps]
    assert states[-2].quorum.leader_epoch > 0
    assert not states[-2].produced[0].acknowledged
    assert states[-1].produced[0].acknowledged
    assert [r.log for r in states[-1].replicas] == [r.log for r in states[-2].replicas]


def _run_to(one: Machine, wanted: Action) -> Run:
    """A shortest run to a state in which an action was taken that acknowledges the first record."""

    def noted(c: KafkaCluster, **parameters: Any) -> KafkaCluster:
        after: KafkaCluster = wanted.function(c, **parameters)
        return after.but(high_watermark_fell=after.produced[0].acknowledged)

    noting = [Action(a.name, noted, a.parameters) if a is wanted else a for a in one.actions]
    run = search(replace(one, actions=noting).only("hw-monotonic")).promises["hw-monotonic"].run
    assert run is not None
    return run


def _appends_what_it_has(c: KafkaCluster, leader: Any, record: Any) -> KafkaCluster:
    appended: KafkaCluster = retries.produce_again_without_number.function(c, leader, record)
    return appended


def test_the_promises_break_where_a_leader_does_not_look_at_numbers() -> None:
    """With one action of the numbered producer taken from the one without numbers."""
    one = machine("producer/idempotent", **ANY)
    careless = [
        Action(a.name, _appends_what_it_has, a.parameters) if a.name == "leader_drops_duplicate" else a
        for a in one.actions
    ]
    assert lengths(explore(replace(one, actions=careless))).keys() == {ONCE, ORDER, GAP}


def test_a_producer_that_sends_once_makes_none_of_these_promises() -> None:
    names = {p.name for p in machine("kafka/2.6.1").promises}
    assert not {ONCE, ORDER, GAP} & names
    assert {ONCE, ORDER, GAP} <= {p.name for p in machine("producer/retries").promises}


def test_a_producer_that_sends_again_waits_for_all() -> None:
    with pytest.raises(UsageError, match="--acks is 1: a producer sends again with acks=all alone"):
        machine("producer/retries", acks="1")


TestIdempotentProducer = state_machine(
    machine("producer/idempotent", log_size=4, records=4, crashes=2, message_losses=2).by_default
).TestCase
TestIdempotentProducer.settings = settings(
    max_examples=20,
    stateful_step_count=40,
    database=None,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


def test_every_protocol_says_what_its_producer_does() -> None:
    assert len({one.rules["producer"].summary for one in PROTOCOLS}) == len(PROTOCOLS)
