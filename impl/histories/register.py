"""A register that clients read, write, and exchange if it has the value that they expect (compare-and-set).

Operations: `read` (its answer has the value), `write` with a value, `cas` with `[old new]`. The register begins
with nil.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from tidemark.impl.histories.shared import LARGEST, has_failed, largest_code
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
)
from tidemark.spec.logs.events import LogEvent
from tidemark.spec.logs.maps import EventMap
from tidemark.spec.logs.steps import StepChoice, skip, take

Value = Annotated[Number, Domain("value", lambda at: Int(0, at.values))]


class Register(Record):
    """What the register holds."""

    value: Number


class RegisterAt(At):
    """How many values a register may have."""

    values = Bound("values that are written", 7, 1, LARGEST)


def register_type(at: RegisterAt) -> RecordType:
    """The state of a register."""
    return Register.of(value=Int(0, at.values))


@action
def read(r: Register) -> Register:
    """A client reads the register."""
    return r


@action
def write(r: Register, new: Value) -> Register:
    """A client writes the register."""
    return r.but(value=new)


@action
def exchange(r: Register, new: Value) -> Register:
    """A client exchanges the value that it expects, as its request says, for another one."""
    return r.but(value=new)


FAMILY = Family(
    name="register",
    at=RegisterAt,
    rules={},
    promises=(),
    state=register_type,
    actions=(read, write, exchange),
)
REGISTER = Protocol("register", "a register that is read, written, and compared and set", FAMILY, {})

log = EventMap(reader="operations", order="written")


@log.bounds
def bounds(events: Sequence[LogEvent]) -> dict[str, int]:
    """As many values as the history has."""
    return {"values": largest_code(events)}


@log.call("read", answer=["ok", "fail"], id="op")
def has_read(_: LogEvent, answer: LogEvent | None) -> StepChoice:
    """A read shows what the register holds."""
    if answer is None or has_failed(answer):
        return skip
    code: int = answer.codes

    def is_held(r: Register) -> Truth:
        return r.value == code

    return take("read").before(is_held)


@log.call("write", answer=["ok", "fail"], id="op")
def has_written(e: LogEvent, answer: LogEvent | None) -> StepChoice:
    """A write that fails had no effect."""
    return skip if has_failed(answer) else take("write", new=e.codes)


@log.call("cas", answer=["ok", "fail"], id="op")
def has_exchanged(e: LogEvent, answer: LogEvent | None) -> StepChoice:
    """An exchange that fails had no effect, for whatever reason."""
    if has_failed(answer):
        return skip
    codes: tuple[int, int] = e.codes
    old, new = codes

    def is_held(r: Register) -> Truth:
        return r.value == old

    return take("exchange", new=new).before(is_held)
