"""Topics that are made, deleted and made again: when a deleted one is gone, and where its records come back.

The verdicts and lengths are pinned (`impl/topic_lifecycle/pins.toml`); here are the runs.
"""

from __future__ import annotations

from typing import Any

from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Run
from tidemark.checker.telling.explanation import explain
from tidemark.impl import protocol

OLD, EVERYWHERE = "no-old-records", "deleted-everywhere"
WAITS, SERVES = "deletion-waits-for-nobody", "leader-serves"


def broken(name: str, **bounds: Any) -> set[str]:
    """The promises that the protocol breaks at these bounds."""
    verdicts = search(protocol(f"topics/{name}").machine(bounds)).promises
    return {promise for promise, verdict in verdicts.items() if verdict.length is not None}


def run_of(name: str, promise: str) -> Run:
    """The shortest run that breaks the promise."""
    run = search(protocol(f"topics/{name}").machine().only(promise)).promises[promise].run
    assert run is not None
    return run


def sentences(run: Run) -> list[str]:
    return [step.sentence for step in explain(run).steps]


def test_a_deletion_that_waits_for_every_replica_leaves_nothing_behind() -> None:
    assert broken("2.7") == broken("2.8") == {WAITS}
    assert broken("2.7", crashes=0) == broken("at-once", crashes=0) == set()


def test_a_topic_that_is_gone_at_once_gives_its_records_to_the_next_one_of_its_name() -> None:
    assert broken("at-once") == {OLD, EVERYWHERE}
    end = run_of("at-once", OLD)
    last = end.machine.decode(end.steps[-1].state)
    assert any(broker.log_of == 1 and broker.serves == 2 and broker.log for broker in last.brokers)
    assert sentences(end)[-1].endswith("has a log of topic 1, with 1 record, and takes it for this topic's.")


def test_with_ids_the_old_log_is_refused_and_its_broker_does_not_serve_the_topic() -> None:
    assert broken("at-once-ids") == {EVERYWHERE, SERVES}
    assert sentences(run_of("at-once-ids", SERVES))[-1].endswith("INCONSISTENT_TOPIC_ID.")


def test_a_broker_that_is_back_is_sent_the_request_that_it_missed() -> None:
    built = protocol("topics/2.7").machine()
    instances = {str(instance): instance for instance in built.instances}
    t: Any = built.initial
    for step in (
        "topic_is_created(leader=0)",
        "broker_crashes(broker=1)",
        "operator_deletes()",
        "broker_stops_replica(broker=0)",
        "broker_restarts(broker=1)",
        "broker_stops_replica(broker=1)",
        "controller_completes_deletion()",
    ):
        assert t.is_registered == (step != "topic_is_created(leader=0)")
        t = built.run(t, instances[step])
    assert not t.is_registered
    assert all(broker.is_empty() for broker in t.brokers)


def test_a_run_is_drawn_with_the_topic_that_a_record_is_of() -> None:
    explanation = explain(run_of("at-once", OLD))
    old = explanation.steps[-1].picture.rows[0]
    assert (old.role, [cell.detail for cell in old.cells or ()]) == ("serves topic 2", ["topic 1"])
