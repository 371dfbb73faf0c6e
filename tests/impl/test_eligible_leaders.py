"""Who may lead with KRaft: what eligible leader replicas gain, what they do not, and what empties them.

The verdicts and lengths are pinned (`impl/elections/pins.toml`); here are the runs.
"""

from __future__ import annotations

from typing import Any

import pytest

from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits, Run
from tidemark.checker.telling.explanation import explain
from tidemark.impl import protocol
from tidemark.impl.elections.recovery import recover
from tidemark.spec import Disabled, none

SURVIVES, READS, ACTIVE = "acknowledged-survives", "reads-survive", "leader-is-active"
ALL_BACK, KEPT = "all-back-one-leads", "kept-records-lead"
POWER = {"crashes": 0, "power-losses": 1, "cut-offs": 1, "shutdowns": 1}
CHANGE = {"crashes": 0, "power-losses": 0, "cut-offs": 1, "shutdowns": 2, "min-isr-changes": 1}
ALONE = {**CHANGE, "replicas": 1, "min-isr": 1, "shutdowns": 1}


def broken(name: str, bounds: dict[str, Any]) -> set[str]:
    """The promises that the protocol breaks at these bounds."""
    verdicts = search(protocol(f"elections/{name}").machine(bounds), Limits(keep_going=True)).promises
    return {promise for promise, verdict in verdicts.items() if verdict.length is not None}


def run_of(name: str, promise: str, bounds: dict[str, Any]) -> Run:
    """The shortest run that breaks the promise."""
    run = search(protocol(f"elections/{name}").machine(bounds).only(promise)).promises[promise].run
    assert run is not None
    return run


def sentences(run: Run) -> list[str]:
    return [step.sentence for step in explain(run).steps]


def taken(name: str, bounds: dict[str, Any], *steps: str) -> Any:
    """The state after these steps."""
    machine = protocol(f"elections/{name}").machine(bounds)
    instances = {str(instance): instance for instance in machine.instances}
    p: Any = machine.initial
    for step in steps:
        p = machine.run(p, instances[step])
    return p


def members(group: Any) -> list[int]:
    return [int(identity) for identity in group.ids() if group.has(identity)]


def test_elr_keeps_what_one_loss_of_power_takes_from_the_last_member_of_the_isr() -> None:
    assert {SURVIVES, READS, KEPT} <= broken("3.7", POWER)
    assert broken("4.1", POWER) == set()


@pytest.mark.parametrize("name", ["unclean-stay", "hw-below-min-isr", "cleared-early"])
def test_each_of_its_checks_is_needed(name: str) -> None:
    assert READS in broken(name, POWER)


def test_a_record_that_is_read_below_min_isr_was_refused_to_its_producer() -> None:
    run_sentences = sentences(run_of("hw-below-min-isr", READS, POWER))
    assert any(
        "Consumers read m0; its producer is told that it failed." in sentence for sentence in run_sentences
    )


def test_the_last_known_leader_leads_without_what_a_crashed_broker_still_has() -> None:
    run = run_of("4.1", KEPT, {})
    end = run.machine.decode(run.steps[-1].state)
    others = [end.brokers[b].log for b in end.brokers.indices() if b != end.leader]
    assert any((end.acknowledged - log).is_empty() for log in others)
    assert any(sentence.endswith("It is the last known leader.") for sentence in sentences(run))
    assert broken("no-last-known-leader", {}) == {ALL_BACK}


def test_balanced_recovery_waits_for_whoever_may_have_the_record() -> None:
    lost = {"crashes": 0, "power-losses": 2}
    assert broken("balanced-recovery", {}) == set()
    assert {SURVIVES, KEPT} <= broken("balanced-recovery", lost)  # as many as min.insync.replicas
    assert {SURVIVES, KEPT} <= broken("hasty-recovery", {})
    assert {SURVIVES, KEPT} <= broken("proactive-recovery", {})


def test_a_recovery_that_empties_the_last_known_elr_forgets_the_broker_that_has_the_record() -> None:
    run = run_of("forgetful-recovery", KEPT, {"crashes": 2, "power-losses": 1})
    end = run.machine.decode(run.steps[-1].state)
    others = [end.brokers[b].log for b in end.brokers.indices() if b != end.leader]
    assert any((end.acknowledged - log).is_empty() for log in others)
    assert any(sentence.endswith("its log is the best.") for sentence in sentences(run))


