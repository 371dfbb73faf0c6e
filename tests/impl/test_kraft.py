"""What the rules of the KRaft quorum keep and break, and that each break reads as its account does."""

from typing import Any

import pytest

from tidemark import impl
from tidemark.checker.engines import reference
from tidemark.checker.engines.native import search as native
from tidemark.checker.evidence.pins import pins
from tidemark.checker.runs.results import Limits, Run
from tidemark.checker.telling.explanation import explain
from tidemark.impl.kraft_quorum import elections
from tidemark.impl.kraft_quorum.quorum import Role
from tidemark.spec import Disabled, Machine, none

ELECTION, MATCHING = "election-safety", "log-matching"
COMPLETENESS, SAFETY = "leader-completeness", "state-machine-safety"
ELECTS = "a-majority-elects"
PINS = [pin for pin in pins() if pin.protocol.startswith("kraft/")]


def machine(name: str, *promises: str, **bounds: Any) -> Machine:
    built = impl.protocol(f"kraft/{name}").machine({key.replace("_", "-"): n for key, n in bounds.items()})
    return built.only(*promises) if promises else built


def shortest(name: str, promise: str, **bounds: Any) -> Run:
    run = native.search(machine(name, promise, **bounds), symmetry=True).promises[promise].run
    assert run is not None, f"{promise} holds"
    return run


def actions(run: Run) -> list[str]:
    return [step.instance.action.name for step in run.steps[1:] if step.instance]


def sentences(run: Run) -> str:
    return "\n".join(step.sentence for step in explain(run).steps)


@pytest.mark.parametrize(
    ("rival", "broken"),
    [
        ("kip-595", {ELECTS}),
        ("silent-leader", set()),
        ("kip-996", set()),
        ("vote-for-any", {COMPLETENESS, SAFETY}),
        ("vote-for-longer", {COMPLETENESS, SAFETY}),
        ("vote-forgotten", {ELECTION, MATCHING, COMPLETENESS, SAFETY}),
        ("fetch-by-offset", {MATCHING, SAFETY}),
        ("any-epoch", {COMPLETENESS, SAFETY}),
        ("leader-alone", {COMPLETENESS, SAFETY}),
        ("change-at-once", {ELECTION, COMPLETENESS, SAFETY}),
        ("change-several", {COMPLETENESS, SAFETY}),
        ("before-kafka-18723", {MATCHING, SAFETY}),
        ("kafka-18723", {MATCHING}),
    ],
)
def test_a_rival_rule_breaks_what_it_should_and_nothing_else(rival: str, broken: set[str]) -> None:
    """The pins say it; `tidemark verify` checks the pins."""
    of_rival = [pin for pin in PINS if pin.protocol == f"kraft/{rival}"]
    assert {name for pin in of_rival for name in pin.violated} == broken


def test_two_servers_keep_the_promises_and_their_logs_never_part() -> None:
    """Each leader needs both votes, so its log is never behind the other one's."""
    result = native.search(machine("kip-595", restarts=1, servers=2, max_epoch=3), Limits(keep_going=True))
    assert result.complete
    assert {verdict.verdict for verdict in result.promises.values()} == {"holds"}
    assert [name for name, count in result.actions.items() if not count.enabled] == ["truncate"]


@pytest.mark.slow
def test_counting_any_epoch_is_figure_8_of_raft() -> None:
    """A record of epoch 1 is on a majority in epoch 3; the leader of epoch 2 comes back and leads without it."""
    run = shortest("any-epoch", COMPLETENESS, max_epoch=4)
    assert run.length == 18
    last = run.machine.decode(run.steps[-1].state)
    assert [int(entry.epoch) for entry in last.committed.items[: last.committed.length]] == [1]
    leader = next(server for server in last.servers if server.epoch == 4 and server.leader != -1)
    assert [int(entry.epoch) for entry in leader.log.items[: leader.log.length]] == [2, 4]
    account = sentences(run)
    assert "leads epoch 3 and writes a LeaderChange record at offset 1" in account
    assert "At offset 0 the record of epoch 1" in explain(run).loss.sentence


