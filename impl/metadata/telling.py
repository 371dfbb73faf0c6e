"""How a run is told: a sentence for each step; the controller, the producer and the brokers as a picture; messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from tidemark.impl.metadata.cluster import NO_EPOCH, MetadataCluster, Stage
from tidemark.impl.shared.broker_lanes import CONTROLLER, acknowledged_cell, broker_actor, broker_lane
from tidemark.spec import Arrow, Lane, Picture, Titles
from tidemark.spec.families.telling import Story

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


def _record(state: Any) -> str:
    return f"m{state.was.producer.acknowledged}"


def _obeys(broker: Any, state: Any, **_: Any) -> str:
    epoch = state.now.brokers[broker].obeyed
    leader = state.now.leaders[epoch]
    role = "leads" if state.now.presumes_leadership(broker) else f"follows broker {leader}"
    return f"Broker {broker} receives the LeaderAndIsr request of epoch {epoch}, and {role}."


def _learns(broker: Any, state: Any, **_: Any) -> str:
    epoch = state.now.brokers[broker].known_epoch
    return f"Broker {broker} receives metadata: broker {state.now.leaders[epoch]} leads epoch {epoch}."


def _copies(follower: Any, state: Any, **_: Any) -> str:
    log = state.now.brokers[follower].log
    names = " ".join(f"m{number}" for number in log.items[: log.length]) or "nothing"
    leader = state.now.leaders[state.now.brokers[follower].obeyed]
    return f"Broker {follower} makes its log equal to that of broker {leader}: {names}."


def _sends(state: Any, **_: Any) -> str:
    recipient, epoch = state.now.producer.asked, state.now.producer.known_epoch
    return f"The producer sends {_record(state)} to broker {recipient}, its leader in epoch {epoch}."


def _handles(state: Any, **_: Any) -> str:
    was, now = state.was, state.now
    recipient, record = was.producer.asked, _record(state)
    if now.producer.stage == Stage.was_refused:
        return f"Broker {recipient} does not lead, and refuses {record}: NOT_LEADER_FOR_PARTITION."
    grown = now.brokers[recipient].log.length > was.brokers[recipient].log.length
    outcome = f"appends {record}" if grown else f"has {record} already, by its sequence number"
    if not was.presumes_leadership(recipient):
        return f"Broker {recipient}, although it does not lead, {outcome}, and acknowledges it."
    if now.producer.stage == Stage.waiting:
        return f"Broker {recipient} {outcome}, and waits for the followers."
    return f"Broker {recipient} {outcome}, and acknowledges it."


def _looks_up(broker: Any, state: Any, **_: Any) -> str:
    epoch, kept_epoch = state.was.brokers[broker].known_epoch, state.now.producer.known_epoch
    answer = (
        f"The producer asks broker {broker} who leads: broker {state.now.leaders[epoch]}, in epoch {epoch}."
    )
    if kept_epoch != epoch:
        return f"{answer} It knows epoch {kept_epoch}, and keeps to that."
    if epoch < state.was.producer.known_epoch:
        return f"{answer} It had known epoch {state.was.producer.known_epoch}, and goes back."
    return answer


STORIES: Mapping[str, Story] = {
    "controller_moves_leadership":
        "The controller makes broker {leader} leader in epoch {state.now.epoch}. Its requests are on their way.",
    "broker_obeys": _obeys,
    "broker_learns": _learns,
    "follower_copies": _copies,
    "broker_handles_produce": _handles,
    "leader_acknowledges": lambda state, **_: (
        f"Broker {state.was.producer.asked} has heard that every replica has {_record(state)}, and acknowledges it."
    ),
    "delayed_produce_is_refused": lambda state, **_: (
        f"Broker {state.was.producer.asked} no longer leads. It answers NOT_LEADER_FOR_PARTITION to {_record(state)}, "
        "which it had appended."
    ),
    "producer_sends": _sends,
    "producer_looks_up": _looks_up,
    "producer_insists": "The producer does not ask who leads, and will send the record to the same broker again.",
}  # fmt: skip
