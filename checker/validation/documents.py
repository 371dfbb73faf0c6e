"""Logs that are documents: an ITF trace, where each state is an event, and OpenTelemetry spans as JSON.

Their own module because what is read is not a line: the place of an event is the number of its state, or of its span.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tidemark.checker.runs.itf import ACTION, PICKS


def read_itf(lines: Iterable[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The states of an ITF trace (Apalache's ADR-015), one an event: variables, and what was picked.

    The field `action` has the name of the action that led to it, as Quint writes it; a choice of the same name as a
    variable hides it. A `#bigint` is a number, a `#map` a list of pairs or an object, a `#set` a list, an absent option
    null.
    """
    data = _json("".join(lines))
    states = data.get("states") if isinstance(data, dict) else None
    if not isinstance(states, list):
        raise ValueError("this is no ITF trace: it has no list of states")
    for number, state in enumerate(states):
        if not isinstance(state, dict):
            raise ValueError(f"state {number} of the ITF trace is no object")
        try:
            plain = {name: _plain(value) for name, value in state.items() if name != "#meta"}
        except (TypeError, ValueError, RecursionError) as error:
            raise ValueError(f"state {number} of the ITF trace is not as ITF has it: {error}") from None
        picks = plain.pop(PICKS, None) or {}
        taken = {"action": plain.pop(ACTION)} if ACTION in plain else {}
        chosen = {k: v for k, v in picks.items() if v is not None} if isinstance(picks, dict) else {}
        yield f"state {number}", {**plain, **taken, **chosen}


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"#bigint"}:
        return int(value["#bigint"])
    if set(value) == {"tag", "value"}:
        return None if value["tag"] == "None" else _plain(value["value"])
    for name in ("#set", "#tup"):
        if set(value) == {name}:
            return [_plain(item) for item in value[name]]
    if set(value) == {"#map"}:
        pairs = [(_plain(key), _plain(item)) for key, item in value["#map"]]
        return dict(pairs) if all(isinstance(key, (str, int)) for key, _ in pairs) else pairs
    return {name: _plain(item) for name, item in value.items()}


def read_spans(lines: Iterable[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """OpenTelemetry spans as JSON (OTLP), in one document or one a line, each span an event.

    Fields: `name`, `trace`, `span`, `parent`, `start` and `end` in seconds, `status`, the attributes of the span, and
    those of its resource (`service.name`).
    """
    number = 0
    for document in _documents(lines):
        groups = document.get("resourceSpans") if isinstance(document, dict) else None
        if not isinstance(groups, list):
            raise ValueError("these are no OpenTelemetry spans: it has no resourceSpans")
        for shared, span in _spans_of(groups, number):
            number += 1
            with _as_otlp_has_it(number):
                fields = {**_attributes(shared), **_span(span)}
            yield f"span {number}", fields


def _spans_of(groups: list[Any], number: int) -> Iterator[tuple[Any, Any]]:
    """Each span, with its resource. number: how many there were in other documents."""
    with _as_otlp_has_it(number + 1):
        found = [
            (resource.get("resource") or {}, span)
            for resource in groups
            for scope in resource.get("scopeSpans") or ()
            for span in scope.get("spans") or ()
        ]
    yield from found


@contextmanager
def _as_otlp_has_it(number: int) -> Iterator[None]:
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise ValueError(f"span {number} is not as OTLP has it: {error!r}") from None


def _span(span: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": span["name"],
        "trace": span.get("traceId", ""),
        "span": span.get("spanId", ""),
        "parent": span.get("parentSpanId", ""),
        "start": int(span["startTimeUnixNano"]) / 1e9,
        "end": int(span["endTimeUnixNano"]) / 1e9,
        "status": (span.get("status") or {}).get("code", 0),
        **_attributes(span),
    }


def _attributes(owner: Mapping[str, Any]) -> dict[str, Any]:
    return {one["key"]: _value(one["value"]) for one in owner.get("attributes") or ()}


def _value(value: Mapping[str, Any]) -> Any:
    if not value:  # an attribute that is set to nothing
        return None
    ((kind, held),) = value.items()
    match kind:
        case "intValue":
            return int(held)
        case "arrayValue":
            return [_value(item) for item in held.get("values", [])]
        case "kvlistValue":
            return {one["key"]: _value(one["value"]) for one in held.get("values", [])}
    return held


def _documents(lines: Iterable[str]) -> Iterator[Any]:
    """One JSON document, or one a line, each as soon as it is read."""
    left = (line for line in lines if line.strip())
    first = next(left, "")
    try:
        document = _json(first)
    except ValueError:
        yield _json(first + "".join(left))
        return
    yield document
    yield from map(_json, left)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"this is not JSON: {error}") from None
