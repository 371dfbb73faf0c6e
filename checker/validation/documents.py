"""Logs that are documents: an ITF trace, where each state is an event, and OpenTelemetry spans as JSON.

Their own module because what is read is not a line: the place of an event is the number of its state, or of its span.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import Any

from tidemark.base.files import LARGEST, why_unread
from tidemark.checker.runs.itf import ACTION, PICKS

LARGEST_DIGITS = 300
"""Digits of a whole number, at most: any such number is a float too."""
LARGEST_NUMBER = 10**LARGEST_DIGITS


def read_itf(lines: Iterable[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The states of an ITF trace (Apalache's ADR-015), one an event: variables, and what was picked.

    The field `action` has the name of the action that led to it, as Quint writes it; a choice of the same name as a
    variable hides it. A `#bigint` is a number, a `#map` a list of pairs or an object, a `#set` a list, an absent option
    null.
    """
    data = _json(_join(lines))
    states = data.get("states") if isinstance(data, dict) else None
    if not isinstance(states, list):
        raise ValueError("this is no ITF trace: it has no list of states")
    for number, state in enumerate(states):
        if not isinstance(state, dict):
            raise ValueError(f"state {number} of the ITF trace is no object")
        with _name_part(f"state {number} of the ITF trace is not as ITF has it"):
            plain = {name: _plain(value) for name, value in state.items() if name != "#meta"}
        picks = plain.pop(PICKS, None) or {}
        action = {"action": plain.pop(ACTION)} if ACTION in plain else {}
        choices = {k: v for k, v in picks.items() if v is not None} if isinstance(picks, dict) else {}
        yield f"state {number}", {**plain, **action, **choices}


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(member) for member in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"#bigint"}:
        return _whole(value, "#bigint")
    if set(value) == {"tag", "value"}:
        return None if value["tag"] == "None" else _plain(value["value"])
    for name in ("#set", "#tup"):
        if set(value) == {name}:
            return [_plain(member) for member in _list(value, name)]
    if set(value) == {"#map"}:
        pairs = [(_plain(key), _plain(member)) for key, member in map(_pair, _list(value, "#map"))]
        return dict(pairs) if all(isinstance(key, (str, int)) for key, _ in pairs) else pairs
    return {name: _plain(member) for name, member in value.items()}


def _pair(value: Any) -> Any:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"#map has {_abridge(value)}, and must have pairs")
    return value


def read_spans(lines: Iterable[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """OpenTelemetry spans as JSON (OTLP), in one document or one a line, each span an event.

    Fields: `name`, `trace`, `span`, `parent`, `start` and `end` in seconds, `status`, the attributes of the span, and
    those of its resource (`service.name`).
    """
    number = 0
    for document in _documents(lines):
        if not isinstance(document, dict) or not isinstance(document.get("resourceSpans"), list):
            raise ValueError("these are no OpenTelemetry spans: it has no resourceSpans")
        for resource, span in _spans(document):
            number += 1
            with _name_part(f"span {number} is not as OTLP has it"):
                event = {**_attributes(_object(resource, "resource")), **_span(span)}
            yield f"span {number}", event


def _spans(document: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """The spans, each with the group of its resource."""
    for resource in _objects(document, "resourceSpans"):
        for scope in _objects(resource, "scopeSpans"):
            for span in _objects(scope, "spans"):
                yield resource, span


def _span(span: Mapping[str, Any]) -> dict[str, Any]:
    if "name" not in span:
        raise ValueError("it has no name")
    return {
        "name": span["name"],
        "trace": span.get("traceId", ""),
        "span": span.get("spanId", ""),
        "parent": span.get("parentSpanId", ""),
        "start": _whole(span, "startTimeUnixNano") / 1e9,
        "end": _whole(span, "endTimeUnixNano") / 1e9,
        "status": _object(span, "status").get("code", 0),
        **_attributes(span),
    }


def _attributes(owner: Mapping[str, Any], name: str = "attributes") -> dict[str, Any]:
    attributes = {}
    for attribute in _objects(owner, name):
        if not isinstance(key := attribute.get("key"), str):
            raise ValueError(f"the key of an attribute is {_abridge(key)}, and must be text")
        attributes[key] = _value(attribute.get("value"))
    return attributes


def _value(value: Any) -> Any:
    if not value and (value is None or isinstance(value, dict)):  # an attribute that is set to nothing
        return None
    if not isinstance(value, dict) or len(value) != 1:
        raise ValueError(
            f"the value of an attribute is {_abridge(value)}, and must be an object of one field"
        )
    [(kind, held)] = value.items()
    match kind:
        case "intValue":
            return _whole(value, kind)
        case "arrayValue":
            return [_value(element) for element in _list(_object(value, kind), "values")]
        case "kvlistValue":
            return _attributes(_object(value, kind), "values")
    return held


def _whole(owner: Mapping[str, Any], name: str) -> int:
    """A field that is a whole number, or one written as text."""
    value = owner.get(name)
    digits = value.removeprefix("-") if isinstance(value, str) else ""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER:
        return value
    if digits.isascii() and digits.isdecimal() and len(digits) <= LARGEST_DIGITS:
        return int(value)  # type: ignore[arg-type]
    raise ValueError(
        f"{name} is {_abridge(value)}, and must be a whole number of at most {LARGEST_DIGITS} digits"
    )


def _object(owner: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A field that is an object, or left out."""
    value = {} if owner.get(name) is None else owner[name]
    if not isinstance(value, dict):
        raise ValueError(f"{name} is {_abridge(value)}, and must be an object")
    return value


def _list(owner: Mapping[str, Any], name: str) -> list[Any]:
    """A field that is a list, or left out."""
    value = [] if owner.get(name) is None else owner[name]
    if not isinstance(value, list):
        raise ValueError(f"{name} is {_abridge(value)}, and must be a list")
    return value


def _objects(owner: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """A field that is a list of objects, or left out."""
    for member in (members := _list(owner, name)):
        if not isinstance(member, dict):
            raise ValueError(f"{name} has {_abridge(member)}, and must have objects")
    return members


def _abridge(value: Any) -> str:
    """A value as JSON writes it, cut."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    encoded = json.dumps(value, ensure_ascii=False)
    return encoded if len(encoded) <= 60 else f"{encoded[:60]}…"


@contextmanager
def _name_part(part: str) -> Iterator[None]:
    """Name the part of the document that is wrong."""
    try:
        yield
    except RecursionError:
        raise ValueError(f"{part}: it is nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"{part}: {error}") from None


def _join(lines: Iterable[str]) -> str:
    """The document, of which each line is one that is not too long."""
    size, parts = 0, []
    for line in lines:
        size += len(line)
        if size > LARGEST:
            raise ValueError(
                f"the document goes on after {LARGEST:,} characters, which is the most: divide it"
            )
        parts.append(line)
    return "".join(parts)


def _documents(lines: Iterable[str]) -> Iterator[Any]:
    """One JSON document, or one a line, each as soon as it is read."""
    filled_lines = (line for line in lines if line.strip())
    first = next(filled_lines, "")
    try:
        document = _json(first)
    except ValueError:
        yield _json(_join(chain([first], filled_lines)))
        return
    yield document
    yield from map(_json, filled_lines)


def _json(document: str) -> Any:
    try:
        return json.loads(document)
    except RecursionError:
        raise ValueError("this is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"this is not JSON: {error}") from None
    except ValueError as error:
        raise ValueError(why_unread(error)) from None
