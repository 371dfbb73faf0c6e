"""Transactions whose logs have replicas: what a change of leader, or a loss, does to a committed transaction.

The verdicts and lengths are pinned (`impl/replicated_transactions/pins.toml`); here are the runs, and the rules.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import Any

import pytest

from tidemark.checker.engines.native.search import search
from tidemark.checker.engines.reference import successors
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import explain
from tidemark.impl import protocol
from tidemark.impl.replicated_transactions.cluster import EntryKind, MarkerState, ReplicatedTransactions
from tidemark.impl.replicated_transactions.replication import PartitionReplicas
from tidemark.impl.transactions.cluster import EndAsked, Fate

TOLD, COMMITTED, WHOLE = "told-is-whole", "told-is-committed", "whole-or-not-at-all"
VISIBLE, HANGING, GIVEN_UP = "only-committed-is-visible", "no-hanging-transaction", "no-end-is-given-up"
RELEASES = ("kip-98", "kip-890-part-1", "kip-890-part-2", "kip-1228")
NO_FAULT = {"elections": 0, "coordinator_elections": 0, "timeouts": 0}


def bounds_of(**bounds: Any) -> dict[str, Any]:
    return {bound.replace("_", "-"): value for bound, value in bounds.items()}


def broken(name: str, **bounds: Any) -> set[str]:
    """The promises that a protocol breaks at these bounds."""
    machine = protocol(f"replicated-transactions/{name}").machine(bounds_of(**bounds))
    return {name for name, verdict in search(machine).promises.items() if verdict.length is not None}


def run_of(name: str, promise: str, **bounds: Any) -> Run:
    """The shortest run that breaks the promise."""
    machine = protocol(f"replicated-transactions/{name}").machine(bounds_of(**bounds)).only(promise)
    run = search(machine).promises[promise].run
    assert run is not None
    return run


def sentences(run: Run) -> str:
    return "\n".join(step.sentence for step in explain(run).steps)


def actions(run: Run) -> list[str]:
    return [str(step.instance).partition("(")[0] for step in run.steps[1:]]


def end_of(run: Run) -> ReplicatedTransactions:
    state: ReplicatedTransactions = run.machine.decode(run.steps[-1].state)
    return state


@cache
def reachable(**bounds: Any) -> list[ReplicatedTransactions]:
    """Every state of kip-1228 at these bounds, read by the reference engine."""
    machine = protocol("replicated-transactions/kip-1228").machine(
        bounds_of(coordinator_replicas=2, **{**NO_FAULT, **bounds})
    )
    frontier = deque([machine.encode(machine.initial)])
    seen = set(frontier)
    while frontier:
        for _, after in successors(machine, frontier.popleft()):
            if after not in seen:
                seen.add(after)
                frontier.append(after)
    return [machine.decode(state) for state in seen]


@pytest.mark.parametrize("name", RELEASES)
def test_a_clean_change_of_a_leader_costs_nothing(name: str) -> None:
    assert broken(name) == set()
    assert broken(name, coordinator_replicas=2, coordinator_elections=2, timeouts=0) == set()


@pytest.mark.parametrize("name", RELEASES)
def test_two_clean_changes_of_the_coordinator_cost_a_transaction_that_was_told_committed(name: str) -> None:
    """No record is lost: the second coordinator answers by an entry that the third one does not have."""
    assert broken(name, **{**NO_FAULT, "coordinator_elections": 2}) == {TOLD, HANGING}
    run = run_of(name, TOLD, **{**NO_FAULT, "coordinator_elections": 2})
    text = sentences(run)
    assert "which is not replicated" in text
    assert "It has that in memory, and answers at once." in text
    assert end_of(run).ends[0] == EndAsked.commit_told
    assert "hangs on partition" in explain(run).loss.sentence


def test_with_a_time_out_the_second_coordinator_aborts_what_the_third_one_commits() -> None:
    only_coordinator = {"elections": 0, "coordinator_elections": 2}
    assert broken("kip-1228", **only_coordinator) == {TOLD, COMMITTED, WHOLE, HANGING}
    assert broken("kip-98", **only_coordinator) == {TOLD, COMMITTED, WHOLE, HANGING, GIVEN_UP}
    run = run_of("kip-1228", WHOLE, **only_coordinator)
    steps = actions(run)
    assert steps.count("standby_takes_over") == 2
    assert steps.index("coordinator_times_out") < steps.index("leader_writes_marker")
    assert "is visible on partition" in explain(run).loss.sentence


def test_a_coordinator_that_waits_for_the_high_watermark_keeps_every_promise() -> None:
    assert broken("waits", coordinator_elections=2) == set()
    assert broken("waits", transactions=2, **{**NO_FAULT, "coordinator_elections": 2}) == set()
    assert TOLD in broken("waits", **{**NO_FAULT, "coordinator_lacking_elections": 1})


@pytest.mark.parametrize("name", ["kip-98", "kip-1228"])
@pytest.mark.parametrize("fault", ["lacking_elections", "power_losses", "unclean_elections"])
def test_no_release_is_whole_after_a_loss(name: str, fault: str) -> None:
    assert broken(name, **{**NO_FAULT, fault: 1}) == {TOLD, WHOLE, HANGING}
    assert broken(name, **{**NO_FAULT, f"coordinator_{fault}": 1}) == {TOLD, HANGING}
    with_time_out = {**NO_FAULT, f"coordinator_{fault}": 1, "timeouts": 1}
    assert broken(name, **with_time_out) >= {TOLD, COMMITTED, WHOLE, HANGING}


def test_min_insync_replicas_protects_from_an_unclean_election_and_not_from_a_loss_of_power() -> None:
    """The last member of the ISR has entries that were acknowledged while it was not the last one."""
    assert broken("kip-1228", **{**NO_FAULT, "min_isr": 2, "unclean_elections": 1}) == set()
    assert TOLD in broken("kip-1228", **{**NO_FAULT, "min_isr": 2, "power_losses": 1})
    unclean = {**NO_FAULT, "coordinator_unclean_elections": 1}
    assert broken("kip-1228", coordinator_min_isr=3, **unclean) == set()
    assert TOLD in broken("kip-1228", coordinator_min_isr=2, **unclean)


def test_a_lost_marker_leaves_open_what_its_coordinator_has_completed() -> None:
    run = run_of("kip-1228", HANGING, **{**NO_FAULT, "lacking_elections": 1})
    last = end_of(run)
    assert any(last.is_open(partition) for partition in last.partitions.indices())
    assert all(marker == MarkerState.not_due for marker in last.markers)
    assert "lacks A@1, acknowledged" in sentences(run) or "lacks C@1, acknowledged" in sentences(run)


def test_the_next_transactions_marker_ends_what_a_lost_marker_left_open() -> None:
    """So a transaction that was told committed, and visible, is aborted."""
    run = run_of(
        "kip-98", COMMITTED, transactions=2, coordinator_replicas=2, **{**NO_FAULT, "lacking_elections": 1}
    )
    assert end_of(run).ends[0] == EndAsked.commit_told
    assert end_of(run).ends[1] == EndAsked.abort_asked


@pytest.mark.parametrize(
    ("name", "gives_up"), [("kip-98", False), ("kip-890-part-2", True), ("kip-1228", True)]
)
def test_a_coordinator_that_lost_the_next_transaction_meets_a_newer_epoch(name: str, gives_up: bool) -> None:
    """With an epoch for each transaction a leader refuses the markers, and the coordinator gives them up."""
    lost = {**NO_FAULT, "transactions": 2, "coordinator_replicas": 2, "coordinator_lacking_elections": 1}
    assert (GIVEN_UP in broken(name, **lost)) == gives_up
    assert VISIBLE in broken(name, **lost)


def test_acks_1_loses_a_marker_or_a_decision_in_a_clean_election() -> None:
    assert broken("marker-acks-1") == {TOLD, HANGING}
    assert "is on the leader alone" in sentences(run_of("marker-acks-1", TOLD))
    assert broken("log-acks-1") == {TOLD, COMMITTED, WHOLE, HANGING}
    assert "counts as written" in sentences(run_of("log-acks-1", TOLD))


def test_a_marker_that_is_sent_once_is_lost_with_its_leader() -> None:
    assert broken("sends-once") == {TOLD, HANGING}
    assert "takes it for written" in sentences(run_of("sends-once", TOLD))
    assert "sends it again" not in sentences(run_of("sends-once", TOLD))


def test_a_follower_that_cuts_its_log_to_its_high_watermark_loses_what_is_acknowledged() -> None:
    """What KIP-101 ended."""
    run = run_of("cuts-to-watermark", TOLD)
    steps = actions(run)
    assert {"follower_restarts", "standby_restarts"} & set(steps)
    assert "acknowledged" in sentences(run)


def test_members_of_the_isr_have_what_is_below_the_high_watermark() -> None:
    for c in reachable(elections=1):
        for at in (*c.partitions, c.state_log):
            assert at.watermark <= at.log.length
            assert all(at.watermark <= follower.copied for follower in at.followers if follower.in_isr)


def test_a_reader_sees_a_record_once_its_commit_marker_is_replicated() -> None:
    shown = 0
    for c in reachable(elections=1):
        for partition in c.partitions.indices():
            at = c.partitions[partition]
            kinds = [str(entry.entry_kind) for entry in at.log.items[: at.log.length]]
            is_committed = str(EntryKind.commit_marker) in kinds[: at.watermark]
            for record in c.records(partition):
                assert bool(record.exists and record.is_visible) == bool(record.exists and is_committed)
                shown += bool(record.exists and record.is_visible)
                assert not (record.exists and is_committed) or record.fate == Fate.committed
    assert shown


def replicas(log: int, *followers: tuple[int, bool], min_isr: int = 1) -> PartitionReplicas:
    """A data partition with `log` records; of each follower how many it has, and whether it is in the ISR."""
    bounds = bounds_of(replicas=len(followers) + 1, min_isr=min_isr, elections=2)
    at = protocol("replicated-transactions/kip-98").machine(bounds).initial.partitions.items[0]
    for _ in range(log):
        at = at.but(log=at.log.append(at.log.type.element.default))
    for number, (copied, in_isr) in zip(at.followers.indices(), followers, strict=True):
        at = at.with_follower(number, copied=copied, in_isr=in_isr)
    raised: PartitionReplicas = at.raise_watermark()
    return raised


def test_the_high_watermark_is_what_the_isr_has() -> None:
    assert replicas(3, (1, True)).watermark == 1
    assert replicas(3, (1, False)).watermark == 3
    assert replicas(3, (1, True), (2, True)).watermark == 1
    assert replicas(3, (1, False), (2, True)).watermark == 2


def test_a_small_isr_raises_no_high_watermark_and_acknowledges_nothing() -> None:
    enough = replicas(2, (2, True), min_isr=2)
    [follower] = enough.followers.indices()
    small = enough.with_follower(follower, in_isr=False)
    assert enough.acknowledges(1)
    assert not small.acknowledges(1)
    assert small.append(small.log[0]).watermark == 2
    assert small.is_alone


def test_a_new_leader_cuts_the_log_to_what_it_has() -> None:
    at = replicas(3, (1, True), (2, True))
    first, second = at.followers.indices()
    elected = at.elect(first)
    assert (elected.log.length, elected.followers[second].copied) == (1, 1)
    assert at.elect(second).log.length == 2
    assert at.elect(second).watermark == 1


def test_a_story_tells_what_an_election_costs() -> None:
    text = sentences(run_of("kip-1228", WHOLE, **{**NO_FAULT, "unclean_elections": 1}))
    assert "an unclean election. It lacks t0@0" in text
    assert "acknowledged" in text
