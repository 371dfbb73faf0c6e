"""The accumulator: what is sent is what was given, no batch is too large or too late, and what sticky saves."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidemark.impl.functions.clients.accumulator import (
    BrokerRequest,
    Choose,
    ProducerSettings,
    costs,
    in_turn,
    requests,
    stuck,
    uniform,
)
from tidemark.impl.functions.clients.partitioners import ProducerTopic

SIZES = st.builds(
    ProducerSettings, batch=st.integers(1, 8), linger=st.integers(0, 6), brokers=st.integers(1, 3)
)
RULES = ("round robin", "sticky", "uniform sticky")


def rule(name: str, partitions: int, batch: int, seed: int = 0) -> Choose:
    topic = ProducerTopic(partitions, tuple(range(partitions)))
    if name == "round robin":
        return in_turn(topic)
    return stuck(topic, Random(seed)) if name == "sticky" else uniform(topic, batch, Random(seed))


def sent(
    name: str, records: int, rate: int, partitions: int, chosen: ProducerSettings
) -> list[BrokerRequest]:
    return requests(records, rate, chosen, rule(name, partitions, chosen.batch))


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(RULES), st.integers(0, 80), st.integers(1, 9), st.integers(1, 6), SIZES)
def test_every_record_is_sent_once_in_the_order_of_its_partition(
    name: str, records: int, rate: int, partitions: int, chosen: ProducerSettings
) -> None:
    arrived = defaultdict(list)
    for request in sent(name, records, rate, partitions, chosen):
        partitions_sent = [partition for partition, _ in request.batches]
        assert partitions_sent == sorted(set(partitions_sent)), (
            "one batch of each partition, all led by the broker that is asked"
        )
        assert {partition % chosen.brokers for partition in partitions_sent} == {request.broker}
        for partition, batch in request.batches:
            arrived[partition] += batch
    assert all(times == sorted(times) for times in arrived.values())
    assert sorted(at for times in arrived.values() for at in times) == [k // rate for k in range(records)]


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(RULES), st.integers(0, 80), st.integers(1, 9), st.integers(1, 6), SIZES)
def test_no_batch_is_larger_than_batch_size_and_none_waits_longer_than_linger(
    name: str, records: int, rate: int, partitions: int, chosen: ProducerSettings
) -> None:
    all_requests = sent(name, records, rate, partitions, chosen)
    assert all(1 <= len(batch) <= chosen.batch for request in all_requests for _, batch in request.batches)
    assert costs(all_requests).longest <= chosen.linger


@settings(deadline=None, max_examples=100)
@given(st.integers(1, 120), st.integers(1, 9), st.integers(2, 6), st.integers(1, 8), st.integers(0, 6))
def test_sticky_sends_no_more_batches_where_each_partition_has_a_broker_of_its_own(
    records: int, rate: int, partitions: int, batch: int, linger: int
) -> None:
    """Fuller batches (KIP-480), except for the last one of each partition."""
    chosen = ProducerSettings(batch, linger, partitions)
    batches = {name: costs(sent(name, records, rate, partitions, chosen)).batches for name in RULES}
    assert batches["sticky"] <= batches["round robin"] + partitions


def test_a_request_that_takes_others_along_may_leave_sticky_with_more_batches() -> None:
    """Found by Hypothesis: a full batch goes, and with it the one that has just begun elsewhere."""
    chosen = ProducerSettings(batch=3, linger=1, brokers=1)
    assert costs(sent("sticky", 17, 4, 2, chosen)).batches == 9
    assert costs(sent("round robin", 17, 4, 2, chosen)).batches == 6


@pytest.mark.parametrize(
    ("linger", "round_robin", "sticky"), [(0, (1200, 900), (300, 300)), (5, (600, 150), (75, 75))]
)
def test_sticky_has_fuller_batches_and_fewer_requests(
    linger: int, round_robin: tuple[int, int], sticky: tuple[int, int]
) -> None:
    chosen = ProducerSettings(batch=16, linger=linger, brokers=3)
    costs_by_rule = {name: costs(sent(name, 1200, 4, 12, chosen)) for name in RULES}
    assert (costs_by_rule["round robin"].batches, costs_by_rule["round robin"].requests) == round_robin
    assert (costs_by_rule["sticky"].batches, costs_by_rule["sticky"].requests) == sticky
    assert costs_by_rule["sticky"].longest <= costs_by_rule["round robin"].longest


def test_fuller_batches_may_need_more_requests() -> None:
    """A request takes one batch of each of the broker's partitions along: round robin fills requests, not batches."""
    chosen = ProducerSettings(batch=16, linger=20, brokers=3)
    costs_by_rule = {name: costs(sent(name, 1200, 4, 12, chosen)) for name in RULES}
    assert (costs_by_rule["round robin"].batches, costs_by_rule["sticky"].batches) == (180, 75)
    assert (costs_by_rule["round robin"].requests, costs_by_rule["sticky"].requests) == (45, 75)
    assert costs_by_rule["sticky"].waited < costs_by_rule["round robin"].waited
