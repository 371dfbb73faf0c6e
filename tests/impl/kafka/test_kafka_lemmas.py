"""What the lemmas about messages say: of three runs, and of each change of a state in them that contradicts a lemma.

tests/engines/test_induction.py has the proof that they make, which takes minutes.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.kafka_states import BACK, ON, RUNS, TWICE, Change, changed, states
from tidemark.impl.kafka.lemmas import LEMMAS

CHANGES: list[tuple[str, int, Change, set[str]]] = [
    (ON, 28, {"replicas[0].log[1].epoch": 1}, {"who-waits-has-the-leaders-log"}),
    (
        ON,
        28,
        {"replicas[0].leader_epoch": -1},
        {
            "caches-are-in-order",
            "known-epochs-have-begun",
            "records-are-of-known-epochs",
            "who-answered-is-up",
        },
    ),
    (
        BACK,
        28,
        {"replicas[0].log[0].epoch": 1},
        {"leaders-have-all-of-their-epoch", "logs-match", "records-are-of-known-epochs"},
    ),
    (ON, 28, {"replicas[1].leader": -1}, {"exchanges-are-of-followers"}),
    (
        ON,
        28,
        {"requests[1].recipients": 3},
        {"an-epoch-has-one-leader", "only-its-leader-has-an-epoch-without-records"},
    ),
    (BACK, 28, {"replicas[1].exchange.leader_epoch": 1}, {"exchanges-are-of-followers"}),
    (
        TWICE,
        19,
        {"replicas[1].log[0].epoch": 0},
        {
            "caches-agree-on-where-epochs-start",
            "epochs-begin-at-one-offset",
            "leaders-have-all-of-their-epoch",
            "logs-match",
        },
    ),
    (TWICE, 19, {"replicas[0].exchange.records.length": 1}, {"exchanges-are-of-followers"}),
    (
        ON,
        28,
        {"quorum.leader": 1},
        {
            "an-epoch-has-one-leader",
            "caches-agree-on-where-epochs-start",
            "only-its-leader-has-an-epoch-without-records",
        },
    ),
    (TWICE, 19, {"replicas[0].exchange.offset": 0}, set()),
    (BACK, 28, {"records_written": 1}, {"records-are-of-known-epochs"}),
    (TWICE, 19, {"replicas[0].cache[0]": 0}, {"caches-are-in-order"}),
    (ON, 19, {"replicas[1].exchange.records.length": 1}, set()),
    (ON, 19, {"replicas[0].up": 0}, {"who-answered-is-up", "who-is-down-follows-nobody"}),
    (
        ON,
        28,
        {"replicas[1].log[0].epoch": 1},
        {
            "caches-agree-on-where-epochs-start",
            "leaders-have-all-of-their-epoch",
            "logs-match",
            "records-are-of-known-epochs",
            "who-waits-has-the-leaders-log",
        },
    ),
    (BACK, 28, {"requests[1].recipients": 1}, {"an-epoch-has-one-leader"}),
    (BACK, 28, {"requests[0].leader": 1}, set()),
    (ON, 19, {"requests[0].recipients": 1}, {"an-epoch-has-one-leader", "caches-are-in-order"}),
    (ON, 28, {"replicas[1].exchange.offset": -1}, {"exchanges-are-of-followers"}),
    (TWICE, 37, {"replicas[1].exchange.records.length": 1}, set()),
    (TWICE, 2, {"requests[0].recipients": 1}, set()),
    (
        TWICE,
        12,
        {"replicas[1].log[0].epoch": 0},
        {"epochs-begin-at-one-offset", "leaders-have-all-of-their-epoch"},
    ),
    (ON, 6, {"replicas[1].leader": 1}, {"known-epochs-have-begun", "who-is-down-follows-nobody"}),
    (BACK, 8, {"replicas[1].log.length": 1}, set()),
    (TWICE, 26, {"replicas[0].log[1].epoch": 0}, {"records-are-of-known-epochs"}),
    (TWICE, 2, {"replicas[0].leader_epoch": 1}, {"who-is-down-follows-nobody"}),
    (TWICE, 2, {"requests[0].recipients": 2}, {"an-epoch-has-one-leader"}),
    (
        ON,
        10,
        {"replicas[1].cache[1]": 2},
        {
            "caches-agree-on-where-epochs-start",
            "caches-are-in-order",
            "only-its-leader-has-an-epoch-without-records",
        },
    ),
    (TWICE, 12, {"replicas[0].exchange.offset": 1}, set()),
    (
        TWICE,
        12,
        {"replicas[0].cache[1]": 1},
        {
            "caches-agree-on-where-epochs-start",
            "caches-are-in-order",
            "only-its-leader-has-an-epoch-without-records",
        },
    ),
    (ON, 14, {"replicas[1].exchange.stage": 3}, set()),
    (TWICE, 26, {"replicas[1].leader": 0}, {"an-epoch-has-one-leader"}),
    (
        ON,
        28,
        {"replicas[0].log[0].id": 1, "replicas[1].log[0].id": 0},
        {"logs-match", "who-waits-has-the-leaders-log"},
    ),
    (
        ON,
        28,
        {"replicas[0].log[0].epoch": 1, "replicas[0].log[1].epoch": 1},
        {"who-waits-has-the-leaders-log"},
    ),
    (ON, 28, {"replicas[0].log[1].id": 0}, {"logs-match", "who-waits-has-the-leaders-log"}),
    (
        ON,
        28,
        {"replicas[0].log[0].epoch": 1, "replicas[1].log[0].epoch": 1},
        {"caches-agree-on-where-epochs-start", "records-are-of-known-epochs"},
    ),
    (TWICE, 37, {"replicas[0].log[0].id": 1}, {"logs-match", "who-waits-has-the-leaders-log"}),
    (TWICE, 37, {"replicas[1].cache[1]": 1}, {"caches-agree-on-where-epochs-start"}),
    (TWICE, 37, {"replicas[1].cache[1]": -1}, set()),
    (
        TWICE,
        37,
        {"replicas[0].cache[1]": -1, "replicas[0].leader_epoch": 1, "replicas[1].leader_epoch": 1},
        {
            "caches-agree-on-where-epochs-start",
            "caches-are-in-order",
            "exchanges-are-of-followers",
            "who-answered-is-up",
        },
    ),
    (
        TWICE,
        37,
        {"replicas[0].cache[1]": 1, "replicas[1].cache[1]": -1},
        {"caches-agree-on-where-epochs-start"},
    ),
    (
        TWICE,
        37,
        {"replicas[1].exchange.leader_epoch": 1, "replicas[0].log.length": 1},
        {"caches-are-in-order"},
    ),
    (TWICE, 37, {"replicas[0].log.length": 1}, {"caches-are-in-order", "who-waits-has-the-leaders-log"}),
    (
        TWICE,
        37,
        {"replicas[0].leader": 1, "replicas[0].log.length": 1},
        {"an-epoch-has-one-leader", "caches-are-in-order", "only-its-leader-has-an-epoch-without-records"},
    ),
    (
        TWICE,
        37,
        {"replicas[1].exchange.offset": 1, "replicas[0].log[1].epoch": 0},
        {"exchanges-are-of-followers", "records-are-of-known-epochs", "who-waits-has-the-leaders-log"},
    ),
    (
        TWICE,
        37,
        {"replicas[1].exchange.offset": 1, "replicas[0].log[1].epoch": 0, "replicas[1].log[1].epoch": 0},
        {"exchanges-are-of-followers", "records-are-of-known-epochs", "who-waits-has-the-leaders-log"},
    ),
]
"""A run, how many steps of it, fields that are changed then, and the lemmas that refuse that state."""


def refusing(state: Any) -> set[str]:
    return {lemma.name for lemma in LEMMAS if not lemma.function(state)} - {"epoch-cache-agrees"}


@pytest.mark.parametrize("run", RUNS)
def test_the_lemmas_hold_along_a_run(run: str) -> None:
    assert [refusing(state) for state in states(run)] == [set()] * len(states(run))


@pytest.mark.parametrize(("run", "steps", "change", "refused_by"), CHANGES)
def test_a_state_that_contradicts_lemmas_is_refused_by_these_alone(
    run: str, steps: int, change: Change, refused_by: set[str]
) -> None:
    assert refusing(changed(states(run)[steps], change)) == refused_by


def test_each_lemma_refuses_a_state() -> None:
    refused = set[str]().union(*[names for *_, names in CHANGES])
    assert refused == {lemma.name for lemma in LEMMAS} - {"epoch-cache-agrees"}
