"""What a run needs of brokers: who lags, what the leader must not know of it, and which fetches must come late."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker.analyses.trial import course_of
from tidemark.checker.evidence import version_matrix
from tidemark.real.brokers.lagging import LagControl
from tidemark.real.brokers.needs import LAG, find_shrinks, late_fetches, properties, unknown_followers
from tidemark.real.brokers.run_progress import RunProgress, Traits
from tidemark.real.brokers.session import BrokerSession
from tidemark.spec.families.system import DecodedRun, Fact, Inconclusive

TWO_LEAVE = "kafka/2.6.1/acknowledged-survives-5"
EMPTY_LOGS = "kafka/0.11/acknowledged-survives-2"


def course(name: str) -> DecodedRun:
    return course_of(version_matrix.load(name))


@pytest.mark.parametrize(
    ("run", "leave", "not_known", "late"),
    [
        ("cut-and-elected", {}, set(), set()),
        (TWO_LEAVE, {3: (0, 1), 10: (0, 2)}, set(), set()),
        (EMPTY_LOGS, {2: (0, 1)}, {1}, set()),
        ("kip-320-zombie", {18: (1, 2)}, set(), {17}),
    ],
)
def test_who_leaves_the_isr_and_when(
    run: str, leave: dict[int, tuple[int, int]], not_known: set[int], late: set[int]
) -> None:
    found = course(run)
    assert (find_shrinks(found), unknown_followers(found), late_fetches(found)) == (leave, not_known, late)


@pytest.mark.parametrize(("run", "milliseconds"), [("cut-and-elected", 600_000), (TWO_LEAVE, LAG * 1000)])
def test_followers_lag_only_where_a_run_needs_it(run: str, milliseconds: float) -> None:
    assert float(properties(course(run), {})[0]["replica.lag.time.max.ms"]) == milliseconds


@pytest.mark.parametrize(
    ("isr", "facts", "early"),
    [
        ({0, 2}, [Fact("HW 0", "0", "1")], False),
        ({0}, [Fact("ISR", "0 2", "0")], True),
        ({0}, [Fact("ISR", "0 2", "0"), Fact("HW 0", "0", "1")], True),
        ({0}, [Fact("ISR", "0 2", "0"), Fact("log 2", "m0", "-")], False),
    ],
)
def test_a_follower_that_left_early_explains_an_isr_but_no_log(
    isr: set[int], facts: list[Fact], early: bool
) -> None:
    cluster: Any = SimpleNamespace(
        gate=None, controller=SimpleNamespace(state=lambda: SimpleNamespace(isr=isr))
    )
    progress = RunProgress(cluster, course(TWO_LEAVE), Traits(fenced=True), number=4)
    with pytest.raises(Inconclusive, match=r"took out \{2\} too early") if early else nullcontext():
        LagControl(progress).require_no_early_shrink(facts)


def test_a_run_of_logs_that_begin_above_0_is_refused() -> None:
    machine = impl.protocol("kafka/2.6.1").machine({"base-offset": 100})
    session = BrokerSession("2.6.1", {}, None, "kafka/2.6.1")
    with pytest.raises(UsageError, match="their logs begin at 0"):
        session.drive(DecodedRun(machine, "", [None], [machine.initial]))


def test_a_run_in_which_a_disk_is_lost_is_refused() -> None:
    machine = impl.protocol("kafka/2.6.1").machine({"crashes": 0, "disk-losses": 1})
    lost = next(one for one in machine.instances if one.action.name == "broker_loses_disk")
    states = [machine.initial, machine.run(machine.initial, lost)]
    session = BrokerSession("2.6.1", {}, None, "kafka/2.6.1")
    with pytest.raises(UsageError, match="a disk is lost"):
        session.drive(DecodedRun(machine, "", [None, lost], states))


def test_a_run_in_which_a_leader_waits_for_its_isr_is_refused() -> None:
    session = BrokerSession("2.7.2", {}, None, "kafka/2.7")
    with pytest.raises(UsageError, match="waits for an answer"):
        session.drive(course("kafka/2.7/hw-current-1"))
