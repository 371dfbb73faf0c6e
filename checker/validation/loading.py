"""Reading what a user names: the file of a map, and logs.

A map is Python of the user's, so every call of a function in it is guarded: a mistake is told with its line, and with
the line of the log at which it was made.
"""

from __future__ import annotations

import io
import os
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path, PurePath
from typing import IO, Any, cast

from tidemark.base.errors import TidemarkError, UsageError, short
from tidemark.base.files import LARGEST
from tidemark.base.regular_files import NotRegularError, open_regular
from tidemark.checker.user_files import guard
from tidemark.checker.user_files.file import OwnFile, read
from tidemark.checker.validation import tables
from tidemark.checker.validation.documents import read_itf
from tidemark.checker.validation.readers import reader_for
from tidemark.spec.expressions.model_errors import ModelError
from tidemark.spec.logs.events import LogError, LogEvent, place
from tidemark.spec.logs.maps import EventMap, require_event_declarations
from tidemark.spec.machines.machine import OutOfRange

BUFFER = 1 << 20
"""Bytes that are read at once."""
POLL = 0.1
"""Seconds between two looks at a file that grows."""
LONGEST = LARGEST
"""The most bytes of a line: as many as a file may have that is one document."""
INPUT = "-"
"""The name of standard input."""


class MapFile:
    """The map of a user's file, with a guard around its functions.

    Raises:
        ModelError: it is not complete.
    """

    def __init__(self, map: EventMap, file: OwnFile | None = None) -> None:
        require_event_declarations(map)
        self.map, self.file = map, file

    @contextmanager
    def explain_mistakes(self, event: LogEvent | None) -> Iterator[None]:
        """Tell a mistake that is made meanwhile with its line, and with the event at which it was made.

        Raises:
            TidemarkError: the map fails.
        """
        try:
            if self.file is None:
                yield
            else:
                with guard.explain_mistakes(self.file):
                    yield
        except TidemarkError as error:
            raise _at(error, event) from None

    @contextmanager
    def blame_event(self, event: LogEvent) -> Iterator[None]:
        """As `explain_mistakes`, without a limit of time: for what is called for each state.

        Raises:
            TidemarkError: the map fails.
        """
        try:
            yield
        except Exception as error:
            raise self.mistake(error, event) from None

    def mistake(self, error: Exception, event: LogEvent) -> Exception:
        """What `blame_event` raises in the place of an error, which is that itself where the map has no part in it."""
        if isinstance(error, TidemarkError):
            return _at(error, event)
        if self.file is None or not guard.is_in(self.file, error):
            return error
        return _at(guard.mistake(self.file, error), event)


def _at(error: TidemarkError, event: LogEvent | None) -> TidemarkError:
    """A mistake with the event at which it was made, unless it names it already."""
    if event is None or isinstance(error, (LogError, OutOfRange)):
        return error
    if isinstance(error, ModelError) and error.place:
        return ModelError(f"{str(error).removeprefix(f'{error.place}: ')} (at {event.place})", error.place)
    return UsageError(f"{event.place}: {error}")


def load_map(path: str) -> MapFile:
    """The one map of a file.

    Raises:
        UsageError: there is no such file, or no map in it, or several.
        ModelError: the file fails; the message starts with its line.
    """
    return map_in(read(path))


def map_in(file: OwnFile) -> MapFile:
    """The one map of a file that was read, here or in another process.

    Raises:
        UsageError, ModelError: as for `load_map`.
    """
    maps = _maps_of(file)
    if len(maps) != 1:
        number = "is no" if not maps else "are several"
        raise UsageError(f"{file.place}: there {number} EventMap in it: make one")
    return MapFile(maps[0], file)


def has_map(file: OwnFile) -> bool:
    """Whether a file has a map, beside a machine for example.

    Raises:
        ModelError: the file fails; the message starts with its line.
    """
    return bool(_maps_of(file))


def _maps_of(file: OwnFile) -> list[EventMap]:
    """The maps of a file, each once."""
    return list({id(v): v for v in vars(file.module).values() if isinstance(v, EventMap)}.values())


def read_log(map: EventMap, path: str, grows: bool = False) -> Iterator[LogEvent]:
    """The events of a log, in its order; of standard input, as they come. grows: wait for more at the end of the file.

    Raises:
        UsageError: it can't be read, or is not what the map says; the message has the file and the line.
    """
    if path == INPUT:
        yield from events_of(map, path, decode_lines(path, lines_of(sys.stdin.buffer)))
        return
    if grows and reader_for(map.reader, path) is read_itf:
        raise UsageError(f"{path}: an ITF trace is one document, which does not grow: leave out --follow")
    with open_log(path) as file:
        if not tables.is_table(path):
            yield from events_of(
                map, path, decode_lines(path, _growing(path, file) if grows else lines_of(file))
            )
        elif grows:
            raise UsageError(f"{path}: a Parquet file does not grow: leave out --follow")
        else:
            for row in tables.read_rows(path, file):
                yield event_of(map, path, row)


