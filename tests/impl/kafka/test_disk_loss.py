"""A disk that is lost, in each family of replication: what is lost with it, and what brings its broker back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.steps import after
from tidemark.checker.engines.native.search import search
from tidemark.checker.telling.explanation import explain
from tidemark.impl import protocol
from tidemark.spec import Disabled, Machine, none

SURVIVES, EXISTS = "acknowledged-survives", "acknowledged-exists"
DISK = {"crashes": 0, "disk-losses": 1}
SMALL = {**DISK, "log-size": 1, "records": 1, "max-epoch": 3, "consumers": "no"}
ALONE = {**SMALL, "replicas": 1}
THREE = {**SMALL, "replicas": 3, "min-isr": 2}
ELECTIONS = {**DISK, "power-losses": 0}
KRAFT, ELR = "kafka-kraft/3.7", "kafka-kraft/4.1"


def machine_at(name: str, bounds: dict[str, Any]) -> Machine:
    return protocol(name).machine(bounds)


def length(name: str, promise: str, bounds: dict[str, Any]) -> int | None:
    return search(machine_at(name, bounds).only(promise)).promises[promise].length


@pytest.mark.parametrize(
    ("name", "led_again"), [("kafka/2.1", 6), ("kafka/3.7", 7), (KRAFT, 7), (ELR, 7), ("elections/3.7", 6)]
)
def test_the_only_disk_takes_an_acknowledged_record_with_it(name: str, led_again: int) -> None:
    bounds = {**ELECTIONS, "replicas": 1, "min-isr": 1} if name.startswith("elections") else ALONE
    assert length(name, EXISTS, bounds) == 3
    assert length(name, SURVIVES, bounds) == led_again


@pytest.mark.parametrize("flush", ["free", "always"])
def test_a_flush_after_each_record_saves_nothing(flush: str) -> None:
    assert length(KRAFT, SURVIVES, {**ALONE, "flush": flush}) == 7


def test_eligible_leader_replicas_keep_what_is_lost_with_the_disk_of_the_last_member() -> None:
    assert (length(KRAFT, SURVIVES, THREE), length(KRAFT, EXISTS, THREE)) == (17, 21)
    assert (length(ELR, SURVIVES, THREE), length(ELR, EXISTS, THREE)) == (None, None)
    two = {**THREE, "replicas": 2}
    assert (length(KRAFT, SURVIVES, two), length(ELR, SURVIVES, two)) == (14, None)


def test_they_do_so_because_a_broker_without_its_disk_leaves_them() -> None:
    bounds = {**ELECTIONS, "cut-offs": 1, "shutdowns": 1}
    lengths = [length(f"elections/{name}", SURVIVES, bounds) for name in ("3.7", "unclean-stay", "4.1")]
    assert lengths == [9, 9, None]


PRODUCED = ("produce(leader=0)", "broker_loses_disk(broker=0)")


@pytest.mark.parametrize("checkpoint", ["at-once", "lazy"])
def test_nothing_of_the_disk_is_left_and_the_broker_is_down(checkpoint: str) -> None:
    bounds = {**ALONE, "checkpoint": checkpoint, "base-offset": 5, "power-losses": 2}
    lost = after(machine_at("kafka/2.6.1", bounds), *PRODUCED)
    assert lost.replicas[0] == lost.replicas[0].type.default
    assert lost.replicas[0].log.end_offset == 5
    assert lost.budget.disk_losses == 0


def test_what_an_earlier_loss_of_power_spared_is_lost_with_the_disk_too() -> None:
    machine = machine_at("kafka/2.6.1", {**ALONE, "power-losses": 2, "flush": "free"})
    spared = after(machine, "produce(leader=0)", "broker_loses_power(broker=0, offset=1)")
    assert (spared.replicas[0].on_disk, spared.replicas[0].log.length) == (1, 1)
    lost = machine.run(spared, next(i for i in machine.instances if str(i) == "broker_loses_disk(broker=0)"))
    assert (lost.replicas[0].on_disk, lost.replicas[0].log.length) == (0, 0)


def test_a_leader_learns_that_a_broker_without_its_disk_left_the_isr() -> None:
    machine = machine_at(KRAFT, {**THREE, "min-isr": 1})
    lost = ("broker_loses_disk(broker=2)", "controller_notices_failure(broker=2, successor=0)")
    assert not after(machine, *lost, "leader_learns_isr(leader=0)").replicas[0].isr.has(2)


def test_a_broker_that_is_down_loses_its_disk_and_comes_back_empty() -> None:
    machine = machine_at("kafka/3.7", {**ALONE, "crashes": 1})
    steps = ("produce(leader=0)", "broker_crashes(broker=0)")
    down, lost = after(machine, *steps), after(machine, *steps, "broker_loses_disk(broker=0)")
    assert (down.replicas[0].log.length, lost.replicas[0].log.length) == (1, 0)
    assert lost.quorum.live.has(0), "the controller has not noticed yet"


def test_a_broker_that_is_gone_for_good_has_no_disk_to_lose() -> None:
    machine = machine_at(KRAFT, {**ALONE, "departures": 1, "disk-losses": 2})
    with pytest.raises(Disabled, match="gone for good"):
        after(machine, *PRODUCED, "broker_is_gone(broker=0)", "broker_loses_disk(broker=0)")


@pytest.mark.parametrize("loses", [True, False])
def test_the_note_of_a_clean_shutdown_is_lost_with_the_disk(loses: bool) -> None:
    """Without the note its broker registers as after an unclean shutdown, and leaves the ELR."""
    machine = machine_at(ELR, {**THREE, "replicas": 2, "shutdowns": 1})
    stopped = ("controller_lets_broker_leave(broker=1, successor=0)", "broker_stops(broker=1)")
    lost = ("broker_loses_disk(broker=1)",) if loses else ()
    down = after(machine, *stopped)
    assert (bool(down.quorum.elr.has(1)), bool(down.replicas[1].ended_cleanly)) == (True, True)
    back = after(machine, *stopped, *lost, "broker_restarts(broker=1, successor=0)")
    assert bool(back.quorum.elr.has(1)) == (not loses)


@pytest.mark.parametrize("loses", [True, False])
def test_it_is_so_too_where_logs_are_sets(loses: bool) -> None:
    machine = machine_at("elections/4.1", {**ELECTIONS, "replicas": 2, "min-isr": 2, "shutdowns": 1})
    stopped = ("broker_begins_shutdown(broker=1)", "broker_stops(broker=1)")
    lost = ("broker_loses_disk(broker=1)",) if loses else ()
    back = after(machine, *stopped, *lost, "broker_registers(broker=1)")
    assert bool(back.elr.has(1)) == (not loses)


def test_without_elr_a_broker_that_lost_its_disk_is_elected_once_it_is_back() -> None:
    fenced = (
        *("leader_appends(record=0)", "broker_loses_disk(broker=0)"),
        *("controller_notices_failure(broker=0)", "broker_registers(broker=0)"),
    )
    machine = machine_at("elections/3.7", {**ELECTIONS, "replicas": 1, "min-isr": 1})
    assert after(machine, *fenced).leader is none
    assert after(machine, *fenced, "broker_is_unfenced(broker=0)").leader == 0


@pytest.mark.parametrize("name", ["kafka/3.7", KRAFT, "elections/3.7"])
def test_no_disk_is_lost_where_none_may_be(name: str) -> None:
    assert not [action for action in machine_at(name, {}).actions if action.name == "broker_loses_disk"]


def test_a_run_says_that_the_record_went_with_the_disk() -> None:
    run = search(machine_at(KRAFT, ALONE).only(SURVIVES)).promises[SURVIVES].run
    assert run is not None
    explanation = explain(run)
    assert explanation.steps[2].sentence.startswith(
        "Broker 0 loses its disk: its log is empty when it comes back."
    )
    assert explanation.how == "Broker 0 lost its disk, and m0 with it, then was elected."
    assert "lost with the disk of broker 0" in [event.text for event in explanation.life]
