"""Answers of an older leader epoch: which releases a follower takes them in, and what is lost then."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.steps import after
from tidemark import impl
from tidemark.checker.engines.native.search import search
from tidemark.checker.telling.explanation import explain
from tidemark.impl.kafka.cluster import Stage
from tidemark.impl.kafka.epoch_cache import NO_EPOCH
from tidemark.spec import Disabled, Machine, none

ISR = "isr-has-committed"
LATE = {
    "replicas": 3,
    "min-isr": 2,
    "log-size": 1,
    "records": 2,
    "max-epoch": 2,
    "crashes": 0,
    "remote-leo": "reset",
    "lagging": "no",
    "metadata": "merged",
    "election-order": "any",
    "consumers": "no",
}


def machine(protocol: str, **bounds: Any) -> Machine:
    return impl.protocol(protocol).machine({**LATE, **bounds})


def length(protocol: str, **bounds: Any) -> int | None:
    return search(machine(protocol, **bounds).only(ISR), symmetry=True).promises[ISR].length


# After an empty answer (KAFKA-15510).


@pytest.mark.parametrize("protocol", ["kafka/3.5.1", "kafka-kraft/3.6"])
def test_a_fetch_without_an_epoch_hides_a_divergence_only_if_a_late_answer_counted(protocol: str) -> None:
    assert length(protocol, **{"late-answers": 1}) == 29
    assert length("kafka-kraft/forgets-epoch", **{"late-answers": 1}) is None


@pytest.mark.parametrize("protocol", ["kafka/3.4.1", "kafka/3.7", "kafka/3.9.1", "kafka-kraft/3.7"])
def test_where_each_fetch_has_the_last_epoch_a_late_empty_answer_hides_nothing(protocol: str) -> None:
    assert length(protocol, **{"late-answers": 1}) is None


EMPTY = (
    "follower_sends_fetch(follower=1, leader=0)",
    "leader_handles_fetch(leader=0, follower=1)",
    "leader_answers_waiting_fetch(leader=0, follower=1)",
)
COPIED = (
    "produce(leader=0)",
    "follower_sends_fetch(follower=1, leader=0)",
    "leader_handles_fetch(leader=0, follower=1)",
    "follower_appends(follower=1)",
)


def test_from_3_5_1_to_3_6_2_an_empty_answer_takes_the_epoch_out_of_the_next_fetch() -> None:
    steps = (*COPIED, *EMPTY, "follower_appends(follower=1)", "follower_sends_fetch(follower=1, leader=0)")
    epochs = {
        name: after(machine(name, **{"late-answers": 1}), *steps).replicas[1].exchange.epoch
        for name in ("kafka/3.4.1", "kafka/3.5.1", "kafka/3.7")
    }
    assert epochs == {"kafka/3.4.1": 0, "kafka/3.5.1": NO_EPOCH, "kafka/3.7": 0}


def test_it_sends_the_epoch_again_after_a_record_and_in_a_new_leader_epoch() -> None:
    model = machine("kafka/3.5.1", **{"log-size": 2, "late-answers": 1})
    forgot = (*COPIED, *EMPTY, "follower_appends(follower=1)")
    assert after(model, *forgot).replicas[1].sends_no_epoch
    assert not after(model, *forgot, *COPIED).replicas[1].sends_no_epoch
    news = ("controller_moves_leadership(successor=2)", "become_follower(follower=1, epoch=1)")
    assert not after(model, *forgot, *news).replicas[1].sends_no_epoch


# Which answers are taken (KAFKA-18991).

APART = (
    "produce(leader=0)",
    "controller_moves_leadership(successor=2)",
    "become_leader(broker=2, epoch=1)",
    "become_follower(follower=0, epoch=1)",
    "follower_sends_fetch(follower=0, leader=2)",
    "leader_handles_fetch(leader=2, follower=0)",
    "answer_is_delayed(follower=0)",
)
"""Broker 0 has m0 of epoch 0; broker 2, which leads epoch 1, answers that it is not in its log, and that is late."""
AGAIN = (
    "controller_moves_leadership(successor=1)",
    "become_leader(broker=1, epoch=2)",
    "become_follower(follower=0, epoch=2)",
    "controller_moves_leadership(successor=2)",
    "become_follower(follower=0, epoch=3)",
)
"""Broker 1 leads epoch 2, then broker 2 again; broker 0 hears of both."""
ARRIVES = "late_answer_arrives(follower=0)"


@pytest.mark.parametrize(
    ("protocol", "cut"),
    [("kafka/2.8.1", True), ("kafka/3.7", True), ("kafka/3.9.1", False), ("kafka-kraft/3.7", False),
     ("kafka-kraft/before-kafka-18991", True)],
)  # fmt: skip
def test_a_diverging_answer_of_an_older_epoch_cuts_the_log_up_to_3_9_0(protocol: str, cut: bool) -> None:
    model = machine(protocol, **{"late-answers": 1, "max-epoch": 3})
    arrived = (*APART, *AGAIN, ARRIVES)
    if cut and protocol == "kafka/2.8.1":
        assert after(model, *arrived).replicas[0].exchange.leader_epoch == 3
    elif cut:
        assert after(model, *arrived, "follower_truncates(follower=0)").replicas[0].log.length == 0
    else:
        ignored = after(model, *arrived, "follower_ignores_answer(follower=0)")
        assert ignored.replicas[0].log.length == 1
        with pytest.raises(Disabled, match="leader epoch"):
            after(model, *arrived, "follower_truncates(follower=0)")


def test_a_late_answer_is_dropped_if_the_follower_has_another_leader_or_the_broker_ends() -> None:
    model = machine("kafka/3.7", **{"late-answers": 1, "max-epoch": 3, "crashes": 1})
    elsewhere = after(model, *APART, *AGAIN[:3], ARRIVES).replicas[0]
    assert (elsewhere.exchange.stage == Stage.idle, elsewhere.late_answer.leader) == (True, none)
    for broker in (0, 2):
        ended = after(model, *APART, f"broker_crashes(broker={broker})")
        assert ended.replicas[0].late_answer.leader is none


def test_a_follower_sends_nothing_to_a_broker_whose_answer_is_late() -> None:
    model = machine("kafka/3.7", **{"late-answers": 1, "max-epoch": 3})
    with pytest.raises(Disabled, match="late answer"):
        after(model, *APART, *AGAIN, "follower_sends_fetch(follower=0, leader=2)")
    elsewhere = after(model, *APART, *AGAIN[:3], "follower_sends_fetch(follower=0, leader=1)")
    assert elsewhere.replicas[0].exchange.stage == Stage.fetch


MISSED = (
    "answer_is_delayed(follower=1)",
    "controller_moves_leadership(successor=2)",
    "become_follower(follower=0, epoch=1)",
    "controller_moves_leadership(successor=0)",
    "become_follower(follower=1, epoch=2)",
    "late_answer_arrives(follower=1)",
)
"""Broker 1 misses the epoch in which broker 2 leads; what broker 0 has answered before still arrives."""


def test_a_late_answer_with_a_record_is_appended() -> None:
    model = machine("kafka/3.7", **{"late-answers": 1, "log-size": 2})
    late = after(model, *COPIED, *COPIED[:3], *MISSED, "follower_appends(follower=1)")
    assert late.replicas[1].log.length == 2


def test_a_follower_without_an_epoch_drops_a_late_answer() -> None:
    model = machine("kafka/3.7", **{"late-answers": 1, "log-size": 2})
    assert after(model, *COPIED[:3], *MISSED).replicas[1].exchange.stage == Stage.idle


@pytest.mark.slow
def test_3_7_loses_an_acknowledged_record_by_a_late_answer_alone() -> None:
    bounds = {"records": 1, "max-epoch": 4, "late-answers": 1}
    survives = "acknowledged-survives"
    result = search(machine("kafka/3.7", **bounds).only(survives), symmetry=True)
    verdict = result.promises[survives]
    assert verdict.length == 31
    assert verdict.run
    sentences = [step.sentence for step in explain(verdict.run).steps]
    assert any("compares the offset alone, and takes it" in sentence for sentence in sentences)


# The end of an epoch, asked for apart (KAFKA-7786).

OLD_END = (
    "produce(leader=0)",
    "follower_sends_fetch(follower=1, leader=0)",
    "leader_handles_fetch(leader=0, follower=1)",
    "follower_appends(follower=1)",
    "controller_moves_leadership(successor=1)",
    "become_leader(broker=1, epoch=1)",
    "become_follower(follower=0, epoch=1)",
    "follower_asks_for_end_offset(follower=0, leader=1)",
    "leader_answers_epoch_request(leader=1, follower=0)",
    "controller_moves_leadership(successor=2)",
    "controller_moves_leadership(successor=1)",
    "become_follower(follower=0, epoch=3)",
)


def test_only_2_1_0_cuts_by_an_answer_of_an_older_leader_epoch() -> None:
    assert (
        after(machine("kafka/2.1.0", **{"max-epoch": 3}), *OLD_END, "follower_truncates(follower=0)")
        .replicas[0]
        .fetches
    )
    for release in ("kafka/2.1", "kafka/2.2"):
        model = machine(release, **{"max-epoch": 3})
        with pytest.raises(Disabled, match="leader epoch"):
            after(model, *OLD_END, "follower_truncates(follower=0)")
        assert not after(model, *OLD_END, "follower_ignores_answer(follower=0)").replicas[0].fetches


# The high watermark of an answer (KAFKA-5758, KAFKA-7104).


def test_only_1_0_0_answers_with_the_high_watermark_that_the_fetch_has_raised() -> None:
    """Broker 1 alone is the ISR with broker 0: its second fetch commits m0, and gets m1."""
    steps = (
        *COPIED,
        "produce(leader=0)",
        "follower_sends_fetch(follower=1, leader=0)",
        "leader_handles_fetch(leader=0, follower=1)",
    )
    bounds = {"replicas": 2, "log-size": 2}
    answered = {
        name: int(after(machine(name, **bounds), *steps).replicas[1].exchange.high_watermark)
        for name in ("kafka/0.11", "kafka/1.0.0", "kafka/2.0.0")
    }
    assert answered == {"kafka/0.11": 0, "kafka/1.0.0": 1, "kafka/2.0.0": 0}
