"""A state of metadata on their way as a picture: the controller, the producer, and each broker with its records."""

from __future__ import annotations

from typing import Any, Literal

from tidemark.impl.metadata.cluster import NO_EPOCH, MetadataCluster, Stage
from tidemark.impl.shared.broker_lanes import CONTROLLER, acknowledged_cell, broker_actor, broker_lane
from tidemark.spec import Arrow, Lane, Picture, Titles

PRODUCER = "producer"
TITLES = Titles("broker", "offset", "log end", "LEO", "role")


def picture_of(c: MetadataCluster) -> Picture:
    """The picture of a state."""
    decided = f"leader {c.leaders[c.epoch]}, epoch {c.epoch}"
    producer = c.producer
    knowledge = (
        f"knows leader {c.leaders[producer.known_epoch]}, epoch {producer.known_epoch}",
        f"m{producer.acknowledged}: {str(producer.stage).replace('_', ' ')}",
        f"acknowledged: {producer.acknowledged}",
    )
    controller = Lane(CONTROLLER, "Controller", "C", lines=(decided,), summary=f"controller: {decided}")
    sender = Lane(PRODUCER, "Producer", "P", lines=knowledge, summary=f"producer: {'; '.join(knowledge)}")
    return Picture((controller, *(_lane(c, broker) for broker in c.brokers.indices()), sender), TITLES)


def _lane(c: MetadataCluster, broker: Any) -> Lane:
    broker_state, presumes = c.brokers[broker], c.presumes_leadership(broker)
    role = "leads" if presumes else "follows" if c.is_replica(broker) else "no replica"
    obeys = (f"obeys epoch {broker_state.obeyed}",) if broker_state.obeyed != NO_EPOCH else ()
    lines = (*obeys, f"knows epoch {broker_state.known_epoch}")
    acknowledged = c.producer.acknowledged
    cells = tuple(
        acknowledged_cell(int(number), number < acknowledged)
        for number in broker_state.log.items[: broker_state.log.length]
    )
    truly = presumes and broker_state.obeyed == c.epoch
    lead: Literal["", "true", "believed"] = "true" if truly else "believed" if presumes else ""
    return broker_lane(broker, role, cells, lines, lead, mark=len(cells))


def arrows_of(before: MetadataCluster, after: MetadataCluster) -> list[Arrow]:
    """The request or the answer that a step delivered, or sent to a broker."""
    for broker in after.brokers.indices():
        was, now = before.brokers[broker], after.brokers[broker]
        if now.obeyed > was.obeyed:
            return [Arrow(CONTROLLER, broker_actor(broker), f"LeaderAndIsr of epoch {now.obeyed}")]
        if now.known_epoch > was.known_epoch:
            return [Arrow(CONTROLLER, broker_actor(broker), f"UpdateMetadata of epoch {now.known_epoch}")]
    return _of_producer(before, after)


def _of_producer(before: MetadataCluster, after: MetadataCluster) -> list[Arrow]:
    was, now = before.producer, after.producer
    record, recipient = f"m{was.acknowledged}", broker_actor(now.asked)
    if now.acknowledged > was.acknowledged:
        return [Arrow(recipient, PRODUCER, f"{record} is acknowledged", answer=True)]
    if now.stage == Stage.sent != was.stage:
        return [Arrow(PRODUCER, recipient, record)]
    if now.stage == Stage.was_refused != was.stage:
        return [Arrow(recipient, PRODUCER, "NOT_LEADER_FOR_PARTITION", answer=True)]
    return []
