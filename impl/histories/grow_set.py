"""A set to which clients add elements, and which they read as a whole.

Operations: `add` with an element, `read`, whose answer has a list of all elements. The set begins empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from tidemark.impl.histories.shared import has_failed, largest_code
from tidemark.spec import (
    Array,
    At,
    Bool,
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
    all_of,
)
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.steps import StepChoice, observe, skip, take

Element = Annotated[Number, Domain("element", lambda at: Int(0, at.elements))]


class GrowingSet(Record):
    """For each element whether it is in the set."""

    has: Array[Truth]


class GrowingSetAt(At):
    """How many elements a history has."""

    elements = Bound("elements that are added", 7, 1, 4095)


def set_type(at: GrowingSetAt) -> RecordType:
    """The state of a set."""
    return GrowingSet.of(has=Array.of(Int(0, at.elements), Bool()))


@action
def add(s: GrowingSet, element: Element) -> GrowingSet:
    """A client adds an element."""
    return s.but(has=s.has.but(element, True))


FAMILY = Family(name="grow-set", at=GrowingSetAt, rules={}, promises=(), state=set_type, actions=(add,))
GROW_SET = Protocol("grow-set", "a set that grows", FAMILY, {})

log = EventMap(reader="operations", order="written")


@log.bounds
def bounds(events: Sequence[LogEvent]) -> dict[str, int]:
    """As many elements as the history has."""
    return {"elements": largest_code(events)}


@log.call("add", answer=["ok", "fail"], id="op")
def has_added(e: LogEvent, answer: LogEvent | None) -> StepChoice:
    """An addition that fails had no effect."""
    return skip if has_failed(answer) else take("add", element=e.codes)


@log.call("read", answer=["ok", "fail"], id="op")
def has_read(_: LogEvent, answer: LogEvent | None) -> StepChoice:
    """A read shows all elements, and no others."""
    if answer is None or has_failed(answer):
        return skip
    elements = frozenset(answer.codes or ())

    def is_shown(s: GrowingSet) -> Truth:
        return all_of(is_in == (code in elements) for code, is_in in enumerate(s.has))

    return observe(is_shown)
