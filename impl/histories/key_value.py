"""A store of keys, each of which clients read, write, and exchange if it has the value that they expect.

Operations: `read` or `get`, `write` or `put`, and `cas`, as of a register; and `append` of text, where a key begins
with "". Their values are `[key value]`, and `[key [old new]]` for `cas`; or the key is a field of its own. A key begins
with nil. Each key is searched alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import Annotated

from tidemark.impl.histories.shared import LARGEST, has_failed, largest, largest_code
from tidemark.spec import (
    Array,
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
    all_of,
)
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.steps import StepChoice, skip, take

Key = Annotated[Number, Domain("key", lambda at: Int(0, at.keys))]
Value = Annotated[Number, Domain("value", lambda at: Int(0, at.values))]


LOST = 1
"""In a history of appends a text of which nobody reads a continuation (`checker.validation.appends`)."""


class KeyValueStore(Record):
    """What each key has."""

    values: Array[Number]


class KeyValueAt(At):
    """How many keys and values a history has."""

    keys = Bound("the last key, counted from 0", 7, 0, 4095)
    values = Bound("values that are written", 7, 1, LARGEST)


def store_type(at: KeyValueAt) -> RecordType:
    """The state of a store."""
    return KeyValueStore.of(values=Array.of(Int(0, at.keys), Int(0, at.values)))


@action
def get(s: KeyValueStore, key: Key) -> KeyValueStore:  # noqa: ARG001
    """A client reads a key."""
    return s


@action
def put(s: KeyValueStore, key: Key, new: Value) -> KeyValueStore:
    """A client writes a key."""
    return s.but(values=s.values.but(key, new))


@action
def replace(s: KeyValueStore, key: Key, new: Value) -> KeyValueStore:
    """A client exchanges the value of a key for another one."""
    return s.but(values=s.values.but(key, new))


FAMILY = Family(
    name="key-value", at=KeyValueAt, rules={}, promises=(), state=store_type, actions=(get, put, replace)
)
KEY_VALUE = Protocol("key-value", "keys that are read, written, and compared and set", FAMILY, {})

log = EventMap(reader="operations", order="written")


@log.bounds
def bounds(events: Sequence[LogEvent]) -> dict[str, int]:
    """As many keys and values as the history has."""
    return {"keys": largest(e.key for e in events), "values": largest_code(events)}


def has(key: int, code: int) -> Callable[[KeyValueStore], Truth]:
    """Whether a key has a value, as a condition."""
    return lambda s: s.values[key] == code


@log.call("read", "get", answer=["ok", "fail"], id="op")
def has_read(e: LogEvent, answer: LogEvent | None) -> StepChoice:
    """A read shows what the key has."""
    if answer is None or has_failed(answer):
        return skip
    return take("get", key=e.key).before(has(e.key, answer.codes[1]))


@log.call("write", "put", answer=["ok", "fail"], id="op")
def has_written(e: LogEvent, answer: LogEvent | None) -> StepChoice:
    """A write that fails had no effect."""
    if has_failed(answer):
        return skip
    return take("put", key=e.key, new=e.codes[1])


@log.call("cas", answer=["ok", "fail"], id="op")
def has_replaced(e: LogEvent, answer: LogEvent | None) -> StepChoice:
    """An exchange that fails had no effect."""
    if has_failed(answer):
        return skip
    old, new = e.codes[1]
    return take("replace", key=e.key, new=new).before(has(e.key, old))


@log.call("append", answer=["ok", "fail"], id="op")
def has_appended(e: LogEvent, answer: LogEvent | None) -> StepChoice:
    """Text behind what is there makes a text that is read, or begins one; or one that nobody reads."""
    if has_failed(answer):
        return skip
    key: int = e.key
    *pairs, last = e.codes[1] or [(LOST, LOST)]
    steps = [
        take("put", key=key, new=new).before(has(key, old)) for old, new in (*pairs, last) if old != LOST
    ]
    if last[0] == LOST:
        olds = [old for old, _ in pairs]
        lost = take("put", key=key, new=LOST).before(lambda s: all_of(s.values[key] != old for old in olds))
        steps.append(lost)
    return reduce(or_, steps)
