"""A store of keys, each of which clients read, write, and exchange if it has the value that they expect.

Operations: `read` or `get`, `write` or `put`, and `cas`, as of a register. Their values are `[key value]`, and
`[key [old new]]` for `cas`; or the key is a field of its own. A key begins with nil. Each key is searched alone.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    require,
)
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.steps import StepChoice, skip, take

Key = Annotated[Number, Domain("key", lambda at: Int(0, at.keys))]
Value = Annotated[Number, Domain("value", lambda at: Int(0, at.values))]


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
def replace(s: KeyValueStore, key: Key, old: Value, new: Value) -> KeyValueStore:
    """A client exchanges the value of a key for another one."""
    require(s.values[key] == old, "the key has the old value")
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


@log.call("read", "get", answer=["ok", "fail"], id="op")
def has_read(e: LogEvent, answer: LogEvent | None) -> StepChoice:
    """A read shows what the key has."""
    if answer is None or has_failed(answer):
        return skip
    key: int = e.key
    code: int = answer.codes[1]

    def is_held(s: KeyValueStore) -> Truth:
        return s.values[key] == code

    return take("get", key=key).before(is_held)


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
    return take("replace", key=e.key, old=old, new=new)
