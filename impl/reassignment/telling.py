"""How a run is told: a sentence for each step; the controller and the brokers with their replicas as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from tidemark.impl.reassignment.partition import NO_EPOCH, Reassignment
from tidemark.impl.shared.broker_lanes import (
    CONTROLLER,
    acknowledged_cell,
    broker_actor,
    broker_lane,
    controller_lane,
)
from tidemark.spec import Arrow, Lane, Picture, Titles, none
from tidemark.spec.families.telling import Story

TITLES = Titles("broker", "offset", "acknowledged", "acknowledged", "role")


def picture_of(p: Reassignment) -> Picture:
    """The picture of a state."""
    record = [f"replicas {p.assigned}", f"leader {p.leader}, epoch {p.leader_epoch}", f"ISR {p.isr}"]
    if not p.target_replicas.is_empty():
        record.insert(1, f"to be {p.target_replicas}")
    return Picture((controller_lane(record), *(_lane(p, broker) for broker in p.brokers.indices())), TITLES)


def _lane(p: Reassignment, broker: Any) -> Lane:
    broker_state, leads = p.brokers[broker], p.leader == broker
    role = "no replica"
    if broker_state.has_replica:
        role = "leads" if leads else "in the ISR" if p.isr.has(broker) else "not in the ISR"
    role = role if broker_state.is_up else f"down, {role}"
    lines = tuple(_lines(p, broker))
    cells = tuple(acknowledged_cell(k, k < p.acknowledged) for k in range(int(broker_state.log)))
    lead: Literal["", "true"] = "true" if leads and broker_state.has_replica else ""
    mark = min(int(p.acknowledged), len(cells))
    return broker_lane(broker, role, cells, lines, lead, mark=mark, is_up=bool(broker_state.is_up))


def _lines(p: Reassignment, broker: Any) -> Iterator[str]:
    broker_state, stop = p.brokers[broker], p.stops[broker]
    if broker_state.has_replica:
        yield f"leader epoch {broker_state.leader_epoch}"
    if stop.leader_epoch != NO_EPOCH:
        late = ", late" if stop.is_late else ""
        yield f"StopReplica of epoch {stop.leader_epoch} on its way{late}"


def arrows_of(before: Reassignment, after: Reassignment) -> list[Arrow]:
    """The requests of the controller that a step sent."""
    arrows = []
    for broker in after.brokers.indices():
        was, now = before.brokers[broker], after.brokers[broker]
        if now.leader_epoch == after.leader_epoch != was.leader_epoch:
            arrows.append(
                Arrow(CONTROLLER, broker_actor(broker), f"LeaderAndIsr of epoch {now.leader_epoch}")
            )
        if after.stops[broker].leader_epoch > before.stops[broker].leader_epoch:
            epoch = after.stops[broker].leader_epoch
            arrows.append(Arrow(CONTROLLER, broker_actor(broker), f"StopReplica of epoch {epoch}"))
    return arrows


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
    "operator_reassigns":
        "An operator wants a replica on broker {new} in place of broker {old}. The controller adds it: "
        f"{_PARTITION}.",
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
}  # fmt: skip
