"""The idempotent producer (KIP-98): producer epoch and sequence numbers, and what a leader remembers of them.

One producer and one partition, with several requests in flight on a connection that breaks, a leader that refuses, and
leaders that change. `session` has the state, `producer` and `leader` the two sides; a protocol is a choice of the rules
here. What becomes of it under the replication of a partition is the rule `producer` of the family `kafka`.
"""

from pathlib import Path
from typing import Any

from tidemark.impl.idempotence import leader, producer
from tidemark.impl.idempotence.promises import PROMISES
from tidemark.impl.idempotence.session import Gap, Session, Unknown, initial_session, session_type
from tidemark.impl.idempotence.telling import SessionTelling
from tidemark.spec import Bound, Cost, Family, Int, Machine, Number, Protocol, Rule, settings_of, spent

RULES = {
    "numbering": "whether batches carry a producer epoch and sequence numbers",
    "unknown-producer": "which number a leader takes of a producer that it does not know",
    "failover": "what a new leader knows of the producer",
    "gap": "what a producer does whose next number is refused",
}


def _build(name: str, bounds: dict[str, Any], chosen: dict[str, Rule]) -> Machine:
    settings = settings_of(chosen)
    state = session_type(bounds, settings)
    absent = _left_out(bounds, settings)
    return Machine(
        name=name,
        bounds=bounds,
        type=state,
        initial=initial_session(state, bounds),
        actions=[a for a in (*producer.ACTIONS, *leader.ACTIONS) if a.name not in absent],
        promises=list(PROMISES),
        domains={"record": Int(0, bounds["records"] - 1), "offset": Int(0, bounds["log-size"])},
    )


def _left_out(bounds: dict[str, Any], settings: dict[str, Any]) -> set[str]:
    """The names of the actions that can never happen at these bounds: they would only be reported as idle."""
    faults = bounds["disconnects"] + bounds["refusals"] + bounds["leader-changes"] > 0
    outlives = bounds["disconnects"] > 0 and bounds["late"] > 0
    possible = {
        "send_again": faults,
        "give_up": faults and bounds["give-ups"] > 0,
        "resolve": faults and bounds["give-ups"] > 0 and settings["numbered"],
        "leader_drops_duplicate": faults and settings["numbered"],
        "leader_refuses_number": faults and settings["numbered"],
        "leader_refuses": bounds["refusals"] > 0,
        "connection_breaks": bounds["disconnects"] > 0,
        "connection_breaks_late": outlives,
        "leader_handles_late": outlives,
        "leader_changes": bounds["leader-changes"] > 0,
    }
    return {name for name, can_happen in possible.items() if not can_happen}


def _faults(before: Session, after: Session) -> Number:
    """What a step pays from the budget."""
    paid: Number = spent(before.budget, after.budget)
    return paid


FAMILY = Family(
    name="idempotence",
    bounds=(
        Bound("records", "records that the producer writes", 3, 1, 8),
        Bound("log-size", "records that the log can hold", 4, 1, 12),
        Bound("max-epoch", "the largest epoch of the producer; they start at 0", 1, 0, 4, spare=1),
        Bound("in-flight", "max.in.flight.requests.per.connection", 2, 1, 8, role="setting"),
        Bound(
            "remembered", "numbers that a leader remembers of a producer; Kafka: 5", 2, 1, 8, role="setting"
        ),
        Bound("disconnects", "connections that may break", 1, 0, 4, role="budget"),
        Bound(
            "late", "requests that may outlive their connection in the leader's queue", 0, 0, 4, role="budget"
        ),
        Bound("refusals", "answers that may be an error to be tried again", 1, 0, 4, role="budget"),
        Bound("leader-changes", "changes of the leader", 1, 0, 4, role="budget"),
        Bound(
            "give-ups", "records that the producer may give up (delivery.timeout.ms)", 0, 0, 4, role="budget"
        ),
    ),
    rules=RULES,
    promises=PROMISES,
    build=_build,
    telling=SessionTelling(),
    costs=(Cost("faults", _faults),),
    pins=Path(__file__).with_name("pins.toml"),
)


_UP_TO_2_4 = {
    "numbering": Rule.sets("they do, from 0 on", numbered=True),
    "unknown-producer": Rule.sets("0 alone (UNKNOWN_PRODUCER_ID)", unknown_producer=Unknown.zero),
    "failover": Rule.sets("what its log says", rebuilds=True),
    "gap": Rule.sets("all in flight fails", gap=Gap.ends),
}
_FROM_2_5 = {
    **_UP_TO_2_4,
    "unknown-producer": Rule.sets("any (KIP-360)", unknown_producer=Unknown.any_number),
    "gap": Rule.sets(
        "it begins a new epoch, and numbers what is in flight from 0 on (KIP-360)", gap=Gap.begins_an_epoch
    ),
}
_FROM_4_5 = {
    **_FROM_2_5,
    "unknown-producer": Rule.sets(
        "0 alone where the log is empty (KAFKA-15591), else any",
        unknown_producer=Unknown.zero_in_an_empty_log,
    ),
}

PROTOCOLS = (
    Protocol(
        "idempotence/no-numbers",
        "retries without numbers: enable.idempotence=false",
        FAMILY,
        {
            **_FROM_4_5,
            "numbering": Rule.sets("they do not: a leader appends whatever it gets", numbered=False),
        },
    ),
    Protocol("idempotence/1.1", "Kafka 1.1 to 2.4: five batches in flight (KAFKA-5494)", FAMILY, _UP_TO_2_4),
    Protocol(
        "idempotence/2.5",
        "Kafka 2.5 to 4.4: an unknown producer may begin anywhere (KIP-360)",
        FAMILY,
        _FROM_2_5,
    ),
    Protocol("idempotence/4.5", "Kafka 4.5: an empty log begins with 0 (KAFKA-15591)", FAMILY, _FROM_4_5),
    Protocol(
        "idempotence/forgotten",
        "Kafka 4.5, but a new leader knows nothing of the producer; no release's",
        FAMILY,
        {**_FROM_4_5, "failover": Rule.sets("nothing", rebuilds=False)},
    ),
)