@contextmanager
def open_log(path: str, local_path: str = "") -> Iterator[io.BufferedReader]:
    """A log's file. local_path: where it is for this process, if its path is as another one names it.

    Raises:
        UsageError: it can't be read, now or meanwhile.
    """
    try:
        with open_regular(local_path or path) as raw:
            yield io.BufferedReader(cast("io.RawIOBase", raw), BUFFER)
    except NotRegularError as error:
        raise UsageError(f"{path}: {error.strerror}: copy what it gives to one") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


def read_events(map: EventMap, log: str | Iterable[Any], number: int) -> Iterator[LogEvent]:
    """The events of a log that is a file, or a list of mappings, the `number`th of several.

    Raises:
        UsageError: as for `read_log`.
    """
    if isinstance(log, str):
        yield from read_log(map, log)
        return
    for line, fields in enumerate(log, 1):
        yield event_of(map, f"log {number}", (line, dict(fields)))


def log_by(map: EventMap, event: LogEvent, field: str) -> str | None:
    """The value of the field by which a log is split.

    None where an event has no such field, and is not modelled, or belongs to all logs since the map divides by it.

    Raises:
        LogError: the event has no such field, or its value is no text.
    """
    if field not in event.fields and (event.name in map.ignored or field == map.by):
        return None
    return event.text(field)


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file. One that is too long is cut behind the first byte that is too much: `decoded` refuses it."""
    while line := file.readline(LONGEST + 1):
        yield line


def _growing(path: str, file: io.BufferedReader) -> Iterator[bytes]:
    """The lines of a file, each once it is whole. Without an end: whoever asks is interrupted.

    Raises:
        LogError: the file was cut, or another one has its name.
    """
    part, number = b"", 0
    while True:
        is_there = _is_still_there(path, file)
        for line in lines_of(file):
            part += line
            if part.endswith(b"\n") or len(part) > LONGEST:
                number += 1
                yield part
                part = b""
        if os.fstat(file.fileno()).st_size < file.tell():
            raise LogError(f"{path}: the file was cut, behind line {number}")
        if not is_there:
            raise LogError(f"{path}: the file was moved, removed or replaced, behind line {number}")
        time.sleep(POLL)


def _is_still_there(path: str, file: io.BufferedReader) -> bool:
    """Whether a file that was opened still has its name."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), Path(path).stat())
    except OSError:
        return False


def decode_lines(path: str, lines: Iterable[bytes], before: int = 0) -> Iterator[str]:
    """The lines of a log as text. before: how many lines of the file come before these.

    Raises:
        LogError: a line is not UTF-8, or too long.
    """
    for number, line in enumerate(lines, before + 1):
        if len(line) > LONGEST:
            raise LogError(f"{path}:{number}: this line has more than {LONGEST:,} bytes, which is the most")
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise LogError(f"{path}:{number}: byte {error.start} of this line is not UTF-8") from None


def events_of(map: EventMap, path: str, lines: Iterable[str], before: int = 0) -> Iterator[LogEvent]:
    """The events that a map's reader finds in these lines. before: how many lines of the file come before these.

    Raises:
        LogError: a line is not what the map says.
    """
    lines_read = 0

    def count_lines() -> Iterator[str]:
        nonlocal lines_read
        for line in lines:
            lines_read += 1
            yield line

    read = reader_for(map.reader, path)
    records: Iterator[Any] | None = None
    while True:
        try:
            records = iter(read(count_lines())) if records is None else records
            record = next(records)
        except StopIteration:
            return
        except TidemarkError:
            raise
        except Exception as error:
            raise LogError(f"{place(path, before + max(lines_read, 1))}: {_failure(error)}") from None
        yield event_of(map, path, record, before)


def _failure(error: Exception) -> str:
    """What a reader says of a line: its ValueError is about the line, any other error is a mistake in the reader."""
    if isinstance(error, ValueError):
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    description = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"the reader fails here, at {short(frame.filename)}:{frame.lineno}: {description}"


def event_of(map: EventMap, path: str, record: Any, before: int = 0) -> LogEvent:
    """An event of what a reader gives: a line, counted from those `before`, and fields.

    Raises:
        UsageError: the reader gives something else, or the event lacks what the map says.
    """
    if not isinstance(record, tuple) or len(record) != 2 or not isinstance(record[1], dict):
        raise UsageError(
            f"{path}: the reader gives {record!r}, and must give pairs of a line and a dict of fields"
        )
    line, fields = record
    event = LogEvent(path, line + before if isinstance(line, int) else line, fields)
    if map.name not in fields:
        raise LogError(
            f"{event.place}: there is no field {map.name}, which would say what kind of event this is "
            f"(name={map.name!r} in the map)"
        )
    event.name = event.text(map.name)
    event.node = event.text(map.node) if map.node else _node_of(path)
    event.time = _time(event, map.time)
    event.began = _time(event, map.began) if map.began else event.time
    if event.began > event.time:
        raise LogError(
            f"{event.place}: {map.began} is {event.began:g}, which is after {map.time}, {event.time:g}"
        )
    return event


@cache
def _node_of(path: str) -> str:
    """The node whose log a file is: the name of the file, without its ending."""
    return PurePath(path).stem


def _time(event: LogEvent, field: str) -> float:
    if not field:
        return 0.0
    value = event[field]
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise event.wrong(field, "a number, as seconds are") from None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= sys.float_info.max:
        raise event.wrong(field, "a number, as seconds are")
    return float(value)