def test_a_late_answer_puts_a_record_of_the_next_leader_behind_records_that_it_never_had() -> None:
    """KAFKA-18723: the observer's next fetch is valid, so that it learns a high watermark above its false record."""
    last = native.search(machine("before-kafka-18723", SAFETY)).promises[SAFETY].run
    assert last is not None
    assert last.length == 19
    assert actions(last)[-3:] == ["take_late_answer", "hear", "fetch"]
    observer, leader = (last.machine.decode(last.steps[-1].state).servers[number] for number in (3, 1))
    assert [int(entry.epoch) for entry in observer.log.items[: observer.log.length]] == [1, 2]
    assert [int(entry.epoch) for entry in leader.log.items[: leader.log.length]] == [2, 2]
    assert "It begins with 3 voters and 1 observer" in sentences(last)


def test_an_observer_fetches_and_neither_votes_nor_begins_an_election() -> None:
    quorum = machine("kafka-18723", log_size=1)
    seen = level = {quorum.encode(quorum.initial)}
    of_observer: set[str] = set()
    for _ in range(7):
        after = set()
        for state in level:
            for _, instance, successor in reference.some_successors(
                quorum, quorum.decode(state), quorum.instances
            ):
                after.add(successor)
                if 3 in map(int, instance.arguments.values()):
                    of_observer.add(instance.action.name)
        level = after - seen
        seen = seen | level
    assert of_observer == {"hear", "fetch", "fetch_unanswered", "fetch_late_answer", "take_late_answer"}


def test_a_leader_that_left_its_epoch_votes_for_another_one_in_the_next() -> None:
    """From 4.0 on; before, it is a candidate there, and has voted for itself."""
    quorum = machine("kip-996", servers=2)
    first, second = quorum.initial.servers.indices()
    leader = quorum.initial.servers.type.element(epoch=1, raft_state=Role.leader, leader=0)
    candidate = quorum.initial.servers.type.element(epoch=2, raft_state=Role.candidate, voted_for=1)
    state = quorum.initial.with_server(first, leader).with_server(second, candidate)
    with pytest.raises(Disabled):
        elections.time_out.function(state, first)
    left = elections.leave_epoch.function(state, first)
    assert (left.servers[first].epoch, left.servers[first].voted_for) == (2, none)
    voted = elections.vote_for_up_to_date.function(left, first, second)
    assert voted.servers[first].voted_for == second


def test_a_forgotten_vote_makes_two_leaders_of_one_epoch() -> None:
    run = shortest("vote-forgotten", ELECTION, restarts=1, max_epoch=1, log_size=1)
    assert run.length == 8
    assert actions(run).count("vote") == actions(run).count("become_leader") == 2
    assert "its vote for server 0 is forgotten" in sentences(run)


def test_votes_and_records_are_messages_of_a_told_run() -> None:
    explanation = explain(shortest("leader-alone", SAFETY, log_size=1))
    arrows = [(arrow.source, arrow.target, arrow.text) for step in explanation.steps for arrow in step.arrows]
    assert [label for _, _, label in arrows] == ["vote, epoch 1", "vote, epoch 2"]
    assert arrows[0][0] != arrows[0][1]


def test_a_leader_alone_commits_what_the_next_one_lacks() -> None:
    run = shortest("leader-alone", SAFETY, log_size=1)
    assert actions(run) == ["time_out", "vote", "become_leader"] * 2


def test_voters_that_are_taken_out_two_at_once_leave_two_majorities() -> None:
    account = sentences(shortest("change-several", COMPLETENESS, log_size=3, changes=2))
    assert "by its log the voters are {0}" in account


def test_a_majority_elects_nobody_while_a_change_of_voters_is_on_one_log() -> None:
    """The leader and the voter that it takes out: neither is elected while the third server stops."""
    run = shortest("kip-595", ELECTS, changes=1, max_epoch=4)
    assert run.length == 8
    change = run.steps[-1].instance
    assert change
    assert change.action.name == "change_voter"
    up = set(change.arguments.values())
    assert len(up) == 2
    instances = [instance for instance in run.machine.instances if set(instance.arguments.values()) <= up]
    seen_states, new = {run.steps[-1].state}, [run.steps[-1].state]
    while new:
        value = run.machine.decode(new.pop())
        assert [server.epoch for server in value.servers if server.raft_state == Role.leader] in ([1], [])
        after = {
            state for _, _, state in reference.some_successors(run.machine, value, instances)
        } - seen_states
        seen_states |= after
        new += after
    assert (
        max(int(server.epoch) for state in seen_states for server in run.machine.decode(state).servers) == 4
    )
