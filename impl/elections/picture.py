"""A state as a picture: what the controller has of the partition, and each broker with the records on its disk."""

from __future__ import annotations

from typing import Any

from tidemark.impl.elections.registration import ElectionPartition
from tidemark.spec import Cell, Lane, Picture, Titles, none

TITLES = Titles("broker", "record", "acknowledged", "acknowledged", "role")


def picture_of(p: ElectionPartition) -> Picture:
    """The picture of a state."""
    known = [f"leader {p.leader}", f"ISR {p.isr}", f"min.insync.replicas {p.min_isr}"]
    if p.settings.elr:
        known.insert(2, f"ELR {p.elr}")
    if p.goes_by() != p.min_isr:
        known.append(f"the leader goes by {p.goes_by()}")
    if p.last_known != none:
        known.append(f"last known leader {p.last_known}")
    controller = Lane("controller", "Controller", "C", lines=tuple(known), summary="; ".join(known))
    return Picture((controller, *(_lane(p, broker) for broker in p.brokers.indices())), TITLES)


def _lane(p: ElectionPartition, broker: Any) -> Lane:
    one = p.brokers[broker]
    role = "leads" if p.leader == broker else "in the ISR" if p.isr.has(broker) else "in no set"
    role = "in the ELR" if p.elr.has(broker) else role
    lines = tuple(
        told
        for told, so in (
            ("fenced", one.is_fenced),
            ("stopping", one.is_stopping),
            ("ended cleanly", one.ended_cleanly),
        )
        if so
    )
    role = role if one.is_up else f"down, {role}"
    cells = tuple(
        _cell(int(record), bool(p.acknowledged.has(record)))
        for record in one.log.ids()
        if one.log.has(record)
    )
    return Lane(
        f"broker {broker}",
        f"Broker {broker}",
        f"B{broker}",
        role=role,
        cells=cells,
        lines=lines,
        lead="true" if p.leader == broker else "",
        standing=role,
        summary="; ".join((role, " ".join(cell.short for cell in cells) or "no records", *lines)),
        faded=not one.is_up,
    )


def _cell(record: int, is_acknowledged: bool) -> Cell:
    standing = "acknowledged" if is_acknowledged else "not acknowledged"
    return Cell(record, f"m{record}", f"m{record}", standing, 0)
