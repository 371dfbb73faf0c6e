"""The request path: which rule keeps the answers in order, single and at their address, and what KIP-291 changes.

The verdicts and lengths are pinned (`impl/requests/pins.toml`); here are the runs.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.agreement import GO_ON, agree
from tidemark.checker.engines import reference
from tidemark.checker.engines.hypothesis import stateful
from tidemark.checker.engines.native.search import search
from tidemark.checker.engines.native.walk import simulate
from tidemark.checker.evidence.pins import pins
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import explain
from tidemark.impl import protocol
from tidemark.impl.requests import FAMILY, PROTOCOLS
from tidemark.spec import Machine

ORDER, REACH, ONCE = "answers-in-order", "answers-reach-who-asked", "answered-once"
FOLLOWER, STALE = "follower-acknowledges-nothing", "stale-leader-acknowledges-nothing"
BEHIND = "control-waits-for-no-data"
PINNED = [pin for pin in pins() if pin.protocol.startswith("requests/")]
ONE = {"connections": 1, "requests": 1, "queue-size": 2, "io-threads": 1}


def machine(name: str, bounds: dict[str, Any]) -> Machine:
    return protocol(f"requests/{name}").machine(bounds)


def run_of(name: str, bounds: dict[str, Any], promise: str) -> Run:
    """The shortest run that breaks the promise."""
    run = search(machine(name, bounds).only(promise)).promises[promise].run
    assert run is not None
    return run


def actions(run: Run) -> list[str]:
    return [str(step.instance) for step in run.steps[1:]]


def last_sentence(run: Run) -> str:
    return explain(run).steps[-1].sentence


def violated(acks: str) -> dict[str, dict[str, int]]:
    """What each protocol breaks, of what depends on it: a control request behind data is told of below."""
    found = {
        pin.protocol.split("/")[1]: dict(pin.violated)
        for pin in PINNED
        if pin.bounds.get("acks", "all") == acks
    }
    return {name: {key: n for key, n in lengths.items() if key != BEHIND} for name, lengths in found.items()}


# Answers: in order, at their address, and once.


def test_each_account_breaks_its_own_promise() -> None:
    found = violated("1")
    assert found["unmuted"] == {ORDER: 12, STALE: 9}
    assert found["early-check"] == {FOLLOWER: 11, STALE: 9}
    assert found["0.10.2"] == {REACH: 9, STALE: 9}
    assert violated("all")["look-then-set"] == {ONCE: 10}


def test_without_muting_two_io_threads_answer_out_of_order() -> None:
    run = run_of("unmuted", {"connections": 1, "acks": "1"}, ORDER)
    assert run.length == 12
    assert last_sentence(run).endswith("after the answer to a later request.")


def test_of_one_connection_one_request_is_handled_at_a_time() -> None:
    """However many requests a client sends ahead, and however many I/O threads there are."""
    built = machine("1.0", {"connections": 1, "acks": "1"})
    first = built.encode(built.initial)
    seen, todo = {first}, [first]
    while todo:
        state = todo.pop()
        threads = built.decode(state).io_threads
        assert sum(bool(one.busy and one.item.connection == 0) for one in threads) <= 1
        new = {after for _, after in reference.successors(built, state)} - seen
        seen |= new
        todo += new


def test_up_to_0_11_an_answer_reaches_a_new_connection_of_the_same_address_and_port() -> None:
    """KAFKA-5595."""
    run = run_of("0.10.2", {**ONE, "acks": "1", "reconnects": 1}, REACH)
    assert actions(run)[3] == "client_reconnects(connection=0)"
    assert last_sentence(run).endswith("on the new connection, which did not ask for it.")


def test_without_compare_and_set_an_event_and_the_timer_both_answer() -> None:
    run = run_of("look-then-set", ONE, ONCE)
    names = [step.partition("(")[0] for step in actions(run)]
    assert sorted(names[-4:]) == ["event_completes", "event_looks", "timer_completes", "timer_looks"]
    assert last_sentence(run).endswith("It was answered already.")


# Control requests.


def test_with_acks_1_the_stale_leader_acknowledges_first_whatever_queue_the_request_waits_in() -> None:
    """KIP-291 removes the wait behind data; it does not order a thread of its own before the I/O threads."""
    found = violated("1")
    assert found["1.0"] == found["2.2"] == {STALE: 9}
    assert found["control-first"] == {}
    behind = {pin.protocol.split("/")[1]: BEHIND in pin.violated for pin in PINNED}
    assert behind["1.0"]
    assert not behind["2.2"]
    assert not behind["control-first"]


def test_the_shortest_run_has_the_produce_before_the_control_request_in_the_one_queue() -> None:
    run = run_of("1.0", {**ONE, "acks": "1"}, STALE)
    assert actions(run)[-4:] == [
        "control_request_is_read()",
        "io_thread_takes_request(thread=0)",
        "io_thread_handles(thread=0)",
        "network_thread_answers(thread=0)",
    ]
    assert (
        last_sentence(run)
        == "Network thread 0 sends the answer to request 0 of connection 0, the acknowledgement."
    )


def test_with_acks_all_no_release_acknowledges_what_is_voided() -> None:
    """The new leader fetches no more, and a broker that becomes a follower answers with an error."""
    found = violated("all")
    assert all(STALE not in found[name] for name in ("0.10.2", "1.0", "2.2", "control-first"))


# The machines themselves.


def test_every_promise_of_every_protocol_is_pinned() -> None:
    named = {promise.name for promise in FAMILY.promises}
    assert {pin.protocol for pin in PINNED} == {one.name for one in PROTOCOLS}
    assert all({*pin.violated, *pin.holds} == named for pin in PINNED)
    assert max(pin.distinct_states for pin in PINNED) > 10_000_000


def test_every_action_has_its_sentence() -> None:
    functions = {a.function.__name__ for one in PROTOCOLS for a in one.machine({"reconnects": 1}).actions}
    assert functions == set(FAMILY.telling.stories)


@pytest.mark.parametrize(
    ("name", "bounds"),
    [
        ("look-then-set", ONE),
        ("2.2", {**ONE, "acks": "1", "reconnects": 1}),
        *(
            pytest.param(
                one.name.split("/")[1],
                {"requests": 1, "queue-size": 2, "acks": acks, "reconnects": 1},
                marks=pytest.mark.slow,
            )
            for one in PROTOCOLS
            for acks in ("1", "all")
        ),
    ],
    ids=str,
)
def test_engines_agree(name: str, bounds: dict[str, Any]) -> None:
    built = machine(name, bounds)
    assert set(built.symmetric_kinds()) == {"connection", "network thread", "I/O thread"}
    agree(built, length=4)


def test_random_runs_find_what_is_violated_and_break_nothing_that_holds() -> None:
    """By Hypothesis, and by random walks."""
    built = machine("1.0", {**ONE, "acks": "1"})
    truth = reference.search(built, GO_ON)
    wrong = built.only(STALE, BEHIND)
    right = built.only(ORDER, REACH, ONCE, FOLLOWER)
    for found in (
        stateful.search(wrong, seconds=600, seed=1),
        simulate(wrong, seconds=600, seed=1, length=30),
    ):
        for name, verdict in found.promises.items():
            assert verdict.length is not None
            assert verdict.length >= (truth.promises[name].length or 0)
    assert stateful.search(right, seconds=1, seed=1).undecided == [p.name for p in right.promises]
    assert simulate(right, seconds=0.5, seed=1).undecided == [p.name for p in right.promises]
