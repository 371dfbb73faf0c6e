"""The sentence of each action in a run, by the name of the action's function.

A template names the arguments and `state`, the states before (`was`) and after the step (`now`).
"""

from collections.abc import Mapping
from typing import Any

from tidemark.spec import none
from tidemark.spec.families.telling import Story

_PARTITION = "replicas {state.now.assigned}, leader {state.now.leader!s}, ISR {state.now.isr}"


def _records(number: int) -> str:
    return "1 record" if number == 1 else f"{number} records"


def _removes(state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    sentences = f"The controller removes the old replicas: replicas {now.assigned}, leader {now.leader}, ISR {now.isr}."
    old = [broker for broker in was.assigned.ids() if not now.assigned.has(broker)]
    sent = [str(broker) for broker in old if was.brokers[broker].is_up]
    missed = [str(broker) for broker in old if not was.brokers[broker].is_up]
    if sent:
        sentences += f" A StopReplica request is on its way to broker {', '.join(sent)}."
    if missed:
        sentences += f" Broker {', '.join(missed)} is down, and is sent nothing."
    if now.leader == none:
        sentences += " No new replica may lead."
    return sentences


def _stops(broker: Any, state: Any, **_: Any) -> str:
    was, now, stop = state.was.brokers[broker], state.now.brokers[broker], state.was.stops[broker]
    late = "the first copy of an earlier StopReplica request" if stop.is_late else "the StopReplica request"
    if not was.has_replica:
        return f"Broker {broker} receives {late}, and has no replica."
    if now.has_replica:
        epochs = f"leader epoch {stop.leader_epoch}, and it knows {was.leader_epoch}"
        return f"Broker {broker} refuses {late}: it is of {epochs}."
    return f"Broker {broker} receives {late}, and deletes its replica, with {_records(was.log)}."


def _restarts(broker: Any, state: Any, **_: Any) -> str:
    now = state.now
    if not now.assigned.has(broker):
        kept = "keeps the one that it had" if now.brokers[broker].has_replica else "has none"
        return f"Broker {broker} restarts. No replica is assigned to it; it {kept}."
    led = " It leads." if now.leader == broker and state.was.leader != broker else ""
    return f"Broker {broker} restarts with {_records(now.brokers[broker].log)}.{led}"


def _copies(follower: Any, state: Any, **_: Any) -> str:
    log, acknowledged = state.now.brokers[follower].log, state.now.acknowledged
    return f"Broker {follower} copies from the leader, and has {_records(log)}; acknowledged so far: {acknowledged}."


STORIES: Mapping[str, Story] = {
    "operator_reassigns": (
        "An operator wants a replica on broker {new} in place of broker {old}. The controller adds it: "
        f"{_PARTITION}."
    ),
    "controller_moves_leader": f"The controller makes a new replica leader: {_PARTITION}.",
    "controller_removes_old": _removes,
    "controller_notices_failure": f"The controller learns that broker {{broker}} is down: {_PARTITION}.",
    "leader_appends": "Leader {state.was.leader!s} appends a record; acknowledged so far: {state.now.acknowledged}.",
    "follower_copies": _copies,
    "leader_expands_isr": "The leader takes broker {follower} into the ISR: {state.now.isr}.",
    "broker_stops_replica": _stops,
    "broker_stops_replica_once": lambda **told: (
        f"{_stops(**told)} The controller had sent it twice, since a connection broke: a copy is still to come."
    ),
    "broker_crashes": "Broker {broker} crashes.",
    "broker_restarts": _restarts,
}
