"""Replicas that move to other brokers: which rule keeps the records, and what a late request deletes.

The verdicts and lengths are pinned (`impl/reassignment/pins.toml`); here are the runs.
"""

from __future__ import annotations

from typing import Any

import pytest

from tidemark.checker.engines.native.search import search
from tidemark.checker.evidence.pins import pins
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import explain, sentence_between
from tidemark.impl import protocol
from tidemark.spec import Machine, UsageError, none

EXISTS, SURVIVES, COPIES = "acknowledged-exists", "acknowledged-survives", "copies-kept"
AVAILABLE, ASSIGNED = "leader-stays-available", "leader-is-assigned"
DELETED, LEFT = "isr-has-replicas", "nothing-left-behind"
TWICE = {"reassignments": 2, "late": 1}
ALONE = {"brokers": 2, "replicas": 1}
PINNED = [pin for pin in pins() if pin.protocol.startswith("reassignment/")]


def machine(name: str, bounds: dict[str, Any]) -> Machine:
    return protocol(f"reassignment/{name}").machine(bounds)


def run_of(name: str, bounds: dict[str, Any], promise: str) -> Run:
    """The shortest run that breaks the promise."""
    run = search(machine(name, bounds).only(promise)).promises[promise].run
    assert run is not None
    return run


def sentences(run: Run) -> list[str]:
    return [step.sentence for step in explain(run).steps]


def last(run: Run) -> Any:
    return run.machine.decode(run.steps[-1].state)


def test_without_failures_and_late_requests_the_releases_keep_every_promise() -> None:
    for pin in PINNED:
        if pin.protocol.startswith("reassignment/2.") and not {"late", "crashes"} & set(pin.bounds):
            assert dict(pin.violated) == {}


def test_old_replicas_that_go_at_once_take_the_only_copy_with_them() -> None:
    end = last(run_of("at-once", ALONE, EXISTS))
    assert end.acknowledged == 1
    assert not any(broker.has_replica and broker.log for broker in end.brokers)
    assert "No new replica may lead." in sentences(run_of("at-once", ALONE, AVAILABLE))[-1]


def test_a_new_replica_that_leads_before_it_has_caught_up_lacks_the_record() -> None:
    end = last(run_of("at-once-any", ALONE, SURVIVES))
    assert (end.leader, end.brokers[end.leader].log, end.acknowledged) == (1, 0, 1)


def test_the_first_of_the_new_replicas_that_lives_and_is_in_the_isr_leads() -> None:
    built = machine("2.6", {"crashes": 1})
    instances = {str(instance): instance for instance in built.instances}
    steps = ["operator_reassigns(old=0, new=2)", "leader_expands_isr(follower=2)"]
    for failed, leader in ((None, 1), (1, 2)):
        p: Any = built.initial
        crashed = [] if failed is None else [f"broker_crashes(broker={failed})"]
        for step in [*steps, *crashed, "controller_moves_leader()"]:
            p = built.run(p, instances[step])
        assert p.leader == leader


def test_a_late_request_to_delete_deletes_a_member_of_the_isr_up_to_2_5() -> None:
    """KIP-570: it named no leader epoch, so nothing told the broker that it was older than its assignment."""
    run = run_of("2.5", TWICE, SURVIVES)
    end = last(run)
    assert end.isr.has(end.leader)
    assert not end.brokers[end.leader].has_replica
    assert sentences(run)[-1].endswith(
        "receives the first copy of an earlier StopReplica request, and deletes its replica, with 1 record."
    )
    refused = search(machine("2.6", TWICE)).promises
    assert refused[SURVIVES].run is refused[DELETED].run is None


def test_what_2_6_refuses_is_told_with_both_epochs() -> None:
    run = run_of("2.5", TWICE, DELETED)
    newer = machine("2.6", TWICE)
    instances = {str(instance): instance for instance in newer.instances}
    p, sentence = newer.initial, ""
    for instance in [instances[str(step.instance)] for step in run.steps[1:]]:
        after = newer.run(p, instance)
        p, sentence = after, sentence_between(newer, p, instance, after)
    assert "refuses the first copy of an earlier StopReplica request: it is of leader epoch" in sentence


def test_a_broker_that_is_down_keeps_its_replica_in_every_release_with_zookeeper() -> None:
    end = last(run_of("2.6", {"crashes": 1}, LEFT))
    [kept] = [b for b in end.brokers.indices() if end.brokers[b].has_replica and not end.assigned.has(b)]
    assert end.brokers[kept].is_up


def test_a_leader_that_stays_leads_a_partition_that_it_is_not_to_have() -> None:
    end = last(run_of("leader-stays", {}, ASSIGNED))
    assert end.leader != none
    assert not end.assigned.has(end.leader)


def test_more_replicas_than_brokers_are_refused() -> None:
    with pytest.raises(UsageError, match="3 replicas need as many brokers"):
        machine("2.6", {"brokers": 2, "replicas": 3})


def test_a_run_is_drawn_with_the_requests_of_the_controller() -> None:
    explanation = explain(run_of("2.5", TWICE, SURVIVES))
    arrows = [(arrow.target, arrow.text) for step in explanation.steps for arrow in step.arrows]
    assert ("broker 1", "StopReplica of epoch 3") in arrows
    roles = [lane.role for lane in explanation.steps[-1].picture.rows]
    assert roles == ["not in the ISR", "no replica", "in the ISR"]
