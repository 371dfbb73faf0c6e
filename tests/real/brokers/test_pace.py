"""Walks that brokers with KRaft can take: what Kafka does by itself comes next."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tidemark import impl
from tidemark.checker.analyses.conformance import walk
from tidemark.checker.engines import reference
from tidemark.checker.runs.results import Run
from tidemark.real.brokers.pace import keeps_pace, rests
from tidemark.spec.machines.machine import Machine

FAULTS = {"crashes": 1, "shutdowns": 1, "power-losses": 1, "zombies": 1, "flush": "free"}
SEEDS = st.integers(0, 10_000)


@cache
def machine() -> Machine:
    return impl.protocol("kafka-kraft/4.1").machine(FAULTS)


def walked(seed: int) -> Run:
    return walk(keeps_pace, machine(), seed, 25)


def names(run: Run) -> list[str]:
    return [step.instance.action.name for step in run.steps if step.instance]


@settings(deadline=None, max_examples=25)
@given(SEEDS)
def test_what_kafka_does_by_itself_comes_next(seed: int) -> None:
    run = walked(seed)
    assert "leader_shrinks_isr" not in names(run)
    for step, following in pairwise(run.steps):
        state = machine().decode(step.state)
        next_one = following.instance.action.name if following.instance else ""
        if any(state.quorum.live.has(broker) and not one.up for broker, one in enumerate(state.replicas)):
            assert next_one == "controller_notices_failure"
        if step.instance and step.instance.action.name == "broker_restarts":
            assert next_one == "controller_unfences_broker"


@settings(deadline=None, max_examples=25)
@given(SEEDS)
def test_a_broker_that_stops_is_waited_for_and_stops_when_the_others_know_who_leads(seed: int) -> None:
    run = walked(seed)
    for step, following in pairwise(run.steps):
        state = machine().decode(step.state)
        if following.instance and following.instance.action.name == "broker_stops":
            stops = following.instance.arguments["broker"]
            others = [one for b, one in enumerate(state.replicas) if b != stops and state.quorum.live.has(b)]
            assert all(one.leader_epoch in (-1, state.quorum.leader_epoch) for one in others if one.up)


def test_each_rule_forbids_something_that_the_model_offers() -> None:
    forbidden = Counter[str]()
    for seed in range(60):
        for step in walked(seed).steps:
            state = machine().decode(step.state)
            offered = [instance for instance, _ in reference.successors(machine(), step.state)]
            forbidden.update(one.action.name for one in offered if not keeps_pace(state, one))
    expected = {
        "leader_shrinks_isr",
        "follower_sends_fetch",
        "leader_learns_isr",
        "controller_lets_broker_leave",
        "broker_stops",
        "produce",
    }
    assert expected <= set(forbidden)


def test_there_are_states_of_both_kinds() -> None:
    found = {rests(machine().decode(step.state)) for seed in range(10) for step in walked(seed).steps}
    assert found == {True, False}
