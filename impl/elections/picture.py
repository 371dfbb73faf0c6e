"""A state as a picture: what the controller has of the partition, and each broker with the records on its disk."""

from __future__ import annotations

from typing import Any, Literal

from tidemark.impl.elections.registration import ElectionPartition
from tidemark.impl.shared.broker_lanes import acknowledged_cell, broker_lane, controller_lane
from tidemark.spec import Lane, Picture, Titles, none

TITLES = Titles("broker", "record", "acknowledged", "acknowledged", "role")


def picture_of(p: ElectionPartition) -> Picture:
    """The picture of a state."""
    record = [f"leader {p.leader}", f"ISR {p.isr}", f"min.insync.replicas {p.min_isr}"]
    if p.settings.elr:
        record.insert(2, f"ELR {p.elr}")
    if p.goes_by() != p.min_isr:
        record.append(f"the leader goes by {p.goes_by()}")
    if p.last_known != none:
        record.append(f"last known leader {p.last_known}")
    return Picture((controller_lane(record), *(_lane(p, broker) for broker in p.brokers.indices())), TITLES)


def _lane(p: ElectionPartition, broker: Any) -> Lane:
    broker_state = p.brokers[broker]
    role = "leads" if p.leader == broker else "in the ISR" if p.isr.has(broker) else "in no set"
    role = "in the ELR" if p.elr.has(broker) else role
    conditions = {
        "fenced": broker_state.is_fenced,
        "stopping": broker_state.is_stopping,
        "ended cleanly": broker_state.ended_cleanly,
    }
    lines = tuple(words for words, holds in conditions.items() if holds)
    role = role if broker_state.is_up else f"down, {role}"
    cells = tuple(
        acknowledged_cell(int(record), bool(p.acknowledged.has(record)))
        for record in broker_state.log.ids()
        if broker_state.log.has(record)
    )
    lead: Literal["", "true"] = "true" if p.leader == broker else ""
    return broker_lane(broker, role, cells, lines, lead, is_up=bool(broker_state.is_up))
