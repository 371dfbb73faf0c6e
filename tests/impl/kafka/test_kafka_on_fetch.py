"""Truncation on fetch: a follower asks nothing, and is told in the answer to a fetch where to cut its log."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.steps import after
from tidemark import impl
from tidemark.checker.engines.native.search import search
from tidemark.checker.telling.explanation import explain
from tidemark.impl.kafka.cluster import Stage
from tidemark.spec import Machine

KRAFT = "kafka-kraft/3.7"
MISSED = {
    "replicas": 3,
    "min-isr": 2,
    "log-size": 1,
    "records": 1,
    "max-epoch": 3,
    "crashes": 0,
    "consumers": "no",
    "election-order": "any",
}
"""A leader that missed an epoch: the loss of docs/findings.md."""
SMALL = {
    "log-size": 2,
    "records": 2,
    "max-epoch": 1,
    "crashes": 0,
    "consumers": "no",
    "election-order": "any",
}


def machine(**bounds: Any) -> Machine:
    return impl.protocol(KRAFT).machine({**SMALL, **bounds})


APART = (
    "produce(leader=0)",
    "controller_moves_leadership(successor=1)",
    "become_leader(broker=1, epoch=1)",
    "become_follower(follower=0, epoch=1)",
    "follower_sends_fetch(follower=0, leader=1)",
)
"""Broker 0 has m0 of epoch 0, and broker 1, which leads epoch 1, does not."""


def test_with_kraft_nobody_asks_for_the_end_of_an_epoch() -> None:
    names = {action.name for action in machine(zombies=1, shutdowns=1).actions}
    assert not {"follower_asks_for_end_offset", "leader_answers_epoch_request"} & names


def test_the_leader_of_the_published_run_answers_a_fetch_with_where_the_logs_diverge() -> None:
    model = impl.protocol(KRAFT).machine(MISSED).only("acknowledged-survives")
    run = search(model).promises["acknowledged-survives"].run
    assert run is not None
    assert run.length == 20
    assert [str(step.instance) for step in run.steps[14:17]] == [
        "follower_sends_fetch(follower=1, leader=2)",
        "leader_handles_fetch(leader=2, follower=1)",
        "follower_truncates(follower=1)",
    ]
    sentences = [step.sentence for step in explain(run).steps]
    assert sentences[15].startswith(
        "Broker 2 gets the fetch of broker 1 from offset 1, and answers that their logs diverge: "
        "in its own, epoch 0 ends at 0"
    )


def test_a_fetch_that_diverges_counts_nothing_and_is_answered_at_once() -> None:
    answered = after(machine(), *APART, "produce(leader=1)", "leader_handles_fetch(leader=1, follower=0)")
    exchange = answered.replicas[0].exchange
    assert (exchange.stage, exchange.epoch, exchange.offset) == (Stage.epoch_answer, 0, 0)
    assert answered.replicas[1].remote_end_offset[0] == 0
    assert answered.replicas[1].high_watermark == 0


def test_the_follower_cuts_its_log_by_the_answer_and_fetches_what_the_leader_has() -> None:
    model = machine()
    cut = after(model, *APART, "leader_handles_fetch(leader=1, follower=0)", "follower_truncates(follower=0)")
    assert cut.replicas[0].log.length == 0
    agreed = after(
        model,
        *APART,
        "leader_handles_fetch(leader=1, follower=0)",
        "follower_truncates(follower=0)",
        "follower_sends_fetch(follower=0, leader=1)",
        "leader_handles_fetch(leader=1, follower=0)",
    )
    assert agreed.replicas[0].exchange.stage == Stage.waiting


def test_an_old_fetch_that_diverges_counts_nothing_either() -> None:
    """Its offset is below the leader's log end by now: without its epoch it would acknowledge m1, on one broker."""
    counted = after(
        machine(**{"old-fetches": 1}),
        *APART,
        "follower_gives_up_fetch(follower=0)",
        "produce(leader=1)",
        "leader_handles_old_fetch(leader=1, follower=0)",
    )
    assert counted.replicas[1].high_watermark == 0
    assert not any(record.acknowledged for record in counted.produced)


def test_a_follower_that_knows_no_epoch_cuts_to_its_high_watermark_first() -> None:
    state = after(
        machine(**{"epoch-cache": "lazy", "crashes": 1, "max-epoch": 2}),
        "produce(leader=0)",
        "broker_loses_epoch_cache(broker=0, epoch=-1)",
        "controller_notices_failure(broker=0, successor=1)",
        "broker_restarts(broker=0, successor=1)",
        "controller_unfences_broker(broker=0, successor=1)",
        "become_follower(follower=0, epoch=1)",
    )
    assert state.replicas[0].log.length == 0


@pytest.mark.parametrize("release", ["3.3", "3.5", "3.6", "3.7", "4.0", "4.1"])
def test_every_rule_of_the_protocol_was_read_but_what_is_not_there(release: str) -> None:
    not_there = (
        ["producer"] if release.startswith("4") else ["producer", "unclean-shutdown", "last-known-leader"]
    )
    read = impl.protocol(f"kafka-kraft/{release}").references
    assert [rule for rule, lines in read.items() if not lines] == not_there
    read_at = [line.tag for lines in read.values() for line in lines]
    assert set(read_at) <= {max(read_at, key=read_at.count), "4.3.1"}  # the newest, where a file has moved
