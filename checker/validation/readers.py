"""Readers: from the text of a log to its events, each a mapping of fields, with the number of its line.

A reader is a function from an iterable of lines to pairs of a number and a mapping; one of your own is ten lines. It
raises `ValueError` with what is wrong in the line that it took last. Formats that are one document instead of lines are
in `documents`.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.base.files import why_unread
from tidemark.base.names import look_up
from tidemark.checker.validation.documents import read_itf, read_spans
from tidemark.checker.validation.edn import read_edn
from tidemark.checker.validation.operations import as_text, from_spans, read_console, read_operations
from tidemark.spec.logs.maps import Reader
from tidemark.spec.logs.mistakes import mistake

Fields = Mapping[str, Any]
MOST_CHARACTERS = 1 << 30
"""Of a value in CSV: Python's own limit, of 131,072, is less than a log may have."""


def read_ndjson(lines: Iterable[str]) -> Iterator[tuple[int, Fields]]:
    """A JSON object a line; empty lines are left out."""
    decode = json.JSONDecoder(object_pairs_hook=_once).decode
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            data = decode(line)
        except json.JSONDecodeError as error:
            raise ValueError(f"this is not JSON: {error.msg} (column {error.colno})") from None
        except RecursionError:
            raise ValueError("this is nested too deeply") from None
        except ValueError as error:
            raise ValueError(why_unread(error)) from None
        if not isinstance(data, dict):
            raise ValueError(f"an event is a JSON object, and this is {line.strip()[:40]}")
        yield number, data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the field {next(n for n in names if names.count(n) > 1)} is there twice")
    return data


def read_csv(lines: Iterable[str]) -> Iterator[tuple[int, Fields]]:
    """Comma-separated values; the first line that is not empty names the fields. All values are text."""
    csv.field_size_limit(MOST_CHARACTERS)
    rows = csv.reader(lines, strict=True)
    names: list[str] | None = None
    try:
        for row in filter(None, rows):
            if names is None:
                names = row
                if len(set(names)) < len(names):
                    raise ValueError(f"two columns have one name: {', '.join(names)}")
            else:
                if len(row) != len(names):
                    raise ValueError(f"this row has {len(row)} values, and there are {len(names)} columns")
                yield rows.line_num, dict(zip(names, row, strict=True))
    except csv.Error as error:
        raise ValueError(f"this is not CSV: {error}") from None


_PAIR = re.compile(r'\s*([^\s="]+)(?:=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*)))?(?=\s|$)')


def read_logfmt(lines: Iterable[str]) -> Iterator[tuple[int, Fields]]:
    """`key=value key="value with spaces"` a line. All values are text; a key alone is `true`."""
    for number, line in enumerate(lines, 1):
        data: dict[str, Any] = {}
        at, end = 0, len(line.rstrip())
        while at < end:
            match = _PAIR.match(line, at, end)
            if match is None:
                raise ValueError(f"this is not logfmt, from column {at + 1} on: {line[at:end].strip()[:40]}")
            name, quoted, bare = match.groups()
            if name in data:
                raise ValueError(f"the field {name} is there twice")
            unquoted = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else bare
            data[name] = "true" if unquoted is None else unquoted
            at = match.end()
        if data:
            yield number, data


def pattern(expression: str, rest: str = "refused") -> Reader:
    """A reader of lines that match a regular expression; its named groups are the fields.

    rest: whether other lines are "refused", or "ignored" as in a log that has much besides.

    Raises:
        ModelError: it is no regular expression, or has no named group.
    """
    try:
        compiled = re.compile(expression)
    except re.error as error:
        raise mistake(f"{expression!r} is no regular expression: {error}") from None
    if not compiled.groupindex:
        raise mistake(f"{expression!r} has no named group: write (?P<name>…)")
    if rest not in ("refused", "ignored"):
        raise mistake(f'rest is {rest!r}: other lines are "refused" or "ignored"')

    def read(lines: Iterable[str]) -> Iterator[tuple[int, Fields]]:
        for number, line in enumerate(lines, 1):
            match = compiled.search(line.rstrip("\r\n"))
            if match:
                yield number, {name: value for name, value in match.groupdict().items() if value is not None}
            elif line.strip() and rest == "refused":
                raise ValueError(f"the pattern does not match {line.strip()[:60]!r}")

    return read


READERS: dict[str, Reader] = {
    "ndjson": read_ndjson,
    "csv": read_csv,
    "logfmt": read_logfmt,
    "itf": read_itf,
    "spans": read_spans,
    "edn": read_edn,
}
"""The readers that have a name, which a map may give."""
OPERATIONS = "operations"
"""The reader of histories of operations, whatever format a file has."""
ENDINGS = {
    ".itf.json": "itf", ".spans.json": "spans", ".ndjson": "ndjson", ".jsonl": "ndjson", ".csv": "csv",
    ".logfmt": "logfmt", ".edn": "edn",
}  # fmt: skip
"""The reader of a file where the map names none, by how the file's name ends."""


def reader_for(named: Reader | str | None, file: str) -> Reader:
    """The reader that a map gives by name or as a function; else the one for such a file.

    Raises:
        UsageError: there is none of that name, or the file's name says nothing.
    """
    if callable(named):
        return named
    if named == OPERATIONS:
        return partial(read_operations, reader_of_operations(file))
    if named is None:
        name_by_ending = next((name for ending, name in ENDINGS.items() if file.endswith(ending)), None)
        if name_by_ending is None and file != "-":
            raise UsageError(
                f"{file}: which format this is, its name does not say: write EventMap(reader=…) in the map, "
                f"with one of {', '.join((*READERS, OPERATIONS))}, or a function"
            )
        named = name_by_ending or "ndjson"
    reader: Reader = look_up(READERS, named, "there is no reader")
    return reader


def reader_of_operations(file: str) -> Reader:
    """What reads the lines of a history of operations, by how the file's name ends."""
    name = next((name for ending, name in ENDINGS.items() if file.endswith(ending)), "")
    if not name:
        return read_console
    read = READERS[name]
    if name == "spans":
        return from_spans(read)
    return as_text(read) if name in ("csv", "logfmt") else read
