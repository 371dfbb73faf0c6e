"""The fields of a history's events. A separate module, because the tests that mutate histories need it too."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.base.names import look_up


@dataclass(frozen=True)
class FieldKind:
    """What a field may be, in words, and whether a value is that."""

    text: str
    fits: Callable[[Any], bool]


def _is_whole(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_entry(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and _is_text(value[0]) and _is_whole(value[1])


def _is_start(epoch: str, offset: Any) -> bool:
    return epoch.isascii() and epoch.isdecimal() and len(epoch) < 10 and _is_whole(offset)


def _list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(map(fits, value))


TEXT = FieldKind("a text", _is_text)
WHOLE = FieldKind("a whole number from 0 on", _is_whole)
LEADER = FieldKind("a broker, or null", lambda value: value is None or _is_whole(value))
SET = FieldKind(
    "a list of brokers, each once", lambda value: _list_of(_is_whole)(value) and len(set(value)) == len(value)
)
TEXTS = FieldKind("a list of texts", _list_of(_is_text))
LOG = FieldKind("a list of records, each with its epoch", _list_of(_is_entry))
STARTS = FieldKind(
    "an object with the first offset of each epoch",
    lambda value: (
        isinstance(value, dict) and all(_is_start(epoch, offset) for epoch, offset in value.items())
    ),
)
OUTCOME = FieldKind("ok, fail or info", lambda value: value in ("ok", "fail", "info"))
VALUE = FieldKind("a list or an object", lambda value: isinstance(value, (list, dict)))
SECONDS = FieldKind("seconds", lambda value: type(value) in (int, float) and math.isfinite(value))
MIN_ISR = FieldKind(
    "a whole number", lambda value: _is_whole(value) or (_is_text(value) and _is_start(value, 0))
)

ABOUT = {"system": TEXT, "replicas": SET, "min.insync.replicas": MIN_ISR}
"""What the first line of an episode must have."""
OPTIONAL_ABOUT = {"number": WHOLE, "seed": WHOLE}
"""What it may also have."""
FAULTS = ("kill", "stop", "start", "pause", "resume", "cut", "slow", "mend")
FIELDS: dict[str, dict[str, FieldKind]] = {
    "send": {"record": TEXT},
    "acknowledge": {"record": TEXT, "offset": WHOLE},
    "refuse": {"record": TEXT},
    "fail": {"record": TEXT, "error": TEXT},
    "read": {"record": TEXT, "offset": WHOLE},
    "consumer fails": {"error": TEXT},
    **{fault: {"broker": WHOLE} for fault in FAULTS},
    "healed": {},
    "call": {"process": TEXT, "f": TEXT, "value": VALUE},
    "answer": {"process": TEXT, "f": TEXT, "type": OUTCOME, "value": VALUE},
    "partition": {"epoch": WHOLE, "leader": LEADER, "isr": SET},
    "read at the end": {"records": TEXTS},
    "log": {"broker": WHOLE, "records": LOG, "epochs": STARTS},
}
"""What an event must have, beside `at`, by what it is."""
OPTIONAL_FIELDS = {"read": {"epoch": WHOLE}}
"""What it may also have."""


def require_fields(
    values: Mapping[str, Any], fields: Mapping[str, FieldKind], optional: Mapping[str, FieldKind], owner: str
) -> None:
    """Refuse data that lacks a field, or has a wrong value in it.

    Raises:
        UsageError: the message begins with `owner`, and names the field.
    """
    if missing := [name for name in fields if name not in values]:
        raise UsageError(f"{owner} needs {missing[0]}, {fields[missing[0]].text}, and has none")
    for name, kind in {**fields, **optional}.items():
        if name in values and not kind.fits(values[name]):
            raise UsageError(f"{owner} has {values[name]!r} as {name}, which must be {kind.text}")


def require_event(event: Mapping[str, Any]) -> str:
    """The kind of an event that has all fields it must have.

    Raises:
        UsageError: it does not; the message names the field.
    """
    kind: str = look_up(list(FIELDS), str(event.get("what")), "nothing is called")
    if not SECONDS.fits(event.get("at")):
        raise UsageError(f"at is {event.get('at')!r}, and must be seconds")
    require_fields(event, FIELDS[kind], OPTIONAL_FIELDS.get(kind, {}), kind)
    return kind
