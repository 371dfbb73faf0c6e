"""What the lemmas about messages say: of three runs, and of each change of a state in them that contradicts a lemma.

tests/engines/test_induction.py has the proof that they make, which takes minutes.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import pytest

from tidemark import impl
from tidemark.impl.kafka.lemmas import LEMMAS
from tidemark.spec import Machine

BOUNDS = {"log-size": 2, "records": 2, "max-epoch": 2, "consumers": "no", "crashes": 1, "message-losses": 1}
FETCH = "follower_sends_fetch(follower={0}, leader={1}); leader_handles_fetch(leader={1}, follower={0}); "
FETCH_BOTH = f"{FETCH}follower_appends(follower={{0}}); {FETCH}follower_appends(follower={{0}}); "
CATCH_UP = (
    f"{FETCH_BOTH}{FETCH}leader_answers_waiting_fetch(leader={{1}}, follower={{0}}); "
    "follower_appends(follower={0})"
)
RUNS = {
    "the leader goes on": (
        "follower_sends_fetch(follower=1, leader=0); message_is_lost(follower=1); produce(leader=0); "
        "leader_shrinks_isr(leader=0, follower=1); produce(leader=0); broker_crashes(broker=1); "
        "controller_notices_failed_follower(broker=1); broker_restarts(broker=1); "
        "become_leader(broker=0, epoch=1); become_follower(follower=1, epoch=1); "
        + CATCH_UP.format(1, 0)
        + "; controller_alters_isr(leader=0); "
        + FETCH.format(1, 0)
        + "leader_answers_waiting_fetch(leader=0, follower=1); follower_appends(follower=1); "
        "leader_learns_altered_isr(leader=0); " + FETCH.format(1, 0)
    ),
    "a follower is back": (
        "broker_crashes(broker=1); produce(leader=0); leader_shrinks_isr(leader=0, follower=1); "
        "controller_alters_isr(leader=0); controller_notices_failed_follower(broker=1); "
        "leader_learns_altered_isr(leader=0); broker_restarts(broker=1); produce(leader=0); "
        "become_follower(follower=1, epoch=0); follower_sends_fetch(follower=1, leader=0); "
        "message_is_lost(follower=1); "
        + FETCH_BOTH.format(1, 0)
        + FETCH.format(1, 0)
        + "controller_alters_isr(leader=0); leader_learns_altered_isr(leader=0); "
        "leader_answers_waiting_fetch(leader=0, follower=1); follower_appends(follower=1); "
        + FETCH.format(1, 0)
        + "leader_answers_waiting_fetch(leader=0, follower=1); follower_appends(follower=1); "
        "follower_sends_fetch(follower=1, leader=0)"
    ),
    "leadership moves twice": (
        "broker_crashes(broker=0); controller_fails_over(failed=0, successor=1); broker_restarts(broker=0); "
        "follower_sends_fetch(follower=1, leader=0); become_leader(broker=1, epoch=1); "
        "become_follower(follower=0, epoch=1); follower_sends_fetch(follower=0, leader=1); produce(leader=1); "
        "message_is_lost(follower=0); follower_sends_fetch(follower=0, leader=1); "
        "leader_handles_fetch(leader=1, follower=0); produce(leader=1); follower_appends(follower=0); "
        + FETCH.format(0, 1)
        + "follower_appends(follower=0); "
        + FETCH.format(0, 1)
        + "leader_answers_waiting_fetch(leader=1, follower=0); follower_appends(follower=0); "
        "follower_sends_fetch(follower=0, leader=1); controller_alters_isr(leader=1); "
        "leader_handles_fetch(leader=1, follower=0); leader_learns_altered_isr(leader=1); "
        "leader_answers_waiting_fetch(leader=1, follower=0); controller_moves_leadership(successor=0); "
        "become_follower(follower=1, epoch=2); become_leader(broker=0, epoch=2); "
        "follower_sends_fetch(follower=1, leader=0); leader_shrinks_isr(leader=0, follower=1); "
        "controller_alters_isr(leader=0); leader_handles_fetch(leader=0, follower=1); "
        "leader_answers_waiting_fetch(leader=0, follower=1); follower_appends(follower=1); "
        "leader_learns_altered_isr(leader=0); " + FETCH.format(1, 0)
    ),
}
ON, BACK, TWICE = RUNS
Change = dict[str, Any]
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


@functools.cache
def machine() -> Machine:
    built = impl.protocol("kafka/3.7").machine(BOUNDS)
    return replace(built, promises=list(LEMMAS), temporal=())


@functools.cache
def states(run: str) -> list[Any]:
    instances = {str(instance): instance for instance in machine().instances}
    states = [machine().initial]
    for step in filter(None, RUNS[run].strip("; ").split("; ")):
        states.append(machine().run(states[-1], instances[step]))
    return states


def changed(state: Any, change: Change) -> Any:
    """The state with other values in some fields, by their paths."""
    paths = [leaf.path for leaf in machine().type.leaves("")]
    fields = list(machine().encode(state))
    for path, value in change.items():
        fields[paths.index(path)] = value
    return machine().decode(tuple(fields))


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
