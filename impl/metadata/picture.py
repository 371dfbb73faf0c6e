"""A state of metadata on their way as a picture: the controller, the producer, and each broker with its records."""

from __future__ import annotations

from typing import Any

from tidemark.impl.metadata.cluster import NO_EPOCH, MetadataCluster, Stage
from tidemark.spec import Arrow, Cell, Lane, Picture, Titles

CONTROLLER, PRODUCER = "controller", "producer"
TITLES = Titles("broker", "offset", "log end", "LEO", "role")


def _actor(broker: Any) -> str:
    return f"broker {broker}"


def picture_of(c: MetadataCluster) -> Picture:
    """The picture of a state."""
    decided = f"leader {c.leaders[c.epoch]}, epoch {c.epoch}"
    producer = c.producer
    known = (
        f"knows leader {c.leaders[producer.known_epoch]}, epoch {producer.known_epoch}",
        f"m{producer.acknowledged}: {str(producer.stage).replace('_', ' ')}",
        f"acknowledged: {producer.acknowledged}",
    )
    return Picture(
        (
            Lane(CONTROLLER, "Controller", "C", lines=(decided,), summary=f"controller: {decided}"),
            *(_lane(c, broker) for broker in c.brokers.indices()),
            Lane(PRODUCER, "Producer", "P", lines=known, summary=f"producer: {'; '.join(known)}"),
        ),
        TITLES,
    )


def _lane(c: MetadataCluster, broker: Any) -> Lane:
    one, presumes = c.brokers[broker], c.presumes_leadership(broker)
    role = "leads" if presumes else "follows" if c.is_replica(broker) else "no replica"
    obeys = (f"obeys epoch {one.obeyed}",) if one.obeyed != NO_EPOCH else ()
    lines = (*obeys, f"knows epoch {one.known_epoch}")
    acknowledged = c.producer.acknowledged
    cells = tuple(_cell(int(number), number < acknowledged) for number in one.log.items[: one.log.length])
    truly = presumes and one.obeyed == c.epoch
    return Lane(
        _actor(broker),
        f"Broker {broker}",
        f"B{broker}",
        role=role,
        cells=cells,
        mark=len(cells),
        lines=lines,
        lead="true" if truly else "believed" if presumes else "",
        standing=role,
        summary="; ".join((role, " ".join(cell.short for cell in cells) or "no records", *lines)),
    )


def _cell(number: int, acknowledged: bool) -> Cell:
    return Cell(number, f"m{number}", f"m{number}", "acknowledged" if acknowledged else "not acknowledged", 0)


def arrows_of(before: MetadataCluster, after: MetadataCluster) -> list[Arrow]:
    """The request or the answer that a step delivered, or sent to a broker."""
    for broker in after.brokers.indices():
        was, now = before.brokers[broker], after.brokers[broker]
        if now.obeyed > was.obeyed:
            return [Arrow(CONTROLLER, _actor(broker), f"LeaderAndIsr of epoch {now.obeyed}")]
        if now.known_epoch > was.known_epoch:
            return [Arrow(CONTROLLER, _actor(broker), f"UpdateMetadata of epoch {now.known_epoch}")]
    return _of_producer(before, after)


def _of_producer(before: MetadataCluster, after: MetadataCluster) -> list[Arrow]:
    was, now = before.producer, after.producer
    record, asked = f"m{was.acknowledged}", _actor(now.asked)
    if now.acknowledged > was.acknowledged:
        return [Arrow(asked, PRODUCER, f"{record} is acknowledged", answer=True)]
    if now.stage == Stage.sent != was.stage:
        return [Arrow(PRODUCER, asked, record)]
    if now.stage == Stage.was_refused != was.stage:
        return [Arrow(asked, PRODUCER, "NOT_LEADER_FOR_PARTITION", answer=True)]
    return []
