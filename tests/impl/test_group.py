"""Consumer groups: each rule keeps a promise, and its rival breaks it; how long a partition has no owner."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import networkx as nx
import pytest

from tidemark import impl
from tidemark.base.errors import UsageError
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.runs.results import Limits, Result
from tidemark.checker.telling.explanation import explain
from tidemark.impl.functions.clients.assignors.groups import format_assignment, new_group
from tidemark.impl.functions.clients.assignors.ranges import range_assignment
from tidemark.impl.functions.clients.assignors.round_robin import round_robin
from tidemark.impl.group import delivery, faults, generations, joining, producers
from tidemark.impl.group.assigning import Assignor
from tidemark.impl.group.scene import owners
from tidemark.impl.group.state import ConsumerGroup, GroupState, Phase
from tidemark.spec import Disabled, Machine, none

SHARES = {"clients": 2, "partitions": 2, "records": 1, "generations": 3, "pauses": 0}
TWO = {"generations": 2}
NO_FENCING = {"generation-check": "no-fencing", "member-check": "no-fencing"}


def machine(
    name: str, bounds: dict[str, Any] | None = None, exchanged: dict[str, str] | None = None
) -> Machine:
    """A protocol of the family, with rules of others of it."""
    replacements = {rule: impl.protocol(f"group/{origin}") for rule, origin in (exchanged or {}).items()}
    return impl.protocol(f"group/{name}").machine(bounds, replacements)


@cache
def _explore(name: str, bounds: tuple[tuple[str, int], ...]) -> Result:
    return reference.search(machine(name, dict(bounds)), Limits(keep_going=True))


def explore(name: str, bounds: dict[str, int] | None = None) -> Result:
    return _explore(name, tuple((bounds or {}).items()))


def broken(result: Result) -> set[str]:
    return {name for name, verdict in result.promises.items() if verdict.verdict == "violated"}


@pytest.mark.parametrize("name", ["eager", "at-most-once"])
def test_without_a_fault_nothing_is_skipped_and_nothing_repeated(name: str) -> None:
    assert broken(explore(name, {"pauses": 0})) == set()


def test_a_pause_makes_each_delivery_break_what_the_other_keeps() -> None:
    deliveries = {"repeats-nothing", "skips-nothing"}
    assert broken(explore("eager", TWO)) & deliveries == {"repeats-nothing"}
    assert broken(explore("at-most-once", TWO)) & deliveries == {"skips-nothing"}


def test_offsets_in_the_transaction_keep_both_under_pauses() -> None:
    assert broken(explore("exactly-once", {**TWO, "crashes": 0, "failovers": 0})) == {"one-reader"}
    assert broken(explore("unstable-fetch", TWO)) == {"one-reader", "repeats-nothing"}


@pytest.mark.slow
def test_offsets_in_the_transaction_keep_both_under_pauses_crashes_and_failovers() -> None:
    assert broken(native.search(machine("exactly-once"), Limits(keep_going=True))) == {"one-reader"}


def test_exactly_once_needs_the_fence() -> None:
    bounds = {"records": 2, "crashes": 0, "failovers": 0}
    result = native.search(machine("exactly-once", bounds, NO_FENCING), Limits(keep_going=True))
    assert result.promises["repeats-nothing"].length == 13
    assert {"no-old-commits", "no-strange-commits", "offsets-stay"} <= broken(result)


@pytest.mark.slow
def test_the_generation_fences_static_members_and_late_requests_alone() -> None:
    """A dynamic member that misses a generation is no longer a member: the member check refuses it as well."""
    dynamic = native.search(
        machine("no-generation-check", {"pauses": 1, "late-commits": 0}), Limits(keep_going=True)
    )
    assert "no-old-commits" not in broken(dynamic)
    static = machine("static", {"records": 2}, {"generation-check": "no-generation-check"})
    assert {"no-old-commits", "offsets-stay"} <= broken(native.search(static, Limits(keep_going=True)))
    late = native.search(machine("no-generation-check"), Limits(keep_going=True))
    assert "no-old-commits" in broken(late)


def test_without_a_last_commit_a_rebalance_repeats_records() -> None:
    assert broken(explore("no-last-commit", {"pauses": 0})) == {"repeats-nothing"}


def test_offsets_that_expire_by_age_are_lost_under_a_member() -> None:
    bounds = {"pauses": 0, "generations": 2, "expiries": 1}
    assert "offsets-stay" in broken(explore("retention-by-age", bounds))
    assert "offsets-stay" not in broken(explore("eager", bounds))


def test_revoking_after_assigning_gives_a_partition_two_owners_without_a_fault() -> None:
    verdict = native.search(machine("revoke-after-assign", SHARES).only("one-owner")).promises["one-owner"]
    assert verdict.run
    explanation = explain(verdict.run)
    assert explanation.loss.sentence == "Clients 0 and 1, members of generation 2, both read partition 1."
    assert explanation.steps[-1].text.startswith(
        "Client 1 learns its assignment: it reads partition 1, from offset 0."
    )


def test_the_run_of_at_most_once_reads_as_its_account_does() -> None:
    verdict = explore("at-most-once", TWO).promises["skips-nothing"]
    assert verdict.run
    explanation = explain(verdict.run)
    assert [step.sentence for step in explanation.steps[5:]] == [
        "Client 1 commits offset 1 of partition 0; it will process r0 now.",
        "The session of client 1, which is only slow, times out: the coordinator removes it.",
        "Client 1 is told that it is no member (UNKNOWN_MEMBER_ID), and loses its partitions.",
    ]
    assert explanation.loss.sentence == (
        "Offset 1 of partition 0 is committed, r0 was not processed, and no process has it."
    )


def play(model: Machine, *steps: str) -> ConsumerGroup:
    """The state after these steps, each the name of an action of client 0."""
    state: ConsumerGroup = model.initial
    for name in steps:
        zeros = [i for i in model.instances if i.action.name == name and set(i.arguments.values()) <= {0}]
        state = model.run(state, zeros[0])
    return state


def run(model: Machine, *steps: str, start: ConsumerGroup | None = None) -> ConsumerGroup:
    """The state after these steps, as they are printed."""
    state: ConsumerGroup = model.initial if start is None else start
    for step in steps:
        state = model.run(state, next(i for i in model.instances if str(i) == step))
    return state


START = ("join_group", "complete_join", "assign", "sync_group")


def test_a_static_member_comes_back_without_a_rebalance_and_a_dynamic_one_waits_for_its_session() -> None:
    back = play(machine("static"), *START, "crash", "restart", "return_as_static_member", "sync_group")
    assert (back.coordinator.group_state, back.coordinator.generation) == (GroupState.Stable, 1)
    assert owners(back, 0) == [0]
    crashed = (*START, "crash")
    with pytest.raises(Disabled, match="the coordinator has forgotten it, or knows it as static"):
        play(machine("eager", {"crashes": 1}), *crashed, "restart")
    joined = play(
        machine("eager", {"crashes": 1}),
        *crashed,
        "time_session_out",
        "restart",
        "become_empty",
        "join_group",
    )
    assert (joined.coordinator.group_state, joined.coordinator.generation) == (
        GroupState.PreparingRebalance,
        2,
    )


def test_a_ghost_is_given_a_partition_that_nobody_reads_and_the_next_rebalance_waits_for_it() -> None:
    model = machine("no-member-id", {"partitions": 2, "clients": 3})
    steps = ["join_group(me=0)", "join_group(me=1)", "join_again(me=1)", "complete_join(leader=0)"]
    assigned = run(model, *steps, "assign(leader=0, plan=12)", "sync_group(me=0)", "sync_group(me=1)")
    assert assigned.coordinator.group_state == GroupState.Stable
    assert [owners(assigned, partition) for partition in (0, 1)] == [[0], []]
    waiting = run(model, "join_group(me=2)", "rejoin(me=0)", "rejoin(me=1)", start=assigned)
    with pytest.raises(Disabled, match="all members have joined"):
        run(model, "complete_join(leader=0)", start=waiting)
    run(model, "ghost_times_out()", "complete_join(leader=0)", start=waiting)


@pytest.mark.parametrize(("name", "assignor"), [("range", range_assignment), ("round-robin", round_robin)])
def test_the_leader_assigns_as_the_assignor_does(name: str, assignor: Assignor) -> None:
    """Two topics of two partitions and of one; a client subscribes to the second alone, and all join again."""
    model = machine(name, {"partitions": 3})
    joined = run(model, "join_group(me=0)", "join_group(me=1)", "complete_join(leader=0)", "assign(leader=0)")
    both = new_group({"t0": 2, "t1": 1}, {"C0": ["t0", "t1"], "C1": ["t0", "t1"]})
    assert assignment_of(joined) == format_assignment(assignor(both))
    changed = run(
        model, "sync_group(me=0)", "sync_group(me=1)", "subscribe(me=0, unsubscribed=1)", "rejoin_resubscribed(me=0)",
        "rejoin(me=1)", "complete_join(leader=0)", "assign(leader=0)", start=joined,
    )  # fmt: skip
    apart = new_group({"t0": 2, "t1": 1}, {"C0": ["t1"], "C1": ["t0", "t1"]})
    assert assignment_of(changed) == format_assignment(assignor(apart))


def test_the_sticky_assignor_is_told_what_members_have() -> None:
    """Of three members the first leaves: by range the second takes its partition and loses its own, by sticky not."""
    steps = [
        "join_group(me=0)",
        "join_group(me=1)",
        "join_group(me=2)",
        "complete_join(leader=0)",
        "assign(leader=0)",
    ]
    steps += ["sync_group(me=0)", "sync_group(me=1)", "sync_group(me=2)", "leave_group(me=0)"]
    steps += ["rejoin(me=1)", "rejoin(me=2)", "complete_join(leader=1)", "assign(leader=1)"]
    ranged, sticky = (run(machine(f"cooperative-{name}"), *steps) for name in ("range", "sticky"))
    assert [ranged.coordinator.assignment[partition] for partition in (0, 1)] == [1, none]
    assert [sticky.coordinator.assignment[partition] for partition in (0, 1)] == [2, 1]


def assignment_of(g: ConsumerGroup) -> str:
    """Who was assigned what, as the functions say it; partitions 0 and 1 are those of t0, and 2 is that of t1."""
    names = ["t0p0", "t0p1", "t1p0"]
    shares = [
        [names[partition] for partition in range(3) if g.coordinator.assignment[partition] == me]
        for me in (0, 1)
    ]
    return ", ".join(f"C{me}: {' '.join(some) or '-'}" for me, some in enumerate(shares))


def test_an_assignor_orders_the_members_so_that_there_is_no_symmetry() -> None:
    assert machine("eager").symmetric_kinds() == ["client", "partition"]
    assert machine("range").symmetric_kinds() == []
    assert machine("eager", {"added-partitions": 1}).symmetric_kinds() == ["client"]


def test_subscriptions_change_only_where_the_leader_assigns_by_them() -> None:
    with pytest.raises(UsageError, match="--resubscriptions needs an assignor"):
        machine("eager", {"topics": 2, "resubscriptions": 1})
    machine("eager", {"topics": 2, "resubscriptions": 1}, {"assignor": "range"})


def test_a_failover_forgets_a_generation_that_had_no_assignment_and_its_number_is_used_again() -> None:
    bounds = {"failovers": 1, "pauses": 0}
    two = (*START, "leave_group", "become_empty", "join_group", "complete_join")
    assert play(machine("eager", bounds), *two).coordinator.generation == 3
    failed = play(machine("eager", bounds), *two, "fail_over")
    assert (failed.coordinator.group_state, failed.coordinator.generation) == (GroupState.Empty, 2)
    again = play(machine("eager", bounds), *two, "fail_over", "learn_removal", "join_group", "complete_join")
    assert again.coordinator.generation == 3


def rests(g: ConsumerGroup) -> bool:
    """Whether every client reads what it is to read."""
    done = all(g.is_synced(me) and not g.clients[me].must_rejoin for me in g.clients.indices())
    return bool(done and g.coordinator.group_state == GroupState.Stable)


def is_alone(g: ConsumerGroup) -> bool:
    """Whether client 0 reads all partitions and client 1 is about to join."""
    return bool(g.is_synced(0) and g.clients[1].phase == Phase.unjoined)


@cache
def time_without_owner(protocol: str) -> dict[str, tuple[int, int]]:
    """For partitions that stay and that move as a second client joins: the least and most states without an owner.

    Over all runs in which nobody leaves, from the moment when the first client reads both partitions until both read
    one.
    """
    whole = machine(protocol, SHARES)
    group = replace(
        whole, actions=[a for a in whole.actions if a.name not in ("leave_group", "process", "commit")]
    )
    states, graph = _graph(group)
    (start,) = [state for state in states if is_alone(states[state])]
    spans: dict[str, tuple[int, int]] = {}
    for end in states:
        if rests(states[end]) and nx.has_path(graph, start, end):
            between = graph.subgraph((nx.descendants(graph, start) & nx.ancestors(graph, end)) | {start, end})
            for partition in (0, 1):
                stays = owners(states[start], partition) == owners(states[end], partition)
                least, most = _spans(between, states, start, end, partition)
                kind = "stays" if stays else "moves"
                span = spans.get(kind, (least, most))
                spans[kind] = (min(span[0], least), max(span[1], most))
    return spans


def _graph(group: Machine) -> tuple[dict[Any, ConsumerGroup], nx.DiGraph]:
    first = group.encode(group.initial)
    states, graph, todo = {first: group.initial}, nx.DiGraph(), [first]
    while todo:
        state = todo.pop()
        if rests(states[state]):
            continue
        for _, reached in reference.successors(group, state):
            graph.add_edge(state, reached)
            if reached not in states:
                states[reached] = group.decode(reached)
                todo.append(reached)
    return states, graph


def _spans(
    graph: nx.DiGraph, states: dict[Any, ConsumerGroup], start: Any, end: Any, partition: int
) -> tuple[int, int]:
    reached = {start: (0, 0)}
    for state in nx.topological_sort(graph):
        for following in graph.successors(state):
            idle = 0 if owners(states[following], partition) else 1
            least, most = (n + idle for n in reached[state])
            span = reached.get(following, (least, most))
            reached[following] = (min(span[0], least), max(span[1], most))
    return reached[end]


def test_a_cooperative_member_keeps_what_stays_and_what_moves_waits_longer_than_with_an_eager_one() -> None:
    assert time_without_owner("eager") == {"stays": (3, 4), "moves": (3, 4)}
    assert time_without_owner("cooperative") == {"stays": (0, 0), "moves": (5, 7)}


def test_a_cooperative_group_is_stable_for_a_while_with_a_partition_that_nobody_reads() -> None:
    result = native.search(machine("cooperative", SHARES), Limits(keep_going=True))
    assert broken(result) == {"all-owned"}
    run = result.promises["all-owned"].run
    assert run
    assert explain(run).loss.sentence == (
        "The group is Stable, every member has its assignment, and nobody reads partition 0."
    )


def test_an_offset_in_a_transaction_is_taken_in_completing_rebalance_too() -> None:
    """`GroupCoordinator.doTxnCommitOffsets` looks at member and generation, and at no state but Dead."""
    group = machine("exactly-once", TWO).initial
    waiting = group.but(coordinator=group.coordinator.but(group_state=GroupState.CompletingRebalance))
    generation = waiting.coordinator.generation
    assert delivery.may_send_offset(waiting, True, generation)
    assert not delivery.may_commit(waiting, True, generation)
    assert not delivery.may_send_offset(waiting, True, generation + 1)
    dead = group.but(coordinator=group.coordinator.but(group_state=GroupState.Dead))
    assert not delivery.may_send_offset(dead, True, generation)


@pytest.mark.slow
def test_up_to_2_4_producers_keep_an_old_owner_out_and_not_the_groups_coordinator() -> None:
    bounds = {"records": 2, "crashes": 1, "failovers": 0}
    fenced = native.search(machine("exactly-once-0.11", bounds), Limits(keep_going=True))
    assert broken(fenced) == {"one-reader", "no-old-commits", "no-strange-commits"}
    unfenced = machine("exactly-once-0.11", {**bounds, "records": 1}, {"producer-fencing": "eager"})
    assert "repeats-nothing" in broken(native.search(unfenced, Limits(keep_going=True)))


def test_a_new_owners_producer_aborts_the_transaction_of_the_owner_before_it() -> None:
    group = machine("exactly-once-0.11", TWO).initial
    (new, old), (partition,) = group.clients.indices(), group.partitions.indices()
    begun = group.clients[old].but(begun=group.clients[old].begun.including(partition))
    pending = group.partitions[partition].but(pending_client=old, producer=old)
    open_transaction = group.with_client(old, begun).with_partition(partition, pending)
    taken = producers.take_over(open_transaction, new, partition, True)
    assert (taken.partitions[partition].producer, taken.partitions[partition].pending_client) == (new, none)
    assert taken.clients[old].begun.is_empty()
    assert producers.is_fenced(taken, old, partition)
    assert not producers.is_fenced(taken, new, partition)
    assert producers.take_over(open_transaction, new, partition, False) == open_transaction


def _stable(name: str, generation: int = 1) -> ConsumerGroup:
    """A Stable group of two members, of which client 0 leads; client 1 has joined, and waits for its assignment."""
    group = machine(name, {"failovers": 1}).initial
    members = group.coordinator.members.including(0).including(1)
    stable = group.with_coordinator(
        group_state=GroupState.Stable, generation=generation, leader=0, members=members
    )
    waiting = group.clients[0].but(phase=Phase.joined, generation=1, must_rejoin=True)
    return stable.with_client(0, waiting).with_client(1, waiting)


@pytest.mark.parametrize(
    ("name", "me", "rebalances"), [("0.11", 1, False), ("0.11", 0, True), ("eager", 1, True)]
)
def test_before_3_4_a_follower_with_the_same_metadata_makes_no_rebalance(
    name: str, me: int, rebalances: bool
) -> None:
    after = joining.rejoin_unasked.function(_stable(name), me)
    assert (after.coordinator.group_state == GroupState.PreparingRebalance) is rebalances
    assert (after.clients[me].phase == Phase.joining) is rebalances
    assert not after.clients[me].must_rejoin


def test_before_3_2_a_member_of_an_old_generation_forgets_its_member_id() -> None:
    forgotten = generations.forget_member_id.function(_stable("0.11", 2), 1)
    assert forgotten.clients[1].phase == Phase.unjoined
    assert forgotten.is_member(1), "the coordinator keeps the member until its session times out"
    kept = generations.rejoin_in_old_generation.function(_stable("eager", 2), 1)
    assert kept.clients[1].phase == Phase.joining
    assert kept.coordinator.awaiting.has(1)


def test_before_2_5_a_static_member_may_come_back_to_an_empty_assignment() -> None:
    quiet = {"pauses": 0, "crashes": 1}
    assert broken(explore("before-kafka-9801", quiet)) == {
        "all-owned",
        "all-owned-at-last",
        "repeats-nothing",
    }
    assert broken(explore("static", quiet)) == {"repeats-nothing"}


def test_up_to_2_6_0_a_failover_fences_a_static_member_that_has_come_back() -> None:
    result = explore("before-kafka-10284", {"pauses": 0, "generations": 2})
    assert {"fences-rivals-only"} == broken(result) - {"repeats-nothing"}
    run = result.promises["fences-rivals-only"].run
    assert run
    assert "Client 0 is told FENCED_INSTANCE_ID" in explain(run).steps[-1].text
    repaired = explore("static", {"pauses": 0, "generations": 2, "failovers": 1})
    assert repaired.promises["fences-rivals-only"].verdict == "holds"


def test_an_empty_group_whose_offsets_expire_by_age_is_dead() -> None:
    group = machine("retention-by-age").initial
    committed = group.with_partition(0, group.partitions[0].but(committed=1))
    expired = faults.expire_old_offsets.function(committed.with_coordinator(generation=2))
    assert expired.coordinator.group_state == GroupState.Dead
    assert expired.coordinator.generation == 0
    assert expired.partitions[0].committed == 0
