"""A state of a topic that is made and deleted as a picture: the controller, and each broker with its replica."""

from __future__ import annotations

from typing import Any, Literal

from tidemark.impl.shared.broker_lanes import CONTROLLER, broker_lane, controller_lane
from tidemark.impl.topic_lifecycle.topic import LifecycleTopic
from tidemark.spec import Arrow, Cell, Lane, Picture, Titles

TITLES = Titles("broker", "offset", "log end", "LEO", "role")


def picture_of(t: LifecycleTopic) -> Picture:
    """The picture of a state."""
    record = ["no topic"]
    if t.is_registered:
        doing = f"being deleted, waits for {t.not_deleted}" if t.deleting else f"leader {t.leader}"
        record = [f"topic {t.topic_id}", f"replicas {t.assigned}", doing]
    return Picture((controller_lane(record), *(_lane(t, broker) for broker in t.brokers.indices())), TITLES)


def _lane(t: LifecycleTopic, broker: Any) -> Lane:
    broker_state = t.brokers[broker]
    role = f"serves topic {broker_state.serves}" if broker_state.serves else "serves none"
    role = role if broker_state.is_up else "down"
    lines: tuple[str, ...] = () if broker_state.is_empty() else (f"log of topic {broker_state.log_of}",)
    lines += ("StopReplica on its way",) if t.stops.has(broker) else ()
    cells = tuple(
        Cell(k, f"m{k}", f"m{k}", f"topic {broker_state.log_of}", int(broker_state.log_of))
        for k in range(int(broker_state.log))
    )
    lead: Literal["", "true"] = "true" if t.leader == broker else ""
    return broker_lane(broker, role, cells, lines, lead, mark=len(cells), is_up=bool(broker_state.is_up))


def arrows_of(before: LifecycleTopic, after: LifecycleTopic) -> list[Arrow]:
    """The requests of the controller that a step sent, and the answer to one."""
    arrows = []
    for broker in after.brokers.indices():
        actor = f"broker {broker}"
        was, now = before.brokers[broker], after.brokers[broker]
        if after.topic_id > before.topic_id and after.assigned.has(broker):
            arrows.append(Arrow(CONTROLLER, actor, f"LeaderAndIsr of topic {after.topic_id}"))
        if after.stops.has(broker) and not before.stops.has(broker):
            arrows.append(Arrow(CONTROLLER, actor, "StopReplica"))
        if before.stops.has(broker) and not after.stops.has(broker) and now.is_up and was.is_up:
            arrows.append(Arrow(actor, CONTROLLER, "deleted", answer=True))
    return arrows
