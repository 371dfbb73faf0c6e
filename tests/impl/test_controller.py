"""The controller with ZooKeeper: which release keeps which promise, by how short a run it is broken, and as told.

The verdicts and lengths are pinned (`impl/controller/pins.toml`); here are the runs.
"""

from __future__ import annotations

from typing import Any

import pytest

from tidemark.checker.engines.native.search import search
from tidemark.checker.evidence.pins import Pin, pins
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import explain
from tidemark.impl import protocol
from tidemark.spec import Machine

EPOCH, NEWEST = "one-controller-per-epoch", "registered-has-newest-epoch"
STALE, LOST = "stale-controller-changes-nothing", "no-lost-update"
OLDER, BACK = "no-older-controller", "no-older-leader"
LEADER = "one-leader-per-epoch"
DELETED = {"moves": 0, "expiries": 0, "leader-epochs": 1}
PINNED = [pin for pin in pins() if pin.protocol.startswith("controller/")]


def machine(name: str, bounds: dict[str, Any]) -> Machine:
    return protocol(f"controller/{name}").machine(bounds)


def run_of(name: str, bounds: dict[str, Any], promise: str) -> Run:
    """The shortest run that breaks the promise."""
    run = search(machine(name, bounds).only(promise)).promises[promise].run
    assert run is not None
    return run


def actions(run: Run) -> list[str]:
    return [str(step.instance) for step in run.steps[1:]]


def sentences(run: Run) -> list[str]:
    return [step.sentence for step in explain(run).steps]


# Up to 2.0: registered by three requests.


def test_a_candidate_that_pauses_takes_the_epoch_from_the_registered_controller() -> None:
    """KAFKA-6082: raising the epoch is conditional on the epoch, and not on /controller."""
    run = run_of("1.1", DELETED, NEWEST)
    assert actions(run) == [
        "broker_registers(me=1)",
        "operator_deletes_controller()",
        "broker_registers(me=0)",
        "candidate_reads_epoch(me=0)",
        "candidate_raises_epoch(me=0)",
        "candidate_reads_epoch(me=1)",
        "candidate_raises_epoch(me=1)",
    ]
    assert sentences(run)[2] == "An operator deletes /controller. Broker 1 keeps its session."
    assert sentences(run)[-1] == "Broker 1 raises the controller epoch to 2; registered is 0."


@pytest.mark.slow
def test_up_to_1_0_a_candidate_whose_epoch_is_refused_goes_on_in_an_epoch_of_another() -> None:
    run = run_of("0.10.2", {**DELETED, "brokers": 3, "deletions": 2}, EPOCH)
    assert actions(run)[-1].startswith("candidate_is_late")
    last = run.machine.decode(run.steps[-1].state)
    late, elected = sorted(
        controller.controller_epoch for controller in last.controllers if controller.is_controller()
    )[:2]
    assert late == elected < last.zookeeper.controller_epoch


# What each later rule is for.


def broken(pin: Pin) -> dict[str, int]:
    return dict(pin.violated)


def test_each_rule_of_2_2_breaks_its_own_promises_where_it_is_an_older_one() -> None:
    lengths = {rule: broken(pin) for pin in PINNED for rule in pin.exchanged}
    assert lengths == {"registration": {NEWEST: 8}, "node-write": {STALE: 8}, "expiry": {}}


def test_each_account_breaks_its_own_promises() -> None:
    bounds = {"brokers": 2, "controller-epochs": 2, "leader-epochs": 2}
    lengths = {pin.protocol.split("/")[1]: broken(pin) for pin in PINNED if pin.bounds == bounds}
    assert lengths["any-epoch"] == {OLDER: 11}
    assert lengths["blind-write"] == {STALE: 8, LOST: 10, LEADER: 12}
    assert lengths["blind-epoch"] == {EPOCH: 8, NEWEST: 8}
    assert lengths["2.1"] == lengths["2.2"] == {}


def test_a_restarted_broker_obeys_a_request_to_its_former_life_up_to_2_1() -> None:
    """KIP-380: what it knew of epochs was in its memory."""
    run = run_of("2.1", {"restarts": 1, "moves": 0, "deletions": 0}, BACK)
    assert actions(run)[-3:] == [
        "broker_obeys(broker=0, controller_epoch=2, leader_epoch=2)",
        "broker_restarts(broker=0)",
        "broker_obeys(broker=0, controller_epoch=1, leader_epoch=1)",
    ]
    assert sentences(run)[-1].endswith("It had obeyed controller epoch 2. It had been in leader epoch 2.")


def test_an_unconditional_write_undoes_a_change_of_the_isr() -> None:
    run = run_of("blind-write", {"isr-changes": 1, "deletions": 0}, LOST)
    before, last = (run.machine.decode(step.state).zookeeper.partition_state.isr for step in run.steps[-2:])
    assert (before.size(), last.size()) == (1, 2)
    assert "overwrites version" in sentences(run)[-1]


@pytest.mark.slow
def test_an_unconditional_write_makes_two_leaders_of_one_epoch() -> None:
    run = run_of("blind-write", {}, LEADER)
    last = run.machine.decode(run.steps[-1].state)
    assert [(replica.obeyed.leader, replica.obeyed.leader_epoch) for replica in last.replicas] == [
        (0, 1),
        (1, 1),
    ]
    assert any("The controller epoch in ZooKeeper is 2 already." in sentence for sentence in sentences(run))


@pytest.mark.slow
def test_a_controller_that_has_not_read_the_brokers_yet_tells_a_restarted_one_an_older_epoch() -> None:
    """2.2 too: a takeover writes nothing before it reads, so nothing fences it, and a restart forgets the epoch."""
    run = run_of("2.2", {"restarts": 1, "moves": 0, "controller-epochs": 3}, OLDER)
    assert [step.partition("(")[0] for step in actions(run)][-3:] == [
        "broker_restarts",
        "controller_takes_over",
        "broker_obeys",
    ]
