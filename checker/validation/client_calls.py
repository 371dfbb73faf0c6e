"""Reads a history of clients as calls, each with its answer, for a checker that reads it as a whole.

The reader `operations` is for a search, which needs no more of an unknown outcome than that it is unknown. A checker
also reads what such a call says, and a history that has answers alone.
"""

from __future__ import annotations

import math

from tidemark.checker.validation.loading import read_log
from tidemark.checker.validation.operations import CALL, TYPES
from tidemark.checker.validation.readers import reader_of_operations
from tidemark.spec.logs.client_histories import INFO, ClientCall
from tidemark.spec.logs.events import LogError, LogEvent
from tidemark.spec.logs.maps import EventMap

TRANSACTION = "txn"
"""What a call is that has no name."""


def read_calls(path: str) -> list[ClientCall]:
    """The calls of a file, in the order of their begin.

    Raises:
        UsageError: it can't be read, or has something that is no call; the message has the file and the line.
    """
    map = EventMap(reader=reader_of_operations(path), name="type", order="written")
    calls: list[ClientCall] = []
    pending: dict[str, tuple[int, LogEvent]] = {}
    for number, event in enumerate(read_log(map, path)):
        process, kind = _word(event, "process", "0"), event.name.removeprefix(":")
        if kind not in TYPES:
            raise LogError(f"{event.place}: type is {kind}, and must be one of {', '.join(TYPES)}")
        if not process.lstrip("-").isdigit():
            continue  # what disturbs the system, and is no client
        if kind != CALL:
            begin, request = pending.pop(process, (number, event))
            calls.append(_call(request, event, begin, number, kind))
        elif process in pending:
            request = pending[process][1]
            raise LogError(f"{event.place}: process {process} calls before its call in {request.place} ends")
        else:
            pending[process] = number, event
    calls += [_call(event, None, begin, 0, INFO) for begin, event in pending.values()]
    return sorted(calls, key=lambda call: call.begin)


def _call(request: LogEvent, answer: LogEvent | None, begin: int, end: int, outcome: str) -> ClientCall:
    last = answer or request
    name = _word(request, "f", TRANSACTION)
    if _word(last, "f", TRANSACTION) != name:
        raise LogError(f"{last.place}: this answers {last.f}, and the process has called {name}")
    value = request.get("value") if last.get("value") is None else last.get("value")
    fields = {**request.fields, **last.fields}
    process = _word(last, "process", "0")
    until = end if answer else math.inf
    return ClientCall(process, name, outcome, value, last.place, begin, until, fields)


def _word(event: LogEvent, field: str, default: str) -> str:
    """A field that is a word, or the default: short histories leave out the process, and name no function."""
    return default if event.get(field) is None else event.text(field).removeprefix(":")
