"""A lock that one client has at a time.

Operations: `acquire` and `release`. The lock begins free.
"""

from __future__ import annotations

from tidemark.impl.histories.shared import has_failed
from tidemark.spec import At, Bool, Family, Protocol, Record, RecordType, Truth, action, not_, require
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.steps import StepChoice, skip, take


class Mutex(Record):
    """Whether some client has the lock."""

    is_held: Truth


def lock_type(_: At) -> RecordType:
    """The state of a lock."""
    return Mutex.of(is_held=Bool())


@action
def acquire(m: Mutex) -> Mutex:
    """A client gets the lock."""
    require(not_(m.is_held), "the lock is free")
    return m.but(is_held=True)


@action
def release(m: Mutex) -> Mutex:
    """A client gives the lock back."""
    require(m.is_held, "somebody has the lock")
    return m.but(is_held=False)


FAMILY = Family(name="lock", at=At, rules={}, promises=(), state=lock_type, actions=(acquire, release))
LOCK = Protocol("lock", "a lock that one client has at a time", FAMILY, {})

log = EventMap(reader="operations", order="written")


@log.call("acquire", "release", answer=["ok", "fail"], id="op")
def has_called(e: LogEvent, answer: LogEvent | None) -> StepChoice:
    """What fails had no effect."""
    return skip if has_failed(answer) else take(e.name)
