"""Pictures of a partition whose brokers have few records: lanes for the controller and for each broker.

`scene` draws the families that have whole logs, with leader epochs and high watermarks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from tidemark.spec import Cell, Lane

CONTROLLER = "controller"


def broker_actor(broker: Any) -> str:
    """The name of a broker's lane in arrows."""
    return f"broker {broker}"


def controller_lane(lines: Sequence[str]) -> Lane:
    """What the controller has of the partition, a line each."""
    return Lane(CONTROLLER, "Controller", "C", lines=tuple(lines), summary="; ".join(lines))


def broker_lane(
    broker: Any,
    role: str,
    cells: tuple[Cell, ...],
    lines: tuple[str, ...],
    lead: Literal["", "true", "believed"],
    *,
    mark: int = 0,
    is_up: bool = True,
) -> Lane:
    """A broker with its role, its records, and more about it."""
    return Lane(
        broker_actor(broker),
        f"Broker {broker}",
        f"B{broker}",
        role=role,
        cells=cells,
        mark=mark,
        lines=lines,
        lead=lead,
        standing=role,
        summary="; ".join((role, " ".join(cell.short for cell in cells) or "no records", *lines)),
        faded=not is_up,
    )


def acknowledged_cell(record: int, is_acknowledged: bool) -> Cell:
    """A record, and whether its producer has its acknowledgement."""
    detail = "acknowledged" if is_acknowledged else "not acknowledged"
    return Cell(record, f"m{record}", f"m{record}", detail, 0)
