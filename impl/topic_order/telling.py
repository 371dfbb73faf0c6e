"""How a run is told: a sentence for each step; the producer, the partitions and the reader as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tidemark.impl.topic_order.topic import KeyedTopic
from tidemark.spec import Arrow, Cell, Lane, Picture, Sequence, Titles, position
from tidemark.spec.families.telling import Story

PRODUCER, READER = "producer", "reader"
TITLES = Titles("log", "offset", "read", "read", "")


def _cells(t: KeyedTopic, records: Sequence[Any]) -> tuple[Cell, ...]:
    keys = t.settings.record_keys
    numbers = [int(number) for number in records.items[: records.length]]
    return tuple(Cell(n, f"m{n}", f"m{n}", f"key {n % keys}", n % keys) for n in numbers)


def _names(cells: tuple[Cell, ...]) -> str:
    return " ".join(cell.short for cell in cells)


def picture_of(t: KeyedTopic) -> Picture:
    """The picture of a state."""
    sent = f"sent: {t.sent}"
    read = _cells(t, t.records_read)
    producer = Lane(PRODUCER, "Producer", "Prod", lines=(sent,), summary=f"producer: {sent}")
    order = _names(read) or "nothing read"
    reader = Lane(READER, "Reader", "Read", cells=read, mark=len(read), summary=order)
    partitions = (_lane(t, partition) for partition in t.partitions.indices())
    return Picture((producer, *partitions, reader), TITLES)


def _lane(t: KeyedTopic, partition: Any) -> Lane:
    partition_state = t.partitions[partition]
    cells, in_flight = _cells(t, partition_state.log), _names(_cells(t, partition_state.in_flight))
    lines = (f"on their way: {in_flight}",) if in_flight else ()
    return Lane(
        f"partition {partition}",
        f"Partition {partition}",
        f"P{partition}",
        cells=cells,
        mark=int(partition_state.next_offset),
        lines=lines,
        summary="; ".join((_names(cells) or "no records", *lines)),
        faded=position(partition) >= t.in_use,
    )


def arrows_of(before: KeyedTopic, after: KeyedTopic) -> list[Arrow]:
    """The record that a step sent to a partition, or that the reader read from one."""
    for partition in after.partitions.indices():
        actor, was, now = f"partition {partition}", before.partitions[partition], after.partitions[partition]
        if after.sent > before.sent and now.in_flight.length > was.in_flight.length:
            return [Arrow(PRODUCER, actor, f"m{before.sent}")]
        if now.next_offset > was.next_offset:
            return [Arrow(actor, READER, f"m{now.log[was.next_offset]}")]
    return []


def _record(state: Any, number: Any) -> str:
    return f"m{number} of key {int(number) % state.now.settings.record_keys}"


def _first(partition: Any, state: Any) -> str:
    return _record(state, state.was.partitions[partition].in_flight[0])


def _reads(partition: Any, state: Any, **_: Any) -> str:
    read = state.now.records_read
    order = " ".join(f"m{number}" for number in read.items[: read.length])
    newest = _record(state, read.items[read.length - 1])
    return f"The reader reads {newest} from partition {partition}; so far: {order}."


STORIES: Mapping[str, Story] = {
    "producer_sends": lambda partition, state, **_: (
        f"The producer sends {_record(state, state.was.sent)} to partition {partition}."
    ),
    "leader_appends": lambda partition, state, **_: (
        f"The leader of partition {partition} appends {_first(partition, state)}."
    ),
    "request_fails": lambda partition, state, **_: (
        f"The request with {_first(partition, state)} fails. It is sent again, behind the next one to partition "
        f"{partition}."
    ),
    "reader_reads": _reads,
    "topic_grows": "An operator adds a partition; the topic now has {state.now.in_use}.",
}
