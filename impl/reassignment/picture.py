"""A state of a reassignment as a picture: ZooKeeper with the controller, and each broker with its replica's records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tidemark.impl.reassignment.partition import NO_EPOCH, Reassignment
from tidemark.spec import Arrow, Cell, Lane, Picture, Titles

CONTROLLER = "controller"
TITLES = Titles("broker", "offset", "acknowledged", "acknowledged", "role")


def _actor(broker: int) -> str:
    return f"broker {broker}"


def picture_of(p: Reassignment) -> Picture:
    """The picture of a state."""
    known = [f"replicas {p.assigned}", f"leader {p.leader}, epoch {p.leader_epoch}", f"ISR {p.isr}"]
    if not p.target_replicas.is_empty():
        known.insert(1, f"to be {p.target_replicas}")
    controller = Lane(CONTROLLER, "Controller", "C", lines=tuple(known), summary="; ".join(known))
    return Picture((controller, *(_lane(p, broker) for broker in p.brokers.indices())), TITLES)


def _lane(p: Reassignment, broker: Any) -> Lane:
    one, leads = p.brokers[broker], p.leader == broker
    role = "no replica"
    if one.has_replica:
        role = "leads" if leads else "in the ISR" if p.isr.has(broker) else "not in the ISR"
    role = role if one.is_up else f"down, {role}"
    lines = tuple(_lines(p, broker))
    cells = tuple(_cell(k, k < p.acknowledged) for k in range(int(one.log)))
    return Lane(
        _actor(broker),
        f"Broker {broker}",
        f"B{broker}",
        role=role,
        cells=cells,
        mark=min(int(p.acknowledged), len(cells)),
        lines=lines,
        lead="true" if leads and one.has_replica else "",
        standing=role,
        summary="; ".join((role, " ".join(cell.short for cell in cells) or "no records", *lines)),
        faded=not one.is_up,
    )


def _cell(number: int, acknowledged: bool) -> Cell:
    return Cell(number, f"m{number}", f"m{number}", "acknowledged" if acknowledged else "not acknowledged", 0)


def _lines(p: Reassignment, broker: Any) -> Iterator[str]:
    one, stop = p.brokers[broker], p.stops[broker]
    if one.has_replica:
        yield f"leader epoch {one.leader_epoch}"
    if stop.leader_epoch != NO_EPOCH:
        late = ", late" if stop.is_late else ""
        yield f"StopReplica of epoch {stop.leader_epoch} on its way{late}"


def arrows_of(before: Reassignment, after: Reassignment) -> list[Arrow]:
    """The requests of the controller that a step sent."""
    found = []
    for broker in after.brokers.indices():
        was, now = before.brokers[broker], after.brokers[broker]
        if now.leader_epoch == after.leader_epoch != was.leader_epoch:
            found.append(Arrow(CONTROLLER, _actor(broker), f"LeaderAndIsr of epoch {now.leader_epoch}"))
        if after.stops[broker].leader_epoch > before.stops[broker].leader_epoch:
            epoch = after.stops[broker].leader_epoch
            found.append(Arrow(CONTROLLER, _actor(broker), f"StopReplica of epoch {epoch}"))
    return found
