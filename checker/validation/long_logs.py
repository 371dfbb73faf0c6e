"""Which logs are streamed, and the verdict on files that are one log, streamed or not.

`streaming` is imported where a log is long: a short log does not wait for LLVM.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tidemark.checker.engines.memory import collect_rarely
from tidemark.checker.validation.loading import INPUT, read_log
from tidemark.checker.validation.readers import read_ndjson, reader_for
from tidemark.checker.validation.verdicts import LogVerdict, Validator
from tidemark.spec.logs.maps import EventMap

LONG = 1 << 24
"""Bytes from which on a log is streamed."""


def is_streamable(map: EventMap, paths: Sequence[str]) -> bool:
    """Whether the lines of files can be taken in an order, and their text is read by scan.c."""
    if (
        map.calls
        or map.joint
        or map.messages
        or map.optional
        or map.began
        or map.bounds_of
        or map.arrangement
    ):
        return False
    if len(paths) > 1 and (map.order == "written" or not map.node):
        return False
    return all(path != INPUT and reader_for(map.reader, path) is read_ndjson for path in paths)


def is_long(paths: Sequence[str]) -> bool:
    """Whether files have so much text that it is not to be kept."""
    return sum(Path(path).stat().st_size for path in paths if Path(path).is_file()) >= LONG


def validate_files(validator: Validator, paths: Sequence[str], keeps_run: bool = False) -> LogVerdict:
    """Whether the machine can do what files say that are one log. keeps_run: also of a long log that is explained.

    Raises:
        TidemarkError: the log, the map or the machine is not in order; the message has its file and line.
    """
    map = validator.file.map
    may_stream = validator.engine == "native" and not keeps_run
    if may_stream and is_long(paths) and is_streamable(map, paths):
        from tidemark.checker.validation.scan import NotStreamedError
        from tidemark.checker.validation.streaming import LongLog

        with suppress(NotStreamedError), collect_rarely():
            return LongLog(validator.searches(None), paths, validator.limits).validate()
    return validator.validate(event for path in paths for event in read_log(map, path))
