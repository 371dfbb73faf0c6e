"""What is lost in a state, and which messages a step sends, as a run of Kafka is told."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.kafka_states import ON, RUNS, TWICE, Change, changed, machine, single_changes, states
from tidemark.impl.kafka.cluster import Stage
from tidemark.impl.kafka.losses import LOSSES
from tidemark.spec import Telling
from tidemark.spec.families.family import family_of

EXACT = (
    "acknowledged-survives",
    "acknowledged-exists",
    "reads-are-stable",
    "read-your-writes",
    "leader-has-its-epoch",
    "hw-current",
    "epoch-cache-agrees",
    "epoch-offset-unique",
    "hw-within-log",
    "isr-has-committed",
)
"""Promises of which a loss is found in each state that breaks them, and in no other one."""


def telling() -> Telling[Any]:
    return family_of(machine()).telling


def losses(name: str, state: Any) -> list[str]:
    return [loss.sentence for loss in LOSSES[name](telling().see(state))]


@pytest.mark.parametrize("run", RUNS)
def test_a_loss_is_told_exactly_where_a_promise_is_broken(run: str) -> None:
    promises = {promise.name: promise for promise in machine().promises}
    for state in single_changes(states(run)[-1]):
        scene = telling().see(state)
        for name in EXACT:
            kept = promises[name].function(state)
            assert kept == (not list(LOSSES[name](scene))), (name, machine().type.text(state))


@pytest.mark.parametrize(
    ("name", "run", "steps", "change", "sentences"),
    [
        (
            "acknowledged-survives",
            ON,
            28,
            {"replicas[0].log.length": 1},
            [
                "m1 was acknowledged, and broker 0, the leader of epoch 1, does not have it; only broker 1 has it."
            ],
        ),
        (
            "read-your-writes",
            ON,
            28,
            {"replicas[0].high_watermark": 1},
            [
                (
                    "m1 was acknowledged, and consumers are not shown it yet: the high watermark of "
                    "broker 0, which leads, is 1."
                )
            ],
        ),
        (
            "reads-are-stable",
            ON,
            28,
            {"shown.offset": 1, "shown.record": 0},
            [
                "A consumer was shown m0 at offset 1; broker 0, which leads, has m1 of epoch 0 there instead.",
                "A consumer was shown m0 at offset 1; broker 0, which leads, has m1 of epoch 0 there instead.",
                "A consumer was shown m0 at offset 1; broker 0, which shows consumers that offset too, has m1 there.",
            ],
        ),
        ("reads-are-stable", ON, 28, {"shown.offset": 1, "shown.record": 1}, []),
        (
            "monotonic-reads",
            ON,
            28,
            {"shown.offset": 1, "shown.record": 1, "replicas[1].high_watermark": 1},
            ["A consumer was shown m1 at offset 1; broker 1 shows nothing there: its high watermark is 1."],
        ),
        (
            "monotonic-reads",
            ON,
            28,
            {
                "shown.offset": 1,
                "shown.record": 1,
                "replicas[1].high_watermark": 1,
                "replicas[0].high_watermark": 1,
            },
            [
                "A consumer was shown m1 at offset 1; broker 0 shows nothing there: its high watermark is 1.",
                "A consumer was shown m1 at offset 1; broker 1 shows nothing there: its high watermark is 1.",
            ],
        ),
        (
            "hw-current",
            ON,
            28,
            {"replicas[0].high_watermark": 1},
            [
                (
                    "No change of the ISR is asked for, and its ISR {0, 1} has m1; the high "
                    "watermark of broker 0, which leads, is 1."
                )
            ],
        ),
        (
            "hw-current",
            ON,
            28,
            {"replicas[0].high_watermark": 0},
            [
                (
                    "No change of the ISR is asked for, and its ISR {0, 1} has m1; the high "
                    "watermark of broker 0, which leads, is 0."
                )
            ],
        ),
        ("hw-current", ON, 28, {"replicas[0].high_watermark": 1, "replicas[1].log[1].epoch": 1}, []),
        ("hw-current", TWICE, 37, {"replicas[0].high_watermark": 1}, []),
        (
            "leader-has-its-epoch",
            ON,
            28,
            {"replicas[0].log.length": 1, "replicas[1].log[1].epoch": 1},
            ["Broker 0 leads epoch 1, and its log ends at 1; broker 1 has m1 of that epoch at offset 1."],
        ),
        ("leader-has-its-epoch", ON, 28, {"replicas[0].log.length": 1}, []),
        (
            "epoch-cache-agrees",
            ON,
            28,
            {"replicas[1].cache[0]": -1},
            [
                "At offset 0, the log of broker 1 has m0 of epoch 0, and its leader epoch cache says no epoch.",
                "At offset 1, the log of broker 1 has m1 of epoch 0, and its leader epoch cache says no epoch.",
            ],
        ),
        (
            "epoch-cache-agrees",
            ON,
            28,
            {"replicas[1].cache[1]": 1},
            ["At offset 1, the log of broker 1 has m1 of epoch 0, and its leader epoch cache says epoch 1."],
        ),
        (
            "no-duplicate",
            TWICE,
            37,
            {"replicas[1].log[1].id": 0},
            ["m0 is there twice below the high watermark 2 of broker 1: at offsets 0 and 1."],
        ),
        ("no-duplicate", TWICE, 37, {"replicas[1].log[1].id": 0, "replicas[1].high_watermark": 1}, []),
        (
            "order-kept",
            TWICE,
            37,
            {"replicas[1].log[1].id": 0, "replicas[1].log[0].id": 1},
            ["m0 was sent before m1, and comes after it below the high watermark 2 of broker 1."],
        ),
        ("order-kept", TWICE, 37, {}, []),
        (
            "no-gap",
            TWICE,
            37,
            {"replicas[1].log[1].id": 0, "replicas[1].log[0].id": 1},
            ["m1 is there below the high watermark 2 of broker 1, and m0, which was sent before it, is not."],
        ),
        (
            "no-gap",
            TWICE,
            37,
            {"replicas[1].log[0].id": 1},
            [
                "m1 is there below the high watermark 2 of broker 1, and m0, which was sent before it, is not.",
                "m1 is there below the high watermark 2 of broker 1, and m0, which was sent before it, is not.",
            ],
        ),
        ("no-gap", TWICE, 37, {}, []),
        (
            "write-possible",
            TWICE,
            37,
            {"quorum.leader": -1},
            [
                (
                    "Nothing is pending, and no write is possible: nobody may be elected until one "
                    "of the ISR {0} is back."
                )
            ],
        ),
        (
            "write-possible",
            TWICE,
            37,
            {"quorum.leader": 1},
            [
                "Nothing is pending, and no write is possible: broker 1 is to lead epoch 2, and has not been told so."
            ],
        ),
        (
            "write-possible",
            TWICE,
            37,
            {},
            [
                (
                    "Nothing is pending, and no write is possible: broker 0 leads with the ISR {0}, "
                    "and refuses it until that has 1 members."
                )
            ],
        ),
        ("isr-complete", TWICE, 37, {}, ["Broker 1 is up, and not in the ISR {0}."]),
        ("isr-complete", ON, 28, {}, []),
        ("isr-complete", TWICE, 37, {"replicas[1].up": 0}, []),
    ],
)
def test_a_loss_names_the_record_the_broker_and_the_offset(
    name: str, run: str, steps: int, change: Change, sentences: list[str]
) -> None:
    assert losses(name, changed(states(run)[steps], change)) == sentences


def arrows(before: Any, after: Any) -> list[str]:
    """The messages of a step: `->` asks, `=>` answers."""
    was, now = telling().see(before), telling().see(after)
    return [
        f"{arrow.source} {'=>' if arrow.answer else '->'} {arrow.target}: {arrow.text}"
        for old, new in zip(was.brokers, now.brokers, strict=True)
        for arrow in telling().between(was, now, old, new)
    ]


def test_each_message_of_a_run_is_told_once() -> None:
    steps = list(zip(states(TWICE), states(TWICE)[1:], strict=False))
    assert [arrow for step in steps for arrow in arrows(*step)] == [
        "1 -> 0: fetch from offset 0",
        "0 -> 1: fetch from offset 0",
        "0 -> 1: fetch from offset 0",
        "1 => 0: m0, HW 1",
        "0 -> 1: fetch from offset 1",
        "1 => 0: m1, HW 2",
        "0 -> 1: fetch from offset 2",
        "1 -> controller: AlterPartition: ISR {0, 1}",
        "1 => 0: nothing new, HW 2",
        "0 -> 1: fetch from offset 2",
        "controller => 1: ISR {0, 1}",
        "1 => 0: nothing new, HW 2",
        "1 -> 0: fetch from offset 2",
        "0 -> controller: AlterPartition: ISR {0}",
        "0 => 1: nothing new, HW 2",
        "controller => 0: ISR {0}",
        "1 -> 0: fetch from offset 2",
        "0 -> controller: AlterPartition: ISR {0, 1}",
    ]


@pytest.mark.parametrize(
    ("stage", "offset", "epoch", "message"),
    [
        (Stage.epoch_request, 0, 1, "1 -> 0: where does epoch 1 end?"),
        (Stage.epoch_answer, 0, 0, "0 => 1: epoch 0 ends at 0"),
        (Stage.epoch_answer, 2, 1, "0 => 1: epoch 1 ends at 2"),
        (Stage.epoch_answer, 2, -1, "0 => 1: ends at 2"),
        (Stage.epoch_answer, -1, -1, "0 => 1: not known"),
        (Stage.out_of_range, 1, 0, "0 => 1: out of range, log end 1"),
        (Stage.fetch, 1, 0, "1 -> 0: fetch from offset 1"),
    ],
)
def test_a_message_says_what_is_asked_and_answered(stage: Any, offset: int, epoch: int, message: str) -> None:
    before = states(ON)[-1]
    exchange = {"stage": int(stage), "offset": offset, "epoch": epoch}
    after = changed(before, {f"replicas[1].exchange.{name}": value for name, value in exchange.items()})
    assert arrows(before, after) == [message]
    assert arrows(after, after) == []


def test_what_an_observer_sees_names_caches_brokers_and_what_clients_have_heard() -> None:
    seen = telling().observe(telling().see(states(TWICE)[-1]))
    assert {
        name: seen[name] for name in ("cache 0", "cache 1", "up 0", "remote LEO 0.1", "remote LEO 1.0")
    } == {
        "cache 0": "1:0 2:2",
        "cache 1": "1:0",
        "up 0": "yes",
        "remote LEO 0.1": "2",
        "remote LEO 1.0": "0",
    }
    assert (seen["acknowledged"], seen["shown"], "remote LEO 0.0" in seen) == ("m0 m1", "", False)
    shown = changed(states(TWICE)[-1], {"shown.offset": 0, "shown.record": 0, "replicas[1].up": 0})
    seen = telling().observe(telling().see(shown))
    assert (seen["shown"], seen["up 0"], seen["up 1"]) == ("m0 at 0", "yes", "no")
