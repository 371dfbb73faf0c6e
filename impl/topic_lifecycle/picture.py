"""A state of a topic that is made and deleted as a picture: the controller, and each broker with its replica."""

from __future__ import annotations

from typing import Any

from tidemark.impl.topic_lifecycle.topic import LifecycleTopic
from tidemark.spec import Arrow, Cell, Lane, Picture, Titles

CONTROLLER = "controller"
TITLES = Titles("broker", "offset", "log end", "LEO", "role")


def picture_of(t: LifecycleTopic) -> Picture:
    """The picture of a state."""
    known = ["no topic"]
    if t.is_registered:
        doing = f"being deleted, waits for {t.not_deleted}" if t.deleting else f"leader {t.leader}"
        known = [f"topic {t.topic_id}", f"replicas {t.assigned}", doing]
    controller = Lane(CONTROLLER, "Controller", "C", lines=tuple(known), summary="; ".join(known))
    return Picture((controller, *(_lane(t, broker) for broker in t.brokers.indices())), TITLES)


def _lane(t: LifecycleTopic, broker: Any) -> Lane:
    one = t.brokers[broker]
    role = f"serves topic {one.serves}" if one.serves else "serves none"
    role = role if one.is_up else "down"
    lines: tuple[str, ...] = () if one.is_empty() else (f"log of topic {one.log_of}",)
    lines += ("StopReplica on its way",) if t.stops.has(broker) else ()
    cells = tuple(
        Cell(k, f"m{k}", f"m{k}", f"topic {one.log_of}", int(one.log_of)) for k in range(int(one.log))
    )
    return Lane(
        f"broker {broker}",
        f"Broker {broker}",
        f"B{broker}",
        role=role,
        cells=cells,
        mark=len(cells),
        lines=lines,
        lead="true" if t.leader == broker else "",
        standing=role,
        summary="; ".join((role, " ".join(cell.short for cell in cells) or "no records", *lines)),
        faded=not one.is_up,
    )


def arrows_of(before: LifecycleTopic, after: LifecycleTopic) -> list[Arrow]:
    """The requests of the controller that a step sent, and the answer to one."""
    found = []
    for broker in after.brokers.indices():
        actor = f"broker {broker}"
        was, now = before.brokers[broker], after.brokers[broker]
        if after.topic_id > before.topic_id and after.assigned.has(broker):
            found.append(Arrow(CONTROLLER, actor, f"LeaderAndIsr of topic {after.topic_id}"))
        if after.stops.has(broker) and not before.stops.has(broker):
            found.append(Arrow(CONTROLLER, actor, "StopReplica"))
        if before.stops.has(broker) and not after.stops.has(broker) and now.is_up and was.is_up:
            found.append(Arrow(actor, CONTROLLER, "deleted", answer=True))
    return found
