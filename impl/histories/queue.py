"""A queue, first in, first out.

Operations: `enqueue` with a value, `dequeue`, whose answer has the value, or nil where the queue was empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from tidemark.impl.histories.shared import LARGEST, has_failed, largest, largest_code
from tidemark.spec import (
    At,
    Bound,
    Domain,
    Family,
    Int,
    Number,
    Protocol,
    Record,
    RecordType,
    Truth,
    action,
    require,
)
from tidemark.spec import Sequence as Items
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.steps import StepChoice, observe, skip, take

Value = Annotated[Number, Domain("value", lambda at: Int(0, at.values))]


class FirstInFirstOut(Record):
    """What is in the queue, the oldest first."""

    items: Items[Number]


class QueueAt(At):
    """How many values a history has, and how many may be in the queue at once."""

    values = Bound("values that are enqueued", 7, 1, LARGEST)
    room = Bound("values that may be in the queue", 7, 1, 4095)


def queue_type(at: QueueAt) -> RecordType:
    """The state of a queue."""
    return FirstInFirstOut.of(items=Items.of(Int(0, at.values), at.room))


@action
def enqueue(q: FirstInFirstOut, value: Value) -> FirstInFirstOut:
    """A client puts a value at the end."""
    require(q.items.length < q.items.capacity, "there is room")
    return q.but(items=q.items.append(value))


@action
def dequeue(q: FirstInFirstOut) -> FirstInFirstOut:
    """A client takes the oldest value."""
    require(q.items.length > 0, "the queue has a value")
    return q.but(items=q.items.tail())


FAMILY = Family(name="queue", at=QueueAt, rules={}, promises=(), state=queue_type, actions=(enqueue, dequeue))
QUEUE = Protocol("queue", "a queue, first in, first out", FAMILY, {})

log = EventMap(reader="operations", order="written")


@log.bounds
def bounds(events: Sequence[LogEvent]) -> dict[str, int]:
    """As many values as the history has, and as much room as it can need."""
    most = inside = 0
    for event in events:
        inside += (event.name == "enqueue") - (
            event.name == "ok" and event.f == "dequeue" and event.codes != 0
        )
        most = max(most, inside)
    return {"values": largest_code(events), "room": largest([most])}


@log.call("enqueue", answer=["ok", "fail"], id="op")
def has_enqueued(e: LogEvent, answer: LogEvent | None) -> StepChoice:
    """What fails had no effect."""
    return skip if has_failed(answer) else take("enqueue", value=e.codes)


@log.call("dequeue", answer=["ok", "fail"], id="op")
def has_dequeued(_: LogEvent, answer: LogEvent | None) -> StepChoice:
    """A client gets the oldest value; what fails had no effect."""
    if answer is None:
        return take("dequeue")
    if has_failed(answer):
        return skip
    code: int = answer.codes

    def is_empty(q: FirstInFirstOut) -> Truth:
        return q.items.length == 0

    def is_oldest(q: FirstInFirstOut) -> Truth:
        return q.items[0] == code

    return take("dequeue").before(is_oldest) if code else observe(is_empty)
