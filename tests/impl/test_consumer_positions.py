"""A consumer whose log is truncated: which releases notice, and in which runs 2.3 and later ones go on without notice.

The verdicts and lengths are pinned (`impl/consumer_positions/pins.toml`); here are the runs, and what can be reached.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

from tidemark.checker.engines.native.search import search
from tidemark.checker.engines.reference import successors
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import explain
from tidemark.impl import load_subject, protocol
from tidemark.impl.consumer_positions.partition import Outcome, Phase, end_of_epoch

HISTORY, EXACT, TRUE_ALARM = "one-history", "reset-far-enough", "no-false-alarm"
IN_TIME = {"fetch-answers": "in-time"}
ONE_ELECTION = {"elections": 1, **IN_TIME}


def broken(name: str, **bounds: Any) -> set[str]:
    """The promises that the protocol breaks at these bounds."""
    at = {bound.replace("_", "-"): value for bound, value in bounds.items()}
    verdicts = search(protocol(f"consumer/{name}").machine(at)).promises
    return {name for name, verdict in verdicts.items() if verdict.length is not None}


def run_of(name: str, promise_name: str, bounds: dict[str, Any]) -> Run:
    """The shortest run that breaks the promise."""
    machine = protocol(f"consumer/{name}").machine(bounds).only(promise_name)
    run = search(machine).promises[promise_name].run
    assert run is not None
    return run


def sentences(run: Run) -> str:
    return "\n".join(step.sentence for step in explain(run).steps)


def reachable(name: str, **bounds: Any) -> list[Any]:
    """The consumer of every reachable state, with one election and no restart."""
    machine = protocol(f"consumer/{name}").machine({"elections": 1, "restarts": 0, **bounds})
    frontier = deque([machine.encode(machine.initial)])
    seen = set(frontier)
    while frontier:
        for _, after in successors(machine, frontier.popleft()):
            if after not in seen:
                seen.add(after)
                frontier.append(after)
    return [machine.decode(state).consumer for state in seen]


def test_a_consumer_without_leader_epochs_goes_on_over_a_truncation() -> None:
    """KAFKA-7747: up to 2.2 the position is an offset, which is in the new log too once that is long enough."""
    assert HISTORY in broken("2.1", elections=1) & broken("2.2", elections=1)
    run = run_of("2.2", HISTORY, ONE_ELECTION)
    assert "It takes its position, offset 1, as valid." in sentences(run)
    assert HISTORY not in broken("2.3", elections=1, fetch_answers="in-time")


def test_without_an_unclean_election_every_consumer_reads_one_history() -> None:
    for shipped in load_subject("consumer"):
        assert HISTORY not in broken(shipped.removeprefix("consumer/"), unclean=0)


def test_up_to_2_1_a_consumer_goes_back_to_an_old_leader_and_from_2_2_only_when_it_restarts() -> None:
    clean = {"unclean": 0, "elections": 1}
    assert broken("2.1", restarts=0, **clean) == {TRUE_ALARM}
    assert broken("2.2", restarts=0, **clean) == set()
    assert broken("2.2", **clean) == {TRUE_ALARM}


def test_2_3_takes_the_end_of_another_epoch_for_that_of_its_own() -> None:
    run = run_of("2.3", HISTORY, {"restarts": 0, **IN_TIME})
    text = sentences(run)
    assert "epoch 1, its newest one before epoch 2, ends at offset 1. That is not below offset 1" in text
    last = run.machine.decode(run.steps[-1].state).consumer
    assert [last.delivered[k] for k in range(last.delivered.length)] == [2, 3]
    assert broken("2.3", fetch_answers="in-time") == {HISTORY}
    assert broken("checks-epoch", fetch_answers="in-time") == set()


def test_2_3_hands_out_a_late_answer_of_the_leader_that_it_left() -> None:
    run = run_of("2.3", HISTORY, {"restarts": 0})
    assert "although it follows the leader of epoch 2 now" in sentences(run)
    assert broken("checks-epoch") == {HISTORY}


@pytest.mark.parametrize("name", ["checks-both", "by-fetch"])
def test_both_checks_or_the_epoch_in_each_fetch_close_both_holes(name: str) -> None:
    assert broken(name) == set()
    assert broken(name, log_size=3, restarts=0) == set()


def test_an_offset_that_is_committed_without_an_epoch_is_not_validated() -> None:
    for name in ("2.3", "checks-both", "by-fetch"):
        assert broken(name, commits="offset") == {HISTORY, TRUE_ALARM}
    run = run_of("checks-both", HISTORY, {"commits": "offset"})
    assert "The consumer commits offset 1 without epoch." in sentences(run)
    assert "as valid" in sentences(run)


def test_a_committed_position_that_counts_as_valid_goes_on_silently() -> None:
    assert broken("not-after-restart") == {HISTORY}
    assert broken("not-after-restart", restarts=0) == set()


def test_metadata_older_than_the_committed_epoch_lead_to_a_false_alarm() -> None:
    assert broken("any-metadata") == {TRUE_ALARM}
    assert broken("any-metadata", unclean=0) == {TRUE_ALARM}
    assert "knows no epoch 2" in sentences(run_of("any-metadata", TRUE_ALARM, {}))


def test_requests_without_an_epoch_reach_leaders_of_other_epochs() -> None:
    assert broken("not-fenced", fetch_answers="in-time") == {HISTORY, TRUE_ALARM}
    assert broken("checks-epoch", fetch_answers="in-time") == set()


def test_with_a_policy_the_consumer_goes_back_to_an_offset_that_may_be_too_high() -> None:
    for policy in ("latest", "earliest"):
        assert EXACT in broken("2.3", offset_reset=policy)
        assert broken("checks-both", offset_reset=policy) == {EXACT}
    text = sentences(run_of("checks-both", EXACT, {"offset-reset": "earliest", "restarts": 0}))
    assert "The consumer logs it, and goes back to offset 1." in text
    assert EXACT not in broken("2.3")


def test_an_answer_may_be_on_its_way_while_the_position_is_validated() -> None:
    answers = {c.answer.fetch_outcome for c in reachable("2.3") if c.phase == Phase.awaiting_validation}
    assert answers == {Outcome.no_answer, Outcome.record}
    in_time = reachable("2.3", **IN_TIME)
    assert {c.answer.fetch_outcome for c in in_time if c.phase == Phase.awaiting_validation} == {
        Outcome.no_answer
    }
    assert not any(c.phase == Phase.awaiting_validation for c in reachable("2.2"))


def test_only_a_fetch_with_the_epoch_of_the_last_record_is_told_that_the_logs_diverge() -> None:
    assert any(c.answer.fetch_outcome == Outcome.diverging for c in reachable("by-fetch"))
    assert not any(c.answer.fetch_outcome == Outcome.diverging for c in reachable("checks-both"))


def test_a_truncation_ends_in_an_exception_or_by_the_reset_policy() -> None:
    def phases(**bounds: Any) -> set[Any]:
        return {consumer.phase for consumer in reachable("2.3", **bounds)}

    assert Phase.raised_exception in phases()
    assert Phase.raised_exception not in phases(unclean=0)
    assert Phase.awaiting_reset in phases(**{"offset-reset": "latest"})
    assert Phase.raised_exception not in phases(**{"offset-reset": "latest"})
    assert not any(c.was_reset for c in reachable("2.3"))
    assert any(c.was_reset for c in reachable("2.3", **{"offset-reset": "earliest"}))


@pytest.mark.parametrize(
    ("epochs", "leader_epoch", "question", "answer"),
    [
        ([1, 1], 3, 2, (1, 2)),
        ([1, 2], 3, 1, (1, 1)),
        ([1, 1], 1, 1, (1, 2)),
        ([1, 1], 3, 3, (3, 2)),
        ([], 3, 2, (2, 0)),
        ([3], 3, 1, (1, 0)),
    ],
)
def test_where_an_epoch_ends(
    epochs: list[int], leader_epoch: int, question: int, answer: tuple[int, int]
) -> None:
    """As `LeaderEpochFileCache.endOffsetFor` says it, with the start of the leader's own epoch at its log end."""
    broker = protocol("consumer/2.3").machine().initial.brokers[0]
    log = broker.log
    for epoch in epochs:
        log = log.append(epoch)
    assert end_of_epoch(broker.but(log=log, leader_epoch=leader_epoch), question) == answer