@pytest.mark.parametrize(("logs", "best"), [
    ([[0], [0, 1], [1]], 1),
    ([[0], [1], [0]], 1),
    ([[], [0], [0]], 1),
    ([[0, 1], [0], [0, 1]], 0),
])  # fmt: skip
def test_the_best_log_ends_in_the_latest_record_and_is_the_longest_of_these(
    logs: list[list[int]], best: int
) -> None:
    p: Any = protocol("elections/proactive-recovery").machine({"records": 2}).initial
    p = p.but(leader=none, isr=p.isr.type.default)
    for broker, log in zip(p.brokers.indices(), logs, strict=True):
        records = p.brokers[broker].log
        for record in records.ids():
            records = records.including(record) if int(record) in log else records
        p = p.with_broker(broker, p.brokers[broker].but(log=records))
    assert recover(p).leader == best


def test_up_to_4_0_a_last_known_leader_is_elected_that_is_fenced() -> None:
    end = run_of("4.0", ACTIVE, {})
    last = end.machine.decode(end.steps[-1].state)
    assert last.brokers[last.leader].is_fenced
    assert ACTIVE not in broken("4.1", {})


def test_after_a_new_min_isr_all_brokers_come_back_in_vain() -> None:
    for bounds in (ALONE, CHANGE):
        run = run_of("4.1", ALL_BACK, bounds)
        end = run.machine.decode(run.steps[-1].state)
        assert (end.leader, members(end.isr), members(end.elr), end.last_known) == (none, [], [], none)
        assert broken("3.7", bounds) == set()
        assert broken("repaired", bounds) == set()


def test_an_elr_that_a_new_min_isr_leaves_lacks_records() -> None:
    assert SURVIVES in broken("kept-on-change", CHANGE)
    assert SURVIVES in broken("cleared-if-led", {**CHANGE, "cut-offs": 2, "shutdowns": 1})


def test_a_broker_that_left_below_min_isr_is_eligible_and_one_that_left_before_is_not() -> None:
    shrunk = ["leader_shrinks_isr(follower=1)", "leader_shrinks_isr(follower=2)"]
    p = taken("4.1", {"cut-offs": 2}, *shrunk)
    assert (members(p.isr), members(p.elr)) == ([0], [2])
    p = taken("4.1", {"cut-offs": 2}, *shrunk, "broker_is_cut_off(broker=0)")
    assert (p.leader, members(p.isr), members(p.elr)) == (2, [2], [0])


def test_without_elr_the_last_member_stays_in_the_isr_and_leads_again() -> None:
    alone = ["leader_shrinks_isr(follower=1)", "leader_shrinks_isr(follower=2)"]
    p = taken("3.7", {"cut-offs": 1}, *alone, "broker_is_cut_off(broker=0)")
    assert (p.leader, members(p.isr), members(p.elr)) == (none, [0], [])
    p = taken("3.7", {"cut-offs": 1}, *alone, "broker_is_cut_off(broker=0)", "broker_is_unfenced(broker=0)")
    assert p.leader == 0


def test_a_fenced_broker_does_not_join_the_isr() -> None:
    """KIP-841: `ReplicationControlManager.ineligibleReplicasForIsr`."""
    with pytest.raises(Disabled, match="has a session"):
        taken("4.1", {"cut-offs": 1}, "broker_is_cut_off(broker=1)", "leader_expands_isr(follower=1)")


def test_an_effective_min_isr_is_no_more_than_the_replicas() -> None:
    p = taken("4.1", ALONE, "operator_changes_min_isr(min_isr=2)")
    assert p.is_large_enough(p.isr)


def test_a_run_is_drawn_with_isr_elr_and_fences() -> None:
    explanation = explain(run_of("4.1", ALL_BACK, {**ALONE, "cut-offs": 0}))
    controller = explanation.steps[1].picture.lanes[0]
    assert controller.lines == (
        "leader none",
        "ISR {}",
        "ELR {0}",
        "min.insync.replicas 1",
        "last known leader 0",
    )
    assert explanation.steps[2].picture.lanes[1].role == "down, in the ELR"


@pytest.mark.parametrize("release", ["3.3", "3.7", "4.0", "4.1"])
def test_every_rule_of_a_release_was_read_in_its_sources_but_what_is_not_there(release: str) -> None:
    read = protocol(f"elections/{release}").references
    absent = [rule for rule, lines in read.items() if not lines]
    before_elr = ["unclean-shutdown", "last-known-leader", "unclean-recovery", "min-isr-change"]
    assert absent == ([] if release.startswith("4") else before_elr)
