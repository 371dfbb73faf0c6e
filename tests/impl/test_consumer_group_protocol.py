"""The consumer group protocol as released: who owns a partition, whose commits are taken, what a late request does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.runs.results import Limits, Result
from tidemark.checker.telling.explanation import explain
from tidemark.impl.consumer_group.state import ClientPhase, EpochGroup, MemberState, Stage

AT_KAFKA_19974 = {"partitions": 2, "records": 1, "metadata-changes": 1, "late-commits": 1}


def search(protocol: str, *promises: str, **bounds: Any) -> Result:
    at = {name.replace("_", "-"): value for name, value in bounds.items()}
    machine = impl.protocol(f"consumer-group/{protocol}").machine(at)
    return native.search(machine.only(*promises), Limits(keep_going=False))


def violations(result: Result) -> dict[str, int | None]:
    verdicts = result.promises.items()
    return {name: verdict.length for name, verdict in verdicts if verdict.verdict == "violated"}


def reachable(protocol: str, goal: Callable[[EpochGroup], bool], **bounds: Any) -> bool:
    """Whether some run leads to a state of which a function is true."""
    at = {name.replace("_", "-"): value for name, value in bounds.items()}
    machine = impl.protocol(f"consumer-group/{protocol}").machine(at, traced=False)
    queue = [machine.encode(machine.initial)]
    seen = set(queue)
    while queue:
        state = queue.pop()
        if goal(machine.decode(state)):
            return True
        fresh = {after for _, after in reference.successors(machine, state)} - seen
        seen |= fresh
        queue += fresh
    return False


@pytest.mark.parametrize("state", ["STABLE", "UNREVOKED_PARTITIONS", "UNRELEASED_PARTITIONS"])
def test_a_member_comes_to_every_state(state: str) -> None:
    label = getattr(MemberState, state)
    assert reachable("4.3", lambda g: any(member.member_state == label for member in g.members))


def test_an_answer_may_be_lost_and_the_epoch_before_is_taken() -> None:
    """With one loss no member is fenced; with two the client may be two epochs behind."""
    assert violations(search("4.3", "members-stay", heartbeat_losses=1)) == {}
    assert violations(search("4.3", "members-stay", heartbeat_losses=2)) == {"members-stay": 14}


@pytest.mark.parametrize("protocol", ["4.0", "4.2"])
def test_up_to_4_2_an_owner_is_refused_whose_epoch_has_grown(protocol: str) -> None:
    """KAFKA-20066: the client has not received its new epoch, and still has the partition."""
    assert violations(search(protocol, "owners-are-heard", records=1)) == {"owners-are-heard": 13}
    assert violations(search("4.3", "owners-are-heard", records=1)) == {}


def test_since_kafka_19974_a_late_commit_is_taken_of_a_partition_that_the_member_has_lost() -> None:
    """The member is to revoke partitions twice, and stays in its epoch: its commit of the first has the right epoch."""
    result = search("4.3", "owners-commit", **AT_KAFKA_19974)
    assert violations(result) == {"owners-commit": 21}
    run = result.promises["owners-commit"].run
    assert run
    told = explain(run)
    assert told.steps[-1].sentence.endswith("the member is in epoch 1, and has partition 0.")


@pytest.mark.parametrize("protocol", ["4.0", "commit-by-partition"])
@pytest.mark.slow
def test_before_that_and_with_a_check_of_the_partition_it_is_refused(protocol: str) -> None:
    assert violations(search(protocol, "owners-commit", **AT_KAFKA_19974)) == {}


def test_a_client_may_take_up_a_partition_that_its_heartbeat_does_not_list() -> None:
    """Its heartbeat is under way, the coordinator releases the partition, and another client takes it up.

    The first client can't read it: its OffsetFetch has an old epoch.
    """
    assert violations(search("4.3", "one-owner", "one-reader", heartbeat_losses=1)) == {"one-owner": 16}
    assert violations(search("unchecked-offset-fetch", "one-reader")) == {"one-reader": 18}
    assert violations(search("waits-for-answer", "one-owner", "one-reader")) == {}


def test_it_takes_no_failure_where_a_client_gets_partitions_one_by_one() -> None:
    bounds = {"partitions": 2, "metadata_changes": 1}
    assert violations(search("4.3", "one-owner", **bounds)) == {"one-owner": 26}
    assert violations(search("waits-for-answer", "one-owner", heartbeat_losses=0, **bounds)) == {}


@pytest.mark.parametrize("protocol", ["4.0", "4.2", "4.3"])
def test_a_late_heartbeat_gives_away_what_its_client_reads(protocol: str) -> None:
    """It says that the client owns nothing, which was true when the client sent it."""
    result = search(protocol, "one-reader", late_heartbeats=1)
    assert violations(result) == {"one-reader": 17}
    run = result.promises["one-reader"].run
    assert run
    assert explain(run).loss.sentence == "Clients 0 and 1 are members, and both read partition 0."


def test_3_7_1_would_forget_who_has_a_partition_with_the_states_of_4_2() -> None:
    """KAFKA-16147 needs that a member gets back at once what it was to revoke (KAFKA-19449)."""
    bounds = {"metadata-changes": 2, "max-epoch": 4}
    exchanged = {"return": impl.protocol("consumer-group/4.0")}
    forgetful = impl.protocol("consumer-group/before-kafka-16147")
    for exchange, expected in (({}, "violated"), (exchanged, "holds")):
        machine = forgetful.machine(bounds, exchange).only("one-holder")
        assert native.search(machine).promises["one-holder"].verdict == expected


def test_a_fenced_member_joins_again_at_once_since_4_2() -> None:
    """KAFKA-19233: up to 4.1 the coordinator refuses epoch 0, too, until the session has timed out."""

    def joins_as_member(g: EpochGroup) -> bool:
        """Whether a fenced client has its answer, and the coordinator has never removed the member."""
        client = next(iter(g.clients))
        return bool(
            g.fenced and client.phase == ClientPhase.joining and client.heartbeat.stage == Stage.response
        )

    bounds = {"clients": 1, "heartbeat_losses": 2, "metadata_changes": 2, "max_epoch": 3}
    assert reachable("4.2", joins_as_member, **bounds)
    assert not reachable("4.0", joins_as_member, **bounds)


def test_a_classic_member_keeps_its_partition_until_it_has_revoked_it() -> None:
    """During an upgrade; not if the coordinator took its JoinGroup for a revocation."""
    bounds = {"classic_clients": 1, "begins": "stable"}
    assert violations(search("4.3", "one-owner", "one-reader", **bounds)) == {}
    assert violations(search("blind-classic-join", "one-owner", "one-reader")) == {
        "one-owner": 11,
        "one-reader": 12,
    }


@pytest.mark.parametrize("protocol", ["4.0", "4.3"])
def test_a_group_that_is_upgraded_in_a_rebalance_gives_away_what_a_classic_member_reads(
    protocol: str,
) -> None:
    """The coordinator has forgotten the assignment (`resetAndPropagateAssignmentWithError`)."""
    bounds = {"classic_clients": 1, "begins": "rebalancing"}
    result = search(protocol, "one-reader", **bounds)
    assert violations(result) == {"one-reader": 6}
    run = result.promises["one-reader"].run
    assert run
    assert "Client 0" not in explain(run).steps[-1].sentence
    assert violations(search("conversion-keeps", "one-owner", "one-reader")) == {}


def test_a_group_without_a_classic_client_was_no_classic_group() -> None:
    with pytest.raises(UsageError):
        impl.protocol("consumer-group/4.3").machine({"begins": "stable"})


def test_since_4_3_a_member_that_joins_again_may_be_in_the_epoch_that_it_was_in() -> None:
    """Its target waits for group.consumer.assignment.interval.ms; a late commit of that epoch is taken."""
    bounds = {"records": 1, "departures": 1, "assignment-waits": 1, "late-commits": 1}
    assert violations(search("4.3", "owners-commit", **bounds)) == {"owners-commit": 16}
    for protocol in ("4.2", "commit-by-partition"):
        assert violations(search(protocol, "owners-commit", **bounds)) == {}
