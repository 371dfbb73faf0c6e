"""A state of a reassignment as a picture: ZooKeeper with the controller, and each broker with its replica's records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from tidemark.impl.reassignment.partition import NO_EPOCH, Reassignment
from tidemark.impl.shared.broker_lanes import (
    CONTROLLER,
    acknowledged_cell,
    broker_actor,
    broker_lane,
    controller_lane,
)
from tidemark.spec import Arrow, Lane, Picture, Titles

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
