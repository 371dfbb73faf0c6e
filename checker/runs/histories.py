"""Files of histories: JSON lines, one event a line, each episode after a line that says what was recorded.

They are written as episodes end, and read back without the system of which they were recorded.
"""

from __future__ import annotations

import errno
import gzip
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from tidemark.base.errors import UsageError
from tidemark.base.files import LARGEST, read_at_most, read_bytes, read_text
from tidemark.spec.families.system import Episode

FORMAT = "tidemark-history"
VERSION = 1
PACKED = ".gz"
"""How the name of a packed file ends."""


def append(episode: Episode, path: Path) -> None:
    """Add an episode at the end of a file, which may be new; whole, or not at all.

    If the name ends in `.gz`, the episode is packed as a member, as gzip allows.

    Raises:
        UsageError: it can't be written.
    """
    head = {"format": FORMAT, "version": VERSION, **episode.about}
    content = "".join(json.dumps(line) + "\n" for line in (head, *episode.events)).encode()
    if path.suffix == PACKED:
        content = gzip.compress(content, mtime=0)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab", buffering=0) as file:
            end = file.tell()
            try:
                if file.write(content) < len(content):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            except OSError:
                os.ftruncate(file.fileno(), end)
                raise
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


def is_history(path: Path) -> bool:
    """Whether a file says that it is one, in its first line; false where it can't be read."""
    if not path.is_file():
        return False
    try:
        with gzip.open(path) if path.suffix == PACKED else path.open("rb") as file:
            data = json.loads(file.readline(LARGEST))
    except (OSError, EOFError, zlib.error, ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("format") == FORMAT


def read(path: Path) -> list[Episode]:
    """All episodes of a file; of one whose name ends in `.gz`, unpacked.

    Raises:
        UsageError: it is no file of histories; the message has the line.
    """
    episodes: list[Episode] = []
    events: list[Mapping[str, Any]] | None = None
    for number, data in _lines(path):
        try:
            if "format" in data:
                events = []
                episodes.append(Episode(_about(data), events, number))
            elif events is None:
                raise UsageError('a history begins with {"format": …}')
            else:
                events.append(data)
        except UsageError as error:
            raise UsageError(f"{path}, line {number}: {error}") from None
    if not episodes:
        raise UsageError(f"{path}: it has no episode")
    return episodes


def _about(data: dict[str, Any]) -> Mapping[str, Any]:
    if (data["format"], data.get("version")) != (FORMAT, VERSION):
        raise UsageError(f"a history has the format {FORMAT!r} and version {VERSION}")
    if not isinstance(data.get("system"), str):
        raise UsageError("the field system is missing")
    if not data["system"].isprintable():
        raise UsageError(f"system is {data['system']!r}, and must be a name")
    return {name: value for name, value in data.items() if name not in ("format", "version")}


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(_text(path).removesuffix("\n").split("\n"), 1):
        try:
            data = json.loads(line) if line else None
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            if (number, line) == (1, ""):
                return
            raise UsageError(f"{path}, line {number}: an object is expected here")
        yield number, data


def _text(path: Path) -> str:
    if path.suffix != PACKED:
        return read_text(path, "history")
    try:
        with gzip.open(BytesIO(read_bytes(path, "history"))) as file:
            content = read_at_most(file, LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise UsageError(f"{path} can't be unpacked: {error}") from None
    if len(content) > LARGEST:
        raise UsageError(f"{path}: unpacked this file has more than {LARGEST:,} bytes: divide it")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: byte {error.start} of what is packed is not UTF-8") from None
