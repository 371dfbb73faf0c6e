"""The request path: which rule keeps the answers in order, single and at their address, and what KIP-291 changes.

The verdicts and lengths are pinned (`impl/requests/pins.toml`); here are the runs.
"""

from __future__ import annotations

from typing import Any

from tidemark.checker.engines import reference
from tidemark.checker.engines.native.search import search
from tidemark.checker.evidence.pins import pins
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import explain
from tidemark.impl import protocol
from tidemark.spec import Machine

ORDER, REACH, ONCE = "answers-in-order", "answers-reach-who-asked", "answered-once"
FOLLOWER, STALE = "follower-acknowledges-nothing", "stale-leader-acknowledges-nothing"
BEHIND = "control-waits-for-no-data"
OTHERS = {"metadata", "controller-sends"}
"""Bounds of the pins with other requests than produces and LeaderAndIsr."""
PINNED = [pin for pin in pins() if pin.protocol.startswith("requests/") and not OTHERS & set(pin.bounds)]
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
    lengths_by_protocol = {
        pin.protocol.split("/")[1]: dict(pin.violated)
        for pin in PINNED
        if pin.bounds.get("acks", "all") == acks
    }
    return {
        name: {key: n for key, n in lengths.items() if key != BEHIND}
        for name, lengths in lengths_by_protocol.items()
    }


# Answers: in order, at their address, and once.


def test_each_account_breaks_its_own_promise() -> None:
    shortest = violated("1")
    assert shortest["unmuted"] == {ORDER: 12, STALE: 9}
    assert shortest["early-check"] == {FOLLOWER: 11, STALE: 9}
    assert shortest["0.10.2"] == {REACH: 9, STALE: 9}
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
        assert sum(bool(thread.busy and thread.item.connection == 0) for thread in threads) <= 1
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
    shortest = violated("1")
    assert shortest["1.0"] == shortest["2.2"] == {STALE: 9}
    assert shortest["control-first"] == {}
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
    """The new leader no longer fetches, and a broker that becomes a follower answers with an error."""
    shortest = violated("all")
    assert all(STALE not in shortest[name] for name in ("0.10.2", "1.0", "2.2", "control-first"))


NAMES, LAST = "names-itself-no-longer", {"requests": 1, "metadata": 1, "connections": 1, "io-threads": 1}


def test_a_broker_that_has_obeyed_names_itself_until_update_metadata_comes() -> None:
    assert actions(run_of("1.0", LAST, NAMES))[-1] == "io_thread_answers_metadata(thread=0)"
    result = search(machine("metadata-first", LAST).only(NAMES))
    assert result.promises[NAMES].verdict == "holds"


def test_a_topic_that_is_deleted_is_written_to_while_stop_replica_waits() -> None:
    """With acks=all too: nobody else is elected, so the followers still fetch."""
    stops = {**ONE, "controller-sends": "stop-replica"}
    for name in ("1.0", "2.2"):
        assert actions(run_of(name, stops, STALE))[-2].startswith("event_completes")
    assert search(machine("control-first", stops).only(STALE)).promises[STALE].verdict == "holds"
    assert search(machine("2.2", ONE).only(STALE)).promises[STALE].verdict == "holds"


def test_a_run_says_which_request_the_controller_sends() -> None:
    run_sentences = [
        step.sentence
        for step in explain(run_of("1.0", {**ONE, "controller-sends": "stop-replica"}, STALE)).steps
    ]
    assert "The controller deletes the topic, and sends the broker a StopReplica request." in run_sentences
    assert not any("LeaderAndIsr" in sentence for sentence in run_sentences)
