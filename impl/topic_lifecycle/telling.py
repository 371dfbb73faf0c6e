"""How a run is told: a sentence for each step; the controller and the brokers with their replicas as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tidemark.impl.shared.broker_lanes import CONTROLLER, broker_lane, controller_lane
from tidemark.impl.topic_lifecycle.topic import NO_TOPIC, LifecycleTopic
from tidemark.spec import Arrow, Cell, Lane, Picture, Titles
from tidemark.spec.families.telling import Story

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


def _records(number: int) -> str:
    return "1 record" if number == 1 else f"{number} records"


def _old_log(state: Any, broker: Any) -> str:
    was, now = state.was.brokers[broker], state.now.brokers[broker]
    if was.log_of in (NO_TOPIC, state.now.topic_id):
        return ""
    had = f"has a log of topic {was.log_of}, with {_records(was.log)}"
    if now.serves == state.now.topic_id:
        return f" Broker {broker} {had}, and takes it for this topic's."
    return f" Broker {broker} {had}, and refuses: INCONSISTENT_TOPIC_ID."


def _creates(leader: Any, state: Any, **_: Any) -> str:
    now = state.now
    sentence = (
        f"An operator makes topic {now.topic_id} of the name: replicas {now.assigned}, leader {leader}."
    )
    return sentence + "".join(_old_log(state, broker) for broker in now.assigned.ids())


def _deletes(state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    sentences = (
        f"An operator deletes topic {was.topic_id}. StopReplica requests are on their way to {now.stops}."
    )
    down = [str(broker) for broker in was.assigned.ids() if not was.brokers[broker].is_up]
    if now.deleting and down:
        sentences += f" Its nodes in ZooKeeper stay, since broker {', '.join(down)} is down."
    return sentences if now.deleting else f"{sentences} Its nodes in ZooKeeper are gone at once."


def _restarts(broker: Any, state: Any, **_: Any) -> str:
    now, broker_state = state.now, state.now.brokers[broker]
    log, topic = broker_state.log, broker_state.log_of
    kept = f"with a log of topic {topic}, {_records(log)}" if topic else "without a replica"
    request = " A StopReplica request is on its way to it." if now.stops.has(broker) else ""
    return f"Broker {broker} restarts, {kept}.{request}"


STORIES: Mapping[str, Story] = {
    "topic_is_created": _creates,
    "leader_appends": "Leader {state.was.leader!s} appends a record, and the replicas copy its log.",
    "operator_deletes": _deletes,
    "broker_stops_replica": "Broker {broker} receives the StopReplica request, and deletes its replica.",
    "controller_completes_deletion": "No replica is left. The controller removes the topic from ZooKeeper.",
    "broker_crashes": "Broker {broker} crashes.",
    "controller_elects": "The controller makes broker {leader} leader.",
    "broker_restarts": _restarts,
}
