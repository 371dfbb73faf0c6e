"""Histories of operations, as Jepsen writes them: which client called what, and what was answered, in order of time.

Each operation is two events: a call (`invoke`), and later its answer: `ok`, `fail` (it had no effect), or `info`
(nobody knows whether it had one). Here is what a map gets of them:

    {:process 3, :type :invoke, :f :cas, :value [2 4]}       event cas, op 0, process 3, value [2, 4], codes (1, 2)
    {:process 3, :type :ok, :f :cas, :value [2 4]}           event ok, op 0, ...

`op` is what a call and its answer share. `codes` has a number in the place of each value: 0 for nil, then 1, 2, … as
the values of the history appear. So a machine has as many numbers as a history has values. Where the value is a list,
`key` numbers its first part, from 0 on: of `[k v]`, as of a history of several keys. A field `key` of the history
stands for such a list. An operation of which nobody knows the outcome has no answer. `appends` numbers the texts of a
history in which text is appended.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tidemark.checker.validation.appends import has_appends, number_texts
from tidemark.checker.validation.edn import read_edn, read_value

Fields = Mapping[str, Any]
Line = tuple[int | str, Fields]
CALL, UNKNOWN = "invoke", "info"
ANSWERS = ("ok", "fail")
TYPES = (CALL, *ANSWERS, UNKNOWN)
_PRINTED = re.compile(r"(\S+)\s+:(invoke|ok|fail|info)\s+:(\S+)\s*(.*)")


class Codes:
    """A number for each value of a history."""

    def __init__(self) -> None:
        self._known: dict[Any, int] = {None: 0}

    def of(self, value: Any) -> Any:
        """The number of a value; of a list or a map a tuple, in order, of those of its parts."""
        if isinstance(value, (list, tuple)):
            return tuple(self.of(part) for part in value)
        if isinstance(value, Mapping):
            return tuple((self.of(key), self.of(part)) for key, part in value.items())
        key = (value,) if isinstance(value, bool) else value  # True is not 1
        return self._known.setdefault(key, len(self._known))


def read_operations(read: Callable[[Iterable[str]], Iterable[Line]], lines: Iterable[str]) -> Iterator[Line]:
    """The calls and answers of a history. read: reads its lines."""
    events = list(_pair(read, lines))
    if has_appends([event for _, event in events]):
        number_texts([event for _, event in events])
    else:
        codes = Codes()
        for _, event in events:
            event["codes"] = codes.of(event["value"])
    yield from events


def _pair(
    read: Callable[[Iterable[str]], Iterable[Line]], lines: Iterable[str]
) -> Iterator[tuple[int | str, dict[str, Any]]]:
    """The calls and answers of a history, each pair with a number."""
    keys, open_calls, number = Codes(), dict[str, tuple[int, str]](), 0
    for line, fields in read(lines):
        process, kind, function = (_word(fields, name) for name in ("process", "type", "f"))
        if kind not in TYPES:
            raise ValueError(f"type is {kind}, and must be one of {', '.join(TYPES)}")
        if not process.lstrip("-").isdigit():
            continue  # what disturbs the system, and is no client
        value = fields.get("value") if fields.get("key") is None else [fields["key"], fields.get("value")]
        event = {**fields, "value": value, "process": process, "codes": None}
        if isinstance(value, list) and value:
            event["key"] = keys.of(value[0]) - 1
        if kind == CALL:
            if process in open_calls:
                raise ValueError(
                    f"process {process} calls {function} before its call of {open_calls[process][1]} ends"
                )
            open_calls[process] = number, function
            yield line, {**event, "event": function, "op": number}
            number += 1
            continue
        if process not in open_calls:
            raise ValueError(f"process {process} has no open call that {kind} could answer")
        op, called = open_calls.pop(process)
        if called != function:
            raise ValueError(f"process {process} has called {called}, and this answers {function}")
        if kind != UNKNOWN:
            yield line, {**event, "event": kind, "op": op}


def _word(fields: Fields, name: str) -> str:
    value = fields.get(name)
    if value is None or isinstance(value, (bool, list, dict)):
        raise ValueError(f"an operation has process, type and f: {name} is {value!r}")
    return str(value).removeprefix(":")


def read_console(lines: Iterable[str]) -> Iterator[tuple[int, Fields]]:
    """A history as Jepsen prints it, `INFO  jepsen.util - 3  :ok  :cas  [2 4]`, or as EDN with a map a line."""
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith(("{", "[{", "({")):
            yield from ((number, fields) for _, fields in read_edn([line.strip().strip("[]()")]))
            continue
        match = _PRINTED.search(line)
        if match:
            process, kind, function, value = match.groups()
            fields = {"process": process, "type": kind, "f": function}
            yield number, {**fields, "value": _console_value(value)}


def _console_value(text: str) -> Any:
    """The first value of the end of a line; what follows it is a remark."""
    try:
        return read_value(text.strip().split("\t")[0] if text.strip() else "nil")
    except ValueError:
        return text.strip()


def as_text(read: Callable[[Iterable[str]], Iterable[Line]]) -> Callable[[Iterable[str]], Iterator[Line]]:
    """A reader of a format in which all values are text: the value of an operation is written as in EDN."""

    def read_text(lines: Iterable[str]) -> Iterator[Line]:
        for line, fields in read(lines):
            yield line, {**fields, "value": read_value(str(fields.get("value", "")))}

    return read_text


def from_spans(read: Callable[[Iterable[str]], Iterable[Line]]) -> Callable[[Iterable[str]], Iterator[Line]]:
    """A reader of OpenTelemetry spans as operations: each span is one, from its start to its end.

    Its name is what was called, `value` and `result` are attributes, and a process is made up where it has none. A span
    with the status of an error (2) has an unknown outcome.
    """

    def read_spans(lines: Iterable[str]) -> Iterator[Line]:
        moments: list[tuple[float, int, int, int | str, Fields]] = []
        for number, (line, span) in enumerate(read(lines)):
            common = {**span, "f": span["name"], "process": number}
            answer = {"type": UNKNOWN if span.get("status") in (2, "STATUS_CODE_ERROR") else "ok"}
            moments.append((span["start"], 0, number, line, {**common, "type": CALL}))
            value = span.get("result", span.get("value"))
            moments.append((span["end"], 1, number, line, {**common, "value": value, **answer}))
        for _, _, _, line, fields in sorted(moments, key=lambda moment: moment[:3]):
            yield line, fields

    return read_spans
