"""What the message-level protocol can do: a promise is worth nothing if the model can't move.

Each *sometimes* is searched for as the violation of its opposite; the length of the witness is pinned.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tidemark.checker.engines.native.search import search
from tidemark.checker.runs.results import Limits, Run
from tidemark.impl import protocol
from tidemark.impl.kafka import PROTOCOLS
from tidemark.impl.kafka.cluster import KafkaCluster
from tidemark.spec import Machine, Promise, all_of, any_of, none, not_

ONE_RECORD = {"log-size": 1, "records": 1}
RULES = [p.name.removeprefix("kafka/") for p in PROTOCOLS]
Predicate = Callable[[KafkaCluster], Any]


def machine(name: str, bounds: dict[str, Any]) -> Machine:
    return protocol(f"kafka/{name}").machine({"election-order": "any", **bounds})


def witness(model: Machine, reached: Predicate) -> Run:
    """A shortest run to a state in which the predicate holds."""
    never = Promise("never", lambda c: not_(reached(c)))
    verdict = search(replace(model, promises=[never])).promises["never"]
    assert verdict.run is not None, "no such state is reachable"
    return verdict.run


@pytest.mark.parametrize("rule", RULES)
def test_a_record_is_acknowledged_and_consumed_with_three_replicas(rule: str) -> None:
    def reached(c: KafkaCluster) -> Any:
        everywhere = all_of(r.log.contains(0) & (r.high_watermark == 1) for r in c.replicas)
        return c.produced[0].acknowledged & (c.shown.offset == 0) & everywhere

    bounds = {"replicas": 3, "min-isr": 3, "crashes": 0, "max-epoch": 0, **ONE_RECORD}
    assert witness(machine(rule, bounds), reached).length == 17


@pytest.mark.parametrize("rule", RULES)
def test_an_isr_shrinks_and_grows_back(rule: str) -> None:
    """Up to 2.0.1 a follower leaves that has all records, by the time of its last fetch.

    From 2.7 on the controller records the change, and the leader asks for no other before it has the answer. Up to 3.0
    its high watermark is still 0 then, so that an empty log will do (KAFKA-13091).
    """
    by_time = RULES.index(rule) <= RULES.index("2.0.1")
    model = machine(rule, {"crashes": 0, "max-epoch": 0, **ONE_RECORD})
    shrunk = witness(model, lambda c: c.quorum.isr.size() == 1)
    grown = witness(
        replace(model, initial=model.decode(shrunk.steps[-1].state)), lambda c: c.quorum.isr.size() == 2
    )
    asks, late = RULES.index(rule) >= RULES.index("2.7"), rule in ("2.7", "2.8.0", "2.8.1")
    assert (shrunk.length, grown.length) == ((2, 3) if by_time else (4, 5 if late else 8) if asks else (3, 6))


@pytest.mark.parametrize(("rule", "length"), [("0.10.2", 6), ("0.11", 10), ("2.0.1", 10), ("2.6.1", 10)])
def test_a_restarted_replica_truncates_one_record(rule: str, length: int) -> None:
    """The only record is gone from the log of a leader that crashed, was succeeded and came back."""

    def reached(c: KafkaCluster) -> Any:
        old, new = c.replicas.indices()
        back = c.quorum.isr.is_only(new) & (c.replicas[old].leader_epoch == 1)
        return (c.budget.crashes == 0) & back & (c.records_written == 1) & not_(c.holds(0))

    assert witness(machine(rule, {"max-epoch": 1, **ONE_RECORD}), reached).length == length


def leads(broker: int) -> Predicate:
    return lambda c: c.is_true_leader(c.replicas.indices()[broker])


LEADER_CHANGES: dict[str, tuple[dict[str, Any], Predicate, int]] = {
    "for balance": ({"crashes": 0, "max-epoch": 1}, leads(1), 3),
    "the leader failed": (
        {"max-epoch": 1},
        lambda c: leads(1)(c) & not_(c.quorum.live.has(c.replicas.indices()[0])),
        4,
    ),
    "the last member of the ISR came back": ({"replicas": 1}, lambda c: c.quorum.leader_epoch == 2, 5),
    "there is no leader meanwhile": ({"replicas": 1}, lambda c: c.quorum.leader == none, 3),
    "unclean": (
        {"unclean": "yes", "max-epoch": 1},
        lambda c: (
            leads(1)(c) & c.produced[0].acknowledged & (c.replicas[c.replicas.indices()[1]].log.length == 0)
        ),
        6,
    ),
    "the leader was cut off, and goes on": (
        {"crashes": 0, "zombies": 1},
        lambda c: leads(1)(c) & c.presumes_leadership(c.replicas.indices()[0]),
        3,
    ),
}


@pytest.mark.parametrize("cause", LEADER_CHANGES)
def test_the_leader_changes_for_each_cause(cause: str) -> None:
    bounds, reached, length = LEADER_CHANGES[cause]
    assert witness(machine("2.6.1", {**ONE_RECORD, **bounds}), reached).length == length


def test_a_zombie_goes_on_acknowledging_with_acks_1() -> None:
    model = machine("2.6.1", {"crashes": 0, "zombies": 1, "acks": "1", **ONE_RECORD})
    succeeded = witness(model, lambda c: leads(1)(c) & c.presumes_leadership(c.replicas.indices()[0]))
    later = replace(model, initial=model.decode(succeeded.steps[-1].state))
    acknowledged = witness(
        later, lambda c: c.produced[0].acknowledged & c.replicas[c.replicas.indices()[0]].log.contains(0)
    )
    assert (succeeded.length, acknowledged.length) == (3, 2)


def test_a_request_overtakes_an_older_one() -> None:
    """A broker that gets merged metadata acts on epoch 2 while epoch 1 is still on its way to another."""

    def reached(c: KafkaCluster) -> Any:
        return any_of(r.leader_epoch == 2 for r in c.replicas) & not_(c.requests[1].recipients.is_empty())

    assert witness(machine("2.6.1", {**ONE_RECORD, "metadata": "merged"}), reached).length == 4
    in_order = machine("2.6.1", ONE_RECORD)
    never = Promise(
        "never",
        lambda c: not_(
            any_of(
                (r.leader_epoch == 2) & c.requests[1].recipients.has(broker)
                for broker, r in zip(c.replicas.indices(), c.replicas, strict=True)
            )
        ),
    )
    assert search(replace(in_order, promises=[never])).promises["never"].verdict == "holds"


def test_an_answer_is_under_way_while_the_leader_changes() -> None:
    def reached(c: KafkaCluster) -> Any:
        old, new = c.replicas.indices()[:2]
        return (c.replicas[new].exchange.records.length == 1) & (c.quorum.leader != old)

    assert witness(machine("2.6.1", ONE_RECORD), reached).length == 5


EVERYTHING = {
    "zombies": 1,
    "power-losses": 1,
    "flush": "free",
    "message-losses": 1,
    "checkpoint": "lazy",
    "epoch-cache": "lazy",
    "unclean": "yes",
}


@pytest.mark.parametrize(
    "acks", [pytest.param("0", marks=pytest.mark.slow), pytest.param("1", marks=pytest.mark.slow), "all"]
)
@pytest.mark.parametrize("rule", RULES)
def test_with_all_faults_and_options_no_action_is_idle_and_none_leaves_its_domain(
    rule: str, acks: str
) -> None:
    result = search(machine(rule, {"acks": acks, **ONE_RECORD, **EVERYTHING}), Limits(keep_going=True))
    assert result.complete
    assert [name for name, coverage in result.actions.items() if not coverage.enabled] == []
